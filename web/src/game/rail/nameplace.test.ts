import { describe, expect, it } from "vitest";
import { lettersOf, nameSize, namePlace } from "./nameplace";
import { SLOT } from "./tilegeometry";

const city = [{ at: { x: -SLOT, y: 0 }, radius: SLOT }, { at: { x: SLOT, y: 0 }, radius: SLOT }];

/** Whether a name lies over something. */
function hits(name: string, obstacles: typeof city): boolean {
  const { lines, size, at } = namePlace(name, 9, "pointy", obstacles);
  const wide = (Math.max(...lines.map((line) => line.length)) * 0.47 * size) / 2;
  const high = (lines.length * 0.92 * size) / 2;
  return obstacles.some((one) => Math.hypot(Math.max(0, Math.abs(one.at.x - at.x) - wide), Math.max(0, Math.abs(one.at.y - at.y) - high)) < one.radius - 0.1);
}

describe("namePlace", () => {
  it("stands above a city where nothing else is", () => {
    const { lines, at } = namePlace("Tábor", 9, "pointy", city);
    expect(lines).toEqual(["Tábor"]);
    expect(at.x).toBe(0);
    expect(at.y).toBeLessThan(-SLOT);
  });

  it("leaves slots and labels alone", () => {
    const label = { at: { x: 14, y: -20 }, radius: 7 };
    for (const name of ["Teplice & Ústí nad Labem", "Frýdlant & Frýdek", "České Budějovice", "Ipswich", "Wells-Next-The-Sea"]) {
      expect(hits(name, [...city, label])).toBe(false);
    }
  });

  it("goes below where a label stands above", () => {
    const above = [-16, -8, 0, 8, 16].map((x) => ({ at: { x, y: -20 }, radius: 8 }));
    expect(namePlace("Brno", 9, "pointy", [...city, ...above]).at.y).toBeGreaterThan(SLOT);
  });

  it("lies across a track rather than behind a station", () => {
    const tracks = [-24, 24].flatMap((y) => [-16, 0, 16].map((x) => ({ at: { x, y }, radius: 9, thin: true })));
    const { size, at } = namePlace("Felixstowe", 9, "flat", [...city, ...tracks]);
    expect(Math.abs(at.y) - (0.92 * size) / 2).toBeGreaterThan(SLOT);
  });

  it("puts a long name on two lines, cut at a space or after a hyphen", () => {
    expect(namePlace("Teplice & Ústí nad Labem", 11, "pointy", city).lines).toEqual(["Teplice & Ústí", "nad Labem"]);
    expect(namePlace("Wells-Next-The-Sea", 11, "flat", city).lines).toEqual(["Wells-Next-", "The-Sea"]);
  });
});

describe("lettersOf", () => {
  it("keeps the name of a neighbour clear", () => {
    const first = namePlace("Strakonice", 9, "pointy", city);
    const beside = lettersOf(first).map((one) => ({ ...one, at: { x: one.at.x - 52, y: one.at.y } }));
    expect(beside.length).toBeGreaterThan(3);
    expect(hits("České Budějovice", [...city, ...beside])).toBe(false);
  });
});

describe("nameSize", () => {
  it("grows against the zoom, in steps", () => {
    expect([0.4, 0.7, 0.9, 1, 2].map(nameSize)).toEqual([13, 12, 10, 9, 8]);
  });
});
