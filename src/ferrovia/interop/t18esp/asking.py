"""18ESP: following a recorded game through the steps of its rounds and turns."""

from collections.abc import Callable
from typing import Any

from ferrovia.engine.play import Game, Table
from ferrovia.interop.exported import ASKED, Action
from ferrovia.interop.following import Follow, Skip
from ferrovia.interop.shares import company_of_shares, price_of
from ferrovia.interop.t18esp.bookkeeping import note_shares
from ferrovia.interop.t18esp.meanings import MEANINGS, may_act, paid, runnable_in_their_eyes, turn_of
from ferrovia.interop.t18esp.notes import Notes, Now, notes_at_start
from ferrovia.model.ids import SCRAP, CertId, PlayerId
from ferrovia.model.network import passable_for, reach
from ferrovia.rules import consent, loans, stations, stock, trains
from ferrovia.rules.dividends import Withhold
from ferrovia.rules.limits import has_room_for_a_certificate
from ferrovia.rules.loans import has_no_debt
from ferrovia.rules.revenue import RunTrains
from ferrovia.titles.t18esp import (
    absorption,
    auction,
    combining,
    homes,
    objectives,
    passes,
    pioneers,
    running,
    setup,
    track,
)
from ferrovia.titles.t18esp.facts import CycleFacts, Turn
from ferrovia.titles.t18esp.forced import site_asks_about_trains
from ferrovia.titles.t18esp.material import P1, P2, P5

ANY_TIME = ("special_buy", "buy_company")
ASKED_BY: dict[type[Any], tuple[str, ...]] = {
    track.EndBuild: ("lay_tile", "place_token", "choose", "choose_ability", "destination_connection", *ANY_TIME),
    running.RunAsRecorded: ("run_routes", "choose"),
    Withhold: ("dividend",),
    absorption.EndAbsorption: ("merge", "choose"),
    trains.EndTrains: ("buy_train", "combined_trains", "sell_shares", "choose", "discard_train", *ANY_TIME),
}
"""By the answer that ends a step: the actions that are recorded in it."""


BUYS_PIONEERS = ("2", "3", "4")
"""The phases in which companies may buy pioneers."""


def _asks_about_recycling(now: Now) -> bool:
    return now.can(combining.CombineTrains)


def _asks_about_last_purchases(now: Now) -> bool:
    """A tender or a pioneer. Once a company has bought pioneer 5, a tender seems to be left until phase 5."""
    if now.can(pioneers.BuyTender, pioneers.BuyPioneer):
        return True
    state, company = now.game.state, turn_of(now).company
    seems_left = state.certs[P5] == SCRAP and state.phase in BUYS_PIONEERS
    cost: int = now.notes.box.numbers.charges.tender
    return seems_left and state.cash[company] >= cost and not state.extras.tenders.get(company)


LAST_QUESTIONS: tuple[Callable[[Now], bool], ...] = (
    lambda now: site_asks_about_trains(Table(now.game.title, now.game.state), turn_of(now).company),
    _asks_about_recycling,
    _asks_about_last_purchases,
)
"""Where we ask about trains once, the site asks about trains, recycling and last purchases one after the other."""


def last_question(now: Now) -> int | None:
    """Which of the last questions the site asks now; None if none is left."""
    for number in range(now.notes.closed, len(LAST_QUESTIONS)):
        if LAST_QUESTIONS[number](now):
            return number
    return None


SECOND_TILE = 20
"""What the site wants to see in the treasury before it asks about a second tile, whatever that may cost."""


def asks_to_build(now: Now) -> bool:
    """The site asks while it sees a tile, a mine, a station or a pass, by rough tests: it does not look whether there
    is a place for a tile, nor whether a pass can be paid."""
    if now.notes.built == now.notes.turn:
        return False
    return _sees_a_tile(now) or _sees_pioneer_1(now) or now.can(stations.PlaceStation) or _sees_a_pass(now)


def _note_the_end_of_building(now: Now, before: Game) -> None:
    """Money for a destination that a mine has reached comes too late, where there was nothing to build before it."""
    after, now.game = now.game, before
    seen = turn_of(now).mine_laid is None or _sees_a_tile(now) or _sees_pioneer_1(now)
    now.game = after
    in_turn = isinstance(after.state.stack[-1].facts, Turn)
    if in_turn and not (seen or now.can(stations.PlaceStation) or _sees_a_pass(now)):
        now.notes.built = now.notes.turn


