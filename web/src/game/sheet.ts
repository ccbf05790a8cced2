/** The spreadsheet as rows for a file: companies by players with their figures, then what players have; bare numbers. */

import { t } from "../lib/i18n.svelte";
import type { CompanyView, RoundInfo } from "../lib/types";
import type { Table } from "./table.svelte";

type Row = (string | number)[];

export function sheetRows(table: Table, companies: readonly CompanyView[], keys: readonly string[], ofPlayer: readonly string[], earning: readonly RoundInfo[]): Row[] {
  const players = table.shown?.view.players ?? [];
  const worth = new Map((table.shown?.standings ?? []).map((standing) => [standing.player, standing.worth]));
  const earners = [...new Set(earning.flatMap((round) => Object.keys(round.revenue)))];
  const letters = (company: string): string => table.face(company)?.letters ?? company;
  const trains = (company: CompanyView): Row => (table.rail ? [company.trains.map((train) => table.shown?.view.faces[train] ?? train).join(" ")] : []);
  return [
    ["", ...players.map((player) => table.nameOf(player.id)), ...(table.rail ? [t("game.tab.trains")] : []), ...keys.map((key) => table.term("figure", key))],
    ...companies.map((company): Row => [letters(company.id), ...players.map((player) => company.holders[player.id] ?? 0), ...trains(company), ...keys.map((key) => company.figures[key] ?? "")]),
    [table.term("figure", "cash"), ...players.map((player) => player.cash)],
    ...ofPlayer.map((key): Row => [table.term("figure", key), ...players.map((player) => player.figures[key] ?? "")]),
    [t("game.chart.worth"), ...players.map((player) => worth.get(player.id) ?? 0)],
    [],
    [t("game.sheet.rounds"), ...earners.map(letters)],
    ...earning.map((round): Row => [round.text, ...earners.map((company) => round.revenue[company] ?? 0)]),
  ];
}
