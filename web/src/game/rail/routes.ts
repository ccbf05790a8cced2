/**
 * Routes as they are written, "3d-0: E16.0 F15 F13.1": a train, its stops, and the hexes between them. After a tilde
 * stands the sign of trains that run as one, "E-0~1: …"; a stop in brackets is one that the train does not count.
 */

import { isStop } from "./network";
import type { Network } from "./network";

export interface Route {
  train: string;
  way: readonly string[];
  sign?: string;
  skipped?: readonly string[];
}

export function readRoute(text: string): Route {
  const at = text.indexOf(":");
  const [train = "", sign] = text.slice(0, at).trim().split("~");
  const places = text.slice(at + 1).split(" ").filter(Boolean);
  const bare = (place: string): string => place.replace(/[()]/g, "");
  const skipped = places.filter((place) => place.startsWith("(")).map(bare);
  return { train, way: places.map(bare), ...(sign ? { sign } : {}), ...(skipped.length > 0 ? { skipped } : {}) };
}

export function writeRoute({ train, way, sign, skipped = [] }: Route): string {
  const places = way.map((place) => (skipped.includes(place) ? `(${place})` : place));
  return `${train}${sign ? `~${sign}` : ""}: ${places.join(" ")}`;
}

export function stopsOf(way: readonly string[]): string[] {
  return way.filter(isStop);
}

/** The routes with another way for one train; a way of less than two stops is no route. */
export function withWay(routes: readonly Route[], train: string, way: readonly string[]): Route[] {
  if (stopsOf(way).length < 2) return withoutLoneSigns(routes.filter((route) => route.train !== train));
  if (!routes.some((route) => route.train === train)) return [...routes, { train, way }];
  return routes.map((route) => (route.train === train ? skipping({ ...route, way }, (route.skipped ?? []).filter((stop) => way.includes(stop))) : route));
}

/** Counts a stop of a train's route no longer, or again. */
export function withSkip(routes: readonly Route[], train: string, stop: string): Route[] {
  return routes.map((route) => {
    if (route.train !== train) return route;
    const { skipped = [] } = route;
    return skipping(route, skipped.includes(stop) ? skipped.filter((one) => one !== stop) : [...skipped, stop]);
  });
}

function skipping({ skipped: _, ...route }: Route, skipped: readonly string[]): Route {
  return skipped.length > 0 ? { ...route, skipped } : route;
}

/** Lets a train run as one with another, or for itself again if it did. */
export function withJoin(routes: readonly Route[], train: string, other: string): Route[] {
  const signOf = (name: string): string | undefined => routes.find((route) => route.train === name)?.sign;
  const [own, its] = [signOf(train), signOf(other)];
  if (own !== undefined && own === its) return withoutLoneSigns(routes.map((route) => (route.train === train ? unsigned(route) : route)));
  const sign = its ?? own ?? freeSign(routes);
  return withoutLoneSigns(routes.map((route) => (route.train === train || route.train === other ? { ...route, sign } : route)));
}

function unsigned({ sign: _, ...route }: Route): Route {
  return route;
}

/** Nobody runs as one with nobody. */
function withoutLoneSigns(routes: readonly Route[]): Route[] {
  return routes.map((route) => (routes.some((other) => other !== route && other.sign === route.sign) ? route : unsigned(route)));
}

function freeSign(routes: readonly Route[]): string {
  let number = 1;
  while (routes.some((route) => route.sign === String(number))) number++;
  return String(number);
}

/** Whether a train may run end to end as one with others, as its face says: "3F" carries freight. */
export function isFreight(face: string): boolean {
  return /^\d+F$/.test(face);
}

/** Whether a train visits more than it counts, as its face says: "2/3L". */
export function leavesOut(face: string): boolean {
  return /^\d+\/\d/.test(face);
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
