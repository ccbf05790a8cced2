"""Trains: limits, faces, trains of others, giving up surplus, and the pile, on the little railway."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from ferrovia.engine.play import Game, Offer, Span, Step, Table
from ferrovia.model.box import Card, Face, Phase
from ferrovia.model.ids import DEPOT, POOL, SCRAP, CompanyId, FaceId, Owner, TrainId
from ferrovia.model.state import Train
from ferrovia.rules.trains import (
    BuyTrain,
    EndTrains,
    LetOthersFirst,
    SurplusFacts,
    TradeTrain,
    acting_first,
    another_company_owns_it,
    buying_trains,
    card_has_the_face,
    ending_trains,
    export,
    give_up_surplus,
    giving_up_surplus,
    hand_train_over,
    has_a_place,
    in_front,
    is_over_limit,
    leave_the_pile,
    letting_others_first,
    rust,
    take_from_bank,
    trading,
)
from support.little import ANA, BLUE, BOX, RED, a_little_title, a_state, why

KEYS = ("give-up-own-train", "let-others-first")


def card(name: str, phase: str, count: int, *faces: str) -> Card[Face]:
    return Card[Face](name=name, phase=phase, count=count, faces=tuple(Face(name=FaceId(face)) for face in faces))


TRAIN_BOX = replace(
    BOX,
    phases={
        "1": Phase(name="1", colours=("yellow",), limits={"company": 2}),
        "2": Phase(name="2", colours=("yellow", "green"), limits={"company": 1}),
    },
    cards={"2": card("2", "1", 3, "2", "2+"), "3": card("3", "2", 0, "3")},
    kinds={RED: "company", BLUE: "company"},
)


@dataclass(frozen=True, slots=True)
class GiveUp:
    train: TrainId


def nothing(table: Table) -> None:
    """A turn in which nothing happens."""


def a_table(trains: str, *, step: Step = nothing, **written: Any) -> Table:
    """`trains="2-0@RED 2-1@depot"`: who has which card; both companies may operate."""
    title = a_little_title(step, BuyTrain, TradeTrain, EndTrains, GiveUp, LetOthersFirst, keys=KEYS)
    title = replace(title, data=TRAIN_BOX, facts=(*title.facts, SurplusFacts))
    state = a_state(**written)
    state.floated = (RED, BLUE)
    for row in trains.split():
        name, owner = row.split("@")
        state.trains = state.trains.with_card(TrainId(name), Train(Owner(owner), name.split("-")[0]))
    state.stack[0] = title.frame("company turn", state.stack[0].facts)
    return Table(title, state, ANA)


def has(table: Table, owner: Owner) -> list[TrainId]:
    return [train for train, there in table.state.trains.items() if there.owner == owner]


def two(number: int) -> TrainId:
    return TrainId(f"2-{number}")


# -------------------------------------------------------------------------------------------------------------- checks


def test_a_company_at_its_limit_has_no_place() -> None:
    full, action = a_table("2-0@RED 2-1@RED 2-2@depot"), BuyTrain(two(2), FaceId("2"))
    assert why(has_a_place, full, action) == ("train-limit", {"company": RED, "held": 2, "limit": 2})
    assert why(has_a_place, a_table("2-0@RED 2-1@BLUE 2-2@depot"), action) is None


def test_a_train_is_bought_as_one_of_its_faces() -> None:
    table = a_table("2-0@depot")
    wrong = BuyTrain(two(0), FaceId("3"))
    assert why(card_has_the_face, table, wrong) == ("face-on-card", {"train": "2-0", "face": "3"})
    assert why(card_has_the_face, table, BuyTrain(two(0), FaceId("2+"))) is None


@pytest.mark.parametrize(("owner", "refused"), [("BLUE", False), ("RED", True), (DEPOT, True), (POOL, True)])
def test_another_company_sells_only_what_it_owns(owner: str, refused: bool) -> None:
    reason = why(another_company_owns_it, a_table(f"2-0@{owner}"), TradeTrain(two(0), 1))
    assert reason == (("train-of-company", {"train": "2-0"}) if refused else None)


@pytest.mark.parametrize(("amount", "refused"), [(0, True), (1, False), (100, False), (101, True)])
def test_a_trade_costs_something_that_the_treasury_has(amount: int, refused: bool) -> None:
    price_is_within = trading("trade-money").checks[-1]
    reason = why(price_is_within, a_table("2-0@BLUE"), TradeTrain(two(0), amount))
    assert reason == (("trade-money", {"amount": amount, "treasury": 100}) if refused else None)


@pytest.mark.parametrize(("trains", "refused"), [("2-0@RED", False), ("2-0@BLUE", True)])
def test_whoever_must_own_a_train_buys_one_before_the_turn_goes_on(trains: str, refused: bool) -> None:
    move = ending_trains(lambda table, company: not has(table, company))
    reason = why(move.checks[0], a_table(trains), EndTrains())
    assert reason == (("train-duty", {"company": RED}) if refused else None)


def test_a_train_of_the_bank_is_paid_and_shows_the_face_that_was_bought() -> None:
    table = a_table("2-0@depot")
    take_from_bank(table, two(0), "2+", 70, warranties=1)
    assert (table.state.trains[two(0)], table.state.cash[RED]) == (Train(RED, "2+"), 30)
    told = {"company": RED, "train": "2+", "amount": 70, "warranties": 1}
    assert [(event.key, event.params) for event in table.events] == [("train-bought", told)]


def test_whoever_has_the_turn_comes_first() -> None:
    assert acting_first(a_table(""), (BLUE, RED)) == (RED, BLUE)


def test_every_train_of_others_is_offered_for_any_price() -> None:
    trade, table = trading("trade-money"), a_table("2-0@BLUE 2-1@RED 2-2@depot")
    assert list(trade.offers(table)) == [Offer(TradeTrain(two(0), 1), Span(1, 100))]
    assert not list(trade.offers(a_table("2-0@BLUE", cash=0)))


def test_a_title_says_which_trains_of_others_and_for_how_much() -> None:
    trade = trading("trade-money", among=lambda table: [two(1), two(2)], most=lambda table, train: int(train[-1]) * 50)
    table = a_table("2-1@BLUE 2-2@BLUE")
    assert [(offer.action.train, offer.amount) for offer in trade.offers(table)] == [
        ("2-1", Span(1, 50)),
        ("2-2", Span(1, 100)),
    ]
    assert why(trade.checks[-1], table, TradeTrain(two(1), 51)) == ("trade-money", {"amount": 51, "treasury": 50})


def test_a_traded_train_stays_as_it_is() -> None:
    table = a_table("2-0@BLUE")
    hand_train_over(table, RED, "2-0", 40)
    assert (has(table, RED), table.state.cash[RED], table.state.cash[BLUE]) == ([two(0)], 60, 140)


# ------------------------------------------------------------------------------------------------------------- the pile


def test_the_pile_phases_and_rust() -> None:
    """The first 3 begins phase 2 and is followed by another; 2-trains rust wherever they lie but in the pile."""
    table = a_table("2-0@RED 2-1@pool 2-2@depot 3-0@depot")
    assert in_front(table) == two(2)
    export(table, two(2))
    assert (in_front(table), has(table, SCRAP)) == (TrainId("3-0"), [two(2)])
    table.give_train(TrainId("3-0"), to=RED)
    assert (leave_the_pile(table, TrainId("3-0")), table.state.phase, in_front(table)) == (True, "2", "3-1")
    assert not leave_the_pile(table, TrainId("3-1"))
    rust(table, lambda train, there: there.face == "2")
    assert (has(table, RED), set(has(table, SCRAP))) == ([TrainId("3-0")], {two(0), two(1), two(2)})


# -------------------------------------------------------------------------------------------------------------- surplus


def surplus(trains: str, *companies: CompanyId, kept: TrainId | None = None) -> Game:
    """In phase 2 every company has one train: some have too many."""
    step = giving_up_surplus(GiveUp, POOL, letting_others_first(is_over_limit))
    table = a_table(trains, step=step, phase="2")
    table.state.stack[0] = table.title.frame("company turn", SurplusFacts(companies, kept))
    return Game.at(table.title, table.state)


def test_whoever_has_too_many_trains_gives_some_up() -> None:
    game = surplus("2-0@RED 2-1@RED 2-2@BLUE", RED, BLUE)
    assert [offer.action for offer in game.offers().of(GiveUp)] == [GiveUp(two(0)), GiveUp(two(1))]
    refusal = game.why_not(GiveUp(two(2)))
    assert refusal is not None and (refusal.rule, refusal.params) == ("give-up-own-train", {"train": "2-2"})
    after = game.play(GiveUp(two(0)))
    assert (after.ask, after.state.trains[two(0)].owner) == (None, POOL)


def test_what_must_be_kept_is_not_given_up() -> None:
    game = surplus("2-0@RED 2-1@RED", RED, kept=two(1))
    assert [offer.action for offer in game.offers().of(GiveUp)] == [GiveUp(two(0))]
    assert game.why_not(GiveUp(two(1))) is not None


def test_others_go_first_only_once() -> None:
    """Alone nobody lets others go first; of two each does it once."""
    alone = surplus("2-0@RED 2-1@RED", RED).why_not(LetOthersFirst())
    assert alone is not None and (alone.rule, alone.params) == ("let-others-first", {"company": RED})
    both = surplus("2-0@RED 2-1@RED 3-0@BLUE 3-1@BLUE", RED, BLUE)
    blue_first = both.play(LetOthersFirst())
    assert [offer.action.train for offer in blue_first.offers().of(GiveUp)] == ["3-0", "3-1"]
    again = blue_first.play(LetOthersFirst())
    assert [offer.action.train for offer in again.offers().of(GiveUp)] == ["2-0", "2-1"]
    assert again.why_not(LetOthersFirst()) is not None


def test_only_companies_with_too_many_are_asked() -> None:
    table = a_table("2-0@RED 2-1@RED 2-2@BLUE", phase="2")
    give_up_surplus_script(table)
    assert table.state.stack[-1].facts == SurplusFacts((RED,))
    few = a_table("2-0@RED 2-2@BLUE", phase="2")
    give_up_surplus_script(few)
    assert len(few.state.stack) == 1


def give_up_surplus_script(table: Table) -> None:
    scripts = {**table.title.scripts, "surplus trains": (nothing,)}
    table.title = replace(table.title, scripts=scripts)
    give_up_surplus(table, (RED, BLUE))


# ------------------------------------------------------------------------------------------------------------- the step


def test_trains_are_bought_until_the_part_is_over() -> None:
    step = buying_trains(is_over=lambda table, company: company == BLUE)
    asked = Game.at((table := a_table("", step=step)).title, table.state)
    assert asked.ask is not None and (asked.ask.who, asked.ask.about.key) == (ANA, "buy-trains")
    done = a_table("", step=step, done=("trains",))
    assert Game.at(done.title, done.state).ask is None
    other = a_table("", step=step, company=BLUE)
    assert Game.at(other.title, other.state).ask is None
