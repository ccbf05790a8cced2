"""[VII.11] [VII.12] [VII.13] Trains: bought, traded in, taken over; with the director's help at need."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ferrovia.engine.play import Check, Move, Offer, Refused, Span, Table, refused, refused_by, rule
from ferrovia.model.ids import SCRAP, CompanyId, TrainId
from ferrovia.model.state import trains_of
from ferrovia.model.values import made_often
from ferrovia.rules import trains
from ferrovia.rules.consent import asking, carrying_out
from ferrovia.rules.directors import director_of
from ferrovia.rules.limits import its_company_is
from ferrovia.rules.money import company_pays, treasury_lacks
from ferrovia.rules.phases import from_phase
from ferrovia.rules.rounds import explain_who_decides, finish, once_a_turn, operating
from ferrovia.rules.stock import SellShares, at_market_price, owns_the_shares, possible_sales
from ferrovia.titles.t1824.companies import Turn, director
from ferrovia.titles.t1824.directorless import SellDouble, double_sales, note_last_train, owns_the_double, sell_double
from ferrovia.titles.t1824.material import box
from ferrovia.titles.t1824.numbers import numbers
from ferrovia.titles.t1824.phases import face_of, on_offer, take_effect
from ferrovia.titles.t1824.stock import bank_has_at_most_half, may_be_sold, selling_to_bank


@made_often
@dataclass(frozen=True, slots=True)
class BuyTrain:
    train: TrainId


@made_often
@dataclass(frozen=True, slots=True)
class TradeIn:
    """A train from the bank, paid in part with an own train."""

    train: TrainId
    given: TrainId


Purchase = BuyTrain | TradeIn | trains.TradeTrain


# ------------------------------------------------------------------------------------------------------------ questions


def offered_to(table: Table, company: CompanyId) -> list[TrainId]:
    return [train for train in on_offer(table) if box(table).may_own(company, face_of(table, train))]


def must_buy(table: Table, company: CompanyId) -> bool:
    """[VII.11] [side 14] Whoever owns no train; a coal railway only if the bank has one for it."""
    return trains.is_trainless(table.state, company) and bool(offered_to(table, company))


def at_hand(table: Table, company: CompanyId) -> int:
    """What the treasury and the director's account hold together."""
    return table.state.cash[company] + table.state.cash[director_of(table, company)]


def for_a_train(table: Table, company: CompanyId, spared: int = 0) -> int:
    """What can be paid without some of that money; an account below zero takes nothing from the treasury."""
    return max(table.state.cash[company], at_hand(table, company) - spared)


# --------------------------------------------------------------------------------------------------- checks for several


@rule("coal-goods-only")
def may_own_it(table: Table, action: Purchase) -> Refused | None:
    company, face = operating(table), face_of(table, action.train)
    return None if box(table).may_own(company, face) else refused(company=company, train=face.name)


@rule("train-for-sale")
def is_on_offer(table: Table, action: BuyTrain | TradeIn) -> Refused | None:
    """[VII.11.4] [VII.11.5] Normal trains in ascending order, g-trains from their phase on."""
    if action.train in on_offer(table):
        return None
    known = box(table).cards.get(action.train.rsplit("-", 1)[0])
    goods = known is not None and known.face.family == "goods"
    return refused_by("goods-train-for-sale", train=action.train) if goods else refused(train=action.train)


@rule("sale-was-needed")
def needs_what_was_sold(table: Table, action: BuyTrain | trains.TradeTrain) -> Refused | None:
    """[VII.12.1] Whoever has sold shares for a train buys one that could not be paid before."""
    covered, price = table.here(Turn).covered, cost_of(table, action)
    return refused(cost=price, covered=covered) if covered is not None and price <= covered else None


def cost_of(table: Table, action: BuyTrain | trains.TradeTrain) -> int:
    return action.amount if isinstance(action, trains.TradeTrain) else face_of(table, action.train).price


@rule("pay-for-train")
def can_pay_for_it(table: Table, action: BuyTrain | trains.TradeTrain) -> Refused | None:
    """[VII.12.10] The treasury pays; the director helps only a company without a train, up to the card's price."""
    cost, card = cost_of(table, action), face_of(table, action.train).price
    lacking = treasury_lacks(table, cost)
    if lacking is None or not must_buy(table, operating(table)):
        return lacking
    return refused_by("help-up-to-card", cost=cost, card=card) if cost > card else None


