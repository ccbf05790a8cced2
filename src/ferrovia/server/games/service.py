"""Playing: answers are checked by the engine, stored in one transaction, then told to everybody who follows."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import sqlalchemy as sa
import structlog

from ferrovia import BadData, Game, IllegalAction, action_from_json, action_to_json, state_to_text
from ferrovia.server.accounts.service import Person
from ferrovia.server.clock import now
from ferrovia.server.database import Database, Taken, Unavailable
from ferrovia.server.errors import Fault, Refused, Stale
from ferrovia.server.games import store
from ferrovia.server.games import undo as policy
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.games.driver import Thinkers
from ferrovia.server.games.live import (
    Again,
    Answered,
    Change,
    Live,
    Position,
    Seat,
    UndoWish,
    replayed,
    stored_columns,
    text_of,
)
from ferrovia.server.games.play import Answer, of_itself, positions_after
from ferrovia.server.games.store import Advance
from ferrovia.server.games.undo import Way
from ferrovia.server.games.updates import action_text, events_of, is_asked, offer_infos, offers_of, refusal_info, update
from ferrovia.server.metrics import Metrics
from ferrovia.server.schema import EventInfo, Preview, ToldEvent, Update
from ferrovia.server.settings import Settings
from ferrovia.text import Words

LOG = structlog.get_logger("ferrovia.games")

T = TypeVar("T")

STALLED = 5_000
"""Milliseconds after which a bot's answer is overdue: the process that drove the game is gone."""


