"""What everybody can see of Chicago Express, ready to be drawn. [CE-1.5] Everything is public."""

from functools import cache, lru_cache

from ferrovia.engine.play import Title
from ferrovia.model.ids import CompanyId, HexId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import CompanyFace, CompanyView, Course, Gauge, HexFace, HexView, Layout, PlayerView, View
from ferrovia.titles.chicago_express.material import MATERIAL, DialId, Railways, per_share, scale_value


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
        endings=("CE-9.1", "CE-9.2", "CE-9.3"),
    )


def _printed(cost: int, income: int, development: int) -> dict[str, int]:
    figures = {"cost": cost, "income": income, "development": development}
    return {name: value for name, value in figures.items() if value}


def view(title: Title, state: State) -> View:
    companies = tuple([_company_now(state, company) for company in MATERIAL.companies])
    return View(
        course=_course(state),
        hexes=_hexes(state),
        companies=companies,
        players=tuple([_player(state, player, companies) for player in state.players]),
        gauges=_gauges(state.extras),
    )


ORDER = {hex_id: number for number, hex_id in enumerate(MATERIAL.hexes)}
"""As the hexes are printed."""
SPACES = {dial: tuple(range(end + 1)) for dial, end in MATERIAL.numbers.dials.items()}
HOUSES = tuple(range(MATERIAL.numbers.development.houses, -1, -1))
STOPS = (
    Message("initial-auctions", {}),
    *(
        Message("dividend-round", {"number": n + 1})
        for n in range(len(MATERIAL.numbers.scales[MATERIAL.numbers.detroit.hex]))
    ),
    Message("end", {}),
)
"""The initial auctions, then one stop for each general dividend: the eighth is always the last [CE-9.3]."""


def _course(state: State) -> Course:
    if not state.stack:
        return Course(STOPS, len(STOPS) - 1)
    return Course(STOPS, 0 if state.stack[0].at == "auction_first_shares" else 1 + state.extras.dividends_paid)


def _hexes(state: State) -> tuple[HexView, ...]:
    """Most answers leave the map as it is."""
    own: Railways = state.extras
    return state.board.remember(("shown", own.houses, tuple(own.scales.values())), lambda: _shown(state))


def _shown(state: State) -> tuple[HexView, ...]:
    placed, houses, scales = state.board.tokens, state.extras.houses, MATERIAL.numbers.scales
    shown = sorted(placed.keys() | scales.keys(), key=ORDER.__getitem__)
    return tuple(
        [_hex(h, placed.get(h, ()), h in houses, scale_value(state, h) if h in scales else None) for h in shown]
    )


@lru_cache(maxsize=4096)
def _hex(hex_id: HexId, tokens: tuple[CompanyId, ...], house: bool, income: int | None) -> HexView:
    """Remembered: from one position to the next hardly any hex changes."""
    return HexView(hex_id, tokens, ("house",) if house else (), {} if income is None else {"income": income})


def _company_now(state: State, company: CompanyId) -> CompanyView:
    owners = tuple([state.certs[cert] for cert in MATERIAL.companies[company].certs])
    income = state.extras.income.get(company)
    return _company(company, owners, state.players, state.cash[company], state.tokens[company], income)


@lru_cache(maxsize=4096)
def _company(
    company: CompanyId,
    owners: tuple[Owner, ...],
    players: tuple[PlayerId, ...],
    treasury: int,
    locomotives: int,
    income: int | None,
) -> CompanyView:
    """Remembered: an answer hardly ever changes more than one company. Without an income it is not yet in play."""
    unsold = owners.count(company)
    figures = {"treasury": treasury, "unsold": unsold, "locomotives": locomotives}
    if income is not None:
        shares = len(owners) - unsold
        figures |= {"income": income, "opening-bid": per_share(income, shares + 1)}
        if shares:
            figures["dividend"] = per_share(income, shares)
    holders = {player: owners.count(player) for player in players if player in owners}
    return CompanyView(company, income is not None, figures, holders)


def _player(state: State, player: PlayerId, companies: tuple[CompanyView, ...]) -> PlayerView:
    shares: dict[CompanyId, int] = {}
    next_dividend = 0
    for company in companies:
        held = company.holders.get(player)
        if held:
            shares[company.id] = held
            next_dividend += held * company.figures["dividend"]
    return PlayerView(player, state.cash[player], shares, {"next-dividend": next_dividend})


def _gauges(own: Railways) -> tuple[Gauge, ...]:
    numbers = MATERIAL.numbers
    return (
        *[_dial(dial, own.dials[dial]) for dial in numbers.dials],
        *[_scale(hex_id, own.scales[hex_id]) for hex_id in numbers.scales],
        _houses(own.house_supply),
    )


@cache
def _dial(dial: DialId, at: int) -> Gauge:
    return Gauge(dial, "dial", SPACES[dial], at, red=MATERIAL.numbers.dials[dial])


@cache
def _scale(hex_id: HexId, at: int) -> Gauge:
    return Gauge(MATERIAL.hexes[hex_id].name, "scale", MATERIAL.numbers.scales[hex_id], at)


@cache
def _houses(left: int) -> Gauge:
    supply = MATERIAL.numbers.development.houses
    return Gauge("houses", "supply", HOUSES, supply - left, red=supply - MATERIAL.numbers.ending.houses_left)
