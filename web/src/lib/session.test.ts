import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LANGUAGES, speak } from "./i18n.svelte";
import { suggestedName } from "./session.svelte";

const LONGEST = 24;

beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
afterEach(() => {
  speak("en");
  vi.unstubAllGlobals();
});

test.each(LANGUAGES)("a suggested name in %s is a trade and a number, and short enough", (language) => {
  speak(language);
  for (let chance = 0; chance < 1; chance += 0.05) {
    const name = suggestedName(() => chance);
    expect(name).toMatch(/^\p{Lu}\p{Ll}+ \d\d$/u);
    expect(name.length).toBeLessThanOrEqual(LONGEST);
  }
});
