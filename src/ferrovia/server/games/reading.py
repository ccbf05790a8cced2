"""What somebody gets to see of a game: a position, what led to it, and what an answer would do."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ferrovia import BadData, Game, Title, action_from_json, action_to_json, beginning_from_json
from ferrovia.bots import reason_for
from ferrovia.server.errors import Fault
from ferrovia.server.games.aside import aside
from ferrovia.server.games.changes import Position
from ferrovia.server.games.foresight import foreseen
from ferrovia.server.games.history import History
from ferrovia.server.games.live import Live
from ferrovia.server.games.shelf import Shelf
from ferrovia.server.games.story import Story, action_text, story_of
from ferrovia.server.games.updates import is_asked, offer_infos, offers_of, refusal_info, rest_info, update
from ferrovia.server.schema import BotReason, NextQuestion, OutlookEvent, Preview, Reasons, Update
from ferrovia.text import Words

MOST_ENTRIES = 100
"""Whoever was away for longer gets the latest of what happened, and reads the rest in the log."""


USUAL_BOT = "simple"
"""Whose reasons are told where nobody knows any more which bot answered."""


class Reading:
    """Games as people see them."""

    def __init__(self, shelf: Shelf, history: History) -> None:
        self._shelf = shelf
        self._history = history

    async def update(self, live: Live, user: str | None, language: str, *, seq: int, since: int | None) -> Update:
        """A position for a reader, with what happened since they last looked."""
        position = await self._shelf.position(live, seq)
        story = await self._story(live, language, since=seq - 1 if since is None else since, until=seq)
        asked = is_asked(live, position, user)
        if asked or not position.is_viewed:
            await aside(live.title, lambda: _worked_out(live, position, language, asked=asked))
        return update(live, position, user, language, story)

    async def latest(self, live: Live, user: str | None, language: str, *, since: int | None = None) -> Update:
        return await self.update(live, user, language, seq=live.seq, since=since)

    async def _story(self, live: Live, language: str, *, since: int, until: int) -> Story:
        first = max(since, 0, until - MOST_ENTRIES) + 1
        known = [live.recent.get(seq) for seq in range(first, until + 1)]
        changes = [position.change for position in known if position is not None]
        if len(changes) < len(known):
            return await self._history.story(live, language, first=first, last=until)
        return story_of(live.words_in(language), changes)

    async def preview(
        self, live: Live, position: Position, user: str | None, language: str, actions: Sequence[Any]
    ) -> Preview:
        """Why an action would be refused, how it could grow, and what it and those after it would do."""
        return await aside(live.title, lambda: _preview(live, position, user, language, actions))

    async def why_not(
        self, live: Live, position: Position, user: str | None, language: str, actions: Sequence[Any]
    ) -> Reasons:
        """For each action, of which fields may be missing, why none that begins like it may be taken."""
        return await aside(live.title, lambda: _reasons(live, position, user, language, actions))

    async def reason(self, live: Live, before: Position, after: Position, language: str) -> BotReason:
        """Why a bot gave the answer that led from one position to the next."""
        return await aside(live.title, lambda: _reason(live, before, after, language))


def _reason(live: Live, before: Position, after: Position, language: str) -> BotReason:
    seat = live.seats.get(after.change.who or "")
    bot = (seat.bot if seat else None) or USUAL_BOT  # a person may sit there by now
    why = reason_for(bot, before.game, read_action(live, after.change.action))
    return BotReason(seq=after.change.seq, text=live.words_in(language).thought(why))


def read_action(live: Live, data: Any, read: Callable[[Title, Any], Any] = action_from_json) -> Any:
    """An action, or the beginning of one, as a program or a browser sends it."""
    try:
        return read(live.title, data)
    except BadData as error:
        raise Fault("bad-request", "bad-action", detail=str(error)) from None


def _reasons(live: Live, position: Position, user: str | None, language: str, actions: Sequence[Any]) -> Reasons:
    words, game = live.words_in(language), position.game
    seat = live.acting_seat(game, user)
    begun = [read_action(live, action, beginning_from_json) for action in actions]
    found = [game.why_not(one, by=seat) for one in begun]
    return Reasons(refusals=[None if refusal is None else refusal_info(words, refusal) for refusal in found])


def _worked_out(live: Live, position: Position, language: str, *, asked: bool) -> None:
    """What takes a while: what is shown to everybody, and what is told to whoever is asked. It is remembered."""
    words, _ = live.words_in(language), position.view
    if asked:
        offers_of(position, words)
        rest_info(position, words)


def _preview(live: Live, position: Position, user: str | None, language: str, actions: Sequence[Any]) -> Preview:
    words, game = live.words_in(language), position.game
    wanted, *later = [read_action(live, action) for action in actions]
    refusal = game.why_not(wanted, by=live.acting_seat(game, user))
    course = None if refusal else foreseen(game, [wanted, *later])
    after = course.end if course else None
    view = None if after is None else after.view()
    reached, reach = _reach(game, after) if after else ((), ())
    return Preview(
        legal=refusal is None,
        refusal=None if refusal is None else refusal_info(words, refusal),
        more=offer_infos(position, game.offers().longer(wanted), words),
        events=[
            OutlookEvent(key=e.key, params=dict(e.params), text=words.event(e), automatic=automatic)
            for e, automatic in (course.events if course else ())
        ],
        view=view,
        text=action_text(words, action_to_json(wanted), position.view.faces) if after else "",
        next=_question(words, after, view.faces) if after and view else None,
        consents=list(course.consents) if course else [],
        reached=list(reached),
        reach=list(reach),
    )


def _question(words: Words, game: Game, faces: Mapping[str, str]) -> NextQuestion | None:
    """What is asked at a position, whoever is asked; `faces` are those of the trains that lie open there."""
    if game.ask is None:
        return None
    about = game.ask.about
    text = words.question(about, optional=game.offers().passive() is not None, faces=faces)
    return NextQuestion(key=about.key, params=dict(about.params), text=text, who=game.ask.who)


def _reach(game: Game, after: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The stops that the company in question reaches before and after an answer; none where the map stays as it is."""
    company = game.ask.about.params.get("company") if game.ask else None
    if company is None or after.state.board is game.state.board:
        return (), ()
    return game.reach(company), after.reach(company)
