"""What holdings may bring in the end: a guess, for bots and charts. No rule stands here."""

from ferrovia.model.ids import CompanyId, PlayerId
from ferrovia.model.state import State, trains_of
from ferrovia.rules.auction import open_auction
from ferrovia.titles.t1862.course import final_scores
from ferrovia.titles.t1862.material import Books, Material

GROWTH = 120
"""Percent of its price that a share is thought to be worth while the game is young."""
USE_OF_CASH, USE_OF_TRAINS, ONE_TRAIN = 60, 70, 30
"""Percent that holders expect of what lies in a company, and of its first train besides."""

CHARTER = 60
"""What a charter is thought to be worth, beyond its shares."""


def expected_worth(state: State, box: Material) -> dict[PlayerId, int]:
    """The score now; shares beyond what they bring now, as far as the game is young and the company has means; less the
    fines that charters not launched yet would cost."""
    own: Books = state.extras
    worth = final_scores(state, box)
    for company in state.pars:
        more = _beyond_the_score(state, box, company)
        for player in state.players:
            worth[player] += box.papers.shares(state, player, company) * more
    for player, company in own.obligations:
        worth[player] -= _expected_fine(state, box, player, company)
    auction = open_auction(state)
    if auction is not None:
        leader = auction.leader or auction.opener
        worth[leader] += _worth_of_the_bid(state, box, leader, auction.bid or 0)
    return worth


def _worth_of_the_bid(state: State, box: Material, leader: PlayerId, bid: int) -> int:
    """A charter is worth something to whoever can launch the company alone."""
    shares = box.numbers.launch_percent // 10
    can_launch = state.cash[leader] - bid >= shares * box.pars[0]
    return (CHARTER if can_launch else -CHARTER) - bid


def _beyond_the_score(state: State, box: Material, company: CompanyId) -> int:
    """For one share: what the score leaves out of it."""
    own: Books = state.extras
    full, trains = box.price(state, company), trains_of(state, company)
    counted = full if trains else full // 2
    growth = 100 if own.lner_limit else GROWTH
    means = state.cash[company] * USE_OF_CASH
    means += sum(box.card_of(train).price for train in trains) * USE_OF_TRAINS
    means += bool(trains) * 10 * full * ONE_TRAIN
    return full * growth // 100 - counted + means // 1000


def _expected_fine(state: State, box: Material, player: PlayerId, company: CompanyId) -> int:
    """[4.3] The whole fine for whoever cannot buy what is missing; otherwise the less, the more is sold."""
    missing = max(0, box.numbers.launch_percent - box.in_hands(state, company))
    fine, lacks = 5 * state.pars[company], missing // 10 * state.pars[company]
    return fine if lacks > state.cash[player] else fine * missing // 100
