"""Chance is a player; forced answers are given by the engine; both are logged, so a log replays without chance."""

import json
from random import Random

import pytest

from ferrovia import Ask, Bot, Move, Offer, Record, Span, automatic_answer, fingerprint
from ferrovia.engine import chance
from ferrovia.engine.play import Offers, Table
from ferrovia.engine.record import start
from ferrovia.model.ids import CHANCE, Owner, PlayerId
from ferrovia.model.message import Message
from support import laws
from support.toy import CALM, FERRY, SINK, Blow, Bow, Calm, CrateId, LeaveIt, Load, Sink, Tip, Wait, a_ferry, a_title

A, B = PlayerId(Owner("A")), PlayerId(Owner("B"))


def a_driven_game(seed: int, bots: dict[PlayerId, Bot]) -> Record:
    """Plays to the end: chance, forced answers and bots by themselves, people at random."""
    record, random = Record.new(FERRY, ["A", "B"]), Random(seed)
    while record.game.ask is not None:
        answer = automatic_answer(record.game, random, bots) or (laws.random_answer(record.game, random), "player")
        record.play(*answer)
    return record


def test_chance_is_asked_like_everybody() -> None:
    """By its name, with offers; nobody else may answer for it."""
    game = a_ferry()
    assert game.ask is not None and game.ask.who == CHANCE
    assert chance.is_asked(game)
    refusal = game.why_not(Blow(1), A)
    assert refusal is not None and refusal.rule == "whose-turn"
    assert game.why_not(Blow(1), CHANCE) is None


def test_chance_draws_every_amount_and_every_answer() -> None:
    wind, random = a_ferry(), Random(1)
    assert {chance.draw(wind, random) for _ in range(100)} == {Blow(1), Blow(2), Blow(3)}
    storm = wind.play(Blow(1)).play(Load((CrateId("coal"),))).play(LeaveIt())
    assert storm.ask is not None and storm.ask.moves == (CALM, SINK)
    assert {chance.draw(storm, random) for _ in range(100)} == {Calm(), Sink()}


@pytest.mark.parametrize("seed", range(5))
def test_a_log_replays_without_a_random_generator(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything chance said is in the log."""
    record = a_driven_game(seed, {})
    text = json.dumps(record.to_json())

    def no_more_chance(*_: object) -> None:
        raise AssertionError("a replay draws nothing")

    for name in ("draw", "only_answer"):
        monkeypatch.setattr(chance, name, no_more_chance)
    monkeypatch.setattr(Offers, "pick", no_more_chance)
    again = Record.from_json(text, lambda _: FERRY)
    assert fingerprint(again.game.state) == fingerprint(record.game.state)
    assert again.entries == record.entries


def test_whoever_answers_is_in_the_log() -> None:
    """Chance by chance, the one possible answer by the engine, a bot by the bot."""
    record = a_driven_game(3, {B: lambda game, random: laws.random_answer(game, random)})
    for number, entry in enumerate(record.entries):
        if entry.who == CHANCE:
            assert entry.by == "chance"
        elif len(record.at(number).offers()) == 1:
            assert entry.by == "engine"
        else:
            assert entry.by == ("bot" if entry.who == B else "player")
    assert {entry.by for entry in record.entries} == {"player", "bot", "chance", "engine"}


def test_a_forced_question_is_still_asked() -> None:
    """The poorest must bow: it is a question with one answer, and the driver gives it."""
    record = a_driven_game(4, {})
    bow = record.at(len(record.entries) - 1)
    assert bow.ask is not None and bow.ask.who in (A, B)
    assert [offer.action for offer in bow.offers()] == [Bow()]
    assert automatic_answer(bow, Random(1), {}) == (Bow(), "engine")


def test_a_choice_is_never_forced() -> None:
    """Not a span of several amounts, not an action that can grow, not two offers."""
    wind = a_ferry()
    assert len(wind.offers()) == 1 and chance.only_answer(wind) is None
    assert chance.only_answer(wind.play(Blow(1))) is None

    def ask(table: Table) -> Ask:
        move = Move(Load, lambda table: (Offer(Load((CrateId("coal"),)), open=True),), (), lambda table, action: None)
        return Ask(A, (move,), Message("load", {}))

    growing = start(a_title({"game": (ask,)}, actions=(Load,), pieces={"crate": frozenset({"coal"})}), ["A", "B"])
    assert len(growing.offers()) == 1 and chance.only_answer(growing) is None


def test_the_only_offer_is_forced_and_so_is_a_span_of_one_amount() -> None:
    """Whoever gave all money as a tip can only wait; a bid of exactly 4 is no choice either."""
    assert chance.only_answer(a_ferry().play(Blow(1)).play(Tip(5))) == Wait()

    def ask(table: Table) -> Ask:
        move = Move(Tip, lambda table: (Offer(Tip(4), Span(4, 4)),), (), lambda table, action: None)
        return Ask(A, (move,), Message("tip", {}))

    assert chance.only_answer(start(a_title({"game": (ask,)}, actions=(Tip,)), ["A", "B"])) == Tip(4)


def test_people_answer_for_themselves() -> None:
    """Nothing answers a question with a choice to somebody who is no bot; nothing answers a finished game."""
    game = a_ferry().play(Blow(2))
    assert automatic_answer(game, Random(1), {B: lambda game, random: Wait()}) is None
    assert automatic_answer(game, Random(1), {A: lambda game, random: Wait()}) == (Wait(), "bot")
    assert automatic_answer(a_driven_game(1, {}).game, Random(1), {}) is None
