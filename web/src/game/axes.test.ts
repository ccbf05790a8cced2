import { describe, expect, it } from "vitest";
import { axesOf } from "./axes";

describe("axesOf", () => {
  it("finds rows by letters and columns by numbers", () => {
    const hexes = [{ id: "A2", x: 2, y: 0 }, { id: "A4", x: 4, y: 0 }, { id: "B3", x: 3, y: 1 }, { id: "C2", x: 2, y: 2 }];
    const marks = axesOf("pointy", hexes);
    expect(marks.filter(({ of }) => of === "row").map(({ text }) => text)).toEqual(["A", "B", "C"]);
    expect(marks.filter(({ of }) => of === "column").map(({ text }) => text)).toEqual(["2", "4", "3"]);
    const [a] = marks;
    expect(marks.every(({ of, at }) => of === "column" || at.x === a?.at.x)).toBe(true);
  });

  it("finds the other way round on a flat map", () => {
    const hexes = [{ id: "A1", x: 0, y: 0 }, { id: "A3", x: 0, y: 2 }, { id: "B2", x: 1, y: 1 }, { id: "C1", x: 2, y: 0 }];
    expect(axesOf("flat", hexes).filter(({ of }) => of === "column").map(({ text }) => text)).toEqual(["A", "B", "C"]);
  });

  it("says nothing where names follow no rows", () => {
    expect(axesOf("pointy", [{ id: "A1", x: 0, y: 0 }, { id: "A2", x: 3, y: 5 }, { id: "B1", x: 4, y: 2 }])).toEqual([]);
    expect(axesOf("pointy", [{ id: "Chicago", x: 0, y: 0 }])).toEqual([]);
  });
});
