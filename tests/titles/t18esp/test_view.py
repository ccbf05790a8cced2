"""What can be seen of 18ESP. [1.6] Everything is public."""

import pytest

from ferrovia.model.view import CompanyView
from ferrovia.titles.t18esp.absorption import Absorb, KeepStation
from titles.t18esp.tables import EspTable, a_table

rule = pytest.mark.rule


def seen(table: EspTable, company: str) -> CompanyView:
    return next(one for one in table.game().view().companies if one.id == company)


@rule("1.6", "5.1.3")
def test_all_holdings_lie_open() -> None:
    """Treasury, trains, reserved share, locked stations and a tender of a company; the debt of a player."""
    table = a_table().phase("3").has("CRB", price=90, held="X40 Y20 market10", cash=120, trains="3", stations="B26")
    table.tenders(CRB=1, pioneer=4).owes(Y=100).pioneers(X="P1", CRB="P3").stock_round("X")
    crb = seen(table, "CRB")
    assert (crb.director, crb.figures["treasury"], crb.figures["locked"], crb.figures["reserved"]) == ("X", 120, 4, 1)
    assert (crb.figures["in-market"], crb.figures["in-bank"], list(crb.privates)) == (1, 2, ["P3"])
    assert "tender" in crb.marks
    players = {player.id: player for player in table.game().view().players}
    assert (players[table.player("Y")].figures["debt"], players[table.player("X")].privates) == (100, ("P1",))


@rule("3.2.1")
def test_a_minor_has_a_first_price_and_no_par() -> None:
    table = a_table().phase("3").has("MS", price=80, held="X100").has("N", price=90, held="Y40")
    table.stock_round("X")
    first = {name: [key for key in ("par", "start-price") if key in seen(table, name).figures] for name in ("MS", "N")}
    assert first == {"MS": ["start-price"], "N": ["par"]}


@rule("4.6")
def test_a_minor_that_has_gone_keeps_no_place() -> None:
    """Its base stood in Mérida until it was absorbed; now its station is out of the game."""
    table = a_table().phase("3").has("MS", price=80, held="X100", stations="C27").ran("MS")
    table.has("CRB", price=90, held="X40", cash=300, stations="B26").turn_of("CRB", "absorb")
    game = table.game().play(Absorb(table.company("MS"))).play(KeepStation())
    gone = next(one for one in game.view().companies if one.id == "MS")
    assert (gone.open, gone.figures["markers"], game.state.board.stations_of(gone.id)) == (False, 0, [])


@rule("5.1.2", "5.1.3")
def test_objectives_are_shown_with_what_they_bring() -> None:
    """The next one pays as many times par as its place says, whichever it is; an absorption unlocks two stations."""
    table = a_table().phase("3").has("CRB", price=90, held="X40", cash=300, stations="B26", met="red-area")
    table.turn_of("CRB")
    crb = seen(table, "CRB")
    par = crb.figures["par"]
    assert [(goal.key, goal.reached, dict(goal.figures)) for goal in crb.goals] == [
        ("red-area", True, {"capital": par, "stations": 1}),
        ("destination", False, {"capital": 2 * par, "stations": 1}),
        ("absorption", False, {"capital": 2 * par, "stations": 2}),
    ]


@rule("5.1.1")
def test_objectives_by_edition() -> None:
    """In the south an absorption, in the later edition a harbour for everybody; none for whoever was launched late."""

    def goals(profile: str, company: str) -> list[str]:
        table = a_table(profile=profile).phase("3").has(company, price=90, held="X40", met="red-area").stock_round("X")
        return [goal.key for goal in seen(table, company).goals]

    assert goals("rulebook", "N") == ["red-area", "destination", "absorption"]
    assert goals("site", "N") == goals("rulebook", "FdLR") == ["red-area", "destination", "harbour"]
    assert seen(a_table().phase("5").has("N", price=90, held="X60", staged=False).stock_round("X"), "N").goals == ()


@rule("1.5.1")
def test_the_map_is_two_maps_joined_by_the_passes() -> None:
    layout = a_table().title.layout
    north, south = ({*area.hexes} for area in layout.areas)
    assert north & south == {"D12", "H12", "J10", "L8"}
    assert north | south == {face.id for face in layout.hexes}


@rule("5.2")
def test_a_closed_pass_is_marked() -> None:
    table = a_table().phase("3").has("CRB", price=90, held="X40", cash=300, trains="3", stations="B26").turn_of("CRB")
    closed = {there.id for there in table.game().view().hexes if there.marks == ("pass-closed",)}
    assert closed == {"D12", "H12", "J10", "L8"}


@rule("4.6.1", "5.2")
def test_frozen_minors_and_open_passes() -> None:
    table = a_table().phase("5").has("MS", price=90, held="X100", stations="C27").open("H12").stock_round("X")
    assert "frozen" in seen(table, "MS").marks
    hexes = {str(shown.id): shown for shown in table.game().view().hexes}
    assert (hexes["H12"].marks, hexes["D12"].marks) == (("pass-open",), ("pass-closed",))
    assert dict(hexes["D12"].figures) == {"cost": 100, "value": 50}


@rule("2.2")
def test_tenders_for_sale_are_counted() -> None:
    """Four on pioneer 5 and none elsewhere at first; the last one of the pioneer never counts."""
    first = a_table().stock_round("X").game().view().gauges
    assert [gauge.values[gauge.at] for gauge in first] == [4]
    later = a_table().phase("3").tenders(pioneer=2, market=1, CRB=1).stock_round("X").game().view().gauges
    assert [gauge.values[gauge.at] for gauge in later] == [2]


@rule("1.5.1", "1.5.2")
def test_only_companies_in_the_game_are_shown() -> None:
    shown = {company.id for company in a_table().stock_round("X").game().view().companies}
    assert len(shown) == 16
    assert not shown & {"SFVA", "FdC", "GSSR", "AVT", "TBF", "MH", "CSE", "CA"}


@rule("4.4.1")
def test_the_range_of_a_train_is_printed_in_words() -> None:
    """A broad train counts every stop; a narrow one large stops and all of them."""
    table = a_table().phase("3").stock_round("X")
    ranges = {
        name: dict(each.range) for card in table.game().title.layout.trains for name, each in card.abilities.items()
    }
    assert (ranges["4"], ranges["3+4"]) == ({"broad": 4}, {"narrow": 3, "stops": 7})


def test_the_course_shows_the_operating_rounds_to_come() -> None:
    """During the stock round as many as the phase has."""
    for phase in ("2", "3", "5"):
        game = a_table().phase(phase).stock_round("X").game()
        rounds = next(one.rounds for one in game.title.layout.phases if one.name == phase)
        stops = [stop.key for stop in game.view().course.stops]
        assert stops[-rounds - 2 :] == ["stock-round", *["operating-round"] * rounds, "end"]
