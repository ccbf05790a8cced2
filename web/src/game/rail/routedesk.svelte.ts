/** Where the routes of a run are changed: the answer holds them, here is which train is being changed and what each earns. */

import { api } from "../../lib/api";
import type { Action, FieldInfo, Offer, Route } from "../../lib/types";
import type { Table } from "../table.svelte";
import { abilityOf } from "./names";
import { networkOf } from "./network";
import type { Network } from "./network";
import { stopsOf, wayAfterClick, wayOf, withJoin, withSkip, withWay } from "./routes";

/** The figure of a company that says what its trains have earned. */
const EARNED = "last-revenue";

/** What a run earns, and what each train adds: null for one that is paid with another. */
interface Earned {
  total: number;
  each: ReadonlyMap<string, number | null>;
}

export class RouteDesk {
  /** The train whose way was chosen to be changed, and the first stop of a way that is no route yet. */
  #picked = $state.raw<{ train: string; start: string | null; seq: number } | null>(null);
  /** What whole runs earn, as the server said at this position. */
  #earned = $state.raw<ReadonlyMap<string, Earned>>(new Map());
  #earnedAt = -1;

  readonly #table: Table;
  readonly field = $derived.by((): FieldInfo | null => this.#table.answer.form?.fields.find((field) => field.kind === "route") ?? null);
  /** What the server proposes. */
  readonly offer = $derived.by((): Offer | null => (this.field ? this.#table.answer.offer : null));
  readonly company = $derived.by((): string => String(this.#table.live?.ask?.params["company"] ?? ""));
  readonly routes = $derived.by((): Route[] => this.#routesOf(this.#table.answer.action));
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
  readonly proposed = $derived.by((): Route[] => this.#routesOf(this.offer?.action ?? null));
  readonly changed = $derived(keyOf(this.routes) !== keyOf(this.proposed));
  readonly #whole = $derived(this.#earned.get(keyOf(this.routes)) ?? null);
  readonly total = $derived(this.#whole?.total ?? null);
  readonly best = $derived(this.#earned.get(keyOf(this.proposed))?.total ?? null);
  /** The stops that may be clicked. */
  readonly open = $derived.by((): Set<string> => new Set(this.train !== null && this.field ? (this.network?.stops() ?? []) : []));

  constructor(table: Table) {
    this.#table = table;
  }

  #routesOf(action: Action | null): Route[] {
    const value = this.field && action ? action[this.field.name] : null;
    return Array.isArray(value) ? (value as Route[]) : [];
  }

  wayOf(train: string): readonly string[] {
    const route = this.routeOf(train);
    if (route) return wayOf(route);
    return this.#now?.start && train === this.train ? [this.#now.start] : [];
  }

  /** The number of a train, by which its colour goes. */
  numberOf(train: string): number {
    return this.trains.indexOf(train) + 1;
  }

  routeOf(train: string): Route | null {
    return this.routes.find((route) => route.train === train) ?? null;
  }

  /** What a train adds to the run; null where that is not known. */
  earnedBy(train: string): number | null {
    const route = this.routeOf(train);
    if (route === null) return null;
    return this.#added(route);
  }

  #added(route: Route): number | null {
    return this.#whole?.each.get(route.train) ?? null;
  }

  /** The train with which a train runs as one and whose sum is that of both; null if it has a sum of its own. */
  leaderOf(train: string): string | null {
    const route = this.routeOf(train);
    if (route === null || !this.#whole || this.#added(route) !== null) return null;
    const paid = this.routes.filter((other) => this.#added(other) !== null && this.#joins(other.train));
    return (paid.find((other) => other.convoy === route.convoy) ?? paid[0])?.train ?? null;
  }

  /** The trains that a train could run as one with. */
  partnersOf(train: string): string[] {
    if (!this.#joins(train) || this.routeOf(train) === null) return [];
    return this.routes.map((route) => route.train).filter((other) => other !== train && this.#joins(other));
  }

  isJoined(train: string, other: string): boolean {
    const sign = this.routeOf(train)?.convoy ?? "";
    return sign !== "" && sign === this.routeOf(other)?.convoy;
  }

  /** Whether a train may leave out some of the stops that it visits. */
  leavesOut(train: string): boolean {
    return abilityOf(this.#table, train)?.can.includes("leave-out") ?? false;
  }

  #joins(train: string): boolean {
    return abilityOf(this.#table, train)?.can.includes("join") ?? false;
  }

  choose(train: string): void {
    this.#picked = this.train === train ? null : { train, start: null, seq: this.#table.live?.latest ?? 0 };
  }

  click(stop: string): void {
    const { network, train } = this;
    if (!network || train === null) return;
    const others = this.routes.filter((route) => route.train !== train).flatMap((route) => network.crossingsOf(wayOf(route)));
    this.#set(train, wayAfterClick(this.wayOf(train), stop, network, new Set(others)));
  }

  clear(train: string): void {
    this.#set(train, []);
  }

  /** Lets a train run as one with another, or no longer. */
  join(train: string, other: string): void {
    this.use(withJoin(this.routes, train, other));
  }

  /** Leaves a stop of a train uncounted, or counts it again. */
  skip(train: string, stop: string): void {
    this.use(withSkip(this.routes, train, stop));
  }

  /** Back to what the server proposes. */
  restore(): void {
    if (this.#picked) this.#picked = { ...this.#picked, start: null };
    this.#table.answer.reset();
  }

  /** Takes other routes instead. */
  use(routes: readonly Route[]): void {
    const { action } = this.#table.answer;
    if (this.field && action) this.#table.answer.edit({ ...action, [this.field.name]: routes });
  }

  #set(train: string, way: readonly string[]): void {
    const stops = stopsOf(way);
    if (this.#picked) this.#picked = { ...this.#picked, start: stops.length === 1 ? (stops[0] ?? null) : null };
    this.use(withWay(this.routes, train, way));
  }

  /** Asks what the run would earn, and the proposed one, as far as that is not known yet. */
  async count(): Promise<void> {
    const seq = this.#table.live?.latest ?? 0;
    if (!this.field || !this.offer) return;
    if (seq !== this.#earnedAt) [this.#earned, this.#earnedAt] = [new Map(), seq];
    await this.#ask([this.routes, this.proposed], seq);
  }

  async #ask(runs: readonly (readonly Route[])[], seq: number): Promise<void> {
    const unknown = new Map(runs.filter((run) => run.length > 0 && !this.#earned.has(keyOf(run))).map((run) => [keyOf(run), run]));
    const told = await Promise.all([...unknown].map(async ([key, run]): Promise<[string, Earned | null]> => [key, await this.#earnedWith(run, seq)]));
    const known = told.filter((pair): pair is [string, Earned] => pair[1] !== null);
    if (known.length > 0 && seq === this.#earnedAt) this.#earned = new Map([...this.#earned, ...known]);
  }

  async #earnedWith(run: readonly Route[], seq: number): Promise<Earned | null> {
    const { field, offer } = this;
    if (!field || !offer) return null;
    const { view, events } = await api.preview(this.#table.id, seq, { ...offer.action, [field.name]: run });
    const total = view?.companies.find((company) => company.id === this.company)?.figures[EARNED];
    const each = events.find((event) => Array.isArray(event.params["routes"]))?.params["earned"];
    if (total === undefined) return null;
    return { total, each: new Map(run.map((route, n) => [route.train, Array.isArray(each) ? ((each as (number | null)[])[n] ?? null) : null])) };
  }
}

function keyOf(run: readonly Route[]): string {
  return run.map((route) => JSON.stringify(route)).toSorted().join("\n");
}
