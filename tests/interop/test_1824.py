"""1824: what single recorded actions mean (vectors J of the examples), and games that go out and come back the same."""

import json
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from ferrovia import Game, Record, fingerprint, new_game
from ferrovia.bots import at_random
from ferrovia.interop import export_game, import_text
from ferrovia.interop.drawing import seed_of
from ferrovia.interop.exported import Action, Exported
from ferrovia.interop.following import Following
from ferrovia.interop.t1824 import SITE
from ferrovia.interop.t1824.setup import drawn_railways
from ferrovia.model.ids import POOL, CertId, Owner
from ferrovia.titles.t1824.draft import DrawRailway
from ferrovia.titles.t1824.exchange import ExchangeCoal
from ferrovia.titles.t1824.title import TITLE
from support.tables import asked
from titles.t1824.tables import Table1824, a_table, director, money, name, percent, price, stations, trains_with

rule = pytest.mark.rule
IDS = {"A": "1", "B": "2", "C": "3", "D": "4"}


def following(table: Table1824 | Game, next_id: str = "") -> Following[Any]:
    """Somebody who follows a recorded game from a position on."""
    game = table if isinstance(table, Game) else table.game()
    export = Exported("1824", {IDS[player]: player for player in game.state.players}, {}, (), next_id)
    return Following(SITE.follow, export, game, {"profile": "site"})


def recorded(now: Following[Any], kind: str, entity: str, **said: Any) -> Game:
    by = {"entity": IDS.get(entity, entity), "entity_type": "player" if entity in IDS else "corporation"}
    now.follow(Action({"type": kind, "id": 1, **by, **said}))
    return now.game


def on_site(players: str = "A B C") -> Table1824:
    return a_table(players, profile="site")


def test_older_records_name_the_small_map_among_their_rules() -> None:
    """Now it is a title of its own."""
    settings = {"optional_rules": ["cisleithania"]}
    chosen = SITE.options(Exported("1824", IDS, settings, (), "1"))
    assert (chosen.options["scenario"], chosen.unknown_rules) == ("cisleithania", ())


def test_the_good_times_are_not_for_the_small_map() -> None:
    """[XII] What a record says of them there is told, and the game is played without."""
    for title, rules, scenario, unknown in (
        ("1824", "goods_time", "good-times", ()),
        ("1824", "goods_time, cisleithania", "cisleithania", ("goods_time",)),
        ("1824 Cisleithania", "goods_time", "cisleithania", ("goods_time",)),
    ):
        chosen = SITE.options(Exported(title, IDS, {"optional_rules": rules}, (), "1"))
        assert (chosen.options["scenario"], chosen.unknown_rules) == (scenario, unknown)


# ------------------------------------------------------------------------------------------------------------ vectors J


@rule("X.3 ¶")
def test_j1_the_draw_by_the_name_of_the_game() -> None:
    """J1: an empty seed means the digits of the name; the first pile is EOD and KK2."""
    two = new_game("1824", ["A", "B"], {"profile": "site"})
    export = Exported("1824 Cisleithania", {}, {"seed": ""}, (), "hs_mhtlzjoi_1767370988")
    assert seed_of(export) == 1767370988 % 2**31
    assert drawn_railways(seed_of(export), two.title.data) == ("EOD", "KK2")


@rule("X.5.1")
def test_j2_who_buys_in_the_draft() -> None:
    """J2: 2, 1, 1, 2, 1, 2, 2, 1."""
    game = new_game("1824", ["A", "B"], {"profile": "site"})
    game, buyers = game.play(DrawRailway(name("EOD"))).play(DrawRailway(name("SD3"))), ""
    for _ in range(8):
        buyers += IDS[asked(game).who]
        game = game.take(next(iter(game.offers())))
    assert buyers == "21121221"


