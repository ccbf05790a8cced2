"""1862: what the recorded actions mean here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any, ClassVar, NamedTuple

from ferrovia import BadData
from ferrovia.engine.play import Game, IllegalAction
from ferrovia.interop.drawing import generator, seed_of
from ferrovia.interop.exported import Action, Exported, routes_of, whole_number
from ferrovia.interop.facts import present
from ferrovia.interop.routes import find_way
from ferrovia.interop.shares import company_of_shares, only_share, percent_of
from ferrovia.interop.stepping import Follower, Strange
from ferrovia.interop.t1862_facts import Merged, before_merger, facts_of, still_apart
from ferrovia.model.board import place_of, stop_id
from ferrovia.model.ids import CHANCE, DEPOT, IPO, POOL, CertId, CompanyId, HexId, Owner, StopId, TileId, TrainId
from ferrovia.rules import consent
from ferrovia.titles.t1862 import (
    assets,
    dividends,
    forced,
    launch,
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
from ferrovia.titles.t1862.material import (
    Books,
    FaceId,
    Material,
    PermitId,
    TurnId,
    is_trainless,
    numbers,
    trains_of,
)

TITLE = "1862"
NAME = "1862"

LENGTHS = {"short_length": "short", "long_length": "long"}


def options(export: Exported) -> dict[str, str]:
    """Their games are played their way; a game that we exported says how it was played."""
    chosen = {"profile": "site"}
    for rule in export.optional_rules:
        if rule in LENGTHS:
            chosen["length"] = LENGTHS[rule]
        elif "token" in rule:
            chosen["eight-stations"] = "yes"
    ours: Mapping[str, Any] = export.settings.get("ferrovia") or {}
    return chosen | {key: value for key, value in ours.items() if key not in Dealt._fields}


def unknown_rules(export: Exported) -> list[str]:
    """Optional rules of the site that change nothing here."""
    return [rule for rule in export.optional_rules if rule not in LENGTHS and "token" not in rule]


# --------------------------------------------------------------------------------------------------------- the set-up


class Dealt(NamedTuple):
    """What the site's generator deals: the offer in order, and the permit of each company."""

    offer: tuple[CompanyId, ...]
    permits: Mapping[CompanyId, str]


def dealt(export: Exported) -> Dealt:
    """As a game of ours says it was dealt, else as the site deals."""
    ours: Mapping[str, Any] = export.settings.get("ferrovia") or {}
    return _said(ours["offer"], ours.get("permits")) if "offer" in ours else _drawn(export)


def _said(offer: Any, permits: Any) -> Dealt:
    known = {company.id for company in numbers().companies}
    if not isinstance(offer, list) or not isinstance(permits, dict):
        raise BadData("the export says no offer or no permits")
    deal = Dealt(tuple([_company(str(name)) for name in offer]), {_company(str(c)): str(p) for c, p in permits.items()})  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if not known.issuperset((*deal.offer, *deal.permits)):
        raise BadData("the offer or the permits of the export name what is no company of 1862")
    return deal


def _drawn(export: Exported) -> Dealt:
    """[2.4.1] All companies shuffled, the first ones leave the game; then the permits shuffled, in printed order."""
    draw = generator(seed_of(export))
    everyone = [company.id for company in numbers().companies]
    added = max(0, len(export.players) - 6)
    offer = _shuffled(everyone, draw)[len(everyone) - sum(numbers().rows) - added :]
    in_play = [company for company in everyone if company in offer]
    tokens = list(islice(cycle(("freight", "express", "local")), 18 if added else 16))
    return Dealt(tuple(offer), dict(zip(in_play, _shuffled(tokens, draw), strict=False)))


def _shuffled(things: list[Any], draw: Iterator[int]) -> list[Any]:
    return [thing for _, _, thing in sorted((next(draw), at, thing) for at, thing in enumerate(things))]


