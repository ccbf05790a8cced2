"""The end of the game: what players have."""

from collections.abc import Callable
from typing import Any

from ferrovia.model.box import Box
from ferrovia.model.ids import CompanyId, PlayerId, TrainId
from ferrovia.model.state import State, trains_of

Worth = Callable[[CompanyId, int, int], int]
"""What a certificate of a company brings, at a price, for a number of shares."""


def at_full_price(company: CompanyId, price: int, shares: int) -> int:
    return shares * price


def cash_and_shares(state: State, box: Box[Any, Any, Any], worth: Worth = at_full_price) -> dict[PlayerId, int]:
    """Everybody's cash, and what shares of companies in the game are worth."""
    scores, papers = {player: state.cash[player] for player in state.players}, box.papers
    for company in state.pars:
        if company in state.closed:
            continue
        price, unit = box.price(state, company), papers.unit(company)
        for cert in papers.of[company]:
            owner = PlayerId(state.certs[cert.id])
            if owner in scores:
                scores[owner] += worth(company, price, cert.percent // unit)
    return scores


def with_half_of_their_companies(
    worth: dict[PlayerId, int], state: State, box: Box[Any, Any, Any], value: Callable[[TrainId], int]
) -> dict[PlayerId, int]:
    """A guess: whoever directs a company can expect half of its treasury and of the `value` of its trains."""
    for company in box.papers.of:
        director = None if company in state.closed else box.director(state, company)
        if director is not None:
            held = sum(map(value, trains_of(state, company)))
            worth[director] += (state.cash[company] + held) // 2
    return worth
