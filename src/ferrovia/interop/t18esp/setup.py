"""18ESP: how a recorded game was set up: which companies are in it, and what lies on the pioneers."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ferrovia import BadData
from ferrovia.engine.play import Game
from ferrovia.interop.drawing import seed_of
from ferrovia.interop.exported import Exported
from ferrovia.interop.site import Chosen
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.rules.lots import generator
from ferrovia.titles.t18esp.lots import left_out_by_kind, northern_of_pioneers
from ferrovia.titles.t18esp.material import CRB, Material, numbers

TITLE = "18esp"
NAME = "18ESP"
CORE = "core"
"""The site's name for the standard set-up."""


class Dealt(NamedTuple):
    """What the site's generator deals."""

    without: tuple[CompanyId, ...]
    carreno: CompanyId
    """The northern company of pioneer 7."""
    vasco_navarro: CompanyId
    """The northern company of pioneer 6, if CRB is not in the game."""


def options(export: Exported) -> Chosen:
    """Their games are played their way; a game that we exported says how it was played."""
    rules = export.optional_rules
    chosen = {"profile": "site", "set-up": "standard" if CORE in rules else "random"}
    ours = {key: str(value) for key, value in export.ours.items() if key in chosen}
    return Chosen(chosen | ours, tuple(rule for rule in rules if rule != CORE))


def dealt(export: Exported) -> Dealt:
    """As a game of ours says it was dealt, else as the site deals."""
    ours, random = export.ours, options(export).options["set-up"] == "random"
    if "shares" not in ours:
        return _drawn(seed_of(export), random=random)
    shares, without = ([_company(str(name)) for name in ours.get(key) or ()] for key in ("shares", "without"))
    if not shares:
        raise BadData("the export does not say which company lies on pioneer 7")
    return Dealt(tuple(without) if random else numbers().standard.without, shares[0], shares[-1])


def _drawn(seed: int, *, random: bool) -> Dealt:
    """[1.5] Those that leave, then two northern companies."""
    draw = generator(seed)
    left_out = (company for names in left_out_by_kind(draw) for company in names)
    without = tuple(left_out) if random else numbers().standard.without
    return Dealt(without, *northern_of_pioneers(draw, without))


def deals(seed: int, drawn: Mapping[str, Sequence[str]], *, random: bool) -> bool:
    """Whether the site draws just so with a seed: the companies that leave, and those of the pioneers."""
    draw, left = generator(seed), set(drawn["without"])
    if random and not all(left.issuperset(names) for names in left_out_by_kind(draw)):
        return False
    there = _drawn(seed, random=random)
    shares = drawn["shares"]
    return there.carreno == shares[0] and (len(shares) == 1 or there.vasco_navarro == shares[1])


def _company(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def share_of_pioneer_6(deal: Dealt) -> CompanyId:
    """[1.5.2] Zafra–Huelva carries a share of CRB; without it Vasco-Navarro one of the north."""
    return CRB if CRB not in deal.without else deal.vasco_navarro


def setup(export: Exported, game: Game) -> dict[str, Any]:
    box: Material = game.title.data
    deal = dealt(export)
    shares = {"P6": [[share_of_pioneer_6(deal), 10]], "P7": [[deal.carreno, 20]]}
    privates: list[dict[str, Any]] = [{"sym": p.id, "value": p.value} for p in box.pioneers.values()]
    return {
        "companies_in_play": [company for company in box.companies if company not in deal.without],
        "privates": [{**p, "comes_with": shares[p["sym"]]} if p["sym"] in shares else p for p in privates],
        "turn_order": list(game.state.players),
    }
