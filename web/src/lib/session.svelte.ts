/** Who is at this browser. Nobody needs an account: a guest is made at the first thing that needs a name. */

import { api, ApiError } from "./api";
import { language, type Language } from "./i18n.svelte";
import type { User } from "./types";

/** The server refuses a shorter one, and what is too easy to guess. */
export const SHORTEST_PASSWORD = 8;

let current = $state.raw<User | null>(null);
let asked = $state(false);

export function user(): User | null {
  return current;
}

/** Whether the server has been asked yet; before that, "nobody" only means "not known". */
export function sessionKnown(): boolean {
  return asked;
}

export function setUser(user: User | null): void {
  current = user;
  asked = true;
}

export async function loadSession(): Promise<void> {
  setUser((await api.me()).user);
}

/** Ask again who is here: somebody may have signed out elsewhere. While the server is silent nothing changes. */
export async function recheckSession(): Promise<void> {
  try {
    await loadSession();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Become a guest of this name unless somebody is here already. */
export async function beSomebody(name: string): Promise<void> {
  if (current) return;
  const { user } = await api.guest(name.trim() || suggestedName());
  setUser(user);
}

const TRADES: Record<Language, readonly string[]> = {
  en: ["Conductor", "Signaller", "Stoker", "Surveyor", "Engineer", "Porter", "Clerk", "Telegrapher", "Pointsman", "Passenger"],
  es: ["Maquinista", "Guardagujas", "Guardavía", "Telegrafista", "Ferroviaria", "Ferroviario", "Oficinista", "Viajante"],
};

/** A friendly name to begin with. */
export function suggestedName(chance: () => number = Math.random): string {
  const trades = TRADES[language()];
  return `${trades[Math.floor(chance() * trades.length)]} ${10 + Math.floor(chance() * 90)}`;
}
