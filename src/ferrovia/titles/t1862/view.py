"""What everybody can see of 1862, ready to be drawn."""

from dataclasses import replace

from ferrovia.engine.play import Title
from ferrovia.model.faces import cards_left, hex_face, hex_views, markers, tile_face, tiles_left
from ferrovia.model.ids import BANK, DEPOT, IPO, POOL, SCRAP, CompanyId, PlayerId
from ferrovia.model.map import Hex
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import (
    CompanyFace,
    CompanyView,
    Course,
    HexFace,
    Layout,
    MarketCell,
    OfferRow,
    PlayerView,
    StopFace,
    TrainFace,
    View,
)
from ferrovia.titles.t1862.facts import GameFacts
from ferrovia.titles.t1862.market import running_order
from ferrovia.titles.t1862.material import Books, Material, Phase, share_price, trains_of

EDGE_PERIODS = ("white", "gray", "violet")
"""[9] The colours in which the three values of an area at the edge are printed, each from its own phase on."""


def layout(box: Material) -> Layout:
    return Layout(
        orientation=box.map.orientation,
        hexes=tuple(_hex(box, printed) for printed in box.map.hexes.values()),
        companies=tuple(
            CompanyFace(c.id, c.name, c.id, c.colour, c.ink, c.pattern, 10, c.home) for c in box.companies.values()
        ),
        tiles=tuple(tile_face(tile) for tile in box.map.tiles.values()),
        market=tuple(MarketCell(cell.price, cell.row, at, cell.zones) for at, cell in enumerate(box.market.cells)),
        trains=tuple(
            TrainFace(
                band.name,
                box.variant.train_count(band) or None,
                {face.name: band.price for face in band.faces if face.kind in box.variant.kinds},
            )
            for band in box.numbers.bands
        ),
    )


def _hex(box: Material, printed: Hex) -> HexFace:
    """A printed hex; areas at the edge with all their values, and with their name where the hex is of one area only."""
    face = hex_face(printed)
    names = {area for stop in printed.stops for area in stop.groups}
    if face.tile is None or not names:
        return face
    stops = tuple(
        _edge(box, stop.groups[0], there) if stop.groups else there
        for stop, there in zip(printed.stops, face.tile.stops, strict=True)
    )
    name = box.areas[names.pop()].name if len(names) == 1 else ""
    return replace(face, name=name, tile=replace(face.tile, stops=stops))


def _edge(box: Material, area: str, there: StopFace) -> StopFace:
    return replace(there, revenue=dict(zip(EDGE_PERIODS, box.areas[area].values, strict=True)))


def view(title: Title, state: State) -> View:
    box: Material = title.data
    own: Books = state.extras
    return View(
        course=_course(box, state),
        hexes=hex_views(state.board),
        companies=tuple(_company(box, state, company) for company in box.companies),
        players=tuple(_player(box, state, player) for player in state.players),
        gauges=(),
        phase=state.phase,
        periods=_periods(box.phases[state.phase]),
        markers=markers(state),
        depot=cards_left(state, lambda train: box.band_of(train).name),
        faces={train: card.face for train, card in state.trains.items() if card.owner not in (DEPOT, SCRAP)},
        warranties={str(train): left for train, left in own.warranties.items()},
        tiles_left=tiles_left(state.board),
        order=running_order(box, state),
        offer=_offer(box, state),
        bank=state.cash[BANK],
        marks=_great_events(own),
    )


def _periods(phase: Phase) -> tuple[str, ...]:
    return (*phase.colours, *EDGE_PERIODS[: phase.edge + 1])


def _great_events(own: Books) -> tuple[str, ...]:
    """[10.2] [10.3]"""
    marks = {"bank-broken": own.bank_broken, "lner": own.lner_limit > 0}
    return tuple(mark for mark, holds in marks.items() if holds)


def _offer(box: Material, state: State) -> tuple[OfferRow, ...]:
    """[2.4.1] [10.3] The rows of the offer with what still lies there; nothing more once the LNER has formed."""
    own: Books = state.extras
    if own.lner_limit or len(own.offer) < sum(box.numbers.rows):
        return ()
    added = len(own.offer) - sum(box.numbers.rows)
    rows: list[OfferRow] = []
    at = 0
    for number, (phase, spaces) in enumerate(zip(box.numbers.row_phases, box.numbers.rows, strict=True)):
        end = at + spaces + (added if number == 0 else 0)
        waiting = tuple(company for company in own.offer[at:end] if company not in own.pars)
        rows.append(OfferRow(phase, box.is_reached(state, phase), waiting))
        at = end
    return tuple(rows)


def _course(box: Material, state: State) -> Course:
    """The set that is being played, round by round, then the sets to come as far as they are known."""
    own: Books = state.extras
    game: GameFacts = state.stack[0].facts if state.stack else GameFacts()
    stops: list[Message] = []
    done = 0
    if not own.lner_limit:
        numbers = (game.sets_done + 2,) if game.sets_done else (1, 2)
        stops += [Message("parliament", {"number": number}) for number in numbers]
        done += game.parliaments_done
    stops.append(Message("stock-round", {"number": game.sets_done + 1}))
    done += game.stock_round_done
    rounds = game.rounds or (3 if own.lner_limit else box.phases[state.phase].rounds)
    stops += [Message("operating-round", {"set": game.sets_done + 1, "number": at + 1}) for at in range(rounds)]
    done += game.rounds_done
    stops.append(Message("end" if own.lner_limit or own.bank_broken else "next-set", {}))
    return Course(tuple(stops), max(0, done - 1) if state.stack else len(stops) - 1)


def _company(box: Material, state: State, company: CompanyId) -> CompanyView:
    own: Books = state.extras
    papers = box.papers
    figures = {"treasury": state.cash[company], "markers": state.tokens[company]}
    if company in own.pars:
        figures |= {"price": share_price(box, state, company), "par": own.pars[company]}
    if company in own.last_revenue:
        figures["last-revenue"] = own.last_revenue[company]
    figures |= {
        "in-offer": papers.shares(state, IPO, company),
        "in-pool": papers.shares(state, POOL, company),
        "in-treasury": papers.shares(state, company, company),
    }
    holders = {p: held for p in state.players if (held := papers.shares(state, p, company))}
    return CompanyView(
        company,
        company in own.launched,
        figures,
        holders,
        director=papers.director(state, company) or "",
        trains=tuple(trains_of(state, company)),
        marks=_marks(box, state, company),
    )


def _marks(box: Material, state: State, company: CompanyId) -> tuple[str, ...]:
    """Its permits (the original one before it is launched), its charter, whether the state runs it."""
    own: Books = state.extras
    if company not in own.offer:
        return ("out-of-play",)
    permits = own.permits.get(company) or ((own.permit_of[company],) if company in own.permit_of else ())
    marks = [str(kind) for kind in dict.fromkeys(permits)]
    if company in own.chartered:
        marks.append("chartered")
    if state.certs[box.papers.directors_certificate(company).id] == POOL:
        marks.append("administered")
    return tuple(marks)


def _player(box: Material, state: State, player: PlayerId) -> PlayerView:
    own: Books = state.extras
    shares = {c: held for c in box.companies if (held := box.papers.shares(state, player, c))}
    limit = own.lner_limit or box.numbers.certificate_limit[len(state.players)]
    figures = {"certificates": box.papers.count(state, player), "certificate-limit": limit}
    return PlayerView(
        player,
        state.cash[player],
        shares,
        figures,
        marks=("priority",) if own.priority == player else (),
        pledges=tuple(company for pledged, company in own.obligations if pledged == player),
    )
