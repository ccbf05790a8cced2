"""A little railway for rules that titles share: five hexes in a row, two companies, a handful of tiles.

    a (city)   b (open, 30)   c (town)   d (city, track at the side of c)   e (grey city, track towards d)

RED begins in a, BLUE in e. In phase 1 tiles are yellow, in phase 2 green as well. Tiles lie along the row in turn 1.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ferrovia.engine.play import Check, Game, Refused, Step, Table, Title
from ferrovia.model.board import Board
from ferrovia.model.box import Box, Card, Face, Phase
from ferrovia.model.ids import BANK, CompanyId, HexId, Owner, PlayerId, StopId, TileId
from ferrovia.model.map import Hex, Map, places
from ferrovia.model.market import Cell, Market
from ferrovia.model.network import reach_of
from ferrovia.model.shares import papers
from ferrovia.model.state import Frame, State
from ferrovia.model.tiles import Tile, TileSet
from ferrovia.model.upgrades import Upgrades, grows_into
from ferrovia.rules.rounds import CompanyTurn
from support.toy import NoExtras, a_title

RED, BLUE = (CompanyId(Owner(name)) for name in ("RED", "BLUE"))
ANA, BEN = (PlayerId(Owner(name)) for name in ("Ana", "Ben"))

HEXES: tuple[Mapping[str, Any], ...] = (
    {"id": "a", "stops": [{"kind": "city", "slots": 1}]},
    {"id": "b", "terrain": [{"cost": 30, "kinds": ["hill"]}]},
    {"id": "c", "stops": [{"kind": "town"}]},
    {"id": "d", "stops": [{"kind": "city", "slots": 1}], "stubs": [1]},
    {"id": "e", "colour": "gray", "stops": [{"kind": "city", "slots": 1}], "tracks": [["e1", "s0"]]},
)
TILES: tuple[Mapping[str, Any], ...] = (
    {"id": "straight", "colour": "yellow", "tracks": [["e0", "e3"]], "count": 1},
    {"id": "town", "colour": "yellow", "stops": [{"kind": "town"}], "tracks": [["e0", "s0"], ["s0", "e3"]]},
    {
        "id": "city",
        "colour": "yellow",
        "stops": [{"kind": "city", "slots": 1}],
        "tracks": [["e0", "s0"], ["s0", "e3"]],
    },
    {
        "id": "large",
        "colour": "green",
        "stops": [{"kind": "city", "slots": 2}],
        "tracks": [["e0", "s0"], ["s0", "e3"]],
    },
    {
        "id": "bent",
        "colour": "green",
        "stops": [{"kind": "city", "slots": 2}],
        "tracks": [["e0", "s0"], ["s0", "e2"]],
    },
)


def _box() -> Box[Phase, Card[Face], Face]:
    hexes = [Hex.model_validate({"colour": "white", "x": 2 * at, "y": 0, **row}) for at, row in enumerate(HEXES)]
    tiles = TileSet(tuple(Tile.model_validate(row) for row in TILES))
    printed = Map("pointy", places(hexes), {h.hex: h for h in hexes}, tiles)
    return Box(
        papers=papers({RED: (60, 40), BLUE: (60, 40)}),
        market=Market(form="grid", cells=(Cell(row=0, column=0, price=50),)),
        phases={"1": Phase(name="1", colours=("yellow",)), "2": Phase(name="2", colours=("yellow", "green"))},
        cards={},
        map=printed,
        upgrades=Upgrades(printed, grows_into),
        kinds={},
        certificate_limit=10,
    )


BOX = _box()


def a_little_title(step: Step, *actions: type[Any], keys: tuple[str, ...] = ()) -> Title:
    """A title whose company turn is one step."""
    title = a_title({"company turn": (step,)}, actions=actions, facts=(CompanyTurn,), keys=keys)
    return replace(title, data=BOX, grid=BOX.map, reach=lambda table, company: reach_of(table.state.board, company))


def a_state(*, tiles: str = "", stations: str = "RED@a", phase: str = "1", cash: int = 100, **turn: Any) -> State:
    """RED's turn. `tiles="a:city/1 b:straight/1"` lie on the map; `stations="RED@a BLUE@e"` stand on it."""
    board = Board(BOX.map, {})
    for row in tiles.split():
        hex_id, tile = row.split(":")
        name, turned = tile.split("/")
        board = board.with_tile(HexId(hex_id), TileId(name), int(turned))
    for row in stations.split():
        company, hex_id = row.split("@")
        board = board.with_station(StopId(f"{hex_id}.0"), CompanyId(Owner(company)))
    return State(
        players=(ANA, BEN),
        cash={BANK: 0, ANA: 0, BEN: 0, RED: cash, BLUE: cash},
        certs={cert: ANA if cert.startswith("RED") else BEN for cert in BOX.papers.by_id},
        tokens={RED: 2, BLUE: 2},
        board=board,
        extras=NoExtras(),
        stack=[Frame("company turn", "nowhere", replace(CompanyTurn(RED, first=False), **turn))],
        phase=phase,
    )


def a_table(step: Step | None = None, **written: Any) -> Table:
    return Table(a_little_title(step or _nothing), a_state(**written))


def a_game(step: Step, *actions: type[Any], keys: tuple[str, ...] = (), **written: Any) -> Game:
    """The game at a step of RED's turn."""
    title, state = a_little_title(step, *actions, keys=keys), a_state(**written)
    state.stack[0] = replace(state.stack[0], at=step.__name__)
    return Game.at(title, state)


def _nothing(table: Table) -> None:
    """A turn in which nothing happens."""


def why(check: Check[Any], table: Table, action: Any) -> tuple[str, Mapping[str, Any]] | None:
    """The rule by which a check refuses an action, with its figures; None if it does not."""
    reason: Refused | None = check.holds(table, action)
    return None if reason is None else (reason.rule or check.rule, reason.params)
