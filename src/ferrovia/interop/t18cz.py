"""18CZ: following a recorded game through the steps of its rounds and turns."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from ferrovia.engine.play import Game
from ferrovia.interop.drawing import generator, seed_of
from ferrovia.interop.exported import Action, Exported
from ferrovia.interop.facts import present
from ferrovia.interop.shares import company_of_shares
from ferrovia.interop.t18cz_facts import facts_of
from ferrovia.interop.t18cz_meanings import Meanings, local_named
from ferrovia.model.board import place_of
from ferrovia.model.ids import CHANCE, CompanyId
from ferrovia.model.network import reach_of
from ferrovia.rules import consent
from ferrovia.titles.t18cz import acquisition, dividends, homes, running, stations, stock, track, trains
from ferrovia.titles.t18cz.facts import AcquisitionFacts, CompanyTurn, OperatingFacts, StockFacts
from ferrovia.titles.t18cz.locals import SellLocal
from ferrovia.titles.t18cz.material import Books, LocalId, Material, is_reached, price
from ferrovia.titles.t18cz.vaclav import DrawCompany

TITLE = "18cz"
NAME = "18CZ"


def options(export: Exported) -> dict[str, str]:
    """Their games are played their way; a game that we exported says how it was played."""
    return {"profile": "site", **(export.settings.get("ferrovia") or {})}


def unknown_rules(export: Exported) -> list[str]:
    """The site has no optional rules for this title."""
    return list(export.optional_rules)


def companies_in_play(game: Game) -> list[str]:
    box: Material = game.title.data
    return [c for c in box.companies if box.size(c) == "S"]


def setup_facts(game: Game, export: Exported) -> dict[str, Any]:
    box: Material = game.title.data
    own: Books = game.state.extras
    return {
        "companies_in_play": companies_in_play(game),
        "privates": [{"sym": local.id, "value": local.price} for local in box.locals.values()],
        "turn_order": list(own.order),
    }


STEPS: tuple[tuple[str, type[Any]], ...] = (
    ("place_token", stations.EndStations),
    ("run_routes", running.RunAsRecorded),
    ("dividend", dividends.Withhold),
    ("buy_corporation", acquisition.EndAcquisitions),
    ("buy_train", trains.EndTrains),
)
"""The steps of a company's turn in order: an action that is recorded, and an answer that is asked for, only there."""
BEFORE_RUNNING = (stations.EndStations, running.RunAsRecorded)
RECORDED_AT = {recorded: at for at, (recorded, _) in enumerate(STEPS)}
ASKED_AT = {answer: at for at, (_, answer) in enumerate(STEPS)}
RUN = RECORDED_AT["run_routes"]


