import { expect, it } from "vitest";
import { earnings, linesOf, ticks, valueAt } from "./chart";

const chart = {
  players: ["p1", "p2"],
  points: [
    { seq: 4, worth: { p1: 12, p2: 9 }, estimate: { p1: 20, p2: 21 }, price: { BN: 80, MW: 60 } },
    { seq: 0, worth: { p1: 10, p2: 10 }, estimate: { p1: 10, p2: 10 }, price: { BN: 70 } },
  ],
};

it("draws a line for each player in order of time", () => {
  const points = (measure: "worth" | "estimate"): unknown => linesOf(chart, measure).map((line) => line.points);
  expect(points("worth")).toEqual([[[0, 10], [4, 12]], [[0, 10], [4, 9]]]);
  expect(points("estimate")).toEqual([[[0, 10], [4, 20]], [[0, 10], [4, 21]]]);
});

it("draws prices of companies from the day on which they come to the market", () => {
  expect(linesOf(chart, "price")).toEqual([
    { of: "company", id: "BN", points: [[0, 70], [4, 80]] },
    { of: "company", id: "MW", points: [[4, 60]] },
  ]);
});

it("draws what companies earned, for rounds in which somebody earned something", () => {
  const rounds = [
    { seq: 0, text: "SR 1", revenue: {} },
    { seq: 5, text: "OR 1", revenue: { BN: 40 } },
    { seq: 9, text: "OR 2", revenue: { BN: 50, MW: 20 } },
  ];
  expect(earnings(rounds)).toEqual([
    { of: "company", id: "BN", points: [[5, 40], [9, 50]] },
    { of: "company", id: "MW", points: [[5, 0], [9, 20]] },
  ]);
});

it("marks the axes with round numbers", () => {
  expect(ticks(0, 100, 5)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticks(430, 2710, 4)).toEqual([1000, 2000]);
  expect(ticks(-30, 25, 5)).toEqual([-20, 0, 20]);
  expect(ticks(0, 2, 5)).toEqual([0, 1, 2]);
  expect(ticks(7, 7, 4)).toEqual([7]);
});

it("knows what stood at a position", () => {
  const line = linesOf(chart, "worth")[0]?.points ?? [];
  expect([valueAt(line, 3), valueAt(line, 4), valueAt(line, 9), valueAt(line, -1)]).toEqual([10, 12, 12, null]);
});
