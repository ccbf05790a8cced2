"""Following a recorded game: our position, the recorded actions one by one, and what the site does by itself."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from ferrovia import BadData, IllegalAction
from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.exported import Action, Exported, Wrong


class Strange(BadData):
    """A recorded action that cannot be understood here."""


class Reading(NamedTuple):
    """How a recorded action is understood, where the site may have asked something else than we do."""

    counts: bool = True
    """Whether it answers a question of ours; the site also waits for passes where we ask nothing."""
    skips: int | None = None
    """How many of our questions after it the site does not ask; None: as far as the position shows."""


PLAIN = Reading()


class Memory(NamedTuple):
    """Where a follower was: how many answers were given, and what it had noticed."""

    answers: int
    noticed: Mapping[str, Any]


MANY_SKIPS, TOO_MANY_SKIPS = 50, 120
"""After so many questions left out in a row it is doubtful whether the next action will ever fit; after more it is not.
A stock round in which eight players and an operating round in which twenty companies can do nothing are less."""

NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What an action may cause that says nothing sensible."""

FIXED = frozenset({"export", "record", "game", "box"})
"""What is not noticed on the way, or follows from the answers."""


class Follower:
    """Plays the actions of an export into a record. A title says what an action means and what the site skips."""

    MEANINGS: ClassVar[Mapping[str, Callable[[Any, Action], Any | None]]] = {}
    """Our action for a recorded one of each kind; None where it is played already, or needs none."""
    SKIPS: ClassVar[Mapping[type[Any], Callable[[Any], bool]]] = {}
    """For the questions that the site may leave out, by the answer that tells them from others: whether it does so at
    this position."""

    def __init__(self, export: Exported, game: Game, options: Mapping[str, str]) -> None:
        self.export = export
        self.record = Record(game, game.state.players, options)
        self.game = game
        self.notices: list[str] = []
        self.coming: Action | None = None
        """What is recorded next, if anything."""
        self.behind: Sequence[Action] = ()
        """What is recorded after that, as far as it may matter."""
        self.skipped = 0
        """How many questions were left out after the latest action."""
        self.was_ended = False
        """Whether people have ended the game before its end."""

    # What a title says.

    def may_act(self, entity: str) -> bool:
        """Whether something may be done now in the name of a company, or of what belongs to one."""
        raise NotImplementedError

    def passed(self, action: Action) -> None:
        raise NotImplementedError

    def look(self) -> None:
        """Notices what is new at a position, before anything else is asked about it."""
        raise NotImplementedError

    def site_asked(self, coming: Action) -> bool | None:
        """Whether the next recorded action shows that the site has asked what we ask now, or has not; None if it does
        not show it."""
        raise NotImplementedError

    def skip(self) -> None:
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """The position in the words of the traces."""
        raise NotImplementedError

    # What is the same for all.

    def asked(self) -> list[type[Any]]:
        """The answers that the present question allows."""
        return [move.action for move in self.game.ask.moves] if self.game.ask else []

    def can(self, *actions: type[Any]) -> bool:
        return self.game.allows(*actions)

    def question(self) -> type[Any] | None:
        """The answer by which a question is known that the site may leave out; None for all other questions."""
        skips = self.SKIPS
        for move in self.game.ask.moves if self.game.ask else ():
            if move.action in skips:
                return move.action
        return None

    def site_would_skip(self) -> bool:
        """Whether the site goes on by itself where we ask; found out from the position alone."""
        question = self.question()
        return question is not None and self.SKIPS[question](self)

    def was_agreed(self) -> bool:
        """What was recorded had been agreed on."""
        return True

    def begin(self) -> None:
        self._settle(None)

    def follow(self, action: Action, reading: Reading = PLAIN) -> None:
        """One recorded action, and what the site does after it without asking."""
        if isinstance(action, Wrong):
            raise Strange(action.reason)
        if self.was_ended:
            raise Strange("something is recorded after the game was ended")
        if action["type"] == "end_game":
            self._end(action)
            return
        if reading.counts:
            self._answer(action)
        elif not self._knows(action["entity"]):
            raise Strange(f"nobody is called {action['entity']!r}")
        self._settle(reading.skips)

    def _knows(self, entity: object) -> bool:
        return str(entity) in self.export.players or entity in self.game.title.data.companies

    def _answer(self, action: Action) -> None:
        if action["type"] == "pass":
            self.passed(action)
            return
        ours = self.translate(action)
        if ours is not None:
            self.play(ours)

    def translate(self, action: Action) -> Any | None:
        """Our action for a recorded one; None where it needs none."""
        meaning = self.MEANINGS.get(action["type"])
        if meaning is None:
            raise Strange(f"{self.game.title.name} knows no recorded action {action['type']!r}")
        self.is_by_who_is_asked(action)
        return meaning(self, action)

    def is_by_who_is_asked(self, action: Action) -> None:
        """Refuses what somebody does who is not asked: it belongs to another question than ours."""
        entity, ask = action["entity"], self.game.ask
        if ask is None:
            raise Strange("something is done after the end of the game")
        name = str(entity)
        if name in self.export.players:
            name = self.export.players[name]
            is_asked = name == ask.who
        elif action.get("entity_type") == "player":
            raise Strange(f"no player has the id {entity!r}")
        else:
            is_asked = self.may_act(name)
        if not is_asked:
            raise Strange(f"{name} acts, but {ask.who} is asked")

    def _end(self, action: Action) -> None:
        """People may agree to end a game; it can be played on here."""
        self.was_ended = True
        if self.game.ask is not None:
            self.notices.append(f"action {action.get('id')}: the game was ended here before its end")

    def play(self, action: Any) -> None:
        self.game = self.record.play(action)

    def take_back(self, to: int) -> None:
        """Goes back to after so many answers."""
        self.game = self.record.back_to(to)
        self.record.undone.clear()

    def remember(self) -> Memory:
        kept = {name: _copy(value) for name, value in vars(self).items() if name not in FIXED}
        return Memory(len(self.record.entries), kept)

    def go_back(self, to: Memory) -> None:
        """To where it was before, with all that it had noticed there."""
        self.take_back(to.answers)
        vars(self).update({name: _copy(value) for name, value in to.noticed.items()})

    def let_be(self) -> None:
        """The answer that leaves things as they are."""
        ask, forms = self.game.ask, self.game.title.forms
        passive = [move.action for move in ask.moves if move.passive] if ask else []
        if len(passive) == 1 and not forms[passive[0]].fields:
            self.play(passive[0]())  # whether it is allowed is found out while it is played
            return
        answer = self.game.passive_answer()
        if answer is None:
            raise Strange("a pass is recorded where nothing can be passed")
        self.play(answer)

    def _settle(self, skips: int | None) -> None:
        """Goes on to where the site asks; not on and on towards somebody who is never asked."""
        self.skipped, many = 0, None
        self.look()
        while self._site_goes_on() if skips is None else self.skipped < skips:
            if self.skipped == MANY_SKIPS:
                many = self.remember()
            if many is not None and self.skipped > TOO_MANY_SKIPS:
                self.go_back(many)
                return
            if self.game.ask is None:
                raise Strange("nothing more is asked")
            try:
                self.skip()
            except (IllegalAction, Strange):
                if skips is not None:
                    raise
                return  # so it is the next action that cannot be
            self.skipped += 1
            self.look()

    def _site_goes_on(self) -> bool:
        """Whether the site does not wait here. The next action may show it: that is quicker than finding out."""
        asked = self._shown_by_the_next()
        return self.site_would_skip() if asked is None else not asked

    def _shown_by_the_next(self) -> bool | None:
        try:
            return self.site_asked(self.coming) if self.coming else None
        except NONSENSE:
            return None  # said when it is its turn


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list | set) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]


def explained(error: Exception) -> str:
    """One sentence: the rule and its paragraph, or what is strange."""
    if isinstance(error, IllegalAction):
        refusal = error.refusal
        return f"[{refusal.cite}] {refusal.rule}: {dict(refusal.params)}"
    return str(error)
