/**
 * An answer in the making. The server offers whole actions; every click fixes a field, and what agrees with the fields
 * fixed so far remains. Nothing here knows a rule: the offers and the longer ones the server gives are all there is.
 */

import type { Action, FieldInfo as Field, FormInfo as Form, Offer, Route, Span } from "../lib/types";

/** A thing in a row: by its name, or a route. */
export type Piece = string | Route;
export type Value = string | number | readonly Piece[];

export interface Choice {
  /** The kind of action; null until one is chosen. */
  type: string | null;
  /** What is fixed: a single name, or a row of names chosen so far. */
  fields: Readonly<Record<string, string | readonly Piece[]>>;
  amount: number | null;
  /** A hex that was clicked before the kind of action was clear. */
  hex: string | null;
}

export const NOTHING: Choice = { type: null, fields: {}, amount: null, hex: null };

export const AMOUNT = "amount";
/** Up to this many single amounts have a button each; of more of them the lowest lies ready. */
export const MANY = 16;

/** Kinds of fields that are numbers in an action; chosen ones are kept as text like any other name. */
const NUMBERS = new Set([AMOUNT, "turn"]);

function rowOf(value: unknown): readonly Piece[] {
  return Array.isArray(value) ? (value as Piece[]) : [];
}

/** What a single field names, as text; null for what is no name. */
function nameOf(value: unknown): string | null {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : null;
}

/** Routes are the same if they say the same: the server may tell them anew. */
function isSame(one: Piece | undefined, other: Piece): boolean {
  return one === other || (typeof other !== "string" && JSON.stringify(one) === JSON.stringify(other));
}

function startsWith(row: readonly Piece[], start: readonly Piece[]): boolean {
  return start.every((piece, n) => isSame(row[n], piece));
}

/** Whether an offer is still possible with what is fixed. */
export function agrees(offer: Offer, choice: Choice): boolean {
  if (choice.type !== null && offer.action.type !== choice.type) return false;
  return Object.entries(choice.fields).every(([name, fixed]) => {
    const value = offer.action[name];
    return typeof fixed === "string" ? nameOf(value) === fixed : startsWith(rowOf(value), fixed);
  });
}

/** The offers that remain; where a hex was clicked first, those that begin with it. */
export function remaining(pool: readonly Offer[], choice: Choice, forms: readonly Form[]): Offer[] {
  const left = pool.filter((offer) => agrees(offer, choice));
  const { hex } = choice;
  return hex === null ? left : left.filter((offer) => hexesOf(offer.action, forms)[0] === hex);
}

export function formOf(forms: readonly Form[], type: string | null): Form | null {
  return forms.find((form) => form.name === type) ?? null;
}

/** Fields that are chosen on the map: a hex, or a stop, which lies on one. */
export function isOnMap(field: Field): boolean {
  return field.kind === "hex" || field.kind === "stop";
}

/** The hex of a stop: "E16" of "E16.0". */
function hexOfStop(stop: string): string {
  return stop.slice(0, stop.lastIndexOf("."));
}

/** Every hex an action names, in order; for a stop the hex it lies on. */
export function hexesOf(action: Action, forms: readonly Form[]): string[] {
  const fields = formOf(forms, action.type)?.fields ?? [];
  return fields.filter(isOnMap).flatMap((field) => {
    const value = action[field.name];
    const names = typeof value === "string" ? [value] : rowOf(value).flatMap((name) => nameOf(name) ?? []);
    return names.map((name) => (field.kind === "stop" ? hexOfStop(name) : name));
  });
}

/** The kinds of action that are offered, in the order of the title's forms. */
export function kindsOffered(pool: readonly Offer[], forms: readonly Form[]): Form[] {
  return forms.filter((form) => pool.some((offer) => offer.action.type === form.name));
}

/** Whether every answer of a kind leaves things as they are. */
export function isPassive(pool: readonly Offer[], kind: string): boolean {
  const own = pool.filter((offer) => offer.action.type === kind);
  return own.length > 0 && own.every((offer) => offer.passive);
}

/** What a field may become, given the fields before it: any name, or for a row the names that may follow. */
export function valuesOf(pool: readonly Offer[], choice: Choice, form: Form, field: Field): string[] {
  if (field.many) return namesIn(pool, choice, field);
  const before = form.fields.slice(0, form.fields.indexOf(field)).map((one) => one.name);
  const kept = Object.entries(choice.fields).filter(([name]) => before.includes(name));
  return namesIn(pool, { ...choice, type: form.name, fields: Object.fromEntries(kept) }, field);
}

/** The names a field has in the offers that agree; for a row those that follow what is chosen. */
function namesIn(pool: readonly Offer[], choice: Choice, field: Field): string[] {
  const at = rowOf(choice.fields[field.name]).length;
  const found = pool
    .filter((offer) => agrees(offer, choice))
    .map((offer) => nameOf(field.many ? rowOf(offer.action[field.name])[at] : offer.action[field.name]));
  return [...new Set(found.filter((value) => value !== null))];
}

