"""Privates: their income, what becomes of those that nobody buys, and how companies buy them from players."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from ferrovia.engine.play import Ask, Table
from ferrovia.model.box import Private
from ferrovia.model.ids import BANK, IPO, SCRAP, CertId, Owner
from ferrovia.model.message import Message
from ferrovia.rules.consent import Agree, ConsentFacts, Reject, asking, carrying_out
from ferrovia.rules.money import treasury_has_the_amount
from ferrovia.rules.privates import at_most, buying_private, handing_over, of_a_player, paying_income, remove_unsold
from ferrovia.rules.rounds import CompanyTurn
from support.little import ANA, BEN, BOX, RED, a_little_title, a_state, why
from support.toy import a_title

MINE, MILL = CertId("mine"), CertId("mill")
PRIVATES = {MINE: Private(name="Mine", income=10), MILL: Private(name="Mill", income=5)}


@dataclass(frozen=True, slots=True)
class BuyWorks:
    works: CertId
    amount: int


def highest(table: Table, works: CertId) -> int:
    return {MINE: 60, MILL: 200}[works]


FROM_A_PLAYER, PRICE = of_a_player("from-player", "works"), at_most("price", "works", highest, "works")
BUY = buying_private(BuyWorks, "works", highest, FROM_A_PLAYER, PRICE, treasury_has_the_amount("money"))


def ask_red(table: Table) -> Ask:
    return Ask(ANA, (BUY,), Message("buy", {}))


def a_table(mine: str = "Ben", mill: str = "RED", step: Any = ask_red) -> Table:
    """RED, whose director is Ana, has its turn and 100."""
    title = a_little_title(step, BuyWorks)
    scripts = {**title.scripts, "consent": (asking(), carrying_out({"works": handing_over("works")}))}
    both = a_title(scripts, actions=(BuyWorks, Agree, Reject), facts=(CompanyTurn, ConsentFacts))
    state = a_state()
    state.certs |= {MINE: Owner(mine), MILL: Owner(mill)}
    state.stack[0] = replace(state.stack[0], at=step.__name__)
    return Table(replace(title, scripts=scripts, facts=both.facts, data=replace(BOX, privates=PRIVATES)), state, ANA)


def test_privates_pay_whoever_owns_them_player_or_company() -> None:
    table = a_table()
    paying_income("works-paid", "works")(table)
    assert (table.state.cash[BEN], table.state.cash[RED], table.state.cash[BANK]) == (10, 105, -15)
    told = table.events[0]
    assert (told.key, told.params) == ("works-paid", {"works": MINE, "owner": BEN, "amount": 10})


@pytest.mark.parametrize("owner", [IPO, SCRAP])
def test_a_private_that_nobody_owns_pays_nothing(owner: str) -> None:
    table = a_table(mine=owner, mill=owner)
    paying_income("works-paid", "works")(table)
    assert table.state.cash[BANK] == 0


def test_what_nobody_has_bought_leaves_the_game() -> None:
    table = a_table(mine="Ben", mill=IPO)
    remove_unsold(table)
    assert (table.state.certs[MINE], table.state.certs[MILL]) == (BEN, SCRAP)


@pytest.mark.parametrize(("owner", "refused"), [("Ben", False), ("BLUE", True), (IPO, True)])
def test_companies_buy_privates_only_from_players(owner: str, refused: bool) -> None:
    reason = why(FROM_A_PLAYER, a_table(mine=owner), BuyWorks(MINE, 1))
    assert reason == (("from-player", {"works": MINE}) if refused else None)


@pytest.mark.parametrize(("amount", "refused"), [(0, True), (1, False), (60, False), (61, True)])
def test_a_private_has_a_highest_price(amount: int, refused: bool) -> None:
    reason = why(PRICE, a_table(), BuyWorks(MINE, amount))
    assert reason == (("price", {"works": MINE, "amount": amount, "most": 60}) if refused else None)


def test_what_players_own_is_offered_up_to_the_price_and_the_treasury() -> None:
    table = a_table(mine="Ben", mill="Ana")
    assert [(o.action.works, o.amount and o.amount.high) for o in BUY.offers(table)] == [(MINE, 60), (MILL, 100)]
    table.state.cash[RED] = 0
    assert not list(BUY.offers(table))


def test_the_owner_must_agree() -> None:
    table = a_table()
    BUY.apply(table, BuyWorks(MINE, 40))
    asked, deal = table.run_until_asked(), table.state.stack[-1]
    assert asked is not None and (asked.who, asked.about.key) == (BEN, "consent-works")
    assert deal.facts == ConsentFacts(BEN, RED, "works", MINE, 40)
    table.state.stack[-1] = replace(deal, facts=replace(deal.facts, agreed=True))
    table.run_until_asked()
    assert (table.state.certs[MINE], table.state.cash[BEN], table.state.cash[RED]) == (RED, 40, 60)


def test_a_director_who_owns_the_private_is_not_asked() -> None:
    table = a_table(mine="Ana")
    BUY.apply(table, BuyWorks(MINE, 40))
    asked = table.run_until_asked()
    assert (table.state.certs[MINE], asked and asked.about.key) == (RED, "buy")
