"""What can be seen of 1824. [III.2] Everything is public."""

import pytest

from titles.t1824.tables import a_table, name
from titles.t1824.test_variants import for_two

rule = pytest.mark.rule


@rule("III.2.4")
def test_all_holdings_lie_open() -> None:
    table = a_table("A B C").open("MS", 90, "A20 B30", cash=400, trains="2", at="C12").cash(A=-70).mountains(C="B2")
    view = table.turn_of("MS").game().view()
    ms = next(company for company in view.companies if company.id == "MS")
    assert (ms.director, dict(ms.holders), ms.figures["treasury"], len(ms.trains)) == ("A", {"A": 2, "B": 3}, 400, 1)
    players = {player.id: player for player in view.players}
    assert (players[table.player("A")].cash, players[table.player("A")].figures["debt"]) == (-70, 70)
    assert players[table.player("C")].privates == ("B2",)


@rule("VII.10.2")
@pytest.mark.parametrize(("phase", "value"), [("2", 10), ("3", 20), ("5", 30), ("7", 40)])
def test_the_periods_say_what_red_zones_pay(phase: str, value: int) -> None:
    view = a_table().phase(phase).open("MS", 90, "A60", at="C12").turn_of("MS").game().view()
    dresden = next(face for face in a_table().title.layout.hexes if face.id == "B3")
    assert dresden.tile is not None
    known = [dresden.tile.stops[0].revenue[p] for p in view.periods if p in dresden.tile.stops[0].revenue]
    assert known[-1] == value


def test_goods_and_normal_trains_lie_beside_each_other() -> None:
    view = a_table().open("MS", 90, "A60", at="C12").turn_of("MS").game().view()
    assert list(view.depot) == ["2", "3", "4", "5", "6", "8", "10", "1g", "2g", "3g", "4g", "5g"]
    assert name("MS") in view.order
    families = {face.card: face.family for face in a_table().title.layout.trains}
    assert (families["10"], families["1g"]) == ("normal", "goods")


@rule("VII.2 ¶", "VII.9 g")
def test_the_range_of_a_train_is_printed_in_words() -> None:
    """A normal train counts every stop, a goods train the cities after its mine."""
    abilities = {face.card: dict(face.abilities[face.card].range) for face in a_table().title.layout.trains}
    assert (abilities["4"], abilities["1g"]) == ({"stops": 4}, {"cities-from-a-mine": 1})


def test_the_course_shows_the_operating_rounds_to_come() -> None:
    """During the stock round as many as the phase has."""
    for phase, rounds in (("2", 1), ("3", 2), ("6", 3)):
        course = a_table().phase(phase).stock_round("A").game().view().course
        assert ([stop.key for stop in course.stops], course.at) == (["stock-round", *["operating-round"] * rounds], 0)


@rule("IV.3.3", "VI.3.10")
def test_a_railway_that_has_left_the_game_places_no_station() -> None:
    """Its home is not drawn as kept for it; that of a company that has not operated yet is."""
    table = a_table().railway("SD3", "A", at="G4").turn_of("SD3", "trains")
    game = table.keep(due=(name("SD"),)).operating_round("form_what_is_due").game()
    markers = {company.id: company.figures["markers"] for company in game.view().companies}
    assert [markers[name(company)] for company in ("SD3", "EPP", "SD", "BK")] == [0, 0, 4, 3]


# ----------------------------------------------------------------------------------------------- what a train sets off


@rule("IV.4.4.4", "IV.4.4.5", "IV.1.5")
def test_what_the_first_4_would_set_off_is_told_before() -> None:
    """The preview names capital, director, shares and exchanges as they then come about."""
    table = a_table().phase("3").railway("SD1", "B", cash=110, trains="2", at="E12.0").mountains(C="B2")
    table.railway("SD2", "A", cash=5, at="G10").open("MS", 90, "A60", at="C12").turn_of("MS")
    ahead = {
        one.card: [(effect.key, dict(effect.params)) for effect in one.effects] for one in table.game().view().ahead
    }
    a, b, c = (table.player(letter) for letter in "ABC")
    assert ahead["4"] == [
        ("trains-removed", {"face": "2", "companies": ["SD1"]}),
        ("mountain-due", {"player": c, "mountain": "B2"}),
        ("forms", {"company": "SD", "amount": 7 * 120 + 115, "player": b}),
        ("railway-due", {"player": b, "railway": "SD1", "percent": 20, "company": "SD"}),
        ("railway-due", {"player": a, "railway": "SD2", "percent": 10, "company": "SD"}),
    ]


@rule("IV.2.14", "IV.4.4.4")
def test_the_first_5_ends_the_coal_railways_and_a_formation_may_have_no_director() -> None:
    table = (
        a_table()
        .phase("4")
        .railway("EPP", "A", price=120, cash=60, at="C6")
        .open("MS", 90, "A60", at="C12")
        .turn_of("MS")
    )
    effects = {one.card: one.effects for one in table.game().view().ahead}["5"]
    assert [(e.key, e.params["company"], e.params["amount"]) for e in effects] == [
        ("coal-due", "BK", 60),
        ("forms-undirected", "UG", 1200),
    ]


@rule("X.3 ¶")
def test_the_train_that_ends_building_is_told_before() -> None:
    """Both railways that only build close with the first train that calls the Staatsbahn of one of them."""
    for railways, card in ((("EOD", "SD2"), "4"), (("EOD", "KK2"), "5")):
        table = for_two().keep(construction=tuple(map(name, railways))).phase("3")
        table.open("BK", 60, "A60", at="B9", trains="3").turn_of("BK")
        told = {
            one.card: [e.params for e in one.effects if e.key == "construction-due"]
            for one in table.game().view().ahead
        }
        assert {one: due for one, due in told.items() if due} == {card: [{"railway": r} for r in railways]}
