"""In which order trains leave the pile: a card comes up when those before it have left. Exports are not recorded, nor
what companies without a director of 1862 buy, so as many are granted as there can have been rounds.

    depot.look(action, begins)      one sentence about a train that is not for sale yet, or None
    depot.may_have_left("5")        whether the first train of a type may have been exported
    depot.may_be_for_sale("5")      whether one of a type may be the next to be sold
"""

from collections.abc import Mapping
from typing import Any

from ferrovia import Game

Said = Mapping[str, Any]

APART = ("2P-0", "2-0")
"""18ESP: trains that come with pioneers."""


UNSEEN = 4
"""How many rounds there may have been in which nobody could do anything, before the first company operates."""


class Depot:
    def __init__(self, game: Game, title: str) -> None:
        self.title = title
        self.pile = [str(train) for train in game.state.trains if not self._is_beside(str(train))]
        self.types = list(dict.fromkeys(map(_type, self.pile)))
        self.bought: set[str] = set()
        self.rounds = UNSEEN
        self.acted: set[str] = set()
        """The companies that have had their turn in this round."""
        self.is_quiet = title.startswith("1824")
        """1824: where no railway was sold, rounds go by of which no action tells, as many as there may be."""

    def _is_beside(self, train: str) -> bool:
        """1824: trains for coal railways are offered by phases, several types at once."""
        return _type(train).endswith("g") or (self.title == "18ESP" and train in APART)

    def look(self, action: Said, begins: bool) -> str | None:
        self._count_rounds(action, begins)
        self.is_quiet = self.is_quiet and (action["type"], action.get("entity_type")) != ("buy_company", "player")
        if action["type"] != "buy_train":
            return None
        train = str(action["train"])
        first, kind = train not in self.bought, _type(train)
        self.bought.add(train)
        if not first or self._is_beside(train) or kind not in self.types:
            return None
        left = [card for card in self.pile if card not in self.bought and self._is_before(card, train)]
        return f"{left[0]} comes before {train}" if len(left) > self.rounds and not self.is_quiet else None

    def may_have_left(self, kind: str) -> bool:
        """A round more: of the export at its end no action tells before the next one begins."""
        before = self.pile[: next(n for n, card in enumerate(self.pile) if _type(card) == kind)]
        return self.is_quiet or sum(card not in self.bought for card in before) <= self.rounds

    def may_be_for_sale(self, kind: str) -> bool:
        """1824: of trains for coal railways only those are known that have been bought."""
        if self._is_beside(f"{kind}-0"):
            return True
        left = [card for card in self.pile if _type(card) == kind and card not in self.bought]
        return bool(left) and self.may_have_left(kind)

    def _is_before(self, card: str, train: str) -> bool:
        one, other = ((self.types.index(_type(name)), int(name.rpartition("-")[2])) for name in (card, train))
        return one < other

    def _count_rounds(self, action: Said, begins: bool) -> None:
        """A company operates once in a round; where none does, players pass, and not all of them are asked."""
        if begins:
            company = str(action["entity"])
            self.rounds += company in self.acted
            self.acted = {company} if company in self.acted else {*self.acted, company}
        if action.get("entity_type") == "player" and (self.acted or action["type"] == "pass"):
            self.rounds, self.acted = self.rounds + 1, set()


def _type(train: str) -> str:
    return train.rpartition("-")[0]
