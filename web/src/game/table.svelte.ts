/** One game as this page sees it: what is known, what is shown, and the answer in the making. */

import { api, ApiError } from "../lib/api";
import type { ErrorKind } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { notify } from "../lib/notices.svelte";
import { recheckSession, user } from "../lib/session.svelte";
import { remember, remembered } from "../lib/storage";
import { follow } from "../lib/stream";
import type { Stream } from "../lib/stream";
import type { Action, ChatLine, CompanyFace, GameInfo, GameTable, HexFace, LogEntry, Route, RuleText, TitleDetail, Update } from "../lib/types";
import { Answer } from "./answer.svelte";
import { afterUpdate, grown, joined, lastOwn, moved, placed, shownSeq, since, stepOver } from "./history";
import type { At } from "./history";
import { moneyText } from "./money";
import type * as Rail from "./rail";
import { said, tell } from "./said";
import { Unasked } from "./unasked.svelte";

/** Milliseconds for each position while the game is played through, from slow to fast. */
export const PACES = [2000, 1100, 500, 200] as const;
const USUAL_PACE = 1100;
/** The stop of the course at which companies operate. */
const OPERATING = "operating-round";
/** Kinds of things that are chosen from the map. */
const ON_MAP: ReadonlySet<string> = new Set(["hex", "stop", "tile"]);
/** What the server says where one is not let in. */
const SHUT: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["not-found", "not-signed-in", "not-allowed"]);

