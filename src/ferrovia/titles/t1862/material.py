"""The printed material of 1862 as options and number of players use it, and the tables that only this title has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal, NewType

from ferrovia.engine.play import Table
from ferrovia.model import box as railway
from ferrovia.model.box import Box
from ferrovia.model.data import Data, data_folder, load
from ferrovia.model.ids import BANK, POOL, CompanyId, HexId, Owner, PlayerId, StopId, TrainId
from ferrovia.model.state import State
from ferrovia.model.upgrades import Upgrades, gains_a_stop
from ferrovia.rules.trains import is_trainless

Kind = Literal["freight", "local", "express"]
KINDS: tuple[Kind, ...] = ("freight", "local", "express")

PermitId = NewType("PermitId", str)

SHARE_PERCENTS = (30, 10, 10, 10, 10, 10, 10, 10)
"""[2.1] The director's certificate and seven ordinary ones."""


class TokenCounts(Data):
    least: int
    most: int
    most_of_eight: int


class Phase(railway.Phase):
    rounds: int
    train_limit: int
    limit_in_all: bool
    """Whether the limit is for all trains together, not for each kind."""
    simple_limit: int
    """[11.1] In games with one kind of train."""
    edge: int
    """Which of its values an area at the edge pays."""


class Face(railway.Face):
    """A train as it was bought. Freight: `visits` are moves from hex to hex; else stations it may visit and count."""

    kind: Kind
    counted: int
    visits: int


class Band(railway.Card[Face]):
    """A kind of train card, with the faces it can be bought as; its first sale begins the phase of its name."""

    price: int
    free_warranties: int
    counts: Mapping[str, int]
    scrapped_by: str = ""


class Area(Data):
    """A red area or a port: the group of its stops on the map."""

    id: str
    name: str
    kind: Literal["red", "port"]
    values: tuple[int, int, int]


class Company(railway.Charter):
    home: HexId


class Numbers(Data):
    bank: int
    least_charter: int
    bid_step: int
    launch_percent: int
    chartered_tokens: int
    chartered_token_cost: int
    token_cost: int
    tokens: TokenCounts
    warranty_cost: int
    most_warranties: int
    rows: tuple[int, ...]
    row_phases: tuple[str, ...]
    cash: Mapping[int, int]
    certificate_limit: Mapping[int, int]
    permits: Mapping[str, Mapping[Kind, int]]
    phases: tuple[Phase, ...]
    bands: tuple[Band, ...]
    areas: tuple[Area, ...]
    companies: tuple[Company, ...]


@lru_cache(maxsize=1)
def numbers() -> Numbers:
    return load(data_folder(__package__ or "") / "game.toml", Numbers)