@rule("VI.6.3")
def test_j3_half_of_a_directors_certificate() -> None:
    """J3: BH_0 with 10 percent is half of the 20%: the director gives it away first, as in A2."""
    now = following(on_site().open("BH", 100, "A20 B20 C20").cash(A=0).stock_round("A"))
    game = recorded(now, "sell_shares", "A", shares=["BH_0"], percent=10)
    assert (director(game, "BH"), percent(game, "A", "BH"), money(game, "A"), price(game, "BH")) == (
        "B",
        10,
        100,
        "90@3,2",
    )


@rule("VII.8.2")
def test_j4_printed_circles_are_counted_in_twos() -> None:
    """J4: E12-0-2 on printed Wien is KK1's circle; 493-0-1 is the city of three circles."""
    table = on_site().phase("4").open("SD", 120, "A60", row=0, cash=500, at="G10", trains="4")
    table.line("G10 F9 E10 E12")
    now = following(table.turn_of("SD", "station"))
    assert stations(recorded(now, "place_token", "SD", city="E12-0-2", slot=0), "SD") == "E12.1 G10.0"
    brown = on_site().phase("5").tiles("E12 499/0, E12 491/0, E12 493/0").line("G10 F9 E10 E12")
    brown.open("SD", 120, "A60", row=0, cash=500, at="G10", trains="5")
    now = following(brown.turn_of("SD", "station"))
    now.notes.tiles["493-0"] = "E12"
    assert stations(recorded(now, "place_token", "SD", city="493-0-1", slot=0), "SD") == "E12.1 G10.0"


@rule("VII.13.3")
def test_j5_a_train_is_traded_in() -> None:
    """J5: price 400 with exchange 5-2 for 6-1: the 5 is gone before the 6 takes effect."""
    table = on_site().phase("6").open("UG", 120, "A60", row=0, cash=450, at="F17.1", trains="5")
    card = next(t for t, c in table.state.trains.items() if c.owner == "UG")
    now = following(table.turn_of("UG", "trains"))
    game = recorded(now, "buy_train", "UG", train="6-1", price=400, variant="6", exchange=card)
    assert (trains_with(game, "UG"), money(game, "UG"), game.state.trains[card].owner) == ("6", 50, "scrap")


@rule("VII.5 ¶")
def test_j6_a_pass_ends_one_step() -> None:
    """J6: after a purchase it ends buying; the next action belongs to the next company."""
    table = on_site().phase("3").open("MS", 90, "A60", cash=500, at="C12", trains="3")
    table.open("BK", 80, "B60", cash=500, at="B9", trains="3")
    now = following(table.turn_of("MS", "trains"))
    game = recorded(now, "buy_train", "MS", train="3-4", price=180, variant="3")
    assert (game.where()[-1].facts.company, trains_with(game, "MS")) == ("MS", "3 3")
    game = recorded(now, "pass", "MS")
    assert (game.where()[-1].facts.company, asked(game).about.key) == ("BK", "track")


@rule("IV.2.13")
def test_j7_the_certificate_that_strayed() -> None:
    """J7: A holds MS_0 without being director; 10% of it for the price of one share, and A holds nothing; one drop."""
    table = on_site().phase("3").railway("EOD", "A", price=180, cash=60, trains="1g", at="A12").shares(MS="B B B")
    game = table.stock_round("A").game().play(ExchangeCoal(name("EOD")))
    state = game.state.copy()
    state.operated = (*state.operated, name("MS"))
    now = following(Game.at(game.title, state))
    while asked(now.game).who != "A":
        recorded(now, "pass", asked(now.game).who)
    now.notes.ledger.move(CertId("MS_0"), Owner("A"))
    before = money(now.game, "A")
    game = recorded(now, "sell_shares", "A", shares=["MS_0"], percent=10)
    assert (money(game, "A") - before, percent(game, "A", "MS"), price(game, "MS")) == (90, 0, "80@4,2")
    assert len(now.notices) == 1 and now.notices[0].startswith("action 1: the whole director's certificate of MS")


