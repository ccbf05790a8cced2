/** A line around all places of a stop, at the same distance everywhere. */

import type { Point } from "../geometry";

/** The points that no straight line between others leaves out, in order around them. */
function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (from: readonly Point[]): Point[] => {
    const row: Point[] = [];
    for (const point of from) {
      while (row.length > 1 && turn(row.at(-2)!, row.at(-1)!, point) <= 1e-9) row.pop();
      row.push(point);
    }
    return row.slice(0, -1);
  };
  return sorted.length < 2 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

const spelt = (x: number, y: number): string => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** In the words of SVG, around the places of a stop (or its middle, where it has none). */
export function ringPath(places: readonly Point[], radius: number): string {
  const around = hull(places.length > 0 ? places : [{ x: 0, y: 0 }]);
  const [only] = around;
  if (around.length === 1 && only) {
    return `M${spelt(only.x - radius, only.y)}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`;
  }
  const sides = around.map((from, n) => {
    const to = around[(n + 1) % around.length] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const out = { x: ((to.y - from.y) / length) * radius, y: ((from.x - to.x) / length) * radius };
    return { start: spelt(from.x + out.x, from.y + out.y), end: spelt(to.x + out.x, to.y + out.y) };
  });
  const arc = `A${radius} ${radius} 0 0 1 `;
  return sides.map((side, n) => (n === 0 ? `M${side.start}` : `${arc}${side.start}`) + `L${side.end}`).join("") + `${arc}${sides[0]?.start ?? ""}Z`;
}
