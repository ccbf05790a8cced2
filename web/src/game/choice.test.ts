import { describe, expect, it } from "vitest";
import type { Action, FormInfo, Offer } from "../lib/types";
import {
  actionOf,
  begun,
  begunAt,
  chosen,
  chosenHexes,
  clicked,
  cut,
  described,
  fixed,
  isPassive,
  kindsOffered,
  litHexes,
  litStops,
  NOTHING,
  ofKind,
  remaining,
  valuesOf,
} from "./choice";
import { route } from "./rail/samples";
import type { Choice } from "./choice";

const field = (name: string, kind: string, many = false) => ({ name, kind, many, label: name, money: true });
const FORMS: FormInfo[] = [
  { name: "expand", label: "expand", fields: [field("company", "company"), field("hexes", "hex", true)] },
  { name: "develop", label: "develop", fields: [field("hex", "hex")] },
  { name: "lay", label: "lay", fields: [field("hex", "hex"), field("tile", "tile"), field("turn", "turn")] },
  { name: "bid", label: "bid", fields: [field("amount", "amount")] },
  { name: "pass", label: "pass", fields: [] },
];
const offer = (action: Action, more: Partial<Offer> = {}): Offer => ({
  action,
  amount: null,
  open: false,
  text: JSON.stringify(action),
  passive: false,
  ...more,
});
const expand = (company: string, ...hexes: string[]) => offer({ type: "expand", company, hexes }, { open: true });
const form = (name: string) => FORMS.find((one) => one.name === name)!;
const click = (pool: Offer[], choice: Choice, ...hexes: string[]) =>
  hexes.reduce((at, hex) => clicked(pool, at, FORMS, hex) ?? at, choice);

describe("a choice among single amounts", () => {
  const pool = [...[10, 15, 20].map((amount) => offer({ type: "bid", amount })), offer({ type: "pass" }, { passive: true })];

  it("begins with the lowest and can be raised", () => {
    const choice = ofKind(pool, "bid", FORMS);
    expect(actionOf(pool, choice, FORMS)).toEqual({ type: "bid", amount: 10 });
    expect(valuesOf(pool, choice, form("bid"), form("bid").fields[0]!)).toEqual(["10", "15", "20"]);
    expect(actionOf(pool, fixed(pool, choice, FORMS, "amount", "20"), FORMS)).toEqual({ type: "bid", amount: 20 });
  });

  it("is filled as a whole from an offer", () => {
    expect(actionOf(pool, chosen(pool[1]!, FORMS), FORMS)).toEqual({ type: "bid", amount: 15 });
  });
});

describe("a choice among plain answers", () => {
  const pool = [offer({ type: "bid", amount: 8 }, { amount: { low: 8, high: 20 } }), offer({ type: "pass" }, { passive: true })];

  it("lists the kinds in the title's order", () => {
    expect(kindsOffered(pool, FORMS).map((one) => one.name)).toEqual(["bid", "pass"]);
  });

  it("tells the ones that leave things as they are", () => {
    expect(isPassive(pool, "pass")).toBe(true);
    expect(isPassive(pool, "bid")).toBe(false);
    expect(isPassive(pool, "develop")).toBe(false);
  });

  it("is complete at once where nothing has to be filled", () => {
    expect(actionOf(pool, ofKind(pool, "pass", FORMS), FORMS)).toEqual({ type: "pass" });
  });

  it("keeps an amount within its span", () => {
    const bid = ofKind(pool, "bid", FORMS);
    expect(actionOf(pool, bid, FORMS)).toEqual({ type: "bid", amount: 8 });
    expect(actionOf(pool, { ...bid, amount: 11 }, FORMS)).toEqual({ type: "bid", amount: 11 });
    expect(actionOf(pool, { ...bid, amount: 99 }, FORMS)).toEqual({ type: "bid", amount: 20 });
  });
});

