"""Laying tiles: what holds for a lay in every title, on the little railway."""

from typing import Any

import pytest

from ferrovia.engine.play import Ask, Game, IllegalAction, Move, Refused, Step, Table, refused, rule
from ferrovia.model.ids import BANK, CompanyId, HexId, TileId, TurnId
from ferrovia.model.message import Message
from ferrovia.model.tiles import Tile
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.track import (
    Allowance,
    EndTrack,
    LayTile,
    TileOnHex,
    colour_is_available,
    colour_is_available_by,
    connected,
    ending_track,
    in_any_turn,
    keeps_track_and_stops,
    laying,
    laying_track,
    lays_yellow,
    new_tile,
    only_yellow_after_yellow,
    paying,
    put_down,
    stays_on_the_map,
    suiting,
    terrain_cost,
    tile_is_in_supply,
    track_is_over,
    uses_the_printed_stub,
)
from support.little import ANA, BEN, RED, a_game, a_table, why

ALONG = 1
"""The turn in which tiles lie along the row."""


def lay(text: str) -> LayTile:
    """`lay("a city/1")`."""
    hex_id, tile, turn = text.replace("/", " ").split()
    return LayTile(HexId(hex_id), TileId(tile), TurnId(int(turn)))


# --------------------------------------------------------------------------------------------------------------- checks


def test_only_colours_of_the_phase() -> None:
    """Green comes with phase 2. Where each colour has its paragraph, that one is named."""
    green, figures = lay("a large/1"), {"tile": "large", "colour": "green", "phase": "1"}
    assert why(colour_is_available, a_table(), green) == ("tile-colour", figures)
    assert why(colour_is_available_by({"green": "tile-green"}), a_table(), green) == ("tile-green", figures)
    assert why(colour_is_available_by({"green": "tile-green"}), a_table(phase="2"), green) is None
    assert why(colour_is_available, a_table(), lay("a city/1")) is None


def test_a_tile_must_be_in_supply() -> None:
    """The only straight tile lies elsewhere; of others there are enough."""
    table = a_table(tiles="b:straight/1")
    assert why(tile_is_in_supply, table, lay("b straight/1")) == ("tile-supply", {"tile": "straight"})
    assert why(tile_is_in_supply, table, lay("a city/1")) is None


@pytest.mark.parametrize(
    ("text", "refused"),
    [("a city/1", None), ("b straight/1", None), ("c town/1", None), ("b city/1", "city"), ("a large/1", "green")],
)
def test_a_tile_suits_what_is_there(text: str, refused: str | None) -> None:
    """The title says what may become what, and by which rule something may not."""

    def rule_of(old: Tile, new: Tile) -> str:
        return "green" if new.colour == "green" else new.stops[0].kind

    reason = why(suiting(rule_of), a_table(), lay(text))
    assert (reason and reason[0]) == refused


def test_no_track_leads_off_the_map() -> None:
    assert why(stays_on_the_map, a_table(), lay("b straight/0")) == ("track-on-map", {"hex": "b"})
    assert why(stays_on_the_map, a_table(), lay("a city/1")) == ("track-on-map", {"hex": "a"})
    assert why(stays_on_the_map, a_table(), lay("b straight/1")) is None


def test_a_printed_stub_is_used() -> None:
    """The city in d has track at the side of c."""
    assert why(uses_the_printed_stub, a_table(), lay("d city/0")) == ("stub", {"hex": "d"})
    assert why(uses_the_printed_stub, a_table(), lay("d city/1")) is None


def test_a_check_can_stand_for_another_rule() -> None:
    """A rulebook may have its own paragraph for the same claim."""
    renamed = uses_the_printed_stub.under("aranjuez")
    assert why(renamed, a_table(), lay("d city/0")) == ("aranjuez", {"hex": "d"})
    assert why(uses_the_printed_stub, a_table(), lay("d city/0")) == ("stub", {"hex": "d"})


