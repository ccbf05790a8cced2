import type { Route } from "../../lib/types";
import { describe, expect, it } from "vitest";
import { currentPeriod, groundsOf, placeOf, revenueNow } from "./ground";
import { Network } from "./network";
import { routeAlong, wayAfterClick, wayOf, withJoin, withSkip, withWay } from "./routes";
import { city, hex, layoutOf, route, tile, town, viewOf } from "./samples";

/*
 * A row A – B – C – D – E with a loop above B and C:
 *
 *       P — Q
 *      /     \
 *     A — B — C — D   E
 *
 * A and D are cities with track, C is a town; B has a turned tile; P and Q carry the other way from A to C.
 */
const LAYOUT = layoutOf(
  [
    hex("A", 0, 2, tile([["e4", "s0"], ["e3", "s0"]], [city()])),
    hex("B", 2, 2),
    hex("C", 4, 2, tile([["e1", "s0"], ["e4", "s0"], ["e2", "s0"]], [town()])),
    hex("D", 6, 2, tile([["e1", "s0"]], [city()])),
    hex("E", 8, 2, tile([], [city()])),
    hex("P", 1, 1, tile([["e0", "e4"]])),
    hex("Q", 3, 1, tile([["e1", "e5"]])),
  ],
  [tile([["e0", "e3"]], [], { id: "turned" })],
);
const VIEW = viewOf([{ id: "B", tile: "turned", turn: 1 }]);
const network = new Network(LAYOUT, VIEW);

describe("the ground", () => {
  it("is the tile laid, or what is printed", () => {
    const grounds = groundsOf(LAYOUT, VIEW);
    expect(grounds.get("B")).toMatchObject({ laid: true, turn: 1 });
    expect(grounds.get("A")).toMatchObject({ laid: false, turn: 0 });
    expect(grounds.get("B")?.face.id).toBe("turned");
  });

  it("pays by the last period that has begun", () => {
    const revenue = { green: 30, brown: 40, gray: 50 };
    expect(revenueNow(revenue, ["yellow"])).toBe(0);
    expect(revenueNow(revenue, ["yellow", "green", "brown"])).toBe(40);
    expect(currentPeriod(revenue, ["yellow", "green"])).toBe("green");
    expect(revenueNow({ "": 20 }, [])).toBe(20);
  });

  it("names stops by hex and number", () => {
    expect(placeOf("E16.1")).toEqual({ hex: "E16", number: 1 });
  });
});

describe("track", () => {
  it("knows every stop it reaches", () => {
    expect(network.stops()).toEqual(["A.0", "C.0", "D.0"]);
  });

  it("leads over turned tiles and around to the next stop", () => {
    expect(network.chainsFrom("A.0").map(({ to, between }) => [to, between])).toEqual([
      ["C.0", ["B"]],
      ["C.0", ["P", "Q"]],
    ]);
    expect(network.chainsFrom("E.0")).toEqual([]);
  });

  it("is followed over the fewest stops and unused sides", () => {
    expect(network.wayOn("A.0", "D.0", new Set(), new Set())).toEqual(["B", "C.0", "D.0"]);
    const used = new Set(network.crossingsOf(["A.0", "B", "C.0"]));
    expect(network.wayOn("A.0", "D.0", used, new Set())).toEqual(["P", "Q", "C.0", "D.0"]);
    expect(network.wayOn("A.0", "D.0", new Set(), new Set(["C.0"]))).toBeNull();
  });

  it("of a way is drawn hex by hex", () => {
    expect(network.stretchesOf(["D.0", "C.0", "Q", "P", "A.0"])).toEqual([
      { hex: "D", from: "s0", to: "e1" },
      { hex: "C", from: "e4", to: "s0" },
      { hex: "C", from: "s0", to: "e2" },
      { hex: "Q", from: "e5", to: "e1" },
      { hex: "P", from: "e4", to: "e0" },
      { hex: "A", from: "e3", to: "s0" },
    ]);
    expect(network.stretchesOf(["A.0", "Q", "C.0"])).toEqual([]);
  });

  it("has one name for a side from both hexes", () => {
    expect(network.crossingsOf(["A.0", "B", "C.0"]).toSorted()).toEqual(network.crossingsOf(["C.0", "B", "A.0"]).toSorted());
  });
});

