"""Players with habits: what is considered in turn, how one of the offers is chosen, and how often."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ferrovia import Bot, Game, Offer
from support import laws

Choose = Callable[[Game, list[Offer], Random], Any]
Habit = tuple[type[Any], Choose, float]
"""A kind of action, how one of its offers is chosen, and how often it is done where it can be."""


def any_of_them(game: Game, offers: list[Offer], random: Random) -> Any:
    """Any, where there is an amount to name the least."""
    offer = random.choice(offers)
    return offer.action if offer.amount is None else offer.with_amount(offer.amount.low)


def share_that_launches(game: Game, offers: list[Offer], random: Random) -> Any:
    """A share of a company that is not launched yet, best one that is nearly there; else any."""
    papers = game.title.data.papers
    waiting = [offer.action for offer in offers if offer.action.company not in game.state.floated]

    def sold(action: Any) -> int:
        return papers.percent_of_all(game.state, game.state.players, action.company)

    return max(waiting, key=sold) if waiting else random.choice(offers).action


def with_habits(habits: Sequence[Habit], *, whims: float = 0.06) -> Bot:
    """Follows its habits, else leaves things as they are; now and then does anything."""

    def player(game: Game, random: Random) -> Any:
        if random.random() < whims:
            return laws.random_answer(game, random)
        offers = game.offers()
        for kind, choose, chance in habits:
            fitting = [offer for offer in offers if isinstance(offer.action, kind)]
            if fitting and random.random() < chance:
                return choose(game, fitting, random)
        passive = game.offers().passive()
        return laws.random_answer(game, random) if passive is None else passive

    return player
