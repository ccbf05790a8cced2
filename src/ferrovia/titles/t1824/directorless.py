"""[X.3] [X.4] For two: the company that nobody directs, and the railways that only build."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import BANK, DEPOT, POOL, CertId, CompanyId, HexId, PlayerId, StopId, TrainId
from ferrovia.model.message import Message
from ferrovia.rules import stock
from ferrovia.rules.directors import director_of
from ferrovia.rules.dividends import pay_players
from ferrovia.rules.limits import has_room_for_a_certificate
from ferrovia.rules.loans import Debt, owing_nothing
from ferrovia.rules.money import player_pays
from ferrovia.rules.rounds import asked_of, operating
from ferrovia.rules.stations import a_slot_is_free, is_a_city, keeping_room, standing_once
from ferrovia.rules.takeover import leave_the_game
from ferrovia.titles.t1824.market import step_down, step_right
from ferrovia.titles.t1824.material import books, box
from ferrovia.titles.t1824.stations import is_no_red_zone, waiting_homes
from ferrovia.titles.t1824.stock import is_directorless

# ----------------------------------------------------------------------------------------------- the double certificate


@dataclass(frozen=True, slots=True)
class BuyDouble:
    company: CompanyId


@dataclass(frozen=True, slots=True)
class SellDouble:
    """The double certificate, and some single ones with it: all that is sold of a company in a turn is one sale."""

    company: CompanyId
    shares: int


def double_of(table: Table, company: CompanyId) -> CertId:
    return box(table).papers.directors_certificate(company).id


@rule("double-in-pool")
def double_is_in_the_pool(table: Table, action: BuyDouble) -> Refused | None:
    there = is_directorless(table, action.company) and table.state.certs[double_of(table, action.company)] == POOL
    return None if there else refused(company=action.company)


def price_of_double(table: Table, action: BuyDouble) -> int:
    return 2 * stock.at_market_price(table, action.company)


can_pay_for_double = player_pays("pay-for-share", price_of_double)


def take_double(table: Table, action: BuyDouble) -> None:
    player, cost = table.answering(), price_of_double(table, action)
    table.pay(cost, source=player, to=BANK)
    table.hand_over(double_of(table, action.company), to=player)
    table.tell("share-bought", player=player, company=action.company, percent=20, amount=cost)


def buy_double(table: Table, action: BuyDouble) -> None:
    take_double(table, action)
    stock.note_purchase(table, action.company, 2)


def the_directorless(table: Table) -> tuple[CompanyId, ...]:
    company = books(table).directorless
    return () if company is None else (company,)


def double_purchases(table: Table) -> Iterator[Offer]:
    return (Offer(BuyDouble(company)) for company in the_directorless(table))


def buying_double(debt: Debt, *duties: Check[object]) -> Move[BuyDouble]:
    checks = (double_is_in_the_pool, owing_nothing(debt), can_pay_for_double, stock.has_not_sold_it_this_round)
    return Move(BuyDouble, double_purchases, (*duties, *checks, has_room_for_a_certificate), buy_double)


def owning_double(may_sell: Callable[[Table, Any], bool]) -> Check[Any]:
    """`may_sell`: whether whoever has the double certificate of a company may sell it like this."""

    @rule("own-what-you-sell")
    def owns_the_double(table: Table, action: Any) -> Refused | None:
        company, player, papers = action.company, table.answering(), box(table).papers
        single = len(papers.ordinary(table.state, player, company))
        mine = table.state.certs[double_of(table, company)] == player
        if mine and may_sell(table, action) and 0 <= action.shares <= single:
            return None
        return refused(company=company, shares=action.shares + 2, held=papers.shares(table.state, player, company))

    return owns_the_double


owns_the_double = owning_double(lambda table, sale: is_directorless(table, sale.company))


def hand_in(table: Table, company: CompanyId, single: int, *, paid: int) -> None:
    """The double certificate and some single ones, for as many share prices as are paid."""
    papers, into = box(table).papers, box(table).ways.sold_into
    stock.take_proceeds(table, company, paid, price=stock.at_market_price(table, company))
    table.hand_over(double_of(table, company), to=into)
    table.hand_over_all(papers.ordinary(table.state, table.answering(), company)[:single], to=into)


def sell_double(table: Table, action: SellDouble) -> None:
    hand_in(table, action.company, action.shares, paid=action.shares + 2)
    step_down(table, action.company)


def sell_double_in_turn(table: Table, action: SellDouble) -> None:
    sell_double(table, action)
    stock.note_sale(table, action.company)


def double_sales(table: Table) -> Iterator[Offer]:
    return with_single_shares(table, the_directorless(table), SellDouble)


def with_single_shares(table: Table, companies: Iterable[CompanyId], kind: type[Any]) -> Iterator[Offer]:
    """Sales of the double certificate alone, and with any number of single ones."""
    for company in companies:
        for shares in range(len(box(table).papers.ordinary(table.state, table.answering(), company)) + 1):
            yield Offer(kind(company, shares))


SELL_DOUBLE = Move(SellDouble, double_sales, (owns_the_double, stock.is_its_first_sale_this_turn), sell_double_in_turn)


# --------------------------------------------------------------------------------------------------------- its dividend


def rounded_up(tenths: int) -> int:
    return -(-tenths // 10)


def rounded_down(tenths: int) -> int:
    return tenths // 10


def paying_dividend(rounded: Callable[[int], int]) -> Step:
    def pay_directorless_dividend(table: Table) -> None:
        """[X.4] A tenth of its price for each share, rounded for each player once; then its price rises."""
        company = operating(table)
        price = stock.at_market_price(table, company)
        pay_players(table, lambda percent: rounded(percent // 10 * price))
        step_right(table, company)

    return pay_directorless_dividend


# --------------------------------------------------------------------------------------------------------- its stations


@dataclass(frozen=True, slots=True)
class PlaceFreeStation:
    stop: StopId


@dataclass(frozen=True, slots=True)
class DeclineStation:
    pass


@dataclass(frozen=True, slots=True)
class FreeStationFacts:
    """A station of the directorless company is placed by somebody else's director, on one hex or anywhere."""

    company: CompanyId
    who: PlayerId
    hex: HexId | None = None
    done: bool = False


