"""The acceptor: it accepts every game in the site's form, and refuses what the site would refuse."""

import json
from collections.abc import Callable, Iterator
from itertools import groupby, islice, pairwise
from typing import Any

import pytest

from recorded.games import TITLES, games_at_random, read
from support.acceptor import NotAccepted, Reader, accept
from support.recorded import RecordedGame, recorded_games
from support.sheds import PERMANENT
from support.stockturns import PassesOf1862, StockTurns
from support.trainlimits import TrainLimits

Game = dict[str, Any]

every_game = pytest.mark.parametrize(
    "game",
    [*games_at_random(*TITLES), *(game for title in TITLES for game in recorded_games(title))],
    ids=lambda game: f"{game}{'' if game.log.stem.startswith('r') else ' recorded'}",
)


@every_game
def test_games_of_the_site_are_accepted(game: RecordedGame) -> None:
    accept(json.loads(read(game.log)))


def _first(game: Game, kind: str, **fields: Any) -> int:
    """Where an action of a kind stands for the first time."""
    found = (
        at
        for at, action in enumerate(game["actions"])
        if action["type"] == kind and all(action.get(key) == value for key, value in fields.items())
    )
    return next(found)


def drop_a_pass(game: Game) -> bool:
    """Before a company's run, where it has laid no track."""
    actions = game["actions"]
    for at in range(1, len(actions) - 1):
        before, here, after = actions[at - 1 : at + 2]
        alone = before["entity"] != here["entity"] and before["entity_type"] != "company"
        if (here["type"], after["type"]) == ("pass", "run_routes") and alone:
            del actions[at]
            return True
    return False


def add_passes(game: Game) -> bool:
    """More than there are questions."""
    at = _first(game, "pass", entity_type="corporation")
    game["actions"][at:at] = [{**game["actions"][at], "auto_actions": []}] * 20
    return True


def sell_what_another_has(game: Game) -> bool:
    at = _first(game, "buy_shares", entity_type="player")
    bought = game["actions"][at]
    other = next(player["id"] for player in game["players"] if player["id"] != bought["entity"])
    game["actions"].insert(at + 1, {**bought, "type": "sell_shares", "entity": other})
    return True


def buy_what_somebody_has(game: Game) -> bool:
    at = _first(game, "buy_shares", entity_type="player")
    game["actions"].insert(at + 1, game["actions"][at])
    return True


def use_a_copy_too_many(game: Game) -> bool:
    lay = game["actions"][_first(game, "lay_tile")]
    lay["tile"] = lay["tile"].rpartition("-")[0] + "-99"
    return True


def use_a_copy_twice(game: Game) -> bool:
    at = _first(game, "lay_tile")
    game["actions"].insert(at + 1, {**game["actions"][at], "hex": "A99"})
    return True


def let_another_company_run(game: Game) -> bool:
    run = game["actions"][_first(game, "run_routes")]
    others = [a["entity"] for a in game["actions"] if a["type"] == "run_routes" and a["entity"] != run["entity"]]
    run["entity"] = others[0]
    return True


def let_nobody_act(game: Game) -> bool:
    game["actions"][_first(game, "pass", entity_type="player")]["entity"] = "nobody"
    return True


def buy_a_train_that_is_not(game: Game) -> bool:
    game["actions"][_first(game, "buy_train")]["train"] = "99-0"
    return True


def pay_another_price(game: Game) -> bool:
    """For a train that nobody had before; not for one that comes with a pioneer or a coal railway."""
    buys = (action for action in game["actions"] if action["type"] == "buy_train")
    next(buy for buy in buys if buy["train"] not in ("2-0", "1g-0") and "1g" not in buy["train"])["price"] += 7
    return True


def start_beside_the_market(game: Game) -> bool:
    starts = [action for action in game["actions"] if action["type"] == "par"]
    if not starts:
        return False
    price, row, column = starts[0]["share_price"].split(",")
    starts[0]["share_price"] = f"{price},{row},{int(column) + 1}"
    return True


def turn_a_tile_off_the_map(game: Game) -> bool:
    """There are six turns."""
    lay = game["actions"][_first(game, "lay_tile")]
    lay["rotation"] += 6
    return True


def lay_it_on_nothing(game: Game) -> bool:
    """Where no hex is."""
    game["actions"][_first(game, "lay_tile")]["hex"] = "A99"
    return True


def replace_a_tile_by_itself(game: Game) -> bool:
    """What lies there is not laid over itself in the next round."""
    at = _first(game, "lay_tile")
    again = {**game["actions"][at], "auto_actions": []}
    name, _, copy = again["tile"].rpartition("-")
    game["actions"].insert(at + 1, {**again, "tile": f"{name}-{1 - int(copy)}"})
    return True


def buy_half_a_share(game: Game) -> bool:
    game["actions"][_first(game, "buy_shares", entity_type="player")]["percent"] = 3
    return True


