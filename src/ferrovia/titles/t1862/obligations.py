"""[4.3] Charters oblige: a company that is not launched by the end of the stock round costs a fine, and is lost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ferrovia.engine.play import Ask, First, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.ids import BANK, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.limits import its_company_is
from ferrovia.rules.order import from_the_priority_deal
from ferrovia.rules.stock import SellShares, owns_the_shares, sales_of
from ferrovia.titles.t1862.companies import put_back_on_offer
from ferrovia.titles.t1862.directors import sell_block, shares_of
from ferrovia.titles.t1862.material import Variant, books, box, pay_from_bank, sale_value
from ferrovia.titles.t1862.stock import can_part_with_directors_certificate

FINE_SHARES = 5
"""[4.3] The fine is this many times par."""


@dataclass(frozen=True, slots=True)
class FineFacts:
    """[4.3] What a player still owes for a company that was not launched."""

    player: PlayerId
    company: CompanyId
    owed: int
    sold: tuple[CompanyId, ...] = ()
    """Of which other companies a block was sold."""


@dataclass(frozen=True, slots=True)
class DebtFacts:
    """The site's way: what players still owe when all charters are settled, with the company that was lost last."""

    debts: tuple[FineFacts, ...] = ()


# ------------------------------------------------------------------------------------------------- who failed, the fine


def enforcing(order: Callable[[Table], Sequence[PlayerId]]) -> Step:
    def enforce_obligations(table: Table) -> First | None:
        """[4.3] One failed charter after the other, player by player, of one player in the order of the auctions."""
        own = books(table)
        if not own.obligations:
            return None
        in_order = order(table)
        player, company = min(own.obligations, key=lambda owed: in_order.index(owed[0]))
        return First("fine", FineFacts(player, company, FINE_SHARES * table.state.pars[company]))

    return enforce_obligations


def settle_all_charters(table: Table) -> First | None:
    """The site's way: every charter is lost before anybody sells other shares."""
    return First("failed charters", DebtFacts()) if books(table).obligations else None


def pay_fine_from_cash(table: Table) -> None:
    fine = table.here(FineFacts)
    table.tell("obligation-failed", player=fine.player, company=fine.company, amount=fine.owed)
    _pay_off(table)


def _pay_off(table: Table) -> None:
    """As much of the fine as there is cash."""
    fine = table.here(FineFacts)
    amount = min(fine.owed, table.state.cash[fine.player])
    table.pay(amount, source=fine.player, to=BANK)
    table.note(owed=fine.owed - amount)
    if amount:
        table.tell("fine-paid", player=fine.player, company=fine.company, amount=amount, left=fine.owed - amount)


def set_off_its_shares(table: Table) -> None:
    """[4.3] Then the player's shares of the company: ordinary certificates first, each in turn until nothing is owed.

    They go back to the offer with all the others; only what a certificate brought too much is paid out.
    """
    fine, material = table.here(FineFacts), box(table)
    papers, value = material.papers, sale_value(material, table.state, fine.company)
    certs = sorted(papers.held(table.state, fine.player, fine.company), key=lambda cert: cert.is_directors)
    for cert in certs:
        owed = table.here(FineFacts).owed
        if owed:
            brought = value * cert.percent // papers.unit(fine.company)
            table.note(owed=max(0, owed - brought))
            table.tell("fine-set-off", player=fine.player, company=fine.company, amount=brought)
            pay_from_bank(table, max(0, brought - owed), to=fine.player)


# ------------------------------------------------------------------------------------------------- selling other shares


def _worth(table: Table, player: PlayerId, company: CompanyId) -> int:
    return shares_of(table, player, company) * sale_value(box(table), table.state, company)


def _companies_to_sell(table: Table) -> list[CompanyId]:
    """Of which the player holds shares, and has sold none yet for this fine."""
    others = [company for company in table.state.pars if _is_another(table, company) and _is_unsold(table, company)]
    return [company for company in others if shares_of(table, table.here(FineFacts).player, company)]


def _is_another(table: Table, company: CompanyId) -> bool:
    """Its own shares are set off already."""
    return company != table.here(FineFacts).company


def _is_unsold(table: Table, company: CompanyId) -> bool:
    return company not in table.here(FineFacts).sold


is_another_company = its_company_is("fine-sells-others", _is_another)
is_its_first_block_for_the_fine = its_company_is("one-sale-a-company", _is_unsold)


@rule("fine-no-more")
def sells_no_more_than_the_fine_needs(table: Table, action: SellShares) -> Refused | None:
    owed, value = table.here(FineFacts).owed, sale_value(box(table), table.state, action.company)
    for fewer in range(1, action.shares):
        smaller = SellShares(action.company, fewer)
        if fewer * value >= owed and can_part_with_directors_certificate.holds(table, smaller) is None:
            return refused(company=action.company, shares=fewer, amount=owed)
    return None


