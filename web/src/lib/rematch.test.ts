import { describe, expect, it } from "vitest";

import { rematch } from "./rematch";
import type { GameInfo } from "./types";

const seat = (kind: string, name: string, you = false, bot: string | null = null) => ({ seat: "p1", kind, name, you, bot });
const game = (...seats: object[]) => ({ title: "1862", options: { length: "short" }, seats, public: true, hotseat: false, description: "Friday", pace: "live", analysis: false }) as unknown as GameInfo;

describe("a rematch", () => {
  it("against the same bots starts at once, with the seats drawn anew", () => {
    const wish = rematch(game(seat("bot", "Bot", false, "simple"), seat("human", "Ana", true)));
    expect(wish).toMatchObject({ title: "1862", options: { length: "short" }, start: true, draw_seats: true, pace: "live" });
    expect(wish?.seats).toEqual([{ kind: "bot", bot: "simple" }, { kind: "me" }]);
  });

  it("with other people waits until they have sat down", () => {
    expect(rematch(game(seat("human", "Ana", true), seat("human", "Ben")))).toMatchObject({ start: false, seats: [{ kind: "me" }, { kind: "open" }] });
  });

  it("around one screen keeps everybody's name and place", () => {
    expect(rematch(game(seat("human", "Ana", true), seat("human", "Ben", true)))).toMatchObject({ draw_seats: false, seats: [{ kind: "named", name: "Ana" }, { kind: "named", name: "Ben" }] });
  });

  it("is nothing for whoever only watched", () => {
    expect(rematch(game(seat("human", "Ana"), seat("bot", "Bot")))).toBeNull();
  });
});
