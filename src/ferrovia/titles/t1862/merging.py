"""[5.2] Share merging: two shares become one, holder by holder; half a share is redeemed or given up.

Mergers and acquisitions exchange the shares of two companies for those of the survivor. A company that is refinanced
[7.11.2] goes through the same with its own shares alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Move, Refused, Step, Table, refused, rule
from ferrovia.model.ids import BANK, IPO, POOL, CertId, CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.shares import Certificate
from ferrovia.rules.directors import director_of, making_up
from ferrovia.rules.order import clockwise_from
from ferrovia.rules.stock import at_market_price as price
from ferrovia.rules.trains import in_front
from ferrovia.titles.t1862.directors import DIRECTORS_SHARES, appoint_director
from ferrovia.titles.t1862.market import is_worthless
from ferrovia.titles.t1862.material import box, is_administered, pay_from_bank
from ferrovia.titles.t1862.phases import current_price


def rounded_down(halves: int, at: int) -> int:
    """What a number of half shares is worth at a price."""
    return halves * at // 2


def rounded_up(halves: int, at: int) -> int:
    return -(-halves * at // 2)


@dataclass(frozen=True, slots=True)
class MergingFacts:
    """[5.2] A share merge: the first in `waiting` acts now, and may have an option to decide on."""

    survivor: CompanyId
    other: CompanyId | None
    """[5.2.1] Its shares become the survivor's; None in a refinancing."""
    initiator: PlayerId
    active: CompanyId
    """The company whose turn it is."""
    acquiring: bool = False
    """[5.1.2] At the end of the turn."""
    waiting: tuple[Owner, ...] = ()
    """[5.2.4] Who has not acted yet, clockwise from the initiator; the company is the last."""
    option: CertId | None = None
    """The certificate of the first of them that is worth less than it shows."""
    halves: int = 0
    """How many half shares the option is worth."""


@dataclass(frozen=True, slots=True)
class RedeemOption:
    """[5.2.4] Pay what half a share lacks."""


@dataclass(frozen=True, slots=True)
class SellOption:
    """[5.2.4] Give half a share up for its worth."""


# --------------------------------------------------------------------------------------------------- short questions


def companies_in(merge: MergingFacts) -> tuple[CompanyId, ...]:
    return (merge.survivor,) if merge.other is None else (merge.survivor, merge.other)


def shares_of(table: Table, owner: Owner) -> int:
    """All that somebody has of the companies that merge."""
    papers = box(table).papers
    return sum(papers.shares(table.state, owner, c) for c in companies_in(table.here(MergingFacts)))


def ordinary_of(table: Table, owner: Owner) -> list[Certificate]:
    """Ordinary certificates, the survivor's first."""
    papers = box(table).papers
    return [c for one in companies_in(table.here(MergingFacts)) for c in papers.ordinary(table.state, owner, one)]


def directors_certificate_of(table: Table, owner: Owner) -> Certificate | None:
    """The one somebody has; whoever has both has six shares at least, and is not asked for them."""
    papers, certs = box(table).papers, table.state.certs
    both = (papers.directors_certificate(c) for c in companies_in(table.here(MergingFacts)))
    return next((cert for cert in both if certs[cert.id] == owner), None)


def kept_of_the_other(table: Table, owner: Owner) -> tuple[Certificate, ...]:
    other = table.here(MergingFacts).other
    return () if other is None else box(table).papers.held(table.state, owner, other)


def redemption_cost(table: Table) -> int:
    """[5.2.4] What lacks to make the option what it shows."""
    merge = table.here(MergingFacts)
    assert merge.option is not None
    shown = 2 * (DIRECTORS_SHARES if box(table).papers.by_id[merge.option].is_directors else 1)
    return rounded_down(shown - merge.halves, price(table, merge.survivor))


def option_value(table: Table) -> int:
    """[5.2.4] What is paid for giving it up."""
    merge = table.here(MergingFacts)
    return rounded_down(merge.halves, price(table, merge.survivor))


# --------------------------------------------------------------------------------------------------------- before it


