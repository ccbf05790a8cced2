/** A stock turn as a table: a row a company, a column for each kind of answer that begins with a company. */

import type { FormInfo, Offer, Params } from "../../lib/types";

/** The kinds of answer that are given by pressing in a company's row. */
export function companyForms(kinds: readonly FormInfo[]): FormInfo[] {
  return kinds.filter((form) => form.fields[0]?.kind === "company");
}

/** Of these the ones that something can be done with now: the columns of the table. */
export function columns(kinds: readonly FormInfo[], pool: readonly Offer[]): FormInfo[] {
  const offered = new Set(pool.map((offer) => offer.action.type));
  return companyForms(kinds).filter((form) => offered.has(form.name));
}

/** Whether a question is such a turn: a player's, in which more than one thing can be done with companies. */
export function isStockTurn(kinds: readonly FormInfo[], params: Params): boolean {
  return params["company"] === undefined && companyForms(kinds).length > 1;
}

/** What an answer of a kind can be for a company. */
export function offersFor(pool: readonly Offer[], form: FormInfo, company: string): Offer[] {
  const name = form.fields[0]?.name ?? "";
  return pool.filter((offer) => offer.action.type === form.name && offer.action[name] === company);
}

/** The numbers among which one chooses after the company: prices, or how many. */
export function numbersOf(offers: readonly Offer[], form: FormInfo): number[] {
  const field = form.fields.find((one) => one.kind === "amount");
  return field ? offers.map((offer) => Number(offer.action[field.name])).toSorted((a, b) => a - b) : [];
}

/** What is on the button: the price, the range of prices, or how many can be sold. What does not come from a place for shares
 * costs something else, and where none need be sold the answer is about something else: that stands in the preview. */
export function onButton(offers: readonly Offer[], form: FormInfo, { price, par }: Partial<Record<string, number>>): string {
  const numbers = numbersOf(offers, form);
  const field = form.fields.find((one) => one.kind === "amount");
  const [low, high] = [numbers[0], numbers.at(-1)];
  if (field && low && high) {
    const range = low === high ? String(high) : `${low}–${high}`;
    return field.money ? range : `×${range}`;
  }
  const places = new Set(offers.map((offer) => offer.action["place"]));
  if (places.size === 1 && places.has("ipo") && par !== undefined) return String(par);
  return price === undefined || places.has(undefined) ? "✓" : String(price);
}
