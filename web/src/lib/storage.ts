/** What this browser remembers. Storage may be forbidden (private windows): then choices last for the visit. */

const PREFIX = "ferrovia.";

/** Asked for each time: where it is forbidden, even to name a storage is an error. */
type Place = () => Storage;

const always: Place = () => localStorage;
const thisVisit: Place = () => sessionStorage;

function read(place: Place, key: string): string | null {
  try {
    return place().getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function write(place: Place, key: string, value: string): void {
  try {
    place().setItem(PREFIX + key, value);
  } catch {
    // forbidden: nothing to do, the choice lives in memory
  }
}

export function remembered(key: string): string | null {
  return read(always, key);
}

export function remember(key: string, value: string): void {
  write(always, key, value);
}

/** What this tab alone remembers, until it is closed. */
export function forThisVisit(key: string): string | null {
  return read(thisVisit, key);
}

export function keepForThisVisit(key: string, value: string): void {
  write(thisVisit, key, value);
}
