"""Games as files, and copies to try things out."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import msgspec
import sqlalchemy as sa

from ferrovia import BadData, Entry, IllegalAction, Record, Title, action_from_json, new_game, resume
from ferrovia.bots import gives_hints
from ferrovia.interop import export_game, import_game, read_export
from ferrovia.model.ids import Owner, PlayerId
from ferrovia.server.access import Reader
from ferrovia.server.database import Database, Row
from ferrovia.server.encoding import decode, text_of
from ferrovia.server.errors import Fault
from ferrovia.server.games import store
from ferrovia.server.games.damage import as_stored
from ferrovia.server.games.live import Live
from ferrovia.server.games.opening import Opening, begun
from ferrovia.server.games.progress import Progress, automatic_answers
from ferrovia.server.games.seats import Seat
from ferrovia.server.limits import Limiter
from ferrovia.server.lobby.rows import game_row
from ferrovia.server.lobby.service import Lobby
from ferrovia.server.schema import GameFile, GameInfo, ImportedGame, ImportRequest
from ferrovia.server.texts import printable
from ferrovia.server.words import game_words
from ferrovia.text import Words

T = TypeVar("T", GameFile, dict[str, Any])

LONGEST_NAME = 24
EXPORTED = 20
"""Files that are remembered, each some hundred kilobytes."""


@dataclass(slots=True)
class Way:
    """How far an import has come: its answers are followed first, then played from our own seats."""

    length: int = 0
    followed: int = 0
    seated: int = 0

    def follow(self, number: int) -> None:
        self.followed = number

    @property
    def part(self) -> float:
        """From 0 to 1."""
        return min(1.0, (self.followed + self.seated) / (2 * self.length)) if self.length else 0.0


class Files:
    def __init__(self, database: Database, lobby: Lobby, limiter: Limiter, *, longest: int) -> None:
        self._database = database
        self._lobby = lobby
        self._limiter = limiter
        self._longest = longest
        """Answers of an imported game, as many as the log of any other may have."""
        self._exported: OrderedDict[tuple[Any, ...], GameFile | dict[str, Any]] = OrderedDict()

    async def export(self, live: Live, language: str) -> GameFile:
        """The file of a game, under the names of the people where they can be players' names."""

        async def make() -> GameFile:
            names = live.names_in(language)
            rows = await self._database.read(lambda c: store.line_with_positions(c, live.id))
            with as_stored(live.id):
                return await asyncio.to_thread(_file, live, names, rows)

        return await self._once(("own", live.id, live.seq, live.info, language), make)

    async def export_for_18xx(self, live: Live, language: str) -> dict[str, Any]:
        """The game in the format of 18xx.games."""

        async def make() -> dict[str, Any]:
            file, words = await self.export(live, language), live.words_in(language)
            return await asyncio.to_thread(lambda: export_game(resume(text_of(msgspec.to_builtins(file))), words))

        try:
            return await self._once(("18xx", live.id, live.seq, live.info, language), make)
        except BadData:
            raise Fault("bad-request", "no-form-there", title=live.title.name) from None

    async def _once(self, key: tuple[Any, ...], make: Callable[[], Awaitable[T]]) -> T:
        """A file, made only where it is not remembered."""
        found = cast("T | None", self._exported.get(key))
        if found is None:
            found = await make()
            self._exported[key] = cast(Any, found)
            while len(self._exported) > EXPORTED:
                self._exported.popitem(last=False)
        return found

    async def refuse_more(self, reader: Reader) -> None:
        """Counts an import or a copy, before it waits for its turn: whoever waits keeps a file in memory."""
        await self._limiter.spend("import", reader.signed_in.id)
        await self._limiter.spend("import-address", reader.network)

    async def take_in(self, file: msgspec.Raw, reader: Reader, way: Way | None = None) -> ImportedGame:
        """A game from a file, ours or of 18xx.games, checked answer by answer off the event loop."""
        way = way or Way()
        try:
            record, notices = await asyncio.to_thread(_read_in, file, reader.language, way, self._longest)
        except BadData as error:
            raise Fault("bad-request", "bad-file", detail=str(error)) from None
        except msgspec.DecodeError:  # numbers without end, halves of letters
            raise Fault("bad-request", "malformed") from None
        names = dict(zip(record.players, record.players, strict=True))
        info = await self._add(record.title, record.options, names, record.entries, reader, way=way)
        return msgspec.convert({**msgspec.structs.asdict(info), "notices": notices}, ImportedGame)

    async def clone(self, live: Live, seq: int, reader: Reader) -> GameInfo:
        """A game of one's own that goes on from a position of another."""
        if seq > live.seq:
            raise Fault("not-found", "no-such-position")
        with as_stored(live.id):
            entries = await self._database.read(lambda c: _entries_until(c, live, seq))
        name = live.words_in(reader.language).ui("server.branch", title=live.title.name, seq=seq)
        about = {"description": name, "origin": live.id, "origin_seq": seq, "hints": live.hints}
        return await self._add(live.title, live.options, live.names_in(reader.language), entries, reader, about)

    async def _add(
        self,
        title: Title,
        options: Mapping[str, str],
        names: Mapping[str, str],
        entries: Sequence[Entry],
        reader: Reader,
        about: Mapping[str, Any] | None = None,
        way: Way | None = None,
    ) -> GameInfo:
        """A new hot-seat game with a past. `names` says how each player of that past is called, `about` where it
        comes from."""
        user = reader.signed_in.id
        seat_of = {player: f"p{n}" for n, player in enumerate(names, 1)}
        seats = [Seat(seat_of[p], "human", user, _shown(name) or seat_of[p], None) for p, name in names.items()]
        row = game_row(title, options, user, public=False, hotseat=True)
        try:
            opening = await asyncio.to_thread(
                _replayed, row["id"], title, options, seats, entries, seat_of, way or Way()
            )
        except IllegalAction:
            raise Fault("conflict", "older-rules") from None
        row |= {"hints": gives_hints(title), **(about or {}), "analysis": True}
        await self._lobby.add_analysis(row, seats, opening, reader)
        return await self._lobby.info(row["id"], reader)


