"""The game for two with Vaclav (published edition), §16.1 of the rules."""

from random import Random

import pytest

from ferrovia import Game
from ferrovia.engine.chance import draw
from ferrovia.engine.record import start as start_game
from ferrovia.interop.drawing import seed_of
from ferrovia.interop.exported import Action, Exported
from ferrovia.interop.following import Following
from ferrovia.interop.t18cz import SITE
from ferrovia.model.ids import CHANCE, SCRAP
from ferrovia.rules.lots import generator
from ferrovia.titles.t18cz.locals import BuyLocal
from ferrovia.titles.t18cz.material import VACLAV
from ferrovia.titles.t18cz.title import TITLE
from ferrovia.titles.t18cz.vaclav import DrawCompany
from support.tables import asked
from titles.t18cz.answers import (
    NO_STATION,
    NO_TRACK,
    PASS,
    acquire,
    buy,
    buy_local,
    buy_train,
    company_id,
    home,
    lay,
    place,
    red,
    run,
    sell,
    trade,
)
from titles.t18cz.tables import (
    CzTable,
    a_table,
    books_of,
    box_of,
    director,
    in_bank,
    money,
    offers_of,
    percent,
    share_price,
    stations_of,
    top_card,
    trains_with,
    why,
)

rule = pytest.mark.rule

pytestmark = rule("2P")


def drawn(company: str) -> DrawCompany:
    return DrawCompany(company_id(company))


def test_c67_vaclavs_first_company() -> None:
    """A random small company at 50: half of it is Vaclav's; no money, a first a card; the rest is for the players."""
    first = start_game(TITLE, ["A", "B"])
    assert asked(first).who == CHANCE
    assert {a.company for a in offers_of(first, DrawCompany)} == {"EKJ", "BCB", "VBW"}
    assert why(first, drawn("OFE")) == ("no-such-thing", "III.3.5")
    assert why(first, drawn("BN")) == ("vaclav-draw", "2P")
    game = first.play(drawn("BCB"))
    assert asked(game).about.key == "draft"
    assert (share_price(game, "BCB"), percent(game, VACLAV, "BCB"), money(game, "BCB")) == (50, 50, 0)
    assert (trains_with(game, "BCB"), game.state.floated, director(game, "BCB")) == ("2a", ("BCB",), None)
    assert sum(train.face == "2a" and train.owner == "depot" for train in game.state.trains.values()) == 4
    table = CzTable.on(game).stock_round(1, "A").game()
    bought = table.play(buy("BCB"))
    assert (money(bought, "A"), percent(bought, "A", "BCB"), in_bank(bought, "BCB")) == (230, 25, 25)


def test_what_is_left_out_for_two() -> None:
    game = start_game(TITLE, ["A", "B"])
    box = box_of(game)
    assert not {"OFE", "MW", "KFN", "PR", "Ug"} & set(box.companies)
    assert {local.price for local in box.locals.values() if local.size == "S"} == {25, 30, 35}
    assert {local.price for local in box.locals.values() if local.size == "M"} == {40, 45, 50}
    assert {local.price for local in box.locals.values() if local.size == "L"} == {55, 60, 65}
    assert len(box.map.hexes) == len(box_of(start_game(TITLE, ["A", "B", "C"])).map.hexes) - 34
    assert not {"A22", "B19", "G20", "I24"} & set(box.map.hexes)


def two(**options: str) -> CzTable:
    return a_table("A B", **options)


def test_no_track_leads_into_hexes_that_are_left_out() -> None:
    """East of D19 nothing can be built, and Wien's red tile on I18 has one way to lie."""
    table = two().phase("d").has("BCB", price=60, held="A50", cash=100, stations="D17").tiles("D17 57/1")
    game = table.turn_of("BCB").game()
    assert why(game, lay("D19 9/1")) == ("track-on-map", "VIII.4.3.h")
    kk = two().phase("d").has("kk", price=100, held="A50", cash=1000).turn_of("kk", "home").game()
    assert {(a.hex, a.turn) for a in offers_of(kk, type(red("I18", 0)))} == {("I18", 2), ("J15", 1)}


# ------------------------------------------------------------------------------------------------------- his companies


@pytest.mark.parametrize(("letter", "face", "held"), [("b", "2b", 60), ("d", "3d", 50)])
def test_a_new_phase_brings_him_a_company(letter: str, face: str, held: int) -> None:
    """Medium with phase b, large with phase d; with its train at once."""
    table = two().phase(chr(ord(letter) - 1), top=letter).has("EKJ", price=60, held="A50", cash=900, operated=True)
    if letter == "d":
        table.has("BTE", price=60, held="vaclav60", trains="2+2c", stations="D3")
    table.has("BCB", price=50, held="vaclav50", trains="2a", stations="D17").turn_of("EKJ", "trains")
    game = table.game()
    game = game.play(buy_train(game, face))
    assert (asked(game).who, game.state.phase) == (CHANCE, letter)
    company = "NWB" if letter == "b" else "BY"
    done = game.play(drawn(company))
    assert (percent(done, VACLAV, company), money(done, company)) == (held, 0)
    assert share_price(done, company) == (60 if letter == "b" else 90)
    assert trains_with(done, company) == ("2+2b" if letter == "b" else "3Ed")
    assert books_of(done).vaclavs[-1] == company
    assert asked(done).about.params["company"] == "EKJ"


