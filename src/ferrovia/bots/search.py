"""Looks further where it pays: the best few answers of the policy bot are played on to the end of a set of rounds.

Each candidate is played on with a fast policy that judges few lays by their routes, chance included and the same for
all; the position that it leads to is judged by the same valuation. Lines that fall behind are given up, so that the
others are played on more often. The time is bounded: when it is over, what was found counts, and before one other
answer has been compared with it the policy's own stands.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from math import ceil
from random import Random
from statistics import mean
from time import monotonic
from typing import Any

from ferrovia import Game, automatic_answer
from ferrovia.bots.foreseeing import is_bidding, ranked_answers
from ferrovia.bots.policy import NEVER, Policy, reason_by_plan, think_by_plan
from ferrovia.bots.thoughts import Thought, because
from ferrovia.bots.valuation import Valuation, foreseen
from ferrovia.bots.weights import DEFAULT, WEIGHTS
from ferrovia.model.board import Board
from ferrovia.model.ids import PlayerId
from ferrovia.model.message import Message
from ferrovia.model.outlook import Outlook
from ferrovia.model.state import State, trains_of

BUDGET = 1.0
"""Seconds for an answer."""
CANDIDATES = 6
"""Answers that are played on at most, to let things be among them."""
PASSES = 12
"""How often a candidate is played on at most."""
MARGIN = 0.005
"""How much farther a line must lead than that of the policy's own answer, as a part of what a player is to have, for
each round that is left: the farther the end is, the less a line says about it."""
TIME_TO_EXPLAIN = 0.5
"""Seconds in which two lines are compared again, to tell by how much one led."""
LAYS = 1
"""Lays that are judged by their routes when a line is played on."""
MOST_BOARDS = 400
"""Boards of lines that are kept in mind."""
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
    led = _compared(game, candidates, random, is_over)
    best = max(led, key=lambda at: mean(led[at]), default=0)
    if not best:
        return first
    ahead = mean(led[best]) - mean(led[0])
    if ahead <= _margin(game):
        return first
    return replace(candidates[best], why=because("plays-on-better", gain=ceil(ahead), lines=len(led[best])))


def reason_by_search(game: Game, action: Any, random: Random, clock: Clock = monotonic) -> Message:
    """Why this was answered: by the plans where they say the same, else because it led further when both were played
    on. How much further is found out again, as far as a short time allows."""
    candidates = _candidates(game, random, think_by_plan(game, random))
    worth = next((known.worth for known in candidates if known.action == action), NEVER)
    if worth >= candidates[0].worth or len(candidates) < 2:
        return reason_by_plan(game, action, random)
    deadline = clock() + TIME_TO_EXPLAIN
    lines = [candidates[0], Thought(action, 0.0, because("plays-on"))]
    led = _compared(game, lines, random, lambda: clock() > deadline)
    ahead = mean(led[1]) - mean(led[0]) if led.get(1) else 0.0
    return because("plays-on-better", gain=ceil(ahead), lines=len(led[1])) if ahead > 0 else lines[1].why


def _compared(
    game: Game, candidates: list[Thought], random: Random, is_over: Callable[[], bool]
) -> Mapping[int, list[float]]:
    """How far ahead each line of a candidate led, by its place, for those that were played on as often as any other.
    From pass to pass the worse half is given up; the policy's own answer stays to be compared with."""
    led: dict[int, list[float]] = {at: [] for at in range(len(candidates))}
    for number in range(PASSES):
        seed, found = random.random(), dict[int, float]()
        for at in led:
            lead = _played_on(game.play(candidates[at].action), game, Random(seed), is_over)
            if lead is None:
                break
            found[at] = lead
        is_cut = len(found) < len(led)
        if is_cut and number:
            break
        led = {at: [*led[at], lead] for at, lead in found.items()}
        others = sorted([at for at in led if at], key=lambda at: -mean(led[at]))
        if is_cut or not others or (number and all(lines[-1] == lines[-2] for lines in led.values())):
            break  # without chance another pass would find the same
        led = {at: led[at] for at in (0, *others[: max(1, len(others) // 2)])}
    return led


def _margin(game: Game) -> float:
    outlook, standing = game.title.outlook, _judge(game)(game.state).values()
    rounds = outlook.rounds_left(game.state) if isinstance(outlook, Outlook) else 1
    return MARGIN * rounds * mean([abs(worth) for worth in standing])


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
    ranked = [first]
    for thought in sorted(others, key=lambda thought: -thought.worth):
        if len(ranked) < CANDIDATES - 1 and all(thought.action != known.action for known in ranked):
            ranked.append(thought)
    passive = game.offers().passive()
    if passive is not None and all(passive != known.action for known in ranked):
        ranked.append(Thought(passive, 0.0, because("nothing-better")))
    return ranked


def _played_on(game: Game, before: Game, random: Random, is_over: Callable[[], bool]) -> float | None:
    """How far ahead whoever asks will be when the set is over; None if the time is over first."""
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
        after = game.play(answer[0])
        game = after if after.state.board is game.state.board else on_known_board(after, before.state.board)
    worth = _judge(game)(game.state) if game.ask is not None else game.title.score(game.state)
    others = [w for player, w in worth.items() if player != me]
    return worth[me] - sum(others) / max(1, len(others))


def _judge(game: Game) -> Judge:
    if isinstance(game.title.outlook, Outlook):
        return lambda state: Valuation(game.title, state, WEIGHTS.get(game.title.id, DEFAULT)).standing
    return foreseen(game.title)


def _rounds_done(state: State) -> int:
    """How many sets of rounds are behind us; where a title has none, general dividends."""
    if not state.stack:
        return -1
    facts = state.stack[0].facts
    if hasattr(facts, "sets_done"):
        return facts.sets_done
    return getattr(state.extras, "dividends_paid", 0)


def on_known_board(game: Game, begun: Board) -> Game:
    """The same position on the board of an earlier line, if one came to an equal board: what was found out about that
    is known. `begun`: where the lines begin; questions of a stock round have it in common."""
    boards: dict[Hashable, Board] = begun.remember("boards of lines", dict[Hashable, Board])
    board = game.state.board
    laid, placed = frozenset(board.tiles.items()), frozenset(board.stations.items())
    key = (laid, placed, frozenset(board.tokens.items()), board.barred)
    known = boards.setdefault(key, board) if len(boards) < MOST_BOARDS else boards.get(key, board)
    if known is board:
        return game
    state = game.state.copy()
    state.board = known
    return Game(game.title, state, game.ask)


def _quickly(game: Game, random: Random) -> Any:
    """The fast policy: few lays are judged by their routes, and what was answered on an equal board is answered again;
    the rest is the policy's."""
    if not isinstance(game.title.outlook, Outlook):
        return ranked_answers(game, random, _judge(game))[0].action
    state, moves = game.state, game.ask.moves if game.ask else ()
    kinds = {field.kind for move in moves for field in game.title.forms[move.action].fields}
    company = getattr(game.where()[-1].facts, "company", None)
    if company is None or not kinds & {"hex", "stop"}:
        return think_by_plan(game, random).action
    faces = tuple(sorted([state.trains[train].face for train in trains_of(state, company)]))
    asked = tuple([move.action for move in moves])
    key = ("line", company, asked, faces, state.cash.get(company, 0), state.phase)
    answer = state.board.remember(key, lambda: think_by_plan(game, random, lays=LAYS).action)
    return answer if game.why_not(answer) is None else think_by_plan(game, random, lays=LAYS).action
