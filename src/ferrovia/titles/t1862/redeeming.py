"""[7.13] A company buys one of its own shares back."""

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Ask, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.ids import BANK, POOL
from ferrovia.model.message import Message
from ferrovia.rules.directors import director_of
from ferrovia.rules.money import treasury_lacks
from ferrovia.rules.rounds import CompanyTurn, ending, finish, is_done, operating
from ferrovia.titles.t1862.material import Variant, box, price


@dataclass(frozen=True, slots=True)
class RedeemShare:
    """[7.13] One of its own, from the pool."""


@dataclass(frozen=True, slots=True)
class EndRedeeming:
    """[7.13] None in this turn."""


@rule("redeem-once")
def is_its_first_this_turn(table: Table, action: RedeemShare) -> Refused | None:
    turn = table.here(CompanyTurn)
    return refused(company=turn.company) if "redeemed" in turn.done else None


@rule("redeem-from-pool")
def pool_has_an_ordinary_share(table: Table, action: RedeemShare) -> Refused | None:
    company = table.here(CompanyTurn).company
    return None if box(table).papers.ordinary(table.state, POOL, company) else refused(company=company)


@rule("redeem-price")
def treasury_has_the_price(table: Table, action: RedeemShare) -> Refused | None:
    """[7.13] The whole price, with or without a train."""
    return treasury_lacks(table, price(table, operating(table)))


def redeem_share(table: Table, action: RedeemShare) -> None:
    """[7.13] From the pool to the company's card, where it earns dividends."""
    company, cost = table.here(CompanyTurn).company, price(table, table.here(CompanyTurn).company)
    table.pay(cost, source=company, to=BANK)
    table.hand_over(box(table).papers.ordinary(table.state, POOL, company)[0].id, to=company)
    finish(table, "redeemed")
    table.tell("share-redeemed", company=company, amount=cost)


def share_to_redeem(table: Table) -> Iterator[Offer]:
    if not is_done(table, "redeemed"):
        yield Offer(RedeemShare())


REDEEM_SHARE = Move(
    RedeemShare,
    share_to_redeem,
    (is_its_first_this_turn, pool_has_an_ordinary_share, treasury_has_the_price),
    redeem_share,
)
END_REDEEMING = ending(EndRedeeming, "redeeming")


def redeem_a_share(table: Table) -> Ask | None:
    """[7.13] Once in an operating round, after buying trains and before acquiring a company."""
    turn = table.here(CompanyTurn)
    if "redeeming" in turn.done:
        return None
    about = Message("redeem-share", {"company": turn.company, "price": price(table, turn.company)})
    return Ask(director_of(table, turn.company), (REDEEM_SHARE, END_REDEEMING), about)


def steps(rules: Variant) -> tuple[Step, ...]:
    """[11.3] Newcomers play without it."""
    return () if rules.newcomers else (redeem_a_share,)
