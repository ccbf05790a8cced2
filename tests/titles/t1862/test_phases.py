"""[7.9] [9] [11.2] Phases: what the first train of a band brings, for everybody and at once."""

import pytest

from ferrovia import Game
from ferrovia.engine.play import Table
from ferrovia.model.ids import DEPOT, FaceId
from ferrovia.model.state import trains_of
from ferrovia.rules.rounds import GameFacts
from ferrovia.titles.t1862.companies import row_is_open, row_of
from ferrovia.titles.t1862.material import Material
from ferrovia.titles.t1862.trains import BuyTrain
from titles.t1862.tables import EasternTable, a_table, books_of, box_of, money, told, trains

rule = pytest.mark.rule

FIRST_FACES = {"B": "2/3E", "C": "3E", "D": "4E", "E": "4/5E", "F": "5E", "G": "5/6E", "H": "6E"}


def buying_first(band: str, table: EasternTable | None = None, *, cash: int = 2000, trains: str = "") -> EasternTable:
    """ESR may buy the first train of a band; everything before it is sold out."""
    before = chr(ord(band) - 1)
    table = (table or a_table()).phase(before).sold_out(before)
    table.has("ESR", price=82, held="A6", cash=cash, trains=trains, stations="F11")
    return table.turn_of("ESR", "buy_trains")


def first_sold(band: str, table: EasternTable) -> Game:
    return table.game().play(BuyTrain(FaceId(FIRST_FACES[band]), 0))


def front_of(game: Game) -> str:
    return next(iter(trains_of(game.state, DEPOT)))


@rule("9", "7.9")
@pytest.mark.parametrize("band", FIRST_FACES)
def test_the_first_train_starts_its_phase(band: str) -> None:
    game = first_sold(band, buying_first(band))
    assert game.state.phase == band
    assert told(game, "phase") == [{"phase": band}]


@rule("9", "7.9")
def test_the_second_of_a_band_changes_nothing() -> None:
    game = first_sold("B", buying_first("B"))
    again = game.play(BuyTrain(FaceId("2F"), 0))
    assert (again.state.phase, told(again, "phase")) == ("B", [])


@rule("9")
def test_table_of_phases() -> None:
    """[9] Tiles, operating rounds, limits, edge values."""
    phases = box_of(a_table().operating_round().game()).phases
    told_by = {
        name: (phase.colours[-1], phase.rounds, phase.train_limit, phase.limit_in_all, phase.edge)
        for name, phase in phases.items()
    }
    assert told_by == {
        "A": ("yellow", 1, 3, False, 0),
        "B": ("green", 2, 3, False, 0),
        "C": ("green", 2, 3, False, 1),
        "D": ("brown", 3, 3, False, 1),
        "E": ("brown", 3, 2, False, 2),
        "F": ("brown", 3, 2, False, 2),
        "G": ("brown", 3, 3, True, 2),
        "H": ("brown", 3, 3, True, 2),
    }


@rule("9", "7.9")
@pytest.mark.parametrize(
    ("band", "before", "after"),
    [
        ("B", "1F", ["1F"]),
        ("C", "1F 2/3L", ["2/3L"]),
        ("D", "2F 3F", ["2F", "3F"]),
        ("E", "2F 3F 4L", ["3F", "4L"]),
        ("F", "3F 4L 6F", ["4L", "6F"]),
        ("G", "4L 6F 5L", ["6F", "5L"]),
        ("H", "6F 5L 5/6L", ["6F", "5L", "5/6L"]),
    ],
)
def test_scrapping_everywhere(band: str, before: str, after: list[str]) -> None:
    """A by C, B by E, C by F, D by G; also with companies that do not operate now. No compensation."""
    table = a_table().has("EUR", price=60, held="B5", trains=before, stations="E12", cash=30)
    game = first_sold(band, buying_first(band, table))
    assert (trains(game, "EUR"), money(game, "EUR")) == (after, 30)


@rule("7.10", "9")
def test_c13_warranties_delay_scrapping() -> None:
    """At the first C: an A train with a warranty is kept, another without is gone at once."""
    table = a_table().has("EUR", price=60, held="B5", trains="2L* 2L", stations="E12")
    game = first_sold("C", buying_first("C", table))
    assert trains(game, "EUR") == ["2L*"]
    assert told(game, "train-scrapped") == [{"company": "EUR", "train": "2L"}]


@rule("11.2")
def test_d_trains_are_permanent_in_the_shorter_game() -> None:
    """C32: the first G scraps nothing."""
    table = a_table(shorter_game="yes", length="short").has("EUR", price=60, held="B5", trains="5F", stations="E12")
    assert trains(first_sold("G", buying_first("G", table)), "EUR") == ["5F"]


@rule("2.4.3", "7.9")
def test_h_trains_do_not_run_out() -> None:
    """Another one lies under each that is bought; unless it was agreed that there are six."""
    game = first_sold("H", buying_first("H", cash=9000))
    for number in (1, 2):
        assert front_of(game) == f"H-{number}"
        game = game.play(BuyTrain(FaceId("9F"), 0))
    limited = first_sold("H", buying_first("H", a_table(h_trains="six")))
    assert len(trains_of(limited.state, DEPOT)) == 5


@rule("2.4.3")
@pytest.mark.parametrize(
    ("length", "counts"),
    [
        ("short", [6, 5, 4, 3, 3, 2, 1]),
        ("standard", [7, 6, 4, 3, 3, 2, 1]),
        ("long", [7, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_how_many_trains(length: str, counts: list[int]) -> None:
    game = a_table(length=length).operating_round().game()
    material: Material = box_of(game)
    assert [band.count for band in material.cards.values()] == [*counts, 0]


def in_a_set(phase: str, **facts: int) -> Game:
    """The stock round is over; ESR operates."""
    table = a_table().phase(phase).sold_out(phase).has("ESR", price=82, held="A6", trains="3E", stations="F11")
    table.at(table.game_frame(stock_round_done=True, **facts))
    return table.game()


@rule("7.9", "9")
@pytest.mark.parametrize(("phase", "rounds"), [("A", 1), ("B", 2), ("C", 2), ("D", 3), ("H", 3)])
def test_c30_rounds_of_a_set(phase: str, rounds: int) -> None:
    """Fixed by the phase in which the stock round ends."""
    facts: GameFacts = in_a_set(phase).state.stack[0].facts
    assert (facts.rounds, facts.rounds_done) == (rounds, 1)


@rule("7.9", "9")
def test_c30_a_later_phase_changes_only_the_next_set() -> None:
    """The first D in the first of two rounds: there are still two."""
    table = buying_first("D", trains="3E")
    table.state.stack[0] = table.game_frame(stock_round_done=True, rounds=2, rounds_done=1)
    facts: GameFacts = first_sold("D", table).state.stack[0].facts
    assert facts.rounds == 2


@rule("3.2", "9")
@pytest.mark.parametrize(("phase", "rows"), [("A", {0}), ("B", {0, 1}), ("C", {0, 1, 2})])
def test_rows_open_with_their_phases(phase: str, rows: set[int]) -> None:
    game = in_a_set(phase)
    table = Table(game.title, game.state)
    opened = {row_of(table, company) for company in books_of(game).offer if row_is_open(table, company)}
    assert opened == rows
