import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Action, FormInfo, Layout, Offer, Preview, Refusal, Route, TitleDetail, Update } from "../../lib/types";
import type { Table } from "../table.svelte";
import { city, hex, layoutOf, route, tile, town, viewOf } from "./samples";

let told: (action: Action) => Partial<Preview> = () => ({});
let asked: Action[] = [];

vi.mock("../../lib/api", () => ({
  ApiError: class extends Error {},
  api: {
    preview: async (_id: string, _seq: number, action: Action): Promise<Preview> => {
      asked.push(action);
      return { legal: true, refusal: null, more: [], events: [], view: null, text: "", next: null, consents: [], reached: [], reach: [], ...told(action) };
    },
    whyNot: async (_id: string, _seq: number, actions: Action[]): Promise<(Refusal | null)[]> => {
      asked.push(...actions);
      return actions.map((action) => told(action).refusal ?? null);
    },
  },
}));

const { Answer } = await import("../answer.svelte");
const { RouteDesk } = await import("./routedesk.svelte");
const { firstTurn, newlyReached } = await import("./laying");

const field = (name: string, kind: string, many = false) => ({ name, kind, many, label: name, money: true });
const FORMS: FormInfo[] = [
  { name: "sell", label: "sell", fields: [field("local", "local")] },
  { name: "lay", label: "lay", fields: [field("hex", "hex"), field("tile", "tile"), field("turn", "turn")] },
  { name: "lay_with", label: "lay with", fields: [field("hex", "hex"), field("tile", "tile"), field("turn", "turn"), field("local", "local")] },
  { name: "end", label: "end", fields: [] },
  { name: "run", label: "run", fields: [field("routes", "route", true)] },
  { name: "pay", label: "pay", fields: [] },
];
const offer = (action: Action, more: Partial<Offer> = {}): Offer => ({ action, amount: null, open: false, text: "", passive: false, ...more });
const lay = (at: string, id: string, turn: number) => offer({ type: "lay", hex: at, tile: id, turn });
const LAYS = [lay("A", "8", 4), lay("A", "8", 1), lay("A", "9", 0), lay("B", "57", 2), offer({ type: "lay_with", hex: "A", tile: "9", turn: 0, local: "S1" }), offer({ type: "end" }, { passive: true })];
const TILES = [tile([["e0", "e2"]], [], { id: "8" }), tile([["e0", "e3"]], [], { id: "9" }), tile([["e0", "s0"], ["e3", "s0"]], [city()], { id: "57" })];

// A city, a town and a city in a row.
const ROW = layoutOf(
  [
    hex("A", 0, 0, tile([["e4", "s0"]], [city()])),
    hex("B", 2, 0, tile([["e1", "s0"], ["e4", "s0"]], [town()])),
    hex("C", 4, 0, tile([["e1", "s0"]], [city()])),
  ],
  TILES,
);

function at(forms: string[], offers: Offer[], layout: Layout = ROW) {
  const live = { seq: 3, latest: 3, ask: { who: "p1", key: "q", params: { company: "X" }, text: "", you: true, forms }, offers, view: viewOf() } as unknown as Update;
  live.view.companies.push({ id: "X", open: true, figures: {}, holders: {}, director: "p1", trains: ["2-0", "2-1"], privates: [], marks: [], goals: [], train_limit: null });
  const table = { id: "g", title: { forms: FORMS, layout, terms: {} } as unknown as TitleDetail, live, shown: live, mayAnswer: true, rail: {}, hexFace: (id: string) => layout.hexes.find((one) => one.id === id) } as unknown as Table;
  const answer = new Answer(table);
  Object.assign(table, { answer });
  return { table, answer };
}

beforeEach(() => {
  told = () => ({});
  asked = [];
});

describe("laying a tile", () => {
  it("goes from hex to tile to turn, and back the same way", () => {
    const { answer } = at(["lay", "lay_with", "end"], LAYS);
    answer.click("A");
    expect(answer.choice).toMatchObject({ type: "lay", fields: { hex: "A" } });
    expect(answer.action).toBeNull();
    answer.set(FORMS[1]!.fields[1]!, "8");
    expect(answer.action).toEqual({ type: "lay", hex: "A", tile: "8", turn: 4 });
    expect(answer.leave()).toBe(true);
    expect(answer.choice.fields).toEqual({ hex: "A" });
    expect(answer.leave()).toBe(true);
    expect(answer.choice.type).toBeNull();
  });

  it("turns through the turns that are possible only", () => {
    const { answer } = at(["lay"], LAYS);
    expect(answer.turn(1)).toBe(false);
    answer.click("A");
    answer.set(FORMS[1]!.fields[1]!, "8");
    const turns = [1, 1, -1].map((by) => (answer.turn(by as 1 | -1), answer.action?.["turn"]));
    expect(turns).toEqual([1, 4, 1]);
  });

  it("goes on at the same hex with another kind of laying", () => {
    const { answer } = at(["lay", "lay_with", "end"], LAYS);
    answer.click("A");
    answer.kind("lay_with");
    expect(answer.action).toEqual({ type: "lay_with", hex: "A", tile: "9", turn: 0, local: "S1" });
    answer.click("B");
    expect(answer.choice.type).toBe("lay_with");
  });

  it("shows tiles as they could lie", () => {
    const { answer } = at(["lay"], LAYS);
    answer.click("A");
    expect(firstTurn(answer, "8")).toBe(4);
    expect(firstTurn(answer, "9")).toBe(0);
  });

  it("shows the stops that come into reach, once the server has told them", async () => {
    told = () => ({ reached: ["C.0"], reach: ["A.0", "C.0"] });
    const { table, answer } = at(["lay"], LAYS);
    expect(newlyReached(table)).toEqual([]);
    answer.click("B");
    await vi.waitFor(() => expect(newlyReached(table)).toEqual(["A.0"]));
    answer.leave();
    expect(newlyReached(table)).toEqual([]);
  });

  it("asks why not with the hex alone, once for each kind that could be laid elsewhere", async () => {
    const { answer } = at(["lay", "lay_with", "end"], LAYS);
    answer.click("C");
    await vi.waitFor(() => expect(asked).toEqual([{ type: "lay", hex: "C" }, { type: "lay_with", hex: "C" }]));
  });
});

