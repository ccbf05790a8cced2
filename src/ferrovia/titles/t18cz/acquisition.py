"""[VIII.9] A larger company takes over a smaller one: its holders are paid, its assets change hands, it closes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Move, Offer, Refused, Span, Step, Table, refused, rule
from ferrovia.model.ids import BANK, SCRAP, CompanyId, Owner, StopId, TrainId
from ferrovia.model.message import Message
from ferrovia.titles.t18cz.consent import asked_of, director_of, propose
from ferrovia.titles.t18cz.facts import AcquisitionFacts, CompanyTurn
from ferrovia.titles.t18cz.material import Face, FaceId, books, box, locals_of, price, trains_of
from ferrovia.titles.t18cz.phases import rust, train_limit
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
    now = price(box(table), table.state, target)
    return -(-now // 2), now * 3 // 2


def shares_with_players(table: Table, target: CompanyId) -> int:
    papers = box(table).papers
    return sum(papers.shares(table.state, player, target) for player in table.state.players)


@rule("acquire-active")
def target_is_active(table: Table, action: Acquire) -> Refused | None:
    own, company = books(table), action.company
    if company in own.floated and company not in own.closed and not is_vaclavs(table, company):
        return None
    return refused(company=company)


@rule("acquire-smaller")
def target_is_smaller(table: Table, action: Acquire) -> Refused | None:
    buyer = table.here(CompanyTurn).company
    return None if box(table).is_smaller(action.company, than=buyer) else refused(company=action.company, buyer=buyer)


@rule("acquire-price")
def price_is_in_range(table: Table, action: Acquire) -> Refused | None:
    least, most = price_range(table, action.company)
    return None if least <= action.amount <= most else refused(amount=action.amount, least=least, most=most)


@rule("acquire-money")
def treasury_covers_all_shares(table: Table, action: Acquire) -> Refused | None:
    """[VIII.9.4] Without the money of the company that is bought."""
    cost = action.amount * shares_with_players(table, action.company)
    treasury = table.state.cash[table.here(CompanyTurn).company]
    return refused(cost=cost, treasury=treasury) if cost > treasury else None


def smaller_companies(table: Table) -> list[CompanyId]:
    buyer, own = table.here(CompanyTurn).company, books(table)
    active = (company for company in own.floated if company not in own.closed)
    return [c for c in active if box(table).is_smaller(c, than=buyer) and not is_vaclavs(table, c)]


def possible_acquisitions(table: Table) -> Iterator[Offer]:
    buyer = table.here(CompanyTurn).company
    for company in smaller_companies(table):
        least, most = price_range(table, company)
        affordable = table.state.cash[buyer] // max(1, shares_with_players(table, company))
        if least <= affordable:
            yield Offer(Acquire(company, least), Span(least, min(most, affordable)))


def propose_acquisition(table: Table, action: Acquire) -> None:
    buyer = table.here(CompanyTurn).company
    propose(table, kind="company", buyer=buyer, seller=action.company, subject=action.company, amount=action.amount)


ACQUIRE = Move(
    Acquire,
    possible_acquisitions,
    (target_is_active, target_is_smaller, price_is_in_range, treasury_covers_all_shares),
    propose_acquisition,
)
END_ACQUISITIONS = Move(
    EndAcquisitions,
    lambda table: (Offer(EndAcquisitions()),),
    (),
    lambda table, action: table.note(acquisitions_done=True),
    passive=True,
)


def acquiring(*moves: Move[Any]) -> Step:
    """[VIII.9.1] Between dividend and train purchase, as often as wanted, one after the other."""

    def acquire_companies(table: Table) -> Ask | None:
        turn = table.here(CompanyTurn)
        if turn.acquisitions_done or is_vaclavs(table, turn.company):
            return None
        if not smaller_companies(table):
            return None
        return asked_of(director_of(table, turn.company), moves, Message("acquire", {"company": turn.company}))

    return acquire_companies


def begin_acquisition(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    table.interrupt("acquisition", AcquisitionFacts(buyer, CompanyId(Owner(subject)), amount))


# ----------------------------------------------------------------------------------------------------- carrying it out


def pay_the_holders(table: Table) -> None:
    """[VIII.9.2] [VIII.9.4] So much for each share in players' hands; shares in the bank get nothing."""
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
    table.pay(table.state.cash[deal.target], source=deal.target, to=deal.buyer)
    for local in locals_of(table, deal.target):
        table.hand_over(local, to=deal.buyer)


