"""The printed material of 18CZ as a variant and a number of players use it, and the tables that only this title has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NewType

from ferrovia.engine.play import Table
from ferrovia.model.data import Data, data_folder, load
from ferrovia.model.ids import CertId, CompanyId, HexId, Owner, PlayerId, TrainId
from ferrovia.model.map import Map
from ferrovia.model.shares import Papers, papers
from ferrovia.model.state import State
from ferrovia.model.tiles import Colour
from ferrovia.model.upgrades import Upgrades

Size = Literal["S", "M", "L"]
SIZES: tuple[Size, ...] = ("S", "M", "L")

LocalId = NewType("LocalId", CertId)
FaceId = NewType("FaceId", str)
TurnId = NewType("TurnId", int)

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


class Course(Data):
    sets: tuple[tuple[int, ...], ...]


class MarketData(Data):
    prices: tuple[int, ...]


class LocalRules(Data):
    price_from_phase: str
    final_value: int


class Phase(Data):
    name: str
    colours: tuple[Colour, ...]
    limits: Mapping[Size, int]
    red_value: int


class Face(Data):
    name: FaceId
    kind: str
    size: Size
    range: int
    price: int


class Card(Data):
    card: str
    letter: str
    count: int
    faces: tuple[Face, ...]


class Local(Data):
    id: LocalId
    name: str
    size: Size
    price: int
    income: int


class Company(Data):
    id: CompanyId
    name: str
    size: Size
    homes: tuple[HexId, ...]
    city: int = 0
    colour: str
    ink: str
    pattern: str


class TwoPlayers(Data):
    without_companies: frozenset[CompanyId]
    locals: frozenset[LocalId]
    without_hexes: frozenset[HexId]
    holding_limit_large: int


class Numbers(Data):
    cash: Mapping[int, int]
    certificate_limit: Mapping[int, int]
    market: MarketData
    sizes: Mapping[Size, SizeRules]
    course: Course
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
class Material:
    """What is used of the box in this game."""

    numbers: Numbers
    companies: Mapping[CompanyId, Company]
    locals: Mapping[LocalId, Local]
    starting_cash: int
    certificate_limit: int
    holding_limits: Mapping[Size, int]
    map: Map
    upgrades: Upgrades

    @cached_property
    def papers(self) -> Papers:
        return papers({c.id: self.numbers.sizes[c.size].percents for c in self.companies.values()})

    @cached_property
    def phases(self) -> Mapping[str, Phase]:
        return {phase.name: phase for phase in self.numbers.phases}

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """By the name of the card, which is that of its first face."""
        return {card.card: card for card in self.numbers.trains}

    @cached_property
    def faces(self) -> Mapping[FaceId, Face]:
        return {face.name: face for card in self.numbers.trains for face in card.faces}

    def size(self, company: CompanyId) -> Size:
        return self.companies[company].size

    def rules(self, company: CompanyId) -> SizeRules:
        return self.numbers.sizes[self.companies[company].size]

    def is_smaller(self, company: CompanyId, than: CompanyId) -> bool:
        return self.rules(company).rank < self.rules(than).rank

    def suits(self, size: Size, company: CompanyId) -> bool:
        """[IV.2.b] [IV.2.c] [IV.2.d] Whether a company may own trains and locals of a size: its own and smaller."""
        return self.numbers.sizes[size].rank <= self.rules(company).rank

    def card_of(self, train: TrainId) -> Card:
        return self.cards[train.rsplit("-", 1)[0]]

    def value_of(self, cell: int) -> int:
        return self.numbers.market.prices[cell]


@dataclass(frozen=True, slots=True)
class Books:
    """What must be written down beside money, papers, trains and the map."""

    order: tuple[PlayerId, ...]
    """The order cards."""
    start_prices: Mapping[CompanyId, int]
    floated: tuple[CompanyId, ...] = ()
    closed: tuple[CompanyId, ...] = ()
    has_operated: tuple[CompanyId, ...] = ()
    """Companies that have had their first turn."""
    rusted: tuple[str, ...] = ()
    """Kinds of faces that are out of the game."""
    used_locals: tuple[LocalId, ...] = ()
    debt: Mapping[PlayerId, int] = field(default_factory=dict[PlayerId, int])
    penalty: Mapping[PlayerId, int] = field(default_factory=dict[PlayerId, int])
    gained_markers: Mapping[CompanyId, int] = field(default_factory=dict[CompanyId, int])
    """Station markers that came with acquired companies or came back from the map."""
    acquirers: tuple[CompanyId, ...] = ()
    local_value: int = 0
    vaclavs: tuple[CompanyId, ...] = ()
    """Vaclav's companies in the order he received them."""
    last_revenue: Mapping[CompanyId, int] = field(default_factory=dict[CompanyId, int])


def box(table: Table) -> Material:
    return table.data(Material)


def books(table: Table) -> Books:
    return table.own(Books)


def price(material: Material, state: State, company: CompanyId) -> int:
    return material.value_of(state.prices[company].cell)


def trains_of(state: State, owner: Owner) -> list[TrainId]:
    return [train for train, card in state.trains.items() if card.owner == owner]


def locals_of(table: Table, owner: Owner) -> list[LocalId]:
    return [local for local in box(table).locals if table.state.certs[local] == owner]


def is_reached(material: Material, state: State, phase: str) -> bool:
    """Whether a phase is in force or past."""
    names = list(material.phases)
    return names.index(state.phase) >= names.index(phase)
