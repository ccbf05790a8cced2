/** The rules of a title, folded by the chapters of its rulebook. */

import type { RuleText } from "../../lib/types";

/** "VIII" of "VIII.5.1", "CE-4" of "CE-4.4", "side 8" itself. */
export function chapterOf(paragraph: string): string {
  return paragraph.split(/[. ](?=\S)/)[0] ?? paragraph;
}

export function chaptersOf(rules: readonly RuleText[]): RuleText[][] {
  const found = new Map<string, RuleText[]>();
  for (const rule of rules) {
    const chapter = chapterOf(rule.paragraph);
    found.set(chapter, [...(found.get(chapter) ?? []), rule]);
  }
  return [...found.values()];
}
