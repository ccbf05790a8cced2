"""Following a recorded game: our position, the recorded actions one by one, and what the site does by itself.

A title hands in a `Follow`: what an action means, where the site waits, and what it does without asking. What the title
notices on the way is a value of its own, its notes; they are remembered and taken back together with the position.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, NamedTuple, TypeVar

from ferrovia import BadData, IllegalAction
from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.exported import Action, Exported, Wrong
from ferrovia.interop.ledger import Ledger
from ferrovia.interop.notices import Notice

N = TypeVar("N")
"""What a title notices on the way: a dataclass of plain values, lists, sets, dictionaries and a ledger."""


class Strange(BadData):
    """A recorded action that does not fit what is asked here."""


class Reading(NamedTuple):
    """How a recorded action is understood, where the site may have asked something else than we do."""

    counts: bool = True
    """Whether it answers a question of ours; the site also waits for passes where we ask nothing."""
    skips: int | None = None
    """How many of our questions after it the site does not ask; None: as far as the position shows."""
    looks_ahead: bool = True
    """Whether the next action shows what the site asks: not where the same player acts again only a round later."""
    later: bool = False
    """Whether it answers a later question than the one where it was expected: the site has left that out."""


PLAIN = Reading()
FAR = 20
"""How many of the next actions a follower looks at: no turn has more between two steps."""


class Memory(NamedTuple):
    """Where a follower was: how many answers were given, and what it had noticed."""

    answers: int
    notices: int
    was_ended: bool
    notes: Any


MANY_SKIPS, TOO_MANY_SKIPS = 50, 120
"""After the first number of questions left out in a row it is doubtful whether the next action will ever fit; after the
second there is no doubt. A stock round in which eight players and an operating round in which twenty companies can do
nothing are less."""


@dataclass(frozen=True, slots=True)
class Skip(Generic[N]):
    """A question that the site may leave out: when it does, and the answer that is then given here."""

    when: "Callable[[Following[N]], bool]"
    """Found out from the position alone."""
    answer: "Callable[[Following[N]], Any] | None" = None
    """None: the answer that leaves things as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow(Generic[N]):
    """How records of a title are followed."""

    notes: Callable[[Exported, Game], N]
    """What the title will notice, as it is at the start."""
    meanings: "Mapping[str, Callable[[Following[N], Action], Any | None]]"
    """Our action for a recorded one of each kind; None where it is played already, or needs none."""
    may_act: "Callable[[Following[N], str], bool]"
    """Whether something may be done now in the name of a company, or of what belongs to one."""
    passed: "Callable[[Following[N], Action], None]"
    """Plays what a recorded pass means."""
    look: "Callable[[Following[N]], None]"
    """Notices what is new at a position, before anything else is asked about it."""
    asked: "Callable[[Following[N], type[Any] | None, Action], bool | None]"
    """Whether the next recorded action shows that the site has asked what we ask now, or has not; None if it does not
    show it. A question that the site may leave out is told by the answer under which it stands in `skips`."""
    skips: Mapping[type[Any], Skip[N]]
    """The questions that the site may leave out, by the answer that tells them from others."""
    played: "Callable[[Following[N], Game, Any], None]"
    """Notices an answer of ours, with the position before it."""
    paid: "Callable[[Following[N], Action], int | None]"
    """What something that was just bought or sold has cost by the rules; None where the record sets the price."""
    is_told_only: "Callable[[Following[N], Action], bool] | None" = None
    """Whether an action is recorded although nothing is decided by it here; None where there are no such actions."""


