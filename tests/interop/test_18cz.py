"""18CZ: a game goes out in the site's form and comes back the same; what cannot come back is told exactly."""

import json
from itertools import permutations
from random import Random
from typing import Any

import pytest

import ferrovia
from ferrovia import BadData, Record, automatic_answer, fingerprint, new_game
from ferrovia.bots import at_random
from ferrovia.interop import Imported, export_game, import_text, read_export, replay_facts
from ferrovia.interop.exported import Action, Exported
from ferrovia.interop.following import Following
from ferrovia.interop.t18cz.asking import FOLLOW
from ferrovia.interop.t18cz.writing import write
from ferrovia.model.ids import POOL, CompanyId, FaceId, Owner, PlayerId
from ferrovia.model.state import trains_of
from ferrovia.rules.trains import BuyTrain
from ferrovia.titles import TITLES
from ferrovia.titles.t18cz.title import TITLE
from ferrovia.titles.t18cz.vaclav import DrawCompany
from interop.games import Export, exported, numbered, played
from support.laws import random_answer
from titles.t18cz.tables import CzTable


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Imports find the title by its name."""
    monkeypatch.setitem(TITLES, TITLE.id, TITLE)


def imported(export: Export) -> Imported:
    return import_text(json.dumps(export))


def same_as(game: Imported, seed: int = 1, seats: int = 3) -> bool:
    return fingerprint(game.record.game.state) == fingerprint(played(seed, seats).game.state)


# ------------------------------------------------------------------------------------------------------- there and back


@pytest.mark.parametrize(("seed", "seats"), [(5, 2), (1, 3), (6, 3), (2, 4), (3, 5), (4, 6), (1084, 6)])
def test_out_and_in_again(seed: int, seats: int) -> None:
    """Every answer is there, nothing is refused, and the last position is the same; with two also Vaclav's draws. In
    the last of them nobody can afford anything in the first rounds, so nobody is asked there."""
    game = imported(exported(seed, seats))
    assert (game.refused, game.notices) == (None, ())
    assert same_as(game, seed, seats)


def test_a_pass_about_kept_trains_does_not_end_the_acquisitions() -> None:
    """There trains of an acquired company are kept by a pass, here one by one and before others are scrapped. In this
    game locals are bought after that, and before the acquisitions are over, from the 200th answer on."""
    random, names = Random("18cz 4 5970"), [f"Player {number}" for number in range(1, 5)]
    record = Record.new(TITLE, names, {"profile": "site"})
    while len(record.entries) < 210:
        record.play(*(automatic_answer(record.game, random, {}) or (random_answer(record.game, random), "player")))
    answers = [entry.action for entry in record.entries]
    told = [type(answer).__name__ for answer in answers[196:203]]
    assert told == ["KeepTrain", "KeepTrain", "ScrapTrain", "BuyLocal", "BuyLocal", "BuyLocal", "EndAcquisitions"]
    again = import_text(json.dumps(export_game(record))).record
    assert [entry.action for entry in again.entries][:210] == answers


@pytest.mark.parametrize("order", list(permutations(range(3), 2)), ids=str)
def test_the_first_of_equal_cards_in_the_pool_is_sold_there(order: tuple[int, ...]) -> None:
    """There the others are not for sale: whichever is bought here goes by the name of the first, and comes back."""
    table = CzTable("A B C", {"profile": "site"}).phase("d").trains(pool="2b 2b 2b")
    game = table.has("SX", price=100, held="A50", cash=1000, trains="3Ed", operated=True).turn_of("SX", "trains").game()
    cards = trains_of(game.state, POOL)
    record = Record(game, game.state.players, {"profile": "site"})
    for number in order:
        record.play(BuyTrain(cards[number], FaceId("2b")))
    written = [action for action in write(record).actions if action["type"] == "buy_train"]
    assert [action["train"] for action in written] == cards[:2]
    export = Exported("18CZ", {"1": "A", "2": "B", "3": "C"}, {}, (), "")
    follower = Following(FOLLOW, export, game, {"profile": "site"})
    for action in written:
        follower.follow(Action(action))
    assert trains_of(follower.game.state, CompanyId(Owner("SX")))[1:] == [cards[number] for number in order]


def test_a_card_with_another_face_up_is_another_train_there() -> None:
    """It is for sale beside the first, so it goes by its own name, and the first stays in the pool with its face."""
    table = CzTable("A B C", {"profile": "site"}).phase("d").trains(pool="3+3d 3d")
    game = table.has("SX", price=100, held="A50", cash=1000, trains="3Ed", operated=True).turn_of("SX", "trains").game()
    first, second = trains_of(game.state, POOL)
    record = Record(game, game.state.players, {"profile": "site"})
    record.play(BuyTrain(second, FaceId("3Ed")))
    written = [action for action in write(record).actions if action["type"] == "buy_train"]
    assert [action["train"] for action in written] == [second]
    assert "ferrovia" not in written[0]
    assert trains_of(record.game.state, POOL) == [first]


def follower_of(table: CzTable) -> Following[Any]:
    export = Exported("18CZ", {"1": "A", "2": "B", "3": "C"}, {}, (), "")
    return Following(FOLLOW, export, table.game(), {"profile": "site"})


def test_a_card_of_the_pool_without_a_variant_keeps_its_face() -> None:
    table = CzTable("A B C", {"profile": "site"}).phase("d").trains(pool="3Ed")
    table.has("SX", price=100, held="A50", cash=1000, trains="3Ed", operated=True).turn_of("SX", "trains")
    follower = follower_of(table)
    (card,) = trains_of(follower.game.state, POOL)
    bought = {"type": "buy_train", "entity": "SX", "entity_type": "corporation", "train": card, "price": 250}
    follower.follow(Action(bought))
    assert follower.game.state.trains[card].face == "3Ed"


def test_a_train_of_another_company_is_not_turned_over() -> None:
    """[VIII.9.8] The site would do it, though nobody is offered that; it was sold with its face, in silence."""
    table = CzTable("A B C", {"profile": "site"}).phase("d")
    table.has("BTE", price=80, held="B60", cash=10, trains="3+3d", operated=True)
    table.has("SX", price=100, held="A50", cash=1000, trains="3Ed", operated=True).turn_of("SX", "trains")
    follower = follower_of(table)
    (card,) = trains_of(follower.game.state, CompanyId(Owner("BTE")))
    bought = {"type": "buy_train", "entity": "SX", "entity_type": "corporation", "train": card, "price": 9}
    with pytest.raises(BadData, match=r"shows 3\+3d, not 3Ed, and is not turned over"):
        follower.follow(Action(bought | {"variant": "3Ed"}))
    follower.follow(Action(bought | {"variant": "3+3d"}))


@pytest.mark.parametrize(("cost", "is_read"), [(30, True), (29, False), (None, True)])
def test_a_debt_is_repaid_as_recorded(cost: int | None, is_read: bool) -> None:
    """What the record says besides is the same, or the import stops there."""
    table = CzTable("A B C", {"profile": "site"}).cash(A=50).owes(A=30).stock_round(3, "A")
    follower = follower_of(table)
    paid = {
        "type": "special_buy",
        "entity": "1",
        "entity_type": "player",
        "description": "Payoff all debt",
        "cost": cost,
    }
    if is_read:
        follower.follow(Action(paid))
        assert follower.game.state.cash[PlayerId(Owner("A"))] == 20
    else:
        with pytest.raises(BadData, match="30 is paid here, not 29"):
            follower.follow(Action(paid))


def test_a_purple_tile_while_trains_are_decided_on() -> None:
    """For two: of the trains of an acquired company one is kept, a local lays its tile, then the others follow."""
    random = Random("18cz 2 706902")
    record = Record.new(TITLE, ["Player 1", "Player 2"], {"profile": "site"})
    while len(record.entries) < 170:
        record.play(*(automatic_answer(record.game, random, {}) or (random_answer(record.game, random), "player")))
    answers = [entry.action for entry in record.entries]
    kinds = [type(answer).__name__ for answer in answers]
    at = kinds.index("LayPurpleTile", kinds.index("Acquire"))
    assert (kinds[at - 1], kinds[at + 1]) == ("KeepTrain", "KeepTrain")
    again = import_text(json.dumps(export_game(record))).record
    assert [entry.action for entry in again.entries][:170] == answers


@pytest.mark.long
def test_what_was_kept_before_a_deal_was_rejected() -> None:
    """By the rulebook: a train is kept, a local is not sold at the first price but at the next. The rejected deal is
    not written; what was kept before it is."""
    random, names = Random("18cz 4 700002"), [f"Player {number}" for number in range(1, 5)]
    record = Record.new(TITLE, names)
    while len(record.entries) < 632:
        record.play(*(automatic_answer(record.game, random, {}) or (random_answer(record.game, random), "player")))
    answers = [entry.action for entry in record.entries]
    told = [type(answer).__name__ for answer in answers[626:631]]
    assert told == ["KeepTrain", "BuyLocal", "Reject", "BuyLocal", "Agree"]
    again = [entry.action for entry in import_text(json.dumps(export_game(record))).record.entries]
    ours = [answers[626], answers[629], answers[630]]
    assert ours in [again[at : at + 3] for at in range(len(again))]


def test_the_result_goes_along() -> None:
    export, outcome = exported(), played(1, 3).game.outcome
    assert outcome is not None
    assert export["result"] == {standing.player.removeprefix("P"): standing.worth for standing in outcome}
    assert [player["name"] for player in export["players"]] == ["P1", "P2", "P3"]
    assert (export["title"], [action["id"] for action in export["actions"]][:3]) == ("18CZ", [1, 2, 3])


@pytest.mark.parametrize(("ours", "theirs"), [('"2a"', '"2"'), ('"2a-', '"2-')])
def test_trains_have_other_names_in_an_older_record(ours: str, theirs: str) -> None:
    """What costs as much is taken, and that is told; what was bought has that name from then on."""
    game = import_text(json.dumps(exported()).replace(ours, theirs))
    assert game.refused is None
    assert same_as(game)
    assert all(f"what is called {theirs.strip(chr(34))}" in str(notice) for notice in game.notices)
    assert game.notices


def test_a_train_of_another_name_at_another_price_is_refused() -> None:
    export = exported()
    bought = next(action for action in export["actions"] if action["type"] == "buy_train")
    bought |= {"train": "2-0", "price": 71}
    assert "no train '2-0' to be had" in str(imported(export).refused)


def test_an_option_that_the_site_has_not_is_told() -> None:
    """It was not: the site would deal other cash, or count E trains otherwise."""
    record = Record.new(TITLE, ["A", "B", "C"], {"profile": "site", "e-trains-skip": "cities", "cash-for-three": "350"})
    told = export_game(record)["description"]
    assert "no option “e-trains-skip = cities”" in told
    assert "no option “cash-for-three = 350”" in told
    assert "description" not in export_game(Record.new(TITLE, ["A", "B"], {"profile": "site", "cash-for-three": "350"}))


def test_what_came_in_goes_out_as_it_came() -> None:
    game = imported(exported())
    assert export_game(game.record) == exported()


def test_ids_may_be_words() -> None:
    export = exported()
    words = {player["id"]: f"u{player['id']}x" for player in export["players"]}
    export["players"] = [{**player, "id": words[player["id"]]} for player in export["players"]]
    export["actions"] = [{**a, "entity": words.get(a["entity"], a["entity"])} for a in export["actions"]]
    assert same_as(imported(export))


def test_ids_may_be_numbers_in_quotes() -> None:
    export = exported()
    export["players"] = [{**player, "id": str(player["id"])} for player in export["players"]]
    assert same_as(imported(export))


def test_talk_undo_and_programmed_actions_do_not_count() -> None:
    """Between the actions of a game: talk, mistakes taken back, plans made and given up."""
    export, actions = exported(), list[dict[str, Any]]()
    for number, action in enumerate(export["actions"]):
        actions.append(action)
        if number % 7 == 3:
            actions += [{"type": "message", "entity": 1, "message": "hm"}, {"type": "bid", "entity": 1}]
            actions.append({"type": "undo", "entity": 1})
        if number % 11 == 5:
            actions += [{"type": "undo", "entity": 1}, {"type": "redo", "entity": 1}]
        if number % 13 == 6:
            actions += [{"type": "program_share_pass", "entity": 1}, {"type": "program_disable", "entity": 1}]
    export["actions"] = numbered(actions)
    game = imported(export)
    assert game.refused is None
    assert same_as(game)


def test_automatic_actions_are_played() -> None:
    """Passes that the site added by itself lie inside the action before them."""
    export, actions = exported(), list[dict[str, Any]]()
    for action in export["actions"]:
        if action["type"] == "pass" and action["entity_type"] == "player" and actions:
            actions[-1].setdefault("auto_actions", []).append(action)
        else:
            actions.append(action)
    assert len(actions) < len(export["actions"])
    export["actions"] = numbered(actions)
    assert same_as(imported(export))


def test_an_unfinished_game_goes_on() -> None:
    """An imported game is a game: it can be played on, taken back, saved and opened again."""
    export = exported()
    export["actions"] = export["actions"][:60]
    record = imported(export).record
    assert record.game.ask is not None
    before = len(record.entries)
    record.play(record.game.offers()[-1].action)
    record.undo()
    assert len(record.entries) == before
    again = ferrovia.Record.from_json(json.dumps(record.to_json()), ferrovia.find_title)
    assert fingerprint(again.game.state) == fingerprint(record.game.state)


# -------------------------------------------------------------------------------------------------------- what is wrong


def first(export: Export, kind: str) -> int:
    """The place of the first action of a kind."""
    return next(at for at, action in enumerate(export["actions"]) if action["type"] == kind)


def test_a_local_costs_in_the_draft_what_an_older_record_says() -> None:
    """Other prices have been printed: what was paid is paid, told, and goes out again as it came in."""
    export = exported()
    at = first(export, "bid")
    bid = export["actions"][at]
    printed, bid["price"] = bid["price"], bid["price"] - 15
    export["actions"] = export["actions"][: at + 1]
    game = imported(export)
    assert game.refused is None
    told = f"action {at + 1}: {bid['company']} is paid for with {bid['price']}, as recorded; its price is {printed}"
    assert told in game.notices
    buyer = export["players"][bid["entity"] - 1]["name"]
    before, after = game.record.at(len(game.record.entries) - 1), game.record.game
    assert before.state.cash[buyer] - after.state.cash[buyer] == bid["price"]
    assert export_game(game.record)["actions"][at]["price"] == bid["price"]
    assert fingerprint(ferrovia.resume(json.dumps(game.record.to_json())).game.state) == fingerprint(after.state)


@pytest.mark.parametrize(("company", "price"), [("L1", -5), ("L1", 100_000), ("L1", 12)])
def test_what_nobody_can_have_paid_in_the_draft_is_refused(company: str, price: int) -> None:
    """Less than nothing, more than somebody has, and what somebody else has."""
    export = exported()
    ones = [player["id"] for player in export["players"]]
    bids = [
        {"type": "bid", "entity": n, "entity_type": "player", "id": n, "company": company, "price": price} for n in ones
    ]
    export["actions"] = bids
    game = imported(export)
    assert game.refused is not None
    assert len(game.record.entries) == (1 if price == 12 else 0)


def test_a_refused_action_names_number_rule_and_paragraph() -> None:
    """A small company started at 80; the game up to there can be looked at and is the same as without the rest."""
    export = exported()
    at = first(export, "par")
    export["actions"][at]["share_price"] = "80,0,12"
    game = imported(export)
    assert game.refused is not None
    name = export["players"][export["actions"][at]["entity"] - 1]["name"]
    assert game.refused.startswith(
        f"action {at + 1} (par by {name}): [VII.5.2 «Inauguración de una compañía»] start-price"
    )
    whole = exported()
    whole["actions"] = whole["actions"][:at]
    assert fingerprint(game.record.game.state) == fingerprint(imported(whole).record.game.state)
    assert game.record.game.view().players
    assert game.record.at(3).view().players


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"type": "fly"}, "knows no recorded action 'fly'"),
        ({"type": "bid", "company": "Z9"}, "no-such-thing"),
        ({"type": "bid", "company": "L1"}, "local-for-sale"),
        ({"type": "bid", "company": "L2", "entity": "nobody"}, "no player has the id 'nobody'"),
        ({"type": "bid", "company": "L2", "entity": 3}, "P3 acts, but P2 is asked"),
        ({"type": "pass", "entity": "BN", "entity_type": "corporation"}, "BN acts, but P2 is asked"),
        ({"type": "bid"}, "it lacks 'company'"),
        ({"type": "bid", "company": ["L2"]}, "its company ['L2'] is no name"),
        ({"type": "lay_tile"}, "it lacks 'tile'"),
        ({"type": "lay_tile", "tile": "6-0", "hex": "E16", "rotation": "x"}, "its rotation 'x' is no number"),
        ({"type": "buy_shares", "shares": []}, "names no share"),
        ({"type": "buy_shares", "shares": ["BN_1", "BTE_1"]}, "shares of several companies"),
        ({"type": "buy_shares", "shares": ["BN_1", "BN_2"]}, "several certificates are bought at once"),
        ({"type": "sell_shares", "shares": ["BN_1"], "percent": "all"}, "its percent 'all' is no number"),
        ({"type": "buy_train", "train": "9x-0", "price": 1}, "no train '9x-0' to be had"),
        ({"type": "dividend", "kind": "payout"}, "[VIII.3 ¶1"),
        ({"type": "dividend", "kind": "half"}, "knows no dividend 'half'"),
        ({"type": "buy_company", "company": "S1", "price": "much"}, "its price 'much' is no number"),
        ({"type": "bankrupt"}, "knows no recorded action 'bankrupt'"),
        ({"type": "card"}, "knows no recorded action 'card'"),
        ({"type": None}, "it has no type"),
        ({"type": "redo"}, "it redoes what was not undone"),
    ],
)
def test_nonsense_is_told_with_its_number(change: dict[str, Any], message: str) -> None:
    """Whatever an action says, the import ends there with one line, and what came before stands."""
    export = exported()
    export["actions"][0] = {"type": "bid", "entity": 1, "entity_type": "player", "company": "L1", "price": 55}
    export["actions"][1] = {"entity": 2, "entity_type": "player", "id": 2, **change}
    game = imported(export)
    assert game.refused is not None
    assert game.refused.startswith("action 2 (")
    assert message in game.refused
    assert "\n" not in game.refused
    assert len(game.record.entries) == 1


def test_a_share_of_a_company_that_nobody_has_started() -> None:
    """It is refused where it is bought, not while somebody looks ahead to it."""
    export = exported()
    bought = next(action for action in export["actions"] if action["type"] == "buy_shares")
    bought["shares"] = ["Ug_1"]
    game = imported(export)
    assert game.stopped is not None
    assert (game.stopped.number, game.stopped.what) == (str(bought["id"]), f"buy_shares by P{bought['entity']}")


def test_a_local_does_not_run() -> None:
    """What belongs to a company acts in its turn, but has no trains."""
    export = exported(6, 4)
    actions = export["actions"]
    run = next(action for action in actions[200:] if action["type"] == "run_routes")
    sold = next(a for a in actions[run["id"] :] if a["type"] == "sell_company" and a["entity"] == run["entity"])
    run |= {"entity": sold["company"], "entity_type": "company"}
    assert f"{sold['company']} has no trains" in str(imported(export).refused)


def test_an_unknown_title() -> None:
    with pytest.raises(BadData, match="exports of '1830' cannot be read; those of"):
        imported({**exported(), "title": "1830"})


def test_a_truncated_file() -> None:
    with pytest.raises(BadData, match="ends too early"):
        import_text(json.dumps(exported())[:4000])


def test_too_many_players() -> None:
    export = exported()
    export["players"] = [{"id": number, "name": f"P{number}"} for number in range(1, 9)]
    with pytest.raises(BadData, match="18CZ is for 2 to 6 players"):
        imported(export)


def test_only_titles_that_are_played_there_go_out() -> None:
    record = ferrovia.Record(new_game("chicago-express", ["A", "B"]), ["A", "B"])
    with pytest.raises(BadData, match="have no form there"):
        export_game(record)


# ---------------------------------------------------------------------------------------------------------------- facts


def test_a_line_of_facts_after_each_action() -> None:
    """Set-up, start, one line an action, the result; together they give the final position."""
    export = read_export(json.dumps(exported()))
    lines = [json.loads(line) for line in replay_facts(export)]
    assert set(lines[0]) == {"setup"}
    assert [line["after"] for line in lines[1:-1]] == list(range(len(export.actions) + 1))
    facts: dict[str, Any] = {}
    for line in lines[1:-1]:
        facts |= line.get("set", {})
        for gone in line.get("gone", []):
            del facts[gone]
    last = played(1, 3).game
    assert last.outcome is not None
    assert lines[-1] == {"finished": True, "result": {s.player: s.worth for s in last.outcome}}
    assert {name: facts[f"player.{name}.cash"] for name in ("P1", "P2", "P3")} == {
        str(player): last.state.cash[player] for player in last.state.players
    }
    assert {key.removeprefix("hex."): value for key, value in facts.items() if key.startswith("hex.")} == {
        hex_id: f"{laid.tile}/{laid.turn}" for hex_id, laid in last.state.board.tiles.items()
    }
    assert facts["phase"] == last.state.phase


@pytest.mark.parametrize(("seed", "seats"), [(0, 3), (1, 4), (3, 6)])
def test_a_game_by_the_rulebook_comes_back_as_it_was(seed: int, seats: int) -> None:
    """An export of ours says how it was played; what was agreed is there, what was rejected is not."""
    random, record = Random(seed), Record.new(TITLE, [f"P{number}" for number in range(1, seats + 1)])
    while record.game.ask is not None:
        record.play(at_random(record.game, random))
    game = imported(export_game(record))
    assert (game.refused, game.notices) == (None, ())
    assert fingerprint(game.record.game.state) == fingerprint(record.game.state)


def test_the_facts_of_a_game_for_two() -> None:
    """Vaclav has a company with a train before the first action; he is its director, and the site counts his money."""
    lines = [json.loads(line) for line in replay_facts(read_export(json.dumps(exported(5, 2))))]
    facts = lines[1]["set"]
    (company,) = [key.split(".")[1] for key in facts if key.endswith(".director")]
    assert facts[f"company.{company}.director"] == "Vaclav"
    assert facts[f"company.{company}.cash"] == 0
    assert facts[f"company.{company}.trains"] == ["2a"]
    vaclavs = {key: value for key, value in facts.items() if key.startswith("player.Vaclav")}
    assert vaclavs == {"player.Vaclav.cash": 0, "player.Vaclav.value": 100, f"player.Vaclav.share.{company}": 50}
    assert lines[0]["setup"]["turn_order"] == ["P1", "P2", "Vaclav"]


@pytest.mark.parametrize("seed", [5, 9])
def test_what_vaclav_gets_follows_from_the_seed(seed: int) -> None:
    """His companies are drawn by the site's generator, in the order in which he gets them."""
    export = exported(seed, 2)
    drawn = [entry.action for entry in played(seed, 2).entries if isinstance(entry.action, DrawCompany)]
    again = [entry.action for entry in imported(export).record.entries if isinstance(entry.action, DrawCompany)]
    assert drawn == again
    first = set[DrawCompany]()
    for other in range(10):
        start: Export = {**export, "settings": {"seed": other}, "actions": [], "result": {}}
        first |= {e.action for e in imported(start).record.entries if isinstance(e.action, DrawCompany)}
    assert {draw.company for draw in first} == {"EKJ", "BCB", "VBW"}


def test_dividends_of_vaclavs_companies_may_be_recorded() -> None:
    """They are always paid, so here nobody is asked."""
    export, actions = exported(5, 2), list[dict[str, Any]]()
    drawn = {e.action.company for e in played(5, 2).entries if isinstance(e.action, DrawCompany)}
    for action in export["actions"]:
        actions.append(action)
        if action["type"] == "run_routes" and action["entity"] in drawn:
            actions.append({**action, "type": "dividend", "kind": "payout", "routes": None})
    assert len(actions) > len(export["actions"])
    export["actions"] = numbered(actions)
    game = imported(export)
    assert game.refused is None
    assert same_as(game, 5, 2)


def test_copies_of_a_train_are_the_same() -> None:
    """Whatever number a bought copy has there, it is the top one here; it keeps its number in what follows."""
    export = exported()
    text = json.dumps(export["actions"])
    kinds = ("2a", "2b", "3c")
    for kind in kinds:
        text = text.replace(f'"{kind}-', f'"{kind}-1')
    assert any(f'"{kind}-10"' in text for kind in kinds)
    export["actions"] = json.loads(text)
    game = imported(export)
    assert game.refused is None
    assert same_as(game)
