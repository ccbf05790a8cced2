import { describe, expect, it } from "vitest";
import type { ChatLine, LogEntry } from "../lib/types";
import { linesOf, partsOf } from "./loglines";

const entry = (seq: number, at: string, more: Partial<LogEntry> = {}): LogEntry => ({ seq, who: "p1", by: "player", kind: "answer", parent: seq - 1, text: "", at, events: [], keys: [], undone: false, ...more });
const clock = (at: string): string => at.slice(11, 16);

describe("partsOf", () => {
  it("folds many events of a kind into one line", () => {
    const keys = ["local-value", ...Array.from({ length: 16 }, () => "local-income"), "dividend", "dividend"];
    const events = keys.map((key, n) => `${key} ${n}`);
    expect(partsOf(events, keys).map(({ first, more }) => [first, more.length])).toEqual([
      ["local-value 0", 0],
      ["local-income 1", 15],
      ["dividend 17", 0],
      ["dividend 18", 0],
    ]);
    expect(partsOf(events, keys, 17)).toHaveLength(events.length);
  });
});

describe("linesOf", () => {
  const rounds = [{ seq: 0, text: "Stock round 1", revenue: {} }, { seq: 2, text: "Operating round 1", revenue: {} }];

  it("puts every round under its heading, with the answer that led to it in the one before", () => {
    const entries = [1, 2, 3].map((seq) => entry(seq, `2026-11-17T10:0${seq}:00Z`));
    expect(linesOf(entries, [], rounds, clock).map((line) => line.key)).toEqual(["round 0", "entry 1", "entry 2", "round 2", "entry 3"]);
  });

  it("keeps talk in its place and tells the time only where it moves on", () => {
    const chat = [{ id: 7, at: "2026-11-17T10:01:30Z", text: "hello" } as ChatLine];
    const entries = [entry(1, "2026-11-17T10:01:00Z"), entry(2, "2026-11-17T10:02:00Z")];
    const lines = linesOf(entries, chat, [], clock);
    expect(lines.map((line) => line.key)).toEqual(["entry 1", "chat 7", "entry 2"]);
    expect(lines.map((line) => (line.kind === "round" ? null : line.time))).toEqual(["10:01", "", "10:02"]);
  });

  it("begins with the heading of the round that the first known entry belongs to", () => {
    const lines = linesOf([entry(3, "2026-11-17T10:00:00Z")], [], rounds, clock);
    expect(lines.map((line) => line.key)).toEqual(["round 2", "entry 3"]);
  });
});
