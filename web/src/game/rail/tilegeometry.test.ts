import { describe, expect, it } from "vitest";
import { RADIUS } from "../geometry";
import type { Orientation, Point } from "../geometry";
import { city, tile, town } from "./samples";
import { APOTHEM, boxWidth, COIN, drawingOf, gap, gate, pointAt, sideToSide, slotsOf, SLOT, turnedEnd } from "./tilegeometry";

const BOTH: Orientation[] = ["flat", "pointy"];
const MIDDLE: Point = { x: 0, y: 0 };
const near = (a: Point, b: Point, by = 0.4): void => expect(gap(a, b)).toBeLessThan(by);

/** Every two of the six sides. */
const PAIRS = [0, 1, 2, 3, 4, 5].flatMap((a) => [0, 1, 2, 3, 4, 5].filter((b) => b > a).map((b) => [a, b] as const));

describe("sides", () => {
  it("lie as the map counts them: clockwise from below, or from below left", () => {
    near(gate("flat", "e0"), { x: 0, y: APOTHEM });
    near(gate("flat", "e3"), { x: 0, y: -APOTHEM });
    near(gate("pointy", "e1"), { x: -APOTHEM, y: 0 });
    near(gate("pointy", "e4"), { x: APOTHEM, y: 0 });
    expect(gate("pointy", "e0").x).toBeLessThan(0);
    expect(gate("pointy", "e0").y).toBeGreaterThan(0);
  });

  it("let parallel track meet the other one of the neighbour", () => {
    for (const orientation of BOTH) {
      const across = { x: gate(orientation, "e4").x * 2, y: gate(orientation, "e4").y * 2 };
      const there = gate(orientation, "e1b");
      near(gate(orientation, "e4a"), { x: across.x + there.x, y: across.y + there.y });
    }
  });

  it("move on as a tile is turned, stops do not", () => {
    expect(turnedEnd("e4", 3)).toBe("e1");
    expect(turnedEnd("e5a", 1)).toBe("e0a");
    expect(turnedEnd("s1", 4)).toBe("s1");
  });
});

describe("plain track", () => {
  it("runs from side to side", () => {
    for (const orientation of BOTH) {
      for (const [a, b] of PAIRS) {
        const curve = sideToSide(orientation, `e${a}`, `e${b}`);
        near(curve[0], gate(orientation, `e${a}`));
        near(curve[3], gate(orientation, `e${b}`));
      }
    }
  });

  it("is straight across, and an arc of a circle otherwise", () => {
    near(pointAt(sideToSide("flat", "e0", "e3"), 0.5), MIDDLE);
    const corner = { x: -RADIUS / 2, y: APOTHEM };
    for (const t of [0, 0.3, 0.5, 0.8]) expect(gap(pointAt(sideToSide("flat", "e0", "e1"), t), corner)).toBeCloseTo(RADIUS / 2, 0);
    const far = { x: -1.5 * RADIUS, y: APOTHEM };
    for (const t of [0, 0.3, 0.5, 0.8]) expect(gap(pointAt(sideToSide("flat", "e0", "e2"), t), far)).toBeCloseTo(1.5 * RADIUS, 0);
  });

  it("turns with its tile", () => {
    const curved = tile([["e0", "e2"]]);
    for (const orientation of BOTH) {
      const turned = drawingOf(curved, 4, orientation).curve("e4", "e0");
      const laid = sideToSide(orientation, "e4", "e0");
      expect(turned).not.toBeNull();
      turned?.forEach((point, n) => near(point, laid[n] ?? MIDDLE));
      expect(drawingOf(curved, 4, orientation).curve("e0", "e2")).toBeNull();
    }
  });

  it("that branches is drawn at once, track that crosses is not", () => {
    expect(drawingOf(tile([["e0", "e3"], ["e0", "e2"]]), 0, "flat").bundles).toHaveLength(1);
    expect(drawingOf(tile([["e0", "e3"], ["e1", "e4"]]), 0, "flat").bundles).toHaveLength(2);
    expect(drawingOf(tile([["e0", "e1"], ["e2", "e3"], ["e1", "e2"]]), 0, "flat").bundles).toHaveLength(1);
  });

  it("keeps its gauge", () => {
    const [bundle] = drawingOf({ ...tile([]), tracks: [{ ends: ["e0", "e3"], gauge: "narrow", terminal: false }] }, 0, "flat").bundles;
    expect(bundle?.lines.map((line) => line.gauge)).toEqual(["narrow"]);
  });
});

