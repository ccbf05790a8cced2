"""18CZ: what the recorded actions mean here, and the facts of a position in the recorded words."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, ClassVar

from ferrovia.engine.play import Game, IllegalAction
from ferrovia.interop.drawing import generator, seed_of
from ferrovia.interop.exported import Action, Exported, routes_of, whole_number
from ferrovia.interop.facts import present
from ferrovia.interop.routes import find_way
from ferrovia.interop.shares import company_of_shares, only_share, percent_of
from ferrovia.interop.stepping import Follower, Strange
from ferrovia.model.board import place_of, stop_id
from ferrovia.model.ids import BANK, CHANCE, DEPOT, IPO, POOL, CertId, CompanyId, HexId, Owner, StopId, TileId, TrainId
from ferrovia.model.network import reach_of
from ferrovia.rules import consent
from ferrovia.titles.t18cz import (
    acquisition,
    dividends,
    draft,
    homes,
    phases,
    running,
    stations,
    stock,
    track,
    trains,
)
from ferrovia.titles.t18cz.facts import (
    AcquisitionFacts,
    AssignFacts,
    CompanyTurn,
    OperatingFacts,
    StockFacts,
    SurplusFacts,
)
from ferrovia.titles.t18cz.locals import BuyLocal, SellLocal
from ferrovia.titles.t18cz.material import Books, FaceId, LocalId, Material, TurnId, is_reached, price, trains_of
from ferrovia.titles.t18cz.vaclav import DrawCompany

TITLE = "18cz"
NAME = "18CZ"
VACLAVS_NAME = "Vaclav"
"""What the site calls the owner who never decides."""


def options(export: Exported) -> dict[str, str]:
    """Their games are played their way; a game that we exported says how it was played."""
    return {"profile": "site", **(export.settings.get("ferrovia") or {})}


def unknown_rules(export: Exported) -> list[str]:
    """The site has no optional rules for this title."""
    return list(export.optional_rules)


def companies_in_play(game: Game) -> list[str]:
    box: Material = game.title.data
    return [c for c in box.companies if box.size(c) == "S"]


LATER_THAN_TRACK = (
    stations.PlaceStation,
    running.RunTrains,
    running.RunAsRecorded,
    acquisition.Acquire,
    trains.BuyTrain,
    trains.TradeTrain,
)


class Following(Follower):
    """Plays a recorded 18CZ game. The site does not ask where nothing can be done, and asks at the end of a turn once
    more whether a local shall be bought: so a recorded pass may end a step, or nothing."""

    def __init__(self, export: Exported, game: Game, options: Mapping[str, str]) -> None:
        super().__init__(export, game, options)
        self.box: Material = game.title.data
        self.tiles: dict[str, HexId] = {}
        """Where each single tile lies, by its number in the recording."""
        self.cards: dict[str, TrainId] = {}
        """Our train card for a recorded one of another number."""
        self.in_market: set[CertId] = set()
        """Certificates that were sold, by their numbers in the recording."""
        self.track_passed = False
        self.trains_passed = False
        self.turn_of: tuple[CompanyId, int] | None = None
        """Whose turn it is, and in which operating round."""
        self.seed = seed_of(export)
        self.cheapest_start = 2 * min(min(self.box.rules(company).start_prices) for company in self.box.companies)

    # -------------------------------------------------------------------------------------------- what an action means

    def translate(self, action: Action) -> Any | None:
        if action["type"] == "dividend" and action["entity"] in self.game.state.extras.vaclavs:
            return None  # always paid, so nobody is asked here
        ours = super().translate(action)
        if isinstance(ours, LATER_THAN_TRACK):
            self.track_passed = True
        return ours

    def may_act(self, entity: str) -> bool:
        """The company whose turn it is with its locals; who has too many trains; whose station waits for its city."""
        for frame in reversed(self.game.state.stack):
            facts = frame.facts
            if isinstance(facts, CompanyTurn):
                return facts.company in (entity, self.game.state.certs.get(_local(entity)))
            if isinstance(facts, SurplusFacts) and entity in facts.companies:
                return True
            if isinstance(facts, AssignFacts) and entity == facts.company:
                return True
        return False

    def _bid(self, action: Action) -> Any:
        return draft.DraftLocal(_local(action["company"]))

    def _par(self, action: Action) -> Any:
        return stock.StartCompany(_company(action["corporation"]), int(str(action["share_price"]).split(",")[0]))

    def _buy_shares(self, action: Action) -> Any:
        cert, company = only_share(action)
        place = POOL if cert in self.in_market else IPO
        if not self.box.papers.ordinary(self.game.state, place, company):
            place = IPO if place == POOL else POOL
        self.in_market.discard(cert)
        return stock.BuyShare(company, stock.PlaceId(place))

    def _sell_shares(self, action: Action) -> Any:
        company = company_of_shares(action)
        self.in_market.update(CertId(cert) for cert in action["shares"])
        return stock.SellShares(company, percent_of(action, self.box.papers) // self.box.papers.unit(company))

    def _special_buy(self, action: Action) -> Any:
        return stock.RepayDebt()

    def _lay_tile(self, action: Action) -> Any:
        tile, _, number = str(action["tile"]).rpartition("-")
        hex_id = HexId(action["hex"])
        self.tiles[f"{tile}-{number}"] = hex_id
        turn = TurnId(whole_number(action, "rotation"))
        if self.game.state.board.map.tiles[TileId(tile)].colour == "red":
            return homes.LayRedTile(hex_id, turn)
        if action["entity_type"] != "company":
            return track.LayTile(hex_id, TileId(tile), turn)
        local = _local(action["entity"])
        if track.is_purple(self.game.state.board.map.tiles[TileId(tile)]):
            return track.LayPurpleTile(local, hex_id, TileId(tile), turn)
        return track.LayTileWithLocal(hex_id, TileId(tile), turn, local)

    def _place_token(self, action: Action) -> Any:
        stop = self._stop(action)
        asked = {move.action for move in self.game.ask.moves} if self.game.ask else set[type[Any]]()
        if homes.ChooseHomeCity in asked:
            return homes.ChooseHomeCity(stop)
        return homes.AssignStation(stop) if homes.AssignStation in asked else stations.PlaceStation(stop)

    def _stop(self, action: Action) -> StopId:
        """A city is named by its tile, or by its hex where there is none."""
        place, _, city = str(action["city"]).rpartition("-")
        return stop_id(self.tiles.get(place) or HexId(place.rpartition("-")[0]), int(city))

    def _run_routes(self, action: Action) -> None:
        """The routes as recorded if the rules allow them and count the same; else the revenue that was written down."""
        revenue = sum([whole_number(route, "revenue") for route in routes_of(action)])
        self.track_passed = True
        reason = self._run_by_the_rules(action, revenue)
        if reason is not None:
            number = action.get("id")
            self.notices.append(f"action {number}: {action['entity']} runs for {revenue} as recorded; {reason}")
            self.play(running.RunAsRecorded(revenue))

    def _run_by_the_rules(self, action: Action, revenue: int) -> str | None:
        """Plays a recorded run as routes; where that is not possible it says why, and nothing has changed."""
        answers = len(self.record.entries)
        texts = tuple([self._route(route) for route in routes_of(action)])
        try:
            self.play(running.RunTrains(texts))
        except IllegalAction as error:
            return f"[{error.refusal.cite}] {error.refusal.rule}"
        earned = self.game.state.extras.last_revenue[action["entity"]]
        if earned == revenue:
            return None
        self.take_back(answers)
        return f"by the rules it earns {earned}"

    def _route(self, route: Action) -> running.RouteId:
        way = find_way(self.game.state.board, route.get("connections") or ())
        return running.RouteId(f"{self._card(str(route.get('train')))}: {' '.join(way or ())}")

    def _dividend(self, action: Action) -> Any:
        if action["kind"] not in DIVIDENDS:
            raise Strange(f"18CZ knows no dividend {action['kind']!r}")
        return DIVIDENDS[action["kind"]]()

    def _buy_corporation(self, action: Action) -> Any:
        return acquisition.Acquire(_company(action["corporation"]), whole_number(action, "price"))

    def _swap_train(self, action: Action) -> Any:
        return acquisition.FlipTrain(self._card(action["train"]))

    def _discard_train(self, action: Action) -> Any:
        train = self._card(action["train"])
        handling = isinstance(self.game.state.stack[-1].facts, AcquisitionFacts)
        return acquisition.ScrapTrain(train) if handling else phases.ReturnTrain(train)

    def _remove_token(self, action: Action) -> Any:
        return acquisition.RemoveStation(self._stop(action))

    def _buy_train(self, action: Action) -> Any:
        train = self._bought(str(action["train"]))
        if self.game.state.trains[train].owner in (DEPOT, POOL):
            return trains.BuyTrain(train, FaceId(action.get("variant") or self.box.card_of(train).faces[0].name))
        return trains.TradeTrain(train, whole_number(action, "price"))

    def _card(self, recorded: str) -> TrainId:
        return self.cards.get(recorded, TrainId(recorded))

    def _bought(self, recorded: str) -> TrainId:
        """Our card for one that is bought. Copies on the stack are all the same: the top one is taken."""
        train, cards = self._card(recorded), self.game.state.trains
        if train not in cards or cards[train].owner == DEPOT:
            train = trains_of(self.game.state, DEPOT)[0]
            if recorded.rpartition("-")[0] != train.rpartition("-")[0]:
                raise Strange(f"there is no train {recorded!r} to be had")
            self.cards[recorded] = train
        return train

    def _buy_company(self, action: Action) -> Any:
        return BuyLocal(_local(action["company"]), whole_number(action, "price"))

    def _sell_company(self, action: Action) -> Any:
        return SellLocal(_local(action["company"]))

    MEANINGS: ClassVar[Mapping[str, Callable[[Any, Action], Any | None]]] = {
        "bid": _bid,
        "par": _par,
        "buy_shares": _buy_shares,
        "sell_shares": _sell_shares,
        "special_buy": _special_buy,
        "lay_tile": _lay_tile,
        "place_token": _place_token,
        "run_routes": _run_routes,
        "dividend": _dividend,
        "buy_corporation": _buy_corporation,
        "swap_train": _swap_train,
        "discard_train": _discard_train,
        "remove_token": _remove_token,
        "buy_train": _buy_train,
        "buy_company": _buy_company,
        "sell_company": _sell_company,
    }

    # ------------------------------------------------------------------------------------------------ passes and steps

    def passed(self, action: Action) -> None:
        """A recorded pass ends the step that the site was asking about."""
        self.is_by_who_is_asked(action)
        facts, asked = self.game.state.stack[-1].facts, self._asked()
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

    def _asked(self) -> list[type[Any]]:
        """The answers that the present question allows."""
        return [move.action for move in self.game.ask.moves] if self.game.ask else []

    def _can(self, *actions: type[Any]) -> bool:
        return self.game.allows(*actions)

    def site_asked(self, coming: Action) -> bool | None:
        ask = self.game.ask
        question = self._question()
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

    def _question(self) -> type[Any] | None:
        """The answer by which a question is known that the site may leave out; None for all other questions."""
        for move in self.game.ask.moves if self.game.ask else ():
            if move.action in SKIPS:
                return move.action
        return None

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
        return entity == company or self.game.state.certs.get(_local(str(entity))) == company

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

    def site_would_skip(self) -> bool:
        ask = self.game.ask
        if ask is None:
            return False
        if ask.who == CHANCE or any(move.action is consent.Agree for move in ask.moves):
            return True
        question = self._question()
        return question is not None and SKIPS[question](self)

    def skips_stock_turn(self) -> bool:
        return not self._can(stock.StartCompany, stock.BuyShare, stock.SellShares, stock.RepayDebt)

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
        if not self.trains_passed and (
            self._can(trains.BuyTrain, trains.TradeTrain) or not self._can(trains.EndTrains)
        ):
            return True
        self.trains_passed = True
        return self._sees_locals_for_sale() or self._can(SellLocal)

    def skip(self) -> None:
        """Answers where the site would not ask."""
        ask = self.game.ask
        assert ask is not None
        if ask.who == CHANCE:
            self.play(DrawCompany(self._drawn()))
        elif consent.Agree in self._asked():
            self.play(consent.Agree())
        elif homes.ChooseHomeCity in self._asked():
            self.play(self.game.offers()[0].action)
        elif running.RunAsRecorded in self._asked():
            self.play(running.RunTrains(()))
        else:
            self.let_be()

    def _drawn(self) -> CompanyId:
        """Vaclav's next company, as the site's generator draws it."""
        candidates = [offer.action.company for offer in self.game.offers()]
        drawn_before = len(self.game.state.extras.vaclavs)
        return candidates[next(islice(generator(self.seed), drawn_before, None)) % len(candidates)]

    def facts(self) -> dict[str, Any]:
        return present(_facts(self.game))


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
DIVIDENDS: Mapping[str, type[Any]] = {"payout": dividends.PayDividend, "withhold": dividends.Withhold}


SKIPS: Mapping[type[Any], Callable[[Following], bool]] = {
    stock.EndStockTurn: Following.skips_stock_turn,
    homes.ChooseHomeCity: Following.skips_home,
    stations.EndStations: Following.skips_station,
    running.RunAsRecorded: Following.skips_run,
    trains.EndTrains: Following.skips_trains,
}
"""For the questions that the site may leave out, by the answer that tells them from others."""


def _company(name: str) -> CompanyId:
    return CompanyId(Owner(name))


def _local(name: str) -> LocalId:
    return LocalId(CertId(name))


# --------------------------------------------------------------------------------------------------------------- facts


def _facts(game: Game) -> Iterator[tuple[str, Any]]:
    state, box = game.state, game.title.data
    yield "round", _round(game)
    yield "phase", state.phase
    yield "acting", [game.ask.who] if game.ask else []
    yield "bank", state.cash[BANK]
    yield "next_train", box.card_of(trains_of(state, DEPOT)[0]).card
    for player in state.players:
        yield from _player_facts(game, player)
    for company in box.companies:
        if company in state.prices:
            yield from _company_facts(game, company)
    for hex_id, laid in state.board.tiles.items():
        yield f"hex.{hex_id}", f"{laid.tile}/{laid.turn}"


def _round(game: Game) -> str:
    scripts = [frame.script for frame in game.state.stack]
    return next((name for name in reversed(scripts) if name in ("draft", "stock round", "operating round")), "end")


def _player_facts(game: Game, player: Owner) -> Iterator[tuple[str, Any]]:
    state, box, own = game.state, game.title.data, game.state.extras
    shares = {c: box.papers.percent(state, player, c) for c in state.prices}
    value = sum(box.papers.shares(state, player, c) * price(box, state, c) for c in state.prices)
    privates = [local for local in box.locals if state.certs[local] == player]
    debt = own.debt.get(player, 0)
    yield f"player.{player}.cash", state.cash[player]
    worth = sum(own.local_value or box.locals[local].price for local in privates)
    yield f"player.{player}.value", state.cash[player] + value + worth - debt - own.penalty.get(player, 0)
    for company, percent in shares.items():
        if percent:
            yield f"player.{player}.share.{company}", percent
    yield f"player.{player}.privates", sorted(privates)
    if debt:
        yield f"player.{player}.debt", debt


def _company_facts(game: Game, company: CompanyId) -> Iterator[tuple[str, Any]]:
    state, box, own = game.state, game.title.data, game.state.extras
    name = f"company.{company}"
    if company in own.floated:
        yield f"{name}.cash", state.cash[company]
    yield f"{name}.price", price(box, state, company)
    yield f"{name}.par", price(box, state, company)
    yield f"{name}.trains", [state.trains[train].face for train in trains_of(state, company)]
    is_vaclavs = company in own.vaclavs
    yield f"{name}.director", VACLAVS_NAME if is_vaclavs else box.papers.director(state, company)
    yield f"{name}.stations", sorted(str(place_of(stop)[0]) for stop in _stations(game, company))
    in_market = len(box.papers.held(state, POOL, company))
    if in_market:
        yield f"{name}.in_market", in_market
    yield f"{name}.privates", sorted(local for local in box.locals if state.certs[local] == company)


def _stations(game: Game, company: CompanyId) -> list[StopId]:
    """Without one that waits for its city."""
    waiting = {f.facts.hex for f in game.state.stack if isinstance(f.facts, AssignFacts) and f.facts.company == company}
    return [stop for stop in game.state.board.stations_of(company) if place_of(stop)[0] not in waiting]


def setup_facts(game: Game, export: Exported) -> dict[str, Any]:
    box: Material = game.title.data
    own: Books = game.state.extras
    return {
        "companies_in_play": companies_in_play(game),
        "privates": [{"sym": local.id, "value": local.price} for local in box.locals.values()],
        "turn_order": list(own.order),
    }
