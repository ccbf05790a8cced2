"""Every tile and station of the recorded games, laid on our boards.

Where a recorded lay or station is no ordinary one, it is listed here with the paragraph of the rules file that says
why.
"""

import pytest

from ferrovia.model.board import Board, Laid, place_of
from ferrovia.model.ids import CompanyId, HexId, Owner, TileId
from ferrovia.model.network import reach_of
from ferrovia.model.tiles import Colour, Tile
from ferrovia.model.upgrades import Upgrades, is_next_colour, lays
from support.recorded import RecordedGame, recorded_games
from support.trackwork import Moment, map_of, moments

COLOURS: tuple[Colour, ...] = ("yellow", "green", "brown", "gray", "red")

OTHER_COLOUR_OR_LABEL = {
    "1862/1": {"F11 791→795": "[1862 16.7] Ipswich's own brown", "F13 793→797": "[1862 16.7] Harwich's own brown"},
    "1862/2": {"F11 791→795": "[1862 16.7] Ipswich's own brown"},
    "18CZ/1": {
        "I24 I24→8894": "[18CZ 8.1] red home tile of Ug",
        "B19 B19→8897": "[18CZ 8.1] red home tile of Pr",
        "F3 F3→8898": "[18CZ 8.1] red home tile of By",
        "A8 A8→8896": "[18CZ 8.1] red home tile of Sx",
        "I18 I18→8895": "[18CZ 8.1] red home tile of kk",
    },
    "18ESP/1": {"D6 L105→L126": "[18ESP 8.7] green OO → brown Y", "J20 8858→216": "[18ESP 8.7] green OO → brown Y"},
}
UNCONNECTED_LAYS = {
    "1862/2": {"WVR G8": "[1862 7.1] the home city is full: the upgrade makes room for the home token"},
    "18CZ/1": {f"{company} {home}": "[18CZ 8.1] red home tile: the station comes with it" for company, home in
               (("Ug", "I24"), ("PR", "B19"), ("BY", "F3"), ("SX", "A8"), ("kk", "I18"))},
}  # fmt: skip
STATIONS_NOT_REACHED = {
    "1862/1": {"B15.1": "[1862 7.6.5] London link", "D15.1": "[1862 7.6.5] London link"},
    "1862/2": {"B15.1": "[1862 7.6.5] London link", "D15.1": "[1862 7.6.5] London link"},
    "18CZ/1": {"B9.0": "[18CZ 8.1] home station of ATE, and its city when the tile comes"},
    "18ESP/1": {"D6.0": "[18ESP 9.5] the space of the base in an OO city"},
}


def same_or_next_colour(old: Tile, new: Tile) -> bool:
    return old.label == new.label and (old.colour == new.colour or is_next_colour(old, new))


def any_other(old: Tile, new: Tile) -> bool:
    """Colour and label are somebody else's business."""
    return old.colour == new.colour or is_next_colour(old, new) or new.colour == "red"


every_game = pytest.mark.parametrize("game", recorded_games(), ids=str)


def changed_hexes(moment: Moment) -> list[tuple[HexId, Laid | None, Laid]]:
    before, after = moment.before.tiles, moment.after.tiles
    return [(h, before.get(h), laid) for h, laid in after.items() if before.get(h) != laid]


@every_game
def test_every_tile_laid_is_an_upgrade_of_what_lay_there(game: RecordedGame) -> None:
    """Same or next colour, same label, all track and stops kept, no track that leads nowhere, enough tiles."""
    upgrades, number, others = Upgrades(map_of(game.title), same_or_next_colour), 0, set[str]()
    special = Upgrades(map_of(game.title), any_other)
    for moment in moments(game):
        for hex_id, old, new in changed_hexes(moment):
            number += 1
            assert (moment.after.left(new.tile) or 0) >= 0
            if upgrades.find(hex_id, old, new.tile, new.turn) is None:
                assert special.find(hex_id, old, new.tile, new.turn), f"{hex_id}: {old} → {new}"
                others.add(f"{hex_id} {old.tile if old else hex_id}→{new.tile}")
    assert number > 60
    assert others == set(OTHER_COLOUR_OR_LABEL.get(str(game), {}))


@every_game
def test_stations_move_along_with_the_tiles(game: RecordedGame) -> None:
    """After every action each company stands on the hexes that the trace names, each station in a slot of its own."""
    compared = 0
    for moment in moments(game):
        for company, hexes in moment.stations.items():
            compared += 1
            standing = [place_of(stop)[0] for stop in moment.after.stations_of(company)]
            assert sorted(standing) == sorted(hexes.elements()), (moment.action, company)
        if moment.after.stations is not moment.before.stations:
            for stop, present in moment.after.stations.items():
                assert len(present) == moment.after.stop(stop).slots, (moment.action, stop)
    assert compared > 500


@every_game
def test_every_tile_laid_is_connected(game: RecordedGame) -> None:
    """A company's lay is among all connected lays that its network gives."""
    upgrades, others, number = Upgrades(map_of(game.title), any_other), set[str](), 0
    for moment in moments(game):
        action = moment.action
        if action.get("type") == "lay_tile" and action["entity_type"] == "corporation":
            number += 1
            company, hex_id = CompanyId(Owner(action["entity"])), HexId(action["hex"])
            tile = TileId(action["tile"].rsplit("-", 1)[0])
            turn, _ = map_of(game.title).tiles[tile].lowest_turn(action["rotation"])
            found = lays(moment.before, upgrades, reach_of(moment.before, company).open_sides, COLOURS)
            if not any((where, u.tile.id, u.turn) == (hex_id, tile, turn) for where, u in found):
                others.add(f"{company} {hex_id}")
    assert number > 60
    assert others == set(UNCONNECTED_LAYS.get(str(game), {}))


@every_game
def test_every_station_placed_was_reached(game: RecordedGame) -> None:
    others = set[str]()
    for moment in moments(game):
        if moment.action.get("type") == "place_token":
            company = CompanyId(Owner(moment.action["entity"]))
            new = set(moment.after.stations_of(company)) - set(moment.before.stations_of(company))
            others |= new - reach_of(moment.before, company).stops
    assert others == set(STATIONS_NOT_REACHED.get(str(game), {}))


@every_game
def test_connections_are_mutual(game: RecordedGame) -> None:
    """On the final board both hexes say the same about the side between them."""
    board: Board = list(moments(game))[-1].after
    for hex_id, around in board.map.neighbours.items():
        for edge, other in around.items():
            assert board.connects(hex_id, edge) == board.connects(other, (edge + 3) % 6)
