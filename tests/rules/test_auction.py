"""An ascending auction, on a table without a railway."""

from dataclasses import dataclass

import pytest

from ferrovia import Game, Move, Offer
from ferrovia.engine.moves import plain
from ferrovia.engine.play import Table
from ferrovia.model.ids import Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import Frame
from ferrovia.rules.auction import (
    AuctionFacts,
    auction_of,
    least_bid,
    leave_auction,
    open_auction,
    raise_bid,
    taking_bids,
)
from support.tables import asked
from support.toy import NoExtras, a_state, a_title

STEP = 5


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


def can_raise(table: Table, player: PlayerId) -> bool:
    return table.state.cash[player] >= least_bid(table, STEP)


BID = Move(
    Bid, lambda table: (Offer(Bid(least_bid(table, STEP))),), (), lambda table, bid: raise_bid(table, bid.amount)
)
LEAVE = plain(Pass, leave_auction, passive=True)


def remember(table: Table) -> None:
    """The step after the auction: whoever leads has won."""
    auction = table.here(AuctionFacts)
    table.tell("over", leader=auction.leader, bid=auction.bid)


TAKE_BIDS = taking_bids(
    BID,
    LEAVE,
    question=lambda auction, still_in: Message("bid", {"bidders": tuple(still_in)}),
    is_able=can_raise,
    others=lambda table, player: None,
)
TITLE = a_title({"game": (TAKE_BIDS, remember)}, actions=(Bid, Pass), facts=(AuctionFacts,))


def an_auction(opener: str = "B", **cash: int) -> Game:
    """Of a lamp, from 10 up, among A, B, C and D, who have 100 each."""
    players = tuple(player_id(name) for name in "ABCD")
    state = a_state(TITLE, players, NoExtras(), None, each=100)
    state.cash |= {player_id(name): amount for name, amount in cash.items()}
    facts = auction_of(Table(TITLE, state), "lamp", opener=player_id(opener), least=10)
    state.stack[:] = [Frame("game", "ask_for_bids", facts)]
    return Game.at(TITLE, state)


def player_id(name: str) -> PlayerId:
    return PlayerId(Owner(name))


def played(game: Game, row: str) -> Game:
    """Answers in few words, each by whoever must be asked: `B10 C- D15`."""
    for word in row.split():
        assert asked(game).who == word[0]
        game = game.play(Pass() if word[1:] == "-" else Bid(int(word[1:])))
    return game


@pytest.mark.parametrize(
    ("row", "winner", "bid"),
    [
        ("B10 C15 D- A- B20 C-", "B", 20),
        ("B- C- D- A10", "A", 10),
        ("B10 C- D- A-", "B", 10),
        ("B- C- D- A-", None, None),
    ],
)
def test_it_goes_round_until_nobody_is_left_against_the_highest_bid(
    row: str, winner: str | None, bid: int | None
) -> None:
    """Whoever passes is out; the last one left may still bid the least, or let it be."""
    game = played(an_auction(), row)
    assert game.ask is None
    assert [event.params for event in game.events if event.key == "over"] == [{"leader": winner, "bid": bid}]


def test_whoever_cannot_raise_is_passed_over_and_named_no_more() -> None:
    game = played(an_auction(C=14, D=19), "B10")
    assert (asked(game).who, asked(game).about.params) == ("D", {"bidders": ("D", "A")})
    assert asked(game.play(Bid(15))).about.params == {"bidders": ("A", "B")}
    assert asked(game.play(Pass())).who == "A"


def test_the_least_bid_rises_by_the_step() -> None:
    first, second = an_auction(), played(an_auction(), "B10")
    assert [offer.action for offer in first.offers()] == [Bid(10), Pass()]
    assert [offer.action for offer in second.offers()] == [Bid(15), Pass()]


def test_the_auction_that_is_going_on_is_found_in_the_state() -> None:
    game = an_auction()
    assert open_auction(game.state) == game.where()[-1].facts
    while game.ask is not None:
        game = game.play(Pass())
    assert open_auction(game.state) is None
