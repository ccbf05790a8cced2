"""«Fase de reparto de dividendos», «Fase Chicago», «Final del juego»: what is paid, what opens, when it ends."""

from ferrovia.engine.play import END, End, Table, Then
from ferrovia.model.ids import BANK, CompanyId
from ferrovia.model.state import State
from ferrovia.titles.chicago_express.auction import auction_of_share
from ferrovia.titles.chicago_express.development import advance_scale
from ferrovia.titles.chicago_express.facts import ChicagoFacts
from ferrovia.titles.chicago_express.material import (
    MATERIAL,
    Railways,
    has_room,
    is_open,
    is_red,
    share_income,
    shares_of,
    sold,
    unsold,
)


def pay_dividend(table: Table, company: CompanyId) -> None:
    """[CE-7.2] Each share sold pays income / shares sold, rounded up for one share; the bank pays."""
    shares = sold(table.state, company)
    if not shares:
        return
    each = share_income(table.state, company, shares)
    for player in table.state.players:
        held = shares_of(table.state, player, company)
        if held:
            table.pay(held * each, source=BANK, to=player)
            table.tell("dividend", player=player, company=company, shares=held, each=each, amount=held * each)


# --------------------------------------------------------------------------------------------------- general dividends


def general_dividends_are_due(state: State) -> bool:
    """[CE-7.1] Two needles are red when a turn would start."""
    return sum(is_red(state, dial) for dial in MATERIAL.numbers.dials) >= MATERIAL.numbers.dividends.red_dials


def pay_general_dividends(table: Table) -> None:
    """[CE-7.2] Step 1: every company pays its shares."""
    number = table.own(Railways).dividends_paid + 1
    table.keep(dividends_paid=number)
    table.tell("general-dividends", number=number)
    for company in table.own(Railways).income:
        pay_dividend(table, company)


def end_the_game_if_due(table: Table) -> End | None:
    """[CE-7.3, CE-9.2] The game ends here if one of the conditions holds."""
    return END if end_conditions(table.state) else None


def turn_dials_back(table: Table) -> None:
    """[CE-7.4] Step 2: all needles to START."""
    table.keep(dials=dict.fromkeys(MATERIAL.numbers.dials, 0))


def develop_detroit(table: Table) -> None:
    """[CE-7.5] Step 3: Detroit grows by itself, with or without a locomotive."""
    advance_scale(table, MATERIAL.numbers.detroit.hex)


GENERAL_DIVIDENDS = (pay_general_dividends, end_the_game_if_due, turn_dials_back, develop_detroit)


# ------------------------------------------------------------------------------------------------------- Chicago phase


def pay_chicago_dividend(table: Table) -> None:
    """[CE-8.2] Only the company that has reached Chicago pays, with its income after the expansion."""
    company = table.here(ChicagoFacts).company
    table.tell("chicago-reached", company=company)
    pay_dividend(table, company)


def open_wabash(table: Table) -> None:
    """[CE-8.3] The first time: one locomotive on Fort Wayne for nothing, income 1, or 3 with a house there."""
    wabash = MATERIAL.numbers.wabash
    if is_open(table.state, wabash.company):
        return
    own, home = table.own(Railways), MATERIAL.companies[wabash.company].home
    income = wabash.income_with_house if home in own.houses else wabash.income
    table.place(wabash.company, home)
    table.keep(income={**own.income, wabash.company: income})
    table.note(wabash_opened=True)
    table.tell("wabash-opened", company=wabash.company, hex=home, income=income)


def auction_first_wabash_share(table: Table) -> Then | None:
    """[CE-8.4] Whoever reached Chicago auctions one share and acts first; no dial moves."""
    phase = table.here(ChicagoFacts)
    if not phase.wabash_opened:
        return None
    return Then("auction", auction_of_share(table, MATERIAL.numbers.wabash.company, phase.player))


CHICAGO_PHASE = (pay_chicago_dividend, open_wabash, auction_first_wabash_share)


# --------------------------------------------------------------------------------------------------------------- ending


def end_conditions(state: State) -> list[str]:
    """[CE-9.1] Which of the four conditions hold. None can become false again."""
    ending, detroit = MATERIAL.numbers.ending, MATERIAL.numbers.detroit.hex
    out_of_locomotives = sum(left == 0 for left in state.tokens.values())
    out_of_shares = sum(not unsold(state, company) for company in MATERIAL.companies)
    holds = {
        "locomotives": out_of_locomotives >= ending.companies_without_locomotives,
        "shares": out_of_shares >= ending.companies_without_shares,
        "houses": state.extras.house_supply <= ending.houses_left,
        "detroit": not has_room(state, detroit),
    }
    return [name for name, true in holds.items() if true]


def announce_the_end(table: Table) -> None:
    """[CE-9.2] Tells once that the next general dividends are the last."""
    reasons = [] if table.own(Railways).end_announced else end_conditions(table.state)
    if reasons:
        table.keep(end_announced=True)
        for reason in reasons:
            table.tell("end-in-sight", reason=reason)
