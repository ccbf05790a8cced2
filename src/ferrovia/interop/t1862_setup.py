"""1862: how a recorded game was set up: its options, its companies in order, their permits."""

from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from typing import Any, NamedTuple, cast

from ferrovia import BadData
from ferrovia.engine.play import Game
from ferrovia.interop.drawing import generator, seed_of
from ferrovia.interop.exported import Exported
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.titles.t1862.material import numbers

TITLE = "1862"
NAME = "1862"

LENGTHS = {"short_length": "short", "long_length": "long"}


def options(export: Exported) -> dict[str, str]:
    """Their games are played their way; a game that we exported says how it was played."""
    chosen = {"profile": "site"}
    for rule in export.optional_rules:
        if rule in LENGTHS:
            chosen["length"] = LENGTHS[rule]
        elif "token" in rule:
            chosen["eight-stations"] = "yes"
    ours: Mapping[str, Any] = export.settings.get("ferrovia") or {}
    return chosen | {key: value for key, value in ours.items() if key not in Dealt._fields}


def unknown_rules(export: Exported) -> list[str]:
    """Optional rules of the site that change nothing here."""
    return [rule for rule in export.optional_rules if rule not in LENGTHS and "token" not in rule]


# --------------------------------------------------------------------------------------------------------- the set-up


class Dealt(NamedTuple):
    """What the site's generator deals: the offer in order, and the permit of each company."""

    offer: tuple[CompanyId, ...]
    permits: Mapping[CompanyId, str]


def dealt(export: Exported) -> Dealt:
    """As a game of ours says it was dealt, else as the site deals."""
    ours: Mapping[str, Any] = export.settings.get("ferrovia") or {}
    return _said(ours["offer"], ours.get("permits")) if "offer" in ours else _drawn(export)


def _said(offer: Any, permits: Any) -> Dealt:
    known = {company.id for company in numbers().companies}
    if not isinstance(offer, list) or not isinstance(permits, dict):
        raise BadData("the export says no offer or no permits")
    named, said = cast("list[object]", offer), cast("dict[object, object]", permits)
    deal = Dealt(tuple([company_named(name) for name in named]), {company_named(c): str(p) for c, p in said.items()})
    if not known.issuperset((*deal.offer, *deal.permits)):
        raise BadData("the offer or the permits of the export name what is no company of 1862")
    return deal


def _drawn(export: Exported) -> Dealt:
    """[2.4.1] All companies shuffled, the first ones leave the game; then the permits shuffled, in printed order."""
    draw = generator(seed_of(export))
    everyone = [company.id for company in numbers().companies]
    added = max(0, len(export.players) - 6)
    offer = _shuffled(everyone, draw)[len(everyone) - sum(numbers().rows) - added :]
    in_play = [company for company in everyone if company in offer]
    tokens = list(islice(cycle(("freight", "express", "local")), 18 if added else 16))
    return Dealt(tuple(offer), dict(zip(in_play, _shuffled(tokens, draw), strict=False)))


def _shuffled(things: list[Any], draw: Iterator[int]) -> list[Any]:
    return [thing for _, _, thing in sorted((next(draw), at, thing) for at, thing in enumerate(things))]


def setup_facts(game: Game, export: Exported) -> dict[str, Any]:
    deal = dealt(export)
    in_play = [company for company in game.title.data.companies if company in deal.offer]
    return {
        "companies_in_play": in_play,
        "offer_order": list(deal.offer),
        "permits": {company: deal.permits[company] for company in in_play},
        "privates": [{"sym": company, "value": 0} for company in in_play],
        "turn_order": list(game.state.players),
    }


def company_named(name: object) -> CompanyId:
    return CompanyId(Owner(str(name)))
