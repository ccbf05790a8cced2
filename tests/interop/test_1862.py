"""1862: a game goes out in the site's form and comes back the same, however it was played."""

import json
from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from ferrovia import BadData, Record, fingerprint
from ferrovia.interop import Imported, export_game, import_text, read_export
from ferrovia.interop.t1862.setup import dealt, options
from ferrovia.rules.consent import Reject
from ferrovia.titles.t1862.forced import Refinance
from ferrovia.titles.t1862.mergers import Acquire, Merge
from ferrovia.titles.t1862.title import TITLE
from ferrovia.titles.t1862.track import LinkLondon, PlaceSmallStation
from ferrovia.titles.t1862.trains import BuyTrain
from interop.games import Export, numbered
from support import laws
from titles.t1862.players import investor

SITE = {"profile": "site"}
PENDING = ("auction", "merger proposal", "train trade")
"""What is written only when it is settled."""


def play(seed: int, seats: int, chosen: Mapping[str, str], *, answers: int = 10_000, lively: bool = True) -> Record:
    """A game by investors or at random: to its end, or for a number of answers and until no deal is open."""
    random, record = Random(seed), Record.new(TITLE, [f"P{number}" for number in range(1, seats + 1)], chosen)
    answer = investor if lively else laws.random_answer
    while record.game.ask is not None:
        if len(record.entries) >= answers and record.game.where()[-1].script not in PENDING:
            break
        record.play(answer(record.game, random))
    return record


@lru_cache
def played(seed: int = 0, seats: int = 2) -> Record:
    """A whole game as the site plays it."""
    return play(seed, seats, SITE)


@lru_cache
def _written(seed: int, seats: int) -> str:
    return json.dumps(export_game(played(seed, seats)))


def exported(seed: int = 0, seats: int = 2) -> Export:
    return json.loads(_written(seed, seats))


def imported(export: Export) -> Imported:
    return import_text(json.dumps(export))


def same_as(game: Imported, record: Record) -> bool:
    """Whether the import has come to where the game stood. Deals that were rejected are not written."""
    rejected = sum(isinstance(entry.action, Reject) for entry in record.entries)
    after = game.record.at(len(record.entries) - 2 * rejected)
    return fingerprint(after.state) == fingerprint(record.game.state)


def comes_back(record: Record) -> None:
    game = imported(export_game(record))
    assert (game.refused, game.notices) == (None, ())
    assert same_as(game, record)


# ------------------------------------------------------------------------------------------------------- there and back


@pytest.mark.parametrize(("seed", "seats"), [(0, 2), (1, 3), (5, 4), (3, 5), (9, 6), (12, 7), (6, 8), (8, 3)])
def test_out_and_in_again(seed: int, seats: int) -> None:
    """Every answer is there and nothing is refused, with two players as with eight."""
    comes_back(played(seed, seats))


@pytest.mark.parametrize("seed", range(12))
def test_games_in_which_charters_fail(seed: int) -> None:
    """At random hardly any company is launched: fines, forced sales, bankruptcies, and players without money."""
    comes_back(play(seed, 2 + seed % 7, SITE, lively=False))


@pytest.mark.parametrize(
    ("seed", "chosen"),
    [
        (0, {}),
        (1, {"length": "long"}),
        (2, {"train-kinds": "simple-express", "length": "short", "shorter-game": "yes"}),
        (3, {"train-kinds": "simple-freight", "newcomers": "yes"}),
        (4, {"train-kinds": "advanced-express", "eight-stations": "yes"}),
        (5, {"train-kinds": "advanced-freight", "extra-companies": "no"}),
        (6, {"home-duty": "no", "h-trains": "six"}),
    ],
)
def test_a_game_by_the_rulebook_comes_back_as_it_was(seed: int, chosen: dict[str, str]) -> None:
    """An export of ours says how it was played; what was agreed is there, what was rejected is not."""
    comes_back(play(seed, 2 + seed % 7, chosen, answers=250))


@pytest.mark.long
@pytest.mark.sampled(each=4)
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_games_come_back(seed: int) -> None:
    comes_back(play(seed, 2 + seed % 7, SITE, answers=600))
    comes_back(play(seed, 2 + seed % 7, {}, answers=250))
    comes_back(play(seed, 2 + seed % 7, SITE, lively=False))


@pytest.mark.parametrize(
    ("seats", "chosen", "is_told"),
    [
        (3, {"newcomers": "yes", "train-kinds": "simple-express"}, True),
        (3, {"home-duty": "no"}, True),
        (3, {"extra-companies": "no"}, False),
        (7, {"extra-companies": "no"}, True),
        (4, {"length": "short", "eight-stations": "yes"}, False),
    ],
)
def test_an_option_that_the_site_has_not_is_told(seats: int, chosen: dict[str, str], is_told: bool) -> None:
    told = export_game(play(0, seats, {**SITE, **chosen}, answers=40)).get("description", "")
    assert ("no option “" + " = ".join(next(iter(chosen.items()))) in told) is is_told


