"""What the acceptor knows of 18ESP alone: each check refuses a game that was spoiled in one place."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ferrovia import new_game
from recorded.games import games_at_random, read
from support.acceptor import NotAccepted, Reader, accept
from support.pioneersales import PioneerSales
from support.privileges import Privileges

Said = dict[str, Any]


def _reader(players: int = 3) -> Reader:
    people = [{"id": number, "name": f"Player {number}"} for number in range(1, players + 1)]
    return Reader({"title": "18ESP", "players": people, "settings": {"optional_rules": ["core"]}, "actions": []})


def _privileges(*types: str) -> Privileges:
    """Of a game in which trains of some types were bought, and none was exported unseen."""
    reader = _reader()
    assert reader.privileges is not None
    reader.limits.types |= set(types)
    reader.depot.rounds = 0
    return reader.privileges


def _of(entity: str, what: str, by: str = "corporation", **more: Any) -> Said:
    return {"type": what, "entity": entity, "entity_type": by, **more}


def _told(privileges: Privileges, *actions: Said, company: str = "N") -> str | None:
    """What is said about the last of some actions of one turn; nothing about those before it."""
    *first, last = actions
    assert [privileges.look(action, company, number == 0) for number, action in enumerate(first)] == [None] * len(first)
    return privileges.look(last, company, not first)


# ----------------------------------------------------------------------------------------------------------- auctions


def _sales(*said: tuple[str, int | None]) -> list[str | None]:
    """What is said about bids (a player and a price) and passes of three players, each for the pioneer that is due."""
    sales = PioneerSales(new_game("18esp", list("XYW"), {"profile": "site"}), "123")
    found: list[str | None] = []
    for player, price in said:
        name = sales.pioneers[min(sales.number, 6)][0]
        bid = {"type": "bid", "entity": player, "company": name, "price": price}
        found.append(sales.look(bid if price is not None else {"type": "pass", "entity": player}))
    return found


def test_everybody_is_asked_before_the_first_bid_and_later_only_whoever_can_raise() -> None:
    assert _sales(("2", None)) == ["player 1 is asked about P1"]
    assert _sales(("1", None), ("2", 20), ("1", 25))[-1] == "player 3 is asked about P1"
    assert _sales(("1", 858), ("2", 20)) == [None, "player 2 has 860 and bids 20 for P2, where 60 is the least"]
    assert _sales(("1", 24), ("2", 28))[-1] == "player 2 has 860 and bids 28 for P1, where 29 is the least"
    assert _sales(("1", 900))[-1] == "player 1 has 860 and bids 900 for P1, where 20 is the least"
    assert _sales(("1", None), ("2", None), ("3", 20), ("2", 60)) == [None] * 4


def test_the_first_pioneer_gets_cheaper_and_others_wait_for_income() -> None:
    passes = [("1", None), ("2", None), ("3", None)]
    assert _sales(*passes, ("1", 15)) == [None] * 4
    assert _sales(*passes * 4, ("2", 60)) == [None] * 13, "the first player has got it for nothing"
    unsold = _sales(*passes * 4, ("2", None), ("3", None), ("1", None), ("2", 55))
    assert unsold[-1] == "player 2 has 860 and bids 55 for P2, where 60 is the least"


def test_whoever_wins_the_last_pioneer_chooses_a_par_at_once() -> None:
    sales = PioneerSales(new_game("18esp", list("XYW"), {"profile": "site"}), "123")
    for number, (name, value, _) in enumerate(sales.pioneers):
        for step in range(3):
            player = "123"[(number + step) % 3]
            bid = {"type": "bid", "entity": player, "company": name, "price": value}
            assert sales.look(bid if not step else {"type": "pass", "entity": player}) is None
    assert sales.look({"type": "pass", "entity": "2"}) == "player 1 has to choose a par"
    assert sales.look({"type": "bid", "entity": "1", "company": "P7", "price": 170}) == "all pioneers are sold"


def test_nothing_else_is_done_while_pioneers_are_auctioned() -> None:
    reader = _reader()
    with pytest.raises(NotAccepted, match="P1 is auctioned"):
        reader.read({"type": "par", "entity": 1, "entity_type": "player", "corporation": "MZ", "share_price": "70,0,4"})


# ---------------------------------------------------------------------------------------------------------- pioneers


def _buys(name: str, price: int, company: str = "N") -> Said:
    return _of(company, "buy_company", company=name, price=price)


TENDER = {"description": "Tender from Player 1", "cost": 80}
OF_THE_BANK = {"description": "Tender from bank", "cost": 80}


def test_a_pioneer_is_bought_once_for_what_the_phase_allows() -> None:
    assert _told(_privileges("2"), _buys("P4", 101)) == "P4 costs 100 at most, not 101"
    assert _told(_privileges("3"), _buys("P4", 151)) == "P4 costs 150 at most, not 151"
    assert _told(_privileges("4"), _buys("P4", 200)) is None
    assert _told(_privileges("4"), _buys("P4", 0)) == "P4 costs 200 at most, not 0"
    assert _told(_privileges("4"), _buys("P4", 1), _buys("P4", 1, "A")) == "P4 is not for sale"
    assert _told(_privileges("2"), _buys("P7", 1)) == "P7 is not for sale"
    assert _told(_privileges("5"), _buys("P4", 1)) == "P4 is not for sale"


def test_the_face_of_pioneer_2_is_chosen_before_anything_else_is_done() -> None:
    laid, tender = _of("N", "run_routes", routes=[]), _of("N", "special_buy", **TENDER)
    assert _told(_privileges("3"), _buys("P2", 1), tender, laid) == "N has to choose 2 or 1+2"
    assert _told(_privileges("3"), _buys("P2", 1), _of("N", "choose", choice="1+2"), laid) is None
    assert _told(_privileges("2"), _buys("P2", 1, "MZ"), _of("MZ", "choose", choice="1+2")) == "MZ has to choose 2"
    assert _told(_privileges("4"), _buys("P2", 1), laid) is None, "its train has gone"


def test_pioneers_1_and_4_are_used_by_their_company_once() -> None:
    mine, opens = _of("P1", "lay_tile", "company", hex="C23"), _of("P4", "choose_ability", "company", choice="H12")
    assert _told(_privileges("3"), mine) == "no company has P1"
    assert _told(_privileges("3"), _buys("P1", 1), mine, mine) == "no company has P1"
    assert _told(_privileges("3"), _buys("P1", 1), {**mine, "hex": "J24"}) == "pioneer 1 builds nothing on J24"
    assert _told(_privileges("3"), opens) == "no company has P4"
    assert _told(_privileges("3"), _buys("P4", 1), opens, {**opens, "choice": "D12"}) == "no company has P4"


def test_a_company_has_one_tender_and_there_are_five() -> None:
    bought, choice = _of("N", "special_buy", **TENDER), _of("N", "choose", choice="0")
    others = [_of(company, "special_buy", **TENDER) for company in ("A", "MCP", "CRB", "ZPB", "FdLR")]
    assert _told(_privileges("2"), choice) == "N has no tender"
    assert _told(_privileges("2"), bought, choice) is None
    assert _told(_privileges("2"), bought, bought) == "N has a tender"
    assert _told(_privileges("2"), bought, *others) == "nobody sells a tender of pioneer 5"
    assert _told(_privileges("5"), bought) == "nobody sells a tender of pioneer 5"
    assert _told(_privileges("2"), _of("N", "special_buy", **OF_THE_BANK)) == "there is no tender in the market"
    assert _told(_privileges("2"), _buys("P5", 1), _of("A", "special_buy", **OF_THE_BANK)) is None
    assert _told(_privileges("2"), _buys("P5", 1), others[0]) == "nobody sells a tender of pioneer 5"


def test_trains_of_pioneers_run_for_whoever_has_them() -> None:
    run = _of("N", "run_routes", routes=[{"train": "2-0", "hexes": []}])
    assert _told(_privileges("3"), run) == "N has no train 2-0"
    assert _told(_privileges("3"), _buys("P2", 1), _of("N", "choose", choice="2"), run) is None


# ------------------------------------------------------------------------------------- passes, stations and objectives


def test_a_pass_is_opened_once_by_a_major_from_phase_3_on() -> None:
    opens = _of("N", "choose", choice="H12")
    assert _told(_privileges("2"), opens) == "H12 is no pass that can be opened"
    assert _told(_privileges("3"), opens, {**opens, "choice": "D12"}) == "N opens no pass"
    assert _told(_privileges("3"), {**opens, "entity": "MZ"}) == "MZ opens no pass"
    again = _privileges("3")
    assert again.look(opens, "N", True) is None
    assert again.look(opens, "N", True) == "H12 is no pass that can be opened"


def _places(hex_id: str, company: str = "N") -> Said:
    return _of(company, "place_token", city=f"{hex_id}-0-0", slot=0)


def test_each_objective_brings_one_station() -> None:
    reached = _of("N", "destination_connection", corporations=["N"])
    to_the_sea = _of("N", "run_routes", routes=[{"train": "3-0", "hexes": ["E33", "F34"]}])
    to_lisbon = _of("N", "run_routes", routes=[{"train": "3-0", "hexes": ["B26", "A25"]}])
    assert _told(_privileges("3"), _places("E29"), _places("E21")) == "N places a second station"
    for objectives, stations in (((), 1), ((reached,), 2), ((to_the_sea, to_lisbon, to_lisbon), 3)):
        privileges = _privileges("3")
        for action in objectives:
            privileges.look(action, "N", False)
        told = [privileges.look(_places(f"E{2 * number + 1}"), "N", True) for number in range(stations + 1)]
        assert told == [None] * stations + ["N has no station left"]
    assert _told(_privileges("3"), reached, reached) == "N has no destination to reach"
    assert _told(_privileges("3"), _of("MZ", "destination_connection", corporations=["MZ"])) is not None
    assert _told(_privileges("3"), _places("D6", "CFEA"), _places("D6", "CFEA")) == "CFEA has its base"


# ------------------------------------------------------------------------------------------------- minors and trains


def test_a_southern_major_absorbs_a_minor_that_has_had_a_turn() -> None:
    turn, merge = _of("MZ", "pass"), _of("N", "merge", corporation="MZ")
    kept = _of("N", "choose", choice="charter")
    assert _told(_privileges("3"), merge) == "N cannot absorb MZ"
    assert _told(_privileges("2"), turn, merge) == "N cannot absorb MZ"
    assert _told(_privileges("3"), turn, {**merge, "entity": "FdLR"}) == "FdLR cannot absorb MZ"
    assert _told(_privileges("3"), turn, merge, _of("N", "pass")) == "N has to choose map or charter"
    assert _told(_privileges("3"), turn, merge, kept, merge) == "N cannot absorb MZ"
    assert _told(_privileges("3"), turn, merge, kept, turn) == "MZ is not in the game any more"
    swapped = _of("N", "choose", choice="map")
    assert _told(_privileges("3"), _places("E29"), turn, merge, swapped) == "N has no station left"
    assert _told(_privileges("5"), turn) == "MZ is not in the game any more"


def test_what_a_minor_has_goes_on() -> None:
    turn, merge = _of("MZ", "pass"), _of("N", "merge", corporation="MZ")
    kept, mine = _of("N", "choose", choice="charter"), _of("P1", "lay_tile", "company", hex="C23")
    assert _told(_privileges("3"), turn, _buys("P1", 1, "MZ"), merge, kept, mine) is None
    tenders = (_of(company, "special_buy", **TENDER) for company in ("MZ", "N"))
    on_sale = _of("A", "special_buy", **OF_THE_BANK)
    assert _told(_privileges("3"), turn, *tenders, merge, kept, on_sale) is None


def test_what_is_recycled_is_out_of_the_game() -> None:
    joined = _of("N", "combined_trains", base="4-0", additional_train="2-0", additional_train_variant="1+2")
    assert _told(_privileges("3"), joined) == "a 2 cannot be recycled"
    assert _told(_privileges("4"), joined) is None
    assert _told(_privileges("4"), {**joined, "additional_train": "3-0"}) == "a 3 cannot be recycled"
    assert _told(_privileges("8"), {**joined, "additional_train": "5-0"}) == "a 5 cannot be recycled"
    assert _told(_privileges("4"), {**joined, "additional_train_variant": "2+3"}) == "a 2 has no face 2+3"
    assert _told(_privileges("4"), {**joined, "entity": "MZ"}) == "MZ combines no trains"


def test_only_what_is_above_the_limit_is_given_up() -> None:
    given = _of("N", "discard_train", train="3-0")
    for bought, told in ((3, "N has 3 trains, no more than 3"), (4, None)):
        privileges = _privileges("4")
        privileges.limits.owner = {f"3-{number}": "N" for number in range(bought)}
        assert _told(privileges, given) == told


def test_there_is_no_dividend_without_earnings_and_none_is_left_out() -> None:
    for earned, after in ((0, "dividend"), (80, "buy_train")):
        reader = _reader()
        assert reader.sales is not None
        reader.sales.number = 7
        route = {"train": "", "connections": [], "hexes": [], "revenue": earned, "revenue_str": ""}
        reader.read(_of("N", "pass", id=1))
        reader.read(_of("N", "run_routes", id=2, routes=[route]))
        with pytest.raises(NotAccepted, match="earned nothing" if after == "dividend" else "has not decided"):
            reader.read(_of("N", after, id=3, kind="payout", train="2-1", price=100, variant="2"))


def test_the_income_of_a_lonely_company_may_come_unseen() -> None:
    """Players who can do nothing are not asked: its next turn begins without a word. Where another one has operated,
    that one's turn would have been seen."""
    for others, told in ((set[str](), None), ({"N"}, "CM has 0 at most and pays 11")):
        reader = _reader()
        reader.treasuries.companies = others
        reader.treasuries.owned["CM"] = 1
        assert reader.treasuries.look(_buys("P3", 11, "CM"), False, None) == told


