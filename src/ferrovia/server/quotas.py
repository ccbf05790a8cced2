"""How much one person may keep on the server."""

from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa

from ferrovia.server.accounts.service import Person
from ferrovia.server.errors import Fault
from ferrovia.server.settings import Settings
from ferrovia.server.tables import GAMES, NOTES, SEATS, USERS

MEGABYTE = 1_000_000
GUESTS_SHARE = 5
"""A guest, who costs nothing, has a part of what an account has."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """Numbers for an account."""

    games: int
    """Games that are not over."""
    analyses: int
    """Imported games and copies to try things out."""
    bots: int
    """Seats of bots in games that are not over."""
    megabytes: int
    """Logs, positions and chat of all games of a host, and their own notes."""

    @staticmethod
    def of(settings: Settings) -> "Quotas":
        return Quotas(settings.max_games, settings.max_analyses, settings.max_bots, settings.max_megabytes)

    def allowed(self, connection: sa.Connection, user: str, *, guest: bool) -> "Used":
        """What a person may keep: an operator may have given them more than the usual."""
        times = connection.execute(sa.select(USERS.c.quota).where(USERS.c.id == user)).scalar() or 1
        share = GUESTS_SHARE if guest else 1
        usual = (self.games, self.analyses, self.bots, self.megabytes)
        return Used(*(max(1, number * times // share) for number in usual))

    def used(self, connection: sa.Connection, user: str) -> "Used":
        """What a person keeps."""
        return Used(
            _count(connection, _unfinished(user)),
            _count(connection, _analyses(user)),
            _bots(connection, user),
            _bytes_of(connection, user) // MEGABYTE,
        )

    def refuse_more(self, connection: sa.Connection, host: Person, *, analysis: bool, bots: int) -> None:
        """Raises where one more game would be too many. Inside the transaction that adds it."""
        allowed = self.allowed(connection, host.id, guest=host.guest)
        _within(_bytes_of(connection, host.id), allowed.megabytes * MEGABYTE, "quota-storage", allowed.megabytes)
        if analysis:
            _within(_count(connection, _analyses(host.id)) + 1, allowed.analyses, "quota-analyses")
        else:
            _within(_count(connection, _unfinished(host.id)) + 1, allowed.games, "quota-games")
        if bots:
            _within(_bots(connection, host.id) + bots, allowed.bots, "quota-bots")

    def refuse_more_notes(self, connection: sa.Connection, writer: Person, more: int) -> None:
        """The same for notes that grow by some bytes."""
        if more > 0:
            most = self.allowed(connection, writer.id, guest=writer.guest).megabytes
            _within(_bytes_of(connection, writer.id) + more, most * MEGABYTE, "quota-storage", most)

    def refuse_more_bots(self, connection: sa.Connection, host: Person) -> None:
        """The same for one more seat of a bot in a game that is there already."""
        most = self.allowed(connection, host.id, guest=host.guest).bots
        _within(_bots(connection, host.id) + 1, most, "quota-bots")


class Used(NamedTuple):
    """What somebody keeps, or may keep."""

    games: int
    analyses: int
    bots: int
    megabytes: int


def _unfinished(host: str) -> sa.ColumnElement[bool]:
    return sa.and_(GAMES.c.host == host, GAMES.c.status != "finished", ~GAMES.c.analysis)


def _analyses(host: str) -> sa.ColumnElement[bool]:
    return sa.and_(GAMES.c.host == host, GAMES.c.analysis)


def _bots(connection: sa.Connection, host: str) -> int:
    seats = sa.select(sa.func.count()).select_from(SEATS).join(GAMES, GAMES.c.id == SEATS.c.game)
    return connection.execute(seats.where(_unfinished(host), SEATS.c.kind == "bot")).scalar_one()


def _within(wanted: int, most: int, sentence: str, told: int | None = None) -> None:
    if wanted > most:
        raise Fault("conflict", sentence, most=most if told is None else told)


def _count(connection: sa.Connection, which: sa.ColumnElement[bool]) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(GAMES).where(which)).scalar_one()


def _bytes_of(connection: sa.Connection, host: str) -> int:
    hosted = sa.select(sa.func.sum(GAMES.c.size)).where(GAMES.c.host == host)
    written = sa.select(sa.func.sum(sa.func.length(NOTES.c.text))).where(NOTES.c.user == host)
    return sum(int(connection.execute(kept).scalar() or 0) for kept in (hosted, written))
