/** The answer in the making: narrowed click by click, tried out by the server, sent once. */

import { api } from "../lib/api";
import type { Action, FieldInfo, FormInfo, Offer, Preview, Refusal, Update } from "../lib/types";
import {
  actionOf,
  AMOUNT,
  begun,
  begunAt,
  chosen,
  chosenHexes,
  clicked,
  cut,
  described,
  fixed,
  formOf,
  isOnMap,
  isPassive,
  isPlacing,
  isUntouched,
  kindsOffered,
  litHexes,
  litStops,
  MANY,
  namedFields,
  NOTHING,
  ofKind,
  remaining,
  valuesOf,
} from "./choice";
import type { Choice } from "./choice";
import { paysByItself } from "./changes";
import { tell } from "./said";
import type { Table } from "./table.svelte";

const TYPING_PAUSE = 150;
/** Kinds of things that lie before the player, to be picked at once. */
const PICKED = new Set(["stop", "local", "train", AMOUNT]);

export interface Outlook {
  action: Action;
  preview: Preview;
  /** How many answers follow it, where that is looked at too. */
  then?: number;
}

export class Answer {
  choice = $state.raw<Choice>(NOTHING);
  /** Longer answers the server gave for what is chosen. */
  grown = $state.raw<Offer[]>([]);
  /** What the described answer would do; of an earlier one until the server has spoken. */
  outlook = $state.raw<Outlook | null>(null);
  reasons = $state.raw<Refusal[]>([]);
  /** Whether the player has chosen something, and not the page. */
  touched = $state(false);
  /** An answer the player has changed beyond what is offered; the server judges it. */
  edited = $state.raw<Action | null>(null);
  /** What an answer the pointer rests on would do. */
  peeked = $state.raw<Outlook | null>(null);
  /** What ending the turn would do, where that is to be seen first. */
  ending = $state.raw<Outlook | null>(null);

