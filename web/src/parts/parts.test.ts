import { expect, test } from "vitest";

import { band } from "./guilloche";
import { seatRange } from "./seats";

test.each([
  [[2, 3, 4, 5, 6], "2–6"],
  [[3], "3"],
  [[6, 2, 3], "2–3, 6"],
  [[], ""],
])("%j players are written %s", (seats, words) => {
  expect(seatRange(seats)).toBe(words);
});

test("the band stays between its two ovals", () => {
  const points = [...band({ width: 200, height: 100 }, 0.2).matchAll(/(-?[\d.]+) (-?[\d.]+)/g)];
  const out = points.map(([, x, y]) => Math.hypot(Number(x) / 100, Number(y) / 50));
  expect(points.length).toBeGreaterThan(100);
  expect(Math.max(...out)).toBeLessThanOrEqual(1.01);
  expect(Math.min(...out)).toBeGreaterThanOrEqual(0.79);
});
