"""Questions that somebody at the terminal does not want to be asked again: they are answered by a no."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ferrovia import Game, forced_answer
from ferrovia.model.ids import PlayerId
from ferrovia.model.view import CompanyView, View

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
    return None if is_asked_all_the_same(game, wishes) else _no_instead(game, wishes)


def is_asked_all_the_same(game: Game, wishes: Iterable[Unasked]) -> bool:
    """Whether a question that is not wanted is asked: something would be paid for or bought by itself after its no."""
    no = _no_instead(game, wishes)
    return no is not None and _is_paid_for(game, no)


def _no_instead(game: Game, wishes: Iterable[Unasked]) -> Any | None:
    return plain_no(game) if any(wish.means(game) for wish in wishes) else None


def _is_paid_for(game: Game, no: Any) -> bool:
    """Whether what follows a no without a decision takes money from whoever is asked or a company of theirs, or
    changes its trains."""
    assert game.ask is not None
    who, before, after = game.ask.who, game.view(), game.play(no)
    while (forced := forced_answer(after)) is not None:
        after = after.play(forced)
    view = after.view()
    now = {company.id: company for company in view.companies}
    return _cash(view, who) < _cash(before, who) or any(
        now[company.id].trains != company.trains or _treasury(now[company.id]) < _treasury(company)
        for company in before.companies
        if company.director == who
    )


def _cash(view: View, who: PlayerId) -> int:
    return next(player.cash for player in view.players if player.id == who)


def _treasury(company: CompanyView) -> int:
    return company.figures.get("treasury", 0)
