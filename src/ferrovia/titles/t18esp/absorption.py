"""[4.6] [4.6.1] A southern company absorbs a minor."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, refused, rule
from ferrovia.model.ids import BANK, IPO, POOL, CompanyId, Owner, PlayerId, StopId
from ferrovia.model.message import Message
from ferrovia.rules.consent import propose
from ferrovia.rules.directors import Order, director_of, settle_director
from ferrovia.rules.rounds import asked_of, ending, is_done, operating
from ferrovia.rules.stations import clear_station, has_no_station_on_that_hex
from ferrovia.rules.takeover import take_trains, take_treasury
from ferrovia.titles.t18esp.facts import AbsorptionFacts, Turn
from ferrovia.titles.t18esp.homes import base_stops, may_still_absorb
from ferrovia.titles.t18esp.launch import release_reserved_share
from ferrovia.titles.t18esp.material import MADRID_LINES, books, box, pioneers_of
from ferrovia.titles.t18esp.objectives import reach_objective
from ferrovia.titles.t18esp.phases import give_up_reserved_shares, remove_minor, return_surplus
from ferrovia.titles.t18esp.pioneers import move_tenders
from ferrovia.titles.t18esp.stations import has_a_station_left

Case = Literal[1, 2, 3]
"""[4.6.1] The minor has run a train, has not, or was never launched."""


@dataclass(frozen=True, slots=True)
class Absorb:
    company: CompanyId


@dataclass(frozen=True, slots=True)
class EndAbsorption:
    pass


@dataclass(frozen=True, slots=True)
class TakeStation:
    """[4.6] The company's own station takes the place of the minor's, for nothing."""

    stop: StopId


@dataclass(frozen=True, slots=True)
class KeepStation:
    """[4.6] The station stays on the charter."""


# ------------------------------------------------------------------------------------------------------------ checks


def case_of(table: Table, minor: CompanyId) -> Case:
    if minor not in table.state.floated:
        return 3
    return 1 if minor in books(table).has_run else 2


def cost_of(table: Table, minor: CompanyId) -> int:
    """[4.6] [4.6.1] The minor's price, or a fixed sum for one that was never launched."""
    if minor in table.state.floated:
        return box(table).price(table.state, minor)
    return box(table).numbers.charges.minor_never_launched


def refused_in_its_case(table: Table, action: Absorb, **figures: Any) -> Refused:
    """What a refusal tells besides its own figures: who absorbs whom, and which case of [4.6.1] that is."""
    return refused(company=operating(table), minor=action.company, case=case_of(table, action.company), **figures)


@rule("absorb-southern")
def is_a_southern_major(table: Table, action: Absorb) -> Refused | None:
    company = operating(table)
    return None if box(table).is_southern_major(company) else refused(company=company)


@rule("absorb-minor")
def is_a_minor_in_the_game(table: Table, action: Absorb) -> Refused | None:
    there = box(table).is_minor(action.company) and action.company not in table.state.closed
    return None if there else refused(minor=action.company)


@rule("absorb-phase")
def absorbing_has_begun(table: Table, action: Absorb) -> Refused | None:
    begun = box(table).is_reached(table.state, "3")
    return None if begun else refused_in_its_case(table, action, phase=table.state.phase)


@rule("absorb-case-4")
def was_launched_in_time(table: Table, action: Absorb) -> Refused | None:
    company = operating(table)
    return None if company in books(table).staged else refused(company=company, case=4)


@rule("absorb-once")
def has_absorptions_left(table: Table, action: Absorb) -> Refused | None:
    return None if may_still_absorb(table, operating(table)) else refused_in_its_case(table, action)


@rule("absorb-has-run")
def minor_has_run(table: Table, action: Absorb) -> Refused | None:
    """[4.6] [4.6.1] Before phase 5 only a minor that has run a train; later any."""
    can = case_of(table, action.company) == 1 or box(table).is_reached(table.state, "5")
    return None if can else refused_in_its_case(table, action)


@rule("absorb-had-turn")
def minor_has_had_a_turn(table: Table, action: Absorb) -> Refused | None:
    """The site asks only that it has had a turn."""
    return None if action.company in table.state.operated else refused_in_its_case(table, action)


@rule("absorb-sold-out")
def is_not_sold_out(table: Table, action: Absorb) -> Refused | None:
    """On the site players must not hold all of the major."""
    company, papers = operating(table), box(table).papers
    held = papers.percent_of_all(table.state, table.state.players, company)
    return refused(company=company) if held == 100 else None


