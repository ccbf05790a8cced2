"""The names of printed things: the same in every language, read off the layout of a title."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ferrovia.model.board import place_of
from ferrovia.model.route import as_route
from ferrovia.model.view import Layout, TrainFace

NOTHING = Layout("pointy", (), ())


class Printed:
    """What companies, hexes, stops, local railways, tiles and trains are called. An unknown name stands for itself."""

    def __init__(self, layout: Layout = NOTHING) -> None:
        self._letters = {str(face.id): face.letters for face in layout.companies}
        self._places = {str(face.id): face.name for face in layout.hexes}
        self._stops = {str(face.id): len(face.tile.stops) for face in layout.hexes if face.tile}
        self._privates = {face.id: face.name for face in layout.privates}
        self._cards = {face.card: face for face in layout.trains}
        self._marks = marks_of(self._cards.values())
        self._faces = {name for card in self._cards.values() for name in card.faces}
        self.names: Mapping[str, Callable[[Any], str]] = {
            "company": self.company,
            "hex": self.hex,
            "stop": self.stop,
            "local": self.private,
            "pioneer": self.private,
            "tile": str,
            "train": self.train,
            "unnumbered": self.unnumbered,
            "card": self.card,
            "face": self.train,
            "route": self.route,
        }
        """By kind."""

    def is_company(self, name: str) -> bool:
        return name in self._letters

    def is_private(self, name: str) -> bool:
        return name in self._privates

    def company(self, company: str) -> str:
        """The letters that stand for it everywhere."""
        return self._letters.get(company, company)

    def hex(self, hex_id: str) -> str:
        """Where it is, and its name if it has one: "Q3 Binghamton"."""
        return f"{hex_id} {self._places.get(hex_id, '')}".rstrip()

    def stop(self, stop: str) -> str:
        """Its hex, and which of its stops where more than one is printed there: "E12 Praha (2)"."""
        hex_id, _, number = stop.rpartition(".")
        if not number.isdigit():
            return stop
        is_only_one = number == "0" and self._stops.get(hex_id, 0) < 2
        return self.hex(hex_id) if is_only_one else f"{self.hex(hex_id)} ({int(number) + 1})"

    def private(self, private: str) -> str:
        """The number of a private or local railway and its name: "S3 Zwittau – Politschka"."""
        return f"{private} {self._privates.get(private, '')}".rstrip()

    def train(self, train: str) -> str:
        """A face with the mark of its card, "3+3d"; one of several cards with its number, "d1 (3/3+3/3E)", "B2"."""
        if train in self._faces:
            return train
        card, _, copy = train.rpartition("-")
        return self._called(card, int(copy) + 1) if card in self._cards and copy.isdigit() else train

    def unnumbered(self, train: str) -> str:
        """A card of which any other of its kind would do: "d (3/3+3/3E)"."""
        card, _, copy = train.rpartition("-")
        return self._called(card, "") if card in self._cards and copy.isdigit() else self.train(train)

    def card(self, card: str) -> str:
        """A kind of card with all its faces: "d (3/3+3/3E)", "B (2F, 2/3L, 2/3E)"."""
        if card not in self._cards:
            return card
        return f"{card} ({', '.join(self._cards[card].faces)})" if self._is_lettered(card) else self._called(card, "")

    def _called(self, card: str, number: int | str) -> str:
        if self._is_lettered(card):
            return f"{card}{number}"
        mark = self._marks.get(card, "")
        faces = "/".join(name.removesuffix(mark) for name in self._cards[card].faces)
        return f"{mark}{number} ({faces})" if mark else faces

    def _is_lettered(self, card: str) -> bool:
        """Whether a card has a name of its own, and several faces."""
        return card not in self._marks and len(self._cards[card].faces) > 1 and card not in self._cards[card].faces

    def route(self, told: Any) -> str:
        """The stops on the way of a train by name, "Pardubice – F13"; one that does not count stands in brackets."""
        route = as_route(told)
        stops = ((self._place(place_of(stop)[0]), stop in route.skipped) for stop in route.stops)
        return " – ".join(f"({place})" if skipped else place for place, skipped in stops) or self.train(route.train)

    def _place(self, hex_id: str) -> str:
        return self._places.get(hex_id) or hex_id


def marks_of(cards: Iterable[TrainFace]) -> dict[str, str]:
    """The letter of each card, where every card has one of its own and the names of all its faces end in it."""
    ends = {card.card: {name[1:][-1:] for name in card.faces} for card in cards}
    marks = {card: end.pop() for card, end in ends.items() if len(end) == 1}
    marked = len(marks) == len(ends) == len(set(marks.values())) and all(mark.isalpha() for mark in marks.values())
    return marks if marked else {}
