"""What everybody can see of 18CZ, ready to be drawn. [III.1.4] [III.1.6] Everything is public."""

from ferrovia.engine.play import Title
from ferrovia.model.faces import cards_left, hex_faces, hex_views, markers, tile_face, tiles_left
from ferrovia.model.ids import DEPOT, IPO, POOL, SCRAP, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import (
    CompanyFace,
    CompanyView,
    Course,
    Gauge,
    Layout,
    MarketCell,
    PlayerView,
    PrivateFace,
    TrainFace,
    View,
)
from ferrovia.titles.t18cz.facts import GameFacts
from ferrovia.titles.t18cz.market import running_order
from ferrovia.titles.t18cz.material import VACLAV, Books, Material, price, trains_of


def layout(box: Material) -> Layout:
    return Layout(
        orientation=box.map.orientation,
        hexes=hex_faces(box.map),
        companies=tuple(
            CompanyFace(c.id, c.name, c.id, c.colour, c.ink, c.pattern, box.rules(c.id).capital_shares, c.homes[0])
            for c in box.companies.values()
        ),
        tiles=tuple(tile_face(tile) for tile in box.map.tiles.values()),
        market=tuple(_cell(box, at, value) for at, value in enumerate(box.numbers.market.prices)),
        trains=tuple(
            TrainFace(card.card, card.count or None, {face.name: face.price for face in card.faces})
            for card in box.numbers.trains
        ),
        privates=tuple(
            PrivateFace(local.id, local.name, {"price": local.price, "income": local.income})
            for local in box.locals.values()
        ),
    )


def _cell(box: Material, at: int, value: int) -> MarketCell:
    """Even places lie in the lower row, odd ones above and between them."""
    zones = tuple(f"start-{size}" for size, rules in box.numbers.sizes.items() if value in rules.start_prices)
    return MarketCell(value, 1 - at % 2, at, zones)


def view(title: Title, state: State) -> View:
    box: Material = title.data
    own: Books = state.extras
    return View(
        course=_course(box, state),
        hexes=hex_views(state.board),
        companies=tuple(_company(box, state, company) for company in box.companies),
        players=tuple(_player(box, state, player) for player in own.order),
        gauges=_gauges(box, own),
        phase=state.phase,
        periods=box.phases[state.phase].colours,
        markers=markers(state),
        depot=cards_left(state, lambda train: box.card_of(train).card),
        pool=tuple(trains_of(state, POOL)),
        faces={train: card.face for train, card in state.trains.items() if card.owner not in (DEPOT, SCRAP)},
        tiles_left=tiles_left(state.board),
        order=running_order(state),
    )


def _course(box: Material, state: State) -> Course:
    """The draft, then a stop for each stock and operating round."""
    stops = [Message("draft", {})]
    at = 0
    game: GameFacts = state.stack[0].facts if state.stack else GameFacts(len(box.numbers.course.sets))
    for number, values in enumerate(box.numbers.course.sets):
        stops.append(Message("stock-round", {"number": number + 1}))
        if (number < game.sets_done) or (number == game.sets_done and game.stock_round_done):
            at = len(stops) - 1
        for done, value in enumerate(values):
            stops.append(Message("operating-round", {"value": value}))
            if number < game.sets_done or (number == game.sets_done and done < game.rounds_done):
                at = len(stops) - 1
    stops.append(Message("end", {}))
    return Course(tuple(stops), len(stops) - 1 if not state.stack else at)


def _gauges(box: Material, own: Books) -> tuple[Gauge, ...]:
    values = (0, *(value for rounds in box.numbers.course.sets for value in rounds))
    return (Gauge("local-value", "scale", values, values.index(own.local_value)),)


def _company(box: Material, state: State, company: CompanyId) -> CompanyView:
    own: Books = state.extras
    papers = box.papers
    figures = {"treasury": state.cash[company], "markers": state.tokens[company]}
    if company in state.prices:
        figures |= {"price": price(box, state, company), "start-price": own.start_prices[company]}
    if company in own.last_revenue:
        figures["last-revenue"] = own.last_revenue[company]
    figures["in-bank"] = papers.shares(state, IPO, company) + papers.shares(state, POOL, company)
    holders = {p: held for p in state.players if (held := papers.shares(state, p, company))}
    return CompanyView(
        company,
        company in own.floated and company not in own.closed,
        figures,
        holders,
        director=VACLAV if company in own.vaclavs else papers.director(state, company) or "",
        trains=tuple(trains_of(state, company)),
        privates=tuple(local for local in box.locals if state.certs[local] == company),
    )


def _player(box: Material, state: State, player: PlayerId) -> PlayerView:
    own: Books = state.extras
    shares = {c: held for c in box.companies if (held := box.papers.shares(state, player, c))}
    privates = tuple(local for local in box.locals if state.certs[local] == player)
    figures = {
        "certificates": box.papers.count(state, player) + len(privates),
        "certificate-limit": box.certificate_limit,
    }
    if own.debt.get(player) or own.penalty.get(player):
        figures |= {"debt": own.debt.get(player, 0), "penalty": own.penalty.get(player, 0)}
    return PlayerView(player, state.cash[player], shares, figures, privates)
