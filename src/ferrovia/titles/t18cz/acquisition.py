"""[VIII.9] A larger company takes over a smaller one: its holders are paid, its assets change hands, it closes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Span, Step, Table, refused, rule
from ferrovia.model.ids import BANK, SCRAP, CompanyId, Owner, StopId, TrainId
from ferrovia.model.message import Message
from ferrovia.model.state import trains_of
from ferrovia.rules.consent import propose
from ferrovia.rules.directors import director_of
from ferrovia.rules.limits import its_company_is
from ferrovia.rules.money import treasury_pays
from ferrovia.rules.rounds import CompanyTurn, asked_of, ending, operating
from ferrovia.rules.takeover import (
    doubled_stations,
    replace_station,
    retire,
    settling_doubled_stations,
    take_trains,
    take_treasury,
)
from ferrovia.titles.t18cz.facts import AcquisitionFacts
from ferrovia.titles.t18cz.material import Face, books, box, locals_of
from ferrovia.titles.t18cz.phases import kept_after, rust
from ferrovia.titles.t18cz.vaclav import is_vaclavs


@dataclass(frozen=True, slots=True)
class Acquire:
    company: CompanyId
    amount: int


@dataclass(frozen=True, slots=True)
class KeepTrain:
    train: TrainId


@dataclass(frozen=True, slots=True)
class FlipTrain:
    train: TrainId


@dataclass(frozen=True, slots=True)
class ScrapTrain:
    train: TrainId


@dataclass(frozen=True, slots=True)
class RemoveStation:
    stop: StopId


@dataclass(frozen=True, slots=True)
class EndAcquisitions:
    pass


# ------------------------------------------------------------------------------------------------------ the proposal


def price_range(table: Table, target: CompanyId) -> tuple[int, int]:
    """[VIII.9.3] From half to one and a half times the market price, whole K."""
    now = box(table).price(table.state, target)
    return -(-now // 2), now * 3 // 2


def shares_with_players(table: Table, target: CompanyId) -> int:
    papers = box(table).papers
    return sum(papers.shares(table.state, player, target) for player in table.state.players)


def is_active(table: Table, company: CompanyId) -> bool:
    return company in table.state.running and not is_vaclavs(table, company)


@rule("acquire-smaller")
def target_is_smaller(table: Table, action: Acquire) -> Refused | None:
    buyer = operating(table)
    return None if box(table).is_smaller(action.company, than=buyer) else refused(company=action.company, buyer=buyer)


@rule("acquire-price")
def price_is_in_range(table: Table, action: Acquire) -> Refused | None:
    least, most = price_range(table, action.company)
    return None if least <= action.amount <= most else refused(amount=action.amount, least=least, most=most)


def cost_of_all_shares(table: Table, action: Acquire) -> int:
    return action.amount * shares_with_players(table, action.company)


treasury_covers_all_shares = treasury_pays("acquire-money", cost_of_all_shares)
"""[VIII.9.4] Without the money of the company that is bought."""


def smaller_companies(table: Table) -> list[CompanyId]:
    buyer = operating(table)
    return [c for c in table.state.running if box(table).is_smaller(c, than=buyer) and not is_vaclavs(table, c)]


def possible_acquisitions(table: Table) -> Iterator[Offer]:
    buyer = operating(table)
    for company in smaller_companies(table):
        least, most = price_range(table, company)
        affordable = table.state.cash[buyer] // max(1, shares_with_players(table, company))
        if least <= affordable:
            yield Offer(Acquire(company, least), Span(least, min(most, affordable)))


def propose_acquisition(table: Table, action: Acquire) -> None:
    propose(table, "company", action.company, action.amount, owner=action.company)


ACQUIRE = Move(
    Acquire,
    possible_acquisitions,
    (its_company_is("acquire-active", is_active), target_is_smaller, price_is_in_range, treasury_covers_all_shares),
    propose_acquisition,
)
END_ACQUISITIONS = ending(EndAcquisitions, "acquisitions")


def acquiring(*moves: Move[Any]) -> Step:
    """[VIII.9.1] Between dividend and train purchase, as often as wanted, one after the other."""

    def acquire_companies(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if "acquisitions" in turn.done or is_vaclavs(table, turn.company):
            return None
        if not smaller_companies(table):
            return None
        return asked_of(director_of(table, turn.company), moves, Message("acquire", {"company": turn.company}))

    return acquire_companies


def begin_acquisition(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    table.interrupt("acquisition", AcquisitionFacts(buyer, CompanyId(Owner(subject)), amount))


# ----------------------------------------------------------------------------------------------------- carrying it out


def pay_the_holders(table: Table) -> None:
    """[VIII.9.2] [VIII.9.4] The price for each share in players' hands; shares in the bank get nothing."""
    deal = table.here(AcquisitionFacts)
    table.tell("acquired", company=deal.buyer, target=deal.target, amount=deal.amount)
    for player in table.state.players:
        shares = box(table).papers.shares(table.state, player, deal.target)
        if shares:
            table.pay(shares * deal.amount, source=deal.buyer, to=player)
            table.tell("holder-paid", player=player, company=deal.target, amount=shares * deal.amount)


