"""Export of a game in the format of 18xx.games."""

import json
from typing import Any

from ferrovia import BadData
from ferrovia.engine.record import Record
from ferrovia.interop.notices import ByRule, Remark
from ferrovia.interop.replay import import_text
from ferrovia.interop.site import numbered
from ferrovia.interop.sites import ALL, site_for
from ferrovia.text import Words

OURS = "ferrovia"
"""Under this key stands what only we read."""


def export_game(record: Record, words: Words | None = None) -> dict[str, Any]:
    """The whole game as their export: players numbered in seat order, every answer as their action. What cannot be said
    there stands in its description, in the words of a reader."""
    site = site_for(record.title.id)
    if site is None:
        known = ", ".join(site.title for site in ALL)
        raise BadData(f"games of {record.title.name} have no form there; those of {known} have")
    sheet = site.write(record)
    exported: dict[str, Any] = {
        "title": sheet.title,
        "id": OURS,
        "players": [{"id": number, "name": name} for number, name in enumerate(record.players, 1)],
        "settings": sheet.settings,
        "actions": numbered(sheet.actions),
    }
    if record.game.outcome is not None:
        numbers = {name: number for number, name in enumerate(record.players, 1)}
        exported["result"] = {str(numbers[s.player]): s.worth for s in record.game.outcome}
    remarks = list(sheet.remarks)
    if record.options["profile"] == "rulebook":
        remarks.append(Remark("by-the-rulebook") if remarks else _by_the_rulebook(exported))
    if remarks:
        exported["description"] = "; ".join(remark if words is None else remark.in_words(words) for remark in remarks)
    return exported


def _by_the_rulebook(exported: dict[str, Any]) -> Remark:
    """A game by other rules than the site's: where it would stop there, found out by playing it as the site does."""
    stopped = import_text(json.dumps(_as_they_read_it(exported))).stopped
    if stopped is None:
        return Remark("by-the-rulebook")
    reason = stopped.reason if stopped.refusal is None else ByRule(stopped.refusal)
    return Remark("refused", number=stopped.number, what=stopped.what, reason=reason)


def _as_they_read_it(exported: dict[str, Any]) -> dict[str, Any]:
    """Without what only we read."""
    settings = {key: value for key, value in exported["settings"].items() if key != OURS}
    actions = [{key: value for key, value in action.items() if key != OURS} for action in exported["actions"]]
    return {**exported, "settings": settings, "actions": actions}
