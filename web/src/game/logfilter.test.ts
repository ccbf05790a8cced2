import { describe, expect, it } from "vitest";
import type { LogEntry } from "../lib/types";
import { isShown } from "./logfilter";

const entry = (more: Partial<LogEntry>): LogEntry => ({ seq: 1, who: "p2", by: "player", kind: "answer", parent: 0, text: "pass", at: "2026-11-17T00:00:00Z", events: [], keys: [], undone: false, ...more });
const reader = { mine: ["BN", "Ana"], seats: ["p1"] };

describe("lines of the log", () => {
  it("are all there at first, and none beside the chat", () => {
    expect(isShown("all", entry({}), reader)).toBe(true);
    expect(isShown("chat", entry({}), reader)).toBe(false);
  });

  it("are mine if I answered, or if they speak of me or my companies by their whole names", () => {
    expect(isShown("mine", entry({ who: "p1" }), reader)).toBe(true);
    expect(isShown("mine", entry({ events: ["BN pays 40 K."] }), reader)).toBe(true);
    expect(isShown("mine", entry({ events: ["ABN pays 40 K.", "Anabel passes"] }), reader)).toBe(false);
  });

  it("can be those about money, track or trains", () => {
    const keys = { money: "dividend", track: "tile-laid", trains: "train-rusted" } as const;
    for (const filter of ["money", "track", "trains"] as const) {
      const shown = Object.values(keys).filter((key) => isShown(filter, entry({ keys: [key], events: ["x"] }), reader));
      expect(shown).toEqual([keys[filter]]);
    }
  });

  it("can leave out what changed nothing", () => {
    expect(isShown("done", entry({}), reader)).toBe(false);
    expect(isShown("done", entry({ events: ["BN pays 40 K."] }), reader)).toBe(true);
    expect(isShown("done", entry({ kind: "undo" }), reader)).toBe(true);
  });
});
