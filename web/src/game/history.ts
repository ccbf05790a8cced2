/** The scrubber: which of all positions is shown, and what happened since a player's last own answer. */

import type { LogEntry as Entry } from "../lib/types";

/** The position shown; null follows the game live. */
export type At = number | null;

export function shownSeq(at: At, latest: number): number {
  return at === null ? latest : Math.min(Math.max(0, at), latest);
}

/** The position some answers further or back; the last one is "live". */
export function moved(at: At, latest: number, by: number): At {
  return placed(shownSeq(at, latest) + by, latest);
}

export function placed(seq: number, latest: number): At {
  const within = Math.min(Math.max(0, Math.round(seq)), latest);
  return within === latest ? null : within;
}

/** A game that went on leaves the shown position where it is; one that was taken back may not have it any more. */
export function afterUpdate(at: At, latest: number): At {
  return at === null || at >= latest ? null : at;
}

/** The position just after the last answer that these seats gave themselves; 0 if they gave none. */
export function lastOwn(entries: readonly Entry[], seats: readonly string[]): number {
  const own = entries.filter((entry) => counts(entry) && entry.by === "player" && entry.who !== null && seats.includes(entry.who));
  return Math.max(0, ...own.map((entry) => entry.seq));
}

/** The answers after a position, oldest first. */
export function since(entries: readonly Entry[], seq: number): Entry[] {
  return entries.filter((entry) => counts(entry) && entry.seq > seq).sort((a, b) => a.seq - b.seq);
}

/** An answer that was not taken back. */
function counts(entry: Entry): boolean {
  return entry.kind === "answer" && !entry.undone;
}

/** The log with entries read later; what was read twice counts once. */
export function joined(known: readonly Entry[], read: readonly Entry[]): Entry[] {
  const from = Math.min(Infinity, ...read.map((entry) => entry.seq));
  return [...known.filter((entry) => entry.seq < from), ...read];
}
