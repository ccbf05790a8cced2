/** Tiles as they could lie. */

import type { Answer } from "../answer.svelte";
import { agrees } from "../choice";
import type { Table } from "../table.svelte";

/** The first turn in which a tile may lie where the player is laying. */
export function firstTurn(answer: Answer, tile: string): number {
  const { form, choice, pool } = answer;
  const name = (kind: string): string => form?.fields.find((field) => field.kind === kind)?.name ?? "";
  const [tileName, turnName] = [name("tile"), name("turn")];
  const others = Object.entries(choice.fields).filter(([field]) => field !== tileName && field !== turnName);
  const wanted = { ...choice, fields: { ...Object.fromEntries(others), [tileName]: tile } };
  return Number(pool.find((offer) => agrees(offer, wanted))?.action[turnName] ?? 0);
}

/** The stops that the company in question would reach with the answer in the making and does not reach now. */
export function newlyReached({ answer, mayAnswer }: Table): string[] {
  const outlook = mayAnswer ? answer.certain : null;
  return outlook?.reach.filter((stop) => !outlook.reached.includes(stop)) ?? [];
}
