"""[IV.1] Local railways in the hands of companies: bought from players, sold to the bank."""

from dataclasses import dataclass

from ferrovia.engine.moves import choosing
from ferrovia.engine.play import Refused, Table, refused, refused_by, rule
from ferrovia.model.ids import BANK, SCRAP, CertId
from ferrovia.model.values import made_often
from ferrovia.rules.money import treasury_has_the_amount
from ferrovia.rules.phases import from_phase
from ferrovia.rules.privates import at_most, buying_private, handing_over, of_a_player, paying_income
from ferrovia.rules.rounds import operating
from ferrovia.titles.t18cz.material import LocalId, books, box, locals_of, numbers


@made_often
@dataclass(frozen=True, slots=True)
class BuyLocal:
    local: LocalId
    amount: int


@dataclass(frozen=True, slots=True)
class SellLocal:
    local: LocalId


# ----------------------------------------------------------------------------------------------------------- buying


companies_may_buy_locals = from_phase("locals-from-phase-b", numbers().locals.price_from_phase, "local")


@rule("local-suits-small")
def its_size_may_own_local(table: Table, action: BuyLocal) -> Refused | None:
    company, local = operating(table), action.local
    if box(table).suits(box(table).locals[local].size, company):
        return None
    if box(table).size(company) == "M":
        return refused_by("local-suits-medium", company=company, local=local)
    return refused(company=company, local=local)


def highest_price(table: Table, local: CertId) -> int:
    """[IV.1.3] This round's local value."""
    return books(table).local_value


BUY_LOCAL = buying_private(
    BuyLocal,
    "local",
    highest_price,
    of_a_player("local-from-player", "local"),
    companies_may_buy_locals,
    its_size_may_own_local,
    at_most("local-price-range", "local", highest_price),
    treasury_has_the_amount("treasury-pays-local"),
)
hand_local_over = handing_over("local")
"""[IV.1.4] The treasury pays the player."""


# ---------------------------------------------------------------------------------------------------------- selling


def own_locals(table: Table) -> list[LocalId]:
    return locals_of(table, operating(table))


def sell_local(table: Table, action: SellLocal) -> None:
    """[IV.1.8] For this round's local value; it leaves the game."""
    company, value = operating(table), books(table).local_value
    table.pay(value, source=BANK, to=company)
    table.hand_over(action.local, to=SCRAP)
    table.tell("local-sold", company=company, local=action.local, amount=value)


SELL_LOCAL = choosing(
    SellLocal, "own-local", own_locals, sell_local, figures=lambda table: {"company": operating(table)}
)


# ----------------------------------------------------------------------------------------------------------- income


def set_local_value(table: Table) -> None:
    """[IV.1.3] The marker moves: this operating round's value."""
    sets = box(table).numbers.course.sets
    values = [value for rounds in sets for value in rounds]
    now = books(table).local_value
    value = values[values.index(now) + 1] if now else values[0]
    table.keep(local_value=value)
    table.tell("local-value", value=value)


pay_local_income = paying_income("local-income", "local")
"""[VIII.2 ¶1] [IV.1.1] Each local pays its owner, player or company."""
