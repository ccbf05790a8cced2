"""[VIII.1.2] [VIII.9.1] Directors decide; nobody sells a company, a train or a local against the will of its owner."""

from collections.abc import Mapping

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.consent import ConsentFacts, Question, about, asking
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import explain_who_decides


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
