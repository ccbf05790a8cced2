/** Money as the language writes it: a sign where it belongs, "$8" or "8 $"; letters always follow, "8 K". */

import { language, t } from "../lib/i18n.svelte";
import type { Language } from "../lib/i18n.svelte";

export function moneyText(currency: string, amount: number): string {
  const sign = amount < 0 ? "−" : "";
  return sign + t(isLetters(currency) ? "game.money.letters" : "game.money", { currency, amount: grouped(Math.abs(amount), language()) });
}

/** What stands before and after the figure. */
export function aroundMoney(currency: string): [string, string] {
  const [before = "", after = ""] = t(isLetters(currency) ? "game.money.letters" : "game.money", { currency, amount: "|" }).split("|");
  return [before, after];
}

/** Thousands apart: 13,231; in Spanish by a narrow space, and only from five digits on. */
export function grouped(amount: number, language: Language): string {
  const [sign, least] = language === "es" ? ["\u202f", 10_000] : [",", 1000];
  return amount < least ? String(amount) : String(amount).replace(/\B(?=(\d{3})+$)/g, sign);
}

function isLetters(currency: string): boolean {
  return /^\p{L}+$/u.test(currency);
}
