"""Games of 1862 in which the players want to get somewhere, for positions that random play seldom reaches."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from ferrovia import Game, Offer, Record, action_to_json
from ferrovia.model.ids import CHANCE
from ferrovia.titles.t1862.title import TITLE

EAGERNESS: Mapping[str, float] = {
    "start_auction": 6,
    "buy_further_share": 40,
    "buy_share": 12,
    "start_company": 2,
    "sell_shares": 0.05,
    "lay_tile": 6,
    "place_small_station": 0.3,
    "place_station": 3,
    "link_london": 8,
    "pay_dividend": 6,
    "pay_with_hudson": 2,
    "merge": 3,
    "acquire": 2,
    "agree": 5,
    "redeem_option": 3,
    "refinance": 3,
    "declare_bankruptcy": 0.01,
}
"""How gladly a kind of answer is given; others with 1. All offers of a kind together count as one answer."""


def a_sensible_answer(game: Game, random: Random) -> Any:
    """Mostly something that builds a railway."""
    offers: dict[str, list[Offer]] = {}
    for offer in game.offers():
        offers.setdefault(str(action_to_json(offer.action)["type"]), []).append(offer)
    if game.ask is not None and game.ask.who == CHANCE:
        return random.choice(next(iter(offers.values()))).action
    eager = {**EAGERNESS, "buy_train": 3 / 9 ** _trains(game), "trade_train": 0.3 / 9 ** _trains(game)}
    kind = random.choices(list(offers), [eager.get(kind, 1) for kind in offers])[0]
    return _of_kind(kind, offers[kind], random)


def _trains(game: Game) -> int:
    """How many trains the company has that the question is about: few are enough."""
    company = game.ask.about.params.get("company") if game.ask else None
    return sum(card.owner == company for card in game.state.trains.values())


def _of_kind(kind: str, offers: list[Offer], random: Random) -> Any:
    """Cheap bids and middling prices, so that money is left; amounts anywhere in their span."""
    if kind == "bid":
        return offers[0].action
    if kind in ("choose_par", "start_company"):
        return offers[len(offers) // 3].action
    offer = random.choice(offers)
    if offer.amount is None:
        return offer.action
    return replace(offer.action, amount=random.randint(offer.amount.low, offer.amount.high))


def game_where(
    is_enough: Callable[[Game], bool],
    names: tuple[str, ...] = ("Ana", "Ben", "Eva"),
    *,
    answers: int = 1500,
    seeds: range = range(60),
) -> Record:
    """A game up to a position that is enough; not every game has one."""
    for seed in seeds:
        record, random = Record.new(TITLE, names), Random(seed)
        for _ in range(answers):
            if record.game.ask is None:
                break
            if is_enough(record.game):
                return record
            record.play(a_sensible_answer(record.game, random))
    raise LookupError("no game comes to such a position")
