"""The search bot looks further, within its time; what takes too long is answered by a simpler bot."""

import sys
from random import Random
from threading import Event
from time import monotonic
from typing import Any

import pytest

from ferrovia import Game, new_game
from ferrovia.bots import BOTS, policy, reason_for, sure_answer
from ferrovia.bots.search import on_known_board, search, think_further
from ferrovia.model.ids import TileId
from titles.t18cz.tables import a_table

module = sys.modules["ferrovia.bots.search"]  # the package has a function of the same name
SLACK = 8.0
"""Seconds by which a busy machine may be late."""


def a_stock_round() -> Game:
    table = a_table().phase("b").cash(A=300, B=200).has("KFN", price=80, held="A40 B20")
    return table.has("BCB", price=60, held="B75", stations="D17", trains="2a", cash=300).stock_round(3, "A").game()


@pytest.mark.parametrize("budget", [0.0, 0.2])
def test_it_answers_within_its_time(budget: float) -> None:
    for game in (new_game("chicago-express", ["A", "B", "C"]), a_stock_round()):
        began = monotonic()
        assert game.why_not(search(game, Random(1), budget)) is None
        assert monotonic() - began < budget + SLACK


def test_without_time_the_policys_answer_stands() -> None:
    game = a_stock_round()
    assert search(game, Random(1), 0.0) == policy(game, Random(1))


def test_with_time_it_plays_lines_to_the_end_of_the_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """A candidate is judged by where it leads: here whatever bids highest is told to lead farthest."""
    game = new_game("chicago-express", ["A", "B", "C"])

    def lead(after: Game, before: Game, random: Random, is_over: Any) -> float:
        bid: Any = after.state.stack[-1].facts
        return float(getattr(bid, "highest", None) or 0)

    monkeypatch.setattr(module, "_played_on", lead)
    thought = think_further(game, Random(1), 60.0)
    assert game.why_not(thought.action) is None
    assert getattr(thought.action, "amount", 0) >= getattr(policy(game, Random(1)), "amount", 0)


def leading_by(monkeypatch: pytest.MonkeyPatch, ahead: float) -> Game:
    """A stock round in which every line leads farther by this than that of the policy's own answer."""
    game = a_stock_round()
    first = game.play(policy(game, Random(1))).state

    def lead(after: Game, before: Game, random: Random, is_over: Any) -> float:
        return 0.0 if after.state == first else ahead

    monkeypatch.setattr(module, "_played_on", lead)
    return game


def test_a_small_lead_does_not_outweigh_the_policys_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = leading_by(monkeypatch, 1.0)
    assert think_further(game, Random(1), 60.0).action == policy(game, Random(1))


def test_a_line_that_leads_clearly_farther_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    game = leading_by(monkeypatch, 1000.0)
    thought = think_further(game, Random(1), 60.0)
    assert thought.action != policy(game, Random(1))
    assert thought.why.params["gain"] == 1000


def letting_be_leads_by(monkeypatch: pytest.MonkeyPatch, ahead: float) -> tuple[Game, Any]:
    """A stock round in which the line after letting things be leads farther by this than any other."""
    game = a_stock_round()
    passive = game.offers().passive()
    let_be = game.play(passive).state
    monkeypatch.setattr(module, "_played_on", lambda after, *_: ahead if after.state == let_be else 0.0)
    return game, passive


def test_an_answer_that_led_farther_is_explained_by_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its plans something else looked better: that nothing else would bring more is not what it thinks."""
    game, passive = letting_be_leads_by(monkeypatch, 1000.0)
    assert reason_for("policy", game, passive).key == "nothing-better"
    why = reason_for("search", game, passive)
    assert (why.key, why.params["gain"]) == ("plays-on-better", 1000)


def test_where_the_lead_is_not_found_again_no_figure_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game, passive = letting_be_leads_by(monkeypatch, -1000.0)
    assert reason_for("search", game, passive).key == "plays-on"
    monkeypatch.setattr(module, "_played_on", lambda *_: None)
    assert reason_for("search", game, passive).key == "plays-on"


def test_the_policys_own_answer_is_explained_by_its_plans() -> None:
    game = a_stock_round()
    answer = policy(game, Random(0))
    assert reason_for("search", game, answer) == reason_for("policy", game, answer)


def test_what_was_compared_counts_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lines are enough for an answer; the third found no time."""
    game, leads = a_stock_round(), iter([0.0, 1000.0, None])
    monkeypatch.setattr(module, "_played_on", lambda *_: next(leads))
    thought = think_further(game, Random(1), 60.0)
    assert thought.action != policy(game, Random(1))
    assert thought.why.params["lines"] == 1


def test_a_line_to_the_end_of_the_game_is_judged_by_what_everybody_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left to foresee."""
    begun = a_stock_round()
    over = begun.state.copy()
    over.stack = []
    worth = begun.title.score(over)
    others = [amount for player, amount in worth.items() if begun.ask and player != begun.ask.who]
    monkeypatch.setattr(module, "_judge", lambda game: pytest.fail("foresees something"))
    lead = module._played_on(Game(begun.title, over, None), begun, Random(1), lambda: False)
    assert lead == sum(worth.values()) - sum(others) - sum(others) / 2


def test_lines_from_one_question_share_their_boards() -> None:
    """What was found out about a board need not be found again when another line comes to an equal one."""
    game = a_stock_round()
    board = game.state.board
    hex_id = next(place for place in sorted(board.map.hexes) if not board.stops_on(place))
    lines = [Game(game.title, game.state.copy(), game.ask) for _ in range(2)]
    for line in lines:
        line.state.board = board.with_tile(hex_id, TileId("8"), 0)
    known = [on_known_board(line, board).state.board for line in lines]
    assert known[0] is known[1] is lines[0].state.board
    assert lines[1].state.board is not known[1]


def test_a_bot_that_takes_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """The game never waits for ever; the log tells."""
    game, ended = new_game("chicago-express", ["A", "B", "C"]), Event()
    monkeypatch.setitem(BOTS, "search", lambda game, random: ended.wait(60))
    try:
        assert game.why_not(sure_answer("search", game, Random(1), limit=0.3)) is None
    finally:
        ended.set()
    assert "took more than 0.3 s" in caplog.text
