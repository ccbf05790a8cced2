/** The shapes the server speaks, made from its OpenAPI (`npm run types`), under the names the client uses. */

import type * as schema from "./schema";

/** Of what the server tells, every field is always there, also those with a usual value. */
type Full<Shape> = Shape extends (infer Item)[] ? Full<Item>[] : Shape extends object ? { [Key in keyof Shape]-?: Full<Shape[Key]> } : Shape;
type With<Shape, Changes> = Omit<Shape, keyof Changes> & Changes;

export type {
  BotInfo,
  Chart,
  ChatLine,
  Choice,
  GameInfo,
  ImportedGame,
  LogEntry,
  NewGame,
  RoundInfo,
  RuleText,
  SeatWish,
  Substitution,
  TitleInfo,
  TitleOption,
  Token,
  User,
} from "./schema";

export type Message = schema.Message;
export type Layout = Full<schema.Layout>;
export type HexFace = Layout["hexes"][number];
export type CompanyFace = Layout["companies"][number];
export type TileFace = Layout["tiles"][number];
export type MarketCell = Layout["market"][number];
export type TrainFace = Layout["trains"][number];
export type Ability = TrainFace["abilities"][string];
export type PrivateFace = Layout["privates"][number];
export type View = Full<schema.View>;
export type HexView = View["hexes"][number];
export type CompanyView = View["companies"][number];
export type PlayerView = View["players"][number];
export type Gauge = View["gauges"][number];
export type Course = View["course"];
export type Marker = View["markers"][number];
export type BestRoutes = Full<schema.BestRoutes>;
export type Network = Full<schema.Network>;
export type PhaseFace = Layout["phases"][number];
/** A train's way: its stops, the hexes between each and the next, the stops it leaves uncounted, the sign of trains that run as one. */
export type Route = BestRoutes["routes"][number]["route"];

export type Status = schema.GameInfo["status"];
export type Params = Record<string, unknown>;
export type Seat = schema.SeatInfo;
export type GamePage = schema.GameList;
export type GameList = "mine" | "waiting" | "open" | "running" | "finished" | "analyses" | "archived";
export type Pace = schema.GameInfo["pace"];
/** What of a list is wanted. */
export interface Wanted {
  search?: string;
  title?: string | null;
  players?: number | null;
  pace?: Pace | null;
  /** Without games in which the reader has a part. */
  others?: boolean;
  /** Without games that wait for the reader. */
  resting?: boolean;
}
export type FieldInfo = schema.FormField;
export type FormInfo = schema.ActionForm;
export type TitleDetail = With<schema.TitlePage, { layout: Layout }>;
export type Span = schema.Spread;
export type Ask = schema.AskInfo;
export type GameEvent = schema.EventInfo;
export type Standing = schema.StandingInfo;
export type UndoState = schema.UndoInfo;
export type Refusal = schema.RefusalInfo;

/** An answer: its kind and its fields. */
export type Action = { type: string } & Params;
export type Offer = With<schema.OfferInfo, { action: Action }>;
export type Update = With<schema.Update, { view: View; offers: Offer[] }>;
/** All of a game, as it is when one sits down. */
export type GameTable = With<schema.Table, { title: TitleDetail; update: Update }>;
export type Preview = With<schema.Preview, { view: View | null; more: Offer[] }>;
