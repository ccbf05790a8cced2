/** The keyboard: who wants which key. Whoever asked last gets it, so a page stands before the shell and a dialog before the page. */

import { remember, remembered } from "./storage";

export interface Shortcut {
  /** As in `KeyboardEvent.key`: "n", "?", "ArrowLeft", "Enter". */
  key: string;
  /** What it does, in the reader's language; keys without words are not listed. */
  label?: () => string;
  /** Under which heading it is listed. */
  group?: () => string;
  run(event: KeyboardEvent): void;
  /** Leaves the key to others while this is false. */
  when?(): boolean;
  /** Also while typing in a field. */
  inFields?: boolean;
}

const NAMES: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", " ": "␣" };

/** What is printed on the key. */
export function keyName(key: string): string {
  return NAMES[key] ?? key;
}

const wanted: Shortcut[] = [];

// Speech input and some hands press letters without meaning it, so keys of one character can be switched off.
let letters = remembered("letters") !== "off";

export function lettersOn(): boolean {
  return letters;
}

export function setLetters(on: boolean): void {
  letters = on;
  remember("letters", on ? "on" : "off");
}

/** Ask for keys; call what is returned to give them back (an `$effect` may return it directly). */
export function shortcuts(...list: Shortcut[]): () => void {
  wanted.push(...list);
  return () => {
    for (const shortcut of list) wanted.splice(wanted.indexOf(shortcut), 1);
  };
}

/** Everything that works here and has words, the page's own keys first. */
export function listShortcuts(): Shortcut[] {
  const seen = new Set<string>();
  return wanted.toReversed().filter((shortcut) => {
    const listed = shortcut.label !== undefined && !seen.has(shortcut.key);
    seen.add(shortcut.key);
    return listed;
  }).toReversed();
}

export function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (!letters && event.key.length === 1) return;
  const typing = isField(event.target);
  const shortcut = wanted.findLast(
    ({ key, when, inFields }) => key === event.key && (inFields || !typing) && (when?.() ?? true),
  );
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run(event);
}

const TEXT_INPUTS = new Set(["text", "search", "password", "email", "number", "url", "tel"]);

function isField(target: EventTarget | null): boolean {
  const element = target as { tagName?: string; type?: string; isContentEditable?: boolean } | null;
  const tag = element?.tagName?.toLowerCase();
  return (
    element?.isContentEditable === true ||
    tag === "textarea" ||
    tag === "select" ||
    (tag === "input" && TEXT_INPUTS.has(element?.type ?? "text"))
  );
}

/** Start to listen; called once by the shell. */
export function listenToKeys(): () => void {
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
