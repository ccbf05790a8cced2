"""[7.5.6] [7.5.7] What the survivor of a merger takes over, and the new start of the company that ends."""

from dataclasses import dataclass

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Ask, Refused, Table, refused, rule
from ferrovia.model.board import place_of
from ferrovia.model.ids import CompanyId, StopId
from ferrovia.model.message import Message
from ferrovia.rules.takeover import take_trains
from ferrovia.titles.t1862 import companies
from ferrovia.titles.t1862.launch import who_decides
from ferrovia.titles.t1862.market import is_worthless
from ferrovia.titles.t1862.material import books, box, variant
from ferrovia.titles.t1862.merging import MergingFacts


@dataclass(frozen=True, slots=True)
class RemoveStation:
    stop: StopId


def the_two(table: Table) -> tuple[CompanyId, CompanyId]:
    """The survivor and the company that ends."""
    merge = table.here(MergingFacts)
    assert merge.other is not None
    return merge.survivor, merge.other


# -------------------------------------------------------------------------------------------------- trains and permits


def take_trains_and_permits(table: Table) -> None:
    """[7.5.6] [6.5.4.3] All trains with their warranties, above the limit too; what either could run, both can.

    Money and shares were joined before. [5.2.4]
    """
    survivor, other = the_two(table)
    take_trains(table, other, to=survivor)
    permits = books(table).permits
    joined = dict.fromkeys((*permits.get(survivor, ()), *permits.get(other, ())))
    table.keep(permits={**permits, survivor: tuple(joined)})


def turn_the_par_marker(table: Table) -> None:
    """[7.5.4] To the side without charter, unless both companies had one; nothing follows from it any more."""
    survivor, other = the_two(table)
    chartered = books(table).chartered
    if other not in chartered:
        table.keep(chartered=tuple(company for company in chartered if company != survivor))


# ------------------------------------------------------------------------------------------------------------- stations


def remove_doubled_stations(table: Table) -> None:
    """[7.5.6] Where both stand, in London too, one station is lost."""
    survivor, other = the_two(table)
    board, london = table.state.board, box(table).london if companies.has_london(table, survivor) else ()
    own = {place_of(stop)[0] for stop in board.stations_of(survivor)}
    doubled = [stop for stop in board.stations_of(other) if place_of(stop)[0] in own or stop in london]
    for stop in doubled:
        companies.take_station(table, other, stop)
    table.tell("stations-joined", company=survivor, other=other, lost=len(doubled))


def stations_of_both(table: Table) -> dict[StopId, CompanyId]:
    """Where the two stand, and which of them."""
    return {stop: company for company in the_two(table) for stop in table.state.board.stations_of(company)}


@rule("remove-not-home")
def is_not_the_home(table: Table, action: RemoveStation) -> Refused | None:
    survivor = the_two(table)[0]
    return refused(company=survivor, stop=action.stop) if action.stop == companies.home_stop(table, survivor) else None


def remove_station(table: Table, action: RemoveStation) -> None:
    company = stations_of_both(table)[action.stop]
    companies.take_station(table, company, action.stop)
    table.tell("station-removed", company=company, stop=action.stop)


REMOVE_STATION = choosing(
    RemoveStation,
    "remove-own-station",
    stations_of_both,
    remove_station,
    is_not_the_home,
    figures=lambda table: {"company": the_two(table)[0]},
)


def choose_stations_to_give_up(table: Table) -> Ask | None:
    """[7.5.6] [11.4] Above the limit the director, perhaps a new one, chooses which leave the map."""
    survivor, limit = the_two(table)[0], variant(table).most_tokens
    excess = len(stations_of_both(table)) - limit
    if excess <= 0 or is_worthless(table, survivor):
        return None
    about = Message("remove-station", {"company": survivor, "excess": excess, "limit": limit})
    return Ask(who_decides(table, survivor), (REMOVE_STATION,), about)


def take_stations(table: Table) -> None:
    """[7.5.6] [11.4] Those on the map are replaced where they are; unplaced ones are added up, up to the limit."""
    survivor, other = the_two(table)
    for stop in table.state.board.stations_of(other):
        companies.replace_station(table, stop, other, by=survivor)
    tokens = table.state.tokens
    room = variant(table).most_tokens - len(table.state.board.stations_of(survivor))
    kept = max(0, min(room, tokens[survivor] + tokens[other]))
    table.give_tokens(survivor, kept - tokens[survivor])
    table.give_tokens(other, -tokens[other])


# ------------------------------------------------------------------------------------------------------------ new start


def offer_the_other_again(table: Table) -> None:
    """[7.5.7] Its papers are collected; it can be started again, with its first permit."""
    other = the_two(table)[1]
    companies.put_back_on_offer(table, other)
    table.tell("company-on-offer-again", company=other)


STEPS = (
    take_trains_and_permits,
    turn_the_par_marker,
    remove_doubled_stations,
    choose_stations_to_give_up,
    take_stations,
    offer_the_other_again,
)