@rule("absorb-refused")
def director_has_not_said_no(table: Table, action: Absorb) -> Refused | None:
    return refused_in_its_case(table, action) if action.company in table.here(Turn).refused else None


@rule("absorb-money")
def treasury_holds_the_price(table: Table, action: Absorb) -> Refused | None:
    """[4.6] Beforehand: what the minor has does not help to pay for it."""
    cost, treasury = cost_of(table, action.company), table.state.cash[operating(table)]
    return refused_in_its_case(table, action, cost=cost, treasury=treasury) if cost > treasury else None


@rule("absorb-before-trains")
def comes_before_trains(table: Table, action: Absorb) -> Refused | None:
    return refused(company=operating(table))


def minors_in_the_game(table: Table) -> Iterator[Offer]:
    return (Offer(Absorb(minor)) for minor in box(table).minors if minor not in table.state.closed)


def propose_absorption(table: Table, action: Absorb) -> None:
    """[4.6] [4.6.1] The minor's director must agree, but not any more from phase 5 on."""
    company, minor = operating(table), action.company
    table.note(refused=(*table.here(Turn).refused, minor))
    if box(table).is_reached(table.state, "5"):
        begin_absorption(table, company, minor, cost_of(table, minor))
    else:
        propose(table, "minor", minor, cost_of(table, minor), owner=minor)


def begin_absorption(table: Table, buyer: CompanyId, subject: str, amount: int) -> None:
    minor = CompanyId(Owner(subject))
    table.interrupt("absorption", AbsorptionFacts(buyer, minor, case_of(table, minor)))


def absorbing_move(*minor_rules: Check[Absorb]) -> Move[Absorb]:
    """[4.6] `minor_rules`: which minors may be absorbed."""
    checks = (
        is_a_southern_major,
        is_a_minor_in_the_game,
        absorbing_has_begun,
        was_launched_in_time,
        has_absorptions_left,
        *minor_rules,
        director_has_not_said_no,
        treasury_holds_the_price,
    )
    return Move(Absorb, minors_in_the_game, checks, propose_absorption)


def not_any_more(absorb: Move[Absorb]) -> Move[Absorb]:
    """[4] After the earnings and before the trains; afterwards the very condition that failed is told, if one did."""
    return Move(Absorb, no_minors, (*absorb.checks, comes_before_trains), absorb.apply)


def no_minors(table: Table) -> tuple[Offer, ...]:
    """It can still be asked why not, but nothing is offered."""
    return ()


END_ABSORPTION = ending(EndAbsorption, "absorption")


def absorbing(absorb: Move[Absorb], *others: Move[Any]) -> Step:
    """[4.6] Asked only where there is a minor to absorb."""

    def absorb_a_minor(table: Table) -> Ask | None:
        turn = table.here(Turn)
        if is_done(table, "absorption") or not any(absorb.legal(table)):
            return None
        about = Message("absorb", {"company": turn.company})
        return asked_of(director_of(table, turn.company), (absorb, END_ABSORPTION, *others), about)

    return absorb_a_minor


# ---------------------------------------------------------------------------------------------------------- the script


def pay_for_the_minor(table: Table) -> None:
    """[4.6] [4.6.1] Its director gets the price; for a minor never launched the bank does."""
    deal = table.here(AbsorptionFacts)
    cost = cost_of(table, deal.minor)
    to = BANK if deal.case == 3 else director_of(table, deal.minor)
    table.pay(cost, source=deal.company, to=to)
    table.tell("minor-absorbed", company=deal.company, minor=deal.minor, case=deal.case, amount=cost)


def take_what_it_has(table: Table) -> None:
    """[4.6] Money, trains, pioneers and tender; whoever has two tenders gives one to the open market."""
    deal, own = table.here(AbsorptionFacts), books(table)
    take_treasury(table, deal.minor, to=deal.company)
    take_trains(table, deal.minor, to=deal.company)
    for pioneer in pioneers_of(table, deal.minor):
        table.hand_over(pioneer, to=deal.company)
    if own.tenders.get(deal.minor):
        move_tenders(table, 1, source=deal.minor, to=POOL if own.tenders.get(deal.company) else deal.company)
    made = own.absorptions.get(deal.company, 0) + 1
    table.keep(absorptions={**books(table).absorptions, deal.company: made})


