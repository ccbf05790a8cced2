"""The position as a picture: well-formed, complete, and safe whatever the players are called."""

from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree as Xml

import pytest

from ferrovia import Game, find_title, new_game, titles
from ferrovia.model.ids import HexId, Owner, PlayerId
from ferrovia.model.view import HexFace, HexView, Layout, TileFace, View
from ferrovia.render.ground import Lying
from ferrovia.render.hexes import APOTHEM, SIZE, Shape, apart, places_of_stops
from ferrovia.render.svg import draw_position
from ferrovia.text import LANGUAGES, Words
from render.positions import a_late_position, words_for

SVG = "{http://www.w3.org/2000/svg}"
TITLES = [title.id for title in titles()]
TILED = [title.id for title in titles() if title.layout.tiles]


def drawn(game: Game, language: str = "en") -> Xml.Element:
    return Xml.fromstring(draw_position(game.title.layout, game.view(), words_for(game, language)))


def texts(picture: Xml.Element) -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}text")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_hex_is_drawn_with_its_coordinate(title: str, language: str) -> None:
    game = a_late_position(title)
    picture = drawn(game, language)
    hexes = [element.text for element in picture.iter(f"{SVG}title")][1:]
    assert hexes == [f"{face.id} {face.name}".strip() for face in game.title.layout.hexes]
    assert set(texts(picture)) >= {face.id for face in game.title.layout.hexes}


@pytest.mark.parametrize("title", TITLES)
def test_the_start_of_a_game_is_drawn_too(title: str) -> None:
    assert texts(drawn(new_game(title, ["Ana", "Ben", "Eva"])))[0] == find_title(title).name


def test_a_picture_is_the_same_every_time() -> None:
    game = a_late_position("18cz")
    one, other = (draw_position(game.title.layout, game.view(), words_for(game)) for _ in range(2))
    assert one == other


def test_every_station_marker_and_company_carries_its_letters() -> None:
    """Colour is never the only sign: stations on the map, markers on the market, and the legend."""
    game = a_late_position("18cz")
    view, shown = game.view(), texts(drawn(game))
    for face in game.title.layout.companies:
        stations = sum(slots.count(face.id) for there in view.hexes for slots in there.stations)
        markers = sum(marker.company == face.id for marker in view.markers)
        labels = sum(tile_of(game.title.layout, view, h).label == face.letters for h in game.title.layout.hexes)
        assert shown.count(face.letters) == stations + markers + labels + 1


def tile_of(layout: Layout, view: View, face: HexFace) -> TileFace:
    laid = {there.id: there.tile for there in view.hexes if there.tile}
    found = next((tile for tile in layout.tiles if tile.id == laid.get(face.id)), face.tile)
    assert found is not None
    return found


def test_locomotives_and_houses_are_drawn() -> None:
    game = a_late_position("chicago-express")
    view, shown = game.view(), texts(drawn(game))
    letters = {face.id: face.letters for face in game.title.layout.companies}
    for company, name in letters.items():
        assert shown.count(name) == sum(there.tokens.count(company) for there in view.hexes) + 1
    houses = drawn(game).findall(f".//{SVG}polygon[@fill='#b5482f']")
    assert len(houses) == sum(there.marks.count("house") for there in view.hexes)


def test_prices_of_the_market_are_shown() -> None:
    shown = texts(drawn(a_late_position("18cz")))
    assert set(shown) >= {str(cell.price) for cell in find_title("18cz").layout.market}


def test_a_foreign_name_cannot_break_out_of_the_picture() -> None:
    name = PlayerId(Owner('<script>alert("&")</script>'))
    game = new_game("18cz", [name, "Ben", "Eva"])
    text = draw_position(game.title.layout, game.view(), words_for(game))
    assert "<script" not in text
    assert any(name in shown for shown in texts(Xml.fromstring(text)))


@pytest.mark.parametrize("title", TILED)
def test_every_tile_can_be_drawn_in_every_turn(title: str) -> None:
    game = new_game(title, ["Ana", "Ben", "Eva"])
    layout, blank = game.title.layout, game.title.layout.hexes[0]
    laid = [(f"{tile.id}/{turn}", tile.id, turn) for tile in layout.tiles for turn in range(6)]
    faces = tuple(replace(blank, id=HexId(name), x=2 * at, y=0) for at, (name, _, _) in enumerate(laid))
    hexes = tuple(HexView(HexId(name), (), (), {}, tile, turn) for name, tile, turn in laid)
    text = draw_position(replace(layout, hexes=faces), replace(game.view(), hexes=hexes), words_for(game))
    assert Xml.fromstring(text).tag == f"{SVG}svg"


@pytest.mark.parametrize("title", TILED)
def test_stops_are_on_the_hex_and_apart(title: str) -> None:
    layout = find_title(title).layout
    shape = Shape(layout.orientation)
    for tile in layout.tiles:
        for turn in range(6):
            places = places_of_stops(shape, Lying(tile, turn, laid=True))
            assert all(apart(place, (0, 0)) < APOTHEM * 0.8 for place in places), tile.id
            assert all(apart(a, b) > SIZE * 0.3 for a, b in combinations(places, 2)), tile.id


def test_hexes_touch_without_overlapping() -> None:
    """Neighbours are two apothems apart, in both orientations."""
    for title in TITLES:
        layout = find_title(title).layout
        shape = Shape(layout.orientation)
        middles = [shape.middle(face) for face in layout.hexes]
        nearest = min(apart(a, b) for a, b in combinations(middles, 2))
        assert nearest == pytest.approx(2 * APOTHEM)


def test_the_words_of_a_picture_are_in_the_language() -> None:
    game = a_late_position("18cz")
    assert any("Fase" in text for text in texts(drawn(game, "es")))
    words = Words("es", title="18cz")
    assert words.term("zone", "start-S") in texts(drawn(game, "es"))