@dataclass(frozen=True, slots=True)
class Variant:
    """What the players have agreed on before the game. [2.4.2] [2.4.3] [11] [13]"""

    players: int
    site: bool = False
    length: str = "standard"
    extra_companies: bool = True
    """[2.4.2] Only with seven or eight players."""
    trains: str = "all"
    """[11.1] all, simple-express, simple-freight, advanced-freight, advanced-express."""
    shorter: bool = False
    newcomers: bool = False
    eight_tokens: bool = False
    home_duty: bool = True
    """[7.2 ¶3] [13] Whether a company must build its home first."""
    six_h: bool = False
    """Whether there are only six H trains."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """[11.1] The kinds of trains in this game."""
        kinds: Mapping[str, tuple[Kind, ...]] = {
            "all": KINDS,
            "simple-express": ("express",),
            "simple-freight": ("freight",),
            "advanced-freight": ("freight", "local"),
            "advanced-express": ("express", "local"),
        }
        return kinds[self.trains]

    @property
    def is_simple(self) -> bool:
        """[11.1] One kind of train, no permits."""
        return len(self.kinds) == 1

    @property
    def added_companies(self) -> int:
        """[2.4.2] Companies more in the first row."""
        return max(0, self.players - 6) if self.extra_companies else 0

    @property
    def most_tokens(self) -> int:
        counts = numbers().tokens
        return counts.most_of_eight if self.eight_tokens else counts.most

    @property
    def most_tokens_bought(self) -> int:
        """[6.5.4.2] [11.4] At a launch; the site sells no eighth one."""
        return numbers().tokens.most if self.site else self.most_tokens

    @property
    def permits(self) -> Mapping[Kind, int]:
        """[2.4.1] [2.4.2] [11.1] The permits that are shuffled."""
        if self.is_simple:
            return {}
        mix = "usual" if self.trains == "all" else self.trains
        if self.added_companies:
            mix = "extra" if mix == "usual" else f"{mix}-extra"
        return numbers().permits[mix]

    @property
    def sells_estates(self) -> bool:
        """[7.12] The trains of a bankrupt company leave the game; on the site they can still be bought."""
        return self.site

    @property
    def last_band(self) -> str:
        """[10.3] [11.2] The band whose first train brings the LNER about."""
        return "E" if self.shorter else "H"

    def dealt(self, band: Band) -> Band:
        """[2.4.3] A band with as many cards as this game has; 0: any number."""
        count = (6 if self.six_h else 0) if band.name == "H" else band.counts[self.length]
        return band.model_copy(update={"phase": band.name, "count": count})

    def scraps(self, band: Band) -> str:
        """[9] [11.2] The phase that scraps a band; "" for permanent trains."""
        return "" if self.shorter and band.name == "D" else band.scrapped_by


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """What the rulebook does and the site does otherwise, where it is not a matter of checks and steps."""

    half_shares: Callable[[int, int], int]
    """[5.2.4] What some half shares that cannot be exchanged bring at a price."""
    merged_marker: Callable[[Table, CompanyId, int], None]
    """[7.5.3] How the marker of two companies that merge is put on a cell."""
    rise: Callable[[Table, int], None]
    """[7.8.5] How the marker of the operating company moves for an amount that was paid."""
    drop: Callable[[Table, CompanyId, int], None]
    """[7.11.1] What the sale of some of a company's own shares does to its price."""
    capital: Callable[[Table, CompanyId], int]
    """[7.11.2] What refinancing brings."""
    own_train_first: Callable[[Table], bool]
    """[7.11] [7.12] Whether a train of its director's other companies must be bought instead of raising money."""
    parts: Callable[[int, int, int], bool]
    """[6.3] Whether a director can part with so many shares, keep so many, and leave the certificate to a pool with so
    many ordinary ones."""


@dataclass(frozen=True)
class Material(Box[Phase, Band, Face]):
    """What is used of the box in this game."""

    numbers: Numbers
    variant: Variant
    ways: Ways

    @cached_property
    def companies(self) -> Mapping[CompanyId, Company]:
        return {company.id: company for company in self.numbers.companies}

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        return {area.id: area for area in self.numbers.areas}

    @cached_property
    def pars(self) -> tuple[int, ...]:
        """[6.5.3] The par prices of chartered companies, rising."""
        return tuple(self.market.price(cell) for cell in self.market.cells_in("par"))

    @cached_property
    def start_prices(self) -> tuple[int, ...]:
        """[6.5.3] At which a company may be started without a charter, rising."""
        cells = sorted((*self.market.cells_in("par"), *self.market.cells_in("repar")))
        return tuple(self.market.price(cell) for cell in cells)

    @cached_property
    def small_stations(self) -> Upgrades:
        """[7.6.4] What a tile becomes when a marker is put on one of its tracks."""
        return Upgrades(self.map, gains_a_stop)

    @cached_property
    def london(self) -> tuple[StopId, ...]:
        """[7.6.5] The stops that hold the link spaces of London: cities without track."""
        return tuple(
            StopId(f"{hex_id}.{number}")
            for hex_id, printed in self.map.hexes.items()
            if printed.colour == "red"
            for number, stop in enumerate(printed.stops)
            if stop.kind == "city"
        )

    def train_limit(self, state: State, company: CompanyId) -> int:
        """[7.9] [11.1] Of each kind or of all together."""
        return self.limit_in(self.phases[state.phase])

    def limit_in(self, phase: Phase) -> int:
        return phase.simple_limit if self.variant.is_simple else phase.train_limit

    def most_certificates(self, state: State) -> int:
        """[6.5.2] [10.3] Another limit once the LNER has formed."""
        own: Books = state.extras
        return own.lner_limit or self.certificate_limit

    def par_below(self, price: int) -> int:
        """[6.5.3] [7.5.4] The highest par not above a price, the lowest there is if all are."""
        return max((par for par in self.pars if par <= price), default=self.pars[0])


