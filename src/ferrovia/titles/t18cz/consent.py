"""[VIII.1.2] [VIII.9.1] Directors decide; nobody sells a company, a train or a local against the will of its owner."""

from collections.abc import Mapping
from typing import Any

from ferrovia.engine.play import Ask, Move, Refused, Table, refused_by
from ferrovia.model.ids import CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.consent import ConsentFacts, Question, about, asking
from ferrovia.titles.t18cz.material import box


def director_of(table: Table, company: CompanyId) -> PlayerId:
    director = box(table).papers.director(table.state, company)
    if director is None:
        raise LookupError(f"{company} has no director")
    return director


def asked_of(who: PlayerId, moves: tuple[Move[Any], ...], about: Message) -> Ask:
    """A question in an operating round: to a director, or to whoever else decides for a company there."""
    return Ask(who, moves, about, others=explain_who_decides)


def explain_who_decides(table: Table, player: PlayerId) -> Refused:
    """[VIII.1.2] Companies act, not players: only whoever speaks for the company is asked."""
    return refused_by("director-decides", player=player, asked=table.answering())


def propose(table: Table, *, kind: str, buyer: CompanyId, seller: Owner, subject: str, amount: int) -> None:
    """Puts a deal to the other side; it is carried out once agreed."""
    asked = PlayerId(seller) if seller in table.state.players else director_of(table, CompanyId(seller))
    table.interrupt("consent", ConsentFacts(asked, buyer, kind, subject, amount))


QUESTIONS: Mapping[str, Question] = {
    "company": lambda deal: Message("consent-company", about(deal)),
    "train": lambda deal: Message("consent-train", about(deal)),
    "local": lambda deal: Message("consent-local", about(deal)),
}

ask_the_other_side = asking(speaker=director_of, questions=QUESTIONS, others=explain_who_decides)
