/** The scrubber: which of all positions is shown, and what happened since a player's last own answer. */

import type { LogEntry as Entry, Update } from "../lib/types";

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

/** The log with entries read later or from before; what was read twice counts once. */
export function joined(known: readonly Entry[], read: readonly Entry[]): Entry[] {
  const seqs = new Set(read.map((entry) => entry.seq));
  return marked([...known.filter((entry) => !seqs.has(entry.seq)), ...read].sort((a, b) => a.seq - b.seq));
}

/** The log grown by what an update tells; null if something between is not known. */
export function grown(known: readonly Entry[], update: Pick<Update, "entries" | "events">): Entry[] | null {
  const last = known.at(-1)?.seq ?? 0;
  const news = update.entries.filter((entry) => entry.seq > last);
  if (news.length > 0 && news[0]?.seq !== last + 1) return null;
  const of = (entry: { seq: number; kind: string }, part: "text" | "key"): string[] =>
    entry.kind === "answer" ? update.events.filter((event) => event.seq === entry.seq).map((event) => event[part]) : [];
  return joined(known, news.map((entry) => ({ ...entry, events: of(entry, "text"), keys: of(entry, "key"), undone: false })));
}

/** What counts is the last answer and those before it; the others were taken back. */
function marked(entries: Entry[]): Entry[] {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const counting = new Set<number>();
  const last = entries.at(-1);
  let at = last?.kind === "answer" ? last : bySeq.get(last?.parent ?? 0);
  for (; at !== undefined; at = bySeq.get(at.parent)) counting.add(at.seq);
  return entries.map((entry) => {
    const undone = entry.kind === "answer" && !counting.has(entry.seq);
    return undone === entry.undone ? entry : { ...entry, undone };
  });
}

/** How many positions on the next one is where something happened: passes in between are stepped over. */
export function stepOver(log: readonly Entry[], at: number): number {
  const next = log.find((entry) => entry.seq > at && (entry.events.length > 0 || entry.kind !== "answer"));
  return next ? next.seq - at : 1;
}
