"""1862: what is noticed while a recorded game is followed."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ferrovia.engine.play import Game
from ferrovia.interop.exported import Exported
from ferrovia.interop.following import Following
from ferrovia.interop.ledger import Ledger
from ferrovia.interop.t1862.setup import Dealt, dealt
from ferrovia.interop.t1862.share_merging import Merge
from ferrovia.model.ids import IPO, CertId, CompanyId, HexId, TrainId
from ferrovia.titles.t1862.material import Material


class Merged(NamedTuple):
    """What the site still shows of two companies while their holders decide: it joins them only at the end."""

    survivor: CompanyId
    other: CompanyId
    cash: int
    directors: tuple[str | None, str | None]


@dataclass(slots=True)
class Notes:
    box: Material
    deal: Dealt
    """What chance draws."""
    ledger: Ledger
    tiles: dict[str, HexId] = field(default_factory=dict[str, HexId])
    """Where each single tile lies, by its number in the recording."""
    cards: dict[str, TrainId] = field(default_factory=dict[str, TrainId])
    """Our train card for each recorded one."""
    named: tuple[CertId, ...] = ()
    """The certificates that the next answer is about, as recorded."""
    merge: Merge | None = None
    """A share merge under way."""
    partner: CompanyId | None = None
    """With whom a merger was recorded, before it was said who survives."""
    merged: Merged | None = None
    """The two companies of the latest merger of this turn as they were before."""
    merged_away: frozenset[CompanyId] = frozenset()
    """The companies that did not survive a merger."""
    turn_of: tuple[CompanyId, int] | None = None
    """Whose turn it is, and in which operating round."""
    turn_before: CompanyId | None = None
    """Whose turn has ended last."""
    merging_asked: bool = False
    """Whether the site's question about a merger has been answered in a turn in which we ask none."""
    acquisition_owed: CompanyId | None = None
    """Who is still asked about an acquisition by the site, although the turn is over here: there is nobody."""
    before_track_passed: Game | None = None
    """Where the track of this turn was passed."""
    lner: bool = False
    """Whether the LNER had formed before this turn."""
    last: Any = None
    """Our latest answer."""


Now = Following[Notes]


def notes_at_start(export: Exported, game: Game) -> Notes:
    box: Material = game.title.data
    return Notes(box, dealt(export), Ledger(box.papers, dict.fromkeys(box.papers.by_id, IPO)))