def use_a_slot_too_many(game: Game) -> bool:
    """Of a city on a tile."""
    laid = {action["tile"] for action in game["actions"] if action["type"] == "lay_tile"}
    for action in game["actions"]:
        if action["type"] == "place_token" and action["city"].rpartition("-")[0] in laid:
            action["slot"] = 9
            return True
    return False


WITHOUT_CITY = {"1824": "B7", "1824 Cisleithania": "B7", "1862": "C2", "18CZ": "A8", "18ESP": "L4"}
"""A hex of each map on which no city is printed."""


def use_a_printed_slot_too_many(game: Game) -> bool:
    """Of a city where no tile lies yet."""
    laid = {action["tile"] for action in game["actions"] if action["type"] == "lay_tile"}
    for action in game["actions"]:
        if action["type"] == "place_token" and action["city"].rpartition("-")[0] not in laid:
            action["slot"] = 9
            return True
    return False


def place_it_where_no_city_is(game: Game) -> bool:
    """On a printed hex without a city."""
    for action in game["actions"]:
        if action["type"] == "place_token":
            action["city"] = f"{WITHOUT_CITY[game['title']]}-0-0"
            return True
    return False


def pay_a_strange_dividend(game: Game) -> bool:
    game["actions"][_first(game, "dividend")]["kind"] = "double"
    return True


def run_over_air(game: Game) -> bool:
    for action in game["actions"]:
        routes = action.get("routes") or [{}]
        if routes[0].get("connections"):
            piece = routes[0]["connections"][0]
            piece.insert(1, "A99")
            return True
    return False


def run_for_a_loss(game: Game) -> bool:
    runs = [action for action in game["actions"] if action.get("routes")]
    runs[0]["routes"][0]["revenue"] = -10
    return True


def spend_more_than_one_has(game: Game) -> bool:
    """In the first auction, draft or stock round."""
    next(action for action in game["actions"] if "price" in action)["price"] = 2000
    return True


def let_somebody_pass_twice(game: Game) -> bool:
    """At the end of a stock round, after the first companies have operated."""
    actions = game["actions"]
    for at in range(_first(game, "run_routes"), len(actions) - 2):
        run = actions[at : at + 3]
        by = [action["entity_type"] for action in run]
        if [action["type"] for action in run[:2]] == ["pass", "pass"] and by == ["player", "player", "corporation"]:
            run[1]["entity"] = run[0]["entity"]
            return True
    return False


CHANGES: tuple[Callable[[Game], bool], ...] = (
    drop_a_pass,
    add_passes,
    sell_what_another_has,
    buy_what_somebody_has,
    use_a_copy_too_many,
    use_a_copy_twice,
    let_another_company_run,
    let_nobody_act,
    buy_a_train_that_is_not,
    pay_another_price,
    start_beside_the_market,
    turn_a_tile_off_the_map,
    lay_it_on_nothing,
    replace_a_tile_by_itself,
    buy_half_a_share,
    use_a_slot_too_many,
    use_a_printed_slot_too_many,
    place_it_where_no_city_is,
    pay_a_strange_dividend,
    run_over_air,
    run_for_a_loss,
    spend_more_than_one_has,
    let_somebody_pass_twice,
)
UNSEEN = {
    ("1862", drop_a_pass),
    ("1824-cisleithania", drop_a_pass),
    ("1824-cisleithania", start_beside_the_market),
    ("1862", use_a_printed_slot_too_many),
    ("1824-cisleithania", use_a_printed_slot_too_many),
}
"""In 1862 nobody is asked once the LNER has formed, and no action says so; on the small map not all are asked, and no
price is chosen. No game at random of these two has a station on a printed hex."""


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("title", TITLES)
def test_what_the_site_would_refuse_is_refused(title: str, change: Callable[[Game], bool]) -> None:
    """The same game with one thing changed."""
    if (title, change) in UNSEEN:
        pytest.skip("the acceptor does not know it")
    with pytest.raises(NotAccepted):
        accept(_changed(title, change))


def _changed(title: str, change: Callable[[Game], bool]) -> Game:
    """A game of a title in which that can be changed; not one of the first, which are for two."""
    for recorded in games_at_random(title)[2:]:
        game = json.loads(read(recorded.log))
        if change(game):
            return game
    raise AssertionError("no game has what is changed")


def _traded(*told: str) -> list[str | None]:
    """What is said about `P1 pass`, `P2 buy_shares` … in a stock round of 18ESP after a company has operated."""
    turns = StockTurns("18ESP")
    turns.look({"type": "pass", "entity": "CRB", "entity_type": "corporation"})
    acts = (line.split() for line in told)
    return [turns.look({"type": kind, "entity": who, "entity_type": "player"}) for who, kind in acts]


def test_players_act_around_the_table() -> None:
    """Nobody twice before another who could act."""
    assert _traded("A buy_shares", "B pass", "C pass", "A buy_shares", "B pass", "C buy_shares") == [None] * 6
    told = _traded("A buy_shares", "B buy_shares", "C buy_shares", "A buy_shares", "C buy_shares", "B buy_shares")
    assert told == [*[None] * 5, "player C acts twice before player B"]


