"""Making games, taking and leaving seats, starting; and who may see which game."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

import ferrovia
from ferrovia import BadData, Title, chosen, find_title, new_game
from ferrovia.bots import BOTS
from ferrovia.model.message import Message
from ferrovia.server.accounts.service import DAY, Person, tidy
from ferrovia.server.clock import moment, now
from ferrovia.server.database import Database, Row
from ferrovia.server.errors import Fault
from ferrovia.server.games import store as games_store
from ferrovia.server.games.live import Seat, decode, names_of, text_of
from ferrovia.server.games.opening import Opening, opened
from ferrovia.server.games.play import CHANCE
from ferrovia.server.games.service import Games
from ferrovia.server.limits import Limiter
from ferrovia.server.lobby import store
from ferrovia.server.lobby.titles import known_title
from ferrovia.server.schema import (
    BotSeatRequest,
    GameInfo,
    GameList,
    NewGame,
    SeatInfo,
    SeatWish,
    SubstituteRequest,
    Substitution,
)
from ferrovia.server.settings import Settings
from ferrovia.server.texts import printable
from ferrovia.server.words import title_words
from ferrovia.text import Words

LOG = structlog.get_logger("ferrovia.lobby")

PAGE = 20


class Wish(msgspec.Struct, frozen=True):
    """Somebody's request that a seat be played by a bot or by another person."""

    seat: str
    by: str
    user: str
    name: str
    bot: str | None
    agreed: tuple[str, ...] = ()


