/** A hex of a map with tiles in words: the tile, its stops with who stands there, and where its track leads. */

import { t } from "../../lib/i18n.svelte";
import type { Table } from "../table.svelte";
import { groundOf, revenueNow, tilesById } from "./ground";
import type { Ground } from "./ground";
import { networkOf } from "./network";
import { turnedEnd } from "./tilegeometry";

export function hexWords(table: Table, id: string): string[] {
  const { title, shown } = table;
  const printed = table.hexFace(id);
  if (!title || !shown || !printed) return [];
  const ground = groundOf(printed, shown.view.hexes.find((hex) => hex.id === id), tilesById(title.layout));
  const tile = ground.laid ? [t("rail.hex.tile", { colour: table.term("colour", ground.face.colour), tile: ground.face.id })] : [];
  return [...tile, ...ground.face.stops.map((_, number) => stopWords(table, ground, number)), ...trackWords(table, ground)];
}

function stopWords(table: Table, ground: Ground, number: number): string {
  const stop = ground.face.stops[number];
  if (!stop) return "";
  const value = revenueNow(stop.revenue, table.shown?.view.periods ?? []);
  const here = ground.stations[number] ?? [];
  const names = here.filter(Boolean).map((company) => table.face(company)?.letters ?? company);
  const free = stop.slots - names.length;
  return [
    t(stopKey(stop.kind, ground.face.colour)) + (value > 0 ? ` ${table.money(value)}` : ""),
    ...names,
    ...(stop.slots > 0 ? [t("rail.stop.free", { count: free })] : []),
  ].join(", ");
}

type StopKey = "rail.stop.city" | "rail.stop.town" | "rail.stop.harbour" | "rail.stop.offboard" | "rail.stop.mine";

/** A halt is a harbour where the hex is blue, a mine anywhere else. */
function stopKey(kind: string, colour: string): StopKey {
  if (kind === "halt" && colour === "blue") return "rail.stop.harbour";
  return STOPS[kind] ?? "rail.stop.town";
}

const STOPS: Record<string, StopKey> = {
  city: "rail.stop.city",
  town: "rail.stop.town",
  halt: "rail.stop.mine",
  offboard: "rail.stop.offboard",
  mine: "rail.stop.mine",
};

function trackWords(table: Table, ground: Ground): string[] {
  const { title, shown } = table;
  if (!title || !shown || ground.face.tracks.length === 0) return [];
  const network = networkOf(title.layout, shown.view);
  const sides = ground.face.tracks.flatMap((track) => track.ends).filter((end) => end.startsWith("e"));
  const reached = sides.map((end) => network.neighbour(ground.id, Number(turnedEnd(end, ground.turn)[1])));
  return [t("rail.hex.track", { hexes: [...new Set(reached.filter((hex) => hex !== undefined))].join(", ") })];
}
