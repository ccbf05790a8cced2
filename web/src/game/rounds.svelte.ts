/** The rounds of a game and what companies earned in them, read when somebody wants to see them and again in a new round. */

import { api } from "../lib/api";
import type { RoundInfo } from "../lib/types";
import { tell } from "./said";
import type { Table } from "./table.svelte";

export class Rounds {
  list = $state.raw<RoundInfo[]>([]);
  #read = "";

  /** To be called in an effect: reads again where something is new. `each`: with every answer, not only every round. */
  follow(table: Table, each = false): void {
    const { live } = table;
    const stop = live?.view.course.stops[live.view.course.at];
    const sign = `${table.id} ${JSON.stringify(stop)} ${each ? live?.latest : ""} ${document.documentElement.lang}`;
    if (!live || sign === this.#read) return;
    this.#read = sign;
    api.rounds(table.id).then(({ rounds }) => (this.list = rounds), tell);
  }
}
