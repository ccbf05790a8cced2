"""Chat beside the log, and private notes."""

import sqlalchemy as sa

from ferrovia.server.access import Reader
from ferrovia.server.accounts.service import Person
from ferrovia.server.clock import moment, now
from ferrovia.server.database import Database, Row
from ferrovia.server.errors import Fault
from ferrovia.server.games import store
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.limits import Limiter, kilobytes
from ferrovia.server.quotas import Quotas
from ferrovia.server.schema import ChatLine
from ferrovia.server.texts import printable
from ferrovia.server.words import plain_words

MOST_LINES = 200


class Talk:
    def __init__(self, database: Database, bus: Bus, limiter: Limiter, quotas: Quotas) -> None:
        self._database = database
        self._bus = bus
        self._limiter = limiter
        self._quotas = quotas

    async def lines(self, game: str, language: str, *, after: int) -> list[ChatLine]:
        """The latest lines after a number."""
        former = plain_words(language).ui("server.former-player")

        def look(connection: sa.Connection) -> tuple[list[Row], dict[str, str]]:
            seats = {
                seat["user"]: seat["seat"] for seat in reversed(store.seats_of(connection, [game])) if seat["user"]
            }
            return store.lines_after(connection, game, after, most=MOST_LINES), seats

        rows, seats = await self._database.read(look)
        return [
            ChatLine(
                id=row["id"],
                who=seats.get(row["user"]),
                name=row["name"] or former,
                text=row["text"],
                at=moment(row["at"]),
            )
            for row in rows
        ]

    async def say(self, game: str, reader: Reader, text: str) -> ChatLine:
        person = reader.signed_in
        await self._limiter.spend("chat", person.id)
        await self._limiter.spend("day-kilobytes", reader.network, kilobytes(len(text.encode())))
        said = printable(text, also="\n").strip()
        if not said:
            raise Fault("bad-request", "nothing-said")
        number = await self._database.write(
            lambda c: store.say(c, game, user=person.id, name=person.name, text=said, at=now())
        )
        self._bus.publish(game, Pulse(chat=number))
        return next(line for line in await self.lines(game, reader.language, after=number - 1) if line.id == number)

    async def notes(self, game: str, person: Person) -> str:
        return await self._database.read(lambda c: store.notes_of(c, game, person.id))

    async def write_notes(self, game: str, reader: Reader, text: str) -> str:
        """The notes as they are kept."""
        person, kept = reader.signed_in, printable(text, also="\n\t")
        await self._limiter.spend("day-kilobytes", reader.network, kilobytes(len(kept.encode())))

        def carry_out(connection: sa.Connection) -> None:
            before = store.notes_of(connection, game, person.id)
            self._quotas.refuse_more_notes(connection, person, len(kept) - len(before))
            store.write_notes(connection, game, person.id, kept)

        await self._database.write(carry_out)
        return kept
