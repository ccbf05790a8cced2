"""Following a recorded game: our position, the recorded actions one by one, and what the site does by itself."""

from collections.abc import Mapping
from typing import Any

from ferrovia import BadData, IllegalAction
from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.exported import Action, Exported


class Strange(BadData):
    """A recorded action that cannot be understood here."""


class Follower:
    """Plays the actions of an export into a record. A title says what an action means and what the site skips."""

    def __init__(self, export: Exported, game: Game, options: Mapping[str, str]) -> None:
        self.export = export
        self.record = Record(game, game.state.players, options)
        self.game = game
        self.notices: list[str] = []
        self.coming: Action | None = None
        """What is recorded next, if anything."""
        self.later = 0
        """From which place on the export's actions come even later."""

    # What a title says.

    def translate(self, action: Action) -> Any | None:
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

    def site_would_skip(self) -> bool:
        """Whether the site goes on by itself where we ask; found out from the position alone."""
        raise NotImplementedError

    def skip(self) -> None:
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """The position in the words of the traces."""
        raise NotImplementedError

    # What is the same for all.

    def begin(self) -> None:
        self._settle()

    def follow(self, action: Action) -> None:
        """One recorded action, and what the site does after it without asking."""
        if action["type"].startswith("program_"):
            return
        if action["type"] == "pass":
            self.passed(action)
        else:
            ours = self.translate(action)
            if ours is not None:
                self.play(ours)
        self._settle()

    def play(self, action: Any) -> None:
        self.game = self.record.play(action)

    def take_back(self, to: int) -> None:
        """Goes back to after so many answers."""
        self.game = self.record.back_to(to)

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

    def _settle(self) -> None:
        """Goes on to where the site asks. The next action may show it: that is quicker than finding out."""
        while True:
            self.look()
            asked = self.site_asked(self.coming) if self.coming else None
            if asked or (asked is None and not self.site_would_skip()):
                return
            self.skip()


def explained(error: Exception) -> str:
    """One sentence: the rule and its paragraph, or what is strange."""
    if isinstance(error, IllegalAction):
        refusal = error.refusal
        return f"[{refusal.cite}] {refusal.rule}: {dict(refusal.params)}"
    return str(error)
