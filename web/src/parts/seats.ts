/** "2–6": the numbers of players as one reads them; gaps are kept ("2–4, 6"). */
export function seatRange(seats: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const count of [...seats].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === count - 1) last[1] = count;
    else runs.push([count, count]);
  }
  return runs.map(([low, high]) => (low === high ? `${low}` : `${low}–${high}`)).join(", ");
}
