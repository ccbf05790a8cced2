"""Games of 18xx.games: import of an export file, replay with facts after each action, export in its format."""

from ferrovia.interop.course import ActionRefused
from ferrovia.interop.exported import Exported, read_export
from ferrovia.interop.notices import Notice
from ferrovia.interop.replay import Imported, import_game, import_steps, import_text, replay_facts
from ferrovia.interop.writing import export_game

__all__ = [
    "ActionRefused",
    "Exported",
    "Imported",
    "Notice",
    "export_game",
    "import_game",
    "import_steps",
    "import_text",
    "read_export",
    "replay_facts",
]
