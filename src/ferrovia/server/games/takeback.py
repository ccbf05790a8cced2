"""Taking back, and giving again: at once where one may, else with the consent of the others."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import sqlalchemy as sa

from ferrovia.server.access import Reader
from ferrovia.server.accounts.service import Person
from ferrovia.server.clock import now
from ferrovia.server.database import Database, Taken, Unavailable
from ferrovia.server.encoding import text_of
from ferrovia.server.errors import Fault, Stale
from ferrovia.server.games import store
from ferrovia.server.games import undo as policy
from ferrovia.server.games.answering import Answering
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.games.changes import Change, Position
from ferrovia.server.games.live import Again, Answered, Live, UndoWish, stored_columns
from ferrovia.server.games.reading import Reading
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.games.store import Advance
from ferrovia.server.games.undo import Way
from ferrovia.server.limits import Limiter
from ferrovia.server.schema import ConsentRequest, Update


@dataclass(frozen=True, slots=True)
class Jump:
    """A step back or forth: where it leads, whose wish it is, and the answers that no longer count, or count again."""

    kind: Literal["undo", "redo"]
    to: int
    who: str
    changed: Sequence[int]
    redo: list[Again]


class TakingBack:
    """Lets games go back."""

    def __init__(
        self, database: Database, shelf: Shelf, reading: Reading, answering: Answering, bus: Bus, limiter: Limiter
    ) -> None:
        self._database = database
        self._shelf = shelf
        self._reading = reading
        self._answering = answering
        self._bus = bus
        self._limiter = limiter

    async def undo(self, reader: Reader, live: Live, seq: int, to: int | None) -> Update:
        """Goes back at once, or asks the others."""
        person, language = reader.signed_in, reader.language
        async with live.lock:
            await self._answering.expect(live, person, seq, language)
            self._answering.refuse_going_back(live)
            way = policy.way_back(live, person.id, to)
            if way is None:
                raise Fault("conflict" if live.seats_of(person.id) else "not-allowed", "nothing-to-undo")
            if way.consent:
                if live.undo_wish is not None and live.undo_wish.user != person.id:
                    raise Fault("conflict", "undo-pending")
                await self._ask(live, UndoWish(live.seats_of(person.id)[0], person.id, way.to, ()), person, language)
            else:
                await self._go_back(live, way, reader)
        return await self._reading.latest(live, person.id, language, since=seq)

    async def answer(self, reader: Reader, live: Live, consent: ConsentRequest) -> Update:
        """Consent to a request of somebody else, or refuse it."""
        person, language = reader.signed_in, reader.language
        async with live.lock:
            await self._answering.expect(live, person, consent.seq, language)
            seq, wish = live.seq, live.undo_wish
            if wish is None or wish.to != consent.to or person.id == wish.user or person.id not in live.people:
                raise Fault("conflict" if live.seats_of(person.id) else "not-allowed", "no-undo-asked")
            way = policy.way_back(live, wish.user, wish.to)
            if not consent.agree or way is None:
                await self._ask(live, None, person, language)
            elif way.consent <= {person.id, *wish.agreed}:
                await self._go_back(live, way, reader)
            else:
                await self._ask(live, replace(wish, agreed=(*wish.agreed, person.id)), person, language)
        return await self._reading.latest(live, person.id, language, since=seq)

    async def redo(self, person: Person, live: Live, seq: int, language: str) -> Update:
        """Gives again what was taken back."""
        async with live.lock:
            await self._answering.expect(live, person, seq, language)
            self._answering.refuse_going_back(live)
            again = policy.again(live, person.id)
            if again is None:
                raise Fault("conflict" if live.seats_of(person.id) else "not-allowed", "nothing-to-redo")
            head = live.head
            regained = await self._database.read(lambda c: _line_between(c, live.id, head, again.head))
            seqs, who = [a.seq for a in regained], live.seats_of(person.id)[0]
            await self._jump(live, Jump("redo", again.head, who, seqs, live.redo[:-1]), person, language)
            live.line.extend(regained)
        return await self._reading.latest(live, person.id, language, since=seq)

    async def _ask(self, live: Live, wish: UndoWish | None, person: Person, language: str) -> None:
        """A wish to go back is put to the others, or dropped; at the position that was seen, or not at all."""
        text, seq = None if wish is None else text_of(wish), live.seq

        def carry_out(connection: sa.Connection) -> bool:
            row = store.locked_game(connection, live.id)
            if row is None or (row["seq"], row["info"]) != (seq, live.info):
                return False
            store.change_game(connection, live.id, undo_request=text)
            return True

        if not await self._database.write(carry_out):  # another process was quicker
            await self._shelf.reload(live)
            raise Stale(await self._reading.latest(live, person.id, language, since=seq))
        live.undo_wish = wish
        live.info += 1
        self._bus.publish(live.id, Pulse(info=live.info))

    async def _go_back(self, live: Live, way: Way, reader: Reader) -> None:
        person, language, taken = reader.signed_in, reader.language, len(way.taken_back)
        # What is taken back stays stored, and as much may follow again: about a kilobyte an answer.
        await self._limiter.spend("day-kilobytes", reader.network, taken)
        redo = [*live.redo, Again(live.head, policy.people_in(way.taken_back))]
        who = live.undo_wish.by if live.undo_wish else live.seats_of(person.id)[0]
        await self._jump(live, Jump("undo", way.to, who, [a.seq for a in way.taken_back], redo), person, language)
        del live.line[len(live.line) - taken :]

    async def _jump(self, live: Live, jump: Jump, person: Person, language: str) -> None:
        """Makes an earlier position, or one that was taken back, the one that counts."""
        seq = live.seq
        target = await self._shelf.position(live, jump.to)
        base, depth = target.change.base, target.change.depth
        change = Change(seq + 1, jump.kind, jump.to, base, depth, jump.who, "player", None, (), now())
        position = Position(change, target.game)
        columns = stored_columns(position, head=jump.to, redo=jump.redo, due=live.due(target.game))

        def carry_out(connection: sa.Connection) -> None:
            store.advance(connection, [Advance(live.id, live.info, [change.row(live.id, None)], columns)])
            store.mark(connection, live.id, jump.changed, undone=jump.kind == "undo")

        try:
            await self._database.write(carry_out)
        except Taken:
            await self._shelf.reload(live)
            raise Stale(await self._reading.latest(live, person.id, language, since=seq)) from None
        except (Unavailable, asyncio.CancelledError):
            self._shelf.forget(live.id)
            raise
        before = live.now
        live.stand_at(position, redo=jump.redo)
        self._answering.tell(live, before)


def _line_between(connection: sa.Connection, game: str, head: int, to: int) -> list[Answered]:
    """The answers that lead from one position to a later one of the same line."""
    rows = {row["seq"]: row for row in store.log_of(connection, game, first=head + 1, last=to)}
    found: list[Answered] = []
    at = to
    while at != head:
        row = rows[at]
        found.append(Answered(at, row["who"], row["by"]))
        at = row["parent"]
    return found[::-1]