@rule("free-station-hex")
def is_where_it_is_due(table: Table, action: PlaceFreeStation) -> Refused | None:
    due = table.here(FreeStationFacts).hex
    return None if due is None or place_of(action.stop)[0] == due else refused(stop=action.stop, hex=due)


def whose_station(table: Table) -> CompanyId:
    return table.here(FreeStationFacts).company


def place_free_station(table: Table, action: PlaceFreeStation) -> None:
    company = whose_station(table)
    table.station(action.stop, company)
    table.note(done=True)
    table.tell("station-placed", company=company, stop=action.stop, amount=0)


def free_cities(table: Table) -> Iterator[Offer]:
    board = table.state.board
    for hex_id in board.map.hexes:
        for stop in board.stops_on(hex_id):
            if board.stop(stop).kind == "city" and board.free_slots(stop):
                yield Offer(PlaceFreeStation(stop))


PLACE_FREE = Move(
    PlaceFreeStation,
    free_cities,
    (
        *(is_a_city, is_no_red_zone, a_slot_is_free, is_where_it_is_due),
        *(standing_once(whose_station), keeping_room(waiting_homes, whose_station)),
    ),
    place_free_station,
)
DECLINE = plain(DeclineStation, lambda table, action: table.note(done=True), passive=True)


def place_second_station(table: Table) -> Ask | None:
    """[X.4] Anywhere, by whoever's company has bought the last 4-train; or not at all."""
    due = table.here(FreeStationFacts)
    if due.done:
        return None
    return asked_of(due.who, (PLACE_FREE, DECLINE), Message("free-station", {"company": due.company}))


def placing_compulsorily(place: Move[PlaceFreeStation]) -> Step:
    def place_third_station(table: Table) -> Ask | None:
        """[X.4.5] In Wien, compulsory, unless there is no circle for it."""
        due = table.here(FreeStationFacts)
        if due.done or not any(place.legal(table)):
            return None
        return asked_of(due.who, (place,), Message("free-station", {"company": due.company}))

    return place_third_station


def place_on_site(table: Table, action: PlaceFreeStation) -> None:
    """There a second station in Wien is taken for the third one, and another is placed."""
    in_wien = place_of(action.stop)[0] == box(table).numbers.cisleithania.merging_city
    place_free_station(table, action)
    if in_wien and not books(table).wien_spent:
        table.keep(wien_spent=True)
        table.note(done=False)


place_third_station = placing_compulsorily(PLACE_FREE)
place_second_on_site = placing_compulsorily(replace(PLACE_FREE, apply=place_on_site))


NEXT_KIND = {"4": "5", "5": "6"}


def note_last_train(table: Table, train: TrainId) -> None:
    """[X.4.4] The buyer of the last 4-train places the second station; was that exported, the buyer of the last 5."""
    own, face = books(table), box(table).card_of(train).face.name
    if own.directorless is None or own.second_station or face not in NEXT_KIND:
        return
    left = {card.face for card in table.state.trains.values() if card.owner == DEPOT}
    if next(kind for kind in box(table).cards if kind in left) == NEXT_KIND[face]:
        table.keep(second_station=True)
        table.interrupt("second station", FreeStationFacts(own.directorless, director_of(table, operating(table))))


def note_brown_wien(table: Table, hex_id: HexId) -> None:
    """[X.4.5] As soon as Wien turns brown, before the layer's own station."""
    company, wien = books(table).directorless, box(table).numbers.cisleithania.merging_city
    is_due = hex_id == wien and not books(table).wien_spent
    if company is None or not is_due or table.state.board.tile(wien).colour != "brown":
        return
    table.interrupt("third station", FreeStationFacts(company, director_of(table, operating(table)), wien))


# --------------------------------------------------------------------------------------------- railways that only build


def close_construction_railways(table: Table, phase: str) -> None:
    """[X.3] With the train that calls the Staatsbahn of one of them into being."""
    railways = box(table).builders_closing(table.state, phase)
    for railway in railways:
        leave_the_game(table, railway)
        table.tell("railway-removed", railway=railway)
    if railways:
        table.keep(construction=())
