"""What it takes to found companies, and what else the money could do."""

from functools import cached_property
from typing import Any

from ferrovia import Game
from ferrovia.bots.valuation import Valuation
from ferrovia.model.ids import CompanyId, PlayerId


def gain_of_share(valuation: Valuation, company: CompanyId) -> float:
    """What a share brings until the end beyond its price."""
    return valuation.share(company) - valuation.box.price(valuation.state, company)


def missing_shares(valuation: Valuation, company: CompanyId) -> int:
    """How many shares players must still buy before a company floats."""
    return -(-valuation.outlook.to_float(valuation.state, company) // valuation.box.papers.unit(company))


class Founding:
    """One player's means and ends in a stock round."""

    def __init__(self, game: Game, now: Valuation, me: PlayerId) -> None:
        self._game, self._now, self._me = game, now, me

    def gain_and_cost(self, action: Any) -> tuple[float, int]:
        """What the shares that float a new company bring until the end beyond their price, and that price."""
        after = self._now.after(self._game.play(action).state)
        papers, company = after.box.papers, action.company
        held = papers.percent(after.state, self._me, company) // papers.unit(company)
        shares = held + missing_shares(after, company)
        return shares * (after.share(company) - action.price), shares * action.price

    def is_outdone(self, action: Any) -> bool:
        """Whether a coin brings much more in a share of a running company than in this new one."""
        gain, cost = self.gain_and_cost(action)
        return self._best_return > self._now.weights.own_start * gain / max(1, cost)

    @cached_property
    def owed(self) -> int:
        """What this player still needs for the companies that he has started and that do not float yet."""
        now = self._now
        mine = [c for c in now.state.pars if now.outlook.founder(now.state, c) == self._me]
        return sum(missing_shares(now, c) * now.box.price(now.state, c) for c in mine)

    @cached_property
    def _best_return(self) -> float:
        """What a coin brings until the end in the best share of a running company that can be bought now."""
        found, state = 0.0, self._now.state
        for offer in self._game.offers():
            if self._game.title.forms[type(offer.action)].name == "buy_share" and offer.action.company in state.floated:
                price = self._now.box.price(state, offer.action.company)
                found = max(found, gain_of_share(self._now, offer.action.company) / max(1, price))
        return found
