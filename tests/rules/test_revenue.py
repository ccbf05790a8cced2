"""Running: which rule of routes is told, and by rule the best within a budget of nodes, never nothing where something
can run."""

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from ferrovia import Record, automatic_answer, state_from_json, state_to_json
from ferrovia.bots import BOTS
from ferrovia.engine.play import Game, IllegalAction, Table
from ferrovia.model.ids import CompanyId, TrainId
from ferrovia.model.route import read_route
from ferrovia.model.state import Train, TrainCards, trains_of
from ferrovia.routing import ANY, Graph, Income, Limit, Problem, Service, check, seen_by, solve, value
from ferrovia.routing import Train as Runner
from ferrovia.rules.revenue import (
    RULES_OF_ROUTES,
    Running,
    RunTrains,
    as_recorded,
    asking_to_run,
    best_within,
    earn_run,
    network_by,
)
from ferrovia.rules.rounds import ask_director
from ferrovia.titles import find_title
from support.little import BLUE, RED, a_little_title, a_state
from support.railways import Size, plain_trains

# ------------------------------------------------------------------------------------------ a run on the little railway


def two_stops_for_ten_each(table: Table, company: CompanyId, graph: Graph) -> Problem:
    service = Service(pays=((Income(10),),) * len(graph.stops), limits=(Limit(ANY, 2),))
    trains = tuple(Runner(train, (service,)) for train in trains_of(table.state, company))
    return Problem(stops=seen_by(table.state.board, graph, company), chains=graph.chains, trains=trains)


RUNNING = Running(
    lambda table, company: trains_of(table.state, company),
    network_by(two_stops_for_ten_each),
    lambda table, routes, violation: RULES_OF_ROUTES[violation.rule],
)


@dataclass(frozen=True, slots=True)
class AsRecorded:
    amount: int
    subsidy: int


MOVES = (
    RUNNING.move(earn_run),
    as_recorded(AsRecorded, lambda run: Income(run.amount, subsidy=run.subsidy)),
)
KEYS = (*dict.fromkeys(RULES_OF_ROUTES.values()), "recorded-revenue")


def at_running(**written: Any) -> Game:
    """RED stands in a, BLUE in e; track leads from a by b and c to d, and on to e."""
    step = asking_to_run(*MOVES, asked=ask_director)
    title = a_little_title(step, RunTrains, AsRecorded, keys=KEYS)
    laid = "a:city/1 b:straight/1 c:town/1 d:city/1"
    state = a_state(tiles=laid, stations="RED@a BLUE@e", **written)
    owners = {"2-0": RED, "2-1": RED, "2-2": BLUE}
    state.trains = TrainCards({TrainId(train): Train(owner, "2") for train, owner in owners.items()})
    state.stack[0] = title.frame("company turn", state.stack[0].facts)
    return Game.at(title, state)


def run(*routes: str) -> RunTrains:
    return RunTrains(tuple(map(read_route, routes)))


def test_a_legal_run_earns_what_its_stops_pay() -> None:
    game = at_running().play(run("2-0: a.0 b c.0"))
    assert game.state.last_revenue == {RED: 20}
    told = next(event for event in game.events if event.key == "trains-run")
    assert (told.params["amount"], told.params["earned"]) == (20, (20,))


@pytest.mark.parametrize(
    ("routes", "rule"),
    [
        (("2-2: a.0 b c.0",), "run-own-trains"),
        (("2-0: a.0 c.0",), "run-known-track"),
        (("2-0: a.0",), "run-two-stops"),
        (("2-0: c.0 d.0",), "run-own-station"),
        (("2-0: a.0 b c.0 d.0",), "run-range"),
        (("2-0: a.0 b c.0", "2-1: c.0 b a.0"), "run-track-shared"),
    ],
)
def test_a_run_that_breaks_a_rule_is_refused_by_it(routes: tuple[str, ...], rule: str) -> None:
    refusal = at_running().why_not(run(*routes))
    assert refusal is not None and refusal.rule == rule


def test_of_several_broken_rules_the_first_of_the_rulebook_is_told() -> None:
    """Three stops, and no station of RED among them: the station comes first in the rulebook."""
    refusal = at_running().why_not(run("2-0: c.0 d.0 e.0"))
    assert refusal is not None and refusal.rule == "run-own-station"
    assert list(KEYS).index("run-own-station") < list(KEYS).index("run-range")


@pytest.mark.parametrize(("amount", "subsidy"), [(-10, 0), (10, -1)])
def test_recorded_figures_are_amounts(amount: int, subsidy: int) -> None:
    game = at_running()
    with pytest.raises(IllegalAction, match="recorded-revenue"):
        game.play(AsRecorded(amount, subsidy))
    assert game.play(AsRecorded(70, 5)).state.last_revenue == {RED: 70}


def test_what_was_written_down_is_never_offered() -> None:
    assert not at_running().offers().of(AsRecorded)


@pytest.mark.parametrize("title", ["1824", "18cz", "18esp"])
def test_a_position_that_is_opened_again_suggests_the_same_run(title: str) -> None:
    """What was found out on earlier boards of a game is kept; the suggestion does not depend on it."""
    record, random, runs = Record.new(find_title(title), ("Ana", "Ben", "Eva")), Random(5), 0
    bots = dict.fromkeys(record.game.state.players, BOTS["simple"])
    while runs < 20 and (answer := automatic_answer(record.game, random, bots)):
        game = record.game
        if game.ask is not None and game.ask.about is not None and game.ask.about.key == "run":
            again = Game.at(game.title, state_from_json(game.title, state_to_json(game.state)))
            assert list(game.offers()) == list(again.offers())
            runs += 1
        record.play(*answer)
    assert runs == 20


# ------------------------------------------------------------------------------------------------- the best run by rule

SMALL = Size(columns=6, rows=5, cities=8, towns=5, offboards=2, tokens=2)
HARD = plain_trains(3, 2.8, (8, 6, 5), SMALL)
BARE = Problem(stops=HARD.stops, chains=(), trains=HARD.trains)


def test_enough_nodes_give_the_best_with_its_proof() -> None:
    found = best_within(HARD, nodes=1_000_000)
    assert found.proved and found.worth == solve(HARD).worth


@pytest.mark.parametrize("nodes", [0, 100, 1_000])
def test_few_nodes_give_routes_that_are_legal_and_pay_what_is_said(nodes: int) -> None:
    found = best_within(HARD, nodes=nodes)
    assert found.routes and not found.proved
    assert not check(HARD, found.routes)
    assert found.income == value(HARD, found.routes)
    assert found.worth <= solve(HARD).worth <= found.upper_bound


def test_the_same_budget_gives_the_same_run() -> None:
    runs = [best_within(HARD, nodes=700).routes for _ in range(3)]
    assert all(one == other for one, other in pairwise(runs))


def test_nothing_runs_where_there_is_no_track() -> None:
    found = best_within(BARE, nodes=0)
    assert found.routes == () and found.proved