describe("hexes grown piece by piece", () => {
  const first = [expand("PRR", "Q5"), expand("PRR", "R4"), expand("B&O", "Q5")];
  const longer = [...first, expand("PRR", "Q5", "R4"), expand("PRR", "Q5", "P5")];

  it("lights what may come next and nothing else", () => {
    const start = fixed(first, ofKind(first, "expand", FORMS), FORMS, "company", "PRR");
    expect([...litHexes(first, start, FORMS)]).toEqual(["Q5", "R4"]);
    const one = click(first, start, "Q5");
    expect([...litHexes(first, one, FORMS)]).toEqual([]);
    expect([...litHexes(longer, one, FORMS)]).toEqual(["R4", "P5"]);
  });

  it("is an answer at every length the server offers", () => {
    const start = fixed(first, ofKind(first, "expand", FORMS), FORMS, "company", "PRR");
    expect(described(first, start, FORMS)).toBeNull();
    const two = click(longer, start, "Q5", "R4");
    expect(actionOf(longer, two, FORMS)).toEqual({ type: "expand", company: "PRR", hexes: ["Q5", "R4"] });
    expect(chosenHexes(two, FORMS)).toEqual(["Q5", "R4"]);
  });

  it("is cut back by clicking a chosen hex again", () => {
    const two = click(longer, fixed(longer, ofKind(longer, "expand", FORMS), FORMS, "company", "PRR"), "Q5", "R4");
    expect(chosenHexes(click(longer, two, "R4"), FORMS)).toEqual(["Q5"]);
    expect(chosenHexes(click(longer, two, "Q5"), FORMS)).toEqual([]);
    expect(chosenHexes(cut(two, "hexes", 1), FORMS)).toEqual(["Q5"]);
  });

  it("settles the company where a hex belongs to one only", () => {
    const choice = click(first, ofKind(first, "expand", FORMS), "R4");
    expect(actionOf(first, choice, FORMS)).toEqual({ type: "expand", company: "PRR", hexes: ["R4"] });
  });

  it("drops hexes that do not fit another company", () => {
    const choice = click(first, fixed(first, ofKind(first, "expand", FORMS), FORMS, "company", "PRR"), "R4");
    expect(fixed(first, choice, FORMS, "company", "B&O").fields).toEqual({ company: "B&O" });
    const shared = click(first, fixed(first, ofKind(first, "expand", FORMS), FORMS, "company", "PRR"), "Q5");
    expect(fixed(first, shared, FORMS, "company", "B&O").fields).toEqual({ company: "B&O", hexes: ["Q5"] });
  });
});

describe("a hex clicked before the kind of action", () => {
  const pool = [expand("PRR", "Q5"), expand("B&O", "Q5"), offer({ type: "develop", hex: "Q5" }), offer({ type: "develop", hex: "N4" })];

  it("lights every hex that begins an answer", () => {
    expect([...litHexes(pool, NOTHING, FORMS)]).toEqual(["Q5", "N4"]);
  });

  it("leaves the answers that begin there", () => {
    const choice = click(pool, NOTHING, "Q5");
    expect(choice).toEqual({ ...NOTHING, hex: "Q5" });
    expect(remaining(pool, choice, FORMS)).toHaveLength(3);
    expect(click(pool, choice, "Q5")).toEqual(NOTHING);
  });

  it("takes the only answer at once", () => {
    expect(actionOf(pool, click(pool, NOTHING, "N4"), FORMS)).toEqual({ type: "develop", hex: "N4" });
  });

  it("refuses a dark hex", () => {
    expect(clicked(pool, NOTHING, FORMS, "Z9")).toBeNull();
  });
});

describe("a form of several fields", () => {
  const lay = (hex: string, tile: string, turn: string) => offer({ type: "lay", hex, tile, turn });
  const pool = [lay("A1", "8", "0"), lay("A1", "8", "2"), lay("A1", "9", "0"), lay("B2", "9", "1")];

  it("narrows field by field and fills what is certain", () => {
    const choice = click(pool, ofKind(pool, "lay", FORMS), "A1");
    expect(valuesOf(pool, choice, form("lay"), form("lay").fields[1]!)).toEqual(["8", "9"]);
    expect(fixed(pool, choice, FORMS, "tile", "9").fields).toEqual({ hex: "A1", tile: "9", turn: "0" });
    expect(click(pool, ofKind(pool, "lay", FORMS), "B2").fields).toEqual({ hex: "B2", tile: "9", turn: "1" });
  });

  it("lets an earlier field be changed", () => {
    const choice = fixed(pool, click(pool, ofKind(pool, "lay", FORMS), "A1"), FORMS, "tile", "8");
    expect(click(pool, choice, "B2").fields).toEqual({ hex: "B2", tile: "9", turn: "1" });
  });

  it("takes over a whole offer", () => {
    expect(actionOf(pool, chosen(pool[1]!, FORMS), FORMS)).toEqual(pool[1]!.action);
  });
});

describe("asking why not", () => {
  const pool = [expand("PRR", "Q5"), expand("B&O", "P7"), offer({ type: "develop", hex: "N4" })];
  const asked = [form("expand"), form("develop")];

  it("sends what is filled and nothing else", () => {
    expect(begun(form("expand"), NOTHING, { company: "NYC" })).toEqual({ type: "expand", company: "NYC" });
    expect(begun(form("bid"), { ...NOTHING, type: "bid" }, { amount: 3 })).toEqual({ type: "bid", amount: 3 });
  });

  it("names a dark hex for every kind of action while none is chosen", () => {
    expect(begunAt(NOTHING, asked, "Z9")).toEqual([{ type: "expand", hexes: ["Z9"] }, { type: "develop", hex: "Z9" }]);
  });

  it("adds it to what is chosen otherwise", () => {
    const choice = click(pool, ofKind(pool, "expand", FORMS), "Q5");
    expect(begunAt(choice, asked, "Z9")).toEqual([{ type: "expand", company: "PRR", hexes: ["Q5", "Z9"] }]);
  });
});

