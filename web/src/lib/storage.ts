/** What this browser remembers. Storage may be forbidden (private windows): then choices last for the visit. */

const PREFIX = "ferrovia.";

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // forbidden: nothing to do, the choice lives in memory
  }
}
