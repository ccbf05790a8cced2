"""Share certificates: what is printed on them, and who holds how much of a company."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ferrovia.model.ids import CertId, CompanyId, Owner, PlayerId
from ferrovia.model.state import State


@dataclass(frozen=True, slots=True)
class Certificate:
    """One paper: a part of a company, in percent; the director's certificate makes its holder director."""

    id: CertId
    company: CompanyId
    percent: int
    is_directors: bool


@dataclass(frozen=True)
class Papers:
    """All share certificates of a title, and the questions that can be asked about them."""

    of: Mapping[CompanyId, tuple[Certificate, ...]]
    """For each company its certificates, the director's first."""

    @cached_property
    def by_id(self) -> Mapping[CertId, Certificate]:
        return {cert.id: cert for certs in self.of.values() for cert in certs}

    def directors_certificate(self, company: CompanyId) -> Certificate:
        return self.of[company][0]

    def unit(self, company: CompanyId) -> int:
        """The percent of one ordinary share."""
        return self.of[company][-1].percent

    def directors_shares(self, company: CompanyId) -> int:
        """How many shares the director's certificate stands for."""
        return self.of[company][0].percent // self.unit(company)

    def held(self, state: State, owner: Owner, company: CompanyId) -> tuple[Certificate, ...]:
        certs = state.certs
        return tuple([cert for cert in self.of[company] if certs[cert.id] == owner])

    def ordinary(self, state: State, owner: Owner, company: CompanyId) -> tuple[Certificate, ...]:
        """The certificates of an owner that do not make a director."""
        counted = state.certs.counted
        ordinary = counted.get(("ordinary", owner, company))
        if ordinary is None:
            held = self.held(state, owner, company)
            ordinary = counted["ordinary", owner, company] = tuple([cert for cert in held if not cert.is_directors])
        return ordinary

    def percent(self, state: State, owner: Owner, company: CompanyId) -> int:
        counted = state.certs.counted
        percent = counted.get((owner, company))
        if percent is None:
            percent = counted[owner, company] = sum([cert.percent for cert in self.held(state, owner, company)])
        return percent

    def percent_of_all(self, state: State, owners: Iterable[Owner], company: CompanyId) -> int:
        return sum(self.percent(state, owner, company) for owner in owners)

    def shares(self, state: State, owner: Owner, company: CompanyId) -> int:
        """How many share prices a holding is worth."""
        return self.percent(state, owner, company) // self.unit(company)

    def director(self, state: State, company: CompanyId) -> PlayerId | None:
        """Who has the director's certificate; None while nobody among the players has."""
        owner = state.certs[self.of[company][0].id]
        return PlayerId(owner) if owner in state.players else None

    def count(self, state: State, owner: Owner) -> int:
        """How many share certificates somebody holds."""
        return sum(state.certs[cert] == owner for cert in self.by_id)


def papers(percents: Mapping[CompanyId, Iterable[int]]) -> Papers:
    """Certificates numbered from 0, the director's, as `PRR_0`."""
    return Papers(
        {
            company: tuple(
                Certificate(CertId(f"{company}_{number}"), company, percent, is_directors=number == 0)
                for number, percent in enumerate(parts)
            )
            for company, parts in percents.items()
        }
    )
