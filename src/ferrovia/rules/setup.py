"""What a railway title begins with: the answers and open procedures that nearly all have, and how a game lies on the
table before its first question."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import lru_cache
from importlib.resources import files
from types import ModuleType
from typing import Any, TypeVar

from ferrovia.engine.play import Table, Title
from ferrovia.engine.rulebook import Rulebook, load_rulebook
from ferrovia.model.board import Board
from ferrovia.model.box import AnyBox, Box
from ferrovia.model.data import data_folder, load
from ferrovia.model.ids import BANK, IPO, CompanyId, Owner, PlayerId
from ferrovia.model.market import Market
from ferrovia.model.network import Reach, reach_of
from ferrovia.model.outlook import Outlook
from ferrovia.model.state import State
from ferrovia.model.view import Layout
from ferrovia.rules.consent import Agree, ConsentFacts, Reject
from ferrovia.rules.dividends import PayDividend, Withhold
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import CompanyTurn, GameFacts, OperatingFacts
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.stock import BuyShare, EndStockTurn, SellShares, StartCompany, StockTurn
from ferrovia.rules.track import EndTrack, LayTile
from ferrovia.rules.trains import EndTrains

ACTIONS: tuple[type[Any], ...] = (
    *(StartCompany, BuyShare, SellShares, EndStockTurn),
    *(LayTile, EndTrack, PlaceStation, EndStations),
    *(RunTrains, PayDividend, Withhold, EndTrains, Agree, Reject),
)
B = TypeVar("B", bound=Box[Any, Any, Any])

FACTS: tuple[type[Any], ...] = (GameFacts, StockTurn, OperatingFacts, CompanyTurn, ConsentFacts)


def answers_in(*parts: ModuleType) -> tuple[type[Any], ...]:
    """The answers that some modules of a title define: all their dataclasses but what a procedure remembers."""
    return tuple(kind for kind in _dataclasses_of(parts) if not _is_remembered(kind))


def facts_in(*parts: ModuleType) -> tuple[type[Any], ...]:
    """What the procedures in some modules of a title remember."""
    return tuple(kind for kind in _dataclasses_of(parts) if _is_remembered(kind))


def _is_remembered(kind: type[Any]) -> bool:
    """What an open procedure remembers is called so, or is more of what is."""
    return kind.__name__.endswith("Facts") or issubclass(kind, FACTS)


def _dataclasses_of(parts: tuple[ModuleType, ...]) -> Iterator[type[Any]]:
    for part in parts:
        defined = (kind for kind in vars(part).values() if getattr(kind, "__module__", "") == part.__name__)
        yield from (kind for kind in defined if isinstance(kind, type) and is_dataclass(kind))


def rulebook_of(package: str) -> Rulebook:
    """The rulebook as it lies in a title's folder."""
    return load_rulebook(files(package) / "rulebook.toml")


def used(
    box: B, layout: Callable[[B], Layout], outlook: Callable[[B], Outlook], pieces: Mapping[str, frozenset[Any]]
) -> dict[str, Any]:
    """What a title has of the material in use: `layout` and `outlook` are made of it, `pieces` are named in answers."""
    made = {"layout": layout(box), "outlook": outlook(box), "pieces": pieces}
    return {"data": box, "grid": box.map, "counts": box.counts, **made}


def along_its_track(table: Table, company: CompanyId) -> Reach:
    return reach_of(table.state.board, company)


@lru_cache(maxsize=16)
def market_of(package: str) -> Market:
    """The market as it lies in a title's folder."""
    return load(data_folder(package) / "market.json", Market)


def laid_out(
    title: Title,
    players: tuple[PlayerId, ...],
    *,
    each: int,
    bank: int = 0,
    tokens: Mapping[CompanyId, int],
    **more: Any,
) -> State:
    """Money, papers, trains and the map: `each` player's cash comes from the `bank`, which owes it where it has none;
    all papers are for sale; `more`: what a title adds, or lays out otherwise."""
    box: AnyBox = title.data
    cash: dict[Owner, int] = {BANK: bank - each * len(players), **dict.fromkeys(players, each)}
    usual: dict[str, Any] = {
        "certs": dict.fromkeys((*box.papers.by_id, *box.privates), IPO),
        "board": Board(box.map, {}),
        "stack": [title.frame("game", GameFacts())],
        "trains": box.deck(),
        "phase": next(iter(box.phases)),
    }
    cash |= dict.fromkeys(box.papers.of, 0)
    return State(players=players, cash=cash, tokens=dict(tokens), **{**usual, **more})
