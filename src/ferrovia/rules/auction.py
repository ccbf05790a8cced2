"""An ascending auction: one after another raises the bid or leaves, until nobody is left against the highest bid.

A title has its own answers, because bids differ in what they must leave in the purse; `raise_bid` and `leave_auction`
are what they do. The step after `taking_bids` finds the winner in `leader`, or nobody.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia.engine.play import Ask, Move, Refused, Step, Table
from ferrovia.model.ids import PlayerId
from ferrovia.model.message import Message
from ferrovia.model.state import State
from ferrovia.rules.directors import after
from ferrovia.rules.order import clockwise_from


@dataclass(frozen=True, slots=True)
class AuctionFacts:
    """What is auctioned, and how far the bidding is. `bidders` are those still in, whoever comes next first."""

    subject: str
    opener: PlayerId
    least: int
    """The lowest first bid."""
    bidders: tuple[PlayerId, ...]
    bid: int | None = None
    """The highest so far."""
    leader: PlayerId | None = None


def auction_of(table: Table, subject: str, *, opener: PlayerId, least: int) -> AuctionFacts:
    """Clockwise from whoever opens."""
    return AuctionFacts(subject, opener, least, clockwise_from(table, opener))


def open_auction(state: State) -> AuctionFacts | None:
    """The auction that is going on, if any."""
    return next((frame.facts for frame in reversed(state.stack) if isinstance(frame.facts, AuctionFacts)), None)


def least_bid(table: Table, step: int) -> int:
    """The lowest bid that is legal now; `step`: the least raise."""
    auction = table.here(AuctionFacts)
    return auction.least if auction.bid is None else auction.bid + step


def raise_bid(table: Table, amount: int) -> None:
    auction, player = table.here(AuctionFacts), table.answering()
    table.note(bidders=(*after(auction.bidders, player), player), bid=amount, leader=player)
    table.tell("bid", player=player, subject=auction.subject, amount=amount)


def leave_auction(table: Table, action: object) -> None:
    """Whoever passes is out for good."""
    auction, player = table.here(AuctionFacts), table.answering()
    table.note(bidders=tuple(other for other in auction.bidders if other != player))
    table.tell("bid-passed", player=player, subject=auction.subject)


def everybody(table: Table, player: PlayerId) -> bool:
    return True


def taking_bids(
    *moves: Move[Any],
    question: Callable[[AuctionFacts, Sequence[PlayerId]], Message],
    is_able: Callable[[Table, PlayerId], bool] = everybody,
    others: Callable[[Table, PlayerId], Refused | None],
) -> Step:
    """`question`: what the first of those still in is asked; `is_able`: whether somebody can still bid, or is passed
    over; `others`: what is told to everybody else who bids."""

    def ask_for_bids(table: Table) -> Ask | None:
        auction = table.here(AuctionFacts)
        still_in = [player for player in auction.bidders if player != auction.leader and is_able(table, player)]
        return Ask(still_in[0], moves, question(auction, still_in), others) if still_in else None

    return ask_for_bids
