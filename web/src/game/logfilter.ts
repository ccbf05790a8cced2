/** Which lines of the log are shown. */

import type { LogEntry } from "../lib/types";

export const FILTERS = ["all", "mine", "done", "money", "track", "trains", "chat"] as const;
export type Filter = (typeof FILTERS)[number];

export interface Reader {
  /** Names and letters that a line about the reader speaks of. */
  mine: readonly string[];
  seats: readonly string[];
}

/** The kinds of events that a filter asks for, by what their names have in common. */
const KINDS: Partial<Record<Filter, RegExp>> = {
  money: /dividend|withheld|income|paid|loan|debt|price|share|sold|bought|bid|won|fine|revenue|run\b|capital|helped|repaid|endowed|floated/,
  track: /tile|terrain|station|home|base|token|expanded|developed|forest|pass-opened|mine-|space/,
  trains: /train|phase|warrant|tender|rust|face|combined/,
};

/** `mine`: own answers and what speaks of the reader or their companies; `done`: only what changed something. */
export function isShown(filter: Filter, entry: LogEntry, reader: Reader): boolean {
  if (filter === "chat") return false;
  if (filter === "done") return entry.events.length > 0 || entry.kind !== "answer";
  if (filter === "all") return true;
  const kinds = KINDS[filter];
  if (kinds) return entry.keys.some((key) => kinds.test(key));
  const spoken = [entry.text, ...entry.events].join(" ");
  return reader.seats.includes(entry.who ?? "") || reader.mine.some((name) => speaksOf(spoken, name));
}

/** Whether a text speaks of something by its whole name: "BN" is not in "ABN". */
export function speaksOf(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true;
  }
  return false;
}

function isLetter(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
}