class Games:
    """The games that have begun."""

    def __init__(self, database: Database, bus: Bus, metrics: Metrics, settings: Settings) -> None:
        self._database = database
        self._bus = bus
        self._metrics = metrics
        self._settings = settings
        self._thinkers = Thinkers(settings.bot_processes)
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._driving: dict[str, asyncio.Task[None]] = {}

    # Finding a game.

    async def live(self, game: str) -> Live:
        """A game as this process knows it; perhaps another process has gone on already."""
        live = self._live.get(game)
        if live is None:
            live = await self._load(game)
        self._live.move_to_end(game)
        return live

    async def pulse(self, game: str) -> Pulse:
        """How far the database has a game."""
        pulse = await self._database.glance(lambda c: store.pulse_of(c, game))
        if pulse is None:
            raise Fault("not-found", "no-such-game")
        return Pulse(*pulse)

    async def fresh(self, game: str, *, pulse: Pulse | None = None) -> Live:
        """A game as far as the database has it, or as it is known to be."""
        known = pulse or await self.pulse(game)
        live = await self.live(game)
        if live.seq < known.seq or live.info < known.info:
            async with live.lock:
                if live.seq < known.seq or live.info < known.info:
                    await self._reload(live)
        if live.due(live.game) and now() - live.updated > STALLED:
            self.drive(game)
        return live

    async def _load(self, game: str) -> Live:
        found = await self._database.read(lambda c: _stored(c, game))
        if game not in self._live:  # somebody else may have been quicker meanwhile
            self._live[game] = Live(*found)
            while len(self._live) > self._settings.live_games:
                self._live.popitem(last=False)
            self._metrics.live_games = len(self._live)
        return self._live[game]

    async def _reload(self, live: Live) -> None:
        live.load(*await self._database.read(lambda c: _stored(c, live.id)))

    def forget(self, game: str) -> None:
        """The next one who asks reads the game anew."""
        self._live.pop(game, None)

    async def refresh(self, game: str) -> None:
        """Something about a game besides its moves has changed: who follows it learns so."""
        pulse = await self.pulse(game)
        if game in self._live:
            await self.fresh(game, pulse=pulse)
        self._bus.publish(game, pulse)

    async def position(self, live: Live, seq: int) -> Position:
        """Any position of a game, a few answers away from a stored one."""
        if seq == live.seq:
            return live.now
        if seq in live.recent:
            return live.recent[seq]
        if seq > live.seq:
            raise Fault("not-found", "no-such-position")
        return live.remember(await self._database.read(lambda c: _position_at(c, live, seq)))

    # Seeing.

    async def update(self, live: Live, user: str | None, language: str, *, seq: int, since: int | None) -> Update:
        """A position for a reader, with what happened since they last looked."""
        position = await self.position(live, seq)
        events = await self._events(live, language, since=seq - 1 if since is None else since, until=seq)
        if is_asked(live, position, user):
            await _aside(live, lambda: offers_of(position, live.words_in(language)))
        return update(live, position, user, language, events)

    async def latest(self, live: Live, user: str | None, language: str, *, since: int | None = None) -> Update:
        return await self.update(live, user, language, seq=live.seq, since=since)

    async def _events(self, live: Live, language: str, *, since: int, until: int) -> list[EventInfo]:
        wanted = range(max(since, 0) + 1, until + 1)
        if all(seq in live.recent for seq in wanted):
            changes = [live.recent[seq].change for seq in wanted]
        else:
            rows = await self._database.read(lambda c: store.log_of(c, live.id, first=wanted[0], last=until))
            changes = [Change.of(row) for row in rows]
        return [event for change in changes for event in events_of(live, change, language)]

    async def preview(self, live: Live, position: Position, user: str | None, language: str, action: Any) -> Preview:
        """Why an action would be refused, how it could grow, and what it would do."""
        return await _aside(live, lambda: self._preview(live, position, user, language, action))

    def _preview(self, live: Live, position: Position, user: str | None, language: str, action: Any) -> Preview:
        words, game = live.words_in(language), position.game
        wanted = _action(live, action)
        seat = _acting_seat(live, game, user)
        refusal = game.why_not(wanted, by=seat)
        after = None if refusal else game.play(wanted)
        reached, reach = _reach(game, after) if after else ((), ())
        return Preview(
            legal=refusal is None,
            refusal=None if refusal is None else refusal_info(words, refusal),
            more=offer_infos(game, game.more(wanted), words),
            events=[
                ToldEvent(key=e.key, params=dict(e.params), text=words.event(e))
                for e in (after.events if after else ())
            ],
            view=None if after is None else after.view(),
            text=action_text(words, action_to_json(wanted)) if after else "",
            next=_question(words, after) if after else None,
            reached=list(reached),
            reach=list(reach),
        )

    # Answering.

    async def submit(self, person: Person, live: Live, seq: int, action: Any, language: str) -> Update:
        """A person's answer to the position they saw."""
        async with live.lock:
            await self._expect(live, person, seq, language)
            try:
                await self._play(live, lambda: self._checked(person, live, action, language))
            except Taken:  # another process was quicker, or has changed who sits where: look again, once
                await self._reload(live)
                await self._expect(live, person, seq, language)
                await self._play(live, lambda: self._checked(person, live, action, language))
        return await self.latest(live, person.id, language, since=seq)

    def _checked(self, person: Person, live: Live, action: Any, language: str) -> Answer:
        """A person's answer, if it is theirs to give and the rules allow it."""
        seat = _acting_seat(live, live.game, person.id)
        if seat is None:
            raise Fault("not-allowed", "not-seated")
        wanted = _action(live, action)
        try:
            return wanted, "player", live.game.play(wanted, by=seat)
        except IllegalAction as illegal:
            self._metrics.refusals += 1
            raise Refused(illegal.refusal, refusal_info(live.words_in(language), illegal.refusal).message) from None

    async def _expect(self, live: Live, person: Person, seq: int, language: str) -> None:
        """Refuses who looks at an older position than the one that counts."""
        if live.seq < seq:
            await self._reload(live)
        if live.seq != seq:
            raise Stale(await self.latest(live, person.id, language, since=min(seq, live.seq)))

    async def _play(self, live: Live, give: Callable[[], Answer]) -> None:
        """An answer is given, and those follow that follow of themselves. Under the game's lock."""
        await self._store(live, await _aside(live, lambda: _positions_after(live.now, give())))

    async def _store(self, live: Live, positions: Sequence[Position]) -> None:
        """Stores new positions; only then they count. Under the game's lock."""
        last, at = positions[-1], now()
        columns = stored_columns(last, head=last.change.seq, redo=(), due=live.due(last.game), at=at)
        entries = [p.change.row(live.id, at, _kept(p, columns["state"], last)) for p in positions]
        try:
            await self._database.store(store.ADVANCE, Advance(live.id, live.info, entries, columns))
        except (Unavailable, asyncio.CancelledError):
            self.forget(live.id)  # whether it was stored is not known: ask the database next time
            raise
        for position in positions:
            change = position.change
            live.line.append(Answered(change.seq, change.who or "", change.by))
            live.remember(position)
            self._metrics.answers[change.by] += 1
        self._arrive(live, last, redo=[], at=at)

    def _arrive(self, live: Live, position: Position, *, redo: list[Again], at: int) -> None:
        """The game stands at a new position: everybody may know."""
        if not self._bus.is_followed(live.id):
            live.now.forget()
        live.now = live.remember(position)
        live.seq = position.change.seq
        live.status = "running" if position.game.ask else "finished"
        live.redo, live.undo_wish, live.updated = redo, None, at
        if position.game.ask is None:
            LOG.info("game over", game=live.id, title=live.title.id, seq=live.seq)
        self._bus.publish(live.id, Pulse(seq=live.seq))
        if live.due(live.game):
            self.drive(live.id)

    # Taking back.

    async def undo(self, person: Person, live: Live, seq: int, to: int | None, language: str) -> Update:
        """Goes back at once, or asks the others."""
        async with live.lock:
            await self._expect(live, person, seq, language)
            way = policy.way_back(live, person.id, to)
            if way is None:
                raise Fault("conflict" if live.seats_of(person.id) else "not-allowed", "nothing-to-undo")
            if way.consent:
                if live.undo_wish is not None and live.undo_wish.user != person.id:
                    raise Fault("conflict", "undo-pending")
                wish = UndoWish(live.seats_of(person.id)[0], person.id, way.to, ())
                await self._ask_for_undo(live, wish)
            else:
                await self._go_back(live, way, person, language)
        return await self.latest(live, person.id, language, since=seq)

    async def answer_undo(self, person: Person, live: Live, agree: bool, language: str) -> Update:
        """Consent to a request of somebody else, or refuse it."""
        async with live.lock:
            seq, wish = live.seq, live.undo_wish
            if wish is None or person.id == wish.user or person.id not in live.people:
                raise Fault("conflict" if live.seats_of(person.id) else "not-allowed", "no-undo-asked")
            way = policy.way_back(live, wish.user, wish.to)
            if not agree or way is None:
                await self._ask_for_undo(live, None)
            elif way.consent <= {person.id, *wish.agreed}:
                await self._go_back(live, way, person, language)
            else:
                await self._ask_for_undo(live, replace(wish, agreed=(*wish.agreed, person.id)))
        return await self.latest(live, person.id, language, since=seq)

    async def _ask_for_undo(self, live: Live, wish: UndoWish | None) -> None:
        text = None if wish is None else text_of(wish)
        await self._database.write(lambda c: store.change_game(c, live.id, undo_request=text))
        live.undo_wish = wish
        live.info += 1
        self._bus.publish(live.id, Pulse(info=live.info))

    async def _go_back(self, live: Live, way: Way, person: Person, language: str) -> None:
        taken = len(way.taken_back)
        redo = [*live.redo, Again(live.head, policy.people_in(way.taken_back))]
        who = live.undo_wish.by if live.undo_wish else live.seats_of(person.id)[0]
        await self._jump(live, "undo", way.to, [a.seq for a in way.taken_back], redo, who, person, language)
        del live.line[len(live.line) - taken :]

    async def redo(self, person: Person, live: Live, seq: int, language: str) -> Update:
        """Gives again what was taken back."""
        async with live.lock:
            await self._expect(live, person, seq, language)
            again = policy.again(live, person.id)
            if again is None:
                raise Fault("conflict" if live.seats_of(person.id) else "not-allowed", "nothing-to-redo")
            head = live.head
            regained = await self._database.read(lambda c: _line_between(c, live.id, head, again.head))
            seqs, who = [a.seq for a in regained], live.seats_of(person.id)[0]
            await self._jump(live, "redo", again.head, seqs, live.redo[:-1], who, person, language)
            live.line.extend(regained)
        return await self.latest(live, person.id, language, since=seq)

    async def _jump(
        self,
        live: Live,
        kind: Any,
        to: int,
        changed: Sequence[int],
        redo: list[Again],
        who: str,
        person: Person,
        language: str,
    ) -> None:
        """Makes an earlier position, or one that was taken back, the one that counts."""
        seq, at = live.seq, now()
        target = await self.position(live, to)
        change = Change(seq + 1, kind, to, target.change.base, target.change.depth, who, "player", None, ())
        position = Position(change, target.game)
        columns = stored_columns(position, head=to, redo=redo, due=live.due(target.game), at=at)

        def carry_out(connection: sa.Connection) -> None:
            store.advance(connection, [Advance(live.id, live.info, [change.row(live.id, at, None)], columns)])
            store.mark(connection, live.id, changed, undone=kind == "undo")

        try:
            await self._database.write(carry_out)
        except Taken:
            await self._reload(live)
            raise Stale(await self.latest(live, person.id, language, since=seq)) from None
        except (Unavailable, asyncio.CancelledError):
            self.forget(live.id)
            raise
        self._arrive(live, position, redo=redo, at=at)

    # Going on without people.

    def drive(self, game: str) -> None:
        """Lets the bots of a game answer, in the background, until a person is asked."""
        if game not in self._driving:
            task = asyncio.create_task(self._drive(game), name=f"bots of {game}")
            self._driving[game] = task
            task.add_done_callback(lambda _: self._driving.pop(game, None))

    async def drive_all_due(self) -> None:
        """After a start: games in which a bot's answer is due go on."""
        for game in await self._database.read(store.games_due):
            self.drive(game)

    async def _drive(self, game: str) -> None:
        while True:
            try:
                live = await self.live(game)
                if not live.due(live.game):
                    return
                await asyncio.sleep(self._settings.bot_pause)
                await self._bot_answers(live)
            except Unavailable:
                await asyncio.sleep(1)
            except Exception as error:
                LOG.error("a bot failed", game=game, exc_info=error)
                return

    async def _bot_answers(self, live: Live) -> None:
        position = live.now
        ask = position.game.ask
        bot = live.seats[ask.who].bot if ask else None
        if bot is None:
            return
        action = await self._thinkers.answer(live, position.game, bot)
        async with live.lock:
            if live.now is not position:  # taken back, or answered by another process, while it thought
                return
            wanted = _action(live, action)
            try:
                await self._play(live, lambda: (wanted, "bot", position.game.play(wanted)))
            except Taken:
                await self._reload(live)

    async def close(self) -> None:
        driving = list(self._driving.values())
        for task in driving:
            task.cancel()
        await asyncio.gather(*driving, return_exceptions=True)
        await self._thinkers.close()


