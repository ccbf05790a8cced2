"""Looks further where it pays: the best few answers of the policy bot are played on to the end of a set of rounds.

Each candidate is played on several times with a fast policy that lays no track, chance included; the position that it
leads to is judged by the same valuation. The time is bounded: when it is over, what was found counts, and before one
whole comparison has been made the policy's own answer stands.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from time import monotonic
from typing import Any

from ferrovia import Game, automatic_answer
from ferrovia.bots.foreseeing import is_bidding, ranked_answers
from ferrovia.bots.policy import NEVER, Policy, think_by_plan
from ferrovia.bots.thoughts import Thought, because, rounded
from ferrovia.bots.valuation import Valuation, foreseen
from ferrovia.bots.weights import DEFAULT, WEIGHTS
from ferrovia.model.ids import PlayerId
from ferrovia.model.outlook import Outlook
from ferrovia.model.state import State

BUDGET = 1.0
"""Seconds for an answer."""
CANDIDATES = 4
PASSES = 12
"""How often each candidate is played on at most."""
MOST_ANSWERS = 160
"""A line is judged after this many answers, wherever it stands."""
LEAST_ANSWERS = 15
"""In a title without sets of rounds a line goes on until a general dividend, and for this many answers at least."""

Clock = Callable[[], float]
Judge = Callable[[State], Mapping[PlayerId, float]]


def search(game: Game, random: Random, budget: float = BUDGET, clock: Clock = monotonic) -> Any:
    return think_further(game, random, budget, clock).action


def think_further(game: Game, random: Random, budget: float = BUDGET, clock: Clock = monotonic) -> Thought:
    """The candidate after which the game goes best, on average of the lines that the time allows."""
    deadline = clock() + budget
    first = think_by_plan(game, random)
    candidates = _candidates(game, random, first)

    def is_over() -> bool:
        return clock() > deadline

    if len(candidates) < 2 or is_over():
        return first
    sums, passes = [0.0] * len(candidates), 0
    while passes < PASSES:
        found: list[float] = []
        seed = random.random()
        for candidate in candidates:
            lead = _played_on(game.play(candidate.action), game, Random(seed), is_over)
            if lead is None:
                break
            found.append(lead)
        if len(found) < len(candidates):
            break
        sums, passes = [a + b for a, b in zip(sums, found, strict=True)], passes + 1
    if not passes:
        return first
    best = max(range(len(candidates)), key=lambda at: sums[at])
    ahead = (sums[best] - sums[0]) / passes
    if best == 0:
        return first
    return replace(candidates[best], why=because("plays-on-better", gain=rounded(ahead), lines=passes))


def _candidates(game: Game, random: Random, first: Thought) -> list[Thought]:
    """The policy's answer, and the next best ones; none where an answer is about the board or there is no choice."""
    offers = list(game.offers())
    if len(offers) < 2:
        return [first]
    others: list[Thought]
    if isinstance(game.title.outlook, Outlook):
        kinds = {field.kind for o in offers for field in game.title.forms[type(o.action)].fields}
        if kinds & {"hex", "stop", "route"}:
            return [first]
        policy = Policy(game, random, WEIGHTS.get(game.title.id, DEFAULT))
        others = [thought for thought in policy.thoughts(offers) if thought.worth > NEVER]
    elif is_bidding(game):
        return [first]  # how far to go is the valuation's business: a line would judge one coin more or less
    else:
        return ranked_answers(game, random, foreseen(game.title))[:CANDIDATES]
    passive = game.offers().passive()
    if passive is not None:
        others.append(Thought(passive, 0.0, because("nothing-better")))
    ranked = [first]
    for thought in sorted(others, key=lambda thought: -thought.worth):
        if all(thought.action != known.action for known in ranked):
            ranked.append(thought)
    return ranked[:CANDIDATES]


def _played_on(game: Game, before: Game, random: Random, is_over: Callable[[], bool]) -> float | None:
    """How far ahead the one who asks will be when the set is over; None if the time is over first."""
    assert before.ask is not None
    me, begun = before.ask.who, _rounds_done(before.state)
    quick = dict.fromkeys(game.state.players, _quickly)
    least = 0 if isinstance(game.title.outlook, Outlook) else LEAST_ANSWERS
    for number in range(MOST_ANSWERS):
        if game.ask is None or (number >= least and _rounds_done(game.state) != begun):
            break
        if is_over():
            return None
        answer = automatic_answer(game, random, quick)
        if answer is None:
            break
        game = game.play(answer[0])
    worth = _judge(game)(game.state)
    others = [w for player, w in worth.items() if player != me]
    return worth[me] - sum(others) / max(1, len(others))


def _judge(game: Game) -> Judge:
    if isinstance(game.title.outlook, Outlook):
        return lambda state: Valuation(game.title, state, WEIGHTS.get(game.title.id, DEFAULT)).worth
    return foreseen(game.title)


def _rounds_done(state: State) -> int:
    """How many sets of rounds are behind us; where a title has none, general dividends."""
    if not state.stack:
        return -1
    facts = state.stack[0].facts
    if hasattr(facts, "sets_done"):
        return facts.sets_done
    return getattr(state.extras, "dividends_paid", 0)


def _quickly(game: Game, random: Random) -> Any:
    """The fast policy: lays and stations are passed over, the rest is the policy's."""
    if not isinstance(game.title.outlook, Outlook):
        return ranked_answers(game, random, _judge(game))[0].action
    passive = game.offers().passive()
    moves = game.ask.moves if game.ask else ()
    kinds = {field.kind for move in moves for field in game.title.forms[move.action].fields}
    if passive is not None and kinds & {"hex", "stop"}:
        return passive
    return think_by_plan(game, random).action
