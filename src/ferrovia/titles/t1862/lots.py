"""How the site deals companies and permits: from a seed."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple

from ferrovia.engine.play import Game
from ferrovia.model.ids import CompanyId
from ferrovia.rules.lots import SEEDS, draw_next, generator, shuffled
from ferrovia.titles.t1862.dealing import DrawCompany, DrawPermit
from ferrovia.titles.t1862.material import Books, numbers

MOST_IN_USUAL_ROWS = 6
"""From the next player on there are more companies, and more permits."""
PERMITS, PERMITS_OF_MANY = 16, 18


class Dealt(NamedTuple):
    """The offer in order, and the permit of each company."""

    offer: tuple[CompanyId, ...]
    permits: Mapping[CompanyId, str]


def offered(draw: Iterator[int], players: int) -> list[CompanyId]:
    """[2.4.1] All companies shuffled; the first ones leave the game."""
    everyone = [company.id for company in numbers().companies]
    offer = sum(numbers().rows) + max(0, players - MOST_IN_USUAL_ROWS)
    return shuffled(everyone, draw)[len(everyone) - offer :]


def dealt_with(draw: Iterator[int], players: int) -> Dealt:
    """[2.4.1] The offer; then the permits are shuffled, in printed order."""
    offer = offered(draw, players)
    in_play = [company.id for company in numbers().companies if company.id in offer]
    count = PERMITS_OF_MANY if players > MOST_IN_USUAL_ROWS else PERMITS
    tokens = list(islice(cycle(("freight", "express", "local")), count))
    return Dealt(tuple(offer), dict(zip(in_play, shuffled(tokens, draw), strict=False)))


@lru_cache(maxsize=4)
def _deals(players: int) -> tuple[tuple[str, ...], ...]:
    """What some seeds deal: the offer, then the permits in the order of the offer."""
    deals = (dealt_with(generator(seed), players) for seed in range(SEEDS))
    return tuple((*deal.offer, *(deal.permits[company] for company in deal.offer)) for deal in deals)


def draw_as_the_site(game: Game, random: Random) -> Any | None:
    """One lot after the other of a deal that a seed gives there; None where the offer or the permits are others than
    the site's, or none are drawn."""
    own: Books = game.state.extras
    permits = [own.permit_of[company] for company in own.offer if company in own.permit_of]
    return draw_next(game, _deals(len(game.state.players)), (*own.offer, *permits), random, DrawCompany, DrawPermit)
