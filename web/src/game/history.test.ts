import { describe, expect, it } from "vitest";
import type { LogEntry } from "../lib/types";
import { afterUpdate, joined, lastOwn, moved, placed, shownSeq, since } from "./history";

const entry = (seq: number, who: string, more: Partial<LogEntry> = {}): LogEntry => ({
  seq,
  who,
  by: "player",
  kind: "answer",
  text: "",
  events: [],
  undone: false,
  at: "",
  ...more,
});

describe("the scrubber", () => {
  it("steps through the positions and is live again at the last one", () => {
    expect(moved(null, 10, -1)).toBe(9);
    expect(moved(9, 10, 1)).toBeNull();
    expect(moved(0, 10, -1)).toBe(0);
    expect(moved(null, 10, 1)).toBeNull();
  });

  it("takes any place, also from a slider that gives fractions", () => {
    expect(placed(3.4, 10)).toBe(3);
    expect(placed(-5, 10)).toBe(0);
    expect(placed(10, 10)).toBeNull();
    expect(shownSeq(null, 10)).toBe(10);
    expect(shownSeq(4, 10)).toBe(4);
  });

  it("stays on the position shown while the game goes on", () => {
    expect(afterUpdate(4, 12)).toBe(4);
    expect(afterUpdate(null, 12)).toBeNull();
  });

  it("goes live when the position shown was taken back", () => {
    expect(afterUpdate(9, 8)).toBeNull();
  });
});

describe("since my last move", () => {
  const log = [
    entry(1, "p1"),
    entry(2, "p2"),
    entry(3, "p1", { by: "engine" }),
    entry(4, "p1", { undone: true }),
    entry(4, "p2"),
    entry(5, "p3", { by: "bot" }),
    entry(6, "p1", { kind: "undo" }),
  ];

  it("starts after my last own answer, not after forced or undone ones", () => {
    expect(lastOwn(log, ["p1"])).toBe(1);
    expect(lastOwn(log, ["p3"])).toBe(0);
    expect(lastOwn([], ["p1"])).toBe(0);
  });

  it("lists what counts after it", () => {
    expect(since(log, 1).map((one) => [one.seq, one.who])).toEqual([[2, "p2"], [3, "p1"], [4, "p2"], [5, "p3"]]);
  });
});

describe("reading on in the log", () => {
  it("joins what is new and takes nothing twice", () => {
    const known = [entry(1, "p1"), entry(2, "p2")];
    expect(joined(known, [entry(3, "p3")]).map((one) => one.seq)).toEqual([1, 2, 3]);
    expect(joined(known, [entry(2, "p2"), entry(3, "p3")]).map((one) => one.seq)).toEqual([1, 2, 3]);
    expect(joined(known, [])).toEqual(known);
  });
});
