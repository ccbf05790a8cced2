"""1824: what is noticed while a recorded game is followed."""

from dataclasses import dataclass, field

from ferrovia.engine.play import Game
from ferrovia.interop.drawing import seed_of
from ferrovia.interop.exported import Exported
from ferrovia.interop.following import Following
from ferrovia.interop.ledger import Ledger
from ferrovia.model.ids import IPO, CertId, CompanyId, HexId, TrainId
from ferrovia.rules.rounds import CompanyTurn, turn_in
from ferrovia.titles.t1824.material import Material


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
    reserved: dict[CompanyId, tuple[CertId, ...]] = field(default_factory=dict[CompanyId, tuple[CertId, ...]])
    """The shares of each Staatsbahn that are kept for railways of numbers 2 and 3, by their names there."""
    named: tuple[CertId, ...] = ()
    """The certificates that the next answer is about, as recorded."""


Now = Following[Notes]


def notes_at_start(export: Exported, game: Game) -> Notes:
    box: Material = game.title.data
    kept = [box.papers.by_id[box.reserved[railway]] for railway in box.private]
    shares = [cert for cert in kept if not cert.is_directors]
    return Notes(
        box,
        Ledger(box.papers, dict.fromkeys(box.papers.by_id, IPO)),
        seed_of(export),
        reserved={c.company: tuple(cert.id for cert in shares if cert.company == c.company) for c in shares},
    )


def turn_of(now: Now) -> CompanyTurn | None:
    """The company's turn that is open, also while something interrupts it."""
    return turn_in(now.game.state)