class Following(Meanings):
    """Plays a recorded 18CZ game. The site does not ask where nothing can be done, and asks at the end of a turn once
    more whether a local shall be bought: so a recorded pass may end a step, or nothing."""

    def __init__(self, export: Exported, game: Game, options: Mapping[str, str]) -> None:
        super().__init__(export, game, options)
        self.trains_passed = False
        self.turn_of: tuple[CompanyId, int] | None = None
        """Whose turn it is, and in which operating round."""
        self.seed = seed_of(export)
        self.cheapest_start = 2 * min(min(self.box.rules(company).start_prices) for company in self.box.companies)

    # ------------------------------------------------------------------------------------------------ passes and steps

    def passed(self, action: Action) -> None:
        """A recorded pass ends the step that the site was asking about."""
        self.is_by_who_is_asked(action)
        facts, asked = self.game.state.stack[-1].facts, self.asked()
        if isinstance(facts, CompanyTurn):
            if not self.track_passed and track.EndTrack not in asked and self.track_still_asked():
                self.track_passed = True
                return
            if trains.EndTrains in asked and not self.trains_passed:
                self.trains_passed = True
                return
        if isinstance(facts, AcquisitionFacts):
            for train in facts.trains:
                self.play(acquisition.KeepTrain(train))
            return
        if track.EndTrack in asked:
            self.track_passed = True
        self.let_be()

    def site_asked(self, coming: Action) -> bool | None:
        ask = self.game.ask
        question = self.question()
        if ask is None or question is None:
            return None
        facts = self.game.state.stack[-1].facts
        if isinstance(facts, StockFacts):
            if self.export.players.get(str(coming.get("entity"))) != ask.who:
                return False
            cash = self.game.state.cash[ask.who]
            if coming["type"] == "pass" and cash < self.cheapest_start:
                return None  # who has so little may not be asked before a later round
            return True if self._costs(coming) <= cash else None
        return self._asked_in_turn(facts, question, coming) if isinstance(facts, CompanyTurn) else None

    def _costs(self, coming: Action) -> int:
        """What a purchase takes: who cannot pay now may be meant in a later round."""
        if coming["type"] == "par":
            return 2 * int(str(coming["share_price"]).split(",")[0])
        if coming["type"] == "buy_shares":
            return price(self.box, self.game.state, company_of_shares(coming))
        return 0

    def _asked_in_turn(self, turn: CompanyTurn, question: type[Any], coming: Action) -> bool | None:
        """In a company's turn: an action of somebody else ends it, one of its own shows how far it has come.

        Where one company operates alone, its next action may be of its next turn; that begins with track, or a pass of
        it. So only what comes after track shows a step of this turn.
        """
        if not self._is_of(turn.company, coming):
            return False
        if self._others_follow():
            return self._shown_by_what_follows(turn.company, question, coming)
        if coming.get("entity") != turn.company:
            return None
        if coming["type"] == "lay_tile":
            return False
        if coming["type"] == "pass" and question in BEFORE_RUNNING and self._runs_after_the_pass(turn.company):
            return True
        now, then = ASKED_AT.get(question), RECORDED_AT.get(coming["type"])
        return None if now is None or then is None or then < now else then == now

    def _is_of(self, company: CompanyId, action: Action) -> bool:
        """Whether a company has acted, or a local of its own."""
        entity = action.get("entity")
        return entity == company or self.game.state.certs.get(local_named(str(entity))) == company

    def _shown_by_what_follows(self, company: CompanyId, question: type[Any], coming: Action) -> bool | None:
        """Where all of a company's next actions are of this turn: the first that belongs to one step shows where the
        company is, whatever it does with its locals before; a pass before its run belongs to a step before it."""
        if question is trains.EndTrains:
            return True
        now, passed, bought = ASKED_AT.get(question), False, list[str]()
        for action in self._from(coming):
            then = RECORDED_AT.get(action["type"])
            if now is None or not (self._is_of(company, action) or action.get("entity") in bought):
                return None
            if then is not None:
                return None if then < now or (passed and then > RUN) else passed or then == now
            passed = passed or action["type"] == "pass"
            bought += [action["company"]] if action["type"] == "buy_company" else []
        return None

    def _from(self, coming: Action) -> Iterator[Action]:
        """The next recorded action and those behind it."""
        yield coming
        yield from self.behind

    def _others_follow(self) -> bool:
        """Whether other companies have their turn before this one can have its next: each is asked about track."""
        state = self.game.state
        operating: OperatingFacts = next(f.facts for f in state.stack if isinstance(f.facts, OperatingFacts))
        closed = state.extras.closed
        return any(company not in closed for company in operating.companies[operating.done :])

    def _runs_after_the_pass(self, company: CompanyId) -> bool:
        """Whether nothing but passes comes before a run of the same company. It is one of this turn: where a company
        has no run now, it has none in its next turn either unless something was done in between."""
        for action in self.behind:
            if action.get("entity") != company or action["type"] != "pass":
                return action.get("entity") == company and action["type"] == "run_routes"
        return False

    def skips_stock_turn(self) -> bool:
        return not self.can(stock.StartCompany, stock.BuyShare, stock.SellShares, stock.RepayDebt)

    def skips_home(self) -> bool:
        return len(self.game.offers()) == 1 and not self._home_is_untracked()

    def skips_station(self) -> bool:
        return not self.track_still_asked() and not self._sees_a_city()

    def skips_run(self) -> bool:
        return not self.track_still_asked() and not self._runs()

    def skips_trains(self) -> bool:
        return not self.trains_still_asked()

    def look(self) -> None:
        """Notices a new turn."""
        state = self.game.state
        turn_of = None
        for frame in reversed(state.stack):
            if isinstance(frame.facts, CompanyTurn):
                turn_of = frame.facts.company, state.extras.local_value
                break
        if turn_of != self.turn_of:
            self.turn_of, self.track_passed, self.trains_passed = turn_of, False, False

    def _home_is_untracked(self) -> bool:
        """ATE's station on its hex without a tile is placed by a recorded action."""
        offer: homes.ChooseHomeCity = self.game.offers()[0].action
        hex_id, board = place_of(offer.stop)[0], self.game.state.board
        return len(board.stops_on(hex_id)) > 1 and not board.exits(hex_id)

    def _sees_a_city(self) -> bool:
        """The site asks for a station if one fits and could be paid with all locals sold, or if any could be bought."""
        company, game = self.game.state.stack[-1].facts.company, self.game
        board = game.state.board
        power = 10**9 if self._sees_locals_for_sale() else self._buying_power()
        for stop in reach_of(board, company).stops:
            if board.stop(stop).kind == "city" and board.free_slots(stop):
                refusal = game.why_not(stations.PlaceStation(stop))
                if refusal is None or (refusal.rule == "station-cost" and refusal.params["cost"] <= power):
                    return True
        return False

    def _buying_power(self) -> int:
        """The treasury, and what the company's locals would bring."""
        company, state = self.game.state.stack[-1].facts.company, self.game.state
        held = [local for local in self.box.locals if state.certs[local] == company]
        return state.cash[company] + len(held) * state.extras.local_value

    def _runs(self) -> bool:
        return running.can_run(self.game)

    def track_still_asked(self) -> bool:
        """The site asks about track while a local could be bought or used for it, even if no tile is left to lay."""
        if self.track_passed or not isinstance(self.game.state.stack[-1].facts, CompanyTurn):
            return False
        return self._sees_locals_for_sale() or bool(self._unused_locals())

    def _sees_locals_for_sale(self) -> bool:
        """The site looks for any local of a player, also one too large for the company."""
        state = self.game.state
        if not is_reached(self.box, state, self.box.numbers.locals.price_from_phase):
            return False
        for_sale = [local for local in self.box.locals if state.certs[local] in state.players]
        return bool(for_sale) and self._buying_power() >= 1

    def _unused_locals(self) -> list[LocalId]:
        state = self.game.state
        company, used, certs = state.stack[-1].facts.company, state.extras.used_locals, state.certs
        return [local for local in self.box.locals if certs[local] == company and local not in used]

    def trains_still_asked(self) -> bool:
        if not self.trains_passed and (self.can(trains.BuyTrain, trains.TradeTrain) or not self.can(trains.EndTrains)):
            return True
        self.trains_passed = True
        return self._sees_locals_for_sale() or self.can(SellLocal)

    def draw_is_known(self) -> bool:
        """The site's generator tells it."""
        return True

    SKIPS: ClassVar[Mapping[type[Any], Callable[[Any], bool]]] = {
        DrawCompany: draw_is_known,
        consent.Agree: Meanings.was_agreed,
        stock.EndStockTurn: skips_stock_turn,
        homes.ChooseHomeCity: skips_home,
        stations.EndStations: skips_station,
        running.RunAsRecorded: skips_run,
        trains.EndTrains: skips_trains,
    }

    def skip(self) -> None:
        """Answers where the site would not ask."""
        ask = self.game.ask
        assert ask is not None
        if ask.who == CHANCE:
            self.play(DrawCompany(self._drawn()))
        elif consent.Agree in self.asked():
            self.play(consent.Agree())
        elif homes.ChooseHomeCity in self.asked():
            self.play(self.game.offers()[0].action)
        elif running.RunAsRecorded in self.asked():
            self.play(running.RunTrains(()))
        else:
            self.let_be()

    def _drawn(self) -> CompanyId:
        """Vaclav's next company, as the site's generator draws it."""
        candidates = [offer.action.company for offer in self.game.offers()]
        drawn_before = len(self.game.state.extras.vaclavs)
        return candidates[next(islice(generator(self.seed), drawn_before, None)) % len(candidates)]

    def facts(self) -> dict[str, Any]:
        return present(facts_of(self.game))
