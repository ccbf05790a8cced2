/** Companies as those who direct them: the map by player. */

import type { CompanyFace, View } from "../../lib/types";

/** Far apart from each other, all dark enough for white letters. */
const HUES = ["#1c57a8", "#a8321c", "#1d7044", "#6b3a94", "#8a5a00", "#0f6f7a", "#9c2f6b", "#4c4c4c"];
const NOBODY = "#8a8a8a";

export function hueOf(players: readonly string[], player: string): string {
  const at = players.indexOf(player);
  return at < 0 ? NOBODY : (HUES[at % HUES.length] ?? NOBODY);
}

/** Two letters of a name, or of its two words. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? words.map((word) => [...word][0] ?? "").join("") : name;
  return [...letters].slice(0, 2).join("");
}

/** Every company with the colour and the initials of its director, and no pattern. */
export function byDirector(companies: readonly CompanyFace[], view: View, nameOf: (player: string) => string): CompanyFace[] {
  const players = view.players.map((player) => player.id).toSorted();
  return companies.map((face) => {
    const director = view.companies.find((one) => one.id === face.id)?.director ?? "";
    const isPlayer = players.includes(director);
    return { ...face, colour: hueOf(players, director), ink: "#ffffff", pattern: "", letters: isPlayer ? initials(nameOf(director)) : "–" };
  });
}
