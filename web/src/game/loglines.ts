/** The log as it is read: rounds as headings, entries with their time where it moves on, and events of one kind as one line. */

import type { ChatLine, LogEntry, RoundInfo } from "../lib/types";

export type LogLine =
  | { kind: "round"; key: string; text: string }
  | { kind: "entry"; key: string; entry: LogEntry; parts: EventPart[]; time: string }
  | { kind: "chat"; key: string; chat: ChatLine; time: string };

/** Some events of an entry: one, or many of a kind that are folded into a line. */
export interface EventPart {
  first: string;
  more: string[];
}

/** This many events of a kind in a row are told as one. */
const MANY = 3;

export function partsOf(events: readonly string[], keys: readonly string[], many = MANY): EventPart[] {
  const parts: EventPart[] = [];
  for (let n = 0; n < events.length; ) {
    let end = n + 1;
    while (end < events.length && keys[end] === keys[n]) end++;
    if (end - n >= many) parts.push({ first: events[n] ?? "", more: events.slice(n + 1, end) });
    else parts.push(...events.slice(n, end).map((first) => ({ first, more: [] })));
    n = end;
  }
  return parts;
}

/** Entries and talk in order of time, each round under its heading. */
export function linesOf(entries: readonly LogEntry[], chat: readonly ChatLine[], rounds: readonly RoundInfo[], clock: (at: string) => string): LogLine[] {
  const told = [...entries.map((entry) => ({ at: entry.at, entry, chat: null })), ...chat.map((line) => ({ at: line.at, entry: null, chat: line }))];
  told.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.entry?.seq ?? Infinity) - (b.entry?.seq ?? Infinity));
  const lines: LogLine[] = [];
  let [round, time] = [-1, ""];
  for (const { at, entry, chat: line } of told) {
    // a round begins with the first answer given in it: the one after the position at which it was reached
    const now = entry === null ? round : rounds.findLastIndex((one) => one.seq < entry.seq);
    const heading = now > round ? rounds[now] : undefined;
    if (heading) lines.push({ kind: "round", key: `round ${heading.seq}`, text: heading.text });
    round = Math.max(round, now);
    const clocked = clock(at);
    const shown = clocked === time ? "" : clocked;
    time = clocked;
    if (entry) lines.push({ kind: "entry", key: `entry ${entry.seq}`, entry, parts: partsOf(entry.events, entry.keys), time: shown });
    else lines.push({ kind: "chat", key: `chat ${line.id}`, chat: line, time: shown });
  }
  return lines;
}
