"""1862, as its rulebook's table of contents."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any

from ferrovia.engine.codec import BadData
from ferrovia.engine.play import Option, Step, Title
from ferrovia.engine.rulebook import load_rulebook
from ferrovia.model.board import Board
from ferrovia.model.data import data_folder
from ferrovia.model.ids import BANK, DEPOT, IPO, POOL, Owner, PlayerId, TrainId
from ferrovia.model.map import load_map
from ferrovia.model.state import State, Train
from ferrovia.model.upgrades import Upgrades
from ferrovia.titles.t1862 import (
    administration,
    course,
    dealing,
    dividends,
    facts,
    homes,
    launch,
    mergers,
    merging,
    obligations,
    parliament,
    redeeming,
    running,
    stations,
    stock,
    track,
    trains,
)
from ferrovia.titles.t1862.course import before_lner, under_administration, while_operating, with_director
from ferrovia.titles.t1862.material import (
    KINDS,
    Books,
    Material,
    Variant,
    market,
    numbers,
)
from ferrovia.titles.t1862.network import routes_of
from ferrovia.titles.t1862.prospects import expected_worth
from ferrovia.titles.t1862.view import layout, view


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """The procedures by the rulebook, or as the site plays them (the deviations are listed in docs/deviations.md)."""
    return {
        "game": (dealing.draw_companies, dealing.draw_permits, course.play_the_sets),
        "parliament": parliament.steps(rules),
        "stock round": (*stock.steps(rules), *obligations.steps(rules), *stock.closing_steps(rules)),
        "operating round": (course.fix_the_order, course.operate_in_order),
        "company turn": (
            *map(with_director, homes.steps(rules)),
            *map(before_lner, mergers.merging_steps(rules)),
            *map(before_lner, track.steps(rules)),
            *map(before_lner, stations.steps(rules)),
            *map(while_operating, running.steps(rules)),
            *map(while_operating, dividends.steps(rules)),
            *map(with_director, trains.steps(rules)),
            *map(under_administration, administration.steps(rules)),
            *map(with_director, redeeming.steps(rules)),
            *map(before_lner, mergers.acquiring_steps(rules)),
            course.note_the_first_turn,
        ),
        "end of set": (course.form_lner_if_due,),
        **parliament.scripts(rules),
        **launch.scripts(rules),
        **obligations.scripts(rules),
        **mergers.scripts(rules),
        **merging.scripts(rules),
        **trains.scripts(rules),
    }


# ------------------------------------------------------------------------------------------------------------- set-up


@lru_cache(maxsize=256)
def material(rules: Variant) -> Material:
    board = load_map(data_folder(__package__ or ""))
    return Material(numbers(), rules, market(), board, Upgrades(board, track.may_become, track.may_lie))


def deal(title: Title, players: tuple[PlayerId, ...], options: Mapping[str, str]) -> State:
    """[2.4] Money, papers, trains; the first seat has the priority deal. Chance deals companies and permits."""
    box: Material = title.data
    start = box.numbers.cash[len(players)]
    cash: dict[Owner, int] = {BANK: box.numbers.bank - start * len(players), **dict.fromkeys(players, start)}
    return State(
        players=players,
        cash=cash | dict.fromkeys(box.companies, 0),
        certs=dict.fromkeys(box.papers.by_id, IPO),
        tokens=dict.fromkeys(box.companies, 0),
        board=Board(box.map, {}),
        extras=Books(priority=players[0]),
        stack=[title.frame("game", facts.GameFacts())],
        trains={
            TrainId(f"{band.name}-{number}"): Train(DEPOT, band.name)
            for band in box.numbers.bands
            for number in range(box.variant.train_count(band) or 1)
        },
        phase=box.numbers.phases[0].name,
    )


def counts(state: State, box: Material) -> dict[str, int]:
    """What the box holds, wherever it lies now."""
    limited = [train for train in state.trains if box.variant.train_count(box.band_of(train))]
    return {"money": sum(state.cash.values()), "papers": len(state.certs), "trains": len(limited)}


# ---------------------------------------------------------------------------------------------------------- the title

PARTS = (
    dealing,
    parliament,
    launch,
    stock,
    obligations,
    homes,
    mergers,
    merging,
    track,
    stations,
    running,
    dividends,
    trains,
    redeeming,
)
ACTIONS: tuple[type[Any], ...] = tuple(dict.fromkeys(action for part in PARTS for action in part.ACTIONS))
FACTS: tuple[type[Any], ...] = (
    facts.GameFacts,
    facts.OperatingFacts,
    facts.CompanyTurn,
    *(fact for part in PARTS for fact in getattr(part, "FACTS", ())),
)

OPTIONS = (
    Option("profile", ("rulebook", "site")),
    Option("length", ("standard", "short", "long")),
    Option("extra-companies", ("yes", "no")),
    Option("train-kinds", ("all", "simple-express", "simple-freight", "advanced-freight", "advanced-express")),
    Option("shorter-game", ("no", "yes")),
    Option("newcomers", ("no", "yes")),
    Option("eight-stations", ("no", "yes")),
    Option("home-duty", ("yes", "no")),
    Option("h-trains", ("unlimited", "six")),
)


def pieces(box: Material) -> dict[str, frozenset[Any]]:
    stops = (stop for names in box.map.stop_ids for stop in names)
    return {
        "company": frozenset(box.companies),
        "hex": frozenset(box.map.hexes),
        "tile": frozenset(box.map.tiles),
        "turn": frozenset(range(6)),
        "stop": frozenset(stops),
        "face": frozenset(box.faces),
        "permit": frozenset(KINDS),
        "place": frozenset((IPO, POOL, "treasury")),
    }


@lru_cache(maxsize=256)
def composed(rules: Variant) -> Title:
    box = material(rules)
    return replace(
        TITLE,
        data=box,
        grid=box.map,
        scripts=scripts(rules),
        routes=running.search_routes,
        score=partial(
            course.final_scores, material=box, halved=course.by_certificate if rules.site else course.by_share
        ),
        estimate=partial(expected_worth, box=box),
        counts=partial(counts, box=box),
        pieces=pieces(box),
        layout=layout(box),
    )


def variant(options: Mapping[str, str], players: int) -> Title:
    """What the chosen options make of the game.

    [11.3] Newcomers play with one kind of train, express unless another is chosen. [11.2] A shorter game has the trains
    of the short one; from five players on it may have the standard ones.
    """
    newcomers, shorter = options["newcomers"] == "yes", options["shorter-game"] == "yes"
    length, kinds = options["length"], options["train-kinds"]
    if newcomers and kinds == "all":
        kinds = "simple-express"
    if shorter and length == "standard" and players < STANDARD_TRAINS_IN_SHORTER_GAME:
        length = "short"
    rules = Variant(
        players=players,
        site=options["profile"] == "site",
        length=length,
        extra_companies=options["extra-companies"] == "yes",
        trains=kinds,
        shorter=shorter,
        newcomers=newcomers,
        eight_tokens=options["eight-stations"] == "yes",
        home_duty=options["home-duty"] == "yes",
        six_h=options["h-trains"] == "six",
    )
    if newcomers and not rules.is_simple:
        raise BadData("the game for newcomers has one kind of train: choose simple-express or simple-freight")
    if shorter and length == "long":
        raise BadData("the shorter game has the trains of the short or the standard game, not those of the long one")
    return composed(rules)


STANDARD_TRAINS_IN_SHORTER_GAME = 5
"""[11.2] From so many players on."""

_USUAL = material(Variant(players=4))

TITLE = Title(
    id="1862",
    name="1862",
    rules_version=2,
    seats=range(2, 9),
    currency="£",
    data=_USUAL,
    grid=_USUAL.map,
    rulebook=load_rulebook(files(__package__ or "") / "rulebook.toml"),
    options=OPTIONS,
    standing_moves=(*mergers.UNTIMELY, *track.UNTIMELY, *stations.UNTIMELY),
    setup=deal,
    scripts=scripts(_USUAL.variant),
    routes=running.search_routes,
    reach=lambda table, company: routes_of(table, company).stops,
    actions=ACTIONS,
    facts=FACTS,
    extras=Books,
    pieces=pieces(_USUAL),
    score=partial(course.final_scores, material=_USUAL),
    estimate=partial(expected_worth, box=_USUAL),
    counts=partial(counts, box=_USUAL),
    layout=layout(_USUAL),
    view=view,
    variant=variant,
)
