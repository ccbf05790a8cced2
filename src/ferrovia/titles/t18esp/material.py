"""The printed material of 18ESP in one of its two editions, and the tables that only this title has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NewType

from ferrovia.engine.play import Table
from ferrovia.model import box as railway
from ferrovia.model.board import place_of
from ferrovia.model.box import Box
from ferrovia.model.data import Data, data_folder, load
from ferrovia.model.ids import DEPOT, POOL, CertId, CompanyId, FaceId, HexId, Owner, PlayerId, StopId, TrainId
from ferrovia.model.map import stop_id
from ferrovia.model.state import State
from ferrovia.model.tiles import Tile, Track

Kind = Literal["minor", "north", "south"]
Gauge = Literal["broad", "narrow", "both"]
Objective = Literal["destination", "red-area", "harbour", "absorption"]

PioneerId = NewType("PioneerId", CertId)

P1, P2, P3, P4, P5, P6, P7 = (PioneerId(CertId(f"P{number}")) for number in range(1, 8))
MADRID_LINES = (CompanyId(Owner("MZ")), CompanyId(Owner("MZA")))
"""[4.3] The two companies that share one space in Madrid."""
CRB = CompanyId(Owner("CRB"))
STRAWBERRY_TRAIN = TrainId("2P-0")
"""[2.2] The train of pioneer 3."""
LAST_NORTHERN_ROW = 11
"""[1.5.1] Above it lies the northern map, below it the southern one; the passes join them."""


# ---------------------------------------------------------------------------------------------------- printed numbers


class Phase(railway.Phase):
    rounds: int
    mine: int
    pioneer_percent: int
    launch_percent: int
    capital_shares: int


class Face(railway.Face):
    """[4.4.1] At most `big` cities, red areas and passes, and `all` stops together."""

    gauge: Gauge
    big: int
    all: int


class Card(railway.Card[Face]):
    price: int
    obsolete_in: str


class Pioneer(railway.Private):
    id: PioneerId
    value: int


class Pass(Data):
    hex: HexId
    name: str
    cost: int
    value: int

    @property
    def stop(self) -> StopId:
        return stop_id(self.hex, 0)


class Company(railway.Charter):
    kind: Kind
    home: HexId
    city: int
    destination: str


class Standard(Data):
    without: tuple[CompanyId, ...]


class Shares(Data):
    major: tuple[int, ...]
    minor: tuple[int, ...]
    holding_limit: int
    market_limit: int


class Charges(Data):
    second_tile: int
    mine: int
    station: int
    tender: int
    tender_to_owner: int
    minor_never_launched: int


class RouteBonus(Data):
    north_south: int
    east_west: int
    ports: frozenset[HexId]
    capitals: frozenset[HexId]


class Numbers(Data):
    cash: Mapping[int, int]
    certificate_limit: Mapping[int, int]
    standard: Standard
    random: Mapping[Kind, int]
    shares: Shares
    charges: Charges
    bonus: RouteBonus
    phases: tuple[Phase, ...]
    trains: tuple[Card, ...]
    pioneers: tuple[Pioneer, ...]
    passes: tuple[Pass, ...]
    companies: tuple[Company, ...]


class Edition(Data):
    """What the rulebook and the later edition count differently."""

    tenders: int
    southern_stations: int
    last_round_factor: int
    both_bonuses: int
    most_absorptions: int
    northern_par_in_phase_2: int
    combines_one_gauge: bool
    objectives: Mapping[Kind, tuple[Objective, ...]]
    pioneers: Mapping[PioneerId, int] = {}
    revenue: Mapping[HexId, Mapping[str, int]] = {}
    tiles: Mapping[str, int] = {}
    tracks: Mapping[HexId, tuple[Track, ...]] = {}


class Editions(Data):
    rulebook: Edition
    site: Edition


@lru_cache(maxsize=1)
def numbers() -> Numbers:
    return load(data_folder(__package__ or "") / "game.toml", Numbers)


@lru_cache(maxsize=1)
def editions() -> Editions:
    return load(data_folder(__package__ or "") / "editions.toml", Editions)


# ------------------------------------------------------------------------------------------------------------ the box


@dataclass(frozen=True)
class Material(Box[Phase, Card, Face]):
    """What is used of the box in this game."""

    numbers: Numbers
    edition: Edition
    companies: Mapping[CompanyId, Company]
    pioneers: Mapping[PioneerId, Pioneer]
    starting_cash: int

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """Of the cards, and of the trains that two of them can be combined to."""
        own = [face for card in self.numbers.trains for face in card.faces]
        return {str(face.name): face for face in (*own, *(combined(main, other) for main, other in self._pairs))}

    @cached_property
    def _pairs(self) -> tuple[tuple[Face, Face], ...]:
        """[5.2.1] A train and an older one of the other gauge; the site combines trains of one gauge, too."""
        cards = [card for card in self.numbers.trains if card.phase]
        return tuple(
            (main, other)
            for card in cards
            for older in cards[: cards.index(card)]
            if older.obsolete_in
            for main in card.faces
            for other in older.faces
            if main.gauge != other.gauge or self.edition.combines_one_gauge
        )

    @cached_property
    def passes(self) -> Mapping[HexId, Pass]:
        return {each.hex: each for each in self.numbers.passes}

    @cached_property
    def card_of_face(self) -> Mapping[str, Card]:
        return {face.name: card for card in self.numbers.trains for face in card.faces}

    @cached_property
    def _type_order(self) -> Mapping[str, int]:
        return {card.name: number for number, card in enumerate(self.numbers.trains)}

    def top_of_the_pile(self, state: State) -> TrainId:
        """[1.5.1] The smallest type that is left, and of that the first card."""

        def place(train: TrainId) -> tuple[int, int]:
            name, number = train.rsplit("-", 1)
            return self._type_order[name], int(number)

        return min(state.trains.held_by(DEPOT), key=place)

    @cached_property
    def minors(self) -> tuple[CompanyId, ...]:
        return tuple(company for company in self.companies if self.is_minor(company))

    def is_minor(self, company: Owner) -> bool:
        return self.kinds.get(CompanyId(company)) == "minor"

    def is_northern(self, company: CompanyId) -> bool:
        return self.kinds[company] == "north"

    def is_southern_major(self, company: CompanyId) -> bool:
        return self.kinds[company] == "south"

    def certificates_of(self, state: State, player: PlayerId) -> int:
        """[3.1.2] Pioneers, shares and minors count one each; frozen minors count nothing."""
        held = super().certificates_of(state, player)
        if not self.is_reached(state, "5"):
            return held
        return held - sum(self.papers.director(state, minor) == player for minor in self.minors)

    def counted_trains(self, state: State, company: CompanyId) -> list[TrainId]:
        """[2.2] [4.7] The strawberry train counts neither for the limit nor for the duty."""
        return [train for train in super().counted_trains(state, company) if train != STRAWBERRY_TRAIN]

    def home_gauge(self, company: CompanyId) -> Gauge:
        return "narrow" if self.is_northern(company) else "broad"

    def stations_for(self, company: CompanyId) -> int:
        """[3.2.2] How many stations a company has, its base and all that are locked at first included."""
        by_kind = {"minor": 1, "north": 5, "south": self.edition.southern_stations}
        return by_kind[self.kinds[company]]

    def objectives_of(self, company: CompanyId) -> tuple[Objective, ...]:
        """[5.1.1] What a major launched before phase 5 has to reach."""
        return self.edition.objectives[self.companies[company].kind]

    def is_pass(self, stop: StopId) -> bool:
        return place_of(stop)[0] in self.passes

    def is_mine_hex(self, hex_id: HexId) -> bool:
        """[4.2.3] Printed with a mine that can be laid."""
        return any("mine" in terrain.kinds for terrain in self.map.hexes[hex_id].terrain)

    def is_oo_hex(self, hex_id: HexId) -> bool:
        return self.map.hexes[hex_id].label == "OO"


def is_in_the_north(hex_id: HexId) -> bool:
    return int(hex_id[1:]) <= LAST_NORTHERN_ROW


def combined(main: Face, other: Face) -> Face:
    """[5.2.1] Two trains as one: the first numbers together, the second ones together."""
    big, small = main.big + other.big, main.all - main.big + other.all - other.big
    return Face(name=FaceId(f"{big}+{small}C"), gauge="both", big=big, all=big + small)


def has_mine(tile: Tile) -> bool:
    return "halt" in tile.kinds


# ---------------------------------------------------------------------------------------------------------- the books


@dataclass(frozen=True, slots=True)
class Books:
    """What must be written down beside money, papers, trains and the map."""

    tenders: Mapping[Owner, int]
    """[2.2] Where they are: on pioneer 5, with companies, in the open market (the pool), out of the game."""
    locked: Mapping[CompanyId, int]
    """[5.1.3] Stations that objectives unlock; the exchange station of a southern company is one of them."""
    carreno: CompanyId | None = None
    """[1.5.1] The northern company whose director's certificate came with pioneer 7."""
    staged: tuple[CompanyId, ...] = ()
    """[5.1.2] Majors launched in phases 2 to 4: their capital comes with their objectives."""
    objectives: Mapping[CompanyId, tuple[Objective, ...]] = field(
        default_factory=dict[CompanyId, tuple[Objective, ...]]
    )
    """[5.1.1] What each company has reached."""
    absorptions: Mapping[CompanyId, int] = field(default_factory=dict[CompanyId, int])
    has_run: tuple[CompanyId, ...] = ()
    """[4.6.1] Minors that have run a train."""
    spent_cards: Mapping[str, int] = field(default_factory=dict[str, int])
    """[5.2.1] How many cards of each type were recycled."""
    strawberry_ran: bool = False
    """[2.2] The strawberry train has been to Aranjuez."""


def box(table: Table) -> Material:
    return table.title.data


def books(table: Table) -> Books:
    return table.state.extras


def pioneers_of(table: Table, owner: Owner) -> list[PioneerId]:
    return [pioneer for pioneer in box(table).pioneers if table.state.certs[pioneer] == owner]


def sold_percent(material: Material, state: State, company: CompanyId) -> int:
    """[3.2.2] What players and the open market have of a company."""
    return material.papers.percent_of_all(state, (*state.players, POOL), company)


def is_frozen(material: Material, state: State, company: CompanyId) -> bool:
    """[4.6.1] Minors that nobody has absorbed do nothing any more from phase 5 on."""
    return material.is_minor(company) and material.is_reached(state, "5")