# -------------------------------------------------------------------------------------------------------- from the bank


def take_train(table: Table, train: TrainId, cost: int) -> None:
    """[VII.11] [VII.14] With the director's help at need; then whatever the sale sets off."""
    company = operating(table)
    box(table).ways.help_at_need(table, company, cost)
    trains.take_from_bank(table, train, face_of(table, train).name, cost)
    trains.give_up_surplus(table, (company,))
    begins = take_effect(table, train, opens_at_once=box(table).ways.opens_at_once)
    note_last_train(table, train)
    if begins:
        table.interrupt("phase change", box(table).ways.surplus_after(table))


def buy_train(table: Table, action: BuyTrain) -> None:
    take_train(table, action.train, face_of(table, action.train).price)


def buying(*limits: Check[Any]) -> Move[BuyTrain]:
    """[VII.11.3] `limits`: whether the buyer needs a place; on the site it gives up a train afterwards."""
    checks = (is_on_offer, may_own_it, *limits, can_pay_for_it)
    return Move(BuyTrain, lambda table: (Offer(BuyTrain(train)) for train in on_offer(table)), checks, buy_train)


# ---------------------------------------------------------------------------------------------------------- by trade-in


@rule("trade-in-earlier")
def gives_an_earlier_train(table: Table, action: TradeIn) -> Refused | None:
    """[VII.13.1] An own train of the same family that is less powerful."""
    if action.given in trains_of(table.state, operating(table)):
        old, new = face_of(table, action.given), face_of(table, action.train)
        if old.family == new.family and old.range < new.range:
            return None
    return refused(train=action.train, given=action.given)


def trade_in_cost(table: Table, action: TradeIn) -> int:
    """[VII.13.1] Less half of what the old train costs."""
    return face_of(table, action.train).price - face_of(table, action.given).price // 2


def trade_in(table: Table, action: TradeIn) -> None:
    """[VII.13.3] The old train leaves the game before the new one takes effect."""
    cost = trade_in_cost(table, action)
    finish(table, "trade-in")
    table.give_train(action.given, to=SCRAP)
    table.tell("train-traded-in", company=operating(table), train=face_of(table, action.given).name)
    take_train(table, action.train, cost)


def possible_trade_ins(table: Table) -> Iterator[Offer]:
    for given in trains_of(table.state, operating(table)):
        for train in on_offer(table):
            yield Offer(TradeIn(train, given))


TRADE_IN = Move(
    TradeIn,
    possible_trade_ins,
    (
        once_a_turn("one-trade-in", "trade-in"),
        is_on_offer,
        may_own_it,
        gives_an_earlier_train,
        company_pays("pay-for-train", trade_in_cost),
    ),
    trade_in,
)


# ------------------------------------------------------------------------------------------------- from other companies


def is_for_trade(table: Table, train: TrainId) -> bool:
    return train in box(table).ways.trains_to_trade(table)


trade_has_begun = from_phase("trade-from-phase-3", numbers().course.train_trade, "train")
its_owner_sells = trains.its_train_is("train-of-company", is_for_trade)


def trains_of_others(table: Table) -> list[TrainId]:
    """[VII.11.6] A regional that is not open yet, or a company without a director, sells nothing."""
    buyer, state = operating(table), table.state
    sellers = {company for company in state.running if company != buyer and director(table, company) is not None}
    return [train for train, card in state.trains.items() if card.owner in sellers]


def is_in_one_hand(table: Table, train: TrainId) -> bool:
    owner = CompanyId(table.state.trains[train].owner)
    return director(table, owner) == director(table, operating(table))


@rule("trade-price")
def is_its_trade_price(table: Table, action: trains.TradeTrain) -> Refused | None:
    """[VII.11.7] [VII.11.8] Under one director any price; else the one that the card names for it."""
    if is_in_one_hand(table, action.train):
        return None if action.amount >= 1 else refused_by("trade-least-price", amount=action.amount)
    price = box(table).ways.price_between(face_of(table, action.train))
    return None if action.amount == price else refused(amount=action.amount, price=price)


