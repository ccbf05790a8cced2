"""A title as a PettingZoo environment, agent by agent: whoever is asked answers; chance and forced answers come of
themselves."""

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]

from ferrovia import Game, automatic_answer, find_title, new_game
from ferrovia.env import features
from ferrovia.model.ids import PlayerId

MOST_CHOICES = 512
"""Answers among which an agent chooses at most; of more only the first are seen."""
AMOUNTS = 8
"""Amounts of a span among which an agent chooses."""
MOST_STEPS = 20_000
LARGE = 1e6


def railway(
    title: str, *, players: int = 3, options: Mapping[str, str] | None = None, most_steps: int = MOST_STEPS
) -> "RailwayEnv":
    """The environment of a title, as `railway("chicago-express", players=3)`."""
    return RailwayEnv(title, players=players, options=options, most_steps=most_steps)


class RailwayEnv(AECEnv[str, dict[str, Any], Any]):
    """Observations: `observation` (the position), `actions` (the answers) and `action_mask`; an action is the number of
    an answer. In the end everybody's reward is what they have beyond the average, as a part of it."""

    def __init__(self, title: str, *, players: int, options: Mapping[str, str] | None, most_steps: int) -> None:
        super().__init__()
        self.metadata = {"name": f"{title}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self._name, self._options, self._most_steps = title, dict(options or {}), most_steps
        self._random = Random(0)
        seats = find_title(title).seats
        if players not in seats:
            raise ValueError(f"{title} is for {seats[0]} to {seats[-1]} players, not {players}")
        self.possible_agents = [f"player_{number}" for number in range(1, players + 1)]
        self._game = self._dealt()
        played = self._game.title
        self._spaces = spaces.Dict(
            {
                "observation": spaces.Box(-LARGE, LARGE, (features.size_of_position(played, players),), np.float32),
                "actions": spaces.Box(-LARGE, LARGE, (MOST_CHOICES, features.size_of_answer(played)), np.float32),
                "action_mask": spaces.Box(0, 1, (MOST_CHOICES,), np.int8),
            }
        )
        self._observation_spaces = dict.fromkeys(self.possible_agents, self._spaces)
        self._action_spaces = {agent: spaces.Discrete(MOST_CHOICES) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    @property
    def game(self) -> Game:
        """The position, for whoever wants to see more than the numbers."""
        return self._game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._game = self._dealt()
        self._arrive()

    def _dealt(self) -> Game:
        return new_game(self._name, self.possible_agents, self._options)

    def _arrive(self) -> None:
        """Lets chance and whoever has no choice answer; then the next agent is asked, or the game is over."""
        while (answer := automatic_answer(self._game, self._random, {})) is not None:
            self._game = self._game.play(answer[0])
        ask = self._game.ask
        self._choices = features.answers(self._game, MOST_CHOICES, AMOUNTS) if ask else []
        if ask is not None:
            self.agent_selection = str(ask.who)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; only whoever is asked has answers to choose from."""
        asked = self._game.ask is not None and str(self._game.ask.who) == agent
        mask = np.zeros(MOST_CHOICES, dtype=np.int8)
        choices = np.zeros((MOST_CHOICES, features.size_of_answer(self._game.title)), dtype=np.float32)
        if asked:
            mask[: len(self._choices)] = 1
            for number, action in enumerate(self._choices):
                choices[number] = features.answer(self._game, action)
        me = PlayerId(self._game.state.players[self.possible_agents.index(agent)])
        return {"observation": features.position(self._game, me), "actions": choices, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._choices):
            raise ValueError(f"{action} is not the number of one of {len(self._choices)} answers")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._game = self._game.play(self._choices[int(action)])
        self._steps += 1
        self._arrive()
        if self._game.ask is None:
            self.rewards = self._final_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._most_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _final_rewards(self) -> dict[str, float]:
        worth = {str(standing.player): standing.worth for standing in self._game.standings()}
        mean = sum(worth.values()) / len(worth)
        return {agent: (worth[agent] - mean) / max(1.0, abs(mean)) for agent in self.agents}

    def render(self) -> None:
        """Nothing is drawn: `game` can be shown by `ferrovia.render`."""

    def close(self) -> None:
        """Nothing is held open."""
