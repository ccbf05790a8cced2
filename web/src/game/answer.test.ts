import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Action, FormInfo, Offer, Preview, Refusal, TitleDetail, Update } from "../lib/types";
import type { Table } from "./table.svelte";

const asked: Action[] = [];
let told: (action: Action) => Partial<Preview> = () => ({});

vi.mock("../lib/api", () => ({
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

const { Answer } = await import("./answer.svelte");

const field = (name: string, kind: string, many = false) => ({ name, kind, many, label: name, money: true });
const FORMS: FormInfo[] = [
  { name: "expand", label: "expand", fields: [field("company", "company"), field("hexes", "hex", true)] },
  { name: "bid", label: "bid", fields: [field("amount", "amount")] },
  { name: "offer", label: "offer", fields: [field("price", "amount")] },
  { name: "pass", label: "pass", fields: [] },
  { name: "draft", label: "draft", fields: [field("company", "company")] },
];
const offer = (action: Action, more: Partial<Offer> = {}): Offer => ({ action, amount: null, open: false, text: "", passive: false, ...more });
const expand = (company: string, ...hexes: string[]) => offer({ type: "expand", company, hexes }, { open: true });

function update(latest: number, who: string, key: string, offers: Offer[]): Update {
  const ask = { who, key, params: {}, text: "", you: true, forms: ["expand", "bid", "pass", "draft"] };
  return { seq: latest, latest, ask, offers, view: { gauges: [], hexes: [], players: [{ id: who, cash: 100 }], companies: [] } } as unknown as Update;
}

function table(live: Update) {
  const sent: Action[] = [];
  const title = { forms: FORMS, layout: { companies: [{ id: "PRR" }, { id: "NYC" }], hexes: [{ id: "Q5" }] } } as unknown as TitleDetail;
  const act = async (action: Action): Promise<unknown> => sent.push(action);
  const fake = { id: "g", title, live, mayAnswer: true, sent, act, actWhenFree: act };
  return { fake, answer: new Answer(fake as unknown as Table) };
}

const TURN = [expand("PRR", "Q5"), expand("PRR", "R4"), expand("NYC", "S2")];
/** The hexes that may follow, as a server would tell. */
const grows = (action: Action): Partial<Preview> => {
  const hexes = action["hexes"] as string[];
  return { more: hexes.at(-1) === "Q5" ? [expand("PRR", ...hexes, "P5")] : [] };
};

beforeEach(() => {
  asked.length = 0;
  told = () => ({});
});

describe("an answer in the making", () => {
  it("lies ready where one kind is the active one, and is not yet the player's", () => {
    const bid = offer({ type: "bid", amount: 7 }, { amount: { low: 7, high: 20 } });
    const { answer } = table(update(0, "p1", "bid", [bid, offer({ type: "pass" }, { passive: true })]));
    answer.reset();
    expect(answer.action).toEqual({ type: "bid", amount: 7 });
    expect(answer.touched).toBe(false);
  });

  it("shows its choices at once where nothing else can be answered, but for what is chosen on the map", () => {
    const drafts = [offer({ type: "draft", company: "PRR" }), offer({ type: "draft", company: "NYC" })];
    const kindReady = (offers: Offer[]): string | null => {
      const { answer } = table(update(0, "p1", "draft", offers));
      answer.reset();
      return answer.choice.type;
    };
    expect(kindReady(drafts)).toBe("draft");
    expect(kindReady([...drafts, offer({ type: "pass" }, { passive: true })])).toBeNull();
    expect(kindReady(TURN)).toBeNull();
  });

  it("lies ready with the lowest of many single amounts, and keeps everything in place while they change", () => {
    const prices = (count: number): Offer[] => Array.from({ length: count }, (_, n) => offer({ type: "offer", price: 5 * (count - n) }));
    const { answer } = table(update(0, "p1", "bid", [...prices(17), offer({ type: "pass" }, { passive: true })]));
    answer.reset();
    expect(answer.action).toEqual({ type: "offer", price: 5 });
    answer.set(FORMS.find((form) => form.name === "offer")!.fields[0]!, "10");
    expect([answer.touched, answer.isSteady]).toEqual([true, true]);
    const few = table(update(0, "p1", "bid", prices(3))).answer;
    few.reset();
    expect([few.action, few.isSteady]).toEqual([null, false]);
  });

  it("grows by what the server allows and is sent once its outlook is known", async () => {
    told = grows;
    const { answer, fake } = table(update(0, "p1", "turn", TURN));
    answer.click("Q5");
    await vi.waitFor(() => expect([...answer.lit]).toContain("P5"));
    answer.click("P5");
    await answer.confirm();
    expect(fake.sent).toEqual([{ type: "expand", company: "PRR", hexes: ["Q5", "P5"] }]);
  });

  it("is not sent if the server refuses it", async () => {
    const refusal = { rule: "x", paragraph: "1", heading: "", message: "no" };
    told = () => ({ legal: false, refusal });
    const { answer, fake } = table(update(0, "p1", "turn", TURN));
    answer.click("R4");
    await answer.confirm();
    expect(fake.sent).toEqual([]);
    expect(answer.reasons).toEqual([refusal]);
  });

  it("leaves step by step", () => {
    const { answer } = table(update(0, "p1", "turn", TURN));
    answer.click("R4");
    expect(answer.leave()).toBe(true);
    expect(answer.hexes).toEqual([]);
    expect(answer.leave()).toBe(true);
    expect(answer.choice.type).toBeNull();
    expect(answer.leave()).toBe(false);
  });
});

describe("the game goes on while an answer is made", () => {
  it("keeps it, piece by piece, where it is still possible", async () => {
    told = grows;
    const before = update(4, "p1", "turn", TURN);
    const { answer, fake } = table(before);
    answer.click("Q5");
    await vi.waitFor(() => expect([...answer.lit]).toContain("P5"));
    answer.click("P5");
    fake.live = update(5, "p1", "turn", TURN);
    answer.carryOver(before);
    await vi.waitFor(() => expect(answer.action).toEqual({ type: "expand", company: "PRR", hexes: ["Q5", "P5"] }));
  });

  it("drops what is no longer possible", async () => {
    const before = update(4, "p1", "turn", TURN);
    const { answer, fake } = table(before);
    answer.click("S2");
    fake.live = update(5, "p1", "turn", TURN.slice(0, 2));
    answer.carryOver(before);
    await Promise.resolve();
    expect(answer.action).toBeNull();
    expect(answer.hexes).toEqual([]);
  });

  it("starts anew when somebody else is asked", () => {
    const before = update(4, "p1", "turn", TURN);
    const { answer, fake } = table(before);
    answer.click("R4");
    fake.live = update(5, "p2", "turn", TURN);
    answer.carryOver(before);
    expect(answer.choice.type).toBeNull();
    expect(answer.touched).toBe(false);
  });

  it("is left alone by news that change no position", () => {
    const before = update(4, "p1", "turn", TURN);
    const { answer, fake } = table(before);
    answer.click("R4");
    fake.live = update(4, "p1", "turn", TURN);
    answer.carryOver(before);
    expect(answer.hexes).toEqual(["R4"]);
  });
});

describe("what is not possible", () => {
  it("is explained by the server, each reason once", async () => {
    const refusal = { rule: "red", paragraph: "3.3", heading: "", message: "The needle is in the red." };
    told = () => ({ legal: false, refusal });
    const { answer } = table(update(0, "p1", "turn", [offer({ type: "pass" })]));
    answer.kind("expand");
    await vi.waitFor(() => expect(answer.reasons).toEqual([refusal]));
    expect(asked).toEqual([{ type: "expand" }]);
    answer.click("R4");
    await vi.waitFor(() => expect(asked.slice(1)).toEqual([{ type: "expand", hexes: ["R4"] }]));
    expect(answer.choice.type).toBeNull();
  });
});

describe("a no", () => {
  const no = offer({ type: "pass" }, { passive: true });
  const after = (cash: number): Partial<Preview> => ({ events: [{ automatic: true }], view: { players: [{ id: "p1", cash }], companies: [] } }) as unknown as Partial<Preview>;

  it("is given at once where nothing must be paid after it", async () => {
    told = () => after(100);
    const { answer, fake } = table(update(0, "p1", "turn", [...TURN, no]));
    await answer.no("pass");
    expect(fake.sent).toEqual([{ type: "pass" }]);
  });

  it("that makes somebody pay is shown first, and is given when it has been seen", async () => {
    told = () => after(40);
    const { answer, fake } = table(update(0, "p1", "turn", [...TURN, no]));
    await answer.no("pass");
    expect([fake.sent, answer.certain?.legal]).toEqual([[], true]);
    await answer.confirm();
    expect(fake.sent).toHaveLength(1);

    const looked = table(update(0, "p1", "turn", [...TURN, no]));
    await looked.answer.peek("pass");
    await looked.answer.no("pass");
    expect(looked.fake.sent).toHaveLength(1);

    const again = table(update(0, "p1", "turn", [...TURN, no]));
    await again.answer.no("pass");
    await again.answer.no("pass");
    expect(again.fake.sent).toHaveLength(1);
  });

  it("to a question that is not to be asked is given at once, or shown first as well", async () => {
    told = () => after(100);
    const free = table(update(0, "p1", "turn", [...TURN, no]));
    await free.answer.unasked(no.action);
    expect(free.fake.sent).toEqual([{ type: "pass" }]);

    told = () => after(40);
    const { answer, fake } = table(update(0, "p1", "turn", [...TURN, no]));
    await answer.unasked(no.action);
    expect([fake.sent, answer.choice.type]).toEqual([[], "pass"]);
    await answer.confirm();
    expect(fake.sent).toHaveLength(1);
  });

  it("to a question that is not to be asked gives way to what is chosen meanwhile", async () => {
    const { answer, fake } = table(update(0, "p1", "turn", [...TURN, no]));
    const given = answer.unasked(no.action);
    answer.click("R4");
    await given;
    expect([fake.sent, answer.hexes]).toEqual([[], ["R4"]]);
  });

  it("to the rest of a turn is shown first too", async () => {
    told = () => after(40);
    const live = { ...update(0, "p1", "turn", [...TURN, no]), rest: { actions: [{ type: "pass" }, { type: "pass" }], texts: [], ends: true } };
    const { answer, fake } = table(live as unknown as Update);
    await answer.endTurn();
    expect([fake.sent, answer.ending?.then]).toEqual([[], 1]);
    await answer.endTurn();
    expect(fake.sent).toEqual([{ type: "pass" }]);
  });
});
