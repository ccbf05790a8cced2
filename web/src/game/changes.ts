/** What differs between two positions, as figures before and after. */

import type { CompanyView, Gauge, HexView, PlayerView } from "../lib/types";

/** What of a position is compared. */
export interface Shown {
  players: readonly Pick<PlayerView, "id" | "cash" | "shares" | "figures">[];
  companies: readonly (Pick<CompanyView, "id" | "figures"> & Partial<Pick<CompanyView, "trains">>)[];
  /** The face that is up on each train. */
  faces?: Readonly<Record<string, string>>;
  gauges: readonly Gauge[];
  hexes: readonly Pick<HexView, "id" | "tokens" | "marks">[];
}

export interface Change {
  of: "player" | "company" | "gauge" | "hex";
  id: string;
  /** The figure; empty for a gauge, which is its own figure. */
  key: string;
  before: number | string | null;
  after: number | string | null;
  money: boolean;
}

const MONEY = new Set(["cash", "treasury", "income", "dividend", "opening-bid", "next-dividend", "cost", "price", "par", "start-price", "last-revenue", "debt", "penalty", "capital", "value"]);

export function isMoney(key: string): boolean {
  return MONEY.has(key);
}

/** The key under which the trains of a company are compared. */
export const TRAINS = "trains";

/** "2a 2b 3d" */
export function trainsOf(shown: Shown, company: string): string {
  const trains = shown.companies.find((one) => one.id === company)?.trains ?? [];
  return trains.map((train) => shown.faces?.[train] ?? train).join(" ");
}

export function changes(before: Shown, after: Shown): Change[] {
  return [
    ...after.players.flatMap((player) => {
      const was = before.players.find((other) => other.id === player.id);
      const shares = compared("player", player.id, was?.shares ?? {}, player.shares, "share.");
      return [
        ...compared("player", player.id, { cash: was?.cash ?? 0 }, { cash: player.cash }),
        ...shares,
        ...compared("player", player.id, was?.figures ?? {}, player.figures),
      ];
    }),
    ...after.companies.flatMap((company) => {
      const was = before.companies.find((other) => other.id === company.id);
      const [had, has] = [trainsOf(before, company.id), trainsOf(after, company.id)];
      const trains = { of: "company" as const, id: company.id, key: TRAINS, before: had || null, after: has || null, money: false };
      return [...compared("company", company.id, was?.figures ?? {}, company.figures), ...(had === has ? [] : [trains])];
    }),
    ...after.gauges.flatMap((gauge) => {
      const was = before.gauges.find((other) => other.key === gauge.key);
      const change = { of: "gauge" as const, id: gauge.key, key: "", money: false };
      return was && was.at !== gauge.at ? [{ ...change, before: reading(was), after: reading(gauge) }] : [];
    }),
  ];
}

/** How many lines are still read at a glance, and how many where two companies deal with each other. */
const GLANCE = 8;
const DEAL = 5;
/** So many companies are more than a deal: a train makes those of others obsolete. */
const SEVERAL = 3;

/** Whether what would change is best seen as a table of everybody: shares of several change, a company comes or goes, two companies exchange more than a train, several companies are concerned, or there is much of it. */
export function concernsMany(before: Opened, after: Opened, differences: readonly Change[]): boolean {
  const holders = new Set(differences.filter((change) => change.key.startsWith("share.")).map((change) => change.id));
  const isOpen = (shown: Opened, id: string): boolean => shown.companies.some((company) => company.id === id && company.open);
  const companies = new Set(differences.filter((change) => change.of === "company").map((change) => change.id));
  const most = companies.size > 1 ? DEAL : GLANCE;
  return holders.size > 1 || companies.size >= SEVERAL || differences.length > most || before.companies.some(({ id }) => isOpen(before, id) && !isOpen(after, id));
}

/** What is compared to see whether an answer pays by itself. */
export interface Owned {
  players: readonly Pick<PlayerView, "id" | "cash">[];
  companies: readonly Pick<CompanyView, "id" | "director" | "figures" | "trains">[];
}

/** Whether what follows an answer by itself takes money from somebody or a company of theirs, or changes its trains: such as a train that must be bought. */
export function paysByItself(before: Owned, preview: { events: readonly { automatic: boolean }[]; view: Owned | null }, who: string): boolean {
  const after = preview.view;
  if (after === null || !preview.events.some((event) => event.automatic)) return false;
  const cash = (shown: Owned): number => shown.players.find((player) => player.id === who)?.cash ?? 0;
  const own = before.companies.filter((company) => company.director === who);
  return (
    cash(after) < cash(before) ||
    own.some((company) => {
      const then = after.companies.find((one) => one.id === company.id);
      return (then?.figures["treasury"] ?? 0) < (company.figures["treasury"] ?? 0) || then?.trains.join() !== company.trains.join();
    })
  );
}

export interface Opened {
  companies: readonly Pick<CompanyView, "id" | "open">[];
}

export function reading(gauge: Gauge): number {
  return gauge.values[gauge.at] ?? 0;
}

type Figures = Readonly<Record<string, number>>;

function compared(of: "player" | "company", id: string, before: Figures, after: Figures, prefix = ""): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({
      of,
      id,
      key: prefix + key,
      before: before[key] ?? null,
      after: after[key] ?? null,
      money: prefix === "" && isMoney(key),
    }));
}

/** The hexes where something stands now that did not stand there before, with what is new. */
export function newOnHexes(before: Shown, after: Shown): Map<string, { tokens: string[]; marks: string[] }> {
  const found = new Map<string, { tokens: string[]; marks: string[] }>();
  for (const hex of after.hexes) {
    const was = before.hexes.find((other) => other.id === hex.id);
    const tokens = hex.tokens.filter((token) => !was?.tokens.includes(token));
    const marks = hex.marks.filter((mark) => !was?.marks.includes(mark));
    if (tokens.length > 0 || marks.length > 0) found.set(hex.id, { tokens, marks });
  }
  return found;
}
