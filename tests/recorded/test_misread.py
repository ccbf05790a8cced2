"""Recorded games in which one action says something else that could be true as well. Where a record says a thing twice
(a price that is printed, whose train or share it is, what a run earns), the other is not taken in silence."""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ferrovia.interop import import_text
from recorded.games import TITLES, games_at_random, read
from recorded.test_other_hands import as_it_is
from support.recorded import RecordedGame, recorded_games

Export = dict[str, Any]
Said = dict[str, Any]

GAMES = [*games_at_random(*TITLES), *(game for title in TITLES for game in recorded_games(title))]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game} {game.log.stem}")


def _all(export: Export, kind: str) -> list[Said]:
    return [action for action in export["actions"] if action["type"] == kind]


def _one(found: list[Said], random: Random) -> Said:
    """One of them, if there is any; else this game has nothing that could be changed."""
    return random.choice(found) if found else pytest.skip("no such action in this game")


def _first_sales(export: Export) -> Iterator[Said]:
    """Trains that the bank has sold; not those that come with something else."""
    seen = {"2-0", "1g-0", "2P-0"}
    for action in _all(export, "buy_train"):
        if action["train"] not in seen and not action["train"].startswith("1g"):
            yield action
        seen.add(action["train"])


def price_of_a_train_of_the_bank(export: Export, random: Random) -> Said:
    sale = _one(list(_first_sales(export)), random)
    sale["price"] -= 10
    return sale


def price_of_a_local(export: Export, random: Random) -> Said:
    """18CZ: in the draft it is printed, later the bank pays the value of the round."""
    sold = _all(export, "sell_company") + [bid for bid in _all(export, "bid") if export["title"] == "18CZ"]
    sale = _one(sold, random)
    sale["price"] += 5
    return sale


def company_of_a_run(export: Export, random: Random) -> Said:
    runs = _all(export, "run_routes")
    run = _one([run for run in runs if run["routes"]], random)
    run["entity"] = _one([other for other in runs if other["entity"] != run["entity"]], random)["entity"]
    return run


def train_of_a_run(export: Export, random: Random) -> Said:
    """One that only other companies have ever run with."""
    runs = [run for run in _all(export, "run_routes") if run["routes"]]
    run = _one(runs, random)
    own = {route["train"] for other in runs if other["entity"] == run["entity"] for route in other["routes"]}
    own |= {sale["train"] for sale in _all(export, "buy_train") if sale["entity"] == run["entity"]}
    others = [other for other in runs if other["routes"][0]["train"] not in own]
    run["routes"][0]["train"] = _one(others, random)["routes"][0]["train"]
    return run


def revenue_of_a_run(export: Export, random: Random) -> Said:
    run = _one([run for run in _all(export, "run_routes") if run["routes"]], random)
    random.choice(run["routes"])["revenue"] += 10
    return run


def seller_of_a_share(export: Export, random: Random) -> Said:
    sale = _one([sale for sale in _all(export, "sell_shares") if sale["entity_type"] == "player"], random)
    players = [player["id"] for player in export["players"] if player["id"] != sale["entity"]]
    sale["entity"] = random.choice(players)
    return sale


def buyer_of_a_share(export: Export, random: Random) -> Said:
    """It is not this player's turn."""
    purchase = _one([buy for buy in _all(export, "buy_shares") if buy["entity_type"] == "player"], random)
    players = [player["id"] for player in export["players"] if player["id"] != purchase["entity"]]
    purchase["entity"] = random.choice(players)
    return purchase


def share_that_somebody_has(export: Export, random: Random) -> Said:
    """It was bought just before by a player, who has not sold it; of a company of which the director's certificate has
    never been sold or lain in the pool, where others are given for it."""
    actions = export["actions"]
    swapped = {cert for sale in _all(export, "sell_shares") for cert in sale["shares"] if cert.endswith("_0")}
    swapped |= {f"{one}_0" for merger in _all(export, "merge") for one in (merger["entity"], merger["corporation"])}
    bought = [at for at, action in enumerate(actions) if action["type"] == "buy_shares"]
    pairs = [
        (actions[one], actions[other])
        for one, other in pairwise(bought)
        if actions[one]["entity_type"] == actions[other]["entity_type"] == "player"
        and _director_of(actions[one]) == _director_of(actions[other])
        and _director_of(actions[one]) not in swapped
        and not any(action["type"] in ("sell_shares", "merge", "special_buy") for action in actions[one:other])
    ]
    if not pairs:
        pytest.skip("nobody buys two shares of a company one after the other")
    one, other = random.choice(pairs)
    other["shares"] = one["shares"]
    return other


def _director_of(purchase: Said) -> str:
    return purchase["shares"][0].partition("_")[0] + "_0"


CHANGES: tuple[Callable[[Export, Random], Said], ...] = (
    price_of_a_train_of_the_bank,
    price_of_a_local,
    company_of_a_run,
    train_of_a_run,
    revenue_of_a_run,
    seller_of_a_share,
    buyer_of_a_share,
    share_that_somebody_has,
)


@pytest.mark.sampled(each=3, by="change")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@every_game
def test_what_is_said_otherwise_is_told(game: RecordedGame, change: Callable[[Export, Random], Said]) -> None:
    """The import stops, or goes on and says at which action it has found something else: never before the action that
    was changed. The result is left out, with which everything would be noticed in the end."""
    export = json.loads(read(game.log))
    changed = change(export, Random(str(game)))
    del export["result"]
    imported, plain = import_text(json.dumps(export)), as_it_is(game)
    notices = [notice for notice in imported.notices if notice not in plain.notices]
    assert imported.stopped is not None or notices, changed
    if imported.stopped is not None:
        assert int(imported.stopped.number) >= changed["id"]
