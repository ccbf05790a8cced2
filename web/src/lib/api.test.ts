import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { api, ApiError, csrfToken } from "./api";

// The client takes hold of both when it is loaded, so they must be there before it.
const fetched = vi.hoisted(() => {
  const fetched = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("location", { origin: "http://ferrovia.test" });
  vi.stubGlobal("fetch", fetched);
  return fetched;
});

function answer(status: number, body: unknown): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  fetched.mockResolvedValueOnce(new Response(text, { status, headers: { "content-type": "application/json" } }));
}

async function failure(doing: Promise<unknown>): Promise<ApiError> {
  const error = await doing.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

function sent(): Request {
  const request = fetched.mock.lastCall?.[0];
  if (!request) throw new Error("nothing was sent");
  return request;
}

beforeEach(() => {
  vi.stubGlobal("document", { cookie: "other=1; csrftoken=s%3Dcret" });
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

describe("a question", () => {
  test("names game, position and language", async () => {
    answer(200, { seq: 7 });
    expect(await api.position("g/1", 7)).toEqual({ seq: 7 });
    expect(sent().method).toBe("GET");
    expect(sent().url).toBe("http://ferrovia.test/api/games/g%2F1/position?lang=en&seq=7");
    expect(sent().headers.get("x-csrftoken")).toBeNull();
  });

  test("that changes something repeats the token of the cookie", async () => {
    answer(200, {});
    await api.act("g1", 3, { type: "pass" });
    expect(sent().headers.get("x-csrftoken")).toBe("s=cret");
    expect(await sent().json()).toEqual({ seq: 3, action: { type: "pass" }, then: [] });
  });

  test("that keeps notes outlives the page", async () => {
    answer(200, {});
    await api.saveNotes("g1", "buy");
    expect(sent().keepalive).toBe(true);
    expect(sent().headers.get("x-csrftoken")).toBe("s=cret");
    expect(await sent().json()).toEqual({ text: "buy" });
  });

  test("may have an empty answer", async () => {
    fetched.mockResolvedValueOnce(new Response(null, { status: 204 }));
    await expect(api.dropToken("t1")).resolves.toBeUndefined();
  });
});

describe("what goes wrong", () => {
  test("a refusal carries its paragraph", async () => {
    const refusal = { error: "refused", rule: "bid-too-low", paragraph: "CE-4.2", heading: "Bidding", message: "Bid more." };
    answer(422, refusal);
    const error = await failure(api.act("g1", 3, { type: "bid", amount: 1 }));
    expect(error.kind).toBe("refused");
    expect(error.message).toBe("Bid more.");
    expect(error.refusal).toMatchObject({ rule: "bid-too-low", paragraph: "CE-4.2", heading: "Bidding" });
  });

  test("somebody quicker: the fresh game comes along", async () => {
    answer(409, { error: "conflict", message: "Too late.", update: { seq: 9 } });
    const error = await failure(api.act("g1", 3, { type: "pass" }));
    expect(error.kind).toBe("conflict");
    expect(error.update?.seq).toBe(9);
    expect(error.refusal).toBeNull();
  });

  test.each([
    [401, "not-signed-in"],
    [403, "not-allowed"],
    [404, "not-found"],
    [413, "too-large"],
    [429, "too-many"],
    [502, "unavailable"],
    [418, "bad-request"],
  ] as const)("an answer %i without words of the server still has a sentence", async (status, kind) => {
    answer(status, "<html>");
    const error = await failure(api.me());
    expect(error.kind).toBe(kind);
    expect(error.status).toBe(status);
    expect(error.message).not.toBe("");
  });

  test("no answer at all", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const error = await failure(api.titles());
    expect(error.kind).toBe("offline");
    expect(error.message).toBe("No connection to the server.");
  });
});

test.each([
  ["", null],
  ["xcsrftoken=1", null],
  ["a=b; csrftoken=abc", "abc"],
])("the token in the cookies %j is %j", (cookies, token) => {
  expect(csrfToken(cookies)).toBe(token);
});
