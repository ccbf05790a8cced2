"""[4] Parliament: charters for companies are auctioned, and the winner starts the company."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ferrovia.engine.play import Ask, Check, Move, Offer, Refused, Step, Table, Then, refused, refused_by, rule
from ferrovia.model.ids import BANK, IPO, CompanyId, PlayerId
from ferrovia.model.message import Message
from ferrovia.titles.t1862.companies import why_not_available
from ferrovia.titles.t1862.directors import DIRECTORS_SHARES
from ferrovia.titles.t1862.launch import launch_if_due
from ferrovia.titles.t1862.market import put_marker
from ferrovia.titles.t1862.material import (
    Variant,
    books,
    box,
    certificate_limit,
    certificates_of,
    clockwise_from,
)
from ferrovia.titles.t1862.stock import SellShares
from ferrovia.titles.t1862.untimely import refusing

MOST_FURTHER_SHARES = 2
"""[4.2] That the winner may buy besides the director's certificate."""


@dataclass(frozen=True, slots=True)
class StartAuction:
    company: CompanyId


@dataclass(frozen=True, slots=True)
class Bid:
    price: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class ChoosePar:
    price: int


@dataclass(frozen=True, slots=True)
class BuyFurtherShare:
    pass


@dataclass(frozen=True, slots=True)
class EndCharter:
    pass


@dataclass(frozen=True, slots=True)
class ParliamentFacts:
    """[4.1] Whose turn it is to start an auction, and who has got a charter in this round."""

    player: PlayerId
    passes: int = 0
    """Of players one after another."""
    winners: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class AuctionFacts:
    """[4.1] An auction: the highest bid, whose turn it is next, and who has passed."""

    company: CompanyId
    leader: PlayerId
    """Who opens, then the highest bidder."""
    turn: PlayerId
    """With whom the search for the next bidder begins."""
    bid: int | None = None
    passed: tuple[PlayerId, ...] = ()


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
    return ParliamentFacts(books(table).priority)


# ------------------------------------------------------------------------------------------------------ who may bid


def least_bid(table: Table) -> int:
    """[4.1] The lowest bid that is legal in the auction that is running."""
    bid = table.here(AuctionFacts).bid
    return 0 if bid is None else bid + box(table).numbers.bid_step


def highest_bid(table: Table, player: PlayerId) -> int:
    """[4.1] What leaves enough for the director's certificate at the lowest par; negative if there is not even that."""
    numbers = box(table).numbers
    spare = table.state.cash[player] - numbers.least_charter
    return spare - spare % numbers.bid_step


def _has_full_hand(table: Table, player: PlayerId) -> Refused | None:
    held, limit = certificates_of(table, player), certificate_limit(table)
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
    """Who has one may bid, but not start."""
    player = table.answering()
    return refused(player=player) if player in table.here(ParliamentFacts).winners else None


@rule("company-on-offer")
def company_is_available(table: Table, action: StartAuction) -> Refused | None:
    reason = why_not_available(table, action.company)
    return None if reason is None else refused_by(reason[0], **reason[1])


@rule("bid-money")
def can_open_an_auction(table: Table, action: StartAuction) -> Refused | None:
    return why_cannot_bid(table, table.answering(), 0)


def start_auction(table: Table, action: StartAuction) -> None:
    """[4.1] The opener says the first bid."""
    player = table.answering()
    table.note(passes=0)
    table.tell("auction-started", player=player, company=action.company)
    table.interrupt("auction", AuctionFacts(action.company, leader=player, turn=table.next_seat(player)))


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


DECLINE = Move(Pass, lambda table: (Offer(Pass()),), (), decline, passive=True)


@rule("further-shares")
def is_not_bought_later(table: Table, action: BuyFurtherShare) -> Refused | None:
    """[4.2] At most two, and only when the charter was obtained."""
    return refused(most=MOST_FURTHER_SHARES)


BUY_LATER = refusing(BuyFurtherShare, is_not_bought_later)


def propose_in_turn(table: Table) -> Ask | None:
    """[4.1] Until all decline one after another to start an auction."""
    sitting = table.here(ParliamentFacts)
    if sitting.passes >= len(table.state.players):
        return None
    return Ask(sitting.player, (START_AUCTION, BUY_LATER, DECLINE), Message("start-auction", {}))


# -------------------------------------------------------------------------------------------------------------- bidding


