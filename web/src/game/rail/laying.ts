/** Tiles as they could lie. */

import type { Answer } from "../answer.svelte";
import { agrees } from "../choice";
import type { Table } from "../table.svelte";
import { networkOf } from "./network";
import type { Leads } from "./network";

/** The first turn in which a tile may lie where the player is laying. */
export function firstTurn(answer: Answer, tile: string): number {
  const { form, choice, pool } = answer;
  const name = (kind: string): string => form?.fields.find((field) => field.kind === kind)?.name ?? "";
  const [tileName, turnName] = [name("tile"), name("turn")];
  const others = Object.entries(choice.fields).filter(([field]) => field !== tileName && field !== turnName);
  const wanted = { ...choice, fields: { ...Object.fromEntries(others), [tileName]: tile } };
  return Number(pool.find((offer) => agrees(offer, wanted))?.action[turnName] ?? 0);
}

/** Where the track leads with the tile in hand and did not lead before; null without one. Whether a train may go there is not asked. */
export function newLeads({ answer, mayAnswer, title, live }: Table): Leads | null {
  const after = mayAnswer ? answer.certain?.view : null;
  const isLaying = answer.form?.fields.some((field) => field.kind === "turn") ?? false;
  const [hex] = answer.hexes;
  if (!title || !live || !after || !isLaying || hex === undefined) return null;
  const before = networkOf(title.layout, live.view).leadsFrom(hex);
  const { stops, hexes } = networkOf(title.layout, after).leadsFrom(hex);
  return { stops: stops.filter((stop) => !before.stops.includes(stop)), hexes: hexes.filter((one) => !before.hexes.includes(one)) };
}
