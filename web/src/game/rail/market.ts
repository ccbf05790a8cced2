/** The market as it is drawn: cells in rows, and rows that stand half a step apart folded into bands. */

import type { MarketCell, Marker } from "../../lib/types";

export interface CellPlace {
  cell: MarketCell;
  index: number;
  /** Left edge and row, in cells. */
  x: number;
  y: number;
}

export interface MarketPlan {
  places: CellPlace[];
  width: number;
}

/** Whether no two cells stand above one another: then the rows lie half a step apart, like bricks. */
export function isBricks(cells: readonly MarketCell[]): boolean {
  return new Set(cells.map((cell) => cell.row)).size > 1 && new Set(cells.map((cell) => cell.column)).size === cells.length;
}

/** Where each cell goes, at most `most` cells wide if the market can be folded. */
export function planOf(cells: readonly MarketCell[], most: number): MarketPlan {
  const bricks = isBricks(cells);
  const rows = Math.max(0, ...cells.map((cell) => cell.row)) + 1;
  const folds = bricks || rows === 1;
  const step = bricks ? 0.5 : 1;
  const inBand = folds ? Math.max(2, Math.floor(bricks ? (most - 0.5) / step : most)) : Infinity;
  const places = cells.map((cell, index): CellPlace => {
    const band = folds ? Math.floor(cell.column / inBand) : 0;
    const column = folds ? cell.column % inBand : cell.column;
    return { cell, index, x: column * step, y: band * (rows + 0.25) + cell.row };
  });
  return {
    places,
    width: Math.max(0, ...places.map((place) => place.x)) + 1,
  };
}

/** Where each row begins and how high it is, by its place in cells: as high as its tallest cell needs. */
export function rowsOf(places: readonly CellPlace[], usual: number, needs: (cell: number) => number): { tops: Map<number, number>; heights: Map<number, number>; end: number } {
  const rows = [...new Set(places.map((place) => place.y))].toSorted((a, b) => a - b);
  const heights = new Map(rows.map((row) => [row, Math.max(usual, ...places.filter((place) => place.y === row).map((place) => needs(place.index)))]));
  const tops = new Map<number, number>();
  let end = 0;
  for (const [n, row] of rows.entries()) {
    const before = rows[n - 1];
    if (before !== undefined) end += (row - before - 1) * usual; // between two bands
    tops.set(row, end);
    end += heights.get(row) ?? usual;
  }
  return { tops, heights, end };
}

export interface Moved {
  company: string;
  from: number | null;
  to: number;
}

/** The markers that stand elsewhere afterwards. */
export function movedMarkers(before: readonly Marker[], after: readonly Marker[]): Moved[] {
  return after.flatMap((marker) => {
    const was = before.find((one) => one.company === marker.company);
    return was?.cell === marker.cell ? [] : [{ company: marker.company, from: was?.cell ?? null, to: marker.cell }];
  });
}