def put_offered_shares_into_the_pool(table: Table) -> None:
    """[5.2.2] Those that were never sold."""
    for company in companies_in(table.here(MergingFacts)):
        table.hand_over_all(box(table).papers.held(table.state, IPO, company), to=POOL)


def join_the_treasuries(table: Table) -> None:
    """[5.2.4] [7.5.6] Two companies are one holder with one purse."""
    merge = table.here(MergingFacts)
    if merge.other is None:
        return
    for company in companies_in(merge):
        table.hand_over_all(box(table).papers.held(table.state, merge.other, company), to=merge.survivor)
    table.pay(table.state.cash[merge.other], source=merge.other, to=merge.survivor)


def seat_the_holders(table: Table) -> None:
    """[5.2.4] From the initiator clockwise, the company last. Nobody decides about worthless shares."""
    merge = table.here(MergingFacts)
    seats: list[Owner] = [*clockwise_from(table, merge.initiator), merge.survivor]
    holders = [] if is_worthless(table, merge.survivor) else [seat for seat in seats if shares_of(table, seat)]
    table.note(waiting=tuple(holders))


# ------------------------------------------------------------------------------------------------ one holder's shares


def merge_a_holding(table: Table) -> None:
    """[5.2.4] All that the holder in turn does without a choice: return, exchange, sell what cannot be exchanged."""
    holder = table.here(MergingFacts).waiting[0]
    option, halves = return_half(table, holder)
    option = exchange_for_the_survivors(table, holder, option)
    option = sell_what_was_not_exchanged(table, holder, option, box(table).ways.half_shares(halves, _price(table)))
    table.note(option=None if option is None else option.id, halves=halves if option else 0)


def _price(table: Table) -> int:
    return price(table, table.here(MergingFacts).survivor)


