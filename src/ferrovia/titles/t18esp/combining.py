"""[5.2.1] Combined trains: a train out of the game is recycled and joins one of the other gauge."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ferrovia.engine.play import Check, Move, Offer, Refused, Table, refused, rule
from ferrovia.model.ids import BANK, SCRAP, FaceId, TrainId
from ferrovia.rules.money import treasury_pays
from ferrovia.rules.rounds import finish, is_done, operating
from ferrovia.titles.t18esp.material import Card, Face, books, box, combined
from ferrovia.titles.t18esp.phases import counted_trains
from ferrovia.titles.t18esp.trains import Operable


@dataclass(frozen=True, slots=True)
class CombineTrains:
    """A train of the company, and the face of the one that is recycled."""

    train: TrainId
    face: FaceId


def card_with(table: Table, face: FaceId) -> Card:
    return box(table).card_of_face[face]


def cost_of(table: Table, action: CombineTrains) -> int:
    """[5.2.1] Twice the printed price."""
    return 2 * card_with(table, action.face).price


def cards_left(table: Table, card: Card) -> int:
    """[5.2.1] How many cards of a type are out of the game and were never recycled."""
    gone = [train for train, held in table.state.trains.items() if held.owner == SCRAP]
    return sum(box(table).card_of(train) is card for train in gone) - books(table).spent_cards.get(card.name, 0)


@rule("recycle-phase")
def recycling_has_begun(table: Table, action: CombineTrains) -> Refused | None:
    return None if box(table).is_reached(table.state, "4") else refused(phase=table.state.phase)


@rule("recycle-major")
def is_a_major(table: Table, action: CombineTrains) -> Refused | None:
    company = operating(table)
    return refused(company=company) if box(table).is_minor(company) else None


@rule("recycle-own-train")
def owns_the_train(table: Table, action: CombineTrains) -> Refused | None:
    own = action.train in counted_trains(table, operating(table))
    return None if own else refused(train=action.train)


@rule("recycle-once")
def is_a_single_train(table: Table, action: CombineTrains) -> Refused | None:
    face = main_face(table, action.train)
    return refused(train=action.train) if face.gauge == "both" else None


@rule("recycle-obsolete")
def other_is_obsolete(table: Table, action: CombineTrains) -> Refused | None:
    card = box(table).card_of_face.get(action.face)
    gone = card is not None and card.obsolete_in and box(table).is_reached(table.state, card.obsolete_in)
    return None if gone else refused(face=action.face)


@rule("recycle-gauge")
def has_the_other_gauge(table: Table, action: CombineTrains) -> Refused | None:
    one_gauge = main_face(table, action.train).gauge == box(table).faces[action.face].gauge
    same = one_gauge and not box(table).edition.combines_one_gauge
    return refused(train=action.train, face=action.face) if same else None


@rule("recycle-card-left")
def a_card_is_left(table: Table, action: CombineTrains) -> Refused | None:
    return None if cards_left(table, card_with(table, action.face)) > 0 else refused(face=action.face)


def leaving_an_operable_train(operable: Operable) -> Check[CombineTrains]:
    @rule("recycle-operable")
    def can_still_run_a_train(table: Table, action: CombineTrains) -> Refused | None:
        """[5.2.1] [4.7] Afterwards the company must own a train that it can run."""
        company, faces = operating(table), box(table).faces
        others = [t for t in counted_trains(table, company) if t != action.train]
        after = [*(faces[table.state.trains[t].face] for t in others), joined_face(table, action)]
        return None if any(operable(table, company, face) for face in after) else refused(company=company)

    return can_still_run_a_train


def main_face(table: Table, train: TrainId) -> Face:
    return box(table).faces[table.state.trains[train].face]


def joined_face(table: Table, action: CombineTrains) -> Face:
    return combined(main_face(table, action.train), box(table).faces[action.face])


def combine(table: Table, action: CombineTrains) -> None:
    company, card, cost = operating(table), card_with(table, action.face), cost_of(table, action)
    face, spent = joined_face(table, action), books(table).spent_cards
    table.pay(cost, source=company, to=BANK)
    table.give_train(action.train, to=company, face=face.name)
    table.keep(spent_cards={**spent, card.name: spent.get(card.name, 0) + 1})
    table.tell("trains-combined", company=company, train=face.name, face=action.face, amount=cost)


def possible_unions(table: Table) -> Iterator[Offer]:
    company, material = operating(table), box(table)
    if not material.is_reached(table.state, "4"):
        return
    for train in counted_trains(table, company):
        for face, card in material.card_of_face.items():
            if card.obsolete_in and material.is_reached(table.state, card.obsolete_in):
                yield Offer(CombineTrains(train, FaceId(face)))


def combining(*own_rules: Check[Any]) -> Move[CombineTrains]:
    """[5.2.1] `own_rules`: how many cards there are, and what the company must be able to run afterwards."""
    checks = (
        recycling_has_begun,
        is_a_major,
        owns_the_train,
        is_a_single_train,
        other_is_obsolete,
        has_the_other_gauge,
        *own_rules,
        treasury_pays("recycle-cost", cost_of),
    )
    return Move(CombineTrains, possible_unions, checks, combine)


# ---------------------------------------------------------------------------------------------------------- on the site


@rule("not-asked")
def has_not_recycled(table: Table, action: object) -> Refused | None:
    """The site asks about trains first, then about recycling."""
    return refused(action="buy_train") if is_done(table, "recycling") else None


def combining_last() -> Move[CombineTrains]:
    move = combining()

    def combine_at_the_end(table: Table, action: CombineTrains) -> None:
        combine(table, action)
        finish(table, "recycling")

    return replace(move, apply=combine_at_the_end)
