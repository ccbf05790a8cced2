"""Running trains: searching for the best routes, and what routes depend on."""

from collections.abc import Callable, Iterable

from ferrovia.engine.play import Search
from ferrovia.model.ids import TrainId
from ferrovia.model.state import State
from ferrovia.model.view import BestRoutes
from ferrovia.routing.problem import Problem, Solution
from ferrovia.routing.solver import solve


def best_shown(problem: Problem, search: Search, shown: Callable[[Solution], BestRoutes]) -> BestRoutes:
    """The best routes with their proof, or the best found when the time is over."""
    solution = solve(
        problem,
        budget_seconds=search.budget_seconds,
        budget_nodes=search.budget_nodes,
        cancelled=search.cancelled,
        on_better=search.told(shown),
    )
    return shown(solution)


def rolling_stock(state: State, runnable: Iterable[TrainId]) -> tuple[object, ...]:
    """What routes depend on beside the board: the phase, and which cards can run with which faces."""
    return (state.phase, *[(train, state.trains[train].face) for train in runnable])
