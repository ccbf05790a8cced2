"""How many trains a company may own, of those that it owns for sure: it has bought or got them, and neither sold nor
given them up; what may have rusted, because the train that rusts it may have left the pile unseen, is not counted.

1824: at its limit a company is only asked about trains if it could trade one in, as far as may be.

    TrainLimits(game, title, depot, treasuries).look(action)      one sentence about a train too many, or None
    LimitsOf1862(depot).look(action)                              the same for 1862
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ferrovia import Game
from support.depot import Depot
from support.treasuries import Treasuries

Said = Mapping[str, Any]
Limits = Mapping[str, int]

RUSTED_BY: Mapping[str, Mapping[str, str]] = {
    "18ESP": {"2": "4", "3": "6", "4": "8"},
    "1824": {"2": "4", "3": "6", "4": "8", "5": "10"},
}
GOODS = ("1g", "2g", "3g", "4g", "5g")
"""1824: each of them is rusted by the next but one; they leave the bank only when they are bought."""
LIMITS: Mapping[str, Mapping[str, Limits]] = {
    "18ESP": {"minor": {"2": 2, "4": 1}, "major": {"2": 4, "4": 3, "6": 2}},
    "1824": {"railway": {"2": 2}, "regional": {"2": 4, "4": 3, "6": 2}, "staatsbahn": {"2": 4, "6": 3}},
}
"""By kind, from the first train of a type on."""
KINDS = {"coal": "railway", "pre": "railway", "north": "major", "south": "major"}
NORMAL = ("2", "3", "4", "5", "6", "8", "10")
NEXT_TYPE: Mapping[str, str] = {old: new for family in (NORMAL, GOODS) for old, new in pairwise(family)}
"""1824: for which type one of another is traded in."""
STRAWBERRY = "2P"
"""18ESP: it counts for nothing."""


class TrainLimits:
    """1824: whoever buys above the limit gives up a train before anything else is done. 18ESP: nobody does."""

    def __init__(self, game: Game, title: str, depot: Depot, treasuries: Treasuries) -> None:
        self.title = "1824" if title.startswith("1824") else title
        kinds: Mapping[str, str] = game.title.data.kinds
        self.kinds = {str(company): KINDS.get(kind, kind) for company, kind in kinds.items()}
        self.depot, self.treasuries = depot, treasuries
        self.cards: Mapping[str, Any] = game.title.data.cards
        self.has_traded_in = False
        """1824: whether the company whose turn it is has traded a train in."""
        self.owner: dict[str, str] = {}
        self.types: set[str] = set()
        """Of which somebody has bought a train."""
        self.due: str | None = None
        """1824: who has to give up a train."""

    def look(self, action: Said) -> str | None:
        if self.title not in LIMITS:
            return None
        kind, entity = action["type"], str(action["entity"])
        due, self.due = self.due, None
        if due is not None and kind != "discard_train":
            return f"{due} has not given up a train above its limit"
        if action.get("entity_type") == "corporation" and kind not in ("buy_train", "discard_train"):
            self.has_traded_in = False
        if kind == "merge":
            joined = str(action["corporation"])
            self.owner |= {train: entity for train, owner in self.owner.items() if owner == joined}
        if kind == "discard_train":
            self.owner.pop(str(action["train"]), None)
        return self._buy(str(action["train"]), entity, action) if kind == "buy_train" else None

    def _buy(self, train: str, buyer: str, action: Said) -> str | None:
        if _type(train) == STRAWBERRY:
            return None
        most, held = self._limit(buyer), self._held(buyer)
        if self.title == "18ESP" and len(held) >= most:
            return f"{buyer} has {len(held)} trains, and its limit is {most}"
        if self.title == "1824" and len(held) >= most and not self._may_trade_in(buyer, held, _type(train)):
            return f"{buyer} has {len(held)} trains and can trade none in: it is not asked"
        self.has_traded_in = self.has_traded_in or bool(action.get("exchange"))
        self.owner.pop(str(action.get("exchange")), None)
        self.owner[train] = buyer
        self.types.add(_type(train))
        if len(self._held(buyer)) > self._limit(buyer):
            self.due = buyer
        return None

    def _may_trade_in(self, company: str, held: list[str], bought: str) -> bool:
        """For the next type, if that may be for sale, or was until now, and the treasury may have what is to be paid
        besides."""
        if self.has_traded_in:
            return False
        for old in map(_type, held):
            new = NEXT_TYPE.get(old)
            if new is not None and (new == bought or self.depot.may_be_for_sale(new)):
                costs = self.cards[new].face.price - self.cards[old].face.price // 2
                if costs <= self.treasuries.most[company]:
                    return True
        return False

    def _held(self, company: str) -> list[str]:
        return [train for train, owner in self.owner.items() if owner == company and not self._may_have_rusted(train)]

    def _may_have_rusted(self, train: str) -> bool:
        kind = _type(train)
        if kind in GOODS:
            return any(later in self.types for later in GOODS[GOODS.index(kind) + 2 :])
        rusting = RUSTED_BY[self.title].get(kind)
        return rusting is not None and (rusting in self.types or self.depot.may_have_left(rusting))

    def _limit(self, company: str) -> int:
        """Exports may have begun a later phase, in which it is no higher."""
        limits = LIMITS[self.title][self.kinds[company]]
        return min((limit for first, limit in limits.items() if first in self.types), default=max(limits.values()))


ROOM_OF_1862 = (("G", 3), ("E", 2), ("A", 3))
"""From which band on: first in all, before that of each kind."""
SCRAPPED_BY = {"A": "C", "B": "E", "C": "F", "D": "G"}


class LimitsOf1862:
    """Trains of each kind that a company surely has: bought by it or one that it was joined with, and not scrapped. A
    company that is started anew has none."""

    def __init__(self, depot: Depot) -> None:
        self.depot = depot
        self.owner: dict[str, str] = {}
        self.kind: dict[str, str] = {}
        self.house: dict[str, str] = {}
        """Companies that were joined are one: no action says which of them stays."""
        self.bands: set[str] = set()
        self.count = 0

    def look(self, action: Said) -> str | None:
        kind, entity = action["type"], str(action["entity"])
        self.count += 1
        if kind == "par":
            company = str(action["corporation"])
            self.house[company] = f"{company} at {self.count}"
        if kind == "merge":
            one, other = self._house(entity), self._house(str(action["corporation"]))
            self.house = {name: one if house == other else house for name, house in self.house.items()}
            self.owner = {train: one if house == other else house for train, house in self.owner.items()}
        return self._bought(str(action["train"]), self._house(entity), action) if kind == "buy_train" else None

    def _house(self, company: str) -> str:
        return self.house.get(company, company)

    def _bought(self, train: str, buyer: str, action: Said) -> str | None:
        kind = str(action["variant"]).rstrip("*")[-1] if action.get("variant") else self.kind.get(train, "")
        held = [other for other, owner in self.owner.items() if owner == buyer and not self._may_be_gone(other)]
        room = next(room for band, room in ROOM_OF_1862 if band == "A" or any(seen >= band for seen in self.bands))
        in_all = any(seen >= ROOM_OF_1862[0][0] for seen in self.bands)
        count = len(held) if in_all else sum(self.kind[other] == kind for other in held)
        self.owner[train], self.kind[train] = buyer, kind
        self.bands.add(_type(train))
        return f"{action['entity']} has {count} trains, and room for {room}" if count >= room else None

    def _may_be_gone(self, train: str) -> bool:
        by = SCRAPPED_BY.get(_type(train))
        return by is not None and (any(seen >= by for seen in self.bands) or self.depot.may_have_left(by))


def _type(train: str) -> str:
    return train.rpartition("-")[0]
