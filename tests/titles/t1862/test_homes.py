"""[7.2] The first turn: the home station, the duty to build, and who gives way."""

import pytest

from ferrovia import Game
from ferrovia.engine.play import refused_by
from ferrovia.rules.track import EndTrack, LayTile
from ferrovia.titles.t1862.companies import (
    put_station,
    replace_station,
    take_station,
    unhoused,
    why_not_available,
)
from ferrovia.titles.t1862.network import connected
from support.tables import asked
from titles.t1862.mapwork import (
    inside,
    lay,
    link,
    marker,
    standing,
    station,
    stations_of,
    tile_on,
    tokens_of,
    up_to,
)
from titles.t1862.tables import (
    EasternTable,
    a_table,
    books_of,
    company_id,
    kinds_offered,
    offers_of,
    told,
    why,
)

rule = pytest.mark.rule

ESR, EUR, WVR = company_id("ESR"), company_id("EUR"), company_id("WVR")


def first_turn(name: str, *, phase: str = "A", profile: str = "rulebook", **options: str) -> EasternTable:
    """A company that has never operated, with three stations on its card."""
    return a_table(profile=profile, **options).phase(phase).has(name, price=82, held="A5", cash=300, tokens=3)


def full_ipswich(phase: str, *, profile: str = "rulebook", **options: str) -> EasternTable:
    """The first turn of the ESR, whose home has two slots, both taken: by the WVR first."""
    table = a_table(profile=profile, **options).phase(phase).lies("F11 790/1, E12 790/1")
    table.has("WVR", price=100, held="B5", stations="F11", tokens=1)
    table.has("EUR", price=90, held="C5", stations="F11 E12", tokens=1)
    return table.has("ESR", price=82, held="A5", cash=300, tokens=3)


def at_track(table: EasternTable, name: str) -> Game:
    return up_to(table.turn_of(name).game(), "track")


# -------------------------------------------------------------------------------------------------- what can be started


@rule("3.2")
def test_e1_a_full_home_that_can_grow_may_be_started() -> None:
    """A plain city never has a third slot; Ipswich grows from two to three."""
    table = a_table().phase("B").lies("D13 14/0, F11 790/1")
    table.has("SVR", price=82, stations="D13").has("EUR", price=82, stations="D13")
    table.has("WVR", price=82, stations="F11").has("NB", price=82, stations="F11")
    refusal = why_not_available(inside(table), company_id("ECR"))
    assert refusal == refused_by("home-has-room", company="ECR", hex="D13")
    assert why_not_available(inside(table), ESR) is None


@rule("3.2")
@pytest.mark.parametrize("case", ["colour", "supply"])
def test_e1_the_bigger_tile_must_be_there(case: str) -> None:
    table = a_table().phase("A" if case == "colour" else "B").lies("F11 790/1")
    table.has("WVR", price=82, stations="F11").has("NB", price=82, stations="F11")
    if case == "supply":
        table.lies("F5 791/0, B9 791/0, E12 791/0, D9 791/0")
    refusal = why_not_available(inside(table), ESR)
    assert refusal is not None and refusal.rule == "home-has-room"


# -------------------------------------------------------------------------------------------------------- an empty home


@rule("7.2")
def test_the_home_is_placed_first_and_is_no_station_of_the_turn() -> None:
    game = at_track(first_turn("FDR"), "FDR")
    assert (stations_of(game, "FDR"), tokens_of(game, "FDR")) == ("G12.0", 2)
    assert books_of(game).placed == (("G12", "FDR"),)
    game = game.play(lay("G12 57/2")).play(EndTrack())
    assert asked(game).about.key == "station"


