"""Guests, accounts, sessions, tokens."""

import asyncio
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from ferrovia.server import gate
from ferrovia.server.accounts import service
from ferrovia.server.accounts.names import tidy
from ferrovia.server.admin import Admin
from ferrovia.server.settings import Settings
from ferrovia.server.tables import CHAT, NOTES
from support.servers import Following, Person, a_server, a_table, eventually


def test_a_stranger_is_nobody(address: str) -> None:
    assert Person(address).get("/api/me").json() == {"user": None}


def test_a_guest_plays_at_once_under_a_name(address: str) -> None:
    ana = Person(address, "Ana")
    user = ana.get("/api/me").json()["user"]
    assert user["name"] == "Ana"
    assert user["guest"] is True


def test_two_guests_may_have_one_name(address: str) -> None:
    assert Person(address, "Ben").id != Person(address, "Ben").id


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b\n", "x" * 25, "\u3164", "\u115f\u2800", "\u0301" * 5, "...", "\u202e"]
)
def test_a_name_must_be_readable(address: str, name: str) -> None:
    answer = Person(address).post("/api/guest", name=name)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad-request"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("A" + "\u0335" * 20, "A" + "\u0335" * 3),  # a tower of strokes
        ("An\u3164a", "Ana"),
        ("Núñez 3", "Núñez 3"),
        ("Nguyễn", "Nguyễn"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("\U0001f682", "\U0001f682"),
    ],
)
def test_a_name_covers_nothing_and_hides_nothing(lone: str, name: str, shown: str) -> None:
    expected = unicodedata.normalize("NFC", shown)
    assert Person(lone).post("/api/guest", name=name).json()["user"]["name"] == expected


@pytest.mark.parametrize("name", ["\u0958" * 24, "\ufdfa" * 24])
def test_a_name_is_no_longer_than_there_is_room_for(address: str, name: str) -> None:
    """Unicode takes the first letter apart into two, and folds the second to eighteen: SQLite kept them, and the backup
    could be restored into no PostgreSQL."""
    refused = Person(address).post("/api/register", name=name, password="seven trains")
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        "A name has at most 24 letters; some signs count as several.",
    )
    assert Person(address).post("/api/register", name=name[:4], password="seven trains").status_code == 200
    ana = Person(address, "Ana")
    label = ana.post("/api/tokens", label="\u0958" * 60, scopes=["read"])
    assert (label.status_code, len(label.json()["label"])) == (201, 60)


