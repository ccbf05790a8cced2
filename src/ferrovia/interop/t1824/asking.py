"""1824: following a recorded game through the steps of its rounds and turns."""

from collections.abc import Callable
from typing import Any

from ferrovia.engine.play import Table
from ferrovia.interop.exported import Action
from ferrovia.interop.following import Follow, Skip
from ferrovia.interop.t1824.bookkeeping import note_shares
from ferrovia.interop.t1824.meanings import MEANINGS, may_act, paid
from ferrovia.interop.t1824.notes import Notes, Now, notes_at_start, turn_of
from ferrovia.interop.t1824.setup import drawn_railways
from ferrovia.interop.turns import turns_to_come
from ferrovia.model.ids import IPO, CompanyId
from ferrovia.rules.consent import Agree
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.stock import BuyShare, EndStockTurn, SellShares, StartCompany
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1824 import directorless, draft, exchange, trains


def passed(now: Now, action: Action) -> None:
    """A recorded pass ends the step that the site was asking about."""
    now.is_by_who_is_asked(action)
    now.let_be()


STEPS: dict[type[Any], str] = {EndStations: "place_token", EndTrains: "buy_train"}
"""What is recorded, but for passes, only where the site asks the question that this answer ends."""


def site_asked(now: Now, question: type[Any] | None, coming: Action) -> bool | None:
    """What comes next shows it, unless it is a pass of whoever is asked here."""
    ask = now.game.ask
    if ask is None or question is None:
        return None
    if question in STEPS_OF_SITE and not is_on_site(now):
        return True
    turn, player = turn_of(now), now.export.player_of(coming)
    if turn is None:
        if player is None:
            return None  # a mountain railway is exchanged
        return False if player != ask.who else None if coming.kind == "pass" else True
    if player is not None:
        return None  # shares are sold for a train
    if coming.entity != turn.company:
        return False
    if coming.kind == "pass":
        return _shown_by_a_pass(now, question, turn.company)
    return coming.kind == STEPS[question] if question in STEPS else None


def _shown_by_a_pass(now: Now, question: type[Any], company: CompanyId) -> bool | None:
    """A pass of the company whose turn it is: before its run it can only be about stations; about trains, the last
    question of a turn, if others act before the company has its next turn."""
    after = now.next_but_one
    if question is EndStations and after is not None and after.kind == "run_routes" and after.entity == company:
        return True
    return True if question is EndTrains and _others_follow(now) else None


def _others_follow(now: Now) -> bool:
    """Whether other companies have their turn before this one can have its next: each director is asked about track."""
    state, director = now.game.state, now.notes.box.papers.director
    return any(director(state, company) is not None for company in turns_to_come(now.game))


# --------------------------------------------------------------------------------------------------------- stock rounds

IN_STOCK_TURN = (
    BuyShare,
    StartCompany,
    SellShares,
    exchange.ExchangeCoal,
    exchange.ExchangeMountain,
    directorless.BuyDouble,
    RepayDebt,
)
"""What the site lets a player do in a stock round."""


def skips_stock_turn(now: Now) -> bool:
    if now.game.state.stack[-1].facts.number == 1:
        return not _asked_in_first_round(now)
    return not now.can(*IN_STOCK_TURN) and not _sells_the_double(now) and not _sees_a_stray_certificate(now)


def _sells_the_double(now: Now) -> bool:
    """That of the company without director; the site overlooks a director's certificate that has strayed."""
    company = now.game.state.extras.directorless
    return company is not None and now.game.why_not(directorless.SellDouble(company, 0)) is None


def _sees_a_stray_certificate(now: Now) -> bool:
    """The site would sell a part of a director's certificate, which here is sold whole by an answer of its own."""
    ask, state, papers = now.game.ask, now.game.state, now.notes.box.papers
    assert ask is not None
    for company in state.prices:
        held = papers.held(state, ask.who, company)
        if len(held) == 1 and held[0].is_directors and company != state.extras.directorless:
            refusal = now.game.why_not(SellShares(company, 1))
            if refusal is not None and refusal.rule == "double-stays-whole":
                return True
    return False


def _asked_in_first_round(now: Now) -> bool:
    """While a coal railway is unsold everybody is asked, whatever his cash."""
    ask, state, box = now.game.ask, now.game.state, now.notes.box
    assert ask is not None
    cash = state.cash[ask.who]
    unsold = [r for r in box.private if state.certs[box.papers.directors_certificate(r).id] == IPO]
    values = [box.companies[railway].price for railway in unsold]
    values += [box.numbers.mountain.price for mountain in box.mountains if state.certs[mountain] == IPO]
    unpriced = not any(company == "BH" for company in state.pars)
    if any(value <= cash for value in values) or (unpriced and cash >= 120):
        return True
    return now.can(BuyShare, directorless.BuyDouble)


# --------------------------------------------------------------------------------------------------------------- trains


def skips_trains(now: Now) -> bool:
    """Whether the site goes on without a question about trains."""
    return not trains.site_waits(Table(now.game.title, now.game.state))


# ------------------------------------------------------------------------------------------------------------- stations


def skips_station(now: Now) -> bool:
    return not now.can(PlaceStation)


# ------------------------------------------------------------------------------------------------------------- the draw


def drawn(now: Now) -> Any:
    done = len(now.game.state.stack[-1].facts.drawn)
    return draft.DrawRailway(drawn_railways(now.notes.seed, now.notes.box)[done])


def look(now: Now) -> None:
    pass


STEPS_OF_SITE = {EndStockTurn: skips_stock_turn, EndStations: skips_station, EndTrains: skips_trains}
"""Which questions the site leaves out where nothing can be done."""


def is_on_site(now: Now) -> bool:
    """A game by the rulebook is written down with every pass: the site's way to ask is not its own."""
    return now.record.options["profile"] == "site"


def _skip(when: Callable[[Now], bool]) -> Skip[Notes]:
    return Skip(lambda now: is_on_site(now) and when(now))


FOLLOW: Follow[Notes] = Follow(
    notes=notes_at_start,
    meanings=MEANINGS,
    may_act=may_act,
    passed=passed,
    look=look,
    asked=site_asked,
    paid=paid,
    played=note_shares,
    skips={
        draft.DrawRailway: Skip(lambda now: True, drawn),
        Agree: Skip(lambda now: True, lambda now: Agree()),
        **{question: _skip(when) for question, when in STEPS_OF_SITE.items()},
    },
)
