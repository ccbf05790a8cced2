"""Routes were once stored as text: such games open, go on and are told as before."""

import json
from random import Random
from typing import Any

import pytest

from ferrovia import BadData, Record, action_from_json, action_to_json, find_title
from ferrovia.bots import at_random
from ferrovia.model.message import Message
from ferrovia.rules.revenue import RunTrains
from ferrovia.text import Words


@pytest.fixture(scope="module")
def run() -> Record:
    """A game of 18CZ whose last answer is a run."""
    record, random = Record.new(find_title("18cz"), ["Ana", "Ben", "Eva"]), Random(5)
    while not record.entries or not getattr(record.entries[-1].action, "routes", ()):
        record.play(at_random(record.game, random))
    return record


def as_text(line: dict[str, Any], run: Record, number: int) -> dict[str, Any]:
    """A line of a log as it was written then."""
    action = run.entries[number].action
    if not isinstance(action, RunTrains):
        return line
    return {**line, "action": {"type": "run_trains", "routes": [str(route) for route in action.routes]}}


def test_a_file_from_then_opens(run: Record) -> None:
    data = run.to_json()
    then = {**data, "log": [as_text(line, run, number) for number, line in enumerate(data["log"])]}
    assert any(": " in route for line in then["log"] for route in line["action"].get("routes", ()))
    opened = Record.from_json(json.dumps(then), find_title)
    assert opened.entries == run.entries
    assert opened.to_json() == data


def test_a_route_is_an_object_now(run: Record) -> None:
    (route, *_) = run.entries[-1].action.routes
    told = action_to_json(run.entries[-1].action)["routes"][0]
    assert told == {
        "train": route.train,
        "stops": list(route.stops),
        "chains": [list(chain) for chain in route.chains],
        "skipped": [],
        "convoy": "",
    }


def test_what_was_told_then_reads_the_same(run: Record) -> None:
    title, event = run.title, run.game.events[0]
    words = Words("en", title=title.id, layout=title.layout, currency=title.currency)
    then = Message(event.key, {**event.params, "routes": [str(route) for route in event.params["routes"]]})
    assert event.key == "trains-run"
    assert words.event(then) == words.event(event)


@pytest.mark.parametrize("route", ["2a-0: E16", {"train": "2a-0"}, 7])
def test_what_is_no_route_is_said_in_one_line(route: object) -> None:
    with pytest.raises(BadData, match="action run_trains"):
        action_from_json(find_title("18cz"), {"type": "run_trains", "routes": [route]})
