"""[IV] [VI.5] [VII.4] Railways and companies: who decides for them, when they operate, how a regional opens."""

from dataclasses import dataclass

from ferrovia.engine.play import Table
from ferrovia.model.ids import IPO, CompanyId, PlayerId
from ferrovia.model.state import State
from ferrovia.model.values import made_often
from ferrovia.rules.directors import settle_director, swap_directors_certificate
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.rules.stock import float_with
from ferrovia.rules.takeover import take_trains, take_treasury
from ferrovia.rules.trains import give_up_surplus
from ferrovia.titles.t1824.material import Material, books, box


def director(table: Table, company: CompanyId) -> PlayerId | None:
    return box(table).director(table.state, company)


def is_uncontrolled(table: Table, company: CompanyId) -> bool:
    """[side 7] A Staatsbahn of which nobody has the director's certificate."""
    return box(table).kind(company) == "staatsbahn" and company in table.state.floated and not director(table, company)


def is_construction(table: Table, company: CompanyId) -> bool:
    return company in books(table).construction


# ----------------------------------------------------------------------------------------------------- a company's turn


@made_often
@dataclass(frozen=True, slots=True)
class Turn(CompanyTurn):
    """A company's turn, with what its director has sold to pay for a train."""

    sold_now: tuple[CompanyId, ...] = ()
    covered: int | None = None
    """The money at hand before the last share that the director has sold."""


def operating_order(state: State, material: Material) -> tuple[CompanyId, ...]:
    """[VII.4] Coal railways and Pre-Staatsbahnen by number, then companies by price."""
    running = state.running
    private = [railway for railway in material.private if railway in running]
    return (*private, *material.operating_order(state))


def order_now(table: Table) -> tuple[CompanyId, ...]:
    return operating_order(table.state, box(table))


# --------------------------------------------------------------------------------------------------- change of director


def settle_the_director(table: Table, company: CompanyId) -> None:
    """[VI.6.1] Whoever holds more than the director takes over; without a director there is nothing to take over."""
    if director(table, company) is not None:
        box(table).ways.settle(table, company)


def by_shares(table: Table, company: CompanyId) -> None:
    """[VI.6.2] [IV.2.13] The director's certificate goes with the directorship."""
    settle_director(table, company, table.state.order)


def settle_after_purchase(table: Table, company: CompanyId, buyer: PlayerId) -> None:
    """[VI.6.1] Before a Staatsbahn has formed there is nothing to direct: its certificate stays where it is."""
    if box(table).kind(company) != "staatsbahn" or (company in table.state.floated and director(table, company)):
        settle_the_director(table, company)
    elif company in table.state.floated or box(table).ways.claims_early:
        claim_certificate(table, company, buyer)


def claim_certificate(table: Table, company: CompanyId, player: PlayerId) -> None:
    """[side 8] [VII.11.11] Without number 1 the first player with 20% gives two shares for the director's certificate,
    and gives up the trains that went above the limit while there was nobody to choose."""
    papers = box(table).papers
    directors = papers.directors_certificate(company)
    if table.state.certs[directors.id] == IPO and papers.percent(table.state, player, company) >= directors.percent:
        swap_directors_certificate(table, company, old=IPO, new=player)
        if not box(table).ways.shareholders_decide:
            give_up_surplus(table, (company,))


# -------------------------------------------------------------------------------------------------------------- opening


def may_open(table: Table, company: CompanyId) -> bool:
    """[IV.4.2.2] [IV.4.3.2] [VI.5.1] Half of it, with the director's certificate, is in players' hands."""
    if box(table).kind(company) != "regional" or company in table.state.floated or company not in table.state.pars:
        return False
    return director(table, company) is not None and box(table).in_hands(table.state, company) >= 50


def open_if_due(table: Table, company: CompanyId) -> None:
    """[VI.5.1] At once; it operates from the next operating round on."""
    if may_open(table, company):
        float_with(table, company, box(table).issue_capital(table.state, company))


def open_what_is_due(table: Table) -> None:
    """[IV.2.14] At the end of the round in which coal railways had to be exchanged."""
    for company in books(table).opening:
        open_if_due(table, company)
    table.keep(opening=())


# ------------------------------------------------------------------------------------------------ what a railway leaves


def hand_over_railway(table: Table, railway: CompanyId, *, owner: PlayerId, to: CompanyId) -> None:
    """[IV.2.13] [IV.4.4.3] The owner gets the certificate kept for it, its company what it has."""
    table.hand_over(box(table).reserved[railway], to=owner)
    take_treasury(table, railway, to=to)
    take_trains(table, railway, to=to)
