"""The acceptor: figures of 18CZ and 1862 that are another game's, each in a game that the site has played."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from recorded.games import games_at_random, read
from support.acceptor import NotAccepted, Reader, accept
from support.halves import Halves

Game = dict[str, Any]


def first(game: Game, kind: str, holds: Callable[[dict[str, Any]], object] = bool) -> dict[str, Any]:
    return next(action for action in game["actions"] if action["type"] == kind and holds(action))


def start_at_a_price_of_another_size(game: Game) -> None:
    first(game, "par", lambda action: action["corporation"] in ("EKJ", "BCB", "VBW"))["share_price"] = "120,0,20"


def sell_a_local_for_an_odd_price(game: Game) -> None:
    first(game, "sell_company")["price"] += 1


def sell_a_local_for_an_old_price(game: Game) -> None:
    last = [action for action in game["actions"] if action["type"] == "sell_company"][-1]
    assert last["price"] > 40
    last["price"] = 40


def pay_nothing_for_a_local(game: Game) -> None:
    first(game, "buy_company")["price"] = 0


def start_a_charter_beside_the_pars(game: Game) -> None:
    """56 is a start price of companies without a charter."""
    first(game, "par")["share_price"] = "56,0,13"


def buy_an_eighth_station(game: Game) -> None:
    first(game, "choose", lambda action: str(action["choice"]).isdigit())["choice"] = 8


def choose_what_is_not_offered(game: Game) -> None:
    first(game, "choose", lambda action: action["choice"] in ("first", "last"))["choice"] = "both"


def _traded(game: Game) -> dict[str, Any]:
    """A train that another company had before."""
    bought = set[str]()
    for action in game["actions"]:
        if action["type"] == "buy_train":
            if action["train"] in bought:
                return action
            bought.add(action["train"])
    raise StopIteration


def trade_a_train_as_another_kind(game: Game) -> None:
    traded = _traded(game)
    kind = str(traded["variant"]).rstrip("*")
    traded["variant"] = kind[:-1] + ("L" if kind.endswith("E") else "E")


def trade_a_train_with_warranties(game: Game) -> None:
    _traded(game)["warranties"] = 1


def buy_four_warranties(game: Game) -> None:
    first(game, "buy_train")["warranties"] = 4


def pay_the_whole_price_of_an_old_train(game: Game) -> None:
    """After a later band was sold it costs half."""
    bought, latest = set[str](), "A"
    for action in game["actions"]:
        if action["type"] == "buy_train":
            band = action["train"][0]
            if action["train"] in bought and band < latest:
                action["price"] *= 2
                return
            bought.add(action["train"])
            latest = max(latest, band)
    raise StopIteration


def say_nothing_of_half_a_price(game: Game) -> None:
    """Of a company that has just been started, so it has no train."""
    halves = Halves()
    for action in game["actions"]:
        before = {**halves.started}
        halves.look(action)
        if action["type"] == "sell_shares" and action["shares"][0].rpartition("_")[0] in before:
            del action["share_price"]
            return
    raise StopIteration


SPOILED: tuple[tuple[str, Callable[[Game], None], str], ...] = (
    ("18CZ", start_at_a_price_of_another_size, "does not start at 120"),
    ("18CZ", sell_a_local_for_an_odd_price, "a local brings"),
    ("18CZ", sell_a_local_for_an_old_price, "a local brings"),
    ("18CZ", pay_nothing_for_a_local, "no local costs 0"),
    ("1862", start_a_charter_beside_the_pars, "does not start at 56"),
    ("1862", buy_an_eighth_station, "nobody may choose 8"),
    ("1862", choose_what_is_not_offered, "nobody may choose both"),
    ("1862", trade_a_train_as_another_kind, "has no face"),
    ("1862", trade_a_train_with_warranties, "is not bought with 1 warranties"),
    ("1862", buy_four_warranties, "is not bought with 4 warranties"),
    ("1862", pay_the_whole_price_of_an_old_train, "costs"),
    ("1862", say_nothing_of_half_a_price, "nothing is said of half a price"),
)


@pytest.mark.parametrize(("title", "spoil", "why"), SPOILED, ids=[spoil.__name__ for _, spoil, _ in SPOILED])
def test_a_figure_of_another_game_is_refused(title: str, spoil: Callable[[Game], None], why: str) -> None:
    for recorded in games_at_random(title):
        game = json.loads(read(recorded.log))
        try:
            spoil(game)
        except StopIteration:
            continue  # this one has no such action
        with pytest.raises(NotAccepted) as told:
            accept(game)
        assert why in str(told.value)
        return
    raise AssertionError("no game has what is spoiled")


def _reader(title: str = "1862") -> Reader:
    return Reader({"title": title, "players": [{"name": name} for name in "ABC"], "settings": {}, "actions": []})


def test_nobody_owns_too_many_trains_in_1862() -> None:
    """[7.9] Three of a kind, from E on two, from G on three in all; what a merger joins counts together, and a company
    that begins anew has none."""
    limits = _reader().limits_of_1862
    assert limits is not None

    def buy(company: str, train: str, kind: str) -> str | None:
        return limits.look({"type": "buy_train", "entity": company, "train": train, "variant": kind})

    assert [buy("ESR", "E-0", "6F"), buy("ESR", "E-1", "6F"), buy("ESR", "E-2", "4/5E")] == [None] * 3
    assert buy("ESR", "F-0", "7F") == "ESR has 2 trains, and room for 2"
    assert buy("ECR", "F-1", "5E") is None
    limits.look({"type": "merge", "entity": "ECR", "corporation": "ESR"})
    assert buy("ECR", "G-0", "8F") == "ECR has 3 trains, and room for 2"
    limits.look({"type": "par", "entity": "1", "corporation": "ESR"})
    assert buy("ESR", "H-0", "9F") is None
    assert buy("ECR", "H-1", "6L") == "ECR has 6 trains, and room for 3"


def test_what_may_have_been_scrapped_does_not_count() -> None:
    """1862: the train that scraps it may have been bought by a company that nobody directs, without a word."""
    limits = _reader().limits_of_1862
    assert limits is not None

    def buy(train: str) -> str | None:
        return limits.look({"type": "buy_train", "entity": "ESR", "train": train, "variant": "5F"})

    assert [buy("D-0"), buy("D-1"), buy("D-2")] == [None] * 3
    assert buy("E-0") == "ESR has 3 trains, and room for 3"
    limits.depot.bought |= {card for card in limits.depot.pile if card[0] in "ABCDEF"}
    assert buy("E-1") is None


def test_a_company_that_may_have_operated_may_have_a_train() -> None:
    """1862: its director's certificate was sold, and from then on it operates without an action."""
    halves = Halves()
    halves.look({"type": "par", "entity_type": "player", "entity": "1", "corporation": "ESR", "share_price": "54,0,12"})
    sold = {"type": "sell_shares", "entity_type": "player", "entity": "1", "share_price": 27}
    assert halves.look({**sold, "shares": ["ESR_1"]}) is None
    assert halves.look({**sold, "shares": ["ESR_1", "ESR_0"]}) is None
    assert halves.look({**sold, "shares": ["ESR_2"], "share_price": None}) is None


