"""The best routes of a company's trains, proved.

A title writes its board, trains and rules down as a `Problem` (`problem_from_board` helps); then

    solve(problem)              the best routes, with a proof or a bound; `on_better` hears of better ones on the way
    is_most(problem, worth)     whether no routes are worth more, which is easier to prove
    check(problem, routes)      what is wrong with routes made by hand: which route, which rule
    value(problem, routes)      what they pay
"""

from ferrovia.routing.graph import Graph, graph_along, graph_of, graph_reached, problem_from_board, seen_by
from ferrovia.routing.income import complete, value
from ferrovia.routing.legality import Violation, check
from ferrovia.routing.problem import (
    ANY,
    Bonus,
    Chain,
    Convoy,
    Income,
    Limit,
    Problem,
    Route,
    Service,
    Solution,
    Stop,
    Terminal,
    Train,
)
from ferrovia.routing.solver import is_most, solve

__all__ = [
    "ANY",
    "Bonus",
    "Chain",
    "Convoy",
    "Graph",
    "Income",
    "Limit",
    "Problem",
    "Route",
    "Service",
    "Solution",
    "Stop",
    "Terminal",
    "Train",
    "Violation",
    "check",
    "complete",
    "graph_along",
    "graph_of",
    "graph_reached",
    "is_most",
    "problem_from_board",
    "seen_by",
    "solve",
    "value",
]
