"""Trains: the depot, buying and trading, the duty to own one, what is given up above the limit, and what rusts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Span, Step, Table, refused, rule
from ferrovia.model.ids import BANK, DEPOT, SCRAP, CompanyId, FaceId, Owner, TrainId
from ferrovia.model.message import Message
from ferrovia.model.state import State, Train, trains_of
from ferrovia.model.values import made_often
from ferrovia.rules.consent import propose
from ferrovia.rules.directors import director_of
from ferrovia.rules.rounds import CompanyTurn, asked_of, ending, open_turn, operating


@made_often
@dataclass(frozen=True, slots=True)
class BuyTrain:
    """A card of the bank, as one of its faces."""

    train: TrainId
    face: FaceId


@made_often
@dataclass(frozen=True, slots=True)
class TradeTrain:
    """A train of another company, for an amount that the two agree on."""

    train: TrainId
    amount: int


@dataclass(frozen=True, slots=True)
class EndTrains:
    pass


@dataclass(frozen=True, slots=True)
class DiscardTrain:
    train: TrainId


@dataclass(frozen=True, slots=True)
class LetOthersFirst:
    """On the site companies with too many trains give some up in any order."""


class OfATrain(Protocol):
    """An action that speaks of a train."""

    @property
    def train(self) -> TrainId: ...


class OfAFace(OfATrain, Protocol):
    """An action that speaks of a train and one of its faces."""

    @property
    def face(self) -> FaceId: ...


def its_train_is(key: str, holds: Callable[[Table, TrainId], bool]) -> Check[OfATrain]:
    """What `holds` of the train that an action speaks of; a refusal names it."""

    @rule(key)
    def it_holds(table: Table, action: OfATrain) -> Refused | None:
        return None if holds(table, action.train) else refused(train=action.train)

    return it_holds


# ---------------------------------------------------------------------------------------------------------- the depot


def in_front(table: Table) -> TrainId | None:
    """The card in front of the pile; None where no train is left."""
    return next(iter(table.state.trains.held_by(DEPOT)), None)


def leave_the_pile(table: Table, train: TrainId, *, shown: str = "") -> bool:
    """A card was sold or exported. A kind without number never runs out: another card lies under this one, and shows
    its first face or the one that is named. The first card of a kind begins its phase; says whether it has."""
    card = table.box.card_of(train)
    if not card.count:
        number = int(train.rsplit("-", 1)[1]) + 1
        table.give_train(TrainId(f"{card.name}-{number}"), to=DEPOT, face=shown or card.faces[0].name)
    if not card.phase or table.box.is_reached(table.state, card.phase):
        return False
    table.enter(card.phase)
    return True


def take_from_bank(table: Table, train: TrainId, face: str, cost: int, **told: Any) -> None:
    """The operating company pays for a card and lays it before itself, showing a face; `told`: what its title says
    besides."""
    company = operating(table)
    table.pay(cost, source=company, to=BANK)
    table.give_train(train, to=company, face=face)
    table.tell("train-bought", company=company, train=face, amount=cost, **told)


def export(table: Table, train: TrainId) -> None:
    """A card leaves the game as if it had been sold; what follows from that is the title's."""
    table.give_train(train, to=SCRAP)
    table.tell("train-exported", train=table.box.card_of(train).name)


def rust(table: Table, is_ended: Callable[[TrainId, Train], bool]) -> None:
    """Trains that somebody owns, or that lie in the pool, leave the game."""
    for train, card in list(table.state.trains.items()):
        if card.owner not in (DEPOT, SCRAP) and is_ended(train, card):
            table.tell("train-rusted", train=card.face, owner=card.owner)
            table.give_train(train, to=SCRAP)


# --------------------------------------------------------------------------------------------------------------- limits


def is_trainless(state: State, company: CompanyId) -> bool:
    return not state.trains.held_by(company)


@rule("train-limit")
def has_a_place(table: Table, action: OfATrain) -> Refused | None:
    company = operating(table)
    held, limit = held_and_limit(table, company)
    return refused(company=company, held=held, limit=limit) if held >= limit else None


def held_and_limit(table: Table, company: CompanyId) -> tuple[int, int]:
    """How many trains of a company count, and how many it may own."""
    return len(table.box.counted_trains(table.state, company)), table.box.train_limit(table.state, company)


def is_at_limit(table: Table, company: CompanyId) -> bool:
    held, limit = held_and_limit(table, company)
    return held >= limit


def is_over_limit(table: Table, company: CompanyId) -> bool:
    held, limit = held_and_limit(table, company)
    return held > limit


@rule("face-on-card")
def card_has_the_face(table: Table, action: OfAFace) -> Refused | None:
    faces = {face.name for face in table.box.card_of(action.train).faces}
    return None if action.face in faces else refused(train=action.train, face=action.face)


# ------------------------------------------------------------------------------------------------ from other companies


def trains_of_others(table: Table) -> Iterator[TrainId]:
    """The trains of other companies that may operate."""
    company, running = operating(table), table.state.running
    return (t for t, card in table.state.trains.items() if card.owner != company and card.owner in running)


def is_of_another(table: Table, train: TrainId) -> bool:
    """Whether another company that may operate owns a train."""
    card = table.state.trains.get(train)
    return card is not None and card.owner != operating(table) and card.owner in table.state.running


another_company_owns_it = its_train_is("train-of-company", is_of_another)


def whole_treasury(table: Table, train: TrainId) -> int:
    """Only the treasury pays for another company's train."""
    return table.state.cash[operating(table)]