def test_a_round_without_companies_goes_by_unseen() -> None:
    """Where only minors have operated, and an export may have closed them, whoever has passed may pass again."""
    for company, bought, passes_again in (("MZ", "234", True), ("N", "234", False), ("MZ", "23", False)):
        reader = _reader()
        reader.sales = None
        reader.depot.bought = {card for card in reader.depot.pile if card.rpartition("-")[0] in bought}
        reader.read(_of(company, "pass", id=1))
        passes = {"type": "pass", "entity": 1, "entity_type": "player", "id": 2}
        reader.read(passes)
        if passes_again:
            reader.read(passes)
        else:
            with pytest.raises(NotAccepted, match="has passed"):
                reader.read(passes)


# ------------------------------------------------------------------------------------------------------- whole games


def _parts(game: Said) -> Iterator[tuple[list[Said], int, Said]]:
    """Every action with the list in which it stands, also of those that were added to another."""
    for at, action in enumerate(game["actions"]):
        yield game["actions"], at, action
        for number, added in enumerate(action.get("auto_actions") or ()):
            yield action["auto_actions"], number, added


def _is_opening(action: Said) -> bool:
    return action["type"] == "choose" and action["choice"] in ("D12", "H12", "J10", "L8")


TWICE: dict[str, Callable[[Said], bool]] = {
    "has a tender": lambda action: action["type"] == "special_buy",
    "opens no pass": _is_opening,
    "has no destination to reach": lambda action: action["type"] == "destination_connection",
    "cannot absorb|has to choose": lambda action: action["type"] == "merge",
    "is asked about": lambda action: action["type"] == "bid",
    "is not for sale": lambda action: action["type"] == "buy_company" and action["company"] != "P2",
    "earned nothing": lambda action: action["type"] == "dividend",
}
LEFT_OUT: dict[str, Callable[[Said], bool]] = {
    "passes its dividend|has not decided": lambda action: action["type"] == "dividend",
    "has to choose 2 or 1": lambda action: action["type"] == "choose" and action["choice"] == "1+2",
    "has to choose map": lambda action: action["type"] == "choose" and action["choice"] in ("map", "charter"),
    "is asked about": lambda action: action["type"] == "bid",
}


@pytest.mark.parametrize("why", TWICE)
def test_what_happens_twice_spoils_a_game(why: str) -> None:
    game = json.loads(read(games_at_random("18ESP")[1].log))
    place, at, action = next(part for part in _parts(game) if TWICE[why](part[2]))
    place.insert(at + 1, {**action, "auto_actions": []})
    with pytest.raises(NotAccepted, match=why):
        accept(game)


@pytest.mark.parametrize("why", LEFT_OUT)
def test_what_is_left_out_spoils_a_game(why: str) -> None:
    game = json.loads(read(games_at_random("18ESP")[1].log))
    place, at, _ = next(part for part in _parts(game) if LEFT_OUT[why](part[2]))
    del place[at]
    with pytest.raises(NotAccepted, match=why):
        accept(game)
