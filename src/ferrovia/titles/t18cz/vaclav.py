"""The two-player game: Vaclav, a dummy owner, receives one company of each size and never decides anything."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Ask, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import CHANCE, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.titles.t18cz.facts import VaclavFacts
from ferrovia.titles.t18cz.material import SIZES, VACLAV, Size, books, box, is_reached


@dataclass(frozen=True, slots=True)
class DrawCompany:
    company: CompanyId


def is_vaclavs(table: Table, company: CompanyId) -> bool:
    return company in books(table).vaclavs


def plays(table: Table) -> bool:
    return len(table.state.players) == 2


def size_due(table: Table) -> Size | None:
    """A small company at the start, a medium one from phase b, a large one from phase d."""
    has = {box(table).size(company) for company in books(table).vaclavs}
    for size in SIZES:
        if size not in has and is_reached(box(table), table.state, box(table).numbers.sizes[size].released_in):
            return size
    return None


def receive_company_if_due(table: Table) -> None:
    size = size_due(table) if plays(table) else None
    if size is not None:
        table.interrupt("vaclav receives", VaclavFacts(size))


def candidates(table: Table) -> list[CompanyId]:
    size, started = table.here(VaclavFacts).size, books(table).start_prices
    return [c for c in box(table).companies if box(table).size(c) == size and c not in started]


@rule("vaclav-draw")
def is_a_company_to_draw(table: Table, action: DrawCompany) -> Refused | None:
    return None if action.company in candidates(table) else refused(company=action.company)


def draw_company(table: Table, action: DrawCompany) -> None:
    table.note(company=action.company)


def to_draw(table: Table) -> Iterator[Offer]:
    return (Offer(DrawCompany(company)) for company in candidates(table))


DRAW = Move(DrawCompany, to_draw, (is_a_company_to_draw,), draw_company)


def ask_chance(table: Table) -> Ask | None:
    drawing = table.here(VaclavFacts)
    if drawing.company is not None or not candidates(table):
        return None
    return Ask(CHANCE, (DRAW,), Message("vaclav-draws", {"size": drawing.size}))


def take_certificates(table: Table) -> None:
    """It starts at the lowest price; Vaclav takes certificates until it floats; no capital is paid."""
    company = table.here(VaclavFacts).company
    if company is None:
        return
    own, material = books(table), box(table)
    start = material.rules(company).start_prices[0]
    for cert in material.papers.of[company]:
        if material.papers.percent(table.state, VACLAV, company) < 50:
            table.hand_over(cert.id, to=VACLAV)
    table.move_price(company, material.numbers.market.prices.index(start))
    table.keep(
        start_prices={**own.start_prices, company: start},
        floated=(*own.floated, company),
        vaclavs=(*own.vaclavs, company),
    )
    table.tell("vaclav-received", company=company, price=start)


def decides_track(table: Table, company: CompanyId) -> PlayerId:
    """Small and large: player 1 lays track, player 2 places stations; medium: the other way round."""
    return books(table).order[1 if box(table).size(company) == "M" else 0]


def decides_station(table: Table, company: CompanyId) -> PlayerId:
    return books(table).order[0 if box(table).size(company) == "M" else 1]
