"""Live updates: server-sent events that resume after the last one seen."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

from ferrovia.server.accounts.service import Person
from ferrovia.server.database import Unavailable
from ferrovia.server.errors import Fault
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.games.live import Live, encode
from ferrovia.server.games.service import Games
from ferrovia.server.games.talk import Talk
from ferrovia.server.lobby.service import Lobby

HEARTBEAT = 15.0
"""Seconds of silence after which a comment keeps the line open."""
ONE_BY_ONE = 16
"""Who is further behind gets one update with everything in it."""
PING = b": still here\n\n"


def event(name: str, data: bytes, number: int | None = None) -> bytes:
    """An event as it travels."""
    head = f"event: {name}\n" if number is None else f"id: {number}\nevent: {name}\n"
    return head.encode() + b"data: " + data + b"\n\n"


class Streams:
    def __init__(self, games: Games, lobby: Lobby, talk: Talk, bus: Bus, *, heartbeat: float = HEARTBEAT) -> None:
        self._games = games
        self._lobby = lobby
        self._talk = talk
        self._bus = bus
        self._heartbeat = heartbeat

    async def follow(
        self,
        game: str,
        person: Person | None,
        language: str,
        *,
        invite: str | None,
        last: int | None,
        still_here: Callable[[], Awaitable[bool]],
    ) -> AsyncIterator[bytes]:
        """The game as it is, then everything that happens; ends when the server stops, the game is gone, or the
        person is signed out."""
        with self._bus.listening(game) as listener:
            start = await self._games.pulse(game)
            self._bus.publish(game, start)
            seen = Pulse(seq=-1 if last is None else min(last, start.seq), info=-1, chat=start.chat)
            while not listener.closed:
                now = self._bus.pulse(game)
                try:
                    if not await still_here():
                        listener.gone = True
                        break
                    async for chunk in self._news(game, person, language, invite, seen, now):
                        yield chunk
                except Fault:  # it may not be seen any longer
                    listener.gone = True
                    break
                except Unavailable:  # who comes again will be told
                    return
                seen = seen.joined(now)
                while not listener.closed and not await listener.news(self._heartbeat):
                    yield PING
            if listener.gone:
                yield event("gone", b"{}")

    async def _news(
        self, game: str, person: Person | None, language: str, invite: str | None, seen: Pulse, now: Pulse
    ) -> AsyncIterator[bytes]:
        if now.info > seen.info:
            info = await self._lobby.info(game, person, language, invite=invite)
            yield event("info", encode(info))
            begun = info.status != "open"
        else:
            begun = True
        if begun and (now.seq > seen.seq or now.info > seen.info):
            live = await self._games.fresh(game, pulse=now)
            for since, seq in _steps(seen.seq, now.seq):
                yield await self._update(live, person, language, since, seq)
        if now.chat > seen.chat:
            for line in await self._talk.lines(game, language, after=seen.chat):
                yield event("chat", encode(line))

    async def _update(self, live: Live, person: Person | None, language: str, since: int, seq: int) -> bytes:
        """An update as bytes; all who only watch get the same."""
        user = person.id if person and person.id in live.people else None
        position = await self._games.position(live, seq)
        key = ("event", language, since, live.seq, live.info)
        if user is None and key in position.said:
            return position.said[key]
        update = await self._games.update(live, user, language, seq=seq, since=since)
        data = event("update", encode(update), seq)
        if user is None:
            position.said[key] = data
        return data


def _steps(seen: int, now: int) -> Iterable[tuple[int, int]]:
    """From where to where each update leads: one by one, or at once for who comes new or was long away."""
    if seen < 0 or now - seen > ONE_BY_ONE or now == seen:
        return [(now - 1 if seen < 0 else seen, now)]
    return [(seq - 1, seq) for seq in range(seen + 1, now + 1)]
