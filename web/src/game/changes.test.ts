import { describe, expect, it } from "vitest";
import { changes, newOnHexes } from "./changes";
import type { Shown } from "./changes";

const VIEW = {
  hexes: [{ id: "R5", tokens: ["PRR"], marks: [] as string[] }],
  companies: [{ id: "PRR", figures: { treasury: 12, income: 7 } as Record<string, number> }],
  players: [{ id: "p1", cash: 30, shares: { PRR: 1 } as Record<string, number>, figures: { "next-dividend": 7 } }],
  gauges: [{ key: "expansion", kind: "dial" as const, values: [0, 1, 2], at: 0, red: 2 }],
} satisfies Shown;

describe("what differs between two positions", () => {
  it("is nothing for the same position", () => {
    expect(changes(VIEW, structuredClone(VIEW))).toEqual([]);
  });

  it("names every figure with its value before and after", () => {
    const after = structuredClone(VIEW);
    after.companies[0]!.figures = { treasury: 9, income: 8, dividend: 8 };
    after.players[0]!.shares = { PRR: 1, NYC: 1 };
    after.gauges[0]!.at = 1;
    const told = changes(VIEW, after).map(({ of, id, key, before, after }) => [of, id, key, before, after]);
    expect(told).toEqual([
      ["player", "p1", "share.NYC", null, 1],
      ["company", "PRR", "treasury", 12, 9],
      ["company", "PRR", "income", 7, 8],
      ["company", "PRR", "dividend", null, 8],
      ["gauge", "expansion", "", 0, 1],
    ]);
  });

  it("finds what is new on the map", () => {
    const after = structuredClone(VIEW);
    after.hexes.push({ id: "Q5", tokens: ["PRR"], marks: ["house"] });
    after.hexes[0]!.tokens.push("NYC");
    expect([...newOnHexes(VIEW, after)]).toEqual([
      ["R5", { tokens: ["NYC"], marks: [] }],
      ["Q5", { tokens: ["PRR"], marks: ["house"] }],
    ]);
  });
});