@rule("bid-step")
def is_a_multiple_of_the_step(table: Table, action: Bid) -> Refused | None:
    step = box(table).numbers.bid_step
    return refused(price=action.price, step=step) if action.price % step else None


@rule("bid-higher")
def is_higher_than_the_last(table: Table, action: Bid) -> Refused | None:
    least = least_bid(table)
    return refused(price=action.price, least=least) if action.price < least else None


@rule("bid-money")
def can_bid_so_much(table: Table, action: Bid) -> Refused | None:
    return _lacks_money(table, table.answering(), action.price)


def bid(table: Table, action: Bid) -> None:
    player = table.answering()
    table.note(bid=action.price, leader=player, turn=table.next_seat(player))
    table.tell("bid", player=player, company=table.here(AuctionFacts).company, amount=action.price)


def possible_bids(table: Table) -> Iterator[Offer]:
    least, highest = least_bid(table), highest_bid(table, table.answering())
    return (Offer(Bid(price)) for price in range(least, highest + 1, box(table).numbers.bid_step))


BID = Move(Bid, possible_bids, (is_a_multiple_of_the_step, is_higher_than_the_last, can_bid_so_much), bid)


def leave_the_auction(table: Table, action: Pass) -> None:
    """[4.1] Who passes does not come back."""
    auction, player = table.here(AuctionFacts), table.answering()
    table.note(passed=(*auction.passed, player), turn=table.next_seat(player))
    table.tell("bid-passed", player=player, company=auction.company)


LEAVE = Move(Pass, lambda table: (Offer(Pass()),), (), leave_the_auction, passive=True)


def bidders(table: Table) -> tuple[PlayerId, ...]:
    """[4.1] Who may still raise the bid, clockwise from the next; who cannot must pass and is not asked."""
    auction, least = table.here(AuctionFacts), least_bid(table)
    return tuple(
        player
        for player in clockwise_from(table, auction.turn)
        if player != auction.leader and player not in auction.passed and why_cannot_bid(table, player, least) is None
    )


def explain_to_who_must_pass(table: Table, player: PlayerId) -> Refused | None:
    """[4.1] Why somebody is not asked for a bid."""
    is_leader = player == table.here(AuctionFacts).leader
    return None if is_leader else why_cannot_bid(table, player, least_bid(table))


def take_bids(table: Table) -> Ask | Then:
    """[4.1] Round the table until all but one have passed."""
    auction = table.here(AuctionFacts)
    if auction.bid is None:
        return Ask(auction.leader, (BID,), Message("open-auction", {"company": auction.company}))
    still_in = bidders(table)
    if not still_in:
        return Then("charter", CharterFacts(auction.leader, auction.company, auction.bid))
    about = {
        "company": auction.company,
        "amount": auction.bid,
        "player": auction.leader,
        "bidders": still_in,
    }
    return Ask(still_in[0], (BID, LEAVE), Message("bid", about), others=explain_to_who_must_pass)


# ------------------------------------------------------------------------------------------------ obtaining the charter


def pay_the_bid(table: Table) -> None:
    charter = table.here(CharterFacts)
    table.pay(charter.bid, source=charter.player, to=BANK)
    table.tell("auction-won", player=charter.player, company=charter.company, amount=charter.bid)


@rule("par-price")
def is_a_par(table: Table, action: ChoosePar) -> Refused | None:
    pars = box(table).pars
    return None if action.price in pars else refused(price=action.price, prices=pars)


@rule("pay-for-charter")
def can_pay_at_par(table: Table, action: ChoosePar) -> Refused | None:
    cost, cash = DIRECTORS_SHARES * action.price, table.state.cash[table.answering()]
    return refused(price=action.price, cost=cost, cash=cash) if cash < cost else None


def take_the_charter(table: Table, action: ChoosePar) -> None:
    """[4.2] [4.3] The director's certificate for three times par; the player is obliged to launch the company."""
    charter, own, cost = table.here(CharterFacts), books(table), DIRECTORS_SHARES * action.price
    player, company = charter.player, charter.company
    table.pay(cost, source=player, to=BANK)
    table.hand_over(box(table).papers.directors_certificate(company).id, to=player)
    table.keep(
        pars={**own.pars, company: action.price},
        chartered=(*own.chartered, company),
        obligations=(*own.obligations, (player, company)),
    )
    table.tell("charter-taken", player=player, company=company, price=action.price, amount=cost)


