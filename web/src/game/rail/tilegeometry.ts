/**
 * Where everything on a tile goes, around the middle of its hex: track as curves, stops and their slots, and the free
 * places for figures. Stops that share a tile are set apart along their own track; the rest follows from the data.
 */

import type { TileFace } from "../../lib/types";
import { RADIUS } from "../geometry";
import type { Orientation, Point } from "../geometry";

export type Curve = readonly [Point, Point, Point, Point];

export const APOTHEM = (Math.sqrt(3) / 2) * RADIUS;
/** Radius of a station's place. */
export const SLOT = 9.4;
export const COIN = 6.6;
const TRACK = 3.6;
const DOT = 5;
/** Where a name is looked for first: above or below the middle, or a little aside. */
const NAME_PLACES: readonly Point[] = [
  { x: 0, y: -20 },
  { x: 0, y: 20 },
  ...[-20, 20].flatMap((y) => [{ x: -10, y }, { x: 10, y }]),
];
/** Where the cost of the ground may stand. */
export const COST_PLACES: readonly Point[] = [
  { x: 0, y: 17 },
  { x: 0, y: 23 },
  ...[11, -11].flatMap((x) => [{ x, y: 20 }, { x: 1.5 * x, y: 18 }, { x: 1.5 * x, y: 2 }, { x, y: -20 }]),
];
/** Below stops that have no track yet, so that the cost of the ground has room beside it. */
const BARE_LABEL: Point = { x: -14, y: 19 };
/** More room than this makes no difference. */
const ENOUGH = 6;
/** How far parallel tracks lie from the middle of their side. */
const ASIDE = 5;

// Points.

const plus = (a: Point, b: Point, times = 1): Point => ({ x: a.x + b.x * times, y: a.y + b.y * times });
const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
export const gap = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2); // several times as fast as hypot
const MIDDLE: Point = { x: 0, y: 0 };

function polar(degrees: number, length: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
}

function turned(point: Point, turn: number): Point {
  const { x: cos, y: sin } = polar(60 * turn, 1);
  return { x: point.x * cos - point.y * sin, y: point.x * sin + point.y * cos };
}

// Curves.

export function pointAt([a, b, c, d]: Curve, t: number): Point {
  const s = 1 - t;
  const mix = (p: number, q: number, r: number, u: number): number => s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}

