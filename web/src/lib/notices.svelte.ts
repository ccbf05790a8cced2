/** Short messages at the edge of the page; they are also spoken by screen readers. */

import { ApiError } from "./api";
import { recheckSession } from "./session.svelte";

export interface Notice {
  id: number;
  text: string;
  bad: boolean;
  /** Who reads it is not signed in, and should be. */
  signIn: boolean;
}

const LASTS = 6_000;

let list = $state<Notice[]>([]);
let next = 0;

export function notices(): readonly Notice[] {
  return list;
}

export function notify(text: string, { bad = false, signIn = false } = {}): void {
  const notice = { id: next++, text, bad, signIn };
  list = [...list.filter((other) => other.text !== text), notice];
  setTimeout(() => dismiss(notice.id), bad ? 2 * LASTS : LASTS);
}

export function dismiss(id: number): void {
  list = list.filter((notice) => notice.id !== id);
}

/** Tell what went wrong. Anything but an answer of the server is a fault of ours and belongs in the console. */
export function complain(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  const signIn = error.kind === "not-signed-in";
  notify(error.message, { bad: true, signIn });
  if (signIn) void recheckSession();
}