def test_whoever_could_do_nothing_may_act_after_a_sale() -> None:
    assert _traded("A pass", "B sell_shares", "B pass", "A pass", "B buy_shares", "C buy_shares")[-1] is None


def test_a_pass_after_a_sale_is_none() -> None:
    assert _traded("A sell_shares", "A pass", "B pass", "A pass") == [None] * 4
    assert _traded("A pass", "B pass", "A pass")[-1] == "player A has passed, and nobody has done anything since"


def _with_two_turns_changed(game: Game) -> Iterator[Game]:
    """The same game, each time with two turns changed whose companies have operated in this order before."""
    turns = [list(turn) for _, turn in groupby(game["actions"], key=_whose)]
    seen: dict[Any, int] = {}
    for at, (one, other) in enumerate(pairwise(turns)):
        if 0 < seen.get(_whose(one[0]), 0) < seen.get(_whose(other[0]), 0) and not _buys(one + other):
            changed = [*turns[:at], other, one, *turns[at + 2 :]]
            yield {**game, "actions": [action for turn in changed for action in turn]}
        seen[_whose(one[0])] = at if _whose(one[0]) else 0


def _whose(action: Any) -> Any:
    return action["entity"] if action["entity_type"] == "corporation" else None


def _buys(actions: list[Any]) -> bool:
    """What would be refused for other reasons."""
    return any(action["type"] not in ("lay_tile", "pass", "run_routes", "dividend") for action in actions)


@pytest.mark.parametrize("title", TITLES)
def test_companies_operate_in_order(title: str) -> None:
    """By their prices as they are after dividends, sales and stock rounds. Some prices are not known."""
    told: list[str] = []
    for changed in islice(_with_two_turns_changed(json.loads(read(games_at_random(title)[2].log))), 12):
        try:
            accept(changed)
        except NotAccepted as refused:
            told.append(str(refused))
    assert any("operates before" in line for line in told)


def test_a_mountain_railway_given_up_ends_no_operating_round() -> None:
    """1824: SD3, a pass of an owner when the first 4 is bought, BH; then SD3 begins the next round."""
    players = [{"id": number, "name": f"Player {number}"} for number in range(3)]
    player_pass = {"type": "pass", "entity": 1, "entity_type": "player"}
    for doubtful, told in ((True, None), (False, "SD3 operates before BH")):
        quotes = Reader({"title": "1824", "players": players, "settings": {}, "actions": []}).quotes
        quotes.look({**player_pass, "type": "par", "corporation": "BH", "share_price": "60,6,2"}, False)
        quotes.known |= {"SD3", "BH"}
        if doubtful:
            quotes.look(_of_company("pass", "SD3"), True)
            quotes.look(player_pass, False)
        quotes.look(_of_company("pass", "BH"), True)
        assert quotes.look(_of_company("pass", "SD3"), True) == told


@pytest.mark.parametrize("game", games_at_random(*TITLES), ids=str)
def test_it_knows_the_prices_of_the_site(game: RecordedGame) -> None:
    """Whenever a company begins its turn, all prices that the acceptor knows are those of the trace: as they were
    before the action, or after it where it has ended another turn or its own. Whoever goes bankrupt has none."""
    exported, trace = json.loads(read(game.log)), _traced(game, "price")
    there, known = dict[str, int | None](), 0
    reader = Reader(exported)
    for action in exported["actions"]:
        operating = reader.quotes.operating
        for part in (action, *(action.get("auto_actions") or ())):
            if not part["type"].startswith("program_") and part["type"] != "end_game":
                reader.read(part)
        if reader.quotes.operating not in (None, operating):
            ours, after = reader.quotes.known_prices(), there | trace.get(action["id"], {})
            told = {name: (there.get(name, price), after.get(name, price)) for name, price in ours.items()}
            assert {name: price for name, price in ours.items() if not {price, None} & {*told[name]}} == {}
            known += len(ours)
        there |= trace.get(action["id"], {})
    assert known or len(exported["players"]) == 2


def _traced(game: RecordedGame, what: str) -> dict[int, dict[str, int | None]]:
    """Which prices of companies changed with each action, or what else is told of them; None where it is gone."""
    told: dict[int, dict[str, int | None]] = {}
    for line in map(json.loads, read(game.trace).splitlines()):
        changes = line.get("set", {}) | dict.fromkeys(line.get("gone", ()))
        if "after" in line:
            about = {tuple(key.split(".")): value for key, value in changes.items()}
            told[line["after"]] = {key[1]: value for key, value in about.items() if key[::2] == ("company", what)}
    return told


