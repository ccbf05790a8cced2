"""What protects people: headers, cookies, CSRF, limits; and that bad input is answered with a sentence."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from sqlalchemy.exc import SQLAlchemyError

from ferrovia.server.accounts.service import digest
from ferrovia.server.app import create_app
from ferrovia.server.counters import OwnCounters
from ferrovia.server.engines import reading_engine, writing_engine
from ferrovia.server.errors import Fault
from ferrovia.server.gate import SECURITY_HEADERS
from ferrovia.server.limits import LIMITS, Limiter
from ferrovia.server.pages import INDEX, load_pages
from ferrovia.server.settings import Settings
from support.servers import Person, a_server


@pytest.mark.parametrize("path", ["/", "/games/abc", "/assets/none.js", "/healthz", "/readyz"])
def test_every_page_carries_the_protecting_headers(lone: str, path: str) -> None:
    answer = Person(lone).get(path)
    assert {name: answer.headers.get(name) for name in SECURITY_HEADERS} == dict(SECURITY_HEADERS)
    assert "unsafe" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/api/me", "/api/nothing", "/api/games/none", "/api/titles"])
def test_data_can_do_nothing_even_if_shown_as_a_page(lone: str, path: str) -> None:
    answer = Person(lone).get(path)
    assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_an_unknown_method_is_answered_politely(lone: str) -> None:
    answer = Person(lone).send("POST", "/nowhere/at/all")
    assert answer.status_code in (404, 405)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["message"]


def test_the_session_cookie_is_out_of_reach_of_scripts(lone: str) -> None:
    person = Person(lone)
    cookie = person.post("/api/guest", name="Ana").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie


def test_cookies_are_secure_under_https(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", address="https://play.example.org", bot_processes=0)
    with a_server(settings) as address:
        person = Person(address)
        cookies = [person.get("/api/me").headers["set-cookie"]]
        token = cookies[0].partition("=")[2].partition(";")[0]
        headers = {"cookie": f"__Host-csrftoken={token}", "x-csrftoken": token}
        answer = person.client.post("/api/guest", json={"name": "Ana"}, headers=headers)
        cookies.append(answer.headers["set-cookie"])
        assert all("secure" in cookie.lower() for cookie in cookies)
        assert all("path=/" in cookie.lower() and "domain" not in cookie.lower() for cookie in cookies)
        assert [cookie.partition("=")[0] for cookie in cookies] == ["__Host-csrftoken", "__Host-session"]
        session = cookies[1].partition(";")[0]
        assert person.client.get("/api/me", headers={"cookie": session}).json()["user"]["name"] == "Ana"
        planted = {"cookie": session.removeprefix("__Host-")}
        assert person.client.get("/api/me", headers=planted).json() == {"user": None}
        assert "max-age" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize("token", [None, "", "another"])
def test_another_site_cannot_make_a_browser_act(lone: str, token: str | None) -> None:
    ana = Person(lone, "Ana")
    headers = {} if token is None else {"x-csrftoken": token}
    answer = ana.client.post("/api/logout", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "not-allowed")
    assert ana.get("/api/me").json()["user"]["name"] == "Ana"


def test_a_stolen_cookie_name_is_not_enough(lone: str) -> None:
    stranger = Person(lone)
    stranger.client.cookies.set("session", "guessed")
    assert stranger.get("/api/me").json() == {"user": None}


def test_passwords_are_kept_as_argon2id() -> None:
    assert PasswordHasher().hash("seven trains").startswith("$argon2id$")


# ----------------------------------------------------------------------------------------------------------- bad input

MALFORMED = {
    "no JSON": b"{",
    "an array": b"[]",
    "a number": b"7",
    "not UTF-8": b'{"name": "\xff"}',
    "nothing": b"",
    "null": b"null",
    "unknown field": b'{"name": "Ana", "admin": true}',
    "wrong type": b'{"name": 7}',
    "deep": b'{"name": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
}


@pytest.mark.parametrize("case", MALFORMED)
def test_a_malformed_body_is_a_bad_request(lone: str, case: str) -> None:
    person = Person(lone, language="es")
    headers = {"x-csrftoken": person.client.cookies["csrftoken"], "content-type": "application/json"}
    answer = person.client.post("/api/guest", content=MALFORMED[case], headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")
    assert answer.json()["message"].startswith("No se entiende la petición")


@pytest.mark.parametrize("address", ["actions", "preview", "why-not"])
def test_an_answer_nested_without_end_is_a_bad_request(lone: str, address: str) -> None:
    """What the first reader of JSON takes may still be too deep for the next."""
    ana = Person(lone, "Ana")
    game = ana.hotseat()
    deep = reduce(lambda inner, _: {"x": inner}, range(500), {})
    action = {"type": "bid", "amount": deep}
    wanted: dict[str, Any] = {"actions": [action]} if address == "why-not" else {"action": action}
    answer = ana.post(f"/api/games/{game}/{address}", seq=ana.position(game)["seq"], **wanted)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


def test_an_oversized_body_is_refused(lone: str) -> None:
    ana = Person(lone, "Ana")
    answer = ana.post("/api/games", title="x" * 70_000, seats=[])
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")
    assert answer.json()["message"] == "That is too large to be sent."


def test_a_game_file_may_be_larger_than_other_things(lone: str) -> None:
    ana = Person(lone, "Ana")
    assert ana.post("/api/import", file={"x": "y" * 100_000}).status_code == 400
    assert ana.post("/api/import", file={"x": "y" * 4_100_000}).status_code == 413


@pytest.mark.parametrize("query", ["page=-1", "page=x", "list=all", "lang=fr", "search=" + "x" * 61])
def test_an_odd_query_is_a_bad_request(lone: str, query: str) -> None:
    answer = Person(lone).get(f"/api/games?{query}")
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


@pytest.mark.parametrize("path", ["/api/games?search=%00", "/api/games/%00", "/api/games/%00/position"])
def test_what_no_database_can_look_for_is_not_an_outage(address: str, path: str) -> None:
    """PostgreSQL knows no NUL in a text: it was told as if the database were gone."""
    assert Person(address, "Ana").client.get(path).status_code in (200, 400, 404)


def test_control_characters_are_left_out_of_what_people_write(address: str) -> None:
    ana = Person(address, "Ana")
    made = ana.new_game({"kind": "open"}, description=" a\x00b\x07\u202e c ")
    assert made["description"] == "ab c"
    notes = ana.send("PUT", f"/api/games/{made['id']}/notes", {"text": "one\x00\n\ttwo"})
    assert notes.json() == ana.get(f"/api/games/{made['id']}/notes").json() == {"text": "one\n\ttwo"}
    token = ana.post("/api/tokens", label="my\x00 bot", scopes=["read"])
    assert token.json()["label"] == "my bot"
    assert ana.post("/api/tokens", label="\x00", scopes=["read"]).status_code == 400


def test_a_mistake_of_ours_shows_no_insides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("ferrovia.server.lobby.service.Lobby.listed", fail)
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        answer = Person(address).get("/api/games")
    assert (answer.status_code, answer.json()["error"]) == (500, "failed")
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


# --------------------------------------------------------------------------------------------------------------- limits


def test_attempts_are_limited_and_come_back_with_time() -> None:
    clock = [0.0]
    limiter, limit = Limiter(OwnCounters(lambda: clock[0]), active=True), LIMITS["login-name"]

    async def attempts() -> None:
        for _ in range(limit.burst):
            await limiter.spend("login-name", "ana")
        with pytest.raises(Fault) as refused:
            await limiter.spend("login-name", "ana")
        assert refused.value.params == {"seconds": limit.seconds}
        await limiter.spend("login-name", "ben")
        clock[0] += limit.seconds
        await limiter.spend("login-name", "ana")
        with pytest.raises(Fault):
            await limiter.spend("login-name", "ana")

    asyncio.run(attempts())


def test_guessing_a_password_ends_soon(tmp_path: Path) -> None:
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        thief = Person(address)
        answers = [thief.post("/api/login", name="Ana", password=f"guess {n}") for n in range(9)]
    assert [answer.status_code for answer in answers] == [401] * 8 + [429]
    assert answers[-1].json()["error"] == "too-many"
    assert answers[-1].json()["message"] == "Too many attempts: please wait 30 seconds."
    assert answers[-1].headers["retry-after"] == "30"


# --------------------------------------------------------------------------------------------------------- the client


def a_client(folder: Path) -> Path:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Ferrovía</title>" + "<p>hello</p>" * 50, "utf-8")
    (folder / "assets" / "main-abc123.js").write_text("export const answer = 42;\n" * 50, "utf-8")
    return folder


def test_the_client_is_served_with_lasting_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = load_pages(a_client(tmp_path / "static"))
    monkeypatch.setattr("ferrovia.server.app.load_pages", lambda: pages)
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        person = Person(address)
        page = person.get("/games/abc123?tab=log")
        script = person.get("/assets/main-abc123.js")
        again = person.client.get("/", headers={"if-none-match": page.headers["etag"]})
        plain = person.client.get("/", headers={"accept-encoding": "identity"})
        missing = person.get("/assets/main-old.js")
        no_api = person.get("/api/unknown")
    assert page.text == pages[INDEX].content.decode()
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-encoding"] == "gzip"
    assert "immutable" in script.headers["cache-control"]
    assert "javascript" in script.headers["content-type"]
    assert (again.status_code, again.content) == (304, b"")
    assert "content-encoding" not in plain.headers
    assert (missing.status_code, no_api.status_code) == (404, 404)


def test_the_page_of_a_game_names_what_it_will_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser fetches the parts of a game's page while the entry still loads; no other page asks for them."""
    built = {
        "index.html": {"file": "assets/main-abc123.js", "isEntry": True},
        "src/game/Game.svelte": {
            "file": "assets/Game-1.js",
            "css": ["assets/Game-2.css"],
            "imports": ["index.html", "_x"],
        },
        "src/game/rail/index.ts": {"file": "assets/rail-3.js", "imports": ["_x"]},
        "_x": {"file": "assets/x-4.js"},
    }
    folder = a_client(tmp_path / "static")
    (folder / ".vite").mkdir()
    (folder / ".vite" / "manifest.json").write_text(json.dumps(built))
    pages = load_pages(folder)
    monkeypatch.setattr("ferrovia.server.app.load_pages", lambda: pages)
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        person = Person(address)
        game, home, manifest = (person.get(path) for path in ("/game/abc123", "/", "/.vite/manifest.json"))
    assert game.text == home.text
    assert game.headers["link"].split(", ") == [
        "</assets/Game-1.js>; rel=modulepreload",
        "</assets/Game-2.css>; rel=preload; as=style; crossorigin",
        "</assets/x-4.js>; rel=modulepreload",
        "</assets/rail-3.js>; rel=modulepreload",
    ]
    assert "link" not in home.headers
    assert manifest.status_code == 404


