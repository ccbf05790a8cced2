import { ApiError } from "../lib/api";
import { complain, notify } from "../lib/notices.svelte";

/** What to tell the player about a failure. */
export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Tells it at the edge of the page. */
export function tell(error: unknown): void {
  if (error instanceof ApiError) complain(error);
  else notify(said(error), { bad: true });
}
