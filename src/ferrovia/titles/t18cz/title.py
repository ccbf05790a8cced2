"""18CZ, as its rulebook's table of contents."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any

from ferrovia.engine.play import Move, Option, Step, Title
from ferrovia.engine.rulebook import load_rulebook
from ferrovia.model.board import Board
from ferrovia.model.data import data_folder
from ferrovia.model.ids import BANK, DEPOT, IPO, POOL, Owner, PlayerId, TrainId
from ferrovia.model.map import load_map
from ferrovia.model.network import reach_of
from ferrovia.model.state import State, Train
from ferrovia.model.upgrades import Upgrades
from ferrovia.rules.consent import Agree, ConsentFacts, Reject, carrying_out
from ferrovia.rules.track import in_its_lowest_turn
from ferrovia.titles.t18cz import acquisition, consent, dividends, draft, facts, homes, phases, running, stock, trains
from ferrovia.titles.t18cz.course import (
    GAME_SCRIPT,
    OPERATING_ROUND,
    export_or_renew,
    final_scores,
    note_the_first_turn,
)
from ferrovia.titles.t18cz.forbidden import SELL_LOCAL_AS_PLAYER, SELL_SHARES_FOR_TRAIN
from ferrovia.titles.t18cz.locals import BUY_LOCAL, SELL_LOCAL, BuyLocal, SellLocal, hand_local_over
from ferrovia.titles.t18cz.material import Books, Company, FaceId, Material, Size, numbers
from ferrovia.titles.t18cz.stations import (
    END_STATIONS,
    EndStations,
    PlaceStation,
    cost_by_acquisitions,
    cost_by_stations_on_board,
    leaves_room_for_homes,
    placing,
    placing_station,
    whole_home_hex_is_free_to_use,
)
from ferrovia.titles.t18cz.track import (
    EndTrack,
    LayPurpleTile,
    LayTile,
    LayTileWithLocal,
    ending_track,
    home_duty,
    laying,
    laying_purple,
    laying_track,
    laying_with_local,
    lays_yellow,
    lays_yellow_on_empty_hex,
    may_become,
)
from ferrovia.titles.t18cz.vaclav import DrawCompany
from ferrovia.titles.t18cz.vaclav_trains import VACLAV_SCRIPTS
from ferrovia.titles.t18cz.view import layout, view


def scripts(*, site: bool, e_skip: str) -> Mapping[str, tuple[Step, ...]]:
    """The procedures by the rulebook, or as the site plays them (the deviations are listed in docs/deviations.md)."""
    counts_as_yellow = lays_yellow if site else lays_yellow_on_empty_hex
    plain = None if site else in_its_lowest_turn
    lay, lay_with_local = laying(counts_as_yellow, plain), laying_with_local(counts_as_yellow, plain)
    free: tuple[Move[Any], ...] = (BUY_LOCAL, SELL_LOCAL, laying_purple(plain))
    track_duty = () if site else (home_duty(lay, lay_with_local),)
    place = placing(
        cost=cost_by_acquisitions if site else cost_by_stations_on_board,
        reservations=(leaves_room_for_homes,) if site else (whole_home_hex_is_free_to_use, leaves_room_for_homes),
    )
    sell = stock.selling(into=POOL if site else IPO, lots=() if site else (stock.is_the_first_sale_of_it_this_turn,))
    end_turn = stock.ending_turn(duty=() if site else (stock.is_within_limit_or_cannot_sell,))
    last_place = () if site else (trains.keeps_a_place_for_its_duty,)
    buy = trains.buying(last_place=last_place)
    trade = trains.trading_trains(since=() if site else (trains.trade_has_begun,), last_place=last_place)
    deals = carrying_out(
        {"company": acquisition.begin_acquisition, "train": trains.hand_train_over, "local": hand_local_over}
    )
    run = running.run_moves(site=site, e_skip=e_skip)
    stock_moves = (sell, stock.START, stock.BUY, stock.REPAY, end_turn, SELL_LOCAL_AS_PLAYER)
    return {
        "game": GAME_SCRIPT,
        "draft": draft.DRAFT_SCRIPT,
        "stock round": stock.stock_script(stock.trading(*stock_moves)),
        "operating round": OPERATING_ROUND,
        "company turn": (
            homes.place_home,
            laying_track(lay, lay_with_local, ending_track(*track_duty), *free),
            placing_station(place, END_STATIONS, *free),
            *running.running_trains(e_skip, *run, *free, vaclav_is_asked=site),
            dividends.settle_what_needs_no_decision,
            dividends.deciding_dividend(dividends.PAY, dividends.WITHHOLD, *free),
            acquisition.acquiring(acquisition.ACQUIRE, acquisition.END_ACQUISITIONS, *free),
            trains.buying_trains(buy, trade, trains.END_TRAINS, *free, SELL_SHARES_FOR_TRAIN),
            note_the_first_turn,
        ),
        "acquisition": acquisition.acquisition_script(*free),
        "consent": (deals,) if site else (consent.ask_the_other_side, deals),
        "surplus trains": phases.SURPLUS_SCRIPT_OF_SITE if site else phases.SURPLUS_SCRIPT,
        "assign station": homes.ASSIGN_SCRIPT,
        "end of set": (export_or_renew,),
        **VACLAV_SCRIPTS,
    }


# ------------------------------------------------------------------------------------------------------------- set-up


@lru_cache(maxsize=64)
def material(players: int, bcb_home: str, cash3: str) -> Material:
    """What is used of the box by so many players."""
    data = numbers()
    two = data.two_players
    companies = [_at_home(c, bcb_home) for c in data.companies if players > 2 or c.id not in two.without_companies]
    board = load_map(data_folder(__package__ or ""), without=two.without_hexes if players == 2 else ())
    limits: dict[Size, int] = {size: rules.holding_limit for size, rules in data.sizes.items()}
    if players == 2:
        limits["L"] = two.holding_limit_large
    return Material(
        numbers=data,
        companies={company.id: company for company in companies},
        locals={local.id: local for local in data.private if players > 2 or local.id in two.locals},
        starting_cash=int(cash3) if players == 3 else data.cash[players],
        certificate_limit=data.certificate_limit[players],
        holding_limits=limits,
        map=board,
        upgrades=Upgrades(board, may_become),
    )


def _at_home(company: Company, bcb_home: str) -> Company:
    """[T2] The site plays BCB from Pardubice."""
    return company.model_copy(update={"homes": (bcb_home,)}) if company.id == "BCB" else company


def deal(title: Title, players: tuple[PlayerId, ...], options: Mapping[str, str]) -> State:
    """[III] Money, papers, trains; the order of seats stands for the order cards dealt at random."""
    box: Material = title.data
    cash: dict[Owner, int] = {BANK: -box.starting_cash * len(players), **dict.fromkeys(players, box.starting_cash)}
    return State(
        players=players,
        cash=cash | dict.fromkeys(box.companies, 0),
        certs=dict.fromkeys((*box.papers.by_id, *box.locals), IPO),
        tokens={c: len(box.rules(c).markers) for c in box.companies},
        board=Board(box.map, {}),
        extras=Books(order=players, start_prices={}),
        stack=[title.frame("game", facts.GameFacts())],
        trains={
            TrainId(f"{card.card}-{number}"): Train(DEPOT, card.faces[0].name)
            for card in box.numbers.trains
            for number in range(card.count or 1)
        },
        phase=box.numbers.phases[0].name,
    )


def counts(state: State, box: Material) -> dict[str, int]:
    """What the box holds, wherever it lies now."""
    limited = [train for train in state.trains if box.card_of(train).count]
    return {
        "money": sum(state.cash.values()),
        "papers": len(state.certs),
        "trains": len(limited),
        "markers": sum(state.tokens.values())
        + sum(map(len, (list(filter(None, s)) for s in state.board.stations.values()))),
    }


def expected_worth(state: State, box: Material) -> dict[PlayerId, int]:
    """A guess: the score now, and what a director can expect of treasuries and trains."""
    worth = final_scores(state, box)
    for company in state.prices:
        director = box.papers.director(state, company)
        if director is not None:
            trains_worth = sum(
                box.faces[FaceId(card.face)].price for card in state.trains.values() if card.owner == company
            )
            worth[director] += (state.cash[company] + trains_worth) // 2
    return worth


# ---------------------------------------------------------------------------------------------------------- the title

ACTIONS = (
    draft.DraftLocal,
    draft.PassDraft,
    stock.StartCompany,
    stock.BuyShare,
    stock.SellShares,
    stock.RepayDebt,
    stock.EndStockTurn,
    homes.LayRedTile,
    homes.ChooseHomeCity,
    homes.AssignStation,
    LayTile,
    LayTileWithLocal,
    LayPurpleTile,
    EndTrack,
    PlaceStation,
    EndStations,
    running.RunTrains,
    running.RunAsRecorded,
    dividends.PayDividend,
    dividends.Withhold,
    acquisition.Acquire,
    acquisition.EndAcquisitions,
    acquisition.RemoveStation,
    acquisition.KeepTrain,
    acquisition.FlipTrain,
    acquisition.ScrapTrain,
    trains.BuyTrain,
    trains.TradeTrain,
    trains.EndTrains,
    phases.ReturnTrain,
    BuyLocal,
    SellLocal,
    Agree,
    Reject,
    DrawCompany,
)

FACTS = (
    facts.GameFacts,
    facts.DraftFacts,
    facts.StockFacts,
    facts.OperatingFacts,
    facts.CompanyTurn,
    facts.AcquisitionFacts,
    ConsentFacts,
    facts.SurplusFacts,
    facts.VaclavFacts,
    facts.RenewalFacts,
    facts.AssignFacts,
)

OPTIONS = (
    Option("profile", ("rulebook", "site")),
    Option("e-trains-skip", ("towns", "cities")),
    Option("cash-for-three", ("380", "350")),
)


def pieces(box: Material) -> dict[str, frozenset[Any]]:
    stops = (stop for names in box.map.stop_ids for stop in names)
    return {
        "company": frozenset(box.companies),
        "local": frozenset(box.locals),
        "hex": frozenset(box.map.hexes),
        "tile": frozenset(box.map.tiles),
        "turn": frozenset(range(6)),
        "stop": frozenset(stops),
        "face": frozenset(box.faces),
        "place": frozenset((IPO, POOL)),
    }


def _accounting(box: Material) -> dict[str, Any]:
    """Score, guess and count with the material in use."""
    return {
        "score": partial(final_scores, material=box),
        "estimate": partial(expected_worth, box=box),
        "counts": partial(counts, box=box),
    }


@lru_cache(maxsize=64)
def composed(players: int, profile: str, e_skip: str, cash3: str) -> Title:
    site = profile == "site"
    box = material(players, "E16" if site else "D17", cash3)
    return replace(
        TITLE,
        data=box,
        grid=box.map,
        scripts=scripts(site=site, e_skip=e_skip),
        routes=partial(running.search_routes, e_skip=e_skip),
        **_accounting(box),
        pieces=pieces(box),
        layout=layout(box),
    )


def variant(options: Mapping[str, str], players: int) -> Title:
    return composed(players, options["profile"], options["e-trains-skip"], options["cash-for-three"])


_USUAL = material(4, "D17", "380")

TITLE = Title(
    id="18cz",
    name="18CZ",
    rules_version=2,
    seats=range(2, 7),
    currency="K",
    data=_USUAL,
    grid=_USUAL.map,
    rulebook=load_rulebook(files(__package__ or "") / "rulebook.toml"),
    options=OPTIONS,
    setup=deal,
    scripts=scripts(site=False, e_skip="towns"),
    routes=partial(running.search_routes, e_skip="towns"),
    reach=lambda table, company: reach_of(table.state.board, company).stops,
    actions=ACTIONS,
    facts=FACTS,
    extras=Books,
    pieces=pieces(_USUAL),
    **_accounting(_USUAL),
    layout=layout(_USUAL),
    view=view,
    variant=variant,
)