/** The browser has painted what it was given; at once where nobody looks. */
async function painted(): Promise<void> {
  if (globalThis.document?.visibilityState !== "visible") return;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Whether an update tells nothing new, as the first one on a line that was just opened: then nothing is drawn again. */
function isKnown(before: Update, update: Update): boolean {
  const position = (one: Update): string => JSON.stringify({ ...one, entries: [], events: [] });
  return before.latest === update.latest && update.entries.length === 0 && position(before) === position(update);
}

export class Table {
  info = $state.raw<GameInfo | null>(null);
  title = $state.raw<TitleDetail | null>(null);
  /** The latest position. */
  live = $state.raw<Update | null>(null);
  /** An earlier position, while one is looked at. */
  past = $state.raw<Update | null>(null);
  at = $state<At>(null);
  playing = $state(false);
  pace = $state(Number(remembered("game.pace") ?? USUAL_PACE) || USUAL_PACE);
  log = $state.raw<LogEntry[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  /** Whether the board stands: all else is drawn after it. */
  drawn = $state(false);
  /** Whether log and chat have been read. */
  told = $state(false);
  /** The sentence that says why the game cannot be shown. */
  failure = $state<string | null>(null);
  /** The game is not there any more, or not for us. */
  gone = $state(false);
  /** Who opened the game; still known when they are signed out, perhaps from elsewhere. */
  openedBy = $state<string | null>(null);
  busy = $state(false);
  /** The paragraph that is open. */
  rule = $state.raw<RuleText | null>(null);
  readonly answer: Answer;
  /** What this person does not want to be asked again. */
  readonly unasked: Unasked;
  /** Drawings and panels for games with tiles. */
  rail = $state.raw<typeof Rail | null>(null);
  /** Routes that are looked at, at one position; nobody has run them. */
  sketch = $state.raw<{ seq: number; company: string; routes: readonly Route[]; earned: readonly number[] } | null>(null);
  /** A hex that somebody wants to see. */
  looked = $state<string | null>(null);
  /** Where routes are changed, in such a game. */
  desk = $state.raw<Rail.RouteDesk | null>(null);

  readonly signedOut = $derived(this.openedBy !== null && user() === null);
  readonly shown = $derived(this.past ?? this.live);
  readonly seq = $derived(shownSeq(this.at, this.live?.latest ?? 0));
  readonly ownSeats = $derived((this.info?.seats ?? []).filter((seat) => seat.you).map((seat) => seat.seat));
  /** Whoever sits before the screen: in a game around one screen the one who is asked. */
  readonly me = $derived.by(() => {
    const asked = this.live?.ask;
    if (asked?.you) return asked.who;
    return this.ownSeats[0] ?? null;
  });
  readonly mayAnswer = $derived(this.at === null && this.live?.ask?.you === true);
  readonly faces = $derived(new Map((this.title?.layout.companies ?? []).map((face) => [face.id, face])));
  readonly hexes = $derived(new Map((this.title?.layout.hexes ?? []).map((face) => [face.id, face])));
  readonly newsSince = $derived(since(this.log, lastOwn(this.log, this.me === null ? [] : [this.me])));

  #stream: Stream | null = null;
  /** Which opening counts: an answer that comes after the page was left or opened again is dropped. */
  #visit = 0;
  #positions = new Map<number, Update>();
  #fetching = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.answer = new Answer(this);
    this.unasked = new Unasked(this);
  }

  /** Reads everything that is not `laid` yet and follows the game; again when the language changes, or who is here. */
  async open(laid: GameTable | null = null): Promise<void> {
    this.close();
    const visit = this.#visit;
    this.openedBy = user()?.id ?? this.openedBy;
    this.#positions.clear();
    try {
      const rail = import("./rail"); // on its way together with what it draws
      const { info, title, update } = laid ?? (await api.table(this.id));
      if (title.layout.tiles.length > 0) this.#unpackRail(await rail);
      if (visit !== this.#visit) return;
      [this.info, this.title, this.log, this.chat] = [info, title, [], []];
      [this.failure, this.gone, this.told] = [null, false, false];
      this.receive(update);
      this.answer.again();
      await painted();
      performance.mark("board");
      this.drawn = true;
      const [log, chat] = await Promise.all([api.log(this.id), api.chat(this.id)]);
      if (visit !== this.#visit) return;
      [this.log, this.chat, this.told] = [log.entries, chat.lines, true];
      const last = this.log.at(-1)?.seq ?? 0;
      if (last < (this.live?.latest ?? 0)) await this.#read(last + 1);
      this.#stream = follow(
        this.id,
        {
          update: (news) => this.receive(news),
          chat: (line) => this.#hear(line),
          info: (news) => (this.info = news),
          gone: () => void this.#ask(),
        },
        () => ({ since: this.live?.latest ?? 0, said: this.chat.at(-1)?.id ?? 0 }),
      );
      if (this.at !== null) await this.#fetch();
    } catch (error) {
      if (visit !== this.#visit) return;
      if (!this.#isOver(error)) this.failure = said(error);
      else await recheckSession(); // signed out while the game was being read?
    }
  }

  /** Nothing more is told: because of who we are, or is the game gone? A server that is silent is asked again later. */
  async #ask(): Promise<void> {
    const visit = this.#visit;
    await recheckSession();
    if (visit !== this.#visit) return;
    try {
      const info = await api.game(this.id);
      if (visit === this.#visit) this.info = info;
    } catch (error) {
      if (visit === this.#visit) this.#isOver(error);
    }
  }

  /** Whether a failure means that the game is gone for us; then nothing is waited for any longer. */
  #isOver(error: unknown): boolean {
    if (!(error instanceof ApiError && SHUT.has(error.kind))) return false;
    this.close();
    this.gone = true;
    return true;
  }

  /** What only games with tiles need. */
  #unpackRail(rail: typeof Rail): void {
    this.rail ??= rail;
    this.desk ??= new rail.RouteDesk(this);
  }

  close(): void {
    this.#visit++;
    this.#stream?.close();
    this.#stream = null;
    this.stop();
  }

  /** Takes a position the server sent, unless a later one is known; steps on the way to the latest are kept for later. */
  receive(update: Update): void {
    this.#learn(update);
    if (update.seq < update.latest) {
      this.#positions.set(update.seq, update);
      return;
    }
    const before = this.live;
    if (before !== null && (update.latest < before.latest || isKnown(before, update))) return;
    this.live = update;
    this.at = afterUpdate(this.at, update.latest);
    if (this.at === null) this.past = null;
    this.answer.carryOver(before);
    if (before === null || before.latest < update.latest) this.unasked.answer();
  }

  /** The log grows by what an update tells; whoever was away for long reads the rest. */
  #learn(update: Update): void {
    if (!this.told) return;
    const log = grown(this.log, update);
    if (log === null) void this.#read((this.log.at(-1)?.seq ?? 0) + 1);
    else this.log = log;
  }

  /** Reads a part of the log: from an entry on, or up to one. */
  async #read(from: number | undefined, to?: number): Promise<void> {
    try {
      this.log = joined(this.log, (await api.log(this.id, from, to)).entries);
    } catch (error) {
      tell(error);
    }
  }

  /** Whether the log goes further back than what was read. */
  readonly hasEarlier = $derived((this.log[0]?.seq ?? 1) > 1);

  async readEarlier(): Promise<void> {
    if (this.hasEarlier) await this.#read(undefined, (this.log[0]?.seq ?? 1) - 1);
  }

  /** Whether shares are being traded or auctioned: then market and holdings need the room, not the map. So it is in every
   * round but an operating one, unless something is chosen from the map. */
  readonly trading = $derived.by((): boolean => {
    const { ask, view } = this.live ?? {};
    if (!ask || !view || !this.rail) return false;
    const asked = (this.title?.forms ?? []).filter((form) => ask.forms.includes(form.name));
    if (this.rail.isStockTurn(asked, ask.params) || Array.isArray(ask.params["bidders"])) return true;
    const isOnMap = asked.some((form) => form.fields.some((field) => ON_MAP.has(field.kind)));
    return !isOnMap && view.course.stops[view.course.at]?.key !== OPERATING;
  });

  // What things are called.

  term(kind: string, key: string): string {
    return this.title?.terms[`${kind}.${key}`] ?? key;
  }

  money(amount: number): string {
    return moneyText(this.title?.currency ?? "", amount);
  }

  nameOf(seat: string | null | undefined): string {
    return seat ? (this.live?.names[seat] ?? this.term("owner", seat)) : t("game.nobody"); // not only players direct
  }

  isMine(seat: string): boolean {
    return this.ownSeats.includes(seat);
  }

  isBot(seat: string): boolean {
    return this.info?.seats.some((one) => one.seat === seat && one.kind === "bot") ?? false;
  }

  face(company: string): CompanyFace | undefined {
    return this.faces.get(company);
  }

  hexFace(hex: string): HexFace | undefined {
    return this.hexes.get(hex);
  }

  /** Where a company begins: the name of the place, if it is known before. */
  homeOf(company: string): string {
    return this.hexFace(this.face(company)?.home ?? "")?.name ?? "";
  }

  /** "Q3 Binghamton" */
  hexName(hex: string): string {
    return `${hex} ${this.hexes.get(hex)?.name ?? ""}`.trimEnd();
  }

  async openRule(paragraph: string): Promise<void> {
    const known = this.title?.rules.find((rule) => rule.paragraph === paragraph);
    try {
      this.rule = known ?? (await api.rule(this.id, paragraph));
    } catch (error) {
      tell(error);
    }
  }

  // Earlier positions.

  go(seq: number): void {
    this.at = placed(seq, this.live?.latest ?? 0);
    if (this.at === null) this.#arrive();
    else void this.#fetch();
  }

  step(by: number): void {
    this.go(shownSeq(moved(this.at, this.live?.latest ?? 0, by), this.live?.latest ?? 0));
  }

  backToLive(): void {
    this.stop();
    this.at = null;
    this.#arrive();
  }

  /** The present again: an answer that was begun goes on, else the question starts anew. */
  #arrive(): void {
    this.past = null;
    if (!this.answer.touched) this.answer.reset();
  }

  play(from?: number): void {
    this.stop();
    const latest = this.live?.latest ?? 0;
    if (from !== undefined) this.go(from);
    else if (this.at === null) this.go(0);
    if (this.at === null || latest === 0) return;
    this.playing = true;
    const next = (): void => {
      this.step(stepOver(this.log, this.at ?? 0));
      if (this.at === null) this.playing = false;
      else this.#timer = setTimeout(next, this.pace);
    };
    this.#timer = setTimeout(next, this.pace);
  }

  setPace(pace: number): void {
    this.pace = pace;
    remember("game.pace", String(pace));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  /** A position by its number; each is asked for once. */
  async position(seq: number): Promise<Update> {
    const known = this.#positions.get(seq) ?? (this.live?.seq === seq ? this.live : undefined);
    if (known) return known;
    const read = await api.position(this.id, seq);
    this.#positions.set(seq, read);
    return read;
  }

  /** Shows the wanted position. While one is on its way, the ones wished for in between are skipped. */
  async #fetch(): Promise<void> {
    if (this.#fetching) return;
    this.#fetching = true;
    try {
      let wanted: At;
      do {
        wanted = this.at;
        if (wanted === null) break;
        const read = await this.position(wanted);
        if (this.at !== null) this.past = read;
      } while (this.at !== wanted);
    } catch (error) {
      tell(error);
      this.backToLive();
    } finally {
      this.#fetching = false;
    }
  }

  // Answering.

  /** An answer, and further ones to what is asked after it: all or none. */
  async act(action: Action, then: readonly Action[] = []): Promise<boolean> {
    return this.#send((seq) => api.act(this.id, seq, action, then));
  }

  /** An answer that is given without a click: it waits for the one that is on its way, and gives way to a newer position. */
  async actWhenFree(action: Action): Promise<void> {
    const latest = this.live?.latest;
    await this.#sent;
    if (this.live?.latest === latest && this.mayAnswer) await this.act(action);
  }

  async undo(): Promise<void> {
    await this.#send((seq) => api.undo(this.id, seq));
  }

  async redo(): Promise<void> {
    await this.#send((seq) => api.redo(this.id, seq));
  }

  async answerUndo(agree: boolean): Promise<void> {
    const to = this.live?.undo.pending?.to_seq;
    if (to !== undefined) await this.#send((seq) => api.answerUndo(this.id, seq, to, agree));
  }

  #sent: Promise<unknown> = Promise.resolve();

  async #send(request: (seq: number) => Promise<Update>): Promise<boolean> {
    if (this.live === null || this.busy) return false;
    this.busy = true;
    this.#sent = this.#sendNow(request, this.live.latest);
    return (await this.#sent) as boolean;
  }

  async #sendNow(request: (seq: number) => Promise<Update>, latest: number): Promise<boolean> {
    try {
      this.receive(await request(latest));
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #failed(error: unknown): void {
    if (error instanceof ApiError && error.update !== null) this.receive(error.update);
    if (error instanceof ApiError && error.refusal !== null) this.answer.refused(error.refusal);
    else tell(error);
  }

  /** The same game from the position shown, played on around this screen; its id. */
  async clone(): Promise<string | null> {
    return (await this.#arrange(() => api.clone(this.id, this.seq)))?.id ?? null;
  }

  async substitute(seat: string, by: string): Promise<void> {
    const wish = by === "me" ? ({ seat, by } as const) : ({ seat, by: "bot", bot: by } as const);
    this.info = (await this.#arrange(() => api.substitute(this.id, wish))) ?? this.info;
  }

  async answerSubstitute(seat: string, agree: boolean): Promise<void> {
    this.info = (await this.#arrange(() => api.answerSubstitute(this.id, seat, agree))) ?? this.info;
  }

  async #arrange(request: () => Promise<GameInfo>): Promise<GameInfo | null> {
    try {
      return await request();
    } catch (error) {
      tell(error);
      return null;
    }
  }

  // Talking.

  async say(text: string): Promise<boolean> {
    try {
      this.#hear(await api.say(this.id, text));
      return true;
    } catch (error) {
      tell(error);
      return false;
    }
  }

  #hear(line: ChatLine): void {
    if (this.chat.some((known) => known.id === line.id)) return;
    this.chat = [...this.chat, line];
    if (line.who === null || !this.isMine(line.who)) notify(`${line.name}: ${line.text}`);
  }
}
