import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { api, ApiError } from "./api";
import { complain, dismiss, notices } from "./notices.svelte";
import { setUser, user } from "./session.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  setUser({ id: "u1", name: "Ana", guest: true });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const notice of notices()) dismiss(notice.id);
});

test("who turns out to be signed out is shown the way in, and is nobody from then on", async () => {
  vi.spyOn(api, "me").mockResolvedValue({ user: null });
  complain(new ApiError("not-signed-in", "Who are you?", 401));
  expect(notices()).toMatchObject([{ text: "Who are you?", bad: true, signIn: true }]);
  await vi.waitFor(() => expect(user()).toBeNull());
});

test("while the server is silent one stays who one was", async () => {
  const asked = vi.spyOn(api, "me").mockRejectedValue(ApiError.offline());
  complain(new ApiError("not-signed-in", "Who are you?", 401));
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(user()?.name).toBe("Ana");
});

test("any other failure is only told", () => {
  const asked = vi.spyOn(api, "me");
  complain(new ApiError("conflict", "Too late.", 409));
  expect(notices()).toMatchObject([{ text: "Too late.", bad: true, signIn: false }]);
  expect(asked).not.toHaveBeenCalled();
});
