/** Everything only games with tiles need; read when such a game is opened. */

import "./rail.css";

import type { FieldInfo } from "../../lib/types";
import { AMOUNT } from "../choice";
import Charters from "./Charters.svelte";
import Holdings from "./Holdings.svelte";
import Manifest from "./Manifest.svelte";
import Market from "./Market.svelte";
import Trains from "./Trains.svelte";

export { default as Beside } from "./Beside.svelte";
export { default as Board } from "./RailBoard.svelte";
export { default as Field } from "./Field.svelte";
export { default as Marks } from "./Marks.svelte";
export { default as Moves } from "./Moves.svelte";
export { default as Proposals } from "./Proposals.svelte";
export { default as Reached } from "./Reached.svelte";
export { default as StockTurn } from "./StockTurn.svelte";
export { hexWords } from "./hexwords";
export { hueOf } from "./owners";
export { RouteDesk } from "./routedesk.svelte";
export { isProposed } from "./proposals";
export { companyForms, isStockTurn } from "./stock";

/** Tabs of their own, some in the place of the usual ones. */
export const TABS = { market: Market, companies: Charters, trains: Trains, tiles: Manifest, sheet: Holdings };

const FIELDS = new Set(["tile", "turn", "stop", "train", "face", "local", "cert", "route"]);

/** Whether a field has a picker of its own here. */
export function hasField(field: FieldInfo): boolean {
  return FIELDS.has(field.kind) && field.name !== AMOUNT;
}
