/** A game file on its way to the server, which tells from time to time how far it is. */

import { ApiError, csrfToken } from "./api";
import { language } from "./i18n.svelte";
import type { ImportedGame } from "./types";

/** An event as it travels: its kind and what it says. */
export interface Told {
  kind: string;
  data: unknown;
}

/** The events that are complete in what has come so far, and the rest. */
export function eventsIn(text: string): { events: Told[]; rest: string } {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.flatMap((block) => {
    const kind = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return kind === undefined || data === undefined ? [] : [{ kind, data: JSON.parse(data) as unknown }];
  });
  return { events, rest };
}

/** Sends a file; `done` is told which part of it is played again, from 0 to 1. */
export async function takeIn(file: Record<string, unknown>, done: (part: number) => void): Promise<ImportedGame> {
  const answer = await fetch(`/api/import/watched?lang=${language()}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrftoken": csrfToken(document.cookie) ?? "" },
    body: JSON.stringify({ file }),
  }).catch(() => {
    throw ApiError.offline();
  });
  if (!answer.ok || !answer.body) throw ApiError.fromAnswer(answer.status, await answer.json().catch(() => null));
  let waiting = "";
  for await (const piece of pieces(answer.body)) {
    const { events, rest } = eventsIn(waiting + piece);
    waiting = rest;
    for (const { kind, data } of events) {
      if (kind === "progress") done((data as { part: number }).part);
      else if (kind === "game") return data as ImportedGame;
      else throw ApiError.fromAnswer(400, data);
    }
  }
  throw ApiError.offline();
}

/** A stream as text; not every browser lets one loop over it. */
async function* pieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const text = new TextDecoder();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield text.decode(next.value, { stream: true });
}
