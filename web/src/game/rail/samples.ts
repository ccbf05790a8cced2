/** Tiles, small maps and routes for tests. */

import type { HexFace, HexView, Layout, Route, TileFace, View } from "../../lib/types";
import { routeAlong } from "./routes";

/** "a: A.0 B C.0" as a route; under a sign "a~1: …". */
export function route(text: string, skipped: string[] = []): Route {
  const [head = "", way = ""] = text.split(": ");
  const [train = "", convoy = ""] = head.split("~");
  return { ...routeAlong(train, way.split(" ")), skipped, convoy };
}

type Stop = TileFace["stops"][number];
type Pair = readonly [string, string];

export function city(slots = 1, revenue: Record<string, number> = { "": 20 }): Stop {
  return { kind: "city", slots, revenue, hidden: false };
}

export function town(revenue = 10): Stop {
  return { kind: "town", slots: 0, revenue: { "": revenue }, hidden: false };
}

export function tile(tracks: readonly Pair[], stops: Stop[] = [], more: Partial<TileFace> = {}): TileFace {
  return {
    id: "t",
    colour: "yellow",
    label: "",
    frame: "",
    count: 1,
    piece: "",
    becomes: [],
    stops,
    tracks: tracks.map((ends) => ({ ends: [...ends], gauge: "standard", terminal: false })),
    ...more,
  };
}

export function hex(id: string, x: number, y: number, printed: TileFace | null = null): HexFace {
  return { id, x, y, name: "", terrain: "plain", figures: {}, tile: printed, blocked: [], stubs: [] };
}

export function layoutOf(hexes: HexFace[], tiles: TileFace[] = []): Layout {
  return { orientation: "pointy", hexes, companies: [], tiles, market: [], trains: [], privates: [], areas: [], phases: [], endings: [] };
}

export function viewOf(hexes: Partial<HexView>[] = []): View {
  const full = hexes.map((one) => ({ id: "", tokens: [], marks: [], figures: {}, tile: "", turn: 0, stations: [], ...one }));
  return {
    course: { stops: [], at: 0 },
    hexes: full,
    companies: [],
    players: [],
    gauges: [],
    phase: "",
    periods: [],
    markers: [],
    depot: {},
    pool: [],
    faces: {},
    warranties: {},
    tiles_left: {},
    order: [],
    offer: [],
    bank: null,
    marks: [],
    ahead: [],
  };
}