def setup_facts(game: Game, export: Exported) -> dict[str, Any]:
    deal = dealt(export)
    in_play = [company for company in game.title.data.companies if company in deal.offer]
    return {
        "companies_in_play": in_play,
        "offer_order": list(deal.offer),
        "permits": {company: deal.permits[company] for company in in_play},
        "privates": [{"sym": company, "value": 0} for company in in_play],
        "turn_order": list(game.state.players),
    }


# -------------------------------------------------------------------------------------------- what an action means


class Following(Follower):
    """Plays a recorded 1862 game.

    The site links London when it places stations, we when we build; it always asks about mergers and acquisitions, even
    where nobody is there to merge with; it leaves out other questions where nothing can be done.
    """

    def __init__(self, export: Exported, game: Game, options: Mapping[str, str]) -> None:
        super().__init__(export, game, options)
        self.box: Material = game.title.data
        self.deal = dealt(export)
        self.tiles: dict[str, HexId] = {}
        """Where each single tile lies, by its number in the recording."""
        self.cards: dict[str, TrainId] = {}
        """Our train card for each recorded one."""
        self.names: dict[CertId, CertId] = {}
        """Our certificate for a recorded one, where it is not the one of the same name."""
        self.partner: CompanyId | None = None
        """With whom a merger was recorded, before it was said who survives."""
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
        if isinstance(action, mergers.Merge | mergers.Acquire):
            self.merged = before_merger(self.game, action)
        elif isinstance(action, track.EndTrack):
            self.before_track_passed = self.game
        super().play(action)
        self.last = action

    # ------------------------------------------------------------------------------------------------------- meanings

    def may_act(self, entity: str) -> bool:
        """The company whose turn it is; in a merger the two companies, and those that hold their shares."""
        for frame in reversed(self.game.state.stack):
            facts = frame.facts
            if isinstance(facts, CompanyTurn):
                return entity == facts.company
            if isinstance(facts, merging.MergingFacts) and entity in (facts.survivor, facts.other, *facts.waiting):
                return True
        return False

    def _bid(self, action: Action) -> Any:
        if parliament.StartAuction in self._asked():
            company = action.get("corporation") or action["company"]
            self.play(parliament.StartAuction(_company(company)))
        return parliament.Bid(whole_number(action, "price"))

    def _par(self, action: Action) -> Any:
        price = int(str(action["share_price"]).split(",")[0])
        if parliament.ChoosePar in self._asked():
            return parliament.ChoosePar(price)
        return stock.StartCompany(_company(action["corporation"]), price)

    def _buy_shares(self, action: Action) -> Any:
        cert, company = only_share(action)
        if action["entity_type"] == "corporation":
            self._name_first(cert, company, POOL)
            return redeeming.RedeemShare()
        if parliament.EndCharter in self._asked():
            self._name_first(cert, company, IPO)
            return parliament.BuyFurtherShare()
        place = self._place_of(cert, company)
        self._name_first(cert, company, company if place == stock.TREASURY else Owner(place))
        return stock.BuyShare(company, place)

    # The site names every certificate, we take the first of a place. So that a name still says where a share lies, each
    # recorded name stands for one of our certificates. Who gives up which one in a merger is not recorded.

    def _ours(self, cert: CertId) -> CertId:
        return self.names.get(cert, cert)

    def _name(self, cert: CertId, ours: CertId) -> None:
        """From now on a recorded name means this certificate of ours; whose name that was gets the other one."""
        before = self._ours(cert)
        if before != ours:
            company = _company(ours.rsplit("_", 1)[0])
            other = next(c.id for c in self.box.papers.of[company] if self._ours(c.id) == ours)
            self.names[cert], self.names[other] = ours, before

    def _name_first(self, cert: CertId, company: CompanyId, owner: Owner) -> None:
        """The recorded certificate is the one that we take from a place."""
        there = self.box.papers.ordinary(self.game.state, owner, company)
        if there and cert in self.box.papers.by_id:
            self._name(cert, there[0].id)

    def _place_of(self, cert: CertId, company: CompanyId) -> stock.PlaceId:
        """Where a bought share lay. One that we think in somebody's hands was given up in a merger."""
        places: dict[Owner | None, str] = {POOL: POOL, IPO: IPO, company: stock.TREASURY}
        owner = self.game.state.certs.get(self._ours(cert))
        if owner not in places:
            held = self.box.papers.ordinary
            owner = next((o for o in places if o and held(self.game.state, o, company)), POOL)
        return stock.PlaceId(places[owner])

    def _sell_shares(self, action: Action) -> None:
        company, sold = company_of_shares(action), [CertId(cert) for cert in action["shares"]]
        shares, before = percent_of(action, self.box.papers) // 10, self.game.state.certs
        if action["entity_type"] == "corporation":
            self.play(forced.SellTreasuryShares(shares))
        else:
            self.play(stock.SellShares(company, shares))
        after = self.game.state.certs
        new = [c.id for c in self.box.papers.of[company] if after[c.id] == POOL and before[c.id] != POOL]
        self._name_sold([cert for cert in sold if cert in self.box.papers.by_id], new)

    def _name_sold(self, sold: Sequence[CertId], new: Sequence[CertId]) -> None:
        """What was sold is what is new in the pool; directors' certificates are never mistaken."""
        by_id = self.box.papers.by_id
        unnamed = [c for c in new if not by_id[c].is_directors and c not in {self._ours(cert) for cert in sold}]
        for cert in sold:
            if unnamed and not by_id[cert].is_directors and self._ours(cert) not in new:
                self._name(cert, unnamed.pop())

    def _choose(self, action: Action) -> Any:
        choice = str(action["choice"])
        if self.partner is not None:
            return self._survivor_chosen(action, choice)
        if launch.BuyTokens in self._asked():
            return launch.BuyTokens(int(choice))
        if choice not in CHOICES:
            raise Strange(f"1862 knows no choice {choice!r}")
        return CHOICES[choice]()

    def _survivor_chosen(self, action: Action, choice: str) -> mergers.Merge | mergers.Acquire:
        """The first is who has proposed the merger."""
        other, self.partner = self.partner, None
        if other is None or choice not in SURVIVORS:
            raise Strange(f"of two companies the first or the last survives, not {choice!r}")
        return self._merger(other, other if choice == "last" else _company(action["entity"]))

    def _merger(self, other: CompanyId, survivor: CompanyId) -> mergers.Merge | mergers.Acquire:
        return (mergers.Merge if mergers.EndMerging in self._asked() else mergers.Acquire)(other, survivor)

    def _bankrupt(self, action: Action) -> Any:
        return forced.DeclareBankruptcy()

    def _merge(self, action: Action) -> None:
        if not {mergers.EndMerging, mergers.EndAcquiring}.intersection(self._asked()):
            raise Strange("a merger is recorded where nobody may merge")
        self.partner = _company(action["corporation"])
        if self.coming is not None and self.coming.get("choice") not in SURVIVORS:
            self._merge_without_a_choice(_company(action["entity"]))

    def _merge_without_a_choice(self, active: CompanyId) -> None:
        """Where only one of the two can survive, nobody needs to say which."""
        other, self.partner = self.partner, None
        both = [self._merger(other, survivor) for survivor in (active, other)] if other else []
        self.play(next((merger for merger in both if self.game.why_not(merger) is None), both[0]))

    def _lay_tile(self, action: Action) -> Any:
        tile, _, number = str(action["tile"]).rpartition("-")
        hex_id, board = HexId(action["hex"]), self.game.state.board
        self.tiles[f"{tile}-{number}"] = hex_id
        pieces, laid = board.map.tiles.piece, board.tiles.get(hex_id)
        marker = laid is not None and pieces[laid.tile] == pieces[TileId(tile)]
        kind = track.PlaceSmallStation if marker else track.LayTile
        return kind(hex_id, TileId(tile), TurnId(whole_number(action, "rotation")))

    def _place_token(self, action: Action) -> Any:
        stop = self._stop(action)
        return track.LinkLondon(stop) if stop in self.box.london else stations.PlaceStation(stop)

    def _stop(self, action: Action) -> StopId:
        """A city is named by its tile; London's by its hex."""
        place, _, city = str(action["city"]).rpartition("-")
        hex_id = self.tiles.get(place) or HexId(place.rsplit("-", 1)[0])
        link = [stop for stop in self.box.london if place_of(stop)[0] == hex_id]
        return link[0] if link else stop_id(hex_id, int(city))

    def _remove_token(self, action: Action) -> Any:
        return assets.RemoveStation(self._stop(action))

    def _run_routes(self, action: Action) -> None:
        """The routes as recorded if the rules allow them and count the same; else what was written down."""
        routes = routes_of(action)
        revenue = sum([whole_number(route, "revenue") for route in routes]) + int(action.get("extra_revenue") or 0)
        subsidy = sum([int(route.get("subsidy") or 0) for route in routes]) or int(action.get("subsidy") or 0)
        reason = self._run_by_the_rules(action, revenue, subsidy)
        if reason is not None:
            number = action.get("id")
            self.notices.append(f"action {number}: {action['entity']} runs for {revenue} as recorded; {reason}")
            self.play(running.RunAsRecorded(revenue, subsidy))

    def _run_by_the_rules(self, action: Action, revenue: int, subsidy: int) -> str | None:
        """Plays a recorded run as routes; where that is not possible it says why, and nothing has changed."""
        answers = len(self.record.entries)
        texts = tuple([self._route(route) for route in routes_of(action)])
        try:
            self.play(running.RunTrains(texts))
        except IllegalAction as error:
            return f"[{error.refusal.cite}] {error.refusal.rule}"
        told = next(event.params for event in self.game.events if event.key == "trains-run")
        if (told["amount"], told["subsidy"]) == (revenue, subsidy):
            return None
        self.take_back(answers)
        return f"by the rules it earns {told['amount']} and {told['subsidy']} subsidy, not {revenue} and {subsidy}"

    def _route(self, route: Action) -> running.RouteId:
        """As a game of ours says it, else found on the board."""
        if "ferrovia" in route:
            return running.RouteId(str(route["ferrovia"]))
        way = find_way(self.game.state.board, route.get("connections") or ())
        return running.RouteId(f"{self._card(str(route.get('train')))}: {' '.join(way or ())}")

    def _dividend(self, action: Action) -> Any:
        if action["kind"] == "hudson":
            hudson = (o.action for o in self.game.offers() if isinstance(o.action, dividends.PayWithHudson))
            return next(hudson, dividends.PayWithHudson(0))
        if action["kind"] not in DIVIDENDS:
            raise Strange(f"1862 knows no dividend {action['kind']!r}")
        return DIVIDENDS[action["kind"]]()

    def _card(self, recorded: str) -> TrainId:
        return self.cards.get(recorded, TrainId(recorded))

    def _buy_train(self, action: Action) -> Any:
        recorded, state = str(action["train"]), self.game.state
        train = self._card(recorded)
        if recorded in self.cards or (train in state.trains and state.trains[train].owner != DEPOT):
            return trains.TradeTrain(train)
        stack = trains_of(state, DEPOT)
        if not stack or self.box.band_of(stack[0]).name != recorded.rpartition("-")[0]:
            raise Strange(f"there is no train {recorded!r} to be had")
        self.cards[recorded] = stack[0]
        face = str(action.get("variant") or self.box.band_of(stack[0]).faces[0].name).rstrip("*")
        return trains.BuyTrain(FaceId(face), int(action.get("warranties") or 0))

    MEANINGS: ClassVar[Mapping[str, Callable[[Any, Action], Any | None]]] = {
        "bid": _bid,
        "par": _par,
        "buy_shares": _buy_shares,
        "sell_shares": _sell_shares,
        "choose": _choose,
        "bankrupt": _bankrupt,
        "merge": _merge,
        "lay_tile": _lay_tile,
        "place_token": _place_token,
        "remove_token": _remove_token,
        "run_routes": _run_routes,
        "dividend": _dividend,
        "buy_train": _buy_train,
    }

    # ------------------------------------------------------------------------------------------------ passes and steps

    def passed(self, action: Action) -> None:
        """A recorded pass ends the step that the site was asking about."""
        if action.get("entity_type") == "corporation" and self._passes_what_we_do_not_ask(action):
            return
        self.is_by_who_is_asked(action)
        asked = self._asked()
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
        if self.merging_is_over(turn) or mergers.EndMerging in self._asked():
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
        return self._owes_a_train() and not self._can(trains.BuyTrain, trains.TradeTrain)

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

    def _asked(self) -> list[type[Any]]:
        """The answers that the present question allows."""
        return [move.action for move in self.game.ask.moves] if self.game.ask else []

    def _can(self, *actions: type[Any]) -> bool:
        return self.game.allows(*actions)

    def _turn(self) -> CompanyTurn | None:
        turns = [frame.facts for frame in self.game.state.stack if isinstance(frame.facts, CompanyTurn)]
        return turns[-1] if turns else None

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
        question, turn, ask = self._question(), self._turn(), self.game.ask
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
        now, then = ASKED_AT[question], self._recorded_at(coming, question)
        return None if then is None or then < now else then == now

    def _recorded_at(self, coming: Action, question: type[Any]) -> int | None:
        """At which step of a turn an action was recorded."""
        if coming["type"] == "merge":
            return 0 if question is mergers.EndMerging else ACQUIRING
        if coming["type"] == "place_token" and self._stop(coming) in self.box.london:
            return ASKED_AT[track.EndTrack]
        return RECORDED_AT.get(coming["type"])

    def _question(self) -> type[Any] | None:
        """The answer by which a question is known that the site may leave out; None for all other questions."""
        for action in self._asked():
            if action in SKIPS:
                return action
        return None

    def site_would_skip(self) -> bool:
        ask = self.game.ask
        if ask is None:
            return False
        if ask.who == CHANCE:
            return self._draw() is not None
        if consent.Agree in self._asked():
            return True  # what was recorded was agreed on
        question = self._question()
        return question is not None and SKIPS[question](self)

    def skips_proposal(self) -> bool:
        return not self._can(parliament.StartAuction)

    def skips_stock_turn(self) -> bool:
        return not self._can(stock.StartCompany, stock.BuyShare, stock.SellShares)

    def skips_station(self) -> bool:
        return not self._could_link_london() and not self._can(stations.PlaceStation)

    def _could_link_london(self) -> bool:
        """The site asks for it with the stations, after the track was passed."""
        before = self.before_track_passed
        return before is not None and before.allows(track.LinkLondon)

    def skips_run(self) -> bool:
        return not running.can_run(self.game)

    def skips_trains(self) -> bool:
        return not self._can(trains.BuyTrain, trains.TradeTrain) and self._can(trains.EndTrains)

    def skips_redeeming(self) -> bool:
        return not self._can(redeeming.RedeemShare)

    def skip(self) -> None:
        """Answers where the site would not ask."""
        asked = self._asked()
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
        asked, at = self._asked(), len(own.offer)
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
DIVIDENDS: Mapping[str, type[Any]] = {"payout": dividends.PayDividend, "withhold": dividends.Withhold}
SURVIVORS = ("first", "last")
CHOICES: Mapping[str, type[Any]] = {
    "redeem": merging.RedeemOption,
    "sell": merging.SellOption,
    "refinance": forced.Refinance,
}
ASKED_OF_PLAYERS = (parliament.StartAuction, stock.EndStockTurn)
LAST_ANSWERS = (trains.EndTrains, redeeming.EndRedeeming)
"""With these a turn ends that was not cut short, unless there is somebody to acquire."""

SKIPS: Mapping[type[Any], Callable[[Following], bool]] = {
    parliament.StartAuction: Following.skips_proposal,
    stock.EndStockTurn: Following.skips_stock_turn,
    stations.EndStations: Following.skips_station,
    running.RunTrains: Following.skips_run,
    trains.EndTrains: Following.skips_trains,
    redeeming.EndRedeeming: Following.skips_redeeming,
}
"""For the questions that the site may leave out, by the answer that tells them from others."""


def _company(name: str) -> CompanyId:
    return CompanyId(Owner(name))
