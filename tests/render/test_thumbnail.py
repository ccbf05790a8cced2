"""Small boards for lists: every title, whatever lies on its map."""

from xml.etree import ElementTree as Xml

import pytest

from ferrovia import new_game, titles
from ferrovia.render.thumbnail import draw_thumbnail
from render.positions import a_late_position

SVG = "{http://www.w3.org/2000/svg}"
MOST = 60_000
"""Bytes; packed, a browser gets a tenth of it."""


@pytest.mark.parametrize("title", [title.id for title in titles()])
def test_every_hex_is_drawn_and_what_was_built_is_seen(title: str) -> None:
    first, late = new_game(title, ["Ana", "Ben", "Eva"]), a_late_position(title)
    pictures = [draw_thumbnail(game.title.layout, game.view()) for game in (first, late)]
    for picture in pictures:
        assert len(Xml.fromstring(picture).findall(f"{SVG}g")) == len(first.title.layout.hexes)
        assert len(picture) < MOST
    assert (pictures[0] != pictures[1]) == (first.view().hexes != late.view().hexes)
