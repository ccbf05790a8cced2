"""[V] [VIII.2] [X.1] The course of the game: the draft, then eight sets of a stock round and operating rounds."""

from dataclasses import replace

from ferrovia.engine.play import END, End, First, Step, Table, Then
from ferrovia.model.ids import PlayerId
from ferrovia.model.state import State
from ferrovia.titles.t18cz.facts import CompanyTurn, DraftFacts, GameFacts, OperatingFacts, RenewalFacts, StockFacts
from ferrovia.titles.t18cz.locals import pay_local_income, set_local_value
from ferrovia.titles.t18cz.market import operating_order
from ferrovia.titles.t18cz.material import Books, Material, books, box, price
from ferrovia.titles.t18cz.phases import export_top_card
from ferrovia.titles.t18cz.vaclav import plays, receive_company_if_due


def vaclav_receives_first_company(table: Table) -> None:
    """Two players: a small company at set-up."""
    receive_company_if_due(table)


def hold_the_draft(table: Table) -> Then:
    """[VI] Once, before the first stock round."""
    return Then("draft", DraftFacts())


def play_the_sets(table: Table) -> First | End:
    """[V] A stock round, the operating rounds of the set, then an export; after the last set the game is over."""
    course, game = box(table).numbers.course.sets, table.here(GameFacts)
    if not game.stock_round_done:
        facts = StockFacts(number=game.sets_done + 1, player=books(table).order[0])
        return First("stock round", facts, remember=replace(game, stock_round_done=True))
    if game.rounds_done < len(course[game.sets_done]):
        return First("operating round", OperatingFacts(), remember=replace(game, rounds_done=game.rounds_done + 1))
    if game.sets_done + 1 == len(course):
        return END
    return First("end of set", remember=GameFacts(sets_done=game.sets_done + 1))


def export_or_renew(table: Table) -> Then | None:
    """[VIII.13] The top card is exported; with two players Vaclav's companies renew their trains instead."""
    if plays(table):
        return Then("vaclav renews all", RenewalFacts(()))
    export_top_card(table)
    return None


def fix_the_order(table: Table) -> None:
    """[VIII.2] Only the operating company's own price moves during the round, so the order is fixed now."""
    table.note(companies=operating_order(table))


def operate_in_order(table: Table) -> First | None:
    """[VIII.2] One turn each; a company that was acquired before its turn does not operate."""
    operating, own = table.here(OperatingFacts), books(table)
    left = [at for at, company in enumerate(operating.companies) if at >= operating.done and company not in own.closed]
    if not left:
        return None
    company = operating.companies[left[0]]
    turn = CompanyTurn(company, first=company not in own.has_operated)
    return First("company turn", turn, remember=replace(operating, done=left[0] + 1))


def note_the_first_turn(table: Table) -> None:
    turn, own = table.here(CompanyTurn), books(table)
    if turn.first:
        table.keep(has_operated=(*own.has_operated, turn.company))


OPERATING_ROUND = (set_local_value, pay_local_income, fix_the_order, operate_in_order)
GAME_SCRIPT: tuple[Step, ...] = (vaclav_receives_first_company, hold_the_draft, play_the_sets)


def final_scores(state: State, material: Material) -> dict[PlayerId, int]:
    """[X.2.2] Cash, shares at market price, own locals, less debt and penalty."""
    own: Books = state.extras
    scores: dict[PlayerId, int] = {}
    for player in state.players:
        shares = sum(
            material.papers.shares(state, player, company) * price(material, state, company) for company in state.prices
        )
        locals_owned = sum(state.certs[local] == player for local in material.locals)
        owed = own.debt.get(player, 0) + own.penalty.get(player, 0)
        scores[player] = state.cash[player] + shares + locals_owned * material.numbers.locals.final_value - owed
    return scores
