"""The printed material of 18CZ as a variant and a number of players use it, and the tables that only this title has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NewType

from ferrovia.engine.play import Table
from ferrovia.model import box as railway
from ferrovia.model.box import Box
from ferrovia.model.data import Data, data_folder, load
from ferrovia.model.ids import CertId, CompanyId, HexId, Owner, PlayerId
from ferrovia.model.state import State

Size = Literal["S", "M", "L"]
SIZES: tuple[Size, ...] = ("S", "M", "L")

LocalId = NewType("LocalId", CertId)

VACLAV = Owner("vaclav")
"""The dummy owner of the two-player game."""


class SizeRules(Data):
    rank: int
    percents: tuple[int, ...]
    capital_shares: int
    start_prices: tuple[int, ...]
    markers: tuple[int, ...]
    holding_limit: int
    steps_for_dividend: int
    released_in: str


class SetsOfRounds(Data):
    sets: tuple[tuple[int, ...], ...]


class LocalRules(Data):
    price_from_phase: str
    final_value: int


class Phase(railway.Phase):
    red_value: int


class Face(railway.Face):
    kind: str
    size: Size
    range: int
    price: int


Card = railway.Card[Face]


class Local(railway.Private):
    id: LocalId
    size: Size
    price: int


class Company(railway.Charter):
    size: Size
    homes: tuple[HexId, ...]
    city: int = 0


class TwoPlayers(Data):
    without_companies: frozenset[CompanyId]
    locals: frozenset[LocalId]
    without_hexes: frozenset[HexId]
    holding_limit_large: int


class Numbers(Data):
    cash: Mapping[int, int]
    certificate_limit: Mapping[int, int]
    sizes: Mapping[Size, SizeRules]
    course: SetsOfRounds
    locals: LocalRules
    phases: tuple[Phase, ...]
    trains: tuple[Card, ...]
    rusting: Mapping[str, tuple[str, ...]]
    private: tuple[Local, ...]
    companies: tuple[Company, ...]
    two_players: TwoPlayers


@lru_cache(maxsize=1)
def numbers() -> Numbers:
    return load(data_folder(__package__ or "") / "game.toml", Numbers)


@dataclass(frozen=True)
class Material(Box[Phase, Card, Face]):
    """What is used of the box in this game."""

    numbers: Numbers
    companies: Mapping[CompanyId, Company]
    locals: Mapping[LocalId, Local]
    starting_cash: int

    def in_hands(self, state: State, company: CompanyId) -> int:
        """What players hold, and Vaclav."""
        return super().in_hands(state, company) + self.papers.percent(state, VACLAV, company)

    def size(self, company: CompanyId) -> Size:
        return self.companies[company].size

    def rules(self, company: CompanyId) -> SizeRules:
        return self.numbers.sizes[self.companies[company].size]

    def is_smaller(self, company: CompanyId, than: CompanyId) -> bool:
        return self.rules(company).rank < self.rules(than).rank

    def suits(self, size: Size, company: CompanyId) -> bool:
        """[IV.2.b] [IV.2.c] [IV.2.d] Whether a company may own trains and locals of a size: its own and smaller."""
        return self.numbers.sizes[size].rank <= self.rules(company).rank


@dataclass(frozen=True, slots=True)
class Books:
    """What must be written down beside money, papers, trains and the map."""

    rusted: tuple[str, ...] = ()
    """Kinds of faces that are out of the game."""
    used_locals: tuple[LocalId, ...] = ()
    penalty: Mapping[PlayerId, int] = field(default_factory=dict[PlayerId, int])
    gained_markers: Mapping[CompanyId, int] = field(default_factory=dict[CompanyId, int])
    """Station markers that came with acquired companies or came back from the map."""
    acquirers: tuple[CompanyId, ...] = ()
    local_value: int = 0
    vaclavs: tuple[CompanyId, ...] = ()
    """Vaclav's companies in the order he received them."""


def box(table: Table) -> Material:
    return table.title.data


def books(table: Table) -> Books:
    return table.state.extras


def locals_of(table: Table, owner: Owner) -> list[LocalId]:
    certs = table.state.certs
    return [local for local in box(table).locals if certs[local] == owner]
