"""[4.7] Buying trains: from the bank, from other companies, and the duty to own one that can run."""

from collections.abc import Callable, Iterator
from typing import Any

from ferrovia.engine.play import Check, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import CompanyId, FaceId, TrainId
from ferrovia.rules import trains
from ferrovia.rules.rounds import operating
from ferrovia.rules.trains import (
    BuyTrain,
    DiscardTrain,
    EndTrains,
    TradeTrain,
    card_has_the_face,
    ending_trains,
    hand_train_over,
    has_a_place,
    is_at_limit,
    its_train_is,
    take_from_bank,
)
from ferrovia.titles.t18esp.material import STRAWBERRY_TRAIN, Face, box, is_frozen
from ferrovia.titles.t18esp.phases import (
    FateOfMinors,
    counted_trains,
    discard,
    leave_the_pile,
    return_surplus,
    top_card,
)
from ferrovia.titles.t18esp.pioneers import MATARO_TRAIN, close_carreno

Operable = Callable[[Table, CompanyId, Face], bool]
"""[4.7] Whether a company could run a train with this face."""


def any_train(table: Table, company: CompanyId, face: Face) -> bool:
    """On the site any train will do."""
    return True


def has_operable_train(table: Table, company: CompanyId, operable: Operable) -> bool:
    material, state = box(table), table.state
    return any(operable(table, company, material.face_up(state, train)) for train in counted_trains(table, company))


# ------------------------------------------------------------------------------------------------------ checks for both


def price_of(table: Table, train: TrainId) -> int:
    return box(table).card_of(train).price


@rule("minor-broad")
def minors_run_broad_trains(table: Table, action: Any) -> Refused | None:
    company, face = operating(table), face_bought(table, action)
    return refused(company=company, train=face.name) if box(table).is_minor(company) and face.gauge != "broad" else None


def face_bought(table: Table, action: Any) -> Face:
    name = getattr(action, "face", None) or table.state.trains[action.train].face
    return box(table).faces[name]


def has_room(table: Table, company: CompanyId) -> bool:
    return not is_at_limit(table, company)


def buying_an_operable_one(operable: Operable) -> Check[Any]:
    """[4.7] While a company owns no train that it can run, it may only buy one that it can."""

    @rule("operable-first")
    def can_run_it_or_another(table: Table, action: Any) -> Refused | None:
        company, face = operating(table), face_bought(table, action)
        if has_operable_train(table, company, operable) or operable(table, company, face):
            return None
        return refused(company=company, train=face.name)

    return can_run_it_or_another


# ------------------------------------------------------------------------------------------------------- from the bank


is_on_top = its_train_is("train-for-sale", lambda table, train: train == top_card(table))


def take_train(table: Table, train: TrainId, face: FaceId, fate: FateOfMinors) -> None:
    """[4.7] The treasury pays; pioneer 7 may close, a phase may begin."""
    take_from_bank(table, train, face, price_of(table, train))
    close_carreno(table, operating(table))
    leave_the_pile(table, train, fate)
    return_surplus(table)


def faces_for_sale(table: Table, kind: Callable[[TrainId, FaceId], Any]) -> Iterator[Offer]:
    train = top_card(table)
    return (Offer(kind(train, face.name)) for face in box(table).card_of(train).faces)


def buying(
    money: Check[BuyTrain], fate: FateOfMinors, operable: Operable, pay: Callable[[Table, int], None]
) -> Move[BuyTrain]:
    """[4.7] `money`: whether it can be paid for; `pay`: brings the director's part to the treasury."""

    def buy(table: Table, action: BuyTrain) -> None:
        pay(table, price_of(table, action.train))
        take_train(table, action.train, action.face, fate)

    checks = (
        is_on_top,
        card_has_the_face,
        minors_run_broad_trains,
        has_a_place,
        buying_an_operable_one(operable),
        money,
    )
    return Move(BuyTrain, lambda table: faces_for_sale(table, BuyTrain), checks, buy)


# ------------------------------------------------------------------------------------------------ from other companies


trade_has_begun = its_train_is("trade-phase", lambda table, train: box(table).is_reached(table.state, "3"))
another_company_sells_it = its_train_is("train-of-company", lambda table, train: train in trains_of_launched(table))
OF_PIONEERS = (MATARO_TRAIN, STRAWBERRY_TRAIN)
may_be_sold = its_train_is("train-not-for-trade", lambda table, train: train not in OF_PIONEERS)
is_not_the_strawberry_train = its_train_is("train-not-for-trade", lambda table, train: train != STRAWBERRY_TRAIN)
"""The site sells the train of pioneer 2 like any other."""


@rule("combined-not-sold")
def is_not_combined(table: Table, action: TradeTrain) -> Refused | None:
    """The site asks about combined trains of others as about any other, but then sells none."""
    face = face_bought(table, action)
    return refused(train=face.name) if face.gauge == "both" else None


Most = Callable[[Table, TrainId], int]
"""The most that a company may give for another one's train."""


def has_an_owner_who_sells(table: Table, train: TrainId) -> bool:
    """[4.6.1] Frozen minors sell no trains."""
    return not is_frozen(box(table), table.state, CompanyId(table.state.trains[train].owner))


is_not_frozen = its_train_is("train-of-company", has_an_owner_who_sells)
BETWEEN_COMPANIES = is_not_frozen, may_be_sold, minors_run_broad_trains
"""[4.7] What companies sell each other."""
BETWEEN_COMPANIES_ON_THE_SITE = is_not_the_strawberry_train, is_not_combined, minors_run_broad_trains


def trains_of_launched(table: Table) -> list[TrainId]:
    """Trains of other companies that have been launched."""
    state, company = table.state, operating(table)
    return [train for train, card in state.trains.items() if card.owner in state.floated and card.owner != company]


def sell_train(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """[4.7] With the face it has; no phase begins."""
    hand_train_over(table, buyer, subject, amount)
    close_carreno(table, buyer)
    return_surplus(table)


def trading(operable: Operable, most: Most, *own_rules: Check[TradeTrain]) -> Move[TradeTrain]:
    """[4.7] `most`: how much a company may give, by the rulebook what its treasury has; `own_rules`: which trains
    companies sell."""
    return trains.trading(
        "trade-money",
        trade_has_begun,
        another_company_sells_it,
        *own_rules,
        has_a_place,
        buying_an_operable_one(operable),
        among=trains_of_launched,
        most=most,
    )


# ------------------------------------------------------------------------------------------------------------ the step


def discarding_for_room(operable: Operable) -> Move[DiscardTrain]:
    """[4.7.1] Whoever has no train that it can run and no room for one discards a train first."""

    @rule("discard-for-room")
    def needs_the_room(table: Table, action: DiscardTrain) -> Refused | None:
        company = operating(table)
        stuck = not has_room(table, company) and not has_operable_train(table, company, operable)
        own = action.train in counted_trains(table, company)
        return None if stuck and own else refused(company=company, train=action.train)

    def offers(table: Table) -> Iterator[Offer]:
        company = operating(table)
        if not has_room(table, company):
            yield from (Offer(DiscardTrain(train)) for train in counted_trains(table, company))

    return Move(DiscardTrain, offers, (needs_the_room,), lambda table, action: discard(table, action.train))


def ending_with(operable: Operable) -> Move[EndTrains]:
    """[4.7] Not without a train that the company can run."""
    return ending_trains(lambda table, company: not has_operable_train(table, company, operable))


def has_stopped(table: Table, company: CompanyId) -> bool:
    """[4.6.1] A minor that the new phase freezes stops at once."""
    return company in table.state.closed or is_frozen(box(table), table.state, company)