@pytest.mark.parametrize("title", TITLES)
def test_nobody_builds_out_of_reach(title: str) -> None:
    """The first tile of a company, on any hex where it would fit."""
    game = json.loads(read(games_at_random(title)[2].log))
    at = _first(game, "lay_tile", entity_type="corporation")
    hexes, lay, told = Reader(game).box.map.hexes, game["actions"][at], set[str]()
    for hex_id in hexes:
        try:
            accept({**game, "actions": [*game["actions"][:at], {**lay, "hex": hex_id, "auto_actions": []}]})
        except NotAccepted as refused:
            told.add(str(refused).partition(": ")[2].replace(hex_id, "it"))
    assert f"{lay['entity']} does not reach it" in told


def _of_company(kind: str, company: str, **more: Any) -> Game:
    return {"type": kind, "entity": company, "entity_type": "corporation", **more}


def _run_with(company: str, train: str) -> Game:
    route = {"train": train, "connections": [], "hexes": [], "revenue": 0, "revenue_str": ""}
    return _of_company("run_routes", company, routes=[route])


def test_companies_that_were_joined_begin_anew_and_are_joined_again() -> None:
    """1862: what one of them has, the other has, until it begins anew with nothing."""
    players = [{"id": number, "name": f"P{number}"} for number in range(3)]
    reader = Reader({"title": "1862", "players": players, "settings": {}, "actions": []})
    reader.trains = {"A-0": "ECR", "A-1": "ENR"}
    reader.read(_of_company("merge", "ECR", corporation="EUR"))
    reader.read(_run_with("EUR", "A-0"))
    market = reader.box.market
    place = f"100,0,{market.cell_of(100)}"
    par = {"type": "par", "entity": 1, "entity_type": "player", "corporation": "ECR", "share_price": place}
    reader.read(par)
    with pytest.raises(NotAccepted, match="A-0 does not belong to ECR"):
        reader.read(_run_with("ECR", "A-0"))
    reader.read(_of_company("merge", "EUR", corporation="ECR"))
    reader.read(_run_with("ECR", "A-0"))
    with pytest.raises(NotAccepted, match="A-1 does not belong to EUR"):
        reader.read(_run_with("EUR", "A-1"))


def test_a_small_station_is_put_anywhere() -> None:
    """1862 [7.6.4]: C12 is far from FDR's home; a tile is laid there only by others."""
    players = [{"id": number, "name": f"P{number}"} for number in range(3)]
    reader = Reader({"title": "1862", "players": players, "settings": {}, "actions": []})
    told = [
        reader.reach.look(_of_company("lay_tile", company, hex="C12", tile=tile, rotation=2))
        for company, tile in (("SVR", "8850-0"), ("FDR", "18_1b-0"), ("FDR", "18_2-0"))
    ]
    assert told[1:] == ["FDR does not reach C12", None]


LAST_TRAINS = {"18CZ": ("5j-0", "8E", 1000), "1824": ("10-0", "10", 1000), "1862": ("H-0", "8E", 1000)}
LAST_TRAINS |= {"1824-cisleithania": LAST_TRAINS["1824"], "18ESP": ("8-0", "8", 800)}


@pytest.mark.parametrize("title", TITLES)
def test_no_train_is_bought_before_its_time(title: str) -> None:
    """The last card of the pile in the first turn that buys one: the price alone would be right."""
    game = json.loads(read(games_at_random(title)[2].log))
    bought = game["actions"][_first(game, "buy_train")]
    bought["train"], bought["variant"], bought["price"] = LAST_TRAINS[title]
    reader = Reader(game)
    reader.depot.is_quiet = False
    told = [reader.depot.look(action, False) for action in game["actions"] if action["type"] == "buy_train"]
    assert told[0] is not None and told[0].endswith(f"comes before {bought['train']}")


def test_rounds_without_a_railway_go_by_unseen() -> None:
    """1824: where nobody has bought one, all trains before the first 5 may be exported before a company acts."""
    for sold, told in (([], None), ([{"company": "SD1", "price": 240}], "2-0 comes before 5-0")):
        players = [{"id": number, "name": f"Player {number}"} for number in range(3)]
        reader = Reader({"title": "1824", "players": players, "settings": {}, "actions": []})
        for railway in sold:
            reader.read({"type": "buy_company", "entity": 1, "entity_type": "player", **railway})
        assert reader.depot.look(_of_company("buy_train", "SD", train="5-0"), True) == told


def _pays(game: Game, at: int, price: int) -> Game:
    return {**game, "actions": [*game["actions"][:at], {**game["actions"][at], "price": price}]}


@pytest.mark.parametrize(("title", "told"), [("18CZ", "at most and pays 4000"), ("18ESP", "at most, not 4000")])
def test_a_treasury_pays_for_a_private_alone(title: str, told: str) -> None:
    game = json.loads(read(games_at_random(title)[2].log))
    at = _first(game, "buy_company", entity_type="corporation")
    accept(_pays(game, at, game["actions"][at]["price"]))
    with pytest.raises(NotAccepted, match=told):
        accept(_pays(game, at, 4000))


