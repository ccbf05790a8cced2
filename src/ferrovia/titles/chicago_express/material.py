"""The printed material of Chicago Express, and the tables that only this title has."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NewType

from ferrovia.engine.play import Table
from ferrovia.model.board import Grid, Orientation
from ferrovia.model.box import Charter
from ferrovia.model.data import Data, data_folder, load
from ferrovia.model.ids import CertId, CompanyId, HexId, PlayerId
from ferrovia.model.state import State

DialId = NewType("DialId", str)

AUCTION = DialId("auction")
EXPANSION = DialId("expansion")
DEVELOPMENT = DialId("development")


class Hex(Data):
    id: HexId
    x: int
    y: int
    name: str
    kind: Literal["plain", "forest", "mountain", "city", "industrial", "start"]
    cost: int
    income: int
    development: int
    developable: bool

    @property
    def is_for_one_company(self) -> bool:
        return self.kind in ("forest", "mountain")


class Map(Data):
    orientation: Orientation
    hexes: tuple[Hex, ...]


class Company(Charter):
    letters: str
    shares: int
    locomotives: int
    home: HexId
    income: int | None = None

    @cached_property
    def certs(self) -> tuple[CertId, ...]:
        return tuple(CertId(f"{self.id}-{number}") for number in range(1, self.shares + 1))


class Money(Data):
    total: int


class InitialAuctions(Data):
    order: tuple[CompanyId, ...]


class Dividends(Data):
    red_dials: int


class Expansion(Data):
    hexes: int


class Development(Data):
    houses: int
    forest_payment: int


class Place(Data):
    hex: HexId


class Wabash(Data):
    company: CompanyId
    income: int
    income_with_house: int


class Ending(Data):
    companies_without_locomotives: int
    companies_without_shares: int
    houses_left: int


class Numbers(Data):
    money: Money
    initial_auctions: InitialAuctions
    dials: Mapping[DialId, int]
    dividends: Dividends
    expansion: Expansion
    development: Development
    scales: Mapping[HexId, tuple[int, ...]]
    chicago: Place
    detroit: Place
    wabash: Wabash
    ending: Ending
    companies: tuple[Company, ...]


@dataclass(frozen=True)
class Material:
    """Everything in the box."""

    numbers: Numbers
    hexes: Mapping[HexId, Hex]
    companies: Mapping[CompanyId, Company]
    grid: Grid


def open_the_box() -> Material:
    folder = data_folder(__package__ or "")
    numbers, printed = load(folder / "game.toml", Numbers), load(folder / "map.json", Map)
    return Material(
        numbers=numbers,
        hexes={h.id: h for h in printed.hexes},
        companies={c.id: c for c in numbers.companies},
        grid=Grid(printed.orientation, {h.id: (h.x, h.y) for h in printed.hexes}),
    )


MATERIAL = open_the_box()


@dataclass(frozen=True, slots=True)
class Railways:
    """What lies on the board beside locomotives, shares and money."""

    income: Mapping[CompanyId, int]
    """The income track; a company that is not open is not on it."""
    dials: Mapping[DialId, int]
    scales: Mapping[HexId, int]
    """The space at which each industrial city stands."""
    houses: tuple[HexId, ...]
    house_supply: int
    dividends_paid: int
    """General dividends so far."""
    end_announced: bool


def railways(state: State) -> Railways:
    return state.extras


def is_open(state: State, company: CompanyId) -> bool:
    return company in railways(state).income


def unsold(state: State, company: CompanyId) -> list[CertId]:
    """The shares still on the charter."""
    return [cert for cert in MATERIAL.companies[company].certs if state.certs[cert] == company]


def sold(state: State, company: CompanyId) -> int:
    return MATERIAL.companies[company].shares - len(unsold(state, company))


def shares_of(state: State, player: PlayerId, company: CompanyId) -> int:
    return sum(state.certs[cert] == player for cert in MATERIAL.companies[company].certs)


def scale_value(state: State, hex_id: HexId) -> int:
    """What the industrial scale shows for a city."""
    return MATERIAL.numbers.scales[hex_id][railways(state).scales[hex_id]]


def has_room(state: State, hex_id: HexId) -> bool:
    """Whether the industrial scale goes on for a city."""
    return railways(state).scales[hex_id] + 1 < len(MATERIAL.numbers.scales[hex_id])


def share_income(state: State, company: CompanyId, shares: int) -> int:
    """What each of a number of shares would bring."""
    return per_share(railways(state).income[company], shares)


def per_share(income: int, shares: int) -> int:
    """The income divided among a number of shares, rounded up."""
    return -(-income // shares)


def raise_income(table: Table, company: CompanyId, by: int) -> None:
    """Moves a company's marker on the income track."""
    if by:
        income = table.own(Railways).income
        table.keep(income={**income, company: income[company] + by})
        table.tell("income-raised", company=company, by=by, income=income[company] + by)


def turn_dial(table: Table, dial: DialId) -> None:
    """[CE-3.2] The needle of the chosen action moves one space first."""
    dials = table.own(Railways).dials
    table.keep(dials={**dials, dial: dials[dial] + 1})


def is_red(state: State, dial: DialId) -> bool:
    return railways(state).dials[dial] >= MATERIAL.numbers.dials[dial]
