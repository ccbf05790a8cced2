import { describe, expect, test } from "vitest";

import { choicesOfSeat, plan, resized, seated, unnamed, usualCount, wishes, type SeatPlan } from "./setup";

const BOTS = [
  { id: "simple", label: "Simple" },
  { id: "random", label: "Random" },
];

function who(seats: readonly SeatPlan[]): string {
  return seats.map((seat) => seat.who).join(" ");
}

test.each([
  [[2, 3, 4, 5, 6], 3],
  [[2], 2],
  [[4, 6], 4],
])("a title for %j is usually played by %i", (seats, count) => {
  expect(usualCount(seats)).toBe(count);
});

describe("a plan", () => {
  test.each([
    ["bots", "me bot:simple bot:simple"],
    ["people", "me open open"],
    ["screen", "me named named"],
  ] as const)("with %s", (company, seats) => {
    expect(who(plan(company, 3, BOTS))).toBe(seats);
  });

  test("without any bot leaves the seats open", () => {
    expect(who(plan("bots", 2, []))).toBe("me open");
  });

  test("grows and shrinks at its end", () => {
    const three = plan("bots", 3, BOTS);
    expect(who(resized(three, 4, "people", BOTS))).toBe("me bot:simple bot:simple open");
    expect(who(resized(three, 2, "bots", BOTS))).toBe("me bot:simple");
  });

  test("never loses me", () => {
    const last = seated(plan("bots", 3, BOTS), 2, "me");
    expect(who(last)).toBe("bot:simple bot:simple me");
    expect(who(resized(last, 2, "bots", BOTS))).toBe("bot:simple me");
  });
});

describe("a seat", () => {
  test("changes hands", () => {
    expect(who(seated(plan("bots", 3, BOTS), 1, "open"))).toBe("me open bot:simple");
  });

  test("given to me changes places with mine", () => {
    expect(who(seated(plan("people", 3, BOTS), 1, "me"))).toBe("open me open");
  });

  test("of mine cannot be given away", () => {
    expect(who(seated(plan("people", 3, BOTS), 0, "open"))).toBe("me open open");
  });

  test("can be a bot's or a person's", () => {
    expect(choicesOfSeat("people", BOTS)).toEqual(["me", "open", "bot:simple", "bot:random"]);
    expect(choicesOfSeat("screen", BOTS)).toEqual(["me", "named", "bot:simple", "bot:random"]);
  });
});

test("the wishes say what the server needs to know", () => {
  const seats = [
    { who: "me", name: "" },
    { who: "open", name: "left over" },
    { who: "bot:random", name: "" },
    { who: "named", name: " Ana " },
  ];
  expect(wishes(seats)).toEqual([{ kind: "me" }, { kind: "open" }, { kind: "bot", bot: "random" }, { kind: "named", name: "Ana" }]);
});

test.each([
  [["Ana", "Eva"], -1],
  [["Ana", " "], 2],
  [["Ana", "ana"], 2],
  [["Leo", "Ana"], 1],
])("with me as Leo, the names %j lack at %i", (names, at) => {
  const seats = [{ who: "me", name: "" }, ...names.map((name) => ({ who: "named", name }))];
  expect(unnamed(seats, "Leo")).toBe(at);
});