@pytest.mark.parametrize("title", sorted({*TITLES} - {"1862"}))
def test_a_director_helps_with_one_train_in_a_turn(title: str) -> None:
    """Two trains of other companies one after the other, for far more than a company has."""
    for recorded in games_at_random(title):
        game, sold = json.loads(read(recorded.log)), set[str]()
        for at, (one, other) in enumerate(pairwise(game["actions"])):
            trains = {action.get("train") for action in (one, other)}
            if one["type"] == other["type"] == "buy_train" and one["entity"] == other["entity"] and trains <= sold:
                accept(_pays(game, at, 9000))
                with pytest.raises(NotAccepted, match="at most and pays 9000"):
                    accept(_pays(_pays_on(game, at, 9000), at + 1, 9000))
                return
            sold.add(one.get("train"))
    raise AssertionError("no company buys two trains")


def _pays_on(game: Game, at: int, price: int) -> Game:
    """The same, and the game goes on."""
    return {**game, "actions": [*_pays(game, at, price)["actions"], *game["actions"][at + 1 :]]}


FOLLOWED = [game for game in games_at_random(*TITLES) if game.title != "1862"]


@pytest.mark.parametrize("game", FOLLOWED, ids=str)
def test_no_company_has_more_than_the_acceptor_grants_it(game: RecordedGame) -> None:
    """Whenever it has acted, but for what comes at the beginning of the next round."""
    exported, trace, seen = json.loads(read(game.log)), _traced(game, "cash"), 0
    reader = Reader(exported)
    for action in exported["actions"]:
        for part in (action, *(action.get("auto_actions") or ())):
            if not part["type"].startswith("program_") and part["type"] != "end_game":
                reader.read(part)
        cash = trace.get(action["id"], {}).get(str(action["entity"]))
        if cash is not None and action["type"] != "pass":
            assert cash <= reader.treasuries.most[action["entity"]]
            seen += 1
    assert seen


def _cash_of_players(game: RecordedGame) -> dict[int, dict[str, int]]:
    """Whose cash changed with each action, by the names of players."""
    told: dict[int, dict[str, int]] = {}
    for line in map(json.loads, read(game.trace).splitlines()):
        about = {tuple(key.split(".")): value for key, value in line.get("set", {}).items()}
        told[line.get("after", -1)] = {key[1]: value for key, value in about.items() if key[::2] == ("player", "cash")}
    return told


@every_game
def test_no_player_has_more_than_the_acceptor_grants_him(game: RecordedGame) -> None:
    """After every action, by the trace."""
    exported, trace = json.loads(read(game.log)), _cash_of_players(game)
    reader, cash = Reader(exported), {**trace[0]}
    for action in exported["actions"]:
        for part in (action, *(action.get("auto_actions") or ())):
            if not part["type"].startswith("program_") and part["type"] != "end_game":
                reader.read(part)
        cash |= trace.get(action["id"], {})
        more = {name: cash[name] for player, name in reader.people.items() if cash[name] > reader.wallets.most[player]}
        assert more == {}, action["id"]


BLIND = {"18CZ": 300, "1824": 300, "1824-cisleithania": 500, "18ESP": 400, "1862": 700}
"""By how much it may overrate somebody who buys the first share after the first run."""


@pytest.mark.parametrize("title", TITLES)
def test_nobody_buys_shares_for_more_than_he_has(title: str) -> None:
    """The same share again and again, until it is refused: not long after what he has by the trace is spent."""
    seen = 0
    for game in games_at_random(title)[2:]:
        exported, trace = json.loads(read(game.log)), _cash_of_players(game)
        reader, cash, ran = Reader(exported), {**trace[0]}, False
        for action in exported["actions"]:
            if ran and action["type"] == "buy_shares" and action["entity_type"] == "player":
                has = cash[reader.people[str(action["entity"])]]
                spent = _spent_on(reader, action)
                assert spent <= has + BLIND[title], (game, action["id"])
                seen += 1
                break
            for part in (action, *(action.get("auto_actions") or ())):
                if not part["type"].startswith("program_") and part["type"] != "end_game":
                    reader.read(part)
            ran = ran or action["type"] == "run_routes"
            cash |= trace.get(action["id"], {})
    assert seen


def _spent_on(reader: Reader, purchase: Game) -> int:
    """How much somebody may spend on one share bought again and again."""
    prices, who = reader.quotes.known_prices(), str(purchase["entity"])
    before = reader.wallets.most[who]
    for _ in range(200):
        if reader.wallets.look(purchase, False, prices, None) is not None:
            return before
    raise AssertionError("money never ends")


