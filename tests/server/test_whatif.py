"""Best routes of any company, at any position."""

from random import Random
from typing import Any

from ferrovia import Record, find_title
from ferrovia.bots import at_random
from support.servers import Person, a_table


def a_run_in_18cz() -> tuple[dict[str, Any], int, str]:
    """A game file that has come to a question about running trains, and whose trains those are."""
    record = Record.new(find_title("18cz"), ["p1", "p2", "p3"])
    random = Random(5)
    while record.game.ask is not None and record.game.ask.about.key != "run":
        record.play(at_random(record.game, random))
    assert record.game.ask is not None
    return record.to_json(), len(record.entries), record.game.ask.about.params["company"]


def test_best_routes_of_a_company_are_proved(address: str) -> None:
    """Anybody who may look at a game may ask what a company could run; the answer is what its director is offered."""
    file, seq, company = a_run_in_18cz()
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    found = ana.get(f"/api/games/{game}/routes", company=company, seq=seq)
    assert found.status_code == 200, found.text
    best = found.json()
    assert best["proved"] is True
    assert best["revenue"] == best["upper_bound"] == sum(route["revenue"] for route in best["routes"])
    offered = [o["action"]["routes"] for o in ana.position(game)["offers"] if o["action"]["type"] == "run_trains"]
    assert offered == [[route["text"] for route in best["routes"]]]


def test_what_cannot_run_says_so(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    nowhere = ana.get(f"/api/games/{game}/routes", company="PRR")
    assert (nowhere.status_code, nowhere.json()["message"]) == (404, "In this game no trains are run.")
    nobody = ana.get(f"/api/games/{game}/routes", company="RENFE")
    assert (nobody.status_code, nobody.json()["message"]) == (404, "The game has no such company.")
