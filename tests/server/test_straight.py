"""Moves go a shorter way than other requests: whatever can be seen of it is the same on both."""

import json
from typing import Any

import httpx2
import pytest

from ferrovia.server.games.straight import TEMPLATE, StraightWay
from support.servers import Person

USUAL = {"invite": "none"}
"""Whoever names an invitation goes the usual way."""


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which way each move has gone; a longer one is noted twice."""
    gone: list[str] = []
    straight, usual = StraightWay._answer, StraightWay.__call__  # pyright: ignore[reportPrivateUsage]

    async def answer(self: StraightWay, *given: Any) -> Any:
        gone.append("straight")
        return await straight(self, *given)

    async def call(self: StraightWay, scope: Any, receive: Any, send: Any) -> None:
        await usual(self, scope, receive, send)
        if scope["path"].endswith("/actions"):
            gone.append(scope["path_template"])

    monkeypatch.setattr(StraightWay, "_answer", answer)
    monkeypatch.setattr(StraightWay, "__call__", call)
    return gone


def told(answer: httpx2.Response) -> tuple[int, dict[str, str], Any]:
    """What does not depend on the moment."""
    headers = {name: value for name, value in answer.headers.items() if name not in ("date", "content-length")}
    return answer.status_code, headers, answer.json()


def test_a_move_goes_straight_and_is_counted_like_any_other(lone: str, ways: list[str]) -> None:
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva")
    ana.take(game)
    assert ways == ["straight", TEMPLATE]
    now = ana.position(game)
    body = {"seq": now["seq"], "action": now["offers"][0]["action"]}
    assert ana.send("POST", f"/api/games/{game}/actions", body, params=USUAL).status_code == 200
    assert ways == ["straight", TEMPLATE, TEMPLATE]


ODD: dict[str, Any] = {
    "refused": {"seq": 0, "action": {"type": "bid", "amount": 100_000}},
    "older position": {"seq": 7, "action": {"type": "bid", "amount": 30}},
    "no such kind": {"seq": 0, "action": {"type": "fly"}},
    "no such field": {"seq": 0, "action": {"type": "bid", "height": 3}},
    "seq missing": {"action": {"type": "bid", "amount": 30}},
    "seq below zero": {"seq": -1, "action": {"type": "bid", "amount": 30}},
    "no object": [1, 2],
}


@pytest.mark.parametrize("body", ODD.values(), ids=ODD)
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_wrong_is_told_alike(lone: str, body: Any, language: str) -> None:
    ana = Person(lone, "Ana", language)
    path = f"/api/games/{ana.hotseat('Ana', 'Ben', 'Eva')}/actions"
    straight, usual = ana.send("POST", path, body), ana.send("POST", path, body, params=USUAL)
    assert straight.status_code >= 400
    assert told(straight) == told(usual)


def test_strangers_are_told_alike(lone: str) -> None:
    ana, eva, nobody = Person(lone, "Ana"), Person(lone, "Eva"), Person(lone)
    hidden = ana.hotseat("Ana", "Ben", "Eva", public=False)
    body = {"seq": 0, "action": {"type": "bid", "amount": 30}}
    for who, code in ((eva, 404), (nobody, 401)):
        for game in (hidden, "none"):
            path = f"/api/games/{game}/actions"
            straight, usual = who.send("POST", path, body), who.send("POST", path, body, params=USUAL)
            assert straight.status_code == code
            assert told(straight) == told(usual)
    forged = ana.send("POST", f"/api/games/{hidden}/actions", body, headers={"x-csrftoken": "guessed"})
    assert forged.status_code == 403
    assert ana.position(hidden)["seq"] == 0


def test_a_body_in_pieces_and_one_that_is_too_large(lone: str) -> None:
    ana = Person(lone, "Ana")
    game = ana.hotseat("Ana", "Ben", "Eva")
    now = ana.position(game)
    headers = {"x-csrftoken": ana.client.cookies["csrftoken"], "content-type": "application/json"}
    path = f"/api/games/{game}/actions"

    def in_pieces(*pieces: bytes) -> int:
        return ana.client.post(path, content=iter(pieces), headers=headers).status_code

    whole = json.dumps({"seq": now["seq"], "action": now["offers"][0]["action"]}).encode()
    assert in_pieces(whole[:9], whole[9:]) == 200
    assert ana.client.post(path, content=whole + b" " * 2_000_000, headers=headers).status_code == 413
