"""What is printed and what lies on the table of any railway title, as it is drawn; a title adds what only it has."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ferrovia.model.board import Board
from ferrovia.model.box import Box, Charter, Phase
from ferrovia.model.ids import DEPOT, SCRAP, CertId, CompanyId, HexId, Owner, PlayerId, TrainId
from ferrovia.model.map import Hex, Map
from ferrovia.model.market import Cell
from ferrovia.model.state import State, trains_of
from ferrovia.model.tiles import Tile, stops_kept
from ferrovia.model.upgrades import Upgrades
from ferrovia.model.view import (
    CompanyFace,
    CompanyView,
    HexFace,
    HexView,
    Layout,
    Marker,
    MarketCell,
    PhaseFace,
    PlayerView,
    StopFace,
    TileFace,
    TrackFace,
    TrainFace,
    View,
)

AnyBox = Box[Any, Any, Any]

# --------------------------------------------------------------------------------------------------- what is printed


def tile_face(tile: Tile) -> TileFace:
    stops = tuple(
        StopFace(
            stop.kind,
            stop.slots,
            {"": stop.revenue} if isinstance(stop.revenue, int) else dict(stop.revenue),
            stop.hidden,
        )
        for stop in tile.stops
    )
    tracks = tuple(TrackFace(track.ends, track.gauge, track.terminal) for track in tile.tracks)
    return TileFace(tile.id, tile.colour, tile.label, tile.frame, stops, tracks, tile.count, tile.piece)


def tile_faces(upgrades: Upgrades) -> tuple[TileFace, ...]:
    """All tiles, each with those that may be laid over it somewhere."""
    tiles = upgrades.map.tiles.values()

    def grows(old: Tile, new: Tile) -> bool:
        keeps = (stops_kept(old.turned(0), new.turned(turn)) for turn in new.distinct_turns)
        return upgrades.may_become(old, new) and any(keeps)

    return tuple(replace(tile_face(old), becomes=tuple(new.id for new in tiles if grows(old, new))) for old in tiles)


def phase_face(
    box: AnyBox, phase: Phase, *, limits: Mapping[str, int] | None = None, rounds: int = 0, rules: tuple[str, ...] = ()
) -> PhaseFace:
    """A phase with the train that begins it; the first one is there from the start."""
    first = next(iter(box.phases)) == phase.name
    card = "" if first else next((card.name for card in box.cards.values() if card.phase == phase.name), "")
    return PhaseFace(phase.name, card, phase.colours, phase.limits if limits is None else limits, rounds, rules)


def hex_face(printed: Hex) -> HexFace:
    kinds = [kind for terrain in printed.terrain for kind in terrain.kinds]
    figures = {"cost": printed.cost} if printed.cost else {}
    return HexFace(
        printed.hex,
        printed.x,
        printed.y,
        printed.name,
        kinds[0] if kinds else "plain",
        figures,
        tile_face(printed),
        printed.blocked,
        printed.stubs,
    )


def hex_faces(map_: Map) -> tuple[HexFace, ...]:
    return tuple(hex_face(printed) for printed in map_.hexes.values())


def company_face(charter: Charter, *, shares: int, home: HexId) -> CompanyFace:
    """The letters of a railway company are its id."""
    return CompanyFace(charter.id, charter.name, charter.id, charter.colour, charter.ink, charter.pattern, shares, home)


def layout_of(
    box: AnyBox,
    companies: Iterable[CompanyFace],
    trains: Iterable[TrainFace],
    zones: Callable[[Cell], tuple[str, ...]] = lambda cell: cell.zones,
) -> Layout:
    """Map, tiles and market as they are printed; `zones`: what a cell of the market is marked with."""
    zigzag = box.market.form == "zigzag"
    cells = [(at if zigzag else cell.column, cell) for at, cell in enumerate(box.market.cells)]
    return Layout(
        orientation=box.map.orientation,
        hexes=hex_faces(box.map),
        companies=tuple(companies),
        tiles=tile_faces(box.upgrades),
        market=tuple(MarketCell(cell.price, cell.row, column, zones(cell)) for column, cell in cells),
        trains=tuple(trains),
    )


# --------------------------------------------------------------------------------------------- what lies on the table


def hex_views(board: Board) -> tuple[HexView, ...]:
    """Every hex with a tile or a station."""
    with_stations = {HexId(stop.rpartition(".")[0]) for stop in board.stations}
    return tuple(_hex_view(board, h) for h in board.map.hexes if h in board.tiles or h in with_stations)


def _hex_view(board: Board, hex_id: HexId) -> HexView:
    laid = board.tiles.get(hex_id)
    stations = tuple(board.stations_at(stop) for stop in board.stops_on(hex_id))
    return HexView(hex_id, (), (), {}, laid.tile if laid else "", laid.turn if laid else 0, stations)


def tiles_left(board: Board) -> Mapping[str, int]:
    """How many of each tile are in the supply; those without number are left out."""
    counts = ((tile, board.left(tile)) for tile in board.map.tiles)
    return {tile: count for tile, count in counts if count is not None}


def markers(state: State) -> tuple[Marker, ...]:
    """The companies on the market; whoever came earlier lies further up in its pile."""
    found: list[Marker] = []
    for company, quote in sorted(state.prices.items(), key=lambda item: item[1].since):
        place = sum(marker.cell == quote.cell for marker in found)
        found.append(Marker(company, quote.cell, place))
    return tuple(found)


def cards_left(state: State, kind: Callable[[TrainId], str]) -> dict[str, int]:
    """How many train cards of each kind were never sold, in the order of the pile."""
    left: dict[str, int] = {}
    for train, card in state.trains.items():
        if card.owner == DEPOT:
            left[kind(train)] = left.get(kind(train), 0) + 1
    return left


def held_by(state: State, owner: Owner, papers: Iterable[CertId]) -> tuple[CertId, ...]:
    """Which of some papers somebody has, such as privates."""
    return tuple([paper for paper in papers if state.certs[paper] == owner])


def company_view(
    box: AnyBox, state: State, company: CompanyId, figures: Mapping[str, int], *, par: str = "par", **more: Any
) -> CompanyView:
    """Treasury, stations, price and last revenue come before the title's own `figures`; `par`: what the title calls
    the first price; `more`: what else is to be seen of a company. One that has left the game places no station any
    more, wherever its home was."""
    shown = {"treasury": state.cash[company], "markers": 0 if company in state.closed else state.tokens[company]}
    if company in state.pars and company not in state.closed:
        shown |= {"price": box.price(state, company), par: state.pars[company]}
    if company in state.last_revenue:
        shown["last-revenue"] = state.last_revenue[company]
    holders = {p: held for p in state.players if (held := box.papers.shares(state, p, company))}
    seen = CompanyView(
        company,
        company in state.running,
        {**shown, **figures},
        holders,
        director=box.director(state, company) or "",
        trains=tuple(trains_of(state, company)),
        train_limit=box.phases[state.phase].limits.get(box.kinds[company]) if company in state.running else None,
    )
    return replace(seen, **more)


def player_view(
    box: AnyBox, state: State, player: PlayerId, figures: Mapping[str, int] | None = None, **more: Any
) -> PlayerView:
    """Cash, shares and certificates, then the title's own `figures`; `more`: what else is to be seen of a player."""
    shares = {company: held for company in box.papers.of if (held := box.papers.shares(state, player, company))}
    shown = {
        "certificates": box.certificates_of(state, player),
        "certificate-limit": box.most_certificates(state),
        **(figures or {}),
    }
    return PlayerView(player, state.cash[player], shares, shown, **more)


def view_of(
    box: AnyBox,
    state: State,
    companies: Iterable[CompanyView],
    players: Iterable[PlayerView],
    **more: Any,
) -> View:
    """Map, market, trains and tiles, with the companies and players as the title shows them, and `more`."""
    shown: dict[str, Any] = {
        "hexes": hex_views(state.board),
        "companies": tuple(companies),
        "players": tuple(players),
        "gauges": (),
        "phase": state.phase,
        "periods": box.colours(state),
        "markers": markers(state),
        "depot": cards_left(state, lambda train: box.card_of(train).name),
        "faces": {train: card.face for train, card in state.trains.items() if card.owner not in (DEPOT, SCRAP)},
        "tiles_left": tiles_left(state.board),
        "order": box.operating_order(state),
    }
    return View(**{**shown, **more})
