"""1862: following a recorded game through the steps of its rounds and turns."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ferrovia.engine.play import Game
from ferrovia.interop.exported import Action, Exported
from ferrovia.interop.facts import present
from ferrovia.interop.stepping import Strange
from ferrovia.interop.t1862_facts import Merged, before_merger, facts_of, still_apart
from ferrovia.interop.t1862_meanings import Meanings
from ferrovia.interop.t1862_setup import NAME, TITLE, dealt, options, setup_facts, unknown_rules
from ferrovia.model.ids import CompanyId
from ferrovia.rules import consent
from ferrovia.titles.t1862 import (
    dividends,
    forced,
    mergers,
    merging,
    parliament,
    redeeming,
    running,
    stations,
    stock,
    track,
    trains,
)
from ferrovia.titles.t1862.dealing import DrawCompany, DrawPermit
from ferrovia.titles.t1862.facts import CompanyTurn
from ferrovia.titles.t1862.material import Books, PermitId, is_trainless

__all__ = ["NAME", "TITLE", "Following", "options", "setup_facts", "unknown_rules"]

STEPS: tuple[tuple[str, type[Any]], ...] = (
    ("merge", mergers.EndMerging),
    ("lay_tile", track.EndTrack),
    ("place_token", stations.EndStations),
    ("run_routes", running.RunTrains),
    ("dividend", dividends.Withhold),
    ("buy_train", trains.EndTrains),
    ("buy_shares", redeeming.EndRedeeming),
    ("acquire", mergers.EndAcquiring),
)
"""The steps of a company's turn in order: an action that is recorded, and an answer that is asked for, only there."""
RECORDED_AT = {recorded: at for at, (recorded, _) in enumerate(STEPS)} | {"sell_shares": 5}
ASKED_AT = {answer: at for at, (_, answer) in enumerate(STEPS)}
ACQUIRING = RECORDED_AT["acquire"]
ASKED_OF_PLAYERS = (parliament.StartAuction, stock.EndStockTurn)
MERGERS = (mergers.Merge, mergers.Acquire)
LAST_ANSWERS = (trains.EndTrains, redeeming.EndRedeeming)
"""With these a turn ends that was not cut short, unless there is somebody to acquire."""