def return_half(table: Table, holder: Owner) -> tuple[Certificate | None, int]:
    """[5.2.4] Half of the shares, rounded down, go to the pool; what is the option then, and its worth in half shares.

    A director with fewer than six shares takes three ordinary ones of the pool for the director's certificate. Where
    there are none, that certificate alone is kept, as an option.
    """
    total, directors = shares_of(table, holder), directors_certificate_of(table, holder)
    if directors is not None and total < 2 * DIRECTORS_SHARES:
        in_pool = ordinary_of(table, POOL)
        if len(in_pool) < DIRECTORS_SHARES:
            _put_into_the_pool(table, holder, ordinary_of(table, holder))
            return directors, total
        table.hand_over_all(in_pool[:DIRECTORS_SHARES], to=holder)
        table.hand_over(directors.id, to=POOL)
    _put_into_the_pool(table, holder, _half(table, holder, total // 2))
    return (_half_share(table, holder), 1) if total % 2 else (None, 0)


def _half(table: Table, holder: Owner, shares: int) -> list[Certificate]:
    """[5.2.4] The other company's certificates first, the director's before all; then the survivor's ordinary ones."""
    merge, papers = table.here(MergingFacts), box(table).papers
    certs = (*kept_of_the_other(table, holder), *papers.ordinary(table.state, holder, merge.survivor))
    return making_up(shares * papers.unit(merge.survivor), certs)


def _half_share(table: Table, holder: Owner) -> Certificate:
    """[5.2.4] A kept share of the other company if there is one, else an ordinary one of the survivor."""
    merge, papers = table.here(MergingFacts), box(table).papers
    return (kept_of_the_other(table, holder) or papers.ordinary(table.state, holder, merge.survivor))[-1]


def _put_into_the_pool(table: Table, holder: Owner, certs: list[Certificate]) -> None:
    if certs:
        company = table.here(MergingFacts).survivor
        table.tell("shares-returned", owner=holder, company=company, shares=_shares(table, certs))
    table.hand_over_all(certs, to=POOL)


def _shares(table: Table, certs: Sequence[Certificate]) -> int:
    return sum(cert.percent // box(table).papers.unit(cert.company) for cert in certs)


def exchange_for_the_survivors(table: Table, holder: Owner, option: Certificate | None) -> Certificate | None:
    """[5.2.4] Each kept share of the other company for one of the survivor, the option last; says what it is now."""
    kept = kept_of_the_other(table, holder)
    for cert in sorted(kept, key=lambda cert: cert == option):
        found = _survivors_share_for(table, cert)
        if found is None:
            break
        giver = table.state.certs[found.id]
        table.hand_over(found.id, to=holder)
        table.hand_over(cert.id, to=giver)
        table.tell("share-exchanged", owner=holder, giver=giver, company=found.company, other=cert.company)
        if cert == option:
            option = found
    return option


def _survivors_share_for(table: Table, cert: Certificate) -> Certificate | None:
    """[5.2.4] In the pool, else with the nearest holder who has not acted; a director's certificate for another."""
    merge, papers = table.here(MergingFacts), box(table).papers
    for source in (POOL, *merge.waiting[1:]):
        for found in papers.held(table.state, source, merge.survivor):
            if found.is_directors == cert.is_directors:
                return found
    return None


def sell_what_was_not_exchanged(
    table: Table, holder: Owner, option: Certificate | None, option_brings: int
) -> Certificate | None:
    """[5.2.4] At the price, the option for its halves; says whether an option is left."""
    left = kept_of_the_other(table, holder)
    if not left:
        return option
    amount = sum(option_brings if cert == option else _price(table) for cert in left)
    table.hand_over_all(left, to=POOL)
    pay_from_bank(table, amount, to=holder)
    table.tell(
        "shares-not-exchanged", owner=holder, company=left[0].company, shares=_shares(table, left), amount=amount
    )
    return None if option in left else option


# ---------------------------------------------------------------------------------------------------------- the options


@rule("redeem-money")
def can_pay_for_redeeming(table: Table, action: RedeemOption) -> Refused | None:
    """[5.2.4] No shares are sold for it; the company pays from its treasury."""
    cost, cash = redemption_cost(table), table.state.cash[table.here(MergingFacts).waiting[0]]
    return refused(cost=cost, cash=cash) if cost > cash else None


@rule("redeem-and-buy-train")
def leaves_enough_for_the_train(table: Table, action: RedeemOption) -> Refused | None:
    """[7.11.2] A company that is refinanced must be able to pay for the train afterwards."""
    merge, train = table.here(MergingFacts), in_front(table)
    if merge.other is not None or merge.waiting[0] != merge.survivor or train is None:
        return None
    left = table.state.cash[merge.survivor] - redemption_cost(table) + new_capital(table, merge.survivor)
    needed = current_price(table, train)
    return refused(company=merge.survivor, left=left, cost=needed) if left < needed else None


REDEEM_CHECKS = (can_pay_for_redeeming, leaves_enough_for_the_train)


def may_redeem(table: Table) -> bool:
    return all(check.holds(table, RedeemOption()) is None for check in REDEEM_CHECKS)


def redeem_option(table: Table) -> None:
    """[5.2.4] It is worth again what it shows."""
    merge, cost = table.here(MergingFacts), redemption_cost(table)
    holder = merge.waiting[0]
    table.pay(cost, source=holder, to=BANK)
    table.tell("option-redeemed", owner=holder, company=merge.survivor, amount=cost)
    table.note(option=None)


def sell_option(table: Table) -> None:
    """[5.2.4] To the pool, for what its half shares are worth."""
    merge, value = table.here(MergingFacts), option_value(table)
    assert merge.option is not None
    table.hand_over(merge.option, to=POOL)
    pay_from_bank(table, value, to=merge.waiting[0])
    table.tell("option-sold", owner=merge.waiting[0], company=merge.survivor, amount=value)
    table.note(option=None)


def go_on(table: Table) -> None:
    """[5.2.4] Holder after holder, up to one who has a choice; whoever cannot redeem must sell."""
    while table.here(MergingFacts).waiting:
        merge_a_holding(table)
        if table.here(MergingFacts).option is not None:
            if may_redeem(table):
                return
            sell_option(table)
        let_the_next_act(table)


def let_the_next_act(table: Table) -> None:
    table.note(waiting=table.here(MergingFacts).waiting[1:])


def go_on_redeeming(table: Table) -> None:
    """To the end, if everybody redeems who can."""
    while table.here(MergingFacts).option is not None:
        redeem_option(table)
        let_the_next_act(table)
        go_on(table)


def who_decides(table: Table) -> PlayerId:
    """[5.2.4] The holder; for the company the initiator."""
    merge = table.here(MergingFacts)
    return PlayerId(merge.waiting[0]) if merge.waiting[0] in table.state.players else merge.initiator


def what_is_decided(table: Table) -> dict[str, Any]:
    """What the holder in turn has in either case, and what everybody has if all redeem who can."""
    merge, papers = table.here(MergingFacts), box(table).papers
    assert merge.option is not None
    holder, option = merge.waiting[0], papers.by_id[merge.option]
    shares = papers.shares(table.state, holder, merge.survivor)
    trial = Table(table.title, table.state.copy(), table.asked)
    go_on_redeeming(trial)
    return {
        "company": merge.survivor,
        "owner": holder,
        "price": _price(table),
        "directors": option.is_directors,
        "cost": redemption_cost(table),
        "redeemed": shares,
        "value": option_value(table),
        "sold": shares - _shares(table, [option]),
        "outlook": holdings(trial, merge.survivor),
    }


def holdings(table: Table, company: CompanyId) -> dict[str, int]:
    """Who holds how many shares: players, the company itself, the pool; nobody without any."""
    owners: tuple[Owner, ...] = (*table.state.players, company, POOL)
    return {owner: held for owner in owners if (held := box(table).papers.shares(table.state, owner, company))}


# ----------------------------------------------------------------------------------------------------------- afterwards


def settle_the_director(table: Table) -> None:
    """[5.2.5] The most shares, among equals the initiator, then clockwise; with fewer than three nobody is."""
    merge = table.here(MergingFacts)
    appoint_director(table, merge.survivor, first=merge.initiator)
    if is_administered(table, merge.survivor):
        table.tell("state-administration", company=merge.survivor)


def new_capital(table: Table, company: CompanyId) -> int:
    """[7.11.2] Ten times its par."""
    return 10 * table.state.pars[company]


def receive_new_capital(table: Table) -> None:
    """[5.1.3] [7.11.2] The shares were halved: the company has issued as many again."""
    company = table.here(MergingFacts).survivor
    amount = new_capital(table, company)
    pay_from_bank(table, amount, to=company)
    table.tell("refinanced", company=company, amount=amount)


def begin_refinancing(table: Table, company: CompanyId) -> None:
    """[7.11.2] The shares of one company are halved; afterwards it has ten times its par more."""
    table.interrupt("refinancing", MergingFacts(company, None, director_of(table, company), active=company))


# ------------------------------------------------------------------------------------------------------------- scripts


def going_on(settle: Callable[[Table], None]) -> Callable[[Table, object], None]:
    """The holder in turn has decided, and the next act."""

    def settle_and_go_on(table: Table, action: object) -> None:
        settle(table)
        let_the_next_act(table)
        go_on(table)

    return settle_and_go_on


DECISIONS: tuple[Move[Any], ...] = (
    plain(RedeemOption, going_on(redeem_option), *REDEEM_CHECKS),
    plain(SellOption, going_on(sell_option)),
)


def decide_on_options(table: Table) -> Ask | None:
    """[5.2.4] Everybody with half a share redeems it or gives it up, one after the other."""
    merge = table.here(MergingFacts)
    if merge.option is None:
        return None
    about = Message("refinancing-option" if merge.other is None else "merger-option", what_is_decided(table))
    return Ask(who_decides(table), DECISIONS, about)


EXCHANGE: tuple[Step, ...] = (join_the_treasuries, seat_the_holders, go_on, decide_on_options, settle_the_director)
"""[5.2.4] The steps in which everybody's shares are merged."""
REFINANCING = (put_offered_shares_into_the_pool, *EXCHANGE, receive_new_capital)
