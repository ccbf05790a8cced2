"""[VIII.7] [VIII.8] Running trains: what a route is, what it earns, and the best that can be run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from ferrovia.engine.play import Game, Move, Step, Table, rule
from ferrovia.model.board import Board, place_of
from ferrovia.model.ids import CompanyId, StopId, TrainId
from ferrovia.model.network import passable_for, reach_of
from ferrovia.model.route import Route
from ferrovia.model.state import trains_of
from ferrovia.model.tiles import Tile
from ferrovia.routing.graph import Graph
from ferrovia.routing.legality import Violation
from ferrovia.routing.problem import ANY, Bonus, Income, Limit, Problem, Service, Stop
from ferrovia.routing.problem import Train as Runner
from ferrovia.rules import revenue
from ferrovia.rules.rounds import operating
from ferrovia.titles.t18cz.homes import ask_track_decider
from ferrovia.titles.t18cz.material import Face, Material, Size, box
from ferrovia.titles.t18cz.vaclav import is_vaclavs

HOME_BONUS = 50
"""[VIII.8 ¶2] For each route of a large company that visits its own red tile."""


@dataclass(frozen=True, slots=True)
class RunAsRecorded:
    """A run of a recorded game, with the revenue as it was written down."""

    amount: int


# ---------------------------------------------------------------------------------------------------------- the problem


def runnable_trains(table: Table, company: CompanyId) -> list[TrainId]:
    """[IV.2.b–d] Only trains of the company's own size run."""
    faces, size, cards = box(table).faces, box(table).size(company), table.state.trains
    return sorted([train for train in cards.held_by(company) if faces[cards[train].face].size == size])


class Kinds(NamedTuple):
    """Which stops are cities, red tiles among them, and the company's own red tile."""

    cities: int
    red: int
    home: int


def problem_of(e_skip: str, table: Table, company: CompanyId, graph: Graph) -> Problem:
    """The company's network and trains in the solver's words."""
    state, material = table.state, box(table)
    board = state.board
    own, passable = set(board.stations_of(company)), passable_for(board, company)
    tracks, pictures = board.tracks.stops, board.tracks.pictures
    tiles = [(pictures[tracks[stop].hex].tile, place_of(stop)[1]) for stop in graph.stops]
    stops = tuple(
        [
            Stop(
                stop,
                tile.stops[number].kind,
                through=tracks[stop].passable and passable(stop),
                token=stop in own,
                groups=int(tile.label == "P"),
            )
            for stop, (tile, number) in zip(graph.stops, tiles, strict=True)
        ]
    )
    worth = tuple([(Income(_value(*there, material, state.phase)),) for there in tiles])
    cities = sum([1 << number for number, stop in enumerate(stops) if stop.kind == "city"])
    red = sum([1 << number for number, (tile, _) in enumerate(tiles) if tile.colour == "red"])
    kinds = Kinds(cities, red, home=sum([1 << n for n, stop in enumerate(graph.stops) if stop in own]) & red)
    runners = (
        Runner(train, (_service(material.faces[state.trains[train].face], worth, kinds, e_skip),))
        for train in runnable_trains(table, company)
    )
    return Problem(stops=stops, chains=graph.chains, trains=tuple(runners))


def is_red(board: Board, stop: StopId) -> bool:
    return board.tile(place_of(stop)[0]).colour == "red"


def _value(tile: Tile, number: int, material: Material, phase: str) -> int:
    """[VIII.8 ¶1] As printed; red tiles by phase."""
    if tile.colour == "red":
        return material.phases[phase].red_value
    return tile.stops[number].value(material.phases[phase].colours)


def _service(face: Face, worth: tuple[tuple[Income, ...], ...], kinds: Kinds, e_skip: str) -> Service:
    """[VIII.7.3.a–c] Plain trains count every stop, plus-trains as many towns again, E-trains skip towns."""
    bonuses = (Bonus(Income(HOME_BONUS), touches=(kinds.home,)),) if kinds.home else ()
    if face.size == "S":
        return Service(pays=worth, limits=(Limit(ANY, face.range),))
    if face.size == "M":
        return Service(pays=worth, limits=(Limit(kinds.cities, face.range), Limit(ANY, 2 * face.range)))
    skips = ANY & ~kinds.cities if e_skip == "towns" else kinds.cities & ~kinds.red
    return Service(pays=worth, counted=Limit(ANY, face.range), skips=skips, bonuses=bonuses)


@cache
def running_with(e_skip: str) -> revenue.Running:
    """The trains of 18CZ, where E-trains skip towns, or cities as the site has it."""
    return revenue.Running(runnable_trains, revenue.network_by(partial(problem_of, e_skip)), _broken_rule)


# -------------------------------------------------------------------------------------------------- the rules of routes


def _broken_rule(table: Table, routes: Sequence[Route], violation: Violation) -> str:
    """What the solver's word for a broken rule is called here."""
    size = box(table).size(operating(table))
    if violation.rule in ("range", "counts", "left-out"):
        return RANGES[size]
    if violation.rule == "own-trains" and violation.route is not None:
        owned = routes[violation.route].train in trains_of(table.state, operating(table))
        return IDLE_TRAINS.get(size, "run-own-trains") if owned else "run-own-trains"
    if violation.rule == "no-way-through" and is_red(table.state.board, StopId(violation.params["stop"])):
        return "run-red-end"
    return RULES_OF_ROUTES[violation.rule]


RANGES: Mapping[Size, str] = {"S": "run-range", "M": "run-range-plus", "L": "run-range-express"}
IDLE_TRAINS: Mapping[Size, str] = {"M": "run-medium-trains", "L": "run-large-trains"}
"""[IV.2.c] [IV.2.d] Larger companies may own smaller trains, but not run them."""
RULES_OF_ROUTES = {**revenue.RULES_OF_ROUTES, "group-twice": "run-stop-once"}


def can_run(game: Game) -> bool:
    """Whether the company that is asked to run has any route."""
    company: CompanyId = game.where()[-1].facts.company
    stops = reach_of(game.state.board, company).stops
    return len(stops) > 1


def revenue_of(game: Game, action: revenue.RunTrains) -> int:
    """What a legal run earns."""
    return game.play(action).state.last_revenue[game.where()[-1].facts.company]


# ------------------------------------------------------------------------------------------------------------ the moves


def run_moves(*, site: bool, e_skip: str) -> tuple[Move[Any], ...]:
    """Running trains, [VIII.3 ¶1] compulsory where any route earns something; a recorded game may also bring a revenue
    as it was written down."""
    trains = running_with(e_skip)
    if site:
        return trains.move(revenue.earn_run), RUN_AS_RECORDED
    return (trains.move(revenue.earn_run, rule("run-duty")(trains.duty_to_run)),)


RUN_AS_RECORDED = revenue.as_recorded(RunAsRecorded, lambda run: Income(run.amount))


def running_trains(e_skip: str, *moves: Move[Any], vaclav_is_asked: bool) -> tuple[Step, ...]:
    """[VIII.7 ¶] First what needs no question, then the director is asked; the site asks for Vaclav's trains too."""
    trains = running_with(e_skip)

    def run_without_asking(table: Table) -> None:
        """A company without a train of its size earns nothing; Vaclav's companies run their best."""
        company = operating(table)
        if is_vaclavs(table, company) and not vaclav_is_asked:
            routes = trains.best(table, company).routes
            revenue.earn_run(table, trains.reading(table, company, routes), routes)
        elif not runnable_trains(table, company):
            revenue.earn_nothing(table)

    return run_without_asking, revenue.asking_to_run(*moves, asked=ask_track_decider)
