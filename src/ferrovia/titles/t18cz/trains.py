"""[VIII.10] [VIII.11] Buying trains: from the stack, the pool, other companies; with the director's help at need."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Span, Step, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, DEPOT, POOL, CompanyId, PlayerId, TrainId
from ferrovia.model.message import Message
from ferrovia.titles.t18cz.consent import asked_of, director_of, propose
from ferrovia.titles.t18cz.facts import CompanyTurn, SurplusFacts, operating
from ferrovia.titles.t18cz.material import Face, FaceId, books, box, is_reached, trains_of
from ferrovia.titles.t18cz.phases import enter_phase, return_surplus, rust, top_card, train_limit, uncover_next
from ferrovia.titles.t18cz.running import runnable_trains
from ferrovia.titles.t18cz.vaclav import is_vaclavs


@dataclass(frozen=True, slots=True)
class BuyTrain:
    train: TrainId
    face: FaceId


@dataclass(frozen=True, slots=True)
class TradeTrain:
    train: TrainId
    amount: int


@dataclass(frozen=True, slots=True)
class EndTrains:
    pass


def owns_runnable_train(table: Table, company: CompanyId) -> bool:
    return bool(runnable_trains(table, company))


def face_of(table: Table, action: BuyTrain) -> Face:
    return box(table).faces[action.face]


def face_bought(table: Table, action: BuyTrain | TradeTrain) -> Face:
    return face_of(table, action) if isinstance(action, BuyTrain) else box(table).faces[_face_up(table, action.train)]


def _face_up(table: Table, train: TrainId) -> FaceId:
    return FaceId(table.state.trains[train].face)


def is_the_company_of(table: Table, face: Face) -> bool:
    return face.size == box(table).size(operating(table))


# -------------------------------------------------------------------------------------------------- checks for all


@rule("train-suits-small")
def its_size_may_own_it(table: Table, action: BuyTrain | TradeTrain) -> Refused | None:
    face, company = face_bought(table, action), operating(table)
    if box(table).suits(face.size, company):
        return None
    if box(table).size(company) == "M":
        return refused_by("train-suits-medium", company=company, train=face.name)
    return refused(company=company, train=face.name)


@rule("train-limit")
def has_a_place(table: Table, action: BuyTrain | TradeTrain) -> Refused | None:
    """[VIII.10.2] [VIII.10.3] At the limit only a company that owns no train of its size buys one of its size."""
    company = operating(table)
    if not is_at_limit(table, company):
        return None
    if is_the_company_of(table, face_bought(table, action)) and not owns_runnable_train(table, company):
        return None
    held, limit = len(trains_of(table.state, company)), train_limit(table, company)
    return refused(company=company, held=held, limit=limit)


@rule("last-place")
def keeps_a_place_for_its_duty(table: Table, action: BuyTrain | TradeTrain) -> Refused | None:
    """The last free place of a company without a train of its own size is for such a train."""
    company = operating(table)
    free = train_limit(table, company) - len(trains_of(table.state, company))
    if free > 1 or owns_runnable_train(table, company) or is_the_company_of(table, face_bought(table, action)):
        return None
    return refused(company=company)


# ---------------------------------------------------------------------------------------------- from stack and pool


@rule("train-for-sale")
def is_on_top_or_in_the_pool(table: Table, action: BuyTrain) -> Refused | None:
    card = table.state.trains.get(action.train)
    if card is not None and (card.owner == POOL or action.train == top_card(table)):
        return None
    return refused(train=action.train)


@rule("face-on-card")
def card_has_the_face(table: Table, action: BuyTrain) -> Refused | None:
    faces = {face.name for face in box(table).card_of(action.train).faces}
    return None if action.face in faces else refused(train=action.train, face=action.face)


@rule("face-rusted")
def face_is_alive(table: Table, action: BuyTrain) -> Refused | None:
    kind = face_of(table, action).kind
    return refused(train=action.face) if kind in books(table).rusted else None


@rule("pay-for-train")
def can_pay_for_it(table: Table, action: BuyTrain) -> Refused | None:
    """[VIII.10.4] [VIII.11] The treasury pays; the director helps once, if the company has no train of its size."""
    company, cost = operating(table), face_of(table, action).price
    treasury = table.state.cash[company]
    if cost <= treasury or (must_buy(table, company) and is_the_company_of(table, face_of(table, action))):
        return None
    return refused(company=company, cost=cost, treasury=treasury)


def must_buy(table: Table, company: CompanyId) -> bool:
    return not owns_runnable_train(table, company) and not table.here(CompanyTurn).helped


def buy_train(table: Table, action: BuyTrain) -> None:
    company, face = operating(table), face_of(table, action)
    from_stack, at_limit = table.state.trains[action.train].owner == DEPOT, is_at_limit(table, company)
    if face.price > table.state.cash[company]:
        help_company(table, company, face.price - table.state.cash[company])
    table.pay(face.price, source=company, to=BANK)
    table.give_train(action.train, to=company, face=face.name)
    table.tell("train-bought", company=company, train=face.name, amount=face.price)
    if from_stack:
        uncover_next(table, action.train)
        enter_phase(table, box(table).card_of(action.train).letter)
    rust(table, (face,))
    return_surplus(table)
    kept = action.train if at_limit else only_train_paid_by_director(table, company)
    if kept is not None:
        return_another(table, company, kept=kept)


def only_train_paid_by_director(table: Table, company: CompanyId) -> TrainId | None:
    """The train of its size for which the director has helped: without it the company could not end its turn."""
    runnable = runnable_trains(table, company) if table.here(CompanyTurn).helped else []
    return runnable[0] if len(runnable) == 1 else None


def is_at_limit(table: Table, company: CompanyId) -> bool:
    return len(trains_of(table.state, company)) >= train_limit(table, company)


def return_another(table: Table, company: CompanyId, *, kept: TrainId) -> None:
    """[VIII.10.3] Who has too many trains now returns another one; rusting may have made room."""
    if len(trains_of(table.state, company)) > train_limit(table, company):
        table.interrupt("surplus trains", SurplusFacts((company,), kept))


def help_company(table: Table, company: CompanyId, missing: int) -> None:
    """[VIII.11.4] [VIII.11.5] The director adds exactly the rest; what he has not is a loan, with a penalty as high."""
    director = director_of(table, company)
    loan = max(0, missing - table.state.cash[director])
    if loan:
        borrow(table, director, loan)
    table.pay(missing, source=director, to=company)
    table.note(helped=True)
    table.tell("director-helped", player=director, company=company, amount=missing)


def borrow(table: Table, player: PlayerId, loan: int) -> None:
    own = books(table)
    table.pay(loan, source=BANK, to=player)
    table.keep(
        debt={**own.debt, player: own.debt.get(player, 0) + loan},
        penalty={**own.penalty, player: own.penalty.get(player, 0) + loan},
    )
    table.tell("loan-taken", player=player, amount=loan)


def trains_for_sale(table: Table) -> Iterator[Offer]:
    for train in (top_card(table), *trains_of(table.state, POOL)):
        for face in box(table).card_of(train).faces:
            yield Offer(BuyTrain(train, face.name))


def buying(*, last_place: tuple[Check[BuyTrain | TradeTrain], ...]) -> Move[BuyTrain]:
    checks = (
        is_on_top_or_in_the_pool,
        card_has_the_face,
        its_size_may_own_it,
        face_is_alive,
        has_a_place,
        *last_place,
        can_pay_for_it,
    )
    return Move(BuyTrain, trains_for_sale, checks, buy_train)


# ------------------------------------------------------------------------------------------------ from other companies


@rule("train-of-company")
def another_company_owns_it(table: Table, action: TradeTrain) -> Refused | None:
    card = table.state.trains.get(action.train)
    if card is not None and card.owner in books(table).floated and card.owner != operating(table):
        if not is_vaclavs(table, CompanyId(card.owner)):
            return None
    return refused(train=action.train)


@rule("trade-from-phase-b")
def trade_has_begun(table: Table, action: TradeTrain) -> Refused | None:
    return None if is_reached(box(table), table.state, "b") else refused(train=action.train)


@rule("trade-within-treasury")
def treasury_covers_the_price(table: Table, action: TradeTrain) -> Refused | None:
    treasury = table.state.cash[operating(table)]
    return None if 1 <= action.amount <= treasury else refused(amount=action.amount, treasury=treasury)


def trains_of_others(table: Table) -> Iterator[Offer]:
    company, treasury = operating(table), table.state.cash[operating(table)]
    if treasury < 1:
        return
    for train, card in table.state.trains.items():
        if card.owner in books(table).floated and card.owner != company:
            yield Offer(TradeTrain(train, 1), Span(1, treasury))


def hand_train_over(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """[VIII.10.6] With its present face; no phase begins, nothing rusts."""
    train = TrainId(subject)
    seller = CompanyId(table.state.trains[train].owner)
    table.pay(amount, source=buyer, to=seller)
    table.give_train(train, to=buyer)
    table.tell("train-traded", company=buyer, seller=seller, train=table.state.trains[train].face, amount=amount)
    return_another(table, buyer, kept=train)


def propose_trade(table: Table, action: TradeTrain) -> None:
    seller = table.state.trains[action.train].owner
    propose(table, kind="train", buyer=operating(table), seller=seller, subject=action.train, amount=action.amount)


def trading_trains(
    *, since: tuple[Check[TradeTrain], ...], last_place: tuple[Check[BuyTrain | TradeTrain], ...]
) -> Move[TradeTrain]:
    """[VIII.10.6] `since`: from which phase on."""
    checks = (another_company_owns_it, *since, its_size_may_own_it, has_a_place, *last_place, treasury_covers_the_price)
    return Move(TradeTrain, trains_of_others, checks, propose_trade)


# ---------------------------------------------------------------------------------------------------------- the step


@rule("train-duty")
def owns_a_train_of_its_size(table: Table, action: EndTrains) -> Refused | None:
    company = operating(table)
    return None if owns_runnable_train(table, company) else refused(company=company)


END_TRAINS = Move(
    EndTrains,
    lambda table: (Offer(EndTrains()),),
    (owns_a_train_of_its_size,),
    lambda table, action: table.note(trains_done=True),
    passive=True,
)


def buying_trains(*moves: Move[Any]) -> Step:
    """[VIII.10] Any number of trains, one at a time; at the end a train of its own size."""

    def buy_trains(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.trains_done or is_vaclavs(table, turn.company):
            return None
        about = Message("buy-trains", {"company": turn.company})
        return asked_of(director_of(table, turn.company), moves, about)

    return buy_trains
