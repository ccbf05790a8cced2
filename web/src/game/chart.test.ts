import { expect, it } from "vitest";
import { linesOf, ticks, valueAt } from "./chart";

const chart = {
  players: ["p1", "p2"],
  points: [
    { seq: 4, worth: { p1: 12, p2: 9 }, estimate: { p1: 20, p2: 21 } },
    { seq: 0, worth: { p1: 10, p2: 10 }, estimate: { p1: 10, p2: 10 } },
  ],
};

it("draws a line for each player in order of time", () => {
  expect(linesOf(chart, "worth")).toEqual([[[0, 10], [4, 12]], [[0, 10], [4, 9]]]);
  expect(linesOf(chart, "estimate")).toEqual([[[0, 10], [4, 20]], [[0, 10], [4, 21]]]);
});

it("marks the axes with round numbers", () => {
  expect(ticks(0, 100, 5)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticks(430, 2710, 4)).toEqual([1000, 2000]);
  expect(ticks(-30, 25, 5)).toEqual([-20, 0, 20]);
  expect(ticks(0, 2, 5)).toEqual([0, 1, 2]);
  expect(ticks(7, 7, 4)).toEqual([7]);
});

it("knows what stood at a position", () => {
  const [line = []] = linesOf(chart, "worth");
  expect([valueAt(line, 3), valueAt(line, 4), valueAt(line, 9), valueAt(line, -1)]).toEqual([10, 12, 12, null]);
});