def test_these_games_are_lively() -> None:
    """Mergers, acquisitions, refinancing, small stations and links to London are among what comes back."""
    games = [played(seed, seats) for seed, seats in ((4, 3), (5, 4), (9, 6), (8, 3))]
    done = {type(entry.action) for record in games for entry in record.entries}
    assert {Merge, Acquire, Refinance, PlaceSmallStation, LinkLondon} <= done


def test_the_result_goes_along() -> None:
    export, outcome = exported(), played().game.outcome
    assert outcome is not None
    assert export["result"] == {standing.player.removeprefix("P"): standing.worth for standing in outcome}
    assert (export["title"], [action["id"] for action in export["actions"]][:3]) == ("1862", [1, 2, 3])


def test_what_came_in_goes_out_as_it_came() -> None:
    assert export_game(imported(exported()).record) == exported()


def test_options_of_the_site_are_named_as_there() -> None:
    record = play(1, 3, {"profile": "site", "length": "long", "eight-stations": "yes"}, answers=60)
    assert export_game(record)["settings"]["optional_rules"] == ["long_length", "eight_tokens"]


# ---------------------------------------------------------------------------------------------------- what may be there


def test_ids_may_be_words() -> None:
    export = exported()
    words = {player["id"]: f"u{player['id']}x" for player in export["players"]}
    export["players"] = [{**player, "id": words[player["id"]]} for player in export["players"]]
    export["actions"] = [{**a, "entity": words.get(a["entity"], a["entity"])} for a in export["actions"]]
    assert same_as(imported(export), played())


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
    assert same_as(game, played())


def test_automatic_actions_are_played() -> None:
    """Passes of players and companies that the site added by itself lie inside the action before them."""
    export, actions = exported(), list[dict[str, Any]]()
    for action in export["actions"]:
        if action["type"] == "pass" and actions:
            actions[-1].setdefault("auto_actions", []).append(action)
        else:
            actions.append(action)
    assert len(actions) < len(export["actions"])
    export["actions"] = numbered(actions)
    assert same_as(imported(export), played())


@pytest.mark.parametrize("kept", [1, 40, 90, 200, 333])
def test_an_unfinished_game_goes_on(kept: int) -> None:
    """An export may stop anywhere: what is there has been played, and the game can be played on."""
    export = exported()
    export["actions"] = export["actions"][:kept]
    game = imported(export)
    assert game.refused is None
    record, whole = game.record, played()
    assert record.game.ask is not None
    assert [entry.action for entry in record.entries[:-12]] == [
        entry.action for entry in whole.entries[: max(0, len(record.entries) - 12)]
    ]
    record.play(record.game.offers()[-1].action)


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_money_that_was_raised_without_a_word(seed: int) -> None:
    """The site may sell shares or refinance a company by itself: then only what follows is recorded."""
    record, export = played(seed, 2 + seed), exported(seed, 2 + seed)
    said = [action for action in export["actions"] if action["type"] != "convert"]
    assert any(isinstance(entry.action, Refinance) for entry in record.entries) or seed == 2
    assert same_as(imported({**export, "actions": numbered(said)}), record)


def test_a_merger_in_which_nobody_says_who_survives() -> None:
    """Then it is the company that proposes it, if it can."""
    found = 0
    for seed, seats in ((0, 2), (2, 4), (4, 6)):
        export, record = exported(seed, seats), played(seed, seats)
        said = [action for action in export["actions"] if action.get("choice") != "first"]
        if len(said) < len(export["actions"]):
            found += 1
            assert same_as(imported({**export, "actions": numbered(said)}), record)
    assert found


def test_the_subsidy_may_stand_beside_the_routes() -> None:
    """Of a whole run, not of each train."""
    export, record = exported(), played()
    beside = 0
    for action in export["actions"]:
        if action["type"] == "run_routes" and action["routes"]:
            action["subsidy"] = sum(route.pop("subsidy") for route in action["routes"])
            beside += action["subsidy"]
    assert beside
    assert same_as(imported(export), record)


@lru_cache
def _sales_at_half() -> str:
    """A game in which shares of a company without a train are sold."""
    return json.dumps(export_game(play(3, 5, SITE, lively=False)))


def at_half() -> tuple[Export, int]:
    export: Export = json.loads(_sales_at_half())
    return export, next(
        at for at, action in enumerate(export["actions"]) if "share_price" in action and "shares" in action
    )


def test_another_price_of_a_sale_is_refused() -> None:
    """It was not looked at, and half of the price was paid in silence."""
    export, at = at_half()
    price = export["actions"][at]["share_price"]
    export["actions"][at]["share_price"] = 2 * price
    assert f"{price} is paid here, not {2 * price}" in str(imported(export).refused)


