"""[7.9] [7.10] [7.11] Buying trains: from the bank with warranties, from other companies; everybody must own one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Span, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import CompanyId, FaceId, TrainId
from ferrovia.model.message import Message
from ferrovia.model.state import trains_of
from ferrovia.model.values import made_often
from ferrovia.rules import trains
from ferrovia.rules.consent import asking, carrying_out, propose
from ferrovia.rules.directors import director_of
from ferrovia.rules.money import company_pays, treasury_pays
from ferrovia.rules.rounds import CompanyTurn, ask_director, company_is, operating
from ferrovia.rules.trains import hand_train_over, in_front, is_of_another, is_trainless, its_train_is, trains_of_others
from ferrovia.titles.t1862 import forced
from ferrovia.titles.t1862.companies import go_bankrupt
from ferrovia.titles.t1862.material import Band, Face, Kind, Variant, books, box, is_administered, lner_formed, variant
from ferrovia.titles.t1862.phases import current_price, put_warranties, take_from_estate, train_bought


@made_often
@dataclass(frozen=True, slots=True)
class BuyTrain:
    """[7.9] [7.10] The train in front of the bank's pile as one of its kinds, with some warranties bought for it."""

    face: FaceId
    amount: int


@made_often
@dataclass(frozen=True, slots=True)
class TradeTrain:
    """[7.9] A train of another company, at its current price."""

    train: TrainId


# --------------------------------------------------------------------------------------------------------------- limits


def held_and_limit(table: Table, company: CompanyId, kind: Kind, *, always_by_kind: bool = False) -> tuple[int, int]:
    """[7.9] [11.1] How many trains count against the limit for one more of a kind, and the limit."""
    held, limit = trains_of(table.state, company), box(table).train_limit(table.state, company)
    in_all = box(table).phases[table.state.phase].limit_in_all and not always_by_kind
    if variant(table).is_simple or in_all:
        return len(held), limit
    return sum(box(table).face_up(table.state, train).kind == kind for train in held), limit


@rule("train-limit")
def has_room_for_it(table: Table, action: BuyTrain | TradeTrain) -> Refused | None:
    company, kind = operating(table), face_bought(table, action).kind
    held, limit = held_and_limit(table, company, kind)
    if held < limit:
        return None
    if variant(table).is_simple:
        return refused_by("train-limit-simple", company=company, held=held, limit=limit)
    return refused(company=company, kind=kind, held=held, limit=limit)


def face_bought(table: Table, action: BuyTrain | TradeTrain) -> Face:
    face = action.face if isinstance(action, BuyTrain) else table.state.trains[action.train].face
    return box(table).faces[face]


def cost_of_train(table: Table, action: BuyTrain | TradeTrain) -> int:
    """[7.9] Without warranties."""
    return forced.bank_price(table) or 0 if isinstance(action, BuyTrain) else current_price(table, action.train)


can_pay_for_it = company_pays("pay-for-train", cost_of_train)


# -------------------------------------------------------------------------------------------------------- from the bank


def _front_band(table: Table) -> Band | None:
    train = in_front(table)
    return None if train is None else box(table).card_of(train)


def most_warranties(table: Table, band: Band) -> int:
    """[7.10] [7.10.1] How many may be bought for a train: those that come with it count."""
    return box(table).numbers.most_warranties - band.free_warranties


@rule("kind-in-game")
def its_kind_is_played(table: Table, action: BuyTrain) -> Refused | None:
    return None if face_bought(table, action).kind in variant(table).kinds else refused(face=action.face)


@rule("train-for-sale")
def is_in_front_of_the_pile(table: Table, action: BuyTrain) -> Refused | None:
    band = _front_band(table)
    if band is None:
        return refused_by("no-train-left", face=action.face)
    if any(face.name == action.face for face in band.faces):
        return None
    return refused(face=action.face, band=band.name)


@rule("no-warranties-for-newcomers")
def no_warranty_is_bought(table: Table, action: BuyTrain) -> Refused | None:
    return refused(warranties=action.amount) if action.amount else None


@rule("warranty-limit")
def has_room_for_warranties(table: Table, action: BuyTrain) -> Refused | None:
    band = _front_band(table)
    most = most_warranties(table, band) if band else 0
    return None if 0 <= action.amount <= most else refused(warranties=action.amount, most=most)


def cost_with_warranties(table: Table, action: BuyTrain) -> int:
    return cost_of_train(table, action) + action.amount * box(table).numbers.warranty_cost


def take_from_bank(table: Table, face: Face, *, warranties: int = 0) -> None:
    """[7.9] [7.10] Paid, put on the company's card with its warranties, and then whatever the sale sets off."""
    train = in_front(table)
    if train is None:
        raise LookupError("the bank has no train left")
    cost = current_price(table, train) + warranties * box(table).numbers.warranty_cost
    all_of_them = box(table).card_of(train).free_warranties + warranties
    trains.take_from_bank(table, train, face.name, cost, warranties=all_of_them)
    put_warranties(table, train, all_of_them)
    train_bought(table, train)


def buy_train(table: Table, action: BuyTrain) -> None:
    take_from_bank(table, face_bought(table, action), warranties=action.amount)


