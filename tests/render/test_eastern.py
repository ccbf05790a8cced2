"""The map of 1862 as text: hexes above the first row, areas whose values stand on one hex only, a home in waiting."""

import re
from dataclasses import replace

from ferrovia.model.ids import CompanyId, HexId, Owner
from ferrovia.render.ground import Ground, worth
from ferrovia.render.hex_svg import HexDrawing
from ferrovia.render.sentences import describe_hex
from ferrovia.render.terminal import company_signs, draw
from ferrovia.text import Words
from ferrovia.titles.t1862.title import TITLE
from support.eastern import game_where

WORDS = Words("en", title=TITLE.id, layout=TITLE.layout, currency=TITLE.currency)


def test_every_hex_is_on_the_drawing() -> None:
    """Wells port lies above the first row of land."""
    view = game_where(lambda game: len(game.state.board.tiles) > 8).game.view()
    for large in (False, True):
        drawn = str(draw(TITLE.layout, view, large=large, width=140))
        assert [face.id for face in TITLE.layout.hexes if face.id not in drawn] == []


def test_the_values_of_an_area_stand_on_one_of_its_hexes() -> None:
    view = game_where(lambda game: True).game.view()
    ground = Ground(TITLE.layout, view)
    london = [face for face in TITLE.layout.hexes if face.name == "London" and face.tile]
    told = [worth(stop) for face in london if face.tile for stop in face.tile.stops]
    assert len(london) == 4
    assert [text for text in told if text] == ["100/150/200"]
    assert ground.lying(HexId("C14")) is not None


def test_names_of_areas_do_not_hide_their_values() -> None:
    """In the picture the row of values is above or below the lines of the name, never over them."""
    drawing = HexDrawing(Ground(TITLE.layout, game_where(lambda game: True).game.view()))
    pictures = [drawing.draw(face) for face in TITLE.layout.hexes if face.name]
    with_values = [picture for picture in pictures if 'rx="5.9"' in picture]
    assert len(with_values) == 10
    for picture in with_values:
        top, height = map(float, re.findall(r'<rect x="[^"]*" y="([^"]*)" width="[^"]*" height="([^"]*)"', picture)[0])
        lines = re.findall(r'y="([^"]*)"[^>]*font-size="([^"]*)"[^>]*paint-order="stroke">', picture)
        assert lines
        for bottom, size in lines:
            above, below = float(bottom) - 0.75 * float(size), float(bottom)
            assert below < top or above > top + height


def test_a_hex_in_words() -> None:
    game = game_where(lambda game: any("18" in laid.tile for laid in game.state.board.tiles.values())).game
    laid = next(there for there in game.view().hexes if "18" in there.tile)
    told = describe_hex(TITLE.layout, game.view(), laid.id, WORDS)
    assert f"green tile {laid.tile}" in told
    assert "track from" in told or "track to" in told


def test_a_station_that_waits_beside_the_slots_is_shown() -> None:
    """A home on a full tile stands there before the tile has a space for it."""
    game = game_where(lambda game: any(there.tile and there.stations for there in game.view().hexes)).game
    view = game.view()
    there = next(one for one in view.hexes if one.tile and one.stations and one.stations[0])
    guest = CompanyId(Owner("WVR"))
    waiting = replace(there, stations=((*there.stations[0], guest), *there.stations[1:]))
    crowded = replace(view, hexes=tuple(waiting if one.id == there.id else one for one in view.hexes))
    assert "WVR" in describe_hex(TITLE.layout, crowded, there.id, WORDS)
    assert company_signs(TITLE.layout)[guest] in str(draw(TITLE.layout, crowded, large=True, width=140))
