import { expect, it } from "vitest";
import type { FormInfo, Offer } from "../../lib/types";
import { onButton } from "./stock";

const COMPANY = { name: "company", kind: "company" };

function form(name: string, ...fields: object[]): FormInfo {
  return { name, fields: [COMPANY, ...fields] } as unknown as FormInfo;
}

function offers(type: string, ...actions: object[]): Offer[] {
  return actions.map((action) => ({ action: { type, company: "MS", ...action } })) as unknown as Offer[];
}

it("shows what a share costs, how many can be sold, and from which prices one chooses", () => {
  const shares = { name: "shares", kind: "amount", money: false };
  const price = { name: "price", kind: "amount", money: true };
  expect(onButton(offers("buy_share", { place: "pool" }), form("buy_share"), { price: 50 })).toBe("50");
  expect(onButton(offers("buy_share", { place: "ipo" }), form("buy_share"), { price: 50, par: 80 })).toBe("80");
  expect(onButton(offers("sell_shares", { shares: 1 }, { shares: 2 }), form("sell_shares", shares), { price: 50 })).toBe("×1–2");
  expect(onButton(offers("start_company", { price: 60 }, { price: 100 }), form("start_company", price), {})).toBe("60–100");
});

it("names no price for what does not cost that of a share", () => {
  const shares = { name: "shares", kind: "amount", money: false };
  expect(onButton(offers("buy_double", {}), form("buy_double"), { price: 50 })).toBe("✓");
  expect(onButton(offers("sell_double", { shares: 0 }), form("sell_double", shares), { price: 50 })).toBe("✓");
  expect(onButton(offers("exchange_coal", {}), form("exchange_coal"), {})).toBe("✓");
});
