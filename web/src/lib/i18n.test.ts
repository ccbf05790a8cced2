import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { ago, bestLanguage, CATALOGUES, inTheWordsOf, language, LANGUAGES, phrase, speak, t, type Key, type Phrase } from "./i18n.svelte";
import { DIALECTS } from "./words/dialects";

const keys = Object.keys(CATALOGUES.en) as Key[];

function forms(said: Phrase): string[] {
  return typeof said === "string" ? [said] : [said.one, said.other];
}

function holes(said: Phrase): string[] {
  return [...new Set(forms(said).flatMap((sentence) => sentence.match(/\{\w+\}/g) ?? []))].sort();
}

describe("the catalogues", () => {
  test.each(LANGUAGES)("%s has every key and no other", (one) => {
    expect(Object.keys(CATALOGUES[one]).sort()).toEqual([...keys].sort());
  });

  test.each(keys)("%s has words with the same parameters in every language", (key) => {
    for (const one of LANGUAGES) {
      const said = CATALOGUES[one][key];
      expect(forms(said).every((sentence) => sentence.trim().length > 0)).toBe(true);
      expect(holes(said)).toEqual(holes(CATALOGUES.en[key]));
    }
  });

  test("a phrase with numbers counts in every language", () => {
    for (const key of keys) {
      const counted = LANGUAGES.map((one) => typeof CATALOGUES[one][key] !== "string");
      expect(new Set(counted).size, key).toBe(1);
    }
  });
});

describe("the words of a title's own rulebook", () => {
  beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
  afterEach(() => {
    inTheWordsOf(null);
    speak("en");
    vi.unstubAllGlobals();
  });

  test("take the place of the usual ones while it is spoken of", () => {
    speak("es");
    expect(t("game.tab.tiles")).toBe("Losetas");
    inTheWordsOf("18cz");
    expect(t("game.tab.tiles")).toBe("Fichas");
    inTheWordsOf("1862");
    expect([t("game.tab.tiles"), t("game.hex.first")]).toEqual(["Losetas", "Elige un hexágono"]);
    speak("en");
    expect(t("game.tab.tiles")).toBe("Tiles");
  });

  test("speak of the same things as the usual ones", () => {
    for (const own of Object.values(DIALECTS.es)) {
      for (const [key, said] of Object.entries(own)) expect(holes(said as Phrase), key).toEqual(holes(CATALOGUES.es[key as Key]));
    }
  });
});

describe("a phrase", () => {
  test("is filled with its words", () => {
    expect(phrase("{name} has {count}", { name: "Ana", count: 3 }, "en")).toBe("Ana has 3");
  });

  test("shows a hole that nobody filled", () => {
    expect(phrase("{name} won", {}, "en")).toBe("{name} won");
  });

  test.each([
    [0, "0 seats"],
    [1, "1 seat"],
    [2, "2 seats"],
  ])("of %i things has its form", (count, said) => {
    expect(phrase({ one: "{count} seat", other: "{count} seats" }, { count }, "en")).toBe(said);
  });
});

describe("the language", () => {
  beforeEach(() => {
    vi.stubGlobal("document", { documentElement: {} });
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: vi.fn() });
  });
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ["es", ["en-US"], "es"],
    [null, ["fr-FR", "es-MX", "en"], "es"],
    [null, ["fr-FR"], "en"],
    ["xx", ["ES"], "es"],
    [null, [], "en"],
  ])("stored %s, wanted %j: %s", (stored, wanted, best) => {
    expect(bestLanguage(stored, wanted)).toBe(best);
  });

  test("changes the words, the page and what is remembered", () => {
    speak("es");
    expect(language()).toBe("es");
    expect(t("nav.help")).toBe("Ayuda");
    expect(document.documentElement.lang).toBe("es");
    expect(localStorage.setItem).toHaveBeenCalledWith("ferrovia.language", "es");
    speak("en");
    expect(t("nav.help")).toBe("Help");
  });
});

describe("the time since", () => {
  const now = Date.parse("2030-05-05T12:00:00Z");

  test.each([
    ["2030-05-05T11:59:30Z", "30 seconds ago"],
    ["2030-05-05T11:57:00Z", "3 minutes ago"],
    ["2030-05-05T10:00:00Z", "2 hours ago"],
    ["2030-05-04T11:00:00Z", "yesterday"],
    ["2029-05-05T12:00:00Z", "May 5, 2029"],
  ])("%s is %s", (iso, said) => {
    expect(ago(iso, now)).toBe(said);
  });
});
