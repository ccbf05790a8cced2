import { afterEach, describe, expect, it, vi } from "vitest";

import { eventsIn, takeIn } from "./taking-in";

function answering(...chunks: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  vi.stubGlobal("document", { cookie: "csrftoken=abc" });
  vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response(body, { status: 200 }))));
}

afterEach(() => vi.unstubAllGlobals());

describe("a file that is taken in", () => {
  it("is told in events, however they are cut", () => {
    expect(eventsIn('event: progress\ndata: {"part":0.5}\n\nevent: ga')).toEqual({ events: [{ kind: "progress", data: { part: 0.5 } }], rest: "event: ga" });
  });

  it("tells how far it is, then what came of it", async () => {
    answering('event: progress\ndata: {"part":0}\n\nevent: progress\nda', 'ta: {"part":0.75}\n\n', 'event: game\ndata: {"id":"g","notices":["one"]}\n\n');
    const parts: number[] = [];
    expect(await takeIn({}, (part) => parts.push(part))).toEqual({ id: "g", notices: ["one"] });
    expect(parts).toEqual([0, 0.75]);
  });

  it("is refused in the words of the server", async () => {
    answering('event: problem\ndata: {"error":"bad-request","message":"That is no game."}\n\n');
    await expect(takeIn({}, () => {})).rejects.toMatchObject({ kind: "bad-request", message: "That is no game." });
  });

  it("is not taken for done when the line breaks", async () => {
    answering('event: progress\ndata: {"part":0.1}\n\n');
    await expect(takeIn({}, () => {})).rejects.toMatchObject({ kind: "offline" });
  });
});
