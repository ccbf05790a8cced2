"""Many games side by side: the player is asked for a whole batch of answers at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia.env.railway import RailwayEnv

Choose = Callable[[Sequence[dict[str, Any]], Sequence[str]], Sequence[int]]
"""For observations, and the agents that are asked, the numbers of their answers."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: its seed, the reward of each agent, how many answers it took, and whether it came to its end."""

    seed: int
    rewards: dict[str, float]
    steps: int
    ended: bool


def run(make: Callable[[], RailwayEnv], choose: Choose, seeds: Sequence[int], *, width: int = 8) -> list[Result]:
    """Plays a game for each seed, `width` of them at a time, and gives the results in the order of the seeds."""
    waiting, found = list(seeds), dict[int, Result]()
    playing: list[tuple[RailwayEnv, int, list[int]]] = []
    while waiting or playing:
        while waiting and len(playing) < width:
            env, seed = make(), waiting.pop(0)
            env.reset(seed=seed)
            playing.append((env, seed, [0]))
        agents = [env.agent_selection for env, _, _ in playing]
        seen = [env.observe(agent) for (env, _, _), agent in zip(playing, agents, strict=True)]
        for (env, seed, steps), number in zip(playing, choose(seen, agents), strict=True):
            env.step(int(number))
            steps[0] += 1
            ended, cut = all(env.terminations.values()), all(env.truncations.values())
            if ended or cut:
                found[seed] = Result(seed, dict(env.rewards), steps[0], ended)
        playing = [game for game in playing if game[1] not in found]
    return [found[seed] for seed in seeds]