def test_g18_phase_d_at_the_end_of_a_set() -> None:
    """BCB takes the first d as 3, an L company at 90 the second as 3E, BTE the third as 3+3. Nothing is exported."""
    table = two(profile="site").phase("c", top="d").has("BCB", price=50, held="vaclav50", trains="2a", stations="E16")
    table.has("BTE", price=60, held="vaclav60", trains="2+2c", stations="D3").round(3).end_of_set()
    game = table.game()
    assert (asked(game).who, trains_with(game, "BCB")) == (CHANCE, "3d")
    done = game.play(drawn("SX"))
    assert [trains_with(done, company) for company in ("BCB", "SX", "BTE")] == ["3d", "3Ed", "3+3d"]
    assert (share_price(done, "SX"), books_of(done).vaclavs, asked(done).about.key) == (
        90,
        ("BCB", "BTE", "SX"),
        "trade",
    )
    left = [train for train in done.state.trains.values() if train.owner == "depot" and train.face == "3d"]
    assert (len(left), top_card(done)) == (1, "3d")
    old = [train.owner for train in done.state.trains.values() if train.face in ("2a", "2+2c")]
    assert set(old) == {SCRAP}


def test_the_new_trains_rust_by_their_colour_only() -> None:
    """BCB takes an e card as 4: 2s are gone, 2+2 stay."""
    table = two().phase("d", top="e").has("BCB", price=50, held="vaclav50", trains="2a", stations="D17")
    table.has("EKJ", price=60, held="A50", trains="2b", stations="D5").has("BN", price=60, held="A60", trains="2+2c")
    table.has("BTE", price=60, held="vaclav60", trains="2+2c", stations="D3")
    table.has("SX", price=90, held="vaclav50", trains="3Ed").keep(vaclavs=("BCB", "BTE", "SX"))
    game = table.round(5).end_of_set().game()
    assert [trains_with(game, c) for c in ("BCB", "BTE", "SX", "EKJ", "BN")] == ["4e", "3+3e", "3Ee", "", "2+2c"]


def test_g19_vaclavs_draw() -> None:
    """A recorded game with the digits 1616278041 and no seed: BCB, BTE, SX. Other signs of the id do not count."""
    small = start_game(TITLE, ["A", "B"], {"profile": "site"})
    medium = two(profile="site").phase("a", top="b").has("BCB", price=50, held="vaclav50", trains="2a")
    large = two(profile="site").phase("c", top="d").has("BCB", price=50, held="vaclav50", trains="2a")
    large.has("BTE", price=60, held="vaclav60", trains="2+2c")
    drawing = (small, medium.round(1).end_of_set().game(), large.round(3).end_of_set().game())
    candidates = [[offer.action.company for offer in game.offers()] for game in drawing]
    for name, settings in (("hs_1616278041", {}), ("hs_1616278041_7", {}), ("7", {"seed": 1616278041})):
        export = Exported("18CZ", {"1": "A", "2": "B"}, settings, (), name)
        numbers = generator(seed_of(export))
        assert [of_size[next(numbers) % len(of_size)] for of_size in candidates] == ["BCB", "BTE", "SX"]


# ---------------------------------------------------------------------------------------------------------- his turns


@pytest.mark.parametrize(
    ("company", "held", "stop", "track", "station"),
    [
        ("EKJ", "vaclav50", "D5.0", "A", "B"),
        ("BTE", "vaclav60", "D3.0", "B", "A"),
        ("SX", "vaclav50", "A8.0", "A", "B"),
    ],
)
def test_c68_control(company: str, held: str, stop: str, track: str, station: str) -> None:
    """Small and large: player 1 lays track, player 2 places the station; medium: the other way round."""
    game = two().phase("d").order("A B").has(company, price=60, held=held).turn_of(company, "home").game()
    assert asked(game).who == track
    game = game.play(red("A8", 4) if company == "SX" else home(stop))
    assert (asked(game).who, asked(game).about.key) == (track, "track")
    game = game.play(lay("B9 8859/0") if company == "SX" else lay(f"{stop[:-2]} 57/1"))
    game = game if asked(game).about.key == "station" else game.play(NO_TRACK)
    assert (asked(game).who, asked(game).about.key) == (station, "station")


def test_c68_terrain_and_stations_are_free() -> None:
    """Hill and river cost nothing, nor does a station."""
    table = two().phase("d").has("VBW", price=60, held="vaclav50", trains="2a", stations="I10").tiles("I10 57/1")
    game = table.turn_of("VBW").game().play(lay("I8 7/3"))
    assert money(game, "VBW") == 0
    table.tiles("I12 621/1").turn_of("VBW", "station")
    done = table.game().play(place("I12.0"))
    assert (stations_of(done, "VBW"), money(done, "VBW")) == ("I10.0 I12.0", 0)


