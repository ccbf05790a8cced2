"""Games in files. A file is replaced as a whole or not at all, and only a file of the same game is ever replaced."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ferrovia import BadData, Record, resume
from ferrovia.cli.language import Trouble
from ferrovia.cli.seats import Seats, seats_from
from ferrovia.text import Words


@dataclass(frozen=True, slots=True)
class Saved:
    """A game as the terminal keeps it: with who sits where, and the seed by which bots and chance go on."""

    record: Record
    seats: Seats
    seed: int

    def to_json(self) -> dict[str, Any]:
        return {**self.record.to_json(), "seats": dict(self.seats.kinds), "seed": self.seed}


def read_text(path: Path, words: Words, *, other: str = "no-game-file") -> str:
    """`other`: what is said of a file that is no text."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Trouble(words.ui("cannot-read", file=path, reason=error.strerror)) from None
    except UnicodeDecodeError:
        raise Trouble(words.ui(other, file=path)) from None


def read_game(path: Path, words: Words) -> Saved:
    text = read_text(path, words)
    try:
        record = resume(text)
        extra = json.loads(text)
        seats, seed = seats_from(extra.get("seats"), record.players, words), extra.get("seed")
    except Trouble as error:
        raise Trouble(f"{path}: {error}") from None
    except BadData as error:
        raise Trouble(f"{path}: {' '.join(str(error).split())}") from None
    return Saved(record, seats, seed if isinstance(seed, int) else 0)


class Shelf:
    """Where one game is kept. It writes over files of this game only."""

    def __init__(self, words: Words, file: Path | None = None, *, resumed_from: Path | None = None) -> None:
        self.file = file or resumed_from
        self._words = words
        self._own = {resumed_from.resolve()} if resumed_from else set[Path]()

    def save(self, game: Saved, file: Path | None = None) -> Path:
        """Writes the game to a file, or to the one it is kept in; that is its place from now on."""
        wanted = file or self.file
        if wanted is None:
            raise Trouble(self._words.ui("save-where"))
        try:
            target = wanted.resolve()
            if target not in self._own and target.exists():
                raise Trouble(self._words.ui("not-our-file", file=wanted))
            replace_file(target, json.dumps(game.to_json(), ensure_ascii=False, indent=1) + "\n")
        except OSError as error:
            raise Trouble(self._words.ui("cannot-write", file=wanted, reason=error.strerror)) from None
        except ValueError:  # a name with a character that no file name may have
            raise Trouble(self._words.ui("no-file-name", file=repr(str(wanted)))) from None
        self._own.add(target)
        self.file = wanted
        return wanted


def replace_file(target: Path, text: str) -> None:
    """Writes beside the file, forces it to the disk, then takes the file's place in one step."""
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with beside.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _settle(target.parent)


def _settle(folder: Path) -> None:
    """Forces the new name to the disk too, where the system lets us open a folder."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