def file_in(body: bytes) -> msgspec.Raw:
    """The file that somebody sends, as it came: taken apart it is thirty times as large, and whoever waits for their
    turn would fill the memory with it."""
    try:
        return _request.decode(body).file
    except msgspec.ValidationError as error:
        raise Fault("bad-request", "invalid", detail=str(error)) from None
    except msgspec.DecodeError:
        raise Fault("bad-request", "malformed") from None


_request = msgspec.json.Decoder(ImportRequest)


def _shown(name: str) -> str:
    """A player's name out of a file, which anybody may have written."""
    return printable(name).strip()[:LONGEST_NAME]


def _replayed(
    game: str,
    title: Title,
    options: Mapping[str, str],
    seats: Sequence[Seat],
    entries: Sequence[Entry],
    seat_of: Mapping[str, str],
    way: Way,
) -> Opening:
    """The same answers, given from our own seats."""
    first = new_game(title.id, [seat.seat for seat in seats], options)
    answers: list[Progress] = []
    position = first
    for entry in entries:
        answers.append(Progress.of(position, renamed(title, entry.action, seat_of), entry.by))
        position = answers[-1].after
        way.seated = len(answers)
    if position.ask is not None and position.ask.who not in position.state.players:
        answers += automatic_answers(position)  # nobody at the table could answer for chance
    return begun(game, first, answers, seats)


def _read_in(file: msgspec.Raw, language: str, way: Way, longest: int) -> tuple[Record, list[str]]:
    """The game of a file, and what there is to say about it."""
    known = decode(file)
    if not isinstance(known, dict):
        raise BadData("a game file is an object")
    game = cast("dict[str, Any]", known)
    if any(_length(game, part) > longest for part in ("log", "actions")):  # said before hours are spent on it
        raise Fault("bad-request", "file-long", most=longest)
    text, is_ours = text_of(game), "format" in game or "actions" not in game
    del known, game  # thirty times as large as the text, which is now read by whoever knows its form
    if is_ours:
        record = resume(text)
        way.followed = way.length = len(record.entries)
        return record, []
    export = read_export(text)
    way.length = len(export.actions)
    imported = import_game(export, way.follow)
    way.followed = way.length = len(imported.record.entries)
    words = _words_of(imported.record, language)
    stopped = [] if imported.stopped is None else [imported.stopped.in_words(words)]
    return imported.record, [*(notice.in_words(words) for notice in imported.notices), *stopped]


def _length(file: Mapping[str, Any], part: str) -> int:
    """How many things a part of a file lists."""
    listed = file.get(part)
    return len(cast("list[Any]", listed)) if isinstance(listed, list) else 0


def _words_of(record: Record, language: str) -> Words:
    return game_words(record.title, language, dict(zip(record.players, record.players, strict=True)))


def renamed(title: Title, action: Any, names: Mapping[str, str]) -> Any:
    """An action that speaks of the same players under other names."""
    changes: dict[str, Any] = {}
    for field in title.forms[type(action)].fields:
        if field.kind == "player":
            value = getattr(action, field.name)
            changes[field.name] = tuple(names[v] for v in value) if field.many else names[value]
    return replace(action, **changes) if changes else action


def _file(live: Live, names: Mapping[str, str], rows: Sequence[Row]) -> GameFile:
    return msgspec.convert(_record(live, names, rows).to_json(), GameFile)


def _record(live: Live, names: Mapping[str, str], rows: Sequence[Row]) -> Record:
    entries = [_entry(live.title, row) for row in rows[1:]]
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
    record.rules_version = live.rules_version  # today's could not replay the log
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
