"""Games by the rulebook: the site plays by rules of its own, and the export says where it will stop."""

import json
import re
from functools import lru_cache
from random import Random

import pytest

from ferrovia import Record, automatic_answer
from ferrovia.interop import export_game, import_text
from ferrovia.text import Words
from ferrovia.titles import find_title
from support import laws
from support.acceptor import NotAccepted, accept

TABLES = {"18cz": 3, "1824": 2, "18esp": 3}
"""1862 stops with the deal already: see `test_lots`."""


@lru_cache
def played(title: str, seats: int, answers: int) -> Record:
    random, record = (
        Random(f"{title} {seats}"),
        Record.new(find_title(title), [f"Player {n}" for n in range(1, seats + 1)]),
    )
    while record.game.ask is not None and len(record.entries) < answers:
        record.play(*(automatic_answer(record.game, random, {}) or (laws.random_answer(record.game, random), "player")))
    return record


def test_as_long_as_nothing_differs_it_only_says_so() -> None:
    assert export_game(played("18cz", 3, 5))["description"] == Words("en").ui("export-by-the-rulebook")


@pytest.mark.parametrize("title", TABLES)
def test_it_says_where_the_site_will_stop(title: str) -> None:
    """What comes before is accepted there; nothing of it is refused here, where whole games come back as they were."""
    record = played(title, TABLES[title], 250)
    exported = export_game(record)
    (number,) = re.findall(r"will stop at action (\d+) ", exported["description"])
    assert 0 < int(number) <= len(exported["actions"])
    accept({**exported, "actions": exported["actions"][: int(number) - 1]})
    assert import_text(json.dumps(exported)).refused is None


@pytest.mark.parametrize("title", TABLES)
def test_and_says_it_in_the_language_of_the_reader(title: str) -> None:
    record = played(title, TABLES[title], 250)
    told = export_game(record, Words("es", title=record.title.id, layout=record.title.layout))["description"]
    assert "se detendrá en la acción" in told


@pytest.mark.long
def test_tiles_beyond_their_supply_come_after_that() -> None:
    """18ESP: the rulebook has more of them."""
    exported = export_game(played("18esp", 3, 900))
    (number,) = re.findall(r"will stop at action (\d+) ", exported["description"])
    with pytest.raises(NotAccepted, match=r"there are \d copies of") as told:
        accept(exported)
    assert int(number) <= int(re.findall(r"action (\d+)", str(told.value))[0])
