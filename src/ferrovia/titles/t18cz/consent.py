"""Consent: nobody sells a company, a train or a local against the will of its director or owner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Move, Offer, Step, Table
from ferrovia.model.ids import CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.titles.t18cz.facts import ConsentFacts
from ferrovia.titles.t18cz.material import box

Deal = Callable[[Table, CompanyId, str, int], None]
"""What happens once both sides agree: who buys, what, for how much."""


@dataclass(frozen=True, slots=True)
class Agree:
    pass


@dataclass(frozen=True, slots=True)
class Reject:
    pass


def director_of(table: Table, company: CompanyId) -> PlayerId:
    director = box(table).papers.director(table.state, company)
    if director is None:
        raise LookupError(f"{company} has no director")
    return director


def propose(table: Table, *, kind: str, buyer: CompanyId, seller: Owner, subject: str, amount: int) -> None:
    """Puts a deal to the other side; it is carried out once agreed."""
    asked = PlayerId(seller) if seller in table.state.players else director_of(table, CompanyId(seller))
    table.interrupt("consent", ConsentFacts(asked, buyer, kind, subject, amount))


def agree(table: Table, action: Agree) -> None:
    table.note(agreed=True)


def reject(table: Table, action: Reject) -> None:
    """[VIII.9.1] A rejected offer changes nothing and may be repeated."""
    deal = table.here(ConsentFacts)
    table.note(agreed=False)
    table.tell("deal-rejected", player=table.answering(), company=deal.buyer, subject=deal.subject, amount=deal.amount)


AGREE = Move(Agree, lambda table: (Offer(Agree()),), (), agree)
REJECT = Move(Reject, lambda table: (Offer(Reject()),), (), reject, passive=True)


def ask_the_other_side(table: Table) -> Ask | None:
    """Skipped where the same person speaks for both."""
    deal = table.here(ConsentFacts)
    if deal.agreed is not None or deal.asked == director_of(table, deal.buyer):
        return None
    return Ask(deal.asked, (AGREE, REJECT), QUESTIONS[deal.kind](deal))


def _about(deal: ConsentFacts) -> dict[str, Any]:
    return {"company": deal.buyer, "subject": deal.subject, "amount": deal.amount}


QUESTIONS: Mapping[str, Callable[[ConsentFacts], Message]] = {
    "company": lambda deal: Message("consent-company", _about(deal)),
    "train": lambda deal: Message("consent-train", _about(deal)),
    "local": lambda deal: Message("consent-local", _about(deal)),
}


def carrying_out(deals: Mapping[str, Deal]) -> Step:
    def carry_out_the_deal(table: Table) -> None:
        deal = table.here(ConsentFacts)
        if deal.agreed is not False:
            deals[deal.kind](table, deal.buyer, deal.subject, deal.amount)

    return carry_out_the_deal
