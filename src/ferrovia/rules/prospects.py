"""What the numbers of a railway title say about the time to come: what titles share of an `Outlook`."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ferrovia.model.box import Box
from ferrovia.model.ids import DEPOT, CompanyId, TrainId
from ferrovia.model.market import Market
from ferrovia.model.outlook import Outlook, Purchase
from ferrovia.model.state import State
from ferrovia.rules.prices import MarketStep
from ferrovia.rules.rounds import runs_this_round

KINDS_AHEAD = 3
"""Kinds of train cards that are looked at."""


AnyOfThem = Box[Any, Any, Any]


def pile(box: AnyOfThem, state: State) -> list[TrainId]:
    """The train cards that were never sold, in the order in which their kinds come."""
    order = {name: number for number, name in enumerate(box.cards)}
    left = (train for train, card in state.trains.items() if card.owner == DEPOT)
    return sorted(left, key=lambda train: order[box.card_of(train).name])


def cards_before(box: AnyOfThem, state: State, phase: str) -> int:
    """How many train cards that can begin a phase leave the pile before the one that begins this phase."""
    if box.is_reached(state, phase):
        return 0
    begin = [card.phase for card in map(box.card_of, pile(box, state)) if card.phase]
    return begin.index(phase) if phase in begin else len(begin)


def outlook_of(
    box: AnyOfThem,
    *,
    rounds_left: Callable[[State], int],
    to_float: Callable[[State, CompanyId], int],
    capital: Callable[[State, CompanyId], int],
    runs_by: Callable[[State, CompanyId, str], bool],
    face_cost: Callable[[str], int],
    ends: Callable[[Any, str], bool] = lambda card, face: False,
    steps: Callable[[CompanyId], int] = lambda company: 1,
    step: MarketStep = Market.right,
    kind_of: Callable[[Any, str], str] = lambda card, face: card.name,
    looks_for: Callable[[State, CompanyId, str], bool] | None = None,
    **more: Any,
) -> Outlook:
    """`ends`: whether the sale of a card ends a face; `steps`: how many of a title's steps a dividend moves the price
    of a company; `kind_of`: of which kind a face of a card is; `looks_for`: which faces a company wants, if not
    all that it may run; the others, and `more`, are as in `Outlook`."""
    wants = looks_for or runs_by

    def price_after(state: State, company: CompanyId, dividends: int) -> int:
        quote = state.prices.get(company)
        cell = box.market.cell_of(state.pars[company]) if quote is None else quote.cell
        for _ in range(dividends * steps(company)):
            cell = step(box.market, cell)
        return box.market.price(cell)

    def trains_ahead(state: State, company: CompanyId) -> list[Purchase]:
        """The first face that the company wants of each kind of card."""
        found: dict[str, Purchase] = {}
        for train in pile(box, state):
            card = box.card_of(train)
            face = next((face.name for face in card.faces if wants(state, company, face.name)), None)
            if face is not None:
                found.setdefault(kind_of(card, face), Purchase(train, face, face_cost(face)))
            if len(found) == KINDS_AHEAD:
                break
        return list(found.values())

    def cards_before_rust(state: State, face: str) -> int | None:
        return next((count for count, train in enumerate(pile(box, state)) if ends(box.card_of(train), face)), None)

    counted_alike = Outlook(
        rounds_left=rounds_left,
        runs_left=lambda state, company: rounds_left(state) + runs_this_round(state, company),
        price_after=price_after,
        to_float=to_float,
        founder=box.director,
        capital=capital,
        places=box.train_limit,
        trains_ahead=trains_ahead,
        runs_by=runs_by,
        face_cost=face_cost,
        cards_before_rust=cards_before_rust,
        incomes=lambda state: {},
        reserve=lambda state: 0,
    )
    return replace(counted_alike, **more)
