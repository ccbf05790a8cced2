"""18CZ, as its rulebook's table of contents."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from ferrovia.engine.play import Move, Option, Step, Title
from ferrovia.model.data import data_folder
from ferrovia.model.ids import IPO, POOL, PlayerId
from ferrovia.model.map import load_map
from ferrovia.model.shares import papers
from ferrovia.model.state import State
from ferrovia.model.upgrades import Upgrades
from ferrovia.rules import setup
from ferrovia.rules.consent import asking, carrying_out
from ferrovia.rules.dividends import deciding_dividend
from ferrovia.rules.ending import with_half_of_their_companies
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.rounds import ask_and_explain, explain_who_decides, note_the_first_turn
from ferrovia.rules.stations import END_STATIONS, placing_station
from ferrovia.rules.stock import ending_turn, is_its_first_sale_this_turn, trading
from ferrovia.rules.track import ending_track, in_any_turn, laying_track, lays_yellow
from ferrovia.rules.trains import BuyTrain, SurplusFacts, TradeTrain, buying_trains, giving_up_surplus
from ferrovia.titles.t18cz import (
    acquisition,
    course,
    dividends,
    draft,
    facts,
    homes,
    phases,
    running,
    stations,
    stock,
    track,
    trains,
    vaclav,
)
from ferrovia.titles.t18cz import locals as local_railways
from ferrovia.titles.t18cz.forbidden import SELL_LOCAL_AS_PLAYER, SELL_SHARES_FOR_TRAIN
from ferrovia.titles.t18cz.locals import BUY_LOCAL, SELL_LOCAL, hand_local_over
from ferrovia.titles.t18cz.material import Books, Company, Material, numbers
from ferrovia.titles.t18cz.outlook import outlook
from ferrovia.titles.t18cz.vaclav import is_vaclavs
from ferrovia.titles.t18cz.vaclav_trains import VACLAV_SCRIPTS
from ferrovia.titles.t18cz.view import layout, view


def scripts(*, site: bool, e_skip: str) -> Mapping[str, tuple[Step, ...]]:
    """The procedures by the rulebook, or as the site plays them (the deviations are listed in docs/deviations.md)."""
    allowance = track.two_yellow_in_the_first_turn(lays_yellow if site else track.lays_yellow_on_empty_hex)
    lay, lay_with_local, lay_purple = (
        track.laying_ordinary(allowance),
        track.laying_with_local(allowance),
        track.LAY_PURPLE,
    )
    if site:
        lay, lay_with_local, lay_purple = in_any_turn(lay), in_any_turn(lay_with_local), in_any_turn(lay_purple)
    free: tuple[Move[Any], ...] = (BUY_LOCAL, SELL_LOCAL, lay_purple)
    after_track = (*free, in_any_turn(track.laying_with_local_after_an_upgrade(allowance))) if site else free
    flip = acquisition.flipping() if site else acquisition.flipping(acquisition.there_is_a_place)
    surplus = (phases.return_what_was_flipped_above_the_limit,) if site else ()
    end_track = ending_track() if site else ending_track(track.home_duty(lay, lay_with_local))
    place = stations.placing_marker(
        cost=stations.cost_by_acquisitions if site else stations.cost_by_stations_on_board,
        reservations=(stations.leaves_room_for_homes,)
        if site
        else (stations.whole_home_hex_is_free_to_use, stations.leaves_room_for_homes),
    )
    sell = stock.selling_into(POOL) if site else stock.selling_into(IPO, is_its_first_sale_this_turn)
    end_turn = ending_turn() if site else ending_turn(stock.selling_down(sell))
    trade = trains.trading_trains(since=() if site else (trains.trade_has_begun,))
    end_trains = trains.END_TRAINS_ON_THE_SITE if site else trains.END_TRAINS
    deals = carrying_out(
        {"company": acquisition.begin_acquisition, "train": trains.trade_train, "local": hand_local_over}
    )
    by_rule = (acquisition.there_is_a_place, acquisition.leaves_the_last_place)
    keep = acquisition.keeping_train(*((acquisition.all_have_a_place,) if site else by_rule))
    run = running.run_moves(site=site, e_skip=e_skip)
    stock_moves = (sell, stock.START, stock.BUY, stock.REPAY, end_turn, SELL_LOCAL_AS_PLAYER)
    return {
        "game": course.GAME_SCRIPT,
        "draft": draft.draft_script(draft.DRAFT, draft.PASS, *((draft.DRAFT_AS_RECORDED,) if site else ())),
        "stock round": stock.stock_script(trading(*stock_moves)),
        "operating round": course.OPERATING_ROUND,
        "company turn": (
            homes.place_home,
            laying_track(lay, lay_with_local, end_track, *free, allowance=allowance, asked=homes.ask_track_decider),
            placing_station(place, END_STATIONS, *after_track, asked=stations.ask_whoever_places),
            *running.running_trains(e_skip, *run, *after_track, vaclav_is_asked=site),
            dividends.settle_what_needs_no_decision,
            deciding_dividend(dividends.PAY, dividends.WITHHOLD, *free, asked=ask_and_explain),
            acquisition.acquiring(acquisition.ACQUIRE, acquisition.END_ACQUISITIONS, *after_track),
            *surplus,
            buying_trains(trains.BUY, trade, end_trains, *after_track, SELL_SHARES_FOR_TRAIN, is_over=is_vaclavs),
            note_the_first_turn,
        ),
        "acquisition": acquisition.acquisition_script(keep, flip, *free),
        "consent": (deals,) if site else (asking(explain_who_decides), deals),
        "surplus trains": phases.SURPLUS_SCRIPT_OF_SITE if site else phases.SURPLUS_SCRIPT,
        "surplus after flips": (giving_up_surplus(phases.ReturnTrain, POOL, *free),),
        "assign station": homes.ASSIGN_SCRIPT,
        "end of set": (course.export_or_renew,),
        **VACLAV_SCRIPTS,
    }


# ------------------------------------------------------------------------------------------------------------- set-up


@lru_cache(maxsize=64)
def material(players: int, bcb_home: str, cash3: str) -> Material:
    """What this number of players uses of the box."""
    data = numbers()
    two = data.two_players
    companies = [_at_home(c, bcb_home) for c in data.companies if players > 2 or c.id not in two.without_companies]
    board = load_map(data_folder(__package__ or ""), without=two.without_hexes if players == 2 else ())
    private = [local for local in data.private if players > 2 or local.id in two.locals]
    limits: dict[str, int] = {size: rules.holding_limit for size, rules in data.sizes.items()}
    if players == 2:
        limits["L"] = two.holding_limit_large
    return Material(
        papers=papers({company.id: data.sizes[company.size].percents for company in companies}),
        market=setup.market_of(__package__ or ""),
        phases={phase.name: phase for phase in data.phases},
        cards={card.name: card for card in data.trains},
        kinds={company.id: company.size for company in companies},
        numbers=data,
        companies={company.id: company for company in companies},
        privates={local.id: local for local in private},
        locals={local.id: local for local in private},
        starting_cash=int(cash3) if players == 3 else data.cash[players],
        certificate_limit=data.certificate_limit[players],
        holding_limits=limits,
        map=board,
        upgrades=Upgrades(board, track.may_become),
    )


def _at_home(company: Company, bcb_home: str) -> Company:
    """[T2] The site plays BCB from Pardubice."""
    return company.model_copy(update={"homes": (bcb_home,)}) if company.id == "BCB" else company


def deal(title: Title, players: tuple[PlayerId, ...], options: Mapping[str, str]) -> State:
    """[III.2] [III.3.4–8] Money, papers, trains; the order of seats stands for the order cards dealt at random."""
    box: Material = title.data
    tokens = {c: len(box.rules(c).markers) for c in box.companies}
    return setup.laid_out(title, players, each=box.starting_cash, tokens=tokens, extras=Books())


def expected_worth(state: State, box: Material) -> dict[PlayerId, int]:
    """A guess: the score now, and what a director can expect of treasuries and trains."""
    worth = course.final_scores(state, box)
    return with_half_of_their_companies(worth, state, box, lambda train: box.faces[state.trains[train].face].price)


# ---------------------------------------------------------------------------------------------------------- the title


def _made_of(players: int, profile: str = "rulebook", e_skip: str = "towns", cash3: str = "380") -> dict[str, Any]:
    """What depends on the options and the material in use."""
    site = profile == "site"
    box = material(players, "E16" if site else "D17", cash3)
    return {
        **setup.used(box, layout, outlook, box.pieces(IPO, POOL, face=box.faces, local=box.locals)),
        "scripts": scripts(site=site, e_skip=e_skip),
        "routes": running.running_with(e_skip).search,
        "score": partial(course.final_scores, material=box),
        "estimate": partial(expected_worth, box=box),
    }


@lru_cache(maxsize=64)
def composed(players: int, profile: str, e_skip: str, cash3: str) -> Title:
    return replace(TITLE, **_made_of(players, profile, e_skip, cash3))


def variant(options: Mapping[str, str], players: int) -> Title:
    return composed(players, options["profile"], options["e-trains-skip"], options["cash-for-three"])


TITLE = Title(
    id="18cz",
    name="18CZ",
    rules_version=4,
    seats=range(2, 7),
    currency="K",
    rulebook=setup.rulebook_of(__package__ or ""),
    options=(
        Option("profile", ("rulebook", "site")),
        Option("e-trains-skip", ("towns", "cities")),
        Option("cash-for-three", ("380", "350")),
    ),
    setup=deal,
    reach=setup.along_its_track,
    actions=(
        *setup.ACTIONS,
        *setup.answers_in(draft, homes, track, running, acquisition, phases, local_railways, vaclav),
        *(RepayDebt, BuyTrain, TradeTrain),
    ),
    facts=(*setup.FACTS, *setup.facts_in(facts), SurplusFacts),
    extras=Books,
    **_made_of(players=4),
    view=view,
    variant=variant,
)