/** The fields that are chosen by naming something; the amount of a span is not, one of several single amounts is. */
export function namedFields(form: Form, pool: readonly Offer[]): Field[] {
  const isSpan = pool.some((offer) => offer.action.type === form.name && offer.amount !== null);
  return form.fields.filter((field) => field.name !== AMOUNT || !isSpan);
}

/** The offer that is now fully described, whatever its amount; null while something is open. */
export function described(pool: readonly Offer[], choice: Choice, forms: readonly Form[]): Offer | null {
  const form = formOf(forms, choice.type);
  if (form === null) return null;
  return pool.find((offer) => agrees(offer, choice) && namedFields(form, pool).every((field) => isExact(offer, choice, field))) ?? null;
}

function isExact(offer: Offer, choice: Choice, field: Field): boolean {
  const fixed = choice.fields[field.name];
  if (fixed === undefined) return false;
  return typeof fixed === "string" || rowOf(offer.action[field.name]).length === fixed.length;
}

/** The action to send: the described offer with the chosen amount. */
export function actionOf(pool: readonly Offer[], choice: Choice, forms: readonly Form[]): Action | null {
  const offer = described(pool, choice, forms);
  if (offer === null) return null;
  return offer.amount === null ? offer.action : { ...offer.action, [AMOUNT]: within(offer.amount, choice.amount) };
}

export function within(span: Span, amount: number | null): number {
  return Math.min(span.high, Math.max(span.low, Math.round(amount ?? span.low)));
}

/**
 * Fills every field that has one possible value, once the kind of action is chosen. A turn and an
 * amount begin with the first that is possible; a row that is not chosen hex by hex is taken as the server proposes it.
 */
export function settled(pool: readonly Offer[], choice: Choice, forms: readonly Form[]): Choice {
  const form = formOf(forms, choice.type);
  if (form === null) return choice;
  let fields = choice.fields;
  for (const [at, field] of namedFields(form, pool).entries()) {
    if (fields[field.name] !== undefined) continue;
    if (field.kind === "turn" && namedFields(form, pool).slice(0, at).some((before) => fields[before.name] === undefined)) continue;
    const now = { ...choice, fields };
    const value = field.many ? proposedRow(pool, now, field) : onlyValue(namesIn(pool, now, field), field);
    if (value !== undefined) fields = { ...fields, [field.name]: value };
  }
  return { ...choice, fields };
}

function onlyValue(values: readonly string[], field: Field): string | undefined {
  return values.length === 1 || field.kind === "turn" || field.name === AMOUNT ? values[0] : undefined;
}

function proposedRow(pool: readonly Offer[], choice: Choice, field: Field): readonly Piece[] | undefined {
  if (isOnMap(field)) return undefined;
  const left = pool.filter((offer) => agrees(offer, choice));
  return left.length === 1 ? rowOf(left[0]?.action[field.name]) : undefined;
}

/** Chooses a kind of action; what else was fixed is dropped. */
export function ofKind(pool: readonly Offer[], type: string, forms: readonly Form[]): Choice {
  return settled(pool, { ...NOTHING, type }, forms);
}

/** Fixes a single field; fields after it that no longer agree are dropped. */
export function fixed(pool: readonly Offer[], choice: Choice, forms: readonly Form[], name: string, value: string): Choice {
  const form = formOf(forms, choice.type);
  if (form === null) return choice;
  let fields: Choice["fields"] = { [name]: value };
  for (const field of namedFields(form, pool)) {
    const kept = choice.fields[field.name];
    if (field.name === name || kept === undefined) continue;
    const trial = { ...fields, [field.name]: kept };
    if (pool.some((offer) => agrees(offer, { ...choice, fields: trial }))) fields = trial;
  }
  return settled(pool, { ...choice, fields, hex: null }, forms);
}

/** Cuts a row of names back to its first `length`. */
export function cut(choice: Choice, name: string, length: number): Choice {
  const { [name]: row, ...others } = choice.fields;
  const shorter = rowOf(row).slice(0, length);
  return { ...choice, fields: shorter.length > 0 ? { ...others, [name]: shorter } : others };
}

/** The whole of an offer as a choice. */
export function chosen(offer: Offer, forms: readonly Form[]): Choice {
  const form = formOf(forms, offer.action.type);
  const fields = Object.fromEntries(
    (form ? namedFields(form, [offer]) : []).map((field) => {
      const value = offer.action[field.name];
      return [field.name, nameOf(value) ?? rowOf(value)];
    }),
  );
  return { type: offer.action.type, fields, amount: offer.amount ? offer.amount.low : null, hex: null };
}

/** The hexes that may be clicked now. */
export function litHexes(pool: readonly Offer[], choice: Choice, forms: readonly Form[]): Set<string> {
  const form = formOf(forms, choice.type);
  if (form === null) return new Set(pool.map((offer) => hexesOf(offer.action, forms)[0]).filter((hex) => hex !== undefined));
  const values = (field: Field): string[] => valuesOf(pool, choice, form, field);
  return new Set(form.fields.filter(isOnMap).flatMap((field) => (field.kind === "stop" ? values(field).map(hexOfStop) : values(field))));
}

