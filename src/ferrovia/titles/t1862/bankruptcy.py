"""[7.12] Bankruptcy: without a train that can be paid, or worth nothing."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import CompanyId
from ferrovia.model.state import trains_of
from ferrovia.rules.rounds import CompanyTurn
from ferrovia.titles.t1862.companies import leave_behind, put_back_on_offer
from ferrovia.titles.t1862.market import is_worthless
from ferrovia.titles.t1862.material import box, pay_from_bank, sale_value, variant


def go_bankrupt(table: Table, company: CompanyId) -> None:
    """[7.12] Players get what their shares are worth; everything else is lost, and the company is on offer again."""
    worth = sale_value(box(table), table.state, company)
    table.tell("bankrupt", company=company, price=worth)
    for player in table.state.players:
        shares = box(table).papers.shares(table.state, player, company)
        if shares and worth:
            pay_from_bank(table, shares * worth, to=player)
            table.tell("compensated", company=company, player=player, shares=shares, amount=shares * worth)
    if variant(table).sells_estates:
        for train in trains_of(table.state, company):
            leave_behind(table, train, company)
    put_back_on_offer(table, company)
    end_its_turn(table, company)


def go_bankrupt_if_worthless(table: Table, company: CompanyId) -> None:
    """[7.12] On the lowest space of the market."""
    if is_worthless(table, company):
        go_bankrupt(table, company)


def end_its_turn(table: Table, company: CompanyId) -> None:
    """Its turn is over at once, whatever was going on in it."""
    if any(isinstance(frame.facts, CompanyTurn) and frame.facts.company == company for frame in table.state.stack):
        table.amend(CompanyTurn, over=True)
