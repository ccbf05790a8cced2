"""What an operator does by command takes effect in servers that run."""

from collections.abc import Callable, Iterator

import pytest
from typer.testing import CliRunner

from ferrovia.cli import app
from ferrovia.server.accounts import service
from ferrovia.server.settings import Settings
from support.servers import Person, a_server


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    return new_database(request.param)


@pytest.fixture
def server(place: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(service, "FRESH", 0.0)  # what others changed is noticed at once
    settings = Settings(database=place, bot_processes=0, rate_limits=False, max_games=2)
    with a_server(settings) as address:
        yield address


def admin(place: str, *command: str) -> str:
    done = CliRunner().invoke(
        app, ["admin", *command, "--database", place], env={"COLUMNS": "200", "FERROVIA_MAX_GAMES": "2"}
    )
    assert done.exit_code == 0, done.output
    return done.output


def refusal(place: str, *command: str) -> str:
    done = CliRunner().invoke(app, ["admin", *command, "--database", place])
    assert done.exit_code != 0
    assert done.output.count("\n") == 1
    return done.output


def test_a_person_is_kept_out_and_let_in_again(server: str, place: str) -> None:
    ana = Person(server)
    ana.post("/api/register", name="Ána", password="seven trains")
    token = ana.post("/api/tokens", label="bot", scopes=["read"]).json()["token"]
    assert ana.get("/api/me").json()["user"]["name"] == "Ána"
    assert "Ána is kept out" in admin(place, "ban", "ána")
    assert ana.get("/api/me").json()["user"] is None
    assert ana.client.get("/api/games", headers={"authorization": f"Bearer {token}"}).status_code == 401
    refused = Person(server, language="es").post("/api/login", name="Ána", password="seven trains")
    assert (refused.status_code, refused.json()["error"]) == (403, "not-allowed")
    assert "Ána" in admin(place, "people", "--banned")
    assert "Kept out since" in admin(place, "person", "Ána")
    admin(place, "unban", "Ána")
    assert Person(server).post("/api/login", name="Ána", password="seven trains").status_code == 200
    assert "Ána" not in admin(place, "people", "--banned")


def test_who_has_lost_the_password_gets_a_new_one(server: str, place: str) -> None:
    """Nobody gives an address for letters here: without the operator the account would be lost."""
    ana = Person(server)
    ana.post("/api/register", name="Ana", password="seven trains")
    new = admin(place, "password", "ana").split()[-1]
    assert ana.get("/api/me").json()["user"] is None
    assert Person(server).post("/api/login", name="Ana", password="seven trains").status_code == 401
    assert Person(server).post("/api/login", name="Ana", password=new).status_code == 200
    Person(server, "Guest")
    assert "Guest" in refusal(place, "password", "Guest")


def test_quotas_are_seen_and_changed(server: str, place: str) -> None:
    ana = Person(server)
    ana.post("/api/register", name="Ana", password="seven trains")

    def one_more() -> int:
        return ana.post("/api/games", title="chicago-express", seats=[{"kind": "me"}, {"kind": "open"}]).status_code

    assert [one_more() for _ in range(3)] == [201, 201, 409]
    told = admin(place, "person", "Ana").partition("games that are not over")[2].splitlines()[0]
    assert told.split() == ["2", "2"]
    assert "3 times the usual" in admin(place, "quota", "Ana", "3")
    assert [one_more() for _ in range(5)] == [201, 201, 201, 201, 409]
    admin(place, "quota", "Ana", "1")
    assert one_more() == 409


def test_all_limits_are_told(place: str) -> None:
    told = dict(line.split() for line in admin(place, "limits").splitlines() if len(line.split()) == 2)
    assert (told["max_games"], told["open_days"], told["day_imports"]) == ("2", "30", "200")
    quotas = [name for name in Settings.__slots__ if name.endswith("_days") or name.startswith(("max_", "day_"))]
    assert set(quotas) <= set(told)


def test_chat_and_games_are_removed(server: str, place: str) -> None:
    ana = Person(server, "Ana")
    game = ana.hotseat()
    for text in ("good", "bad", "fine"):
        ana.post(f"/api/games/{game}/chat", text=text)
    assert "bad" in admin(place, "chat", game)
    assert "removed: 1" in admin(place, "remove-chat", game, "2")
    told = [line["text"] for line in ana.get(f"/api/games/{game}/chat").json()["lines"]]
    assert told == ["good", "fine"]
    ana.post(f"/api/games/{game}/chat", text="more")
    assert game in admin(place, "games", "--status", "running")
    assert game in admin(place, "games", "--who", str(ana.id))
    assert f"The game {game} is gone" in admin(place, "remove-game", game)
    assert ana.get(f"/api/games/{game}/table").status_code == 404
    assert game not in admin(place, "games")


def test_figures_are_told(server: str, place: str) -> None:
    ana = Person(server, "Ana")
    game = ana.hotseat()
    ana.take(game)
    told = [line.rsplit(None, 1) for line in admin(place, "statistics").splitlines() if line.rstrip()[-1:].isdigit()]
    lines = {what.strip(): number for what, number in told}
    assert (lines["guests"], lines["games running"], lines["games finished"]) == ("1", "1", "0")
    assert (int(lines["answers"]) >= 1, lines["chicago-express"]) == (True, "1")


def test_whoever_is_unknown_is_named_in_one_line(place: str) -> None:
    assert "There is no nobody" in refusal(place, "ban", "nobody")
    assert "There is no none" in refusal(place, "remove-game", "none")
    assert "the database cannot" not in admin(place, "people")
