"""Who may see a game: the one rule behind every address."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

from ferrovia.server.accounts.service import Person
from ferrovia.server.errors import Fault
from ferrovia.server.games.seats import Seat, people_of
from ferrovia.server.networks import UNKNOWN


@dataclass(frozen=True, slots=True)
class Reader:
    """Whoever looks: a person or nobody in particular, in a language, perhaps with an invitation."""

    person: Person | None
    language: str
    invite: str | None = None
    network: str = UNKNOWN
    """Where the request came from."""

    @property
    def user(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def signed_in(self) -> Person:
        """Refuses whoever is nobody in particular."""
        if self.person is None:
            raise Fault("not-signed-in", "sign-in-first")
        return self.person


@dataclass(frozen=True, slots=True)
class Door:
    """A public game is open to everybody, another one to its host, its players and whoever holds the invitation."""

    public: bool
    host: str | None
    invite: str
    people: frozenset[str]
    former: frozenset[str] = frozenset()
    """Whose seat was taken over: they may come back."""

    @staticmethod
    def of(row: Mapping[str, Any], seats: Iterable[Seat]) -> "Door":
        there = list(seats)
        former = frozenset(seat.former for seat in there if seat.former is not None)
        return Door(row["public"], row["host"], row["invite"], people_of(there), former)

    def refuse_strangers(self, user: str | None, invite: str | None) -> None:
        """To a stranger, such a game is not there."""
        member = user is not None and (user == self.host or user in self.people or user in self.former)
        if not (self.public or member or self._opens(invite)):
            raise Fault("not-found", "no-such-game")

    def _opens(self, invite: str | None) -> bool:
        return invite is not None and compare_digest(invite.encode(), self.invite.encode())