class Following(Generic[N]):
    """A game that is being played after a record."""

    def __init__(self, follow: Follow[N], export: Exported, game: Game, options: Mapping[str, str]) -> None:
        self.follows = follow
        self.export = export
        self.record = Record(game, game.state.players, options)
        self.game = game
        self.notes: N = follow.notes(export, game)
        self.notices: list[Notice] = []
        """What could not be played exactly as recorded."""
        self.coming: Action | None = None
        """What is recorded next, if anything."""
        self._recorded: Sequence[Action] = ()
        self._past = 0
        """How much of what is recorded is past."""
        self.skipped = 0
        """How many questions were left out after the latest action."""
        self.was_ended = False
        """Whether people have ended the game before its end."""

    # What is recorded.

    def show(self, recorded: Sequence[Action], past: int) -> None:
        """Shows all that is recorded, and how much of it is past."""
        self._recorded, self._past = recorded, past
        self.coming = recorded[past] if past < len(recorded) else None

    @property
    def behind(self) -> Sequence[Action]:
        """What is recorded after the next action, as far as it may matter."""
        return self._recorded[self._past + 1 : self._past + 1 + FAR]

    @property
    def next_but_one(self) -> Action | None:
        """The first of those."""
        at = self._past + 1
        return self._recorded[at] if at < len(self._recorded) else None

    def told(self, event: str, figure: str = "amount") -> int | None:
        """A figure of what the latest answer has brought about, if it has."""
        return next((said.params[figure] for said in self.game.events if said.key == event), None)

    # What is asked here.

    def asked(self) -> list[type[Any]]:
        """The answers that the present question allows."""
        return [move.action for move in self.game.ask.moves] if self.game.ask else []

    def asks_for(self, action: type[Any]) -> bool:
        return action in self.asked()

    def can(self, *actions: type[Any]) -> bool:
        return bool(self.game.offers().of(*actions))

    def question(self) -> type[Any] | None:
        """The answer by which a question is known that the site may leave out; None for all other questions."""
        skips, ask = self.follows.skips, self.game.ask
        if ask is not None:
            for move in ask.moves:
                if move.action in skips:
                    return move.action
        return None

    def site_would_skip(self) -> bool:
        """Whether the site goes on by itself where we ask; found out from the position alone."""
        return self._would_skip(self.question())

    def _would_skip(self, question: type[Any] | None) -> bool:
        return question is not None and self.follows.skips[question].when(self)

    # Playing.

    def begin(self) -> None:
        self._settle(PLAIN)

    def follow(self, action: Action, reading: Reading = PLAIN) -> None:
        """One recorded action, and what the site does after it without asking."""
        if isinstance(action, Wrong):
            raise Strange(action.reason)
        if self.was_ended:
            raise Strange(Notice("after-the-break"))
        if action.kind == "end_game":
            self._end(action)
            return
        if reading.later:
            self.go_on()
        if reading.counts:
            self._answer(action)
        elif not self._knows(action.entity):
            raise Strange(Notice("nobody-called", who=action.entity))
        self._settle(reading)

    def _knows(self, entity: str) -> bool:
        return entity in self.export.players or entity in self.game.title.data.companies

    def _answer(self, action: Action) -> None:
        if action.kind == "pass":
            self.follows.passed(self, action)
            return
        meaning = self.follows.meanings.get(action.kind)
        if meaning is None:
            raise Strange(Notice("unknown-action", title=self.game.title.name, kind=action.kind))
        if self.follows.is_told_only is not None and self.follows.is_told_only(self, action):
            return
        self.is_by_who_is_asked(action)
        ours = meaning(self, action)
        if ours is not None:
            self.play(ours)
            if action.get("price") is not None:
                self._is_paid_as_recorded(action)

    def _is_paid_as_recorded(self, action: Action) -> None:
        paid = self.follows.paid(self, action)
        if paid not in (None, action.amount("price")):
            raise Strange(Notice("paid-otherwise", here=paid, there=action["price"]))

    def is_by_who_is_asked(self, action: Action) -> None:
        """Refuses what is done by somebody who is not asked: it belongs to another question than ours."""
        entity, ask = action.entity, self.game.ask
        if ask is None:
            raise Strange(Notice("after-the-end"))
        player = self.export.player_of(action)
        if player is None and action.is_by_player:
            raise Strange(Notice("no-such-player", who=entity))
        is_asked = self.follows.may_act(self, entity) if player is None else player == ask.who
        if not is_asked:
            raise Strange(Notice("out-of-turn", who=player or entity, asked=ask.who))

    def _end(self, action: Action) -> None:
        """People may agree to end a game; it can be played on here."""
        self.was_ended = True
        if self.game.ask is not None:
            self.notices.append(Notice("ended", number=action.listed))

    def play(self, action: Any) -> None:
        before = self.game
        self.game = self.record.play(action)
        self.follows.played(self, before, action)

    def take(self, action: Any, after: Game) -> None:
        """An answer that was tried on the present position, and has led where it should."""
        before = self.game
        self.game = self.record.take(action, after)
        self.follows.played(self, before, action)

    def let_be(self) -> None:
        """The answer that leaves things as they are."""
        ask, forms = self.game.ask, self.game.title.forms
        passive = [move.action for move in ask.moves if move.passive] if ask else []
        if len(passive) == 1 and not forms[passive[0]].fields:
            self.play(passive[0]())  # whether it is allowed is found out while it is played
            return
        answer = self.game.offers().passive()
        if answer is None:
            raise Strange(Notice("nothing-to-pass"))
        self.play(answer)

    # Going back.

    def take_back(self, to: int) -> None:
        """Goes back to the position after that many answers."""
        self.game = self.record.back_to(to)
        self.record.undone.clear()

    def remember(self) -> Memory:
        return Memory(len(self.record.entries), len(self.notices), self.was_ended, _copy_of(self.notes))

    def go_back(self, to: Memory) -> None:
        """To where it was before, with all that it had noticed there."""
        self.take_back(to.answers)
        del self.notices[to.notices :]
        self.was_ended, self.notes = to.was_ended, _copy_of(to.notes)

    # Where the site does not wait.

    def _settle(self, reading: Reading) -> None:
        """Goes on to where the site asks; not on and on towards somebody who is never asked."""
        self.skipped, many = 0, None
        goes_on = self._site_goes_on if reading.looks_ahead else self.site_would_skip
        self.follows.look(self)
        while goes_on() if reading.skips is None else self.skipped < reading.skips:
            if self.skipped == MANY_SKIPS:
                many = self.remember()
            if many is not None and self.skipped > TOO_MANY_SKIPS:
                self.go_back(many)
                return
            if self.game.ask is None:
                raise Strange("nothing more is asked")
            try:
                self._skip()
            except (IllegalAction, Strange):
                if reading.skips is not None:
                    raise
                return  # so it is the next action that cannot be
            self.skipped += 1
            self.follows.look(self)

    def go_on(self) -> None:
        """To where the site asks by the position alone."""
        for _ in range(TOO_MANY_SKIPS):
            if not self.site_would_skip():
                return
            self._skip()
            self.follows.look(self)

    def _skip(self) -> None:
        question = self.question()
        answer = None if question is None else self.follows.skips[question].answer
        if answer is None:
            self.let_be()
        else:
            self.play(answer(self))

    def _site_goes_on(self) -> bool:
        """Whether the site does not wait here. The next action may show it: that is quicker than finding out."""
        question = self.question()
        asked = self._shown_by_the_next(question)
        return self._would_skip(question) if asked is None else not asked

    def _shown_by_the_next(self, question: type[Any] | None) -> bool | None:
        try:
            return self.follows.asked(self, question, coming) if (coming := self._next_decision()) else None
        except BadData:
            return None  # said when it is its turn

    def _next_decision(self) -> Action | None:
        """The next recorded action that decides something."""
        coming, is_told_only = self.coming, self.follows.is_told_only
        if coming is None or is_told_only is None or not is_told_only(self, coming):
            return coming
        return next((action for action in self.behind if not is_told_only(self, action)), None)


def _copy_of(notes: Any) -> Any:
    return type(notes)(**{f.name: _copied(getattr(notes, f.name)) for f in fields(notes)})


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list | set | Ledger) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]


def explained(error: Exception) -> str:
    """One sentence: the rule and its paragraph, or what is strange."""
    if isinstance(error, IllegalAction):
        refusal = error.refusal
        return f"[{refusal.cite}] {refusal.rule}: {dict(refusal.params)}"
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Notice) else str(error)
