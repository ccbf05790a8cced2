"""A game told by its figures: worth and prices after each answer, and what companies earned in each round.

It is played through once and then only further, as long as nothing of what was told is taken back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ferrovia import Game, IllegalAction, action_from_json, state_from_json
from ferrovia.model.message import Message
from ferrovia.server.database import Row
from ferrovia.server.encoding import decode
from ferrovia.server.games.live import Live
from ferrovia.server.schema import ChartPoint

RUN = "trains-run"
"""What is told when a company's trains have run."""
PAID = "dividend"
"""In a title without trains: what is told for each holder that a company pays."""

SOLD = "share-sold"
"""In a title without a market: what is told when a share is auctioned."""


@dataclass(slots=True)
class Round:
    """A stop of the course, the first position in it, and what each company earned there."""

    stop: Message
    seq: int
    revenue: dict[str, int] = field(default_factory=dict[str, int])


class Chronicle:
    """The figures of one game, up to the last answer told."""

    def __init__(self, live: Live, first: Row) -> None:
        self._title = live.title
        self._game = Game.at(live.title, state_from_json(live.title, decode(first["state"])))
        self._has_trains = live.title.routes is not None
        self._fetched: dict[str, int] = {}
        self.seqs: set[int] = {first["seq"]}
        self.points = [self._point(first["seq"])]
        self.rounds = [Round(self._stop(), first["seq"])]

    @property
    def last(self) -> int:
        return self.points[-1].seq

    def is_of(self, live: Live) -> bool:
        """Whether all that was told still counts."""
        return self.seqs <= {0, *(answered.seq for answered in live.line)}

    def tell(self, rows: Sequence[Row]) -> None:
        """Goes on with later answers."""
        for row in rows:
            if row["seq"] > self.last:
                self._step(row)

    def _step(self, row: Row) -> None:
        before, self._game = self._game, _after(self._game, row)
        if self._game is before:
            return
        for company, amount in self._earned(self._game.events).items():
            revenue = self.rounds[-1].revenue
            revenue[company] = revenue.get(company, 0) + amount
        if not self._title.layout.market:
            sold = [event.params for event in self._game.events if event.key == SOLD]
            self._fetched |= {str(params["company"]): int(str(params["amount"])) for params in sold}
        self.seqs.add(row["seq"])
        self.points.append(self._point(row["seq"]))
        if (stop := self._stop()) != self.rounds[-1].stop:
            self.rounds.append(Round(stop, row["seq"]))

    def _stop(self) -> Message:
        course = self._game.view().course
        return course.stops[course.at]

    def _earned(self, events: Sequence[Message]) -> Mapping[str, int]:
        """What the trains of each company brought, or what it paid where there are none."""
        found: dict[str, int] = {}
        for event in events:
            if event.key == (RUN if self._has_trains else PAID):
                company = str(event.params["company"])
                found[company] = found.get(company, 0) + int(str(event.params["amount"]))
        return found

    def _point(self, seq: int) -> ChartPoint:
        """Without a market a share is worth what the last one fetched."""
        title, state = self._title, self._game.state
        quoted = {str(company): title.layout.market[quote.cell].price for company, quote in state.prices.items()}
        prices = {**self._fetched, **quoted}
        return ChartPoint(seq=seq, worth={**title.score(state)}, estimate={**title.estimate(state)}, price=prices)


def _after(game: Game, row: Row) -> Game:
    """The next position; where rules have changed since, the stored positions carry on."""
    try:
        return game.play(action_from_json(game.title, decode(row["action"])))
    except IllegalAction:
        return Game.at(game.title, state_from_json(game.title, decode(row["state"]))) if row["state"] else game
