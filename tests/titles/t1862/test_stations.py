"""[7.7] Station tokens."""

import pytest

from ferrovia import Game
from ferrovia.rules.stations import EndStations, PlaceStation
from titles.t1862.mapwork import of_the_rulebook, standing, station, stations_of, tokens_of
from titles.t1862.tables import EasternTable, a_table, books_of, kinds_offered, money, offers_of, told, why

rule = pytest.mark.rule


def essex(*, tokens: int = 2) -> EasternTable:
    """The EUR in Colchester, with lines to Sudbury, Witham and London, and to Ipswich and Felixstowe."""
    table = a_table().phase("B").line("D11 E12 D13 D15").line("E12 F11 G12")
    return table.has("EUR", price=82, held="A5", cash=100, stations="E12", tokens=tokens)


def stations_step(table: EasternTable, name: str = "EUR") -> Game:
    return table.turn_of(name, "place_station").game()


def stops_offered(game: Game) -> set[str]:
    return {action.stop for action in offers_of(game, PlaceStation)}


@rule("7.7")
def test_one_station_a_turn_for_nothing() -> None:
    game = stations_step(essex())
    assert stops_offered(game) == {"D11.0", "D13.0", "F11.0", "G12.0"}
    after = game.play(station("F11.0"))
    assert (standing(after, "F11.0"), tokens_of(after, "EUR"), money(after, "EUR")) == ("EUR -", 1, 100)
    assert books_of(after).placed == (("E12", "EUR"), ("F11", "EUR"))
    assert told(after, "station-placed") == [{"company": "EUR", "stop": "F11.0"}]
    assert "PlaceStation" not in kinds_offered(after)


@rule("7.7")
def test_a_station_need_not_be_placed() -> None:
    game = stations_step(essex()).play(EndStations())
    assert (stations_of(game, "EUR"), tokens_of(game, "EUR")) == ("E12.0", 2)


@rule("7.7")
def test_nobody_is_asked_without_a_token() -> None:
    assert "PlaceStation" not in kinds_offered(stations_step(essex(tokens=0)))


@rule("7.7")
def test_where_a_station_may_not_stand() -> None:
    game = stations_step(essex().has("ESR", price=90, stations="D13").lies("B9 790/0, E10 8852/0"))
    assert why(game, station("E12.0")) == "7.7"  # it has one there
    assert why(game, station("D13.0")) == "7.7"  # no slot
    assert why(game, station("B9.0")) == "7.7"  # no route
    assert why(game, station("E10.0")) == "7.7"  # a town
    assert why(game, station("D15.0")) == "7.7"  # the edge of the map
    assert why(game, station("D15.1")) == "7.6.5"  # London is linked in place of track


@rule("7.7", "7.4")
def test_a_full_city_stops_the_way() -> None:
    table = essex().has("ESR", price=90, stations="F11").has("WVR", price=90, stations="F11")
    game = stations_step(table)
    assert stops_offered(game) == {"D11.0", "D13.0"}
    assert why(game, station("G12.0")) == "7.7"


@rule("7.7")
def test_homes_of_others_are_not_reserved() -> None:
    """Sudbury is the home of the SVR, which has not operated yet."""
    table = essex().has("SVR", price=74, held="B5", tokens=3)
    assert standing(stations_step(table).play(station("D11.0")), "D11.0") == "EUR"


@rule("7.6.5", "7.7")
def test_no_station_in_the_turn_of_a_london_link() -> None:
    table = essex()
    game = table.turn_of("EUR", "place_station", done=("london", "stations")).game()
    assert "PlaceStation" not in kinds_offered(game)


@rule("7.4", "7.7")
def test_london_gives_no_way_to_new_stations() -> None:
    """The SVR has a station in London, and still does not reach Newmarket or Ely."""
    game = stations_step(of_the_rulebook(), "SVR")
    assert stops_offered(game) == {"D13.0", "E12.0"}
    assert why(game, station("C10.0")) == why(game, station("C8.0")) == "7.7"
