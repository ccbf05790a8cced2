"""18CZ: how a recorded game was set up."""

from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.exported import Exported
from ferrovia.interop.site import Chosen
from ferrovia.titles.t18cz.material import Material

TITLE = "18cz"
NAME = "18CZ"
VACLAVS_NAME = "Vaclav"
"""What the site calls the owner who never decides in a game for two."""


def options(export: Exported) -> Chosen:
    """Their games are played their way; a game that we exported says how it was played. The site has no optional rules
    for this title."""
    return Chosen({"profile": "site", **export.ours}, export.optional_rules)


def setup(export: Exported, game: Game) -> dict[str, Any]:
    box: Material = game.title.data
    return {
        "companies_in_play": [company for company in box.companies if box.size(company) == "S"],
        "privates": [{"sym": local.id, "value": local.price} for local in box.locals.values()],
        "turn_order": [*game.state.order, *([VACLAVS_NAME] if len(game.state.order) == 2 else [])],
    }
