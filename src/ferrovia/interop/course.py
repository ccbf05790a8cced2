"""The course of a recorded game: its actions one after the other, and what to do where one does not fit.

The site leaves out questions where nothing can be done, and asks some that we do not ask. A follower finds out from the
position and the next actions where it waits. Should an action not fit, one of the latest guesses was wrong: they are
tried otherwise, the latest first, and the game goes on with the first that fits this action and the next ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ferrovia import BadData, IllegalAction
from ferrovia.interop.exported import Action, Exported, with_automatic
from ferrovia.interop.following import PLAIN, Following, Memory, Reading, explained
from ferrovia.interop.notices import Notice
from ferrovia.text import Words

BACK = 24
"""How many actions ago a guess may have been wrong: a turn or two."""
AHEAD = 8
"""If this many further actions fit, another guess is believed; else the one that leads farthest is taken."""
LEAST = 3
"""How many must fit at least; if fewer do, the action is wrong rather than the guess."""
MORE_SKIPS = 4
"""How many more questions than expected may have been left out."""
LATER = Reading(later=True)


class ActionRefused(BadData):
    """An action of an export that could not be played: its number, what it was, and the rule that refuses it."""

    def __init__(self, number: object, what: str, error: Exception) -> None:
        self.number = str(number)
        self.what = what
        self.reason = explained(error)
        self.refusal = error.refusal if isinstance(error, IllegalAction) else None
        """None where the action does not even say what can be judged by a rule."""
        super().__init__(f"action {number} ({self.what}): {self.reason}")

    def in_words(self, words: Words) -> str:
        """The same in the language of a reader."""
        refusal, told = self.refusal, {"number": self.number, "what": self.what}
        if refusal is None:
            reason = self.reason.in_words(words) if isinstance(self.reason, Notice) else self.reason
            return words.ui("action-unread", **told, reason=reason)
        cited = words.cited(refusal.cite.paragraph, refusal.cite.heading)
        reason = f"[{cited}] {words.refusal(refusal.rule, refusal.params)}"
        return words.ui("action-refused", **told, rule=refusal.rule, reason=reason)


class Part(NamedTuple):
    """What was done at the table with an action of the export: by itself, or added automatically."""

    action: Action | None
    """None where nothing was done, as where somebody programs later actions."""
    number: int
    """Of the action in the export."""
    ends: bool
    """Whether nothing else was added to the same action."""


def parts_of(export: Exported) -> list[Part]:
    found: list[Part] = []
    for number, action in enumerate(export.actions, 1):
        done = with_automatic(action)
        if len(done) == 1 and not _is_program(action):
            found.append(Part(action, number, ends=True))
            continue
        *first, last = [part for part in done if not _is_program(part)] or [None]
        found += [Part(part, number, ends=False) for part in first]
        found.append(Part(last, number, ends=True))
    return found


def _is_program(action: Action) -> bool:
    return action.kind.startswith("program_")


class RecordedCourse:
    """All parts of a recorded game with one who follows them."""

    def __init__(self, follower: Following[Any]) -> None:
        self.follower = follower
        self.parts = parts_of(follower.export)
        self.moves = [part.action for part in self.parts if part.action is not None]
        self.before: list[int] = []
        """For each part the number of moves up to it."""
        moves = 0
        for part in self.parts:
            moves += part.action is not None
            self.before.append(moves)
        self.readings: dict[int, Reading] = {}
        """Parts that are understood otherwise than at first sight."""

    def begin(self) -> None:
        self.follower.show(self.moves, 0)
        self.follower.begin()
        self.start = self.follower.remember()

    def play(self, at: int, reading: Reading | None = None) -> None:
        """One part; raises what the rules or the follower have against it."""
        part = self.parts[at]
        if part.action is None:
            return
        self.follower.show(self.moves, self.before[at])
        self.follower.follow(part.action, reading or self.readings.get(at, PLAIN))

    def try_to_play(self, at: int, reading: Reading | None = None) -> Exception | None:
        """One part; tells what is against it."""
        try:
            self.play(at, reading)
        except (IllegalAction, BadData) as error:
            return error
        return None

    # --------------------------------------------------------------------------------------------- reading it otherwise

    def read_otherwise(self, at: int) -> int | None:
        """Looks for a guess before a part that does not fit. Tells where to go on; None where no other guess helps, and
        then everything before the part stands. Guesses are taken back from the latest on, so each position that is
        remembered is behind the present one."""
        first = max(0, at - BACK)
        memories, skipped = self._again(first, at)
        best, best_readings = min(at + LEAST, len(self.parts)) - 1, dict[int, Reading]()
        for number, reading in self._other_readings(first, at, skipped):
            self.follower.go_back(memories[number - first])
            fits, readings = self._how_far(number, reading, at)
            if fits > best:
                best, best_readings = fits, readings
            if fits == min(at + AHEAD, len(self.parts)):
                break
        self.readings |= best_readings
        again = min(best_readings, default=None)
        self._play_again(at if again is None else again)
        return again

    def _play_again(self, until: int) -> None:
        """From the beginning up to a part."""
        self.follower.go_back(self.start)
        for number in range(until):
            self.play(number)

    def _again(self, first: int, at: int) -> tuple[list[Memory], list[int]]:
        """Plays once more up to a part; remembers each position on the way, and what was skipped after it."""
        self._play_again(first)
        memories, skipped = list[Memory](), list[int]()
        for number in range(first, at):
            memories.append(self.follower.remember())
            self.play(number)
            skipped.append(self.follower.skipped)
        return [*memories, self.follower.remember()], skipped

    def _other_readings(self, first: int, at: int, skipped: Sequence[int]) -> Iterator[tuple[int, Reading]]:
        """The latest first: an action of a later question, a pass that answers nothing here, then every question left
        out before it in which nothing could be done, then fewer or more of them."""
        for number in range(at, first - 1, -1):
            action = self.parts[number].action
            if action is None:
                continue
            if number == at:
                yield number, LATER
            if number < at:
                yield number, Reading(looks_ahead=False)
                usual = skipped[number - first]
                for skips in (*range(usual + 1, usual + 1 + MORE_SKIPS), *range(usual - 1, -1, -1)):
                    yield number, Reading(skips=skips)
            if action.kind == "pass":
                yield number, Reading(counts=False)

    def _how_far(self, number: int, reading: Reading, at: int) -> tuple[int, dict[int, Reading]]:
        """How many parts fit, beginning with one that is read in this way; no more than are needed to believe it. And
        how they are read: after a wrong guess the next one is often wrong in the same way."""
        readings = {number: reading}
        if self.try_to_play(number, reading) is not None:
            return number, readings
        for after in range(number + 1, min(at + AHEAD, len(self.parts))):
            memory = self.follower.remember()
            if self.try_to_play(after) is None:
                continue
            self.follower.go_back(memory)
            if self.try_to_play(after, LATER) is not None:
                return after, readings
            readings[after] = LATER
        return min(at + AHEAD, len(self.parts)), readings


def steps(follower: Following[Any]) -> Iterator[int]:
    """Follows the actions one by one and tells the number of each that was played. Where a guess was wrong, it goes
    back and tells the numbers from there once more."""
    course = RecordedCourse(follower)
    course.begin()
    yield 0
    at = 0
    while at < len(course.parts):
        part = course.parts[at]
        error = course.try_to_play(at)
        if error is None:
            at += 1
            if part.ends:
                yield part.number
            continue
        again = course.read_otherwise(at)
        if again is None:
            assert part.action is not None
            said = follower.export.actions[part.number - 1]
            raise ActionRefused(said.number, _what(part.action, follower.export), error) from None
        at = again
    follower.notices += _about_the_result(follower)


def _about_the_result(follower: Following[Any]) -> list[Notice]:
    """What everybody has here, if it is not what was recorded; or that the record ends before the game."""
    recorded, outcome = follower.export.result, follower.game.outcome
    if outcome is None and not follower.was_ended and follower.export.over:
        return [Notice("not-over")]
    if not recorded or outcome is None or follower.was_ended:
        return []
    worth = {str(standing.player): standing.worth for standing in outcome}
    there = {follower.export.players.get(str(entity), str(entity)): value for entity, value in recorded.items()}
    return [] if there == worth else [Notice("result", there=_listed(there), here=_listed(worth))]


def _listed(worth: Mapping[str, Any]) -> str:
    return ", ".join(f"{player} {value}" for player, value in worth.items())


def _what(action: Action, export: Exported) -> str:
    by, kind = action.get("entity"), action.get("type") or "?"
    player = export.player_of(action) if isinstance(by, str | int) else None
    return kind if by is None else f"{kind} by {player or by}"
