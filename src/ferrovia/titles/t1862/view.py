"""What everybody can see of 1862, ready to be drawn."""

from ferrovia.engine.play import Title
from ferrovia.model.faces import hex_faces, hex_views, tile_face, tiles_left
from ferrovia.model.ids import DEPOT, IPO, POOL, SCRAP, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import (
    CompanyFace,
    CompanyView,
    Course,
    Gauge,
    Layout,
    Marker,
    MarketCell,
    PlayerView,
    TrainFace,
    View,
)
from ferrovia.titles.t1862.facts import GameFacts
from ferrovia.titles.t1862.market import running_order
from ferrovia.titles.t1862.material import Books, Material, share_price, trains_of


def layout(box: Material) -> Layout:
    return Layout(
        orientation=box.map.orientation,
        hexes=hex_faces(box.map),
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


def view(title: Title, state: State) -> View:
    box: Material = title.data
    return View(
        course=_course(box, state),
        hexes=hex_views(state.board),
        companies=tuple(_company(box, state, company) for company in box.companies),
        players=tuple(_player(box, state, player) for player in state.players),
        gauges=_gauges(state),
        phase=state.phase,
        periods=box.phases[state.phase].colours,
        markers=_markers(state),
        depot=_depot(box, state),
        faces={train: card.face for train, card in state.trains.items() if card.owner not in (DEPOT, SCRAP)},
        tiles_left=tiles_left(state.board),
        order=running_order(box, state),
    )


def _course(box: Material, state: State) -> Course:
    """The set that is being played, round by round, then the sets to come as far as they are known."""
    own: Books = state.extras
    game: GameFacts = state.stack[0].facts if state.stack else GameFacts()
    stops: list[Message] = []
    done = 0
    if not own.lner_limit:
        parliaments = 2 if game.sets_done == 0 else 1
        stops += [Message("parliament", {"number": game.sets_done + at}) for at in range(1, parliaments + 1)]
        done += game.parliaments_done
    stops.append(Message("stock-round", {"number": game.sets_done + 1}))
    done += game.stock_round_done
    rounds = game.rounds or (3 if own.lner_limit else box.phases[state.phase].rounds)
    stops += [Message("operating-round", {"set": game.sets_done + 1, "number": at + 1}) for at in range(rounds)]
    done += game.rounds_done
    stops.append(Message("end" if own.lner_limit or own.bank_broken else "next-set", {}))
    return Course(tuple(stops), max(0, done - 1) if state.stack else len(stops) - 1)


def _gauges(state: State) -> tuple[Gauge, ...]:
    return ()


def _markers(state: State) -> tuple[Marker, ...]:
    found: list[Marker] = []
    for company, quote in sorted(state.prices.items(), key=lambda item: item[1].since):
        place = sum(marker.cell == quote.cell for marker in found)
        found.append(Marker(company, quote.cell, place))
    return tuple(found)


def _depot(box: Material, state: State) -> dict[str, int]:
    left: dict[str, int] = {}
    for train in trains_of(state, DEPOT):
        band = box.band_of(train).name
        left[band] = left.get(band, 0) + 1
    return left


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
        "own-shares": papers.shares(state, company, company),
    }
    holders = {p: held for p in state.players if (held := papers.shares(state, p, company))}
    return CompanyView(
        company,
        company in own.launched,
        figures,
        holders,
        director=papers.director(state, company) or "",
        trains=tuple(trains_of(state, company)),
    )


def _player(box: Material, state: State, player: PlayerId) -> PlayerView:
    own: Books = state.extras
    shares = {c: held for c in box.companies if (held := box.papers.shares(state, player, c))}
    limit = own.lner_limit or box.numbers.certificate_limit[len(state.players)]
    figures = {"certificates": box.papers.count(state, player), "certificate-limit": limit}
    return PlayerView(player, state.cash[player], shares, figures)
