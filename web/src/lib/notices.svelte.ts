/** Short messages at the edge of the page; they are also spoken by screen readers. */

import { ApiError } from "./api";

export interface Notice {
  id: number;
  text: string;
  bad: boolean;
}

const LASTS = 6_000;

let list = $state<Notice[]>([]);
let next = 0;

export function notices(): readonly Notice[] {
  return list;
}

export function notify(text: string, { bad = false } = {}): void {
  const notice = { id: next++, text, bad };
  list = [...list.filter((other) => other.text !== text), notice];
  setTimeout(() => dismiss(notice.id), bad ? 2 * LASTS : LASTS);
}

export function dismiss(id: number): void {
  list = list.filter((notice) => notice.id !== id);
}

/** Tell what went wrong. Anything but an answer of the server is a fault of ours and belongs in the console. */
export function complain(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  notify(error.message, { bad: true });
}
