/** Where the routes of a run are changed: the answer holds them, here is which train is being changed and what each earns. */

import { api } from "../../lib/api";
import type { Action, FieldInfo, Offer } from "../../lib/types";
import type { Table } from "../table.svelte";
import { networkOf } from "./network";
import type { Network } from "./network";
import { readRoute, stopsOf, wayAfterClick, withWay, writeRoute } from "./routes";
import type { Route } from "./routes";

/** The figure of a company that says what its trains have earned. */
const EARNED = "last-revenue";

export class RouteDesk {
  /** The train whose way was chosen to be changed, and the first stop of a way that is no route yet. */
  #picked = $state.raw<{ train: string; start: string | null; seq: number } | null>(null);
  /** What single routes and whole runs earn, as the server said at this position. */
  #earned = $state.raw<ReadonlyMap<string, number>>(new Map());
  #earnedAt = -1;

  readonly #table: Table;
  readonly field = $derived.by((): FieldInfo | null => this.#table.answer.form?.fields.find((field) => field.kind === "route") ?? null);
  /** What the server proposes. */
  readonly offer = $derived.by((): Offer | null => (this.field ? this.#table.answer.offer : null));
  readonly company = $derived.by((): string => String(this.#table.live?.ask?.params["company"] ?? ""));
  readonly routes = $derived.by((): Route[] => this.#textsOf(this.#table.answer.action).map(readRoute));
  readonly network = $derived.by((): Network | null => {
    const { title, live } = this.#table;
    return title && live ? networkOf(title.layout, live.view) : null;
  });
  /** Every train of the company, those that run first. */
  readonly trains = $derived.by((): string[] => {
    const owned = this.#table.live?.view.companies.find((company) => company.id === this.company)?.trains ?? [];
    return [...new Set([...this.routes.map((route) => route.train), ...owned])];
  });
  readonly #now = $derived.by(() => (this.#picked?.seq === this.#table.live?.latest ? this.#picked : null));
  /** The train whose way is being changed. */
  readonly train = $derived(this.#now?.train ?? null);
  readonly proposed = $derived.by((): string[] => this.#textsOf(this.offer?.action ?? null));
  readonly changed = $derived(keyOf(this.routes.map(writeRoute)) !== keyOf(this.proposed));
  readonly total = $derived(this.#earned.get(keyOf(this.routes.map(writeRoute))) ?? null);
  readonly best = $derived(this.#earned.get(keyOf(this.proposed)) ?? null);
  /** The stops that may be clicked. */
  readonly open = $derived.by((): Set<string> => new Set(this.train !== null && this.field ? (this.network?.stops() ?? []) : []));

  constructor(table: Table) {
    this.#table = table;
  }

  #textsOf(action: Action | null): string[] {
    const value = this.field && action ? action[this.field.name] : null;
    return Array.isArray(value) ? (value as string[]) : [];
  }

  wayOf(train: string): readonly string[] {
    const way = this.routes.find((route) => route.train === train)?.way;
    return way ?? (this.#now?.start && train === this.train ? [this.#now.start] : []);
  }

  /** The number of a train, by which its colour goes. */
  numberOf(train: string): number {
    return this.trains.indexOf(train) + 1;
  }

  earnedBy(train: string): number | null {
    const route = this.routes.find((one) => one.train === train);
    return route ? (this.#earned.get(keyOf([writeRoute(route)])) ?? null) : null;
  }

  choose(train: string): void {
    this.#picked = this.train === train ? null : { train, start: null, seq: this.#table.live?.latest ?? 0 };
  }

  click(stop: string): void {
    const { network, train } = this;
    if (!network || train === null) return;
    const others = this.routes.filter((route) => route.train !== train).flatMap((route) => network.crossingsOf(route.way));
    this.#set(train, wayAfterClick(this.wayOf(train), stop, network, new Set(others)));
  }

  clear(train: string): void {
    this.#set(train, []);
  }

  /** Back to what the server proposes. */
  restore(): void {
    if (this.#picked) this.#picked = { ...this.#picked, start: null };
    this.#table.answer.reset();
  }

  /** Takes other routes instead. */
  use(routes: readonly { text: string }[]): void {
    const { action } = this.#table.answer;
    if (this.field && action) this.#table.answer.edit({ ...action, [this.field.name]: routes.map(({ text }) => text) });
  }

  #set(train: string, way: readonly string[]): void {
    const stops = stopsOf(way);
    if (this.#picked) this.#picked = { ...this.#picked, start: stops.length === 1 ? (stops[0] ?? null) : null };
    this.use(withWay(this.routes, train, way).map((route) => ({ text: writeRoute(route) })));
  }

  /** Asks what the run and each of its routes alone would earn, as far as that is not known yet. */
  async count(): Promise<void> {
    const { field, offer } = this;
    const seq = this.#table.live?.latest ?? 0;
    if (!field || !offer) return;
    if (seq !== this.#earnedAt) [this.#earned, this.#earnedAt] = [new Map(), seq];
    const texts = this.routes.map(writeRoute);
    const wanted = [texts, this.proposed, ...texts.map((text) => [text])].filter((run) => run.length > 0 && !this.#earned.has(keyOf(run)));
    const unique = wanted.filter((run, n) => wanted.findIndex((other) => keyOf(other) === keyOf(run)) === n);
    if (unique.length === 0) return;
    const told = await Promise.all(
      unique.map(async (run): Promise<[string, number] | null> => {
        const { view } = await api.preview(this.#table.id, seq, { ...offer.action, [field.name]: run });
        const earned = view?.companies.find((company) => company.id === this.company)?.figures[EARNED];
        return earned === undefined ? null : [keyOf(run), earned];
      }),
    );
    if (seq === this.#earnedAt) this.#earned = new Map([...this.#earned, ...told.filter((one) => one !== null)]);
  }
}

function keyOf(run: readonly string[]): string {
  return run.toSorted().join("\n");
}
