"""The database goes and comes back: 503 with a sentence, then on as if nothing had been."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.servers import Following, Person, PostgreSQL, ServerProcess, eventually


@pytest.fixture
def own_postgresql() -> Iterator[PostgreSQL]:
    with PostgreSQL.running() as cluster:
        yield cluster


def test_the_server_outlives_its_database(
    own_postgresql: PostgreSQL, processes: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    server = processes(own_postgresql.database("games"))
    ana = Person(server.address, "Ana", language="es")
    game = ana.hotseat("Ana", "Ben")
    before = ana.take(game)
    own_postgresql.stop()
    for _ in range(3):
        refused = ana.act(game, before["seq"], before["offers"][0]["action"])
        assert (refused.status_code, refused.json()["error"]) == (503, "unavailable")
        assert refused.json()["message"].startswith("El servidor no alcanza ahora su base de datos.")
        assert refused.headers["retry-after"] == "2"
    assert ana.get(f"/api/games/{game}/position").status_code == 503
    assert ana.get("/api/games").status_code == 503
    assert (ana.get("/readyz").status_code, ana.get("/healthz").status_code) == (503, 200)
    assert Person(server.address).get("/").status_code == 200
    own_postgresql.start()
    eventually(lambda: ana.get("/readyz").status_code == 200)
    assert ana.position(game)["seq"] == before["seq"]
    after = ana.act(game, before["seq"], before["offers"][0]["action"]).json()
    assert after["seq"] == before["seq"] + 1
    line = Following(ana, game)
    line.wait_for("update")
    other = processes(server.database)
    moved = ana.on(other.address).take(game)
    eventually(lambda: line.seqs()[-1] == moved["seq"])  # word travels between processes again
    line.close()