def _sees_a_tile(now: Now) -> bool:
    """One tile, a second one for large companies, in the north from phase 3 on; behind them a mine."""
    turn, state, box = turn_of(now), now.game.state, now.notes.box
    late = not box.is_northern(turn.company) or box.is_reached(state, "3")
    tiles = 2 if late and not box.is_minor(turn.company) else 1
    if len(turn.laid) < tiles:
        return not turn.laid or state.cash[turn.company] >= SECOND_TILE
    return turn.mine_laid is None


def _sees_pioneer_1(now: Now) -> bool:
    """Its own, or one that could be bought."""
    state, company = now.game.state, turn_of(now).company
    owner = state.certs[P1]
    return owner == company or (owner in state.players and state.phase in BUYS_PIONEERS and state.cash[company] > 0)


def _sees_a_pass(now: Now) -> bool:
    if "stations" in turn_of(now).done:
        return False
    refusals = (now.game.why_not(passes.OpenPass(hex_id)) for hex_id in now.notes.box.passes)
    return any(refusal is None or refusal.rule == "pass-cost" for refusal in refusals)


def asks_to_run(now: Now) -> bool:
    """The site asks whoever has a train for its map and comes to a second stop, also where there is no route."""
    company, board = turn_of(now).company, now.game.state.board
    if not runnable_in_their_eyes(now.game, company):
        return False
    passable = passable_for(board, company)
    return any(len(reach(board, (station,), passable).stops) > 1 for station in board.stations_of(company))


def passed(now: Now, action: Action) -> None:
    """A recorded pass ends the step that the site was asking about; after the trains it asks more than we do.
    One that the site has added while we were still asking something else ends nothing."""
    question, stack = now.question(), now.game.state.stack
    if question is not None and question.__name__ in action.ours(ASKED):
        return
    if stack and isinstance(stack[-1].facts, Turn) and now.asks_for(trains.EndTrains):
        if action.number is not None:
            open_now = last_question(now)
            now.notes.closed = now.notes.closed + 1 if open_now is None else open_now + 1
        return
    now.is_by_who_is_asked(action)
    now.let_be()


def site_asked(now: Now, question: type[Any] | None, coming: Action) -> bool | None:
    """The next action shows whether the site has asked: it is somebody else's, or belongs to a later step."""
    ask = now.game.ask
    if ask is None or question is None:
        return None
    if question.__name__ in coming.ours(ASKED):
        return True
    if question is auction.PassBid:
        return _asked_for_a_bid(now, ask.who, coming)
    if question is stock.EndStockTurn:
        return _asked_to_trade(now, ask.who, coming)
    if question is objectives.ClaimDestination:
        return coming.kind == "destination_connection"
    if question not in ASKED_BY:
        return None
    if question is trains.EndTrains and now.notes.closed == len(LAST_QUESTIONS):
        return False  # what the company does next is of a later turn, also where it operates alone
    company = turn_of(now).company
    if not _is_of(now, company, coming):
        return False
    if coming.kind == "sell_shares" and not now.can(stock.SellShares):
        return False  # of a stock round, where the company operates alone
    if coming.kind == "pass":
        if _ends_building(now, coming):
            return question is track.EndBuild
        never = (Withhold, running.RunAsRecorded)
        return question not in never and not (question is track.EndBuild and coming.number is None)
    coming = _of_a_step(now, company, coming)
    if question is absorption.EndAbsorption and coming.kind in ANY_TIME:
        return True  # where there is nothing to absorb, the site has passed by itself before
    if question is track.EndBuild and coming.kind in ANY_TIME:
        return None  # a pass comes next, which may end any step
    if coming.kind == "choose" and coming.number is None:
        return True
    if coming.kind == "choose" and question is track.EndBuild:
        return coming.text("choice") in now.notes.box.passes
    return coming.kind in ASKED_BY[question]


def _asked_for_a_bid(now: Now, player: str, coming: Action) -> bool | None:
    """A bid names its pioneer; a pass may belong to the next one, if the player has no money for this one."""
    if now.export.player_of(coming) != player:
        return False
    if coming.kind == "bid":
        return coming.get("company") == now.game.state.stack[-1].facts.subject
    return None


def _asked_to_trade(now: Now, player: PlayerId, coming: Action) -> bool | None:
    """A pass may be one of a later round, if the player can do nothing now; so may what he cannot pay now."""
    if now.export.player_of(coming) != player:
        return False
    return None if coming.kind == "pass" or _costs(now, coming) > now.game.state.cash[player] else True


def _costs(now: Now, coming: Action) -> int:
    """The least that a purchase takes."""
    if coming.kind == "par":
        return 2 * price_of(coming)
    if coming.kind != "buy_shares":
        return 0
    company, state = company_of_shares(coming, now.notes.box.papers), now.game.state
    return min(state.pars.get(company, 0), now.notes.box.price(state, company)) if company in state.prices else 0


