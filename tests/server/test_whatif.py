"""Best routes of any company, at any position."""

import asyncio
import json
import threading
from collections.abc import Callable
from contextlib import aclosing
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ferrovia import Game, Record, Search, action_to_json, automatic_answer, find_title, rest_of_turn
from ferrovia.bots import BOTS, at_random
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.view import BestRoutes
from ferrovia.routing import solve
from ferrovia.rules import revenue
from ferrovia.server.games.changes import Position
from ferrovia.server.games.scouts import Scouts
from support.servers import PATIENCE, Person, a_table

BN = CompanyId(Owner("BN"))


def a_run_in_18cz() -> tuple[dict[str, Any], int, str]:
    """A game file that has come to a question about running trains that can run, and whose trains those are."""
    record = Record.new(find_title("18cz"), ["p1", "p2", "p3"])
    random = Random(5)
    while not _has_routes(record.game):
        record.play(at_random(record.game, random))
    assert record.game.ask is not None
    return record.to_json(), len(record.entries), record.game.ask.about.params["company"]


def a_lay_in_18cz() -> tuple[dict[str, Any], Game, Any]:
    """A game file, its position, and a tile that would lead the company to a stop it does not reach yet."""
    record = Record.new(find_title("18cz"), ["p1", "p2", "p3"])
    random = Random(5)
    while (lay := _leading_further(record.game)) is None:
        record.play(at_random(record.game, random))
    return record.to_json(), record.game, lay


def _leading_further(game: Game) -> Any | None:
    if game.ask is None or game.ask.about.key != "track":
        return None
    company = game.ask.about.params["company"]
    lays = (offer.action for offer in game.offers() if hasattr(offer.action, "tile"))
    return next((lay for lay in lays if len(game.play(lay).reach(company)) > len(game.reach(company))), None)


def _has_routes(game: Game) -> bool:
    return game.ask is not None and game.ask.about.key == "run" and any(o.action.routes for o in game.offers())


def test_what_a_share_will_bring_is_told_where_the_table_plays_with_hints(address: str) -> None:
    """Whoever studies a game alone may ask; a branch is played as the table it comes from."""
    file, seq, company = a_run_in_18cz()
    ana = Person(address, "Ana")
    study = ana.post("/api/import", file=file).json()
    told = ana.get(f"/api/games/{study['id']}/hint", company=company, seq=seq).json()
    assert (study["hints"], told["company"]) == (True, company)
    assert company in told["text"]
    assert ana.get(f"/api/games/{study['id']}/hint", company=company, lang="es").json()["text"] != told["text"]
    assert ana.get(f"/api/games/{study['id']}/hint", company="none").status_code == 404

    without, with_hints = ana.hotseat(title="18cz"), ana.hotseat(title="18cz", hints=True)
    branch = ana.post(f"/api/games/{without}/clone", seq=0).json()
    assert branch["hints"] is False
    codes = [ana.get(f"/api/games/{game}/hint", company=company).status_code for game in (without, branch["id"])]
    assert codes == [403, 403]
    assert ana.get(f"/api/games/{with_hints}/hint", company=company).status_code == 404  # not started yet


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
    assert offered == [[route["route"] for route in best["routes"]]]