@pytest.mark.parametrize(("title", "limit"), [("18CZ", 14), ("1824", 21), ("18ESP", 27)])
def test_nobody_buys_above_the_certificate_limit(title: str, limit: int) -> None:
    players = [{"id": number, "name": f"Player {number}"} for number in range(3)]
    reader = Reader({"title": title, "players": players, "settings": {"optional_rules": ["core"]}, "actions": []})
    reader.sales = None  # pioneers are sold
    companies = [name for name in reader.box.companies if not getattr(reader.box, "is_minor", lambda name: False)(name)]
    papers = [cert.id for name in companies for cert in reader.box.papers.of[name]]
    reader.certs = dict.fromkeys(papers[: limit - 1], "0")
    first, second = papers[limit], papers[limit + 1]
    for cert in (first, second):
        percent = reader.box.papers.by_id[cert].percent
        purchase = {"type": "buy_shares", "entity": 0, "entity_type": "player", "shares": [cert], "percent": percent}
        if cert == second:
            with pytest.raises(NotAccepted, match=f"Player 0 has {limit} certificates, and buys one more"):
                reader.read(purchase)
        else:
            reader.read(purchase)
            reader.mixed.clear()


def test_a_share_of_a_pioneer_may_make_a_director() -> None:
    """18ESP: CRB_1 comes with pioneer 6, and no action says who has it: with two more its owner has most."""
    players = [{"id": number, "name": f"Player {number}"} for number in range(3)]
    reader = Reader({"title": "18ESP", "players": players, "settings": {}, "actions": []})
    reader.certs, reader.sales = {"CRB_0": "0"}, None

    def trade(kind: str, *shares: str) -> None:
        named = {"shares": list(shares), "percent": 10}
        reader.read({"type": kind, "entity": 1, "entity_type": "player", **named})

    trade("buy_shares", "CRB_2")
    with pytest.raises(NotAccepted, match="CRB_0 does not belong to Player 1"):
        trade("sell_shares", "CRB_0")
    trade("buy_shares", "CRB_3")
    trade("sell_shares", "CRB_0")


def _a_local_builds(game: Game) -> tuple[int, Game]:
    """The first time that one does, and where."""
    found = (pair for pair in enumerate(game["actions"]) if pair[1].get("entity_type") == "company")
    return next(found)


def use_a_local_again(game: Game) -> None:
    at, lay = _a_local_builds(game)
    again = next(a for a in game["actions"][at + 1 :] if a["type"] == "lay_tile" and a["entity"] != lay["entity"])
    again |= {"entity": lay["entity"], "entity_type": "company"}


def build_with_a_players_local(game: Game) -> None:
    at, lay = _a_local_builds(game)
    game["actions"][:at] = [a for a in game["actions"][:at] if a.get("company") != lay["entity"] or a["type"] == "bid"]


def lay_purple_without_a_local(game: Game) -> None:
    laid = ((at, a) for at, a in enumerate(game["actions"]) if a["type"] == "lay_tile")
    at, lay = next((at, a) for at, a in laid if a["tile"].rpartition("-")[0].endswith("p"))
    lay |= {"entity": game["actions"][at - 1]["entity"], "entity_type": "corporation"}


def sell_a_local_twice(game: Game) -> None:
    at = _first(game, "sell_company")
    game["actions"].insert(at + 1, game["actions"][at])


def buy_a_local_twice(game: Game) -> None:
    at = _first(game, "buy_company")
    game["actions"].insert(at + 1, game["actions"][at])


def buy_a_local_that_is_too_large(game: Game) -> None:
    small = {"EKJ", "OFE", "BCB", "MW", "VBW"}
    large = {a["company"] for a in game["actions"] if a["type"] == "bid" and a["company"].startswith("L")}
    bought = next(a for a in game["actions"] if a["type"] == "buy_company" and a["entity"] in small)
    bought["company"] = min(large)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (use_a_local_again, "was used before"),
        (build_with_a_players_local, "no company has"),
        (lay_purple_without_a_local, "is laid with a local only"),
        (sell_a_local_twice, "does not belong to"),
        (buy_a_local_twice, "no player has"),
        (buy_a_local_that_is_too_large, "is too large for"),
    ],
)
def test_a_local_is_used_once_by_whoever_has_it(change: Callable[[Game], None], why: str) -> None:
    """18CZ [IV.1.4] [IV.1.7] [IV.1.8], and the colours of [T1]."""
    refused = 0
    for recorded in games_at_random("18CZ"):
        game = json.loads(read(recorded.log))
        try:
            change(game)
        except StopIteration:
            continue  # this one has no such action
        with pytest.raises(NotAccepted) as told:
            accept(game)
        refused += why in str(told.value)
    assert refused


def _passed(*told: str) -> str | None:
    """What is said of `P1 pass`, `ECR run_routes` … in 1862, the names of companies in capitals."""
    passes, wrong = PassesOf1862(), None
    for line in told:
        who, kind, *shares = line.split()
        by = "corporation" if who.isupper() else "player"
        wrong = wrong or passes.look({"type": kind, "entity": who, "entity_type": by, "shares": shares})
    return wrong


TURN = ("ECR lay_tile", "ECR run_routes", "ECR dividend", "ECR pass")


