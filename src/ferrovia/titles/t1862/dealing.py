"""[2.4.1] [2.4.2] Setting up: chance draws which companies are offered in which order, and their permits."""

from collections import Counter
from dataclasses import dataclass

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Ask, Table
from ferrovia.model.ids import CHANCE, CompanyId
from ferrovia.model.message import Message
from ferrovia.titles.t1862.material import PermitId, books, box, variant


@dataclass(frozen=True, slots=True)
class DrawCompany:
    company: CompanyId


@dataclass(frozen=True, slots=True)
class DrawPermit:
    permit: PermitId


def spaces(table: Table) -> int:
    """[2.4.1] [2.4.2] How many companies are offered."""
    return sum(box(table).numbers.rows) + variant(table).added_companies


# ------------------------------------------------------------------------------------------------------------ companies


def put_on_offer(table: Table, action: DrawCompany) -> None:
    table.keep(offer=(*books(table).offer, action.company))


def companies_to_draw(table: Table) -> list[CompanyId]:
    drawn = set(books(table).offer)
    return [company for company in box(table).companies if company not in drawn]


DRAW_COMPANY = choosing(DrawCompany, "draw-company", companies_to_draw, put_on_offer)


def draw_companies(table: Table) -> Ask | None:
    """[2.4.1] One after the other for each space of the offer; the others leave the game."""
    if len(books(table).offer) == spaces(table):
        return None
    return Ask(CHANCE, (DRAW_COMPANY,), Message("draw-company", {"space": len(books(table).offer) + 1}))


# -------------------------------------------------------------------------------------------------------------- permits


def give_permit(table: Table, action: DrawPermit) -> None:
    own = books(table)
    company = own.offer[len(own.permit_of)]
    table.keep(permit_of={**own.permit_of, company: action.permit})


def permits_to_draw(table: Table) -> list[PermitId]:
    """One for each token that is left, so that every token is as likely."""
    given, permits = Counter(books(table).permit_of.values()), variant(table).permits
    return sorted([PermitId(kind) for kind, count in permits.items() for _ in range(count - given[PermitId(kind)])])


DRAW_PERMIT = choosing(DrawPermit, "draw-permit", permits_to_draw, give_permit)


def draw_permits(table: Table) -> Ask | None:
    """[2.4.1] One for each company in play, in the order of the offer; none in games with one kind of train."""
    own = books(table)
    if variant(table).is_simple or len(own.permit_of) == len(own.offer):
        return None
    return Ask(CHANCE, (DRAW_PERMIT,), Message("draw-permit", {"company": own.offer[len(own.permit_of)]}))