/** The stops that may be clicked now. */
export function litStops(pool: readonly Offer[], choice: Choice, forms: readonly Form[]): Set<string> {
  const kinds = choice.type === null ? kindsOffered(pool, forms) : forms.filter((form) => form.name === choice.type);
  return new Set(kinds.flatMap((form) => form.fields.filter((field) => field.kind === "stop").flatMap((field) => valuesOf(pool, choice, form, field))));
}

/** The hexes chosen so far, in order. */
export function chosenHexes(choice: Choice, forms: readonly Form[]): string[] {
  if (choice.type === null) return choice.hex === null ? [] : [choice.hex];
  return hexesOf({ type: choice.type, ...choice.fields }, forms);
}

/** The choice after a click on a hex, near a stop or not; null if the hex is not among what may be chosen. */
export function clicked(pool: readonly Offer[], choice: Choice, forms: readonly Form[], hex: string, near: string | null = null): Choice | null {
  const form = formOf(forms, choice.type);
  if (form === null) return clickedFirst(pool, choice, forms, hex, near);
  for (const field of form.fields.filter(isOnMap)) {
    if (field.kind === "stop") {
      const stop = stopMeant(valuesOf(pool, choice, form, field), choice.fields[field.name], hex, near);
      if (stop !== null) return fixed(pool, choice, forms, field.name, stop);
      continue;
    }
    const row = rowOf(choice.fields[field.name]);
    if (field.many && row.includes(hex)) return cut(choice, field.name, row.indexOf(hex));
    if (!valuesOf(pool, choice, form, field).includes(hex)) continue;
    if (!field.many) return fixed(pool, choice, forms, field.name, hex);
    const longer = { ...choice, fields: { ...choice.fields, [field.name]: [...row, hex] }, hex: null };
    return settled(pool, longer, forms);
  }
  return null;
}

/** Which of the stops on a hex: the one the click was near, else the one after the one chosen before. */
function stopMeant(values: readonly string[], before: string | readonly Piece[] | undefined, hex: string, near: string | null): string | null {
  const here = values.filter((stop) => hexOfStop(stop) === hex);
  if (near !== null && here.includes(near)) return near;
  return here[(here.findIndex((stop) => stop === before) + 1) % Math.max(1, here.length)] ?? null;
}

function clickedFirst(pool: readonly Offer[], choice: Choice, forms: readonly Form[], hex: string, near: string | null): Choice | null {
  if (choice.hex === hex) return NOTHING;
  const left = remaining(pool, { ...choice, hex }, forms);
  const [only] = left;
  if (only === undefined) return null;
  if (left.length === 1) return chosen(only, forms);
  const first = kindsOffered(left, forms)[0];
  // what is laid or placed there is chosen next; other kinds of answer that begin there can still be taken
  if (first && isPlacing(first)) return clicked(pool, ofKind(pool, first.name, forms), forms, hex, near);
  return { ...NOTHING, hex };
}

/** Whether a form puts a piece on the map that has to be chosen after the place. */
export function isPlacing(form: Form): boolean {
  return form.fields.some((field) => ["tile", "turn", "stop"].includes(field.kind));
}

/** What is filled so far, for the server to say why nothing that begins like that is possible. */
export function begun(form: Form, choice: Choice, besides: Readonly<Record<string, Value>> = {}): Action {
  const action: Action = { type: form.name };
  for (const field of form.fields) {
    const value = besides[field.name] ?? (field.name === AMOUNT ? (choice.amount ?? choice.fields[AMOUNT]) : choice.fields[field.name]);
    if (value !== undefined && value !== null) action[field.name] = NUMBERS.has(field.kind) ? Number(value) : value;
  }
  return action;
}

/** For each kind of answer that names a hex, what would begin with a dark one. */
export function begunAt(choice: Choice, asked: readonly Form[], hex: string, near: string | null = null): Action[] {
  const kinds = choice.type === null ? asked : asked.filter((form) => form.name === choice.type);
  return kinds.flatMap((form) => {
    const field = form.fields.find(isOnMap);
    if (field === undefined) return [];
    const own = choice.type === form.name ? upTo(form, choice, field) : { ...NOTHING, type: form.name };
    const name = field.kind === "stop" ? (near ?? `${hex}.0`) : hex;
    return [begun(form, own, { [field.name]: field.many ? [...rowOf(own.fields[field.name]), name] : name })];
  });
}

/** What is chosen before a field, and the field itself. */
function upTo(form: Form, choice: Choice, field: Field): Choice {
  const names = form.fields.slice(0, form.fields.indexOf(field) + 1).map((one) => one.name);
  return { ...choice, amount: null, fields: Object.fromEntries(Object.entries(choice.fields).filter(([name]) => names.includes(name))) };
}

export function isUntouched(choice: Choice): boolean {
  return choice.type === null && choice.hex === null;
}