def running(company: str, held: str) -> CzTable:
    table = two().phase("d").has(company, price=60, held=held, trains="2a", stations="I10").line("I10 I12")
    return table.has("SX", price=50, held="A50", trains="3Ed", operated=True).cash(A=0, B=0)


def test_he_runs_his_best_and_pays_out() -> None:
    """Nobody is asked about run, dividend, acquisitions or trains; no treasury ever gets anything."""
    table = running("VBW", "vaclav50 B25")
    game = table.turn_of("VBW", "station").game().play(NO_STATION)
    assert (share_price(game, "VBW"), money(game, "B"), money(game, "VBW")) == (65, 13, 0)
    assert asked(game).about.params["company"] == "SX"


def test_the_site_lets_the_players_run_his_trains() -> None:
    """Whoever lays its track enters the run; the dividend is paid by itself, and a recorded one says nothing new."""
    table = two(profile="site").phase("d").has("VBW", price=60, held="vaclav50 B25", trains="2a", stations="I10")
    table.line("I10 I12").has("SX", price=50, held="A50", trains="3Ed", operated=True).cash(A=0, B=0)
    game = table.turn_of("VBW", "run").game()
    assert (asked(game).who, asked(game).about.key) == ("A", "run")
    done = game.play(run(game, "2a: I10 I12"))
    assert (share_price(done, "VBW"), money(done, "B"), money(done, "VBW")) == (65, 13, 0)
    export = Exported("18CZ", {"1": "A", "2": "B"}, {}, (), "")
    follower = Following(SITE.follow, export, game, {"profile": "site"})
    piece = {"train": "2a-0", "connections": [["I10", "I12"]], "revenue": 50}
    by_vbw = {"entity": "VBW", "entity_type": "corporation"}
    follower.follow(Action({"type": "run_routes", **by_vbw, "routes": [piece]}))
    follower.follow(Action({"type": "dividend", **by_vbw, "kind": "payout"}))
    assert (follower.notices, share_price(follower.game, "VBW"), money(follower.game, "B")) == ([], 65, 13)


def test_without_revenue_his_company_falls() -> None:
    """A company whose train rusted does not run."""
    table = two().phase("e").has("VBW", price=60, held="vaclav50", stations="I10").has("SX", price=50, held="A50")
    game = table.turn_of("VBW", "station").game().play(NO_STATION)
    assert (share_price(game, "VBW"), asked(game).about.params["company"]) == (55, "SX")


def test_nobody_deals_with_vaclav() -> None:
    """His companies cannot be acquired, sell no trains, buy no locals."""
    table = running("VBW", "vaclav50").treasury(SX=1000).locals(A="S1")
    game = table.turn_of("SX", "acquire").game()
    assert asked(game).about.key == "buy-trains"
    assert why(game, trade(game, "VBW", "2a", 1)) == ("train-of-company", "VIII.10.6")
    table.has("EKJ", price=50, held="A50", operated=True)
    game = table.turn_of("SX", "acquire").game()
    assert why(game, acquire("VBW", 60)) == ("acquire-active", "VIII.9.1")
    his = table.turn_of("VBW", "track").game()
    assert offers_of(his, BuyLocal) == []
    assert why(his, buy_local("S1", 1)) == ("treasury-pays-local", "IV.1.4")


def test_his_shares_count_for_sold_out() -> None:
    table = two().has("VBW", price=60, held="vaclav50 A25 B25", trains="2a", stations="I10")
    game = table.stock_round(2, "B", passes=1).game().play(PASS)
    assert share_price(game, "VBW") == 63
    less = two().has("VBW", price=60, held="vaclav50 A25", trains="2a", stations="I10")
    assert share_price(less.stock_round(2, "B", passes=1).game().play(PASS), "VBW") == 60


def test_players_never_get_his_directorship() -> None:
    """Not even with as much as he has; a player's shares can always be sold."""
    table = two().phase("d").has("SX", price=90, held="vaclav50 A40").cash(A=100)
    game = table.stock_round(5, "A").game().play(buy("SX"))
    assert (percent(game, "A", "SX"), director(game, "SX")) == (50, None)
    sold = table.stock_round(5, "A").game().play(sell("SX", 4))
    assert percent(sold, "A", "SX") == 0


def test_he_is_not_ranked() -> None:
    game = two().round(13).has("VBW", price=60, held="vaclav50").end_of_set().game()
    assert game.outcome is not None
    assert {standing.player for standing in game.outcome} == {"A", "B"}


def test_chance_draws_any_of_them() -> None:
    first: Game = start_game(TITLE, ["A", "B"])
    assert {draw(first, Random(seed)).company for seed in range(40)} == {"EKJ", "BCB", "VBW"}
