"""[2.2] [4.8] Pioneers that companies buy from players, and the tenders of pioneer 5."""

from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Ask, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.ids import BANK, POOL, SCRAP, CertId, CompanyId, FaceId, Owner, TrainId
from ferrovia.model.message import Message
from ferrovia.model.values import made_often
from ferrovia.rules.directors import director_of
from ferrovia.rules.money import treasury_has_the_amount, treasury_pays
from ferrovia.rules.privates import at_most, buying_private, handing_over, of_a_player, paying_income
from ferrovia.rules.rounds import asked_of, operating
from ferrovia.rules.stock import PlaceId
from ferrovia.titles.t18esp.facts import TrainFaceFacts, Turn
from ferrovia.titles.t18esp.material import P2, P3, P5, P7, STRAWBERRY_TRAIN, PioneerId, books, box

MATARO_TRAIN = TrainId("2-0")


@made_often
@dataclass(frozen=True, slots=True)
class BuyPioneer:
    pioneer: PioneerId
    amount: int


@dataclass(frozen=True, slots=True)
class ChooseFace:
    """[2.2] Which face of its train the company gets with pioneer 2."""

    face: FaceId


@dataclass(frozen=True, slots=True)
class BuyTender:
    place: PlaceId


# -------------------------------------------------------------------------------------------------------------- buying


def highest_price(table: Table, pioneer: CertId) -> int:
    """[4.8] table 3: the value, half as much again in phase 3, twice as much in phase 4."""
    percent = box(table).phases[table.state.phase].pioneer_percent
    return box(table).pioneers[PioneerId(pioneer)].value * percent // 100


@rule("pioneer-phase")
def pioneers_are_for_sale(table: Table, action: BuyPioneer) -> Refused | None:
    return None if box(table).phases[table.state.phase].pioneer_percent else refused(phase=table.state.phase)


@rule("pioneer-7-stays")
def is_not_carreno(table: Table, action: BuyPioneer) -> Refused | None:
    return refused(pioneer=P7) if action.pioneer == P7 else None


BUY_PIONEER = buying_private(
    BuyPioneer,
    "pioneer",
    highest_price,
    pioneers_are_for_sale,
    is_not_carreno,
    of_a_player("pioneer-from-player", "pioneer"),
    at_most("pioneer-price", "pioneer", highest_price, "pioneer"),
    treasury_has_the_amount("pioneer-money"),
)


def receive_what_it_carries(table: Table, buyer: CompanyId, pioneer: CertId) -> None:
    """[2.2] Pioneers 2 and 5 give the company what they carry, and close."""
    if pioneer == P2:
        receive_mataro_train(table, buyer)
    if pioneer == P5:
        receive_tenders(table, buyer)
        close_pioneer(table, P5)


hand_pioneer_over = handing_over("pioneer", receive_what_it_carries)


def close_pioneer(table: Table, pioneer: PioneerId) -> None:
    table.tell("pioneer-closed", pioneer=pioneer, owner=table.state.certs[pioneer])
    table.hand_over(pioneer, to=SCRAP)


# ----------------------------------------------------------------------------------------------------------- pioneer 2


def receive_mataro_train(table: Table, company: CompanyId) -> None:
    """[2.2] The company gets the train, unless its type is out of the game."""
    if table.state.trains[MATARO_TRAIN].owner == Owner(P2):
        table.interrupt("train face", TrainFaceFacts(company))
    else:
        close_pioneer(table, P2)


def take_mataro_train(table: Table, company: CompanyId, face: FaceId) -> None:
    close_pioneer(table, P2)
    table.give_train(MATARO_TRAIN, to=company, face=face)
    table.amend(Turn, resting=MATARO_TRAIN)
    table.tell("face-chosen", company=company, face=face)
    close_carreno(table, company)


CHOOSE_FACE = choosing(
    ChooseFace,
    "face-on-card",
    lambda table: [face.name for face in box(table).card_of(MATARO_TRAIN).faces],
    lambda table, action: take_mataro_train(table, table.here(TrainFaceFacts).company, action.face),
    figures=lambda table: {"train": MATARO_TRAIN},
)


def turn_it_for_a_minor(table: Table) -> None:
    """[4.4.1] Minors run broad trains only."""
    company = table.here(TrainFaceFacts).company
    if box(table).is_minor(company):
        take_mataro_train(table, company, box(table).card_of(MATARO_TRAIN).faces[0].name)


