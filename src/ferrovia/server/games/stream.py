"""Live updates: server-sent events that resume after the last one seen."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass

from ferrovia.server.access import Reader
from ferrovia.server.database import Unavailable
from ferrovia.server.encoding import encode
from ferrovia.server.errors import Fault
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.games.live import Live
from ferrovia.server.games.reading import Reading
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.games.talk import Talk
from ferrovia.server.lobby.service import Lobby
from ferrovia.server.networks import Lines

HEARTBEAT = 15.0
"""Seconds of silence after which a comment keeps the line open."""
ONE_BY_ONE = 16
"""Whoever is further behind gets one update with everything in it."""
PING = b": still here\n\n"
COME_AGAIN = b"retry: 1000\n\n"
"""Milliseconds after which a browser whose line has broken opens it again; left alone, it waits for some seconds."""
COME_LATER = b"retry: 30000\n\n"
"""For one of too many lines."""


def event(name: str, data: bytes, number: int | None = None) -> bytes:
    """An event as it travels."""
    head = f"event: {name}\n" if number is None else f"id: {number}\nevent: {name}\n"
    return head.encode() + b"data: " + data + b"\n\n"


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody has when the line opens: the last position, the last line of chat. None: nothing yet."""

    seq: int | None = None
    chat: int | None = None


class Streams:
    def __init__(
        self,
        shelf: Shelf,
        reading: Reading,
        lobby: Lobby,
        talk: Talk,
        bus: Bus,
        lines: Lines,
        *,
        heartbeat: float = HEARTBEAT,
    ) -> None:
        self._shelf = shelf
        self._reading = reading
        self._lobby = lobby
        self._talk = talk
        self._bus = bus
        self._lines = lines
        self._heartbeat = heartbeat

    async def follow(
        self, game: str, reader: Reader, known: Known, *, still_here: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[bytes]:
        """The game as it is, then everything that happens; ends when the server stops, the game is gone, or the
        person is signed out."""
        async with self._lines.open(reader.network) as may_stay:
            if not may_stay:
                yield COME_LATER
                return
            yield COME_AGAIN
            async with aclosing(self._told(game, reader, known, still_here)) as told:
                async for chunk in told:
                    yield chunk

    async def _told(
        self, game: str, reader: Reader, known: Known, still_here: Callable[[], Awaitable[bool]]
    ) -> AsyncGenerator[bytes]:
        with self._bus.listening(game) as listener:
            start = await self._shelf.pulse(game)
            self._bus.publish(game, start)
            seen = _seen(known, start)
            while not listener.closed:
                now = self._bus.pulse(game)
                try:
                    if not await still_here():
                        listener.gone = True
                        break
                    async for chunk in self._news(game, reader, seen, now):
                        yield chunk
                except Fault:  # it may not be seen any longer
                    listener.gone = True
                    break
                except Unavailable:  # whoever comes again will be told
                    return
                seen = seen.joined(now)
                while not listener.closed and not await listener.news(self._heartbeat):
                    yield PING
            if listener.gone:
                yield event("gone", b"{}")

    async def _news(self, game: str, reader: Reader, seen: Pulse, now: Pulse) -> AsyncIterator[bytes]:
        if now.info > seen.info:
            info = await self._lobby.info(game, reader)
            yield event("info", encode(info))
            begun = info.status != "open"
        else:
            begun = True
        if begun and (now.seq > seen.seq or now.info > seen.info):
            live = await self._shelf.fresh(game, pulse=now)
            for since, seq in _steps(seen.seq, now.seq):
                yield await self._update(live, reader, since, seq)
        if now.chat > seen.chat:
            for line in await self._talk.lines(game, reader.language, after=seen.chat):
                yield event("chat", encode(line))

    async def _update(self, live: Live, reader: Reader, since: int, seq: int) -> bytes:
        """An update as bytes; all who only watch and have seen the position before get the same."""
        user = reader.user if reader.user in live.people else None
        position = await self._shelf.position(live, seq)
        key = ("event", reader.language, live.seq, live.info)
        alike = user is None and since == seq - 1
        if alike and key in position.said:
            return position.said[key]
        update = await self._reading.update(live, user, reader.language, seq=seq, since=since)
        data = event("update", encode(update), seq)
        if alike:
            position.said[key] = data
        return data


def _seen(known: Known, start: Pulse) -> Pulse:
    """How far a game is known to somebody; nobody is further than the game itself."""
    return Pulse(
        seq=-1 if known.seq is None else min(known.seq, start.seq),
        info=-1,
        chat=start.chat if known.chat is None else min(known.chat, start.chat),
    )


def _steps(seen: int, now: int) -> Iterable[tuple[int, int]]:
    """From where to where each update leads: one by one, or at once for whoever comes new or was long away."""
    if seen < 0 or now - seen > ONE_BY_ONE or now == seen:
        return [(now - 1 if seen < 0 else seen, now)]
    return [(seq - 1, seq) for seq in range(seen + 1, now + 1)]
