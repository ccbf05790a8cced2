"""Random building by all companies, turn after turn: there is always an answer, and the map stays a possible one."""

from random import Random

import pytest

from ferrovia import Game
from ferrovia.model.board import NOBODY, place_of
from ferrovia.model.ids import CompanyId, HexId, TurnId
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.track import LayTile
from ferrovia.titles.t1862.companies import replace_station, take_station
from ferrovia.titles.t1862.track import LinkLondon, PlaceSmallStation, may_lie
from titles.t1862.mapwork import inside
from titles.t1862.tables import EasternTable, a_table

rule = pytest.mark.rule

BUILDING = ("home-upgrade", "track", "station")
TURNS = 120


def everybody(profile: str) -> EasternTable:
    table = a_table("A B", profile=profile)
    for company in table.own.offer:
        table.has(company, price=82, held="A5", tokens=5)
    return table


def build_at_random(table: EasternTable, company: CompanyId, random: Random) -> None:
    """One turn, as far as it is about the map; the table is what it is afterwards."""
    game = table.turn_of(company).game()
    while (answer := next_answer(game, company, random)) is not None:
        game = game.play(answer)
    table.state.board, table.state.tokens = game.state.board, game.state.tokens
    table.keep(placed=game.state.extras.placed)


def next_answer(game: Game, company: CompanyId, random: Random) -> object | None:
    """Anything that builds, nothing before it (mergers), and no answer once the trains run."""
    if game.ask is None or game.ask.about.params.get("company") != company:
        return None
    if game.ask.about.key in BUILDING:
        return game.offers().pick(random).action
    return None if "track" in game.state.stack[-1].facts.done else game.offers().passive()


def merge_somewhere(table: EasternTable, random: Random) -> None:
    """What a merger does to the stations: some are lost, some become another company's; the loser begins anew."""
    survivor, other = random.sample(table.own.offer, 2)
    if not table.board.stations_of(survivor):
        return
    here = inside(table)
    own = {place_of(stop)[0] for stop in table.board.stations_of(survivor)}
    for stop in table.board.stations_of(other):
        if place_of(stop)[0] in own or stop in table.box.london:
            take_station(here, other, stop)
        else:
            replace_station(here, stop, other, by=survivor)
    table.state.tokens[other] = 5


def is_possible(table: EasternTable) -> None:
    board = table.board
    assert board.flaw() is None
    standing = sorted((place_of(stop)[0], c) for stop, there in board.stations.items() for c in there if c != NOBODY)
    assert standing == sorted(table.own.placed)
    assert len(set(standing)) == len(standing)
    for hex_id, laid in board.tiles.items():
        tile, printed = board.map.tiles[laid.tile], board.map.hexes[hex_id]
        assert not board.exits(hex_id) & ~board.map.roads[hex_id]
        assert may_lie(HexId(hex_id), tile)
        assert (tile.stops[0].kind if tile.stops else "") == printed.stops[0].kind
        assert (board.left(laid.tile) or 0) >= 0
    for company in table.own.offer:
        assert sum(stop in table.box.london for stop in board.stations_of(company)) <= 1


def built_at_random(profile: str, seed: int, turns: int) -> EasternTable:
    """A quarter of the turns in each of four phases, with mergers between."""
    random, table = Random(seed), everybody(profile)
    for number in range(turns):
        if number % (turns // 4) == 0:
            table.phase("ABDE"[number // (turns // 4)])
        if random.random() < 0.1:
            merge_somewhere(table, random)
        build_at_random(table, random.choice(table.own.offer), random)
        is_possible(table)
    return table


@rule("7.2", "7.6", "7.6.5", "7.7")
@pytest.mark.parametrize("profile", ["rulebook", "site"])
@pytest.mark.parametrize("seed", range(4))
def test_random_building(profile: str, seed: int) -> None:
    assert len(built_at_random(profile, seed, TURNS).board.tiles) > 20


@rule("7.6", "7.6.4", "7.7")
@pytest.mark.parametrize("seed", [11, 12])
def test_whatever_is_legal_is_offered(seed: int) -> None:
    """Every tile in every turn on every hex, with and without a marker, and every stop."""
    table = built_at_random("rulebook", seed, TURNS)
    company = Random(seed).choice([c for c in table.own.offer if table.board.stations_of(c)])
    game = table.turn_of(company, "lay_track").game()
    offered = {offer.action for offer in game.offers()}
    for hex_id in table.board.map.hexes:
        for tile in table.board.map.tiles:
            for turn in range(6):
                for kind in (LayTile, PlaceSmallStation):
                    action = kind(hex_id, tile, TurnId(turn))
                    assert (game.why_not(action) is None) == (game.plain(action) in offered), action
    stops = [stop for names in table.board.map.stop_ids for stop in names]
    for stop in stops:
        assert (game.why_not(LinkLondon(stop)) is None) == (LinkLondon(stop) in offered)
    placing = table.turn_of(company, "place_station").game()
    offered = {offer.action for offer in placing.offers()}
    for stop in stops:
        assert (placing.why_not(PlaceStation(stop)) is None) == (PlaceStation(stop) in offered)