describe("a run", () => {
  const RUN = offer({ type: "run", routes: [route("2-0: A.0 B.0")] }, { open: true });
  const earns = (action: Action): Partial<Preview> => {
    const view = viewOf();
    const routes = action["routes"] as Route[];
    const stops = routes.flatMap((one) => one.stops).length;
    view.companies.push({ id: "X", open: true, figures: { "last-revenue": 10 * stops }, holders: {}, director: "", trains: [], privates: [], marks: [], goals: [], train_limit: null });
    return { view, events: [{ key: "trains-run", params: { routes, earned: routes.map((one) => 10 * one.stops.length) }, text: "", automatic: false }] };
  };

  it("lies ready as the server proposes it", () => {
    const { table, answer } = at(["run", "sell"], [offer({ type: "sell", local: "S1" }), RUN]);
    const desk = new RouteDesk(table);
    answer.reset();
    expect(answer.action).toEqual(RUN.action);
    expect(desk.routes).toEqual([route("2-0: A.0 B.0")]);
    expect(desk.trains).toEqual(["2-0", "2-1"]);
    expect(desk.changed).toBe(false);
    expect(desk.open.size).toBe(0);
  });

  it("is changed by choosing a train and clicking stops, and the server judges it", async () => {
    told = earns;
    const { table, answer } = at(["run"], [RUN]);
    const desk = new RouteDesk(table);
    answer.reset();
    desk.choose("2-0");
    expect([...desk.open]).toEqual(["A.0", "B.0", "C.0"]);
    desk.click("C.0");
    expect(answer.action).toEqual({ type: "run", routes: [route("2-0: A.0 B.0 C.0")] });
    expect(desk.changed).toBe(true);
    await desk.count();
    expect([desk.total, desk.best, desk.earnedBy("2-0")]).toEqual([30, 20, 30]);
    await vi.waitFor(() => expect(answer.certain?.legal).toBe(true));
    desk.restore();
    expect(answer.action).toEqual(RUN.action);
  });

  it("tells what each train adds, and with whom it is paid", async () => {
    const routes = [route("2-0~1: A.0 B.0"), route("2-1~1: B.0 C.0")];
    const joined = offer({ type: "run", routes }, { open: true });
    told = (action) => ({ ...earns(action), events: [{ key: "trains-run", params: { routes: action["routes"], earned: [70, null] }, text: "", automatic: false }] });
    const { table, answer } = at(["run"], [joined]);
    table.live!.view.faces = { "2-0": "2F", "2-1": "3F" };
    const abilities = { "2F": { range: {}, can: ["join"], permit: "" }, "3F": { range: {}, can: ["join"], permit: "" } };
    table.title!.layout.trains.push({ card: "2", count: null, faces: { "2F": 1, "3F": 1 }, abilities, family: "", ends: {} });
    const desk = new RouteDesk(table);
    answer.reset();
    await desk.count();
    expect(["2-0", "2-1"].map((train) => desk.earnedBy(train))).toEqual([70, null]);
    expect(["2-0", "2-1"].map((train) => desk.leaderOf(train))).toEqual([null, "2-0"]);
    expect(desk.partnersOf("2-1")).toEqual(["2-0"]);
    expect(asked.every((action) => (action["routes"] as Route[]).length === 2)).toBe(true);
    desk.join("2-1", "2-0");
    expect(answer.action).toEqual({ type: "run", routes: [route("2-0: A.0 B.0"), route("2-1: B.0 C.0")] });
    desk.skip("2-0", "B.0");
    expect(answer.action).toEqual({ type: "run", routes: [route("2-0: A.0 B.0", ["B.0"]), route("2-1: B.0 C.0")] });
  });

  it("begins another route with its first stop, which is no route yet", () => {
    const { table, answer } = at(["run"], [RUN]);
    const desk = new RouteDesk(table);
    answer.reset();
    desk.choose("2-1");
    desk.click("B.0");
    expect(desk.wayOf("2-1")).toEqual(["B.0"]);
    expect(answer.action).toEqual(RUN.action);
    desk.click("C.0");
    expect(answer.action).toEqual({ type: "run", routes: [route("2-0: A.0 B.0"), route("2-1: B.0 C.0")] });
    desk.clear("2-1");
    expect(answer.action).toEqual(RUN.action);
  });
});

describe("a look at an answer", () => {
  it("asks what it would do and forgets it", async () => {
    const { answer } = at(["pay", "end"], [offer({ type: "pay" }), offer({ type: "end" }, { passive: true })]);
    await answer.peek("pay");
    expect(answer.peeked?.action).toEqual({ type: "pay" });
    await answer.peek(null);
    expect(answer.peeked).toBeNull();
    await answer.peek("lay");
    expect(asked).toEqual([{ type: "pay" }]);
  });
});
