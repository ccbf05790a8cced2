/** What lies on each hex now: the tile laid there or what is printed, its turn, and who stands where. */

import type { HexFace, HexView, Layout, TileFace, View } from "../../lib/types";

export interface Ground {
  id: string;
  face: TileFace;
  turn: number;
  /** Whether a tile was laid over what is printed. */
  laid: boolean;
  /** For each stop who stands in each slot; "" in a free one. */
  stations: readonly (readonly string[])[];
}

const NOTHING: TileFace = { id: "", colour: "white", label: "", frame: "", stops: [], tracks: [], count: null, piece: "", becomes: [] };

export function tilesById(layout: Pick<Layout, "tiles">): Map<string, TileFace> {
  return new Map(layout.tiles.map((face) => [face.id, face]));
}

export function groundOf(printed: HexFace, now: HexView | undefined, tiles: ReadonlyMap<string, TileFace>): Ground {
  const laid = now?.tile ? tiles.get(now.tile) : undefined;
  return { id: printed.id, face: laid ?? printed.tile ?? NOTHING, turn: now?.turn ?? 0, laid: laid !== undefined, stations: now?.stations ?? [] };
}

export function groundsOf(layout: Layout, view: View): Map<string, Ground> {
  const tiles = tilesById(layout);
  const now = new Map(view.hexes.map((hex) => [hex.id, hex]));
  return new Map(layout.hexes.map((hex) => [hex.id, groundOf(hex, now.get(hex.id), tiles)]));
}

/** What a stop pays now: by period where that changes, the last one that has begun. */
export function revenueNow(revenue: Readonly<Record<string, number>>, periods: readonly string[]): number {
  const period = currentPeriod(revenue, periods);
  return period === null ? 0 : (revenue[period] ?? 0);
}

export function currentPeriod(revenue: Readonly<Record<string, number>>, periods: readonly string[]): string | null {
  return "" in revenue ? "" : (periods.findLast((period) => period in revenue) ?? null);
}

/** The hex of a stop and its number there: "E16.0". */
export function placeOf(stop: string): { hex: string; number: number } {
  const at = stop.lastIndexOf(".");
  return { hex: stop.slice(0, at), number: Number(stop.slice(at + 1)) };
}

export function stopId(hex: string, number: number): string {
  return `${hex}.${number}`;
}
