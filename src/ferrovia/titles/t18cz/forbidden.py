"""What people try although no rule offers it: the rulebook says why not, and so do we."""

from ferrovia.engine.moves import forbidding, never
from ferrovia.rules.stock import SellShares
from ferrovia.titles.t18cz.locals import SellLocal

SELL_LOCAL_AS_PLAYER = forbidding(SellLocal, never("no-local-sale", "local"))
"""[VII.6.3.c] A player's local cannot be sold in a stock round."""
SELL_SHARES_FOR_TRAIN = forbidding(SellShares, never("no-shares-for-trains", "company"))
"""[VIII.11.8] Money for a train is borrowed, not raised by selling shares."""
