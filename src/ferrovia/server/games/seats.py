"""Who plays which seat."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ferrovia.text import Words


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a seat. A human seat without a person is a former player's."""

    seat: str
    kind: Literal["human", "bot", "open"]
    user: str | None
    name: str
    bot: str | None
    former: str | None = None
    """Whose seat it was when somebody else took it over without them: they may come back."""

    @staticmethod
    def of(row: Mapping[str, Any]) -> "Seat":
        return Seat(row["seat"], row["kind"], row["user"], row["name"], row["bot"], row["former"])


def people_of(seats: Iterable[Seat]) -> frozenset[str]:
    """The people who play, each once."""
    return frozenset(seat.user for seat in seats if seat.kind == "human" and seat.user is not None)


def names_of(seats: Iterable[Seat], words: Words) -> dict[str, str]:
    """What each seat is called; no two are called alike."""
    names: dict[str, str] = {}
    for seat in seats:
        name = _name_of(seat, words)
        alike = sum(other == name or other.startswith(f"{name} (") for other in names.values())
        names[seat.seat] = f"{name} ({alike + 1})" if alike else name
    return names


def _name_of(seat: Seat, words: Words) -> str:
    if seat.kind == "bot":
        return words.term("bot", seat.bot or "").partition(":")[0]
    if seat.kind == "open":
        return words.ui("server.open-seat")
    return seat.name or words.ui("server.former-player")
