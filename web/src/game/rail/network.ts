/** Track from stop to stop, as it lies: where it leads and how it is drawn. Whether it may be run is the server's to say. */

import type { Layout, View } from "../../lib/types";
import type { Orientation } from "../geometry";
import { groundsOf, placeOf, stopId } from "./ground";
import type { Ground } from "./ground";
import { turnedEnd } from "./tilegeometry";

/** Neighbours by side in doubled coordinates, clockwise. */
const ACROSS: Record<Orientation, readonly (readonly [number, number])[]> = {
  flat: [[0, 2], [-1, 1], [-1, -1], [0, -2], [1, -1], [1, 1]],
  pointy: [[-1, 1], [-2, 0], [-1, -1], [1, -1], [2, 0], [1, 1]],
};

/** Track inside one hex, from one end to another, as it lies. */
export interface Stretch {
  hex: string;
  from: string;
  to: string;
}

/** Track from a stop to the next one: the hexes between, and the sides crossed. */
export interface Chain {
  to: string;
  between: readonly string[];
  crossings: readonly string[];
}

interface Arrival {
  hex: string;
  end: string;
}

const PARALLEL: Record<string, string> = { a: "b", b: "a", "": "" };

export class Network {
  readonly grounds: ReadonlyMap<string, Ground>;
  readonly #neighbours = new Map<string, readonly (string | undefined)[]>();
  readonly #chains = new Map<string, readonly Chain[]>();

  constructor(layout: Layout, view: View) {
    this.grounds = groundsOf(layout, view);
    const places = new Map(layout.hexes.map((hex) => [`${hex.x} ${hex.y}`, hex.id]));
    for (const hex of layout.hexes) {
      this.#neighbours.set(hex.id, ACROSS[layout.orientation].map(([x, y]) => places.get(`${hex.x + x} ${hex.y + y}`)));
    }
  }

  neighbour(hex: string, side: number): string | undefined {
    return this.#neighbours.get(hex)?.[side];
  }

  /** Every stop that has track. */
  stops(): string[] {
    return [...this.grounds.values()].flatMap((ground) =>
      ground.face.stops.map((_, number) => number).filter((number) => this.#ends(ground.id, `s${number}`).length > 0).map((number) => stopId(ground.id, number)),
    );
  }

  /** The ends that track leads to from an end of a hex. */
  #ends(hex: string, end: string): string[] {
    const ground = this.grounds.get(hex);
    if (!ground) return [];
    return ground.face.tracks.flatMap((track) => {
      const [a = "", b = ""] = track.ends.map((one) => turnedEnd(one, ground.turn));
      return a === end ? [b] : b === end ? [a] : [];
    });
  }

  /** The other side of a side: the neighbour and where one comes in there. */
  #across(hex: string, end: string): Arrival | null {
    const side = Number(end[1]);
    const next = this.neighbour(hex, side);
    if (next === undefined) return null;
    const arrival = `e${(side + 3) % 6}${PARALLEL[end.slice(2)] ?? ""}`;
    return this.#ends(next, arrival).length > 0 ? { hex: next, end: arrival } : null;
  }

  chainsFrom(stop: string): readonly Chain[] {
    const known = this.#chains.get(stop);
    if (known) return known;
    const { hex, number } = placeOf(stop);
    const chains: Chain[] = [];
    const follow = (here: string, side: string, between: readonly string[], crossings: readonly string[]): void => {
      const arrival = this.#across(here, side);
      const crossing = crossingOf(here, side, arrival);
      if (arrival === null || crossings.includes(crossing)) return;
      const crossed = [...crossings, crossing];
      for (const end of this.#ends(arrival.hex, arrival.end)) {
        if (end.startsWith("s")) {
          const to = stopId(arrival.hex, Number(end.slice(1)));
          if (to !== stop) chains.push({ to, between, crossings: crossed });
        } else follow(arrival.hex, end, [...between, arrival.hex], crossed);
      }
    };
    for (const side of this.#ends(hex, `s${number}`)) follow(hex, side, [], []);
    this.#chains.set(stop, chains);
    return chains;
  }

  /** The shortest way from a stop to another over track not used yet, as it continues a route; null if there is none. */
  wayOn(from: string, to: string, used: ReadonlySet<string>, passed: ReadonlySet<string>): string[] | null {
    const seen = new Set([from]);
    let front: { stop: string; way: string[]; used: ReadonlySet<string> }[] = [{ stop: from, way: [], used }];
    while (front.length > 0) {
      const next: typeof front = [];
      for (const at of front) {
        const chains = this.chainsFrom(at.stop).toSorted((a, b) => a.between.length - b.between.length);
        for (const chain of chains) {
          if (seen.has(chain.to) || passed.has(chain.to) || chain.crossings.some((crossing) => at.used.has(crossing))) continue;
          const way = [...at.way, ...chain.between, chain.to];
          if (chain.to === to) return way;
          seen.add(chain.to);
          next.push({ stop: chain.to, way, used: new Set([...at.used, ...chain.crossings]) });
        }
      }
      front = next;
    }
    return null;
  }

  /** The track of a way written as stops and the hexes between them, hex by hex; as far as there is such track. */
  stretchesOf(way: readonly string[]): Stretch[] {
    const found: Stretch[] = [];
    let start: string | null = null;
    let between: string[] = [];
    for (const name of way) {
      if (!isStop(name)) {
        between.push(name);
        continue;
      }
      if (start !== null) found.push(...this.#chainStretches(start, between, name));
      [start, between] = [name, []];
    }
    return found;
  }

  #chainStretches(from: string, between: readonly string[], to: string): Stretch[] {
    const last = placeOf(to);
    const follow = (hex: string, entered: string, ahead: readonly string[]): Stretch[] | null => {
      const [next, ...rest] = ahead;
      for (const end of this.#ends(hex, entered)) {
        const stretch = { hex, from: entered, to: end };
        if (next === undefined) {
          if (hex === last.hex && end === `s${last.number}`) return [stretch];
        } else if (end.startsWith("e")) {
          const arrival = this.#across(hex, end);
          const on = arrival?.hex === next ? follow(next, arrival.end, rest) : null;
          if (on) return [stretch, ...on];
        }
      }
      return null;
    };
    const start = placeOf(from);
    return follow(start.hex, `s${start.number}`, [...between, last.hex]) ?? [];
  }

  /** The sides a way crosses. */
  crossingsOf(way: readonly string[]): string[] {
    return this.stretchesOf(way).flatMap(({ hex, to }) => (to.startsWith("e") ? [crossingOf(hex, to, this.#across(hex, to))] : []));
  }
}

const networks = new WeakMap<View, Network>();

/** The track of a position; worked out once. */
export function networkOf(layout: Layout, view: View): Network {
  const known = networks.get(view) ?? new Network(layout, view);
  networks.set(view, known);
  return known;
}

/** One name for a side, whichever hex one looks from. */
function crossingOf(hex: string, end: string, arrival: Arrival | null): string {
  const here = `${hex}/${end}`;
  const there = arrival ? `${arrival.hex}/${arrival.end}` : "";
  return here < there ? `${here}=${there}` : `${there}=${here}`;
}

export function isStop(name: string): boolean {
  return name.includes(".");
}
