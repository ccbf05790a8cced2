"""Answers are checked by the engine, stored in one transaction, then told to everybody who follows."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import structlog

from ferrovia import Game, IllegalAction
from ferrovia.server.accounts.service import Person
from ferrovia.server.database import Database, Taken, Unavailable
from ferrovia.server.errors import AnswerRefused, Fault, Stale
from ferrovia.server.games import store
from ferrovia.server.games.aside import aside
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.games.changes import Position, entry_rows, positions_after
from ferrovia.server.games.live import Live, stored_columns
from ferrovia.server.games.progress import Progress, with_what_follows
from ferrovia.server.games.reading import Reading, read_action
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.games.store import Advance
from ferrovia.server.metrics import Metrics
from ferrovia.server.schema import Update

LOG = structlog.get_logger("ferrovia.games")


class Answering:
    """Lets games go on."""

    def __init__(
        self,
        database: Database,
        shelf: Shelf,
        reading: Reading,
        bus: Bus,
        metrics: Metrics,
        *,
        longest: int,
        wake_bots: Callable[[str], None],
    ) -> None:
        self._database = database
        self._shelf = shelf
        self._reading = reading
        self._bus = bus
        self._metrics = metrics
        self._longest = longest
        """Entries of a log: ten times as many as a long game has, but nobody may go back and forth without end."""
        self._wake_bots = wake_bots
        """Called when a bot is asked."""

    async def submit(self, person: Person, live: Live, seq: int, actions: Sequence[Any], language: str) -> Update:
        """A person's answer to the position they saw, and further ones to what is asked after it: all or none."""
        async with live.lock:
            await self.expect(live, person, seq, language)
            try:
                await self.play(live, lambda: self._checked(person, live, actions, language))
            except Taken:  # another process was quicker, or has changed who sits where: look again, once
                await self._shelf.reload(live)
                await self.expect(live, person, seq, language)
                await self.play(live, lambda: self._checked(person, live, actions, language))
        return await self._reading.latest(live, person.id, language, since=seq)

    def _checked(self, person: Person, live: Live, actions: Sequence[Any], language: str) -> list[Progress]:
        """A person's answers, with what followed by itself in between."""
        found: list[Progress] = []
        game = live.game
        for action in actions:
            given = self._checked_answer(person, live, game, action, language)
            found += with_what_follows(given)
            game = found[-1].after
        return found

    def _checked_answer(self, person: Person, live: Live, game: Game, action: Any, language: str) -> Progress:
        """A person's answer, if it is theirs to give and the rules allow it."""
        seat = live.acting_seat(game, person.id)
        if seat is None:
            raise Fault("not-allowed", "not-seated")
        wanted = read_action(live, action)
        try:
            return Progress(game, wanted, "player", game.play(wanted, by=seat))
        except IllegalAction as illegal:
            self._metrics.refusals += 1
            raise AnswerRefused(illegal.refusal, live.words_in(language)) from None

    def is_full(self, live: Live) -> bool:
        """Whether nothing more is stored of a game."""
        return live.seq >= self._longest

    def refuse_going_back(self, live: Live) -> None:
        """What is left of a long log is there to finish the game."""
        if live.seq >= self._longest // 2:
            raise Fault("conflict", "log-too-long", seq=live.seq)

    async def expect(self, live: Live, person: Person, seq: int, language: str) -> None:
        """Refuses whoever looks at an older position than the one that counts."""
        if live.seq < seq:
            await self._shelf.reload(live)
        if live.seq != seq:
            raise Stale(await self._reading.latest(live, person.id, language, since=min(seq, live.seq)))

    async def play(self, live: Live, give: Callable[[], Sequence[Progress]]) -> None:
        """Answers are given, with the automatic ones that follow. Under the game's lock."""
        if self.is_full(live):
            raise Fault("conflict", "log-full", most=self._longest)
        await self._store(live, await aside(live.title, lambda: _with_view(positions_after(live.now, give()))))

    async def _store(self, live: Live, positions: Sequence[Position]) -> None:
        """Stores new positions; only then they count."""
        last = positions[-1]
        columns = stored_columns(last, head=last.change.seq, redo=(), due=live.due(last.game))
        entries = entry_rows(live.id, positions, columns["state"])
        try:
            await self._database.store(store.ADVANCE, Advance(live.id, live.info, entries, columns))
        except (Unavailable, asyncio.CancelledError):
            self._shelf.forget(live.id)  # whether it was stored is not known: ask the database next time
            raise
        for position in positions:
            self._metrics.answers[position.change.by] += 1
        before = live.now
        live.go_on(positions)
        self.tell(live, before)

    def tell(self, live: Live, before: Position) -> None:
        """The game stands at a new position: everybody may know."""
        if not self._bus.is_followed(live.id):
            before.forget()
        if live.game.ask is None:
            LOG.info("game over", game=live.id, title=live.title.id, seq=live.seq)
        self._bus.publish(live.id, Pulse(seq=live.seq))
        if live.due(live.game):
            self._wake_bots(live.id)


def _with_view(positions: list[Position]) -> list[Position]:
    """What is shown of the last position is wanted at once: it is worked out where the answers were."""
    _ = positions[-1].view
    return positions
