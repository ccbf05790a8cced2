"""Records that end anywhere: where nothing follows, only the position shows what the site asks next."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ferrovia.interop import read_export
from ferrovia.interop.course import RecordedCourse
from ferrovia.interop.following import PLAIN, Following
from ferrovia.interop.replay import follower_for
from ferrovia.interop.sites import site_of
from ferrovia.rules.rounds import CompanyTurn
from recorded.games import OUR_OWN_WORDS, games_at_random, read
from recorded.test_replay import apply
from support.recorded import RecordedGame, recorded_games

TITLES = ("18CZ", "1862", "1824", "1824-cisleithania", "18ESP")
Facts = dict[str, Any]
PAID_LATE = {"18ESP/1": [471]}
"""After which actions a destination is paid that older records got by an action of their own."""


def _positions(game: RecordedGame) -> dict[Any, Facts]:
    """All that was true after each action there."""
    positions, facts = dict[Any, Facts](), Facts()
    for line in map(json.loads, game.trace.read_text("utf-8").splitlines()[1:-1]):
        apply(line, facts)
        positions[line["after"]] = dict(facts)
    return positions


def _whose_turn(now: Following[Any]) -> Iterator[str]:
    """Everybody by whose name the site may say that this question waits for an answer."""
    if now.game.ask is not None:
        yield now.game.ask.who
    for frame in now.game.state.stack:
        facts = frame.facts
        yield from getattr(facts, "companies", ())
        if isinstance(facts, CompanyTurn):
            yield facts.company


@pytest.mark.sampled(each=10)
@pytest.mark.parametrize(
    "game",
    [*games_at_random(*TITLES), *(game for title in TITLES for game in recorded_games(title))],
    ids=lambda game: f"{game} {game.log.stem}",
)
def test_where_a_record_ends_nothing_is_guessed(game: RecordedGame) -> None:
    """Each action once as the last one of the record: all is as the site shows it, and it is the same one's turn."""
    export = read_export(read(game.log))
    follower, there = follower_for(export), _positions(game)
    facts_at, course = site_of(export).facts, RecordedCourse(follower)
    course.begin()
    for at, part in enumerate(course.parts):
        if part.action is None:
            continue
        before = follower.remember()
        follower.show(course.moves[: course.before[at]], course.before[at])
        follower.follow(part.action, PLAIN)
        named = export.actions[part.number - 1].number
        is_late = named in PAID_LATE.get(str(game), ())
        if part.ends and follower.game.ask is not None and not follower.was_ended and not is_late:
            here, its = facts_at(follower), there[named]
            told = {key: (here.get(key), its.get(key)) for key in here.keys() | its.keys()}
            different = {key: both for key, both in told.items() if key not in OUR_OWN_WORDS and both[0] != both[1]}
            assert (named, different) == (named, {})
            assert {*its["acting"]}.intersection(_whose_turn(follower)), (named, its["acting"])
        follower.go_back(before)
        course.play(at)
