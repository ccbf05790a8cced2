"""1862: how a recorded game was set up: its options, its companies in order, their permits."""

from typing import Any, cast

from ferrovia import BadData
from ferrovia.engine.play import Game
from ferrovia.interop.drawing import seed_of
from ferrovia.interop.exported import Exported
from ferrovia.interop.site import Chosen
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.rules.lots import generator
from ferrovia.titles.t1862.lots import Dealt, dealt_with, offered
from ferrovia.titles.t1862.material import numbers

TITLE = "1862"
NAME = "1862"

LENGTHS = {"short_length": "short", "long_length": "long"}


def options(export: Exported) -> Chosen:
    """Their games are played their way; a game that we exported says how it was played."""
    chosen = {"profile": "site"}
    for rule in export.optional_rules:
        if rule in LENGTHS:
            chosen["length"] = LENGTHS[rule]
        elif "token" in rule:
            chosen["eight-stations"] = "yes"
    chosen |= {key: value for key, value in export.ours.items() if key not in Dealt._fields}
    return Chosen(chosen, tuple(rule for rule in export.optional_rules if rule not in LENGTHS and "token" not in rule))


# --------------------------------------------------------------------------------------------------------- the set-up


def dealt(export: Exported) -> Dealt:
    """As a game of ours says it was dealt, else as the site deals."""
    ours = export.ours
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
    return dealt_with(generator(seed_of(export)), len(export.players))


def deals(seed: int, players: int, wanted: Dealt) -> bool:
    """Whether the site deals just so with a seed."""
    if tuple(offered(generator(seed), players)) != wanted.offer:
        return False
    dealt_there = dealt_with(generator(seed), players)
    return dict(dealt_there.permits) == {company: str(permit) for company, permit in wanted.permits.items()}


def setup(export: Exported, game: Game) -> dict[str, Any]:
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