describe("pieces laid on the map", () => {
  const forms: FormInfo[] = [
    { name: "lay", label: "lay", fields: [field("hex", "hex"), field("tile", "tile"), field("turn", "turn")] },
    { name: "place", label: "place", fields: [field("stop", "stop")] },
    { name: "start", label: "start", fields: [field("company", "company"), field("price", "amount")] },
    { name: "run", label: "run", fields: [field("routes", "route", true)] },
  ];
  const [lay, place, start] = [forms[0]!, forms[1]!, forms[2]!];
  const laid = (hex: string, tile: string, turn: number) => offer({ type: "lay", hex, tile, turn });
  const pool = [laid("A1", "8", 5), laid("A1", "8", 2), laid("A1", "9", 0), laid("B2", "9", 1)];
  const stops = [offer({ type: "place", stop: "E12.0" }), offer({ type: "place", stop: "E12.1" }), offer({ type: "place", stop: "C4.0" })];

  it("begin with the hex: laying is chosen by clicking it, the tile is not", () => {
    const choice = clicked(pool, NOTHING, forms, "A1");
    expect(choice).toMatchObject({ type: "lay", fields: { hex: "A1" } });
    expect(choice?.fields["turn"]).toBeUndefined();
    expect(valuesOf(pool, choice!, lay, lay.fields[1]!)).toEqual(["8", "9"]);
  });

  it("take the first turn that is possible, and are sent as numbers", () => {
    const choice = fixed(pool, clicked(pool, NOTHING, forms, "A1")!, forms, "tile", "8");
    expect(choice.fields).toEqual({ hex: "A1", tile: "8", turn: "5" });
    expect(actionOf(pool, choice, forms)).toEqual({ type: "lay", hex: "A1", tile: "8", turn: 5 });
    expect(valuesOf(pool, choice, lay, lay.fields[2]!)).toEqual(["5", "2"]);
    expect(fixed(pool, choice, forms, "turn", "2").fields["turn"]).toBe("2");
    expect(begun(lay, choice, { turn: "3" })).toEqual({ type: "lay", hex: "A1", tile: "8", turn: 3 });
  });

  it("light stops and their hexes", () => {
    expect([...litStops(stops, NOTHING, forms)]).toEqual(["E12.0", "E12.1", "C4.0"]);
    expect([...litHexes(stops, ofKind(stops, "place", forms), forms)]).toEqual(["E12", "C4"]);
  });

  it("are placed at the stop that was clicked, or the next one of the hex", () => {
    expect(clicked(stops, NOTHING, forms, "E12", "E12.1")?.fields).toEqual({ stop: "E12.1" });
    const first = clicked(stops, NOTHING, forms, "E12");
    expect(first?.fields).toEqual({ stop: "E12.0" });
    expect(clicked(stops, first!, forms, "E12")?.fields).toEqual({ stop: "E12.1" });
    expect(clicked(stops, NOTHING, forms, "Z9")).toBeNull();
    expect(begunAt(NOTHING, [place], "Z9", "Z9.2")).toEqual([{ type: "place", stop: "Z9.2" }]);
  });

  it("may have a number to choose that is no span", () => {
    const starts = [offer({ type: "start", company: "A", price: 60 }), offer({ type: "start", company: "A", price: 70 })];
    const choice = ofKind(starts, "start", forms);
    expect(choice.fields).toEqual({ company: "A" });
    expect(valuesOf(starts, choice, start, start.fields[1]!)).toEqual(["60", "70"]);
    expect(actionOf(starts, fixed(starts, choice, forms, "price", "70"), forms)).toEqual({ type: "start", company: "A", price: 70 });
    expect(chosen(starts[0]!, forms).fields).toEqual({ company: "A", price: "60" });
  });

  it("lie ready where the server proposes a row", () => {
    const run = [offer({ type: "run", routes: [route("a: X.0 Y.0"), route("b: Y.0 Z.0")] }, { open: true })];
    expect(actionOf(run, ofKind(run, "run", forms), forms)).toEqual(run[0]!.action);
    const toldAgain = structuredClone(run);
    expect(actionOf(toldAgain, ofKind(run, "run", forms), forms)).toEqual(run[0]!.action);
  });
});
