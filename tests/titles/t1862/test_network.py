"""[7.4] [7.5.2] What routes reach, who is connected, and where the way is blocked."""

import pytest

from ferrovia.engine.play import Table
from ferrovia.titles.t1862.network import blocked_at, connected, reaches_london, routes_of
from titles.t1862.mapwork import inside, of_the_rulebook
from titles.t1862.tables import a_table, company_id

rule = pytest.mark.rule


def reached(table: Table, name: str) -> set[str]:
    return set(routes_of(table, company_id(name)).stops)


def are_connected(table: Table, one: str, other: str) -> bool:
    """Both ways round, because a route has no direction."""
    there, back = (connected(table, company_id(a), company_id(b)) for a, b in ((one, other), (other, one)))
    assert there == back
    return there


@rule("7.4")
def test_e11_what_is_reached() -> None:
    table = inside(of_the_rulebook())
    assert reached(table, "FDR") == {"G12.0", "F11.0", "G14.0"}
    assert reached(table, "NGC") == {"C10.0", "C8.0", "C12.0", "C14.0"}
    svr = reached(table, "SVR")
    assert {"D11.0", "D9.0", "E12.0", "F11.0", "D13.0"} <= svr
    assert not svr & {"G12.0", "C10.0", "C12.0"}


@rule("7.4")
def test_e11_a_station_in_london_starts_nothing() -> None:
    table = a_table().line("C10 C12 C14").has("SVR", price=82, stations="D15.1")
    assert reached(inside(table), "SVR") == set()
    assert not reaches_london(inside(table), company_id("SVR"))


@rule("7.4", "7.6.5")
def test_the_way_to_london_is_looked_for_without_a_station_there() -> None:
    table = inside(of_the_rulebook())
    assert reaches_london(table, company_id("NGC"))
    assert not reaches_london(table, company_id("FDR"))


@rule("7.5.2")
def test_e12_partners() -> None:
    table = inside(of_the_rulebook())
    assert all(are_connected(table, "FDR", other) for other in ("WVR", "ESR", "N&B"))
    assert not any(are_connected(table, "FDR", other) for other in ("EUR", "SVR", "I&B", "NGC", "E&H"))
    inland = ("SVR", "ESR", "N&B", "EUR", "I&B")
    assert all(are_connected(table, one, other) for one in inland for other in inland if one != other)
    assert are_connected(table, "NGC", "E&H")
    others = ("FDR", "WVR", *inland)
    assert not any(are_connected(table, one, other) for one in ("NGC", "E&H") for other in others)


@rule("7.5.2", "7.4")
def test_e12_where_the_way_is_blocked() -> None:
    table = inside(of_the_rulebook())
    for other in ("EUR", "SVR", "I&B"):
        assert blocked_at(table, company_id("FDR"), company_id(other)) == ("F11.0",)
        assert blocked_at(table, company_id(other), company_id("FDR")) == ("F11.0",)
    assert blocked_at(table, company_id("FDR"), company_id("ESR")) == ()
    assert blocked_at(table, company_id("NGC"), company_id("EUR")) == ()


@rule("7.4")
def test_only_the_city_in_the_way_is_named() -> None:
    """Sudbury is full as well, but nothing of the FDR lies behind it."""
    table = inside(of_the_rulebook().has("ECR", price=74, stations="D13").has("LE", price=74, stations="D11"))
    assert {"D11.0", "F11.0"} < reached(table, "ECR")
    assert blocked_at(table, company_id("ECR"), company_id("FDR")) == ("F11.0",)
    assert blocked_at(table, company_id("ECR"), company_id("I&B")) == ("D11.0",)


@rule("7.5.2")
def test_a_home_on_an_empty_hex_is_connected_to_nothing() -> None:
    table = a_table().line("E12 D13").has("EUR", price=82, stations="E12").has("SVR", price=82, stations="D11")
    assert not are_connected(inside(table), "EUR", "SVR")


@rule("7.5.2")
def test_without_a_station_on_the_map_nobody_is_connected() -> None:
    table = a_table().line("E12 D13").has("EUR", price=82, stations="E12").has("SVR", price=82, tokens=3)
    assert not are_connected(inside(table), "EUR", "SVR")


@rule("7.4")
def test_a_free_slot_or_an_own_station_lets_a_way_through() -> None:
    full = of_the_rulebook()
    assert not are_connected(inside(full), "FDR", "EUR")
    own = of_the_rulebook()
    own.state.board = own.board.without_station(own.board.stations_of(company_id("WVR"))[0], company_id("WVR"))
    assert are_connected(inside(own), "FDR", "EUR")
    assert are_connected(inside(own.stations(FDR="F11")), "FDR", "EUR")
    assert reached(inside(own), "FDR") > {"E12.0", "D11.0"}