def take_stations(table: Table) -> None:
    """[VIII.9.5] Stations change hands where they stand; unplaced markers come along and cost 100 each."""
    deal, state, own = table.here(AcquisitionFacts), table.state, books(table)
    gained = state.tokens[deal.target]
    for stop in state.board.stations_of(deal.target):
        state.board = state.board.without_station(stop, deal.target)
        if deal.buyer in state.board.stations.get(stop, ()):
            gained += 1
        else:
            state.board = state.board.with_station(stop, deal.buyer)
    state.tokens[deal.target] = 0
    _gain_markers(table, deal.buyer, gained)
    table.keep(acquirers=(*own.acquirers, deal.buyer))


def _gain_markers(table: Table, company: CompanyId, count: int) -> None:
    gained = books(table).gained_markers
    table.state.tokens[company] += count
    table.keep(gained_markers={**gained, company: gained.get(company, 0) + count})


def doubled_stations(table: Table) -> list[StopId]:
    """Stations of the buyer that share a hex with another of its stations."""
    stops = table.state.board.stations_of(table.here(AcquisitionFacts).buyer)
    hexes = [stop.rsplit(".", 1)[0] for stop in stops]
    return [stop for stop, hex_id in zip(stops, hexes, strict=True) if hexes.count(hex_id) > 1]


@rule("station-doubled")
def station_is_doubled(table: Table, action: RemoveStation) -> Refused | None:
    return None if action.stop in doubled_stations(table) else refused(stop=action.stop)


def remove_station(table: Table, action: RemoveStation) -> None:
    buyer = table.here(AcquisitionFacts).buyer
    table.state.board = table.state.board.without_station(action.stop, buyer)
    _gain_markers(table, buyer, 1)
    table.tell("station-removed", company=buyer, stop=action.stop)


REMOVE_STATION = Move(
    RemoveStation,
    lambda table: (Offer(RemoveStation(stop)) for stop in doubled_stations(table)),
    (station_is_doubled,),
    remove_station,
)


def choose_between_doubled_stations(table: Table) -> Ask | None:
    """[VIII.9.5] [VIII.6.4] One station in a hex: the director chooses which of two cities keeps it."""
    buyer = table.here(AcquisitionFacts).buyer
    if not doubled_stations(table):
        return None
    return asked_of(director_of(table, buyer), (REMOVE_STATION,), Message("remove-station", {"company": buyer}))


def take_trains(table: Table) -> None:
    deal = table.here(AcquisitionFacts)
    trains = tuple(trains_of(table.state, deal.target))
    for train in trains:
        table.give_train(train, to=deal.buyer)
    table.note(trains=trains)


def close_the_company(table: Table) -> None:
    """[VIII.9.9] Marker and shares leave the game."""
    target, own = table.here(AcquisitionFacts).target, books(table)
    for cert in box(table).papers.of[target]:
        table.hand_over(cert.id, to=SCRAP)
    del table.state.prices[target]
    table.keep(closed=(*own.closed, target))


# ------------------------------------------------------------------------------------------------------- its trains


def face_up(table: Table, train: TrainId) -> Face:
    return box(table).faces[FaceId(table.state.trains[train].face)]


def waiting_trains(table: Table) -> list[TrainId]:
    """Those without a decision; a flip may have rusted some of them meanwhile."""
    deal = table.here(AcquisitionFacts)
    return [train for train in deal.trains if table.state.trains[train].owner == deal.buyer]


def own_size_face(table: Table, train: TrainId) -> Face | None:
    size = box(table).size(table.here(AcquisitionFacts).buyer)
    return next((face for face in box(table).card_of(train).faces if face.size == size), None)


def flip_cost(table: Table, train: TrainId) -> int:
    """[VIII.9.7] What the new face costs more than the old one."""
    face = own_size_face(table, train)
    return max(0, face.price - face_up(table, train).price) if face else 0


