"""Who may take back what: own answers freely until another person or chance has acted, else by consent of the others.

Bots and forced answers bind nobody. Whoever plays alone, or everybody around one screen, has nobody to ask.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ferrovia.server.games.live import Again, Answered, Live


@dataclass(frozen=True, slots=True)
class Way:
    """A way back: the answer after which one stands then (0: the start), what is taken back, and who must agree."""

    to: int
    taken_back: tuple[Answered, ...]
    consent: frozenset[str]


def way_back(live: Live, user: str | None, to: int | None = None) -> Way | None:
    """The way to before a person's own last answer, or to a position named; None where there is none."""
    if user not in live.people:
        return None
    at = _before_own_last(live, user) if to is None else _index_after(live, to)
    if at is None or live.line[at].by != "player":
        return None
    tail = tuple(live.line[at:])
    others = live.people - {user}
    bound = any(_binds(live, user, answered) for answered in tail)
    return Way(live.line[at - 1].seq if at else 0, tail, frozenset(others if bound else ()))


def _before_own_last(live: Live, user: str) -> int | None:
    mine = set(live.seats_of(user))
    return next((n for n in reversed(range(len(live.line))) if _own(live.line[n], mine)), None)


def _own(answered: Answered, seats: set[str]) -> bool:
    return answered.by == "player" and answered.who in seats


def _index_after(live: Live, to: int) -> int | None:
    """The place in the line of the first answer after a position of that line."""
    if to == 0:
        return 0 if live.line else None
    places = [n for n, answered in enumerate(live.line) if answered.seq == to]
    return places[0] + 1 if places and places[0] + 1 < len(live.line) else None


def _binds(live: Live, user: str, answered: Answered) -> bool:
    if answered.by == "chance":
        return True
    return answered.by == "player" and live.seats[answered.who].user != user


def again(live: Live, user: str | None) -> Again | None:
    """What a person may give again: only answers that were all their own."""
    if not live.redo or user is None:
        return None
    latest = live.redo[-1]
    mine = set(live.seats_of(user))
    return latest if mine.issuperset(latest.seats) and mine else None


def people_in(tail: Sequence[Answered]) -> tuple[str, ...]:
    """The seats of the people who gave some answers."""
    return tuple(dict.fromkeys(answered.who for answered in tail if answered.by == "player"))