def test_a_sale_at_half_without_a_price_is_told() -> None:
    """The site would pay the whole price."""
    export, at = at_half()
    action = export["actions"][at]
    price = action.pop("share_price")
    told = [str(notice) for notice in imported(export).notices]
    assert any(f"action {action['id']}: no price is told" in line and f"{price} is paid" in line for line in told)


def test_a_train_of_another_company_is_not_turned_into_another_kind() -> None:
    """The record says a kind that the train is not; it was sold as what it is, in silence."""
    export, bought = exported(9, 6), set[str]()
    for action in export["actions"]:
        if action["type"] == "buy_train":
            if action["train"] in bought:
                action["variant"] = "9F"
                break
            bought.add(action["train"])
    assert "not 9F, and is not turned over" in str(imported(export).refused)


def test_a_train_without_a_variant_is_its_first_kind() -> None:
    export = exported()
    at = next(number for number, action in enumerate(export["actions"]) if action["type"] == "buy_train")
    export["actions"] = export["actions"][: at + 1]
    del export["actions"][at]["variant"], export["actions"][at]["warranties"]
    game = imported({**export, "result": {}})
    assert game.refused is None
    assert game.record.entries[-1].action == BuyTrain(TITLE.data.numbers.bands[0].faces[0].name, 0)


# ------------------------------------------------------------------------------------------------------------- the deal


def test_a_game_of_ours_says_how_it_was_dealt() -> None:
    export = exported()
    deal = dealt(read_export(json.dumps(export)))
    books = played().game.state.extras
    assert (deal.offer, dict(deal.permits)) == (books.offer, dict(books.permit_of))


def test_without_a_seed_the_number_of_the_game_deals() -> None:
    export: Export = {**exported(), "id": "hs_123", "settings": {}}
    seeded: Export = {**exported(), "settings": {"seed": 123}}
    assert dealt(read_export(json.dumps(export))) == dealt(read_export(json.dumps(seeded)))


@pytest.mark.parametrize(("players", "companies"), [(2, 16), (6, 16), (7, 17), (8, 18)])
def test_seven_and_eight_players_get_more_companies(players: int, companies: int) -> None:
    people = [{"id": number, "name": f"P{number}"} for number in range(players)]
    export = {"title": "1862", "players": people, "settings": {"seed": 7}, "actions": []}
    game = imported(export)
    books = game.record.game.state.extras
    assert (len(books.offer), len(books.permit_of)) == (companies, companies)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"ferrovia": {"offer": ["XYZ"], "permits": {}}}, "no company of 1862"),
        ({"ferrovia": {"offer": "EUR"}}, "no offer or no permits"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadData, match=message):
        imported({**exported(), "settings": settings})


@pytest.mark.parametrize("name", ["eight_tokens", "8_tokens", "tokens_8"])
def test_the_option_for_eight_stations(name: str) -> None:
    export = read_export(json.dumps({**exported(), "settings": {"optional_rules": [name]}}))
    assert options(export).options == {"profile": "site", "eight-stations": "yes"}


# -------------------------------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"type": "fly"}, "knows no recorded action 'fly'"),
        ({"type": "bid", "corporation": "XYZ", "price": 5}, "bid-higher"),
        ({"type": "bid", "corporation": "EUR", "price": 7}, "bid-step"),
        ({"type": "lay_tile"}, "it lacks 'tile'"),
        ({"type": "buy_shares", "shares": []}, "names no share"),
        ({"type": "buy_train", "train": "9x-0", "price": 1}, "no train '9x-0' to be had"),
        ({"type": "choose", "choice": "redeem"}, "not-asked"),
        ({"type": "choose", "choice": "fly"}, "knows no choice 'fly'"),
        ({"type": "dividend", "kind": "variable"}, "knows no dividend 'variable'"),
        ({"type": "merge", "corporation": "EUR"}, "nobody may merge"),
        ({"type": "discard_train", "train": "A-0"}, "knows no recorded action 'discard_train'"),
        ({"type": "bankrupt"}, "not-asked"),
        ({"type": "run_routes", "routes": [{"train": "A-0"}]}, "it lacks 'revenue'"),
        ({"type": "run_routes", "routes": "A-0"}, "its routes are no list of routes"),
        ({"type": "run_routes", "entity": "GER", "entity_type": "corporation", "routes": []}, "GER acts, but"),
    ],
)
def test_nonsense_is_told_with_its_number(change: dict[str, Any], message: str) -> None:
    """Whatever an action says, the import ends there with one line, and what came before stands."""
    export = exported()
    at = next(number for number, action in enumerate(export["actions"]) if action["type"] == "bid")
    export["actions"] = export["actions"][: at + 1]
    whole = imported(export).record
    last = export["actions"][-1]
    export["actions"].append({"entity": 3 - last["entity"], "entity_type": "player", "id": at + 2, **change})
    game = imported(export)
    assert game.refused is not None
    assert game.refused.startswith(f"action {at + 2} (")
    assert message in game.refused
    assert "\n" not in game.refused
    assert len(game.record.entries) == len(whole.entries)
