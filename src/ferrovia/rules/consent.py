"""Consent: nothing changes hands against the will of whoever speaks for the other side."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Game, Refused, Step, Table
from ferrovia.model.ids import CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import operating

Deal = Callable[[Table, CompanyId, str, int], None]
"""What happens once both sides agree: who buys, what, for how much."""


@dataclass(frozen=True, slots=True)
class ConsentFacts:
    """Something that the other side must agree to: a company, a train or a local would change hands."""

    asked: PlayerId
    buyer: CompanyId
    kind: str
    subject: str
    amount: int
    agreed: bool | None = None


@dataclass(frozen=True, slots=True)
class Agree:
    pass


@dataclass(frozen=True, slots=True)
class Reject:
    pass


def agree(table: Table, action: Agree) -> None:
    table.note(agreed=True)


def reject(table: Table, action: Reject) -> None:
    """A rejected offer changes nothing and may be repeated."""
    deal = table.here(ConsentFacts)
    table.note(agreed=False)
    table.tell("deal-rejected", player=table.answering(), company=deal.buyer, subject=deal.subject, amount=deal.amount)


AGREE = plain(Agree, agree)
REJECT = plain(Reject, reject, passive=True)


def propose(table: Table, kind: str, subject: str, amount: int, *, owner: Owner, script: str = "consent") -> None:
    """Puts a deal of the operating company to the owner, or to the director of a company that owns it; where there is
    none, nobody has to agree. `script`: the one that begins with `asking`."""
    buyer = operating(table)
    if owner in table.state.players:
        asked = PlayerId(owner)
    else:
        asked = table.box.director(table.state, CompanyId(owner)) or director_of(table, buyer)
    table.interrupt(script, ConsentFacts(asked, buyer, kind, subject, amount))


def asking(others: Callable[[Table, PlayerId], Refused | None] | None = None) -> Step:
    """The question to the other side, by the kind of deal; `others`: what everybody else is told who answers."""

    def ask_the_other_side(table: Table) -> Ask | None:
        """Skipped where the same person speaks for both."""
        deal = table.here(ConsentFacts)
        if deal.agreed is not None or deal.asked == director_of(table, deal.buyer):
            return None
        about: dict[str, Any] = {"company": deal.buyer, "subject": deal.subject, "amount": deal.amount}
        return Ask(deal.asked, (AGREE, REJECT), Message(f"consent-{deal.kind}", about), others)

    return ask_the_other_side


def carrying_out(deals: Mapping[str, Deal]) -> Step:
    def carry_out_the_deal(table: Table) -> None:
        deal = table.here(ConsentFacts)
        if deal.agreed is not False:
            deals[deal.kind](table, deal.buyer, deal.subject, deal.amount)

    return carry_out_the_deal


def agreement(game: Game) -> Agree | None:
    """The yes to a deal that somebody else proposes; None where nothing of the kind is asked."""
    asked = game.ask is not None and any(move.action is Agree for move in game.ask.moves)
    return Agree() if asked else None