@rule("7.2")
def test_an_empty_home_is_built_first() -> None:
    game = at_track(first_turn("ECR"), "ECR")
    assert {a.hex for a in offers_of(game, LayTile)} == {"D13"}
    assert kinds_offered(game) == {"LayTile"}
    assert why(game, EndTrack()) == "7.2"
    assert why(game, lay("D11 57/0")) == "7.2"
    built = game.play(lay("D13 57/0"))
    assert {a.hex for a in offers_of(built, LayTile)} == {"D11"}
    built.play(EndTrack())


@rule("7.2", "7.6.4", "7.6.5")
def test_nothing_else_replaces_the_home() -> None:
    """Neither a small station nor London."""
    table = first_turn("ECR", phase="B").lies("E10 18_1b/4")
    game = at_track(table, "ECR")
    assert why(game, marker("E10 18_2/4")) == "7.2"
    connected_elsewhere = first_turn("ECR").line("B13 B15").stations(ECR="B13")
    assert why(at_track(connected_elsewhere, "ECR"), link("B15.1")) == "7.2"


@rule("7.2")
def test_r17_the_duty_lapses_without_a_tile() -> None:
    """All yellow N tiles lie elsewhere: nothing can be laid on Ipswich."""
    table = first_turn("ESR").lies("F5 790/0, B9 790/0, E12 790/0, D9 790/0")
    game = at_track(table, "ESR")
    assert offers_of(game, LayTile) == []
    assert asked(game.play(EndTrack())).about.key == "station"


@rule("13", "7.2")
def test_without_the_third_paragraph_nobody_must_build() -> None:
    """But the first track is still the home's."""
    table = first_turn("ECR", home_duty="no").line("B13 B15").stations(ECR="B13")
    game = at_track(table, "ECR")
    assert why(game, lay("B11 8852/0")) == "7.2"
    game.play(EndTrack())
    assert stations_of(game.play(link("B15.1")), "ECR") == "B13.0 B15.1 D13.0"


@rule("7.2")
def test_a_home_on_a_tile_with_a_free_slot() -> None:
    game = at_track(first_turn("ECR").lies("D13 57/0"), "ECR")
    assert standing(game, "D13.0") == "ECR"
    game.play(EndTrack())


@rule("7.2", "7.7")
def test_a_second_station_in_the_first_turn() -> None:
    game = at_track(first_turn("ECR").line("D11 D13").lies("D11 57/0"), "ECR").play(EndTrack())
    game = game.play(station("D11.0"))
    assert (stations_of(game, "ECR"), tokens_of(game, "ECR")) == ("D11.0 D13.0", 1)


# ---------------------------------------------------------------------------------------------------------- a full home


@rule("7.2")
def test_c23_the_last_placed_station_gives_way() -> None:
    """Swaffham is green and full; before phase D no tile may be laid over it."""
    table = first_turn("LD", phase="C").lies("D5 14/0")
    table.has("WF", price=100, held="B5", stations="D5", tokens=1)
    table.has("ENR", price=90, held="C5", stations="D5", tokens=1)
    game = up_to(table.turn_of("LD").game(), "track")
    assert (standing(game, "D5.0"), tokens_of(game, "ENR"), tokens_of(game, "L&D")) == ("W&F L&D", 2, 2)
    assert books_of(game).placed == (("D5", "W&F"), ("D5", "L&D"))
    first = table.turn_of("LD").game()
    assert told(first, "station-displaced") == [{"company": "ENR", "by": "L&D", "stop": "D5.0"}]
    game.play(EndTrack())


@rule("7.2")
@pytest.mark.parametrize(("profile", "stays"), [("rulebook", "L&D W&F"), ("site", "ENR L&D")])
def test_d8_the_site_takes_the_highest_slot(profile: str, stays: str) -> None:
    """The ENR came last, though it stands in the first slot."""
    table = first_turn("LD", phase="C", profile=profile).lies("D5 14/0")
    table.has("ENR", price=90, held="C5", stations="D5", tokens=1)
    table.has("WF", price=100, held="B5", stations="D5", tokens=1)
    table.keep(placed=tuple(reversed(table.own.placed)))
    assert standing(table.turn_of("LD").game(), "D5.0") == stays


