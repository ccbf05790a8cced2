"""Whose turn it is in a stock round, as far as the actions alone show it.

Players act one after the other around the table, and whoever can do nothing is not asked, nor later on unless somebody
sells something or starts a company, or to sell after somebody has bought; so without that everybody has one turn
between two turns of a player. Whoever has passed is asked again only after somebody has done something. Where a round
begins in an order of its own (a draft, an auction, the first round of 1824), nothing is looked at. In 1862 Parliament
comes before and no action says where it ends; there passes are counted up to the next company that operates.

    StockTurns(title).look(action)     one sentence about who acts out of turn, or None
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

Said = Mapping[str, Any]

TRADES = ("buy_shares", "par", "sell_shares", "special_buy", "payoff_player_debt", "payoff_player_debt_partial", "pass")
ENDS = ("buy_shares", "par", "pass")
"""What ends a turn; in 1824 also the exchange of a coal railway."""
EXCHANGES = {"1824": "special_buy", "1824 Cisleithania": "special_buy"}
WITHOUT_MOUNTAINS = ("4", "5", "6", "8", "10")
"""1824: the trains with which mountain railways have gone."""
OPENS = ("sell_shares", "par")
"""After that whoever could do nothing may be able to act."""


class AskedOf1862:
    """The companies that are surely asked in the next operating round: they have ended a turn, so they have a director
    and a train, and since then nobody has joined them or sold one of their shares."""

    def __init__(self) -> None:
        self.companies: set[str] = set()
        self.ran: set[str] = set()
        self.doubtful: set[str] = set()
        self.operates = False

    def look(self, action: Said) -> None:
        kind, entity, by = action["type"], str(action["entity"]), action.get("entity_type")
        if by == "corporation" and not self.operates:
            self.companies, self.ran, self.doubtful = set(), set(), set()
        self.operates = by == "corporation" or (self.operates and kind == "choose")
        if kind in ("merge", "convert", "choose", "sell_shares", "remove_token") and by == "corporation":
            self.doubtful |= {entity, str(action.get("corporation", entity))}
        elif kind == "sell_shares":
            self.companies.discard(action["shares"][0].partition("_")[0])
        elif kind in ("run_routes", "dividend"):
            self.ran.add(entity)
        elif by == "corporation" and entity in self.ran and kind in ("buy_train", "buy_shares", "pass"):
            self.companies.add(entity)
        self.companies -= self.doubtful if self.operates else set()


class PassesOf1862:
    """How often players can pass before a company operates: once in Parliament and once in the stock round, also at the
    end of a charter and after a sale. After a purchase or a sale of the stock round there is no Parliament any more.
    Companies without a director operate without an action, so at least one must be there that is surely asked."""

    def __init__(self) -> None:
        self.asked = AskedOf1862()
        self.bidding = False
        """Whether somebody has bid and the charter is not sold yet."""
        self.buyer = ""
        self.begun = False
        self._begin("", 2, 2)

    def _begin(self, actor: str, own: int, others: int) -> None:
        self.passes: Counter[str] = Counter()
        self.actor, self.own, self.others = actor, own, others

    def look(self, action: Said) -> str | None:
        kind, entity, by = action["type"], str(action["entity"]), action.get("entity_type")
        surely_asked = bool(self.asked.companies)
        self.asked.look(action)
        if by == "corporation":
            wrong = self._too_often() if self.begun and surely_asked else None
            self.begun, self.bidding, self.buyer = True, False, ""
            self._begin("", 2, 2)
            return wrong
        if kind == "pass":
            self.passes[entity] += 1
            self.buyer = self.buyer if entity != self.buyer else ""
            return None
        self._act(kind, entity)
        return None

    def _act(self, kind: str, player: str) -> None:
        if kind == "par" and self.bidding:
            self.bidding, self.buyer = False, player
        is_charter = player == self.buyer and kind in ("par", "buy_shares")
        self.bidding = self.bidding or kind == "bid"
        self.buyer = player if is_charter else ""
        if is_charter or kind not in ("par", "buy_shares", "sell_shares"):
            self._begin(player, 3, 2)
        else:
            self._begin(player, 2 if kind == "sell_shares" else 1, 1)

    def _too_often(self) -> str | None:
        for player, times in self.passes.items():
            if times > (self.own if player == self.actor else self.others):
                return f"player {player} passes {times} times before companies operate"
        return None


class StockTurns:
    def __init__(self, title: str) -> None:
        self.title = title
        self.passes_of_1862 = PassesOf1862()
        self.mountains: dict[str, str] = {}
        """1824: who owns a mountain railway, which may be exchanged in between."""
        self.trains_came = False
        self.begun = title == "18CZ"
        """Whether a company has operated: before that rounds are others."""
        self.asked: set[str] = set()
        """The companies that have operated in the latest operating round."""
        self._new_round()

    def _new_round(self) -> None:
        self.open = False
        self.aside: set[str] = set()
        """1824: those of whom it is not known when they are asked."""
        self.turn: str | None = None
        """Whose turn is not over."""
        self.acted = False
        """Whether something was done in it."""
        self.turns: list[str] = []
        self.opened = 0
        """The number of the turn in which somebody has sold something or started a company."""
        self.may_sell = 0
        """That of the one in which anything was done."""
        self.passes: set[str] = set()
        """Who has passed since somebody has done something."""

    def look(self, action: Said) -> str | None:
        kind, entity, by = action["type"], str(action["entity"]), action.get("entity_type")
        if self.title == "1862":
            return self.passes_of_1862.look(action)
        if by == "corporation":
            if kind not in ("discard_train", "choose", "remove_token"):
                self._operates(kind, entity, action)
            return None
        if kind == "buy_company" and action["company"].startswith("B"):
            self.mountains[action["company"]] = entity
        if by == "company" and kind == "buy_shares":
            self.mountains.pop(entity, None)
            self.passes.clear()
        if by != "player" or kind not in TRADES or not self._is_looked_at(action):
            return None
        return self._trade(kind, entity)

    def _operates(self, kind: str, company: str, action: Said) -> None:
        if self.open:
            self._new_round()
            self.asked.clear()
        if self.trains_came:
            self.mountains.clear()
        if kind == "buy_train" and action["train"].rpartition("-")[0] in WITHOUT_MOUNTAINS:
            self.trains_came = True
        self.begun = True
        self.asked.add(company)

    def _is_looked_at(self, action: Said) -> bool:
        """In 18CZ the first company is started after the draft."""
        if self.title == "18CZ" and not self.open and not self.asked and action["type"] != "par":
            return False
        if not self.begun:
            return False
        if not self.open:
            self.aside = set(self.mountains.values())
        self.open = True
        if str(action["entity"]) in self.aside:
            self.passes.clear()
            self._note(action["type"])
            return False
        return True

    def _note(self, kind: str) -> None:
        """A purchase makes room in the bank, or another one fit to direct a company: so somebody may sell."""
        if kind in OPENS:
            self.opened = len(self.turns)
        if kind != "pass":
            self.may_sell = len(self.turns)

    def _trade(self, kind: str, player: str) -> str | None:
        wrong = None
        if self.turn != player:
            wrong = self._next_turn(player, kind)
            self.turn, self.acted = player, False
        self._note(kind)
        if kind != "pass":
            self.acted = True
            self.passes.clear()
        elif not self.acted:
            if player in self.passes and self.asked:
                wrong = wrong or f"player {player} has passed, and nobody has done anything since"
            self.passes.add(player)
        if kind in ENDS or kind == EXCHANGES.get(self.title):
            self.turn = None
        return wrong

    def _next_turn(self, player: str, kind: str) -> str | None:
        """Everybody who acts between two turns of one player does so once."""
        self.turns.append(player)
        since = self._since_last(player)
        opened = self.opened if kind in ("buy_shares", "par") else self.may_sell
        if opened > len(self.turns) - 1 - len(since):
            return None
        if len(set(since)) < len(since):
            twice = next(one for one in since if since.count(one) > 1)
            return f"player {twice} acts twice before player {player}"
        return None

    def _since_last(self, player: str) -> list[str]:
        """Who has acted since the latest turn of a player before this one."""
        earlier = self.turns[:-1]
        at = max((n for n, one in enumerate(earlier) if one == player), default=-1)
        return earlier[at + 1 :]
