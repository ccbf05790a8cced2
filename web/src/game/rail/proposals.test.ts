import { describe, expect, it } from "vitest";
import type { Offer, Preview, View } from "../../lib/types";
import { broughtBy, isProposed, proposalsIn } from "./proposals";
import { viewOf } from "./samples";

const offer = (fields: Record<string, string>): Offer => ({ action: { type: "merge", ...fields }, amount: null, open: false, text: "", passive: false });

function position(cash: number, shares: Record<string, number>, price = 70): View {
  const view = viewOf();
  view.players.push({ id: "p1", cash, shares, figures: {}, privates: [], marks: [] } as unknown as View["players"][number]);
  view.companies.push({ id: "X", open: true, figures: { price }, holders: {}, director: "p1", trains: [], privates: [], marks: [], goals: [], train_limit: null });
  return view;
}

function preview(params: Record<string, unknown>, view: View): Preview {
  return { legal: true, refusal: null, more: [], events: [], view, text: "", next: { key: "q", who: "p2", params, text: "", forms: [], you: false } } as unknown as Preview;
}

describe("proposals", () => {
  const merger = offer({ company: "Y", survivor: "X" });

  it("are shown together while they are few", () => {
    expect(proposalsIn([offer({}), merger])).toEqual([merger]);
    expect(proposalsIn(Array.from({ length: 17 }, () => merger))).toEqual([]);
    expect(isProposed([merger], "merge", "survivor")).toBe(true);
    expect(isProposed([merger], "merge", "company")).toBe(true);
    expect(isProposed([merger], "trade", "company")).toBe(false);
    expect(isProposed([offer({})], "merge", "survivor")).toBe(false);
  });

  it("bring what the question to the other director says", () => {
    const params = { price: 95, holders: { p1: { after: 3, money: -47 } } };
    expect(broughtBy(preview(params, position(100, {})), position(100, {}), "X", "p1")).toEqual({ price: 95, shares: 3, money: -47 });
    expect(broughtBy(preview(params, position(100, {})), position(100, {}), "X", "p9")).toEqual({ price: 95, shares: 0, money: 0 });
  });

  it("bring what the first holder is told, or what the position shows", () => {
    const before = position(100, { X: 5 });
    expect(broughtBy(preview({ outlook: { p1: 4 } }, position(80, { X: 2 })), before, "X", "p1")).toEqual({ price: 70, shares: 4, money: -20 });
    expect(broughtBy(preview({}, position(110, { X: 2 })), before, "X", "p1")).toEqual({ price: 70, shares: 2, money: 10 });
  });
});