def take_the_charter_with_marker(table: Table, action: ChoosePar) -> None:
    """The site puts the marker on the market at once, not when the company is launched."""
    take_the_charter(table, action)
    put_marker(table, table.here(CharterFacts).company, box(table).cells[action.price])


def pars_to_choose(table: Table) -> Iterator[Offer]:
    return (Offer(ChoosePar(price)) for price in box(table).pars)


CHOOSE_PAR = Move(ChoosePar, pars_to_choose, (is_a_par, can_pay_at_par), take_the_charter)
CHOOSE_PAR_ON_SITE = replace(CHOOSE_PAR, apply=take_the_charter_with_marker)


@rule("no-sale-for-charter")
def is_not_sold_for_a_charter(table: Table, action: SellShares) -> Refused | None:
    """[4.2] No shares are sold to pay for a company."""
    return refused(company=action.company)


SELL_FOR_CHARTER = refusing(SellShares, is_not_sold_for_a_charter)


def choosing_par(choose: Move[ChoosePar]) -> Step:
    def choose_par(table: Table) -> Ask | None:
        """[4.2] The winner must start the company, at a par that can be paid."""
        charter = table.here(CharterFacts)
        if charter.company in books(table).pars:
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
    cost, cash = books(table).pars[charter.company], table.state.cash[charter.player]
    return refused(cost=cost, cash=cash) if cash < cost else None


FURTHER_CHECKS: tuple[Check[BuyFurtherShare], ...] = (has_room_for_a_further_share, can_pay_for_a_further_share)


def buy_further_share(table: Table, action: BuyFurtherShare) -> None:
    """[4.2] [6.5.1] At par, to the bank."""
    charter = table.here(CharterFacts)
    player, company, cost = charter.player, charter.company, books(table).pars[charter.company]
    table.pay(cost, source=player, to=BANK)
    table.hand_over(box(table).papers.ordinary(table.state, IPO, company)[0].id, to=player)
    table.note(further=charter.further + 1)
    table.tell("share-bought", player=player, company=company, place=IPO, amount=cost)
    launch_if_due(table, company)


def end_charter(table: Table, action: EndCharter) -> None:
    table.note(done=True)


BUY_FURTHER = Move(BuyFurtherShare, lambda table: (Offer(BuyFurtherShare()),), FURTHER_CHECKS, buy_further_share)
END_CHARTER = Move(EndCharter, lambda table: (Offer(EndCharter()),), (), end_charter, passive=True)


def buy_further_shares(table: Table) -> Ask | None:
    """[4.2] Up to two, as long as there are money and room for certificates."""
    charter = table.here(CharterFacts)
    if charter.done or charter.further == MOST_FURTHER_SHARES:
        return None
    if any(check.holds(table, BuyFurtherShare()) is not None for check in FURTHER_CHECKS):
        return None
    about = {"company": charter.company, "amount": books(table).pars[charter.company]}
    return Ask(charter.player, (BUY_FURTHER, SELL_FOR_CHARTER, END_CHARTER), Message("further-share", about))


def go_on_left_of_the_winner(table: Table) -> None:
    """[4.1] Parliament goes on with the next player."""
    winner, stack = table.here(CharterFacts).player, table.state.stack
    at = next(number for number, frame in enumerate(stack) if frame.script == "parliament")
    sitting: ParliamentFacts = stack[at].facts
    after = replace(sitting, player=table.next_seat(winner), winners=(*sitting.winners, winner))
    stack[at] = replace(stack[at], facts=after)


ACTIONS = (StartAuction, Bid, Pass, ChoosePar, BuyFurtherShare, EndCharter)
FACTS = (ParliamentFacts, AuctionFacts, CharterFacts)


def steps(rules: Variant) -> tuple[Step, ...]:
    return (propose_in_turn,)


def scripts(rules: Variant) -> Mapping[str, tuple[Step, ...]]:
    """On the site the marker of a company goes on the market when its par is chosen."""
    choose_par = choosing_par(CHOOSE_PAR_ON_SITE if rules.site else CHOOSE_PAR)
    return {
        "auction": (take_bids,),
        "charter": (pay_the_bid, choose_par, buy_further_shares, go_on_left_of_the_winner),
    }
