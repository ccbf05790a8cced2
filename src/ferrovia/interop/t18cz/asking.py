"""18CZ: following a recorded game through the steps of its rounds and turns."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.exported import ASKED, Action
from ferrovia.interop.following import Follow, Skip, Strange
from ferrovia.interop.notices import Notice
from ferrovia.interop.shares import company_of_shares, price_of
from ferrovia.interop.t18cz.bookkeeping import note_shares, note_vaclavs_money
from ferrovia.interop.t18cz.meanings import MEANINGS, keep_trains, local_named, may_act, paid
from ferrovia.interop.t18cz.notes import Notes, Now, PriceThatWaits, notes_at_start
from ferrovia.interop.tiles import tile_named
from ferrovia.interop.turns import turns_to_come
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId
from ferrovia.model.network import reach_of
from ferrovia.model.state import trains_of
from ferrovia.rules import consent, stock
from ferrovia.rules.dividends import Withhold
from ferrovia.rules.lots import generator
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.track import EndTrack
from ferrovia.rules.trains import BuyTrain, EndTrains, TradeTrain
from ferrovia.titles.t18cz import acquisition, homes, running
from ferrovia.titles.t18cz.facts import AcquisitionFacts
from ferrovia.titles.t18cz.locals import SellLocal
from ferrovia.titles.t18cz.material import LocalId
from ferrovia.titles.t18cz.track import is_purple
from ferrovia.titles.t18cz.vaclav import DrawCompany

STEPS: tuple[tuple[str, type[Any]], ...] = (
    ("place_token", EndStations),
    ("run_routes", running.RunAsRecorded),
    ("dividend", Withhold),
    ("buy_corporation", acquisition.EndAcquisitions),
    ("buy_train", EndTrains),
)
"""The steps of a company's turn in order: an action that is recorded, and an answer that is asked for, only there."""
BEFORE_RUNNING = (EndStations, running.RunAsRecorded)
RECORDED_AT = {recorded: at for at, (recorded, _) in enumerate(STEPS)}
ASKED_AT = {answer: at for at, (_, answer) in enumerate(STEPS)}
RUN = RECORDED_AT["run_routes"]
AFTER_TRACK: frozenset[type[Any]] = frozenset(
    (
        EndTrack,
        PlaceStation,
        EndStations,
        RunTrains,
        running.RunAsRecorded,
        acquisition.Acquire,
        acquisition.EndAcquisitions,
        BuyTrain,
        TradeTrain,
        EndTrains,
    )
)
"""With these answers the site's question about track is over."""


def passed(now: Now, action: Action) -> None:
    """A recorded pass ends the step that the site was asking about."""
    now.is_by_who_is_asked(action)
    now.notes.price_that_waits = None
    facts, asked = now.game.state.stack[-1].facts, now.asked()
    if isinstance(facts, CompanyTurn):
        if now.notes.has_kept:
            now.notes.has_kept = False
            return
        if not now.notes.track_passed and EndTrack not in asked and track_still_asked(now):
            now.notes.track_passed = True
            return
        if EndTrains in asked and not now.notes.trains_passed:
            now.notes.trains_passed = now.notes.has_just_passed = True
            return
    if isinstance(facts, AcquisitionFacts):
        keep_trains(now, action)
        while isinstance(facts := now.game.state.stack[-1].facts, AcquisitionFacts) and facts.trains:
            now.play(acquisition.KeepTrain(facts.trains[0]))
        now.notes.has_kept = False
        return
    now.let_be()


def site_asked(now: Now, question: type[Any] | None, coming: Action) -> bool | None:
    ask = now.game.ask
    if ask is None or question is None:
        return None
    if question.__name__ in coming.ours(ASKED):
        return True
    facts = now.game.state.stack[-1].facts
    if isinstance(facts, stock.StockTurn):
        if now.export.player_of(coming) != ask.who:
            return False
        cash = now.game.state.cash[ask.who]
        if coming.kind == "pass" and cash < _cheapest_start(now):
            return None  # whoever has so little may not be asked before a later round
        return True if _costs(now, coming) <= cash else None
    return _asked_in_turn(now, facts, question, coming) if isinstance(facts, CompanyTurn) else None