def test_an_account_older_than_the_rules_for_names_still_signs_in(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr("ferrovia.server.accounts.service.new_name", tidy)
        assert Person(lone).post("/api/register", name="...\u3164", password="seven trains").status_code == 200
    assert Person(lone).post("/api/login", name="...\u3164", password="seven trains").status_code == 200


def test_an_account_signs_in_and_out(address: str) -> None:
    eva = Person(address)
    made = eva.post("/api/register", name="Eva Ruiz", password="seven trains")
    assert made.json()["user"] == {"id": made.json()["user"]["id"], "name": "Eva Ruiz", "guest": False}
    assert eva.post("/api/logout").json() == {"user": None}
    assert eva.get("/api/me").json() == {"user": None}
    again = eva.post("/api/login", name="eva ruiz", password="seven trains")
    assert again.json() == made.json()


def test_a_wrong_password_says_no_more_than_that(address: str) -> None:
    Person(address).post("/api/register", name="Carla", password="seven trains")
    wrong = Person(address).post("/api/login", name="Carla", password="eight trains")
    unknown = Person(address).post("/api/login", name="Nobody At All", password="eight trains")
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()


def test_an_unknown_name_takes_as_long_as_a_wrong_password(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the time would tell who has an account: one hash is computed in either case."""
    Person(lone).post("/api/register", name="Berta", password="seven trains")
    computed: list[str] = []
    for work in ("hash", "verify"):
        usual = getattr(PasswordHasher, work)

        def counting(*given: Any, work: str = work, usual: Any = usual) -> Any:
            computed.append(work)
            return usual(*given)

        monkeypatch.setattr(PasswordHasher, work, counting)
    for name in ("Berta", "Nobody At All"):
        assert Person(lone).post("/api/login", name=name, password="eight trains").status_code == 401
    assert computed == ["verify", "hash"]


def test_a_name_belongs_to_its_account(address: str) -> None:
    Person(address).post("/api/register", name="Dora", password="seven trains")
    assert Person(address).post("/api/register", name="DORA", password="other trains").status_code == 409
    refused = Person(address, language="es").post("/api/guest", name=" Dora ")
    assert refused.status_code == 409
    assert refused.json()["message"] == "El nombre «Dora» pertenece a una cuenta; elige otro."


@pytest.mark.parametrize("password", ["short", "x" * 201])
def test_a_password_is_neither_short_nor_endless(address: str, password: str) -> None:
    assert Person(address).post("/api/register", name="Fina", password=password).status_code == 400


def test_a_guest_who_registers_keeps_the_games(address: str) -> None:
    guest = Person(address, "Gala")
    game = guest.hotseat()
    answer = guest.post("/api/register", name="Gala Soler", password="seven trains")
    assert answer.json()["user"]["id"] == guest.id
    elsewhere = Person(address)
    elsewhere.post("/api/login", name="Gala Soler", password="seven trains")
    assert [g["id"] for g in elsewhere.get("/api/games", list="mine").json()["games"]] == [game]


def test_who_registers_is_called_so_at_the_table(address: str) -> None:
    game, (host, _) = a_table(address, "Hugo", "Ines")
    host.post("/api/register", name="Hugo Vidal", password="seven trains")
    seats = host.get(f"/api/games/{game}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Hugo Vidal", "Ines"]
    assert host.position(game)["names"] == {"p1": "Hugo Vidal", "p2": "Ines"}


def test_signing_out_everywhere_ends_all_sessions(address: str) -> None:
    here, there = Person(address), Person(address)
    here.post("/api/register", name="Jana", password="seven trains")
    there.post("/api/login", name="Jana", password="seven trains")
    assert there.get("/api/me").json()["user"]["name"] == "Jana"
    here.post("/api/logout-everywhere")
    assert here.get("/api/me").json() == {"user": None}
    assert there.get("/api/me").json() == {"user": None}


def test_an_account_goes_only_with_its_password(address: str) -> None:
    kai = Person(address)
    kai.post("/api/register", name="Kai", password="seven trains")
    assert kai.send("DELETE", "/api/me", {"password": "eight trains"}).status_code == 403
    assert kai.send("DELETE", "/api/me").status_code == 403
    assert kai.send("DELETE", "/api/me", {"password": "seven trains"}).json() == {"user": None}
    assert kai.post("/api/login", name="Kai", password="seven trains").status_code == 401


def test_the_seat_of_a_deleted_account_becomes_a_former_player(address: str) -> None:
    game, (leo, mia) = a_table(address, "Leo", "Mia")
    leo.post(f"/api/games/{game}/chat", text="Good luck")
    assert leo.send("DELETE", "/api/me").status_code == 200
    seats = mia.get(f"/api/games/{game}", lang="es").json()["seats"]
    assert [seat["name"] for seat in seats] == ["jugador retirado", "Mia"]
    assert mia.position(game)["names"]["p1"] == "former player"
    assert [line["name"] for line in mia.get(f"/api/games/{game}/chat").json()["lines"]] == ["former player"]


def test_a_deleted_account_leaves_games_that_have_not_begun(address: str) -> None:
    nora, otto = Person(address, "Nora"), Person(address, "Otto")
    hers = nora.new_game({"kind": "open"}, public=True)["id"]
    his = otto.new_game({"kind": "open"}, public=True)["id"]
    nora.post(f"/api/games/{his}/join")
    nora.send("DELETE", "/api/me")
    assert otto.get(f"/api/games/{hers}").status_code == 404
    assert [seat["kind"] for seat in otto.get(f"/api/games/{his}").json()["seats"]] == ["human", "open"]


def test_nothing_is_left_of_a_table_that_went_with_its_host(address: str, database: str) -> None:
    nora, otto = Person(address, "Nora"), Person(address, "Otto")
    game = nora.new_game({"kind": "open"}, public=True)["id"]
    otto.post(f"/api/games/{game}/chat", text="Hello")
    otto.send("PUT", f"/api/games/{game}/notes", {"text": "bid low"})
    nora.send("DELETE", "/api/me")
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        for table in (CHAT, NOTES):
            found = connection.execute(sa.select(sa.func.count()).where(table.c.game == game)).scalar_one()
            assert found == 0, table.name
    engine.dispose()


# -------------------------------------------------------------------------------------------------------------- tokens


def by_token(address: str, token: str) -> Person:
    program = Person(address)
    program.client.cookies.clear()
    program.client.headers["authorization"] = f"Bearer {token}"
    return program


def test_a_token_plays_for_its_owner(address: str) -> None:
    pia = Person(address, "Pia")
    game = pia.hotseat()
    made = pia.post("/api/tokens", label="my bot", scopes=["play", "read"])
    assert made.status_code == 201
    program = by_token(address, made.json()["token"])
    assert program.get("/api/me").json()["user"]["id"] == pia.id
    assert program.take(game)["seq"] == 1
    listed = pia.get("/api/tokens").json()["tokens"]
    assert [(t["label"], t["scopes"], t["used"] is None) for t in listed] == [("my bot", ["play", "read"], False)]
    assert "token" not in listed[0]


def test_a_token_may_do_only_what_its_scopes_say(address: str) -> None:
    rosa = Person(address, "Rosa")
    game = rosa.hotseat()
    reader = by_token(address, rosa.post("/api/tokens", label="r", scopes=["read"]).json()["token"])
    player = by_token(address, rosa.post("/api/tokens", label="p", scopes=["play"]).json()["token"])
    now = reader.position(game)
    refused = reader.act(game, now["seq"], now["offers"][0]["action"])
    assert (refused.status_code, refused.json()["error"]) == (403, "not-allowed")
    assert player.get(f"/api/games/{game}/position").status_code == 403
    assert player.act(game, now["seq"], now["offers"][0]["action"]).status_code == 200


def test_a_token_is_no_session(address: str) -> None:
    """What a token may do is said by its scopes, wherever it is put."""
    noa = Person(address, "Noa")
    game = noa.hotseat()
    token = noa.post("/api/tokens", label="r", scopes=["read"]).json()["token"]
    assert by_token(address, token).get("/api/me").json()["user"]["name"] == "Noa"
    smuggler = Person(address)
    smuggler.client.cookies.set("session", token)
    assert smuggler.get("/api/me").json() == {"user": None}
    assert smuggler.act(game, 0, {"type": "pass"}).status_code == 401
    session = noa.client.cookies["session"]
    assert by_token(address, session).get("/api/me").status_code == 401


def test_a_token_does_not_touch_the_account(address: str) -> None:
    sol = Person(address, "Sol")
    program = by_token(address, sol.post("/api/tokens", label="x", scopes=["play", "read"]).json()["token"])
    assert program.get("/api/tokens").status_code == 403
    assert program.send("DELETE", "/api/me").status_code == 403
    assert program.post("/api/tokens", label="y", scopes=["read"]).status_code == 403


@pytest.mark.parametrize("path", ["/api/register", "/api/guest", "/api/login"])
def test_a_token_opens_no_session(address: str, path: str) -> None:
    """A guest's token could make the guest an account with a password of its own choice."""
    sam = Person(address, "Sam")
    program = by_token(address, sam.post("/api/tokens", label="x", scopes=["play"]).json()["token"])
    words = {} if path == "/api/guest" else {"password": "seven trains"}
    refused = program.post(path, name="Thief of names", **words)
    assert (refused.status_code, refused.json()["error"]) == (403, "not-allowed")
    assert "session" not in program.client.cookies
    assert sam.get("/api/me").json()["user"] == {"id": sam.id, "name": "Sam", "guest": True}


def test_a_withdrawn_token_is_worth_nothing(address: str) -> None:
    tea = Person(address, "Tea")
    made = tea.post("/api/tokens", label="x", scopes=["read"]).json()
    program = by_token(address, made["token"])
    assert program.get("/api/games").status_code == 200
    assert tea.send("DELETE", f"/api/tokens/{made['id']}").status_code == 204
    refused = program.get("/api/games")
    assert (refused.status_code, refused.json()["error"]) == (401, "not-signed-in")
    assert tea.send("DELETE", f"/api/tokens/{made['id']}").status_code == 404


@pytest.mark.parametrize("authorization", ["Bearer nonsense", "Bearer", "Basic YTpi", ""])
def test_a_bad_token_is_refused(address: str, authorization: str) -> None:
    answer = Person(address).client.get("/api/games", headers={"authorization": authorization})
    assert answer.status_code == 401
    assert answer.json()["message"] == "This access token is unknown or was withdrawn."


def test_nobody_collects_tokens_without_end(address: str) -> None:
    uma = Person(address, "Uma")
    for n in range(50):
        assert uma.post("/api/tokens", label=f"{n}", scopes=["read"]).status_code == 201
    assert uma.post("/api/tokens", label="too many", scopes=["read"]).status_code == 409


@pytest.mark.parametrize("path", ["/api/tokens", "/api/games/x/notes"])
def test_strangers_are_asked_to_sign_in(address: str, path: str) -> None:
    answer = Person(address).get(path)
    assert (answer.status_code, answer.json()["error"]) == (401, "not-signed-in")


# ------------------------------------------------------------------------------------------------- names and passwords


@pytest.mark.parametrize("name", ["Rosalind", "rosaIind", "R0salind", "Rоsalind", "Rosalínd", "Rosa lind", "ROSALIND"])
def test_a_name_that_looks_like_an_account_is_refused(lone: str, name: str) -> None:
    """The third has a zero, the fourth a Cyrillic letter."""
    Person(lone).post("/api/register", name="Rosalind", password="seven trains")
    for kind in ("guest", "register"):
        wish = {"name": name} | ({"password": "other trains"} if kind == "register" else {})
        answer = Person(lone).post(f"/api/{kind}", **wish)
        assert (answer.status_code, answer.json()["error"]) == (409, "conflict")


@pytest.mark.parametrize(
    "password", ["password", "Qwertyuiop", "12345678", "87654321", "aaaaaaaa", "abababab", "Hildegard", "h1ldegard99"]
)
def test_a_password_that_is_tried_first_is_refused(lone: str, password: str) -> None:
    answer = Person(lone).post("/api/register", name="Hildegard", password=password)
    assert (answer.status_code, answer.json()["message"]) == (
        400,
        "That password is too easy to guess: take another one.",
    )


def test_tokens_end_with_signing_out_everywhere_and_with_registering(lone: str) -> None:
    guest = Person(lone, "Tomás")

    def a_token() -> dict[str, str]:
        secret = guest.post("/api/tokens", label="bot", scopes=["read"]).json()["token"]
        return {"authorization": f"Bearer {secret}"}

    first = a_token()
    assert guest.client.get("/api/games", headers=first).status_code == 200
    assert guest.post("/api/register", name="Tomás Vía", password="seven trains").status_code == 200
    assert guest.client.get("/api/games", headers=first).status_code == 401
    second = a_token()
    guest.post("/api/logout-everywhere")
    assert guest.client.get("/api/games", headers=second).status_code == 401


@pytest.fixture
def two_servers(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Two processes on one database, each of which believes for long whoever was signed in a moment ago."""
    monkeypatch.setattr(service, "FRESH", 600.0)
    settings = Settings(database=database, rate_limits=False, bot_processes=0)
    with a_server(settings) as first, a_server(settings) as second:
        yield first, second


def test_a_session_that_has_just_ended_elsewhere_leaves_nothing_behind(two_servers: tuple[str, str]) -> None:
    """Within the seconds in which another process still believed it, a stolen one could be made into a token that
    stayed."""
    here, there = two_servers
    owner = Person(here)
    owner.post("/api/register", name=f"Ofelia {token_hex(3)}", password="seven trains")
    thief = owner.on(there)
    assert thief.get("/api/me").json()["user"] is not None
    assert owner.post("/api/logout-everywhere").status_code == 200
    assert thief.get("/api/me").json()["user"] is not None  # it is still believed
    assert thief.post("/api/tokens", label="kept", scopes=["read"]).status_code == 401
    assert thief.send("DELETE", "/api/me", {"password": "seven trains"}).status_code == 401


def test_a_guest_registers_once(two_servers: tuple[str, str]) -> None:
    """Whoever had the guest's old session at another process could take the new account over, or delete it."""
    here, there = two_servers
    owner, name = Person(here, "Gast"), f"Gaspar {token_hex(3)}"
    thief = owner.on(there)
    assert thief.get("/api/me").json()["user"]["guest"] is True
    assert owner.post("/api/register", name=name, password="seven trains").status_code == 200
    assert thief.get("/api/me").json()["user"]["guest"] is True  # it is still believed
    assert thief.post("/api/register", name=f"Thief {token_hex(3)}", password="other trains").status_code == 401
    assert thief.send("DELETE", "/api/me").status_code == 401
    assert Person(there).post("/api/login", name=name, password="seven trains").status_code == 200


def test_of_names_that_look_alike_one_is_registered(two_servers: tuple[str, str]) -> None:
    name = f"Similar {token_hex(3)}"
    people = [Person(two_servers[n % 2]) for n in range(6)]
    alike = [name, name.replace("i", "l"), name.replace("S", "$"), name.upper(), name.replace("a", "а"), name + "."]
    with ThreadPoolExecutor(6) as pool:
        wished = pool.map(lambda who, as_: who.post("/api/register", name=as_, password="seven trains"), people, alike)
        assert sorted(answer.status_code for answer in wished) == [200] + [409] * 5


def _ban(database: str, name: str) -> None:
    with closing(Admin(Settings(database=database))) as admin:
        admin.ban(name)


@pytest.mark.parametrize("meanwhile", ["change", "ban"])
def test_a_password_that_was_replaced_while_it_was_compared_lets_nobody_in(
    two_servers: tuple[str, str], database: str, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    here, there = two_servers
    owner, name = Person(here), f"Leonor {token_hex(3)}"
    owner.post("/api/register", name=name, password="seven trains")
    usual = service.Accounts._matches  # pyright: ignore[reportPrivateUsage]
    thief = Person(there)

    async def slowly(accounts: service.Accounts, hashed: str | None, password: str) -> bool:
        found = await usual(accounts, hashed, password)
        monkeypatch.setattr(service.Accounts, "_matches", usual)
        if meanwhile == "change":
            await asyncio.to_thread(lambda: change(owner, "seven trains", "nine slow trains").raise_for_status())
        else:
            await asyncio.to_thread(_ban, database, name)
        return found

    monkeypatch.setattr(service.Accounts, "_matches", slowly)
    assert thief.post("/api/login", name=name, password="seven trains").status_code == 401
    assert thief.get("/api/me").json() == {"user": None}


def change(person: Person, old: str, new: str) -> httpx2.Response:
    return person.post("/api/password", old=old, new=new)


def test_a_changed_password_ends_everything_else(address: str) -> None:
    """Whoever knew the old one is out, with all that they have opened; whoever changes it goes on."""
    vera, thief = Person(address), Person(address)
    vera.post("/api/register", name="Vera Luz", password="seven trains")
    game = vera.hotseat(public=False)
    thief.post("/api/login", name="Vera Luz", password="seven trains")
    program = by_token(address, thief.post("/api/tokens", label="x", scopes=["read"]).json()["token"])
    assert program.get("/api/games").status_code == 200
    line = Following(thief, game)
    line.wait_for("update")
    changed = change(vera, "seven trains", "nine slow trains")
    assert (changed.status_code, changed.json()["user"]["name"]) == (200, "Vera Luz")
    assert thief.get("/api/me").json() == {"user": None}
    assert program.get("/api/games").status_code == 401
    assert vera.take(game)["seq"] == 1
    eventually(lambda: line.ended)
    assert max(line.seqs()) == 0
    assert vera.get("/api/tokens").json() == {"tokens": []}
    assert Person(address).post("/api/login", name="Vera Luz", password="seven trains").status_code == 401
    assert Person(address).post("/api/login", name="Vera Luz", password="nine slow trains").status_code == 200


def test_a_password_that_cannot_be_changed_stays(address: str) -> None:
    """The new one must be as good as that of a new account."""
    hilda, weak = Person(address), "That password is too easy to guess: take another one."
    hilda.post("/api/register", name="Hildegunde", password="seven trains")
    for old, new, status, sentence in [
        ("eight trains", "nine slow trains", 403, "That is not your password."),
        ("seven trains", "12345678", 400, weak),
        ("seven trains", "hildegunde7", 400, weak),
        ("seven trains", "short", 400, "The request cannot be read: new: Expected `str` of length >= 8"),
    ]:
        refused = change(hilda, old, new)
        assert (refused.status_code, refused.json()["message"]) == (status, sentence)
    assert Person(address).post("/api/login", name="Hildegunde", password="seven trains").status_code == 200


def test_only_an_account_changes_its_password_and_no_token_does(address: str) -> None:
    assert change(Person(address), "seven trains", "nine slow trains").status_code == 401
    guest = Person(address, "Gus", language="es")
    refused = change(guest, "", "nine slow trains")
    assert (refused.status_code, refused.json()["message"]) == (
        403,
        "Un invitado no tiene contraseña: crea antes una cuenta.",
    )
    owner = Person(address)
    owner.post("/api/register", name="Owner of keys", password="seven trains")
    program = by_token(address, owner.post("/api/tokens", label="x", scopes=["play", "read"]).json()["token"])
    assert change(program, "seven trains", "nine slow trains").status_code == 403


def test_of_two_changes_at_one_moment_one_counts(address: str) -> None:
    """The owner and a thief who knows the password: whoever is second is told, and is out."""
    here, there = Person(address), Person(address)
    here.post("/api/register", name="Double you", password="seven trains")
    there.post("/api/login", name="Double you", password="seven trains")
    wanted = {here: "nine slow trains", there: "ten quick trains"}
    with ThreadPoolExecutor(2) as pool:
        codes = list(pool.map(lambda who: change(who, "seven trains", wanted[who]).status_code, wanted))
    winner = codes.index(200)
    assert codes[1 - winner] in (401, 403)
    assert [bool(one.get("/api/me").json()["user"]) for one in (here, there)] == [winner == 0, winner == 1]


@pytest.mark.parametrize("how", ["change", "delete"])
def test_a_borrowed_browser_does_not_find_out_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Guesses are as few as for whoever signs in."""
    monkeypatch.setattr(gate, "HELD", 0)
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        wanda = Person(address)
        wanda.post("/api/register", name="Wanda", password="seven trains")

        def guess(n: int) -> int:
            if how == "change":
                return change(wanda, f"guess {n}", "nine slow trains").status_code
            return wanda.send("DELETE", "/api/me", {"password": f"guess {n}"}).status_code

        assert [guess(n) for n in range(9)] == [403] * 8 + [429]


def test_nobody_locks_the_owner_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong passwords from one address used up the attempts of all."""
    monkeypatch.setattr(gate, "HELD", 0)
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, trusted_proxies="127.0.0.1")
    with a_server(settings) as address:
        Person(address).post("/api/register", name="Olga", password="seven trains")
        thief, owner = Person(address), Person(address)
        owner.client.headers["x-forwarded-for"] = "198.51.100.9"
        codes = [thief.post("/api/login", name="Olga", password=f"guess {n}").status_code for n in range(12)]
        assert codes[-1] == 429
        assert owner.post("/api/login", name="Olga", password="seven trains").status_code == 200


def test_first_notes_from_several_tabs(address: str) -> None:
    """Two tabs that wrote the first notes together met a conflict; the last one counts."""
    ana = Person(address, "Ana")
    game = ana.hotseat()
    tabs = [ana.on(address) for _ in range(8)]

    def write(tab: int) -> int:
        return tabs[tab].send("PUT", f"/api/games/{game}/notes", {"text": f"tab {tab}"}).status_code

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(write, range(8))) == [200] * 8
    assert ana.get(f"/api/games/{game}/notes").json()["text"].startswith("tab ")
