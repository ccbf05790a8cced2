"""18ESP, as its rulebook's table of contents."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from ferrovia.engine.play import Move, Option, Step, Title
from ferrovia.model.board import Board
from ferrovia.model.data import data_folder, load
from ferrovia.model.ids import IPO, POOL, HexId, Owner, PlayerId, TrainId
from ferrovia.model.map import Hex, Map, MapData
from ferrovia.model.shares import papers
from ferrovia.model.state import State, Train
from ferrovia.model.tiles import Tile, TileData, TileSet
from ferrovia.model.upgrades import Upgrades
from ferrovia.rules import setup as railways
from ferrovia.rules.auction import AuctionFacts, open_auction
from ferrovia.rules.consent import asking, carrying_out
from ferrovia.rules.directors import in_turn_order
from ferrovia.rules.ending import with_half_of_their_companies
from ferrovia.rules.loans import RepayDebt, no_interest
from ferrovia.rules.order import richest_first
from ferrovia.rules.prices import raising_sold_out
from ferrovia.rules.stations import EndStations
from ferrovia.rules.stock import trading
from ferrovia.rules.track import EndTrack, in_any_turn
from ferrovia.rules.trains import (
    BuyTrain,
    DiscardTrain,
    LetOthersFirst,
    SurplusFacts,
    TradeTrain,
    buying_trains,
    whole_treasury,
)
from ferrovia.titles.t18esp import (
    absorption,
    auction,
    combining,
    course,
    earnings,
    facts,
    forced,
    homes,
    lots,
    market,
    objectives,
    passes,
    phases,
    pioneers,
    running,
    setup,
    stations,
    stock,
    track,
    trains,
)
from ferrovia.titles.t18esp.material import P2, P3, P5, STRAWBERRY_TRAIN, Books, Edition, Material, editions, numbers
from ferrovia.titles.t18esp.operability import operable_by
from ferrovia.titles.t18esp.outlook import outlook, worth_of_lot
from ferrovia.titles.t18esp.view import layout, view

ONE_PLACE = frozenset({HexId("F24"), HexId("M21")})
"""[4.4.3] Madrid and Barcelona are one location each, however many spaces are drawn."""
RULEBOOK_ROUTES = running.RouteRules(
    once=ONE_PLACE,
    passes_crossed=True,
    closed_passes_are_ends=False,
    minors_use_passes=False,
    crossing_only=True,
    strawberry=running.aranjuez,
)
SITE_ROUTES = running.RouteRules(
    once=ONE_PLACE | {running.TOLEDO},
    passes_crossed=False,
    closed_passes_are_ends=True,
    minors_use_passes=True,
    crossing_only=False,
    strawberry=running.aranjuez_hex_and_madrid,
)
RULEBOOK_RUNNING = running.running_by(RULEBOOK_ROUTES)
SITE_RUNNING = running.running_by(SITE_ROUTES)


# -------------------------------------------------------------------------------------------------------- the editions


def rulebook_scripts(*, random: bool) -> Mapping[str, tuple[Step, ...]]:
    """[1] to [7] as they are printed."""
    operable = operable_by(RULEBOOK_ROUTES)
    fate, order, raised_for_it = phases.minors_freeze, stock.lowest_card, forced.after_the_train(operable)
    build = (
        track.laying_tiles(track.for_every_second_action, track.stays_in_the_south),
        track.laying_with_pioneer(track.for_every_second_action, track.stays_in_the_south, is_extra=False),
        passes.OPEN_PASS,
        passes.opening_with_pioneer(passes.is_a_major, passes.has_opened_none),
        stations.placing_stations(stations.leaving_oo_hexes_until("gray"), stations.leaves_room_for_bases),
        track.END_BUILD,
    )
    buy = (
        trains.buying(forced.money_for_train(operable), fate, operable, forced.director_adds),
        forced.borrowing(operable, fate, no_interest, forced.has_sold_no_share),
        forced.selling_for_train(order, forced.needing_money(operable), forced.JUST_ENOUGH),
        trains.trading(operable, whole_treasury, raised_for_it, *trains.BETWEEN_COMPANIES),
        combining.combining(raised_for_it, combining.a_card_is_left, combining.leaving_an_operable_train(operable)),
        trains.discarding_for_room(operable),
        trains.ending_with(operable),
    )
    return _scripts(
        draw=(
            (setup.draw_companies if random else setup.take_standard_companies),
            setup.lay_share_on_zafra_huelva,
            setup.draw_shares,
            setup.reserve_shares,
        ),
        bid=auction.bidding(5),
        stock_moves=stock.stock_moves(order, interest=forced.interest, site=False),
        base=homes.shares_a_slot,
        joined=objectives.joined_to_base,
        destination=objectives.credit_destination,
        after_mataro=(phases.return_surplus,),
        surplus=phases.discarding_surplus(),
        build=build,
        run=(running.run_moves(RULEBOOK_RUNNING, running.mine_and_harbour, at_once=True),),
        step=market.to_the_last_cell,
        absorb=absorption.absorbing_move(absorption.minor_has_run),
        buy=buy,
        takeover=absorption.absorption_scripts(absorption.give_reserved_share, order)[0],
        consent=(asking(),),
        space=homes.owner_of_the_station,
        exports=course.after_every_whole_cycle,
        fate=fate,
        free=tuple(replace(move, checks=(*move.checks, raised_for_it)) for move in pioneers.FREE),
    )


def site_scripts(*, random: bool) -> Mapping[str, tuple[Step, ...]]:
    """The later edition as 18xx.games plays it; docs/deviations.md lists the differences."""
    operable, fate, order = trains.any_train, phases.minors_close, in_turn_order
    limits = (track.leaves_the_pioneers_tile, track.has_reached_phase_3_for_it)
    build = (
        in_any_turn(track.laying_tiles(track.but_not_on_mine_hexes, *limits)),
        in_any_turn(track.laying_with_pioneer(track.but_not_on_mine_hexes, is_extra=True)),
        passes.OPEN_PASS,
        passes.opening_with_pioneer(),
        stations.placing_stations(
            stations.leaving_oo_hexes_until("brown"), stations.leaves_madrid_to_mz, stations.leaves_room_for_bases
        ),
        track.END_BUILD,
        objectives.CLAIM_AS_RECORDED,
    )
    first = (
        trains.buying(forced.money_for_train(operable), fate, operable, forced.director_adds),
        forced.borrowing(operable, fate, forced.interest, forced.or_none_is_left(order)),
        forced.selling_for_train(order, forced.a_train_is_out_of_reach),
        trains.trading(operable, forced.most_with_help(operable), *trains.BETWEEN_COMPANIES_ON_THE_SITE),
    )
    buy = (
        *(replace(move, checks=(combining.has_not_recycled, *move.checks)) for move in first),
        combining.combining_last(),
        trains.ending_with(operable),
    )
    return _scripts(
        draw=(
            (setup.draw_companies if random else setup.take_standard_companies),
            setup.lay_share_on_zafra_huelva,
            setup.draw_shares,
        ),
        bid=auction.bidding(1),
        stock_moves=stock.stock_moves(order, interest=no_interest, site=True),
        base=homes.stacked_on_separate_spaces,
        joined=objectives.joined_to_any_station,
        destination=objectives.claim_destination,
        after_mataro=(phases.return_surplus_of_pioneer_2,),
        surplus=phases.discarding_surplus(phases.LET_OTHERS_FIRST),
        build=build,
        run=(running.run_moves(SITE_RUNNING, running.any_harbour, at_once=False), running.RUN_AS_RECORDED),
        step=market.within_its_row,
        absorb=absorption.absorbing_move(absorption.minor_has_had_a_turn, absorption.is_not_sold_out),
        buy=buy,
        takeover=absorption.absorption_scripts(absorption.give_last_share, order)[1],
        consent=(),
        space=homes.whoever_lays,
        exports=course.if_a_company_runs,
        fate=fate,
        free=pioneers.FREE,
    )


def _scripts(
    *,
    draw: tuple[Step, ...],
    bid: Move[auction.Bid],
    stock_moves: tuple[Move[Any], ...],
    base: Callable[..., Any],
    joined: objectives.Joined,
    destination: Step,
    after_mataro: tuple[Step, ...],
    surplus: tuple[Step, ...],
    build: tuple[Move[Any], ...],
    run: tuple[Move[Any], ...],
    step: market.ColumnStep,
    absorb: Move[absorption.Absorb],
    buy: tuple[Move[Any], ...],
    takeover: tuple[Step, ...],
    consent: tuple[Step, ...],
    space: homes.Chooser,
    exports: course.Exports,
    fate: phases.FateOfMinors,
    free: tuple[Move[Any], ...],
) -> Mapping[str, tuple[Step, ...]]:
    deals = carrying_out(
        {
            "minor": absorption.begin_absorption,
            "train": forced.hand_train_over_with_help,
            "pioneer": pioneers.hand_pioneer_over,
        }
    )
    return {
        "game": (*draw, course.auction_first, course.playing_cycles(exports)),
        "pioneers": auction.PIONEERS_SCRIPT,
        "auction": (auction.asking_for_bids(bid), auction.settle_the_auction),
        "carreño": auction.CARRENO_SCRIPT,
        "stock round": (trading(*stock_moves), raising_sold_out(stock.is_sold_out, rise=market.rise), richest_first),
        "operating round": (pioneers.pay_owners, course.operate_in_order),
        "company turn": (
            *homes.placing_base(base, *free),
            track.building(joined, *build, *free),
            *running.running_trains(*run, *free),
            *earnings.deciding_earnings(step, *free),
            phases.return_surplus_of_pioneer_2,
            absorption.absorbing(absorb, *free),
            buying_trains(*buy, *free, absorption.not_any_more(absorb), is_over=trains.has_stopped),
        ),
        "destination": (destination,),
        "spaces": homes.choosing_spaces(space, *(free if space is homes.whoever_lays else ())),
        "absorption": takeover,
        "consent": (*consent, deals),
        "train face": (*pioneers.choosing_face(*free), *after_mataro),
        "surplus trains": surplus,
        "end of cycle": course.exporting(fate),
        "no export": (course.go_on,),
    }


# ------------------------------------------------------------------------------------------------------------- set-up


def printed_map(edition: Edition) -> Map:
    """The board and the tiles as an edition prints them."""
    folder = data_folder(__package__ or "")
    board, tiles = load(folder / "map.json", MapData), load(folder / "tiles.json", TileData).tiles
    counted = TileSet(_counted(tile, edition) for tile in tiles)
    hexes = tuple(_printed(printed, edition) for printed in board.hexes)
    return Map.of(MapData(orientation=board.orientation, hexes=hexes), counted)


def _counted(tile: Tile, edition: Edition) -> Tile:
    count = edition.tiles.get(tile.piece or tile.id)
    return tile if count is None else Tile.model_validate({**tile.model_dump(), "count": count})


def _printed(printed: Hex, edition: Edition) -> Hex:
    changes: dict[str, Any] = {}
    if printed.hex in edition.revenue:
        (stop,) = printed.stops
        changes["stops"] = ({**stop.model_dump(), "revenue": edition.revenue[printed.hex]},)
    if printed.hex in edition.tracks:
        changes["tracks"] = [track.model_dump() for track in edition.tracks[printed.hex]]
    if printed.hex == running.TOLEDO:
        changes["stubs"] = (running.TO_MADRID,)
    return Hex.model_validate({**printed.model_dump(), **changes}) if changes else printed


@lru_cache(maxsize=16)
def material(players: int, profile: str) -> Material:
    """What this number of players uses of the box."""
    data, edition = numbers(), editions().site if profile == "site" else editions().rulebook
    board = printed_map(edition)
    private = [p.model_copy(update={"value": edition.pioneers.get(p.id, p.value)}) for p in data.pioneers]
    return Material(
        papers=papers({c.id: data.shares.minor if c.kind == "minor" else data.shares.major for c in data.companies}),
        market=railways.market_of(__package__ or ""),
        phases={phase.name: phase for phase in data.phases},
        cards={card.name: card for card in data.trains},
        map=board,
        upgrades=Upgrades(board, track.may_become, track.may_lie),
        kinds={company.id: company.kind for company in data.companies},
        numbers=data,
        edition=edition,
        companies={company.id: company for company in data.companies},
        privates={pioneer.id: pioneer for pioneer in private},
        pioneers={pioneer.id: pioneer for pioneer in private},
        starting_cash=data.cash[players],
        certificate_limit=data.certificate_limit[players],
        holding_limits=dict.fromkeys(("north", "south"), data.shares.holding_limit),
    )


def deal(title: Title, players: tuple[PlayerId, ...], options: Mapping[str, str]) -> State:
    """[1.5.1] Money, papers, trains; the order of seats stands for the turn-order cards dealt at random."""
    box: Material = title.data
    return railways.laid_out(
        title,
        players,
        each=box.starting_cash,
        tokens={company: box.stations_for(company) for company in box.companies},
        board=Board(box.map, {}, barred=frozenset(each.stop for each in box.passes.values())),
        extras=Books(tenders={Owner(P5): box.edition.tenders}, locked={}),
        stack=[title.frame("game", facts.CycleFacts())],
        trains=_pile(box),
    )


def _pile(box: Material) -> dict[TrainId, Train]:
    """[1.5.1] The smallest on top; the strawberry train and the train of pioneer 2 lie with their pioneers."""
    pile = box.deck()
    for train, pioneer in ((pioneers.MATARO_TRAIN, P2), (STRAWBERRY_TRAIN, P3)):
        pile[train] = Train(Owner(pioneer), pile[train].face)
    return pile


def counts(state: State, box: Material) -> dict[str, int]:
    """Stations also lie locked until an objective is reached; tenders are for sale or with companies."""
    own: Books = state.extras
    counted = box.counts(state)
    stations = counted["stations"] + sum(own.locked.values())
    return {**counted, "stations": stations, "tenders": sum(own.tenders.values())}


def expected_worth(state: State, box: Material, owed: Callable[[int], int]) -> dict[PlayerId, int]:
    """A guess: the score now, what pioneers will bring, also the one that is bid for, and what a director can expect of
    treasuries and trains."""
    worth = course.final_scores(state, box, owed)
    for pioneer, printed in box.pioneers.items():
        owner = state.certs[pioneer]
        if owner in worth:
            worth[PlayerId(owner)] += printed.value + printed.income
    bidding = open_auction(state)
    if bidding is not None and bidding.leader is not None and bidding.bid is not None:
        worth[bidding.leader] += worth_of_lot(box, state, bidding) - bidding.bid
    return with_half_of_their_companies(worth, state, box, lambda train: box.card_of(train).price)


# ---------------------------------------------------------------------------------------------------------- the title

PARTS = (
    *(setup, auction, homes, track, passes, objectives, running),
    *(absorption, forced, combining, pioneers),
)
SHARED = (*railways.ACTIONS, RepayDebt, BuyTrain, TradeTrain, DiscardTrain, LetOthersFirst)


@lru_cache(maxsize=32)
def composed(players: int, profile: str, set_up: str) -> Title:
    return replace(TITLE, **_made_of(players, profile, set_up))


def _made_of(players: int, profile: str = "rulebook", set_up: str = "standard") -> dict[str, Any]:
    """What depends on the options and the material in use."""
    site, random, box = profile == "site", set_up == "random", material(players, profile)
    owed: Callable[[int], int] = (lambda debt: debt) if site else forced.with_interest
    return {
        **railways.used(box, layout, outlook, box.pieces(IPO, POOL, P5, face=box.faces, pioneer=box.pioneers)),
        "scripts": site_scripts(random=random) if site else rulebook_scripts(random=random),
        "routes": SITE_RUNNING.search if site else RULEBOOK_RUNNING.search,
        "tie_break": None if site else partial(course.tie_break, material=box),
        "lots": lots.draw_as_the_site if site and random else None,
        "score": partial(course.final_scores, material=box, owed=owed),
        "estimate": partial(expected_worth, box=box, owed=owed),
        "counts": partial(counts, box=box),
    }


def variant(options: Mapping[str, str], players: int) -> Title:
    return composed(players, options["profile"], options["set-up"])


TITLE = Title(
    id="18esp",
    name="18ESP",
    rules_version=6,
    seats=range(3, 7),
    currency="pts",
    rulebook=railways.rulebook_of(__package__ or ""),
    options=(Option("profile", ("rulebook", "site")), Option("set-up", ("standard", "random"))),
    setup=deal,
    reach=railways.along_its_track,
    actions=(
        *railways.answers_in(*PARTS),
        *(action for action in SHARED if action not in (EndTrack, EndStations)),  # it has one end of all building
    ),
    facts=(*railways.FACTS, *railways.facts_in(facts), AuctionFacts, SurplusFacts),
    extras=Books,
    **_made_of(players=4),
    view=view,
    variant=variant,
)
