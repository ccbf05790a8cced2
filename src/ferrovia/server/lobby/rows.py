"""Games and seats as rows of the database, and what each stage of a game allows."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from ferrovia import Title
from ferrovia.server.access import Door, Reader
from ferrovia.server.clock import now
from ferrovia.server.database import Row
from ferrovia.server.encoding import text_of
from ferrovia.server.errors import Fault
from ferrovia.server.games import store as games_store
from ferrovia.server.games.seats import Seat
from ferrovia.server.lobby import store

FREE: Mapping[str, Any] = {"kind": "open", "user": None, "name": "", "bot": None}
"""A seat that nobody has taken."""


def game_row(title: Title, options: Mapping[str, str], host: str, *, public: bool, hotseat: bool) -> dict[str, Any]:
    """A new game, not begun."""
    at = now()
    return {
        "id": secrets.token_hex(6),
        "title": title.id,
        "rules_version": title.rules_version,
        "options": text_of(options),
        "status": "open",
        "host": host,
        "description": "",
        "public": public,
        "hotseat": hotseat,
        "draw_seats": False,
        "analysis": False,
        "origin": None,
        "origin_seq": None,
        "pace": "days",
        "hints": False,
        "invite": secrets.token_urlsafe(12),
        "created": at,
        "updated": at,
        "seq": 0,
        "head": 0,
        "asked": None,
        "due": False,
        "info": 0,
        "chat": 0,
        "course": None,
        "winners": "[]",
        "redo": "[]",
        "undo_request": None,
        "substitution": None,
        "state": None,
    }


def seat_row(seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "user": seat.user,
        "name": seat.name,
        "bot": seat.bot,
        "former": seat.former,
    }


def seats_by_game(connection: sa.Connection, games: Sequence[str]) -> dict[str, list[Seat]]:
    found: dict[str, list[Seat]] = {}
    for row in games_store.seats_of(connection, games):
        found.setdefault(row["game"], []).append(Seat.of(row))
    return found


def seen_game(connection: sa.Connection, game: str, reader: Reader) -> tuple[Row, list[Seat]]:
    """A game that the reader may see, with its seats."""
    return _let_in(connection, store.game_with_host(connection, game), reader)


def locked_game(connection: sa.Connection, game: str, reader: Reader) -> tuple[Row, list[Seat]]:
    """The same, and nobody else changes it until the transaction ends."""
    return _let_in(connection, games_store.locked_game(connection, game), reader)


def _let_in(connection: sa.Connection, row: Row | None, reader: Reader) -> tuple[Row, list[Seat]]:
    if row is None:
        raise Fault("not-found", "no-such-game")
    seats = [Seat.of(seat) for seat in games_store.seats_of(connection, [row["id"]])]
    Door.of(row, seats).refuse_strangers(reader.user, reader.invite)
    return row, seats


def host_only(row: Row, user: str) -> None:
    if row["host"] != user:
        raise Fault("not-allowed", "host-only")


def alone_at(row: Row, seats: Sequence[Seat], user: str) -> bool:
    """Whether a game is nobody else's: not begun, an analysis, or played against bots or around one screen."""
    others = [seat for seat in seats if seat.user not in (None, user) or seat.former not in (None, user)]
    return row["host"] == user and (row["status"] == "open" or row["analysis"] or not others)


def not_begun(row: Row, sentence: str = "already-begun") -> None:
    if row["status"] != "open":
        raise Fault("conflict", sentence)


def running(row: Row) -> None:
    if row["status"] != "running":
        raise Fault("conflict", "not-running")
