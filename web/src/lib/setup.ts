/** A table before it is opened: who sits where. Plain values, so that the form only shows and changes them. */

import type { BotInfo, SeatWish } from "./types";

export const COMPANIES = ["bots", "people", "screen"] as const;
/** With whom one plays: against bots, with people over the net, or with people around this screen. */
export type Company = (typeof COMPANIES)[number];

export interface SeatPlan {
  /** "me", "open", "named", or "bot:" and the bot. */
  who: string;
  /** For "named": the name that was typed. */
  name: string;
}

const USUAL_COUNT = 3;

export function usualCount(seats: readonly number[]): number {
  return seats.includes(USUAL_COUNT) ? USUAL_COUNT : Math.min(...seats);
}

/** What may be chosen for a seat. */
export function choicesOfSeat(company: Company, bots: readonly BotInfo[]): string[] {
  const people = company === "screen" ? "named" : "open";
  return ["me", people, ...bots.map((bot) => `bot:${bot.id}`)];
}

export function plan(company: Company, count: number, bots: readonly BotInfo[]): SeatPlan[] {
  return resized([{ who: "me", name: "" }], count, company, bots);
}

export function resized(seats: readonly SeatPlan[], count: number, company: Company, bots: readonly BotInfo[]): SeatPlan[] {
  const more = Array.from({ length: Math.max(0, count - seats.length) }, () => ({ who: usual(company, bots), name: "" }));
  const kept = seats.slice(0, count);
  const lost = seats.slice(count).some((seat) => seat.who === "me");
  return lost ? seated(kept, count - 1, "me") : [...kept, ...more];
}

function usual(company: Company, bots: readonly BotInfo[]): string {
  if (company === "bots" && bots[0]) return `bot:${bots[0].id}`;
  return company === "screen" ? "named" : "open";
}

/** Give a seat to somebody. "Me" is always there exactly once: two seats change places. */
export function seated(seats: readonly SeatPlan[], index: number, who: string): SeatPlan[] {
  const before = seats[index];
  const mine = seats.findIndex((seat) => seat.who === "me");
  if (!before || (before.who === "me" && who !== "me")) return [...seats];
  return seats.map((seat, at) => {
    if (at === index) return { ...seat, who };
    return who === "me" && at === mine ? { ...seat, who: before.who } : seat;
  });
}

export function wishes(seats: readonly SeatPlan[]): SeatWish[] {
  return seats.map(({ who, name }) => {
    if (who.startsWith("bot:")) return { kind: "bot", bot: who.slice("bot:".length) };
    if (who === "named") return { kind: "named", name: name.trim() };
    return { kind: who === "open" ? "open" : "me" };
  });
}

/** The first seat whose person still needs a name of their own, or -1. */
export function unnamed(seats: readonly SeatPlan[], me: string): number {
  const taken = new Set([me.trim().toLowerCase()]);
  return seats.findIndex(({ who, name }) => {
    if (who !== "named") return false;
    const given = name.trim().toLowerCase();
    if (given === "" || taken.has(given)) return true;
    taken.add(given);
    return false;
  });
}
