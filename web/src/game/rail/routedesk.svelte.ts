/** Where the routes of a run are changed: the answer holds them, here is which train is being changed and what each earns. */

import { api } from "../../lib/api";
import type { Action, FieldInfo, Offer } from "../../lib/types";
import type { Table } from "../table.svelte";
import { trainName } from "./names";
import { networkOf } from "./network";
import type { Network } from "./network";
import { isFreight, readRoute, stopsOf, wayAfterClick, withJoin, withSkip, withWay, writeRoute } from "./routes";
import type { Route } from "./routes";

/** The figure of a company that says what its trains have earned. */
const EARNED = "last-revenue";

/** What a run earns, and what each of its routes adds where the server tells: null for one that is paid with another. */
interface Earned {
  total: number;
  each: ReadonlyMap<string, number | null> | null;
}

export class RouteDesk {
  /** The train whose way was chosen to be changed, and the first stop of a way that is no route yet. */
  #picked = $state.raw<{ train: string; start: string | null; seq: number } | null>(null);
  /** What single routes and whole runs earn, as the server said at this position. */
  #earned = $state.raw<ReadonlyMap<string, Earned>>(new Map());
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
  readonly #whole = $derived(this.#earned.get(keyOf(this.routes.map(writeRoute))) ?? null);
  readonly total = $derived(this.#whole?.total ?? null);
  readonly best = $derived(this.#earned.get(keyOf(this.proposed))?.total ?? null);
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

  routeOf(train: string): Route | null {
    return this.routes.find((route) => route.train === train) ?? null;
  }

  /** What a train adds to the run, or else what it would earn alone; null where neither is known. */
  earnedBy(train: string): number | null {
    const route = this.routeOf(train);
    if (route === null) return null;
    return this.#whole?.each ? this.#added(route) : (this.#earned.get(keyOf([writeRoute(route)]))?.total ?? null);
  }

  #added(route: Route): number | null {
    return this.#whole?.each?.get(writeRoute(route)) ?? null;
  }

  /** The train with which a train runs as one and whose sum is that of both; null if it has a sum of its own. */
  leaderOf(train: string): string | null {
    const route = this.routeOf(train);
    if (route === null || !this.#whole?.each || this.#added(route) !== null) return null;
    const paid = this.routes.filter((other) => this.#added(other) !== null && this.#isFreight(other.train));
    return (paid.find((other) => other.sign === route.sign) ?? paid[0])?.train ?? null;
  }

  /** The trains that a train could run as one with. */
  partnersOf(train: string): string[] {
    if (!this.#isFreight(train) || this.routeOf(train) === null) return [];
    return this.routes.map((route) => route.train).filter((other) => other !== train && this.#isFreight(other));
  }

  isJoined(train: string, other: string): boolean {
    const sign = this.routeOf(train)?.sign;
    return sign !== undefined && sign === this.routeOf(other)?.sign;
  }

  #isFreight(train: string): boolean {
    return isFreight(trainName(this.#table, train));
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

  /** Lets a train run as one with another, or no longer. */
  join(train: string, other: string): void {
    this.#write(withJoin(this.routes, train, other));
  }

  /** Leaves a stop of a train uncounted, or counts it again. */
  skip(train: string, stop: string): void {
    this.#write(withSkip(this.routes, train, stop));
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
    this.#write(withWay(this.routes, train, way));
  }

  #write(routes: readonly Route[]): void {
    this.use(routes.map((route) => ({ text: writeRoute(route) })));
  }

  /** Asks what the run would earn, and each of its routes alone where the run does not say it, as far as that is not known yet. */
  async count(): Promise<void> {
    const seq = this.#table.live?.latest ?? 0;
    if (!this.field || !this.offer) return;
    if (seq !== this.#earnedAt) [this.#earned, this.#earnedAt] = [new Map(), seq];
    const texts = this.routes.map(writeRoute);
    await this.#ask([texts, this.proposed], seq);
    if (!this.#earned.get(keyOf(texts))?.each) await this.#ask(texts.map((text) => [text]), seq);
  }

  async #ask(runs: readonly (readonly string[])[], seq: number): Promise<void> {
    const unknown = new Map(runs.filter((run) => run.length > 0 && !this.#earned.has(keyOf(run))).map((run) => [keyOf(run), run]));
    const told = await Promise.all([...unknown].map(async ([key, run]): Promise<[string, Earned | null]> => [key, await this.#earnedWith(run, seq)]));
    const known = told.filter((pair): pair is [string, Earned] => pair[1] !== null);
    if (known.length > 0 && seq === this.#earnedAt) this.#earned = new Map([...this.#earned, ...known]);
  }

  async #earnedWith(run: readonly string[], seq: number): Promise<Earned | null> {
    const { field, offer } = this;
    if (!field || !offer) return null;
    const { view, events } = await api.preview(this.#table.id, seq, { ...offer.action, [field.name]: run });
    const total = view?.companies.find((company) => company.id === this.company)?.figures[EARNED];
    const each = events.find((event) => Array.isArray(event.params["routes"]))?.params["earned"];
    if (total === undefined) return null;
    return { total, each: Array.isArray(each) ? new Map(run.map((text, n) => [text, (each as (number | null)[])[n] ?? null])) : null };
  }
}

function keyOf(run: readonly string[]): string {
  return run.toSorted().join("\n");
}