def _cheapest_start(now: Now) -> int:
    return 2 * min([min(size.start_prices) for size in now.notes.box.numbers.sizes.values()])


def _costs(now: Now, coming: Action) -> int:
    """What a purchase takes: whoever cannot pay now may be meant in a later round."""
    if coming.kind == "par":
        return 2 * price_of(coming)
    if coming.kind == "buy_shares":
        company = company_of_shares(coming, now.notes.box.papers)
        if company not in now.game.state.pars:
            raise Strange(Notice("not-started", company=company))
        return now.notes.box.price(now.game.state, company)
    return 0


def _asked_in_turn(now: Now, turn: CompanyTurn, question: type[Any], coming: Action) -> bool | None:
    """In a company's turn: an action of somebody else ends it, one of its own shows how far it has come.

    Where one company operates alone, its next action may be of its next turn; that begins with track, or a pass of
    it. So only what comes after track shows a step of this turn.
    """
    if not _is_of(now, turn.company, coming):
        return False
    if question in BEFORE_RUNNING and _is_free(now, coming) and track_still_asked(now):
        return True
    if _others_follow(now):
        return _shown_by_what_follows(now, turn.company, question, coming)
    if coming.entity != turn.company:
        return None
    if coming.kind == "lay_tile":
        return False
    if coming.kind == "pass" and question in BEFORE_RUNNING and _runs_after_the_pass(now, turn.company):
        return True
    here, there = ASKED_AT.get(question), RECORDED_AT.get(coming.kind)
    return None if here is None or there is None or there < here else there == here


def _is_free(now: Now, action: Action) -> bool:
    """Whether something can be done at any moment of a turn: also while the site still asks about track."""
    if action.kind == "lay_tile" and action.get("entity_type") == "company":
        return is_purple(tile_named(action.text("tile"), now.game.state.board))
    return action.kind in ("buy_company", "sell_company")


def _is_of(now: Now, company: CompanyId, action: Action) -> bool:
    """Whether a company has acted, or a local of its own."""
    entity = action.entity
    return entity == company or now.game.state.certs.get(local_named(str(entity))) == company


def _shown_by_what_follows(now: Now, company: CompanyId, question: type[Any], coming: Action) -> bool | None:
    """Where all of a company's next actions are of this turn: the first that belongs to one step shows where the
    company is, whatever it does with its locals before; a pass before its run belongs to a step before it."""
    if question is EndTrains:
        return True
    here, has_passed, bought = ASKED_AT.get(question), False, list[str]()
    for action in _from(now, coming):
        there = RECORDED_AT.get(action.kind)
        if here is None or not (_is_of(now, company, action) or action.entity in bought):
            return None
        if there is not None:
            return None if there < here or (has_passed and there > RUN) else has_passed or there == here
        has_passed = has_passed or action.kind == "pass"
        bought += [action.text("company")] if action.kind == "buy_company" else []
    return None


def _from(now: Now, coming: Action) -> Iterator[Action]:
    """The next recorded action and those behind it."""
    yield coming
    yield from now.behind


def _others_follow(now: Now) -> bool:
    """Whether other companies have their turn before this one can have its next: each is asked about track."""
    return bool(turns_to_come(now.game))


def _runs_after_the_pass(now: Now, company: CompanyId) -> bool:
    """Whether nothing but passes comes before a run of the same company. It is one of this turn: where a company
    has no run now, it has none in its next turn either unless something was done in between."""
    for action in now.behind:
        if action.entity != company or action.kind != "pass":
            return action.entity == company and action.kind == "run_routes"
    return False


def skips_stock_turn(now: Now) -> bool:
    """Whoever is in debt is asked in any case."""
    assert now.game.ask is not None
    if now.game.state.debt.get(now.game.ask.who) or _sees_a_company_to_start(now):
        return False
    return not now.can(stock.BuyShare, stock.SellShares)


