"""[VIII.12] [VIII.13] What the sale or export of a train card sets off: phase, rusting, surplus."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ferrovia.engine.play import Ask, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import DEPOT, POOL, SCRAP, CompanyId, TrainId
from ferrovia.model.message import Message
from ferrovia.titles.t18cz.consent import asked_of, director_of
from ferrovia.titles.t18cz.facts import SurplusFacts
from ferrovia.titles.t18cz.market import operating_order
from ferrovia.titles.t18cz.material import Face, FaceId, books, box, trains_of
from ferrovia.titles.t18cz.vaclav import receive_company_if_due


@dataclass(frozen=True, slots=True)
class ReturnTrain:
    train: TrainId


def top_card(table: Table) -> TrainId:
    """[VIII.10.5] Only the top card of the stack can be bought."""
    return next(train for train, card in table.state.trains.items() if card.owner == DEPOT)


def uncover_next(table: Table, taken: TrainId) -> None:
    """The last kind of card never runs out: another copy lies under the one that was taken."""
    card = box(table).card_of(taken)
    if not card.count:
        number = int(taken.rsplit("-", 1)[1]) + 1
        table.give_train(TrainId(f"{card.card}-{number}"), to=DEPOT, face=card.faces[0].name)


def train_limit(table: Table, company: CompanyId) -> int:
    return box(table).phases[table.state.phase].limits[box(table).size(company)]


def enter_phase(table: Table, letter: str) -> None:
    """The first card of a letter starts its phase."""
    names = list(box(table).phases)
    if names.index(letter) > names.index(table.state.phase):
        table.state.phase = letter
        table.tell("phase", phase=letter)
        receive_company_if_due(table)


def rust(table: Table, sold: Iterable[Face]) -> None:
    """[VIII.12 discard 1] A face once sold ends older faces of its colour, in companies and in the pool."""
    ended = [kind for face in sold for kind in box(table).numbers.rusting.get(face.kind, ())]
    new = [kind for kind in dict.fromkeys(ended) if kind not in books(table).rusted]
    if not new:
        return
    table.keep(rusted=(*books(table).rusted, *new))
    faces = box(table).faces
    for train, card in list(table.state.trains.items()):
        if card.owner not in (DEPOT, SCRAP) and faces[FaceId(card.face)].kind in new:
            table.tell("train-rusted", train=card.face, owner=card.owner)
            table.give_train(train, to=SCRAP)


def return_surplus(table: Table) -> None:
    """[VIII.12 discard 3] Whoever now has too many trains returns some to the pool, at once."""
    over = tuple(c for c in operating_order(table) if len(trains_of(table.state, c)) > train_limit(table, c))
    if over:
        table.interrupt("surplus trains", SurplusFacts(over))


def export_top_card(table: Table) -> None:
    """[VIII.13] [VIII.12 discard 2] The top card leaves the game, as if each of its faces had been sold."""
    train = top_card(table)
    card = box(table).card_of(train)
    table.give_train(train, to=SCRAP)
    uncover_next(table, train)
    table.tell("train-exported", train=card.card)
    enter_phase(table, card.letter)
    rust(table, card.faces)
    return_surplus(table)


# ------------------------------------------------------------------------------------------------------ surplus trains


def _returning(table: Table) -> CompanyId:
    company = first_with_surplus(table)
    if company is None:
        raise LookupError("nobody has too many trains")
    return company


@rule("return-own-train")
def is_a_train_to_return(table: Table, action: ReturnTrain) -> Refused | None:
    mine = action.train in trains_of(table.state, _returning(table))
    return None if mine and action.train != table.here(SurplusFacts).kept else refused(train=action.train)


def return_train(table: Table, action: ReturnTrain) -> None:
    table.tell("train-returned", company=_returning(table), train=table.state.trains[action.train].face)
    table.give_train(action.train, to=POOL)


def trains_to_return(table: Table) -> Iterator[Offer]:
    return (Offer(ReturnTrain(train)) for train in trains_of(table.state, _returning(table)))


RETURN_TRAIN = Move(ReturnTrain, trains_to_return, (is_a_train_to_return,), return_train)


def first_with_surplus(table: Table) -> CompanyId | None:
    companies = table.here(SurplusFacts).companies
    return next((c for c in companies if len(trains_of(table.state, c)) > train_limit(table, c)), None)


def return_trains_in_order(table: Table) -> Ask | None:
    """Each director chooses what to return, in operating order."""
    company = first_with_surplus(table)
    if company is None:
        return None
    return asked_of(director_of(table, company), (RETURN_TRAIN,), Message("return-train", {"company": company}))


def take_printed_order(table: Table) -> None:
    """The site asks the companies in the order of its list."""
    waiting = table.here(SurplusFacts).companies
    table.note(companies=tuple(company for company in box(table).companies if company in waiting))


SURPLUS_SCRIPT = (return_trains_in_order,)
SURPLUS_SCRIPT_OF_SITE = (take_printed_order, return_trains_in_order)
