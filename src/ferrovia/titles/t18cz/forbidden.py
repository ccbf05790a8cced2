"""What people try although no rule offers it: the rulebook says why not, and so do we."""

from ferrovia.engine.play import Move, Refused, Table, refused, rule
from ferrovia.titles.t18cz.locals import SellLocal
from ferrovia.titles.t18cz.stock import SellShares


@rule("no-local-sale")
def is_not_sold_by_players(table: Table, action: SellLocal) -> Refused | None:
    """[VII.6.3.c] A player's local cannot be sold in a stock round."""
    return refused(local=action.local)


@rule("no-shares-for-trains")
def is_not_sold_in_an_emergency(table: Table, action: SellShares) -> Refused | None:
    """[VIII.11.8] Money for a train is borrowed, not raised by selling shares."""
    return refused(company=action.company)


def do_nothing(table: Table, action: object) -> None:
    """Never played: the check always refuses."""


SELL_LOCAL_AS_PLAYER = Move(SellLocal, lambda table: (), (is_not_sold_by_players,), do_nothing)
SELL_SHARES_FOR_TRAIN = Move(SellShares, lambda table: (), (is_not_sold_in_an_emergency,), do_nothing)
