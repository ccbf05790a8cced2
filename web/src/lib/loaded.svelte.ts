/** Something the server knows: asked at once, and again whenever what the question depends on (the language too) changes. */

import { ApiError } from "./api";

export class Loaded<T> {
  value = $state.raw<T>();
  error = $state.raw<ApiError | null>(null);
  readonly #ask: () => Promise<T>;
  #turn = 0;

  /** Make it while a component is set up. */
  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
    $effect(() => void this.reload());
  }

  async reload(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const value = await this.#ask();
      if (turn === this.#turn) [this.value, this.error] = [value, null];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (turn === this.#turn) this.error = error;
    }
  }
}