class Lobby:
    def __init__(self, database: Database, games: Games, limiter: Limiter, settings: Settings) -> None:
        self._database = database
        self._games = games
        self._limiter = limiter
        self._settings = settings

    # Seeing.

    async def info(self, game: str, person: Person | None, language: str, *, invite: str | None = None) -> GameInfo:
        row, seats = await self._database.read(lambda c: _game_and_seats(c, game))
        _refuse_strangers(row, seats, person, invite)
        return game_info(row, seats, person, language)

    async def refuse_strangers(self, game: str, person: Person | None, invite: str | None) -> None:
        """A game by invitation is not there for others."""
        row, seats = await self._database.read(lambda c: _game_and_seats(c, game))
        _refuse_strangers(row, seats, person, invite)

    async def listed(self, which: str, person: Person | None, language: str, *, search: str, page: int) -> GameList:
        user = person.id if person else None
        fitting = [t.id for t in ferrovia.titles() if search.casefold() in t.name.casefold()]

        def look(connection: sa.Connection) -> tuple[list[Row], dict[str, list[Seat]]]:
            rows = store.listed(
                connection, which, user=user, search=search, titles=fitting, first=page * PAGE, most=PAGE + 1
            )
            return rows, _seats_by_game(connection, [row["id"] for row in rows])

        rows, seats = await self._database.read(look)
        infos = [game_info(row, seats.get(row["id"], []), person, language) for row in rows[:PAGE]]
        return GameList(games=infos, more=len(rows) > PAGE)

    # Making.

    async def create(self, wish: NewGame, person: Person, language: str) -> GameInfo:
        self._limiter.spend("create", person.id)
        title = known_title(wish.title)
        if len(wish.seats) not in title.seats:
            raise Fault("bad-request", "seat-count", title=title.name, low=title.seats[0], high=title.seats[-1])
        seats = [_seat(n, seat, person) for n, seat in enumerate(wish.seats, 1)]
        try:
            options = chosen(title, wish.options)
            new_game(title.id, [seat.seat for seat in seats], options)  # an option may not fit so many players
        except BadData as error:
            raise Fault("bad-request", "bad-options", detail=str(error)) from None
        if sum(seat.kind == "me" for seat in wish.seats) > 1:
            raise Fault("bad-request", "one-seat-each")
        if wish.start and any(seat.kind == "open" for seat in seats):
            raise Fault("conflict", "seats-open")
        hotseat = wish.hotseat or any(seat.kind == "named" for seat in wish.seats)
        row = game_row(title, options, person, public=wish.public, hotseat=hotseat)
        row |= {"description": printable(wish.description).strip(), "draw_seats": wish.draw_seats}
        if wish.start and wish.draw_seats:
            seats = _drawn(seats)
        opening = opened(row, title, seats) if wish.start else None

        def carry_out(connection: sa.Connection) -> None:
            store.add_game(connection, row, [_seat_row(seat) for seat in seats])
            if opening is not None:
                opening.store(connection)

        await self._database.write(carry_out)
        LOG.info("game made", game=row["id"], title=title.id, seats=len(seats), begun=opening is not None)
        if opening is not None and opening.due:
            self._games.drive(row["id"])
        return await self.info(row["id"], person, language)

    async def add_begun(self, row: dict[str, Any], seats: Sequence[Seat], opening: Opening) -> None:
        """A game that comes with its past: imported, or cloned."""

        def carry_out(connection: sa.Connection) -> None:
            store.add_game(connection, row, [_seat_row(seat) for seat in seats])
            opening.store(connection)

        await self._database.write(carry_out)

    # Before the start.

    async def join(self, game: str, person: Person, language: str, *, invite: str | None, seat: str | None) -> GameInfo:
        def carry_out(connection: sa.Connection) -> None:
            row, seats = _locked(connection, game)
            _refuse_strangers(row, seats, person, invite)
            _not_begun(row)
            if any(s.user == person.id and s.name == person.name for s in seats):
                raise Fault("conflict", "already-seated")
            free = [s.seat for s in seats if s.kind == "open" and seat in (None, s.seat)]
            if not free:
                raise Fault("conflict", "no-free-seat")
            store.change_seat(connection, game, free[0], kind="human", user=person.id, name=person.name, bot=None)
            games_store.change_game(connection, game, updated=now())

        return await self._changed(game, carry_out, person, language)

    async def leave(self, game: str, person: Person, language: str) -> GameInfo | None:
        """Gives the seats back. The host hands the game on to somebody else at the table, or it is gone."""

        def carry_out(connection: sa.Connection) -> bool:
            row, seats = _locked(connection, game)
            _refuse_strangers(row, seats, person, None)
            _not_begun(row, "leave-running")
            mine = [s for s in seats if s.user == person.id]
            others = [s for s in seats if s.kind == "human" and s.user not in (None, person.id)]
            if not mine and row["host"] != person.id:
                raise Fault("conflict", "not-seated")
            if row["host"] == person.id and not others:
                store.delete_game(connection, game)
                return False
            for s in mine:
                store.change_seat(connection, game, s.seat, **_FREE)
            host = others[0].user if row["host"] == person.id else row["host"]
            games_store.change_game(connection, game, host=host, updated=now())
            return True

        if not await self._database.write(carry_out):
            return None
        await self._games.refresh(game)
        return await self.info(game, person, language, invite=await self._invite(game))

    async def kick(self, game: str, seat: str, person: Person, language: str) -> GameInfo:
        def carry_out(connection: sa.Connection) -> None:
            row, seats = _locked(connection, game)
            _refuse_strangers(row, seats, person, None)
            _host_only(row, person)
            _not_begun(row)
            taken = [s for s in seats if s.seat == seat and s.kind != "open"]
            if not taken:
                raise Fault("not-found", "no-such-seat")
            store.change_seat(connection, game, seat, **_FREE)
            games_store.change_game(connection, game, updated=now())

        return await self._changed(game, carry_out, person, language)

    async def seat_bot(self, game: str, wish: BotSeatRequest, person: Person, language: str) -> GameInfo:
        bot = _known_bot(wish.bot or next(iter(BOTS)))

        def carry_out(connection: sa.Connection) -> None:
            row, seats = _locked(connection, game)
            _refuse_strangers(row, seats, person, None)
            _host_only(row, person)
            _not_begun(row)
            if not any(s.seat == wish.seat and s.kind == "open" for s in seats):
                raise Fault("conflict", "no-free-seat")
            store.change_seat(connection, game, wish.seat, kind="bot", user=None, name="", bot=bot)
            games_store.change_game(connection, game, updated=now())

        return await self._changed(game, carry_out, person, language)

    async def start(self, game: str, person: Person, language: str) -> GameInfo:
        def carry_out(connection: sa.Connection) -> bool:
            row, seats = _locked(connection, game)
            _refuse_strangers(row, seats, person, None)
            _host_only(row, person)
            _not_begun(row)
            if any(s.kind == "open" for s in seats):
                raise Fault("conflict", "seats-open")
            if row["draw_seats"]:
                seats = _drawn(seats)
                for seat in seats:
                    store.change_seat(connection, game, **_seat_row(seat))
            opening = opened(row, known_title(row["title"]), seats)
            opening.store(connection)
            games_store.change_game(connection, game)
            return opening.due

        due = await self._database.write(carry_out)
        await self._games.refresh(game)
        if due:
            self._games.drive(game)
        return await self.info(game, person, language)

    async def delete(self, game: str, person: Person) -> None:
        def carry_out(connection: sa.Connection) -> None:
            row, seats = _locked(connection, game)
            _refuse_strangers(row, seats, person, None)
            _host_only(row, person)
            _not_begun(row)
            store.delete_game(connection, game)

        await self._database.write(carry_out)

    # Substitutes.

    async def substitute(
        self, game: str, wish: SubstituteRequest, person: Person, language: str, *, invite: str | None
    ) -> GameInfo:
        """Asks the others that a seat be played by a bot, or by oneself; at once where nobody must be asked."""
        if wish.by == "bot":
            _known_bot(wish.bot)

        def carry_out(connection: sa.Connection) -> None:
            row, seats = _locked(connection, game)
            _refuse_strangers(row, seats, person, invite)
            _running(row)
            held = next((s for s in seats if s.seat == wish.seat), None)
            if held is None:
                raise Fault("not-found", "no-such-seat")
            if wish.by == "bot" and not any(s.user == person.id for s in seats):
                raise Fault("not-allowed", "not-seated")
            if wish.by == "me" and held.user == person.id:
                raise Fault("conflict", "already-seated")
            pending = _wish(row)
            if pending is not None and pending.user != person.id:
                raise Fault("conflict", "substitution-pending")
            request = Wish(
                wish.seat,
                "bot" if wish.by == "bot" else "person",
                person.id,
                person.name,
                wish.bot if wish.by == "bot" else None,
            )
            self._weigh(connection, row, seats, request)

        info = await self._changed(game, carry_out, person, language, invite=invite)
        self._games.drive(game)
        return info

    async def answer_substitute(self, game: str, seat: str, agree: bool, person: Person, language: str) -> GameInfo:
        def carry_out(connection: sa.Connection) -> None:
            row, seats = _locked(connection, game)
            _refuse_strangers(row, seats, person, None)
            request = _wish(row)
            if request is None or request.seat != seat:
                raise Fault("conflict", "no-substitution-asked")
            if not any(s.user == person.id for s in seats) and person.id != request.user:
                raise Fault("not-allowed", "not-seated")
            if not agree:  # who asked may also withdraw it
                games_store.change_game(connection, game, substitution=None)
            elif person.id != request.user:
                agreed = msgspec.structs.replace(request, agreed=(*request.agreed, person.id))
                self._weigh(connection, row, seats, agreed)

        info = await self._changed(game, carry_out, person, language)
        self._games.drive(game)
        return info

    def _weigh(self, connection: sa.Connection, row: Row, seats: Sequence[Seat], request: Wish) -> None:
        """Carries a substitution out if everybody who must agree has, else keeps it as a question."""
        people = _people(seats) - {request.user, *request.agreed}
        unseen_since = now() - self._settings.absent_days * DAY
        seen = store.last_seen(connection, sorted(people))
        if any(seen.get(user, 0) >= unseen_since for user in people):
            games_store.change_game(connection, row["id"], substitution=text_of(request))
            return
        if request.by == "bot":
            change: dict[str, Any] = {"kind": "bot", "user": None, "name": "", "bot": request.bot}
        else:
            change = {"kind": "human", "user": request.user, "name": request.name, "bot": None}
        store.change_seat(connection, row["id"], request.seat, **change)
        due = row["due"] if row["asked"] != request.seat else request.by == "bot"
        games_store.change_game(connection, row["id"], substitution=None, undo_request=None, due=due)

    async def _changed(
        self,
        game: str,
        carry_out: Callable[[sa.Connection], None],
        person: Person,
        language: str,
        *,
        invite: str | None = None,
    ) -> GameInfo:
        await self._database.write(carry_out)
        await self._games.refresh(game)
        return await self.info(game, person, language, invite=invite)

    async def _invite(self, game: str) -> str | None:
        row = await self._database.read(lambda c: games_store.find_game(c, game))
        return row["invite"] if row else None


