import { describe, expect, it } from "vitest";
import { aroundMoney, grouped, moneyText } from "./money";

describe("money", () => {
  it("has its thousands apart, in Spanish from five digits on", () => {
    expect([999, 1000, 13231, 1234567].map((amount) => moneyText("£", amount))).toEqual(["£999", "£1,000", "£13,231", "£1,234,567"]);
    expect(moneyText("K", -13231)).toBe("−13,231\u00a0K");
    expect([999, 9999, 13231, 1234567].map((amount) => grouped(amount, "es"))).toEqual(["999", "9999", "13\u202f231", "1\u202f234\u202f567"]);
  });

  it("has its sign where the language puts it, and letters after the figure", () => {
    expect(moneyText("$", 8)).toBe("$8");
    expect(moneyText("$", -8)).toBe("−$8");
    expect(moneyText("K", 120)).toBe("120\u00a0K");
    expect(moneyText("Kč", -5)).toBe("−5\u00a0Kč");
  });

  it("leaves the same around a field for the figure", () => {
    expect(aroundMoney("$")).toEqual(["$", ""]);
    expect(aroundMoney("K")).toEqual(["", "\u00a0K"]);
  });
});
