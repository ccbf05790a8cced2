"""[VIII.10] [VIII.11] Buying trains: from the stack, the pool, other companies; with the director's help at need."""

from collections.abc import Iterator

from ferrovia.engine.play import Check, Move, Offer, Refused, Table, refused, refused_by, rule
from ferrovia.model.ids import DEPOT, POOL, CompanyId, PlayerId, TrainId
from ferrovia.model.state import trains_of
from ferrovia.rules import trains
from ferrovia.rules.loans import add_from_director, borrow
from ferrovia.rules.money import treasury_lacks
from ferrovia.rules.rounds import finish, is_done, operating
from ferrovia.rules.trains import its_train_is
from ferrovia.titles.t18cz.material import Face, books, box
from ferrovia.titles.t18cz.phases import kept_after, leave_the_stack, return_surplus, rust, top_card
from ferrovia.titles.t18cz.running import runnable_trains
from ferrovia.titles.t18cz.vaclav import is_vaclavs


def owns_runnable_train(table: Table, company: CompanyId) -> bool:
    return bool(runnable_trains(table, company))


def face_of(table: Table, action: trains.BuyTrain) -> Face:
    return box(table).faces[action.face]


def face_bought(table: Table, action: trains.BuyTrain | trains.TradeTrain) -> Face:
    return (
        face_of(table, action) if isinstance(action, trains.BuyTrain) else box(table).face_up(table.state, action.train)
    )


def is_the_company_of(table: Table, face: Face) -> bool:
    return face.size == box(table).size(operating(table))


# -------------------------------------------------------------------------------------------------- checks for all


@rule("train-suits-small")
def its_size_may_own_it(table: Table, action: trains.BuyTrain | trains.TradeTrain) -> Refused | None:
    face, company = face_bought(table, action), operating(table)
    if box(table).suits(face.size, company):
        return None
    if box(table).size(company) == "M":
        return refused_by("train-suits-medium", company=company, train=face.name)
    return refused(company=company, train=face.name)


@rule("train-limit")
def has_a_place(table: Table, action: trains.BuyTrain | trains.TradeTrain) -> Refused | None:
    """[VIII.10.2] [VIII.10.3] At the limit only a company that owns no train of its size buys one of its size."""
    full = trains.has_a_place.holds(table, action)
    if full is None or not is_the_company_of(table, face_bought(table, action)):
        return full
    return full if owns_runnable_train(table, operating(table)) else None


@rule("last-place")
def keeps_a_place_for_its_duty(table: Table, action: trains.BuyTrain | trains.TradeTrain) -> Refused | None:
    """[VIII.10 ¶1] The last free place of a company without a train of its own size is for such a train; a purchase
    that rusts own trains may leave it."""
    company, face = operating(table), face_bought(table, action)
    if owns_runnable_train(table, company) or is_the_company_of(table, face):
        return None
    own = trains_of(table.state, company)
    held = kept_after(table, own, face) if isinstance(action, trains.BuyTrain) else len(own)
    return None if limit_after(table, action) - held > 1 else refused(company=company)


def limit_after(table: Table, action: trains.BuyTrain | trains.TradeTrain) -> int:
    """[VIII.12 a–j] The train limit once the purchase has begun its phase."""
    company, phase = operating(table), box(table).card_of(action.train).phase
    sold = isinstance(action, trains.BuyTrain) and table.state.trains[action.train].owner == DEPOT
    begins = sold and not box(table).is_reached(table.state, phase)
    return box(table).phases[phase if begins else table.state.phase].limits[box(table).size(company)]


# ---------------------------------------------------------------------------------------------- from stack and pool


def is_on_top_or_in_the_pool(table: Table, train: TrainId) -> bool:
    card = table.state.trains.get(train)
    return card is not None and (card.owner == POOL or train == top_card(table))


@rule("face-rusted")
def face_is_alive(table: Table, action: trains.BuyTrain) -> Refused | None:
    kind = face_of(table, action).kind
    return refused(train=action.face) if kind in books(table).rusted else None


@rule("pay-for-train")
def can_pay_for_it(table: Table, action: trains.BuyTrain) -> Refused | None:
    """[VIII.10.4] [VIII.11.4] The treasury pays; the director helps once, if the company has no train of its size."""
    company, face = operating(table), face_of(table, action)
    lacking = treasury_lacks(table, face.price)
    if lacking is None or (must_buy(table, company) and is_the_company_of(table, face)):
        return None
    return refused_by("help-once", company=company) if is_done(table, "helped") else lacking


