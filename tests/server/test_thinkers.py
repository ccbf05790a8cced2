"""Where bots think: a process that is killed is replaced, and time that nobody wants is used."""

import asyncio
import json
from collections import Counter
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ferrovia import Game, new_game, state_from_json
from ferrovia.server.games.thinkers import Thinkers
from ferrovia.server.settings import Settings
from support.servers import Person, a_server, eventually


def a_live(game: Game, **bots: str | None) -> Any:
    """A game in memory, as far as thinkers look at it."""
    seats = {seat: SimpleNamespace(bot=bot) for seat, bot in bots.items()}
    return SimpleNamespace(id="game", title=game.title, options={"first-bidder": "1"}, seats=seats)


def test_a_killed_thinker_is_replaced() -> None:
    async def run() -> list[Any]:
        thinkers, game = Thinkers(1), new_game("chicago-express", ["p1", "p2"])
        live = a_live(game, p1="simple", p2=None)
        found = [await thinkers.answer(live, game, "simple")]
        for process in thinkers._executor._processes.values():  # type: ignore[union-attr]
            process.kill()
            process.join()
        found.append(await thinkers.answer(live, game, "simple"))
        await thinkers.close()
        return found

    assert [answer["type"] in ("bid", "pass") for answer in asyncio.run(run())] == [True, True]


def test_where_every_process_dies_the_simple_bot_answers_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game never waits for ever: that of a machine without memory goes on too."""
    given: list[str] = []

    async def killed(self: Thinkers, work: Any, arguments: Any) -> Any:
        given.append(arguments[-1])
        raise BrokenProcessPool if len(given) == 1 else OSError("no room")

    async def run() -> Any:
        thinkers, game = Thinkers(1), new_game("chicago-express", ["p1", "p2"])
        monkeypatch.setattr(Thinkers, "_run", killed)
        return await thinkers.answer(a_live(game, p1="search", p2=None), game, "search")

    assert asyncio.run(run())["type"] in ("bid", "pass")
    assert given == ["search", "search"]


def test_the_strong_bot_thinks_while_a_person_does() -> None:
    """Asked where it expected to be, it has its answer; asked anywhere else, it thinks anew."""

    async def run() -> None:
        thinkers, game = Thinkers(1), new_game("chicago-express", ["p1", "p2", "p3"])
        live = a_live(game, p1=None, p2="search", p3="simple")
        thinkers.think_ahead(live, game)
        assert thinkers._ahead is not None
        await thinkers._ahead
        expected, answer = thinkers._ready["game"]
        there = Game.at(game.title, state_from_json(game.title, json.loads(expected)))
        assert await thinkers.answer(live, there, "search") == answer
        assert thinkers._ready == {}
        thinkers._ready["game"] = (expected, "not for here")
        assert (await thinkers.answer(live, game, "search"))["type"] in ("bid", "pass")
        thinkers.think_ahead(a_live(game, p1=None, p2="policy"), game)
        assert thinkers._ahead is None
        await thinkers.close()

    asyncio.run(run())


def test_whoever_is_asked_comes_before_whoever_thinks_ahead() -> None:
    async def run() -> None:
        thinkers, game = Thinkers(1), new_game("chicago-express", ["p1", "p2", "p3"])
        live = a_live(game, p1=None, p2="search", p3="simple")
        thinkers.think_ahead(live, game)
        await asyncio.sleep(0.1)  # the process is being started
        await thinkers.answer(live, game, "random")
        assert thinkers._ahead is None
        assert thinkers._ready == {}
        await thinkers.close()

    asyncio.run(run())


def test_tables_of_bots_are_thought_about_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them asked for a thinker as soon as it had been answered: whoever played with one bot stood behind all
    tables at which nobody waits."""
    usual, given = Thinkers.answer, Counter[str]()
    at_once, most = Counter[bool](), Counter[bool]()

    async def slowly(self: Thinkers, live: Any, game: Game, bot: str) -> Any:
        given[live.id] += 1
        is_watched = bool(live.people)
        at_once[is_watched] += 1
        most[is_watched] = max(most[is_watched], at_once[is_watched])
        await asyncio.sleep(0.02)
        at_once[is_watched] -= 1
        return await usual(self, live, game, bot)

    monkeypatch.setattr(Thinkers, "answer", slowly)
    monkeypatch.setattr(Thinkers, "at_once", 4)
    database = f"sqlite:///{tmp_path}/x.db"
    with a_server(Settings(database=database, rate_limits=False, bot_pause=0, bot_processes=0)) as address:
        people = [Person(address, name) for name in ("Ana", "Ben")]
        bot = {"kind": "bot", "bot": "random"}
        for _ in range(5):
            people[0].post("/api/games", title="chicago-express", seats=[bot] * 3, start=True)
        eventually(lambda: len(given) == 5 and min(given.values()) > 1)
        games = [person.new_game(bot, bot, start=True)["id"] for person in people]
        for person, game in zip(people, games, strict=True):
            person.take(game)
        eventually(lambda: all(p.position(game)["ask"]["you"] for p, game in zip(people, games, strict=True)))
    assert most[False] == 1
    assert given.keys() >= {*games}
