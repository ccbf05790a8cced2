"""The board as text, for eyes and for ears."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ferrovia import Game, automatic_answer, find_title, new_game
from ferrovia.bots import BOTS
from ferrovia.model.board import Orientation
from ferrovia.model.ids import CompanyId, HexId, Owner
from ferrovia.model.view import CompanyFace, Course, HexFace, HexView, Layout, StopFace, TileFace, TrackFace, View
from ferrovia.render.sentences import describe_board, describe_hex
from ferrovia.render.terminal import ASCII_SIGNS, company_signs, draw, legend
from ferrovia.text import Words
from render.positions import a_late_position

CHICAGO = find_title("chicago-express")


def company(name: str, letters: str) -> CompanyFace:
    return CompanyFace(CompanyId(Owner(name)), name, letters, "#000000", "#ffffff", "solid", 3, HexId("A0"))


def a_layout(orientation: Orientation, places: dict[str, tuple[int, int, str, dict[str, int]]]) -> Layout:
    hexes = tuple(HexFace(HexId(h), x, y, "", terrain, figures) for h, (x, y, terrain, figures) in places.items())
    return Layout(orientation, hexes, tuple(company(name, name) for name in ("Alpha", "Beta", "Gamma", "Delta")))


def standing(hex_id: str, *tokens: str, marks: tuple[str, ...] = (), **figures: int) -> HexView:
    return HexView(HexId(hex_id), tuple(CompanyId(Owner(token)) for token in tokens), marks, figures)


def a_view(*hexes: HexView) -> View:
    return View(Course((), 0), hexes, (), (), ())


FLAT = a_layout(
    "flat",
    {
        "A0": (0, 0, "plain", {"cost": 1}),
        "A1": (0, 2, "forest", {"cost": 2}),
        "B0": (1, 1, "city", {"cost": 2, "income": 1}),
    },
)
POINTY = a_layout(
    "pointy",
    {
        "A1": (0, 0, "city", {"cost": 3, "income": 2}),
        "A3": (2, 0, "mountain", {"cost": 4}),
        "B2": (1, 1, "plain", {}),
    },
)


def rows(drawing: object) -> list[str]:
    return [row.rstrip() for row in str(drawing).splitlines()]


# ------------------------------------------------------------------------------------------------------------- drawing


def test_small_flat_drawing() -> None:
    view = a_view(standing("B0", "Alpha", "Beta", marks=("house",)))
    assert rows(draw(FLAT, view, width=11)) == [
        "A0",
        "1    B0●",
        "A1♣  ⌂AB",
        "2",
    ]


def test_large_flat_drawing() -> None:
    view = a_view(standing("A0", "Gamma"), standing("B0", "Alpha", "Beta", marks=("house",)))
    assert rows(draw(FLAT, view, large=True, width=12)) == [
        "  ___",
        " /A0 \\",
        "/1    \\___",
        "\\G    /B0 \\",
        " \\___/●2+1⌂\\",
        " /A1 \\AB   /",
        "/♣2   \\___/",
        "\\     /",
        " \\___/",
    ]


def test_small_pointy_drawing() -> None:
    view = a_view(standing("B2", "Delta"))
    assert rows(draw(POINTY, view, width=12)) == [
        "A1●   A3▲",
        "3+2   4",
        "   B2",
        "   D",
    ]


def test_large_pointy_drawing() -> None:
    view = a_view(standing("A3", "Alpha"))
    assert rows(draw(POINTY, view, large=True, width=13)) == [
        "+-----+-----+",
        "|A1   |A3   |",
        "|●3+2 |▲4   |",
        "|     |A    |",
        "+--+-----+--+",
        "   |B2   |",
        "   |     |",
        "   |     |",
        "   +-----+",
    ]


def test_figures_that_count_now_replace_the_printed_ones() -> None:
    assert "2+8" in str(draw(FLAT, a_view(standing("B0", income=8))))


def test_more_tokens_than_fit_are_not_hidden_silently() -> None:
    view = a_view(standing("A0", "Alpha", "Beta", "Gamma", "Delta", marks=("house",)))
    assert "⌂AB…" in rows(draw(FLAT, view, width=8))[1]


def test_plain_signs_for_terminals_without_unicode() -> None:
    view = a_view(standing("B0", "Alpha", marks=("house",)))
    assert str(draw(FLAT, view, signs=ASCII_SIGNS)).isascii()


@pytest.fixture(scope="module")
def late() -> Game:
    """A position of Chicago Express with much on the board."""
    game, random = new_game("chicago-express", ["Ana", "Ben", "Eva"]), Random(3)
    bots: dict[Any, Any] = dict.fromkeys(game.state.players, BOTS["random"])
    for _ in range(150):
        answer = automatic_answer(game, random, bots)
        if answer is None:
            break
        game = game.play(answer[0])
    return game


@pytest.mark.parametrize("large", [False, True])
def test_chicago_express_fits_in_a_hundred_columns_with_every_hex(late: Game, large: bool) -> None:
    picture = draw(CHICAGO.layout, late.view(), large=large, width=100)
    assert picture.width <= 100
    names = {run.text for row in picture.rows for run in row if run.look == "name"}
    assert names == {face.id for face in CHICAGO.layout.hexes}


def test_chicago_express_fits_in_eighty_columns(late: Game) -> None:
    assert draw(CHICAGO.layout, late.view(), width=80).width <= 80


@pytest.mark.parametrize("large", [False, True])
def test_every_token_on_the_board_is_drawn(late: Game, large: bool) -> None:
    """Nothing overlaps: as many characters of companies are drawn as there are locomotives on the map."""
    picture = draw(CHICAGO.layout, late.view(), large=large, width=100)
    drawn = sum(len(run.text) for row in picture.rows for run in row if run.look == "company")
    assert drawn == sum(len(there.tokens) for there in late.view().hexes)


def test_every_company_has_a_sign_of_its_own() -> None:
    signs = company_signs(CHICAGO.layout)
    assert signs == {"PRR": "P", "B&O": "B", "NYC": "N", "C&O": "C", "Wabash": "W"}
    twins = Layout("flat", (), tuple(company(name, "AB") for name in ("AB", "BA", "AA")))
    assert list(company_signs(twins).values()) == ["A", "B", "3"]


def test_legend_names_companies_and_signs() -> None:
    words = Words("en", title=CHICAGO.id, layout=CHICAGO.layout)
    told = {run.text: word for run, word in legend(CHICAGO.layout, words)}
    assert told["W"] == "WAB"
    assert told["♣"] == "forest"
    assert told["⌂"] == "house"


# ---------------------------------------------------------------------------------------------------- a map with tiles


def a_tile(name: str, colour: str, *stops: StopFace, tracks: tuple[tuple[str, str], ...] = ()) -> TileFace:
    return TileFace(name, colour, "", "", stops, tuple(TrackFace(ends, "standard", False) for ends in tracks), 1)


CITY, TOWN = StopFace("city", 2, {"": 30}), StopFace("town", 0, {"": 10})
BLANK, HOME = a_tile("", "white"), a_tile("", "white", StopFace("city", 1, {"": 0}))


def a_tiled_layout(orientation: Orientation) -> Layout:
    """Three hexes that touch each other: hills, a city, and plain ground with a label."""
    flat = {"A0": (0, 0), "A1": (0, 2), "B0": (1, 1)}
    pointy = {"A0": (0, 0), "A1": (2, 0), "B0": (1, 1)}
    places = flat if orientation == "flat" else pointy
    printed = {"A0": ("hill", {"cost": 20}, BLANK), "A1": ("plain", {}, HOME), "B0": ("plain", {}, BLANK)}
    hexes = tuple(
        HexFace(HexId(name), *places[name], "", terrain, figures, replace(tile, label="Y" if name == "B0" else ""))
        for name, (terrain, figures, tile) in printed.items()
    )
    tiles = (
        a_tile("57", "yellow", CITY, tracks=(("e0", "s0"), ("e3", "s0"))),
        a_tile("56", "green", TOWN, TOWN, tracks=(("e0", "s0"), ("e3", "s0"), ("e1", "s1"), ("e2", "s1"))),
    )
    return Layout(orientation, hexes, FLAT.companies, tiles)


def laid(hex_id: str, tile: str, turn: int, *stations: tuple[str, ...]) -> HexView:
    return HexView(HexId(hex_id), (), (), {}, tile, turn, stations)


TILED = a_tiled_layout("pointy")


def test_small_drawing_of_tiles() -> None:
    """Colour, values, who stands there and what is free; elsewhere terrain with its cost, and labels."""
    view = a_view(laid("A1", "57", 0, ("Alpha", "")), laid("B0", "56", 0, (), ()))
    assert rows(draw(TILED, view, width=12)) == [
        "A0∩20 A1y",
        "      30A○",
        "   B0g",
        "   10••",
    ]
    assert rows(draw(TILED, a_view(), width=12)) == ["A0∩20 A1", "      ○", "   B0", "   Y"]


def test_large_drawing_of_tiles_marks_track_that_goes_on_and_track_that_ends() -> None:
    """57 leads south-west and north-east; 56 meets it from below and has open ends elsewhere."""
    view = a_view(laid("A1", "57", 0, ("Alpha", "")), laid("B0", "56", 0, (), ()))
    assert rows(draw(TILED, view, large=True, width=13)) == [
        "+-----+---▒-+",
        "|A0   |A1 y |",
        "|∩20  |57   |",
        "|     |30A○ |",
        "+--+▒--█-+--+",
        "   |B0 g |",
        "   ▒56   |",
        "   |10•• |",
        "   +▒----+",
    ]


def test_large_flat_drawing_of_tiles() -> None:
    view = a_view(laid("A0", "57", 0, ("", "Beta")), laid("A1", "57", 0, ("", "")))
    drawing = rows(draw(a_tiled_layout("flat"), view, large=True, width=12))
    assert drawing[0] == "  _▒_"
    assert drawing[4][:6] == " \\_█_/"
    assert drawing[8] == " \\_▒_/"
    assert "30○B" in drawing[3]


def test_tiles_in_plain_characters() -> None:
    view = a_view(laid("A1", "57", 0, ("Alpha", "")), laid("B0", "56", 0, (), ()))
    assert str(draw(TILED, view, large=True, signs=ASCII_SIGNS)).isascii()


def test_legend_of_a_map_with_tiles() -> None:
    layout = find_title("18cz").layout
    told = {run.text: word for run, word in legend(layout, Words("en", title="18cz", layout=layout))}
    assert (told["≈"], told["y"], told["○"], told["•"], told["N"]) == ("river", "yellow", "city", "town", "BN")
    layout = find_title("18esp").layout
    told = {run.text: word for run, word in legend(layout, Words("es", title="18esp", layout=layout))}
    assert told["◦"] == "mina o puerto marítimo"


@pytest.mark.parametrize("large", [False, True])
def test_18cz_fits_in_a_hundred_columns_with_every_hex_and_station(large: bool) -> None:
    game = a_late_position("18cz")
    layout, view = game.title.layout, game.view()
    picture = draw(layout, view, large=large, width=100)
    assert picture.width <= 100
    runs = [run for row in picture.rows for run in row]
    assert {run.text for run in runs if run.look == "name"} == {face.id for face in layout.hexes}
    standing_there = {company for there in view.hexes for slots in there.stations for company in slots if company}
    assert {run.of for run in runs if run.look == "company"} == standing_there


# --------------------------------------------------------------------------------------------------------- in sentences


def told(language: str, view: View, hex_id: str) -> str:
    words = Words(language, title=CHICAGO.id, layout=CHICAGO.layout)
    return describe_hex(CHICAGO.layout, view, HexId(hex_id), words)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Q3 Binghamton, city, cost 2, income 1, development +1; PRR and NYC there; no house"),
        ("es", "Q3 Binghamton, ciudad, coste 2, beneficios 1, urbanización +1; con PRR y NYC; sin casita"),
    ],
)
def test_a_city_in_one_sentence(language: str, sentence: str) -> None:
    assert told(language, a_view(standing("Q3", "PRR", "NYC")), "Q3") == sentence


def test_a_house_is_told() -> None:
    assert told("en", a_view(standing("Q3", "PRR", marks=("house",))), "Q3").endswith("; PRR there; house")


def test_an_empty_plain_hex_is_told_without_a_house() -> None:
    assert told("en", a_view(), "B2") == "B2, plain, cost 1; nobody there"


def test_an_industrial_city_is_told_with_its_present_value() -> None:
    assert told("en", a_view(standing("K4", income=6)), "K4") == (
        "K4 Pittsburgh, industrial city, cost 4, income 6; nobody there"
    )


def test_the_board_in_sentences_names_every_hex_where_something_stands(late: Game) -> None:
    words = Words("en", title=CHICAGO.id, layout=CHICAGO.layout)
    sentences = describe_board(CHICAGO.layout, late.view(), words)
    occupied = [there for there in late.view().hexes if there.tokens]
    assert len(sentences) >= len(occupied)
    for there in occupied:
        assert any(sentence.startswith(words.hex(there.id)) for sentence in sentences)