  readonly #table: Table;
  /** Every kind of answer there is; where there are many, those the question is about come first. */
  readonly forms = $derived.by((): FormInfo[] => {
    const all = this.#table.title?.forms ?? [];
    const asked = this.#table.live?.ask?.forms ?? [];
    const rank = (form: FormInfo): number => (asked.includes(form.name) ? asked.indexOf(form.name) : asked.length);
    return this.#table.rail ? all.toSorted((a, b) => rank(a) - rank(b)) : all;
  });
  readonly pool = $derived.by((): Offer[] => (this.#table.mayAnswer ? [...(this.#table.live?.offers ?? []), ...this.grown] : []));
  /** The noes that end the turn, where there are several. */
  readonly rest = $derived.by(() => {
    const rest = this.#table.mayAnswer ? (this.#table.live?.rest ?? null) : null;
    return rest && { ...rest, actions: rest.actions as Action[] };
  });
  /** Every kind of answer to this question, also those that are not possible now. */
  readonly kinds = $derived.by((): FormInfo[] => {
    const offered = kindsOffered(this.pool, this.forms);
    const asked = this.#table.mayAnswer ? (this.#table.live?.ask?.forms ?? []) : [];
    return this.forms.filter((form) => offered.includes(form) || asked.includes(form.name));
  });
  /** Whether this question can be answered by naming a hex. */
  readonly asksForHex = $derived(this.kinds.some((form) => form.fields.some(isOnMap)));
  readonly offered = $derived(kindsOffered(this.pool, this.forms));
  /** The kind of answer that lies ready when the question is put. */
  readonly ready = $derived.by((): FormInfo | undefined => {
    const active = this.offered.filter((form) => !isPassive(this.pool, form.name));
    const [only] = active;
    const fields = only ? namedFields(only, this.pool) : [];
    const proposed = active.find((form) => form.fields.some((field) => field.kind === "route"));
    // where nothing else can be answered, a button that only opens the choices would be a click too many
    const isAll = this.offered.length === 1 && !fields.some(isOnMap);
    const shown = isAll || fields.every((field) => PICKED.has(field.kind));
    return proposed ?? (active.length === 1 && shown ? only : undefined);
  });
  readonly form = $derived(formOf(this.forms, this.choice.type));
  /** Whether an answer lies ready of which only the amount is changed: then nothing moves under the finger that does. */
  readonly isSteady = $derived.by(() => {
    const { form } = this;
    return form !== null && form === this.ready && form.fields.every((field) => field.kind === AMOUNT) && (this.offer?.amount != null || this.#manyAmounts(form).length > 0);
  });
  readonly left = $derived(remaining(this.pool, this.choice, this.forms));
  readonly offer = $derived(described(this.pool, this.choice, this.forms));
  readonly action = $derived(this.edited ?? actionOf(this.pool, this.choice, this.forms));
  readonly lit = $derived(litHexes(this.pool, this.choice, this.forms));
  readonly stops = $derived(litStops(this.pool, this.choice, this.forms));
  readonly hexes = $derived(chosenHexes(this.choice, this.forms));
  /** The outlook of exactly what is chosen now. */
  readonly certain = $derived(this.outlook !== null && same(this.outlook.action, this.action) ? this.outlook.preview : null);
  /** Whether the server has still to say what the answer in the making would do. */
  readonly isTried = $derived(this.action !== null && this.certain === null && this.reasons.length === 0);

  #considering: Promise<void> = Promise.resolve();
  #ticket = 0;
  #look = 0;
  /** While one's own answer is on its way: what follows is a new question, even if it sounds the same. */
  #sending = false;

  constructor(table: Table) {
    this.#table = table;
  }

  // Choosing.

  kind(name: string): void {
    if (!this.offered.some((form) => form.name === name)) {
      const form = formOf(this.forms, name);
      if (form !== null) void this.explain([begun(form, NOTHING)]);
    } else this.#choose(this.#atSameHex(ofKind(this.pool, name, this.forms)));
  }

  /** Another kind of laying or placing begins where the one before it did, if it can. */
  #atSameHex(choice: Choice): Choice {
    const form = formOf(this.forms, choice.type);
    const [hex] = this.hexes;
    return (form && isPlacing(form) && hex !== undefined && clicked(this.pool, choice, this.forms, hex)) || choice;
  }

  /** The next or the previous turn of a tile that is possible. */
  turn(by: 1 | -1): boolean {
    const field = this.form?.fields.find((one) => one.kind === "turn");
    const fixedTurn = field && this.choice.fields[field.name];
    if (!field || typeof fixedTurn !== "string") return false;
    const turns = this.values(field).toSorted((a, b) => Number(a) - Number(b));
    const next = turns.at((turns.indexOf(fixedTurn) + by) % turns.length);
    if (next !== undefined && next !== fixedTurn) this.set(field, next);
    return true;
  }

  set(field: FieldInfo, value: string): void {
    if (this.form === null) return;
    if (valuesOf(this.pool, this.choice, this.form, field).includes(value)) {
      this.#choose(fixed(this.pool, this.choice, this.forms, field.name, value));
    } else {
      void this.explain([begun(this.form, { ...NOTHING, fields: this.#before(this.form, field) }, { [field.name]: value })]);
    }
  }

  /** A click on a hex: takes it if it is lit, says why not if it is dark. */
  click(hex: string, near: string | null = null): void {
    if (!this.asksForHex) return;
    const next = clicked(this.pool, this.choice, this.forms, hex, near);
    if (next !== null) this.#choose(next);
    else void this.explain(begunAt(this.choice, this.choice.type === null && this.offered.some(isPlacing) ? this.offered : this.kinds, hex, near));
  }

  /** An answer of one's own instead of the one offered. */
  edit(action: Action): void {
    this.edited = action;
    this.touched = true;
    this.reasons = [];
    this.#considering = this.#consider(0);
  }

  /** What an answer without fields would do, while the pointer or the focus is on it. */
  async peek(kind: string | null): Promise<void> {
    const offer = kind === null ? undefined : this.pool.find((one) => one.action.type === kind);
    const form = formOf(this.forms, kind);
    await this.#lookAt(offer && form?.fields.length === 0 ? [offer.action] : []);
  }

  /** What ending the turn would do. */
  async peekAtRest(): Promise<void> {
    await this.#lookAt(this.rest?.actions ?? []);
  }

  async #lookAt([action, ...then]: readonly Action[]): Promise<void> {
    const look = ++this.#look;
    this.peeked = null;
    if (!action) return;
    try {
      const preview = await api.preview(this.#table.id, this.#table.live?.latest ?? 0, action, then);
      if (look === this.#look) this.peeked = { action, preview, then: then.length };
    } catch {
      // it was only a look
    }
  }

  cutTo(field: FieldInfo, length: number): void {
    this.#choose(cut(this.choice, field.name, length));
  }

  take(offer: Offer): void {
    this.#choose(chosen(offer, this.forms));
  }

  amount(value: number): void {
    const span = this.offer?.amount;
    if (!span || this.form === null || !Number.isFinite(value)) return;
    if (value < span.low || value > span.high) {
      void this.explain([begun(this.form, this.choice, { [AMOUNT]: Math.round(value) })]);
      return;
    }
    this.#choose({ ...this.choice, amount: Math.round(value) }, TYPING_PAUSE);
  }

  /** One step back; true if there was something to leave. */
  leave(): boolean {
    if (this.reasons.length > 0) this.reasons = [];
    else if (isUntouched(this.choice) || !this.touched) return false;
    else {
      const tile = this.form?.fields.find((field) => field.kind === "tile" && this.choice.fields[field.name]);
      const row = this.form?.fields.find((field) => field.kind === "hex" && field.many && this.choice.fields[field.name]);
      if (tile && this.values(tile).length > 1) this.#choose(this.#withoutTile());
      else if (row) this.cutTo(row, (this.choice.fields[row.name]?.length ?? 1) - 1);
      else this.reset();
    }
    return true;
  }

  /** What is chosen up to the tile. */
  #withoutTile(): Choice {
    const names = (this.form?.fields ?? []).filter((field) => !["tile", "turn"].includes(field.kind)).map((field) => field.name);
    return { ...this.choice, fields: Object.fromEntries(Object.entries(this.choice.fields).filter(([name]) => names.includes(name))) };
  }

  /** The start of a question: where one kind of answer is the active one, or the server has a proposal, it lies ready. */
  reset(): void {
    const { ready } = this;
    const choice = ready ? ofKind(this.pool, ready.name, this.forms) : NOTHING;
    const [field] = ready?.fields ?? [];
    const amounts = ready ? this.#manyAmounts(ready) : [];
    this.#choose(field && amounts.length > 0 ? fixed(this.pool, choice, this.forms, field.name, String(Math.min(...amounts))) : choice);
    this.touched = false;
  }

  /** The single amounts of an answer that names nothing else, where they are too many for buttons. */
  #manyAmounts(form: FormInfo): number[] {
    const [field, ...others] = form.fields;
    const amounts = field?.kind === AMOUNT && others.length === 0 ? valuesOf(this.pool, NOTHING, form, field) : [];
    return amounts.length > MANY ? amounts.map(Number) : [];
  }

  #choose(choice: Choice, wait = 0): void {
    this.choice = choice;
    this.edited = null;
    this.peeked = null;
    this.ending = null;
    this.touched = true;
    this.reasons = [];
    this.#considering = this.#consider(wait);
  }

  // Trying out.

  /** Asks the server what the described answer would do and how it could go on. */
  async #consider(wait: number): Promise<void> {
    const ticket = ++this.#ticket;
    const { action } = this;
    if (action === null) {
      this.outlook = null;
      return;
    }
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (ticket !== this.#ticket) return;
    try {
      const preview = await api.preview(this.#table.id, this.#table.live?.latest ?? 0, action);
      if (ticket !== this.#ticket) return;
      this.outlook = { action, preview };
      this.#grow(preview.more);
      if (preview.refusal !== null) this.reasons = [preview.refusal];
    } catch (error) {
      if (ticket === this.#ticket) tell(error);
    }
  }

  #grow(more: readonly Offer[]): void {
    const fresh = more.filter((offer) => !this.grown.some((known) => same(known.action, offer.action)));
    if (fresh.length > 0) this.grown = [...this.grown, ...fresh];
  }

  /** Lets the server say why something cannot be chosen. */
  async explain(actions: readonly Action[]): Promise<void> {
    const seq = this.#table.live?.latest ?? 0;
    try {
      const refusals = (await api.whyNot(this.#table.id, seq, actions)).filter((refusal) => refusal !== null);
      this.reasons = refusals.filter((one, n) => refusals.findIndex((other) => other.message === one.message) === n);
    } catch (error) {
      tell(error);
    }
  }

  refused(refusal: Refusal): void {
    this.reasons = [refusal];
  }

  /** Sends the answer, once it has been seen what it does. */
  async confirm(): Promise<void> {
    await this.#considering;
    const { action } = this;
    if (action === null || this.certain === null || !this.certain.legal) return;
    this.#sending = true;
    await this.#table.act(action);
    this.#sending = false;
  }

  /** A no, given at once; unless something must be paid after it and that has not been seen, as without a pointer: then
   * it is shown, and given by Confirm or by the same key once more. */
  async no(kind: string): Promise<void> {
    const isSeen = this.peeked?.action.type === kind || (this.choice.type === kind && this.certain !== null);
    this.kind(kind);
    await this.#considering;
    if (this.choice.type === kind && (isSeen || !this.#pays(this.certain))) await this.confirm();
  }

  /** A no that is given without a click, unless something must be paid after it: then it is shown, and waits for Confirm. */
  async unasked(action: Action): Promise<void> {
    const { choice } = this;
    const latest = this.#table.live?.latest ?? 0;
    const preview = await api.preview(this.#table.id, latest, action).catch(() => null);
    if (preview === null || choice !== this.choice || latest !== this.#table.live?.latest) return;
    if (this.#pays(preview)) this.kind(action.type);
    else await this.#table.actWhenFree(action);
  }

  #pays(preview: Preview | null): boolean {
    const { live } = this.#table;
    return preview !== null && live?.ask != null && paysByItself(live.view, preview, live.ask.who);
  }

  /** A no to all that is optional in the rest of the turn; what must be paid after it is seen before. */
  async endTurn(): Promise<void> {
    const [action, ...then] = this.rest?.actions ?? [];
    if (action === undefined) return;
    if (this.ending === null && this.peeked?.then !== then.length) {
      await this.peekAtRest();
      if (this.peeked !== null && this.#pays(this.peeked.preview)) {
        this.ending = this.peeked;
        return;
      }
    }
    this.peeked = null;
    this.ending = null;
    this.#sending = true;
    await this.#table.act(action, then);
    this.#sending = false;
  }

  /** After an update: the half-made answer stays if the same person is asked and it is still possible. */
  carryOver(before: Update | null): void {
    const now = this.#table.live;
    if (before !== null && now !== null && before.latest === now.latest && before.ask?.who === now.ask?.who) return;
    const wanted = this.choice;
    const same = this.touched && !this.#sending && before?.ask?.who === now?.ask?.who && before?.ask?.key === now?.ask?.key;
    this.grown = [];
    this.outlook = null;
    this.reset();
    if (same && this.#table.mayAnswer) void this.#replay(wanted);
  }

  /** The same choice once more, so that everything about it is told in the language of now. */
  again(): void {
    const wanted = this.choice;
    if (!this.touched) return;
    this.grown = [];
    this.reset();
    void this.#replay(wanted);
  }

  /** Makes the same choice again on new offers, piece by piece, as far as it goes. */
  async #replay(wanted: Choice): Promise<void> {
    if (wanted.type === null || !this.offered.some((form) => form.name === wanted.type)) return;
    const singles = { ...wanted, fields: scalars(wanted) };
    if (remaining(this.pool, singles, this.forms).length === 0) return;
    this.#choose(singles);
    for (const hex of chosenHexes(wanted, this.forms)) {
      const next = clicked(this.pool, this.choice, this.forms, hex);
      if (next === null || this.hexes.includes(hex)) continue;
      this.#choose(next);
      await this.#considering;
    }
  }

  /** Why a kind of answer is not possible with a certain thing. */
  whyNot(form: FormInfo, field: FieldInfo, value: string): void {
    void this.explain([begun(form, NOTHING, { [field.name]: value })]);
  }

  // What may be named.

  /** The things a field may name, as far as the page knows any; the legal ones are `values`. */
  pieces(field: FieldInfo): string[] {
    const values = this.form ? valuesOf(this.pool, this.choice, this.form, field) : [];
    const known = this.form?.fields.find((one) => one.kind === field.kind) === field ? this.#worthNaming(field.kind, values) : [];
    return known.length > 0 ? [...known, ...values.filter((value) => !known.includes(value))] : values;
  }

  values(field: FieldInfo): string[] {
    return this.form ? valuesOf(this.pool, this.choice, this.form, field) : [];
  }

  /** All names of a kind; of many companies only those that are open, where no other may be named. */
  #worthNaming(kind: string, values: readonly string[]): string[] {
    const known = this.#known(kind);
    if (kind !== "company" || !this.#table.rail) return known;
    const open = (this.#table.live?.view.companies ?? []).filter((company) => company.open).map((company) => company.id);
    return values.every((value) => open.includes(value)) ? known.filter((id) => open.includes(id)) : known;
  }

  /** All names of a kind; hexes where something stands come first, for they are the likeliest to be meant. */
  #known(kind: string): string[] {
    const { title, live } = this.#table;
    if (kind === "company") return (title?.layout.companies ?? []).map((face) => face.id);
    if (kind !== "hex") return (live?.view.gauges ?? []).filter((gauge) => gauge.kind === kind).map((gauge) => gauge.key);
    const standing = (live?.view.hexes ?? []).filter((hex) => hex.tokens.length > 0).map((hex) => hex.id);
    return [...new Set([...standing, ...(title?.layout.hexes ?? []).map((face) => face.id)])];
  }

  /** What is chosen of the fields before one. */
  #before(form: FormInfo, field: FieldInfo): Choice["fields"] {
    const names = form.fields.slice(0, form.fields.indexOf(field)).map((one) => one.name);
    return Object.fromEntries(Object.entries(this.choice.fields).filter(([name]) => names.includes(name)));
  }
}

function scalars(choice: Choice): Record<string, string> {
  return Object.fromEntries(Object.entries(choice.fields).filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

function same(one: Action, other: Action | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
