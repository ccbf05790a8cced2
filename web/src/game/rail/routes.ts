/** Routes of trains, changed stop by stop. */

import type { Route } from "../../lib/types";
import { isStop } from "./network";
import type { Network } from "./network";

/** The way of a route: its stops, and the hexes between them. */
export function wayOf(route: Route): string[] {
  return route.stops.flatMap((stop, n) => [stop, ...(route.chains[n] ?? [])]);
}

/** The route of a train along stops and the hexes between them. */
export function routeAlong(train: string, way: readonly string[]): Route {
  const at = way.flatMap((place, n) => (isStop(place) ? [n] : []));
  return {
    train,
    stops: at.map((n) => way[n] ?? ""),
    chains: at.slice(1).map((n, before) => way.slice((at[before] ?? 0) + 1, n)),
    skipped: [],
    convoy: "",
  };
}

export function stopsOf(way: readonly string[]): string[] {
  return way.filter(isStop);
}

/** The routes with another way for one train; a way of less than two stops is no route. */
export function withWay(routes: readonly Route[], train: string, way: readonly string[]): Route[] {
  if (stopsOf(way).length < 2) return withoutLoneSigns(routes.filter((route) => route.train !== train));
  const next = routeAlong(train, way);
  if (!routes.some((route) => route.train === train)) return [...routes, next];
  const changed = (route: Route): Route => ({ ...next, skipped: route.skipped.filter((stop) => way.includes(stop)), convoy: route.convoy });
  return routes.map((route) => (route.train === train ? changed(route) : route));
}

/** Counts a stop of a train's route no longer, or again. */
export function withSkip(routes: readonly Route[], train: string, stop: string): Route[] {
  return routes.map((route) => {
    if (route.train !== train) return route;
    const { skipped } = route;
    return { ...route, skipped: skipped.includes(stop) ? skipped.filter((one) => one !== stop) : [...skipped, stop] };
  });
}

/** Lets a train run as one with another, or for itself again if it did. */
export function withJoin(routes: readonly Route[], train: string, other: string): Route[] {
  const signOf = (name: string): string => routes.find((route) => route.train === name)?.convoy ?? "";
  const [own, its] = [signOf(train), signOf(other)];
  if (own !== "" && own === its) return withoutLoneSigns(routes.map((route) => (route.train === train ? { ...route, convoy: "" } : route)));
  const convoy = its || own || freeSign(routes);
  return withoutLoneSigns(routes.map((route) => (route.train === train || route.train === other ? { ...route, convoy } : route)));
}

/** Nobody runs as one with nobody. */
function withoutLoneSigns(routes: readonly Route[]): Route[] {
  return routes.map((route) => (routes.some((other) => other !== route && other.convoy === route.convoy) ? route : { ...route, convoy: "" }));
}

function freeSign(routes: readonly Route[]): string {
  let number = 1;
  while (routes.some((route) => route.convoy === String(number))) number++;
  return String(number);
}

/**
 * A way after a click on a stop: an end of it is dropped, a stop inside becomes its new end, another one is joined to
 * the nearer end. Track that other trains use is avoided where it can be; where no track leads there, the stop is added
 * all the same, so that the server says why not.
 */
export function wayAfterClick(way: readonly string[], stop: string, network: Network, taken: ReadonlySet<string>): string[] {
  const stops = stopsOf(way);
  if (stops.length === 0) return [stop];
  if (stop === stops.at(-1)) return cutEnd(way);
  if (stop === stops[0]) return cutEnd(way.toReversed()).toReversed();
  if (stops.includes(stop)) return way.slice(0, way.indexOf(stop) + 1);
  return joined(way, stop, network, new Set([...taken, ...network.crossingsOf(way)])) ?? joined(way, stop, network, new Set(network.crossingsOf(way))) ?? [...way, stop];
}

function cutEnd(way: readonly string[]): string[] {
  const shorter = way.slice(0, -1);
  while (shorter.length > 0 && !isStop(shorter.at(-1) ?? "")) shorter.pop();
  return shorter;
}

function joined(way: readonly string[], stop: string, network: Network, used: ReadonlySet<string>): string[] | null {
  const stops = stopsOf(way);
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return null;
  const passed = new Set(stops);
  const after = network.wayOn(last, stop, used, passed);
  const before = network.wayOn(first, stop, used, passed);
  if (after !== null && (before === null || after.length <= before.length)) return [...way, ...after];
  return before === null ? null : [...before.toReversed(), ...way];
}