_FREE: Mapping[str, Any] = {"kind": "open", "user": None, "name": "", "bot": None}


# ------------------------------------------------------------------------------------------------------------ the parts


def game_row(
    title: Title, options: Mapping[str, str], person: Person, *, public: bool, hotseat: bool
) -> dict[str, Any]:
    """A new game, not begun."""
    at = now()
    return {
        "id": secrets.token_hex(6),
        "title": title.id,
        "rules_version": title.rules_version,
        "options": text_of(options),
        "status": "open",
        "host": person.id,
        "description": "",
        "public": public,
        "hotseat": hotseat,
        "draw_seats": False,
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


def _seat(number: int, wish: SeatWish, person: Person) -> Seat:
    seat = f"p{number}"
    match wish.kind:
        case "me":
            return Seat(seat, "human", person.id, person.name, None)
        case "named":
            return Seat(seat, "human", person.id, tidy(wish.name or ""), None)
        case "bot":
            return Seat(seat, "bot", None, "", _known_bot(wish.bot))
        case "open":
            return Seat(seat, "open", None, "", None)


def _known_bot(bot: str | None) -> str:
    if bot not in BOTS:
        raise Fault("bad-request", "no-such-bot", bot=bot or "")
    return bot


def _drawn(seats: Sequence[Seat]) -> list[Seat]:
    """Everybody in the seat that the lot gives them."""
    lots = CHANCE.sample(seats, len(seats))
    return [replace(drawn, seat=seat.seat) for seat, drawn in zip(seats, lots, strict=True)]


def _seat_row(seat: Seat) -> dict[str, Any]:
    return {"seat": seat.seat, "kind": seat.kind, "user": seat.user, "name": seat.name, "bot": seat.bot}


def _seats_by_game(connection: sa.Connection, games: Sequence[str]) -> dict[str, list[Seat]]:
    found: dict[str, list[Seat]] = {}
    for row in games_store.seats_of(connection, games):
        found.setdefault(row["game"], []).append(Seat.of(row))
    return found


def _game_and_seats(connection: sa.Connection, game: str) -> tuple[Row, list[Seat]]:
    row = store.game_with_host(connection, game)
    if row is None:
        raise Fault("not-found", "no-such-game")
    return row, [Seat.of(seat) for seat in games_store.seats_of(connection, [game])]


def _locked(connection: sa.Connection, game: str) -> tuple[Row, list[Seat]]:
    row = games_store.locked_game(connection, game)
    if row is None:
        raise Fault("not-found", "no-such-game")
    return row, [Seat.of(seat) for seat in games_store.seats_of(connection, [game])]


def _people(seats: Iterable[Seat]) -> set[str]:
    return {seat.user for seat in seats if seat.kind == "human" and seat.user is not None}


def _refuse_strangers(row: Row, seats: Sequence[Seat], person: Person | None, invite: str | None) -> None:
    member = person is not None and (person.id == row["host"] or person.id in _people(seats))
    invited = invite is not None and secrets.compare_digest(invite.encode(), row["invite"].encode())
    if not (row["public"] or member or invited):
        raise Fault("not-found", "no-such-game")


def _host_only(row: Row, person: Person) -> None:
    if row["host"] != person.id:
        raise Fault("not-allowed", "host-only")


def _not_begun(row: Row, sentence: str = "already-begun") -> None:
    if row["status"] != "open":
        raise Fault("conflict", sentence)


def _running(row: Row) -> None:
    if row["status"] != "running":
        raise Fault("conflict", "not-running")


def _wish(row: Row) -> Wish | None:
    return msgspec.json.decode(row["substitution"], type=Wish) if row["substitution"] else None


def game_info(row: Row, seats: Sequence[Seat], person: Person | None, language: str) -> GameInfo:
    """A game as its lobby card shows it."""
    title = find_title(row["title"])
    words = title_words(title, language)
    names = names_of(seats, words)
    options: dict[str, str] = decode(row["options"])
    user = person.id if person else None
    mine = {seat.seat for seat in seats if user is not None and seat.user == user}
    host = user is not None and row["host"] == user
    return GameInfo(
        id=row["id"],
        title=title.id,
        title_name=title.name,
        status=row["status"],
        created=moment(row["created"]),
        updated=moment(row["updated"]),
        host=row["host_name"] or words.ui("server.former-player"),
        you_host=host,
        description=row["description"],
        options=options,
        profile=options.get("profile", "rulebook"),
        public=row["public"],
        hotseat=row["hotseat"],
        draw_seats=row["draw_seats"],
        seats=[SeatInfo(seat=s.seat, kind=s.kind, name=names[s.seat], bot=s.bot, you=s.seat in mine) for s in seats],
        seq=row["seq"],
        asked=row["asked"],
        waiting_for_me=row["asked"] in mine,
        course=_course(row, words),
        winners=[names[seat] for seat in decode(row["winners"])],
        invite=row["invite"] if host or mine else None,
        substitution=_substitution(row, seats),
    )


def _course(row: Row, words: Words) -> str:
    if row["course"] is None:
        return words.ui("server.not-begun-yet")
    key, params = decode(row["course"])
    return words.stop(Message(key, params))


def _substitution(row: Row, seats: Sequence[Seat]) -> Substitution | None:
    wish = _wish(row)
    if wish is None:
        return None
    return Substitution(
        seat=wish.seat,
        by="bot" if wish.by == "bot" else "person",
        name=wish.name,
        bot=wish.bot,
        agreed=[s.seat for s in seats if s.user in wish.agreed],
        waiting=[s.seat for s in seats if s.user in _people(seats) - {wish.user, *wish.agreed}],
    )
