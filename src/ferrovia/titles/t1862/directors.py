"""[6.3] [6.4] [5.2.5] Who directs a company, and what a sale of shares does to it."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import POOL, CompanyId, Owner, PlayerId
from ferrovia.rules.directors import settle_director as settle_between_players
from ferrovia.rules.directors import successor, swap_directors_certificate
from ferrovia.rules.order import clockwise_from
from ferrovia.titles.t1862.companies import go_bankrupt_if_worthless
from ferrovia.titles.t1862.market import fall
from ferrovia.titles.t1862.material import box, is_launched, pay_from_bank, sale_value

DIRECTORS_SHARES = 3
"""[2.1] [6.3] What the director's certificate stands for, and what a director holds at least."""

EXEMPT_IN_ZONE = {"ignore_one_sale": 1, "ignore_two_sales": 2}
"""[6.4.2] How many shares of a block do not move the price, unless the director sells."""


def shares_of(table: Table, owner: Owner, company: CompanyId) -> int:
    return box(table).papers.shares(table.state, owner, company)


def _certificate_holder(table: Table, company: CompanyId) -> Owner:
    return table.state.certs[box(table).papers.directors_certificate(company).id]


def _directs(table: Table, player: PlayerId, company: CompanyId) -> bool:
    return _certificate_holder(table, company) == player


# ---------------------------------------------------------------------------------------------------------- directors


def settle_director(table: Table, company: CompanyId) -> None:
    """[6.3] After a purchase or a sale: whoever holds more than the director takes over; among equals the next to the
    director's left. [8] From the pool whoever has three shares and the most takes the certificate."""
    order = table.state.players
    if _certificate_holder(table, company) != POOL:
        settle_between_players(table, company, order)
        return
    new = successor(table, company, retiring=POOL, left=0, order=order)
    if new is not None:
        swap_directors_certificate(table, company, old=POOL, new=new)


def appoint_director(table: Table, company: CompanyId, *, first: PlayerId) -> None:
    """[5.2.5] After a share merge: whoever holds most, among equals the first clockwise beginning with this player, who
    comes before a director too. Where nobody holds three shares the certificate goes to the pool."""
    holder = _certificate_holder(table, company)
    new = max(clockwise_from(table, first), key=lambda player: shares_of(table, player, company))
    if shares_of(table, new, company) < DIRECTORS_SHARES:
        if holder != POOL:
            _leave_to_the_state(table, company)
    elif new != holder:
        swap_directors_certificate(table, company, old=holder, new=new)


def _leave_to_the_state(table: Table, company: CompanyId) -> None:
    """[8] The director's certificate goes to the pool."""
    table.hand_over(box(table).papers.directors_certificate(company).id, to=POOL)
    table.tell("state-administration", company=company)


# -------------------------------------------------------------------------------------------------------------- sales


def next_director(table: Table, company: CompanyId, *, seller: PlayerId, kept: int) -> PlayerId | None:
    """[6.3] Who takes over from a director who keeps n shares: nobody without three shares, and more than that."""
    left = kept * box(table).papers.unit(company)
    return successor(table, company, retiring=seller, left=left, order=table.state.players)


def parts_with_what_is_sold(sold: int, kept: int, pool: int) -> bool:
    """[6.3] The seller's own ordinary shares are in the pool by then."""
    return sold + pool >= DIRECTORS_SHARES


def parts_with_what_lay_there(sold: int, kept: int, pool: int) -> bool:
    """The site's way: what is not sold of the certificate must have been in the pool before."""
    return sold >= DIRECTORS_SHARES or pool >= kept


def lacks_ordinary_shares(table: Table, company: CompanyId, shares: int, *, seller: PlayerId) -> bool:
    """[6.3] The director's certificate would go to the pool, but there are not enough ordinary certificates to leave
    the seller what is not sold of it."""
    kept = shares_of(table, seller, company) - shares
    if not _directs(table, seller, company) or kept >= DIRECTORS_SHARES:
        return False
    if box(table).ways.parts(shares, kept, len(box(table).papers.ordinary(table.state, POOL, company))):
        return False
    return next_director(table, company, seller=seller, kept=kept) is None


def certificates_after_sale(table: Table, company: CompanyId, shares: int, *, seller: PlayerId) -> int:
    """[6.3] [6.5.2] How many certificates of a company the seller would keep."""
    kept = shares_of(table, seller, company) - shares
    if not _directs(table, seller, company) or kept < DIRECTORS_SHARES:
        return kept
    stays = next_director(table, company, seller=seller, kept=kept) is None
    return kept - (DIRECTORS_SHARES - 1) if stays else kept


def sell_block(table: Table, company: CompanyId, shares: int, *, seller: PlayerId) -> None:
    """[6.4] Shares of one company go to the pool, all at the price before the sale; then the director may change and
    the price falls."""
    amount = shares * sale_value(box(table), table.state, company)
    steps = _spaces_to_fall(table, company, shares, seller=seller)
    pay_from_bank(table, amount, to=seller)
    table.tell("shares-sold", player=seller, company=company, shares=shares, amount=amount)
    _hand_over_block(table, company, shares, seller=seller)
    if steps:
        fall(table, company, steps)
    go_bankrupt_if_worthless(table, company)


def _spaces_to_fall(table: Table, company: CompanyId, shares: int, *, seller: PlayerId) -> int:
    """[6.4.2] One for each share; in some zones one or two shares less, but not for the director."""
    if not is_launched(table, company):
        return 0
    if _directs(table, seller, company):
        return shares
    zones = box(table).market.cells[table.state.prices[company].cell].zones
    return max(0, shares - sum(EXEMPT_IN_ZONE.get(zone, 0) for zone in zones))


def _hand_over_block(table: Table, company: CompanyId, shares: int, *, seller: PlayerId) -> None:
    """[6.3] A director who keeps less than three shares gives up the certificate: to another player, or to the pool."""
    kept = shares_of(table, seller, company) - shares
    if _directs(table, seller, company):
        new = next_director(table, company, seller=seller, kept=kept)
        if new is not None:
            swap_directors_certificate(table, company, old=seller, new=new)
        elif kept < DIRECTORS_SHARES:
            _leave_to_the_state(table, company)
    _keep_ordinary_shares(table, company, seller=seller, kept=kept)


def _keep_ordinary_shares(table: Table, company: CompanyId, *, seller: PlayerId, kept: int) -> None:
    """The seller has n shares in the end; what went to the pool with the certificate beyond that comes back."""
    papers, held = box(table).papers, shares_of(table, seller, company)
    source, target = (seller, POOL) if held > kept else (POOL, seller)
    table.hand_over_all(papers.ordinary(table.state, source, company)[: abs(held - kept)], to=target)
