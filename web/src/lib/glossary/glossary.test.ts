import { describe, expect, it } from "vitest";

import { GLOSSARIES, glossed } from ".";

const marked = (text: string, language: "en" | "es" = "en") => glossed(text, language).flatMap(({ text, term }) => (term ? [`${text}=${term}`] : []));

describe("the glossary", () => {
  it("explains the same words in both languages, none without a sentence", () => {
    expect(Object.keys(GLOSSARIES.es)).toEqual(Object.keys(GLOSSARIES.en));
    for (const entry of Object.values({ ...GLOSSARIES.en, ...GLOSSARIES.es })) {
      expect(entry.forms.length).toBeGreaterThan(0);
      expect(entry.text).toMatch(/\.$/);
    }
  });

  it("has no form twice", () => {
    for (const glossary of Object.values(GLOSSARIES)) {
      const forms = Object.values(glossary).flatMap((entry) => entry.forms.map((form) => form.toLowerCase()));
      expect(new Set(forms).size).toBe(forms.length);
    }
  });

  it("marks each word where it is first mentioned, whole words only, the longest form first", () => {
    expect(marked("Shares on the stock market: two shares at par, not a parcel.")).toEqual(["Shares=share", "stock market=market", "par=par"]);
    expect(marked("La tesorería paga; la acción y las acciones.", "es")).toEqual(["tesorería=treasury", "acción=share"]);
  });

  it("loses nothing of a text", () => {
    const text = "A company floats; the director sets par.";
    expect(glossed(text, "en").map((piece) => piece.text).join("")).toBe(text);
  });

  it("remembers what was marked in an earlier text", () => {
    const seen = new Set<string>();
    glossed("one share", "en", seen);
    expect(glossed("another share", "en", seen).some((piece) => piece.term)).toBe(false);
  });
});