class Following(Meanings):
    """Plays a recorded 1862 game.

    The site links London when it places stations, we when we build; it always asks about mergers and acquisitions, even
    where nobody is there to merge with; it leaves out other questions where nothing can be done.
    """

    def __init__(self, export: Exported, game: Game, options: Mapping[str, str]) -> None:
        super().__init__(export, game, options)
        self.deal = dealt(export)
        self.turn_of: tuple[CompanyId, int] | None = None
        self.merged: Merged | None = None
        """The two companies of the latest merger as they were before."""
        self.merging_asked = False
        """Whether the site's question about a merger has been answered in a turn in which we ask none."""
        self.acquisition_owed: CompanyId | None = None
        """Who is still asked about an acquisition by the site, although the turn is over here: there is nobody."""
        self.turn_before: CompanyId | None = None
        """Whose turn has ended last."""
        self.before_track_passed: Game | None = None
        """Where the track of this turn was passed."""
        self.lner = False
        """Whether the LNER had formed before this turn."""
        self.last: Any = None
        """Our latest answer."""

    def play(self, action: Any) -> None:
        if isinstance(action, MERGERS):
            self.merged = before_merger(self.game, action)
        elif isinstance(action, track.EndTrack):
            self.before_track_passed = self.game
        super().play(action)
        self.last = action

    # ------------------------------------------------------------------------------------------------ passes and steps

    def passed(self, action: Action) -> None:
        """A recorded pass ends the step that the site was asking about."""
        if action.get("entity_type") == "corporation" and self._passes_what_we_do_not_ask(action):
            return
        self.is_by_who_is_asked(action)
        asked = self.asked()
        if track.EndTrack in asked and self._links_london_next(action):
            return
        if trains.EndTrains in asked and self._owes_a_train():
            self._raise_money()
            return
        self.let_be()

    def _passes_what_we_do_not_ask(self, action: Action) -> bool:
        """The site asks about mergers and acquisitions even where nobody is there to merge with."""
        turn, company = self._turn(), action["entity"]
        if company == self.acquisition_owed:
            self.acquisition_owed = None
            return True
        if turn is None or turn.company != company:
            return company == self.turn_before
        if self.merging_is_over(turn) or mergers.EndMerging in self.asked():
            return False
        self.merging_asked = True
        return True

    def merging_is_over(self, turn: CompanyTurn) -> bool:
        return turn.merging_done or self.merging_asked

    def _owes_a_train(self) -> bool:
        turn = self._turn()
        return turn is not None and is_trainless(self.game.state, turn.company)

    def _lacks_money_for_a_train(self) -> bool:
        """Whether one is due that cannot be paid. If one is bought nevertheless, money was raised without a word."""
        return self._owes_a_train() and not self.can(trains.BuyTrain, trains.TradeTrain)

    def _raise_money(self) -> None:
        way = self.way_to_raise_money()
        if way is None:
            raise Strange("a company passes that must buy a train")
        self.play(way)

    def way_to_raise_money(self) -> Any | None:
        """Who passes without a train and cannot pay one sells shares of its treasury, else it is refinanced; that, if
        holders are asked about their options next."""
        ways = (forced.SellTreasuryShares, forced.Refinance, forced.DeclareBankruptcy)
        if self.coming is not None and self.coming["type"] == "choose":
            ways = ways[1:]
        offers = [offer.action for offer in self.game.offers()]
        return next((action for way in ways for action in offers if isinstance(action, way)), None)

    def _links_london_next(self, action: Action) -> bool:
        """Whether the track was passed to link London, which we do instead of building."""
        coming = self.coming
        if coming is None or coming["type"] != "place_token" or coming["entity"] != action["entity"]:
            return False
        return self._stop(coming) in self.box.london

    def _turn(self) -> CompanyTurn | None:
        for frame in reversed(self.game.state.stack):
            if isinstance(frame.facts, CompanyTurn):
                return frame.facts
        return None

    def look(self) -> None:
        state, turn = self.game.state, self._turn()
        rounds = state.stack[0].facts if state.stack else None
        turn_of = None if turn is None or rounds is None else (turn.company, 10 * rounds.sets_done + rounds.rounds_done)
        if turn_of != self.turn_of:
            if not self._is_the_same_turn(turn_of):
                self._begin_turn()
            self.turn_of = turn_of

    def _is_the_same_turn(self, turn_of: tuple[CompanyId, int] | None) -> bool:
        """A merger may hand the turn to the other company."""
        before, merged = self.turn_of, self.merged
        if turn_of is None or before is None or merged is None or turn_of[1] != before[1]:
            return False
        return {turn_of[0], before[0]} == {merged.survivor, merged.other}

    def _begin_turn(self) -> None:
        """After the LNER has formed the site asks neither about mergers nor about acquisitions."""
        ended = isinstance(self.last, LAST_ANSWERS) and not self.lner
        self.acquisition_owed = self.turn_of[0] if self.turn_of is not None and ended else None
        self.turn_before = self.turn_of[0] if self.turn_of is not None else self.turn_before
        self.lner = bool(self.game.state.extras.lner_limit)
        self.merging_asked, self.before_track_passed = self.lner, None

    def site_asked(self, coming: Action) -> bool | None:
        if self.acquisition_owed is not None:
            if coming["type"] == "pass" and coming.get("entity") == self.acquisition_owed:
                return True
            self.acquisition_owed = None
        question, turn, ask = self.question(), self._turn(), self.game.ask
        if question is None or ask is None:
            return None
        if question in ASKED_OF_PLAYERS:
            # an action of the same player may be one of a later round, if nothing could be done now
            return None if self.export.players.get(str(coming.get("entity"))) == ask.who else False
        if turn is None or question not in ASKED_AT:
            return None
        if coming.get("entity") != turn.company:
            return False
        if question is trains.EndTrains and coming["type"] == "buy_train" and self._lacks_money_for_a_train():
            return False
        if question is stations.EndStations and coming["type"] == "pass" and self._runs_after_the_pass(turn.company):
            return True
        now, then = ASKED_AT[question], self._recorded_at(coming, question)
        return None if then is None or then < now else then == now

    def _runs_after_the_pass(self, company: CompanyId) -> bool:
        """Whether the run follows at once: before it the site asks about stations last."""
        after = self.behind[0] if self.behind else None
        return after is not None and after.get("entity") == company and after["type"] == "run_routes"

    def _recorded_at(self, coming: Action, question: type[Any]) -> int | None:
        """At which step of a turn an action was recorded."""
        if coming["type"] == "merge":
            return 0 if question is mergers.EndMerging else ACQUIRING
        if coming["type"] == "place_token" and self._stop(coming) in self.box.london:
            return ASKED_AT[track.EndTrack]
        return RECORDED_AT.get(coming["type"])

    def skips_proposal(self) -> bool:
        return not self.can(parliament.StartAuction)

    def skips_stock_turn(self) -> bool:
        return not self.can(stock.StartCompany, stock.BuyShare, stock.SellShares)

    def skips_station(self) -> bool:
        return not self._could_link_london() and not self.can(stations.PlaceStation)

    def _could_link_london(self) -> bool:
        """The site asks for it with the stations, after the track was passed."""
        before = self.before_track_passed
        return before is not None and before.allows(track.LinkLondon)

    def skips_run(self) -> bool:
        return not running.can_run(self.game)

    def skips_trains(self) -> bool:
        return not self.can(trains.BuyTrain, trains.TradeTrain) and self.can(trains.EndTrains)

    def skips_redeeming(self) -> bool:
        return not self.can(redeeming.RedeemShare)

    def draw_is_known(self) -> bool:
        return self._draw() is not None

    SKIPS: ClassVar[Mapping[type[Any], Callable[[Any], bool]]] = {
        DrawCompany: draw_is_known,
        DrawPermit: draw_is_known,
        consent.Agree: Meanings.was_agreed,
        parliament.StartAuction: skips_proposal,
        stock.EndStockTurn: skips_stock_turn,
        stations.EndStations: skips_station,
        running.RunTrains: skips_run,
        trains.EndTrains: skips_trains,
        redeeming.EndRedeeming: skips_redeeming,
    }

    def skip(self) -> None:
        """Answers where the site would not ask."""
        asked = self.asked()
        if consent.Agree in asked:
            self.play(consent.Agree())
        elif running.RunTrains in asked:
            self.play(running.RunTrains(()))
        elif trains.EndTrains in asked and self._owes_a_train():
            self._raise_money()
        else:
            draw = self._draw()
            if draw is None:
                self.let_be()
            else:
                self.play(draw)

    def _draw(self) -> DrawCompany | DrawPermit | None:
        """What chance draws next, as far as it is known."""
        own: Books = self.game.state.extras
        asked, at = self.asked(), len(own.offer)
        if DrawCompany in asked:
            return DrawCompany(self.deal.offer[at]) if at < len(self.deal.offer) else None
        if DrawPermit in asked:
            permit = self.deal.permits.get(own.offer[len(own.permit_of)])
            return None if permit is None else DrawPermit(PermitId(permit))
        return None

    def facts(self) -> dict[str, Any]:
        told = present(facts_of(self.game))
        merge = next((f.facts for f in self.game.state.stack if isinstance(f.facts, merging.MergingFacts)), None)
        if merge is not None and merge.other is None:
            told[f"company.{merge.survivor}.director"] = merge.initiator
        elif merge is not None and self.merged is not None:
            told |= still_apart(self.game, self.merged)
        return told
