"""Questions that somebody at the terminal does not want to be asked again: they are answered by a no."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ferrovia import Game
from ferrovia.model.ids import PlayerId

Extent = Literal["company", "round", "game"]


@dataclass(frozen=True, slots=True)
class Unasked:
    """A kind of question to one player: for one company, at one stop of the course, or (both None) always."""

    who: PlayerId
    key: str
    company: str | None
    stop: int | None

    def means(self, game: Game) -> bool:
        ask = game.ask
        if ask is None or (ask.who, ask.about.key) != (self.who, self.key):
            return False
        company = self.company is None or self.company == ask.about.params.get("company")
        return company and (self.stop is None or self.stop == game.view().course.at)


def unasked_from(game: Game, extent: str) -> Unasked | None:
    """The wish not to be asked this again; None where the question takes no plain no, or is about no company."""
    if game.ask is None or plain_no(game) is None:
        return None
    company = game.ask.about.params.get("company")
    if company is None:
        return None
    return Unasked(
        game.ask.who,
        game.ask.about.key,
        company if extent == "company" else None,
        game.view().course.at if extent == "round" else None,
    )


def plain_no(game: Game) -> Any | None:
    """An answer that leaves things as they are and names nothing."""
    no = game.offers().passive()
    return None if no is None or game.title.forms[type(no)].fields else no


def answer_instead(game: Game, wishes: Iterable[Unasked]) -> Any | None:
    """What is answered without asking; None where the question is to be asked."""
    return plain_no(game) if any(wish.means(game) for wish in wishes) else None
