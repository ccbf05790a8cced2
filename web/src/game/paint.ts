/** How things of a title look, by the names its data uses. What has no sign of its own here is drawn plainly. */

import type { CompanyFace } from "../lib/types";

const TERRAINS = new Set(["plain", "forest", "mountain", "city", "industrial", "start"]);

export function groundOf(terrain: string): string {
  return `var(--terrain-${TERRAINS.has(terrain) ? terrain : "other"})`;
}

export function signOf(terrain: string): string | null {
  return TERRAINS.has(terrain) ? `#terrain-${terrain}` : null;
}

/** The fill of a company: its colour under its pattern. */
export function patternOf(companies: readonly CompanyFace[], id: string): string {
  const at = companies.findIndex((face) => face.id === id);
  return at < 0 ? "var(--edge)" : `url(#company-${at})`;
}

export function colourOf(companies: readonly CompanyFace[], id: string): string {
  return companies.find((face) => face.id === id)?.colour ?? "var(--edge)";
}

export interface Piece {
  text: string;
  /** The company the words stand for, if they do. */
  company: string | null;
  /** The stop or bracket right behind a company, which begins no line. */
  after?: string;
}

const STOPS = /^[.,;:?!)»]+/u;

/** Cuts a sentence at the letters of companies, so that their marks can stand there. */
export function piecesOf(sentence: string, companies: readonly CompanyFace[]): Piece[] {
  const letters = companies.map((face) => face.letters).sort((a, b) => b.length - a.length);
  if (letters.length === 0) return [{ text: sentence, company: null }];
  const word = new RegExp(`(?<![\\p{L}\\p{N}&])(${letters.map(escaped).join("|")})(?![\\p{L}\\p{N}&])`, "gu");
  const pieces: Piece[] = [];
  for (const text of sentence.split(word)) {
    const company = companies.find((face) => face.letters === text)?.id ?? null;
    const mark = pieces.at(-1);
    const after = (mark?.company != null && STOPS.exec(text)?.[0]) || "";
    if (mark && after) mark.after = after;
    if (text.length > after.length) pieces.push({ text: text.slice(after.length), company });
  }
  return pieces;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
