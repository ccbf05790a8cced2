"""[4.2] [4.3] [5.1] [5.2] Building: tiles, mines, passes, stations, and the objectives they reach."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import HexId, StopId, TileId, TurnId
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.track import LayTile
from ferrovia.titles.t18esp.homes import ChooseBase, ChooseSpace
from ferrovia.titles.t18esp.material import Objective
from ferrovia.titles.t18esp.objectives import joined_to_base, reach_objective
from ferrovia.titles.t18esp.passes import OpenPass, OpenPassWithPioneer
from ferrovia.titles.t18esp.track import EndBuild, LayTileWithPioneer
from support.tables import asked
from titles.t18esp.tables import (
    ALL_NORTH,
    EspTable,
    a_table,
    books_of,
    company_id,
    inside,
    kinds_offered,
    markers,
    money,
    offers_of,
    owner_of,
    stations_of,
    why,
)

rule = pytest.mark.rule


def lay(hex_id: str, tile: str, turn: int) -> LayTile:
    return LayTile(HexId(hex_id), TileId(tile), TurnId(turn))


def lay_on(game: Game, hex_id: str, tile: str | None = None, kind: type = LayTile) -> LayTile:
    """The first lay that is offered on a hex."""
    found = [a for a in offers_of(game, kind) if a.hex == hex_id and tile in (None, a.tile)]
    assert found, f"nothing can be laid on {hex_id}"
    return found[0]


def lay_with_pioneer(hex_id: str, tile: str, turn: int) -> LayTileWithPioneer:
    return LayTileWithPioneer(HexId(hex_id), TileId(tile), TurnId(turn))


def place(stop: str) -> PlaceStation:
    return PlaceStation(StopId(stop))


def open_pass(hex_id: str) -> OpenPass:
    return OpenPass(HexId(hex_id))


def santander(phase: str = "3", cash: int = 500, **facts: object) -> EspTable:
    """FdSB in Santander, with track to Torrelavega and Laredo."""
    table = a_table().phase(phase).has("FdSB", price=85, held="X40", cash=cash, stations="I5", met="destination")
    return table.line("H4 I5 J4 K5").turn_of("FdSB", "build", **facts)


# ------------------------------------------------------------------------------------------------------- tile actions


@rule("4.2.1", "4.2.3", "4.2")
def test_e4_two_tiles_and_a_mine_in_one_turn() -> None:
    """E4: The mine is no tile action: 30 for it, 20 for the second tile, and the terrain of each."""
    first = santander().game()
    mine, second = lay_on(first, "H6"), lay_on(first, "K5")
    game = first.play(lay_on(first, "J6")).play(mine)
    assert money(game, "FdSB") == 500 - 30 - 30
    game = game.play(second)
    assert money(game, "FdSB") == 500 - 30 - 30 - 20
    assert why(game, lay("I5", "L109", 0)) == ("two-tiles", "4.2.1")
    assert why(game, lay("I7", "L93", 0)) == ("mine-once", "4.2.3")


@rule("4.2.1", "4.2.2")
def test_c9_no_two_upgrades_and_never_the_tile_just_laid() -> None:
    """C9: no two upgrades and never the tile just laid."""
    first = santander().game()
    one, other = lay_on(first, "K5"), lay_on(first, "I5")
    game = first.play(one)
    assert why(game, other) == ("one-upgrade", "4.2.2")
    assert game.why_not(lay_on(game, "J6")) is None
    game = first.play(lay_on(first, "J6"))
    assert why(game, lay("J6", "L114", 0)) == ("not-the-same-tile", "4.2.2")
    assert game.why_not(other) is None


def merida(phase: str = "3", profile: str = "rulebook") -> EspTable:
    """The minor MS in Mérida, with track to the north and the south."""
    table = a_table(profile=profile).phase(phase)
    table.has("MS", price=90, held="X100", cash=100, stations="C27", trains="2")
    return table.lies("C27 57/0").turn_of("MS")


@rule("4.2.1", "4.2.3")
def test_c9_a_minor_has_one_tile_and_one_mine() -> None:
    """C9: a minor has one tile and one mine."""
    game = merida().game()
    other = lay_on(game, "C29")
    game = game.play(lay_on(game, "C25", "57"))
    assert why(game, other) == ("minor-one-tile", "4.2.1")
    mine = game.play(lay_on(game, "C23"))
    assert money(game, "MS") - money(mine, "MS") == 30


@rule("4.2.1", "4.2.2", "6")
def test_what_is_printed_and_laid_must_match() -> None:
    game = merida().game()
    assert why(game, lay("C25", "7", 0)) == ("tile-for-place", "4.2.1")
    assert why(game, lay("C27", "611", 0)) == ("tile-colour", "6")
    assert why(game, lay("C23", "8", 0)) == ("mine-tiles", "4.2.3")
    assert why(game, lay("E29", "57", 0)) == ("track-connected", "4.2.1")
    assert why(game, lay("C27", "5", 0)) == ("upgrade-step", "4.2.2")
    assert why(merida("2").game(), lay("C27", "14", 0)) == ("tile-colour", "6")


@rule("4.2", "1.4")
def test_c33_two_faces_are_one_piece() -> None:
    """C33: The 60° OO tile lies in Oviedo: its broad face cannot be laid in Sevilla; the other shapes can."""
    table = a_table().phase("3").has("SC", price=90, held="X100", cash=100, stations="C31", trains="2")
    game = table.lies("D6 L132/0").turn_of("SC").game()
    assert why(game, lay("C31", "L129", 0)) == ("tile-supply", "4.2")
    assert {a.tile for a in offers_of(game, LayTile) if a.hex == "C31"} == {"L130", "L131"}
    assert "L129" in {a.tile for a in offers_of(table.lies("D6 L105/0").turn_of("SC").game(), LayTile)}


@rule("4.2.2", "4.4.3")
@pytest.mark.parametrize("profile", ["rulebook", "site"])
def test_the_two_cities_of_an_oo_tile_stay_apart_in_green(profile: str) -> None:
    """The track of both never leads into one of the new cities, with the other one somewhere else."""
    table = a_table(profile=profile).phase("3").has("SC", price=90, held="X100", cash=100, stations="C31.0", trains="2")
    game = table.lies("C31 L131/0").turn_of("SC").game()
    before = game.state.board.picture(HexId("C31")).stop_sides
    green = [a for a in offers_of(game, LayTile) if a.hex == "C31"]
    for action in green:
        after = game.state.board.map.tiles[action.tile].turned(action.turn).stop_sides
        assert all(sum(set(old) <= set(new) for old in before) == 1 for new in after), action
    assert green and why(game, lay("C31", "8859", 0)) == ("track-kept", "4.2.2")


@rule("4.2.1")
def test_aranjuez_is_joined_to_madrid() -> None:
    table = a_table().phase("3").has("MCP", price=90, held="X40", cash=100, stations="F24", met="destination")
    game = table.turn_of("MCP").game()
    tile = game.state.board.map.tiles[TileId("L79")]
    turns = {a.turn for a in offers_of(game, LayTile) if a.hex == "F26" and a.tile == "L79"}
    assert turns == {turn for turn in range(6) if tile.turned(turn).exits >> 3 & 1}
    wrong = next(turn for turn in range(6) if turn not in turns)
    assert why(game, lay("F26", "L79", wrong)) == ("aranjuez", "4.2.1")


@rule("4.2.1", "4.2")
def test_minors_build_in_the_south_and_each_map_has_its_gauge() -> None:
    """C43: the pass joins the maps, never the gauges."""
    table = a_table().phase("3").has("FdLR", price=90, held="X40", cash=300, stations="H8", met="destination red-area")
    table.line("H8 H10 H12").open("H12").turn_of("FdLR")
    game = table.game()
    assert why(game, lay("E19", "L100", 0))[0] == "tile-gauge"
    assert game.why_not(lay("E19", "L97", 0)) is None
    assert why(game, lay("G9", "L90", 0))[0] == "tile-gauge"
    minor = a_table().phase("3").has("ZP", price=90, held="X100", cash=300, stations="J20", trains="2").open("H12")
    minor.lies("E19 L97/0, H10 79/0, J20 L129/0").stations(ZP="").turn_of("ZP")
    assert why(minor.game(), lay("H8", "956", 0)) == ("minor-south", "4.2.1")


@rule("4.2.2", "4.2.3", "2.2")
def test_c10_taking_a_mine_down() -> None:
    """C10: 30 for the mine, 20 more as the second action; pioneer 1 pays the 30, the site waives the 20."""

    def table(profile: str = "rulebook") -> EspTable:
        made = a_table(profile=profile).phase("4").has("FdLR", price=90, held="X40", cash=300, stations="H8")
        made.keep(objectives={made.company("FdLR"): ("destination",)})
        return made.lies("H8 956/0, E19 L97/0, H10 79/0").open("H12")

    def laid(made: EspTable) -> Game:
        return made.turn_of("FdLR", "build", laid=(HexId("H10"),)).game()

    assert money(laid(table()).play(lay("E19", "88", 0)), "FdLR") == 250
    assert money(laid(table("site")).play(lay("E19", "88", 0)), "FdLR") == 270
    game = laid(table().pioneers(FdLR="P1")).play(lay_with_pioneer("E19", "88", 0))
    assert (money(game, "FdLR"), owner_of(game, "P1")) == (280, "scrap")
    assert why(laid(table()), lay_with_pioneer("E19", "88", 0)) == ("owns-pioneer-1", "2.2")
    owner = laid(table().pioneers(FdLR="P1"))
    assert why(owner, lay_with_pioneer("G9", "79", 0)) == ("mine-tiles", "4.2.3")


@rule("2.2", "5.2", "4.2.3")
def test_c54_pioneers_1_and_4_stay_inside_the_limits() -> None:
    """C54: Pajares with pioneer 4 costs 40 less and is the pass of this turn; on the site it is an extra."""
    opened = _reaching_pajares("rulebook").play(OpenPassWithPioneer(HexId("D12")))
    assert (money(opened, "SFVA"), owner_of(opened, "P4")) == (300 - 60, "scrap")
    assert "D12.0" not in opened.state.board.barred
    site = _reaching_pajares("site").play(OpenPassWithPioneer(HexId("D12")))
    assert (opened.where()[-1].facts.done, site.where()[-1].facts.done) == (("pass",), ())
    mine = _reaching_pajares("rulebook", pioneers="P1")
    taking_down = lay_on(mine, "D8", kind=LayTileWithPioneer)
    after = mine.play(taking_down)
    assert (money(after, "SFVA"), owner_of(after, "P1"), after.where()[-1].facts.laid) == (300, "scrap", ("D8",))
    extra = _reaching_pajares("site", pioneers="P1").play(taking_down)
    assert (money(extra, "SFVA"), extra.where()[-1].facts.laid) == (300, ())


def _reaching_pajares(profile: str, phase: str = "3", pioneers: str = "P4") -> Game:
    """SFVA in Oviedo, its track running down to Pajares."""
    made = a_table(profile=profile, without=ALL_NORTH, carreno="FdSB").phase(phase)
    made.has("SFVA", price=90, held="X40", cash=300, stations="", met="destination", operated=True)
    made.lies("D6 L134/0, D8 L100/0, D10 79/0").stations(SFVA="D6.0")
    return made.pioneers(SFVA=pioneers).turn_of("SFVA").game()


def test_on_the_site_a_tile_of_pioneer_1_counts_as_laid_in_this_turn() -> None:
    """The first action may take its mine down again, the second may not."""
    made = a_table(profile="site", without=ALL_NORTH, carreno="FdSB").phase("3")
    made.has("SFVA", price=90, held="X40", cash=300, met="destination", operated=True)
    made.lies("D6 L134/0").stations(SFVA="D6.0").pioneers(SFVA="P1")
    game = made.turn_of("SFVA").game().play(LayTileWithPioneer(HexId("D8"), TileId("L100"), TurnId(0)))
    down = lay("D8", "89", 0)
    assert game.why_not(down) is None
    second = game.play(lay_on(game, "D10"))
    assert why(second, down) == ("not-the-same-tile", "4.2.2")


@rule("2.2")
def test_on_the_site_pioneer_1_builds_on_the_hexes_of_its_list() -> None:
    """Also on E11, where there is no mine, for nothing; and not in Teruel."""

    def lays(profile: str, row: str, station: str) -> set[HexId]:
        made = a_table(profile=profile).phase("3").has("FdLR", price=90, held="X40", cash=0, met="destination")
        game = made.line(row).stations(FdLR=station).pioneers(FdLR="P1").turn_of("FdLR").game()
        return {action.hex for action in offers_of(game, LayTileWithPioneer)}

    leads_north, leads_south = ("H8 G9 F10 E11", "H8"), ("K25 J26", "K25")
    assert [HexId("E11") in lays(profile, *leads_north) for profile in ("rulebook", "site")] == [False, True]
    assert [HexId("J24") in lays(profile, *leads_south) for profile in ("rulebook", "site")] == [True, False]


# -------------------------------------------------------------------------------------------------------------- passes


@rule("5.2")
def test_c13_opening_a_pass_and_its_stations() -> None:
    """C13: 100 for Pajares, 50 for the first station to the bank, 50 for the second to whoever placed the first."""
    game = _reaching_pajares("rulebook").play(open_pass("D12"))
    assert money(game, "SFVA") == 200
    assert why(game, open_pass("H12"))[0] == "one-pass"
    game = game.play(place("D12.0"))
    assert (money(game, "SFVA"), stations_of(game, "SFVA")) == (150, "D12.0 D6.0")
    assert why(game, place("D12.0")) == ("one-station", "4.3")


@rule("5.2")
def test_c42_the_second_station_pays_the_first() -> None:
    """C42: the second station pays the first."""
    table = a_table().phase("3").has("N", price=100, held="X40", cash=300, stations="H12", met="destination")
    table.has("FdLR", price=90, held="Y40", cash=49, stations="H8", met="destination").line("H8 H10 H12").open("H12")
    assert why(table.turn_of("FdLR").game(), place("H12.0")) == ("station-cost", "4.3")
    game = table.treasury(FdLR=50).turn_of("FdLR").game().play(place("H12.0"))
    assert money(game, "FdLR", "N") == (0, 350)
    full = table.stations(FdLR="H12").has("FdSB", price=80, held="Z40", cash=500, stations="I5", met="destination")
    assert why(full.turn_of("FdSB").game(), place("H12.0")) == ("slot-free", "4.3")


@rule("5.2")
def test_c14_who_may_open_a_pass_and_when() -> None:
    """C14: who may open a pass and when."""
    assert why(_reaching_pajares("rulebook", phase="2"), open_pass("D12")) == ("pass-phase", "5.2")
    game = santander().game()
    assert why(game, open_pass("H12")) == ("pass-connected", "5.2")
    assert why(game, open_pass("I5")) == ("pass-hex", "5.2")
    assert why(santander().open("H12").turn_of("FdSB").game(), open_pass("H12")) == ("pass-hex", "5.2")
    assert why(merida().game(), open_pass("H12")) == ("pass-major", "5.2")
    assert why(game, OpenPassWithPioneer(HexId("H12"))) == ("owns-pioneer-4", "2.2")
    poor = _reaching_pajares("rulebook")
    assert poor.why_not(open_pass("D12")) is None
    free = a_table().phase("3").has("FdLR", price=90, held="X40", stations="H8", met="destination")
    free.line("H8 H10 H12").pioneers(FdLR="P4").turn_of("FdLR")
    assert money(free.game().play(OpenPassWithPioneer(HexId("H12"))), "FdLR") == 0
    assert why(free.game(), open_pass("H12")) == ("pass-cost", "5.2")


# ------------------------------------------------------------------------------------------------------------ stations


@rule("4.3", "4.4.2", "5.1.3")
def test_what_bars_a_station() -> None:
    game = santander().game()
    assert why(game, place("J4.0")) == ("station-in-city", "4.3")
    assert why(game, place("I5.0")) == ("one-station-a-hex", "4.3")
    assert why(game, place("H8.0")) == ("station-connected", "4.4.2")
    assert why(game, place("H12.0"))[0] == "pass-open"
    assert why(santander(cash=49).game(), place("K5.0")) == ("station-cost", "4.3")
    game = game.play(place("K5.0"))
    assert (money(game, "FdSB"), markers(game, "FdSB")) == (450, (1, 2))
    none_left = santander().stations(FdSB="K5 M21").turn_of("FdSB").game()
    assert why(none_left, place("H8.0")) == ("station-available", "5.1.3")


@rule("4.3")
def test_c32_oo_hexes_are_kept_for_their_companies() -> None:
    """C32: Closed until grey while CFEA has no base; grey keeps a slot for it; the site opens brown."""

    def gijon(tile: str, profile: str = "rulebook", others: str = "") -> Game:
        made = a_table(profile=profile).phase("7").has("CFLG", price=80, held="Y40", cash=300, stations="E3")
        made.keep(objectives={made.company("CFLG"): ("destination",)}).lies(f"E3 L115/0, D4 L115/0, D6 {tile}")
        for other in others.split():
            made.stations(**{other: "D6.0"})
        return made.turn_of("CFLG").game()

    assert why(gijon("L126/0"), place("D6.0")) == ("oo-reserved", "4.3")
    assert gijon("L126/0", "site").why_not(place("D6.0")) is None
    assert gijon("L115/0").why_not(place("D6.0")) is None
    assert why(gijon("L115/0", others="FdSB FdLR"), place("D6.0")) == ("slot-reserved", "4.3")


@rule("4.3")
def test_c21_mz_and_mza_share_one_slot_of_madrid() -> None:
    """C21: MZA starts while MZ stands there: both in one slot, also in brown Madrid, where slots stay free."""
    table = a_table().phase("5").has("MZ", price=90, held="X100", stations="F24.2", trains="3")
    table.has("MZA", price=80, held="Y40", cash=300, operated=False)
    game = table.turn_of("MZA", "base").game()
    assert game.state.board.stations_at(StopId("F24.2")) == ("MZ", "MZA")
    brown = a_table().phase("5").has("MZ", price=90, held="X100", trains="3").has("MZA", price=80, held="Y40", cash=90)
    brown.keep(objectives={brown.company("MZA"): ("destination",)})
    brown.lies("F24 L83/0").stations(MZ="F24.2", MZA="F24.2").turn_of("MZA")
    laid = brown.game().play(lay("F24", "L86", 0))
    present = laid.state.board.stations_at(StopId("F24.0"))
    assert (present[:4].count(""), present[4:], "MZA" in present[:4]) == (3, ("MZ",), True)


@rule("4.3")
def test_c40_the_owner_of_a_station_picks_its_space_when_a_tile_comes() -> None:
    """C40: On the site whoever lays the tile does."""

    def chooser(profile: str) -> str:
        made = a_table(profile=profile).phase("3").has("SC", price=80, held="Y100", stations="C31", trains="2")
        made.has("MS", price=70, held="X100", cash=300, stations="C27", trains="2").lies("C27 57/0, C29 7/0")
        made.lies("C29 9/0")
        game = made.turn_of("MS").game()
        after = game.play(lay_on(game, "C31"))
        assert ChooseSpace in kinds_offered(after)
        assert why(after, ChooseSpace(StopId("C27.0"))) == ("space-on-hex", "4.3")
        done = after.play(ChooseSpace(StopId("C31.1")))
        assert stations_of(done, "SC") == "C31.1"
        return asked(after).who

    assert chooser("rulebook") == "Y"
    assert chooser("site") == "X"


@rule("4.3")
def test_the_base_on_an_oo_tile_is_chosen() -> None:
    table = a_table().phase("3").has("CFEA", price=90, held="X40", cash=360).lies("D6 L132/0").turn_of("CFEA", "base")
    game = table.game()
    assert kinds_offered(game) == {ChooseBase}
    assert why(game, ChooseBase(StopId("E3.0"))) == ("base-space", "4.3")
    game = game.play(ChooseBase(StopId("D6.1")))
    assert stations_of(game, "CFEA") == "D6.1"
    bare = a_table().phase("3").has("CFEA", price=90, held="X40", cash=360).turn_of("CFEA", "base").game()
    assert (stations_of(bare, "CFEA"), markers(bare, "CFEA")) == ("D6.0", (1, 3))


# ---------------------------------------------------------------------------------------------------------- objectives


@rule("5.1.1", "5.1.2", "5.1.3")
def test_c44_destination_then_station_in_one_turn() -> None:
    """C44: destination then station in one turn."""
    table = a_table().has("FdSB", price=85, held="X40", cash=340).turn_of("FdSB", "base")
    game = table.game().play(lay("J4", "73", 5))
    assert (money(game, "FdSB"), books_of(game).objectives[company_id("FdSB")], markers(game, "FdSB")) == (
        425,
        ("destination",),
        (2, 2),
    )
    game = game.play(place("K5.0"))
    assert money(game, "FdSB") == 375
    assert why(game, place("K5.0"))[0] == "one-station"


@rule("5.1.1")
def test_c18_only_track_from_the_base_counts() -> None:
    """C18: A later station that reaches the destination does not, except on the site."""

    def reached(profile: str) -> bool:
        table = a_table(profile=profile).phase("3").has("FdSB", price=85, held="X40", cash=0, stations="I5 K5")
        game = table.turn_of("FdSB").game()
        return (
            "destination" in books_of(game).objectives.get(company_id("FdSB"), ())
            or game.where()[-1].script == "destination"
        )

    assert not reached("rulebook")
    assert reached("site")


@rule("5.1.1")
def test_c45_a_link_made_by_others_pays_when_the_own_turn_begins() -> None:
    """C45: The track from Gijón to Langreo is there before CFLG's turn: paid when it begins, whoever stands on the
    way."""
    table = a_table().phase("3").has("CFLG", price=100, held="X40", cash=50, stations="E3")
    table.has("CFEA", price=90, held="Y40", cash=300, stations="D6", met="destination")
    table.lies("E3 L115/0, E5 L128/0, E7 L100/0, D6 L134/0")
    assert money(table.turn_of("CFEA").game(), "CFLG") == 50
    game = table.turn_of("CFLG").game()
    assert (money(game, "CFLG"), books_of(game).objectives[company_id("CFLG")]) == (150, ("destination",))


@rule("5.1.2", "5.1.3")
def test_c17_the_capital_grows_with_each_objective() -> None:
    """C17: the capital grows with each objective."""
    game = a_table().phase("3").has("N", price=80, held="X40", cash=320, stations="F24.1").turn_of("N").game()
    table = inside(game)
    steps: tuple[tuple[Objective, int, int], ...] = (
        ("red-area", 400, 2),
        ("absorption", 560, 4),
        ("destination", 800, 5),
    )
    for objective, cash, stations in steps:
        reach_objective(table, table.state.floated[0], objective)
        assert (table.state.cash[company_id("N")], table.state.tokens[company_id("N")]) == (cash, stations)
    reach_objective(table, table.state.floated[0], "red-area")
    assert table.state.cash[company_id("N")] == 800


@rule("4.2.1")
def test_building_ends_when_the_director_says_so() -> None:
    assert santander().game().play(EndBuild()).where()[-1].facts.done == ("build",)
    assert ChooseSpace not in kinds_offered(santander().game())


@rule("4.2.1", "4.2.2", "4.2.3", "5.2")
def test_c10_a_whole_turn_of_fdlr() -> None:
    """C10: Yellow on H10 for 30, Alar del Rey for 60, the mine of Palencia taken down as second action for 50: 140."""
    table = a_table().phase("4").has("FdLR", price=90, held="X40", cash=300, stations="H8")
    table.keep(objectives={table.company("FdLR"): ("destination",)}).lies("H8 956/0, E19 L97/0")
    game = table.turn_of("FdLR").game()
    game = game.play(lay("H10", "79", 0)).play(open_pass("H12")).play(lay("E19", "88", 0))
    assert money(game, "FdLR") == 300 - 140


@rule("4.2", "4.2.1", "5.2.2")
def test_c43_tiles_have_the_gauge_of_their_map() -> None:
    """C43: North of the pass narrow faces only, south of it broad ones; two L93 leave three pieces, on the site two."""
    table = a_table().phase("3").has("FdLR", price=90, held="X40", cash=300, stations="H8 H12", met="destination")
    table.lies("H8 956/0, E19 L97/0").open("H12")
    game = table.turn_of("FdLR").game()
    assert why(game, lay("H10", "9", 0)) == ("tile-gauge", "5.2.2")
    assert game.why_not(lay("H10", "79", 0)) is None
    assert why(game, lay("E21", "956", 0)) == ("tile-gauge", "5.2.2")
    assert game.why_not(lay("E21", "57", 0)) is None

    def pieces(profile: str) -> int | None:
        return a_table(profile=profile).lies("C5 L93/5, C9 L93/0").board.left(TileId("L90"))

    assert (pieces("rulebook"), pieces("site")) == (3, 2)


@rule("5.2", "2.2", "4.2.3")
def test_c54_c14_the_passes_at_their_prices() -> None:
    """C54, C14: Pioneer 4: Alar del Rey for nothing, the Basque passes 40, Pajares 60; then no second pass, no second
    mine."""

    def with_pioneer(profile: str = "rulebook") -> Game:
        table = a_table(profile=profile).phase("3").has("FdSB", price=90, held="X40", cash=300, met="destination")
        table.line("K5 L6 K7 L8").line("K7 J8 J10").line("H8 H10 H12").stations(FdSB="I5 K5").pioneers(FdSB="P4 P1")
        table.line("I5 J4 K5")
        return table.turn_of("FdSB").game()

    game = with_pioneer()
    opened = game.play(OpenPassWithPioneer(HexId("L8")))
    assert (money(opened, "FdSB"), owner_of(opened, "P4")) == (300 - 40, "scrap")
    assert why(opened, open_pass("J10")) == ("one-pass", "5.2")
    site = with_pioneer("site").play(OpenPassWithPioneer(HexId("L8")))
    assert site.why_not(open_pass("J10")) is None


@rule("5.2", "4.3")
def test_c42_one_station_in_a_turn_and_one_on_a_pass() -> None:
    """C42: FdSB has just placed on Alar del Rey: neither again there nor in another city; the opener may only end
    there."""
    table = a_table().phase("3").has("N", price=100, held="X40", cash=300, stations="H12", met="destination")
    table.has("FdSB", price=90, held="Y40", cash=500, stations="I5 H8", met="destination red-area").line("H8 H10 H12")
    table.line("I5 J4 K5").open("H12")
    game = table.turn_of("FdSB").game().play(place("H12.0"))
    assert money(game, "FdSB", "N") == (450, 350)
    assert why(game, place("H12.0")) == ("one-station", "4.3")
    assert why(game, place("K5.0")) == ("one-station", "4.3")
    table.state = game.state.copy()
    again = table.turn_of("FdSB").game()
    assert why(again, place("H12.0"))[0] in ("one-station-a-hex", "slot-free")


@rule("4.3")
def test_brown_madrid_keeps_one_slot_for_mz_and_mza_together() -> None:
    """Four slots, for N, for MCP, for MZ with MZA: one is left for somebody else, and no second one."""

    def madrid(*others: str) -> Game:
        table = a_table().phase("5").lies("F24 L86/0").line("E21 E23 F24")
        table.has("ZPB", price=90, held="X40", cash=300, stations="E21", met="destination")
        for other in others:
            table.has(other, price=80, held="Y40", stations="F24.0")
        return table.turn_of("ZPB").game()

    assert madrid().why_not(place("F24.0")) is None
    assert why(madrid("A"), place("F24.0")) == ("slot-reserved", "4.3")


@rule("4.3")
def test_brown_madrid_keeps_a_slot_for_mza_where_mz_is_not_in_the_game_and_none_where_mz_stands() -> None:
    """Of four slots N, MCP and MZA need three; where MZ stands in one, N and MCP need two of the other three."""

    def madrid(others: str, without: str) -> Game:
        table = a_table(without=f"SFVA FdC GSSR AVT TBF MH CSE {without}").phase("5").lies("F24 L86/0")
        table.line("E21 E23 F24").has("ZPB", price=90, held="X40", cash=300, stations="E21", met="destination")
        table.has("A", price=80, held="Y40").stations(**dict.fromkeys(others.split(), "F24.0"))
        return table.turn_of("ZPB").game()

    for others, without in (("", "MZ"), ("MZ", "CA")):
        assert madrid(others, without).why_not(place("F24.0")) is None
        assert why(madrid(f"{others} A", without), place("F24.0")) == ("slot-reserved", "4.3")


@rule("4.3", "4.6.1")
def test_r34_a_base_is_kept_only_while_the_minor_can_still_be_absorbed() -> None:
    """Mérida in phase 5: MS was never launched. CRB may still absorb it, or has made its absorption."""

    def merida_with(met: str) -> Game:
        table = a_table().phase("5").line("B26 C27")
        table.has("CRB", price=90, held="X40", cash=300, stations="B26", met=met)
        return table.turn_of("CRB").game()

    assert why(merida_with("destination"), place("C27.0")) == ("slot-reserved", "4.3")
    assert merida_with("destination absorption").why_not(place("C27.0")) is None


@rule("4.3", "5.2")
def test_only_on_a_pass_the_second_station_pays_the_first() -> None:
    table = a_table().phase("3").has("FdSB", price=85, held="X40", cash=500, stations="I5", met="destination")
    table.has("FdLR", price=80, held="Y40", cash=0).line("I5 J4 K5").lies("K5 L110/1").stations(FdLR="K5")
    done = table.turn_of("FdSB").game().play(place("K5.0"))
    assert money(done, "FdSB", "FdLR") == (450, 0)


@rule("4.2.2", "4.2.3")
def test_r29_a_mine_of_this_turn_is_taken_down_by_the_first_action_only() -> None:
    made = a_table(without=ALL_NORTH, carreno="FdSB").phase("3")
    made.has("SFVA", price=90, held="X40", cash=300, met="destination", operated=True)
    made.lies("D6 L134/0, D8 L100/0, D10 78/0").stations(SFVA="D6.0")
    mine, down = HexId("D8"), lay("D8", "89", 0)
    assert made.turn_of("SFVA", mine_laid=mine).game().why_not(down) is None
    second = made.turn_of("SFVA", mine_laid=mine, laid=(HexId("D10"),)).game()
    assert why(second, down) == ("not-the-same-tile", "4.2.2")


@rule("4.2.1", "5.2", "2.2")
def test_a_minor_with_pioneers_1_and_4_still_keeps_to_the_south() -> None:
    """No mine in the north, no pass: by the rulebook the pioneers change nothing about that."""

    def palencia(*, opened: bool) -> Game:
        table = a_table(without=ALL_NORTH, carreno="FdSB").phase("3")
        table.has("MH", price=90, held="X100", cash=300, trains="3", operated=True).line("E21 E19").lies("E19 L97/0")
        table.lies("H10 79/0").stations(MH="E21").pioneers(MH="P1 P4")
        return (table.open("H12") if opened else table).turn_of("MH").game()

    assert why(palencia(opened=False), OpenPassWithPioneer(HexId("H12"))) == ("pass-major", "5.2")
    assert why(palencia(opened=True), lay_with_pioneer("G9", "L94", 0))[0] == "minor-south"


@rule("5.2", "2.2")
def test_pioneer_4_opens_no_pass_too_early_or_out_of_reach() -> None:
    early = _reaching_pajares("rulebook", phase="2")
    assert why(early, OpenPassWithPioneer(HexId("D12"))) == ("pass-phase", "5.2")
    in_time = _reaching_pajares("rulebook")
    assert why(in_time, OpenPassWithPioneer(HexId("L8"))) == ("pass-connected", "5.2")
    assert offers_of(in_time, OpenPassWithPioneer) == [OpenPassWithPioneer(HexId("D12"))]


@rule("5.1.1")
def test_c18_another_station_on_the_way_does_not_stand_for_the_base() -> None:
    """C18: FdSB also stands in Reinosa, whence track leads to Bilbao; from Santander there is none yet."""
    table = a_table().phase("3").has("FdSB", price=85, held="X40").line("H8 I7 J6 K5").stations(FdSB="H8 I5")
    base = company_id("FdSB"), HexId("K5")
    assert not joined_to_base(inside(table.turn_of("FdSB").game()), *base)
    assert joined_to_base(inside(table.line("I5 J4 K5").turn_of("FdSB").game()), *base)


@rule("5.1.1")
def test_a_closed_pass_breaks_the_way_to_a_destination() -> None:
    """From Santander over Alar del Rey, Burgos and Vitoria to Bilbao: only when both passes are open."""

    def joined(opened: str) -> bool:
        table = a_table().phase("3").has("FdSB", price=85, held="X40", stations="I5")
        table.line("I5 H4 H6 H8 H10 H12").line("E17 E19 F18 G17 G15").line("J10 J8 J6 K5").open(opened)
        return joined_to_base(inside(table.turn_of("FdSB").game()), company_id("FdSB"), HexId("K5"))

    assert [joined(opened) for opened in ("", "H12", "J10", "H12 J10")] == [False, False, False, True]


@rule("4.3")
def test_r57_of_two_stations_on_a_bare_hex_the_second_takes_what_is_left() -> None:
    """SFVA and CFEA wait in Oviedo: whichever space SFVA takes, CFEA gets the other."""
    table = a_table(without="FdC CFLG AVT MZA TBF CM MS AC", carreno="FdSB").phase("3")
    table.has("SFVA", price=90, held="X40", cash=300, operated=True)
    table.has("CFEA", price=80, held="Y40", cash=300, operated=True).stations(SFVA="D6.0", CFEA="D6.1")
    game = table.turn_of("SFVA").game()
    laid = game.play(lay_on(game, "D6"))
    for own, other in (("D6.0", "D6.1"), ("D6.1", "D6.0")):
        assert asked(laid).who == "X"
        chosen = laid.play(ChooseSpace(StopId(own)))
        assert (asked(chosen).who, offers_of(chosen, ChooseSpace)) == ("Y", [ChooseSpace(StopId(other))])
        done = chosen.play(ChooseSpace(StopId(other)))
        assert (stations_of(done, "SFVA"), stations_of(done, "CFEA")) == (own, other)
        assert asked(done).about.params["company"] == "SFVA"
