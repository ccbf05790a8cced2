/** The value chart as columns: first the positions, then one column a player. */

import type { Chart } from "../lib/types";

export function chartColumns(chart: Chart, measure: "worth" | "estimate"): [number[], ...number[][]] {
  const points = [...chart.points].sort((a, b) => a.seq - b.seq);
  return [points.map((point) => point.seq), ...chart.players.map((player) => points.map((point) => point[measure][player] ?? 0))];
}
