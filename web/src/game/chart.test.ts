import { expect, it } from "vitest";
import { chartColumns } from "./chart";

it("turns points into columns in order of time", () => {
  const chart = {
    players: ["p1", "p2"],
    points: [
      { seq: 4, worth: { p1: 12, p2: 9 }, estimate: { p1: 20, p2: 21 } },
      { seq: 0, worth: { p1: 10, p2: 10 }, estimate: { p1: 10, p2: 10 } },
    ],
  };
  expect(chartColumns(chart, "worth")).toEqual([[0, 4], [10, 12], [10, 9]]);
  expect(chartColumns(chart, "estimate")).toEqual([[0, 4], [10, 20], [10, 21]]);
});