def _sees_a_company_to_start(now: Now) -> bool:
    """The site compares cash with the lowest start price of all, whatever the size of the companies that are left."""
    state, box = now.game.state, now.notes.box
    assert now.game.ask is not None
    if state.cash[now.game.ask.who] < _cheapest_start(now):
        return False
    left = (company for company in box.companies if company not in state.pars)
    refusals = (now.game.why_not(stock.StartCompany(c, box.rules(c).start_prices[0])) for c in left)
    return any(refusal is None or refusal.rule == "pay-for-start" for refusal in refusals)


def skips_home(now: Now) -> bool:
    return len(now.game.offers()) == 1 and not _home_is_untracked(now)


def skips_station(now: Now) -> bool:
    return not track_still_asked(now) and not _sees_a_city(now)


def skips_run(now: Now) -> bool:
    return not track_still_asked(now) and not _runs(now)


def skips_trains(now: Now) -> bool:
    return not trains_still_asked(now)


def look(now: Now) -> None:
    """Notices a new turn."""
    state = now.game.state
    turn_of = None
    for frame in reversed(state.stack):
        if isinstance(frame.facts, CompanyTurn):
            turn_of = frame.facts.company, state.extras.local_value
            break
    if turn_of != now.notes.turn_of:
        now.notes.turn_of, now.notes.price_that_waits = turn_of, None
        now.notes.track_passed, now.notes.trains_passed = False, False


def _home_is_untracked(now: Now) -> bool:
    """ATE's station on its hex without a tile is placed by a recorded action."""
    offer: homes.ChooseHomeCity = now.game.offers()[0].action
    hex_id, board = place_of(offer.stop)[0], now.game.state.board
    return len(board.stops_on(hex_id)) > 1 and not board.exits(hex_id)


def _sees_a_city(now: Now) -> bool:
    """The site asks for a station if one fits and could be paid with all locals sold, or if any could be bought."""
    company, game = now.game.state.stack[-1].facts.company, now.game
    board = game.state.board
    power = 10**9 if _sees_locals_for_sale(now) else _buying_power(now)
    for stop in reach_of(board, company).stops:
        if board.stop(stop).kind == "city" and board.free_slots(stop):
            refusal = game.why_not(PlaceStation(stop))
            if refusal is None or (refusal.rule == "station-cost" and refusal.params["cost"] <= power):
                return True
    return False


def _buying_power(now: Now) -> int:
    """The treasury, and what the company's locals would bring."""
    company, state = now.game.state.stack[-1].facts.company, now.game.state
    held = [local for local in now.notes.box.locals if state.certs[local] == company]
    return state.cash[company] + len(held) * state.extras.local_value


def _runs(now: Now) -> bool:
    return running.can_run(now.game)


def track_still_asked(now: Now) -> bool:
    """The site asks about track while a local could be bought or used for it, even if no tile is left to lay."""
    if now.notes.track_passed or not isinstance(now.game.state.stack[-1].facts, CompanyTurn):
        return False
    return _sees_locals_for_sale(now) or bool(_unused_locals(now))


def _sees_locals_for_sale(now: Now) -> bool:
    """The site looks for any local of a player, also one too large for the company."""
    state = now.game.state
    if not now.notes.box.is_reached(state, now.notes.box.numbers.locals.price_from_phase):
        return False
    for_sale = [local for local in now.notes.box.locals if state.certs[local] in state.players]
    return bool(for_sale) and _buying_power(now) >= 1


def _unused_locals(now: Now) -> list[LocalId]:
    state = now.game.state
    company, used, certs = state.stack[-1].facts.company, state.extras.used_locals, state.certs
    return [local for local in now.notes.box.locals if certs[local] == company and local not in used]


