"""Positions that are kept: the latest few, and every n-th. Any other is a few answers after one of them."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from ferrovia.engine.play import Game

P = TypeVar("P")


class Kept(Generic[P]):
    """Positions of a game by number, few enough for any length of game."""

    def __init__(self, *, recent: int, spacing: int = 0, settle: Callable[[P], None] | None = None) -> None:
        self._most = recent
        self._spacing = spacing
        """Every n-th stays when it is no longer recent; 0: none does."""
        self._settle = settle
        """Lets go of whatever such a position can work out again."""
        self._recent: OrderedDict[int, P] = OrderedDict()
        self._lasting: dict[int, P] = {}

    def __len__(self) -> int:
        return len(self._recent) + len(self._lasting)

    def keep(self, number: int, position: P) -> P:
        """Keeps a position; what was kept longest ago makes room."""
        if number not in self._lasting:
            self._recent[number] = position
            if len(self._recent) > self._most:
                self._make_room()
        return position

    def _make_room(self) -> None:
        number, position = self._recent.popitem(last=False)
        if self._spacing and number % self._spacing == 0:
            self._lasting[number] = position
            if self._settle is not None:
                self._settle(position)

    def start_from(self, number: int, position: P) -> None:
        """Nothing is known before this position; it stays."""
        self._recent.clear()
        self._lasting = {number: position}

    def get(self, number: int) -> P | None:
        return self._recent[number] if number in self._recent else self._lasting.get(number)

    def nearest(self, number: int) -> tuple[int, P]:
        """The last kept position that is not after this one."""
        near = max(n for kept in (self._recent, self._lasting) for n in kept if n <= number)
        return near, self._recent[near] if near in self._recent else self._lasting[near]

    def forget_after(self, number: int) -> None:
        """What came after a position is taken back."""
        for kept in (self._recent, self._lasting):
            for later in [n for n in kept if n > number]:
                del kept[later]


def played_on(game: Game, actions: Iterable[Any]) -> Game:
    """The position after some more answers."""
    for action in actions:
        game = game.play(action)
    return game
