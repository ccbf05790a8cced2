"""Word of changes: who follows a game learns that it went on. Only the name of the game and its counters travel."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import NamedTuple

from ferrovia.server.metrics import Metrics


class Pulse(NamedTuple):
    """How far a game is. Each counter only grows."""

    seq: int = 0
    info: int = 0
    chat: int = 0

    def joined(self, other: "Pulse") -> "Pulse":
        return Pulse(*map(max, self, other))


class Listener:
    """Waits for a game to go on."""

    def __init__(self) -> None:
        self._has_news = False
        self._waiting: asyncio.Future[None] | None = None
        self.closed = False
        self.gone = False
        """There is no such game any more, or none that this listener may see."""

    async def news(self, patience: float) -> bool:
        """Whether something happened within that many seconds. A thousand wait at once: a bare future and a bare timer
        cost less than `asyncio.timeout` around an event."""
        if not self._has_news:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            alarm = loop.call_later(patience, self._ring)
            try:
                await self._waiting
            finally:
                alarm.cancel()
                self._waiting = None
        happened, self._has_news = self._has_news, False
        return happened

    def wake(self) -> None:
        self._has_news = True
        self._ring()

    def close(self) -> None:
        self.closed = True
        self.wake()

    def _ring(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Bus:
    """Who listens to which game in this process, and how far each of these games is known to be."""

    def __init__(self, metrics: Metrics) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._pulses: dict[str, Pulse] = {}
        self._metrics = metrics
        self._closed = False

    @contextmanager
    def listening(self, game: str) -> Generator[Listener]:
        listener = Listener()
        listener.closed = self._closed
        self._listeners.setdefault(game, set()).add(listener)
        self._metrics.streams += 1
        try:
            yield listener
        finally:
            self._metrics.streams -= 1
            others = self._listeners[game]
            others.discard(listener)
            if not others:
                del self._listeners[game]
                self._pulses.pop(game, None)

    def games(self) -> list[str]:
        """The games somebody follows here."""
        return list(self._listeners)

    def is_followed(self, game: str) -> bool:
        return game in self._listeners

    def pulse(self, game: str) -> Pulse:
        """How far a followed game is known to be."""
        return self._pulses.get(game, Pulse())

    def publish(self, game: str, pulse: Pulse) -> None:
        """Wakes the listeners if this is news."""
        listeners = self._listeners.get(game)
        if not listeners:
            return
        known = self.pulse(game)
        joined = known.joined(pulse)
        if joined != known:
            self._pulses[game] = joined
            for listener in listeners:
                listener.wake()

    def bury(self, game: str) -> None:
        """The game is gone: who listens may know, and then need not listen any longer."""
        for listener in self._listeners.get(game, ()):
            listener.gone = True
            listener.close()

    def close(self) -> None:
        """Ends every stream: the server stops."""
        self._closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close()
