"""What everybody can see of Chicago Express, ready to be drawn. [CE-1.5] Everything is public."""

from collections.abc import Mapping
from functools import lru_cache

from ferrovia.engine.play import Title
from ferrovia.model.ids import CompanyId, HexId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.model.view import CompanyFace, CompanyView, Course, Gauge, HexFace, HexView, Layout, PlayerView, View
from ferrovia.titles.chicago_express.material import MATERIAL, Railways, scale_value, share_income


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
    held = _held(state)
    return View(
        course=_course(state),
        hexes=_hexes(state),
        companies=tuple(_company(state, c, held[c]) for c in MATERIAL.companies),
        players=tuple(_player(state, p, held) for p in state.players),
        gauges=(
            *(Gauge(d, "dial", SPACES[d], own.dials[d], red=end) for d, end in MATERIAL.numbers.dials.items()),
            *(
                Gauge(MATERIAL.hexes[h].name, "scale", values, own.scales[h])
                for h, values in MATERIAL.numbers.scales.items()
            ),
            _houses(own),
        ),
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


def _held(state: State) -> dict[CompanyId, dict[Owner, int]]:
    """How many shares of each company each owner has, the charter included: counted once for the whole view."""
    held: dict[CompanyId, dict[Owner, int]] = {}
    for company, printed in MATERIAL.companies.items():
        counts = held[company] = dict[Owner, int]()
        for cert in printed.certs:
            owner = state.certs[cert]
            counts[owner] = counts.get(owner, 0) + 1
    return held


def _hexes(state: State) -> tuple[HexView, ...]:
    placed, houses, scales = state.board.tokens, state.extras.houses, MATERIAL.numbers.scales
    shown = sorted(placed.keys() | scales.keys(), key=ORDER.__getitem__)
    return tuple(
        [_hex(h, placed.get(h, ()), h in houses, scale_value(state, h) if h in scales else None) for h in shown]
    )


@lru_cache(maxsize=4096)
def _hex(hex_id: HexId, tokens: tuple[CompanyId, ...], house: bool, income: int | None) -> HexView:
    """Remembered: from one position to the next hardly any hex changes."""
    return HexView(hex_id, tokens, ("house",) if house else (), {} if income is None else {"income": income})


def _company(state: State, company: CompanyId, held: Mapping[Owner, int]) -> CompanyView:
    own: Railways = state.extras
    unsold = held.get(company, 0)
    figures = {"treasury": state.cash[company], "unsold": unsold, "locomotives": state.tokens[company]}
    if company in own.income:
        shares = MATERIAL.companies[company].shares - unsold
        figures |= {"income": own.income[company], "opening-bid": share_income(state, company, shares + 1)}
        if shares:
            figures["dividend"] = share_income(state, company, shares)
    holders = {p: held[p] for p in state.players if p in held}
    return CompanyView(company, company in own.income, figures, holders)


def _player(state: State, player: PlayerId, held: Mapping[CompanyId, Mapping[Owner, int]]) -> PlayerView:
    shares = {c: counts[player] for c, counts in held.items() if player in counts}
    sold = {c: MATERIAL.companies[c].shares - held[c].get(c, 0) for c in shares}
    next_dividend = sum(count * share_income(state, c, sold[c]) for c, count in shares.items())
    return PlayerView(player, state.cash[player], shares, {"next-dividend": next_dividend})


def _houses(own: Railways) -> Gauge:
    supply = MATERIAL.numbers.development.houses
    left = MATERIAL.numbers.ending.houses_left
    return Gauge("houses", "supply", HOUSES, supply - own.house_supply, red=supply - left)
