/** Where the name of a place stands on its hex: clear of slots, track, figures and labels, and within the edges. */

import { RADIUS } from "../geometry";
import type { Orientation, Point } from "../geometry";
import { APOTHEM } from "./tilegeometry";
import type { Obstacle } from "./tilegeometry";

export interface NamePlace {
  lines: readonly string[];
  size: number;
  /** The middle of the block of lines. */
  at: Point;
}

/** The width of a letter and the height of a line, in parts of the size of the print. */
const LETTER = 0.47;
const LINE = 0.92;
/** More room than this makes no difference. */
const ENOUGH = 3;
const SMALLER = 0.85;
/** So much worse is lying over something than reaching over the edge. */
const HIDING = 4;

/** A name that is longer may also be cut twice. */
const LONG = 16;

/** A name cut in two at the space or hyphen nearest to a part of its length; null where it has none. */
function cut(name: string, part: number): [string, string] | null {
  const places = [...name.matchAll(/[ -]/g)].map((match) => match.index);
  const best = places.toSorted((a, b) => Math.abs(a - name.length * part) - Math.abs(b - name.length * part))[0];
  if (best === undefined) return null;
  const hyphen = name[best] === "-" ? 1 : 0;
  return [name.slice(0, best + hyphen), name.slice(best + 1)];
}

/** A name as it is, on two lines where it can be cut, and a long one on three. */
function cuts(name: string): string[][] {
  const two = cut(name, 1 / 2);
  const [first, rest] = (name.length > LONG && cut(name, 1 / 3)) || ["", ""];
  const three = cut(rest, 1 / 2);
  return [[name], ...(two ? [two] : []), ...(three ? [[first, ...three]] : [])];
}

/** How far a box reaches over the sides of a hex. */
function beyond(at: Point, wide: number, high: number, orientation: Orientation): number {
  const corner = { x: Math.abs(at.x) + wide, y: Math.abs(at.y) + high };
  const [along, across] = orientation === "flat" ? [corner.x, corner.y] : [corner.y, corner.x];
  const slanted = along * (APOTHEM / RADIUS) + across * 0.5;
  return Math.max(0, across - APOTHEM, slanted - APOTHEM);
}

/** The distance of the nearest obstacle from a box, less than nothing where it lies in it; not looked for below `floor`. */
function clearance(at: Point, wide: number, high: number, obstacles: readonly Obstacle[], floor: number): number {
  let least = ENOUGH;
  for (const { at: other, radius, thin } of obstacles) {
    const x = Math.abs(other.x - at.x) - wide;
    const y = Math.abs(other.y - at.y) - high;
    const far = (x > 0 && y > 0 ? Math.hypot(x, y) : Math.max(x, y)) - radius;
    const room = thin && far < 0 ? far / HIDING : far;
    if (room < least) least = room;
    if (least <= floor) return -Infinity;
  }
  return least;
}

interface Try {
  place: NamePlace;
  worth: number;
}

/** How good a place is: what the name would lie over counts most, then what reaches over the edge, then where one looks first. */
function tried(lines: readonly string[], size: number, at: Point, orientation: Orientation, obstacles: readonly Obstacle[], most: number): number {
  const high = (lines.length * LINE * size) / 2;
  const wide = (Math.max(...lines.map((line) => line.length)) * LETTER * size) / 2;
  const taste = 0.25 * (lines.length - 1) + 0.02 * Math.abs(at.x) + (at.y > 0 ? 0.3 : 0) + 0.01 * Math.abs(Math.abs(at.y) - 20);
  const cost = 1.2 * beyond(at, wide, high, orientation) + taste;
  if (ENOUGH - cost <= most) return -Infinity;
  const needed = most + cost;
  const room = clearance(at, wide, high, obstacles, needed < 0 ? needed / HIDING : needed);
  return (room < 0 ? HIDING * room : room) - cost;
}

function best(lines: readonly string[], size: number, spots: readonly Point[], orientation: Orientation, obstacles: readonly Obstacle[], before: Try): Try {
  let found = before;
  for (const at of spots) {
    if (beyond(at, 0, 0, orientation) > 0) continue; // it would seem to be the name of the next hex
    const worth = tried(lines, size, at, orientation, obstacles, found.worth);
    if (worth > found.worth) found = { place: { lines, size, at }, worth };
  }
  return found;
}

/** Places all over a hex and at its edges, those above and below the middle first. */
const SPOTS: readonly Point[] = [-20, -16, -24, 20, 16, 24, -28, 28, -12, 12, -32, 32, -8, 8, -4, 4, 0, -36, 36, -40, 40].flatMap((y) => [0, -6, 6, -12, 12, -18, 18].map((x) => ({ x, y })));
const STEPS = [-3, -1.5, 1.5, 3];

/** The best place of a name; where it is crowded a little smaller than wished. */
export function namePlace(name: string, size: number, orientation: Orientation, obstacles: readonly Obstacle[]): NamePlace {
  let found: Try = { place: { lines: [name], size, at: { x: 0, y: -20 } }, worth: -Infinity };
  for (const print of [size, size * SMALLER]) {
    for (const lines of cuts(name)) found = best(lines, print, SPOTS, orientation, obstacles, found);
    if (found.worth > 0) break;
  }
  const { lines, size: print, at } = found.place;
  const near = STEPS.flatMap((step) => [{ x: at.x, y: at.y + step }, { x: at.x + step, y: at.y }]);
  return best(lines, print, near, orientation, obstacles, found).place;
}

/** A name as something that others keep clear of, seen from the same middle. */
export function lettersOf({ lines, size, at }: NamePlace): Obstacle[] {
  return lines.flatMap((line, n) => {
    const y = at.y + (n - (lines.length - 1) / 2) * size * LINE;
    const [wide, radius] = [line.length * LETTER * size, (size * LINE) / 2];
    const count = Math.max(1, Math.ceil(wide / radius));
    return Array.from({ length: count }, (_, k) => ({ at: { x: at.x + ((k + 0.5) / count - 0.5) * wide, y }, radius }));
  });
}

const known = new Map<string, NamePlace>();
/** This many places are remembered: some games of every title. */
const MOST = 5000;

/** The same, worked out once for each name, size, and what lies around it (`around` is its sign). */
export function knownNamePlace(name: string, size: number, orientation: Orientation, around: string, obstacles: () => readonly Obstacle[]): NamePlace {
  const key = `${name} ${size} ${around}`;
  const found = known.get(key) ?? namePlace(name, size, orientation, obstacles());
  if (known.size > MOST) known.clear();
  known.set(key, found);
  return found;
}

/** The sizes in which names are printed: few, so that zooming does not move them about. */
export function nameSize(scale: number): number {
  return Math.min(13, Math.max(8, Math.round(8.6 / scale)));
}
