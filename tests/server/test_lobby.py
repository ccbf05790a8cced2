"""Titles, making games, seats, lists, substitutes."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa

from ferrovia.server import gate, quotas
from ferrovia.server.clock import HOUR, now
from ferrovia.server.limits import LIMITS
from ferrovia.server.services import Services
from ferrovia.server.settings import Settings
from ferrovia.server.tables import CHAT, ENTRIES, GAMES, USERS
from ferrovia.server.tidying import Steadiness, Tidied
from support.servers import TITLE, Following, Person, a_server, a_table, asked, eventually

SIMPLE = {"kind": "bot", "bot": "simple"}
OPEN = {"kind": "open"}


# -------------------------------------------------------------------------------------------------------------- titles


def test_titles_come_with_options_numbers_of_players_and_bots(lone: str) -> None:
    found = Person(lone).get("/api/titles", lang="es").json()
    title = next(t for t in found if t["id"] == TITLE)
    assert title["seats"] == [2, 3, 4, 5, 6]
    assert title["options"][0]["key"] == "first-bidder"
    assert title["options"][0]["choices"][0] == {"value": "1", "label": "Asiento 1"}
    assert {bot["id"] for bot in title["bots"]} == {"simple", "policy", "search", "random"}
    assert "Chicago" in title["summary"]


def test_a_title_comes_with_everything_that_is_printed(lone: str) -> None:
    page = Person(lone).get(f"/api/titles/{TITLE}").json()
    assert page["currency"] == "$"
    assert len(page["layout"]["companies"]) == 5
    expand = next(form for form in page["forms"] if form["name"] == "expand")
    assert [(f["name"], f["kind"], f["many"]) for f in expand["fields"]] == [
        ("company", "company", False),
        ("hexes", "hex", True),
    ]
    assert page["terms"]["figure.treasury"] == "treasury"
    assert {"paragraph", "heading", "original", "text"} == page["rules"][0].keys()


def test_there_is_no_such_title(lone: str) -> None:
    answer = Person(lone).get("/api/titles/monopoly")
    assert (answer.status_code, answer.json()["error"]) == (404, "not-found")
    assert Person(lone, "Ana").post("/api/games", title="monopoly", seats=[OPEN, OPEN]).status_code == 404


# -------------------------------------------------------------------------------------------------------------- making


def test_a_game_against_bots_begins_at_once(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.new_game(SIMPLE, SIMPLE, start=True)
    assert game["status"] == "running"
    assert [seat["kind"] for seat in game["seats"]] == ["human", "bot", "bot"]
    assert [seat["name"] for seat in game["seats"]] == ["Ana", "Easy bot", "Easy bot (2)"]
    assert game["seats"][0]["you"] is True
    assert game["profile"] == "rulebook"
    assert game["options"] == {"first-bidder": "1"}


def test_options_that_do_not_fit_are_refused_in_the_readers_words_only(address: str) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"title": TITLE, "seats": seats, "options": {"first-bidder": "6"}}
    told = {lang: Person(address, "Ana", language=lang).post("/api/games", **wish).json() for lang in ("en", "es")}
    assert told["en"]["message"].endswith("there is no seat 6 at a table of 2")
    assert told["es"]["message"] == "Estas opciones no valen, o no con este número de jugadores."


def test_options_are_those_of_the_title(address: str) -> None:
    ana = Person(address, "Ana")
    assert ana.new_game(OPEN, options={"first-bidder": "2"})["options"] == {"first-bidder": "2"}
    for options in ({"first-bidder": "9"}, {"weather": "rain"}):
        answer = ana.post("/api/games", title=TITLE, seats=[{"kind": "me"}, OPEN], options=options)
        assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


BAD_SEATS: dict[str, tuple[list[dict[str, Any]], dict[str, Any], int]] = {
    "too few": ([{"kind": "me"}], {}, 400),
    "too many": ([{"kind": "me"}, *[OPEN] * 6], {}, 400),
    "unknown bot": ([{"kind": "me"}, {"kind": "bot", "bot": "oracle"}], {}, 400),
    "bot without a name": ([{"kind": "me"}, {"kind": "bot"}], {}, 400),
    "nameless": ([{"kind": "me"}, {"kind": "named"}], {}, 400),
    "twice me": ([{"kind": "me"}, {"kind": "me"}], {}, 400),
    "start with open seats": ([{"kind": "me"}, OPEN], {"start": True}, 409),
    "unknown kind": ([{"kind": "me"}, {"kind": "ghost"}], {}, 400),
}


@pytest.mark.parametrize("case", BAD_SEATS)
def test_seats_must_make_sense(address: str, case: str) -> None:
    seats, wishes, status = BAD_SEATS[case]
    ana = Person(address, "Ana")
    assert ana.post("/api/games", title=TITLE, seats=seats, **wishes).status_code == status
    assert ana.get("/api/games", list="mine").json()["games"] == []


def test_only_who_is_signed_in_makes_a_game(address: str) -> None:
    assert Person(address).post("/api/games", title=TITLE, seats=[OPEN, OPEN]).status_code == 401


def test_bots_play_a_game_among_themselves(address: str) -> None:
    ana = Person(address, "Ana")
    answer = ana.post("/api/games", title=TITLE, seats=[{"kind": "bot", "bot": "random"}] * 2, start=True)
    game = answer.json()["id"]
    eventually(lambda: ana.get(f"/api/games/{game}").json()["status"] == "finished", 90)
    assert ana.get(f"/api/games/{game}").json()["winners"] != []


# --------------------------------------------------------------------------------------------------------------- seats


def test_people_join_and_the_host_begins(address: str) -> None:
    game, (ana, ben, eva) = a_table(address, "Ana", "Ben", "Eva")
    info = ben.get(f"/api/games/{game}").json()
    assert info["status"] == "running"
    assert [(seat["name"], seat["you"]) for seat in info["seats"]] == [("Ana", False), ("Ben", True), ("Eva", False)]
    assert info["asked"] == "p1"
    assert ana.get(f"/api/games/{game}").json()["waiting_for_me"] is True
    assert eva.get(f"/api/games/{game}").json()["waiting_for_me"] is False


def test_seats_are_drawn_by_lot_when_the_game_starts(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    orders = set[tuple[str, ...]]()
    for _ in range(12):
        game = ana.new_game(OPEN, SIMPLE, draw_seats=True, public=True)
        joined = ben.post(f"/api/games/{game['id']}/join").json()
        assert [seat["name"] for seat in joined["seats"]] == ["Ana", "Ben", "Easy bot"]
        begun = ana.post(f"/api/games/{game['id']}/start").json()
        assert begun["draw_seats"] is True
        assert [seat["seat"] for seat in begun["seats"]] == ["p1", "p2", "p3"]
        mine = next(seat for seat in begun["seats"] if seat["name"] == "Ana")
        assert mine["you"] is True and sum(seat["you"] for seat in begun["seats"]) == 1
        orders.add(tuple(seat["name"] for seat in begun["seats"]))
    assert all(sorted(order) == ["Ana", "Ben", "Easy bot"] for order in orders)
    assert len(orders) > 1


def test_seats_are_drawn_also_where_the_game_starts_at_once(address: str) -> None:
    ana = Person(address, "Ana")
    games = [ana.new_game(SIMPLE, SIMPLE, SIMPLE, draw_seats=True, start=True) for _ in range(16)]
    assert len({next(s["seat"] for s in game["seats"] if s["you"]) for game in games}) > 1


def test_a_seat_can_be_chosen(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game(OPEN, OPEN, public=True)["id"]
    assert [s["name"] for s in ben.post(f"/api/games/{game}/join", seat="p3").json()["seats"]][2] == "Ben"
    assert ben.post(f"/api/games/{game}/join").status_code == 409
    eva = Person(address, "Eva")
    assert eva.post(f"/api/games/{game}/join", seat="p3").status_code == 409
    assert eva.post(f"/api/games/{game}/join", seat="p9").status_code == 409


def test_a_game_by_invitation_is_not_there_for_others(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    info = ana.new_game(OPEN)
    game = info["id"]
    assert ben.get(f"/api/games/{game}").status_code == 404
    assert ben.post(f"/api/games/{game}/join").status_code == 404
    assert ben.post(f"/api/games/{game}/join", invite="wrong").status_code == 404
    assert ben.get(f"/api/games/{game}", invite=info["invite"]).json()["invite"] is None
    assert ben.post(f"/api/games/{game}/join", invite=info["invite"]).json()["invite"] == info["invite"]
    ana.post(f"/api/games/{game}/start")
    stranger = Person(address, "Eva")
    for path in ("position", "log", "chart", "chat", "export", "stream", "title", "rules/CE-3.3"):
        assert stranger.get(f"/api/games/{game}/{path}").status_code == 404, path
    assert stranger.get(f"/api/games/{game}/position", invite=info["invite"]).status_code == 200
    assert stranger.act(game, 0, {"type": "pass"}).status_code == 404


@pytest.mark.parametrize("path", ["", "/position", "/table", "/log", "/export", "/chat", "/stream", "/title"])
def test_a_table_by_invitation_that_waits_looks_like_none_to_strangers(address: str, path: str) -> None:
    """A stranger was told that it has not begun, and so that it is there."""
    ana, eva = Person(address, "Ana"), Person(address, "Eva")
    made = ana.new_game({"kind": "open"}, public=False)
    hidden = eva.get(f"/api/games/{made['id']}{path}")
    assert (hidden.status_code, hidden.json()) == (404, eva.get(f"/api/games/none{path}").json())


def test_only_the_host_begins_and_only_when_all_seats_are_taken(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game(OPEN, OPEN, public=True)["id"]
    ben.post(f"/api/games/{game}/join")
    assert ben.post(f"/api/games/{game}/start").status_code == 403
    assert ana.post(f"/api/games/{game}/start").status_code == 409
    Person(address, "Eva").post(f"/api/games/{game}/join")
    assert ana.post(f"/api/games/{game}/start").status_code == 200
    assert ana.post(f"/api/games/{game}/start").status_code == 409


def test_who_leaves_frees_the_seat(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game(OPEN)
    ben.post(f"/api/games/{game['id']}/join", invite=game["invite"])
    left = ben.post(f"/api/games/{game['id']}/leave")
    assert [seat["kind"] for seat in left.json()["seats"]] == ["human", "open"]
    assert ben.post(f"/api/games/{game['id']}/leave").status_code == 404


def test_the_host_who_leaves_hands_the_game_on(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game(OPEN, public=True)["id"]
    ben.post(f"/api/games/{game}/join")
    assert ana.post(f"/api/games/{game}/leave").json()["host"] == "Ben"
    assert ben.get(f"/api/games/{game}").json()["you_host"] is True
    assert ben.post(f"/api/games/{game}/leave").json() is None
    assert ben.get(f"/api/games/{game}").status_code == 404


def test_nobody_leaves_a_game_that_has_begun(address: str) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    answer = ana.post(f"/api/games/{game}/leave")
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")


def test_the_host_frees_a_seat(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game(OPEN, SIMPLE, public=True)["id"]
    ben.post(f"/api/games/{game}/join")
    assert ben.post(f"/api/games/{game}/kick", seat="p1").status_code == 403
    assert [s["kind"] for s in ana.post(f"/api/games/{game}/kick", seat="p2").json()["seats"]] == [
        "human",
        "open",
        "bot",
    ]
    assert ana.post(f"/api/games/{game}/kick", seat="p2").status_code == 404
    assert ana.post(f"/api/games/{game}/kick", seat="the first").status_code == 400


def test_the_host_gives_a_free_seat_to_a_bot(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game(OPEN, OPEN, public=True)["id"]
    ben.post(f"/api/games/{game}/join", seat="p2")
    assert ben.post(f"/api/games/{game}/seats", seat="p3").status_code == 403
    assert ana.post(f"/api/games/{game}/seats", seat="p3", bot="nobody").status_code == 400
    assert ana.post(f"/api/games/{game}/seats", seat="p2").status_code == 409
    assert ana.post(f"/api/games/{game}/seats", seat="p9").status_code == 409
    seats = ana.post(f"/api/games/{game}/seats", seat="p3", bot="random").json()["seats"]
    assert [(seat["kind"], seat["bot"]) for seat in seats] == [("human", None), ("human", None), ("bot", "random")]
    ana.post(f"/api/games/{game}/kick", seat="p3")
    assert ana.post(f"/api/games/{game}/seats", seat="p3").json()["seats"][2]["bot"] == "simple"
    assert ana.post(f"/api/games/{game}/start").json()["status"] == "running"
    assert ana.post(f"/api/games/{game}/seats", seat="p3").status_code == 409


def test_the_host_drops_a_game_that_has_not_begun(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.new_game(OPEN, public=True)["id"]
    assert ben.send("DELETE", f"/api/games/{game}").status_code == 403
    assert ana.send("DELETE", f"/api/games/{game}").status_code == 204
    assert ana.get(f"/api/games/{game}").status_code == 404
    begun, (host, _) = a_table(address, "Ana", "Ben")
    assert host.send("DELETE", f"/api/games/{begun}").status_code == 409


# --------------------------------------------------------------------------------------------------------------- lists


def ids(person: Person, which: str, **params: Any) -> list[str]:
    return [game["id"] for game in person.get("/api/games", list=which, **params).json()["games"]]


def test_each_list_holds_what_it_says(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    waiting = ana.hotseat()
    private = ana.new_game(OPEN)["id"]
    public = ana.new_game(OPEN, public=True)["id"]
    assert set(ids(ana, "mine")) == {waiting, private, public}
    assert ids(ana, "waiting") == [waiting]
    assert {private, public} <= set(ids(ana, "open"))
    assert public in ids(ben, "open")
    assert private not in ids(ben, "open")
    assert waiting in ids(ana, "running")
    assert waiting not in ids(ben, "running")
    assert ids(ben, "mine") == ids(ben, "waiting") == []
    assert ids(Person(address), "mine") == ids(Person(address), "waiting") == []


def test_games_are_found_by_what_people_wrote_and_by_their_names(address: str) -> None:
    ana, zoe = Person(address, "Ana"), Person(address, "Zoe Quintana")
    game = zoe.new_game(OPEN, public=True, description="Friday night, 100% fun_")["id"]
    for search in ("friday", "QUINTANA", "100% fun_", game):
        assert game in ids(ana, "open", search=search), search
    for search in ("saturday", "100%_fun", "fun__"):
        assert game not in ids(ana, "open", search=search), search
    assert game in ids(ana, "open", search="chicago ex")


def test_letters_with_accents_are_found_in_capitals_too(lone: str) -> None:
    ana, inigo = Person(lone, "Ana"), Person(lone, "Íñigo Ñúñez")
    game = inigo.new_game(OPEN, public=True, description="Línea del Águila")["id"]
    for search in ("línea", "LÍNEA", "ÁGUILA", "íñigo", "ÑÚÑEZ"):
        assert game in ids(ana, "open", search=search), search


def test_long_lists_come_in_pages(address: str) -> None:
    ana = Person(address, "Ana")
    made = [ana.new_game(OPEN)["id"] for _ in range(23)]
    first = ana.get("/api/games", list="mine").json()
    second = ana.get("/api/games", list="mine", page=1).json()
    assert (len(first["games"]), first["more"]) == (20, True)
    assert (len(second["games"]), second["more"]) == (3, False)
    assert {g["id"] for g in first["games"] + second["games"]} == set(made)


# --------------------------------------------------------------------------------------------------------- substitutes


def test_a_bot_takes_over_when_the_others_agree(address: str) -> None:
    game, people = a_table(address, "Ana", "Ben", "Eva")
    ana, ben, eva = people
    asking = ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="simple").json()["substitution"]
    assert (asking["seat"], asking["by"], asking["waiting"]) == ("p2", "bot", ["p2", "p3"])
    assert eva.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True).json()["substitution"]["agreed"] == [
        "p3"
    ]
    done = ben.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True).json()
    assert done["substitution"] is None
    assert [seat["kind"] for seat in done["seats"]] == ["human", "bot", "human"]
    assert ben.post(f"/api/games/{game}/chat", text="Bye").status_code == 201
    before = ana.take(game)
    assert before["ask"]["who"] == "p2"
    eventually(lambda: ana.position(game)["ask"]["who"] != "p2")


def test_one_refusal_is_enough(address: str) -> None:
    game, (ana, ben, eva) = a_table(address, "Ana", "Ben", "Eva")
    ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="simple")
    refused = ben.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=False).json()
    assert refused["substitution"] is None
    assert [seat["kind"] for seat in refused["seats"]] == ["human"] * 3
    assert eva.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True).status_code == 409


def test_another_person_takes_over(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    eva = Person(address, "Eva")
    asking = eva.post(f"/api/games/{game}/substitute", seat="p2", by="me")
    assert asking.json()["substitution"]["name"] == "Eva"
    ana.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True)
    done = ben.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True).json()
    assert [seat["name"] for seat in done["seats"]] == ["Ana", "Eva"]
    ana.take(game)
    now = eva.position(game)
    assert now["ask"]["you"] is True
    assert ben.act(game, now["seq"], now["offers"][0]["action"]).status_code == 403
    assert eva.act(game, now["seq"], now["offers"][0]["action"]).status_code == 200


def test_a_request_stands_until_it_is_answered(address: str) -> None:
    """Another one took its place, and so consent to a bot became consent to a stranger."""
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    eva = Person(address, "Eva")
    ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="simple")
    refused = eva.post(f"/api/games/{game}/substitute", seat="p2", by="me")
    assert refused.status_code == 409
    assert refused.json()["message"] == "Another request for a substitute must be answered first."
    again = ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="random").json()
    assert again["substitution"]["bot"] == "random"
    ben.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=False)
    assert eva.post(f"/api/games/{game}/substitute", seat="p2", by="me").status_code == 200


def test_who_is_gone_takes_no_seat(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    eva = Person(address, "Eva")
    eva.post(f"/api/games/{game}/substitute", seat="p2", by="me")
    ana.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True)
    line = Following(ben, game)
    assert line.wait_for("info")[0].data["substitution"]["name"] == "Eva"
    eva.send("DELETE", "/api/me")
    assert line.wait_for("info", 2)[1].data["substitution"] is None
    line.close()
    assert ben.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True).status_code == 409


def test_a_former_player_is_not_asked(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    ana.send("DELETE", "/api/me")
    done = ben.post(f"/api/games/{game}/substitute", seat="p1", by="bot", bot="random").json()
    assert done["substitution"] is None
    assert done["seats"][0]["kind"] == "bot"
    eventually(lambda: ben.position(game)["ask"]["you"])


def change(database: str, table: sa.Table, which: sa.ColumnElement[bool], **values: object) -> None:
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.update(table).where(which).values(**values))
    engine.dispose()


def absent(database: str, person: Person) -> None:
    change(database, USERS, USERS.c.id == person.id, seen=0)


def notice_is_over(database: str, game: str) -> None:
    """As if it had been asked long ago."""
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        wish = json.loads(connection.execute(sa.select(GAMES.c.substitution).where(GAMES.c.id == game)).scalar_one())
        old = json.dumps({**wish, "at": 0})
        connection.execute(sa.update(GAMES).where(GAMES.c.id == game).values(substitution=old))
    engine.dispose()


def go_round(database: str) -> Tidied:
    """A round of tidying, as the server makes it every ten minutes."""

    async def once() -> Tidied:
        services = Services(Settings(database=database, bot_processes=0))
        try:
            return await services.tidying.once()
        finally:
            await services.bots.close()
            await services.database.close()

    return asyncio.run(once())


def stored(database: str, table: sa.Table, which: str) -> bool:
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        found = connection.execute(sa.select(table.c.id).where(table.c.id == which)).first()
    engine.dispose()
    return found is not None


def test_a_guest_whose_seat_was_taken_over_is_not_forgotten(address: str, database: str) -> None:
    """The way back is open as long as the game: they were removed in the round that gave their seat away."""
    game, (ana, ben) = a_table(address, "Ana", "Ben", public=False)
    absent(database, ben)
    ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="random")
    notice_is_over(database, game)
    go_round(database)
    assert ana.get(f"/api/games/{game}").json()["seats"][1]["kind"] == "bot"
    assert stored(database, USERS, str(ben.id))


def test_an_absent_players_seat_is_offered_not_taken(address: str, database: str) -> None:
    """There is a notice and a delay; after it the others need not wait, and the absent player may come back."""
    game, (ana, ben) = a_table(address, "Ana", "Ben", public=False)
    absent(database, ben)
    asked = ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="random").json()
    assert asked["seats"][1]["kind"] == "human"
    assert asked["substitution"]["waiting"] == ["p2"]
    go_round(database)
    assert ana.get(f"/api/games/{game}").json()["seats"][1]["kind"] == "human"
    notice_is_over(database, game)
    go_round(database)
    assert ana.get(f"/api/games/{game}").json()["seats"][1]["kind"] == "bot"
    back = ben.post(f"/api/games/{game}/substitute", seat="p2", by="me").json()
    assert (back["seats"][1]["name"], back["seats"][1]["you"]) == ("Ben", True)


def test_a_damaged_wish_keeps_no_other_from_being_decided(address: str, database: str) -> None:
    """The round ended there, and there was never another."""
    tables = [a_table(address, "Ana", "Ben") for _ in range(3)]
    for game, (ana, ben) in tables:
        absent(database, ben)
        ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="random")
        notice_is_over(database, game)
    damaged = sorted(game for game, _ in tables)[1]
    change(database, GAMES, GAMES.c.id == damaged, substitution="[]")
    go_round(database)
    for game, (ana, _) in tables:
        kind = "human" if game == damaged else "bot"
        assert ana.get(f"/api/games/{game}").json()["seats"][1]["kind"] == kind
    change(database, GAMES, GAMES.c.id == damaged, substitution=None)


def test_who_comes_back_in_time_is_asked(address: str, database: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    absent(database, ben)
    ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="random")
    change(database, USERS, USERS.c.id == ben.id, seen=now())
    notice_is_over(database, game)
    go_round(database)
    assert ana.get(f"/api/games/{game}").json()["seats"][1]["kind"] == "human"


def test_a_stranger_takes_no_seat_of_a_table_of_bots(address: str) -> None:
    """A table of bots belongs to its host: anybody could sit down there."""
    ana, eva = Person(address, "Ana"), Person(address, "Eva")
    bots = [{"kind": "bot", "bot": "random"} for _ in range(2)]
    made = ana.post("/api/games", title="chicago-express", seats=bots, public=True).json()
    ana.post(f"/api/games/{made['id']}/start")
    asked = eva.post(f"/api/games/{made['id']}/substitute", seat="p1", by="me")
    if asked.status_code != 409:  # unless the bots have finished already
        assert asked.json()["seats"][0]["kind"] == "bot"
        agreed = ana.post(f"/api/games/{made['id']}/substitute/answer", seat="p1", agree=True)
        assert agreed.status_code == 409 or agreed.json()["seats"][0]["name"] == "Eva"


# ------------------------------------------------------------------------------------------------- quotas and tidying


def test_what_nobody_comes_back_for_is_removed(new_database: Callable[[str], str]) -> None:
    database = new_database("sqlite")
    with a_server(Settings(database=database, bot_processes=0, rate_limits=False)) as address:
        ana, ben, idle = Person(address, "Ana"), Person(address, "Ben"), Person(address, "Idle")
        unbegun = ana.new_game({"kind": "open"})["id"]
        running = ben.hotseat()
        copy = ana.post("/api/import", file=ben.get(f"/api/games/{running}/export").json()).json()["id"]
        assert go_round(database) == Tidied()
        for person in (ben, idle):
            absent(database, person)
        change(database, GAMES, GAMES.c.id.in_([unbegun, copy, running]), updated=0)
        assert go_round(database) == Tidied(guests=1, unbegun=1, analyses=1)
        assert ana.get(f"/api/games/{unbegun}").status_code == 404
        assert ana.get(f"/api/games/{copy}").status_code == 404
        assert ben.get(f"/api/games/{running}").status_code == 200
        assert ben.get("/api/me").json()["user"] is not None


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_who_comes_back_while_it_is_tidied_stays(new_database: Callable[[str], str], kind: str) -> None:
    """What is removed is looked for again where it is removed: between the two a guest came, a game began."""
    database = new_database(kind)
    with a_server(Settings(database=database, bot_processes=0, rate_limits=False)) as address:
        ana, idle = Person(address, "Ana"), Person(address, "Idle")
        game = ana.new_game({"kind": "open"})["id"]
        absent(database, idle)
        change(database, GAMES, GAMES.c.id == game, updated=0)

        async def once() -> Tidied:
            services = Services(Settings(database=database, bot_processes=0))
            write = services.database.write

            async def after_somebody_came(work: Any) -> Any:
                change(database, GAMES, GAMES.c.id == game, status="running")
                change(database, USERS, USERS.c.id == idle.id, seen=now())
                return await write(work)

            services.database.write = after_somebody_came  # type: ignore[method-assign]
            try:
                return await services.tidying.once()
            finally:
                await services.bots.close()
                await services.database.close()

        assert asyncio.run(once()) == Tidied()
        assert stored(database, USERS, str(idle.id))
        assert stored(database, GAMES, game)


def test_nothing_is_tidied_by_a_clock_that_has_jumped() -> None:
    """Set a year ahead by mistake, it would remove every guest at once. After a day it is believed."""
    wall, steady = 0, 0.0

    def pass_by(hours: float, jump: float = 0) -> bool:
        nonlocal wall, steady
        steady += hours * 3_600
        wall += int((hours + jump) * HOUR)
        return clock.is_believed()

    clock = Steadiness(lambda: wall, lambda: steady)
    assert pass_by(0.2)
    assert pass_by(0.2, jump=0.01)  # it is only set right
    assert not pass_by(0.2, jump=24 * 365)
    assert not pass_by(23)
    assert pass_by(2)
    assert not pass_by(0.2, jump=-24 * 365)


@pytest.mark.parametrize(
    ("quota", "sentence"),
    [
        ({"max_games": 10}, "You have 2 games that are not over: finish or close some first."),
        ({"max_bots": 10}, "Bots already play 2 seats in your games: finish some first."),
        ({"max_analyses": 10}, "You already keep 2 imported games and copies: no more can be kept."),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_nobody_keeps_more_than_their_share(
    new_database: Callable[[str], str], quota: dict[str, int], sentence: str
) -> None:
    """A guest has a fifth of what an account has."""
    usual = Settings(database=new_database("sqlite"), bot_processes=0, rate_limits=False, bot_pause=60)
    settings = replace(usual, **quota)  # type: ignore[arg-type]
    with a_server(settings) as address:
        ana, ben = Person(address, "Ana"), Person(address, "Ben")
        game = ben.hotseat(public=True)

        def one_more() -> httpx2.Response:
            if "max_analyses" in quota:
                return ana.post(f"/api/games/{game}/clone", seq=0)
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
            return ana.post("/api/games", title="chicago-express", seats=seats, start=True)

        assert [one_more().status_code for _ in range(2)] == [201, 201]
        refused = one_more()
        assert (refused.status_code, refused.json()["message"]) == (409, sentence)


def test_bots_that_come_later_count_too(new_database: Callable[[str], str]) -> None:
    """A seat that was open at first could be given to a bot, whatever the quota."""
    settings = Settings(database=new_database("sqlite"), bot_processes=0, rate_limits=False, max_bots=10)
    with a_server(settings) as address:
        ana = Person(address, "Ana")
        games = [ana.new_game({"kind": "open"})["id"] for _ in range(3)]
        codes = [ana.post(f"/api/games/{game}/seats", seat="p2", bot="random").status_code for game in games]
        assert codes == [200, 200, 409]


def test_nobody_fills_the_disk_with_files(new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MEGABYTE", 1_000)
    settings = Settings(database=new_database("sqlite"), bot_processes=0, rate_limits=False, max_megabytes=50)
    with a_server(settings) as address:
        ana, ben = Person(address, "Ana"), Person(address, "Ben")
        game = ben.hotseat(public=True)
        codes = [ana.post(f"/api/games/{game}/clone", seq=0) for _ in range(20)]
        refused = [answer for answer in codes if answer.status_code == 409]
        assert (codes[0].status_code, refused[0].json()["message"]) == (
            201,
            "Your games and notes fill the 10 megabytes that one person may use.",
        )


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_is_played_and_said_counts_as_storage(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Only imports and copies were looked at before. Whoever is over the limit can play on, but begin nothing new."""
    monkeypatch.setattr(quotas, "MEGABYTE", 1_000)
    database = new_database(kind)
    settings = Settings(database=database, bot_processes=0, rate_limits=False, max_megabytes=50)
    with a_server(settings) as address:
        ana = Person(address, "Ana")
        game = ana.hotseat("Ana", "Ben", "Eva")
        for _ in range(30):
            ana.take(game)
            ana.post(f"/api/games/{game}/undo", seq=ana.position(game)["seq"])
            ana.post(f"/api/games/{game}/chat", text="x" * 400)
        assert ana.take(game)["seq"] > 60
        refused = ana.post("/api/games", title="chicago-express", seats=[{"kind": "me"}, {"kind": "open"}])
        assert refused.json()["message"] == "Your games and notes fill the 10 megabytes that one person may use."
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        parts = [ENTRIES.c.events, ENTRIES.c.action, ENTRIES.c.state]
        stored = sum(sa.func.coalesce(sa.func.length(part), 0) for part in parts)
        entries = connection.execute(sa.select(sa.func.sum(stored))).scalar_one()
        said = connection.execute(sa.select(sa.func.sum(sa.func.length(CHAT.c.text)))).scalar_one()
        assert connection.execute(sa.select(GAMES.c.size)).scalar_one() == entries + said
    engine.dispose()