def test_without_a_built_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    assert b"npm run build" in load_pages(tmp_path / "nothing")[INDEX].content


def test_answers_are_compressed_but_not_the_live_ones(lone: str) -> None:
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben")
    assert ana.get(f"/api/games/{game}/position").headers["content-encoding"] == "gzip"
    with ana.client.stream("GET", f"/api/games/{game}/stream") as response:
        assert "content-encoding" not in response.headers


def test_the_openapi_document_says_everything(lone: str) -> None:
    document = Person(lone).get("/schema/openapi.json").json()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["description"], where
            assert operation["tags"], where
            assert "503" in operation["responses"], where
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    shape = json.dumps(answer["content"]["application/json"]["schema"])
                    assert "Problem" in shape, f"{where} {status}"
    names = [o["operationId"] for operations in document["paths"].values() for o in operations.values()]
    assert len(names) == len(set(names))


def test_the_app_needs_no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = create_app()
    assert app.state.services.settings.database == f"sqlite:///{tmp_path}/ferrovia/ferrovia.db"


# ------------------------------------------------------------------------------------------------------- what is kept


@pytest.mark.parametrize("path", ["/api/me", "/api/games", "/api/tokens", "/api/games/none", "/api/titles"])
def test_private_answers_are_kept_by_nobody_on_the_way(lone: str, path: str) -> None:
    assert Person(lone, "Ana").get(path).headers["cache-control"] == "no-store"


