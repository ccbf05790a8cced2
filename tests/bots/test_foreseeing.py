"""Chicago Express by foresight: what an answer opens is played out before it is judged."""

from random import Random

from ferrovia import Game, new_game
from ferrovia.bots import policy, simple
from ferrovia.bots.arena import play_one
from ferrovia.bots.foreseeing import is_bidding, lot_of, ranked_answers, sold_on
from ferrovia.bots.valuation import foreseen
from ferrovia.model.ids import PlayerId
from ferrovia.model.state import State
from ferrovia.titles.chicago_express.auction import Auction, Bid, Pass
from ferrovia.titles.chicago_express.material import MATERIAL, shares_of


def shares_sold(game: Game) -> int:
    return sum(
        shares_of(game.state, player, company) for player in game.state.players for company in MATERIAL.companies
    )


def first_turn(seed: int) -> Game:
    """The position after the opening auctions, played by simple bots."""
    game, random = new_game("chicago-express", ["A", "B", "C"]), Random(seed)
    while is_bidding(game):
        game = game.play(simple(game, random))
    return game


def test_an_auction_is_played_out_and_no_further() -> None:
    """One share is sold; the next auction, which its winner would open, is not played."""
    game = new_game("chicago-express", ["A", "B", "C"])
    sold = sold_on(game, foreseen(game.title))
    assert shares_sold(sold) == 1
    assert lot_of(sold) != lot_of(game) and is_bidding(sold)


def test_the_keenest_pays_a_coin_more_than_the_next_would_give() -> None:
    """The share is worth 9, 20 and 15 to them, and A has bid 7: C would give 16, a coin more than it is worth, because
    A would gain by it. B has it for 17."""
    game = new_game("chicago-express", ["A", "B", "C"])
    first, prr = game.state.players, MATERIAL.numbers.initial_auctions.order[0]
    values = dict(zip(first, (9, 20, 15), strict=True))

    def estimate(state: State) -> dict[PlayerId, float]:
        return {p: float(state.cash[p] + values[p] * shares_of(state, p, prr)) for p in state.players}

    sold = sold_on(game.play(Bid(7)), estimate)
    assert shares_of(sold.state, first[1], prr) == 1
    assert sold.state.cash[first[1]] == 40 - 17


def test_whoever_cannot_win_a_share_cheaply_lets_it_go() -> None:
    """It keeps money for the next ones: the first share does not take a whole purse."""
    game, random = new_game("chicago-express", ["A", "B", "C"]), Random(1)
    while lot_of(game) == lot_of(new_game("chicago-express", ["A", "B", "C"])):
        game = game.play(policy(game, random))
    assert min(game.state.cash[player] for player in game.state.players) > 0


def test_offering_a_share_is_judged_by_who_will_have_it() -> None:
    game = first_turn(3)
    found = {type(thought.action) for thought in ranked_answers(game, Random(1), foreseen(game.title))}
    assert Auction in found and not found & {Bid, Pass}


def test_it_beats_two_simple_bots() -> None:
    """Six games, two from each seat; over 200 it is nearly all."""
    seats = ("policy", "simple", "simple")
    wins = sum(
        play_one("chicago-express", seats[s % 3 :] + seats[: s % 3], 930_000 + s).wins("policy") for s in range(6)
    )
    assert wins >= 4
