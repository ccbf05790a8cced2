"""[VI.3] The first stock round: mountain, coal and Pre-Staatsbahn railways are sold; nothing is sold back."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import BANK, DEPOT, IPO, CompanyId, PlayerId
from ferrovia.rules.limits import has_room_for_a_certificate, its_company_is
from ferrovia.rules.money import player_pays
from ferrovia.rules.privates import remove_unsold
from ferrovia.rules.stock import StockTurn, end_turn, note_purchase
from ferrovia.rules.takeover import leave_the_game
from ferrovia.titles.t1824.companies import claim_certificate, is_construction
from ferrovia.titles.t1824.market import put_marker
from ferrovia.titles.t1824.material import MountainId, books, box, mountains_of


@dataclass(frozen=True, slots=True)
class BuyMountain:
    mountain: MountainId


@dataclass(frozen=True, slots=True)
class BuyRailway:
    """A Pre-Staatsbahn at its price, a coal railway at the price chosen."""

    company: CompanyId
    price: int


# ---------------------------------------------------------------------------------------------------- mountain railways


def price_of_mountain(table: Table, action: BuyMountain) -> int:
    return box(table).numbers.mountain.price


def buying_mountain(then: Callable[[Table], None]) -> Move[BuyMountain]:
    """[IV.1.1] The money goes to the bank; `then`: what the purchase means for the turn."""

    def buy_mountain(table: Table, action: BuyMountain) -> None:
        player, cost = table.answering(), price_of_mountain(table, action)
        table.pay(cost, source=player, to=BANK)
        table.hand_over(action.mountain, to=player)
        table.tell("mountain-bought", player=player, mountain=action.mountain, amount=cost)
        then(table)

    can_pay = player_pays("pay-for-paper", price_of_mountain)
    return choosing(BuyMountain, "mountain-for-sale", lambda table: mountains_of(table, IPO), buy_mountain, can_pay)


# ------------------------------------------------------------------------------------------------------- other railways


def paper_of(table: Table, railway: CompanyId) -> str:
    return table.state.certs[box(table).papers.directors_certificate(railway).id]


@rule("railway-price")
def is_its_price(table: Table, action: BuyRailway) -> Refused | None:
    prices = prices_of(table, action.company)
    return None if action.price in prices else refused(company=action.company, price=action.price, prices=prices)


def prices_of(table: Table, railway: CompanyId) -> tuple[int, ...]:
    """[IV.2.2] [VI.3.7] A coal railway has five prices to choose from. [X.5] One that only builds costs as much as the
    cheapest."""
    material = box(table)
    prices = material.numbers.coal.prices if material.kind(railway) == "coal" else (material.companies[railway].price,)
    return prices[:1] if is_construction(table, railway) else prices


def price_named(table: Table, action: BuyRailway) -> int:
    return action.price


can_pay_for_railway = player_pays("pay-for-paper", price_named)


def take_railway(table: Table, railway: CompanyId, price: int) -> None:
    """[VI.3.8] What was paid is the railway's treasury; a coal railway buys its first train of it. [X.5] The bank gets
    what is paid for a railway that only builds."""
    player, builds = table.answering(), is_construction(table, railway)
    table.pay(price, source=player, to=BANK if builds else railway)
    table.hand_over(box(table).papers.directors_certificate(railway).id, to=player)
    table.float_company(railway)
    table.tell("railway-bought", player=player, railway=railway, amount=price)
    if box(table).kind(railway) == "coal" and not builds:
        equip_coal_railway(table, railway, price)


def equip_coal_railway(table: Table, railway: CompanyId, price: int) -> None:
    """[IV.2.3] [IV.2.8] A 1g-train for 120; half the price becomes the share price of its regional."""
    regional, first = box(table).heir(railway), box(table).cards[box(table).numbers.coal.first_train].face
    table.pay(first.price, source=railway, to=BANK)
    table.give_train(table.state.trains.first_of_each(DEPOT)[first.name], to=railway)
    put_marker(table, regional, price // 2)
    table.keep(linked=(*books(table).linked, regional))


def buy_railway(table: Table, action: BuyRailway) -> None:
    take_railway(table, action.company, action.price)
    note_purchase(table, action.company, 1)


def at_their_prices(table: Table, railways: Iterable[CompanyId]) -> Iterator[Offer]:
    return (Offer(BuyRailway(railway, price)) for railway in railways for price in prices_of(table, railway))


def unsold_railways(table: Table) -> list[CompanyId]:
    """[VI.3.1] [VI.3.2] Coal railways and Pre-Staatsbahnen; companies are bought share by share."""
    return [railway for railway in box(table).private if paper_of(table, railway) == IPO]


railway_is_for_sale = its_company_is("railway-for-sale", lambda table, company: company in unsold_railways(table))

BUY_MOUNTAIN = buying_mountain(lambda table: end_turn(table, bought=True))
BUY_RAILWAY = Move(
    BuyRailway,
    lambda table: at_their_prices(table, unsold_railways(table)),
    (railway_is_for_sale, is_its_price, can_pay_for_railway, has_room_for_a_certificate),
    buy_railway,
)


# ------------------------------------------------------------------------------------------------- what remained unsold


def remove_unsold_papers(table: Table) -> None:
    """[VI.3.10] Whatever nobody has bought leaves the game; what was reserved for it is free. Later nothing is left."""
    remove_unsold(table)
    for railway in unsold_railways(table):
        leave_the_game(table, railway)
        table.hand_over(box(table).reserved[railway], to=IPO)
        table.tell("railway-removed", railway=railway)


def claim_certificates(table: Table) -> None:
    """[side 8] Without number 1, whoever reached 20% first takes the director's certificate now."""
    held: Counter[tuple[PlayerId, CompanyId]] = Counter()
    for player, company in table.here(StockTurn).bought:
        held[player, company] += 1
        if box(table).kind(company) == "staatsbahn" and held[player, company] == 2:
            claim_certificate(table, company, player)
