"""1862: following a recorded game through the steps of its rounds and turns."""

from typing import Any

from ferrovia.engine.play import Game
from ferrovia.interop.exported import Action
from ferrovia.interop.following import Follow, Skip, Strange
from ferrovia.interop.notices import Notice
from ferrovia.interop.t1862.bookkeeping import note_shares
from ferrovia.interop.t1862.facts import before_merger
from ferrovia.interop.t1862.meanings import MEANINGS, may_act, paid, stop_of
from ferrovia.interop.t1862.notes import Notes, Now, notes_at_start
from ferrovia.model.ids import POOL, CompanyId
from ferrovia.rules import consent, stock
from ferrovia.rules.dividends import Withhold
from ferrovia.rules.revenue import RunTrains
from ferrovia.rules.rounds import CompanyTurn, turn_in
from ferrovia.rules.stations import EndStations, PlaceStation
from ferrovia.rules.track import EndTrack
from ferrovia.rules.trains import EndTrains, is_trainless
from ferrovia.titles.t1862 import (
    forced,
    mergers,
    parliament,
    redeeming,
    running,
    track,
    trains,
)
from ferrovia.titles.t1862.dealing import DrawCompany, DrawPermit
from ferrovia.titles.t1862.directors import DIRECTORS_SHARES
from ferrovia.titles.t1862.material import Books, PermitId

STEPS: tuple[tuple[str, type[Any]], ...] = (
    ("merge", mergers.EndMerging),
    ("lay_tile", EndTrack),
    ("place_token", EndStations),
    ("run_routes", RunTrains),
    ("dividend", Withhold),
    ("buy_train", EndTrains),
    ("buy_shares", redeeming.EndRedeeming),
    ("acquire", mergers.EndAcquiring),
)
"""The steps of a company's turn in order: an action that is recorded, and an answer that is asked for, only there."""
RECORDED_AT = {recorded: at for at, (recorded, _) in enumerate(STEPS)} | {"sell_shares": 5}
ASKED_AT = {answer: at for at, (_, answer) in enumerate(STEPS)}
ACQUIRING = RECORDED_AT["acquire"]
ASKED_OF_PLAYERS = (parliament.StartAuction, stock.EndStockTurn)
MERGERS = (mergers.Merge, mergers.Acquire)
RAISING = (forced.SellTreasuryShares, forced.Refinance, forced.DeclareBankruptcy)
"""What becomes of a company that cannot pay for the train that it owes; a pass may stand for it."""
LAST_ANSWERS = (EndTrains, redeeming.EndRedeeming)
"""With these a turn ends that was not cut short, unless there is somebody to acquire."""


def notice(now: Now, before: Game, answer: Any) -> None:
    if isinstance(answer, MERGERS):
        now.notes.merged = before_merger(before, answer)
        now.notes.merged_away = now.notes.merged_away | {now.notes.merged.other}
    elif isinstance(answer, EndTrack):
        now.notes.before_track_passed = before
    now.notes.last = answer
    note_shares(now, before, answer)


def passed(now: Now, action: Action) -> None:
    """A recorded pass ends the step that the site was asking about."""
    if action.get("entity_type") == "corporation" and _passes_what_we_do_not_ask(now, action):
        return
    now.is_by_who_is_asked(action)
    asked = now.asked()
    if EndTrack in asked and _links_london_next(now, action):
        return
    if EndTrains in asked and _owes_a_train(now):
        now.play(_raised_money(now))
        return
    now.let_be()


def _passes_what_we_do_not_ask(now: Now, action: Action) -> bool:
    """The site asks about mergers and acquisitions even where nobody is there to merge with."""
    turn, company = turn_in(now.game.state), action.entity
    if company == now.notes.acquisition_owed:
        now.notes.acquisition_owed = None
        return True
    if turn is None or turn.company != company:
        return company == now.notes.turn_before
    if merging_is_over(now, turn) or mergers.EndMerging in now.asked():
        return False
    now.notes.merging_asked = True
    return True


def merging_is_over(now: Now, turn: CompanyTurn) -> bool:
    return "merging" in turn.done or now.notes.merging_asked


def _owes_a_train(now: Now) -> bool:
    turn = turn_in(now.game.state)
    return turn is not None and is_trainless(now.game.state, turn.company)


