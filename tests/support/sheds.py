"""How many trains a company of 18CZ surely has: permanent ones that it has bought and nobody has recorded the loss of.
Others may have rusted without an action; a phase may have begun with an export, so a limit may be lower than here.

Of the cards in the pool with the same face up only the one that came first is for sale there.

    Sheds(box).look(action)     one sentence about a train for which there is no room or that is not for sale, or None
"""

from collections.abc import Mapping
from typing import Any

Said = Mapping[str, Any]

PERMANENT: Mapping[str, str] = {"4": "S", "5": "S", "4+4": "M", "5+5": "M", "5E": "L", "6E": "L", "8E": "L"}
"""The size of each train that never rusts."""
LIMITS: Mapping[str, tuple[tuple[str, int], ...]] = {
    "S": (("h", 1), ("e", 2)),
    "M": (("i", 1), ("f", 2)),
    "L": (("j", 2),),
}
"""From which phase on a company of each size has room for fewer trains than three."""
ROOM = 3


class Sheds:
    def __init__(self, box: Any) -> None:
        self.box = box
        self.latest = "a"
        """The latest phase that has surely begun."""
        self.owner: dict[str, str] = {}
        """Whose a permanent train is."""
        self.pool: list[str] = []
        """The permanent trains that have surely come into the pool, in this order."""
        self.decides: str | None = None
        """Who may be scrapping trains of a company that it has bought."""
        self.face: dict[str, str] = {}

    def look(self, action: Said) -> str | None:
        kind, company = action["type"], str(action["entity"])
        if kind == "buy_corporation":
            self.owner = {t: company if c == action["corporation"] else c for t, c in self.owner.items()}
        if kind in ("discard_train", "swap_train"):
            owner = self.owner.pop(action["train"], None)
            self.pool += [action["train"]] if kind == "discard_train" and owner and company != self.decides else []
        elif action.get("entity_type") == "corporation":
            self.decides = company if kind == "buy_corporation" else None
        return self._bought(action, company) if kind == "buy_train" else None

    def _bought(self, action: Said, company: str) -> str | None:
        train, size = action["train"], self.box.size(company)
        if train in self.pool:
            before = self.pool[: self.pool.index(train)]
            self.pool.remove(train)
            alike = [other for other in before if self.face[other] == self.face[train]]
            if alike:
                return f"{alike[0]} lies in the pool before {train}"
        face = action.get("variant") or self.face.get(train) or train.rpartition("-")[0]
        held = [other for other, owner in self.owner.items() if owner == company and other != train]
        room = next((room for phase, room in LIMITS[size] if self.latest >= phase), ROOM)
        self._note(train, company, face)
        if len(held) < room:
            return None
        may_need_one = not any(self._size(other) == size for other in held)  # D-14: then any face is offered
        return None if may_need_one else f"{company} has {len(held)} trains and no room for {train}"

    def _size(self, train: str) -> str:
        return PERMANENT[self.face[train][:-1]]

    def _note(self, train: str, company: str, face: str) -> None:
        self.latest = max(self.latest, face[-1])
        self.owner.pop(train, None)
        self.face[train] = face
        if face[:-1] in PERMANENT:
            self.owner[train] = company
