import { describe, expect, it } from "vitest";
import { ringPath } from "./ring";

describe("ringPath", () => {
  it("is a circle around one place, or around a stop without any", () => {
    expect(ringPath([{ x: 0, y: 0 }], 10)).toBe("M-10.00 0.00a10 10 0 1 1 20 0a10 10 0 1 1 -20 0Z");
    expect(ringPath([], 10)).toBe(ringPath([{ x: 0, y: 0 }], 10));
  });

  it("has straight sides between two places and an arc around each", () => {
    expect(ringPath([{ x: -9, y: 0 }, { x: 9, y: 0 }], 10)).toBe("M-9.00 -10.00L9.00 -10.00A10 10 0 0 1 9.00 10.00L-9.00 10.00A10 10 0 0 1 -9.00 -10.00Z");
  });

  it("goes around the outer places of many and leaves none outside", () => {
    const four = [{ x: -9, y: -9 }, { x: 9, y: -9 }, { x: -9, y: 9 }, { x: 9, y: 9 }];
    const path = ringPath([...four, { x: 0, y: 0 }], 10);
    expect(path.match(/A/g)).toHaveLength(4);
    expect(path).toContain("-19.00");
    expect(path).toContain("19.00");
  });
});