@dataclass(frozen=True, slots=True)
class Books:
    """What must be written down beside money, papers, trains and the map."""

    offer: tuple[CompanyId, ...] = ()
    """[2.4.1] The companies in play, in the order of the spaces of the offer."""
    permit_of: Mapping[CompanyId, PermitId] = field(default_factory=dict[CompanyId, PermitId])
    """The original permit of each company in play; empty in games with one kind of train."""
    chartered: tuple[CompanyId, ...] = ()
    """Whose par marker lies on the side of chartered companies: started in Parliament, and merged with such only."""
    permits: Mapping[CompanyId, tuple[PermitId, ...]] = field(default_factory=dict[CompanyId, tuple[PermitId, ...]])
    """What launched companies may run."""
    placed: tuple[tuple[HexId, CompanyId], ...] = ()
    """The stations on the map in the order in which they were placed."""
    warranties: Mapping[TrainId, int] = field(default_factory=dict[TrainId, int])
    estates: Mapping[TrainId, CompanyId] = field(default_factory=dict[TrainId, CompanyId])
    """Only on the site: trains of bankrupt companies that are still for sale, and who gets the money."""
    obligations: tuple[tuple[PlayerId, CompanyId], ...] = ()
    """[4.3] Who must launch which company, in the order of the auctions."""
    failed: tuple[CompanyId, ...] = ()
    """[4.3] Not available before the next stock round."""
    bank_broken: bool = False
    top_reached: bool = False
    """[10.1] A company has come to the highest price."""
    lner_limit: int = 0
    """[10.3] The certificate limit once the LNER has formed; 0 before."""


# ----------------------------------------------------------------------------------------------------- short questions


def box(table: Table) -> Material:
    return table.title.data


def books(table: Table) -> Books:
    return table.state.extras


def variant(table: Table) -> Variant:
    return box(table).variant


def is_launched(table: Table, company: CompanyId) -> bool:
    """[6.5.4] Half of it was sold: it has money, stations and a permit."""
    return company in table.state.floated


def is_chartered(table: Table, company: CompanyId) -> bool:
    return company in books(table).chartered


def lner_formed(table: Table) -> bool:
    return books(table).lner_limit > 0


def sale_value(material: Material, state: State, company: CompanyId) -> int:
    """[6.4.1] What a share brings: half, rounded down, without a train."""
    full = material.price(state, company)
    return full // 2 if is_trainless(state, company) else full


def is_administered(table: Table, company: CompanyId) -> bool:
    """[7.3] [8] Its director's certificate lies in the pool: the state runs it."""
    return table.state.certs[box(table).papers.directors_certificate(company).id] == POOL


def face_of(table: Table, train: TrainId) -> Face:
    return box(table).faces[table.state.trains[train].face]


def permits_of(table: Table, company: CompanyId) -> tuple[str, ...]:
    """[6.5.4.3] [11.1] The kinds of trains a company may run."""
    rules = variant(table)
    return rules.kinds if rules.is_simple else books(table).permits.get(company, ())


def pay_from_bank(table: Table, amount: int, *, to: Owner) -> None:
    """[10.2] A payment the bank cannot make breaks it; it goes on with IOUs."""
    table.pay(amount, source=BANK, to=to)
    if table.state.cash[BANK] < 0 and not books(table).bank_broken and not lner_formed(table):
        table.keep(bank_broken=True)
        table.tell("bank-broken")
