import { describe, expect, it } from "vitest";
import type { CompanyFace } from "../lib/types";
import { groundOf, patternOf, piecesOf, signOf } from "./paint";

const face = (letters: string): CompanyFace => ({ id: letters, name: letters, letters, colour: "", ink: "", pattern: "", shares: 3, home: "", destination: "" });
const FACES = [face("PRR"), face("B&O"), face("O")];

describe("companies in sentences", () => {
  it("finds their letters as whole words only", () => {
    expect(piecesOf("Ana expands B&O to O4, PRR pays.", FACES)).toEqual([
      { text: "Ana expands ", company: null },
      { text: "B&O", company: "B&O" },
      { text: " to O4, ", company: null },
      { text: "PRR", company: "PRR" },
      { text: " pays.", company: null },
    ]);
    expect(piecesOf("The PRR? B&O.", FACES)).toEqual([
      { text: "The ", company: null },
      { text: "PRR", company: "PRR", after: "?" },
      { text: " ", company: null },
      { text: "B&O", company: "B&O", after: "." },
    ]);
    expect(piecesOf("SPRRing", FACES)).toEqual([{ text: "SPRRing", company: null }]);
    expect(piecesOf("nothing", [])).toEqual([{ text: "nothing", company: null }]);
  });
});

describe("things without a sign of their own", () => {
  it("are drawn plainly", () => {
    expect(signOf("forest")).toBe("#terrain-forest");
    expect(signOf("marsh")).toBeNull();
    expect(groundOf("marsh")).toBe("var(--terrain-other)");
    expect(patternOf(FACES, "B&O")).toBe("url(#company-1)");
    expect(patternOf(FACES, "GWR")).toBe("var(--edge)");
  });
});
