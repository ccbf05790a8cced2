/** Analyses as a tree: branches under the game, or the branch, that they come from. */

import type { GameInfo } from "./types";

export interface Branch {
  game: GameInfo;
  depth: number;
}

/** All that comes from one game; imported games stand for themselves. */
export interface Tree {
  /** The game that it all branches off: its address and name, as far as it is still there. */
  root: { id: string; name: string | null } | null;
  branches: Branch[];
}

export function trees(games: readonly GameInfo[]): Tree[] {
  const known = new Map(games.map((game) => [game.id, game]));
  const children = new Map(games.map(({ id }) => [id, games.filter((game) => game.origin?.game === id)]));
  const tops = games.filter((game) => !known.has(game.origin?.game ?? ""));
  const found = new Map<string, Tree>();
  for (const top of tops) {
    const key = top.origin?.game ?? top.id;
    const tree = found.get(key) ?? { root: top.origin && { id: top.origin.game, name: top.origin.name }, branches: [] };
    tree.branches.push(...below(top, 0, children));
    found.set(key, tree);
  }
  return [...found.values()];
}

function below(game: GameInfo, depth: number, children: ReadonlyMap<string, GameInfo[]>): Branch[] {
  const own = (children.get(game.id) ?? []).toSorted((a, b) => (a.origin?.seq ?? 0) - (b.origin?.seq ?? 0));
  return [{ game, depth }, ...own.flatMap((child) => below(child, depth + 1, children))];
}
