"""The two-player game: how Vaclav's companies get their trains."""

from ferrovia.engine.play import First, Table
from ferrovia.model.ids import SCRAP, CompanyId
from ferrovia.model.state import trains_of
from ferrovia.titles.t18cz.facts import RenewalFacts, VaclavFacts
from ferrovia.titles.t18cz.material import books, box
from ferrovia.titles.t18cz.phases import leave_the_stack, return_surplus, rust, top_card
from ferrovia.titles.t18cz.vaclav import ask_chance, take_certificates


def take_top_card(table: Table, company: CompanyId) -> None:
    """The top card, at the face of the company's size: a sale of that face. Where all his trains are replaced, this is
    done before anybody returns surplus ones."""
    train = top_card(table)
    card = box(table).card_of(train)
    face = next(face for face in card.faces if face.size == box(table).size(company))
    table.give_train(train, to=company, face=face.name)
    table.tell("train-taken", company=company, train=face.name)
    leave_the_stack(table, train)
    rust(table, (face,))
    if not any(frame.script == "vaclav renews all" for frame in table.state.stack):
        return_surplus(table)


def equip_new_company(table: Table) -> None:
    """A company that Vaclav receives gets its train at once."""
    company = table.here(VaclavFacts).company
    if company is not None:
        take_top_card(table, company)


def begin_renewal(table: Table) -> None:
    table.note(companies=books(table).vaclavs)


def renew_trains(table: Table) -> First | None:
    """At the end of a set, instead of an export: each company he had scraps its trains and takes the top card."""
    renewal = table.here(RenewalFacts)
    if not renewal.companies:
        return None
    return First("vaclav renews", RenewalFacts(renewal.companies[:1]), remember=RenewalFacts(renewal.companies[1:]))


def renew_one(table: Table) -> None:
    company = table.here(RenewalFacts).companies[0]
    for train in trains_of(table.state, company):
        table.give_train(train, to=SCRAP)
    take_top_card(table, company)


VACLAV_SCRIPTS = {
    "vaclav receives": (ask_chance, take_certificates, equip_new_company),
    "vaclav renews all": (begin_renewal, renew_trains, return_surplus),
    "vaclav renews": (renew_one,),
}