@rule("7.2", "13")
@pytest.mark.parametrize("duty", ["yes", "no"])
def test_an_upgrade_without_a_slot_is_compulsory_all_the_same(duty: str) -> None:
    """Over the full green Swaffham a brown tile is possible from phase D: it is laid first, and only then the station
    that came last gives way; so even where an empty home need not be built."""
    table = first_turn("LD", phase="D", **{"home-duty": duty}).lies("D5 14/0")
    table.has("WF", price=100, held="B5", stations="D5", tokens=1)
    table.has("ENR", price=90, held="C5", stations="D5", tokens=1)
    game = at_track(table, "LD")
    assert standing(game, "D5.0") == "W&F ENR L&D"
    assert why(game, EndTrack()) == "7.2"
    assert {action.hex for action in offers_of(game, LayTile)} == {"D5"}
    laid = game.play(offers_of(game, LayTile)[0])
    assert (standing(laid, "D5.0"), tokens_of(laid, "ENR")) == ("W&F L&D", 2)
    assert told(laid, "station-displaced") == [{"company": "ENR", "by": "L&D", "stop": "D5.0"}]


@rule("7.2")
def test_a_home_that_can_grow_waits_beside_the_slots() -> None:
    game = at_track(full_ipswich("B"), "ESR")
    assert standing(game, "F11.0") == "WVR EUR ESR"
    assert {(a.hex, a.tile) for a in offers_of(game, LayTile)} == {("F11", "791")}
    assert kinds_offered(game) == {"LayTile"}
    assert why(game, EndTrack()) == "7.2"
    assert why(game, lay("E12 791/1")) == "7.2"
    game = game.play(lay("F11 791/1"))
    assert (standing(game, "F11.0"), asked(game).about.key) == ("WVR EUR ESR", "station")
    assert unhoused(game.state.board, ESR) is None


@rule("7.2")
def test_a_full_home_that_cannot_grow_yet() -> None:
    """In phase A there is no green tile: the EUR came last and goes."""
    game = at_track(full_ipswich("A"), "ESR")
    assert (standing(game, "F11.0"), tokens_of(game, "EUR")) == ("WVR ESR", 2)


@rule("7.2", "7.5.2")
def test_c24_the_waiting_home_is_connected() -> None:
    """It may merge at once with the EUR, through the tile on which it has no slot."""
    table = full_ipswich("B").stations(ESR="F11")
    assert connected(inside(table), ESR, EUR) and connected(inside(table), EUR, ESR)
    assert connected(inside(table), ESR, WVR)


@rule("7.2", "7.5.6")
def test_c24_a_freed_slot_houses_the_home() -> None:
    """Survivor ESR: the station of the EUR goes, the waiting one takes its slot, and there is no duty any more."""
    table = full_ipswich("B")
    here = inside(table)
    put_station(here, ESR, table.board.stops_on(table.box.companies[ESR].home)[0], beyond=True)
    take_station(here, EUR, table.board.stations_of(WVR)[0])
    assert table.board.stations_at(table.board.stations_of(ESR)[0]) == (WVR, ESR)
    assert unhoused(table.board, ESR) is None


@rule("7.5.6")
def test_r27_a_replaced_station_keeps_slot_and_order() -> None:
    table = full_ipswich("B").stations(ESR="F11")
    here = inside(table)
    replace_station(here, table.board.stations_of(WVR)[0], WVR, by=company_id("N&B"))
    assert table.board.stations_at(table.board.stations_of(ESR)[0]) == ("N&B", EUR, ESR)
    assert table.own.placed == (("F11", "N&B"), ("F11", EUR), ("E12", EUR), ("F11", ESR))


