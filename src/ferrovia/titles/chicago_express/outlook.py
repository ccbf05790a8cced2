"""What the numbers of Chicago Express say about the time to come: dividends at incomes that grow with treasuries."""

from collections.abc import Mapping

from ferrovia.model.ids import CompanyId, PlayerId
from ferrovia.model.outlook import Foresight
from ferrovia.model.state import State
from ferrovia.titles.chicago_express.dividends import end_conditions
from ferrovia.titles.chicago_express.material import MATERIAL, railways, shares_of, sold, unsold

GUESSES: Mapping[str, float] = {
    "houses": 0.2,  # general dividends that each house brings that can be built before the end
    "detroit": 0.25,  # and each space that Detroit has left
    "shares": 0.04,  # and each unsold share of the three companies that are sold out first
    "income": 0.83,  # what is left of today's income for a holder at later dividends: shares become more
    "coin": 0.48,  # what a coin of a treasury adds to a later dividend of all shares together
    "spent": 7.0,  # coins of a treasury that are spent between two dividends
    "ground": 16.0,  # what a company's income grows by until a later dividend, wherever it stands
    "way": 0.85,  # how much less for each hex that is missing to Chicago
    "arrived": 8.0,  # how much less once it is there
    "lonely": 3.5,  # how much less while one share is sold: nobody else helps
    "purse": 0.4,  # what a coin in hand is worth beyond itself while shares are cheap: at the start, falling to nothing
}
"""Found by least squares over the dividends that were paid in 120 games of bots, and by `ferrovia tune`."""
CHICAGO = MATERIAL.numbers.chicago.hex
TO_CHICAGO = MATERIAL.grid.distances([CHICAGO])
DETROIT = len(MATERIAL.numbers.scales[MATERIAL.numbers.detroit.hex])


def dividends_to_come(state: State, guesses: Mapping[str, float]) -> float:
    """General dividends that will still be paid, the next one included: what is left of that which ends the game."""
    if not state.stack:
        return 0.0
    if end_conditions(state):
        return 1.0
    own, ending = railways(state), MATERIAL.numbers.ending
    left = sorted(len(unsold(state, company)) for company in MATERIAL.companies)
    sold_out = sum(left[: ending.companies_without_shares])
    spaces = DETROIT - 1 - own.dividends_paid
    expected = guesses["detroit"] * spaces + guesses["houses"] * (own.house_supply - ending.houses_left)
    return min(spaces + 1.0, max(1.0, expected + guesses["shares"] * sold_out))


def later_income(state: State, company: CompanyId, *, shares: int, later: float, guesses: Mapping[str, float]) -> float:
    """What all shares that are sold today will get of a later dividend, on average."""
    missing = min(TO_CHICAGO[hex_id] for hex_id in state.board.hexes_of(company))
    growth = guesses["ground"] - (guesses["way"] * missing if missing else guesses["arrived"])
    growth -= guesses["lonely"] * (shares == 1)
    growth += guesses["coin"] * min(float(state.cash[company]), guesses["spent"] * later)
    return guesses["income"] * railways(state).income[company] + max(0.0, growth)


def worth(state: State, guesses: Mapping[str, float]) -> Mapping[PlayerId, float]:
    """Cash, the next dividend as it stands, the later ones as incomes grow and shares become more."""
    rounds = dividends_to_come(state, guesses)
    later = max(0.0, rounds - 1)
    coin = 1 + guesses["purse"] * later / DETROIT
    found: dict[PlayerId, float] = {player: coin * state.cash[player] for player in state.players}
    for company, income in railways(state).income.items():
        shares = sold(state, company)
        if not shares or not rounds:
            continue
        to_all = later_income(state, company, shares=shares, later=later, guesses=guesses)
        each = -(-income // shares) + later * to_all / shares
        for player in state.players:
            found[player] += each * shares_of(state, player, company)
    return found


FORESIGHT = Foresight(worth, GUESSES)
