"""Privates: papers without a company that pay their owner, and that companies buy from players.

A title calls its privates what its rulebook does: `kind` is that word (a local, a pioneer), which is also the name of
the field in which its actions name one.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from ferrovia.engine.play import Check, Move, Offer, Refused, Span, Step, Table, refused, rule
from ferrovia.model.ids import BANK, IPO, SCRAP, CertId, CompanyId
from ferrovia.rules.consent import Deal, propose
from ferrovia.rules.rounds import operating

A = TypeVar("A")


def paying_income(key: str, kind: str) -> Step:
    """Each private pays whoever owns it, player or company; `key`: what is told of it."""

    def pay_income(table: Table) -> None:
        for private, printed in table.box.privates.items():
            owner = table.state.certs[private]
            if owner not in (IPO, SCRAP):
                table.pay(printed.income, source=BANK, to=owner)
                table.tell(key, **{kind: private}, owner=owner, amount=printed.income)

    return pay_income


def remove_unsold(table: Table) -> None:
    """What nobody has bought leaves the game."""
    for private in table.box.privates_of(table.state, IPO):
        table.hand_over(private, to=SCRAP)


# --------------------------------------------------------------------------------------------- from player to company

HighestPrice = Callable[[Table, CertId], int]
"""What a company may give for a private at most."""


def of_a_player(key: str, kind: str) -> Check[Any]:
    @rule(key)
    def a_player_owns_it(table: Table, action: Any) -> Refused | None:
        private = getattr(action, kind)
        return None if table.state.certs[private] in table.state.players else refused(**{kind: private})

    return a_player_owns_it


def at_most(key: str, kind: str, most: HighestPrice, *fields: str) -> Check[Any]:
    """The price is one that is allowed; a refusal also tells some `fields` of the action."""

    @rule(key)
    def keeps_to_the_price(table: Table, action: Any) -> Refused | None:
        high = most(table, getattr(action, kind))
        if 1 <= action.amount <= high:
            return None
        told: dict[str, Any] = {field: getattr(action, field) for field in fields}
        return refused(**told, amount=action.amount, most=high)

    return keeps_to_the_price


def buying_private(action: type[A], kind: str, most: HighestPrice, *checks: Check[Any]) -> Move[A]:
    """A company proposes to buy one from a player, for up to `most` of what is in its treasury."""
    make: Any = action

    def offers(table: Table) -> list[Offer]:
        state, treasury = table.state, table.state.cash[operating(table)]
        prices = {private: min(most(table, private), treasury) for private in table.box.privates}
        return [
            Offer(make(private, 1), Span(1, high))
            for private, high in prices.items()
            if high >= 1 and state.certs[private] in state.players
        ]

    def propose_purchase(table: Table, wanted: Any) -> None:
        private: CertId = getattr(wanted, kind)
        propose(table, kind, private, wanted.amount, owner=table.state.certs[private])

    return Move(action, offers, checks, propose_purchase)


def nothing_more(table: Table, buyer: CompanyId, private: CertId) -> None:
    """The private is all that the company gets."""


def handing_over(kind: str, then: Callable[[Table, CompanyId, CertId], None] = nothing_more) -> Deal:
    """The company pays the player and takes the private; `then`: what it brings the company."""

    def hand_private_over(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
        private = CertId(subject)
        seller = table.state.certs[private]
        table.pay(amount, source=buyer, to=seller)
        table.hand_over(private, to=buyer)
        table.tell(f"{kind}-bought", company=buyer, player=seller, **{kind: private}, amount=amount)
        then(table, buyer, private)

    return hand_private_over
