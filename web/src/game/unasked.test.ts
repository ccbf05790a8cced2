import { describe, expect, it } from "vitest";
import type { Offer } from "../lib/types";
import { isMeant, plainNo, readWishes, stillMeant, stopSign } from "./unasked";
import type { Wish } from "./unasked";

const wish = (more: Partial<Wish>): Wish => ({ key: "station", company: null, stop: null, label: "no station", ...more });
const offer = (action: Offer["action"], passive: boolean): Offer => ({ action, passive, amount: null, open: false, text: "" });

describe("a question that is not to be asked again", () => {
  const ask = { key: "station", params: { company: "BCB" } };

  it("is meant for a company, for a stop of the course, or always", () => {
    expect(isMeant(wish({}), ask, "OR 3")).toBe(true);
    expect(isMeant(wish({ company: "BCB" }), ask, "OR 3")).toBe(true);
    expect(isMeant(wish({ company: "EKJ" }), ask, "OR 3")).toBe(false);
    expect(isMeant(wish({ stop: "OR 3" }), ask, "OR 3")).toBe(true);
    expect(isMeant(wish({ stop: "OR 2" }), ask, "OR 3")).toBe(false);
    expect(isMeant(wish({ key: "track" }), ask, "OR 3")).toBe(false);
  });

  it("is answered by the only no that names nothing", () => {
    const no = offer({ type: "end_stations" }, true);
    expect(plainNo([offer({ type: "place", stop: "A1.0" }, false), no])).toBe(no);
    expect(plainNo([offer({ type: "place", stop: "A1.0" }, false)])).toBeNull();
    expect(plainNo([offer({ type: "decline", dial: "auction" }, true)])).toBeNull();
  });

  it("is asked again once the stop has passed", () => {
    expect(stillMeant([wish({ stop: "OR 2" }), wish({ stop: "OR 3" }), wish({})], "OR 3")).toEqual([wish({ stop: "OR 3" }), wish({})]);
  });

  it("knows rounds by their names: their place in a set comes again in the next one", () => {
    const round = (number: number): string => stopSign({ stops: [{ key: "stock-round", params: { number } }, { key: "operating-round", params: { number } }], at: 1 });
    expect(round(1)).toBe(round(1));
    expect(round(1)).not.toBe(round(2));
  });

  it("is read back from what was kept, whatever that is", () => {
    expect(readWishes(JSON.stringify([wish({ company: "BCB" })]))).toEqual([wish({ company: "BCB" })]);
    expect(readWishes(null)).toEqual([]);
    expect(readWishes("{")).toEqual([]);
    expect(readWishes('[1, null, {"key": 2}]')).toEqual([]);
  });
});