def skips_stock_turn(now: Now) -> bool:
    could = now.can(stock.StartCompany, stock.BuyShare, stock.SellShares, loans.RepayDebt)
    return not could and not _sees_a_southern_company(now)


def _sees_a_southern_company(now: Now) -> bool:
    """The site forgets that these wait for phase 3: it asks whoever could pay for one."""
    state, market, ask = now.game.state, now.notes.box.market, now.game.ask
    assert ask is not None
    least = 2 * min(market.price(cell) for cell in market.cells_in("par"))
    if now.notes.box.is_reached(state, "3") or state.cash[ask.who] < least:
        return False
    table = Table(now.game.title, state, ask.who)
    return all(check.holds(table, ask) is None for check in (has_no_debt, has_room_for_a_certificate))


def _ends_building(now: Now, coming: Action) -> bool:
    """Whether the site has added its own pass about absorptions to a pass: so that was the one before the run, also
    where a company operates alone and passes turn after turn."""
    added = now.next_but_one
    is_added = added is not None and added.kind == "pass" and added.number is None and added.entity == coming.entity
    return coming.number is not None and is_added


def _of_a_step(now: Now, company: str, coming: Action) -> Action:
    """What can be bought at any time tells nothing about the step: what the company does after that does."""
    lacks_face = False
    """Whether pioneer 2 was bought: the face of its train may be chosen after other purchases."""
    for action in (coming, *now.behind):
        if not _is_of(now, company, action):
            return coming
        is_face = lacks_face and action.kind == "choose"
        if action.kind not in ANY_TIME and not is_face:
            return coming if action.kind == "pass" else action
        lacks_face = action.get("company") == P2 or (lacks_face and not is_face)
    return coming


def _is_of(now: Now, company: str, action: Action) -> bool:
    """Whether a company has acted, a pioneer of its own, or its director who sells shares before it goes on."""
    entity, ask = action.entity, now.game.ask
    if entity == company or now.game.state.certs.get(CertId(entity)) == company:
        return True
    if action.kind != "sell_shares" or ask is None or now.export.player_of(action) != ask.who:
        return False
    after = (a for a in now.behind if a.kind != "sell_shares")
    return next((a.entity for a in after), "") == company


def _first_offer(now: Now) -> Any:
    return now.game.offers()[0].action


def _drawn(now: Now) -> Any:
    """The companies that leave the game, and those of the pioneers, as the site's generator draws them."""
    deal, table = now.notes.dealt, now.game.state
    if now.asks_for(setup.LeaveOut):
        draws = (setup.LeaveOut(company) for company in deal.without)
        return next(draw for draw in draws if now.game.why_not(draw) is None)
    drawn = table.extras.carreno is not None
    return setup.DrawShare(deal.vasco_navarro if drawn else deal.carreno)


def _drops_out(now: Now) -> bool:
    """Before the first bid everybody is asked, also those who cannot pay."""
    return now.game.state.stack[-1].facts.bid is not None and not now.can(auction.Bid)


def look(now: Now) -> None:
    """Notices a new turn."""
    stack = now.game.state.stack
    if stack and isinstance(stack[-1].facts, Turn):
        game: CycleFacts = stack[0].facts
        turn = stack[-1].facts.company, game.sets_done, game.rounds_done
        if turn != now.notes.turn:
            now.notes.turn, now.notes.closed = turn, 0


def notice(now: Now, before: Game, answer: Any) -> None:
    """A tender that was given to a train is forgotten when the company does not run."""
    if isinstance(answer, RunTrains | running.RunAsRecorded):
        now.notes.tender = None
    if isinstance(answer, objectives.ClaimDestination):
        _note_the_end_of_building(now, before)
    note_shares(now, before, answer)


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
        setup.LeaveOut: Skip(lambda now: True, _drawn),
        setup.DrawShare: Skip(lambda now: True, _drawn),
        auction.PassBid: Skip(_drops_out),
        stock.EndStockTurn: Skip(skips_stock_turn),
        consent.Agree: Skip(lambda now: True, lambda now: consent.Agree()),
        homes.ChooseBase: Skip(lambda now: False, _first_offer),  # the site asks, even if one space is left
        objectives.ClaimDestination: Skip(lambda now: True, lambda now: objectives.ClaimDestination()),
        track.EndBuild: Skip(lambda now: not asks_to_build(now)),
        running.RunAsRecorded: Skip(lambda now: not asks_to_run(now), lambda now: RunTrains(())),
        Withhold: Skip(lambda now: False, lambda now: Withhold()),
        absorption.EndAbsorption: Skip(lambda now: False),
        trains.EndTrains: Skip(lambda now: last_question(now) is None),
    },
)