@rule("7.2")
def test_r18_the_duty_follows_the_station() -> None:
    """The N&B took the waiting station over in a merger and operates on, or in its next turn."""
    table = full_ipswich("B").has("NB", price=74, held="D5", stations="E8 F11", tokens=1).lies("E8 57/1")
    game = at_track(table, "NB")
    assert why(game, EndTrack()) == "7.2"
    assert why(game, lay("F9 8852/1")) == "7.2"
    assert standing(game.play(lay("F11 791/1")), "F11.0") == "WVR EUR N&B"


@rule("7.2")
def test_r18_if_it_cannot_be_built_the_last_one_gives_way() -> None:
    table = full_ipswich("A").has("NB", price=74, held="D5", stations="E8 F11", tokens=1).lies("E8 57/1")
    game = at_track(table, "NB")
    assert (standing(game, "F11.0"), tokens_of(game, "EUR")) == ("WVR N&B", 2)
    game.play(EndTrack())


@rule("7.2")
def test_two_homes_without_a_slot_are_built_in_two_turns() -> None:
    """After Witham the EUR might build no N tile in this turn, so Ipswich waits for the next."""
    table = a_table().lies("E12 790/1").has("EUR", price=82, held="A5", stations="E12 D13 F11")
    game = at_track(table, "EUR")
    assert why(game, EndTrack()) == "7.2"
    built = game.play(lay("D13 57/1"))
    assert unhoused(built.state.board, EUR) == "F11"
    assert why(built, lay("F11 790/1")) == "7.6.2"
    built.play(EndTrack())


@rule("7.2")
def test_d7_the_site_upgrades_a_full_home_before_anything_else() -> None:
    game = full_ipswich("B", profile="site").turn_of("ESR").game()
    assert (asked(game).about.key, kinds_offered(game)) == ("home-upgrade", {"LayTile"})
    assert why(game, lay("E12 791/1")) == "7.2"
    game = up_to(game.play(lay("F11 791/1")), "station")
    assert (standing(game, "F11.0"), tile_on(game, "F11")) == ("WVR EUR ESR", "791/1")


@rule("7.2")
def test_d29_the_site_asks_only_for_a_tile_on_the_own_home() -> None:
    """A station taken over on another empty home is no duty there, and no track is forbidden."""
    table = a_table(profile="site").has("EUR", price=82, held="A5", stations="E12 D13").lies("E12 790/1")
    game = at_track(table, "EUR")
    assert {a.hex for a in offers_of(game, LayTile)} > {"D13"}
    game.play(EndTrack())
    by_the_book = a_table().has("EUR", price=82, held="A5", stations="E12 D13").lies("E12 790/1")
    assert why(at_track(by_the_book, "EUR"), EndTrack()) == "7.2"
    own = at_track(first_turn("ECR", profile="site"), "ECR")
    assert why(own, EndTrack()) == "7.2"


# -------------------------------------------------------------------------------------------------- who has no director


@rule("7.3", "8")
def test_r42_no_home_without_a_director() -> None:
    """And it is placed as soon as there is one, although the company has operated before."""
    state_run = a_table().has("ECR", price=82, held="A2", tokens=3, administered=True, operated=True)
    assert stations_of(state_run.turn_of("ECR", "place_home").game(), "ECR") == ""
    directed = a_table().has("ECR", price=82, held="A5", tokens=3, operated=True)
    assert stations_of(at_track(directed, "ECR"), "ECR") == "D13.0"


@rule("10.3")
def test_r48_after_the_lner_a_home_is_placed_but_nothing_built() -> None:
    table = first_turn("ECR", phase="H").lner(12).lies("D13 14/0").has("SVR", price=100, stations="D13")
    game = table.turn_of("ECR", "place_home").game()
    assert standing(game, "D13.0") == "SVR ECR"
    full = first_turn("ECR", phase="H").lner(12).lies("D13 14/0")
    full.has("SVR", price=100, stations="D13").has("EUR", price=90, stations="D13")
    assert standing(full.turn_of("ECR", "place_home").game(), "D13.0") == "SVR EUR"
