import { expect, test } from "vitest";
import type { TrainFace } from "../../lib/types";
import { endedBy, endsNow, missingPermit } from "./trainfacts";

function card(name: string, faces: string[], ends: Record<string, string[]> = {}, permit = ""): TrainFace {
  const abilities = Object.fromEntries(faces.map((face) => [face, { range: {}, can: [], permit }]));
  return { card: name, count: 2, family: "", faces: Object.fromEntries(faces.map((face) => [face, 100])), abilities, ends };
}

const numbers = [card("2", ["2", "1+2"]), card("3", ["3"]), card("4", ["4"], { "4": ["2"] }), card("2g", ["2g"])];
const lettered = [card("2a", ["2a"]), card("2b", ["2b", "2+2b"]), card("4e", ["4e", "3Ee"], { "4e": ["2"] }), card("4f", ["4f"], { "4f": ["2"] })];
const all = (trains: TrainFace[]): Record<string, number> => Object.fromEntries(trains.map((one) => [one.card, 1]));

function found(trains: TrainFace[], name: string): TrainFace {
  const one = trains.find((each) => each.card === name);
  if (!one) throw new Error(name);
  return one;
}

test("a card that leaves the game takes all its faces with it, and no other card of a like name", () => {
  const view = { depot: all(numbers), faces: {} };
  expect(endedBy({ trains: numbers }, view, found(numbers, "2"), "1+2")).toBe("4");
  expect(endedBy({ trains: numbers }, view, found(numbers, "3"), "3")).toBeNull();
  expect(endedBy({ trains: numbers }, view, found(numbers, "2g"), "2g")).toBeNull();
});

test("a kind is ended on every card that shows it, by the first card still to be sold", () => {
  const view = { depot: all(lettered), faces: {} };
  expect(endedBy({ trains: lettered }, view, found(lettered, "2b"), "2b")).toBe("4e");
  expect(endedBy({ trains: lettered }, view, found(lettered, "2b"), "2+2b")).toBeNull();
  expect(endedBy({ trains: lettered }, { depot: {}, faces: {} }, found(lettered, "2a"), "2a")).toBe("");
  expect(endedBy({ trains: lettered }, { depot: { ...view.depot, "4e": 0 }, faces: {} }, found(lettered, "2a"), "2a")).toBe("4f");
});

test("only trains that somebody has are told to leave", () => {
  const view = { depot: all(lettered), faces: { "2b-1": "2b", "3Ee-1": "3Ee" } };
  expect(endsNow({ trains: lettered }, view, found(lettered, "4e"), "4e")).toEqual(["2b"]);
  expect(endsNow({ trains: lettered }, view, found(lettered, "4e"), "3Ee")).toEqual([]);
});

test("a permit is missed only where one is needed", () => {
  const express = card("A", ["2E"], {}, "express");
  expect(missingPermit({ marks: ["local"] }, express, "2E")).toBe("express");
  expect(missingPermit({ marks: ["express"] }, express, "2E")).toBeNull();
  expect(missingPermit({ marks: [] }, found(numbers, "3"), "3")).toBeNull();
});