def trains_of_the_bank(table: Table) -> Iterator[Offer]:
    """Each kind, with as many warranties as can be paid."""
    band, numbers = _front_band(table), box(table).numbers
    if band is None or forced.shortfall(table, operating(table)):
        return
    left = table.state.cash[operating(table)] - (forced.bank_price(table) or 0)
    most = 0 if variant(table).newcomers else min(most_warranties(table, band), left // numbers.warranty_cost)
    for face in band.faces:
        if face.kind in variant(table).kinds:
            yield Offer(BuyTrain(face.name, 0), Span(0, most) if most else None)


def buying(rules: Variant) -> Move[BuyTrain]:
    newcomers: tuple[Check[BuyTrain], ...] = (no_warranty_is_bought,) if rules.newcomers else ()
    checks = (
        its_kind_is_played,
        is_in_front_of_the_pile,
        has_room_for_it,
        can_pay_for_it,
        *newcomers,
        has_room_for_warranties,
        treasury_pays("pay-for-warranties", cost_with_warranties),
    )
    return Move(BuyTrain, trains_of_the_bank, checks, buy_train)


# ------------------------------------------------------------------------------------------------ from other companies


def trains_for_trade(table: Table) -> Iterator[TrainId]:
    """[7.9] Of the companies in play, and what bankrupt ones have left."""
    yield from trains_of_others(table)
    yield from (train for train in books(table).estates if is_left_by_another(table, train))


def is_left_by_another(table: Table, train: TrainId) -> bool:
    return books(table).estates.get(train, operating(table)) != operating(table)


def seller_of(table: Table, train: TrainId) -> CompanyId:
    return books(table).estates.get(train) or CompanyId(table.state.trains[train].owner)


is_for_trade = its_train_is(
    "train-of-company", lambda table, train: is_of_another(table, train) or is_left_by_another(table, train)
)
lner_has_not_formed = its_train_is("no-trade-after-lner", lambda table, train: not lner_formed(table))


@rule("no-train-of-the-state")
def its_owner_has_a_director(table: Table, action: TradeTrain) -> Refused | None:
    owner = seller_of(table, action.train)
    return refused(company=owner) if is_administered(table, owner) else None


def is_free_to_choose(table: Table, company: CompanyId) -> bool:
    """[7.11] Whoever has raised money for a train buys it from the bank."""
    return not (forced.has_raised_money(table) and is_trainless(table.state, company))


def trains_to_trade(table: Table) -> Iterator[Offer]:
    if not lner_formed(table):
        yield from (Offer(TradeTrain(train)) for train in trains_for_trade(table))


def propose_trade(table: Table, action: TradeTrain) -> None:
    price, owner = current_price(table, action.train), seller_of(table, action.train)
    propose(table, "train", action.train, price, owner=owner, script="train trade")


def hand_over(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """[7.9] What a bankrupt company has left is paid to that company: it has the money when it is started again."""
    train = TrainId(subject)
    if train in books(table).estates:
        table.give_train(train, to=seller_of(table, train))
        take_from_estate(table, train)
    hand_train_over(table, buyer, subject, amount)


TRADE_TRAIN = Move(
    TradeTrain,
    trains_to_trade,
    (
        lner_has_not_formed,
        is_for_trade,
        its_owner_has_a_director,
        company_is("bank-train-first", is_free_to_choose),
        has_room_for_it,
        can_pay_for_it,
    ),
    propose_trade,
)


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """[7.9] The other director agrees first; on the site that was settled by talking."""
    deal = carrying_out({"train": hand_over})
    return {"train trade": (deal,) if rules.site else (asking(), deal)}


# ------------------------------------------------------------------------------------------------------------- the step


END_TRAINS = trains.ending_trains(lambda table, company: is_trainless(table.state, company))


def must_buy_from_its_director(table: Table) -> bool:
    """[7.11] A company that lacks money while another one of the same director has a train that it can buy now."""
    if not forced.must_raise_money(table, operating(table)):
        return False
    who, owners = director_of(table, operating(table)), (seller_of(table, it.train) for it in TRADE_TRAIN.legal(table))
    return any(box(table).director(table.state, owner) == who for owner in owners)


def is_lost(table: Table, company: CompanyId) -> bool:
    """[7.11] [7.12] No train, no money, nothing to raise it with, and nobody who could sell one."""
    if not forced.must_raise_money(table, company) or forced.may_raise_money(table, company):
        return False
    return not any(TRADE_TRAIN.legal(table))


def what_is_to_do(table: Table, company: CompanyId) -> Message:
    """[7.9] [7.11] Only a company that owns a train may go on without buying one."""
    who = {"company": company}
    if not is_trainless(table.state, company):
        return Message("buy-trains", who)
    if not forced.must_raise_money(table, company) or box(table).ways.own_train_first(table):
        return Message("buy-a-train", who)
    return Message("raise-money" if forced.may_raise_money(table, company) else "train-or-bankruptcy", who)


def steps(rules: Variant) -> tuple[Step, ...]:
    moves = (buying(rules), TRADE_TRAIN, forced.SELL, forced.REFINANCE, END_TRAINS, forced.DECLARE)

    def buy_trains(table: Table) -> Ask | None:
        """[7.9] [7.11] Any number, one at a time; in the end the company owns one, or is bankrupt."""
        turn = table.here(CompanyTurn)
        if "trains" in turn.done:
            return None
        if is_lost(table, turn.company):
            go_bankrupt(table, turn.company)
            return None
        return ask_director(table, turn.company, moves, what_is_to_do(table, turn.company))

    return (buy_trains,)
