"""[7.12] Bankruptcy: what is paid, what is lost, and that the company is on offer again."""

import pytest

from ferrovia import Game
from ferrovia.engine.play import Table
from ferrovia.model.ids import SCRAP, TrainId
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.titles.t1862.companies import go_bankrupt, why_not_available
from ferrovia.titles.t1862.trains import TradeTrain
from support.tables import asked
from titles.t1862.tables import a_table, books_of, company_id, holdings, money, player_id, told

rule = pytest.mark.rule


def two_companies() -> Game:
    """ESR operates after EUR."""
    table = a_table().phase("H")
    table.has("ESR", price=44, par=54, held="A5", chartered=True, pool=2, cash=100, stations="F11 E12", tokens=1)
    table.has("EUR", price=36, held="B5", trains="6E", stations="E12")
    return table.turn_of("ESR", "buy_trains").game()


@rule("7.12", "7.11.2")
def test_c10_bankrupt_for_lack_of_a_train() -> None:
    """100 + 540 are not 800. Five shares at half of 44; the treasury to the bank; stations gone; startable again."""
    game = two_companies()
    assert told(game, "bankrupt") == [{"company": "ESR", "price": 22}]
    assert (money(game, "A"), money(game, "ESR")) == (600 + 110, 0)
    assert holdings(game, "ESR") == {"ipo": 10}
    assert not game.state.board.stations_of(company_id("ESR"))
    assert game.state.tokens[company_id("ESR")] == 0
    own, state = books_of(game), game.state
    assert not {"ESR"} & {*state.floated, *state.pars, *state.operated, *state.prices, *own.chartered, *own.permits}
    assert own.permit_of[company_id("ESR")]
    assert why_not_available(Table(game.title, game.state), company_id("ESR")) is None


@rule("7.12")
def test_the_turn_ends_at_once() -> None:
    """The next company operates; no redemption, no acquisition."""
    game = two_companies()
    assert asked(game).about.params["company"] == "EUR"


@rule("7.12")
def test_treasury_and_pool_get_nothing() -> None:
    """Only the five shares of players are paid."""
    table = a_table().phase("H").has("ESR", price=44, par=54, held="A3 B2", treasury=3, pool=2, stations="F11")
    table.has("EUR", price=36, held="B5", trains="6E", stations="E12")
    game = table.turn_of("ESR", "buy_trains").game()
    assert [money(game, owner) for owner in ("A", "B", "ESR")] == [600 + 66, 600 + 44, 0]
    assert money(game, "bank") == money(table.operating_round().game(), "bank") - 110


@rule("7.12", "10.3")
def test_after_the_lner_it_is_gone_for_good() -> None:
    table = a_table().phase("H").lner(12).has("ESR", price=44, par=54, held="A5", pool=5, stations="F11")
    table.has("EUR", price=36, held="B5", trains="6E", stations="E12")
    game = table.turn_of("ESR", "buy_trains").game()
    refusal = why_not_available(Table(game.title, game.state), company_id("ESR"))
    assert refusal is not None and refusal.rule == "no-start-after-lner"


@rule("7.12", "6.4.2")
def test_worth_nothing_its_trains_leave_the_game() -> None:
    """On the lowest space: holders get nothing, trains with warranties go too; a turn deep in the stack is over."""
    table = a_table().has("ESR", price=7, held="A5", cash=50, trains="2E** 1F", stations="F11")
    game = table.turn_of("ESR", "buy_trains").game()
    company = company_id("ESR")
    inside = Table(game.title, game.state.copy())
    inside.state.prices[company] = type(inside.state.prices[company])(0, 9)
    inside.interrupt("end of set")
    go_bankrupt(inside, company)
    assert [inside.state.cash[owner] for owner in (player_id("A"), company)] == [600, 0]
    assert [card.face for card in inside.state.trains.values() if card.owner == SCRAP] == ["2E", "1F"]
    assert not inside.own(type(books_of(game))).warranties
    turn = next(frame.facts for frame in inside.state.stack if isinstance(frame.facts, CompanyTurn))
    assert turn.over


def bankrupt_with_trains(profile: str) -> Game:
    """The ESR has just gone bankrupt with a train for 100 and one that was dearer; it is the EUR's turn to buy."""
    table = a_table(profile=profile).phase("B").has("ESR", price=7, held="A5", trains="1F*", stations="F11")
    table.has("EUR", price=82, held="B5", cash=120, trains="2E", stations="E12")
    game = table.turn_of("EUR", "buy_trains").game()
    inside = Table(game.title, game.state.copy())
    go_bankrupt(inside, company_id("ESR"))
    return Game.at(game.title, inside.state)


@rule("7.12", "7.9")
def test_trains_of_a_bankrupt_company_are_lost_but_not_on_the_site() -> None:
    """There the EUR buys one for half its price, with its warranty; the money waits for the ESR's next start."""
    train = TrainId("A-0")
    refusal = bankrupt_with_trains("rulebook").why_not(TradeTrain(train))
    assert refusal is not None and refusal.rule == "train-of-company"
    game = bankrupt_with_trains("site")
    done = game.play(TradeTrain(train))
    assert done.state.trains[train].owner == "EUR"
    assert (money(done, "EUR"), money(done, "ESR")) == (70, 50)
    assert (books_of(done).estates, books_of(done).warranties) == ({}, {train: 1})


@rule("7.12", "7.11")
def test_no_train_left_to_buy() -> None:
    """With six H trains, all sold, a company without a train is bankrupt, whatever it has."""
    table = a_table(h_trains="six").phase("H").sold_out("H")
    table.has("ESR", price=100, held="A6", treasury=4, cash=2000, stations="F11")
    table.has("EUR", price=36, held="B5", trains="5E", stations="E12")
    game = table.turn_of("ESR", "buy_trains").game()
    assert "DeclareBankruptcy" in {type(offer.action).__name__ for offer in game.offers()}
    late = table.lner(20).game()
    assert "ESR" not in late.state.floated