def test_track_stays_where_it_is() -> None:
    table = a_table(tiles="d:city/1")
    assert why(keeps_track_and_stops, table, lay("d large/1")) is None
    assert why(keeps_track_and_stops, table, lay("d bent/1")) == ("track-kept", {"hex": "d", "tile": "bent"})


def test_track_continues_that_of_the_company() -> None:
    """From a station in any direction, then from track to track; for upgrades the title names the rule."""
    check = connected(upgrade="upgrade-usable")
    assert why(check, a_table(), lay("a city/1")) is None
    assert why(check, a_table(), lay("b straight/1")) == ("track-connected", {"company": RED, "hex": "b"})
    assert why(check, a_table(tiles="a:city/1"), lay("b straight/1")) is None
    far = a_table(tiles="d:city/1", phase="2")
    assert why(check, far, lay("d large/1")) == ("upgrade-usable", {"company": RED, "hex": "d"})


def test_others_stations_end_the_way() -> None:
    """A city full of others is reached, not passed."""
    row, check = "a:city/1 b:straight/1 c:town/1 d:city/1", connected(upgrade="upgrade-usable")
    own, blocked = (a_table(tiles=row, stations=stations) for stations in ("RED@a", "RED@a BLUE@d"))
    assert why(check, blocked, lay("d large/1")) is None
    assert own.reach(RED).stops > blocked.reach(RED).stops


# ------------------------------------------------------------------------------------------------------------ allowance


def is_no_town(table: Table, action: TileOnHex) -> bool:
    return lays_yellow(table, action) and new_tile(table, action).id != "town"


TWO_AT_FIRST = Allowance(lambda turn: 2 if turn.first else 1, is_no_town)


def test_some_yellow_tiles_or_one_other() -> None:
    """What is left, and what a lay uses up."""
    table = a_table(first=True)
    assert TWO_AT_FIRST.left(table.here(CompanyTurn)) == 2
    TWO_AT_FIRST.use(table, lay("a city/1"))
    assert TWO_AT_FIRST.left(table.here(CompanyTurn)) == 1
    TWO_AT_FIRST.use(table, lay("c town/1"))
    assert TWO_AT_FIRST.left(table.here(CompanyTurn)) == 0
    assert TWO_AT_FIRST.left(CompanyTurn(RED, first=False, yellow_laid=1)) == 0


def test_after_a_yellow_tile_only_another_one() -> None:
    check = only_yellow_after_yellow(is_no_town)
    assert why(check, a_table(yellow_laid=1), lay("c town/1")) == ("track-allowance", {"company": RED})
    assert why(check, a_table(yellow_laid=1), lay("a city/1")) is None
    assert why(check, a_table(), lay("c town/1")) is None


def test_track_is_over_when_ended_or_used_up() -> None:
    assert not track_is_over(CompanyTurn(RED, first=False), TWO_AT_FIRST)
    assert track_is_over(CompanyTurn(RED, first=False, done=("track",)), TWO_AT_FIRST)
    assert track_is_over(CompanyTurn(RED, first=True, upgraded=True), TWO_AT_FIRST)


# ---------------------------------------------------------------------------------------------------- cost and the step


def test_the_first_tile_pays_for_the_terrain() -> None:
    assert terrain_cost(a_table(), HexId("b")) == 30
    assert terrain_cost(a_table(), HexId("a")) == 0
    assert terrain_cost(a_table(tiles="b:straight/1"), HexId("b")) == 0


FREE = laying(
    colour_is_available,
    tile_is_in_supply,
    suiting(lambda old, new: "tile-for-place"),
    stays_on_the_map,
    keeps_track_and_stops,
    connected(upgrade="track-connected"),
    count=TWO_AT_FIRST.use,
)
LAY = paying(lambda table, action: terrain_cost(table, action.hex), FREE)
KEYS = tuple(check.rule for check in LAY.checks)