/** The direction of a curve, in degrees. */
export function slopeAt(curve: Curve, t: number): number {
  const before = pointAt(curve, Math.max(0, t - 0.01));
  const after = pointAt(curve, Math.min(1, t + 0.01));
  return (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI;
}

function split([a, b, c, d]: Curve, t: number): [Curve, Curve] {
  const mid = (p: Point, q: Point): Point => plus(p, plus(q, p, -1), t);
  const [ab, bc, cd] = [mid(a, b), mid(b, c), mid(c, d)];
  const [abc, bcd] = [mid(ab, bc), mid(bc, cd)];
  const middle = mid(abc, bcd);
  return [
    [a, ab, abc, middle],
    [middle, bcd, cd, d],
  ];
}

export function reversed([a, b, c, d]: Curve): Curve {
  return [d, c, b, a];
}

const spelt = (point: Point): string => `${point.x.toFixed(2)} ${point.y.toFixed(2)}`;

/** A curve in the words of SVG; `on` continues a path that ends where it begins. */
export function pathOf([a, b, c, d]: Curve, on = false): string {
  return `${on ? "" : `M${spelt(a)}`}C${spelt(b)} ${spelt(c)} ${spelt(d)}`;
}

function samples(curve: Curve): Point[] {
  return Array.from({ length: 11 }, (_, n) => pointAt(curve, n / 10));
}

// Sides.

/** The direction of a side; sides count clockwise, from below (flat) or from below left (pointy). */
function outward(orientation: Orientation, side: number): Point {
  return polar((orientation === "flat" ? 90 : 120) + 60 * side, 1);
}

const SHIFTS: Record<string, number> = { a: 1, b: -1 };

function sideOf(end: string): number {
  return Number(end[1]);
}

/** Where track crosses a side; `e4a` and `e4b` lie beside each other. */
export function gate(orientation: Orientation, end: string): Point {
  const out = outward(orientation, sideOf(end));
  const shift = ASIDE * (SHIFTS[end[2] ?? ""] ?? 0);
  return { x: out.x * APOTHEM - out.y * shift, y: out.y * APOTHEM + out.x * shift };
}

function isSide(end: string): boolean {
  return end.startsWith("e");
}

/** An end after turning the tile: sides move on, stops stay what they are. */
export function turnedEnd(end: string, turn: number): string {
  return isSide(end) ? `e${(sideOf(end) + turn) % 6}${end.slice(2)}` : end;
}

/** How far the handles of a curve reach, by how many sides apart its ends are: arcs of a circle, or straight. */
const HANDLES: Record<number, number> = { 0: 30, 1: 15.4, 2: 21.44, 3: (APOTHEM * 2) / 3 };

export function sideToSide(orientation: Orientation, from: string, to: string): Curve {
  const apart = Math.abs(((sideOf(from) - sideOf(to) + 9) % 6) - 3);
  const handle = HANDLES[apart] ?? 0;
  const [start, end] = [gate(orientation, from), gate(orientation, to)];
  return [
    start,
    plus(start, outward(orientation, sideOf(from)), -handle),
    plus(end, outward(orientation, sideOf(to)), -handle),
    end,
  ];
}

function sideToPoint(orientation: Orientation, from: string, to: Point): Curve {
  const start = gate(orientation, from);
  const bend = plus(start, outward(orientation, sideOf(from)), -gap(start, to) * 0.5);
  return [start, bend, bend, to];
}

// Stops.

/** A possible place of a stop: somewhere along its own track (`along`, 0 to 1), or anywhere. */
interface Spot {
  at: Point;
  along: number | null;
  /** How much better others look. */
  cost: number;
}

function exitsOf(face: TileFace, stop: number): string[] {
  return face.tracks.filter((track) => track.ends.includes(`s${stop}`)).flatMap((track) => track.ends.filter(isSide));
}

function spotsOf(face: TileFace, stop: number, orientation: Orientation): Spot[] {
  const exits = exitsOf(face, stop);
  const [first, second] = exits;
  if (first === undefined) return aroundMiddle(face.stops.length);
  if (exits.length === 1) return [19, 16, 13].map((far, n) => ({ at: plus(MIDDLE, outward(orientation, sideOf(first)), far), along: null, cost: n }));
  if (exits.length === 2 && second !== undefined) {
    const way = sideToSide(orientation, first, second);
    return [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73].map((along) => ({ at: pointAt(way, along), along, cost: 20 * Math.abs(along - 0.5) }));
  }
  const mean = exits.reduce((sum, exit) => plus(sum, outward(orientation, sideOf(exit)), 1 / exits.length), MIDDLE);
  return [0, 10, 16].map((far) => ({ at: plus(MIDDLE, mean, far), along: null, cost: 1 }));
}

/** Places for stops without track: side by side, or around the middle. */
function aroundMiddle(count: number): Spot[] {
  const first = count === 3 ? -90 : 180;
  return Array.from({ length: count }, (_, n) => ({ at: polar(first + (360 * n) / count, count === 2 ? 12.5 : 15), along: null, cost: 0 }));
}

function placedStops(face: TileFace, orientation: Orientation): Spot[] {
  const [only] = face.stops;
  if (face.stops.length === 1 && only) {
    const isOnWay = only.kind !== "city" && only.kind !== "offboard" && exitsOf(face, 0).length === 2;
    const [spot] = isOnWay ? spotsOf(face, 0, orientation) : [];
    return [spot ?? { at: MIDDLE, along: null, cost: 0 }];
  }
  const choices = face.stops.map((_, stop) => spotsOf(face, stop, orientation));
  const ways = face.stops.map((_, stop) => roughWay(exitsOf(face, stop), orientation));
  let best: Spot[] = choices.map((spots) => spots[0]).filter((spot) => spot !== undefined);
  let most = -Infinity;
  for (const spots of combined(choices)) {
    const worth = roominess(spots, ways);
    if (worth > most + 1e-6) [best, most] = [spots, worth];
  }
  return best;
}

function combined(choices: readonly (readonly Spot[])[]): Spot[][] {
  return choices.reduce<Spot[][]>((rows, spots) => rows.flatMap((row) => spots.map((spot) => [...row, spot])), [[]]);
}

function roughWay(exits: readonly string[], orientation: Orientation): Point[] {
  const [first, second] = exits;
  if (exits.length === 2 && first !== undefined && second !== undefined) return samples(sideToSide(orientation, first, second));
  return exits.map((exit) => gate(orientation, exit));
}

/** Stops far from each other and from each other's track, not too far from where one would look for them. */
function roominess(spots: readonly Spot[], ways: readonly (readonly Point[])[]): number {
  let worth = 0;
  let apart = Infinity;
  spots.forEach((spot, n) => {
    worth -= spot.cost;
    spots.slice(n + 1).forEach((other) => (apart = Math.min(apart, gap(spot.at, other.at))));
    ways.forEach((way, of) => {
      if (of !== n) worth += 2 * Math.min(13, ...way.map((point) => gap(point, spot.at)));
    });
  });
  return worth + 4 * Math.min(apart, 2 * SLOT + 2);
}

/** The places of stations in a city, around its own middle. */
export function slotsOf(count: number): Point[] {
  const s = SLOT;
  if (count <= 1) return [MIDDLE];
  if (count === 2) return [{ x: -s, y: 0 }, { x: s, y: 0 }];
  if (count === 3) return [{ x: 0, y: -s * 1.12 }, { x: -s, y: s * 0.62 }, { x: s, y: s * 0.62 }];
  const inRow = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, n) => ({ x: ((n % inRow) - (inRow - 1) / 2) * 2 * s, y: n < inRow ? -s : s }));
}