@rule("fine-no-less")
def leaves_enough_to_pay_the_fine(table: Table, action: SellShares) -> Refused | None:
    """A company is sold in one block: one that is too small could not be made up for."""
    player, company, owed = table.answering(), action.company, table.here(FineFacts).owed
    held, value = shares_of(table, player, company), sale_value(box(table), table.state, company)
    others = sum(_worth(table, player, other) for other in _companies_to_sell(table) if other != company)
    if action.shares == held or action.shares * value + others >= owed:
        return None
    return refused(company=company, shares=action.shares, held=held, amount=owed)


def sell_a_lot(table: Table, action: SellShares) -> None:
    sell_block(table, action.company, action.shares, seller=table.here(FineFacts).player)
    _pay_off(table)


def sell_a_block(table: Table, action: SellShares) -> None:
    """What is left of the company cannot be sold for this fine."""
    table.note(sold=(*table.here(FineFacts).sold, action.company))
    sell_a_lot(table, action)


def blocks_for_the_fine(table: Table) -> Iterator[Offer]:
    return map(Offer, sales_of(table, _companies_to_sell(table)))


SELL_A_LOT = Move(
    SellShares,
    blocks_for_the_fine,
    (is_another_company, owns_the_shares, can_part_with_directors_certificate),
    sell_a_lot,
)
"""The site sells as often and as much as one likes."""
SELL_A_BLOCK = Move(
    SellShares,
    blocks_for_the_fine,
    (
        is_another_company,
        owns_the_shares,
        is_its_first_block_for_the_fine,
        can_part_with_directors_certificate,
        sells_no_more_than_the_fine_needs,
        leaves_enough_to_pay_the_fine,
    ),
    sell_a_block,
)


def raising_the_rest(sell: Move[SellShares]) -> Step:
    def raise_the_rest(table: Table) -> Ask | None:
        """[4.3] Then other shares, as the player likes; if there are none, the rest is forgiven."""
        fine = table.here(FineFacts)
        if not fine.owed or not _companies_to_sell(table):
            return None
        about = Message("sell-for-fine", {"company": fine.company, "amount": fine.owed})
        return Ask(fine.player, (sell,), about)

    return raise_the_rest


def owe_the_rest(table: Table) -> None:
    """What is left of a fine is added to what the player owes for other charters."""
    fine, debts = table.here(FineFacts), table.outer(DebtFacts).debts
    before = sum(debt.owed for debt in debts if debt.player == fine.player)
    others = tuple(debt for debt in debts if debt.player != fine.player)
    if fine.owed:
        table.amend(DebtFacts, debts=(*others, FineFacts(fine.player, fine.company, before + fine.owed)))


def sell_for_each_debt(table: Table) -> First | None:
    """One forced sale for all that a player owes."""
    debts = table.here(DebtFacts).debts
    return First("forced sale", debts[0]) if debts else None


def strike_the_debt(table: Table) -> None:
    table.amend(DebtFacts, debts=table.outer(DebtFacts).debts[1:])


# ------------------------------------------------------------------------------------------------- what becomes of it


def lose_the_charter(table: Table) -> None:
    """[4.3] All shares go back to the offer without compensation."""
    fine, own = table.here(FineFacts), books(table)
    put_back_on_offer(table, fine.company)
    table.keep(obligations=tuple(owed for owed in own.obligations if owed != (fine.player, fine.company)))
    table.tell("charter-lost", player=fine.player, company=fine.company, left=fine.owed)


def bar_until_next_stock_round(table: Table) -> None:
    """[4.3] It is available again when the next stock round starts."""
    table.keep(failed=(*books(table).failed, table.here(FineFacts).company))


def steps(rules: Variant) -> tuple[Step, ...]:
    return (settle_all_charters if rules.site else enforcing(from_the_priority_deal),)


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """On the site all charters are lost before other shares are sold, and can be auctioned at once."""
    if rules.site:
        return {
            "failed charters": (enforcing(lambda table: table.state.players), sell_for_each_debt),
            "fine": (pay_fine_from_cash, set_off_its_shares, lose_the_charter, owe_the_rest),
            "forced sale": (raising_the_rest(SELL_A_LOT), strike_the_debt),
        }
    ending = (raising_the_rest(SELL_A_BLOCK), lose_the_charter, bar_until_next_stock_round)
    return {"fine": (pay_fine_from_cash, set_off_its_shares, *ending)}
