"""18ESP: what is noticed while a recorded game is followed."""

from dataclasses import dataclass, field

from ferrovia.engine.play import Game
from ferrovia.interop.exported import Exported
from ferrovia.interop.following import Following
from ferrovia.interop.ledger import Ledger
from ferrovia.interop.t18esp.setup import Dealt, dealt
from ferrovia.model.ids import CertId, CompanyId, HexId, TrainId
from ferrovia.titles.t18esp.material import Material


@dataclass(slots=True)
class Notes:
    box: Material
    ledger: Ledger
    dealt: Dealt
    tiles: dict[str, HexId] = field(default_factory=dict[str, HexId])
    """Where each single tile lies, by its number in the recording."""
    cards: dict[str, TrainId] = field(default_factory=dict[str, TrainId])
    """Our train card for a recorded one of another number."""
    named: tuple[CertId, ...] = ()
    """The certificates that the next answer is about, as recorded."""
    tender: tuple[CompanyId, TrainId] | None = None
    """Which train has been given the tender for the run that follows."""
    turn: tuple[CompanyId, int, int] | None = None
    """Whose turn it is, in which cycle and round."""
    built: tuple[CompanyId, int, int] | None = None
    """The latest turn in which the site has seen nothing to build before a destination was paid."""
    closed: int = 0
    """How many of the site's questions at the end of a turn are over: trains, recycling, last purchases."""


Now = Following[Notes]


def notes_at_start(export: Exported, game: Game) -> Notes:
    box: Material = game.title.data
    return Notes(box, Ledger(box.papers, {cert: game.state.certs[cert] for cert in box.papers.by_id}), dealt(export))
