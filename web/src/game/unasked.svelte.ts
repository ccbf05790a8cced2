/** What this person does not want to be asked again in a game: kept in this browser, answered by a no while the page is open; by one that must be paid for only after a look at it. */

import { remember, remembered } from "../lib/storage";
import type { Table } from "./table.svelte";
import { isMeant, plainNo, readWishes, stillMeant, stopSign } from "./unasked";
import type { Wish } from "./unasked";

export class Unasked {
  wishes = $state.raw<Wish[]>([]);
  readonly #table: Table;
  readonly #place: string;

  constructor(table: Table) {
    this.#table = table;
    this.#place = `unasked.${table.id}`;
    this.wishes = readWishes(remembered(this.#place));
  }

  /** The no that would be given from now on; null where the question takes none. */
  readonly no = $derived.by(() => (this.#table.mayAnswer ? plainNo(this.#table.live?.offers ?? []) : null));

  /** From now on this kind of question is answered by a no, beginning with the one that is open. */
  add(wish: Pick<Wish, "company" | "stop">): void {
    const { no } = this;
    const key = this.#table.live?.ask?.key;
    if (no === null || key === undefined) return;
    this.#keep([...this.wishes, { ...wish, key, label: no.text }]);
    this.answer();
  }

  drop(wish: Wish): void {
    this.#keep(this.wishes.filter((one) => one !== wish));
  }

  /** Answers the question that is open, if it is not to be asked. */
  answer(): void {
    if (this.wishes.length === 0) return;
    const { live, mayAnswer } = this.#table;
    const ask = live?.ask;
    const stop = live ? stopSign(live.view.course) : "";
    const left = stillMeant(this.wishes, stop);
    if (left.length < this.wishes.length) this.#keep(left);
    const { no } = this;
    if (!mayAnswer || !ask || no === null || !left.some((wish) => isMeant(wish, ask, stop))) return;
    // after what is being received has been drawn
    queueMicrotask(() => void this.#table.answer.unasked(no.action));
  }

  #keep(wishes: Wish[]): void {
    this.wishes = wishes;
    remember(this.#place, JSON.stringify(wishes));
  }
}