def test_notes_count_as_storage(new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty thousand letters beside every public game, and nobody counted them for a person."""
    monkeypatch.setattr(quotas, "MEGABYTE", 1_000)
    settings = Settings(database=new_database("sqlite"), bot_processes=0, rate_limits=False, max_megabytes=50)
    with a_server(settings) as address:
        host, ana = Person(address, "Host"), Person(address, "Ana")
        games = [host.new_game(OPEN, public=True)["id"] for _ in range(2)]

        def write(game: str, letters: int) -> httpx2.Response:
            return ana.send("PUT", f"/api/games/{game}/notes", {"text": "x" * letters})

        assert (write(games[0], 6_000).status_code, write(games[1], 3_000).status_code) == (200, 200)
        refused = write(games[1], 5_000)
        sentence = "Your games and notes fill the 10 megabytes that one person may use."
        assert (refused.status_code, refused.json()["message"]) == (409, sentence)
        assert len(ana.get(f"/api/games/{games[1]}/notes").json()["text"]) == 3_000
        assert (write(games[0], 1_000).status_code, write(games[1], 5_000).status_code) == (200, 200)
        write(games[0], 5_000)
        made = ana.post("/api/games", title=TITLE, seats=[{"kind": "me"}, OPEN])
        assert made.status_code == 201  # full to the last letter, and not beyond


def test_a_log_does_not_grow_without_end(new_database: Callable[[str], str]) -> None:
    """Going back and forth, one client alone could let a single game grow for ever."""
    settings = Settings(database=new_database("sqlite"), bot_processes=0, rate_limits=False, max_entries=100)
    with a_server(settings) as address:
        ana = Person(address, "Ana")
        game = ana.hotseat("Ana", "Ben", "Eva")
        while (back := ana.post(f"/api/games/{game}/undo", seq=ana.take(game)["seq"])).status_code == 200:
            assert back.json()["seq"] <= 50
        sentence = "entries already: nothing is taken back any more, but it can be played on."
        assert (back.status_code, sentence in back.json()["message"]) == (409, True)
        now = ana.position(game)
        while (answer := ana.act(game, now["seq"], now["offers"][0]["action"])).status_code == 200:
            now = answer.json()
        full = "This game has 100 entries in its log, as many as a game may have: it cannot go on."
        assert (answer.status_code, answer.json()["message"]) == (409, full)
        assert ana.position(game)["seq"] >= 100


def test_taking_back_counts_among_what_a_network_stores(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "HELD", 0)
    settings = Settings(database=new_database("sqlite"), bot_processes=0, day_megabytes=1)
    with a_server(settings) as address:
        ana = Person(address, "Ana")
        game = ana.hotseat("Ana", "Ben")
        assert ana.post(f"/api/games/{game}/undo", seq=ana.take(game)["seq"]).status_code == 200
        for letters in (*[20_000] * 50, *[1_000] * 30):  # until not a kilobyte is left
            ana.send("PUT", f"/api/games/{game}/notes", {"text": "x" * letters})
        moved = ana.take(game)  # a move is never refused
        assert ana.post(f"/api/games/{game}/undo", seq=moved["seq"]).status_code == 429


def test_no_address_makes_people_without_end(new_database: Callable[[str], str]) -> None:
    """Guests are kept for three months and accounts for ever: from one address there were 17,000 a day of them."""
    settings = Settings(
        database=new_database("sqlite"), bot_processes=0, day_people=3, trusted_proxies="127.0.0.1", session_days=1
    )

    def come(number: int, address: str, *, register: bool) -> int:
        person = Person(address)
        person.client.headers["x-forwarded-for"] = f"2001:db8:7:7::{number + 1:x}"
        if register:
            return person.post("/api/register", name=f"Somebody {number}", password="seven trains").status_code
        return person.post("/api/guest", name=f"Nobody {number}").status_code

    with a_server(settings) as address:
        guest = Person(address)
        guest.client.headers["x-forwarded-for"] = "2001:db8:7:7::9"
        codes = [guest.post("/api/guest", name="Gaspar").status_code]
        codes.append(guest.post("/api/register", name="Gaspar Sol", password="seven trains").status_code)  # the same
        codes += [come(n, address, register=n % 2 == 0) for n in range(4)]
        assert codes == [200, 200, 200, 200, 429, 429]
        assert Person(address, "Elsewhere").id
        assert guest.post("/api/login", name="Gaspar Sol", password="seven trains").status_code == 200


DAY = {
    "day_games": 3,
    "day_bots": 3,
    "day_imports": 3,
    "day_megabytes": 1,
}


@pytest.mark.parametrize("quota", DAY)
def test_no_address_leaves_more_than_its_share_of_a_day(
    new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, quota: str
) -> None:
    """Whoever comes as somebody else each time has no more than one person."""
    monkeypatch.setattr(gate, "HELD", 0)
    settings = replace(
        Settings(database=new_database("sqlite"), bot_processes=0, bot_pause=60, trusted_proxies="127.0.0.1"),
        **{quota: DAY[quota]},  # type: ignore[arg-type]
    )
    with a_server(settings) as address:
        host = Person(address, "Host")
        game = host.hotseat(public=True)

        def leave(somebody: Person) -> httpx2.Response:
            match quota:
                case "day_games":
                    seats = [{"kind": "me"}, {"kind": "open"}]
                    return somebody.post("/api/games", title="chicago-express", seats=seats)
                case "day_bots":
                    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
                    return somebody.post("/api/games", title="chicago-express", seats=seats)
                case "day_imports":
                    return somebody.post(f"/api/games/{game}/clone", seq=0)
                case _:
                    return somebody.send("PUT", f"/api/games/{game}/notes", {"text": "x" * 20_000})

        def attempts(where: str, number: int) -> list[int]:
            people = [Person(address) for _ in range(number)]
            for n, person in enumerate(people):
                person.client.headers["x-forwarded-for"] = f"{where}{n + 1:x}"
                assert person.post("/api/guest", name=f"Nobody {n}").status_code == 200
            return [leave(people[n % number]).status_code for n in range(60 if quota == "day_megabytes" else 6)]

        codes = attempts("2001:db8:7:7::", 3)
        allowed = sum(code < 300 for code in codes)
        assert allowed == {"day_megabytes": 50}.get(quota, 3)
        assert set(codes[allowed:]) == {429}
        assert attempts("2001:db8:9:9::", 1)[0] < 300


def test_nobody_is_replaced_behind_their_back(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    asking = ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="random").json()
    assert asking["substitution"]["waiting"] == ["p2"]
    assert asking["seats"][1]["kind"] == "human"
    assert ana.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True).json()["seats"][1]["kind"] == "human"
    stranger = Person(address, "Eva")
    assert stranger.post(f"/api/games/{game}/substitute/answer", seat="p2", agree=True).status_code == 403
    assert stranger.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="random").status_code == 403
    assert asked([ana, ben], ana.position(game)) is ana


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"seat": "p2", "by": "bot"}, 400),
        ({"seat": "p2", "by": "bot", "bot": "oracle"}, 400),
        ({"seat": "p7", "by": "bot", "bot": "simple"}, 404),
        ({"seat": "p1", "by": "me"}, 409),
    ],
)
def test_odd_substitutes(address: str, wish: dict[str, str], status: int) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    assert ana.post(f"/api/games/{game}/substitute", **wish).status_code == status


def test_nobody_is_asked_for_a_seat_again_and_again(tmp_path: Path) -> None:
    """A stranger could ask twelve times a second: each time the whole table was told."""
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)
    with a_server(settings) as address:
        game, (ana, _) = a_table(address, "Ana", "Ben")
        stranger = Person(address, "Eva")
        codes: list[int] = []
        for _ in range(LIMITS["substitute"].burst + 1):
            codes.append(stranger.post(f"/api/games/{game}/substitute", seat="p1", by="me").status_code)
            ana.post(f"/api/games/{game}/substitute/answer", seat="p1", agree=False)
    assert codes == [200] * LIMITS["substitute"].burst + [429]


def test_there_is_nothing_to_substitute_before_the_start(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.new_game(OPEN)["id"]
    assert ana.post(f"/api/games/{game}/substitute", seat="p1", by="bot", bot="simple").status_code == 409


# ----------------------------------------------------------------------------------- analyses, archive, filters, names


def test_a_branch_has_a_name_knows_its_game_and_lives_among_the_analyses(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.hotseat()
    ana.take(game)
    made = ana.post(f"/api/games/{game}/clone", seq=1).json()
    assert (made["description"], made["analysis"]) == ("Chicago Express at 1", True)
    assert made["origin"] == {"game": game, "seq": 1, "name": "Chicago Express"}
    deeper = ana.post(f"/api/games/{made['id']}/clone?lang=es", seq=0).json()
    assert (deeper["description"], deeper["origin"]["name"]) == ("Chicago Express en 0", "Chicago Express at 1")
    assert set(ids(ana, "analyses")) == {made["id"], deeper["id"]}
    assert ids(ana, "mine") == ids(ana, "waiting") == [game]
    assert not {made["id"], deeper["id"]} & set(ids(ana, "running"))
    assert ana.send("DELETE", f"/api/games/{game}").status_code == 204
    assert ana.get(f"/api/games/{made['id']}").json()["origin"] == {"game": game, "seq": 1, "name": None}


def test_the_host_names_a_game_and_others_do_not(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.hotseat(public=True)
    assert ana.send("PUT", f"/api/games/{game}/name", {"name": " Friday "}).json()["description"] == "Friday"
    assert ben.send("PUT", f"/api/games/{game}/name", {"name": "Mine"}).status_code == 403
    assert ana.send("PUT", f"/api/games/{game}/name", {"name": "x" * 201}).status_code == 400
    assert ana.get(f"/api/games/{game}").json()["description"] == "Friday"


def test_an_analysis_is_shared_by_its_link_and_only_watched(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    game = ana.hotseat(public=False, description="Our secret evenings")
    made = ana.post(f"/api/games/{game}/clone", seq=0).json()
    assert made["origin"]["name"] == "Our secret evenings"
    assert ben.get(f"/api/games/{made['id']}/table").status_code == 404
    seen = ben.get(f"/api/games/{made['id']}/table", invite=made["invite"]).json()
    assert (seen["update"]["offers"], seen["info"]["removable"]) == ([], False)
    assert seen["info"]["origin"] is None  # to Ben, there is no such game
    public = ana.post(f"/api/games/{ana.hotseat(public=True)}/clone", seq=0).json()
    shown = ben.get(f"/api/games/{public['id']}", invite=public["invite"]).json()
    assert shown["origin"]["name"] == "Chicago Express"
    assert ben.send("DELETE", f"/api/games/{made['id']}").status_code == 404


def test_a_game_is_put_away_for_oneself_alone(address: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    assert ana.send("PUT", f"/api/games/{game}/archived", {"archived": True}).json()["archived"]
    for which in ("mine", "waiting", "running"):
        assert game not in ids(ana, which), which
    assert ids(ana, "archived") == [game]
    assert (ids(ben, "mine"), ids(ben, "archived")) == ([game], [])
    assert not ben.get(f"/api/games/{game}").json()["archived"]
    ana.send("PUT", f"/api/games/{game}/archived", {"archived": False})
    assert (ids(ana, "mine"), ids(ana, "archived")) == ([game], [])


def test_whoever_is_alone_at_a_table_may_delete_it(address: str) -> None:
    ana = Person(address, "Ana")
    against_bots = ana.new_game({"kind": "bot", "bot": "random"}, start=True)
    assert against_bots["removable"]
    assert ana.send("DELETE", f"/api/games/{against_bots['id']}").status_code == 204
    assert ids(ana, "mine") == []
    shared, (host, guest) = a_table(address, "Ana", "Ben")
    assert not host.get(f"/api/games/{shared}").json()["removable"]
    refused = host.send("DELETE", f"/api/games/{shared}")
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "Other people have played in this game; put it away instead.",
    )
    assert guest.get(f"/api/games/{shared}").status_code == 200


def test_lists_are_narrowed_by_title_seats_and_pace(address: str) -> None:
    ana, ben = Person(address, "Ana"), Person(address, "Ben")
    quick = ana.new_game(OPEN, public=True, pace="live")["id"]
    slow = ana.new_game(OPEN, OPEN, public=True)["id"]
    large = ana.new_game(OPEN, public=True, title="1862")["id"]
    ours = {quick, slow, large}
    assert ours & set(ids(ben, "open", title="1862")) == {large}
    assert ours & set(ids(ben, "open", pace="live")) == {quick}
    assert ours & set(ids(ben, "open", players=3)) == {slow}
    assert ours & set(ids(ana, "open", others="true")) == set()
    assert ours <= set(ids(ben, "open", others="true"))


def test_what_waits_for_me_need_not_be_listed_twice(address: str) -> None:
    ana = Person(address, "Ana")
    waiting, other = ana.hotseat(), ana.new_game(OPEN)["id"]
    assert set(ids(ana, "mine")) == {waiting, other}
    assert ids(ana, "mine", resting="true") == [other]