// A whole tile.

interface Piece {
  ends: readonly [string, string];
  curve: Curve;
  gauge: string;
}

/** Track that hangs together: drawn at once, so that branches join and only what crosses over has an edge. */
export interface Bundle {
  all: string;
  lines: { gauge: string; d: string }[];
}

export interface StopDrawing {
  at: Point;
  kind: string;
  slots: Point[];
  /** The direction of the track it lies across, in degrees; null where it is a place of its own. */
  across: number | null;
}

export interface Figure {
  at: Point;
  values: [string, number][];
}

export interface Drawing {
  bundles: Bundle[];
  /** Where track leaves the map's own area: wedges instead of lines. */
  wedges: string[];
  stops: StopDrawing[];
  figures: Figure[];
  label: Point;
  /** What a name must not lie over. */
  obstacles: readonly Obstacle[];
  /** The best of some places for a line of text so wide. */
  roomFor(half: number, places: readonly Point[]): Point;
  /** The curve between two ends as they lie after turning, from the first to the second. */
  curve(from: string, to: string): Curve | null;
}

interface Base {
  pieces: Piece[];
  stops: Spot[];
  through: (Curve | null)[];
}

const bases: Record<Orientation, WeakMap<TileFace, Base>> = { flat: new WeakMap(), pointy: new WeakMap() };
const drawings: Record<Orientation, WeakMap<TileFace, Drawing[]>> = { flat: new WeakMap(), pointy: new WeakMap() };

function baseOf(face: TileFace, orientation: Orientation): Base {
  const known = bases[orientation].get(face);
  if (known) return known;
  const stops = placedStops(face, orientation);
  const through = stops.map(({ along }, stop) => {
    const [first, second] = exitsOf(face, stop);
    return along === null || first === undefined || second === undefined ? null : sideToSide(orientation, first, second);
  });
  const pieces = face.tracks.map(({ ends, gauge }): Piece => {
    const [from = "", to = ""] = isSide(ends[0] ?? "") ? ends : ends.toReversed();
    return { ends: [from, to], gauge, curve: isSide(to) ? sideToSide(orientation, from, to) : toStop(face, stops, through, orientation, from, Number(to.slice(1))) };
  });
  const base = { pieces, stops, through };
  bases[orientation].set(face, base);
  return base;
}

function toStop(face: TileFace, stops: Spot[], through: (Curve | null)[], orientation: Orientation, from: string, stop: number): Curve {
  const way = through[stop];
  const spot = stops[stop];
  if (!way || spot?.along == null) return sideToPoint(orientation, from, spot?.at ?? MIDDLE);
  const [before, after] = split(way, spot.along);
  return from === exitsOf(face, stop)[0] ? before : reversed(after);
}

/** How to draw a tile in a turn. Worked out once for each. */
export function drawingOf(face: TileFace, turn: number, orientation: Orientation): Drawing {
  let turns = drawings[orientation].get(face);
  if (!turns) drawings[orientation].set(face, (turns = []));
  return (turns[turn] ??= drawn(face, turn, orientation));
}