@rule("VII.11.11")
def test_surplus_trains_are_recorded_in_any_order() -> None:
    """D36: BK may answer before BH, which stands before it in the site's list."""
    table = on_site().phase("3").sold_out("3").open("SB", 60, "A60", cash=300, at="G26", trains="3 3")
    table.open("BH", 100, "C60", at="J13", trains="3 3 2g 2g").open("BK", 90, "B60", trains="3 3 2g 2g", at="B9")
    now = following(table.turn_of("SB", "trains"))
    game = recorded(now, "buy_train", "SB", train="4-0", price=280, variant="4")
    assert asked(game).who == "C"
    for company in ("BK", "BH"):
        card = next(t for t, c in now.game.state.trains.items() if c.owner == company)
        game = recorded(now, "discard_train", company, train=card)
    assert (trains_with(game, "BK"), trains_with(game, "BH")) == ("2g 2g 3", "2g 2g 3")


@rule("VII.12.6")
def test_a_part_of_a_debt_stays_a_part() -> None:
    """Also where it is all that can be repaid: what was recorded goes out again as it was."""
    table = on_site().cash(A=50).open("BK", 100, "B60")
    table.state.debt[table.player("A")] = 80
    now = following(table.stock_round("A"))
    game = recorded(now, "payoff_player_debt_partial", "A", amount=70)
    assert (money(game, "A"), game.state.debt[game.state.players[0]], type(now.record.entries[0].action).__name__) == (
        0,
        30,
        "RepayPart",
    )


@rule("X.4.2f", "VI.1 ¶")
def test_the_double_certificate_is_something_to_trade() -> None:
    """Whoever can buy or sell nothing else than that of the company without director is asked."""

    def is_asked(number: int, cash: int, holder: str) -> bool:
        table = a_table("A B", profile="site").phase("4").keep(directorless=name("MS")).priced("MS", 50, row=6)
        table.state.floated = (*table.state.floated, name("MS"))
        for cert in table.box.papers.of[name("MS")]:
            table.state.certs[cert.id] = table.player("B")
        table.state.certs[CertId("MS_0")] = Owner(holder)
        return not following(table.cash(A=cash).stock_round("A", number)).site_would_skip()

    assert [is_asked(4, 40, "A"), is_asked(4, 40, "B")] == [True, False]
    assert [is_asked(4, 100, POOL), is_asked(4, 99, POOL)] == [True, False]
    assert [is_asked(1, 100, POOL), is_asked(1, 99, POOL)] == [True, False]


@rule("XI.2.2")
def test_another_beginning_is_told() -> None:
    """Three begin with 700 there."""
    options = {"profile": "site", "scenario": "cisleithania"}
    usual, other = (
        export_game(Record.new(TITLE, ["A", "B", "C"], {**options, **cash})) for cash in ({}, {"cash-for-three": "680"})
    )
    assert "description" not in usual
    assert other["description"] == "the game began with 680 for each player, on 18xx.games it does with 700"


# ------------------------------------------------------------------------------------------------------- there and back

SET_UPS: list[tuple[int, dict[str, str]]] = [
    *((seats, {}) for seats in (2, 3, 4, 5, 6)),
    (3, {"scenario": "cisleithania"}),
    (3, {"scenario": "cisleithania", "cash-for-three": "700", "bukowina": "no"}),
    (4, {"scenario": "good-times"}),
]


@lru_cache
def played(seats: int, options: tuple[tuple[str, str], ...], seed: int) -> Record:
    random, names = Random(seed), [f"P{number}" for number in range(1, seats + 1)]
    record = Record.new(TITLE, names, dict(options))
    while record.game.ask is not None:
        record.play(at_random(record.game, random))
    return record


@pytest.mark.long
@pytest.mark.parametrize("profile", ["rulebook", "site"])
@pytest.mark.parametrize(("seats", "options"), SET_UPS, ids=str)
def test_out_and_in_again(seats: int, options: dict[str, str], profile: str) -> None:
    """Every set-up and both profiles: nothing is refused, and the last position is the same."""
    record = played(seats, tuple({**options, "profile": profile}.items()), 1)
    again = import_text(json.dumps(export_game(record)))
    assert (again.refused, again.notices) == (None, ())
    assert fingerprint(again.record.game.state) == fingerprint(record.game.state)
    assert export_game(again.record) == export_game(record)
