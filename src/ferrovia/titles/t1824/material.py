"""The printed material of 1824 as a board and a number of players use it, and the tables that only this title has."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NewType

from ferrovia.engine.play import Table
from ferrovia.model.box import Box
from ferrovia.model.ids import CertId, CompanyId, HexId, Owner, PlayerId, TrainId
from ferrovia.model.state import State
from ferrovia.rules.loans import Debt
from ferrovia.rules.trains import SurplusFacts
from ferrovia.titles.t1824.numbers import Card, Company, Face, Kind, Numbers, Phase, TableNumbers

MountainId = NewType("MountainId", CertId)
"""A mountain railway, as `B1`: a paper without a company."""


@dataclass(frozen=True)
class Ways:
    """How a profile and a variant play what they play differently; chosen in `title.py`."""

    sold_into: Owner
    """Where sold shares go."""
    counts_every_paper: bool
    """Whether mountain railways and railways that only build are certificates."""
    debt: Debt
    help_at_need: Callable[[Table, CompanyId, int], None]
    """The director adds what a company lacks to pay for its train."""
    price_between: Callable[[Face], int]
    trains_to_trade: Callable[[Table], list[TrainId]]
    """Which trains of other companies may be bought."""
    shareholders_decide: bool
    """Whether somebody decides for a company without a director."""
    surplus_after: Callable[[Table], SurplusFacts]
    """In which order companies give up trains after what one of them has done."""
    opens_at_once: bool
    """Whether a regional opens in the middle of the round in which its coal railway had to be exchanged."""
    claims_early: bool
    """Whether 20% of a Staatsbahn without number 1 bring the director's certificate before it has formed."""
    settle: Callable[[Table, CompanyId], None]
    """Who directs a company after shares have changed hands."""
    settle_new: Callable[[Table, CompanyId], None]
    """Who directs a company whose director's certificate was just bought or exchanged."""
    declining_is_passing: bool
    """Whether whoever declines a mountain railway in the draft has passed."""
    keeps_all_tokens: bool
    """Whether a Staatsbahn also has the tokens of its railways that do not come into play."""
    lapsing_homes: frozenset[CompanyId]
    """Staatsbahnen for whose home no place is kept."""


