import { describe, expect, it } from "vitest";
import { matching } from "./palette";

const names = ["Whole map", "Tab: Market", "Reach of BCB", "Look at D5 Teplice & Ústí nad Labem", "Best routes of BCB"];
const commands = names.map((name) => ({ name, run: () => undefined }));
const found = (typed: string, most = 9): string[] => matching(commands, typed, most).map((command) => command.name);

describe("matching", () => {
  it("offers everything while nothing is typed, as much as there is room for", () => {
    expect(found("", 3)).toEqual(names.slice(0, 3));
  });

  it("wants every word, whatever their order, accents and capitals", () => {
    expect(found("bcb reach")).toEqual(["Reach of BCB"]);
    expect(found("usti")).toEqual(["Look at D5 Teplice & Ústí nad Labem"]);
    expect(found("bcb nothing")).toEqual([]);
  });

  it("puts the beginning of a name before the middle of a word", () => {
    expect(found("ma")).toEqual(["Tab: Market", "Whole map"].toSorted((a, b) => a.indexOf("ma") - b.indexOf("ma")));
    expect(found("re")[0]).toBe("Reach of BCB");
  });
});
