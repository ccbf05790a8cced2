/** What trains, local railways and stops are called, from the data. */

import type { Ability } from "../../lib/types";
import type { Table } from "../table.svelte";
import { groundOf, placeOf, tilesById } from "./ground";

/** "E12 Praha", and which of its stops where it has more than one now. */
export function stopName(table: Table, stop: string): string {
  const { hex, number } = placeOf(stop);
  const { title, shown } = table;
  const face = table.hexFace(hex);
  if (!title || !shown || !face) return stop;
  const ground = groundOf(face, shown.view.hexes.find((one) => one.id === hex), tilesById(title.layout));
  return ground.face.stops.length > 1 ? `${table.hexName(hex)} (${number + 1})` : table.hexName(hex);
}

/** The card a train is a copy of: "3d" of "3d-1". */
export function cardOf(train: string): string {
  return train.slice(0, train.lastIndexOf("-"));
}

/** The face that is up, or all faces of a card nobody has yet. */
export function trainName(table: Table, train: string): string {
  const face = table.shown?.view.faces[train];
  if (face) return face;
  const card = table.title?.layout.trains.find((one) => one.card === cardOf(train));
  return card ? Object.keys(card.faces).join(" / ") : train;
}

/** The company that has a train; null if it lies in the depot or the pool. */
export function ownerOf(table: Table, train: string): string | null {
  return table.shown?.view.companies.find((company) => company.trains.includes(train))?.id ?? null;
}

export function priceOfFace(table: Table, train: string, face: string): number | null {
  const card = table.title?.layout.trains.find((one) => (train ? one.card === cardOf(train) : face in one.faces));
  return card?.faces[face] ?? null;
}

/** Who has a local railway: a player, a company, or nobody. */
export function holderOf(table: Table, local: string): { player?: string; company?: string } {
  const view = table.shown?.view;
  const player = view?.players.find((one) => one.privates.includes(local))?.id;
  const company = view?.companies.find((one) => one.privates.includes(local))?.id;
  return { ...(player ? { player } : {}), ...(company ? { company } : {}) };
}

/** The part of a company that a number of its shares make up, in percent. */
export function percent(table: Table, company: string, shares: number): number {
  const all = table.face(company)?.shares ?? 0;
  return all > 0 ? Math.round((100 * shares) / all) : 0;
}

/** How far a train with a face runs, in words. */
export function rangeOf(table: Table, face: string): string {
  const ability = table.title?.layout.trains.find((card) => face in card.faces)?.abilities[face];
  return Object.entries(ability?.range ?? {})
    .map(([key, count]) => table.term("range", key).replace("#", String(count)))
    .join("; ");
}

/** What a train can do with the face that is up. */
export function abilityOf(table: Table, train: string): Ability | null {
  const face = table.shown?.view.faces[train] ?? "";
  return table.title?.layout.trains.find((card) => face in card.faces)?.abilities[face] ?? null;
}
