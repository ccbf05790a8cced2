import { describe, expect, it } from "vitest";
import { changes, concernsMany, newOnHexes, paysByItself } from "./changes";
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

  it("names the trains of a company by the faces that are up", () => {
    const faces = { "2-1": "2a", "2-2": "2b", "3-1": "3d" };
    const had = { ...VIEW, faces, companies: [{ id: "BCB", figures: {}, trains: ["2-1", "2-2", "3-1"] }] };
    const has = { ...had, companies: [{ id: "BCB", figures: {}, trains: ["2-2", "3-1"] }] };
    const none = { ...had, companies: [{ id: "BCB", figures: {}, trains: [] }] };
    const trains = { of: "company", id: "BCB", key: "trains", money: false };
    expect(changes(had, has)).toEqual([{ ...trains, before: "2a 2b 3d", after: "2b 3d" }]);
    expect(changes(has, none)).toEqual([{ ...trains, before: "2b 3d", after: null }]);
    expect(changes(had, structuredClone(had))).toEqual([]);
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

describe("what concerns many", () => {
  const companies = [{ id: "PRR", open: true }, { id: "B&O", open: true }];
  const share = (id: string) => ({ of: "player" as const, id, key: "share.PRR", before: 1, after: 2, money: false });

  it("is shares of several players, a company that goes, or a long list", () => {
    expect(concernsMany({ companies }, { companies }, [share("p1")])).toBe(false);
    expect(concernsMany({ companies }, { companies }, [share("p1"), share("p2")])).toBe(true);
    expect(concernsMany({ companies }, { companies: [{ id: "PRR", open: true }] }, [])).toBe(true);
    expect(concernsMany({ companies }, { companies }, Array.from({ length: 9 }, () => share("p1")))).toBe(true);
    const figure = (id: string, key: string) => ({ of: "company" as const, id, key, before: 1, after: 2, money: false });
    const sale = ["treasury", "trains"].flatMap((key) => [figure("PRR", key), figure("NYC", key)]);
    expect(concernsMany({ companies }, { companies }, sale)).toBe(false);
    const obsolete = ["PRR", "NYC", "B&O"].map((id) => figure(id, "trains"));
    expect(concernsMany({ companies }, { companies }, obsolete.slice(1))).toBe(false);
    expect(concernsMany({ companies }, { companies }, obsolete)).toBe(true);
    expect(concernsMany({ companies }, { companies }, [...sale, figure("PRR", "markers"), figure("PRR", "price")])).toBe(true);
  });
});

describe("what follows an answer by itself", () => {
  const own = (cash: number, treasury: number, trains: string[] = []) => ({
    players: [{ id: "p1", cash }],
    companies: [{ id: "X", director: "p1", figures: { treasury }, trains }],
  });
  const pays = (view: ReturnType<typeof own>, automatic = true): boolean => paysByItself(own(50, 80), { events: [{ automatic }], view }, "p1");

  it("takes money or changes trains, of somebody or of a company they direct", () => {
    expect(pays(own(50, 80))).toBe(false);
    expect(pays(own(40, 80))).toBe(true);
    expect(pays(own(50, 10))).toBe(true);
    expect(pays(own(60, 90, ["2"]))).toBe(true);
  });

  it("is another matter than what the answer itself costs, and than the money of others", () => {
    expect(pays(own(40, 10), false)).toBe(false);
    expect(paysByItself(own(50, 80), { events: [{ automatic: true }], view: own(40, 10) }, "p2")).toBe(false);
  });
});
