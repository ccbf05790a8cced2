"""What every holding will bring until the end: the one valuation of all bots that plan.

A player's worth is the score of the position, and what is still to come: the dividends of his shares, the rise of their
prices, the income of privates, what treasuries can still buy for him, less what he will have to add for trains. The
title's numbers are its `Outlook`, its parameters are `Weights`; revenue is found by the route solver.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import ceil

from ferrovia import Game, Search, Title
from ferrovia.bots.weights import GUESSES, Weights
from ferrovia.model.board import Board, place_of
from ferrovia.model.box import AnyBox
from ferrovia.model.ids import DEPOT, CompanyId, Owner, PlayerId, TrainId
from ferrovia.model.network import reach_of
from ferrovia.model.outlook import Foresight, Outlook, Purchase, Railway
from ferrovia.model.state import State, Train, trains_of
from ferrovia.routing.graph import graph_of

SEARCH = Search(budget_nodes=6_000)
"""Revenue is looked up very often: a good answer soon is enough."""

NEVER = 99
"""More runs than any game has."""
FAR = 6
"""Rounds over which what somebody has tells what he will have."""
NEXT_TRAINS = (1.0, 0.8, 0.6, 0.4)
"""A second train on the same track earns less than the first."""


Foreseen = Callable[[State], Mapping[PlayerId, float]]


def foreseen(title: Title) -> Foreseen:
    """What everybody will have in the end, in a title without trains."""
    outlook = title.outlook
    if not isinstance(outlook, Foresight):
        return title.estimate
    guesses = {**outlook.guesses, **GUESSES.get(title.id, {})}
    return lambda state: outlook.worth(state, guesses)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a company will do until the end."""

    runs: tuple[int, ...]
    """What each of its runs earns, the next one first."""
    price: int
    """Its share price in the end."""
    treasury: int
    """What is left of its money after the train it should buy."""
    missing: int
    """What its director will have to add for a train."""


