/** Hexes on the plane: doubled coordinates to points, and the arrow keys to neighbours. */

export type Orientation = "flat" | "pointy";
export interface Place {
  id: string;
  x: number;
  y: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** How the map lies in its window: scale and the place of the map's origin, in pixels. */
export interface Lens {
  scale: number;
  x: number;
  y: number;
}
export type Arrow = "up" | "down" | "left" | "right";

/** Centre to corner, in the map's own units. */
export const RADIUS = 40;
const HALF = (Math.sqrt(3) / 2) * RADIUS;
const LONG = 1.5 * RADIUS;

export function centre(orientation: Orientation, place: { x: number; y: number }): Point {
  return orientation === "flat" ? { x: place.x * LONG, y: place.y * HALF } : { x: place.x * HALF, y: place.y * LONG };
}

/** The six corners of a hex around the origin, as an SVG `points` attribute; `grown` makes it larger or smaller. */
export function corners(orientation: Orientation, grown = 0): string {
  const first = orientation === "flat" ? 0 : Math.PI / 6;
  const radius = RADIUS + grown;
  return Array.from({ length: 6 }, (_, n) => {
    const angle = first + (n * Math.PI) / 3;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");
}

export function bounds(orientation: Orientation, places: readonly Place[], margin: number): Box {
  if (places.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const wide = orientation === "flat" ? RADIUS : HALF;
  const high = orientation === "flat" ? HALF : RADIUS;
  const points = places.map((place) => centre(orientation, place));
  const left = Math.min(...points.map((p) => p.x)) - wide - margin;
  const top = Math.min(...points.map((p) => p.y)) - high - margin;
  const right = Math.max(...points.map((p) => p.x)) + wide + margin;
  const bottom = Math.max(...points.map((p) => p.y)) + high + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The whole map in the middle of the window. */
export function fit(box: Box, width: number, height: number): Lens {
  const scale = Math.max(0.05, Math.min(width / box.width, height / box.height));
  return {
    scale,
    x: (width - box.width * scale) / 2 - box.x * scale,
    y: (height - box.height * scale) / 2 - box.y * scale,
  };
}

/** Zooms so that the point under the pointer stays under it; never smaller than half nor larger than eight times `whole`. */
export function zoomed(lens: Lens, factor: number, at: Point, whole: number): Lens {
  const scale = Math.min(whole * 8, Math.max(whole * 0.5, lens.scale * factor));
  const real = scale / lens.scale;
  return { scale, x: at.x - (at.x - lens.x) * real, y: at.y - (at.y - lens.y) * real };
}

/** Keeps at least a third of the window filled with map, so that it cannot be lost. */
export function held(lens: Lens, box: Box, width: number, height: number): Lens {
  const hold = (offset: number, start: number, size: number, room: number): number => {
    const keep = Math.min(room / 3, (size * lens.scale) / 2);
    const low = keep - (start + size) * lens.scale;
    const high = room - keep - start * lens.scale;
    return Math.min(high, Math.max(low, offset));
  };
  return { scale: lens.scale, x: hold(lens.x, box.x, box.width, width), y: hold(lens.y, box.y, box.height, height) };
}

/** Moves the map just so far that a point can be seen, with some room around it. */
export function showing(lens: Lens, point: Point, width: number, height: number, room: number): Lens {
  const x = point.x * lens.scale + lens.x;
  const y = point.y * lens.scale + lens.y;
  const into = (at: number, size: number): number => Math.max(room, Math.min(size - room, at)) - at;
  return { scale: lens.scale, x: lens.x + into(x, width), y: lens.y + into(y, height) };
}

const AHEAD: Record<Arrow, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/**
 * The hex an arrow key leads to. Across the grain (left and right on a flat map) it zigzags so that two steps stay in
 * the row; where the map has a hole it goes on to the nearest hex ahead.
 */
export function stepTo(orientation: Orientation, places: readonly Place[], from: Place, arrow: Arrow): Place | null {
  const at = (x: number, y: number): Place | undefined => places.find((place) => place.x === x && place.y === y);
  for (const [dx, dy] of steps(orientation, from, arrow)) {
    const found = at(from.x + dx, from.y + dy);
    if (found) return found;
  }
  return nearestAhead(orientation, places, from, AHEAD[arrow]);
}

function steps(orientation: Orientation, from: Place, arrow: Arrow): [number, number][] {
  const { x, y } = AHEAD[arrow];
  if (orientation === "flat") {
    const first = from.x % 2 === 0 ? 1 : -1;
    return x === 0 ? [[0, 2 * y]] : [[x, first], [x, -first]];
  }
  const first = from.y % 2 === 0 ? 1 : -1;
  return y === 0 ? [[2 * x, 0]] : [[first, y], [-first, y]];
}

function nearestAhead(orientation: Orientation, places: readonly Place[], from: Place, ahead: Point): Place | null {
  const start = centre(orientation, from);
  let best: Place | null = null;
  let least = Infinity;
  for (const place of places) {
    const to = centre(orientation, place);
    const forward = (to.x - start.x) * ahead.x + (to.y - start.y) * ahead.y;
    const aside = Math.abs((to.x - start.x) * ahead.y) + Math.abs((to.y - start.y) * ahead.x);
    if (forward <= 0 || aside > forward) continue;
    const far = forward + 2 * aside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/** Up to `count` small places inside a hex, for tokens: one in the middle, two side by side, then two rows. */
export function spots(count: number): { points: Point[]; scale: number } {
  if (count <= 1) return { points: [{ x: 0, y: 0 }], scale: 1 };
  const rows = count === 2 ? [2] : count === 3 ? [2, 1] : count === 4 ? [2, 2] : rowsOfThree(count);
  const scale = count === 2 ? 0.78 : Math.max(...rows) === 2 ? 0.68 : 0.5;
  const gap = { x: 40 * scale, y: 26 * scale };
  const points = rows.flatMap((inRow, row) =>
    Array.from({ length: inRow }, (_, n) => ({
      x: (n - (inRow - 1) / 2) * gap.x,
      y: (row - (rows.length - 1) / 2) * gap.y,
    })),
  );
  return { points, scale };
}

function rowsOfThree(count: number): number[] {
  const rows: number[] = [];
  for (let left = count; left > 0; left -= 3) rows.push(Math.min(3, left));
  return rows;
}

/** The hex under a point of the map. */
export function hexAt<P extends Place>(orientation: Orientation, places: readonly P[], point: Point): P | null {
  let best: P | null = null;
  let least = RADIUS;
  for (const place of places) {
    const middle = centre(orientation, place);
    const far = Math.hypot(middle.x - point.x, middle.y - point.y);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}
