/** The charts in figures: the line of each player or company, and round numbers for the axes. */

import type { Chart, RoundInfo } from "../lib/types";

export const MEASURES = ["worth", "estimate", "price", "revenue"] as const;
export type Measure = (typeof MEASURES)[number];
export type Point = readonly [seq: number, value: number];

export interface Line {
  of: "player" | "company";
  id: string;
  points: Point[];
}

/** What everybody was worth, or what the shares of each company cost. */
export function linesOf(chart: Chart, measure: "worth" | "estimate" | "price"): Line[] {
  const points = chart.points.toSorted((a, b) => a.seq - b.seq);
  const line = (of: Line["of"], id: string): Line => ({
    of,
    id,
    points: points.flatMap((point): Point[] => {
      const value = point[measure][id];
      return value === undefined ? [] : [[point.seq, value]];
    }),
  });
  if (measure !== "price") return chart.players.map((player) => line("player", player));
  return [...new Set(points.flatMap((point) => Object.keys(point.price)))].map((company) => line("company", company));
}

/** What companies earned in each round in which anybody did. */
export function earnings(rounds: readonly RoundInfo[]): Line[] {
  const counting = rounds.filter((round) => Object.keys(round.revenue).length > 0);
  const companies = [...new Set(counting.flatMap((round) => Object.keys(round.revenue)))];
  return companies.map((id) => ({ of: "company", id, points: counting.map((round): Point => [round.seq, round.revenue[id] ?? 0]) }));
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