class Valuation:
    """A position with the prospects of everybody in it."""

    def __init__(self, title: Title, state: State, weights: Weights, before: Board | None = None) -> None:
        """`before`: the board of the question that led here, which remembers runs on all boards that follow from it."""
        if not isinstance(title.outlook, Outlook):
            raise ValueError(f"{title.id} has no trains to look out for")
        self.title, self.state, self.weights = title, state, weights
        self.outlook: Outlook = title.outlook
        self.box: AnyBox = title.data
        self._before = before or state.board

    def after(self, state: State) -> "Valuation":
        """The same of a position that an answer leads to. Runs that the answer does not touch are not sought again."""
        return Valuation(self.title, state, self.weights, self._before)

    @cached_property
    def rounds(self) -> int:
        return self.outlook.rounds_left(self.state)

    @cached_property
    def worth(self) -> Mapping[PlayerId, float]:
        """What each player will have in the end."""
        worth = {player: w + self._of_player(player) for player, w in self.title.score(self.state).items()}
        for player, amount in self.outlook.claims(self.state).items():
            worth[player] += amount
        for railway in self.outlook.railways(self.state):
            worth[railway.owner] += self._of_railway(railway)
        missing: dict[PlayerId, float] = {}
        for company in self.state.pars:
            if company not in self.state.closed:
                prospect, director = self.prospect(company), self.outlook.founder(self.state, company)
                for player in self.state.players:
                    worth[player] += self._of_shares(player, company, prospect)
                if director is not None:
                    worth[director] += self._of_treasury(company, prospect)
                    missing[director] = missing.get(director, 0) + prospect.missing * self.fear(company)
        for player, amount in missing.items():
            # what he does not have he borrows, and pays twice
            borrowed = max(0, amount - self.state.cash[player])
            worth[player] -= (amount + borrowed) * self.grown(self.rounds // 2)
        return worth

    @cached_property
    def standing(self) -> Mapping[PlayerId, float]:
        """How everybody stands for the rest of the game: what he has, as it grows, and the dividends to come. It tells
        who will be ahead better than `worth`, which also reckons with prices and trains to come."""
        growth, claims = self.grown(min(self.rounds, FAR)), self.outlook.claims(self.state)
        standing = {player: growth * w for player, w in self.title.score(self.state).items()}
        for player in standing:
            standing[player] += claims.get(player, 0) + self._incomes.get(player, 0) * self.rounds
        for railway in self.outlook.railways(self.state):
            standing[railway.owner] += self._of_railway(railway)
        for company in self.state.pars:
            if company not in self.state.closed:
                runs, certainty = sum(self.prospect(company).runs), self._certainty(company)
                for player in standing:
                    standing[player] += runs * certainty * self.box.papers.percent(self.state, player, company) / 100
        return standing

    def _of_player(self, player: PlayerId) -> float:
        """What money in hand and privates will still bring, less the price of places that are taken."""
        free = self.box.most_certificates(self.state) - self.box.certificates_of(self.state, player)
        scarce = max(0, self.weights.scarce_places - free)
        income = self._incomes.get(player, 0) * sum(self.grown(left) for left in range(self.rounds))
        invested = self.state.cash[player] * (self.grown(max(0, self.rounds - 1)) - 1)
        return invested + income - self.weights.place * scarce * self.rounds

    def _of_shares(self, player: PlayerId, company: CompanyId, prospect: Prospect) -> float:
        """The dividends of a holding, and the rise of its price."""
        percent = self.box.papers.percent(self.state, player, company)
        if not percent:
            return 0.0
        certainty, price = self._certainty(company), self.box.price(self.state, company)
        rise = prospect.price - price if certainty == 1 else -price * (1 - certainty)
        gain = self._dividends(prospect) * percent / 100 + rise * percent / self.box.papers.unit(company)
        return gain * certainty if gain > 0 else gain

    def _of_railway(self, railway: Railway) -> float:
        """What its owner gets of its runs, and the shares of its heir."""
        company, state, heir = railway.company, self.state, railway.heir
        trains, ahead = self._trains.get(company, ()), self.outlook.trains_ahead(state, company)
        earned = float(self.revenue(company, trains)) if trains and state.board.stations_of(company) else 0.0
        if ahead and ahead[0].cost <= state.cash[company]:
            earned = max(earned, ahead[0].cost * self.weights.train_yield)
        own = earned * railway.percent / 100 * railway.runs
        if heir not in state.pars:
            return own
        return own + railway.shares * self.share(heir)

    def share(self, company: CompanyId) -> float:
        """What a share will bring until the end, dividends and final price."""
        prospect = self.prospect(company)
        return sum(prospect.runs) * self.box.papers.unit(company) / 100 + prospect.price

    def _of_treasury(self, company: CompanyId, prospect: Prospect) -> float:
        """What a director can make of a company's money and of the income of its privates."""
        coin = self.weights.treasury * (self.grown(self.rounds) - 1)
        return coin * (prospect.treasury + self._incomes.get(company, 0) * self.rounds) * self._certainty(company)

    def fear(self, company: CompanyId) -> float:
        """How surely a director will have to add to a train: at once where there is none; where one is to rust, the
        less the nearer the end is, because hardly anybody buys the trains that would make it rust."""
        if not self._trains.get(company):
            return 1.0
        return min(1.0, max(0, self.rounds - self.weights.calm) / self.weights.alarm)

    @cached_property
    def _incomes(self) -> Mapping[Owner, int]:
        return self.outlook.incomes(self.state)

    def grown(self, rounds: int) -> float:
        """What a coin in hand, n rounds before the end, will have become."""
        return (1 + self.weights.interest) ** rounds

    def _dividends(self, prospect: Prospect) -> float:
        left = len(prospect.runs)
        return sum([earned * self.grown(left - 1 - at) for at, earned in enumerate(prospect.runs)])

    def _certainty(self, company: CompanyId) -> float:
        """Less than 1 while others must help to float it."""
        state, missing = self.state, self.outlook.to_float(self.state, company)
        director = self.outlook.founder(state, company)
        if not missing:
            return 1.0
        shares = -(-missing // self.box.papers.unit(company))
        can_pay = director is not None and state.cash[director] >= shares * self.box.price(state, company)
        return 1.0 if can_pay else self.weights.unfloated

    # ------------------------------------------------------------------------------------------------- a company

    def prospect(self, company: CompanyId) -> Prospect:
        """What a company will do; most answers leave that of most companies as it was."""
        state, trains = self.state, self._trains.get(company, ())
        runs = self.outlook.runs_left(state, company)
        faces = tuple([state.trains[train].face for train in trains])
        quote, floated = state.prices.get(company), company in state.floated
        cash, left = state.cash[company], len(self._trains.get(DEPOT, ()))
        key = ("prospect", company, runs, faces, quote, floated, cash, left, state.phase, state.pars[company])
        return state.board.remember((key, self.weights), lambda: self._foreseen(company, trains, runs))

    @cached_property
    def _trains(self) -> Mapping[Owner, Sequence[TrainId]]:
        found: dict[Owner, list[TrainId]] = {}
        for train, card in self.state.trains.items():
            found.setdefault(card.owner, []).append(train)
        return found

    def _foreseen(self, company: CompanyId, trains: Sequence[TrainId], runs: int) -> Prospect:
        """Its present trains as long as they last, those it can afford, later ones with its director's help."""
        state, ahead, weights = self.state, self.outlook.trains_ahead(self.state, company), self.weights
        treasury = state.cash[company] if company in state.floated else self.outlook.capital(state, company)
        now = self.revenue(company, trains) if trains and state.board.stations_of(company) else 0
        fleet = [self._lasting(state.trains[train].face, since=0) for train in trains]
        for _ in range(self.outlook.places(state, company) - len(trains)):
            if ahead and ahead[0].cost <= treasury:
                fleet.append(self._lasting(ahead[0].face, since=1))
                treasury -= ahead[0].cost
        stream: list[int] = []
        missing = 0
        for run in range(runs):
            if run and ahead and not any(life > run for _, _, life in fleet):
                missing += max(0, ahead[-1].cost - treasury)
                treasury = max(0, treasury - ahead[-1].cost)
                fleet.append((ahead[-1].cost, run, runs))
            running = sorted([cost for cost, since, life in fleet if since <= run < life], reverse=True)
            ripe = weights.train_yield * sum(cost * part for cost, part in zip(running, NEXT_TRAINS, strict=False))
            alive = sum(1 for _, _, life in fleet[: len(trains)] if life > run)
            earned = now * alive / max(1, len(trains))
            if ripe > earned:
                earned += (ripe - earned) * min(1.0, run / weights.ripening)
            stream.append(round(earned * (1 + weights.growth) ** run))
        paid = sum(1 for earned in stream if earned)
        return Prospect(tuple(stream), self.outlook.price_after(state, company, paid), treasury, missing)

    def _lasting(self, face: str, *, since: int) -> tuple[int, int, int]:
        """A train by its price, the run from which on it runs, and the run before which it rusts."""
        cards = self.outlook.cards_before_rust(self.state, face)
        life = NEVER if cards is None else max(1, ceil(cards / self.weights.cards_per_round))
        return self.outlook.face_cost(face), since, life

    # ---------------------------------------------------------------------------------------------------- revenue

    def revenue(self, company: CompanyId, trains: Sequence[TrainId], more: Sequence[Purchase] = ()) -> int:
        """What these trains of a company, and more as if it had bought them, can earn on the present board."""
        state = self.state
        faces = sorted([state.trains[train].face for train in trains] + [purchase.face for purchase in more])
        key, board = ("expected", company, tuple(faces), state.phase), state.board
        found = partial(self._searched, company, trains, more)
        return board.remember(key, lambda: self._before.remember((key, _lines_of(board, company)), found))

    def _searched(self, company: CompanyId, trains: Sequence[TrainId], more: Sequence[Purchase]) -> int:
        state = self.state.copy()
        for train in trains_of(state, company):
            if train not in trains:
                state.trains = state.trains.without(train)
        for purchase in more:
            state.trains = state.trains.with_card(purchase.train, Train(company, purchase.face))
        best = Game(self.title, state, None).best_routes(company, SEARCH)
        return best.revenue if best is not None else 0


def _lines_of(board: Board, company: CompanyId) -> Hashable:
    """All that a company's runs depend on: the stops it reaches, and the track from each to the next. Track that leads
    nowhere is no part of it, nor is what others have built elsewhere."""
    return board.remember(("lines", company), lambda: _lines(board, company))


def _lines(board: Board, company: CompanyId) -> Hashable:
    reach, graph = reach_of(board, company), graph_of(board)
    stops = [(stop, board.tile(place_of(stop)[0]).id, stop in reach.blocked) for stop in reach.stops]
    chains = [
        (ends, between, chain.gauge)
        for chain, ends, between in zip(graph.chains, graph.ends, graph.between, strict=True)
        if ends[0] in reach.stops and ends[1] in reach.stops
    ]
    return frozenset(stops), frozenset(chains), frozenset(board.stations_of(company))