def _lacks_money_for_a_train(now: Now) -> bool:
    """Whether one is due that cannot be paid. If one is bought nevertheless, money was raised without a word."""
    return _owes_a_train(now) and not now.can(trains.BuyTrain, trains.TradeTrain)


def _raised_money(now: Now) -> Any:
    way = way_to_raise_money(now)
    if way is None:
        raise Strange(Notice("train-owed"))
    return way


def way_to_raise_money(now: Now) -> Any | None:
    """Whoever passes without a train and cannot pay for one sells shares of its treasury, else it is refinanced;
    that, if holders are asked about their options next."""
    ways = RAISING
    if now.coming is not None and now.coming.kind == "choose":
        ways = ways[1:]
    offers = [offer.action for offer in now.game.offers()]
    return next((action for way in ways for action in offers if isinstance(action, way)), None)


def _links_london_next(now: Now, action: Action) -> bool:
    """Whether the track was passed to link London, which we do instead of building."""
    coming = now.coming
    if coming is None or coming.kind != "place_token" or coming.entity != action.entity:
        return False
    return stop_of(now, coming) in now.notes.box.london


def look(now: Now) -> None:
    state, turn = now.game.state, turn_in(now.game.state)
    rounds = state.stack[0].facts if state.stack else None
    turn_of = None if turn is None or rounds is None else (turn.company, 10 * rounds.sets_done + rounds.rounds_done)
    if turn_of != now.notes.turn_of:
        if not _is_the_same_turn(now, turn_of):
            _begin_turn(now)
        now.notes.turn_of = turn_of


def _is_the_same_turn(now: Now, turn_of: tuple[CompanyId, int] | None) -> bool:
    """A merger may hand the turn to the other company."""
    before, merged = now.notes.turn_of, now.notes.merged
    if turn_of is None or before is None or merged is None or turn_of[1] != before[1]:
        return False
    return {turn_of[0], before[0]} == {merged.survivor, merged.other}


def _begin_turn(now: Now) -> None:
    """After the LNER has formed the site asks neither about mergers nor about acquisitions."""
    ended = isinstance(now.notes.last, LAST_ANSWERS) and not now.notes.lner
    now.notes.acquisition_owed = now.notes.turn_of[0] if now.notes.turn_of is not None and ended else None
    now.notes.turn_before = now.notes.turn_of[0] if now.notes.turn_of is not None else now.notes.turn_before
    now.notes.lner = bool(now.game.state.extras.lner_limit)
    now.notes.merging_asked, now.notes.before_track_passed, now.notes.merged = now.notes.lner, None, None


def site_asked(now: Now, question: type[Any] | None, coming: Action) -> bool | None:
    if now.notes.acquisition_owed is not None:
        if coming.kind == "pass" and coming.entity == now.notes.acquisition_owed:
            return True
        now.notes.acquisition_owed = None
    turn, ask = turn_in(now.game.state), now.game.ask
    if question is None or ask is None:
        return None
    if question in ASKED_OF_PLAYERS:
        # an action of the same player may be one of a later round, if nothing could be done now
        return None if now.export.player_of(coming) == ask.who else False
    if turn is None or question not in ASKED_AT:
        return None
    if coming.entity != turn.company:
        return False
    if question is EndTrains and coming.kind == "buy_train" and _lacks_money_for_a_train(now):
        return False
    if question is EndStations and coming.kind == "pass" and _runs_after_the_pass(now, turn.company):
        return True
    if coming.kind == "pass" and question in LAST_ANSWERS and _passes_only_acquiring(now, turn.company):
        return False
    here, there = ASKED_AT[question], _recorded_at(now, coming, question)
    return None if there is None or there < here else there == here


def _runs_after_the_pass(now: Now, company: CompanyId) -> bool:
    """Whether the run follows at once: before it the site asks about stations last."""
    after = now.next_but_one
    return after is not None and after.get("entity") == company and after["type"] == "run_routes"


def _passes_only_acquiring(now: Now, company: CompanyId) -> bool:
    """Whether the next pass of a company is its last: the site always asks about acquisitions, and last of all."""
    after = now.next_but_one
    is_last = after is not None and after.get("entity") != company
    return is_last and not now.notes.lner and not _owes_a_train(now)