def test_half_of_another_price_is_refused() -> None:
    halves = Halves()
    halves.look({"type": "par", "entity_type": "player", "entity": "1", "corporation": "ESR", "share_price": "71,0,19"})
    sold = {"type": "sell_shares", "entity_type": "player", "entity": "1", "shares": ["ESR_1"]}
    assert halves.look({**sold, "share_price": 36}) == "half of 71 is not 36"


def test_of_equal_cards_in_the_pool_the_first_is_sold() -> None:
    """18CZ: whatever is bought, cards that show the same are one offer there; what is scrapped does not come in."""
    sheds = _reader("18CZ").sheds
    assert sheds is not None

    def act(kind: str, company: str, train: str, **more: str) -> str | None:
        return sheds.look({"type": kind, "entity": company, "entity_type": "corporation", "train": train, **more})

    def bought_and_returned(trains: dict[str, str]) -> None:
        for train, face in trains.items():
            assert act("buy_train", "SX", train, variant=face) is None
            act("discard_train", "SX", train)

    bought_and_returned({"5g-0": "5g", "4g-1": "4+4g", "5g-2": "5g", "5g-3": "5g"})
    assert act("buy_train", "kk", "5g-2", variant="5g") == "5g-0 lies in the pool before 5g-2"
    assert act("buy_train", "kk", "4g-1", variant="4+4g") is None
    assert act("buy_train", "kk", "5g-0", variant="4+4g") is None
    sheds.look({"type": "buy_corporation", "entity": "kk", "entity_type": "corporation", "corporation": "EKJ"})
    act("discard_train", "kk", "5g-0")
    assert sheds.pool == ["5g-3"]
