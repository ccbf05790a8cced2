"""The two-player game: Vaclav, a dummy owner, receives one company of each size and never decides anything."""

from dataclasses import dataclass

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Ask, Table
from ferrovia.model.ids import CHANCE, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.prices import begin_at
from ferrovia.titles.t18cz.facts import VaclavFacts
from ferrovia.titles.t18cz.material import SIZES, VACLAV, Size, books, box


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
        if size not in has and box(table).is_reached(table.state, box(table).numbers.sizes[size].released_in):
            return size
    return None


def receive_company_if_due(table: Table) -> None:
    size = size_due(table) if plays(table) else None
    if size is not None:
        table.interrupt("vaclav receives", VaclavFacts(size))


def candidates(table: Table) -> list[CompanyId]:
    size, started = table.here(VaclavFacts).size, table.state.pars
    return [c for c in box(table).companies if box(table).size(c) == size and c not in started]


def draw_company(table: Table, action: DrawCompany) -> None:
    table.note(company=action.company)


DRAW = choosing(DrawCompany, "vaclav-draw", candidates, draw_company)


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
    begin_at(table, company, start)
    table.float_company(company)
    table.keep(vaclavs=(*own.vaclavs, company))
    table.tell("vaclav-received", company=company, price=start)


def decides_track(table: Table, company: CompanyId) -> PlayerId:
    """Small and large: player 1 lays track, player 2 places stations; medium: the other way round."""
    return table.state.order[1 if box(table).size(company) == "M" else 0]


def decides_station(table: Table, company: CompanyId) -> PlayerId:
    return table.state.order[0 if box(table).size(company) == "M" else 1]