def trade_offers(table: Table) -> Iterator[Offer]:
    company, covered = operating(table), table.here(Turn).covered
    treasury, needy = table.state.cash[company], must_buy(table, company)
    for train in box(table).ways.trains_to_trade(table):
        face = face_of(table, train)
        if not is_in_one_hand(table, train):
            yield Offer(trains.TradeTrain(train, box(table).ways.price_between(face)))
            continue
        least, most = max(1, 1 + (covered or 0)), max(treasury, face.price if needy else 0)
        if least <= most:
            yield Offer(trains.TradeTrain(train, least), Span(least, most))


def hand_over_train(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """[VII.11.9] Nothing else follows from it."""
    box(table).ways.help_at_need(table, buyer, amount)
    trains.hand_train_over(table, buyer, subject, amount)
    trains.give_up_surplus(table, (buyer,))


def trading_trains(*limits: Check[Any]) -> Move[trains.TradeTrain]:
    """[VII.11.6] The same for trains of other companies."""
    checks = (trade_has_begun, its_owner_sells, may_own_it, is_its_trade_price, *limits, can_pay_for_it)
    return Move(trains.TradeTrain, trade_offers, checks, trains.propose_trade)


ask_the_other_side = asking(explain_who_decides)
carry_out_the_deal = carrying_out({"train": hand_over_train})


def hand_over_on_site(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """There the last 4-train may also be one of another company."""
    hand_over_train(table, buyer, subject, amount)
    note_last_train(table, TrainId(subject))


carry_out_on_site = carrying_out({"train": hand_over_on_site})


# ------------------------------------------------------------------------------------------------ selling shares for it


@rule("sale-for-train")
def sale_is_open(table: Table, action: SellShares | SellDouble) -> Refused | None:
    """[VII.12.1] Only for a company without a train that cannot pay for the dearest one."""
    company = operating(table)
    if must_buy(table, company):
        money, dearest = for_a_train(table, company), dearest_of(table, offered_to(table, company))
        return refused_by("sale-not-needed", money=money, cost=dearest) if money >= dearest else None
    return refused(company=company)


def dearest_of(table: Table, cards: Iterable[TrainId]) -> int:
    return max(face_of(table, train).price for train in cards)


def last_shares(action: SellShares | SellDouble) -> int:
    """How many shares the last certificate of a sale stands for."""
    return 2 if isinstance(action, SellDouble) and not action.shares else 1


def shares_before_last(action: SellShares | SellDouble) -> int:
    return action.shares + 2 * isinstance(action, SellDouble) - last_shares(action)


def selling_just_enough(
    cards: Callable[[Table], Iterable[TrainId]], without_last: Callable[[Any], int] = shares_before_last
) -> Check[Any]:
    """Without its last certificate a sale would not bring enough for the dearest of some trains; `without_last`: for
    how many shares it would be paid then."""

    @rule("sale-not-needed")
    def sells_no_share_too_many(table: Table, action: Any) -> Refused | None:
        sold = without_last(action) * at_market_price(table, action.company)
        money, dearest = at_hand(table, operating(table)) + sold, dearest_of(table, cards(table))
        return refused(money=money, cost=dearest) if money >= dearest else None

    return sells_no_share_too_many


sells_no_share_too_many = selling_just_enough(lambda table: offered_to(table, operating(table)))


@rule("sale-keeps-directors")
def changes_no_director(table: Table, action: SellShares) -> Refused | None:
    """[VII.12.3] [VI.8.5] In no company."""
    papers, player, company = box(table).papers, table.answering(), action.company
    if action.shares > len(papers.ordinary(table.state, player, company)):
        return refused(company=company)
    if director(table, company) != player:
        return None
    left = papers.percent(table.state, player, company) - action.shares * papers.unit(company)
    most = max(papers.percent(table.state, other, company) for other in table.state.players if other != player)
    return None if left >= most else refused(company=company)


is_the_first_sale_of_it_for_the_train = its_company_is(
    "one-sale-a-company", lambda table, company: company not in table.here(Turn).sold_now
)


def sell_for_train(table: Table, action: SellShares | SellDouble) -> None:
    turn, price = table.here(Turn), last_shares(action) * at_market_price(table, action.company)
    if isinstance(action, SellDouble):
        sell_double(table, action)
    else:
        selling_to_bank(table, action.company, action.shares)
    table.note(sold_now=(*turn.sold_now, action.company), covered=for_a_train(table, turn.company, spared=price))


SINGLE_SHARES = (owns_the_shares, may_be_sold, bank_has_at_most_half, changes_no_director)
JUST_ENOUGH = (is_the_first_sale_of_it_for_the_train, sells_no_share_too_many)
SELL_FOR_TRAIN = Move(SellShares, possible_sales, (sale_is_open, *SINGLE_SHARES, *JUST_ENOUGH), sell_for_train)
SELL_DOUBLE_FOR_TRAIN = Move(SellDouble, double_sales, (sale_is_open, owns_the_double, *JUST_ENOUGH), sell_for_train)


# ---------------------------------------------------------------------------------------------------------- on the site


@rule("sale-was-needed")
def helps_only_with_what_was_needed(table: Table, action: BuyTrain | trains.TradeTrain) -> Refused | None:
    """The site minds what was sold before only where the director adds money."""
    pays = cost_of(table, action) <= table.state.cash[operating(table)]
    return None if pays else needs_what_was_sold.holds(table, action)


@rule("trade-in-earlier")
def gives_the_type_before(table: Table, action: TradeIn) -> Refused | None:
    """The site takes only a train of the type just before the new one."""
    order, new = list(box(table).cards), face_of(table, action.train).name
    before = order[order.index(new) - 1] if order.index(new) else ""
    fits = face_of(table, action.given).name == before
    return None if fits else refused(train=action.train, given=action.given)


TRADE_IN_ON_SITE = replace(TRADE_IN, checks=(*TRADE_IN.checks, gives_the_type_before))


def site_waits(table: Table) -> bool:
    """Whether the site asks about trains: where one must be bought, might be bought of anybody, or be traded in."""
    company, trade = operating(table), box(table).numbers.course.train_trade
    if must_buy(table, company):
        return True
    bank = [face_of(table, train) for train in on_offer(table)]
    others = trains_of_any_company(table) if box(table).is_reached(table.state, trade) else []
    for_sale = (*bank, *(face_of(table, train) for train in others))
    if not any(box(table).may_own(company, face) for face in for_sale):
        return False
    treasury, has_room = table.state.cash[company], not trains.is_at_limit(table, company)
    if has_room and (any(face.price <= treasury for face in bank) or (others and treasury >= 1)):
        return True
    return any(TRADE_IN_ON_SITE.legal(table))


@rule("site-no-trains")
def site_asks_for_trains(table: Table, action: object) -> Refused | None:
    """Where the site goes on by itself nothing is bought either: a company at its limit only comes to buy and to give
    up a train if it could also trade one in."""
    return None if site_waits(table) else refused(company=operating(table))


def offered_where_the_site_asks(move: Move[Any]) -> Move[Any]:
    """So the question is put once, not for each train."""

    def offers(table: Table) -> Iterable[Offer]:
        return move.offers(table) if site_waits(table) else ()

    return replace(move, offers=offers)


@rule("sale-for-train")
def treasury_pays_for_no_train(table: Table, action: object) -> Refused | None:
    """The site lets every director sell whom it asks, and whose company cannot pay for the cheapest train."""
    company = operating(table)
    treasury, prices = table.state.cash[company], [face_of(table, train).price for train in on_offer(table)]
    if not prices or not site_waits(table):
        return refused(company=company)
    return refused_by("sale-not-needed", money=treasury, cost=min(prices)) if treasury >= min(prices) else None


could_not_pay_for_all = selling_just_enough(on_offer)
"""It looks at the dearest train, also at one that a coal railway may not own."""


SINGLE_SHARES_ON_SITE = (owns_the_shares, may_be_sold, changes_no_director, could_not_pay_for_all)


def trains_of_any_company(table: Table) -> list[TrainId]:
    """The site also sells trains of regionals that are not open and of companies without a director."""
    others = box(table).companies.keys() - {operating(table)}
    return [train for train, card in table.state.trains.items() if card.owner in others]


# ------------------------------------------------------------------------------------------------------------- the step


END_TRAINS = trains.ending_trains(must_buy)
