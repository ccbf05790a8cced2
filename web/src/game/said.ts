/** What to tell the player about a failure. */
export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
