"""Export of a game in the format of 18xx.games."""

from typing import Any

from ferrovia import BadData
from ferrovia.engine.record import Record
from ferrovia.interop.site import numbered
from ferrovia.interop.sites import ALL, site_for

BY_THE_RULEBOOK = "played by the rulebook: 18xx.games plays by rules of its own and may refuse some of it"


def export_game(record: Record) -> dict[str, Any]:
    """The whole game as their export: players numbered in seat order, every answer as their action."""
    site = site_for(record.title.id)
    if site is None:
        known = ", ".join(site.title for site in ALL)
        raise BadData(f"games of {record.title.name} have no form there; those of {known} have")
    sheet = site.write(record)
    exported: dict[str, Any] = {
        "title": sheet.title,
        "id": "ferrovia",
        "players": [{"id": number, "name": name} for number, name in enumerate(record.players, 1)],
        "settings": sheet.settings,
        "actions": numbered(sheet.actions),
    }
    remarks = (*sheet.remarks, *((BY_THE_RULEBOOK,) * (record.options["profile"] == "rulebook")))
    if remarks:
        exported["description"] = "; ".join(remarks)
    if record.game.outcome is not None:
        numbers = {name: number for number, name in enumerate(record.players, 1)}
        exported["result"] = {str(numbers[s.player]): s.worth for s in record.game.outcome}
    return exported
