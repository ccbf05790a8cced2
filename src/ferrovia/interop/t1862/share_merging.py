"""1862: which certificates the site moves when shares are merged, as recorded games show by what is traded later.

What happens follows our rules [5.2]; here it is done once more with the site's names. Whoever gives certificates up
gives those that came last, and so does the pool for a director's certificate; for shares of the other company the pool
gives what came first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ferrovia.interop.ledger import Ledger
from ferrovia.model.ids import IPO, POOL, CertId, CompanyId, Owner
from ferrovia.titles.t1862.directors import DIRECTORS_SHARES


@dataclass(frozen=True, slots=True)
class Merge:
    """A share merge under way: the two companies, who acts in turn, and who has given up an option up to now."""

    survivor: CompanyId
    other: CompanyId | None
    """None in a refinancing."""
    holders: tuple[Owner, ...]
    sold: tuple[Owner, ...] = ()

    @property
    def companies(self) -> tuple[CompanyId, ...]:
        return (self.survivor,) if self.other is None else (self.survivor, self.other)


def merge_shares(ledger: Ledger, merge: Merge, director: Owner) -> None:
    """[5.2] Holder by holder; in the end the survivor has this director, or its certificate lies in the pool."""
    for company in merge.companies:
        for cert in ledger.held(IPO, company):
            ledger.move(cert, POOL)
        if merge.other is not None:
            for cert in ledger.held(merge.other, company):
                ledger.move(cert, merge.survivor)
    for at, holder in enumerate(merge.holders):
        _merge_holding(ledger, merge, holder, later=merge.holders[at + 1 :])
    _settle_director(ledger, merge.survivor, director)


def _settle_director(ledger: Ledger, company: CompanyId, director: Owner) -> None:
    certificate = ledger.papers.directors_certificate(company).id
    before = ledger[certificate]
    if director == before:
        return
    if director != POOL:
        for cert in ledger.ordinary(director, company)[:DIRECTORS_SHARES]:
            ledger.move(cert, before)
    ledger.move(certificate, director)


def _shares(ledger: Ledger, certs: Sequence[CertId]) -> int:
    return sum(ledger.papers.by_id[cert].percent // 10 for cert in certs)


def _merge_holding(ledger: Ledger, merge: Merge, holder: Owner, later: Sequence[Owner]) -> None:
    total = _shares(ledger, [cert for company in merge.companies for cert in ledger.held(holder, company)])
    option = _directors_option(ledger, merge, holder, total)
    if option is None:
        _return_half(ledger, merge, holder, total // 2)
        option = _half_share(ledger, merge, holder) if total % 2 else None
    option = _exchange(ledger, merge, holder, option, later)
    if option is not None and holder in merge.sold:
        ledger.move(option, POOL)


def _directors_option(ledger: Ledger, merge: Merge, holder: Owner, total: int) -> CertId | None:
    """[5.2.4] A director with fewer than six shares takes three of the pool instead; if there are none, the certificate
    is an option and all else is given up."""
    directors = [ledger.papers.directors_certificate(company).id for company in merge.companies]
    mine = next((cert for cert in directors if ledger[cert] == holder), None)
    if mine is None or total >= 2 * DIRECTORS_SHARES:
        return None
    pool = [cert for company in merge.companies for cert in reversed(ledger.ordinary(POOL, company))]
    if len(pool) < DIRECTORS_SHARES:
        for company in merge.companies:
            for cert in reversed(ledger.ordinary(holder, company)):
                ledger.move(cert, POOL)
        return mine
    for cert in pool[:DIRECTORS_SHARES]:
        ledger.move(cert, holder)
    ledger.move(mine, POOL)
    return None


def _return_half(ledger: Ledger, merge: Merge, holder: Owner, shares: int) -> None:
    """[5.2.4] The other company's first, its director's certificate before all."""
    others: list[CertId] = []
    if merge.other is not None:
        directors = ledger.papers.directors_certificate(merge.other).id
        others = [cert for cert in (directors,) if ledger[cert] == holder]
        others += reversed(ledger.ordinary(holder, merge.other))
    for cert in (*others, *reversed(ledger.ordinary(holder, merge.survivor))):
        if shares <= 0:
            break
        ledger.move(cert, POOL)
        shares -= _shares(ledger, [cert])


def _half_share(ledger: Ledger, merge: Merge, holder: Owner) -> CertId:
    kept = ledger.held(holder, merge.other) if merge.other is not None else []
    return (kept or ledger.ordinary(holder, merge.survivor))[-1]


def _exchange(
    ledger: Ledger, merge: Merge, holder: Owner, option: CertId | None, later: Sequence[Owner]
) -> CertId | None:
    """[5.2.4] Kept shares of the other company for the survivor's, the option last; what finds none is sold."""
    if merge.other is None:
        return option
    for cert in sorted(ledger.held(holder, merge.other), key=lambda cert: cert == option):
        found = _survivors_share_for(ledger, merge, cert, (POOL, *later))
        giver = POOL if found is None else ledger[found]
        if found is not None:
            ledger.move(found, holder)
        ledger.move(cert, giver)
        option = found if cert == option else option
    return option


def _survivors_share_for(ledger: Ledger, merge: Merge, cert: CertId, sources: Sequence[Owner]) -> CertId | None:
    by_id = ledger.papers.by_id
    for source in sources:
        for found in ledger.held(source, merge.survivor):
            if by_id[found].is_directors == by_id[cert].is_directors:
                return found
    return None
