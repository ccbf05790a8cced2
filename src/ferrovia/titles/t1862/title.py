"""1862, as its rulebook's table of contents."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from ferrovia.engine.codec import BadData
from ferrovia.engine.play import Option, Step, Title
from ferrovia.model.data import data_folder
from ferrovia.model.ids import IPO, POOL, PlayerId
from ferrovia.model.map import load_map
from ferrovia.model.shares import papers
from ferrovia.model.state import State
from ferrovia.model.upgrades import Upgrades
from ferrovia.rules import setup
from ferrovia.rules.auction import AuctionFacts
from ferrovia.rules.order import pass_on_priority
from ferrovia.rules.rounds import by_market, fixing_the_order, operate_in_order
from ferrovia.titles.t1862 import (
    administration,
    assets,
    course,
    dealing,
    directors,
    dividends,
    forced,
    launch,
    lots,
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
from ferrovia.titles.t1862.market import fall, lay_marker, move_down, put_marker
from ferrovia.titles.t1862.material import KINDS, SHARE_PERCENTS, Books, Material, Variant, Ways, numbers
from ferrovia.titles.t1862.network import routes_of
from ferrovia.titles.t1862.outlook import outlook
from ferrovia.titles.t1862.prospects import expected_worth
from ferrovia.titles.t1862.untimely import UNTIMELY
from ferrovia.titles.t1862.view import layout, view


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """The procedures by the rulebook, or as the site plays them (the deviations are listed in docs/deviations.md)."""
    return {
        "game": (dealing.draw_companies, dealing.draw_permits, course.play_the_sets),
        "parliament": (parliament.propose_in_turn,),
        "stock round": (*stock.steps(rules), *obligations.steps(rules), pass_on_priority),
        "operating round": (fixing_the_order(by_market), operate_in_order),
        "company turn": (
            *map(with_director, stations.home_steps(rules)),
            before_lner(mergers.merge_with_another),
            *map(before_lner, track.steps(rules)),
            before_lner(stations.place_station),
            *map(while_operating, running.steps(rules)),
            *map(while_operating, dividends.steps(rules)),
            *map(with_director, trains.steps(rules)),
            *map(under_administration, administration.steps(rules)),
            *map(with_director, redeeming.steps(rules)),
            before_lner(mergers.acquire_another),
            course.note_the_first_turn,
        ),
        "end of set": (course.form_lner_if_due,),
        **parliament.scripts(rules),
        "launch": (launch.choose_tokens,),
        **obligations.scripts(rules),
        **mergers.scripts(rules),
        "refinancing": merging.REFINANCING,
        **trains.scripts(rules),
    }


# ------------------------------------------------------------------------------------------------------------- set-up


BY_THE_BOOK = Ways(
    half_shares=merging.rounded_up,
    merged_marker=put_marker,
    rise=dividends.rise_or_go_under_the_pile,
    drop=fall,
    capital=forced.capital_and_option,
    own_train_first=trains.must_buy_from_its_director,
    parts=directors.parts_with_what_is_sold,
)
ON_THE_SITE = Ways(
    half_shares=merging.rounded_down,
    merged_marker=lay_marker,
    rise=dividends.rise,
    drop=move_down,
    capital=merging.new_capital,
    own_train_first=lambda table: False,
    parts=directors.parts_with_what_lay_there,
)
"""A merger onto the last space of the market does not end the game; prices fall even after the LNER has formed;
refinancing forgets the option; money may be raised beside a train of the same director; what a director sells is not in
the pool yet when the rest of the certificate is looked for there."""


@lru_cache(maxsize=256)
def material(rules: Variant) -> Material:
    board, printed = load_map(data_folder(__package__ or ""), faces_apart=rules.site), numbers()
    companies = [company.id for company in printed.companies]
    return Material(
        papers=papers(dict.fromkeys(companies, SHARE_PERCENTS)),
        market=setup.market_of(__package__ or ""),
        phases={phase.name: phase for phase in printed.phases},
        cards={band.name: rules.dealt(band) for band in printed.bands},
        map=board,
        upgrades=Upgrades(board, track.may_become, track.may_lie),
        kinds=dict.fromkeys(companies, "company"),
        certificate_limit=printed.certificate_limit[rules.players],
        numbers=printed,
        variant=rules,
        ways=ON_THE_SITE if rules.site else BY_THE_BOOK,
    )


def deal(title: Title, players: tuple[PlayerId, ...], options: Mapping[str, str]) -> State:
    """[2.4] Money, papers, trains; the first seat has the priority deal. Chance deals companies and permits."""
    box: Material = title.data
    none, deck = dict.fromkeys(box.companies, 0), box.deck(shown=lambda band: band.name)
    each, bank = box.numbers.cash[len(players)], box.numbers.bank
    return setup.laid_out(title, players, each=each, bank=bank, tokens=none, trains=deck, extras=Books())


def counts(state: State, box: Material) -> dict[str, int]:
    """[6.5.4.2] [7.5.6] Stations come with a launch and go with a merger: they are not counted."""
    return {kind: count for kind, count in box.counts(state).items() if kind != "stations"}


# ---------------------------------------------------------------------------------------------------------- the title

PARTS = (
    *(dealing, parliament, launch, obligations, mergers, assets, merging),
    *(track, running, dividends, trains, forced, redeeming),
)


@lru_cache(maxsize=256)
def composed(rules: Variant) -> Title:
    return replace(TITLE, **_made_of(rules))


def _made_of(rules: Variant) -> dict[str, Any]:
    """What depends on the chosen options and the material in use."""
    box = material(rules)
    halved = course.by_certificate if rules.site else course.by_share
    return {
        **setup.used(box, layout, outlook, box.pieces(IPO, POOL, "treasury", face=box.faces, permit=KINDS)),
        "scripts": scripts(rules),
        "routes": running.running_for(site=rules.site).search,
        "score": partial(course.final_scores, material=box, halved=halved),
        "estimate": partial(expected_worth, box=box),
        "counts": partial(counts, box=box),
        "lots": lots.draw_as_the_site if rules.site else None,
    }


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
"""[11.2] From this number of players on."""

TITLE = Title(
    id="1862",
    name="1862",
    rules_version=6,
    seats=range(2, 9),
    currency="£",
    rulebook=setup.rulebook_of(__package__ or ""),
    options=(
        Option("profile", ("rulebook", "site")),
        Option("length", ("standard", "short", "long")),
        Option("extra-companies", ("yes", "no")),
        Option("train-kinds", ("all", "simple-express", "simple-freight", "advanced-freight", "advanced-express")),
        Option("shorter-game", ("no", "yes")),
        Option("newcomers", ("no", "yes")),
        Option("eight-stations", ("no", "yes")),
        Option("home-duty", ("yes", "no")),
        Option("h-trains", ("unlimited", "six")),
    ),
    standing_moves=UNTIMELY,
    setup=deal,
    reach=routes_of,
    actions=(*setup.ACTIONS, *setup.answers_in(*PARTS)),
    facts=(*setup.FACTS, *setup.facts_in(*PARTS), AuctionFacts),
    extras=Books,
    view=view,
    variant=variant,
    **_made_of(Variant(players=4)),
)
