/** Commands by name: which ones answer to what was typed, the best first. */

export interface Command {
  name: string;
  /** The key that does the same. */
  key?: string;
  run(): void;
}

/** How well a command answers: the lower the better; null where a word is missing. */
function distance(name: string, words: readonly string[]): number | null {
  const text = plain(name);
  let sum = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return null;
    const startsWord = at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "");
    sum += startsWord ? at / 100 : 10 + at / 100;
  }
  return sum;
}

/** Without accents and capitals: nobody types "Ústí" in a hurry. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

export function matching(commands: readonly Command[], typed: string, most: number): Command[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return commands
    .map((command, n) => ({ command, n, far: distance(command.name, words) }))
    .filter((one): one is typeof one & { far: number } => one.far !== null)
    .toSorted((a, b) => a.far - b.far || a.n - b.n)
    .slice(0, most)
    .map(({ command }) => command);
}
