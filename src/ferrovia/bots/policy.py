"""Plays by plans: found the largest company one can float, give it trains, lay track for them, let companies buy what
their director owns, and put the rest of the money where the valuation sees most."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from math import inf
from random import Random
from typing import Any

from ferrovia import Game, Offer, Title
from ferrovia.bots.foreseeing import look_further, reason_further
from ferrovia.bots.founding import Founding, gain_of_share
from ferrovia.bots.simple import settled, think_simply
from ferrovia.bots.surveying import hope, survey
from ferrovia.bots.thoughts import Thought, because, more_in_the_end, rounded
from ferrovia.bots.valuation import Valuation, foreseen
from ferrovia.bots.weights import DEFAULT, WEIGHTS, Weights
from ferrovia.model.ids import POOL, CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.outlook import Foresight, Outlook
from ferrovia.model.state import trains_of

SHORTLIST = 10
"""Lays that are judged by their routes, of all those that are judged by what they come near."""
FIRST = 100_000.0
"""The rank of a plan that goes before all weighing."""
LEAST_FEAR = 0.5
"""How surely a train must be bought before a dividend is kept for it."""
NEVER = -inf

Plan = Callable[[Any], Thought]


def policy(game: Game, random: Random) -> Any:
    return think_by_plan(game, random).action


def think_by_plan(game: Game, random: Random, weights: Weights | None = None, lays: int = SHORTLIST) -> Thought:
    """The best answer by its plans, for titles whose outlook is known; else what the simple bot does. `lays`: how many
    are judged by their routes."""
    match game.title.outlook:
        case None:
            return think_simply(game, random)
        case Foresight():
            return look_further(game, random, foreseen(game.title))
        case _:
            return Policy(game, random, weights or WEIGHTS.get(game.title.id, DEFAULT), lays).thought()


def reason_by_plan(game: Game, action: Any, random: Random) -> Message:
    """What its plans say for an answer that was given."""
    if not isinstance(game.title.outlook, Outlook):
        return reason_further(game, action, foreseen(game.title))
    return Policy(game, random, WEIGHTS.get(game.title.id, DEFAULT)).reason(action)


def share_brings(valuation: Valuation, company: CompanyId) -> Message:
    """What a share will bring: a round, until it has paid for itself, and in the end beyond its price."""
    prospect, unit = valuation.prospect(company), valuation.box.papers.unit(company)
    earned = list(accumulate([run * unit / 100 for run in prospect.runs]))
    each = earned[-1] / len(earned) if earned else 0.0
    gain = rounded(gain_of_share(valuation, company))
    told = {"company": company, "each": rounded(each)}
    if gain < 0:
        return because("share-loses", **told, loss=-gain)
    price = valuation.box.price(valuation.state, company)
    rounds = next((number for number, paid in enumerate(earned, 1) if paid >= price), None)
    if rounds is None:
        return because("share-brings-late", **told, gain=gain)
    return because("share-brings", **told, rounds=rounds, gain=gain)


def gives_hints(title: Title) -> bool:
    """Whether what a share will bring can be said in a title at all: one without trains has no prospects of runs."""
    return isinstance(title.outlook, Outlook)


def share_hint(game: Game, company: CompanyId) -> Message | None:
    """What a share of a company will bring by the valuation; None where it is not on sale, or there are no trains."""
    if not gives_hints(game.title) or company not in game.state.pars:
        return None
    return share_brings(Valuation(game.title, game.state, WEIGHTS.get(game.title.id, DEFAULT)), company)


class Policy:
    """One question, and what can be said about its answers."""

    def __init__(self, game: Game, random: Random, weights: Weights, lays: int = SHORTLIST) -> None:
        assert game.ask is not None
        self._game, self._random, self._weights, self._lays = game, random, weights, lays
        self._state = game.state
        self._me: PlayerId = game.ask.who
        self._now = Valuation(game.title, game.state, weights)
        self._outlook, self._box = self._now.outlook, self._now.box
        self._founding = Founding(game, self._now, self._me)
        self._names = {kind: form.name for kind, form in game.title.forms.items()}

    def thought(self) -> Thought:
        offers = list(self._game.offers())
        if len(offers) == 1 and offers[0].amount is None:
            return Thought(offers[0].action, 0.0, because("nothing-to-choose"))
        self._random.shuffle(offers)
        found = list(self.thoughts(offers))
        best = max(found, key=lambda thought: thought.worth, default=None)
        if best is not None and best.worth > 0:
            return best
        passive = self._game.offers().passive()
        if passive is not None:
            return Thought(passive, 0.0, because("nothing-better"))
        return think_simply(self._game, self._random) if best is None or best.worth == NEVER else best

    def reason(self, action: Any) -> Message:
        """What it thinks of one answer."""
        offers = self._game.offers()
        if len(offers) == 1 and offers[0].action == action:
            return because("nothing-to-choose")
        like = [offer for offer in offers if type(offer.action) is type(action)]
        known = [thought.why for thought in self.thoughts(like) if thought.action == action]
        return known[0] if known else because("nothing-better")

    def thoughts(self, offers: list[Offer]) -> Iterator[Thought]:
        """Every answer that is worth a thought, with what it is worth."""
        passive = self._game.offers().passive()
        on_board: list[Offer] = []
        for offer in offers:
            name = self._names[type(offer.action)]
            plan = self._plans.get(name)
            if plan is not None:
                action = offer.action
                if offer.amount is not None and name not in LEAST_AMOUNT:
                    action = offer.with_amount(offer.amount.high)
                yield plan(action)
            elif self._kinds(offer) & {"hex", "stop"}:
                on_board.append(offer)
            elif "route" in self._kinds(offer):
                yield Thought(offer.action, FIRST, because("best-run"))  # the suggestion is the best run that was found
            elif offer.amount is None and offer.action != passive:
                yield self._by_worth(offer.action)
        yield from self._judged_by_board(on_board)

    @cached_property
    def _plans(self) -> Mapping[str, Plan]:
        return {
            "draft_local": self._draft,
            "bid": self._bid,
            "start_auction": self._start_auction,
            "choose_par": self._choose_par,
            "buy_further_share": lambda action: Thought(action, FIRST, because("float-it")),
            "start_company": self._start,
            "buy_share": self._buy_share,
            "sell_shares": self._sell_shares,
            "buy_train": self._buy_train,
            "buy_with_loan": lambda action: Thought(action, -1.0, because("must-buy")),
            "trade_train": self._trade_train,
            "trade_in": self._trade_in,
            "combine_trains": never,
            "buy_tender": never,
            "declare_bankruptcy": lambda action: Thought(action, -FIRST, because("must-buy")),
            "acquire": self._acquire,
            "buy_local": self._buy_local,
            "buy_pioneer": self._buy_pioneer,
            "sell_local": lambda action: Thought(action, FIRST, because("turns-into-money")),
            "repay_debt": lambda action: Thought(action, FIRST, because("repay")),
            "pay_dividend": self._pay,
            "withhold": self._withhold,
            "pay_with_hudson": self._pay_more,
        }

    def _kinds(self, offer: Offer) -> set[str]:
        """The kinds of pieces that an answer names."""
        return {field.kind for field in self._game.title.forms[type(offer.action)].fields}

    def _by_worth(self, action: Any) -> Thought:
        """What an answer brings by the valuation, once the others have let it be; nothing that they could refuse for
        ever."""
        after = self._game.play(action)
        if len(after.where()) > len(self._game.where()):
            after = settled(self._game, after, self._me)
        if after is None or after.state == self._state:
            return never(action)
        gain = self._now.after(after.state).worth[self._me] - self._now.worth[self._me]
        return Thought(action, gain, more_in_the_end(gain))

    # ------------------------------------------------------------------------------------------- auctions and privates

    def _draft(self, action: Any) -> Thought:
        """The best return, as long as there is money left to start a company."""
        after = self._game.play(action)
        cost = self._state.cash[self._me] - after.state.cash[self._me]
        if self._state.cash[self._me] - cost < self._outlook.reserve(self._state):
            return never(action)
        incomes = [self._outlook.incomes(state).get(self._me, 0) for state in (self._state, after.state)]
        brings = incomes[1] - incomes[0]
        return Thought(action, 1 + brings / max(1, cost), because("pays-back", income=brings, cost=cost))

    def _bid(self, action: Any) -> Thought:
        """The least that is legal, up to what the lot is worth; where one must bid, the least."""
        bid = action.amount if hasattr(action, "amount") else action.price
        most = self._outlook.lot(self._state, self._me)
        is_worth_it = rounded(most) >= bid
        why = because("lot-worth", most=rounded(most), bid=bid) if is_worth_it else because("must-bid", bid=bid)
        return Thought(action, most - bid + 1, why)

    def _start_auction(self, action: Any) -> Thought:
        """The company whose home promises most, if one could launch it alone."""
        after = self._game.play(action)
        if self._outlook.lot(after.state, self._me) < 0:
            return never(action)
        near = self._home_promise(action.company)
        return Thought(action, 1 + near, because("home-promises", company=action.company, gain=rounded(near)))

    def _home_promise(self, company: CompanyId) -> float:
        """What lies around the home of a company that is not on the map yet."""
        home = next((h for h in self._game.title.layout.companies if h.id == company), None)
        if home is None or home.home not in self._state.board.grid.adjacent:
            return 0.0
        board, periods = self._state.board, tuple(self._box.colours(self._state))
        near = [home.home, *board.grid.adjacent[home.home]]
        return float(sum(board.stop(stop).value(periods) for hex_id in near for stop in board.stops_on(hex_id)))

    def _choose_par(self, action: Any) -> Thought:
        """The highest price at which one can float the company alone, else the lowest."""
        after = self._game.play(action).state
        company = next((c for c in after.pars if c not in self._state.pars), None)
        if company is None:
            return never(action)
        missing = -(-self._outlook.to_float(after, company) // self._box.papers.unit(company))
        if after.cash[self._me] < missing * action.price:
            return Thought(action, 1 / action.price, because("lowest-price"))
        capital = self._outlook.capital(after, company)
        return Thought(action, 1 + action.price, because("largest-capital", amount=capital))

    def _buy_local(self, action: Any) -> Thought:
        """The company pays its director in full, and gets its money back from the bank."""
        mine = self._state.certs[action.local] == self._me and self._now.rounds
        return Thought(action, FIRST - 1, because("to-director", amount=action.amount)) if mine else never(action)

    def _buy_pioneer(self, action: Any) -> Thought:
        """The company pays its director, once it has the train that it needs."""
        company, state = self._acting, self._state
        if company is None or state.certs[action.pioneer] != self._me or not trains_of(state, company):
            return never(action)
        ahead = self._outlook.trains_ahead(state, company)
        if self._lasts(company) <= 1 and ahead and state.cash[company] - action.amount < ahead[0].cost:
            return never(action)
        return Thought(action, FIRST - 1, because("to-director", amount=action.amount))

    # --------------------------------------------------------------------------------------------------------- shares

    def _start(self, action: Any) -> Thought:
        """The company with the largest capital that one can float alone; others only if somebody else helps."""
        after = self._game.play(action).state
        company, papers = action.company, self._box.papers
        if company not in after.pars:
            return never(action)
        missing = -(-self._outlook.to_float(after, company) // papers.unit(company))
        if after.cash[self._me] < missing * action.price + self._founding.owed:
            return never(action)
        if self._box.certificates_of(after, self._me) + missing > self._box.most_certificates(after):
            return never(action)
        capital = max(self._outlook.capital(after, company), after.cash[company])
        ahead = self._outlook.trains_ahead(after, company)
        if (ahead and capital < ahead[0].cost) or self._now.rounds < 2:
            return never(action)
        if self._founding.is_outdone(action):
            return never(action)
        return Thought(action, FIRST / 2 + capital, because("largest-capital", amount=capital))

    def _buy_share(self, action: Any) -> Thought:
        company = action.company
        if company not in self._state.pars:
            return self._by_worth(action)
        if self._outlook.to_float(self._state, company):
            mine = self._outlook.founder(self._state, company) == self._me
            return Thought(action, FIRST, because("float-it")) if mine else never(action)
        return Thought(action, gain_of_share(self._now, company), share_brings(self._now, company))

    def _sell_shares(self, action: Any) -> Thought:
        """One share that brings least, if money or places are missing for something much better."""
        if action.shares != 1 or action.company not in self._state.pars:
            return never(action)
        after = self._game.play(action)
        if after.ask is None or after.ask.who != self._me:
            return never(action)
        if self._outlook.to_float(after.state, action.company):
            return never(action)  # whoever has begun a company sees it through
        here = Policy(after, self._random, self._weights)
        best, is_founding = 0.0, False
        for offer in after.offers():
            name = self._names[type(offer.action)]
            if name in ("buy_share", "start_company") and offer.action.company != action.company:
                worth = here._plans[name](offer.action).worth
                founds = name == "start_company" or worth >= FIRST
                if worth > 0 and name == "start_company":
                    worth = self._weights.own_start * here._founding.gain_and_cost(offer.action)[0]
                if worth > best:
                    best, is_founding = worth, founds
        if not best:
            return never(action)
        gain = best - gain_of_share(self._now, action.company) - self._weights.friction
        return Thought(action, gain, because("swap-to-found") if is_founding else because("swap", gain=rounded(gain)))

    # ------------------------------------------------------------------------------------------------------- operating

    @cached_property
    def _acting(self) -> CompanyId | None:
        """The company that acts, if one does."""
        for frame in reversed(self._game.where()):
            company = getattr(frame.facts, "company", None) or getattr(frame.facts, "buyer", None)
            if company is not None:
                return company
        return None

    @property
    def _company(self) -> CompanyId:
        if self._acting is None:
            raise LookupError("no company acts")
        return self._acting

    def _running(self, company: CompanyId) -> list[Any]:
        """The trains of a company that it can run."""
        state = self._state
        return [t for t in trains_of(state, company) if self._outlook.runs_by(state, company, state.trains[t].face)]

    def _lasts(self, company: CompanyId) -> float:
        """In how many runs the last train of a company rusts."""
        lives = [
            self._outlook.cards_before_rust(self._state, self._state.trains[train].face)
            for train in self._running(company)
        ]
        return max([inf if life is None else life / self._weights.cards_per_round for life in lives], default=0.0)

    def _buy_train(self, action: Any) -> Thought:
        """A company wants two trains of its kind at once, more only if they add something; never with borrowed money
        unless it must."""
        company, state = self._company, self._state
        after = self._game.play(action).state
        face = getattr(action, "face", None) or state.trains[action.train].face
        if not self._outlook.runs_by(state, company, face):
            return never(action)
        price = self._outlook.face_cost(face)
        if state.cash[company] - after.cash[company] < price and company in after.floated:
            return Thought(action, -float(price), because("must-buy"))
        if self._lasts(company) <= 1:
            return Thought(action, FIRST - price / 100, because("needs-train"))
        if len(self._running(company)) < self._weights.first_trains:
            return Thought(action, FIRST - price / 100, because("second-train"))
        valuation = self._now.after(after)
        with_it = valuation.revenue(company, trains_of(after, company))
        more = with_it - self._now.revenue(company, trains_of(state, company))
        worth = more * self._now.rounds - price * self._weights.third_train
        return Thought(action, worth, because("train-adds", more=more, rounds=self._now.rounds))

    def _trade_in(self, action: Any) -> Thought:
        """A better train for an old one that is to rust soon or adds less."""
        company, state = self._company, self._state
        after = self._game.play(action).state
        valuation = self._now.after(after)
        more = valuation.revenue(company, trains_of(after, company))
        more -= self._now.revenue(company, trains_of(state, company))
        paid = state.cash[company] - after.cash[company]
        old = self._outlook.cards_before_rust(state, state.trains[action.given].face)
        saved = self._outlook.face_cost(state.trains[action.given].face) if old is not None and old <= 2 else 0
        worth = more * self._now.rounds + saved - paid * self._weights.third_train
        return Thought(action, worth, because("train-adds", more=more, rounds=self._now.rounds))

    def _trade_train(self, action: Any) -> Thought:
        """Only out of need, and from one's own company that keeps another one."""
        company, seller = self._company, CompanyId(Owner(self._state.trains[action.train].owner))
        in_pool = seller == POOL  # 1862: on the site trains of a bankrupt company stay on sale
        mine = not in_pool and self._outlook.founder(self._state, seller) == self._me
        needs = not self._running(company) and len(trains_of(self._state, seller)) > 1
        if not (mine and needs and self._outlook.runs_by(self._state, company, self._state.trains[action.train].face)):
            return never(action)
        return Thought(action, FIRST / 2, because("needs-train"))

    def _pay(self, action: Any) -> Thought:
        company = self._acting
        revenue = self._state.last_revenue.get(company, 0) if company is not None else 0
        if company is not None and company in self._state.prices:
            before, after = self._state, self._game.play(action).state
            if self._box.price(after, company) > self._box.price(before, company):
                return Thought(action, 1.0, because("pays-out-and-rises", amount=revenue))
        return Thought(action, 1.0, because("pays-out", amount=revenue))

    def _pay_more(self, action: Any) -> Thought:
        """A dividend that the treasury adds to, so that it lifts the price."""
        return replace(self._by_worth(action), why=because("adds-to-dividend", amount=action.amount))

    def _withhold(self, action: Any) -> Thought:
        """Only to buy a train that must be bought soon and that the director cannot pay, or that would ruin him."""
        company, state = self._company, self._state
        revenue, ahead, lasts = state.last_revenue.get(company, 0), self._missing_for(company), self._lasts(company)
        if ahead <= 0 or self._now.rounds < 2 or self._now.fear(company) < LEAST_FEAR:
            return never(action)
        is_next = lasts <= 1 and ahead <= revenue and state.cash[self._me] < ahead
        is_threat = lasts <= 2 and self._threat > state.cash[self._me] + self._weights.ruin * self._own_worth
        if not is_next and not is_threat:
            return never(action)
        return Thought(action, 2.0, because("saves-for-train", missing=ahead))

    def _missing_for(self, company: CompanyId) -> int:
        """What a company lacks for the train that it will have to buy when its last one rusts."""
        ahead = self._outlook.trains_ahead(self._state, company)
        if not ahead or self._lasts(company) >= self._now.rounds:
            return 0
        cost = ahead[0].cost if self._lasts(company) <= 1 else ahead[min(1, len(ahead) - 1)].cost
        return max(0, cost - self._state.cash[company])

    @cached_property
    def _threat(self) -> int:
        """What all companies of this player lack together."""
        mine = [c for c in self._state.floated if self._outlook.founder(self._state, c) == self._me]
        return sum(self._missing_for(company) for company in mine if company not in self._state.closed)

    @cached_property
    def _own_worth(self) -> int:
        return self._game.title.score(self._state)[self._me]

    def _acquire(self, action: Any) -> Thought:
        """One's own smaller company, dearly: the treasury pays its holders."""
        if not hasattr(action, "amount"):
            return self._by_worth(action)
        company, target, state = self._company, action.company, self._state
        papers = self._box.papers
        if papers.director(state, target) != self._me:
            return never(action)
        mine = papers.shares(state, self._me, target)
        after = self._game.play(action).state
        ahead = self._outlook.trains_ahead(state, company)
        needs = ahead[0].cost if ahead and not trains_of(state, company) else 0
        if after.cash[company] < needs:
            return never(action)
        prospect = self._now.prospect(target)
        hold = self._now.share(target) - prospect.missing / max(1, mine)
        worth = action.amount * (1 + self._weights.interest) ** min(3, self._now.rounds)
        if prospect.missing <= 0 and worth * self._weights.acquire <= hold:
            return never(action)
        return Thought(action, FIRST / 2 + mine * action.amount, because("to-director", amount=mine * action.amount))

    # --------------------------------------------------------------------------------------------------------- board

    def _judged_by_board(self, offers: list[Offer]) -> Iterator[Thought]:
        """Lays and stations: what they add to the company's runs, less what they cost its treasury."""
        if not offers or self._acting is None or self._acting not in self._state.cash:
            return
        company, state = self._company, self._state
        after = [(o.action, self._now.after(self._game.take(o).state)) for o in offers]
        runs = max(1, self._outlook.runs_left(state, company))
        percent = self._box.papers.percent(state, self._me, company) / 100
        ahead = self._outlook.trains_ahead(state, company)
        if len(after) > self._lays:
            after.sort(key=lambda pair: -hope(pair[1], company))
            after = after[: self._lays]
        before, trains = survey(self._now, company), trains_of(state, company)
        earned = self._now.revenue(company, trains) if trains else 0
        for action, valuation in after:
            left = valuation.state.cash[company]
            gain, spent = survey(valuation, company) - before, state.cash[company] - left
            short = ahead and len(trains) < 2 and left < ahead[0].cost
            worth = gain * runs * percent - spent * (self._weights.needed_coin if short else self._weights.coin)
            more = (valuation.revenue(company, trains) if trains else 0) - earned
            yield Thought(action, worth, _track_adds(more, rounded(gain) - more, spent))


def _track_adds(now: int, later: int, cost: int) -> Message:
    """`later`: what the next train and stops that come nearer count."""
    if now + later < 1:
        return because("track-adds-little")
    key = "track-adds" if now > 0 else "track-opens"
    told = {"now": now, "later": max(0, later)} if now > 0 else {"later": now + later}
    return because(key, cost=cost, **told) if cost > 0 else because(f"{key}-for-nothing", **told)


LEAST_AMOUNT = frozenset({"buy_train", "bid", "trade_train"})
"""Answers for which the lowest amount of a span is the best; otherwise the highest."""


def never(action: Any) -> Thought:
    return Thought(action, NEVER, because("nothing-better"))
