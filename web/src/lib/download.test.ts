import { afterEach, describe, expect, it, vi } from "vitest";

import { download, fileName } from "./download";

afterEach(() => vi.unstubAllGlobals());

describe("a game as a file", () => {
  it("has the name that the server gives it", () => {
    expect(fileName('attachment; filename="1862-abc.json"')).toBe("1862-abc.json");
    expect(fileName(null)).toBeNull();
  });

  it("is refused in the words of the server", async () => {
    const problem = { error: "bad-request", message: "This game of Chicago Express has no form on 18xx.games." };
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(problem), { status: 400 })));
    await expect(download("g", "/18xx")).rejects.toMatchObject({ message: problem.message });
  });
});