def test_secrets_reach_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A database that fails told the statement with everything that was to be stored."""
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        ana = Person(address, "Ana")
        made = ana.new_game({"kind": "open"}, public=False)
        assert Person(address).get(f"/join/{made['id']}/{made['invite']}").status_code == 200
        connection = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        for table in ("notes", "sessions", "users"):
            connection.execute(f"DROP TABLE {table}")
        connection.close()
        path = f"/api/games/{made['id']}"
        answers = [
            ana.send("PUT", f"{path}/notes", {"text": "my secret plan"}),
            ana.get(path, invite=made["invite"]),
            ana.post("/api/register", name="Ana Vía", password="seven trains"),
            Person(address).client.get("/api/games", headers={"cookie": "session=guessed-secret"}),
        ]
        assert {answer.status_code for answer in answers} == {503}
    told = "".join(capsys.readouterr())
    assert "database unavailable" in told
    session = ana.client.cookies["session"]
    for secret in ("my secret plan", made["invite"], session, digest(session), digest("guessed-secret"), "argon2id"):
        assert secret not in told


@pytest.mark.parametrize("engine_of", [reading_engine, writing_engine])
def test_what_a_database_complains_of_names_no_value(database: str, engine_of: Callable[[sa.URL], sa.Engine]) -> None:
    """Also where it is told in full, as a mistake of ours."""
    engine = engine_of(sa.make_url(database))
    with pytest.raises(SQLAlchemyError) as refused, engine.connect() as connection:
        connection.execute(sa.text("SELECT :secret FROM nowhere"), {"secret": "my secret plan"})
    engine.dispose()
    assert "nowhere" in str(refused.value)
    assert "my secret plan" not in str(refused.value)
