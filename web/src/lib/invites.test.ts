import { afterEach, beforeEach, expect, test, vi } from "vitest";

function storage(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

/** The module as a page that has just been loaded has it. */
async function loadedAfresh() {
  vi.resetModules();
  return import("./invites");
}

beforeEach(() => vi.stubGlobal("sessionStorage", storage()));
afterEach(() => vi.unstubAllGlobals());

test("an invitation outlives a reload, for its game only", async () => {
  (await loadedAfresh()).keepInvite("g1", "secret");
  const { inviteTo } = await loadedAfresh();
  expect(inviteTo("g1")).toBe("secret");
  expect(inviteTo("g2")).toBeUndefined();
});

test("an invitation lasts for the visit where storage is forbidden", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("forbidden");
    },
  });
  const { inviteTo, keepInvite } = await loadedAfresh();
  keepInvite("g1", "secret");
  expect(inviteTo("g1")).toBe("secret");
  expect(inviteTo("g2")).toBeUndefined();
});
