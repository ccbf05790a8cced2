import { describe, expect, it } from "vitest";

import { trees } from "./analyses";
import type { GameInfo } from "./types";

const game = (id: string, from?: string, seq = 0): GameInfo => ({ id, origin: from === undefined ? null : { game: from, seq, name: from === "gone" ? null : `game ${from}` } }) as GameInfo;

const shape = (games: GameInfo[]) => trees(games).map(({ root, branches }) => [root, branches.map((branch) => `${branch.game.id}/${branch.depth}`)]);

describe("analyses", () => {
  it("stand under the game they come from, deeper ones under theirs in order of the game", () => {
    expect(shape([game("c", "a", 9), game("b", "a", 4), game("a", "g", 3), game("x", "g", 7)])).toEqual([[{ id: "g", name: "game g" }, ["a/0", "b/1", "c/1", "x/0"]]]);
  });

  it("stand alone when they were imported, and together when their game is gone", () => {
    expect(shape([game("file"), game("a", "gone"), game("b", "gone")])).toEqual([
      [null, ["file/0"]],
      [{ id: "gone", name: null }, ["a/0", "b/0"]],
    ]);
  });

  it("loses none, not even where a page of a long list shows only a part", () => {
    const all = [game("b", "a"), game("d", "c"), game("e")];
    expect(trees(all).flatMap((tree) => tree.branches)).toHaveLength(3);
  });
});
