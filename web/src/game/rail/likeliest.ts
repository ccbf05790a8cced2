/** Which of many attempts on a dark hex tell most: those with a tile that resembles what lies there. */

import type { Action, TileFace } from "../../lib/types";
import type { Table } from "../table.svelte";
import { groundOf, tilesById } from "./ground";

/** One attempt for each kind of answer that is possible elsewhere says enough. */
export function likeliest(table: Table, hex: string, attempts: readonly Action[]): Action[] {
  const { title, live } = table;
  const printed = table.hexFace(hex);
  if (!title || !live || !printed) return [...attempts];
  const tiles = tilesById(title.layout);
  const ground = groundOf(printed, live.view.hexes.find((one) => one.id === hex), tiles);
  const likeness = (action: Action): number => {
    const tile = tiles.get(String(action["tile"] ?? ""));
    return tile ? resemblance(ground.face, tile) : 0;
  };
  const { offered } = table.answer;
  const isWhole = (action: Action): boolean => offered.some((form) => form.name === action.type && form.fields.every((field) => field.name in action));
  const sorted = attempts.filter(isWhole).toSorted((a, b) => likeness(b) - likeness(a));
  return sorted.filter((action, n) => sorted.findIndex((other) => other.type === action.type) === n);
}

const NEXT: Record<string, string> = { white: "yellow", yellow: "green", green: "brown", brown: "gray" };

function resemblance(there: TileFace, tile: TileFace): number {
  const kinds = (face: TileFace): string => face.stops.map((stop) => stop.kind).join();
  return Number(kinds(there) === kinds(tile)) * 4 + Number(there.label === tile.label) * 2 + Number(NEXT[there.colour] === tile.colour);
}