def trains_still_asked(now: Now) -> bool:
    """The site asks about trains, then once more about locals."""
    if not now.notes.trains_passed and _asks_about_trains(now):
        return True
    now.notes.trains_passed = True
    if now.notes.has_just_passed and not _asks_about_trains(now):
        return False  # that was the pass about locals
    return _sees_locals_for_sale(now) or now.can(SellLocal)


def _asks_about_trains(now: Now) -> bool:
    return not now.can(EndTrains) or _sees_a_train(now)


def _sees_a_train(now: Now) -> bool:
    """The site overlooks that Vaclav sells nothing, and that a train is sold with its present face: it looks whether a
    card of another company has a face that suits."""
    if now.can(BuyTrain, TradeTrain):
        return True
    state, box = now.game.state, now.notes.box
    company: CompanyId = state.stack[-1].facts.company
    if state.cash[company] < 1 or len(trains_of(state, company)) >= box.train_limit(state, company):
        return False
    owners = [owner for owner in state.running if owner != company]
    cards = [box.card_of(train) for owner in owners for train in trains_of(state, owner)]
    return any(box.suits(face.size, company) for card in cards for face in card.faces)


def _drawn(now: Now) -> CompanyId:
    """Vaclav's next company, as the site's generator draws it."""
    candidates = [offer.action.company for offer in now.game.offers()]
    drawn_before = len(now.game.state.extras.vaclavs)
    return candidates[next(islice(generator(now.notes.seed), drawn_before, None)) % len(candidates)]


def _home_city(now: Now) -> Any:
    return now.game.offers()[0].action


def is_vaclavs_dividend(now: Now, action: Action) -> bool:
    """It is always paid, so nobody is asked here."""
    return action.kind == "dividend" and action.entity in now.game.state.extras.vaclavs


def _is_joining(game: Game) -> bool:
    """Whether one of two stations is being chosen."""
    frame = game.state.stack[-1] if game.state.stack else None
    return frame is not None and isinstance(frame.facts, AcquisitionFacts) and not frame.facts.trains


def _has_just_earned_nothing(before: Game, after: Game) -> bool:
    """Whether a company that cannot run has come to its dividend, which it cannot pay."""
    was, now = _turn(before), _turn(after)
    if was is None or now is None or was.company != now.company:
        return False
    return was.revenue is None and now.revenue == 0


def _turn(game: Game) -> CompanyTurn | None:
    facts = game.state.stack[-1].facts if game.state.stack else None
    return facts if isinstance(facts, CompanyTurn) else None


def notice(now: Now, before: Game, answer: Any) -> None:
    now.notes.has_just_passed = False
    if type(answer) in AFTER_TRACK:
        now.notes.track_passed, now.notes.price_that_waits = True, None
    elif _has_just_earned_nothing(before, now.game) and track_still_asked(now):
        company = now.game.state.stack[-1].facts.company
        now.notes.price_that_waits = PriceThatWaits(company, before.state.prices[company])
    if not _is_joining(now.game):
        now.notes.before_acquisition = None
    elif not _is_joining(before):
        now.notes.before_acquisition = before.state.board
    note_shares(now, before, answer)
    note_vaclavs_money(now, before, answer)


FOLLOW: Follow[Notes] = Follow(
    notes=notes_at_start,
    meanings=MEANINGS,
    may_act=may_act,
    passed=passed,
    look=look,
    asked=site_asked,
    played=notice,
    paid=paid,
    is_told_only=is_vaclavs_dividend,
    skips={
        DrawCompany: Skip(lambda now: True, lambda now: DrawCompany(_drawn(now))),
        consent.Agree: Skip(lambda now: True, lambda now: consent.Agree()),
        stock.EndStockTurn: Skip(skips_stock_turn),
        homes.ChooseHomeCity: Skip(skips_home, _home_city),
        EndStations: Skip(skips_station),
        running.RunAsRecorded: Skip(skips_run, lambda now: RunTrains(())),
        EndTrains: Skip(skips_trains),
    },
)
"""The site does not ask where nothing can be done, and asks at the end of a turn once more whether a local shall be
bought: so a recorded pass may end a step, or nothing."""
