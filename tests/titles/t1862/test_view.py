"""What everybody can see of 1862: the offer by phases, permits, duties, the bank, edge values, the course."""

from random import Random

import pytest

from ferrovia import Game, new_game
from ferrovia.model.view import View
from ferrovia.titles.t1862.title import TITLE
from support.eastern import a_sensible_answer, game_where

PLAYERS = ("Ana", "Ben", "Eva")


def dealt(players: int = 3, options: dict[str, str] | None = None) -> Game:
    """A new game after chance has dealt companies and permits."""
    game, random = new_game(TITLE.id, [f"p{n}" for n in range(1, players + 1)], options), Random(1)
    while game.ask is not None and game.ask.about.key.startswith("draw"):
        game = game.play(a_sensible_answer(game, random))
    return game


def stops(view: View) -> list[str]:
    return [stop.key for stop in view.course.stops]


@pytest.mark.rule("2.4.1", "2.4.2")
@pytest.mark.parametrize(("players", "rows"), [(3, (8, 4, 4)), (7, (9, 4, 4)), (8, (10, 4, 4))])
def test_the_offer_lies_in_rows_that_phases_open(players: int, rows: tuple[int, ...]) -> None:
    view = dealt(players).view()
    assert tuple(len(row.companies) for row in view.offer) == rows
    assert [(row.phase, row.open) for row in view.offer] == [("A", True), ("B", False), ("C", False)]
    offered = {company for row in view.offer for company in row.companies}
    for company in view.companies:
        assert (company.marks == ("out-of-play",)) is (company.id not in offered)


@pytest.mark.rule("2.4.1", "11.1")
def test_every_company_on_offer_shows_its_permit() -> None:
    permits = [mark for company in dealt().view().companies for mark in company.marks]
    assert [permits.count(kind) for kind in ("freight", "express", "local")] == [6, 5, 5]
    simple = dealt(options={"train-kinds": "simple-express"}).view()
    assert {mark for company in simple.companies for mark in company.marks} == {"out-of-play"}


@pytest.mark.rule("4.3", "6.1")
def test_priority_and_obligations_stand_with_their_player() -> None:
    game = game_where(lambda game: bool(game.state.extras.obligations)).game
    own = game.state.extras
    for player in game.view().players:
        assert player.marks == (("priority",) if player.id == game.state.order[0] else ())
        assert player.pledges == tuple(company for who, company in own.obligations if who == player.id)


@pytest.mark.rule("9")
def test_areas_at_the_edge_pay_what_their_phase_says() -> None:
    """The last of the periods that have begun and that a stop knows is what counts."""
    faces = {str(face.id): face for face in TITLE.layout.hexes}
    london = faces["C14"].tile
    assert london is not None
    assert list(london.stops[0].revenue.values()) == [100, 150, 200]
    assert faces["C14"].name == "London"
    game = dealt()
    for phase, value in zip("ABCDEFGH", (100, 100, 150, 150, 200, 200, 200, 200), strict=True):
        state = game.state.copy()
        state.phase = phase
        periods = TITLE.view(game.title, state).periods
        assert next(london.stops[0].revenue[p] for p in reversed(periods) if p in london.stops[0].revenue) == value


@pytest.mark.rule("2.4.4", "3")
def test_the_course_begins_with_two_parliaments() -> None:
    view = dealt().view()
    assert stops(view) == ["parliament", "parliament", "stock-round", "operating-round", "next-set"]
    assert view.course.at == 0
    assert [stop.params["number"] for stop in view.course.stops[:2]] == [1, 2]
    later = game_where(lambda game: game.state.stack[0].facts.sets_done == 1).game.view()
    assert stops(later)[:2] == ["parliament", "stock-round"]
    assert later.course.stops[0].params["number"] == 3


@pytest.mark.rule("10.2")
def test_the_bank_is_what_the_players_do_not_have() -> None:
    view = dealt().view()
    assert view.bank == 15000 - 3 * 800
    assert view.marks == ()


@pytest.mark.rule("7.10")
def test_warranties_lie_on_trains() -> None:
    view = game_where(lambda game: bool(game.state.extras.warranties)).game.view()
    assert set(view.warranties) <= {train for company in view.companies for train in company.trains}


@pytest.mark.rule("6.5.4.3", "11.1")
def test_a_train_says_which_permit_it_needs() -> None:
    """With one kind of trains there are no permits."""

    def permits(game: Game) -> dict[str, str]:
        return {name: each.permit for card in game.title.layout.trains for name, each in card.abilities.items()}

    assert [permits(dealt())[face] for face in ("2F", "2/3L", "2/3E")] == ["freight", "local", "express"]
    assert set(permits(dealt(options={"train-kinds": "simple-express"})).values()) == {""}
