/** The words of the client in the reader's language. Everything the game itself says comes from the server. */

import { en as gameEn } from "../game/words/en";
import { es as gameEs } from "../game/words/es";
import { remember, remembered } from "./storage";
import { DIALECTS } from "./words/dialects";
import { en as shellEn } from "./words/en";
import { es as shellEs } from "./words/es";

export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One sentence, or one for each number of things; which of them is chosen by the parameter `count`. */
export type Phrase = string | { readonly one: string; readonly other: string };
export type Catalogue<Key extends string> = { readonly [K in Key]: Phrase };
export type Words = Record<string, string | number>;

const EN = { ...shellEn, ...gameEn };
export type Key = keyof typeof EN;
export const CATALOGUES: Record<Language, Catalogue<Key>> = { en: EN, es: { ...shellEs, ...gameEs } };

export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", es: "Español" };

export function bestLanguage(stored: string | null, wanted: readonly string[]): Language {
  const known = [stored ?? "", ...wanted].map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.find((language) => language === known.find((tag) => isLanguage(tag))) ?? "en";
}

function isLanguage(tag: string): tag is Language {
  return (LANGUAGES as readonly string[]).includes(tag);
}

let current = $state<Language>(bestLanguage(remembered("language"), globalThis.navigator?.languages ?? []));

/** The language now. Reading it in a component makes the component follow it. */
export function language(): Language {
  return current;
}

export function speak(language: Language): void {
  current = language;
  remember("language", language);
  showLanguage();
}

/** Tell the browser (hyphenation, screen readers) which language the page is in. */
export function showLanguage(): void {
  document.documentElement.lang = current;
}

/** The title that is spoken of. */
let title = $state<string | null>(null);

/** From now on the words are those of a title's own rulebook, where it has its own. */
export function inTheWordsOf(next: string | null): void {
  title = next;
}

export function t(key: Key, words: Words = {}): string {
  const own = title === null ? undefined : DIALECTS[current][title]?.[key];
  return phrase(own ?? CATALOGUES[current][key], words, current);
}

export function phrase(phrase: Phrase, words: Words, language: Language): string {
  const sentence = typeof phrase === "string" ? phrase : phrase[form(Number(words["count"]), language)];
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => String(words[name] ?? hole));
}

function form(count: number, language: Language): "one" | "other" {
  return new Intl.PluralRules(language).select(count) === "one" ? "one" : "other";
}

/** "3 minutes ago", and for older things the date. */
export function ago(iso: string, now: number = Date.now()): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  const relative = new Intl.RelativeTimeFormat(current, { numeric: "auto" });
  for (const [unit, length, next] of UNITS) {
    if (Math.abs(seconds) < next) return relative.format(Math.trunc(seconds / length), unit);
  }
  return new Intl.DateTimeFormat(current, { dateStyle: "medium" }).format(new Date(iso));
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["second", 1, 60],
  ["minute", 60, 3600],
  ["hour", 3600, 86_400],
  ["day", 86_400, 30 * 86_400],
];

