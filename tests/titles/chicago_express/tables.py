"""Positions of Chicago Express in the words of its rulebook: `a_table().with_income(NYC=22).turn_of("A").game()`."""

from dataclasses import replace
from typing import Self

from ferrovia.model.ids import CompanyId, HexId, Owner
from ferrovia.rules.auction import AuctionFacts
from ferrovia.titles.chicago_express.auction import Auction
from ferrovia.titles.chicago_express.development import Develop
from ferrovia.titles.chicago_express.expansion import Expand
from ferrovia.titles.chicago_express.facts import GameFacts, TurnFacts
from ferrovia.titles.chicago_express.material import MATERIAL, DialId, Railways
from ferrovia.titles.chicago_express.title import TITLE
from ferrovia.titles.chicago_express.turn import Decline
from support.tables import TableInWriting

HEX_OF = {printed.name: hex_id for hex_id, printed in MATERIAL.hexes.items() if printed.name}


class ChicagoTable(TableInWriting):
    """Starts with the set-up and the first share of each company in the hands of the first player."""

    @property
    def _own(self) -> Railways:
        return self.state.extras

    def with_income(self, **incomes: int) -> Self:
        """The income track."""
        return self.keep(income={**self._own.income, **{self.company(c): value for c, value in incomes.items()}})

    def with_locomotives(self, **rows: str) -> Self:
        """On which hexes exactly a company stands."""
        return self.with_tokens(**rows)

    def dials(self, **spaces: int) -> Self:
        return self.keep(dials={**self._own.dials, **spaces})

    def scale(self, **values: int) -> Self:
        """The industrial scale by what it shows: `scale(Wheeling=4)`."""
        spaces = {HEX_OF[city]: MATERIAL.numbers.scales[HEX_OF[city]].index(shown) for city, shown in values.items()}
        return self.keep(scales={**self._own.scales, **spaces})

    def houses(self, row: str = "", *, supply: int | None = None) -> Self:
        """Houses on these hexes; to reach a supply also on others: mountains and forests from west to east."""
        built = row.split()
        if supply is not None:
            others = [h.id for h in MATERIAL.hexes.values() if h.is_for_one_company and h.id not in built]
            built += others[: MATERIAL.numbers.development.houses - supply - len(built)]
        left = MATERIAL.numbers.development.houses - len(built)
        return self.keep(houses=tuple(sorted(HexId(hex_id) for hex_id in built)), house_supply=left)

    def wabash_open(self, *, income: int = 1) -> Self:
        """The Wabash with its first locomotive in Fort Wayne."""
        wabash = MATERIAL.numbers.wabash.company
        return self.with_tokens(Wabash=MATERIAL.companies[wabash].home).with_income(Wabash=income)

    def dividends_paid(self, times: int) -> Self:
        """This many general dividends, and Detroit where they leave it."""
        return self.keep(dividends_paid=times).scale(Detroit=1 + times)

    def turn_of(self, player: str) -> Self:
        """The start of a player's turn, before it is looked whether dividends are due."""
        return self._turn(TurnFacts(self.player(player)))

    def _turn(self, facts: TurnFacts) -> Self:
        players = self.state.players
        following = players[(players.index(facts.player) + 1) % len(players)]
        return self.at(
            replace(TITLE.frame("game", GameFacts(players[0], following)), at="take_turns"), TITLE.frame("turn", facts)
        )

    def in_auction(self, company: str, *, by: str, opening: int, bidders: str, highest: int = 0) -> Self:
        """In the auction of one share: `bidders` are those still in, the next to act first, the leader last."""
        self._turn(TurnFacts(self.player(by), acted=True))
        turn = replace(self.state.stack[1], at="chicago_phase_if_reached")
        still_in = tuple(self.player(name) for name in bidders.split())
        leader = still_in[-1] if highest else None
        auction = AuctionFacts(self.company(company), self.player(by), opening, still_in, highest or None, leader)
        return self.at(self.state.stack[0], turn, TITLE.frame("auction", auction))


def a_table(*, players: str = "A B C") -> ChicagoTable:
    """The set-up after initial auctions in which the first player got everything for nothing."""
    first = players.split()[0]
    table = ChicagoTable(TITLE, players=players).sold(PRR=first, BO=first, CO=first, NYC=first)
    return table.turn_of(first)


# ------------------------------------------------------------------------------------------------- answers in few words


def auction(company: str) -> Auction:
    return Auction(CompanyId(Owner(company)))


def expand(company: str, hexes: str) -> Expand:
    return Expand(CompanyId(Owner(company)), tuple(HexId(hex_id) for hex_id in hexes.split()))


def develop(hex_id: str) -> Develop:
    return Develop(HexId(hex_id))


def decline(dial: str) -> Decline:
    return Decline(DialId(dial))
