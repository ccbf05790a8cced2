"""18CZ: what is noticed while a recorded game is followed."""

from dataclasses import dataclass, field
from typing import NamedTuple

from ferrovia.engine.play import Game
from ferrovia.interop.drawing import seed_of
from ferrovia.interop.exported import Exported
from ferrovia.interop.following import Following
from ferrovia.interop.ledger import Ledger
from ferrovia.model.board import Board
from ferrovia.model.ids import IPO, CertId, CompanyId, HexId, TrainId
from ferrovia.model.state import Quote
from ferrovia.titles.t18cz.material import Material


class PriceThatWaits(NamedTuple):
    """What the site still shows of a company that cannot run."""

    company: CompanyId
    quote: Quote


@dataclass(slots=True)
class Notes:
    box: Material
    ledger: Ledger
    seed: int
    """What the site's generator was fed with."""
    tiles: dict[str, HexId] = field(default_factory=dict[str, HexId])
    """Where each single tile lies, by its number in the recording."""
    cards: dict[str, TrainId] = field(default_factory=dict[str, TrainId])
    """Our train card for a recorded one of another number."""
    named: tuple[CertId, ...] = ()
    """The certificates that the next answer is about, as recorded."""
    vaclavs_money: int = 0
    """What the site has paid to Vaclav, less what it took from him for terrain; here he has no money."""
    before_acquisition: Board | None = None
    """The board before the acquisition in which a station is being chosen."""
    turn_of: tuple[CompanyId, int] | None = None
    """Whose turn it is, and in which operating round."""
    track_passed: bool = False
    """Whether the site's question about track is over in this turn."""
    trains_passed: bool = False
    """The same about trains."""
    has_just_passed: bool = False
    """Whether the latest action was a pass at the end of a turn: about trains, or about locals after them."""
    has_kept: bool = False
    """Whether a game of ours has said which trains of an acquired company were kept: the site still asks about them."""
    price_that_waits: PriceThatWaits | None = None
    """Of the company whose turn it is, while the site still asks about track."""


Now = Following[Notes]


def notes_at_start(export: Exported, game: Game) -> Notes:
    box: Material = game.title.data
    return Notes(box, Ledger(box.papers, dict.fromkeys(box.papers.by_id, IPO)), seed_of(export))
