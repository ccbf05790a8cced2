/** One game as this page sees it: what is known, what is shown, and the answer in the making. */

import { api, ApiError } from "../lib/api";
import type { ErrorKind } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { notify } from "../lib/notices.svelte";
import { recheckSession, user } from "../lib/session.svelte";
import { follow } from "../lib/stream";
import type { Stream } from "../lib/stream";
import type { Action, ChatLine, CompanyFace, GameInfo, HexFace, LogEntry, RuleText, TitleDetail, Update } from "../lib/types";
import { Answer } from "./answer.svelte";
import { afterUpdate, joined, lastOwn, moved, placed, shownSeq, since } from "./history";
import type { At } from "./history";
import { moneyText } from "./money";
import type * as Rail from "./rail";
import { said, tell } from "./said";

const PLAY_PACE = 1100;
/** What the server says where one is not let in. */
const SHUT: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["not-found", "not-signed-in", "not-allowed"]);

export class Table {
  info = $state.raw<GameInfo | null>(null);
  title = $state.raw<TitleDetail | null>(null);
  /** The latest position. */
  live = $state.raw<Update | null>(null);
  /** An earlier position, while one is looked at. */
  past = $state.raw<Update | null>(null);
  at = $state<At>(null);
  playing = $state(false);
  log = $state.raw<LogEntry[]>([]);
  chat = $state.raw<ChatLine[]>([]);
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
  /** Drawings and panels for games with tiles. */
  rail = $state.raw<typeof Rail | null>(null);
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
  }

  /** Reads everything and follows the game; again when the language changes, or who is here. */
  async open(): Promise<void> {
    this.close();
    const visit = this.#visit;
    this.openedBy = user()?.id ?? this.openedBy;
    this.#positions.clear();
    try {
      const [info, live] = await Promise.all([api.game(this.id), api.position(this.id)]);
      const title = await api.gameTitle(this.id);
      const [log, chat] = await Promise.all([api.log(this.id), api.chat(this.id)]);
      if (title.layout.tiles.length > 0) await this.#unpackRail();
      if (visit !== this.#visit) return;
      [this.info, this.title, this.log, this.chat] = [info, title, log.entries, chat.lines];
      [this.failure, this.gone] = [null, false];
      this.receive(live);
      this.answer.again();
      this.#stream = follow(this.id, {
        update: (update) => this.receive(update),
        chat: (line) => this.#hear(line),
        info: (news) => (this.info = news),
        back: () => this.#catchUp(),
        gone: () => void this.#ask(),
      });
      if (this.at !== null) await this.#fetch();
    } catch (error) {
      if (visit === this.#visit && !this.#isOver(error)) this.failure = said(error);
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

  /** What only games with tiles need is read when one is opened. */
  async #unpackRail(): Promise<void> {
    const rail = await import("./rail");
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
    if (update.seq < update.latest) {
      this.#positions.set(update.seq, update);
      return;
    }
    const before = this.live;
    if (before !== null && update.latest < before.latest) return;
    this.live = update;
    this.at = afterUpdate(this.at, update.latest);
    if (this.at === null) this.past = null;
    this.answer.carryOver(before);
    if (before !== null && update.latest > before.latest) void this.#readLog(this.log.at(-1)?.seq ?? 0);
  }

  /** Reads what is new in the log; all of it again if something was taken back. */
  async #readLog(after: number): Promise<void> {
    try {
      const { entries } = await api.log(this.id, after + 1);
      const known = entries.every((entry) => entry.kind === "answer");
      this.log = known ? joined(this.log, entries) : (await api.log(this.id)).entries;
    } catch {
      // it is read again with the next move
    }
  }

  // What things are called.

  term(kind: string, key: string): string {
    return this.title?.terms[`${kind}.${key}`] ?? key;
  }

  money(amount: number): string {
    return moneyText(this.title?.currency ?? "", amount);
  }

  nameOf(seat: string | null | undefined): string {
    return seat ? (this.live?.names[seat] ?? seat) : t("game.nobody");
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
      this.step(1);
      if (this.at === null) this.playing = false;
      else this.#timer = setTimeout(next, PLAY_PACE);
    };
    this.#timer = setTimeout(next, PLAY_PACE);
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

  async act(action: Action): Promise<boolean> {
    return this.#send((seq) => api.act(this.id, seq, action));
  }

  async undo(): Promise<void> {
    await this.#send((seq) => api.undo(this.id, seq));
  }

  async redo(): Promise<void> {
    await this.#send((seq) => api.redo(this.id, seq));
  }

  async answerUndo(agree: boolean): Promise<void> {
    await this.#send(() => api.answerUndo(this.id, agree));
  }

  async #send(request: (seq: number) => Promise<Update>): Promise<boolean> {
    if (this.live === null || this.busy) return false;
    this.busy = true;
    try {
      this.receive(await request(this.live.latest));
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

  /** What was said while the line was broken. */
  async #catchUp(): Promise<void> {
    try {
      for (const line of (await api.chat(this.id, this.chat.at(-1)?.id)).lines) this.#hear(line);
    } catch {
      // it is read again after the next break
    }
  }

  #hear(line: ChatLine): void {
    if (this.chat.some((known) => known.id === line.id)) return;
    this.chat = [...this.chat, line];
    if (line.who === null || !this.isMine(line.who)) notify(`${line.name}: ${line.text}`);
  }
}
