"""[4] Parliament: charters for companies are auctioned, and the winner starts the company."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ferrovia.engine.moves import forbidding, never, plain
from ferrovia.engine.play import Ask, Move, Offer, Refused, Step, Table, Then, refused, refused_by, rule
from ferrovia.model.ids import BANK, IPO, CompanyId, Owner, PlayerId
from ferrovia.model.message import Message
from ferrovia.model.values import made_often
from ferrovia.rules.auction import AuctionFacts, auction_of, least_bid, leave_auction, raise_bid, taking_bids
from ferrovia.rules.money import amount_at_least, amount_in_steps, player_pays
from ferrovia.rules.prices import par_among
from ferrovia.rules.stock import SellShares
from ferrovia.titles.t1862.companies import company_is_available
from ferrovia.titles.t1862.directors import DIRECTORS_SHARES
from ferrovia.titles.t1862.launch import launch_if_due
from ferrovia.titles.t1862.market import put_marker
from ferrovia.titles.t1862.material import Variant, books, box, numbers

MOST_FURTHER_SHARES = 2
"""[4.2] That the winner may buy besides the director's certificate."""


@dataclass(frozen=True, slots=True)
class StartAuction:
    company: CompanyId


@made_often
@dataclass(frozen=True, slots=True)
class Bid:
    price: int


@dataclass(frozen=True, slots=True)
class Pass:
    """[4.1] No auction, or no higher bid."""


@dataclass(frozen=True, slots=True)
class ChoosePar:
    price: int


@dataclass(frozen=True, slots=True)
class BuyFurtherShare:
    """[4.2] At par, with the charter."""


@dataclass(frozen=True, slots=True)
class EndCharter:
    """[4.2] No further share."""


@dataclass(frozen=True, slots=True)
class ParliamentFacts:
    """[4.1] Whose turn it is to start an auction, and who has got a charter in this round."""

    player: PlayerId
    passes: int = 0
    """Of players one after another."""
    winners: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class CharterFacts:
    """[4.2] The winner of an auction pays, chooses a par and may buy further shares."""

    player: PlayerId
    company: CompanyId
    bid: int
    further: int = 0
    done: bool = False


def begin(table: Table) -> ParliamentFacts:
    """[4.1] With the holder of the priority deal."""
    return ParliamentFacts(table.state.order[0])


# ------------------------------------------------------------------------------------------------------ who may bid


def lowest_bid(table: Table) -> int:
    """[4.1] The lowest bid that is legal in the auction that is running."""
    return least_bid(table, box(table).numbers.bid_step)


def highest_bid(table: Table, player: PlayerId) -> int:
    """[4.1] What leaves enough for the director's certificate at the lowest par; negative if there is not even that."""
    numbers = box(table).numbers
    spare = table.state.cash[player] - numbers.least_charter
    return spare - spare % numbers.bid_step


def _has_full_hand(table: Table, player: PlayerId) -> Refused | None:
    held, limit = box(table).certificates_of(table.state, player), box(table).most_certificates(table.state)
    return refused_by("charter-certificate-limit", held=held, limit=limit) if held >= limit else None


def _lacks_money(table: Table, player: PlayerId, bid: int) -> Refused | None:
    needed, cash = box(table).numbers.least_charter + bid, table.state.cash[player]
    return refused_by("bid-money", cost=needed, cash=cash, price=bid) if cash < needed else None


def why_cannot_bid(table: Table, player: PlayerId, bid: int) -> Refused | None:
    """[4.1] Money for the bid and for the cheapest director's certificate, and room for one more certificate."""
    return _has_full_hand(table, player) or _lacks_money(table, player, bid)


# ------------------------------------------------------------------------------------------------- starting an auction


@rule("one-charter-a-round")
def has_got_no_charter_in_this_round(table: Table, action: StartAuction) -> Refused | None:
    """Whoever has one may bid, but not start."""
    player = table.answering()
    return refused(player=player) if player in table.here(ParliamentFacts).winners else None


@rule("bid-money")
def can_open_an_auction(table: Table, action: StartAuction) -> Refused | None:
    return why_cannot_bid(table, table.answering(), 0)