@rule("no-help-for-trade")
def needs_no_help_for_a_trade(table: Table, action: trains.TradeTrain) -> Refused | None:
    """[VIII.11.3] The director's money is never for a train of another company."""
    company = operating(table)
    treasury = table.state.cash[company]
    if action.amount <= treasury or not must_buy(table, company):
        return None
    return refused(company=company, treasury=treasury)


def must_buy(table: Table, company: CompanyId) -> bool:
    return not owns_runnable_train(table, company) and not is_done(table, "helped")


def buy_train(table: Table, action: trains.BuyTrain) -> None:
    company, face = operating(table), face_of(table, action)
    from_stack, at_limit = table.state.trains[action.train].owner == DEPOT, trains.is_at_limit(table, company)
    if face.price > table.state.cash[company]:
        help_company(table, company, face.price - table.state.cash[company])
    trains.take_from_bank(table, action.train, face.name, face.price)
    if from_stack:
        leave_the_stack(table, action.train)
    rust(table, (face,))
    return_surplus(table)
    kept = action.train if at_limit else only_train_paid_by_director(table, company)
    if kept is not None:
        return_another(table, company, kept=kept)


def only_train_paid_by_director(table: Table, company: CompanyId) -> TrainId | None:
    """The train of its size for which the director has helped: without it the company could not end its turn."""
    runnable = runnable_trains(table, company) if is_done(table, "helped") else []
    return runnable[0] if len(runnable) == 1 else None


def return_another(table: Table, company: CompanyId, *, kept: TrainId) -> None:
    """[VIII.10.3] Whoever has too many trains now returns another one; rusting may have made room."""
    if trains.is_over_limit(table, company):
        table.interrupt("surplus trains", trains.SurplusFacts((company,), kept))


def help_company(table: Table, company: CompanyId, missing: int) -> None:
    """[VIII.11.4] [VIII.11.5] The director adds the rest; what is still missing is a loan, with a like penalty."""
    add_from_director(table, company, missing, lend=borrow_with_penalty)
    finish(table, "helped")


def borrow_with_penalty(table: Table, player: PlayerId, loan: int) -> None:
    """[VIII.11.5] The penalty is never repaid."""
    penalty = books(table).penalty
    borrow(table, player, loan)
    table.keep(penalty={**penalty, player: penalty.get(player, 0) + loan})


def trains_for_sale(table: Table) -> Iterator[Offer]:
    for train in (top_card(table), *trains_of(table.state, POOL)):
        for face in box(table).card_of(train).faces:
            yield Offer(trains.BuyTrain(train, face.name))


BUY = Move(
    trains.BuyTrain,
    trains_for_sale,
    (
        its_train_is("train-for-sale", is_on_top_or_in_the_pool),
        trains.card_has_the_face,
        its_size_may_own_it,
        face_is_alive,
        has_a_place,
        keeps_a_place_for_its_duty,
        can_pay_for_it,
    ),
    buy_train,
)


# ------------------------------------------------------------------------------------------------ from other companies


def has_an_owner_who_decides(table: Table, train: TrainId) -> bool:
    """Vaclav sells nothing."""
    return not is_vaclavs(table, CompanyId(table.state.trains[train].owner))


trade_has_begun = its_train_is("trade-from-phase-b", lambda table, train: box(table).is_reached(table.state, "b"))


def trade_train(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """[VIII.10.6] With its present face; [VIII.10.3] above the limit another one is returned."""
    trains.hand_train_over(table, buyer, subject, amount)
    return_another(table, buyer, kept=TrainId(subject))


def trading_trains(*, since: tuple[Check[trains.TradeTrain], ...]) -> Move[trains.TradeTrain]:
    """[VIII.10.6] `since`: from which phase on."""
    return trains.trading(
        "trade-within-treasury",
        trains.another_company_owns_it,
        its_train_is("train-of-company", has_an_owner_who_decides),
        *since,
        its_size_may_own_it,
        has_a_place,
        keeps_a_place_for_its_duty,
        needs_no_help_for_a_trade,
    )


# ---------------------------------------------------------------------------------------------------------- the step


END_TRAINS = trains.ending_trains(lambda table, company: not owns_runnable_train(table, company))
END_TRAINS_ON_THE_SITE = trains.ending_trains(must_buy)
"""Whoever has returned the very train for which the director helped is not asked for another."""
