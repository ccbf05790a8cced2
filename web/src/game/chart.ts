/** The value chart in figures: the line of each player, and round numbers for the axes. */

import type { Chart } from "../lib/types";

export type Measure = "worth" | "estimate";
export type Point = readonly [seq: number, value: number];

export function linesOf(chart: Chart, measure: Measure): Point[][] {
  const points = chart.points.toSorted((a, b) => a.seq - b.seq);
  return chart.players.map((player) => points.map((point): Point => [point.seq, point[measure][player] ?? 0]));
}

/** Round numbers from a low to a high value, about as many as wanted. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const rough = Math.max(1, high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, n) => (first + n) * step);
}

/** The last value at or before a position. */
export function valueAt(line: readonly Point[], seq: number): number | null {
  return line.findLast(([at]) => at <= seq)?.[1] ?? null;
}