def test_companies_without_a_director_operate_without_a_word() -> None:
    """1862: so passes of two rounds may follow one another, unless somebody is surely asked in between."""
    passes = ("p1 pass", "p2 pass", "p1 pass", "p2 pass", "p1 pass")
    assert _passed(*TURN, *passes, "ECR lay_tile") == "player p1 passes 3 times before companies operate"
    assert _passed(*TURN, "p1 sell_shares ECR_0", *passes, "ECR lay_tile") is None
    assert _passed("ECR merge", "ECR choose", *TURN, *passes, "ECR lay_tile") is None
    assert _passed(*TURN[:3], *passes, "ECR lay_tile") is None


def test_no_train_is_bought_where_there_is_no_room() -> None:
    """18CZ [VIII.10.2]: permanent trains of others, bought one after the other where a company has just bought one."""
    told = set[str]()
    for recorded in games_at_random("18CZ"):
        game = json.loads(read(recorded.log))
        trains = [a for a in game["actions"] if a["type"] == "buy_train" and a.get("variant", "")[:-1] in PERMANENT]
        reader, more = Reader(game), {a["train"]: a for a in trains}
        for action in game["actions"]:
            for part in (action, *(action.get("auto_actions") or ())):
                if not part["type"].startswith("program_"):
                    reader.read(part)
            if action in trains[-3:] and reader.sheds is not None:
                buys = ({**other, "entity": action["entity"], "price": 1} for other in more.values())
                told |= {str(wrong).partition(" ")[2] for buy in buys if (wrong := reader.sheds.look(buy)) is not None}
                break
    assert any("no room" in wrong for wrong in told)


def test_whoever_has_no_train_of_its_own_size_buys_one_above_the_limit() -> None:
    """18CZ [VIII.10.3]: a company of middle size in phase f."""
    reader = Reader({"title": "18CZ", "players": [{"name": name} for name in "ABC"], "settings": {}, "actions": []})
    sheds = reader.sheds
    assert sheds is not None

    def buy(train: str, face: str) -> str | None:
        return sheds.look({"type": "buy_train", "entity": "KFN", "train": train, "variant": face, "price": 1})

    assert [buy("3f-0", "4f"), buy("3f-1", "4f"), buy("4f-2", "4+4f")] == [None] * 3
    assert buy("4f-3", "4f") == "KFN has 3 trains and no room for 4f-3"


def test_whoever_is_refinanced_without_a_word_may_buy_its_shares_again() -> None:
    """1862: where all are asked about nothing, no action says that they have given up half of their shares."""
    reader = Reader({"title": "1862", "players": [{"name": name} for name in "AB"], "settings": {}, "actions": []})
    reader.certs = {f"E&H_{number}": "A" for number in range(8)}
    share = {"type": "buy_shares", "entity": "A", "entity_type": "player", "shares": ["E&H_7"], "percent": 10}
    with pytest.raises(NotAccepted, match="E&H_7 belongs to A"):
        reader.read(share)
    reader.read({"type": "pass", "entity": "E&H", "entity_type": "corporation"})
    reader.read({"type": "pass", "entity": "B", "entity_type": "player"})
    reader.read(share)


def test_an_export_may_close_small_companies() -> None:
    """18ESP: once all that comes before the first 5 may have gone, the bank may have paid for MZ; only once."""
    players = [{"id": number, "name": f"Player {number}"} for number in range(3)]
    reader = Reader({"title": "18ESP", "players": players, "settings": {"optional_rules": ["core"]}, "actions": []})
    reader.sales = None  # pioneers are sold
    par = {"type": "par", "entity": 1, "entity_type": "player", "corporation": "MZ"}
    reader.read({**par, "share_price": f"70,0,{reader.box.market.cell_of(70)}"})
    before, highest = reader.wallets.most["1"], max(map(reader.box.market.price, range(len(reader.box.market.cells))))
    cards = [card for card in reader.depot.pile if card.rpartition("-")[0] in ("2", "3", "4")]
    reader.depot.bought, reader.limits.types = {*cards[:-9]}, {"2", "3", "4"}
    steps = list[int]()
    for company, sold in (("CRB", cards[-9:-2]), ("N", cards[-2:]), ("A", [])):
        reader.depot.bought |= {*sold}
        reader.read(_of_company("pass", company, id=1))
        steps.append(reader.wallets.most["1"] - before)
    assert steps == [highest, highest, highest]
    reader.depot.bought = {*cards[:-9]}
    assert not reader.depot.may_have_left("5")


def _buys_train(company: str, train: str, **more: Any) -> Game:
    return _of_company("buy_train", company, train=train, price=1, **more)


def _limits(title: str) -> TrainLimits:
    players = [{"id": number, "name": f"Player {number}"} for number in range(4)]
    reader = Reader({"title": title, "players": players, "settings": {}, "actions": []})
    reader.depot.is_quiet = False
    return reader.limits


