/** The words of these games, each explained in a sentence: one list in both languages. */

import type { Language } from "../i18n.svelte";
import { glossary as en } from "./en";
import { glossary as es } from "./es";

export interface Entry {
  /** How the word occurs in a text; the first form is its name. */
  forms: readonly string[];
  text: string;
}

export type Glossary = Readonly<Record<string, Entry>>;

export const GLOSSARIES: Readonly<Record<Language, Glossary>> = { en, es };

/** A piece of a text: plain, or a word that is explained. */
export interface Piece {
  text: string;
  term: string | null;
}

const readers = new Map<Language, { pattern: RegExp; terms: ReadonlyMap<string, string> }>();

/** Finds any form of any word; longer ones first, so that "stock market" is not read as "stock". */
function reader(language: Language) {
  const known = readers.get(language);
  if (known) return known;
  const forms = Object.entries(GLOSSARIES[language]).flatMap(([term, { forms }]) => forms.map((form): [string, string] => [form.toLowerCase(), term]));
  const longest = forms.map(([form]) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).toSorted((a, b) => b.length - a.length);
  const made = { pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${longest.join("|")})(?![\\p{L}\\p{N}-])`, "giu"), terms: new Map(forms) };
  readers.set(language, made);
  return made;
}

/** A text with its first mention of each known word marked; `seen` carries what was marked before. */
export function glossed(text: string, language: Language, seen: Set<string> = new Set()): Piece[] {
  const { pattern, terms } = reader(language);
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const term = terms.get(match[0].toLowerCase());
    if (term === undefined || seen.has(term)) continue;
    seen.add(term);
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), term: null });
    pieces.push({ text: match[0], term });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), term: null });
  return pieces;
}
