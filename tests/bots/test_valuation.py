"""Runs are sought once: what an answer does not touch is known from the board before it, and is the same."""

from dataclasses import replace
from random import Random

import pytest

from ferrovia import Game, automatic_answer, new_game
from ferrovia.bots import BOTS
from ferrovia.bots.valuation import Valuation
from ferrovia.bots.weights import DEFAULT
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.state import trains_of
from titles.t18cz.tables import a_table

TITLES = ["1824", "1862", "18cz", "18esp"]
MOST_ANSWERS = 400
FEWEST_LAYS = 8


def question_about_track(title: str) -> tuple[Game, CompanyId]:
    """A position in which a company with trains that earn something has several tiles to choose from."""
    game, random = new_game(title, ["Ana", "Ben", "Eva"]), Random(7)
    bots = dict.fromkeys(game.state.players, BOTS["simple"])
    for _ in range(MOST_ANSWERS):
        company = getattr(game.where()[-1].facts, "company", None)
        if company is not None and len(lays(game)) >= FEWEST_LAYS and earned(game, company):
            return game, company
        answer = automatic_answer(game, random, bots)
        assert answer is not None
        game = game.play(answer[0])
    raise AssertionError(f"nobody builds with trains that earn in {title}")


def lays(game: Game) -> list[Game]:
    """The positions after each tile that could be laid."""
    forms = game.title.forms
    kinds = {kind for kind, form in forms.items() if any(field.kind == "hex" for field in form.fields)}
    return [game.take(offer) for offer in game.offers() if type(offer.action) in kinds]


def earned(game: Game, company: CompanyId) -> int:
    return valued(game).revenue(company, trains_of(game.state, company))


def valued(game: Game) -> Valuation:
    return Valuation(game.title, game.state, DEFAULT)


@pytest.mark.parametrize("title", TITLES)
def test_what_is_known_from_the_board_before_is_what_would_be_found(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, company = question_about_track(title)
    trains, before = trains_of(game.state, company), valued(game)
    apart = [earned(after, company) for after in lays(game)]
    sought: list[CompanyId] = []
    best_routes = Game.best_routes
    monkeypatch.setattr(Game, "best_routes", lambda g, c, s: (sought.append(c), best_routes(g, c, s))[1])
    together = [before.after(after.state).revenue(company, trains) for after in lays(game)]
    assert together == apart
    assert len(sought) < len(apart)


@pytest.mark.parametrize(("trains", "is_feared"), [("2a", False), ("", True)])
def test_in_the_last_set_a_director_pays_for_a_train_that_is_missing_but_fears_no_rust(
    trains: str, is_feared: bool
) -> None:
    """What a train costs that he must buy at once he will have to pay; one that is to rust by then hardly ever does."""
    table = a_table().phase("d").cash(A=300, B=200).has("BCB", price=60, held="B75", stations="D17", trains=trains)
    game = table.stock_round(8, "A").game()
    now, bold = valued(game), Valuation(game.title, game.state, replace(DEFAULT, calm=99.0))
    assert now.prospect(CompanyId(Owner("BCB"))).missing > 0
    always = Valuation(game.title, game.state, replace(DEFAULT, calm=0.0, alarm=1.0))
    player = game.state.players[1]
    assert now.worth[player] == bold.worth[player]
    assert (now.worth[player] == always.worth[player]) is is_feared


def test_how_players_stand_is_what_they_have_as_it_grows_and_dividends_to_come() -> None:
    """Three rounds before the end a coin has grown by a quarter each round; half of what BCB earns is B's."""
    table = a_table().phase("d").cash(A=300, B=200).has("BCB", price=60, held="B50", stations="D17", trains="2a")
    now = valued(table.stock_round(8, "A").game())
    ana, ben, _ = now.state.players
    runs = now.prospect(CompanyId(Owner("BCB"))).runs
    assert sum(runs) > 0 and now.rounds == 3
    assert now.standing[ana] == pytest.approx(300 * 1.25**3)
    assert now.standing[ben] == pytest.approx((200 + 2 * 60) * 1.25**3 + sum(runs) / 2)