describe("a route", () => {
  const click = (way: string[], stop: string, taken: string[] = []): string[] => wayAfterClick(way, stop, network, new Set(taken));

  it("knows its stops and the hexes between them", () => {
    const way = ["E16.0", "F15", "F13.1", "F11.0"];
    expect(routeAlong("3d-0", way)).toEqual({ train: "3d-0", stops: ["E16.0", "F13.1", "F11.0"], chains: [["F15"], []], skipped: [], convoy: "" });
    expect(wayOf(routeAlong("3d-0", way))).toEqual(way);
  });

  it("grows by clicking stops, at the nearer end", () => {
    expect(click([], "C.0")).toEqual(["C.0"]);
    expect(click(["C.0"], "D.0")).toEqual(["C.0", "D.0"]);
    expect(click(["C.0", "D.0"], "A.0")).toEqual(["A.0", "B", "C.0", "D.0"]);
  });

  it("passes stops that lie between", () => {
    expect(click(["A.0"], "D.0")).toEqual(["A.0", "B", "C.0", "D.0"]);
  });

  it("avoids the track of other trains where it can", () => {
    const taken = network.crossingsOf(["A.0", "B", "C.0"]);
    expect(click(["A.0"], "C.0", taken)).toEqual(["A.0", "P", "Q", "C.0"]);
    expect(click(["C.0"], "D.0", network.crossingsOf(["C.0", "D.0"]))).toEqual(["C.0", "D.0"]);
  });

  it("shrinks by clicking its ends or a stop inside", () => {
    const way = ["A.0", "B", "C.0", "D.0"];
    expect(click(way, "D.0")).toEqual(["A.0", "B", "C.0"]);
    expect(click(way, "A.0")).toEqual(["C.0", "D.0"]);
    expect(click(way, "C.0")).toEqual(["A.0", "B", "C.0"]);
  });

  it("takes a stop nothing leads to, for the server to judge", () => {
    expect(click(["A.0"], "E.0")).toEqual(["A.0", "E.0"]);
  });

  it("of one stop is none; others stay as they are", () => {
    const routes = [route("a: A.0 B C.0"), route("b: C.0 D.0")];
    expect(withWay(routes, "a", ["A.0"])).toEqual([routes[1]]);
    expect(withWay(routes, "a", ["C.0", "D.0"]).map((route) => route.train)).toEqual(["a", "b"]);
    expect(withWay(routes, "c", ["C.0", "D.0"]).map((route) => route.train)).toEqual(["a", "b", "c"]);
  });

  it("leaves stops uncounted and counts them again", () => {
    const routes = [route("a: A.0 B C.0 D.0"), route("b: C.0 D.0")];
    const without = withSkip(routes, "a", "C.0");
    expect(without).toEqual([route("a: A.0 B C.0 D.0", ["C.0"]), routes[1]]);
    expect(withSkip(without, "a", "C.0")).toEqual(routes);
    expect(withWay(without, "a", ["A.0", "B", "C.0"])).toEqual([route("a: A.0 B C.0", ["C.0"]), routes[1]]);
    expect(withWay(without, "a", ["A.0", "D.0"])[0]).toEqual(route("a: A.0 D.0"));
  });

  it("is joined with others under one sign, and alone again without one", () => {
    const signs = (routes: readonly Route[]): string[] => routes.map(({ train, convoy }) => train + convoy);
    const routes = ["a: A.0 C.0", "b: C.0 D.0", "c: A.0 D.0", "d: A.0 C.0"].map((text) => route(text));
    const pair = withJoin(routes, "a", "b");
    expect(signs(pair)).toEqual(["a1", "b1", "c", "d"]);
    expect(signs(withJoin(pair, "c", "b"))).toEqual(["a1", "b1", "c1", "d"]);
    expect(signs(withJoin(pair, "c", "d"))).toEqual(["a1", "b1", "c2", "d2"]);
    expect(withJoin(pair, "a", "b")).toEqual(routes);
    expect(signs(withWay(pair, "b", []))).toEqual(["a", "c", "d"]);
  });
});
