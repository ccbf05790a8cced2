"""Looking back: the log in words, and the figures over time."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from ferrovia.server.database import Database, Row
from ferrovia.server.games import store
from ferrovia.server.games.changes import Change
from ferrovia.server.games.chronicle import Chronicle
from ferrovia.server.games.damage import as_stored
from ferrovia.server.games.live import Live
from ferrovia.server.games.story import Story, entry_info, events_of
from ferrovia.server.schema import Chart, EntryInfo, EventInfo, Log, LogEntry, RoundInfo, Rounds
from ferrovia.text import Words

SHEET = 100
"""Entries that are put into words together and then remembered."""
MOST_ENTRIES = 500
"""Entries told at once; whoever wants more asks again."""
REMEMBERED = 400
"""Sheets, each some ten kilobytes."""
CHRONICLES = 200
"""Games whose figures are remembered, each some hundred kilobytes."""

Told = tuple[EntryInfo, list[EventInfo]]
"""An entry and its events in words."""


class History:
    """What happened in a game."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sheets: OrderedDict[tuple[Any, ...], list[Told]] = OrderedDict()
        self._chronicles: OrderedDict[str, Chronicle] = OrderedDict()
        self._playing_through: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def log(self, live: Live, language: str, *, first: int | None = None, last: int | None = None) -> Log:
        """Every answer in words; as many as are told at once from the first wanted, else up to the last."""
        until = live.seq if last is None else min(last, live.seq)
        since = max(1, until - MOST_ENTRIES + 1) if first is None else max(1, first)
        until = min(until, since + MOST_ENTRIES - 1)
        counting = {answered.seq for answered in live.line}
        told = await self.told(live, language, first=since, last=until)
        return Log(entries=[_logged(one, counting) for one in told])

    async def story(self, live: Live, language: str, *, first: int, last: int) -> Story:
        """What happened from one entry to another."""
        told = await self.told(live, language, first=first, last=last)
        return Story([entry for entry, _ in told], [event for _, events in told for event in events])

    async def told(self, live: Live, language: str, *, first: int, last: int) -> list[Told]:
        """A part of the log in words."""
        told: list[Told] = []
        for sheet in range((first - 1) // SHEET, (last - 1) // SHEET + 1) if first <= last else ():
            told += await self._sheet(live, language, sheet)
        return [one for one in told if first <= one[0].seq <= last]

    async def _sheet(self, live: Live, language: str, sheet: int) -> list[Told]:
        """A stretch of the log. One that is full never changes, but for the names of those who sit there."""
        first, last = sheet * SHEET + 1, (sheet + 1) * SHEET
        key = live.id, live.info, language, sheet, min(last, live.seq)
        known = self._sheets.get(key)
        if known is None:
            rows = await self._database.read(lambda c: store.log_of(c, live.id, first=first, last=last))
            with as_stored(live.id):
                known = self._sheets[key] = await asyncio.to_thread(_in_words, live.words_in(language), rows)
            while len(self._sheets) > REMEMBERED:
                self._sheets.popitem(last=False)
        else:
            self._sheets.move_to_end(key)
        return known

    async def ending(self, live: Live, language: str) -> str:
        """Why a game is over, in one sentence."""
        rows = await self._database.read(lambda c: store.log_of(c, live.id, first=1, last=live.seq))
        counting = {answered.seq for answered in live.line}
        changes = (Change.of(row) for row in reversed(rows) if row["seq"] in counting)  # only as far back as needed
        with as_stored(live.id):
            return live.words_in(language).ending(event for change in changes for event in reversed(change.events))

    async def chart(self, live: Live) -> Chart:
        """What everybody was worth and what a share cost after each answer that counts."""
        told = await self._chronicle(live)
        return Chart(players=list(live.seats), points=told.points)

    async def rounds(self, live: Live, language: str) -> Rounds:
        """The rounds so far, and what each company earned in them."""
        told, words = await self._chronicle(live), live.words_in(language)
        return Rounds(
            rounds=[RoundInfo(seq=one.seq, text=words.stop(one.stop), revenue=one.revenue) for one in told.rounds]
        )

    async def _chronicle(self, live: Live) -> Chronicle:
        """The figures up to the latest answer; a game is played through once, then only what came later."""
        async with self._playing_through[live.id]:
            known = self._chronicles.get(live.id)
            if known is None or not known.is_of(live):
                known = None
            elif not live.line or known.last == live.line[-1].seq:
                return known
            rows = await self._database.read(lambda c: store.line_with_positions(c, live.id))
            with as_stored(live.id):
                told = await asyncio.to_thread(_told_on, known, live, rows)
            self._chronicles[live.id] = told
            self._chronicles.move_to_end(live.id)
            while len(self._chronicles) > CHRONICLES:
                self._playing_through.pop(self._chronicles.popitem(last=False)[0], None)
            return told


def _told_on(known: Chronicle | None, live: Live, rows: Sequence[Row]) -> Chronicle:
    told = known or Chronicle(live, rows[0])
    told.tell(rows)
    return told


def _in_words(words: Words, rows: Iterable[Row]) -> list[Told]:
    changes = [Change.of(row) for row in rows]
    return [(entry_info(words, change), events_of(words, change)) for change in changes]


def _logged(told: Told, counting: set[int]) -> LogEntry:
    entry, events = told[0], told[1] if told[0].kind == "answer" else []
    return LogEntry(
        seq=entry.seq,
        who=entry.who,
        by=entry.by,
        kind=entry.kind,
        parent=entry.parent,
        text=entry.text,
        at=entry.at,
        events=[event.text for event in events],
        keys=[event.key for event in events],
        undone=entry.kind == "answer" and entry.seq not in counting,
    )
