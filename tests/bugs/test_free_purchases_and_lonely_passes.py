"""18ESP: purchases between two steps, players without money and a company that operates alone were read wrongly when a
game that had gone out came in again."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from ferrovia import Record, automatic_answer
from ferrovia.interop import export_game, import_text
from ferrovia.rules import stock, trains
from ferrovia.titles.t18esp import absorption, auction, pioneers, track
from ferrovia.titles.t18esp.title import TITLE
from support import laws
from support.acceptor import accept

Kinds = tuple[type[Any], ...]
SKIPPED = 8
"""Where a game breaks off, the site may wait a few questions before it, or after it."""


def played(seats: int, seed: int, answers: int, chosen: Mapping[int, type[Any]] | None = None) -> Record:
    """The beginning of a game at random; some answers, by their place, are the first that is offered of a kind."""
    random = Random(f"18esp {seats} {seed}")
    record = Record.new(TITLE, [f"Player {n}" for n in range(1, seats + 1)], {"profile": "site"})
    while (at := len(record.entries)) < answers:
        if chosen and at in chosen:
            record.play(record.game.offers().of(chosen[at])[0].action)
            continue
        answer: Any = automatic_answer(record.game, random, {}) or (laws.random_answer(record.game, random), "player")
        record.play(*answer)
    return record


def has(record: Record, kinds: Kinds) -> bool:
    """Whether answers of these kinds were given one after the other."""
    given = [type(entry.action) for entry in record.entries]
    return any(tuple(given[at : at + len(kinds)]) == kinds for at in range(len(given)))


@pytest.mark.parametrize(
    ("seats", "seed", "answers", "kinds"),
    [
        pytest.param(3, 9, 100, (auction.PassBid, auction.PassBid, auction.Bid), id="a bid for the next pioneer"),
        pytest.param(3, 22, 64, (stock.EndStockTurn,) * 3, id="a lap in which nobody can buy"),
        pytest.param(3, 4, 530, (track.EndBuild, trains.EndTrains) * 3, id="a company that operates alone"),
        pytest.param(3, 70008, 90, (track.EndBuild, *(pioneers.BuyPioneer,) * 3), id="purchases before a lone pass"),
    ],
)
def test_it_comes_in_as_it_went_out(seats: int, seed: int, answers: int, kinds: Kinds) -> None:
    record = played(seats, seed, answers)
    assert has(record, kinds)
    goes_out_and_comes_in(record)


def test_what_is_bought_before_an_absorption_ends() -> None:
    goes_out_and_comes_in(played(3, 25, 353, {345: pioneers.BuyTender, 346: absorption.EndAbsorption}))


def goes_out_and_comes_in(record: Record) -> None:
    answers = len(record.entries)
    exported = export_game(record)
    accept(exported)
    again = import_text(json.dumps(exported))
    assert again.refused is None
    ours, theirs = ([entry.action for entry in game.entries] for game in (record, again.record))
    assert len(theirs) > answers - SKIPPED
    assert theirs[:answers] == ours[: len(theirs)]


def test_what_is_bought_where_the_site_asks_nothing() -> None:
    """The site has left out the run and passed the absorption already: its pass stands before the purchase."""
    record = played(4, 9, 75)
    assert isinstance(record.entries[72].action, pioneers.BuyPioneer)
    company_pass, purchase = export_game(record)["actions"][52:54]
    assert [added["type"] for added in company_pass["auto_actions"]] == ["pass"]
    assert purchase["type"] == "buy_company"
    assert "auto_actions" not in purchase
