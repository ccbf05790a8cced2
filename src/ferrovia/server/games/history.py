"""Looking back: the log in words, and worth over time."""

from collections import OrderedDict

import sqlalchemy as sa

from ferrovia import Game, IllegalAction, action_from_json, state_from_json
from ferrovia.server.clock import moment
from ferrovia.server.database import Database, Row
from ferrovia.server.games import store
from ferrovia.server.games.live import Change, Live, decode
from ferrovia.server.games.updates import action_text, events_of, undo_text
from ferrovia.server.schema import Chart, ChartPoint, Log, LogEntry

MOST_ENTRIES = 2_000
REMEMBERED = 200


class History:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._charts: OrderedDict[str, tuple[int, Chart]] = OrderedDict()

    async def log(self, live: Live, language: str, *, first: int, last: int) -> Log:
        """Every answer in words."""
        last = min(last, first + MOST_ENTRIES - 1)
        rows = await self._database.read(lambda c: store.log_of(c, live.id, first=first, last=last))
        return Log(entries=[_entry(live, row, language) for row in rows])

    async def chart(self, live: Live) -> Chart:
        """What everybody was worth after each answer that counts."""
        seq = live.seq
        known = self._charts.get(live.id)
        if known is not None and known[0] == seq:
            return known[1]
        chart = await self._database.read(lambda c: _chart(c, live))
        self._charts[live.id] = seq, chart
        self._charts.move_to_end(live.id)
        while len(self._charts) > REMEMBERED:
            self._charts.popitem(last=False)
        return chart


def _entry(live: Live, row: Row, language: str) -> LogEntry:
    change, words = Change.of(row), live.words_in(language)
    answered = change.action is not None
    return LogEntry(
        seq=change.seq,
        who=change.who,
        by=change.by,
        kind="answer" if answered else "undo" if change.kind == "undo" else "redo",
        text=action_text(words, change.action) if change.action is not None else undo_text(words, change),
        events=[event.text for event in events_of(live, change, language)] if answered else [],
        undone=row["undone"],
        at=moment(row["at"]),
    )


def _chart(connection: sa.Connection, live: Live) -> Chart:
    points: list[ChartPoint] = []
    rows = store.line_with_positions(connection, live.id)
    game = Game.at(live.title, state_from_json(live.title, decode(rows[0]["state"])))
    for row in rows:
        if row["seq"] > 0:
            game = _after(game, row)
        points.append(_point(row["seq"], game))
    return Chart(players=list(live.seats), points=points)


def _after(game: Game, row: Row) -> Game:
    """The next position; where rules have changed since, the stored positions carry on."""
    try:
        return game.play(action_from_json(game.title, decode(row["action"])))
    except IllegalAction:
        return Game.at(game.title, state_from_json(game.title, decode(row["state"]))) if row["state"] else game


def _point(seq: int, game: Game) -> ChartPoint:
    title, state = game.title, game.state
    return ChartPoint(seq=seq, worth={**title.score(state)}, estimate={**title.estimate(state)})
