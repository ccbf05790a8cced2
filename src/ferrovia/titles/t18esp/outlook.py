"""What the numbers of 18ESP say about the time to come."""

from ferrovia.model.ids import CertId, CompanyId, Owner, PlayerId
from ferrovia.model.outlook import Outlook
from ferrovia.model.state import State
from ferrovia.rules.auction import AuctionFacts, open_auction
from ferrovia.rules.prospects import cards_before, outlook_of
from ferrovia.rules.rounds import runs_this_round
from ferrovia.titles.t18esp.course import LAST_ROUNDS
from ferrovia.titles.t18esp.facts import CycleFacts
from ferrovia.titles.t18esp.material import Material, PioneerId, is_frozen, sold_percent

CARDS_PER_ROUND = 3.5
"""Train cards that leave the pile in an operating round: a guess."""
COME_ALONG = 80
"""What a share is worth that comes along with a pioneer: a guess."""
TO_BEGIN = 200
"""What a bidder keeps: a minor at the highest price, or the director's certificate of a major."""


def outlook(box: Material) -> Outlook:
    def rounds_before(state: State, phase: str) -> int:
        return round(cards_before(box, state, phase) / CARDS_PER_ROUND)

    def rounds_left(state: State) -> int:
        """[7] The founding of RENFE with the first 8-train, then a last cycle."""
        game: CycleFacts | None = state.stack[0].facts if state.stack else None
        if game is None:
            return 0
        if game.is_last:
            return (game.rounds or LAST_ROUNDS) - game.rounds_done
        last = list(box.phases)[-1]
        return rounds_before(state, last) + LAST_ROUNDS

    def runs_left(state: State, company: CompanyId) -> int:
        """[4.6.1] Minors stop in phase 5."""
        if box.is_minor(company):
            rounds = 0 if is_frozen(box, state, company) else rounds_before(state, "5")
        else:
            rounds = rounds_left(state)
        return rounds + runs_this_round(state, company)

    def price_after(state: State, company: CompanyId, dividends: int) -> int:
        """[4.5] A column for each dividend; the last price of all is the end."""
        quote, last = state.prices.get(company), len(box.market.cells) - 1
        cell = box.market.cell_of(state.pars[company]) if quote is None else quote.cell
        return box.market.price(min(cell + 2 * dividends, last))

    def to_float(state: State, company: CompanyId) -> int:
        """[3.2.2]"""
        if company in state.floated or box.is_minor(company):
            return 0
        return max(0, box.phases[state.phase].launch_percent - sold_percent(box, state, company))

    def capital(state: State, company: CompanyId) -> int:
        """[3.2.1] [3.2.2]"""
        shares = 2 if box.is_minor(company) else box.phases[state.phase].capital_shares
        return shares * state.pars[company]

    def runs_by(state: State, company: CompanyId, face: str) -> bool:
        """[4.7] Trains of the home gauge."""
        return box.faces[face].gauge in (box.home_gauge(company), "both")

    def face_cost(face: str) -> int:
        card = box.card_of_face.get(face)
        return 0 if card is None else card.price

    def cards_before_rust(state: State, face: str) -> int | None:
        card = box.card_of_face.get(face)
        return None if card is None or not card.obsolete_in else cards_before(box, state, card.obsolete_in)

    def claims(state: State) -> dict[PlayerId, int]:
        """[4.8] What pioneers pay until phase 5, and what a company will give for them."""
        rounds = rounds_before(state, "5")
        found: dict[PlayerId, int] = {}
        for pioneer, printed in box.pioneers.items():
            owner = state.certs[pioneer]
            if owner in state.players and rounds:
                player = PlayerId(Owner(owner))
                found[player] = found.get(player, 0) + printed.income * rounds + printed.value
        return found

    def lot(state: State, player: PlayerId) -> int:
        """[2.3] Its value, some of its income, what comes along; whoever has most money takes what nobody wants."""
        auction = open_auction(state)
        if auction is None:
            return 0
        worth, cash = worth_of_lot(box, state, auction), state.cash[player]
        if auction.bid is None and cash == max(state.cash[other] for other in state.players):
            return max(auction.least, min(worth, cash - TO_BEGIN))
        return min(worth, cash - TO_BEGIN)

    return outlook_of(
        box,
        rounds_left=rounds_left,
        runs_left=runs_left,
        price_after=price_after,
        to_float=to_float,
        capital=capital,
        runs_by=runs_by,
        face_cost=face_cost,
        cards_before_rust=cards_before_rust,
        claims=claims,
        lot=lot,
    )


def worth_of_lot(box: Material, state: State, auction: AuctionFacts) -> int:
    """[2.3] The pioneer's value, some of its income, and the certificate that comes along with it."""
    subject = PioneerId(CertId(auction.subject))
    printed = box.pioneers[subject]
    along = sum(cert.percent for cert in box.papers.by_id.values() if state.certs[cert.id] == subject)
    return printed.value + 2 * printed.income + along // 10 * COME_ALONG // 2
