"""What is printed, as it is drawn and told: phases, endings, and which tile becomes which."""

import pytest

from contract.games import every_title
from ferrovia import Title, find_title


@every_title
def test_phases_and_endings_name_paragraphs_of_the_rulebook(title: Title) -> None:
    named = [*title.layout.endings, *(rule for phase in title.layout.phases for rule in phase.rules)]
    assert title.layout.endings or not title.layout.hexes
    assert [rule for rule in named if rule not in title.rulebook.paragraphs] == []


@every_title
def test_every_phase_but_the_first_is_begun_by_a_train(title: Title) -> None:
    cards = {face.card for face in title.layout.trains}
    begun = [phase.card for phase in title.layout.phases]
    assert begun[:1] in ([], [""])
    assert set(begun[1:]) <= cards
    assert len(set(begun)) == len(begun)


@pytest.mark.parametrize(
    ("title", "ends"),
    [
        ("18cz", {"4e": ("2",), "5g": ("2", "3"), "8Ej": ("3E", "4E")}),
        ("1862", {"3F": ("1F", "2L", "2E"), "6L": (), "8F": ("5F", "4L", "4E")}),
        ("1824", {"4": ("2",), "6": ("3",), "5g": ("1g", "2g", "3g")}),
        ("18esp", {"4": ("2",), "6": ("3",), "6+8": ("4",)}),
    ],
)
def test_the_first_sale_of_a_train_ends_older_ones(title: str, ends: dict[str, tuple[str, ...]]) -> None:
    told = {face: gone for card in find_title(title).layout.trains for face, gone in card.ends.items()}
    assert {face: tuple(told.get(face, ())) for face in ends} == ends


@every_title
def test_a_tile_becomes_one_of_the_next_colour_or_with_more_on_it(title: Title) -> None:
    order = ["white", "yellow", "green", "brown", "gray"]
    tiles = {tile.id: tile for tile in title.layout.tiles}
    for tile in tiles.values():
        for other in tile.becomes:
            assert order.index(tiles[other].colour) - order.index(tile.colour) in (0, 1), (tile.id, other)


def test_yellow_track_grows_as_every_player_knows() -> None:
    tiles = {tile.id: tile for tile in find_title("18cz").layout.tiles}
    assert set(tiles["7"].becomes) == {"26", "27", "28", "29", "30", "31"}


LEGIBLE = 4.5
"""The contrast that small letters need (WCAG AA)."""


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@every_title
def test_the_letters_of_a_company_can_be_read_on_its_colour(title: Title) -> None:
    """A mark is drawn in its own two colours whatever the theme."""
    for face in title.layout.companies:
        low, high = sorted((_luminance(face.ink), _luminance(face.colour)))
        assert (high + 0.05) / (low + 0.05) >= LEGIBLE, (face.id, face.colour, face.ink)