function drawn(face: TileFace, turn: number, orientation: Orientation): Drawing {
  const base = baseOf(face, orientation);
  const turnedCurve = ([a, b, c, d]: Curve): Curve => [turned(a, turn), turned(b, turn), turned(c, turn), turned(d, turn)];
  const pieces = base.pieces.map((piece): Piece => ({ ...piece, ends: [turnedEnd(piece.ends[0], turn), turnedEnd(piece.ends[1], turn)], curve: turnedCurve(piece.curve) }));
  const stops = face.stops.map((stop, n): StopDrawing => {
    const way = base.through[n] ?? null;
    const along = base.stops[n]?.along ?? 0.5;
    return {
      at: turned(base.stops[n]?.at ?? MIDDLE, turn),
      kind: stop.kind,
      slots: stop.kind === "city" || stop.kind === "mine" ? slotsOf(stop.slots) : [],
      across: way && stop.kind !== "city" ? slopeAt(way, along) + 60 * turn : null,
    };
  });
  const isOutside = (piece: Piece): boolean => face.stops[Number(piece.ends[1].slice(1))]?.kind === "offboard" && !isSide(piece.ends[1]);
  const lines = pieces.filter((piece) => !isOutside(piece));
  return {
    bundles: bundled(lines),
    wedges: pieces.filter(isOutside).map((piece) => wedge(piece.curve)),
    stops,
    ...figuresOf(face, stops, pieces, orientation),
    curve(from, to) {
      const piece = pieces.find(({ ends: [a, b] }) => (a === from && b === to) || (a === to && b === from));
      if (!piece) return null;
      return piece.ends[0] === from ? piece.curve : reversed(piece.curve);
    },
  };
}

/** Pieces that share an end, together. */
function bundled(pieces: readonly Piece[]): Bundle[] {
  const bundles: Piece[][] = [];
  for (const piece of pieces) {
    const joined = bundles.filter((bundle) => bundle.some((other) => other.ends.some((end) => piece.ends.includes(end))));
    for (const bundle of joined) bundles.splice(bundles.indexOf(bundle), 1);
    bundles.push([...joined.flat(), piece]);
  }
  return bundles.map((bundle) => ({
    all: bundle.map((piece) => pathOf(piece.curve)).join(""),
    lines: [...new Set(bundle.map((piece) => piece.gauge))].map((gauge) => ({ gauge, d: lineOf(bundle.filter((piece) => piece.gauge === gauge)) })),
  }));
}

/** Two pieces that meet at a stop are one line, so that no seam shows. */
function lineOf(pieces: readonly Piece[]): string {
  const [first, second] = pieces;
  if (pieces.length === 2 && first && second && first.ends[1] === second.ends[1] && !isSide(first.ends[1])) {
    return pathOf(first.curve) + pathOf(reversed(second.curve), true);
  }
  return pieces.map((piece) => pathOf(piece.curve)).join("");
}

function wedge(curve: Curve): string {
  const [start, towards] = curve;
  const length = gap(start, towards) || 1;
  const along = { x: (towards.x - start.x) / length, y: (towards.y - start.y) / length };
  const aside = { x: -along.y, y: along.x };
  return `M${spelt(plus(start, aside, 5))}L${spelt(plus(start, aside, -5))}L${spelt(plus(start, along, 15))}Z`;
}

// Figures.

export interface Obstacle {
  at: Point;
  radius: number;
  /** Track: a name across it can be read, one behind a station cannot. */
  thin?: boolean;
}

