/** Tiles as they could lie. */

import type { Answer } from "../answer.svelte";
import { agrees } from "../choice";

/** The first turn in which a tile may lie where the player is laying. */
export function firstTurn(answer: Answer, tile: string): number {
  const { form, choice, pool } = answer;
  const name = (kind: string): string => form?.fields.find((field) => field.kind === kind)?.name ?? "";
  const [tileName, turnName] = [name("tile"), name("turn")];
  const others = Object.entries(choice.fields).filter(([field]) => field !== tileName && field !== turnName);
  const wanted = { ...choice, fields: { ...Object.fromEntries(others), [tileName]: tile } };
  return Number(pool.find((offer) => agrees(offer, wanted))?.action[turnName] ?? 0);
}
