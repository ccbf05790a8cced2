/** Money as the language writes it: a sign where it belongs, "$8" or "8 $"; letters always follow, "8 K". */

import { t } from "../lib/i18n.svelte";

export function moneyText(currency: string, amount: number): string {
  const sign = amount < 0 ? "−" : "";
  return sign + t(isLetters(currency) ? "game.money.letters" : "game.money", { currency, amount: Math.abs(amount) });
}

/** What stands before and after the figure. */
export function aroundMoney(currency: string): [string, string] {
  const [before = "", after = ""] = t(isLetters(currency) ? "game.money.letters" : "game.money", { currency, amount: "|" }).split("|");
  return [before, after];
}

function isLetters(currency: string): boolean {
  return /^\p{L}+$/u.test(currency);
}
