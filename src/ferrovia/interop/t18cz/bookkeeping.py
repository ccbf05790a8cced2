"""18CZ: what the site keeps in its books and we do not: each certificate by its name, and Vaclav's money."""

from collections.abc import Sequence
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.ledger import Directors
from ferrovia.interop.t18cz.notes import Now
from ferrovia.model.ids import IPO, POOL, CertId, CompanyId, Owner, TrainId
from ferrovia.model.state import trains_of
from ferrovia.rules import stock
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.track import LayTile
from ferrovia.titles.t18cz import running
from ferrovia.titles.t18cz.material import VACLAV
from ferrovia.titles.t18cz.vaclav import DrawCompany


def note_shares(now: Now, before: Game, answer: Any) -> None:
    """Keeps the ledger after an answer of ours; which certificates it was about is recorded, or as the site chooses."""
    named, ledger = certificates_of(now, before, answer), now.notes.ledger
    now.notes.named = ()
    if isinstance(answer, DrawCompany):
        for cert in named:
            ledger.move(cert, VACLAV)
    elif named:
        assert before.ask is not None
        who, company = before.ask.who, answer.company
        directors = Directors(_director(before, company), _director(now.game, company))
        if isinstance(answer, stock.SellShares):
            ledger.sold(named, answer.shares * now.notes.box.papers.unit(company), who, directors)
        else:
            ledger.bought(named[0], who, directors)


def certificates_of(now: Now, before: Game, answer: Any) -> list[CertId]:
    """The certificates that an answer is about."""
    ledger, papers = now.notes.ledger, now.notes.box.papers
    if isinstance(answer, stock.StartCompany):
        return [papers.directors_certificate(answer.company).id]
    if isinstance(answer, DrawCompany):
        taken = len(papers.held(now.game.state, VACLAV, answer.company))
        return [cert.id for cert in papers.of[answer.company][::2]][:taken]  # the site takes every second one
    if isinstance(answer, stock.BuyShare):
        there, company = Owner(answer.place), answer.company
        bank = [cert for place in (there, IPO, POOL) for cert in ledger.ordinary(place, company)]
        return [cert for cert in now.notes.named if cert in bank] or bank[:1]
    if isinstance(answer, stock.SellShares):
        assert before.ask is not None
        held = ledger.held(before.ask.who, answer.company)
        if now.notes.named and set(now.notes.named) <= set(held):
            return list(now.notes.named)
        return ledger.to_sell(before.ask.who, answer.company, answer.shares * papers.unit(answer.company))
    return []


def alike_in_pool(game: Game, train: TrainId) -> list[TrainId]:
    """The cards in the pool like one that lies there, with the same face up, in the order in which they came."""
    pool, faces = trains_of(game.state, POOL), game.state.trains
    return [card for card in pool if faces[card].face == faces[train].face] if train in pool else []


def names_after_sale(alike: Sequence[TrainId], names: Sequence[TrainId], sold: TrainId) -> dict[TrainId, TrainId]:
    """Of equal cards the site sells the one that came first, whichever is sold here: it is that one's name that goes
    along, and those that stay lie there in the same order as before."""
    ours = (sold, *(card for card in alike if card != sold)) if alike else ()
    return dict(zip(ours, names, strict=True))


def _director(game: Game, company: CompanyId) -> Owner | None:
    box = game.title.data
    return VACLAV if company in game.state.extras.vaclavs else box.papers.director(game.state, company)


def note_vaclavs_money(now: Now, before: Game, answer: Any) -> None:
    """There he pays for terrain and gets his part of dividends like everybody."""
    if not isinstance(answer, LayTile | RunTrains | running.RunAsRecorded):
        return
    turn = before.state.stack[-1].facts
    if not isinstance(turn, CompanyTurn) or turn.company not in before.state.extras.vaclavs:
        return
    if isinstance(answer, LayTile):
        board = before.state.board
        now.notes.vaclavs_money -= 0 if answer.hex in board.tiles else board.map.hexes[answer.hex].cost
    else:
        percent = now.notes.box.papers.percent(before.state, VACLAV, turn.company)
        now.notes.vaclavs_money -= -now.game.state.last_revenue[turn.company] * percent // 100
