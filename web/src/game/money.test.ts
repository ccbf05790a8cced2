import { describe, expect, it } from "vitest";
import { aroundMoney, moneyText } from "./money";

describe("money", () => {
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
