/**
 * Live news of one game. The browser itself resumes after short breaks, from the last thing heard; after longer ones
 * the line is opened anew here, with a back-off, and begins with the game as it stands.
 */

import { setConnection } from "./connection.svelte";
import { language } from "./i18n.svelte";
import { inviteTo } from "./invites";
import type { ChatLine, GameInfo, Update } from "./types";

export interface Listener {
  update?(update: Update): void;
  chat?(line: ChatLine): void;
  info?(info: GameInfo): void;
  /** The game is gone, or the server does not let us listen: whoever follows may ask why. */
  gone?(): void;
}

/** How far a game is known already: the position and the last line of chat. */
export interface Known {
  since: number;
  said: number;
}

export interface Stream {
  close(): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** How long to wait before attempt number `attempt` (from 0): doubling, with a part by chance so that not all come at once. */
export function backOff(attempt: number, chance: number = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + chance / 2);
}

/**
 * Follow a game until closed, from where it is known. Call it again when the language changes: what is told is in the
 * language of the call. After a break, lines of chat may be told twice.
 */
export function follow(game: string, listener: Listener, known?: () => Known): Stream {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

  function open(): void {
    clearTimeout(timer);
    source?.close();
    setConnection("connecting");
    source = new EventSource(streamUrl(game, "", numbers(known?.())));
    source.onopen = opened;
    source.onerror = failed;
    on("update", (data) => listener.update?.(data as Update));
    on("chat", (data) => listener.chat?.(data as ChatLine));
    on("info", (data) => listener.info?.(data as GameInfo));
    on("gone", () => listener.gone?.());
  }

  function on(kind: string, tell: (data: unknown) => void): void {
    source?.addEventListener(kind, (event: MessageEvent<string>) => tell(JSON.parse(event.data)));
  }

  function opened(): void {
    attempt = 0;
    setConnection("live");
  }

  function failed(): void {
    setConnection("offline");
    // CONNECTING means that the browser tries again by itself, with Last-Event-ID
    if (source?.readyState !== EventSource.CLOSED) return;
    listener.gone?.();
    clearTimeout(timer);
    timer = setTimeout(open, backOff(attempt++));
  }

  function awake(): void {
    if (document.visibilityState === "visible" && source?.readyState !== EventSource.OPEN) open();
  }

  const lost = (): void => setConnection("offline");

  addEventListener("online", open);
  addEventListener("offline", lost);
  document.addEventListener("visibilitychange", awake);
  open();

  return {
    close() {
      clearTimeout(timer);
      source?.close();
      removeEventListener("online", open);
      removeEventListener("offline", lost);
      document.removeEventListener("visibilitychange", awake);
      setConnection("quiet");
    },
  };
}

function numbers(known?: Known): Record<string, string> {
  return known ? { since: String(known.since), said: String(known.said) } : {};
}

/** Where a game's news come from, of one kind or another. */
export function streamUrl(game: string, kind = "", more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ lang: language(), ...more });
  const invite = inviteTo(game);
  if (invite) query.set("invite", invite);
  return `/api/games/${encodeURIComponent(game)}${kind}/stream?${query}`;
}
