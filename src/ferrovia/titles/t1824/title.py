"""1824, as its rulebook's table of contents."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from ferrovia.engine.codec import BadData
from ferrovia.engine.play import Check, Move, Option, Step, Title
from ferrovia.model.board import Board
from ferrovia.model.box import Private
from ferrovia.model.data import data_folder
from ferrovia.model.ids import IPO, POOL, CertId, CompanyId, Owner, PlayerId
from ferrovia.model.map import Map, load_map, stop_id
from ferrovia.model.shares import papers
from ferrovia.model.state import Quote, State
from ferrovia.model.upgrades import Upgrades
from ferrovia.rules import setup
from ferrovia.rules.dividends import settling_dividend
from ferrovia.rules.ending import cash_and_shares, with_half_of_their_companies
from ferrovia.rules.limits import has_room_for_a_certificate, must_sell_down, stays_within_holding_limit
from ferrovia.rules.loans import RepayDebt, debt_of, must_repay
from ferrovia.rules.prices import raising_sold_out
from ferrovia.rules.privates import remove_unsold
from ferrovia.rules.rounds import ask_and_explain, fixing_the_order, note_the_first_turn, sets
from ferrovia.rules.stations import END_STATIONS, placing_station
from ferrovia.rules.stock import ending_turn, trading
from ferrovia.rules.track import ending_track, laying_track
from ferrovia.rules.trains import DiscardTrain, LetOthersFirst, SurplusFacts, TradeTrain, buying_trains, has_a_place
from ferrovia.titles.t1824 import (
    companies,
    course,
    directorless,
    dividends,
    draft,
    exchange,
    first_round,
    forbidden,
    formation,
    loans,
    phases,
    running,
    stations,
    stock,
    strayed,
    towns,
    track,
    trains,
)
from ferrovia.titles.t1824.companies import order_now
from ferrovia.titles.t1824.market import step_up
from ferrovia.titles.t1824.material import Books, Material, MountainId, Ways
from ferrovia.titles.t1824.numbers import BoardName, numbers
from ferrovia.titles.t1824.outlook import outlook
from ferrovia.titles.t1824.view import layout, view

USUAL = "usual"
CASH_FOR_THREE = {"rulebook": 680, "site": 700}
"""[XI.2] The usual money of three players in Cisleithania; the site takes 680 for a misprint."""


@dataclass(frozen=True)
class Variant:
    """What is played: how many sit at the table, on which board, by which profile."""

    players: int
    board: BoardName = "standard"
    site: bool = False
    scenario: bool = False
    """[XII.2] With the printed town tokens."""
    towns: int = 0
    """[XII.2] How many town tokens the players place."""
    cash_for_three: int = 680
    bukowina: bool = True

    @property
    def for_two(self) -> bool:
        return self.players == 2


# -------------------------------------------------------------------------------------------------------------- scripts


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """The procedures by the rulebook, or as the site plays them (the deviations are listed in docs/deviations.md)."""
    return {**_course(rules), **_before_the_first_round(rules), **_stock(rules), **_turns(rules), **_interrupts(rules)}


def _course(rules: Variant) -> dict[str, tuple[Step, ...]]:
    before = (course.place_the_towns,) * bool(rules.towns) + (course.hold_the_draft,) * rules.for_two
    over_now = course.bank_is_broken if rules.site else course.is_over
    income, over = course.pay_mountain_income, (course.watch_the_bank, course.end_with_broken_bank)
    if rules.site:  # it looks at the bank only after an answer
        income, over = exchange.pay_mountain_income, ()
        closing = (course.form_unless_over, course.discard_between_rounds)
        end_of_set = (phases.export_train, formation.form_what_is_due, phases.discard_of_all)
    else:
        closing = (formation.form_what_is_due, companies.open_what_is_due, course.watch_the_bank)
        end_of_set = (phases.export_if_begun, formation.form_what_is_due, phases.discard_of_all)
    return {
        "game": (
            *before,
            sets(stock=course.begin_stock_round, rounds=course.rounds_of_set, is_over=over_now),
        ),
        "operating round": (
            income,
            formation.take_back_stations,
            fixing_the_order(order_now),
            course.operate_in_order,
            *closing,
        ),
        "end of set": (
            *end_of_set,
            formation.take_back_stations,
            exchange.exchange_mountains_if_due,
            *over,
        ),
    }


def _before_the_first_round(rules: Variant) -> dict[str, tuple[Step, ...]]:
    pickers = (1, 0, 0, 1) if rules.site else (0, 1, 1, 0)
    founding = () if rules.site else (draft.found_directorless, draft.place_directorless_home)
    return {
        "towns": (towns.placing_towns(rules.towns),),
        "draft": (
            draft.draw_first_pile,
            draft.make_piles,
            *founding,
            draft.drafting_in_turn(pickers, *[draft.NO_PASS] * (not rules.site)),
            draft.offer_mountains,
            remove_unsold,
        ),
    }


def _stock(rules: Variant) -> dict[str, tuple[Step, ...]]:
    """[VI] [VI.3] [VIII.3]"""
    debt = ways(rules).debt
    sell = stock.selling_shares(*((strayed.leaves_it_whole,) * rules.site), site=rules.site)
    doubles: tuple[Move[Any], ...] = (directorless.SELL_DOUBLE,) * rules.for_two
    if rules.site:
        doubles = (strayed.SELL_CERTIFICATE, strayed.SELL_HALF)
    down = must_sell_down(sell, *doubles)  # [VI.7.3]
    holding = strayed.stays_within_limit if rules.site else stays_within_holding_limit
    buy = stock.buying_shares(debt, down)
    start = stock.starting_company(debt, down, holding=holding)
    double: tuple[Move[Any], ...] = (directorless.buying_double(debt, down),) * rules.for_two
    exchanges = (
        exchange.exchanging_mountains(down, has_room_for_a_certificate),
        exchange.exchanging_coal(down),
    )
    repay: tuple[Move[Any], ...] = ()
    end = ending_turn(down)
    if rules.site:
        double = (strayed.buying_certificate(down),)
        exchanges = (exchange.exchanging_mountains(), exchange.exchanging_coal(exchange.has_sold_nothing_now))
        repay_all = loans.repaying(down)
        repay = (repay_all, loans.repaying_in_part(down))
        seen = (sell, *doubles, *exchanges, *_purchases_seen_on_site(down))
        end = ending_turn(down, must_repay(repay_all, *seen))
    first = (first_round.BUY_RAILWAY, first_round.BUY_MOUNTAIN, buy, start, *double, end)
    later = (sell, buy, start, *double, *doubles, *exchanges, *repay, end)
    trade = stock.trading_by_round(
        trading(*map(course.watched, first), *forbidden.IN_FIRST_ROUND, whose_turn=stock.whose_turn),
        trading(*map(course.watched, later), *forbidden.ALWAYS, whose_turn=stock.whose_turn),
    )
    claims = () if rules.site else (first_round.claim_certificates,)
    return {
        "stock round": (
            trade,
            first_round.remove_unsold_papers,
            *claims,
            raising_sold_out(rise=step_up),
            loans.let_debts_grow if rules.site else loans.charge_interest,
            stock.pass_priority_after_last_pass if rules.site else stock.pass_priority_on,
        ),
    }


def _purchases_seen_on_site(*duties: Check[object]) -> tuple[Move[Any], ...]:
    """What it thinks that a player in debt could buy."""
    debt = loans.owes_nothing
    return (
        stock.buying_shares(debt, *duties),
        stock.starting_company(debt, *duties, holding=strayed.stays_within_limit),
        strayed.buying_certificate(*duties, debt=debt),
    )


def _turns(rules: Variant) -> dict[str, tuple[Step, ...]]:
    """[VII.5]"""
    tile = track.LAY_ON_SITE if rules.site else track.LAY
    build, stop = course.watched(tile), course.watched(ending_track())
    lay = laying_track(build, stop, allowance=track.ONE_TILE, asked=ask_and_explain)
    cost = stations.cost_by_tokens_left if rules.site else stations.cost_by_stations_on_map
    place = placing_station(stations.placing_by(cost), END_STATIONS, asked=ask_and_explain)
    run = running.running_trains(*map(course.watched, running.run_moves(site=rules.site)))
    pay = dividends.pay_out_with_pool if rules.site and rules.for_two else dividends.pay_out
    settle = (*settling_dividend(pay, dividends.withhold, asked=ask_and_explain), course.watch_the_bank)
    limits = (has_a_place, trains.needs_what_was_sold)
    if rules.site:
        limits = (trains.helps_only_with_what_was_needed, trains.site_asks_for_trains)
    purchases: tuple[Move[Any], ...] = (trains.buying(*limits), trains.trading_trains(*limits))
    if rules.site:
        purchases = tuple(map(trains.offered_where_the_site_asks, purchases))
    sell: tuple[Move[Any], ...] = (trains.SELL_FOR_TRAIN, *((trains.SELL_DOUBLE_FOR_TRAIN,) * rules.for_two))
    if rules.site:  # on the map of Cisleithania it fails to sell anything
        on_map = rules.board == "standard"
        sell = (strayed.SELL_SINGLE_FOR_TRAIN, strayed.SELL_CERTIFICATE_FOR_TRAIN, strayed.SELL_HALF_FOR_TRAIN) * on_map
    trade_in = trains.TRADE_IN_ON_SITE if rules.site else trains.TRADE_IN
    buying, trading = purchases
    moves = map(course.watched, (buying, trade_in, trading, *sell))
    buy = buying_trains(*moves, trains.END_TRAINS)
    done = note_the_first_turn
    uncontrolled = (
        (stations.place_home, *((lay,) if rules.board != "standard" else ()), place, *run, *settle, done)
        if rules.site
        else (course.fall_without_director,)
    )
    rounded = directorless.rounded_down if rules.site else directorless.rounded_up
    return {
        "railway turn": (stations.place_home, lay, *run, dividends.share_with_owner, course.watch_the_bank, buy, done),
        "company turn": (stations.place_home, lay, place, *run, *settle, buy, done),
        "uncontrolled turn": uncontrolled,
        "construction turn": (stations.place_home, lay, done),
        "directorless turn": (stations.place_home, directorless.paying_dividend(rounded), course.watch_the_bank),
    }


def _interrupts(rules: Variant) -> dict[str, tuple[Step, ...]]:
    after_forming = () if rules.site else (formation.choose_station, formation.discard_its_surplus)
    home = () if rules.site else (formation.place_home_if_none,)
    deals = (trains.carry_out_on_site,) if rules.site else (trains.carry_out_the_deal, course.watch_the_bank)
    discard = phases.discarding_surplus(*[phases.LET_OTHERS_FIRST] * rules.site)
    return {
        "phase change": (discard, exchange.exchange_mountains_if_due),
        "surplus trains": (discard,),
        "mountain exchange": exchange.mountain_script(
            course.watched(exchange.EXCHANGE_NEXT), *([exchange.GIVE_UP_NEXT] * rules.site)
        ),
        "formation": (*formation.FORMING, *home, formation.merge_stations_in_one_city, *after_forming),
        "taking back": (formation.choose_station_on_site if rules.site else formation.choose_station,),
        "consent": deals if rules.site else (trains.ask_the_other_side, *deals),
        "second station": (directorless.place_second_on_site if rules.site else directorless.place_second_station,),
        "third station": (directorless.place_third_station,),
    }


# --------------------------------------------------------------------------------------------------------------- set-up


def ways(rules: Variant) -> Ways:
    site, two = rules.site, rules.for_two
    lapsing = {"KK", "UG"} if rules.board == "standard" else {"KK"}
    return Ways(
        sold_into=POOL if two else IPO,
        counts_every_paper=site,
        debt=debt_of if site else loans.overdraft,
        help_at_need=loans.lend if site else loans.overdraw,
        price_between=(lambda face: face.price) if site else (lambda face: face.between),
        trains_to_trade=trains.trains_of_any_company if site else trains.trains_of_others,
        shareholders_decide=site,
        surplus_after=phases.surplus_as_listed if site else phases.surplus_in_order,
        opens_at_once=site,
        claims_early=not site,
        settle=strayed.by_count if site else companies.by_shares,
        settle_new=strayed.without_certificate if site else companies.settle_the_director,
        declining_is_passing=site,
        keeps_all_tokens=not site,
        lapsing_homes=frozenset(map(_company, lapsing)) if site else frozenset(),
    )


def _company(name: str) -> CompanyId:
    return CompanyId(Owner(name))


@lru_cache(maxsize=64)
def material(rules: Variant) -> Material:
    """What is used of the box."""
    data, board = numbers(), board_of(rules)
    table = next(t for t in data.tables if (t.board, t.players) == (rules.board, rules.players))
    part = data.used[table.used]
    used = {c.id: c.model_copy(update=part.changes.get(c.id)) for c in data.companies if c.id not in part.without}
    cards = {c.name: c.model_copy(update={"count": c.counts[table.used]}) for c in data.trains}
    phases = {phase.name: phase for phase in data.phases}
    if rules.site:
        cards |= {name: cards[name].model_copy(update={"count": count}) for name, count in data.site.trains.items()}
        phases |= {name: phases[name].model_copy(update={"rounds": n}) for name, n in data.site.rounds.items()}
    mountains = {MountainId(CertId(f"B{n}")): name for n, name in enumerate(data.mountain.names[: table.mountains], 1)}
    return Material(
        papers=papers({c.id: data.kinds[c.kind].percents for c in used.values()}),
        market=setup.market_of(__package__ or ""),
        phases=phases,
        cards=cards,
        map=board,
        upgrades=Upgrades(board, track.may_become),
        kinds={c.id: c.kind for c in used.values()},
        certificate_limit=table.certificates,
        holding_limits=dict.fromkeys(("regional", "staatsbahn"), data.stock.holding_limit),
        numbers=data,
        ways=ways(rules),
        table=table,
        companies=used,
        privates={m: Private(name=name, income=data.mountain.income) for m, name in mountains.items()},
        mountains=tuple(mountains),
        bonus_between=data.cisleithania.bonus_between if rules.board == "cisleithania" and rules.bukowina else None,
    )


def board_of(rules: Variant) -> Map:
    """[XII.1] The Good Times add tiles and town tokens. [X.1] For two red Budapest has no circle."""
    folder = data_folder(__package__ or "")
    if rules.board == "cisleithania":
        return load_map(folder, name="cisleithania", over=["cisleithania_two.toml"] if rules.for_two else ())
    return load_map(folder, over=["good_times_tiles.json"] if rules.scenario or rules.towns else ())


def deal(title: Title, players: tuple[PlayerId, ...], options: Mapping[str, str]) -> State:
    """[III] [X.2] [XI.2] Money, papers, trains; the first seat has the priority."""
    box: Material = title.data
    rules = variant_of(options, len(players))
    certs: dict[CertId, Owner] = dict.fromkeys((*box.papers.by_id, *box.privates), IPO)
    certs |= {box.reserved[railway]: railway for railway in box.private}
    price = box.numbers.stock.staatsbahn_price
    tokens = {c: len(box.numbers.kinds[box.kind(c)].markers) for c in box.companies}
    board = towns.with_towns(Board(box.map, {}), box.numbers.good_times.scenario if rules.scenario else {})
    if rules.board != "standard" and not rules.for_two:
        board = _begun_in_red_budapest(board, tokens, box, rules)
    return setup.laid_out(
        title,
        players,
        each=rules.cash_for_three if box.table.used == "three" else box.table.cash,
        bank=box.table.bank,
        certs=certs,
        tokens=tokens,
        board=board,
        extras=Books(),
        prices={c: Quote(box.market.cell_of(price), n) for n, c in enumerate(box.of_kind["staatsbahn"], 1)},
        pars=dict.fromkeys(box.of_kind["staatsbahn"], price),
    )


def _begun_in_red_budapest(board: Board, tokens: dict[CompanyId, int], box: Material, rules: Variant) -> Board:
    """[XI.3.2] With three on the map of Cisleithania a station stands there from the start; the site places it later,
    and has one token less for the railway that is not there."""
    if rules.site:
        tokens[_company("UG")] -= 1
        return board
    railway = _company("UG1")
    tokens[railway] -= 1
    return board.with_station(stop_id(box.companies[railway].home, 0), railway)


def expected_worth(state: State, box: Material) -> dict[PlayerId, int]:
    """A guess: the score now, what papers will become, and what a director can expect of treasuries and trains."""
    worth = course.worth_with_papers(state, box)
    return with_half_of_their_companies(worth, state, box, lambda train: box.card_of(train).face.price)


# ------------------------------------------------------------------------------------------------------------ the title

PARTS = (draft, towns, first_round, exchange, loans, running, trains, formation, directorless, strayed, forbidden)


def _made_of(rules: Variant) -> dict[str, Any]:
    """What depends on the material in use."""
    box = material(rules)
    return {
        **setup.used(box, layout, outlook, box.pieces(IPO, POOL, mountain=box.mountains)),
        "scripts": scripts(rules),
        "score": partial(course.worth_with_papers, material=box) if rules.site else partial(cash_and_shares, box=box),
        "estimate": partial(expected_worth, box=box),
    }


@lru_cache(maxsize=64)
def composed(rules: Variant) -> Title:
    return replace(TITLE, **_made_of(rules))


def variant_of(options: Mapping[str, str], players: int) -> Variant:
    """[X] Two play Cisleithania; [XI] three may; [XII] the Good Times are for three to six on the standard map."""
    scenario, site, cash = options["scenario"], options["profile"] == "site", options["cash-for-three"]
    if scenario == "cisleithania" and players > 3:
        raise BadData("the map of Cisleithania is for two or three players")
    if players == 2:
        scenario = "cisleithania"
    return Variant(
        players=players,
        board="cisleithania" if scenario == "cisleithania" else "standard",
        site=site,
        scenario=scenario == "good-times",
        towns=int(options["town-tokens"]) if scenario == "good-times-free" else 0,
        cash_for_three=CASH_FOR_THREE[options["profile"]] if cash == USUAL else int(cash),
        bukowina=players == 2 or options["bukowina"] == "yes",
    )


def variant(options: Mapping[str, str], players: int) -> Title:
    return composed(variant_of(options, players))


TITLE = Title(
    id="1824",
    name="1824",
    rules_version=7,
    seats=range(2, 7),
    currency="G",
    rulebook=setup.rulebook_of(__package__ or ""),
    options=(
        Option("profile", ("rulebook", "site")),
        Option("scenario", ("standard", "cisleithania", "good-times", "good-times-free")),
        Option("town-tokens", ("9", *(str(number) for number in range(1, 16) if number != 9))),
        Option("cash-for-three", (USUAL, "680", "700")),
        Option("bukowina", ("yes", "no")),
    ),
    setup=deal,
    routes=running.RUNNING.search,
    reach=setup.along_its_track,
    actions=(*setup.answers_in(*PARTS), *setup.ACTIONS, RepayDebt, TradeTrain, DiscardTrain, LetOthersFirst),
    facts=(*setup.FACTS, *setup.facts_in(companies, *PARTS), SurplusFacts),
    extras=Books,
    view=view,
    variant=variant,
    **_made_of(Variant(players=4)),
)
