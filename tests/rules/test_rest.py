"""The rest of a turn: a no to everything optional, up to its end or to the next duty."""

from random import Random

import pytest

from ferrovia import Game, Record, automatic_answer, find_title, rest_of_turn
from ferrovia.bots import BOTS
from ferrovia.rules.rounds import CompanyTurn


def turns(game: Game) -> list[object]:
    return [frame.facts.company for frame in game.where() if isinstance(frame.facts, CompanyTurn)]


@pytest.mark.parametrize("title", ["18cz", "18esp", "1824"])
def test_the_noes_are_legal_and_end_what_they_say(title: str) -> None:
    """At every position of a game: they stay in the turn up to the last, and after it nothing optional is left."""
    random, record = Random(1), Record.new(find_title(title), ["Ana", "Ben", "Eva"])
    bots, seen = dict.fromkeys(record.game.state.players, BOTS["simple"]), 0
    while record.game.ask is not None and len(record.entries) < 220:
        game, asked = record.game, record.game.ask.who
        rest = rest_of_turn(game)
        assert not rest.answers or turns(game)
        for no in rest.answers:
            assert game.ask is not None and game.ask.who == asked
            game = game.play(no)
            while (given := automatic_answer(game, Random(), {})) is not None and given[1] == "engine":
                game = game.play(given[0])
        if rest.answers and not rest.ends:
            no = game.offers().passive()
            assert no is None or game.title.forms[type(no)].fields
            assert turns(game) == turns(record.game)
        seen += len(rest.answers) > 1
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)
    assert seen > 0


def test_nobody_has_a_turn_of_a_company_in_a_stock_round() -> None:
    assert rest_of_turn(Record.new(find_title("1824"), ["Ana", "Ben", "Eva"]).game).answers == ()
