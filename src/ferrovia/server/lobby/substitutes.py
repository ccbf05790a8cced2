"""Substitutes: a seat of a running game is played by a bot or by somebody else from now on."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from ferrovia.server.access import Reader
from ferrovia.server.clock import DAY, HOUR, now
from ferrovia.server.database import Database, Row, Unavailable
from ferrovia.server.encoding import text_of
from ferrovia.server.errors import Fault
from ferrovia.server.games import store as games_store
from ferrovia.server.games.seats import Seat, people_of
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.limits import Limiter
from ferrovia.server.lobby import store
from ferrovia.server.lobby.cards import Wish, wish_of
from ferrovia.server.lobby.rows import locked_game, running
from ferrovia.server.lobby.service import Lobby, known_bot
from ferrovia.server.schema import GameInfo, SubstituteRequest
from ferrovia.server.settings import Settings

LOG = structlog.get_logger("ferrovia.lobby")


class Substitutes:
    def __init__(
        self,
        database: Database,
        shelf: Shelf,
        lobby: Lobby,
        limiter: Limiter,
        *,
        settings: Settings,
        wake_bots: Callable[[str], None],
    ) -> None:
        self._database = database
        self._shelf = shelf
        self._lobby = lobby
        self._limiter = limiter
        self._absent_days = settings.absent_days
        self._notice_hours = settings.notice_hours
        self._wake_bots = wake_bots

    async def ask(self, game: str, wish: SubstituteRequest, reader: Reader) -> GameInfo:
        """Asks the others that a seat be played by a bot, or by oneself; at once where nobody must be asked."""
        person = reader.signed_in
        bot = known_bot(wish.bot) if wish.by == "bot" else None
        await self._limiter.spend("substitute", reader.network)  # everybody at the table is asked, each time

        def carry_out(connection: sa.Connection) -> None:
            row, seats = locked_game(connection, game, reader)
            running(row)
            held = next((s for s in seats if s.seat == wish.seat), None)
            if held is None:
                raise Fault("not-found", "no-such-seat")
            if wish.by == "bot" and not any(s.user == person.id for s in seats):
                raise Fault("not-allowed", "not-seated")
            if wish.by == "me" and held.user == person.id:
                raise Fault("conflict", "already-seated")
            pending = wish_of(row)
            if pending is not None and pending.user != person.id:
                raise Fault("conflict", "substitution-pending")
            request = Wish(
                wish.seat,
                "bot" if wish.by == "bot" else "person",
                person.id,
                person.name,
                bot,
                at=now(),
            )
            if wish.by == "me" and held.former == person.id:  # they come back to their own seat
                self._hand_over(connection, row, seats, request)
            else:
                self._weigh(connection, row, seats, request)

        return await self._changed(game, carry_out, reader)

    async def answer(self, game: str, seat: str, agree: bool, reader: Reader) -> GameInfo:
        """Consent to a request of somebody else, or refuse it; whoever asked may withdraw it."""
        person = reader.signed_in

        def carry_out(connection: sa.Connection) -> None:
            row, seats = locked_game(connection, game, reader)
            request = wish_of(row)
            if request is None or request.seat != seat:
                raise Fault("conflict", "no-substitution-asked")
            if person.id not in (*people_of(seats), row["host"], request.user):
                raise Fault("not-allowed", "not-seated")
            if not agree:  # whoever asked may also withdraw it
                games_store.change_game(connection, game, substitution=None)
            elif person.id != request.user:
                agreed = msgspec.structs.replace(request, agreed=(*request.agreed, person.id))
                self._weigh(connection, row, seats, agreed)

        return await self._changed(game, carry_out, reader)

    def _weigh(self, connection: sa.Connection, row: Row, seats: Sequence[Seat], request: Wish) -> None:
        """Carries a substitution out if everybody who must agree has, else keeps it as a question."""
        if self._is_agreed(connection, row, seats, request):
            self._hand_over(connection, row, seats, request)
        else:
            games_store.change_game(connection, row["id"], substitution=text_of(request))

    def _is_agreed(self, connection: sa.Connection, row: Row, seats: Sequence[Seat], request: Wish) -> bool:
        """The host must agree as well as the players. Absent people are not waited for endlessly, but have time to come
        back."""
        host = {row["host"]} if row["host"] else set[str]()
        silent = (people_of(seats) | host) - {request.user, *request.agreed}
        seen = store.last_seen(connection, sorted(silent))
        unseen_since = now() - self._absent_days * DAY
        noticed = now() - request.at >= self._notice_hours * HOUR
        return all(noticed and seen[user] < unseen_since for user in silent if user in seen)

    def _hand_over(self, connection: sa.Connection, row: Row, seats: Sequence[Seat], request: Wish) -> None:
        held = next(seat for seat in seats if seat.seat == request.seat)
        consented = held.user is None or held.user in (request.user, *request.agreed)
        former = held.former if held.user is None else None if consented else held.user
        if request.by == "bot":
            change: dict[str, Any] = {"kind": "bot", "user": None, "name": "", "bot": known_bot(request.bot)}
        else:
            change = {"kind": "human", "user": request.user, "name": request.name, "bot": None}
        change["former"] = None if former == change["user"] else former
        store.change_seat(connection, row["id"], request.seat, **change)
        due = row["due"] if row["asked"] != request.seat else request.by == "bot"
        games_store.change_game(connection, row["id"], substitution=None, undo_request=None, due=due)

    async def decide_overdue(self) -> None:
        """Substitutions that wait only for people who are absent are carried out when the notice is over."""
        for game in await self._database.read(store.games_with_wishes):
            try:
                await self._decide(game)
            except Unavailable:
                raise
            except Exception as error:  # a damaged row, or a game that is gone: the others must not wait for it
                LOG.warning("a substitution cannot be decided", game=game, error=type(error).__name__)

    async def _decide(self, game: str) -> None:
        def carry_out(connection: sa.Connection) -> None:
            row = games_store.locked_game(connection, game)
            request = wish_of(row) if row else None
            if row is not None and request is not None:
                seats = [Seat.of(seat) for seat in games_store.seats_of(connection, [game])]
                if self._is_agreed(connection, row, seats, request):
                    self._hand_over(connection, row, seats, request)

        await self._database.write(carry_out)
        await self._shelf.refresh(game)
        self._wake_bots(game)

    async def _changed(self, game: str, carry_out: Callable[[sa.Connection], None], reader: Reader) -> GameInfo:
        await self._database.write(carry_out)
        await self._shelf.refresh(game)
        info = await self._lobby.info(game, reader)
        self._wake_bots(game)
        return info
