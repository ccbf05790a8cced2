"""A map with tiles, in sentences. (A map without: test_terminal.)"""

from dataclasses import replace

import pytest

from ferrovia import find_title, new_game
from ferrovia.model.ids import HexId
from ferrovia.model.view import HexView, View
from ferrovia.render.sentences import describe_board, describe_hex
from ferrovia.text import LANGUAGES, Words
from render.positions import a_late_position, words_for

LAYOUT = find_title("18cz").layout
EMPTY = new_game("18cz", ["Ana", "Ben", "Eva"]).view()


def with_tile(hex_id: str, tile: str, turn: int = 0, stations: tuple[tuple[str, ...], ...] = ()) -> View:
    return replace(EMPTY, hexes=(HexView(HexId(hex_id), (), (), {}, tile, turn, stations),))


def told(view: View, hex_id: str, language: str = "en") -> str:
    return describe_hex(LAYOUT, view, HexId(hex_id), Words(language, title="18cz", layout=LAYOUT, currency="K"))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "E16 Pardubice, yellow tile 6; city 20, BCB there, track to F15 and D15"),
        ("es", "E16 Pardubice, ficha amarilla 6; ciudad 20, con BCB, vía hacia F15 y D15"),
    ],
)
def test_a_laid_tile(language: str, sentence: str) -> None:
    assert told(with_tile("E16", "6", stations=(("BCB",),)), "E16", language) == sentence


def test_a_turned_tile_leads_elsewhere() -> None:
    assert told(with_tile("E16", "6", 1), "E16").endswith("track to E14 and D17 Hradec Králové")


def test_free_and_taken_slots() -> None:
    view = with_tile("E16", "14", stations=(("BCB", ""),))
    assert "green tile 14; city 30, BCB there, 1 free space, track to " in told(view, "E16")
    both = with_tile("E16", "14", stations=(("BCB", "MW"),))
    assert "; city 30, BCB and MW there, track to " in told(both, "E16")


def test_two_stops_and_their_own_track() -> None:
    assert told(with_tile("E14", "55"), "E14") == (
        "E14, yellow tile 55; town 10, track to F13 and D15; town 10, track to E12 Praha and E16 Pardubice"
    )


def test_track_past_all_stops() -> None:
    assert told(with_tile("F15", "9"), "F15") == "F15, yellow tile 9; track from G14 to E16 Pardubice"


def test_a_tile_with_a_label_and_values_by_period() -> None:
    assert told(with_tile("A8", "8896"), "A8").startswith("A8, red tile 8896, label SX; city 30/40/50, 1 free space")


@pytest.mark.parametrize(
    ("hex_id", "sentence"),
    [
        ("G18", "G18, hills, terrain cost 20\u00a0K; town"),
        ("E10", "E10 Kladno, open ground; city, 1 free space"),
        ("D1", "D1, printed grey, open ground; town 10, track to D3 Cheb and E2"),
        ("F3", "F3, label BY, open ground"),
    ],
)
def test_a_printed_hex(hex_id: str, sentence: str) -> None:
    assert told(EMPTY, hex_id) == sentence


def test_track_that_leads_off_the_map_says_so() -> None:
    assert "track from the edge of the map to " in told(with_tile("A12", "9", 2), "A12")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hex_of_a_late_position_can_be_told(language: str) -> None:
    game = a_late_position("18cz")
    layout, view, words = game.title.layout, game.view(), words_for(game, language)
    for face in layout.hexes:
        sentence = describe_hex(layout, view, face.id, words)
        assert sentence.startswith(face.id)
        assert "{" not in sentence
    assert len(describe_board(layout, view, words)) == len(view.hexes)


@pytest.mark.parametrize(
    ("language", "mine", "harbour"),
    [("en", "; mine", "; harbour 40/30/20/20"), ("es", "; mina", "; puerto marítimo 40/30/20/20")],
)
def test_mines_and_harbours_have_their_own_words(language: str, mine: str, harbour: str) -> None:
    title = find_title("18esp")
    words = Words(language, title="18esp", layout=title.layout, currency="pts")
    view = replace(EMPTY, hexes=(HexView(HexId("C5"), (), (), {}, "L93", 5, ()),))
    assert mine in describe_hex(title.layout, view, HexId("C5"), words)
    assert harbour in describe_hex(title.layout, view, HexId("C1"), words)