def start_auction(table: Table, action: StartAuction) -> None:
    """[4.1] The opener says the first bid."""
    player = table.answering()
    table.note(passes=0)
    table.tell("auction-started", player=player, company=action.company)
    table.interrupt("auction", auction_of(table, action.company, opener=player, least=0))


def companies_to_auction(table: Table) -> Iterator[Offer]:
    return (Offer(StartAuction(company)) for company in books(table).offer)


START_AUCTION = Move(
    StartAuction,
    companies_to_auction,
    (has_got_no_charter_in_this_round, company_is_available, can_open_an_auction),
    start_auction,
)


def decline(table: Table, action: Pass) -> None:
    sitting, player = table.here(ParliamentFacts), table.answering()
    table.note(player=table.next_seat(player), passes=sitting.passes + 1)
    table.tell("auction-declined", player=player)


DECLINE = plain(Pass, decline, passive=True)


BUY_LATER = forbidding(BuyFurtherShare, never("further-shares", most=MOST_FURTHER_SHARES))
"""[4.2] At most two, and only when the charter was obtained."""


def propose_in_turn(table: Table) -> Ask | None:
    """[4.1] Until all decline one after another to start an auction."""
    sitting = table.here(ParliamentFacts)
    if sitting.passes >= len(table.state.players):
        return None
    return Ask(sitting.player, (START_AUCTION, BUY_LATER, DECLINE), Message("start-auction", {}))


# -------------------------------------------------------------------------------------------------------------- bidding


@rule("bid-money")
def can_pay_the_bid(table: Table, action: Bid) -> Refused | None:
    return _lacks_money(table, table.answering(), action.price)


def possible_bids(table: Table) -> Iterator[Offer]:
    least, highest = lowest_bid(table), highest_bid(table, table.answering())
    return (Offer(Bid(price)) for price in range(least, highest + 1, box(table).numbers.bid_step))


BID = Move(
    Bid,
    possible_bids,
    (
        amount_in_steps("bid-step", numbers().bid_step, "price"),
        amount_at_least("bid-higher", lowest_bid, "price"),
        can_pay_the_bid,
    ),
    lambda table, bid: raise_bid(table, bid.price),
)
LEAVE = plain(Pass, leave_auction, passive=True)


def can_raise(table: Table, player: PlayerId) -> bool:
    """[4.1] Whoever cannot must pass and is not asked."""
    return why_cannot_bid(table, player, lowest_bid(table)) is None


def explain_to_whoever_must_pass(table: Table, player: PlayerId) -> Refused | None:
    """[4.1] Why somebody is not asked for a bid."""
    auction = table.here(AuctionFacts)
    if player not in auction.bidders:
        return refused_by("bid-after-passing", player=player)
    return None if player == auction.leader else why_cannot_bid(table, player, lowest_bid(table))


def open_the_auction(table: Table) -> Ask | None:
    """[4.1] Whoever starts it must say the first bid."""
    auction = table.here(AuctionFacts)
    if auction.bid is not None:
        return None
    return Ask(auction.opener, (BID,), Message("open-auction", {"company": auction.subject}))


def question(auction: AuctionFacts, still_in: Sequence[PlayerId]) -> Message:
    """[4.1] Round the table until all but one have passed."""
    about = {"company": auction.subject, "amount": auction.bid, "player": auction.leader, "bidders": tuple(still_in)}
    return Message("bid", about)


def grant_the_charter(table: Table) -> Then:
    """[4.2] To the highest bidder."""
    auction = table.here(AuctionFacts)
    assert auction.leader is not None and auction.bid is not None
    return Then("charter", CharterFacts(auction.leader, CompanyId(Owner(auction.subject)), auction.bid))


# ------------------------------------------------------------------------------------------------ obtaining the charter


def pay_the_bid(table: Table) -> None:
    charter = table.here(CharterFacts)
    table.pay(charter.bid, source=charter.player, to=BANK)
    table.tell("auction-won", player=charter.player, company=charter.company, amount=charter.bid)


def cost_of_charter(table: Table, action: ChoosePar) -> int:
    return DIRECTORS_SHARES * action.price


