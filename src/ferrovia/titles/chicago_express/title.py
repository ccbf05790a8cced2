"""Chicago Express, as its rulebook's table of contents."""

from collections.abc import Mapping
from importlib.resources import files

from ferrovia.engine.codec import BadData
from ferrovia.engine.play import Option, Title
from ferrovia.engine.rulebook import load_rulebook
from ferrovia.model.board import Board
from ferrovia.model.ids import BANK, CompanyId, Owner, PlayerId
from ferrovia.model.state import State
from ferrovia.rules.auction import AuctionFacts
from ferrovia.titles.chicago_express.auction import (
    AUCTION_SCRIPT,
    Auction,
    Bid,
    Pass,
    auction_first_shares,
    give_first_turn,
)
from ferrovia.titles.chicago_express.development import Develop
from ferrovia.titles.chicago_express.dividends import CHICAGO_PHASE, GENERAL_DIVIDENDS, announce_the_end
from ferrovia.titles.chicago_express.expansion import Expand
from ferrovia.titles.chicago_express.facts import ChicagoFacts, GameFacts, TurnFacts
from ferrovia.titles.chicago_express.material import MATERIAL, Railways, shares_of, sold
from ferrovia.titles.chicago_express.outlook import FORESIGHT
from ferrovia.titles.chicago_express.turn import (
    Decline,
    chicago_phase_if_reached,
    choose_action,
    general_dividends_if_due,
    take_turns,
)
from ferrovia.titles.chicago_express.view import layout, view


def deal(title: Title, players: tuple[PlayerId, ...], options: Mapping[str, str]) -> State:
    """[CE-1.1 to CE-1.4] Money, locomotives, incomes, dials, houses."""
    numbers, each = MATERIAL.numbers, MATERIAL.numbers.money.total // len(players)
    running = [company for company in MATERIAL.companies.values() if company.income is not None]
    seat = int(options["first-bidder"])
    if seat > len(players):
        raise BadData(f"option first-bidder of {title.name}: there is no seat {seat} at a table of {len(players)}")
    return State(
        players=players,
        cash={BANK: -each * len(players)} | dict.fromkeys(players, each) | dict.fromkeys(MATERIAL.companies, 0),
        certs={cert: Owner(company.id) for company in MATERIAL.companies.values() for cert in company.certs},
        tokens={c.id: c.locomotives - (c in running) for c in MATERIAL.companies.values()},
        board=Board(title.grid, {company.home: (company.id,) for company in running}),
        extras=Railways(
            income={c.id: c.income for c in running if c.income is not None},
            dials=dict.fromkeys(numbers.dials, 0),
            scales=dict.fromkeys(numbers.scales, 0),
            houses=(),
            house_supply=numbers.development.houses,
            dividends_paid=0,
            end_announced=False,
        ),
        stack=[title.frame("game", GameFacts(players[seat - 1]))],
    )


def cash_of_players(state: State) -> dict[PlayerId, int]:
    """[CE-9.4] Most cash wins; shares and treasuries count nothing."""
    return {player: state.cash[player] for player in state.players}


def expected_cash(state: State) -> dict[PlayerId, int]:
    """A guess: cash, the dividends to come at today's incomes and at what the way to Chicago promises, and a part of
    each treasury, which becomes income when it is spent."""
    last = len(MATERIAL.numbers.scales[MATERIAL.numbers.detroit.hex])
    to_come = max(1, (last - state.extras.dividends_paid) * 2 // 3)
    guess = cash_of_players(state)
    for company, income in state.extras.income.items():
        shares = sold(state, company)
        if shares:
            a_share = (income + promise(state, company)) * to_come // shares + state.cash[company] // (2 * shares)
            for player in state.players:
                guess[player] += a_share * shares_of(state, player, company)
    return guess


TO_CHICAGO = MATERIAL.grid.distances([MATERIAL.numbers.chicago.hex])


def promise(state: State, company: CompanyId) -> int:
    """What the way west is worth beyond today's income: Chicago's income thrice (it pays once more at once, and the
    richest cities lie on the way), as far as the network has come."""
    far = max(TO_CHICAGO.values())
    left = min(TO_CHICAGO[hex_id] for hex_id in state.board.hexes_of(company))
    return 3 * MATERIAL.hexes[MATERIAL.numbers.chicago.hex].income * (far - left) // far


def counts(state: State) -> dict[str, int]:
    """What the box holds, wherever it lies now."""
    on_map = [company for tokens in state.board.tokens.values() for company in tokens]
    return {
        "money": sum(state.cash.values()),
        "houses": state.extras.house_supply + len(state.extras.houses),
        **{f"shares of {c}": sum(cert in state.certs for cert in of.certs) for c, of in MATERIAL.companies.items()},
        **{f"locomotives of {c}": state.tokens[c] + on_map.count(c) for c in MATERIAL.companies},
    }


TITLE = Title(
    id="chicago-express",
    name="Chicago Express",
    rules_version=2,
    seats=range(2, 7),
    currency="$",
    data=MATERIAL,
    grid=MATERIAL.grid,
    rulebook=load_rulebook(files(__package__ or "") / "rulebook.toml"),
    options=(Option("first-bidder", ("1", "2", "3", "4", "5", "6")),),
    setup=deal,
    scripts={
        "game": (auction_first_shares, give_first_turn, take_turns),
        "turn": (general_dividends_if_due, choose_action, chicago_phase_if_reached, announce_the_end),
        "auction": AUCTION_SCRIPT,
        "general dividends": (*GENERAL_DIVIDENDS, announce_the_end),
        "chicago phase": CHICAGO_PHASE,
    },
    actions=(Auction, Expand, Develop, Decline, Bid, Pass),
    facts=(GameFacts, TurnFacts, AuctionFacts, ChicagoFacts),
    extras=Railways,
    pieces={
        "company": frozenset(MATERIAL.companies),
        "hex": frozenset(MATERIAL.hexes),
        "dial": frozenset(MATERIAL.numbers.dials),
    },
    score=cash_of_players,
    estimate=expected_cash,
    outlook=FORESIGHT,
    counts=counts,
    layout=layout(),
    view=view,
)
