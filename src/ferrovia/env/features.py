"""A position and its answers as numbers."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ferrovia import Game, Title
from ferrovia.model.ids import PlayerId

Numbers = NDArray[np.float32]

HUNDRED = 100.0
"""Money is told in hundreds."""
PLAYER_FIGURES, COMPANY_FIGURES = 3, 3


def size_of_position(title: Title, players: int) -> int:
    return PLAYER_FIGURES * players + len(title.layout.companies) * (COMPANY_FIGURES + players)


def position(game: Game, me: PlayerId) -> Numbers:
    """Of each player money, score and guessed worth, oneself first; of each company whether it runs, its treasury, its
    income or price, and who holds how much of it."""
    title, state, seats = game.title, game.state, game.state.players
    order = [seats[(seats.index(me) + turn) % len(seats)] for turn in range(len(seats))]
    score, guess, view = title.score(state), title.estimate(state), game.view()
    found: list[float] = []
    for player in order:
        found += [state.cash[player] / HUNDRED, score[player] / HUNDRED, guess[player] / HUNDRED]
    shown = {company.id: company for company in view.companies}
    for face in title.layout.companies:
        company = shown.get(face.id)
        if company is None:
            found += [0.0] * (COMPANY_FIGURES + len(order))
            continue
        value = company.figures.get("income", company.figures.get("price", 0))
        found += [float(company.open), state.cash.get(face.id, 0) / HUNDRED, value / HUNDRED]
        found += [company.holders.get(player, 0) / max(1, face.shares) for player in order]
    return np.asarray(found, dtype=np.float32)


def size_of_answer(title: Title) -> int:
    return len(title.forms) + len(title.layout.companies) + 3


def answer(game: Game, action: Any) -> Numbers:
    """Its kind, the company it speaks of, its amount, how many pieces it names, and how much of the purse it takes."""
    title = game.title
    found = np.zeros(size_of_answer(title), dtype=np.float32)
    kinds, companies = list(title.forms), [face.id for face in title.layout.companies]
    found[kinds.index(action.__class__)] = 1.0
    company: Any = getattr(action, "company", None)
    if company in companies:
        found[len(kinds) + companies.index(company)] = 1.0
    amount = float(getattr(action, "amount", 0) or getattr(action, "price", 0) or 0)
    named = sum(
        len(value)
        for field in title.forms[type(action)].fields
        if field.many
        for value in [getattr(action, field.name)]
    )
    purse = game.state.cash[game.ask.who] if game.ask else 0
    found[-3:] = (amount / HUNDRED, named, amount / purse if purse > 0 else 0.0)
    return found


def answers(game: Game, most: int, amounts: int) -> list[Any]:
    """The answers that can be chosen: every offer, some amounts of a span, what grows also one piece longer."""
    found: list[Any] = []
    for offer in game.offers():
        if offer.amount is not None:
            found += [offer.with_amount(amount) for amount in _spread(offer.amount.low, offer.amount.high, amounts)]
            continue
        found.append(offer.action)
        if offer.open:
            found += [longer.action for longer in game.offers().longer(offer.action)]
    return found[:most]


def _spread(low: int, high: int, count: int) -> Sequence[int]:
    """The lowest amounts one by one, and the highest."""
    near = list(range(low, min(high, low + count - 2) + 1))
    return near if near[-1] == high else [*near, high]