def take_the_charter(table: Table, action: ChoosePar) -> None:
    """[4.2] [4.3] The director's certificate for three times par; the player is obliged to launch the company."""
    charter, own, cost = table.here(CharterFacts), books(table), cost_of_charter(table, action)
    player, company = charter.player, charter.company
    table.pay(cost, source=player, to=BANK)
    table.hand_over(box(table).papers.directors_certificate(company).id, to=player)
    table.set_par(company, action.price)
    table.keep(chartered=(*own.chartered, company), obligations=(*own.obligations, (player, company)))
    table.tell("charter-taken", player=player, company=company, price=action.price, amount=cost)


def take_the_charter_with_marker(table: Table, action: ChoosePar) -> None:
    """The site puts the marker on the market at once, not when the company is launched."""
    take_the_charter(table, action)
    put_marker(table, table.here(CharterFacts).company, box(table).market.cell_of(action.price))


SELL_FOR_CHARTER = forbidding(SellShares, never("no-sale-for-charter", "company"))
"""[4.2] No shares are sold to pay for a company."""


def choosing_par(take: Callable[[Table, ChoosePar], None]) -> Step:
    can_pay = player_pays("pay-for-charter", cost_of_charter, "price")
    choose = par_among(ChoosePar, lambda table: box(table).pars, take, can_pay)

    def choose_par(table: Table) -> Ask | None:
        """[4.2] The winner must start the company, at a par that can be paid."""
        charter = table.here(CharterFacts)
        if charter.company in table.state.pars:
            return None
        about = Message("choose-par", {"company": charter.company, "amount": charter.bid})
        return Ask(charter.player, (choose, SELL_FOR_CHARTER), about)

    return choose_par


# ------------------------------------------------------------------------------------------------------- further shares


@rule("charter-certificate-limit")
def has_room_for_a_further_share(table: Table, action: BuyFurtherShare) -> Refused | None:
    return _has_full_hand(table, table.here(CharterFacts).player)


@rule("pay-for-further-share")
def can_pay_for_a_further_share(table: Table, action: BuyFurtherShare) -> Refused | None:
    charter = table.here(CharterFacts)
    cost, cash = table.state.pars[charter.company], table.state.cash[charter.player]
    return refused(cost=cost, cash=cash) if cash < cost else None


def buy_further_share(table: Table, action: BuyFurtherShare) -> None:
    """[4.2] [6.5.1] At par, to the bank."""
    charter = table.here(CharterFacts)
    player, company, cost = charter.player, charter.company, table.state.pars[charter.company]
    table.pay(cost, source=player, to=BANK)
    table.hand_over(box(table).papers.ordinary(table.state, IPO, company)[0].id, to=player)
    table.note(further=charter.further + 1)
    table.tell("share-bought", player=player, company=company, place=IPO, amount=cost)
    launch_if_due(table, company)


BUY_FURTHER = plain(BuyFurtherShare, buy_further_share, has_room_for_a_further_share, can_pay_for_a_further_share)
END_CHARTER = plain(EndCharter, lambda table, action: table.note(done=True), passive=True)


def buy_further_shares(table: Table) -> Ask | None:
    """[4.2] Up to two, as long as there are money and room for certificates."""
    charter = table.here(CharterFacts)
    if charter.done or charter.further == MOST_FURTHER_SHARES or not any(BUY_FURTHER.legal(table)):
        return None
    about = {"company": charter.company, "amount": table.state.pars[charter.company]}
    return Ask(charter.player, (BUY_FURTHER, SELL_FOR_CHARTER, END_CHARTER), Message("further-share", about))


def go_on_left_of_the_winner(table: Table) -> None:
    """[4.1] Parliament goes on with the next player."""
    winner, winners = table.here(CharterFacts).player, table.outer(ParliamentFacts).winners
    table.amend(ParliamentFacts, player=table.next_seat(winner), winners=(*winners, winner))


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """On the site the marker of a company goes on the market when its par is chosen."""
    choose_par = choosing_par(take_the_charter_with_marker if rules.site else take_the_charter)
    return {
        "auction": (
            open_the_auction,
            taking_bids(BID, LEAVE, question=question, is_able=can_raise, others=explain_to_whoever_must_pass),
            grant_the_charter,
        ),
        "charter": (pay_the_bid, choose_par, buy_further_shares, go_on_left_of_the_winner),
    }
