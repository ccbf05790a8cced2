"""[3.2.1] [3.2.2] How companies are launched: their par, their first capital, their stations."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import IPO, CompanyId, PlayerId
from ferrovia.rules.prices import begin_at
from ferrovia.rules.stock import float_with
from ferrovia.titles.t18esp.material import books, box, sold_percent

FIRST_STATIONS = 2
"""[3.2.2] The base and one more lie on a charter from the start; objectives unlock the others."""


def par_prices(table: Table, company: CompanyId) -> tuple[int, ...]:
    """[3.2.1] [3.2.2] From 70 to 100."""
    market, material = box(table).market, box(table)
    prices = tuple(market.price(cell) for cell in market.cells_in("par"))
    if material.is_northern(company) and not material.is_reached(table.state, "3"):
        return tuple(price for price in prices if price <= material.edition.northern_par_in_phase_2)
    return prices


def set_par(table: Table, company: CompanyId, price: int) -> None:
    begin_at(table, company, price)
    table.tell("par-set", company=company, price=price)


def launch_minor(table: Table, company: CompanyId, player: PlayerId, price: int) -> None:
    """[3.2.1] Twice the price goes into the treasury; the minor operates from the next round on."""
    table.pay(2 * price, source=player, to=company)
    table.hand_over(box(table).papers.directors_certificate(company).id, to=player)
    set_par(table, company, price)
    table.float_company(company)
    table.tell("minor-launched", player=player, company=company, price=price, amount=2 * price)


def launch_if_due(table: Table, company: CompanyId) -> None:
    """[3.2.2] Once enough is sold, the bank pays the first capital, or all of it from phase 5 on."""
    state, material = table.state, box(table)
    phase = material.phases[state.phase]
    sold = sold_percent(material, state, company)
    if company in state.floated or company not in state.pars or sold < phase.launch_percent:
        return
    float_with(table, company, phase.capital_shares * state.pars[company])
    if not material.is_reached(state, "5"):
        lock_stations(table, company)


def lock_stations(table: Table, company: CompanyId) -> None:
    """[5.1.2] [5.1.3] A company launched before phase 5 earns its other capital and stations by objectives."""
    own, locked = books(table), table.state.tokens[company] - FIRST_STATIONS
    table.give_tokens(company, -locked)
    table.keep(staged=(*own.staged, company), locked={**own.locked, company: locked})


def release_reserved_share(table: Table, company: CompanyId) -> None:
    """[4.6.1] A reserved share that nobody can earn any more is for sale like any other."""
    for cert in box(table).papers.held(table.state, company, company):
        table.hand_over(cert.id, to=IPO)
        table.tell("reserve-released", company=company, percent=cert.percent)
