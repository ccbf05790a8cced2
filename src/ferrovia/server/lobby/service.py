"""Making games, taking and leaving seats, starting."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
import structlog

import ferrovia
from ferrovia import BadData, chosen, new_game
from ferrovia.bots import BOTS, bot_called
from ferrovia.server.access import Reader
from ferrovia.server.accounts.names import new_name
from ferrovia.server.accounts.service import Person
from ferrovia.server.clock import now
from ferrovia.server.database import Database, Row
from ferrovia.server.errors import Fault
from ferrovia.server.games import store as games_store
from ferrovia.server.games.opening import Opening, opened
from ferrovia.server.games.progress import CHANCE
from ferrovia.server.games.seats import Seat
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.limits import Limiter, kilobytes
from ferrovia.server.lobby import store
from ferrovia.server.lobby.cards import game_info
from ferrovia.server.lobby.rows import (
    FREE,
    alone_at,
    game_row,
    host_only,
    locked_game,
    not_begun,
    seat_row,
    seats_by_game,
    seen_game,
)
from ferrovia.server.lobby.titles import known_title
from ferrovia.server.quotas import Quotas
from ferrovia.server.schema import BotSeatRequest, GameInfo, GameList, NewGame, SeatWish
from ferrovia.server.texts import printable

LOG = structlog.get_logger("ferrovia.lobby")

PAGE = 20


class Lobby:
    def __init__(
        self,
        database: Database,
        shelf: Shelf,
        limiter: Limiter,
        quotas: Quotas,
        *,
        wake_bots: Callable[[str], None],
    ) -> None:
        self._quotas = quotas
        self._database = database
        self._shelf = shelf
        self._limiter = limiter
        self._wake_bots = wake_bots
        """Called when a bot is asked."""

    # Seeing.

    async def info(self, game: str, reader: Reader) -> GameInfo:
        def look(connection: sa.Connection) -> tuple[Row, list[Seat], set[str]]:
            row, seats = seen_game(connection, game, reader)
            return row, seats, store.archived_among(connection, [game], reader.user)

        row, seats, away = await self._database.read(look)
        return game_info(row, seats, reader.user, reader.language, archived=game in away)

    async def let_in(self, game: str, reader: Reader) -> None:
        """Refuses whoever may not see a game, at whatever stage it is."""
        await self._database.read(lambda c: seen_game(c, game, reader))

    async def listed(self, which: str, reader: Reader, wanted: store.Wanted, *, page: int) -> GameList:
        fitting = [t.id for t in ferrovia.titles() if wanted.search.casefold() in t.name.casefold()]

        def look(connection: sa.Connection) -> tuple[list[Row], dict[str, list[Seat]]]:
            rows = store.listed(
                connection, which, user=reader.user, wanted=wanted, titles=fitting, first=page * PAGE, most=PAGE + 1
            )
            return rows, seats_by_game(connection, [row["id"] for row in rows])

        rows, seats = await self._database.read(look)
        away = which == "archived"  # whoever has put a game away finds it only there
        infos = [
            game_info(row, seats.get(row["id"], []), reader.user, reader.language, archived=away) for row in rows[:PAGE]
        ]
        return GameList(games=infos, more=len(rows) > PAGE)

    # Making.

    async def create(self, wish: NewGame, reader: Reader) -> GameInfo:
        person = reader.signed_in
        await self._limiter.spend("create", person.id)
        await self._limiter.spend("create-address", reader.network)
        title = known_title(wish.title)
        if len(wish.seats) not in title.seats:
            raise Fault("bad-request", "seat-count", title=title.name, low=title.seats[0], high=title.seats[-1])
        seats = [_seat(n, seat, person) for n, seat in enumerate(wish.seats, 1)]
        try:
            options = chosen(title, wish.options)
            new_game(title.id, [seat.seat for seat in seats], options)  # an option may not suit this number of players
        except BadData as error:
            raise Fault("bad-request", "bad-options", detail=str(error)) from None
        if sum(seat.kind == "me" for seat in wish.seats) > 1:
            raise Fault("bad-request", "one-seat-each")
        if wish.start and any(seat.kind == "open" for seat in seats):
            raise Fault("conflict", "seats-open")
        hotseat = wish.hotseat or any(seat.kind == "named" for seat in wish.seats)
        row = game_row(title, options, person.id, public=wish.public, hotseat=hotseat)
        row |= {"description": _plain(wish.description), "draw_seats": wish.draw_seats, "pace": wish.pace}
        row["hints"] = wish.hints
        if wish.start and wish.draw_seats:
            seats = _drawn(seats)
        opening = opened(row, title, seats) if wish.start else None

        bots = sum(seat.kind == "bot" for seat in seats)
        await self._limiter.spend("day-games", reader.network)
        await self._limiter.spend("day-bots", reader.network, bots)

        def carry_out(connection: sa.Connection) -> None:
            self._quotas.refuse_more(connection, person, analysis=False, bots=bots)
            store.add_game(connection, row, [seat_row(seat) for seat in seats])
            if opening is not None:
                opening.store(connection)

        await self._database.write(carry_out)
        LOG.info("game made", game=row["id"], title=title.id, seats=len(seats), begun=opening is not None)
        if opening is not None and opening.due:
            self._wake_bots(row["id"])
        return await self.info(row["id"], reader)

    async def add_analysis(self, row: dict[str, Any], seats: Sequence[Seat], opening: Opening, reader: Reader) -> None:
        """A game that comes with its past: imported, or copied to try things out."""
        await self._limiter.spend("day-imports", reader.network)
        await self._limiter.spend("day-kilobytes", reader.network, kilobytes(opening.size))

        def carry_out(connection: sa.Connection) -> None:
            self._quotas.refuse_more(connection, reader.signed_in, analysis=True, bots=0)
            store.add_game(connection, row, [seat_row(seat) for seat in seats])
            opening.store(connection)

        await self._database.write(carry_out)

    # Before the start.

    async def join(self, game: str, reader: Reader, *, seat: str | None) -> GameInfo:
        person = reader.signed_in

        def carry_out(connection: sa.Connection) -> None:
            row, seats = locked_game(connection, game, reader)
            not_begun(row)
            if any(s.user == person.id and s.name == person.name for s in seats):
                raise Fault("conflict", "already-seated")
            free = [s.seat for s in seats if s.kind == "open" and seat in (None, s.seat)]
            if not free:
                raise Fault("conflict", "no-free-seat")
            store.change_seat(connection, game, free[0], kind="human", user=person.id, name=person.name, bot=None)
            games_store.change_game(connection, game, updated=now())

        return await self._changed(game, carry_out, reader)

    async def leave(self, game: str, reader: Reader) -> GameInfo | None:
        """Gives the seats back. The host hands the game on to somebody else at the table, or it is gone."""
        person = reader.signed_in

        def carry_out(connection: sa.Connection) -> bool:
            row, seats = locked_game(connection, game, reader)
            not_begun(row, "leave-running")
            mine = [s for s in seats if s.user == person.id]
            others = [s for s in seats if s.kind == "human" and s.user not in (None, person.id)]
            if not mine and row["host"] != person.id:
                raise Fault("conflict", "not-seated")
            if row["host"] == person.id and not others:
                store.delete_game(connection, game)
                return False
            for s in mine:
                store.change_seat(connection, game, s.seat, **FREE)
            host = others[0].user if row["host"] == person.id else row["host"]
            games_store.change_game(connection, game, host=host, updated=now())
            return True

        if not await self._database.write(carry_out):
            return None
        await self._shelf.refresh(game)
        return await self._card_for_former_member(game, reader)

    async def kick(self, game: str, seat: str, reader: Reader) -> GameInfo:
        def carry_out(connection: sa.Connection) -> None:
            row, seats = locked_game(connection, game, reader)
            host_only(row, reader.signed_in.id)
            not_begun(row)
            taken = [s for s in seats if s.seat == seat and s.kind != "open"]
            if not taken:
                raise Fault("not-found", "no-such-seat")
            store.change_seat(connection, game, seat, **FREE)
            games_store.change_game(connection, game, updated=now())

        return await self._changed(game, carry_out, reader)

    async def seat_bot(self, game: str, wish: BotSeatRequest, reader: Reader) -> GameInfo:
        bot = known_bot(wish.bot or next(iter(BOTS)))
        await self._limiter.spend("day-bots", reader.network)

        def carry_out(connection: sa.Connection) -> None:
            row, seats = locked_game(connection, game, reader)
            host_only(row, reader.signed_in.id)
            not_begun(row)
            self._quotas.refuse_more_bots(connection, reader.signed_in)
            if not any(s.seat == wish.seat and s.kind == "open" for s in seats):
                raise Fault("conflict", "no-free-seat")
            store.change_seat(connection, game, wish.seat, kind="bot", user=None, name="", bot=bot)
            games_store.change_game(connection, game, updated=now())

        return await self._changed(game, carry_out, reader)

    async def start(self, game: str, reader: Reader) -> GameInfo:
        def carry_out(connection: sa.Connection) -> bool:
            row, seats = locked_game(connection, game, reader)
            host_only(row, reader.signed_in.id)
            not_begun(row)
            if any(s.kind == "open" for s in seats):
                raise Fault("conflict", "seats-open")
            if row["draw_seats"]:
                seats = _drawn(seats)
                for seat in seats:
                    store.change_seat(connection, game, **seat_row(seat))
            opening = opened(row, known_title(row["title"]), seats)
            opening.store(connection)
            games_store.change_game(connection, game)
            return opening.due

        due = await self._database.write(carry_out)
        await self._shelf.refresh(game)
        await self._shelf.at_hand(game)  # everybody comes now: the first move shall not wait for it
        if due:
            self._wake_bots(game)
        return await self.info(game, reader)

    # At any stage.

    async def delete(self, game: str, reader: Reader) -> None:
        """Nobody loses a game that they play in, or have played in."""

        def carry_out(connection: sa.Connection) -> None:
            row, seats = locked_game(connection, game, reader)
            host_only(row, reader.signed_in.id)
            if not alone_at(row, seats, reader.signed_in.id):
                raise Fault("conflict", "others-play")
            store.delete_game(connection, game)

        await self._database.write(carry_out)
        self._shelf.forget(game)

    async def rename(self, game: str, name: str, reader: Reader) -> GameInfo:
        """The host says what a game is called."""

        def carry_out(connection: sa.Connection) -> None:
            row, _ = locked_game(connection, game, reader)
            host_only(row, reader.signed_in.id)
            games_store.change_game(connection, game, description=_plain(name))

        return await self._changed(game, carry_out, reader)

    async def archive(self, game: str, away: bool, reader: Reader) -> GameInfo:
        """Puts a game away for oneself alone, or takes it back."""

        def carry_out(connection: sa.Connection) -> None:
            seen_game(connection, game, reader)
            store.put_away(connection, game, reader.signed_in.id, away)

        await self._database.write(carry_out)
        return await self.info(game, reader)

    async def _changed(self, game: str, carry_out: Callable[[sa.Connection], None], reader: Reader) -> GameInfo:
        await self._database.write(carry_out)
        await self._shelf.refresh(game)
        return await self.info(game, reader)

    async def _card_for_former_member(self, game: str, reader: Reader) -> GameInfo:
        """Whoever has just left still sees what they left."""
        row = await self._database.read(lambda c: games_store.find_game(c, game))
        return await self.info(game, replace(reader, invite=row["invite"] if row else None))


def _plain(words: str) -> str:
    return printable(words).strip()


def _seat(number: int, wish: SeatWish, person: Person) -> Seat:
    seat = f"p{number}"
    match wish.kind:
        case "me":
            return Seat(seat, "human", person.id, person.name, None)
        case "named":
            return Seat(seat, "human", person.id, new_name(wish.name or ""), None)
        case "bot":
            return Seat(seat, "bot", None, "", known_bot(wish.bot))
        case "open":
            return Seat(seat, "open", None, "", None)


def known_bot(bot: str | None) -> str:
    known = bot_called(bot or "")
    if known is None:
        raise Fault("bad-request", "no-such-bot", bot=bot or "")
    return known


def _drawn(seats: Sequence[Seat]) -> list[Seat]:
    """Everybody in the seat that the lot gives them."""
    lots = CHANCE.sample(seats, len(seats))
    return [replace(drawn, seat=seat.seat) for seat, drawn in zip(seats, lots, strict=True)]
