"""Where each certificate lies on the site: it knows them one by one; here those of one kind and place are alike."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ferrovia.model.ids import POOL, CertId, CompanyId, Owner
from ferrovia.model.shares import Papers


class Directors(NamedTuple):
    """Who directs a company before and after something was done with its shares."""

    before: Owner | None
    after: Owner | None


class Ledger:
    """The owner of every certificate by its name there, for each company in the order in which the site's lists have
    them: what somebody gets stands behind what he has."""

    __slots__ = ("_owners", "papers")

    def __init__(self, papers: Papers, owners: Mapping[CertId, Owner]) -> None:
        self.papers = papers
        self._owners: dict[CompanyId, dict[CertId, Owner]] = {company: {} for company in papers.of}
        for cert, owner in owners.items():
            self._owners[papers.by_id[cert].company][cert] = owner

    def copy(self) -> "Ledger":
        copy = Ledger(self.papers, {})
        copy._owners = {company: owners.copy() for company, owners in self._owners.items()}
        return copy

    def __getitem__(self, cert: CertId) -> Owner:
        return self._owners[self.papers.by_id[cert].company][cert]

    def get(self, cert: CertId) -> Owner | None:
        """Who has a certificate; None if there is none of that name."""
        return self[cert] if cert in self.papers.by_id else None

    def held(self, owner: Owner, company: CompanyId) -> list[CertId]:
        return [cert for cert, whose in self._owners[company].items() if whose == owner]

    def ordinary(self, owner: Owner, company: CompanyId) -> list[CertId]:
        directors = self.papers.directors_certificate(company).id
        return [cert for cert, whose in self._owners[company].items() if whose == owner and cert != directors]

    def percent(self, owner: Owner, company: CompanyId) -> int:
        return sum(self.papers.by_id[cert].percent for cert in self.held(owner, company))

    def move(self, cert: CertId, to: Owner) -> None:
        owners = self._owners[self.papers.by_id[cert].company]
        del owners[cert]
        owners[cert] = to

    def bought(self, cert: CertId, buyer: Owner, directors: Directors) -> None:
        self.move(cert, buyer)
        self._hand_on(self.papers.by_id[cert].company, directors)

    def to_sell(self, seller: Owner, company: CompanyId, percent: int) -> list[CertId]:
        """The certificates with which the site sells a part: ordinary ones first, then the director's, of which a part
        may be kept."""
        chosen, missing = list[CertId](), percent
        for cert in sorted(self.held(seller, company), key=lambda cert: self.papers.by_id[cert].is_directors):
            if missing > 0:
                chosen.append(cert)
                missing -= self.papers.by_id[cert].percent
        return chosen

    def sold(
        self, certs: list[CertId], percent: int, seller: Owner, directors: Directors, *, into: Owner = POOL
    ) -> None:
        """What was sold lies in the pool; whoever sold only a part of a certificate gets the rest back from there."""
        company, unit = self.papers.by_id[certs[0]].company, self.papers.unit(self.papers.by_id[certs[0]].company)
        for cert in certs:
            self.move(cert, into)
        self._hand_on(company, directors, into)
        kept = sum(self.papers.by_id[cert].percent for cert in certs) - percent
        for cert in self.ordinary(into, company)[: kept // unit]:
            self.move(cert, seller)

    def _hand_on(self, company: CompanyId, directors: Directors, into: Owner = POOL) -> None:
        """A new director gives his first certificates for the director's: to the old one, or to the pool if that one
        has less than the director's certificate left."""
        before, after = directors
        certificate = self.papers.directors_certificate(company)
        if after is None or before is None or after == before or after in (self[certificate.id], into):
            return
        to = before if self.percent(before, company) >= certificate.percent else into
        for cert in self.ordinary(after, company)[: certificate.percent // self.papers.unit(company)]:
            self.move(cert, to)
        self.move(certificate.id, after)

    def settle(self, certs: Mapping[CertId, Owner], company: CompanyId) -> None:
        """Where everybody has as much as here, nothing moves. Otherwise the director's certificate goes to whoever has
        it here, and whoever has too many certificates gives his first ones to those who lack some."""
        directors, *others = [cert.id for cert in self.papers.of[company]]
        owners = self._owners[company]
        due = Counter([certs[cert] for cert in others])
        if owners[directors] != certs[directors]:
            self.move(directors, certs[directors])
        there = Counter([owners[cert] for cert in others])
        if due == there:
            return
        lacking = [owner for owner in due for _ in range(due[owner] - there[owner])]
        for owner in there:
            for cert in self.ordinary(owner, company)[: max(0, there[owner] - due[owner])]:
                self.move(cert, lacking.pop(0))