def take_money_and_locals(table: Table) -> None:
    """[VIII.9.5] The treasury and the locals, used ones stay used."""
    deal = table.here(AcquisitionFacts)
    take_treasury(table, deal.target, to=deal.buyer)
    for local in locals_of(table, deal.target):
        table.hand_over(local, to=deal.buyer)


def take_stations(table: Table) -> None:
    """[VIII.9.5] Stations change hands where they stand; unplaced markers come along and cost 100 each."""
    deal, board = table.here(AcquisitionFacts), table.state.board
    gained = table.state.tokens[deal.target]
    for stop in board.stations_of(deal.target):
        if deal.buyer in board.stations_at(stop):
            table.remove_station(stop, deal.target)
            gained += 1
        else:
            replace_station(table, stop, deal.target, by=deal.buyer)
    table.give_tokens(deal.target, -table.state.tokens[deal.target])
    _gain_markers(table, deal.buyer, gained)
    table.keep(acquirers=(*books(table).acquirers, deal.buyer))


def _gain_markers(table: Table, company: CompanyId, count: int) -> None:
    gained = books(table).gained_markers
    table.give_tokens(company, count)
    table.keep(gained_markers={**gained, company: gained.get(company, 0) + count})


def acquiring_company(table: Table) -> CompanyId:
    return table.here(AcquisitionFacts).buyer


def doubled_by_buyer(table: Table) -> list[StopId]:
    return doubled_stations(table, acquiring_company(table))


def remove_station(table: Table, action: RemoveStation) -> None:
    buyer = acquiring_company(table)
    table.remove_station(action.stop, buyer)
    _gain_markers(table, buyer, 1)
    table.tell("station-removed", company=buyer, stop=action.stop)


REMOVE_STATION = choosing(RemoveStation, "station-doubled", doubled_by_buyer, remove_station)


def choosing_between_doubled_stations(*others: Move[Any]) -> Step:
    """[VIII.9.5] [VIII.6.4] One station in a hex: the director chooses which of two cities keeps it. [VIII.3 ¶2]
    `others`: what a company may do at any moment."""
    return settling_doubled_stations(acquiring_company, REMOVE_STATION, *others, question="remove-station")


def take_its_trains(table: Table) -> None:
    """[VIII.9.6] They wait for a decision each."""
    deal = table.here(AcquisitionFacts)
    table.note(trains=take_trains(table, deal.target, to=deal.buyer))


def close_the_company(table: Table) -> None:
    """[VIII.9.9] Marker and shares leave the game."""
    retire(table, table.here(AcquisitionFacts).target)


# ------------------------------------------------------------------------------------------------------- its trains


def waiting_trains(table: Table) -> list[TrainId]:
    """Those without a decision; a flip may have rusted some of them meanwhile."""
    deal = table.here(AcquisitionFacts)
    return [train for train in deal.trains if table.state.trains[train].owner == deal.buyer]


def own_size_face(table: Table, train: TrainId) -> Face | None:
    size = box(table).size(table.here(AcquisitionFacts).buyer)
    return next((face for face in box(table).card_of(train).faces if face.size == size), None)


def flip_cost(table: Table, action: FlipTrain) -> int:
    """[VIII.9.7] What the new face costs more than the old one."""
    face = own_size_face(table, action.train)
    return max(0, face.price - box(table).face_up(table.state, action.train).price) if face else 0


def kept_trains(table: Table) -> list[TrainId]:
    """What the buyer has beside the trains that wait for a decision."""
    waiting = waiting_trains(table)
    return [train for train in trains_of(table.state, table.here(AcquisitionFacts).buyer) if train not in waiting]


@rule("keep-within-limit")
def there_is_a_place(table: Table, action: KeepTrain | FlipTrain) -> Refused | None:
    """[VIII.9.6] [VIII.10.1] Counted after rusting: a flip may free its own place."""
    buyer, held = table.here(AcquisitionFacts).buyer, kept_trains(table)
    face, limit = own_size_face(table, action.train), table.box.train_limit(table.state, buyer)
    count = kept_after(table, held, face) if isinstance(action, FlipTrain) and face is not None else len(held)
    return refused(company=buyer, held=count, limit=limit) if count >= limit else None


