import { describe, expect, it } from "vitest";
import type { FormInfo, MarketCell, Offer } from "../../lib/types";
import { isBricks, movedMarkers, planOf, rowsOf } from "./market";
import { companyForms, isStockTurn, numbersOf, offersFor } from "./stock";

const cell = (price: number, row: number, column: number): MarketCell => ({ price, row, column, zones: [] });
const BRICKS = Array.from({ length: 12 }, (_, n) => cell(40 + n, 1 - (n % 2), n));
const GRID = [cell(100, 0, 0), cell(110, 0, 1), cell(90, 1, 0), cell(95, 1, 1)];

describe("the market", () => {
  it("is a grid where cells stand above one another", () => {
    expect(isBricks(GRID)).toBe(false);
    expect(planOf(GRID, 1)).toMatchObject({ width: 2 });
    expect(planOf(GRID, 9).places.map(({ x, y }) => [x, y])).toEqual([[0, 0], [1, 0], [0, 1], [1, 1]]);
  });

  it("of two rows half a step apart is laid like bricks", () => {
    expect(isBricks(BRICKS)).toBe(true);
    const { places, width } = planOf(BRICKS, 20);
    expect(places.slice(0, 3).map(({ x, y }) => [x, y])).toEqual([[0, 1], [0.5, 0], [1, 1]]);
    expect(width).toBe(6.5);
  });

  it("has rows as high as their tallest stack, and room between two bands", () => {
    const grid = rowsOf(planOf(GRID, 9).places, 10, (index) => (index === 1 ? 35 : 0));
    expect([[...grid.tops], [...grid.heights.values()], grid.end]).toEqual([[[0, 0], [1, 35]], [35, 10], 45]);
    expect([...rowsOf(planOf(BRICKS, 3).places, 8, () => 0).tops].slice(0, 3)).toEqual([[0, 0], [1, 8], [2.25, 18]]);
  });

  it("is folded where it would be too wide, in price order and without overlap", () => {
    const { places, width } = planOf(BRICKS, 3);
    expect(width).toBeLessThanOrEqual(3.5);
    const taken = places.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(taken).size).toBe(BRICKS.length);
    const bands = places.map(({ y }) => Math.floor(y / 2.25));
    expect(bands).toEqual(bands.toSorted((a, b) => a - b));
    expect(Math.max(...bands)).toBeGreaterThan(1);
  });

  it("tells which markers move", () => {
    const at = (company: string, place: number) => ({ company, cell: place, place: 0 });
    expect(movedMarkers([at("A", 1), at("B", 2)], [at("A", 3), at("B", 2), at("C", 0)])).toEqual([
      { company: "A", from: 1, to: 3 },
      { company: "C", from: null, to: 0 },
    ]);
  });
});

describe("a stock turn", () => {
  const form = (name: string, ...fields: [string, string][]): FormInfo => ({ name, label: name, fields: fields.map(([field, kind]) => ({ name: field, kind, many: false, label: field, money: true })) });
  const START = form("start", ["company", "company"], ["price", "amount"]);
  const BUY = form("buy", ["company", "company"], ["place", "place"]);
  const END = form("end");
  const offer = (action: Offer["action"]): Offer => ({ action, amount: null, open: false, text: "", passive: false });
  const POOL = [offer({ type: "start", company: "A", price: 70 }), offer({ type: "start", company: "A", price: 60 }), offer({ type: "buy", company: "B", place: "ipo" })];

  it("is a question with several things to do with companies", () => {
    expect(isStockTurn([START, BUY, END], {})).toBe(true);
    expect(isStockTurn([form("acquire", ["company", "company"]), END], {})).toBe(false);
    expect(isStockTurn([START, BUY, END], { company: "SC" })).toBe(false);
    expect(companyForms([START, END])).toEqual([START]);
  });

  it("knows what can be done with each company", () => {
    expect(offersFor(POOL, START, "A")).toHaveLength(2);
    expect(offersFor(POOL, BUY, "A")).toEqual([]);
    expect(numbersOf(offersFor(POOL, START, "A"), START)).toEqual([60, 70]);
    expect(numbersOf(offersFor(POOL, BUY, "B"), BUY)).toEqual([]);
  });
});
