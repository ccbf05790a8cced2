import { describe, expect, it } from "vitest";
import { bounds, centre, corners, fit, held, RADIUS, showing, spots, stepTo, zoomed } from "./geometry";
import type { Arrow, Place } from "./geometry";

/** A block of hexes as the map files give them: on a flat map x + y is even. */
function block(columns: number, rows: number): Place[] {
  return Array.from({ length: columns * rows }, (_, n) => {
    const x = n % columns;
    const y = 2 * Math.floor(n / columns) + (x % 2);
    return { id: `${x},${y}`, x, y };
  });
}

describe("places of hexes", () => {
  it("puts neighbours at the distance of two apothems, whatever the orientation", () => {
    const apart = Math.sqrt(3) * RADIUS;
    const distance = (orientation: "flat" | "pointy", x: number, y: number) => {
      const point = centre(orientation, { x, y });
      return Math.hypot(point.x, point.y);
    };
    for (const [x, y] of [[0, 2], [1, 1], [1, -1], [-1, 1]] as const) expect(distance("flat", x, y)).toBeCloseTo(apart);
    for (const [x, y] of [[2, 0], [1, 1], [1, -1], [-1, 1]] as const) expect(distance("pointy", x, y)).toBeCloseTo(apart);
  });

  it("draws flat hexes with a corner to the right and pointy ones with a corner below", () => {
    expect(corners("flat").startsWith(`${RADIUS.toFixed(2)},0.00`)).toBe(true);
    expect(corners("pointy").split(" ")[1]).toBe(`0.00,${RADIUS.toFixed(2)}`);
  });

  it("encloses every hex", () => {
    const box = bounds("flat", block(3, 2), 0);
    expect(box.x).toBeCloseTo(-RADIUS);
    expect(box.width).toBeCloseTo(2 * 1.5 * RADIUS + 2 * RADIUS);
    expect(box.height).toBeCloseTo(2.5 * Math.sqrt(3) * RADIUS);
  });
});

describe("looking at the map", () => {
  const box = { x: -10, y: -20, width: 200, height: 100 };

  it("fits the map in the middle of the window", () => {
    const lens = fit(box, 400, 400);
    expect(lens.scale).toBe(2);
    expect(box.x * lens.scale + lens.x).toBe(0);
    expect(box.y * lens.scale + lens.y).toBe(100);
  });

  it("keeps the point under the pointer when zooming, within limits", () => {
    const lens = zoomed({ scale: 1, x: 5, y: 7 }, 2, { x: 50, y: 60 }, 1);
    expect((50 - lens.x) / lens.scale).toBeCloseTo(45);
    expect((60 - lens.y) / lens.scale).toBeCloseTo(53);
    expect(zoomed(lens, 1000, { x: 0, y: 0 }, 1).scale).toBe(8);
    expect(zoomed(lens, 0.001, { x: 0, y: 0 }, 1).scale).toBe(0.5);
  });

  it("does not let the map be dragged out of the window", () => {
    const far = held({ scale: 1, x: 9999, y: -9999 }, box, 300, 300);
    expect(box.x + far.x).toBeLessThan(300);
    expect(box.y + box.height + far.y).toBeGreaterThan(0);
  });

  it("moves just far enough to show a point", () => {
    expect(showing({ scale: 1, x: 0, y: 0 }, { x: 50, y: 50 }, 100, 100, 10)).toEqual({ scale: 1, x: 0, y: 0 });
    expect(showing({ scale: 1, x: 0, y: 0 }, { x: 150, y: -5 }, 100, 100, 10)).toEqual({ scale: 1, x: -60, y: 15 });
  });
});

describe("the hex cursor", () => {
  const places = block(5, 3);
  const walk = (from: string, ...arrows: Arrow[]) =>
    arrows.reduce<string>((at, arrow) => {
      const place = places.find((one) => one.id === at);
      return (place && stepTo("flat", places, place, arrow)?.id) ?? at;
    }, from);

  it("goes straight along the grain", () => {
    expect(walk("2,0", "down")).toBe("2,2");
    expect(walk("2,2", "up")).toBe("2,0");
  });

  it("zigzags across it and comes back the same way", () => {
    expect(walk("0,2", "right", "right", "right", "right")).toBe("4,2");
    expect(walk("4,2", "left", "left", "left", "left")).toBe("0,2");
  });

  it("stays at the edge and jumps over holes", () => {
    expect(walk("0,0", "left")).toBe("0,0");
    const holed = places.filter((place) => place.id !== "2,2");
    expect(stepTo("flat", holed, { id: "2,0", x: 2, y: 0 }, "down")?.id).toBe("2,4");
  });

  it("turns with the map: on pointy maps left and right are straight", () => {
    const pointy = places.map(({ x, y }) => ({ id: `${y},${x}`, x: y, y: x }));
    expect(stepTo("pointy", pointy, { id: "0,0", x: 0, y: 0 }, "right")?.id).toBe("2,0");
    expect(stepTo("pointy", pointy, { id: "2,0", x: 2, y: 0 }, "down")?.id).toBe("3,1");
  });
});

describe("tokens on one hex", () => {
  it("gives each its own place inside the hex", () => {
    for (let count = 1; count <= 6; count++) {
      const { points, scale } = spots(count);
      expect(new Set(points.map((p) => `${p.x},${p.y}`)).size).toBe(count);
      for (const p of points) expect(Math.abs(p.x) + 18 * scale).toBeLessThan(RADIUS);
    }
  });
});
