/** Questions that somebody does not want to be asked again: which ones, and for how long. */

import type { Ask, Course, Offer } from "../lib/types";

export interface Wish {
  /** The kind of question. */
  key: string;
  /** Whose turn it is about; any company's where it is null. */
  company: string | null;
  /** The stop of the course during which it holds, as `stopSign` writes it; the whole game where it is null. */
  stop: string | null;
  /** What is answered instead, in words. */
  label: string;
}

/** Whether a question at a stop of the course is one that is not to be asked. */
export function isMeant(wish: Wish, ask: Pick<Ask, "key" | "params">, stop: string): boolean {
  return wish.key === ask.key && (wish.company === null || wish.company === ask.params["company"]) && (wish.stop === null || wish.stop === stop);
}

/** The no to a question: an offer that leaves things as they are and names nothing. */
export function plainNo(offers: readonly Offer[]): Offer | null {
  const noes = offers.filter((offer) => offer.passive && Object.keys(offer.action).length === 1);
  return noes.length === 1 ? (noes[0] ?? null) : null;
}

/** The wishes that can still matter: those for a stop that has passed are dropped. */
export function stillMeant(wishes: readonly Wish[], stop: string): Wish[] {
  return wishes.filter((wish) => wish.stop === null || wish.stop === stop);
}

/** A stop of the course: many courses tell only the present set of rounds, so its place among them says nothing. */
export function stopSign({ stops, at }: Course): string {
  return JSON.stringify(stops[at] ?? at);
}

/** What was kept as text; nothing where it is damaged. */
export function readWishes(text: string | null): Wish[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter(isWish) : [];
  } catch {
    return [];
  }
}

function isWish(one: unknown): one is Wish {
  const wish = one as Partial<Wish> | null;
  return typeof wish === "object" && typeof wish?.key === "string" && typeof wish.label === "string";
}
