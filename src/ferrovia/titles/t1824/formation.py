"""[IV.3.5] [IV.4.4] A Staatsbahn forms: shares, capital, assets, director, stations, trains."""

from dataclasses import dataclass, field, replace

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import First, Move, Step, Table, Then
from ferrovia.model.ids import BANK, IPO, CompanyId, PlayerId, StopId
from ferrovia.rules.directors import director_of, swap_directors_certificate
from ferrovia.rules.stations import clear_station
from ferrovia.rules.takeover import doubled_stations, leave_the_game, replace_station, settling_doubled_stations
from ferrovia.rules.trains import SurplusFacts
from ferrovia.titles.t1824.companies import hand_over_railway
from ferrovia.titles.t1824.material import books, box
from ferrovia.titles.t1824.stations import home_of, put_home


@dataclass(frozen=True, slots=True)
class FormationFacts:
    """The Staatsbahn that forms, and who owned its first, second, third railway."""

    company: CompanyId
    founders: tuple[PlayerId, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class TakeBackStation:
    stop: StopId


def form_what_is_due(table: Table) -> First | None:
    """[IV.3.5] [IV.4.4.2] At the end of the round, in the order SD, UG, KK."""
    due = [company for company in box(table).of_kind["staatsbahn"] if company in books(table).due]
    return First("formation", FormationFacts(due[0])) if due else None


def pay_formation_capital(table: Table) -> None:
    """[IV.4.4.5] [IV.4.4.7] 120 for each share that no railway of it is exchanged for."""
    company, material = table.here(FormationFacts).company, box(table)
    table.keep(due=tuple(c for c in books(table).due if c != company))
    table.note(founders=tuple(director_of(table, r) for r in material.promised(table.state, company)))
    capital = material.formation_capital(table.state, company)
    table.float_company(company)
    table.pay(capital, source=BANK, to=company)
    table.tell("staatsbahn-formed", company=company, amount=capital)


def take_over_railways(table: Table) -> None:
    """[IV.4.4.3] [IV.4.4.6] Owners get the reserved shares; money, trains and stations go to the Staatsbahn."""
    company = table.here(FormationFacts).company
    for railway in box(table).promised(table.state, company):
        owner = director_of(table, railway)
        hand_over_railway(table, railway, owner=owner, to=company)
        for stop in table.state.board.stations_of(railway):
            replace_station(table, stop, railway, by=company)
            table.give_tokens(railway, 1)
            table.give_tokens(company, -1)
        leave_the_game(table, railway)
        table.tell("railway-exchanged", player=owner, railway=railway, company=company)


def choose_first_director(table: Table) -> None:
    """[IV.4.4.4] The highest percentage, at least 20; of equals the owner of number 1, 2, 3, then by priority."""
    forming, papers = table.here(FormationFacts), box(table).papers
    company = forming.company
    held = {p: papers.percent(table.state, p, company) for p in dict.fromkeys((*forming.founders, *table.state.order))}
    first = box(table).first_director(company, held)
    holder = table.state.certs[papers.directors_certificate(company).id]
    if first is not None and holder != first:
        swap_directors_certificate(table, company, old=holder if holder in table.state.players else IPO, new=first)


def place_home_if_none(table: Table) -> None:
    """[IV.4.4.6] Without any railway: a free station in the home of its first one."""
    company = table.here(FormationFacts).company
    if not table.state.board.stations_of(company):
        put_home(table, company)


# ------------------------------------------------------------------------------------------------- two stations in Wien


def give_station_back(table: Table, stop: StopId, company: CompanyId) -> None:
    clear_station(table, stop, company)
    table.tell("station-taken-back", company=company, stop=stop)


def whose_station(table: Table) -> CompanyId:
    return table.here(FormationFacts).company


def take_back(table: Table, action: TakeBackStation) -> None:
    give_station_back(table, action.stop, whose_station(table))


def to_take_back(table: Table) -> list[StopId]:
    return doubled_stations(table, whose_station(table))


TAKE_BACK = choosing(TakeBackStation, "take-back-doubled", to_take_back, take_back)


def take_back_on_site(table: Table, action: TakeBackStation) -> None:
    """There the token of the first railway lies under the others again, and is as free as it was."""
    company = table.here(FormationFacts).company
    if action.stop == home_of(table, box(table).predecessors[company][0]):
        table.keep(last_for_nothing=company)
    take_back(table, action)


def merge_stations_in_one_city(table: Table) -> None:
    """[VII.8.5] Two in one city: it does not matter which goes back."""
    company = table.here(FormationFacts).company
    doubled = doubled_stations(table, company)
    if len(doubled) == 1:
        give_station_back(table, doubled[0], company)


def choosing_station(move: Move[TakeBackStation]) -> Step:
    """[VII.8.5] Two in different circles of one hex: the director says which goes back."""
    return settling_doubled_stations(whose_station, move, question="take-back-station")


choose_station = choosing_station(TAKE_BACK)
choose_station_on_site = choosing_station(replace(TAKE_BACK, apply=take_back_on_site))


def discard_its_surplus(table: Table) -> Then:
    """[VII.11.11] [IV.4.4.6] What is above its limit leaves the game, at its director's choice."""
    return Then("surplus trains", SurplusFacts((table.here(FormationFacts).company,)))


def take_back_stations(table: Table) -> First | None:
    """The site asks at the start of the next round."""
    doubled = [c for c in box(table).of_kind["staatsbahn"] if doubled_stations(table, c)]
    return First("taking back", FormationFacts(doubled[0])) if doubled else None


FORMING: tuple[Step, ...] = (
    pay_formation_capital,
    take_over_railways,
    choose_first_director,
)