# ------------------------------------------------------------------------------------------------------------ the parts


async def _aside(live: Live, work: Callable[[], T]) -> T:
    """Where trains are run, playing and offering may need the best routes: found in a thread, so that only who asked
    has to wait."""
    return work() if live.title.routes is None else await asyncio.to_thread(work)


def _positions_after(start: Position, answer: Answer) -> list[Position]:
    return positions_after(start, [answer, *of_itself(answer[2])])


def _action(live: Live, data: Any) -> Any:
    try:
        return action_from_json(live.title, data)
    except BadData as error:
        raise Fault("bad-request", "bad-action", detail=str(error)) from None


def _question(words: Words, game: Game) -> ToldEvent | None:
    """What is asked at a position, whoever is asked."""
    if game.ask is None:
        return None
    about = game.ask.about
    return ToldEvent(key=about.key, params=dict(about.params), text=words.question(about))


def _reach(game: Game, after: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The stops that the company in question reaches before and after an answer; none where the map stays as it is."""
    company = game.ask.about.params.get("company") if game.ask else None
    if company is None or after.state.board is game.state.board:
        return (), ()
    return game.reach(company), after.reach(company)


def _acting_seat(live: Live, game: Game, user: str | None) -> Any:
    """The seat a person answers for: the one asked if it is theirs, else their first."""
    mine = live.seats_of(user)
    if game.ask is not None and game.ask.who in mine:
        return game.ask.who
    return mine[0] if mine else None


def _kept(position: Position, last_state: str, last: Position) -> str | None:
    """The position as it is stored with its entry, if it is one of those that are."""
    if position.change.base != position.change.seq:
        return None
    return last_state if position is last else state_to_text(position.game.state)


def _stored(connection: sa.Connection, game: str) -> tuple[Any, list[Seat], list[Answered], Change]:
    row = store.find_game(connection, game)
    if row is None:
        raise Fault("not-found", "no-such-game")
    if row["status"] == "open":
        raise Fault("conflict", "not-begun")
    seats = [Seat.of(seat) for seat in store.seats_of(connection, [game])]
    line = [Answered(seq, who, by) for seq, who, by in store.line_of(connection, game)]  # pyright: ignore[reportArgumentType]
    last = store.entry_at(connection, game, row["seq"])
    assert last is not None
    return row, seats, line, Change.of(last)


def _position_at(connection: sa.Connection, live: Live, seq: int) -> Position:
    row = store.entry_at(connection, live.id, seq)
    if row is None:
        raise Fault("not-found", "no-such-position")
    change = Change.of(row)
    rows = store.way_to(connection, live.id, base=change.base, seq=change.leads_to)
    try:
        return Position(change, replayed(live.title, rows, change.leads_to))
    except IllegalAction:
        raise Fault("conflict", "older-rules") from None


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