describe("stops", () => {
  it("alone stand in the middle, a town on its track", () => {
    near(drawingOf(tile([["e0", "s0"], ["e1", "s0"]], [city()]), 2, "flat").stops[0]?.at ?? { x: 9, y: 9 }, MIDDLE);
    const [sharp] = drawingOf(tile([["e0", "s0"], ["e1", "s0"]], [town()]), 0, "flat").stops;
    near(sharp?.at ?? MIDDLE, pointAt(sideToSide("flat", "e0", "e1"), 0.5));
    expect(sharp?.across).not.toBeNull();
    expect(drawingOf(tile([["e0", "s0"], ["e1", "s0"], ["e3", "s0"]], [town()]), 0, "flat").stops[0]?.across).toBeNull();
  });

  it("that share a tile do not touch, whatever their track", () => {
    for (const orientation of BOTH) {
      for (const [a, b] of PAIRS) {
        for (const [c, d] of PAIRS.filter((pair) => !pair.includes(a) && !pair.includes(b))) {
          const face = tile([[`e${a}`, "s0"], [`e${b}`, "s0"], [`e${c}`, "s1"], [`e${d}`, "s1"]], [city(), city()]);
          const [one, other] = drawingOf(face, 0, orientation).stops;
          expect(gap(one?.at ?? MIDDLE, other?.at ?? MIDDLE), `${a}-${b} and ${c}-${d}`).toBeGreaterThan(2 * SLOT - 1);
          for (const stop of [one, other]) expect(gap(stop?.at ?? MIDDLE, MIDDLE) + SLOT).toBeLessThan(RADIUS);
        }
      }
    }
  });

  it("with a side of their own stand before it", () => {
    const face = tile([["e0", "s0"], ["e2", "s1"], ["e3", "s2"], ["e4", "s3"]], [city(), city(), city(), city()]);
    const { stops } = drawingOf(face, 1, "pointy");
    for (const [n, side] of ["e1", "e3", "e4", "e5"].entries()) {
      const out = gate("pointy", side);
      const at = stops[n]?.at ?? MIDDLE;
      expect(at.x * out.x + at.y * out.y).toBeGreaterThan(0.98 * gap(at, MIDDLE) * APOTHEM);
    }
    for (const [n, stop] of stops.entries()) for (const other of stops.slice(n + 1)) expect(gap(stop.at, other.at)).toBeGreaterThan(2 * SLOT - 1);
  });

  it("without track stand side by side", () => {
    const [left, right] = drawingOf(tile([], [city(), city()], { colour: "white" }), 0, "pointy").stops;
    expect(left?.at.y).toBeCloseTo(0);
    expect((right?.at.x ?? 0) - (left?.at.x ?? 0)).toBeGreaterThan(2 * SLOT);
  });

  it("are where their track ends, also for a route", () => {
    const face = tile([["e0", "s0"], ["e2", "s0"], ["e1", "s1"], ["e3", "s1"]], [city(), city()]);
    for (const turn of [0, 1, 5]) {
      const drawing = drawingOf(face, turn, "pointy");
      for (const [side, stop] of [["e0", 0], ["e2", 0], ["e1", 1], ["e3", 1]] as const) {
        const end = turnedEnd(side, turn);
        const curve = drawing.curve(end, `s${stop}`);
        near(curve?.[0] ?? MIDDLE, gate("pointy", end));
        near(curve?.[3] ?? MIDDLE, drawing.stops[stop]?.at ?? { x: 99, y: 99 });
        near(drawing.curve(`s${stop}`, end)?.[3] ?? MIDDLE, gate("pointy", end));
      }
    }
  });

  it("have a place for each station", () => {
    for (const count of [1, 2, 3, 4, 5, 6]) {
      const slots = slotsOf(count);
      expect(slots).toHaveLength(count);
      for (const [n, slot] of slots.entries()) for (const other of slots.slice(n + 1)) expect(gap(slot, other)).toBeGreaterThan(2 * SLOT - 0.5);
    }
  });
});

describe("figures", () => {
  it("are printed once where all stops pay the same, else beside each", () => {
    const same = drawingOf(tile([["e0", "s0"], ["e3", "s0"], ["e1", "s1"], ["e4", "s1"]], [town(), town()]), 0, "flat");
    expect(same.figures.map((figure) => figure.values)).toEqual([[["", 10]]]);
    const unlike = drawingOf(tile([["e0", "s0"], ["e3", "s0"], ["e1", "s1"], ["e4", "s1"]], [town(10), town(20)]), 0, "flat");
    expect(unlike.figures.map((figure) => figure.values[0]?.[1])).toEqual([10, 20]);
    expect(drawingOf(tile([], [town(0)]), 0, "flat").figures).toEqual([]);
  });

  it("stand clear of stations and inside the hex", () => {
    for (const orientation of BOTH) {
      for (const [a, b] of PAIRS) {
        const face = tile([[`e${a}`, "s0"], [`e${b}`, "s0"]], [city()]);
        for (const turn of [0, 1, 2, 3, 4, 5]) {
          const { figures, stops } = drawingOf(face, turn, orientation);
          const at = figures[0]?.at ?? MIDDLE;
          expect(gap(at, stops[0]?.at ?? MIDDLE)).toBeGreaterThan(SLOT + COIN);
          expect(gap(at, MIDDLE) + COIN).toBeLessThan(RADIUS);
        }
      }
    }
  });

  it("by period stand in a row that fits their digits", () => {
    const { figures } = drawingOf(tile([["e0", "s0"]], [city(1, { green: 90, gray: 100 })]), 0, "flat");
    expect(figures[0]?.values).toEqual([["green", 90], ["gray", 100]]);
    expect(boxWidth(figures[0]?.values ?? [])).toBeGreaterThan(boxWidth([["", 10]]));
  });

  it("leave the better place to a name", () => {
    const below = drawingOf(tile([["e0", "s0"]], [city()]), 0, "flat");
    expect(below.roomFor(12, [{ x: 0, y: 20 }, { x: 0, y: -20 }]).y).toBe(-20);
  });
});

describe("an area off the map", () => {
  it("has wedges instead of track", () => {
    const face = tile([["e0", "s0"], ["e1", "s0"]], [{ kind: "offboard", slots: 0, revenue: { yellow: 20, brown: 40 }, hidden: false }]);
    const drawing = drawingOf(face, 0, "flat");
    expect(drawing.wedges).toHaveLength(2);
    expect(drawing.bundles).toEqual([]);
  });
});