@dataclass(frozen=True)
class Material(Box[Phase, Card, Face]):
    """What is used of the box in this game."""

    numbers: Numbers
    ways: Ways
    table: TableNumbers
    companies: Mapping[CompanyId, Company]
    """In the order in which railways without a price operate; share companies follow."""
    mountains: tuple[MountainId, ...]
    bonus_between: tuple[tuple[HexId, ...], tuple[HexId, ...]] | None
    """Where a route earns the Bukowina bonus."""

    def certificates_of(self, state: State, player: PlayerId) -> int:
        """[VI.7.1] [side 4] [X.3 ¶] Mountain railways and railways that only build are no certificates."""
        if self.ways.counts_every_paper:
            return super().certificates_of(state, player)
        building = {self.papers.directors_certificate(railway).id for railway in state.extras.construction}
        return sum(state.certs[cert] == player and cert not in building for cert in self.papers.by_id)

    def director(self, state: State, company: CompanyId) -> PlayerId | None:
        """[IV.4.1.3] [VII.1.2] Who decides for a railway or company; nobody for the one without a director."""
        own: Books = state.extras
        if company == own.directorless:
            return None
        return own.directors.get(company) or self.papers.director(state, company)

    def decider(self, state: State, company: CompanyId) -> PlayerId:
        """[side 7] Where there is no director nobody decides; the site asks the first shareholder by priority, else
        whoever has the priority."""
        director = self.director(state, company)
        if director is not None:
            return director
        if not self.ways.shareholders_decide:
            return super().decider(state, company)
        return next((p for p in state.order if self.papers.percent(state, p, company)), state.order[0])

    def kind(self, company: CompanyId) -> Kind:
        return self.companies[company].kind

    @cached_property
    def of_kind(self) -> Mapping[Kind, tuple[CompanyId, ...]]:
        companies = self.companies.values()
        return {kind: tuple(company.id for company in companies if company.kind == kind) for kind in self.numbers.kinds}

    def may_own(self, company: CompanyId, face: Face) -> bool:
        """[IV.2.7] Coal railways own g-trains only."""
        return self.kind(company) != "coal" or face.family == "goods"

    @cached_property
    def private(self) -> tuple[CompanyId, ...]:
        """[VII.4] The railways that belong to a player, in the order in which they operate."""
        return (*self.of_kind["coal"], *self.of_kind["pre"])

    @cached_property
    def predecessors(self) -> Mapping[CompanyId, tuple[CompanyId, ...]]:
        """The railways that a company grows out of: a regional's coal railway, a Staatsbahn's first, second, third."""
        companies = self.companies.values()
        return {heir: tuple(one.id for one in companies if one.becomes == heir) for heir in self.companies}

    def heir(self, railway_id: CompanyId) -> CompanyId:
        """The company that a railway becomes part of."""
        heir = self.companies[railway_id].becomes
        assert heir is not None
        return heir

    @cached_property
    def reserved(self) -> Mapping[CompanyId, CertId]:
        """[IV.2.12] [IV.3.2] The certificate that a railway's owner receives: for the first railway of a company the
        director's, for the others the next ones."""
        return {
            railway: cert.id
            for company in (*self.of_kind["regional"], *self.of_kind["staatsbahn"])
            for railway, cert in zip(self.predecessors[company], self.papers.of[company], strict=False)
        }

    def living(self, state: State, railways: Iterable[CompanyId]) -> list[CompanyId]:
        """Those of some railways that somebody owns and that are more than construction railways."""
        own: Books = state.extras
        return [r for r in railways if self.director(state, r) and r not in own.construction]

    def promised(self, state: State, company: CompanyId) -> Mapping[CompanyId, int]:
        """The railways that a company will grow out of, with the percentage that each is exchanged for."""
        living = self.living(state, self.predecessors[company])
        return {railway: self.papers.by_id[self.reserved[railway]].percent for railway in living}

    def builders_closing(self, state: State, phase: str) -> tuple[CompanyId, ...]:
        """[X.3 ¶] The railways that only build, if a phase calls the Staatsbahn of one of them into being."""
        own: Books = state.extras
        closing = any(self.companies[self.heir(railway)].formed_in == phase for railway in own.construction)
        return own.construction if closing else ()

    def issue_capital(self, state: State, company: CompanyId) -> int:
        """[IV.4.2.3] [IV.4.2.4] [IV.4.3.3] Eight times the issue price with a coal railway, else ten times."""
        own: Books = state.extras
        stock = self.numbers.stock
        shares = stock.capital_shares_linked if company in own.linked else stock.capital_shares_unlinked
        return shares * state.pars[company]

    def formation_capital(self, state: State, company: CompanyId) -> int:
        """[IV.4.4.5] [IV.4.4.7] 120 for each share that no railway of it is exchanged for."""
        exchanged = sum(self.promised(state, company).values())
        return (100 - exchanged) // self.papers.unit(company) * self.numbers.stock.staatsbahn_price

    def first_director(self, company: CompanyId, held: Mapping[PlayerId, int]) -> PlayerId | None:
        """[IV.4.4.4] The highest percentage, at least 20; of equals whoever is named first."""
        first = max(held, key=lambda player: held[player])
        return first if held[first] >= self.papers.directors_certificate(company).percent else None


@dataclass(frozen=True, slots=True)
class Books:
    """What must be written down beside money, papers, trains and the map."""

    linked: tuple[CompanyId, ...] = ()
    """Regionals whose coal railway was bought."""
    due: tuple[CompanyId, ...] = ()
    """Staatsbahnen that form at the end of the round."""
    opening: tuple[CompanyId, ...] = ()
    """Regionals that open at the end of the round."""
    broken: bool = False
    """The bank has run out of money."""
    construction: tuple[CompanyId, ...] = ()
    """[X.3] Railways that only build."""
    directorless: CompanyId | None = None
    """[X.4] The company that nobody directs."""
    second_station: bool = False
    """[X.4] The directorless company's second station was placed, declined or lost."""
    wien_spent: bool = False
    """The directorless company's second station stands in Wien, in place of the third (only on the site)."""
    last_for_nothing: CompanyId | None = None
    """Whose last station costs nothing: it was that of its first railway (only on the site)."""
    declined: tuple[PlayerId, ...] = ()
    """[X.5] Who has passed already before the first stock round (only on the site)."""
    credited: tuple[tuple[PlayerId, CompanyId, int], ...] = ()
    """By how many percent the site counts wrong when it looks for the director of a company."""
    directors: Mapping[CompanyId, PlayerId] = field(default_factory=dict[CompanyId, PlayerId])
    """Who directs a company without holding its director's certificate (only on the site)."""


def box(table: Table) -> Material:
    return table.title.data


def books(table: Table) -> Books:
    return table.state.extras


def mountains_of(table: Table, owner: Owner) -> list[MountainId]:
    return [mountain for mountain in box(table).mountains if table.state.certs[mountain] == owner]


def is_open(state: State, company: CompanyId) -> bool:
    """Whether it is in the game and has its capital."""
    return company in state.floated and company not in state.closed
