import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import manifest from "../../public/manifest.webmanifest?raw";
import tokens from "../styles/tokens.css?raw";
import { GROUND, looksDark, mayMove, oneOf, setMotion, setTheme, THEMES, watchSystem } from "./theme.svelte";

const stored = new Map<string, string>();
let system: { matches: boolean; change?: () => void };

beforeEach(() => {
  system = { matches: false };
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return system.matches;
    },
    addEventListener: (_: string, change: () => void) => (system.change = change),
  }));
});

afterEach(() => {
  setTheme("system");
  setMotion("system");
  vi.unstubAllGlobals();
  stored.clear();
});

test.each([
  ["night", "night"],
  ["pink", "system"],
  [null, "system"],
])("stored %s means %s", (value, theme) => {
  expect(oneOf(THEMES, value)).toBe(theme);
});

test("a choice is shown and remembered", () => {
  setTheme("night");
  expect(document.documentElement.dataset["theme"]).toBe("night");
  expect(stored.get("ferrovia.theme")).toBe("night");
  expect(looksDark()).toBe(true);
  setTheme("contrast");
  expect(looksDark()).toBe(false);
});

test("without a choice the system decides, also when it changes its mind", () => {
  watchSystem();
  expect(looksDark()).toBe(false);
  system.matches = true;
  system.change?.();
  expect(looksDark()).toBe(true);
  setTheme("paper");
  expect(looksDark()).toBe(false);
});

test("things move as chosen, else as the system says", () => {
  system.matches = true; // reduced motion
  expect(mayMove()).toBe(false);
  setMotion("on");
  expect(mayMove()).toBe(true);
  setMotion("off");
  system.matches = false;
  expect(mayMove()).toBe(false);
});

describe("the colours", () => {
  const AA = 4.5;
  const EDGE = 3;
  const GROUNDS = ["paper", "leaf", "sunken", "hover", "accent-wash"];
  const TEXTS = ["ink", "ink-soft", "accent", "bad", "good", "warn"];

  function block(selector: string): string {
    const start = tokens.indexOf(`${selector} {`);
    return tokens.slice(start, tokens.indexOf("\n}", start));
  }

  function colours(theme: string): Map<string, string> {
    const own = theme === "contrast" ? block(':root[data-theme="contrast"]') : "";
    const found = new Map<string, string>();
    for (const [, name, light, dark] of block(":root").matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)) {
      found.set(name as string, (theme === "night" ? dark : light) as string);
    }
    for (const [, name, colour] of own.matchAll(/--([\w-]+): (#\w+)/g)) found.set(name as string, colour as string);
    return found;
  }

  function luminance(colour: string): number {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(one: string | undefined, other: string | undefined): number {
    const [low, high] = [luminance(one ?? ""), luminance(other ?? "")].sort((a, b) => a - b) as [number, number];
    return (high + 0.05) / (low + 0.05);
  }

  test("around the page are the colours of its ground", () => {
    expect(GROUND).toEqual({ light: colours("paper").get("paper"), dark: colours("night").get("paper") });
    expect(JSON.parse(manifest)).toMatchObject({ background_color: GROUND.light, theme_color: GROUND.light });
  });

  test.each(["paper", "night", "contrast"])("of the theme %s can be read on every ground", (theme) => {
    const found = colours(theme);
    for (const ground of GROUNDS) {
      for (const text of TEXTS) {
        expect(contrast(found.get(text), found.get(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(AA);
      }
      for (const line of ["edge", "focus"]) {
        expect(contrast(found.get(line), found.get(ground)), `${line} on ${ground}`).toBeGreaterThanOrEqual(EDGE);
      }
    }
    expect(contrast(found.get("accent-ink"), found.get("accent"))).toBeGreaterThanOrEqual(AA);
    expect(contrast(found.get("bad"), found.get("bad-wash"))).toBeGreaterThanOrEqual(AA);
    expect(contrast(found.get("warn"), found.get("warn-wash"))).toBeGreaterThanOrEqual(AA);
    expect(contrast(found.get("ink"), found.get("warn-wash"))).toBeGreaterThanOrEqual(AA);
  });
});
