"""Export of a game in the format of 18xx.games."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from ferrovia import BadData
from ferrovia.engine.record import Record
from ferrovia.interop import t18cz_export

WRITERS: Mapping[str, ModuleType] = {t18cz_export.TITLE: t18cz_export}


def export_game(record: Record) -> dict[str, Any]:
    """The whole game as their export: players numbered in seat order, every answer as their action."""
    if record.title.id not in WRITERS:
        raise BadData(f"games of {record.title.name} have no form there; those of {', '.join(WRITERS)} have")
    writer = WRITERS[record.title.id]
    players = [{"id": number, "name": name} for number, name in enumerate(record.players, 1)]
    actions = [{**action, "id": number} for number, action in enumerate(writer.actions(record), 1)]
    exported: dict[str, Any] = {
        "title": writer.NAME,
        "id": "ferrovia",
        "players": players,
        "settings": {"seed": writer.seed(record), "optional_rules": [], "ferrovia": record.options},
        "actions": actions,
    }
    if record.game.outcome is not None:
        numbers = {name: number for number, name in enumerate(record.players, 1)}
        exported["result"] = {str(numbers[s.player]): s.worth for s in record.game.outcome}
    return exported
