"""Titles, making games, seats, lists, substitutes."""

from typing import Any

import pytest
import sqlalchemy as sa

from ferrovia.server.tables import USERS
from support.servers import TITLE, Following, Person, a_table, asked, eventually

GREEDY = {"kind": "bot", "bot": "greedy"}
OPEN = {"kind": "open"}


# -------------------------------------------------------------------------------------------------------------- titles


def test_titles_come_with_options_numbers_of_players_and_bots(lone: str) -> None:
    found = Person(lone).get("/api/titles", lang="es").json()
    title = next(t for t in found if t["id"] == TITLE)
    assert title["seats"] == [2, 3, 4, 5, 6]
    assert title["options"][0]["key"] == "first-bidder"
    assert title["options"][0]["choices"][0] == {"value": "1", "label": "Asiento 1"}
    assert {bot["id"] for bot in title["bots"]} == {"greedy", "random"}
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
    assert {"paragraph", "heading", "text"} == page["rules"][0].keys()


def test_there_is_no_such_title(lone: str) -> None:
    answer = Person(lone).get("/api/titles/monopoly")
    assert (answer.status_code, answer.json()["error"]) == (404, "not-found")
    assert Person(lone, "Ana").post("/api/games", title="monopoly", seats=[OPEN, OPEN]).status_code == 404


# -------------------------------------------------------------------------------------------------------------- making


def test_a_game_against_bots_begins_at_once(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.new_game(GREEDY, GREEDY, start=True)
    assert game["status"] == "running"
    assert [seat["kind"] for seat in game["seats"]] == ["human", "bot", "bot"]
    assert [seat["name"] for seat in game["seats"]] == ["Ana", "Greedy bot", "Greedy bot (2)"]
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
        game = ana.new_game(OPEN, GREEDY, draw_seats=True, public=True)
        joined = ben.post(f"/api/games/{game['id']}/join").json()
        assert [seat["name"] for seat in joined["seats"]] == ["Ana", "Ben", "Greedy bot"]
        begun = ana.post(f"/api/games/{game['id']}/start").json()
        assert begun["draw_seats"] is True
        assert [seat["seat"] for seat in begun["seats"]] == ["p1", "p2", "p3"]
        mine = next(seat for seat in begun["seats"] if seat["name"] == "Ana")
        assert mine["you"] is True and sum(seat["you"] for seat in begun["seats"]) == 1
        orders.add(tuple(seat["name"] for seat in begun["seats"]))
    assert all(sorted(order) == ["Ana", "Ben", "Greedy bot"] for order in orders)
    assert len(orders) > 1


def test_seats_are_drawn_also_where_the_game_starts_at_once(address: str) -> None:
    ana = Person(address, "Ana")
    games = [ana.new_game(GREEDY, GREEDY, GREEDY, draw_seats=True, start=True) for _ in range(16)]
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
    game = ana.new_game(OPEN, GREEDY, public=True)["id"]
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
    assert ana.post(f"/api/games/{game}/seats", seat="p3").json()["seats"][2]["bot"] == "greedy"
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
    asking = ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="greedy").json()["substitution"]
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
    ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="greedy")
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
    ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="greedy")
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


def test_who_was_long_absent_is_not_waited_for(address: str, database: str) -> None:
    game, (ana, ben) = a_table(address, "Ana", "Ben")
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.update(USERS).where(USERS.c.id == ben.id).values(seen=0))
    engine.dispose()
    done = ana.post(f"/api/games/{game}/substitute", seat="p2", by="bot", bot="random").json()
    assert done["seats"][1]["kind"] == "bot"


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
        ({"seat": "p7", "by": "bot", "bot": "greedy"}, 404),
        ({"seat": "p1", "by": "me"}, 409),
    ],
)
def test_odd_substitutes(address: str, wish: dict[str, str], status: int) -> None:
    game, (ana, _) = a_table(address, "Ana", "Ben")
    assert ana.post(f"/api/games/{game}/substitute", **wish).status_code == status


def test_there_is_nothing_to_substitute_before_the_start(address: str) -> None:
    ana = Person(address, "Ana")
    game = ana.new_game(OPEN)["id"]
    assert ana.post(f"/api/games/{game}/substitute", seat="p1", by="bot", bot="greedy").status_code == 409