def _recorded_at(now: Now, coming: Action, question: type[Any]) -> int | None:
    """At which step of a turn an action was recorded."""
    if coming.kind == "merge":
        return 0 if question is mergers.EndMerging else ACQUIRING
    if coming.kind == "place_token" and stop_of(now, coming) in now.notes.box.london:
        return ASKED_AT[EndTrack]
    return RECORDED_AT.get(coming.kind)


def skips_proposal(now: Now) -> bool:
    return not now.can(parliament.StartAuction)


def skips_stock_turn(now: Now) -> bool:
    return not now.can(stock.StartCompany, stock.BuyShare, stock.SellShares) and not _sees_a_directors_certificate(now)


def _sees_a_directors_certificate(now: Now) -> bool:
    """The site overlooks that nobody can buy one that lies in the pool."""
    state, box = now.game.state, now.notes.box
    assert now.game.ask is not None
    player, turn = now.game.ask.who, state.stack[-1].facts
    return any(
        state.certs[box.papers.directors_certificate(company).id] == POOL
        and DIRECTORS_SHARES * box.price(state, company) <= state.cash[player]
        and (player, company) not in turn.sold
        for company in state.pars
    )


def skips_station(now: Now) -> bool:
    return not _could_link_london(now) and not now.can(PlaceStation)


def _could_link_london(now: Now) -> bool:
    """The site asks for it with the stations, after the track was passed."""
    before = now.notes.before_track_passed
    return before is not None and bool(before.offers().of(track.LinkLondon))


def skips_run(now: Now) -> bool:
    return not (running.can_run(now.game) or _stood_before_a_merger(now))


def _stood_before_a_merger(now: Now) -> bool:
    """The site forgets that a company which was merged and begins anew has no station on the map yet."""
    turn = turn_in(now.game.state)
    return turn is not None and turn.company in now.notes.merged_away


def skips_trains(now: Now) -> bool:
    if now.can(trains.BuyTrain, trains.TradeTrain):
        return False
    return now.can(EndTrains) or can_raise_money_in_one_way(now.game)


def can_raise_money_in_one_way(game: Game) -> bool:
    """Then the site raises it without asking."""
    offers = game.offers()
    return len(offers) == 1 and isinstance(offers[0].action, RAISING)


def skips_redeeming(now: Now) -> bool:
    return not now.can(redeeming.RedeemShare)


def _draw(now: Now) -> DrawCompany | DrawPermit | None:
    """What chance draws next, as far as it is known."""
    own: Books = now.game.state.extras
    asked, at = now.asked(), len(own.offer)
    if DrawCompany in asked:
        return DrawCompany(now.notes.deal.offer[at]) if at < len(now.notes.deal.offer) else None
    if DrawPermit in asked:
        permit = now.notes.deal.permits.get(own.offer[len(own.permit_of)])
        return None if permit is None else DrawPermit(PermitId(permit))
    return None


def _drawn(now: Now) -> Any:
    draw = _draw(now)
    if draw is None:
        raise Strange("chance draws more than was dealt")
    return draw


def _end_trains(now: Now) -> Any:
    """Who owes a train that cannot be paid raises money without a word."""
    return _raised_money(now) if _owes_a_train(now) else EndTrains()


KNOWN_DRAW: Skip[Notes] = Skip(lambda now: _draw(now) is not None, _drawn)

FOLLOW: Follow[Notes] = Follow(
    notes=notes_at_start,
    meanings=MEANINGS,
    may_act=may_act,
    passed=passed,
    look=look,
    asked=site_asked,
    paid=paid,
    played=notice,
    skips={
        DrawCompany: KNOWN_DRAW,
        DrawPermit: KNOWN_DRAW,
        consent.Agree: Skip(lambda now: True, lambda now: consent.Agree()),
        parliament.StartAuction: Skip(skips_proposal),
        stock.EndStockTurn: Skip(skips_stock_turn),
        EndStations: Skip(skips_station),
        RunTrains: Skip(skips_run, lambda now: RunTrains(())),
        EndTrains: Skip(skips_trains, _end_trains),
        redeeming.EndRedeeming: Skip(skips_redeeming),
    },
)
"""The site links London when it places stations, we when we build; it always asks about mergers and acquisitions, even
where nobody is there to merge with; it leaves out other questions where nothing can be done."""
