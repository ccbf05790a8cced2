"""What comes out of the box of any railway title: papers, market, phases, train cards, map, and what may be laid.

A title's own material is a `Box` with whatever else its rulebook prints. Rules that titles share read `table.box`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from ferrovia.model.data import Data
from ferrovia.model.ids import DEPOT, CertId, CompanyId, FaceId, Owner, PlayerId, TrainId
from ferrovia.model.map import Map
from ferrovia.model.market import Market, in_order
from ferrovia.model.shares import Papers
from ferrovia.model.state import State, Train, trains_of
from ferrovia.model.tiles import Colour
from ferrovia.model.upgrades import Upgrades


class Charter(Data):
    """A company as it is printed: its name, and the colours and the pattern by which it is known."""

    id: CompanyId
    name: str
    colour: str
    ink: str
    pattern: str


class Private(Data):
    """A paper without a company, which pays its owner in every operating round."""

    name: str
    income: int


class Phase(Data):
    """What holds from the first sale of a train on."""

    name: str
    colours: tuple[Colour, ...]
    limits: Mapping[str, int] = {}
    """How many trains a company may own, by the kind of company."""


class Face(Data):
    """A train as it lies before its owner."""

    name: FaceId


P = TypeVar("P", bound=Phase)
F = TypeVar("F", bound=Face)


class Card(Data, Generic[F]):
    """A train card: the phase that its first sale begins, how many there are (0: any number), and its faces."""

    name: str
    phase: str = ""
    count: int = 0
    faces: tuple[F, ...]


C = TypeVar("C", bound=Card[Any])


@dataclass(frozen=True)
class Box(Generic[P, C, F]):
    """What is used of the box in this game, with the phases, cards and faces as the title prints them."""

    papers: Papers
    market: Market
    phases: Mapping[str, P]
    """In the order in which they come."""
    cards: Mapping[str, C]
    """By the name of the card."""
    map: Map
    upgrades: Upgrades
    kinds: Mapping[CompanyId, str]
    """What kind of company each one is, where kinds differ in their rules."""
    certificate_limit: int = field(kw_only=True)
    """How many certificates a player may hold, as printed for this number of players."""
    holding_limits: Mapping[str, int] = field(default_factory=dict[str, int], kw_only=True)
    """How many percent of a company a player may hold by buying, by the kind of company; empty without such a limit."""

    privates: Mapping[CertId, Private] = field(default_factory=dict[CertId, Private], kw_only=True)
    """Papers that are no shares, by their names."""

    @cached_property
    def faces(self) -> Mapping[str, F]:
        return {face.name: face for card in self.cards.values() for face in card.faces}

    @cached_property
    def _rank(self) -> Mapping[str, int]:
        return {phase: number for number, phase in enumerate(self.phases)}

    def is_reached(self, state: State, phase: str) -> bool:
        """Whether a phase is in force or past."""
        return self._rank[state.phase] >= self._rank[phase]

    def colours(self, state: State) -> tuple[Colour, ...]:
        """The colours of tiles that may be laid now."""
        return self.phases[state.phase].colours

    def train_limit(self, state: State, company: CompanyId) -> int:
        return self.phases[state.phase].limits[self.kinds[company]]

    def counted_trains(self, state: State, company: CompanyId) -> list[TrainId]:
        """The trains of a company that count against its limit."""
        return trains_of(state, company)

    def most_certificates(self, state: State) -> int:
        """The certificate limit that is in force."""
        return self.certificate_limit

    def certificates_of(self, state: State, player: PlayerId) -> int:
        """How many certificates count against the limit: every paper counts one."""
        counted = state.certs.counted
        number = counted.get(player)
        if number is None:
            number = counted[player] = list(state.certs.values()).count(player)
        return number

    def privates_of(self, state: State, owner: Owner) -> list[CertId]:
        return [private for private in self.privates if state.certs[private] == owner]

    def in_hands(self, state: State, company: CompanyId) -> int:
        """How many percent of a company players hold."""
        return self.papers.percent_of_all(state, state.players, company)

    def director(self, state: State, company: CompanyId) -> PlayerId | None:
        """Who decides for a company: whoever has the director's certificate; None while no player has."""
        return self.papers.director(state, company)

    def decider(self, state: State, company: CompanyId) -> PlayerId:
        """Who is asked for a company that acts: its director."""
        director = self.director(state, company)
        if director is None:
            raise LookupError(f"{company} has no director")
        return director

    def face_up(self, state: State, train: TrainId) -> F:
        """The face that a train shows."""
        return self.faces[state.trains[train].face]

    def card_of(self, train: TrainId) -> C:
        return self.cards[train.rsplit("-", 1)[0]]

    def operating_order(self, state: State) -> tuple[CompanyId, ...]:
        """Running companies on the market: highest price first, in one cell whoever arrived first."""
        running = state.running
        return tuple([company for company in in_order(self.market, state.prices) if company in running])

    def price(self, state: State, company: CompanyId) -> int:
        """The market price of a share; par while the company is not on the market."""
        quote = state.prices.get(company)
        return state.pars[company] if quote is None else self.market.price(quote.cell)

    # What a game is made of.

    def deck(self, shown: Callable[[C], str] = lambda card: card.faces[0].name) -> dict[TrainId, Train]:
        """The pile of train cards, each showing a face; of a kind without number one lies there."""
        return {
            TrainId(f"{card.name}-{number}"): Train(DEPOT, shown(card))
            for card in self.cards.values()
            for number in range(card.count or 1)
        }

    def pieces(self, *places: str, **more: Iterable[str]) -> dict[str, frozenset[Any]]:
        """The names that an action can speak of; `places`: where shares are for sale, `more`: what only a title has."""
        found: dict[str, Iterable[Any]] = {
            "company": self.papers.of,
            "hex": self.map.hexes,
            "tile": self.map.tiles,
            "turn": range(6),
            "stop": [stop for names in self.map.stop_ids for stop in names],
            "place": places,
            **more,
        }
        return {kind: frozenset(names) for kind, names in found.items()}

    def counts(self, state: State) -> dict[str, int]:
        """What must never become more or less, wherever it lies: money, papers, trains that have a number, stations."""
        standing = sum(company != "" for present in state.board.stations.values() for company in present)
        return {
            "money": sum(state.cash.values()),
            "papers": len(state.certs),
            "trains": sum(self.card_of(train).count > 0 for train in state.trains),
            "stations": sum(state.tokens.values()) + standing,
        }


AnyBox = Box[Phase, Card[Face], Face]