def trading(
    key: str,
    *checks: Check[TradeTrain],
    among: Callable[[Table], Iterable[TrainId]] = trains_of_others,
    most: Callable[[Table, TrainId], int] = whole_treasury,
) -> Move[TradeTrain]:
    """A train of another company for any price from 1 up to the `most` that can be given; beyond that the rule `key`
    refuses. `among`: the trains that are offered."""

    @rule(key)
    def price_is_within(table: Table, action: TradeTrain) -> Refused | None:
        high = most(table, action.train)
        return None if 1 <= action.amount <= high else refused(amount=action.amount, treasury=high)

    def for_any_price(table: Table) -> Iterator[Offer]:
        for train in among(table):
            high = most(table, train)
            if high >= 1:
                yield Offer(TradeTrain(train, 1), Span(1, high))

    return Move(TradeTrain, for_any_price, (*checks, price_is_within), propose_trade)


def propose_trade(table: Table, action: TradeTrain) -> None:
    """Puts the purchase to the director of the company that owns the train."""
    propose(table, "train", action.train, action.amount, owner=table.state.trains[action.train].owner)


def hand_train_over(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    """As it is; no phase begins, nothing rusts."""
    train = TrainId(subject)
    seller = table.state.trains[train].owner
    table.pay(amount, source=buyer, to=seller)
    table.give_train(train, to=buyer)
    table.tell("train-traded", company=buyer, seller=seller, train=table.state.trains[train].face, amount=amount)


# ------------------------------------------------------------------------------------------------------------ the step


def buying_trains(*moves: Move[Any], is_over: Callable[[Table, CompanyId], bool] | None = None) -> Step:
    """Any number of trains, one at a time; `is_over`: for which companies nothing is asked any more."""

    def buy_trains(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if "trains" in turn.done or (is_over is not None and is_over(table, turn.company)):
            return None
        return asked_of(director_of(table, turn.company), moves, Message("buy-trains", {"company": turn.company}))

    return buy_trains


def ending_trains(is_due: Callable[[Table, CompanyId], bool]) -> Move[EndTrains]:
    """No more trains; `is_due`: whether a company must buy one before it goes on."""

    @rule("train-duty")
    def has_done_its_duty(table: Table, action: EndTrains) -> Refused | None:
        company = operating(table)
        return refused(company=company) if is_due(table, company) else None

    return ending(EndTrains, "trains", has_done_its_duty)


# ------------------------------------------------------------------------------------------------------ surplus trains


@dataclass(frozen=True, slots=True)
class SurplusFacts:
    """Companies that may have too many trains, in the order in which they give some up; `kept` stays."""

    companies: tuple[CompanyId, ...]
    kept: TrainId | None = None


A = TypeVar("A", bound=OfATrain)


def acting_first(table: Table, order: Iterable[CompanyId]) -> tuple[CompanyId, ...]:
    """The company whose turn it is, then all others in order."""
    turn = open_turn(table)
    return tuple(dict.fromkeys(order if turn is None else (turn.company, *order)))


def give_up_surplus(table: Table, companies: Iterable[CompanyId]) -> None:
    """Whoever of these has too many trains now gives some up at once, in this order."""
    over = tuple(company for company in companies if is_over_limit(table, company))
    if over:
        table.interrupt("surplus trains", SurplusFacts(over))


def giving_up_surplus(
    action: Callable[[TrainId], A],
    to: Owner,
    *others: Move[Any],
    is_over: Callable[[Table, CompanyId], bool] = is_over_limit,
) -> Step:
    """Each director chooses what goes, company by company; `to`: the pool, or out of the game; `others`: what may be
    done before."""

    def company_with_surplus(table: Table) -> CompanyId | None:
        return next((company for company in table.here(SurplusFacts).companies if is_over(table, company)), None)

    def to_give_up(table: Table) -> list[TrainId]:
        company, kept = company_with_surplus(table), table.here(SurplusFacts).kept
        return [] if company is None else [train for train in trains_of(table.state, company) if train != kept]

    @rule("give-up-own-train")
    def is_one_to_give_up(table: Table, chosen: A) -> Refused | None:
        return None if chosen.train in to_give_up(table) else refused(train=chosen.train)

    def give_up(table: Table, chosen: A) -> None:
        card = table.state.trains[chosen.train]
        table.tell("train-given-up", company=card.owner, train=card.face)
        table.give_train(chosen.train, to=to)

    checks: tuple[Check[A], ...] = (is_one_to_give_up,)
    kind: Any = action
    move: Move[Any] = Move(kind, lambda table: (Offer(action(t)) for t in to_give_up(table)), checks, give_up)

    def give_up_in_order(table: Table) -> Ask | None:
        company = company_with_surplus(table)
        if company is None:
            return None
        return asked_of(director_of(table, company), (move, *others), Message("give-up-train", {"company": company}))

    return give_up_in_order


def letting_others_first(is_over: Callable[[Table, CompanyId], bool]) -> Move[LetOthersFirst]:
    """Another company with too many trains comes first; each lets others go first only once."""

    def over(table: Table) -> list[CompanyId]:
        return [company for company in table.here(SurplusFacts).companies if is_over(table, company)]

    @rule("let-others-first")
    def another_has_too_many(table: Table, action: LetOthersFirst) -> Refused | None:
        """One that stands in the list twice has done so."""
        first, *others = over(table)
        return None if others and first not in others else refused(company=first)

    def let_others_first(table: Table, action: LetOthersFirst) -> None:
        companies, first = table.here(SurplusFacts).companies, over(table)[0]
        table.note(companies=(*(company for company in companies if company != first), first, first))

    return plain(LetOthersFirst, let_others_first, another_has_too_many)