def choosing_face(*others: Move[Any]) -> tuple[Step, ...]:
    """[2.2] The director of a major chooses the face."""

    def ask_for_face(table: Table) -> Ask | None:
        company = table.here(TrainFaceFacts).company
        if table.state.certs[P2] == SCRAP:
            return None
        moves = (CHOOSE_FACE, *others)
        return asked_of(director_of(table, company), moves, Message("face", {"company": company}))

    return turn_it_for_a_minor, ask_for_face


def close_carreno(table: Table, company: CompanyId) -> None:
    """[2.2] Pioneer 7 closes when its company gets its first train."""
    if company == books(table).carreno and table.state.certs[P7] != SCRAP:
        close_pioneer(table, P7)


# ------------------------------------------------------------------------------------------------------------- tenders


def tenders_for_sale(table: Table, place: str) -> int:
    """[2.2] While a player owns pioneer 5 all but its last tender are for sale, and always those in the open market."""
    there = books(table).tenders.get(Owner(place), 0)
    if place != P5:
        return there if place == POOL else 0
    return max(0, there - 1) if table.state.certs[P5] in table.state.players else 0


@rule("tender-for-sale")
def a_tender_is_there(table: Table, action: BuyTender) -> Refused | None:
    return None if tenders_for_sale(table, action.place) else refused(place=action.place)


@rule("one-tender")
def has_no_tender(table: Table, action: BuyTender) -> Refused | None:
    company = operating(table)
    return refused(company=company) if books(table).tenders.get(company) else None


def move_tenders(table: Table, number: int, *, source: Owner, to: Owner) -> None:
    tenders = dict(books(table).tenders)
    tenders[source] -= number
    tenders[to] = tenders.get(to, 0) + number
    table.keep(tenders={owner: count for owner, count in tenders.items() if count})


def buy_tender(table: Table, action: BuyTender) -> None:
    """[2.2] 80 to the bank; of one that pioneer 5 sells its owner gets 20."""
    company, charges = operating(table), box(table).numbers.charges
    table.pay(charges.tender, source=company, to=BANK)
    if action.place == P5:
        table.pay(charges.tender_to_owner, source=BANK, to=table.state.certs[P5])
    move_tenders(table, 1, source=Owner(action.place), to=company)
    table.tell("tender-bought", company=company, amount=charges.tender)


BUY_TENDER = Move(
    BuyTender,
    lambda table: (Offer(BuyTender(PlaceId(place))) for place in (P5, POOL) if tenders_for_sale(table, place)),
    (
        a_tender_is_there,
        has_no_tender,
        treasury_pays("tender-cost", lambda table, action: box(table).numbers.charges.tender),
    ),
    buy_tender,
)


FREE: tuple[Move[Any], ...] = (BUY_PIONEER, BUY_TENDER)
"""[2.2] What a company may buy at any time in its turn."""


def receive_tenders(table: Table, company: CompanyId) -> None:
    """[2.2] Whoever buys pioneer 5 takes one tender, if it has none; the others go to the open market."""
    if not books(table).tenders.get(company):
        move_tenders(table, 1, source=Owner(P5), to=company)
    left = books(table).tenders.get(Owner(P5), 0)
    if left:
        move_tenders(table, left, source=Owner(P5), to=POOL)


# ------------------------------------------------------------------------------------------------------------- phase 5


def close_all_pioneers(table: Table) -> None:
    """[2.2] [6] In phase 5 all close; the strawberry train of a company stays, the tenders nobody bought leave."""
    owner = table.state.certs[P3]
    if owner in box(table).companies:
        table.give_train(STRAWBERRY_TRAIN, to=owner)
        table.tell("strawberry-train", company=owner)
    unsold = books(table).tenders.get(Owner(P5), 0)
    if unsold:
        move_tenders(table, unsold, source=Owner(P5), to=SCRAP)
    for pioneer in box(table).pioneers:
        if table.state.certs[pioneer] != SCRAP:
            close_pioneer(table, pioneer)


pay_owners = paying_income("pioneer-paid", "pioneer")
"""[4.1] At the start of every operating round the pioneers pay whoever owns them."""
