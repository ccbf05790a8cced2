"""Export of a game in the format of 18xx.games."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ferrovia import BadData
from ferrovia.engine.record import Record
from ferrovia.interop import t18cz_export, t1862_export


class Writer(NamedTuple):
    """How games of a title are written: its name there, the settings, the actions without their numbers."""

    name: str
    settings: Callable[[Record], dict[str, Any]]
    actions: Callable[[Record], Iterator[dict[str, Any]]]


def _settings_of_18cz(record: Record) -> dict[str, Any]:
    return {"seed": t18cz_export.seed(record), "optional_rules": [], "ferrovia": record.options}


WRITERS: Mapping[str, Writer] = {
    t18cz_export.TITLE: Writer(t18cz_export.NAME, _settings_of_18cz, t18cz_export.actions),
    t1862_export.TITLE: Writer(t1862_export.NAME, t1862_export.settings, t1862_export.actions),
}


def export_game(record: Record) -> dict[str, Any]:
    """The whole game as their export: players numbered in seat order, every answer as their action."""
    if record.title.id not in WRITERS:
        raise BadData(f"games of {record.title.name} have no form there; those of {', '.join(WRITERS)} have")
    writer = WRITERS[record.title.id]
    players = [{"id": number, "name": name} for number, name in enumerate(record.players, 1)]
    actions = [{**action, "id": number} for number, action in enumerate(writer.actions(record), 1)]
    exported: dict[str, Any] = {
        "title": writer.name,
        "id": "ferrovia",
        "players": players,
        "settings": writer.settings(record),
        "actions": actions,
    }
    if record.game.outcome is not None:
        numbers = {name: number for number, name in enumerate(record.players, 1)}
        exported["result"] = {str(numbers[s.player]): s.worth for s in record.game.outcome}
    return exported
