/** What a proposed merger brings to a player, as far as the server tells. */

import type { Offer, Preview, View } from "../../lib/types";

/** How many are looked at without being asked for. */
const MOST = 16;
const SURVIVOR = "survivor";

/** The mergers that may be proposed; none where they are too many to be shown together. */
export function proposalsIn(offers: readonly Offer[]): Offer[] {
  const found = offers.filter((offer) => SURVIVOR in offer.action);
  return found.length > MOST ? [] : found;
}

/** Whether a field of a kind of answer is settled by the choice of a proposal. */
export function isProposed(offers: readonly Offer[], kind: string, field: string): boolean {
  return proposalsIn(offers).some(({ action }) => action.type === kind && field in action);
}

export interface Brought {
  price: number | null;
  /** Shares of the survivor. */
  shares: number;
  money: number;
}

interface Holding {
  after: number;
  money: number;
}

/**
 * Where another director has to agree, the question to them tells what everybody would have; where the merger begins at
 * once, the question to the first holder does; and where nobody is asked, the position itself shows it.
 */
export function broughtBy({ next, view }: Preview, before: View | null, survivor: string, player: string): Brought {
  const params = next?.params ?? {};
  const holding = (params["holders"] as Record<string, Holding> | undefined)?.[player];
  if (params["holders"]) return { price: Number(params["price"]), shares: holding?.after ?? 0, money: holding?.money ?? 0 };
  const [was, is] = [before, view].map((one) => one?.players.find((other) => other.id === player));
  const foreseen = params["outlook"] as Record<string, number> | undefined;
  return {
    price: view?.companies.find((company) => company.id === survivor)?.figures["price"] ?? null,
    shares: foreseen ? (foreseen[player] ?? 0) : (is?.shares[survivor] ?? 0),
    money: (is?.cash ?? 0) - (was?.cash ?? 0),
  };
}
