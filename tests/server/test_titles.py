"""The server knows no title: every one is played by the same means. And no rules fix breaks a running game."""

import json
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

import ferrovia
from ferrovia.server.tables import ENTRIES, GAMES
from support.servers import Person

MOVES = 40


@pytest.mark.parametrize("title", [title.id for title in ferrovia.titles()])
def test_every_title_is_played_over_http(lone: str, title: str) -> None:
    ana, random = Person(lone, "Ana"), Random(4)
    seats = [{"kind": "named", "name": f"Player {n}"} for n in range(ferrovia.find_title(title).seats[1])]
    made = ana.post("/api/games", title=title, seats=seats, hotseat=True, start=True)
    assert made.status_code == 201, made.text
    game = made.json()["id"]
    assert ana.get(f"/api/games/{game}/title").json()["id"] == title
    now = ana.position(game)
    for _ in range(MOVES):
        if now["ask"] is None:
            break
        assert set(now["names"]) == {player["id"] for player in now["view"]["players"]}
        offer = random.choice(now["offers"])
        seen = ana.post(f"/api/games/{game}/preview", seq=now["seq"], action=offer["action"]).json()
        assert seen["legal"] is True, offer
        played = ana.act(game, now["seq"], offer["action"])
        assert played.status_code == 200, played.text
        now = played.json()
    spanish = ana.get(f"/api/games/{game}/log", lang="es").json()["entries"]
    assert [entry["seq"] for entry in spanish] == [*range(1, now["seq"] + 1)]
    assert len(ana.get(f"/api/games/{game}/chart").json()["points"]) == now["seq"] + 1
    back = ana.post(f"/api/games/{game}/undo", seq=now["seq"]).json()
    own = max(entry["seq"] for entry in spanish if entry["by"] == "player")
    assert back["view"] == ana.position(game, seq=own - 1)["view"]
    file = ana.get(f"/api/games/{game}/export").json()
    assert ana.post("/api/import", file=file).status_code == 201


def as_if_under_earlier_rules(database: str, game: str, seq: int) -> None:
    """An answer that today's rules refuse stands in the log, as after a change of the rules."""
    engine = sa.create_engine(database)
    answer = json.dumps({"type": "bid", "amount": 999})
    with engine.begin() as connection:
        this = sa.and_(ENTRIES.c.game == game, ENTRIES.c.seq == seq)
        connection.execute(sa.update(ENTRIES).where(this).values(action=answer))
        connection.execute(sa.update(GAMES).where(GAMES.c.id == game).values(info=GAMES.c.info + 1))
    engine.dispose()


def test_a_game_begun_under_earlier_rules_goes_on(address: str, database: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva")
    now = ana.position(game)
    for n in range(60):
        now = ana.act(game, now["seq"], now["offers"][n % len(now["offers"])]["action"]).json()
    as_if_under_earlier_rules(database, game, 2)
    assert ana.position(game)["view"] == now["view"]
    after = ana.take(game)
    assert after["seq"] > now["seq"]

    def status(**where: Any) -> int:
        return ana.get(f"/api/games/{game}/position", **where).status_code

    assert (status(seq=1), status(seq=2), status(seq=8)) == (200, 409, 409)
    assert (status(seq=17), status(seq=now["seq"])) == (200, 200)
    assert ana.get(f"/api/games/{game}/export").json()["players"] == ["p1", "p2", "p3"]
    assert ana.get(f"/api/games/{game}/chart").status_code == 200
    assert ana.post(f"/api/games/{game}/clone", seq=5).status_code == 409
    assert ana.post(f"/api/games/{game}/undo", seq=after["seq"]).status_code == 200
