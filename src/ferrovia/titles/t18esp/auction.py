"""[2.3] The seven pioneers are auctioned one after another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ferrovia.engine.moves import plain
from ferrovia.engine.play import Ask, First, Move, Offer, Span, Step, Table, Then
from ferrovia.model.ids import BANK, IPO, CertId, PlayerId
from ferrovia.model.message import Message
from ferrovia.rules.auction import AuctionFacts, auction_of, least_bid, leave_auction, raise_bid, taking_bids
from ferrovia.rules.money import amount_at_least, amount_in_steps, player_has_the_amount
from ferrovia.rules.order import poorest_first
from ferrovia.rules.prices import par_among
from ferrovia.titles.t18esp.facts import CarrenoFacts
from ferrovia.titles.t18esp.launch import par_prices, set_par
from ferrovia.titles.t18esp.material import P1, P7, PioneerId, box
from ferrovia.titles.t18esp.pioneers import pay_owners

LEAST_RAISE = 5


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int


@dataclass(frozen=True, slots=True)
class PassBid:
    pass


@dataclass(frozen=True, slots=True)
class ChoosePar:
    price: int


def lowest_bid(table: Table) -> int:
    return least_bid(table, LEAST_RAISE)


PASS_BID = plain(PassBid, leave_auction, passive=True)


def bidding(step: int) -> Move[Bid]:
    """[2.3] Bids are multiples of five; the site takes any amount."""

    def bids(table: Table) -> Iterator[Offer]:
        least, cash = lowest_bid(table), table.state.cash[table.answering()]
        if step == 1 and least <= cash:
            yield Offer(Bid(least), Span(least, cash))
        if step > 1:
            yield from (Offer(Bid(amount)) for amount in range(least, cash + 1) if amount % step == 0)

    checks = (
        amount_in_steps("bid-step", step),
        amount_at_least("least-bid", lowest_bid),
        player_has_the_amount("bid-money"),
    )
    return Move(Bid, bids, checks, lambda table, action: raise_bid(table, action.amount))


# ------------------------------------------------------------------------------------------------------- one auction


def question(auction: AuctionFacts, still_in: Sequence[PlayerId]) -> Message:
    least = auction.least if auction.bid is None else auction.bid + LEAST_RAISE
    about = {"subject": auction.subject, "least": least}
    if auction.leader is not None:
        about |= {"highest": auction.bid, "leader": auction.leader, "still_in": auction.bidders}
    return Message("auction", about)


def asking_for_bids(bid: Move[Bid]) -> Step:
    """[2.3] Clockwise from the opener, until nobody is left against the highest bid, or everybody has passed."""
    return taking_bids(bid, PASS_BID, question=question, others=lambda table, player: None)


def settle_the_auction(table: Table) -> Then | None:
    """[2.3] The highest bidder pays. Without a bid pioneer 1 gets cheaper, for the others the pioneers pay first."""
    auction = table.here(AuctionFacts)
    pioneer = PioneerId(CertId(auction.subject))
    if auction.leader is not None and auction.bid is not None:
        award(table, pioneer, auction.leader, auction.bid)
        return None
    if pioneer != P1:
        pay_owners(table)
        return Then("auction", auction_of(table, pioneer, opener=auction.opener, least=auction.least))
    cheaper = max(0, auction.least - LEAST_RAISE)
    if cheaper:
        return Then("auction", auction_of(table, pioneer, opener=auction.opener, least=cheaper))
    award(table, pioneer, auction.opener, 0)
    return None


def award(table: Table, pioneer: PioneerId, player: PlayerId, amount: int) -> None:
    """[2.3] The winner takes the pioneer and the certificate that lies on it; with pioneer 7 he sets a par."""
    table.pay(amount, source=player, to=BANK)
    table.hand_over(pioneer, to=player)
    table.tell("pioneer-won", player=player, pioneer=pioneer, amount=amount)
    for cert in box(table).papers.by_id.values():
        if table.state.certs[cert.id] == pioneer:
            table.hand_over(cert.id, to=player)
            table.tell("share-came-along", player=player, company=cert.company, percent=cert.percent)
            if pioneer == P7:
                table.interrupt("carreño", CarrenoFacts(player, cert.company))


# ----------------------------------------------------------------------------------------------------- the seven of it


def auction_the_pioneers(table: Table) -> First | None:
    """[2.3] Each is opened by the next card, whoever has won before."""
    waiting = [pioneer for pioneer in box(table).pioneers if table.state.certs[pioneer] == IPO]
    if not waiting:
        return None
    number = list(box(table).pioneers).index(waiting[0])
    opener = table.state.players[number % len(table.state.players)]
    least = box(table).pioneers[waiting[0]].value
    return First("auction", auction_of(table, waiting[0], opener=opener, least=least))


# ---------------------------------------------------------------------------------------------------------- pioneer 7


def prices_for_it(table: Table) -> tuple[int, ...]:
    return par_prices(table, table.here(CarrenoFacts).company)


def choose_par(table: Table, action: ChoosePar) -> None:
    set_par(table, table.here(CarrenoFacts).company, action.price)


CHOOSE_PAR = par_among(ChoosePar, prices_for_it, choose_par)


def ask_for_par(table: Table) -> Ask | None:
    """[2.2] Whoever gets the director's certificate with pioneer 7 sets the par at once."""
    carreno = table.here(CarrenoFacts)
    if carreno.company in table.state.pars:
        return None
    return Ask(carreno.player, (CHOOSE_PAR,), Message("par", {"company": carreno.company}))


CARRENO_SCRIPT: tuple[Step, ...] = (ask_for_par,)
PIONEERS_SCRIPT: tuple[Step, ...] = (auction_the_pioneers, poorest_first)