function figuresOf(face: TileFace, stops: readonly StopDrawing[], pieces: readonly Piece[], orientation: Orientation): Pick<Drawing, "figures" | "label" | "obstacles" | "roomFor"> {
  const obstacles: Obstacle[] = [
    ...pieces.flatMap((piece) => samples(piece.curve).map((at) => ({ at, radius: TRACK, thin: true }))),
    ...stops.flatMap((stop) => (stop.slots.length > 0 ? stop.slots.map((slot) => ({ at: plus(stop.at, slot), radius: SLOT + 1 })) : [{ at: stop.at, radius: DOT + 2 }])),
  ];
  const revenues = revenuesOf(face, stops);
  // a city has a name as a rule, but for those that pay by period: figures keep clear of it
  const named = face.stops.some((stop) => stop.kind === "city") && revenues.every(({ values }) => values.length < 2);
  const name = roomiest(16, NAME_PLACES, obstacles);
  const kept = named ? [-16, -8, 0, 8, 16].map((x) => ({ at: plus(name, { x, y: 0 }), radius: 4 })) : [];
  obstacles.push(...kept);
  const figures: Figure[] = [];
  for (const { values, near } of revenues) {
    const wide = values.length > 1;
    const at = wide ? roomiest((values.length * boxWidth(values)) / 2, NAME_PLACES.slice(0, 2), obstacles) : freeSpot(COIN, obstacles, orientation, near);
    obstacles.push(...(wide ? [-13, 0, 13].map((x) => ({ at: plus(at, { x, y: 0 }), radius: COIN })) : [{ at, radius: COIN }]));
    figures.push({ at, values });
  }
  const isBare = face.tracks.length === 0 && face.stops.length > 1;
  const label = isBare ? BARE_LABEL : face.label ? freeSpot(6 + face.label.length, obstacles, orientation, null) : MIDDLE;
  if (face.label) obstacles.push({ at: label, radius: 6 });
  const drawn = obstacles.filter((obstacle) => !kept.includes(obstacle));
  return { figures, label, obstacles: drawn, roomFor: (half, places) => roomiest(half, places, drawn) };
}

/** How wide each box in a row of values is. */
export function boxWidth(values: readonly (readonly [string, number])[]): number {
  return 3.5 + 5 * Math.max(...values.map(([, value]) => String(value).length));
}

/** What is printed on the tile, once where all stops pay the same. */
function revenuesOf(face: TileFace, stops: readonly StopDrawing[]): { values: [string, number][]; near: Point | null }[] {
  const all = face.stops.map((stop) => (stop.hidden ? [] : Object.entries(stop.revenue).filter(([, value]) => value > 0)));
  const [first] = all;
  if (!first || all.every((values) => values.length === 0)) return [];
  if (all.every((values) => JSON.stringify(values) === JSON.stringify(first))) return [{ values: first, near: null }];
  return all.flatMap((values, n) => (values.length > 0 ? [{ values, near: stops[n]?.at ?? null }] : []));
}

function clearance(point: Point, obstacles: readonly Obstacle[]): number {
  return obstacles.reduce((least, { at, radius }) => Math.min(least, gap(point, at) - radius), 40);
}

/** The freest place for something round; beside a certain stop where one is named. */
function freeSpot(radius: number, obstacles: readonly Obstacle[], orientation: Orientation, near: Point | null): Point {
  let best = MIDDLE;
  let most = -Infinity;
  for (const { point, reach } of spots(orientation)) {
    if (reach > APOTHEM - radius - 1.5) continue;
    const room = Math.min(clearance(point, obstacles) - radius, 3) - (near ? gap(point, near) * 0.15 : 0);
    if (room > most + 1e-6) [best, most] = [point, room];
  }
  return best;
}

const FAR = [0, 12, 15, 18, 20, 22, 24, 26, 28];
const looked: Partial<Record<Orientation, { point: Point; reach: number }[]>> = {};

/** Where a free place is looked for, from the middle outwards, and how near to a side each lies; worked out once. */
function spots(orientation: Orientation): readonly { point: Point; reach: number }[] {
  return (looked[orientation] ??= FAR.flatMap((far) => Array.from({ length: far === 0 ? 1 : 24 }, (_, n) => polar(15 * n, far))).map((point) => ({ point, reach: sidesReach(point, orientation) })));
}

function sidesReach(point: Point, orientation: Orientation): number {
  return Math.max(...[0, 1, 2, 3, 4, 5].map((side) => dot(point, outward(orientation, side))));
}

/** Of places for a line of text the one with most room; earlier ones are preferred where it hardly matters. */
function roomiest(half: number, places: readonly Point[], obstacles: readonly Obstacle[]): Point {
  const room = (at: Point): number => Math.min(ENOUGH, ...[-1, -0.5, 0, 0.5, 1].map((share) => clearance(plus(at, { x: share * half, y: 0 }), obstacles)));
  return places.reduce((best, place) => (room(place) > room(best) + 0.5 ? place : best), places[0] ?? MIDDLE);
}
