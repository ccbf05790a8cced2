import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { connection } from "./connection.svelte";
import { keepInvite } from "./invites";
import { backOff, follow, streamUrl } from "./stream";

class FakeSource {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;
  static made: FakeSource[] = [];
  readyState = FakeSource.CONNECTING;
  onopen?: () => void;
  onerror?: () => void;
  readonly heard = new Map<string, (event: { data: string }) => void>();

  constructor(readonly url: string) {
    FakeSource.made.push(this);
  }

  addEventListener(kind: string, hear: (event: { data: string }) => void): void {
    this.heard.set(kind, hear);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  opened(): void {
    this.readyState = FakeSource.OPEN;
    this.onopen?.();
  }

  failed(readyState: number): void {
    this.readyState = readyState;
    this.onerror?.();
  }

  tell(kind: string, data: unknown): void {
    this.heard.get(kind)?.({ data: JSON.stringify(data) });
  }
}

function latest(): FakeSource {
  const source = FakeSource.made.at(-1);
  if (!source) throw new Error("no source was opened");
  return source;
}

let windowEvents: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  windowEvents = new EventTarget();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("addEventListener", windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal("removeEventListener", windowEvents.removeEventListener.bind(windowEvents));
  FakeSource.made = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is told reaches the listener", () => {
  const listener = { update: vi.fn(), chat: vi.fn(), info: vi.fn() };
  const stream = follow("g 1", listener);
  expect(latest().url).toBe("/api/games/g%201/stream?lang=en");
  latest().opened();
  expect(connection()).toBe("live");
  latest().tell("update", { seq: 4 });
  latest().tell("chat", { text: "hello" });
  latest().tell("info", { status: "running" });
  expect(listener.update).toHaveBeenCalledWith({ seq: 4 });
  expect(listener.chat).toHaveBeenCalledWith({ text: "hello" });
  expect(listener.info).toHaveBeenCalledWith({ status: "running" });
  stream.close();
  expect(latest().readyState).toBe(FakeSource.CLOSED);
  expect(connection()).toBe("quiet");
});

describe("a break", () => {
  test("that the browser bridges is only shown", () => {
    const stream = follow("g1", {});
    latest().opened();
    latest().failed(FakeSource.CONNECTING);
    expect(connection()).toBe("offline");
    vi.advanceTimersByTime(60_000);
    expect(FakeSource.made).toHaveLength(1);
    latest().opened();
    expect(connection()).toBe("live");
    stream.close();
  });

  test("for good is tried again after a pause, from where the game is known by then", () => {
    const known = { since: 3, said: 1 };
    const stream = follow("g1", {}, () => known);
    expect(latest().url).toBe("/api/games/g1/stream?lang=en&since=3&said=1");
    latest().opened();
    latest().failed(FakeSource.CLOSED);
    expect(FakeSource.made).toHaveLength(1);
    Object.assign(known, { since: 7, said: 2 });
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.made).toHaveLength(2);
    expect(latest().url).toBe("/api/games/g1/stream?lang=en&since=7&said=2");
    stream.close();
  });

  test("for good, and a game that is gone, make one ask", () => {
    const gone = vi.fn();
    const stream = follow("g1", { gone });
    latest().opened();
    latest().failed(FakeSource.CONNECTING);
    expect(gone).not.toHaveBeenCalled();
    latest().failed(FakeSource.CLOSED);
    expect(gone).toHaveBeenCalledTimes(1);
    latest().tell("gone", {});
    expect(gone).toHaveBeenCalledTimes(2);
    stream.close();
  });

  test("is bridged at once when the network is back", () => {
    const stream = follow("g1", {});
    latest().failed(FakeSource.CLOSED);
    windowEvents.dispatchEvent(new Event("online"));
    expect(FakeSource.made).toHaveLength(2);
    stream.close();
  });

  test("is not tried again after closing", () => {
    const stream = follow("g1", {});
    latest().failed(FakeSource.CLOSED);
    stream.close();
    vi.advanceTimersByTime(60_000);
    windowEvents.dispatchEvent(new Event("online"));
    expect(FakeSource.made).toHaveLength(1);
  });
});

test("an invitation opens the line too", () => {
  keepInvite("g2", "secret");
  const stream = follow("g2", {});
  expect(latest().url).toBe("/api/games/g2/stream?lang=en&invite=secret");
  stream.close();
});

test("best routes have a line of their own", () => {
  expect(streamUrl("g1", "/routes", { company: "BN", seq: "7" })).toBe("/api/games/g1/routes/stream?lang=en&company=BN&seq=7");
});

test("the pauses grow up to a limit", () => {
  const pauses = [0, 1, 2, 3, 10].map((attempt) => backOff(attempt, 0.5));
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 15_000]);
  expect(backOff(0, 0)).toBeLessThan(backOff(0, 1));
});
