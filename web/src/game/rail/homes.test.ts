import { describe, expect, it } from "vitest";
import type { CompanyFace, View } from "../../lib/types";
import { homesOf } from "./homes";

const companies = ["CM", "MS", "CSE", "MH"].map((id) => ({ id, home: `home of ${id}` })) as unknown as CompanyFace[];
const none = { open: false, figures: { markers: 1 } };
const view = { offer: [], companies: [{ id: "CM", ...none }, { id: "MS", ...none }, { id: "MH", open: false, figures: { markers: 0 } }] } as unknown as View;

describe("homesOf", () => {
  it("keeps places for companies that are in the game and have not come", () => {
    expect([...homesOf(companies, view, new Set(["MS"]))]).toEqual([["home of CM", ["CM"]]]);
  });

  it("keeps a place for whoever is offered anew, or has a price and is not open", () => {
    const offered = { ...view, offer: [{ companies: ["MH"] }] } as unknown as View;
    const priced = { ...view, companies: [{ id: "MH", open: false, figures: { markers: 0, price: 70 } }] } as unknown as View;
    expect(homesOf(companies, offered, new Set()).has("home of MH")).toBe(true);
    expect([...homesOf(companies, priced, new Set()).keys()]).toEqual(["home of MH"]);
  });
});
