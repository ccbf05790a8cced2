"""[2] Components and set-up: what lies on the table before the first Parliament."""

from collections import Counter
from random import Random

import pytest

from ferrovia import BadData, Game
from ferrovia.engine.play import Table
from ferrovia.engine.record import start
from ferrovia.model.ids import BANK, CHANCE, DEPOT, IPO
from ferrovia.titles.t1862.companies import row_of
from ferrovia.titles.t1862.dealing import DrawCompany, DrawPermit
from ferrovia.titles.t1862.material import PermitId
from ferrovia.titles.t1862.title import TITLE
from support.tables import asked
from titles.t1862.tables import books_of, box_of, company_id, why

rule = pytest.mark.rule


def dealt(players: int, **options: str) -> Game:
    """The set-up with everything drawn."""
    random, chosen = Random(players), {key.replace("_", "-"): value for key, value in options.items()}
    game = start(TITLE, [f"p{number}" for number in range(1, players + 1)], chosen)
    while asked(game).who == CHANCE:
        game = game.play(game.offers().pick(random).action)
    return game


@rule("2", "2.4.4")
@pytest.mark.parametrize(("players", "cash"), [(2, 1200), (3, 800), (4, 600), (5, 480), (6, 400), (7, 345), (8, 300)])
def test_money_comes_out_of_the_bank(players: int, cash: int) -> None:
    game = dealt(players)
    assert {game.state.cash[player] for player in game.state.players} == {cash}
    assert game.state.cash[BANK] == 15000 - players * cash
    assert game.state.order[0] == asked(game).who == "p1"


@rule("2.1")
def test_a_company_has_eight_certificates() -> None:
    game = dealt(4)
    papers = box_of(game).papers
    assert len(papers.of) == 20
    for certs in papers.of.values():
        assert [cert.percent for cert in certs] == [30, 10, 10, 10, 10, 10, 10, 10]
        assert [cert.is_directors for cert in certs] == [True] + 7 * [False]
    assert set(game.state.certs.values()) == {IPO}


@rule("2.2", "2.4.3")
@pytest.mark.parametrize(
    ("length", "counts"),
    [("short", (6, 5, 4, 3, 3, 2, 1)), ("standard", (7, 6, 4, 3, 3, 2, 1)), ("long", (7, 6, 5, 4, 3, 2, 1))],
)
def test_the_pile_of_trains(length: str, counts: tuple[int, ...]) -> None:
    """In order from A to H; what kind a card becomes is chosen when it is bought."""
    game = dealt(4, length=length)
    pile = [box_of(game).card_of(train).name for train, card in game.state.trains.items() if card.owner == DEPOT]
    assert pile == sorted(pile)
    assert tuple(Counter(pile)[band] for band in "ABCDEFG") == counts
    assert {kind for band in box_of(game).numbers.bands for kind in [len(band.faces)]} == {3}


@rule("2.4.3")
@pytest.mark.parametrize(("choice", "cards"), [("unlimited", 1), ("six", 6)])
def test_h_trains(choice: str, cards: int) -> None:
    game = dealt(4, h_trains=choice)
    assert sum(train.startswith("H-") for train in game.state.trains) == cards


@rule("2.3")
def test_small_stations_are_markers_on_one_piece_of_cardboard() -> None:
    """A tile with and without them is one of the supply; yellow town tiles carry one."""
    tiles = box_of(dealt(2)).map.tiles
    assert {tiles.piece[name] for name in tiles if name.startswith("18")} == {"18"}
    towns = [tile for tile in tiles.values() if tile.colour == "yellow" and tile.stops[0].kind == "town"]
    assert sorted(tile.id for tile in towns) == ["8850", "8851", "8852"]


@rule("2.4.1")
def test_sixteen_companies_in_three_rows() -> None:
    game = start(TITLE, ["A", "B"])
    assert why(game.play(DrawCompany(company_id("ESR"))), DrawCompany(company_id("ESR"))) == "2.4.1"
    game = dealt(3)
    own = books_of(game)
    assert len(own.offer) == len(set(own.offer)) == 16
    table = Table(game.title, game.state)
    assert [row_of(table, company) for company in own.offer] == 8 * [0] + 4 * [1] + 4 * [2]
    out = next(company for company in box_of(game).companies if company not in own.offer)
    assert row_of(table, out) is None


@rule("2.4.1", "2.4.2", "11.1")
@pytest.mark.parametrize(
    ("players", "options", "mix"),
    [
        (6, {}, {"freight": 6, "express": 5, "local": 5}),
        (8, {"extra_companies": "no"}, {"freight": 6, "express": 5, "local": 5}),
        (8, {}, {"freight": 6, "express": 6, "local": 6}),
        (4, {"train_kinds": "advanced-freight"}, {"freight": 8, "local": 8}),
        (4, {"train_kinds": "advanced-express"}, {"express": 8, "local": 8}),
        (8, {"train_kinds": "advanced-express"}, {"express": 9, "local": 9}),
        (4, {"train_kinds": "simple-freight"}, {}),
    ],
)
def test_permits(players: int, options: dict[str, str], mix: dict[str, int]) -> None:
    """One for each company in play."""
    assert Counter(books_of(dealt(players, **options)).permit_of.values()) == Counter(mix)


@rule("2.4.1")
def test_no_more_permits_than_there_are() -> None:
    game = start(TITLE, ["A", "B"])
    random = Random(1)
    while DrawPermit not in {move.action for move in asked(game).moves}:
        game = game.play(game.offers().pick(random).action)
    for _ in range(5):
        game = game.play(DrawPermit(PermitId("local")))
    assert why(game, DrawPermit(PermitId("local"))) == "2.4.1"


@rule("10")
def test_nobody_answers_when_the_game_is_over() -> None:
    game = start(TITLE, ["A", "B"])
    over = Game(game.title, game.state, None)
    assert why(over, DrawCompany(company_id("ESR"))) == "10"


@rule("11.3", "11.2")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {"newcomers": "yes", "train-kinds": "advanced-freight"}),
        (5, {"shorter-game": "yes", "length": "long"}),
    ],
)
def test_options_that_do_not_go_together(players: int, options: dict[str, str]) -> None:
    with pytest.raises(BadData):
        start(TITLE, [f"p{number}" for number in range(players)], options)


@rule("11.3")
def test_newcomers_have_express_trains_unless_they_choose_freight() -> None:
    assert box_of(dealt(3, newcomers="yes")).variant.kinds == ("express",)
    assert box_of(dealt(3, newcomers="yes", train_kinds="simple-freight")).variant.kinds == ("freight",)


@rule("11.2")
@pytest.mark.parametrize(("players", "length"), [(4, "short"), (5, "standard")])
def test_trains_of_the_shorter_game(players: int, length: str) -> None:
    assert box_of(dealt(players, shorter_game="yes")).variant.length == length