@rule("keep-within-limit")
def all_have_a_place(table: Table, action: KeepTrain) -> Refused | None:
    """On the site one pass keeps all that are left."""
    buyer = table.here(AcquisitionFacts).buyer
    held, limit = len(trains_of(table.state, buyer)), table.box.train_limit(table.state, buyer)
    return refused(company=buyer, held=held, limit=limit) if held > limit else None


@rule("keep-last-place")
def leaves_the_last_place(table: Table, action: KeepTrain) -> Refused | None:
    """[VIII.10.2] [VIII.10.3] The last place of a company without a train of its size is for such a train."""
    buyer, held, size = table.here(AcquisitionFacts).buyer, kept_trains(table), box(table).size(operating(table))
    free = table.box.train_limit(table.state, buyer) - len(held)
    if free > 1 or any(box(table).face_up(table.state, train).size == size for train in (*held, action.train)):
        return None
    return refused(company=buyer)


@rule("flip-face")
def card_has_a_living_face(table: Table, action: FlipTrain) -> Refused | None:
    face, shown = own_size_face(table, action.train), box(table).face_up(table.state, action.train)
    lives = face is not None and face.kind not in books(table).rusted and face != shown
    return None if lives else refused(train=action.train)


can_pay_for_the_flip = treasury_pays("flip-cost", flip_cost)


def _decided(table: Table, train: TrainId) -> None:
    table.note(trains=tuple(waiting for waiting in table.here(AcquisitionFacts).trains if waiting != train))


def keep_train(table: Table, action: KeepTrain) -> None:
    _decided(table, action.train)


def flip_train(table: Table, action: FlipTrain) -> None:
    """[VIII.9.7] A sale of the new face for rusting; no phase begins."""
    buyer, cost = table.here(AcquisitionFacts).buyer, flip_cost(table, action)
    face = own_size_face(table, action.train)
    assert face is not None
    table.pay(cost, source=buyer, to=BANK)
    table.give_train(action.train, to=buyer, face=face.name)
    table.tell("train-flipped", company=buyer, train=face.name, amount=cost)
    _decided(table, action.train)
    rust(table, (face,))


def scrap_train(table: Table, action: ScrapTrain) -> None:
    """[VIII.9.6] Out of the game, not to the pool."""
    card = table.state.trains[action.train]
    table.tell("train-scrapped", company=card.owner, train=card.face)
    table.give_train(action.train, to=SCRAP)
    _decided(table, action.train)


def keeping_train(*room: Check[KeepTrain]) -> Move[KeepTrain]:
    """[VIII.9.6] `room`: where a place must be free for it, and whether one is kept for a train of the buyer's size."""
    return choosing(KeepTrain, "train-came-along", waiting_trains, keep_train, *room)


SCRAP_TRAIN = choosing(ScrapTrain, "train-came-along", waiting_trains, scrap_train)


def flipping(*room: Check[FlipTrain]) -> Move[FlipTrain]:
    """[VIII.9.7] `room`: whether a place must be free for it."""
    checks = (card_has_a_living_face, *room, can_pay_for_the_flip)
    return choosing(FlipTrain, "train-came-along", waiting_trains, flip_train, *checks)


def deciding_on_trains(keep: Move[KeepTrain], flip: Move[FlipTrain], *others: Move[Any]) -> Step:
    """[VIII.3 ¶2] `others`: what a company may do at any moment, as to sell a local that has just come along."""

    def decide_on_trains(table: Table) -> Ask | None:
        """[VIII.9.6] [VIII.9.8] Keep, flip or scrap each of them, in any order."""
        deal = table.here(AcquisitionFacts)
        if not waiting_trains(table):
            return None
        about = Message("decide-on-train", {"company": deal.buyer, "target": deal.target})
        return asked_of(director_of(table, deal.buyer), (keep, flip, SCRAP_TRAIN, *others), about)

    return decide_on_trains


def acquisition_script(keep: Move[KeepTrain], flip: Move[FlipTrain], *others: Move[Any]) -> tuple[Step, ...]:
    return (
        pay_the_holders,
        take_money_and_locals,
        take_stations,
        choosing_between_doubled_stations(*others),
        take_its_trains,
        close_the_company,
        deciding_on_trains(keep, flip, *others),
    )
