"""What everybody can see of Chicago Express, ready to be drawn. [CE-1.5] Everything is public."""

from ferrovia.engine.play import Title
from ferrovia.model.ids import CompanyId, HexId, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import CompanyFace, CompanyView, Course, Gauge, HexFace, HexView, Layout, PlayerView, View
from ferrovia.titles.chicago_express.material import (
    MATERIAL,
    Railways,
    scale_value,
    share_income,
    shares_of,
    sold,
    unsold,
)


def layout() -> Layout:
    return Layout(
        orientation=MATERIAL.grid.orientation,
        hexes=tuple(
            HexFace(h.id, h.x, h.y, h.name, h.kind, _printed(h.cost, h.income, h.development))
            for h in MATERIAL.hexes.values()
        ),
        companies=tuple(
            CompanyFace(c.id, c.name, c.letters, c.colour, c.ink, c.pattern, c.shares, c.home)
            for c in MATERIAL.companies.values()
        ),
    )


def _printed(cost: int, income: int, development: int) -> dict[str, int]:
    figures = {"cost": cost, "income": income, "development": development}
    return {name: value for name, value in figures.items() if value}


def view(title: Title, state: State) -> View:
    own: Railways = state.extras
    return View(
        course=_course(state),
        hexes=tuple(_hex(state, h) for h in MATERIAL.hexes if _has_something(state, h)),
        companies=tuple(_company(state, c) for c in MATERIAL.companies),
        players=tuple(_player(state, p) for p in state.players),
        gauges=(
            *(
                Gauge(dial, "dial", tuple(range(end + 1)), own.dials[dial], red=end)
                for dial, end in MATERIAL.numbers.dials.items()
            ),
            *(
                Gauge(MATERIAL.hexes[h].name, "scale", values, own.scales[h])
                for h, values in MATERIAL.numbers.scales.items()
            ),
            _houses(own),
        ),
    )


def _course(state: State) -> Course:
    """The initial auctions, then one stop for each general dividend: the eighth is always the last [CE-9.3]."""
    last = len(MATERIAL.numbers.scales[MATERIAL.numbers.detroit.hex])
    stops = (
        Message("initial-auctions", {}),
        *(Message("dividend-round", {"number": n}) for n in range(1, last + 1)),
        Message("end", {}),
    )
    if not state.stack:
        return Course(stops, len(stops) - 1)
    return Course(stops, 0 if state.stack[0].at == "auction_first_shares" else 1 + state.extras.dividends_paid)


def _has_something(state: State, hex_id: HexId) -> bool:
    return hex_id in state.board.tokens or hex_id in MATERIAL.numbers.scales


def _hex(state: State, hex_id: HexId) -> HexView:
    own: Railways = state.extras
    figures = {"income": scale_value(state, hex_id)} if hex_id in MATERIAL.numbers.scales else {}
    return HexView(hex_id, state.board.tokens_on(hex_id), ("house",) if hex_id in own.houses else (), figures)


def _company(state: State, company: CompanyId) -> CompanyView:
    own: Railways = state.extras
    figures = {"treasury": state.cash[company], "unsold": len(unsold(state, company))}
    figures["locomotives"] = state.tokens[company]
    if company in own.income:
        shares = sold(state, company)
        figures |= {"income": own.income[company], "opening-bid": share_income(state, company, shares + 1)}
        if shares:
            figures["dividend"] = share_income(state, company, shares)
    holders = {p: held for p in state.players if (held := shares_of(state, p, company))}
    return CompanyView(company, company in own.income, figures, holders)


def _player(state: State, player: PlayerId) -> PlayerView:
    shares = {c: held for c in MATERIAL.companies if (held := shares_of(state, player, c))}
    next_dividend = sum(held * share_income(state, c, sold(state, c)) for c, held in shares.items())
    return PlayerView(player, state.cash[player], shares, {"next-dividend": next_dividend})


def _houses(own: Railways) -> Gauge:
    supply = MATERIAL.numbers.development.houses
    left = MATERIAL.numbers.ending.houses_left
    return Gauge("houses", "supply", tuple(range(supply, -1, -1)), supply - own.house_supply, red=supply - left)
