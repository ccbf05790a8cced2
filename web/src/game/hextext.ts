/** A hex in words, for screen readers and for the board as text. */

import { t } from "../lib/i18n.svelte";
import { isMoney } from "./changes";
import type { Table } from "./table.svelte";

/** "Q3 Binghamton, city, cost $2, income $1; PRR; house; can be chosen" */
export function hexText(table: Table, id: string): string {
  return [hexLine(table, id), stateOf(table, id)].filter(Boolean).join("; ");
}

export function hexLine(table: Table, id: string): string {
  const face = table.hexFace(id);
  if (!face) return id;
  const hex = table.shown?.view.hexes.find((one) => one.id === id);
  const figures = Object.entries({ ...face.figures, ...hex?.figures }).map(
    ([key, value]) => `${table.term("figure", key)} ${isMoney(key) ? table.money(value) : value}`,
  );
  const home = table.title?.layout.companies.find((company) => company.home === id);
  const there = [
    ...(hex?.tokens ?? []).map((company) => table.face(company)?.letters ?? company),
    ...(hex?.marks ?? []).map((mark) => table.term("mark", mark)),
    ...(table.rail?.hexWords(table, id) ?? []),
  ];
  const printed = [table.hexName(id), table.term("terrain", face.terrain), ...figures, ...(home ? [t("game.hex.home", { company: home.letters })] : [])];
  return [printed.join(", "), there.length > 0 ? there.join(", ") : ""].filter(Boolean).join("; ");
}

function stateOf(table: Table, id: string): string {
  if (!table.mayAnswer) return "";
  const at = table.answer.hexes.indexOf(id);
  if (at >= 0) return t("game.hex.chosen", { number: at + 1 });
  return table.answer.lit.has(id) ? t("game.hex.can") : "";
}
