"""[7.13] A company buys one of its own shares back."""

from dataclasses import dataclass

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Step, Table
from ferrovia.model.ids import BANK, POOL, CompanyId
from ferrovia.model.message import Message
from ferrovia.rules.money import company_pays
from ferrovia.rules.rounds import CompanyTurn, ask_director, company_is, ending, finish, once_a_turn, operating
from ferrovia.rules.stock import at_market_price as price
from ferrovia.titles.t1862.material import Variant, box


@dataclass(frozen=True, slots=True)
class RedeemShare:
    """[7.13] One of its own, from the pool."""


@dataclass(frozen=True, slots=True)
class EndRedeeming:
    """[7.13] None in this turn."""


def is_in_the_pool(table: Table, company: CompanyId) -> bool:
    """[7.13] An ordinary share."""
    return bool(box(table).papers.ordinary(table.state, POOL, company))


def cost_of_one(table: Table, action: RedeemShare) -> int:
    """[7.13] The whole price, with or without a train."""
    return price(table, operating(table))


def redeem_share(table: Table, action: RedeemShare) -> None:
    """[7.13] From the pool to the company's card, where it earns dividends."""
    company, cost = operating(table), cost_of_one(table, action)
    table.pay(cost, source=company, to=BANK)
    table.hand_over(box(table).papers.ordinary(table.state, POOL, company)[0].id, to=company)
    finish(table, "redeemed")
    table.tell("share-redeemed", company=company, amount=cost)


REDEEM_SHARE = plain(
    RedeemShare,
    redeem_share,
    once_a_turn("redeem-once", "redeemed"),
    company_is("redeem-from-pool", is_in_the_pool),
    company_pays("redeem-price", cost_of_one),
)
END_REDEEMING = ending(EndRedeeming, "redeeming")


def redeem_a_share(table: Table) -> Ask | None:
    """[7.13] Once in an operating round, after buying trains and before acquiring a company."""
    turn = table.here(CompanyTurn)
    if "redeeming" in turn.done:
        return None
    about = Message("redeem-share", {"company": turn.company, "price": price(table, turn.company)})
    return ask_director(table, turn.company, (REDEEM_SHARE, END_REDEEMING), about)


def steps(rules: Variant) -> tuple[Step, ...]:
    """[11.3] Newcomers play without it."""
    return () if rules.newcomers else (redeem_a_share,)
