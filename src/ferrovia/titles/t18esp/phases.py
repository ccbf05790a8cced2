"""[6] Phases: what changes when the first train of a type is sold or exported."""

from collections.abc import Callable
from typing import Any

from ferrovia.engine.play import Move, Step, Table
from ferrovia.model.ids import BANK, SCRAP, CompanyId, TrainId
from ferrovia.rules import trains
from ferrovia.rules.takeover import leave_the_game
from ferrovia.rules.trains import (
    DiscardTrain,
    SurplusFacts,
    acting_first,
    export,
    giving_up_surplus,
    is_over_limit,
    letting_others_first,
    rust,
)
from ferrovia.titles.t18esp.facts import Turn
from ferrovia.titles.t18esp.launch import release_reserved_share
from ferrovia.titles.t18esp.material import STRAWBERRY_TRAIN, books, box, is_frozen
from ferrovia.titles.t18esp.pioneers import close_all_pioneers

FateOfMinors = Callable[[Table], None]
"""What becomes of the minors when phase 5 begins."""


def top_card(table: Table) -> TrainId:
    """[1.5.1] The next train of the pile."""
    return box(table).top_of_the_pile(table.state)


def renfe_is_founded(table: Table) -> bool:
    """[7] Two trains of the last type have left the pile."""
    name, number = top_card(table).rsplit("-", 1)
    return not box(table).cards[name].count and int(number) >= 2


def counted_trains(table: Table, company: CompanyId) -> list[TrainId]:
    return box(table).counted_trains(table.state, company)


# --------------------------------------------------------------------------------------------------------- the chain


def leave_the_pile(table: Table, train: TrainId, fate: FateOfMinors) -> None:
    """[6] What follows when a train was sold or exported: its phase, and what becomes obsolete with it."""
    if trains.leave_the_pile(table, train):
        phase = table.state.phase
        rust(table, lambda other, held: box(table).card_of(other).obsolete_in == phase)
        if phase == "5":
            close_all_pioneers(table)
            fate(table)
            give_up_reserved_shares(table)


def give_up_reserved_shares(table: Table) -> None:
    """[3.2.2] [4.6.1] Reserved shares that nobody can earn any more are for sale: those of companies not launched yet,
    and all of them once no frozen minor is left that has run a train."""
    state, own, material = table.state, books(table), box(table)
    left = any(minor in state.running and minor in own.has_run for minor in material.minors)
    for company in material.companies:
        if not left or company not in state.floated:
            release_reserved_share(table, company)


def minors_freeze(table: Table) -> None:
    """[4.6.1] Minors that nobody has absorbed stop where they are."""
    for minor in box(table).minors:
        if minor in table.state.running:
            table.tell("minor-frozen", company=minor)


def minors_close(table: Table) -> None:
    """The site closes all minors and pays the directors of those that have had a turn their price."""
    state, material = table.state, box(table)
    for minor in material.minors:
        if minor in state.closed:
            continue
        director = material.papers.director(state, minor)
        if director is not None and minor in state.operated:
            amount = material.price(state, minor)
            table.pay(amount, source=BANK, to=director)
            table.tell("minor-bought-out", company=minor, player=director, amount=amount)
        remove_minor(table, minor)


def remove_minor(table: Table, minor: CompanyId) -> None:
    """[4.6] Its certificate, its marker and its station leave the game, and whatever it still has."""
    table.pay(table.state.cash[minor], source=minor, to=BANK)
    leave_the_game(table, minor)
    tenders = dict(books(table).tenders)
    if tenders.pop(minor, 0):
        table.keep(tenders={**tenders, SCRAP: tenders.get(SCRAP, 0) + 1})
    table.tell("minor-gone", company=minor)


# ------------------------------------------------------------------------------------------------------ surplus trains


def has_surplus(table: Table, company: CompanyId) -> bool:
    return is_over_limit(table, company) and not is_frozen(box(table), table.state, company)


def return_surplus(table: Table) -> None:
    """[6] Whoever now has too many trains discards some at once: the operating company, then the others in order."""
    order = acting_first(table, box(table).operating_order(table.state))
    over = tuple(company for company in order if company not in table.state.closed and has_surplus(table, company))
    if over:
        table.interrupt("surplus trains", SurplusFacts(over, STRAWBERRY_TRAIN))


def return_surplus_of_pioneer_2(table: Table) -> None:
    """[2.2] The site lets a company keep a train that came with pioneer 2 until its earnings are settled."""
    turn = table.outer(Turn)
    if turn.paid and turn.resting is not None:
        return_surplus(table)


def discard(table: Table, train: TrainId) -> None:
    table.tell("train-given-up", company=table.state.trains[train].owner, train=table.state.trains[train].face)
    table.give_train(train, to=SCRAP)


LET_OTHERS_FIRST = letting_others_first(has_surplus)
"""On the site companies with too many trains discard in any order."""


def discarding_surplus(*others: Move[Any]) -> tuple[Step, ...]:
    """[6] Company by company; `others`: what may be done before."""
    return (giving_up_surplus(DiscardTrain, SCRAP, *others, is_over=has_surplus),)


# -------------------------------------------------------------------------------------------------------------- export


def export_top_card(table: Table, fate: FateOfMinors) -> None:
    """[4.9] The top train leaves the game; that counts as a sale."""
    train = top_card(table)
    export(table, train)
    leave_the_pile(table, train, fate)
    return_surplus(table)
