"""The printed numbers of 1824, in the forms in which `data/game.toml` has them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from ferrovia.model import box as railway
from ferrovia.model.data import Data, data_folder, load
from ferrovia.model.ids import CompanyId, HexId

BoardName = Literal["standard", "cisleithania"]
Kind = Literal["coal", "pre", "regional", "staatsbahn"]
Family = Literal["normal", "goods"]
Part = Literal["two", "three", "all"]
"""How much of the box is used: on the map of Cisleithania by the number of players."""


class TableNumbers(Data):
    board: BoardName
    players: int
    cash: int
    certificates: int
    mountains: int
    bank: int
    used: Part


class Mountain(Data):
    price: int
    income: int
    names: tuple[str, ...]


class Coal(Data):
    prices: tuple[int, ...]
    first_train: str


class KindRules(Data):
    percents: tuple[int, ...]
    markers: tuple[int, ...]


class Stock(Data):
    start_prices: tuple[int, ...]
    start_column: int
    staatsbahn_price: int
    directorless_price: int
    holding_limit: int
    capital_shares_linked: int
    capital_shares_unlinked: int


class Course(Data):
    """From which phase on something is possible."""

    mountain_exchange: str
    mountain_closing: str
    coal_exchange: str
    coal_closing: str
    train_trade: str
    exports: str


class Phase(railway.Phase):
    rounds: int


class Face(railway.Face):
    family: Family
    range: int
    price: int
    between: int
    """What another director pays for it."""
    offered_in: str
    ends: tuple[str, ...] = ()


class Card(railway.Card[Face]):
    counts: Mapping[Part, int]

    @property
    def face(self) -> Face:
        return self.faces[0]


class Company(railway.Charter):
    kind: Kind
    home: HexId
    city: int = 0
    """The printed stop of its home."""
    price: int = 0
    becomes: CompanyId | None = None
    formed_in: str = ""


class Used(Data):
    """Which companies a table leaves in the box, and what it changes about others."""

    without: tuple[CompanyId, ...] = ()
    changes: Mapping[CompanyId, Mapping[str, str | int]] = {}


class Cisleithania(Data):
    bonus: int
    bonus_between: tuple[tuple[HexId, ...], tuple[HexId, ...]]
    merging_city: HexId


class GoodTimes(Data):
    tokens: int
    most_on_a_hex: int
    scenario: Mapping[HexId, int]


class Site(Data):
    rounds: Mapping[str, int]
    trains: Mapping[str, int]
    last: tuple[CompanyId, ...]
    """What stands last in its list of companies."""


class Numbers(Data):
    tables: tuple[TableNumbers, ...]
    mountain: Mountain
    coal: Coal
    kinds: Mapping[Kind, KindRules]
    stock: Stock
    course: Course
    phases: tuple[Phase, ...]
    trains: tuple[Card, ...]
    companies: tuple[Company, ...]
    used: Mapping[Part, Used]
    cisleithania: Cisleithania
    good_times: GoodTimes
    site: Site


@lru_cache(maxsize=1)
def numbers() -> Numbers:
    return load(data_folder(__package__ or "") / "game.toml", Numbers)
