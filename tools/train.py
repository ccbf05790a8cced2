"""Trains a player of Chicago Express against random ones: policy gradient (REINFORCE) with numpy alone.

    .venv/bin/python tools/train.py --batches 12 --games 16

The player chooses among the answers by a softmax over a linear score of their features; docs/training.md tells how.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np

from ferrovia.env import railway, run

LEARNER = "player_1"
STEP, SMOOTHING = 0.15, 1e-8


def features(seen: dict[str, Any]) -> Any:
    """Of each answer: its own features, and those again by how far one is ahead in guessed worth."""
    answers = seen["actions"][: int(seen["action_mask"].sum())]
    ahead = seen["observation"][2] - seen["observation"][5]
    return np.concatenate([answers, answers * np.float32(np.tanh(ahead))], axis=1)


class Player:
    """A softmax over linear scores, that remembers what it chose in each game."""

    def __init__(self, size: int, seed: int) -> None:
        self.weights = np.zeros(size)
        self._squares = np.zeros(size)
        self._random = np.random.default_rng(seed)
        self.slopes: list[Any] = []

    def choose(self, seen: Sequence[dict[str, Any]], agents: Sequence[str]) -> list[int]:
        return [
            self._learnt(one) if agent == LEARNER else self._any(one) for one, agent in zip(seen, agents, strict=True)
        ]

    def _any(self, seen: dict[str, Any]) -> int:
        return int(self._random.choice(np.flatnonzero(seen["action_mask"])))

    def _learnt(self, seen: dict[str, Any]) -> int:
        answers = features(seen)
        scores = answers @ self.weights
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        chosen = int(self._random.choice(len(answers), p=chances))
        self.slopes.append(answers[chosen] - chances @ answers)
        return chosen

    def learn(self, slopes: Sequence[Any], rewards: Sequence[float]) -> None:
        """One step uphill: what was chosen in games that went better than the average becomes likelier (RMSProp)."""
        better = np.asarray(rewards) - np.mean(rewards)
        better /= np.std(rewards) + SMOOTHING
        slope = sum(gain * total for gain, total in zip(better, slopes, strict=True)) / len(rewards)
        self._squares = 0.9 * self._squares + 0.1 * slope**2
        self.weights += STEP * slope / np.sqrt(self._squares + SMOOTHING)


def play(player: Player, seeds: Sequence[int]) -> tuple[list[Any], list[float]]:
    """The sum of slopes and the reward of each game, one game after another."""
    slopes: list[Any] = []
    rewards: list[float] = []
    for seed in seeds:
        player.slopes = []
        (result,) = run(lambda: railway("chicago-express", players=3), player.choose, [seed])
        slopes.append(np.sum(player.slopes, axis=0))
        rewards.append(result.rewards[LEARNER])
    return slopes, rewards


def train(batches: int, games: int, seed: int) -> Player:
    env = railway("chicago-express", players=3)
    env.reset(seed=seed)
    player = Player(features(env.observe(env.agent_selection)).shape[1], seed)
    for batch in range(batches):
        slopes, rewards = play(player, range(1 + batch * games, 1 + (batch + 1) * games))
        player.learn(slopes, rewards)
        print(f"batch {batch + 1}: reward {np.mean(rewards):+.3f}", flush=True)
    return player


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--batches", type=int, default=12)
    asked.add_argument("--games", type=int, default=16)
    asked.add_argument("--judged", type=int, default=40)
    asked.add_argument("--seed", type=int, default=1)
    told = asked.parse_args()
    player = train(told.batches, told.games, told.seed)
    fresh = range(100_000, 100_000 + told.judged)
    before = play(Player(len(player.weights), told.seed), fresh)[1]
    after = play(player, fresh)[1]
    print(f"untrained {np.mean(before):+.3f}, trained {np.mean(after):+.3f} over {told.judged} games of other seeds")


if __name__ == "__main__":
    main()
