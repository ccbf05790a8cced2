/** The letters and numbers of rows and columns, at the edges of a map whose hexes are called by them. */

import { centre } from "./geometry";
import type { Orientation, Point } from "./geometry";

export interface AxisMark {
  text: string;
  at: Point;
  of: "row" | "column";
}

interface Named {
  id: string;
  x: number;
  y: number;
}

/** How far from the outermost hexes, in the units of the map. */
const OUT = 52;

/** Marks on the left and at the top; none for a part of the names that follows neither rows nor columns. */
export function axesOf(orientation: Orientation, hexes: readonly Named[]): AxisMark[] {
  const named = hexes.flatMap((hex) => {
    const parts = /^([A-Za-z]+)(-?\d+)$/.exec(hex.id);
    return parts ? [{ at: centre(orientation, hex), letters: parts[1] ?? "", number: parts[2] ?? "" }] : [];
  });
  if (named.length === 0) return [];
  const left = Math.min(...named.map(({ at }) => at.x)) - OUT;
  const top = Math.min(...named.map(({ at }) => at.y)) - OUT;
  return (["letters", "number"] as const).flatMap((part) => {
    const groups = new Map([...new Set(named.map((hex) => hex[part]))].map((text) => [text, named.filter((hex) => hex[part] === text)]));
    const alike = (axis: "x" | "y"): boolean => [...groups.values()].every((group) => group.every(({ at }) => Math.abs(at[axis] - (group[0]?.at[axis] ?? 0)) < 1));
    const of = alike("y") ? "row" : alike("x") ? "column" : null;
    if (of === null) return [];
    return [...groups].map(([text, [first]]): AxisMark => ({ text, of, at: of === "row" ? { x: left, y: first?.at.y ?? 0 } : { x: first?.at.x ?? 0, y: top } }));
  });
}
