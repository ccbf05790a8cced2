import { describe, expect, it } from "vitest";
import type { LogEntry, Update } from "../lib/types";
import { afterUpdate, grown, joined, lastOwn, moved, placed, shownSeq, since, stepOver } from "./history";

const entry = (seq: number, who: string, more: Partial<LogEntry> = {}): LogEntry => ({
  seq,
  who,
  by: "player",
  kind: "answer",
  parent: seq - 1,
  text: "",
  events: [],
  keys: [],
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

  it("puts earlier entries before the ones known", () => {
    expect(joined([entry(3, "p1")], [entry(1, "p1"), entry(2, "p2")]).map((one) => one.seq)).toEqual([1, 2, 3]);
  });
});

describe("the log grows by what an update tells", () => {
  const known = [entry(1, "p1"), entry(2, "p2"), entry(3, "p1")];
  const update = (entries: LogEntry[], texts: [number, string][] = []): Pick<Update, "entries" | "events"> => ({
    entries,
    events: texts.map(([seq, text]) => ({ seq, text, key: "k", params: {} })),
  });
  const counting = (log: LogEntry[] | null): number[] => (log ?? []).filter((one) => one.kind === "answer" && !one.undone).map((one) => one.seq);

  it("takes each new entry with its own events", () => {
    const log = grown(known, update([entry(3, "p1"), entry(4, "p2"), entry(5, "p1")], [[4, "one"], [4, "two"], [5, "three"]]));
    expect(log?.map((one) => [one.seq, ...one.events])).toEqual([[1], [2], [3], [4, "one", "two"], [5, "three"]]);
  });

  it("says where something between is not known", () => {
    expect(grown(known, update([entry(6, "p1")]))).toBeNull();
    expect(grown(known, update([entry(2, "p1")]))).toEqual(known);
  });

  it("marks what was taken back, given again, and left behind", () => {
    const back = grown(known, update([entry(4, "p1", { kind: "undo", parent: 1 })])) ?? [];
    expect(counting(back)).toEqual([1]);
    const again = grown(back, update([entry(5, "p1", { kind: "redo", parent: 3 })])) ?? [];
    expect(counting(again)).toEqual([1, 2, 3]);
    const other = grown(back, update([entry(5, "p2", { parent: 1 })])) ?? [];
    expect(counting(other)).toEqual([1, 5]);
  });
});

describe("playing through", () => {
  it("steps over answers that did nothing", () => {
    const log = [entry(1, "p1", { events: ["a"] }), entry(2, "p2"), entry(3, "p3"), entry(4, "p1", { events: ["b"] }), entry(5, "p2")];
    expect(stepOver(log, 0)).toBe(1);
    expect(stepOver(log, 1)).toBe(3);
    expect(stepOver(log, 4)).toBe(1);
  });
});
