import { describe, expect, it } from "vitest";
import type { CompanyFace, View } from "../../lib/types";
import { byDirector, hueOf, initials } from "./owners";

describe("byDirector", () => {
  const companies = [{ id: "BCB", letters: "BCB", colour: "#fff", ink: "#000" }, { id: "MW", letters: "MW" }] as unknown as CompanyFace[];
  const view = { players: [{ id: "p2" }, { id: "p1" }], companies: [{ id: "BCB", director: "p1" }, { id: "MW", director: "" }] } as unknown as View;

  it("gives companies the colour and the initials of whoever directs them", () => {
    const [bcb, mw] = byDirector(companies, view, (player) => (player === "p1" ? "Ana María" : player));
    expect(bcb).toMatchObject({ letters: "AM", ink: "#ffffff", colour: hueOf(["p1", "p2"], "p1") });
    expect(mw?.letters).toBe("–");
  });

  it("keeps the colour of a player whatever the order of the seats", () => {
    const turned = { ...view, players: view.players.toReversed() };
    expect(byDirector(companies, turned, String)[0]?.colour).toBe(byDirector(companies, view, String)[0]?.colour);
  });
});

describe("initials", () => {
  it("takes two letters", () => {
    expect([initials("Ana"), initials("Ana María Ruiz"), initials("É")]).toEqual(["An", "AM", "É"]);
  });
});