TrainDecision = KeepTrain | FlipTrain | ScrapTrain


@rule("train-came-along")
def waits_for_a_decision(table: Table, action: TrainDecision) -> Refused | None:
    return None if action.train in waiting_trains(table) else refused(train=action.train)


@rule("keep-within-limit")
def there_is_a_place(table: Table, action: KeepTrain | FlipTrain) -> Refused | None:
    deal = table.here(AcquisitionFacts)
    held = len(trains_of(table.state, deal.buyer)) - len(waiting_trains(table))
    limit = train_limit(table, deal.buyer)
    return refused(company=deal.buyer, held=held, limit=limit) if held >= limit else None


@rule("flip-face")
def card_has_a_living_face(table: Table, action: FlipTrain) -> Refused | None:
    face = own_size_face(table, action.train)
    if face is not None and face.kind not in books(table).rusted and face != face_up(table, action.train):
        return None
    return refused(train=action.train)


@rule("flip-cost")
def can_pay_for_the_flip(table: Table, action: FlipTrain) -> Refused | None:
    cost, treasury = flip_cost(table, action.train), table.state.cash[table.here(AcquisitionFacts).buyer]
    return refused(cost=cost, treasury=treasury) if cost > treasury else None


def _decided(table: Table, train: TrainId) -> None:
    table.note(trains=tuple(waiting for waiting in table.here(AcquisitionFacts).trains if waiting != train))


def keep_train(table: Table, action: KeepTrain) -> None:
    _decided(table, action.train)


def flip_train(table: Table, action: FlipTrain) -> None:
    """[VIII.9.7] A sale of the new face for rusting; no phase begins."""
    buyer, cost = table.here(AcquisitionFacts).buyer, flip_cost(table, action.train)
    face = own_size_face(table, action.train)
    assert face is not None
    table.pay(cost, source=buyer, to=BANK)
    table.give_train(action.train, to=buyer, face=face.name)
    table.tell("train-flipped", company=buyer, train=face.name, amount=cost)
    _decided(table, action.train)
    rust(table, (face,))


def scrap_train(table: Table, action: ScrapTrain) -> None:
    """[VIII.9.6] Out of the game, not to the pool."""
    table.tell("train-scrapped", company=table.here(AcquisitionFacts).buyer, train=face_up(table, action.train).name)
    table.give_train(action.train, to=SCRAP)
    _decided(table, action.train)


KEEP_TRAIN = Move(
    KeepTrain,
    lambda table: (Offer(KeepTrain(train)) for train in waiting_trains(table)),
    (waits_for_a_decision, there_is_a_place),
    keep_train,
)
FLIP_TRAIN = Move(
    FlipTrain,
    lambda table: (Offer(FlipTrain(train)) for train in waiting_trains(table)),
    (waits_for_a_decision, card_has_a_living_face, there_is_a_place, can_pay_for_the_flip),
    flip_train,
)
SCRAP_TRAIN = Move(
    ScrapTrain,
    lambda table: (Offer(ScrapTrain(train)) for train in waiting_trains(table)),
    (waits_for_a_decision,),
    scrap_train,
)


def deciding_on_trains(*others: Move[Any]) -> Step:
    """[VIII.3 ¶2] `others`: what a company may do at any moment, as to sell a local that has just come along."""

    def decide_on_trains(table: Table) -> Ask | None:
        """[VIII.9.6] [VIII.9.8] Keep, flip or scrap each of them, in any order."""
        deal = table.here(AcquisitionFacts)
        if not waiting_trains(table):
            return None
        about = Message("decide-on-train", {"company": deal.buyer, "target": deal.target})
        return asked_of(director_of(table, deal.buyer), (KEEP_TRAIN, FLIP_TRAIN, SCRAP_TRAIN, *others), about)

    return decide_on_trains


def acquisition_script(*others: Move[Any]) -> tuple[Step, ...]:
    return (
        pay_the_holders,
        take_money_and_locals,
        take_stations,
        choose_between_doubled_stations,
        take_trains,
        close_the_company,
        deciding_on_trains(*others),
    )
