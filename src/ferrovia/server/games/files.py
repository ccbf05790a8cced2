"""Games as files, and copies to try things out."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import sqlalchemy as sa

from ferrovia import BadData, Entry, IllegalAction, Record, Title, action_from_json, new_game, resume
from ferrovia.model.ids import Owner, PlayerId
from ferrovia.server.accounts.service import Person
from ferrovia.server.database import Database, Row
from ferrovia.server.errors import Fault
from ferrovia.server.games import store
from ferrovia.server.games.live import Live, Seat, decode, text_of
from ferrovia.server.games.opening import Opening, begun
from ferrovia.server.games.play import Answer
from ferrovia.server.limits import Limiter
from ferrovia.server.lobby.service import Lobby, game_row
from ferrovia.server.schema import GameFile, GameInfo

LONGEST_NAME = 24


class Files:
    def __init__(self, database: Database, lobby: Lobby, limiter: Limiter) -> None:
        self._database = database
        self._lobby = lobby
        self._limiter = limiter

    async def export(self, live: Live, language: str) -> GameFile:
        """The file of a game, under the names of the people where they can be players' names."""
        names = live.names_in(language)
        data = await self._database.read(lambda c: _record(c, live, names).to_json())
        return msgspec.convert(data, GameFile)

    async def take_in(self, file: Mapping[str, Any], person: Person, language: str) -> GameInfo:
        """A game from a file, checked answer by answer off the event loop."""
        self._limiter.spend("import", person.id)
        try:
            record = await asyncio.to_thread(resume, text_of(file))
        except BadData as error:
            raise Fault("bad-request", "bad-file", detail=str(error)) from None
        names = dict(zip(record.players, record.players, strict=True))
        return await self._add(record.title, record.options, names, record.entries, person, language)

    async def clone(self, live: Live, seq: int, person: Person, language: str) -> GameInfo:
        """A game of one's own that goes on from a position of another."""
        self._limiter.spend("import", person.id)
        if seq > live.seq:
            raise Fault("not-found", "no-such-position")
        entries = await self._database.read(lambda c: _entries_until(c, live, seq))
        return await self._add(live.title, live.options, live.names_in(language), entries, person, language)

    async def _add(
        self,
        title: Title,
        options: Mapping[str, str],
        names: Mapping[str, str],
        entries: Sequence[Entry],
        person: Person,
        language: str,
    ) -> GameInfo:
        """A new hot-seat game with a past. `names` says how each player of that past is called."""
        seat_of = {player: f"p{n}" for n, player in enumerate(names, 1)}
        seats = [Seat(seat_of[p], "human", person.id, name[:LONGEST_NAME], None) for p, name in names.items()]
        row = game_row(title, options, person, public=False, hotseat=True)
        try:
            opening = await asyncio.to_thread(_replayed, row["id"], title, options, seats, entries, seat_of)
        except IllegalAction:
            raise Fault("conflict", "older-rules") from None
        await self._lobby.add_begun(row, seats, opening)
        return await self._lobby.info(row["id"], person, language)


def _replayed(
    game: str,
    title: Title,
    options: Mapping[str, str],
    seats: Sequence[Seat],
    entries: Sequence[Entry],
    seat_of: Mapping[str, str],
) -> Opening:
    """The same answers, given from our own seats."""
    first = new_game(title.id, [seat.seat for seat in seats], options)
    answers: list[Answer] = []
    position = first
    for entry in entries:
        action = renamed(title, entry.action, seat_of)
        position = position.play(action)
        answers.append((action, entry.by, position))
    return begun(game, first, answers, seats)


def renamed(title: Title, action: Any, names: Mapping[str, str]) -> Any:
    """An action that speaks of the same players under other names."""
    changes: dict[str, Any] = {}
    for field in title.forms[type(action)].fields:
        if field.kind == "player":
            value = getattr(action, field.name)
            changes[field.name] = tuple(names[v] for v in value) if field.many else names[value]
    return replace(action, **changes) if changes else action


def _record(connection: sa.Connection, live: Live, names: Mapping[str, str]) -> Record:
    entries = [_entry(live.title, row) for row in store.line_with_positions(connection, live.id)[1:]]
    try:
        record = Record.new(live.title, list(names.values()), live.options)
        for entry in entries:
            record.play(renamed(live.title, entry.action, names), entry.by)
        return record
    except (BadData, IllegalAction):  # a name that no player may have, or an answer under older rules
        return _record_of_seats(live, entries)


def _record_of_seats(live: Live, entries: Sequence[Entry]) -> Record:
    """The log and the position as they are stored, with seats for names."""
    seats = list(live.seats)
    record = Record(new_game(live.title.id, seats, live.options), seats, live.options)
    record.entries.extend(entries)
    record.game = live.game
    return record


def _entries_until(connection: sa.Connection, live: Live, seq: int) -> list[Entry]:
    """The answers that led to a position, whether or not they still count."""
    rows = {row["seq"]: row for row in store.log_of(connection, live.id, first=1, last=seq)}
    at = seq if seq == 0 or rows[seq]["kind"] == "answer" else rows[seq]["parent"]
    found: list[Entry] = []
    while at:
        found.append(_entry(live.title, rows[at]))
        at = rows[at]["parent"]
    return found[::-1]


def _entry(title: Title, row: Row) -> Entry:
    return Entry(PlayerId(Owner(row["who"])), action_from_json(title, decode(row["action"])), row["by"])