def track(step: Step, **written: Any) -> Game:
    return a_game(step, LayTile, EndTrack, keys=KEYS, **({"tiles": "a:city/1"} | written))


LAYING = laying_track(LAY, ending_track(), allowance=TWO_AT_FIRST)


def test_a_lay_is_offered_paid_and_counted() -> None:
    """One tile suits the next hex; its terrain is paid, the hexes behind it come into reach."""
    game = track(LAYING, first=True)
    assert game.ask is not None and (game.ask.who, game.ask.about.params) == (
        ANA,
        {"company": RED, "left": 2, "upgrades": 0},
    )
    assert [offer.action for offer in game.offers()] == [lay("b straight/1"), EndTrack()]
    after = game.play(lay("b straight/1"))
    assert (after.state.cash[RED], after.state.cash[BANK]) == (70, 30)
    assert [event.key for event in after.events] == ["terrain-paid", "tile-laid"]
    assert after.ask is not None and after.ask.about.params["left"] == 1
    assert lay("c town/1") in [offer.action for offer in after.offers()]


def test_nobody_is_asked_when_nothing_is_left_to_lay() -> None:
    """Outside the first turn one tile is all."""
    assert track(LAYING).play(lay("b straight/1")).ask is None
    assert track(LAYING).play(EndTrack()).ask is None


def test_terrain_must_be_paid() -> None:
    game = track(LAYING, cash=29)
    refusal = game.why_not(lay("b straight/1"))
    assert refusal is not None
    assert (refusal.rule, refusal.params) == ("terrain-cost", {"hex": "b", "cost": 30, "treasury": 29})
    assert track(LAYING, cash=30).play(lay("b straight/1")).state.cash[RED] == 0


def test_without_a_cost_terrain_is_free() -> None:
    after = track(laying_track(FREE, allowance=TWO_AT_FIRST), cash=0).play(lay("b straight/1"))
    assert (after.state.cash[RED], [event.key for event in after.events]) == (0, ["tile-laid"])


def test_turns_that_look_alike() -> None:
    """The lowest of them is laid; a record names the one it has."""
    game = track(LAYING).play(lay("b straight/4"))
    assert game.state.board.tiles[HexId("b")].turn == ALONG
    recorded = track(laying_track(in_any_turn(LAY), allowance=TWO_AT_FIRST)).play(lay("b straight/4"))
    assert recorded.state.board.tiles[HexId("b")].turn == 4


def ask_ben(table: Table, company: CompanyId, moves: tuple[Move[Any], ...], about: Message) -> Ask:
    return Ask(BEN, moves, about)


def put_and_tell(table: Table, action: TileOnHex) -> None:
    table.tell("celebrated", stops=len(put_down(table, action)[0]))


def test_a_title_may_ask_somebody_else_and_do_more_when_the_tile_lies() -> None:
    celebrated = laying(count=TWO_AT_FIRST.use, put=put_and_tell)
    game = track(laying_track(celebrated, allowance=TWO_AT_FIRST, asked=ask_ben))
    assert game.ask is not None and game.ask.who == BEN
    events = game.play(lay("b straight/1")).events
    assert [(event.key, event.params.get("stops")) for event in events] == [("tile-laid", None), ("celebrated", 0)]


@rule("home-tile")
def there_is_a_tile_in_c(table: Table, action: EndTrack) -> Refused | None:
    return None if HexId("c") in table.state.board.tiles else refused(hex="c")


def test_a_duty_keeps_the_step_open() -> None:
    """Whoever must lay cannot end the step."""
    step = laying_track(LAY, ending_track(there_is_a_tile_in_c), allowance=TWO_AT_FIRST)
    written = {"keys": (*KEYS, "home-tile"), "tiles": "a:city/1 b:straight/1", "first": True}
    game = a_game(step, LayTile, EndTrack, **written)
    with pytest.raises(IllegalAction, match="home-tile"):
        game.play(EndTrack())
    assert game.play(lay("c town/1")).ask is None