def credit_absorption(table: Table) -> None:
    """[5.1.1] [5.1.3] An objective, which also frees the exchange station."""
    reach_objective(table, table.here(AbsorptionFacts).company, "absorption")


# ------------------------------------------------------------------------------------------------------- its station


def places_for_station(table: Table) -> list[StopId]:
    """[4.6] Where the minor stands, or its base if it never stood there."""
    deal, board = table.here(AbsorptionFacts), table.state.board
    standing = board.stations_of(deal.minor)
    if standing:
        return standing
    return [stop for stop in base_stops(table, deal.minor) if board.free_slots(stop)]


@rule("swap-place")
def is_the_minors_place(table: Table, action: TakeStation) -> Refused | None:
    deal = table.here(AbsorptionFacts)
    there = action.stop in places_for_station(table)
    return None if there else refused(stop=action.stop, company=deal.minor)


@rule("swap-madrid")
def is_not_mzas_space(table: Table, action: TakeStation) -> Refused | None:
    """[4.6] The space of MZ stays MZA's, if MZA is in the game."""
    minor, major = MADRID_LINES
    kept = table.here(AbsorptionFacts).minor == minor and major not in table.state.closed
    return refused(stop=action.stop) if kept else None


def take_station(table: Table, action: TakeStation) -> None:
    deal = table.here(AbsorptionFacts)
    for stop in table.state.board.stations_of(deal.minor):
        clear_station(table, stop, deal.minor)
    table.station(action.stop, deal.company, beyond=not table.state.board.free_slots(action.stop))
    table.note(swapped=True)
    table.tell("station-taken-over", company=deal.company, stop=action.stop)


TAKE_STATION = Move(
    TakeStation,
    lambda table: (Offer(TakeStation(stop)) for stop in places_for_station(table)),
    (is_the_minors_place, is_not_mzas_space, has_no_station_on_that_hex, has_a_station_left),
    take_station,
)
KEEP_STATION = plain(KeepStation, lambda table, action: table.note(swapped=False), passive=True)


def decide_about_station(table: Table) -> Ask | None:
    """[4.6] Asked only where the station could be taken over."""
    deal = table.here(AbsorptionFacts)
    if deal.swapped is not None or not any(TAKE_STATION.legal(table)):
        return None
    about = Message("take-station", {"company": deal.company, "minor": deal.minor})
    return asked_of(director_of(table, deal.company), (TAKE_STATION, KEEP_STATION), about)


# ----------------------------------------------------------------------------------------------------------- its share


def give_reserved_share(table: Table, company: CompanyId, minor: CompanyId, case: Case) -> None:
    """[4.6] [4.6.1] The reserved share goes to the director of a minor that has run, else to the bank."""
    if case == 1:
        hand_share(table, company, director_of(table, minor), source=company)
    else:
        release_reserved_share(table, company)


def give_last_share(table: Table, company: CompanyId, minor: CompanyId, case: Case) -> None:
    """The site gives the last share that the bank has."""
    hand_share(table, company, director_of(table, minor), source=IPO)


def hand_share(table: Table, company: CompanyId, player: PlayerId, *, source: Owner) -> None:
    certs = box(table).papers.ordinary(table.state, source, company)
    if certs:
        table.hand_over(certs[-1].id, to=player)
        table.tell("share-for-minor", player=player, company=company, percent=certs[-1].percent)


ShareOfMinor = Callable[[Table, CompanyId, CompanyId, Case], None]


def absorption_scripts(share: ShareOfMinor, order: Order) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """[4.6] The absorption as the rulebook has it, and as the site does, which asks first and gives nothing for it.

    `share`: what the minor's director gets; `order`: of equal holders, who becomes director.
    """

    def hand_over_the_share(table: Table) -> None:
        """[4.6] He may thereby hold more than the limit, and become director."""
        deal = table.here(AbsorptionFacts)
        share(table, deal.company, deal.minor, deal.case)
        settle_director(table, deal.company, order(table))

    def retire_the_minor(table: Table) -> None:
        """[4.6] [4.6.1] The minor leaves the game; reserved shares nobody can earn any more are for sale."""
        remove_minor(table, table.here(AbsorptionFacts).minor)
        if box(table).is_reached(table.state, "5"):
            give_up_reserved_shares(table)

    taking = (pay_for_the_minor, take_what_it_has)
    leaving = (hand_over_the_share, retire_the_minor)
    printed = (*taking, return_surplus, credit_absorption, decide_about_station, *leaving)
    return printed, (decide_about_station, *taking, *leaving)