def test_nobody_owns_too_many_trains_in_18esp() -> None:
    """[6] Two, from the first 4 on one, which rusts the others; majors four, then three. What is given up counts no
    more, and what a small company had counts for its new owner."""
    limits = _limits("18ESP")

    def told(*trains: str, by: str = "SC") -> list[str | None]:
        return [limits.look(_buys_train(by, train)) for train in trains]

    assert told("2-1", "2-2", "2-3") == [None, None, "SC has 2 trains, and its limit is 2"]
    limits.look(_of_company("discard_train", "SC", train="2-1"))
    assert told("2-3") == [None]
    assert told("3-0", "3-1", by="N") == [None, None]
    assert limits.look(_of_company("merge", "N", corporation="SC")) is None
    assert told("3-2", by="N") == ["N has 4 trains, and its limit is 4"]
    assert told("4-0", "4-1") == [None, "SC has 1 trains, and its limit is 1"]
    assert told("4-2", "4-3", by="N") == [None, "N has 3 trains, and its limit is 3"]
    assert told("2P-0", by="N") == [None]


def test_a_directors_certificate_does_not_lead_above_sixty_percent_in_1824() -> None:
    """D28: whoever has 50% for mountain railways does not buy it, whoever has 40% does."""
    players = [{"id": number, "name": f"Player {number}"} for number in range(1, 5)]

    def par(mountains: int) -> None:
        reader = Reader({"title": "1824", "players": players, "settings": {}, "actions": []})
        for number in range(1, mountains + 1):
            reader.papers[f"B{number}"] = "1"
            exchanged = {"type": "buy_shares", "entity": f"B{number}", "entity_type": "company"}
            reader._buy_shares({**exchanged, "shares": [f"BH_{number}"], "percent": 10})  # pyright: ignore[reportPrivateUsage]
        reader._par({"entity": 1, "corporation": "BH", "share_price": "60,6,2"})  # pyright: ignore[reportPrivateUsage]

    par(4)
    with pytest.raises(NotAccepted, match="70%"):
        par(5)


def _sell_twos(limits: TrainLimits, treasury: int = 1000) -> None:
    """So many that a 3 may be for sale, but no 4 yet."""
    limits.depot.bought |= {f"2-{number}" for number in range(4, 9)}
    limits.treasuries.most["SD1"] = treasury


def test_whoever_buys_above_the_limit_gives_up_a_train_in_1824() -> None:
    """[VII.11.11] Two for railways; a trade-in makes room, and so does rust."""
    limits, given = _limits("1824"), _of_company("discard_train", "SD1", train="2-0")
    _sell_twos(limits)
    bought = [limits.look(_buys_train("SD1", train)) for train in ("2-0", "2-1", "2-2")]
    assert bought == [None, None, None]
    assert limits.look(_of_company("pass", "SD1")) == "SD1 has not given up a train above its limit"
    limits.look(_buys_train("SD1", "2-3"))
    assert limits.look(given) is None
    assert limits.look(_of_company("pass", "SD1")) is None
    limits.look(_of_company("discard_train", "SD1", train="2-1"))
    limits.look(_buys_train("SD1", "3-0", exchange="2-2"))
    assert limits.look(_of_company("pass", "SD1")) is None
    assert [limits.look(_buys_train("SD1", train)) for train in ("4-0", "4-1")] == [None, None]  # 2-3 has rusted
    assert limits.look(_of_company("pass", "SD1")) is not None


def test_a_company_at_its_limit_is_asked_only_if_it_can_trade_a_train_in() -> None:
    """§17.3 of the rules of 1824: nothing is bought where the site does not ask."""
    asked = "SD1 has 2 trains and can trade none in: it is not asked"

    def third(money: int, train: str = "2-2", *, sold: bool = True) -> str | None:
        limits = _limits("1824")
        limits.treasuries.most["SD1"] = money
        if sold:
            _sell_twos(limits, money)
        for earlier in ("2-0", "2-1"):
            limits.look(_buys_train("SD1", earlier))
        return limits.look(_buys_train("SD1", train))

    assert [third(140), third(139), third(1000, sold=False)] == [None, asked, asked]
    assert third(1000, "3-6", sold=False) is None  # the last 3 was there to be had
    limits = _limits("1824")
    _sell_twos(limits)
    for train in ("2-0", "2-1"):
        limits.look(_buys_train("SD1", train))
    assert limits.look(_buys_train("SD1", "3-0", exchange="2-0")) is None
    assert limits.look(_buys_train("SD1", "3-1")) == asked  # once in a turn
    limits.look(_of_company("lay_tile", "SD1"))
    assert limits.look(_buys_train("SD1", "3-1")) is None


def test_combined_trains_are_not_sold_in_18esp() -> None:
    players = [{"id": number, "name": f"Player {number}"} for number in range(3)]
    reader = Reader({"title": "18ESP", "players": players, "settings": {}, "actions": []})
    reader.trains, reader.combined, reader.sold = {"4-0": "N", "4-1": "N"}, {"4-1"}, {"4-0", "4-1"}
    reader._buy_train(_buys_train("A", "4-0"))  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(NotAccepted, match="4-1 is a combined train, which nobody sells"):
        reader._buy_train(_buys_train("A", "4-1"))  # pyright: ignore[reportPrivateUsage]
