"""Games of 18xx.games: import, export, and replay with the facts after each action."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ferrovia import BadData, Record, find_title
from ferrovia.cli.language import Trouble, words_of
from ferrovia.cli.saves import Saved, read_text
from ferrovia.cli.seats import HUMAN, Seats
from ferrovia.interop import ActionRefused, Exported, Imported, export_game, import_game, read_export, replay_facts
from ferrovia.interop.sites import site_of
from ferrovia.text import Words

Say = Callable[[str], object]


def is_saved_game(text: str) -> bool:
    """Whether a file is one of ours, as far as one can see."""
    return _has(text, "format")


def is_export(text: str) -> bool:
    """Whether a file comes from there: it has actions and no word about our format."""
    return _has(text, "actions") and not _has(text, "format")


def _has(text: str, key: str) -> bool:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and key in data


def read_recorded(path: Path, words: Words) -> Exported:
    return _about(path, lambda: read_export(read_text(path, words, other="no-export")))


def imported(path: Path, words: Words) -> Imported:
    """The game of an export, as far as the rules allow it."""
    export = read_recorded(path, words)
    return _about(path, lambda: import_game(export))


def _about(path: Path, work: Callable[[], Any]) -> Any:
    """Whatever is wrong is said in one line that begins with the file."""
    try:
        return work()
    except BadData as error:
        raise Trouble(f"{path}: {' '.join(str(error).split())}") from None


def as_saved(record: Record) -> Saved:
    """An imported game as one for people around one terminal."""
    return Saved(record, Seats(dict.fromkeys(record.players, HUMAN)), 0)


def complaint(path: Path, stopped: ActionRefused, record: Record, language: str) -> Trouble:
    """Which action was refused, with rule and paragraph."""
    return Trouble(f"{path}: {stopped.in_words(words_of(record.title, language, record.players))}")


def write_facts(path: Path, out: Path, language: str, words: Words, notice: Say) -> int:
    """Writes the trace of an export line by line; what was written stays, whatever comes after. Tells how many."""
    export = read_recorded(path, words)
    _not_over_itself(path, out, words)
    facts = replay_facts(export, lambda told: notice(told.in_words(_words_for(export, language))))
    lines = 1
    try:
        first = next(facts)  # before the file is touched: an unknown title has no facts
        with out.open("w", encoding="utf-8") as file:
            file.write(f"{first}\n")
            for line in facts:
                file.write(f"{line}\n")
                lines += 1
    except OSError as error:
        raise Trouble(words.ui("cannot-write", file=out, reason=error.strerror)) from None
    except ActionRefused as stopped:
        raise complaint(path, stopped, import_game(export).record, language) from None
    except BadData as error:
        raise Trouble(f"{path}: {' '.join(str(error).split())}") from None
    return lines


def _words_for(export: Exported, language: str) -> Words:
    return words_of(find_title(site_of(export).title), language, export.players.values())


def exported(record: Record, language: str, notice: Say) -> str:
    """The text of an export; what cannot be said there is noticed."""
    export = export_game(record, words_of(record.title, language, record.players))
    if "description" in export:
        notice(export["description"])
    return json.dumps(export, ensure_ascii=False, separators=(",", ":")) + "\n"


def write_text(path: Path, out: Path, text: str, words: Words) -> None:
    """Writes something made of a game's file to another file."""
    _not_over_itself(path, out, words)
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise Trouble(words.ui("cannot-write", file=out, reason=error.strerror)) from None


def _not_over_itself(path: Path, out: Path, words: Words) -> None:
    if out.resolve() == path.resolve():
        raise Trouble(words.ui("same-file", file=out))
