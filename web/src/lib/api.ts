/** Everything the client asks of the server, one function a question. A refusal or failure is thrown as `ApiError`. */

import createClient from "openapi-fetch";

import { language, t, type Language } from "./i18n.svelte";
import { inviteTo } from "./invites";
import type { paths } from "./schema";
import type { Action, GameList, GameTable, Network, NewGame, Preview, Refusal, TitleDetail, Update, Wanted } from "./types";

export type ErrorKind =
  | "bad-request"
  | "not-signed-in"
  | "not-allowed"
  | "not-found"
  | "conflict"
  | "too-large"
  | "refused"
  | "too-many"
  | "unavailable"
  | "offline";

const KIND_OF_STATUS: Record<number, ErrorKind> = {
  400: "bad-request",
  401: "not-signed-in",
  403: "not-allowed",
  404: "not-found",
  409: "conflict",
  413: "too-large",
  422: "refused",
  429: "too-many",
  503: "unavailable",
};

/** What went wrong, with a sentence for the reader in `message`. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly status: number,
    /** Why the rules refuse the action, if they do. */
    readonly refusal: Refusal | null = null,
    /** The game as it stands, if somebody was quicker. */
    readonly update: Update | null = null,
  ) {
    super(message);
  }

  static fromAnswer(status: number, body: unknown): ApiError {
    const said = isObject(body) ? body : {};
    const kind = KIND_OF_STATUS[status] ?? (status >= 500 ? "unavailable" : "bad-request");
    const message = typeof said["message"] === "string" ? said["message"] : t(`error.${kind}`);
    const refusal = typeof said["paragraph"] === "string" ? (said as unknown as Refusal) : null;
    const update = isObject(said["update"]) ? (said["update"] as unknown as Update) : null;
    return new ApiError(kind, message, status, refusal, update);
  }

  static offline(): ApiError {
    return new ApiError("offline", t("error.offline"), 0);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function csrfToken(cookies: string): string | null {
  const value = /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/.exec(cookies)?.[1];
  return value === undefined ? null : decodeURIComponent(value);
}

const client = createClient<paths>({ baseUrl: globalThis.location?.origin ?? "" });

client.use({
  onRequest({ request }) {
    const token = SAFE_METHODS.has(request.method) ? null : csrfToken(document.cookie);
    if (token) request.headers.set("x-csrftoken", token);
    return request;
  },
});

/** What the server answers, or what went wrong as an error. */
async function told<Answer>(request: Promise<{ data?: Answer; error?: unknown; response: Response }>): Promise<Answer> {
  const { data, error, response } = await request.catch(() => {
    throw ApiError.offline();
  });
  if (!response.ok) throw ApiError.fromAnswer(response.status, error);
  return data as Answer;
}

function inLanguage(): { query: { lang: Language } } {
  return { query: { lang: language() } };
}

function ofGame(game: string): { path: { game: string }; query: { lang: Language } } {
  return { path: { game }, query: { lang: language() } };
}

/** For what an invitation lets one see, too. */
function seenGame(game: string): { path: { game: string }; query: { lang: Language; invite: string | null } } {
  return { path: { game }, query: { lang: language(), invite: inviteTo(game) ?? null } };
}

export const api = {
  // people
  me: () => told(client.GET("/api/me")),
  guest: (name: string) => told(client.POST("/api/guest", { params: inLanguage(), body: { name } })),
  register: (name: string, password: string) => told(client.POST("/api/register", { params: inLanguage(), body: { name, password } })),
  login: (name: string, password: string) => told(client.POST("/api/login", { params: inLanguage(), body: { name, password } })),
  logout: () => told(client.POST("/api/logout")),
  logoutEverywhere: () => told(client.POST("/api/logout-everywhere", { params: inLanguage() })),
  changePassword: (old: string, fresh: string) => told(client.POST("/api/password", { params: inLanguage(), body: { old, new: fresh } })),
  deleteMe: (password: string | null) => told(client.DELETE("/api/me", { params: inLanguage(), body: { password } })),
  tokens: () => told(client.GET("/api/tokens", { params: inLanguage() })),
  makeToken: (label: string, scopes: ("read" | "play")[]) => told(client.POST("/api/tokens", { params: inLanguage(), body: { label, scopes } })),
  dropToken: (token: string) => told(client.DELETE("/api/tokens/{token}", { params: { ...inLanguage(), path: { token } } })),

  // titles
  titles: () => told(client.GET("/api/titles", { params: inLanguage() })),
  title: (title: string) => told(client.GET("/api/titles/{title}", { params: { ...inLanguage(), path: { title } } })) as Promise<TitleDetail>,

  // lobby
  games: (list: GameList, wanted: Wanted = {}, page = 0) => told(client.GET("/api/games", { params: { query: { list, ...wanted, page, lang: language() } } })),
  createGame: (wish: NewGame) => told(client.POST("/api/games", { params: inLanguage(), body: wish })),
  game: (id: string) => told(client.GET("/api/games/{game}", { params: seenGame(id) })),
  join: (id: string, seat: string) => told(client.POST("/api/games/{game}/join", { params: ofGame(id), body: { seat, invite: inviteTo(id) ?? null } })),
  leave: (id: string) => told(client.POST("/api/games/{game}/leave", { params: ofGame(id) })),
  start: (id: string) => told(client.POST("/api/games/{game}/start", { params: ofGame(id) })),
  seatBot: (id: string, seat: string) => told(client.POST("/api/games/{game}/seats", { params: ofGame(id), body: { seat } })),
  kick: (id: string, seat: string) => told(client.POST("/api/games/{game}/kick", { params: ofGame(id), body: { seat } })),
  removeGame: (id: string) => told(client.DELETE("/api/games/{game}", { params: ofGame(id) })),
  rename: (id: string, name: string) => told(client.PUT("/api/games/{game}/name", { params: ofGame(id), body: { name } })),
  archive: (id: string, archived: boolean) => told(client.PUT("/api/games/{game}/archived", { params: ofGame(id), body: { archived } })),
  /** A small picture of the board at a position: it never changes. */
  boardUrl: (id: string, seq: number) => `/api/games/${encodeURIComponent(id)}/board.svg?seq=${seq}`,

  // playing
  table: (id: string) => told(client.GET("/api/games/{game}/table", { params: seenGame(id) })) as Promise<GameTable>,
  position: (id: string, seq?: number) => {
    const { path, query } = seenGame(id);
    return told(client.GET("/api/games/{game}/position", { params: { path, query: { ...query, seq: seq ?? null } } })) as Promise<Update>;
  },
  act: (id: string, seq: number, action: Action, then: readonly Action[] = []) => told(client.POST("/api/games/{game}/actions", { params: ofGame(id), body: { seq, action, then: [...then] } })) as Promise<Update>,
  preview: (id: string, seq: number, action: Action, then: readonly Action[] = []) => told(client.POST("/api/games/{game}/preview", { params: seenGame(id), body: { seq, action, then: [...then] } })) as Promise<Preview>,
  whyNot: (id: string, seq: number, actions: readonly Action[]) =>
    told(client.POST("/api/games/{game}/why-not", { params: seenGame(id), body: { seq, actions: [...actions] } })).then(({ refusals }) => refusals as (Refusal | null)[]),
  reason: (id: string, seq: number) => {
    const { path, query } = seenGame(id);
    return told(client.GET("/api/games/{game}/reason", { params: { path, query: { ...query, seq } } }));
  },
  /** What a share of a company will bring, where the table plays with hints. */
  hint: (id: string, company: string, seq: number) => {
    const { path, query } = seenGame(id);
    return told(client.GET("/api/games/{game}/hint", { params: { path, query: { ...query, company, seq } } }));
  },
  undo: (id: string, seq: number, to?: number) => told(client.POST("/api/games/{game}/undo", { params: ofGame(id), body: { seq, to: to ?? null } })) as Promise<Update>,
  redo: (id: string, seq: number) => told(client.POST("/api/games/{game}/redo", { params: ofGame(id), body: { seq } })) as Promise<Update>,
  answerUndo: (id: string, seq: number, to: number, agree: boolean) => told(client.POST("/api/games/{game}/undo/answer", { params: ofGame(id), body: { seq, to, agree } })) as Promise<Update>,

  // around the game
  log: (id: string, from?: number, to?: number) => {
    const { path, query } = seenGame(id);
    return told(client.GET("/api/games/{game}/log", { params: { path, query: { ...query, from: from ?? null, to: to ?? null } } }));
  },
  ending: (id: string) => told(client.GET("/api/games/{game}/ending", { params: seenGame(id) })),
  /** What a company's track leads to at a position. */
  reach: (id: string, company: string, seq: number) => {
    const { path, query } = seenGame(id);
    return told(client.GET("/api/games/{game}/reach", { params: { path, query: { ...query, company, seq } } })) as Promise<Network>;
  },
  rounds: (id: string) => told(client.GET("/api/games/{game}/rounds", { params: seenGame(id) })),
  chart: (id: string) => told(client.GET("/api/games/{game}/chart", { params: seenGame(id) })),
  chat: (id: string) => told(client.GET("/api/games/{game}/chat", { params: seenGame(id) })),
  say: (id: string, text: string) => told(client.POST("/api/games/{game}/chat", { params: seenGame(id), body: { text } })),
  notes: (id: string) => told(client.GET("/api/games/{game}/notes", { params: seenGame(id) })),
  /** Goes on when the page is left meanwhile: even the longest notes are shorter than the 64 KiB a browser sends then. */
  saveNotes: (id: string, text: string) => told(client.PUT("/api/games/{game}/notes", { params: seenGame(id), body: { text }, keepalive: true })),
  exportUrl: (id: string, form: "" | "/18xx" = "") => {
    const invite = inviteTo(id);
    return `/api/games/${encodeURIComponent(id)}/export${form}${invite ? `?invite=${encodeURIComponent(invite)}` : ""}`;
  },
  clone: (id: string, seq: number) => told(client.POST("/api/games/{game}/clone", { params: seenGame(id), body: { seq } })),
  substitute: (id: string, wish: { seat: string; by: "bot" | "me"; bot?: string | null }) => told(client.POST("/api/games/{game}/substitute", { params: seenGame(id), body: wish })),
  answerSubstitute: (id: string, seat: string, agree: boolean) => told(client.POST("/api/games/{game}/substitute/answer", { params: ofGame(id), body: { seat, agree } })),
  rule: (id: string, paragraph: string) => {
    const { path, query } = seenGame(id);
    return told(client.GET("/api/games/{game}/rules/{paragraph}", { params: { path: { ...path, paragraph }, query } }));
  },
};
