"""1824: how a recorded game was set up."""

from itertools import islice
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.drawing import seed_of
from ferrovia.interop.exported import Exported
from ferrovia.interop.site import Chosen
from ferrovia.model.ids import CompanyId
from ferrovia.rules.lots import generator
from ferrovia.titles.t1824.material import Material
from ferrovia.titles.t1824.numbers import numbers

TITLE = "1824"
NAME = "1824"
CISLEITHANIA = "1824 Cisleithania"
GOOD_TIMES = "goods_time"
"""The optional rule by which the printed town tokens are used."""
SMALL_MAP = "cisleithania"
"""In older records the small map is an optional rule, not a title of its own."""

DRAWN_SMALL = ("KK2", "SD2", "SD3")
"""The small Pre-Staatsbahnen in the order in which the site draws a number for each."""
LISTED = ("coal", "KK", "SD", "UG")
"""How the site groups the railways that are sold in the first stock round."""


def options(export: Exported) -> Chosen:
    """Their games are played their way; a game that we exported says how it was played."""
    rules = export.optional_rules
    is_small = export.title == CISLEITHANIA or SMALL_MAP in rules
    scenario = "cisleithania" if is_small else "good-times" if GOOD_TIMES in rules else "standard"
    played = SMALL_MAP if is_small else GOOD_TIMES
    return Chosen(
        {"profile": "site", "scenario": scenario, **export.ours}, tuple(rule for rule in rules if rule != played)
    )


def drawn_railways(seed: int, box: Material) -> tuple[CompanyId, CompanyId]:
    """What the site's generator puts into the first pile: for each kind the one with the smallest of three numbers."""
    numbers, coal = generator(seed), box.of_kind["coal"]
    small = [company for name in DRAWN_SMALL for company in box.companies if company == name]
    first = min(zip(islice(numbers, len(coal)), coal, strict=True))[1]
    return first, min(zip(islice(numbers, len(small)), small, strict=True))[1]


def setup(export: Exported, game: Game) -> dict[str, Any]:
    box: Material = game.title.data
    building = drawn_railways(seed_of(export), box) if len(game.state.players) == 2 else ()
    railways = sorted(box.private, key=lambda r: LISTED.index(_group(box, r)))
    papers: list[dict[str, Any]] = [
        {"sym": r, "value": _value(box, r, building), "comes_with": [[r, 100]]} for r in railways
    ]
    papers += [{"sym": mountain, "value": box.numbers.mountain.price} for mountain in box.mountains]
    return {
        "companies_in_play": listed_companies(),
        "privates": papers,
        "turn_order": list(game.state.players),
    }


def _group(box: Material, railway: CompanyId) -> str:
    return "coal" if box.kind(railway) == "coal" else str(box.companies[railway].becomes)


def _value(box: Material, railway: CompanyId, building: tuple[CompanyId, ...]) -> int:
    """A coal railway has its price from whoever buys it, unless it only builds."""
    return box.numbers.coal.prices[0] if railway in building else box.companies[railway].price


def listed_companies() -> list[str]:
    """All companies in the order of the site's list, also those that are not in play."""
    return sorted((company.id for company in numbers().companies), key=numbers().site.last.__contains__)
