import { afterEach, describe, expect, test, vi } from "vitest";

import { keyName, listShortcuts, press, setLetters, shortcuts } from "./keys";

function pressed(key: string, more: Partial<KeyboardEvent> | { target: object } = {}): KeyboardEvent {
  return { key, target: { tagName: "BODY" }, preventDefault: vi.fn(), ...more } as unknown as KeyboardEvent;
}

const given: (() => void)[] = [];
function want(...list: Parameters<typeof shortcuts>): () => void {
  const giveBack = shortcuts(...list);
  given.push(giveBack);
  return giveBack;
}

afterEach(() => {
  for (const giveBack of given.splice(0)) giveBack();
  setLetters(true);
});

describe("a key", () => {
  test("runs what was asked for and nothing else", () => {
    const [n, m] = [vi.fn(), vi.fn()];
    want({ key: "n", run: n }, { key: "m", run: m });
    const event = pressed("n");
    press(event);
    expect(n).toHaveBeenCalledOnce();
    expect(m).not.toHaveBeenCalled();
    expect(event.preventDefault).toHaveBeenCalled();
  });

  test("belongs to whoever asked last, and falls back when given back", () => {
    const [shell, page] = [vi.fn(), vi.fn()];
    want({ key: "n", run: shell });
    const leave = want({ key: "n", run: page });
    press(pressed("n"));
    leave();
    press(pressed("n"));
    expect(page).toHaveBeenCalledOnce();
    expect(shell).toHaveBeenCalledOnce();
  });

  test("is left to others while its condition does not hold", () => {
    const [always, never] = [vi.fn(), vi.fn()];
    want({ key: "n", run: always }, { key: "n", run: never, when: () => false });
    press(pressed("n"));
    expect(never).not.toHaveBeenCalled();
    expect(always).toHaveBeenCalledOnce();
  });

  test.each([
    ["in a text field", { target: { tagName: "INPUT", type: "text" } }],
    ["in a text area", { target: { tagName: "TEXTAREA" } }],
    ["in a list of choices", { target: { tagName: "SELECT" } }],
    ["in editable text", { target: { tagName: "DIV", isContentEditable: true } }],
    ["with control", { ctrlKey: true }],
    ["with alt", { altKey: true }],
    ["already used", { defaultPrevented: true }],
  ])("does nothing %s", (_, more) => {
    const run = vi.fn();
    want({ key: "n", run });
    press(pressed("n", more));
    expect(run).not.toHaveBeenCalled();
  });

  test("works on a checkbox, and in a field if it says so", () => {
    const [plain, always] = [vi.fn(), vi.fn()];
    want({ key: "n", run: plain }, { key: "Escape", run: always, inFields: true });
    press(pressed("n", { target: { tagName: "INPUT", type: "checkbox" } }));
    press(pressed("Escape", { target: { tagName: "INPUT", type: "text" } }));
    expect(plain).toHaveBeenCalledOnce();
    expect(always).toHaveBeenCalledOnce();
  });

  test("of one letter can be switched off; the others stay", () => {
    const [letter, enter] = [vi.fn(), vi.fn()];
    want({ key: "n", run: letter }, { key: "Enter", run: enter });
    setLetters(false);
    press(pressed("n"));
    press(pressed("Enter"));
    expect(letter).not.toHaveBeenCalled();
    expect(enter).toHaveBeenCalledOnce();
  });
});

test("the list shows what works now, each key once", () => {
  want({ key: "n", run: vi.fn(), label: () => "shell" }, { key: "x", run: vi.fn() });
  want({ key: "n", run: vi.fn(), label: () => "page" });
  expect(listShortcuts().map((shortcut) => shortcut.label?.())).toEqual(["page"]);
});

test.each([
  ["ArrowLeft", "←"],
  ["Escape", "Esc"],
  ["n", "n"],
])("%s is printed %s", (key, name) => {
  expect(keyName(key)).toBe(name);
});
