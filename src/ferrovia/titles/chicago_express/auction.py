"""«Preparación del juego», «Subastar una acción»: one share goes to the highest bidder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Check, First, Move, Offer, Refused, Span, Table, refused, refused_by, rule
from ferrovia.model.ids import CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.auction import AuctionFacts, auction_of, least_bid, leave_auction, raise_bid, taking_bids
from ferrovia.rules.limits import its_company_is
from ferrovia.rules.money import amount_at_least, player_has_the_amount
from ferrovia.titles.chicago_express.facts import GameFacts
from ferrovia.titles.chicago_express.material import (
    AUCTION,
    MATERIAL,
    DialId,
    is_open,
    is_red,
    share_income,
    sold,
    turn_dial,
    unsold,
)


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class Auction:
    company: CompanyId


# ------------------------------------------------------------------------------------------------------ the auction


def opening_bid(table: Table, company: CompanyId) -> int:
    """[CE-4.3] Income divided by the shares sold, the offered one included, rounded up."""
    return share_income(table.state, company, sold(table.state, company) + 1)


def auction_of_share(table: Table, company: CompanyId, starter: PlayerId) -> AuctionFacts:
    """[CE-4.4] Clockwise from whoever offers it."""
    return auction_of(table, company, opener=starter, least=opening_bid(table, company))


def question(auction: AuctionFacts, still_in: Sequence[PlayerId]) -> Message:
    """[CE-4.4, CE-4.7] Bid or pass."""
    if auction.leader is None:
        return Message("first-bid", {"company": auction.subject, "opening": auction.least})
    about = {"company": auction.subject, "highest": auction.bid, "leader": auction.leader, "still_in": auction.bidders}
    return Message("bid", about)


def hand_out_share(table: Table) -> None:
    """[CE-4.8, CE-4.9, CE-2.4] The winner pays into the treasury and takes the share; without a bid it stays, but the
    starter of an initial auction has it for nothing."""
    auction = table.here(AuctionFacts)
    company = CompanyId(Owner(auction.subject))
    share = unsold(table.state, company)[0]
    if auction.leader is not None and auction.bid is not None:
        table.pay(auction.bid, source=auction.leader, to=company)
        table.hand_over(share, to=auction.leader)
        table.tell("share-sold", player=auction.leader, company=company, amount=auction.bid)
    elif table.outer(GameFacts).next_turn is None:
        table.hand_over(share, to=auction.opener)
        table.tell("share-free", player=auction.opener, company=company)
    else:
        table.tell("share-stays", company=company)


# ---------------------------------------------------------------------------------------------------- bidding, passing


is_at_least_the_opening_bid = amount_at_least("opening-bid", lambda table: table.here(AuctionFacts).least)


@rule("bid-higher")
def is_higher_than_the_last_bid(table: Table, bid: Bid) -> Refused | None:
    highest = table.here(AuctionFacts).bid
    return None if highest is None or bid.amount > highest else refused(amount=bid.amount, highest=highest)


def possible_bids(table: Table) -> Iterator[Offer]:
    low, high = least_bid(table, 1), table.state.cash[table.answering()]
    if low <= high:
        yield Offer(Bid(low), Span(low, high))


def explain_to_those_out(table: Table, player: PlayerId) -> Refused | None:
    auction = table.here(AuctionFacts)
    if player in auction.bidders or player not in table.state.players:
        return None
    return refused_by("out-of-auction", company=auction.subject)


BID = Move(
    Bid,
    possible_bids,
    (is_at_least_the_opening_bid, is_higher_than_the_last_bid, player_has_the_amount("bid-within-cash")),
    lambda table, bid: raise_bid(table, bid.amount),
)
PASS = plain(Pass, leave_auction, passive=True)

AUCTION_SCRIPT = (taking_bids(BID, PASS, question=question, others=explain_to_those_out), hand_out_share)


# --------------------------------------------------------------------------------------------------- initial auctions


def auction_first_shares(table: Table) -> First | None:
    """[CE-2.1, CE-2.2] One share of each company in the printed order; the receiver of one starts the next."""
    starter = table.here(GameFacts).first_bidder
    for company in MATERIAL.numbers.initial_auctions.order:
        receiver = first_holder(table, company)
        if receiver is None:
            return First("auction", auction_of_share(table, company, starter))
        starter = receiver
    return None


def first_holder(table: Table, company: CompanyId) -> PlayerId | None:
    owner = table.state.certs[MATERIAL.companies[company].certs[0]]
    return None if owner == company else PlayerId(owner)


def give_first_turn(table: Table) -> None:
    """[CE-2.5] The owner of the first share auctioned takes the first turn."""
    table.note(next_turn=first_holder(table, MATERIAL.numbers.initial_auctions.order[0]))


# --------------------------------------------------------------------------------------------------- the dial's action


def dial_is_free(dial: DialId) -> Check[object]:
    """[CE-3.3] An action whose needle is in red cannot be chosen."""

    @rule("dial-in-red")
    def needle_is_not_red(table: Table, action: object) -> Refused | None:
        return refused(dial=dial) if is_red(table.state, dial) else None

    return needle_is_not_red


company_is_open = its_company_is("company-open", lambda table, company: is_open(table.state, company))
has_unsold_share = its_company_is("share-left", lambda table, company: bool(unsold(table.state, company)))


def offer_share(table: Table, action: Auction) -> None:
    """[CE-4.1] The player need not own shares of the company."""
    player = table.answering()
    turn_dial(table, AUCTION)
    table.note(acted=True)
    auction = auction_of_share(table, action.company, player)
    table.tell("auction-opened", player=player, company=action.company, amount=auction.least)
    table.interrupt("auction", auction)


def companies(table: Table) -> Iterator[Offer]:
    return (Offer(Auction(company)) for company in MATERIAL.companies)


AUCTION_A_SHARE = Move(Auction, companies, (dial_is_free(AUCTION), company_is_open, has_unsold_share), offer_share)
