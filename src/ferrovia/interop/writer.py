"""What all titles need to write a game of ours as the site's actions."""

from collections.abc import Mapping
from typing import Any, Generic

from ferrovia.engine.play import Game
from ferrovia.engine.record import Record
from ferrovia.interop.exported import Exported
from ferrovia.interop.following import Follow, Following, N
from ferrovia.interop.notices import Remark
from ferrovia.interop.site import Written
from ferrovia.interop.tiles import Copies
from ferrovia.model.ids import CompanyId


def without_a_word_there(record: Record, theirs: Mapping[str, str]) -> tuple[Remark, ...]:
    """Options for which the site has no word, where another one was chosen than what it plays."""
    chosen = record.options
    return tuple(
        Remark("option", option=option, value=chosen[option]) for option in theirs if chosen[option] != theirs[option]
    )


class Writer(Generic[N]):
    """Follows our game as the import does, so that both agree on where the site asks."""

    def __init__(self, record: Record, follow: Follow[N], title: str, *, ours: Mapping[str, Any] | None = None) -> None:
        """`ours`: what only a game of ours says about itself."""
        self.record = record
        self.numbers: Mapping[str, int] = {name: number for number, name in enumerate(record.players, 1)}
        export = Exported(title, {}, {} if ours is None else {"ferrovia": ours}, (), "")
        self.follower = Following(follow, export, record.at(0), record.options)
        self.copies = Copies(record.title.data.map.tiles)

    @property
    def game(self) -> Game:
        return self.follower.game

    def _by_player(self, game: Game, what: str, **more: Any) -> Written:
        assert game.ask is not None
        return {"type": what, "entity": self.numbers[game.ask.who], "entity_type": "player", **more}

    def _by_company(self, entity: str, what: str, **more: Any) -> Written:
        return {"type": what, "entity": entity, "entity_type": "corporation", **more}

    def _company_pass(self, company: CompanyId) -> Written:
        return self._by_company(company, "pass")