def test_better_routes_come_as_a_stream_that_ends_with_the_proof(lone: str) -> None:
    file, seq, company = a_run_in_18cz()
    ana = Person(lone, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    for _ in range(2):  # the second time the answer is known
        told = ana.get(f"/api/games/{game}/routes/stream", company=company, seq=seq)
        assert told.headers["content-type"].startswith("text/event-stream")
        found = [json.loads(line[6:]) for line in told.text.splitlines() if line.startswith("data: ")]
        assert [one["revenue"] for one in found] == sorted(one["revenue"] for one in found)
        assert [one["upper_bound"] for one in found] == sorted((one["upper_bound"] for one in found), reverse=True)
        assert found[-1]["proved"]
        known = ana.get(f"/api/games/{game}/routes", company=company, seq=seq).json()
        assert {**found[-1], "microseconds": 0} == {**known, "microseconds": 0}


def test_the_stream_says_what_cannot_run(lone: str) -> None:
    game, (ana, _) = a_table(lone, "Ana", "Ben")
    assert ana.get(f"/api/games/{game}/routes/stream", company="PRR").status_code == 404
    assert ana.get(f"/api/games/{game}/routes/stream", company="RENFE").status_code == 404
    assert ana.get("/api/games/nothing/routes/stream", company="PRR").status_code == 404


def found(revenue: int) -> BestRoutes:
    return BestRoutes(BN, (), revenue, revenue == 100, 100, 1, 1)


def searched_by(search: Callable[[Search], BestRoutes]) -> Position:
    """A position whose routes are sought in this way."""
    game = SimpleNamespace(best_routes=lambda company, how: search(how))
    return cast(Position, SimpleNamespace(game=game, said={}))


def test_a_search_without_end_ends_with_its_reader() -> None:
    """The event loop goes on meanwhile: what was found is told at once, and the thread learns that nobody waits."""
    ended = threading.Event()

    def search(how: Search) -> BestRoutes:
        assert how.on_better is not None
        how.on_better(found(40))
        while not how.cancelled():
            pass
        ended.set()
        return found(50)

    async def read_one() -> BestRoutes:
        async with (
            asyncio.timeout(PATIENCE),
            aclosing(scouts.better_and_better(searched_by(search), BN, 600)) as better,
        ):
            return await anext(better)

    async def read_and_stop() -> None:
        assert (await read_one()).revenue == 40
        assert await asyncio.to_thread(ended.wait, PATIENCE)
        await scouts.close()

    scouts = Scouts()
    asyncio.run(read_and_stop())


def test_a_search_without_end_ends_with_the_server() -> None:
    started = threading.Event()

    def search(how: Search) -> BestRoutes:
        started.set()
        while not how.cancelled():
            pass
        return found(50)

    async def read_while_it_stops() -> list[int]:
        async with asyncio.timeout(PATIENCE):
            reading = asyncio.create_task(read_all())
            assert await asyncio.to_thread(started.wait, PATIENCE)
            await scouts.close()
            return await reading

    async def read_all() -> list[int]:
        return [one.revenue async for one in scouts.better_and_better(searched_by(search), BN, 600)]

    scouts = Scouts()
    assert asyncio.run(read_while_it_stops()) == [50]


def test_what_is_proved_is_not_sought_again() -> None:
    searches: list[Search] = []

    def search(how: Search) -> BestRoutes:
        searches.append(how)
        return found(100 if len(searches) == 2 else 90)

    async def read_three_times() -> list[list[int]]:
        position = searched_by(search)
        read = [[one.revenue async for one in scouts.better_and_better(position, BN, 7)] for _ in range(3)]
        await scouts.close()
        return read

    scouts = Scouts()
    assert asyncio.run(read_three_times()) == [[90], [100], [100]]
    assert [how.budget_seconds for how in searches] == [7, 7]


def test_nothing_is_sought_in_the_event_loop(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at a question to run trains, answering it and trying out: whatever needs routes leaves the loop free."""
    in_the_loop: list[bool] = []

    def watched(*problem: Any, **how: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            in_the_loop.append(False)
        else:
            in_the_loop.append(True)
        return solve(*problem, **how)

    file, seq, _ = a_run_in_18cz()
    ana = Person(lone, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    monkeypatch.setattr(revenue, "solve", watched)
    offer = next(o["action"] for o in ana.position(game)["offers"] if o["action"]["type"] == "run_trains")
    assert len(in_the_loop) > 0
    tried = ana.post(f"/api/games/{game}/preview", seq=seq, action={**offer, "routes": []}).json()
    assert tried["refusal"]["rule"] == "run-duty"
    before, runs = len(in_the_loop), 0
    while runs < 3:
        now = ana.position(game)
        runs += now["ask"]["key"] == "run"
        offer = next((o for o in now["offers"] if o["passive"]), now["offers"][0])
        assert ana.act(game, now["seq"], offer["action"]).status_code == 200
    assert len(in_the_loop) > before
    assert not any(in_the_loop)


def test_what_is_shown_of_a_past_position_is_worked_out_beside_the_event_loop(
    lone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever leafed through a game kept everybody waiting, some milliseconds at each page."""
    in_the_loop: list[bool] = []
    usual = Game.view

    def watched(game: Game) -> Any:
        in_the_loop.append(asyncio._get_running_loop() is not None)  # pyright: ignore[reportPrivateUsage]
        return usual(game)

    file, seq, _ = a_run_in_18cz()
    ana = Person(lone, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    monkeypatch.setattr(Game, "view", watched)
    for past in range(seq - 20, seq - 10):
        assert ana.position(game, seq=past)["seq"] == past
    now = ana.position(game)
    offer = next((o for o in now["offers"] if o["passive"]), now["offers"][0])
    assert ana.act(game, now["seq"], offer["action"]).status_code == 200
    assert len(in_the_loop) >= 10
    assert not any(in_the_loop)


def test_what_a_tile_would_reach_is_told_beforehand(address: str) -> None:
    file, position, lay = a_lay_in_18cz()
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    seq = ana.position(game)["seq"]
    tried = ana.post(f"/api/games/{game}/preview", seq=seq, action=action_to_json(lay)).json()
    assert position.ask is not None
    company = position.ask.about.params["company"]
    assert tried["reached"] == list(position.reach(company))
    assert tried["reach"] == list(position.play(lay).reach(company))
    assert {stop.partition(".")[0] for stop in {*tried["reach"]} - {*tried["reached"]}} == {lay.hex}


def test_what_leaves_the_map_as_it_is_reaches_nothing_new(address: str) -> None:
    file, _, _ = a_lay_in_18cz()
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    tried = ana.post(f"/api/games/{game}/preview", seq=ana.position(game)["seq"], action={"type": "end_track"}).json()
    assert (tried["legal"], tried["reached"], tried["reach"]) == (True, [], [])


def test_what_cannot_run_says_so(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    nowhere = ana.get(f"/api/games/{game}/routes", company="PRR")
    assert (nowhere.status_code, nowhere.json()["message"]) == (404, "No trains are run in this game.")
    nobody = ana.get(f"/api/games/{game}/routes", company="RENFE")
    assert (nobody.status_code, nobody.json()["message"]) == (404, "The game has no such company.")


def a_turn_to_end() -> tuple[Any, int]:
    """18ESP: a company may build, and after that buy trains; it need do neither."""
    random, record = Random(2), Record.new(find_title("18esp"), ["Ana", "Ben", "Eva"])
    bots = dict.fromkeys(record.game.state.players, BOTS["simple"])
    while len(rest_of_turn(record.game).answers) < 2:
        given = automatic_answer(record.game, random, bots)
        assert given is not None
        record.play(*given)
    return record.to_json(), len(rest_of_turn(record.game).answers)


def test_the_rest_of_a_turn_is_told_foreseen_and_given_at_once(address: str) -> None:
    file, noes = a_turn_to_end()
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    now = ana.position(game)
    rest = now["rest"]
    assert (len(rest["actions"]), len(rest["texts"]), rest["ends"]) == (noes, noes, True)
    first, *then = rest["actions"]
    wish = {"seq": now["seq"], "action": first, "then": then}
    seen = ana.post(f"/api/games/{game}/preview", **wish).json()
    after = ana.post(f"/api/games/{game}/actions", **wish).json()
    assert after["seq"] >= now["seq"] + noes
    turn = [(at["view"]["course"]["at"], at["ask"]["who"], at["ask"]["params"].get("company")) for at in (now, after)]
    assert turn[0] != turn[1]
    assert (seen["next"]["key"], seen["view"]) == (after["ask"]["key"], after["view"])


def test_of_several_answers_all_count_or_none(address: str) -> None:
    file, _ = a_turn_to_end()
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    now = ana.position(game)
    wish = {"seq": now["seq"], "action": now["rest"]["actions"][0], "then": [now["rest"]["actions"][0]]}
    assert ana.post(f"/api/games/{game}/actions", **wish).status_code == 422
    assert ana.position(game)["seq"] == now["seq"]


def test_what_a_company_reaches_is_told_at_any_position(address: str) -> None:
    """Its stops as the engine knows them, the sides its track uses, and where others stop it."""
    file, position, _ = a_lay_in_18cz()
    ana = Person(address, "Ana")
    game = ana.post("/api/import", file=file).json()["id"]
    company = position.ask.about.params["company"] if position.ask else ""
    path = f"/api/games/{game}/reach?company={company}"
    told = ana.get(path).json()
    assert tuple(told["stops"]) == position.reach(CompanyId(Owner(company)))
    assert {stop.rpartition(".")[0] for stop in told["stops"]} <= told["sides"].keys()
    assert set(told["blocked"]) <= set(told["stops"])
    assert ana.get(f"{path}&seq=0").json()["stops"] == []
    assert ana.get(f"/api/games/{game}/reach?company=nobody").status_code == 404
