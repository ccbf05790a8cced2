"""[VIII.9] A larger company takes over a smaller one."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import POOL, SCRAP
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t18cz.acquisition import FlipTrain, KeepTrain, ScrapTrain
from ferrovia.titles.t18cz.locals import SellLocal
from ferrovia.titles.t18cz.phases import ReturnTrain
from support.tables import asked
from titles.t18cz.answers import (
    AGREE,
    NO_ACQUISITION,
    NO_TRAIN,
    REJECT,
    acquire,
    buy_local,
    card,
    flip,
    keep,
    place,
    purple,
    remove,
    scrap,
    sell_local,
    start,
)
from titles.t18cz.tables import (
    CzTable,
    a_table,
    books_of,
    certificates,
    kinds_offered,
    markers,
    money,
    offers_of,
    owner_of,
    share_price,
    stations_of,
    the_offer,
    tile_on,
    trains_with,
    why,
)

rule = pytest.mark.rule


# -------------------------------------------------------------------------------------------------------- recorded ones


@rule("VIII.9.2", "VIII.9.4", "VIII.9.5", "VIII.9.6", "VIII.9.9")
def test_g11_a_medium_company_buys_a_small_one() -> None:
    """ATE pays 194 to the director only and gets money, a local, stations and a marker; both 2a are scrapped."""
    table = a_table(profile="site").phase("e").tiles("B9 8865/5, E12 8891/1, E16 57/1")
    table.has("ATE", price=80, held="B60", cash=340, trains="3+3e", stations="B9")
    table.has("BCB", price=65, held="A50", cash=105, trains="2a 2a", stations="E16 E12.2").locals(BCB="S2").cash(A=0)
    game = table.turn_of("ATE", "acquire").game().play(acquire("BCB", 97))
    assert (money(game, "A"), money(game, "ATE"), money(game, "BCB")) == (194, 251, 0)
    assert why(game, flip(game, "2a")) == ("flip-face", "VIII.9.7")
    game = game.play(scrap(game, "2a")).play(scrap(game, "2a", 1))
    assert (stations_of(game, "ATE"), markers(game, "ATE")) == ("B9.0 E12.2 E16.0", 3)
    assert (trains_with(game, "ATE"), trains_with(game, POOL), owner_of(game, "S2")) == ("3+3e", "", "ATE")
    assert "BCB" not in game.state.prices
    assert {owner_of(game, f"BCB_{n}") for n in range(3)} == {SCRAP}
    placing = CzTable.on(game).tiles("C8 8863/3, C10 4/1").turn_of("ATE", "station").game()
    assert money(placing.play(place("C8.0")), "ATE") == 151


@rule("VIII.9.7")
def test_g12_trains_are_turned_over() -> None:
    """BTE buys EKJ at 80 and turns two 2b into 2+2b for 10 each: 350 - 160 + 15 - 20."""
    table = a_table(profile="site").phase("d").has("BTE", price=80, held="B60", cash=350, stations="D3")
    table.has("EKJ", price=55, held="A50", cash=15, trains="2b 2b", stations="D5")
    game = table.turn_of("BTE", "acquire").game().play(acquire("EKJ", 80))
    game = game.play(flip(game, "2b")).play(flip(game, "2b", 1))
    assert (money(game, "BTE"), trains_with(game, "BTE")) == (185, "2+2b 2+2b")


@rule("VIII.9.5", "VIII.6.4", "VIII.9.7")
def test_g13_two_stations_in_one_city() -> None:
    """Ug and KFN both stand in G24: one marker returns. Two 2+2 are scrapped, a 3 becomes a 3E for 130."""
    table = a_table(profile="site").phase("e").tiles("I24 8894/2, G24 14/0, G20 621/1")
    table.has("Ug", price=100, held="B50", cash=960, stations="I24 G24")
    table.has("KFN", price=75, held="A40", floated=True, cash=50, trains="2+2c 2+2c 3d", stations="G20 G24")
    game = table.turn_of("Ug", "acquire").game().play(acquire("KFN", 110))
    game = game.play(scrap(game, "2+2c")).play(scrap(game, "2+2c", 1)).play(flip(game, "3d"))
    assert (stations_of(game, "Ug"), markers(game, "Ug")) == ("G20.0 G24.0 I24.0", 2)
    assert (money(game, "Ug"), trains_with(game, "Ug")) == (660, "3Ed")


@rule("VIII.9.3", "VIII.9.4", "VIII.9.2")
def test_g14_the_lowest_price() -> None:
    """PR buys NWB at 29: 58 for 40 %, 29 for 20 %, nothing for the bank's 40 %; then a 3+3 becomes a 3E for 70."""
    table = a_table(profile="site").phase("e").has("PR", price=100, held="C50", cash=870)
    table.has("NWB", price=58, held="A40 B20", cash=40, trains="3+3d", stations="E12").cash(A=0, B=0)
    game = table.turn_of("PR", "acquire").game().play(acquire("NWB", 29))
    assert (money(game, "A"), money(game, "B"), money(game, "PR")) == (58, 29, 823)
    assert money(game.play(flip(game, "3+3d")), "PR") == 753


# ------------------------------------------------------------------------------------------------------------- the deal


@rule("VIII.9.3")
@pytest.mark.parametrize(
    ("price", "least", "most"), [(75, 38, 112), (65, 33, 97), (58, 29, 87), (45, 23, 67), (40, 20, 60)]
)
def test_c47_price_bounds(price: int, least: int, most: int) -> None:
    """Half to one and a half times the market price, whole K."""
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=1000).has("EKJ", price=price, held="A50")
    game = table.turn_of("SX", "acquire").game()
    span = the_offer(game, acquire("EKJ", least)).amount
    assert span is not None
    assert (span.low, span.high) == (least, most)
    assert why(game, acquire("EKJ", least - 1)) == ("acquire-price", "VIII.9.3")
    assert why(game, acquire("EKJ", most + 1)) == ("acquire-price", "VIII.9.3")


@rule("VIII.9.4")
def test_c48_without_the_money_of_the_other() -> None:
    """Five shares at 40 take the whole treasury of 200, 41 are refused; then 500 come in."""
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=200)
    table.has("KFN", price=80, held="A60 B40", cash=500, stations="G20").cash(A=0, B=0)
    game = table.turn_of("SX", "acquire").game()
    assert why(game, acquire("KFN", 41)) == ("acquire-money", "VIII.9.4")
    span = the_offer(game, acquire("KFN", 40)).amount
    assert span is not None
    assert (span.low, span.high) == (40, 40)
    done = game.play(acquire("KFN", 40))
    assert (money(done, "SX"), money(done, "A"), money(done, "B")) == (500, 120, 80)


@rule("VIII.9.1")
def test_c52_consent() -> None:
    """B's director refuses 60: nothing happens. 70 are accepted."""
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=500)
    table.has("EKJ", price=70, held="B50", trains="2a", stations="D5").cash(B=0)
    game = table.turn_of("SX", "acquire").game()
    asking = game.play(acquire("EKJ", 60))
    assert (asked(asking).who, asked(asking).about.key) == ("B", "consent-company")
    assert asked(asking).about.params["amount"] == 60
    assert why(asking, AGREE, by="A") == ("director-decides", "VIII.1.2")
    refused = asking.play(REJECT)
    assert refused == game
    done = game.play(acquire("EKJ", 70)).play(AGREE)
    assert (money(done, "B"), money(done, "SX"), trains_with(done, "SX")) == (140, 360, "2a")


@rule("VIII.9.1")
def test_one_director_needs_no_consent_and_the_site_asks_nobody() -> None:
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=500).has("EKJ", price=70, held="A50")
    assert table.turn_of("SX", "acquire").game().play(acquire("EKJ", 70)).state.closed == ("EKJ",)
    site = (
        a_table(profile="site").phase("d").has("SX", price=100, held="A50", cash=500).has("EKJ", price=70, held="B50")
    )
    assert site.turn_of("SX", "acquire").game().play(acquire("EKJ", 70)).state.closed == ("EKJ",)


@rule("VIII.9.1")
def test_only_smaller_active_companies() -> None:
    """A medium one buys small ones, a large one small and medium ones, a small one none; unfloated ones cannot be."""
    table = a_table().phase("d").has("KFN", price=100, held="A60", cash=500).has("BN", price=80, held="A60")
    table.has("SX", price=90, held="A50").has("EKJ", price=70, held="A50", trains="2a").has("NWB", price=60, held="A40")
    game = table.turn_of("KFN", "acquire").game()
    assert why(game, acquire("BN", 80)) == ("acquire-smaller", "VIII.9.1")
    assert why(game, acquire("SX", 80)) == ("acquire-smaller", "VIII.9.1")
    assert why(game, acquire("NWB", 60)) == ("acquire-active", "VIII.9.1")
    assert why(game, acquire("MW", 60)) == ("acquire-active", "VIII.9.1")
    assert {a.company for a in offers_of(game, type(acquire("EKJ", 1)))} == {"EKJ"}
    assert asked(table.turn_of("EKJ", "acquire").game()).about.key == "buy-trains"
    large = table.treasury(SX=500).turn_of("SX", "acquire").game()
    assert {a.company for a in offers_of(large, type(acquire("EKJ", 1)))} == {"KFN", "BN", "EKJ"}


@rule("VIII.9.1", "VIII.9.9", "VIII.9.10")
def test_several_one_after_the_other() -> None:
    """Far away and without any route; the money of the first pays for the second; certificates are gone."""
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=100).tiles("A8 8896/4").stations(SX="A8")
    table.has("EKJ", price=50, held="A50", cash=300, trains="2a", stations="D5")
    table.has("VBW", price=50, held="A50 B25", cash=20, stations="I10").cash(A=0, B=0)
    before = table.turn_of("SX", "acquire").game()
    game = before.play(acquire("EKJ", 50))
    assert asked(game).about.key == "decide-on-train"
    game = game.play(scrap(game, "2a")).play(acquire("VBW", 75))
    assert money(game, "SX") == 100 - 100 + 300 - 225 + 20
    assert (certificates(before, "A"), certificates(game, "A"), certificates(game, "B")) == (6, 4, 0)
    assert asked(game).about.key == "buy-trains"


@rule("VIII.9.9", "VII.3.4")
def test_a_closed_company_does_not_come_back() -> None:
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=500, trains="3Ed")
    table.has("EKJ", price=70, held="A50", stations="D5")
    game = table.turn_of("SX", "acquire").game().play(acquire("EKJ", 70))
    again = CzTable.on(game).stock_round(6, "A").game()
    assert why(again, start("EKJ", 50)) == ("start-once", "VII.3.4")


@rule("VIII.9.1", "VIII.6.6", "VIII.2 ¶2")
def test_c53_not_yet_operated() -> None:
    """EKJ never operates, its home is free for others, its whole capital and three markers go to SX."""
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=500, trains="3Ed", operated=True)
    table.has("EKJ", price=60, held="A50", cash=240).has("BTE", price=50, held="B60", trains="2+2c", stations="D3")
    game = table.tiles("D3 57/1, D5 57/1").turn_of("SX", "acquire").game().play(acquire("EKJ", 60))
    assert (money(game, "SX"), markers(game, "SX"), stations_of(game, "SX")) == (500 - 120 + 240, 2 + 3, "")
    game = game.play(NO_ACQUISITION).play(NO_TRAIN)
    assert asked(game).about.params["company"] == "BTE"
    placing = CzTable.on(game).treasury(BTE=100).turn_of("BTE", "station").game()
    assert stations_of(placing.play(place("D5.0")), "BTE") == "D3.0 D5.0"


# ------------------------------------------------------------------------------------------------------------- stations


@rule("VIII.9.5", "VIII.6.4")
@pytest.mark.parametrize(("gone", "kept"), [("E12.2", "E12.0"), ("E12.0", "E12.2")])
def test_c74_two_cities_of_praha(gone: str, kept: str) -> None:
    """One of the two stations is removed, at the director's choice, and becomes a marker of 100."""
    table = a_table().phase("e").tiles("E12 8891/1").has("BTE", price=100, held="A60", cash=500, stations="D3 E12.0")
    table.has("BCB", price=60, held="A50", stations="D17 E12.2")
    game = table.turn_of("BTE", "acquire").game().play(acquire("BCB", 60))
    assert (asked(game).who, asked(game).about.key) == ("A", "remove-station")
    assert why(game, remove("D17.0")) == ("station-doubled", "VIII.9.5")
    done = game.play(remove(gone))
    assert stations_of(done, "BTE") == f"D17.0 D3.0 {kept}"
    assert (markers(done, "BTE"), books_of(done).gained_markers) == (1 + 1 + 1, {"BTE": 2})


# --------------------------------------------------------------------------------------------------------------- trains

FLIPS = [
    ("M", "3c", "2+2c", 0),
    ("M", "4e", "3+3e", 0),
    ("M", "2b", "2+2b", 10),
    ("M", "3d", "3+3d", 60),
    ("M", "4f", "4+4f", 150),
    ("M", "5g", "4+4g", 50),
    ("M", "5h", "5+5h", 150),
    ("L", "3d", "3Ed", 130),
    ("L", "4e", "3Ee", 0),
    ("L", "4f", "4Ef", 100),
    ("L", "5g", "4Eg", 0),
    ("L", "5h", "5Eh", 350),
    ("L", "5i", "6Ei", 450),
    ("L", "5j", "8Ej", 650),
    ("L", "3+3d", "3Ed", 70),
    ("L", "3+3e", "3Ee", 70),
    ("L", "4+4f", "4Ef", 0),
    ("L", "4+4g", "4Eg", 0),
    ("L", "5+5h", "5Eh", 200),
    ("L", "5+5i", "6Ei", 300),
    ("L", "5+5j", "8Ej", 500),
]


def with_train(size: str, face: str, *, rusted: str = "", cash: int = 2000, own: str = "") -> Game:
    """A medium or large company has just acquired a smaller one with this train."""
    medium = "+" in face
    buyer, target = ("BTE", "EKJ") if size == "M" else ("SX", "KFN" if medium else "EKJ")
    table = a_table().phase("f").has(buyer, price=100, held="A60", cash=cash, trains=own)
    table.has(target, price=60, held="A60" if medium else "A50", trains=face).rusted(rusted)
    return table.turn_of(buyer, "acquire").game().play(acquire(target, 30))


@rule("VIII.9.7")
@pytest.mark.parametrize(("size", "before", "after", "cost"), FLIPS)
def test_c49_flip_costs(size: str, before: str, after: str, cost: int) -> None:
    """The difference of the prices, nothing if the new face is not dearer."""
    game = with_train(size, before)
    buyer = "BTE" if size == "M" else "SX"
    done = game.play(flip(game, before))
    assert (trains_with(done, buyer), money(game, buyer) - money(done, buyer)) == (after, cost)


@rule("VIII.9.7")
@pytest.mark.parametrize(("size", "face"), [("M", "2a"), ("L", "2b"), ("L", "3c"), ("L", "2+2c"), ("L", "2+2b")])
def test_c49_without_such_a_face_no_flip(size: str, face: str) -> None:
    game = with_train(size, face)
    assert why(game, flip(game, face)) == ("flip-face", "VIII.9.7")


@rule("VIII.9.7", "VIII.12 discard 1")
def test_c49_not_to_a_face_that_has_rusted() -> None:
    game = with_train("L", "4e", rusted="3E")
    assert why(game, flip(game, "4e")) == ("flip-face", "VIII.9.7")
    assert kinds_offered(game) == {KeepTrain, ScrapTrain}


@rule("VIII.9.7")
def test_a_flip_is_paid_from_the_treasury() -> None:
    game = with_train("L", "5h", cash=60 + 349)
    assert why(game, flip(game, "5h")) == ("flip-cost", "VIII.9.7")
    assert kinds_offered(with_train("L", "5h", cash=60 + 350)) == {KeepTrain, FlipTrain, ScrapTrain}


def taken_over_with(local: str) -> Game:
    """SX has just acquired EKJ with a train 5h and a local, and has one K too little to turn the train over."""
    table = a_table().phase("f").has("SX", price=100, held="A60", cash=60 + 349).round(6)
    table.has("EKJ", price=60, held="A50", trains="5h", stations="D5").tiles("D5 57/1").locals(EKJ=local, B="S6")
    return table.turn_of("SX", "acquire").game().play(acquire("EKJ", 30))


@rule("VIII.3 ¶2", "IV.1.8", "VIII.9.7")
def test_a_local_that_came_along_is_sold_to_pay_for_a_flip() -> None:
    """At any moment of the turn: so also between the parts of an acquisition."""
    game = taken_over_with("S1")
    assert why(game, flip(game, "5h")) == ("flip-cost", "VIII.9.7")
    game = game.play(sell_local("S1"))
    assert (money(game, "SX"), owner_of(game, "S1")) == (349 + 65, SCRAP)
    done = game.play(flip(game, "5h"))
    assert (money(done, "SX"), trains_with(done, "SX")) == (64, "5Eh")


@rule("VIII.3 ¶2", "IV.1.6.a", "IV.1.4")
def test_locals_are_used_and_bought_while_trains_are_decided_on() -> None:
    """A purple tile on the hex of a station that has just come along; B is asked for another local."""
    game = taken_over_with("S1")
    assert tile_on(game.play(purple("S1", "D5 15p/1")), "D5") == "15p/1"
    asking = game.play(buy_local("S6", 5))
    assert (asked(asking).who, asked(asking).about.key) == ("B", "consent-local")
    bought = asking.play(AGREE)
    assert (owner_of(bought, "S6"), asked(bought).about.key) == ("SX", "decide-on-train")


@rule("VIII.12 discard 1", "VIII.9.7")
def test_c50_a_flip_rusts() -> None:
    """Phase f, no 4+4 sold so far: turning a 4 into a 4+4 for 150 ends all 2+2 at once; the phase stays."""
    table = a_table().phase("f").has("BTE", price=100, held="A60", cash=500, trains="2+2c", stations="D3")
    table.has("EKJ", price=60, held="A50", trains="4f").has("KFN", price=50, held="B60", trains="2+2b").trains(
        pool="2+2c"
    )
    game = table.turn_of("BTE", "acquire").game().play(acquire("EKJ", 30))
    done = game.play(flip(game, "4f"))
    assert (trains_with(done, "BTE"), trains_with(done, "KFN"), trains_with(done, POOL)) == ("4+4f", "", "")
    assert (done.state.phase, books_of(done).rusted) == ("f", ("2+2",))


@rule("VIII.9.6", "VIII.9.7", "VIII.10.1")
def test_a_flip_that_frees_its_own_place() -> None:
    """Phase f, two 2+2 of two: turning the 4 that came along into a 4+4 ends both; keeping it as a 4 has no place."""
    table = a_table().phase("f").has("KFN", price=100, held="A60", cash=500, trains="2+2b 2+2c", stations="D3")
    table.has("EKJ", price=60, held="A50", trains="4f")
    game = table.turn_of("KFN", "acquire").game().play(acquire("EKJ", 30))
    assert why(game, keep(game, "4f")) == ("keep-within-limit", "VIII.10.1")
    done = game.play(flip(game, "4f"))
    assert trains_with(done, "KFN") == "4+4f"


@rule("VIII.10.2", "VIII.10.3")
@pytest.mark.parametrize(("profile", "refusal"), [("rulebook", ("keep-last-place", "VIII.10.2")), ("site", None)])
def test_the_last_place_is_not_filled_with_what_came_along(profile: str, refusal: tuple[str, str] | None) -> None:
    """SX has two small trains of three and none of its size: a 4 that came along may not take the last place."""
    table = a_table(profile=profile).phase("f")
    table.has("SX", price=100, held="A50", cash=500, trains="4e 4e", operated=True)
    table.has("EKJ", price=60, held="A50", trains="4f")
    game = table.turn_of("SX", "acquire").game().play(acquire("EKJ", 30))
    if refusal is None:
        assert game.why_not(keep(game, "4f")) is None
    else:
        assert why(game, keep(game, "4f")) == refusal
        assert game.why_not(scrap(game, "4f")) is None


@rule("VIII.9.6", "VIII.9.8", "VIII.10.1")
def test_c51_limit() -> None:
    """Phase i, three trains of three: the 5 that came along must go; own trains cannot go instead."""
    table = a_table().phase("i").has("SX", price=100, held="A50", cash=2000, trains="5Eh 4Ef 3Ee")
    table.has("EKJ", price=60, held="A50", trains="5h")
    game = table.turn_of("SX", "acquire").game().play(acquire("EKJ", 30))
    assert why(game, keep(game, "5h")) == ("keep-within-limit", "VIII.10.1")
    assert why(game, flip(game, "5h")) == ("keep-within-limit", "VIII.10.1")
    own = card(game, table.company("SX"), "3Ee")
    assert why(game, ScrapTrain(own)) == ("train-came-along", "VIII.9.8")
    assert why(game, FlipTrain(own)) == ("train-came-along", "VIII.9.8")
    done = game.play(scrap(game, "5h"))
    assert (trains_with(done, "SX"), trains_with(done, POOL)) == ("5Eh 4Ef 3Ee", "")


@rule("VIII.9.7", "VIII.10.1")
def test_the_site_flips_without_a_place_and_asks_for_the_surplus_later() -> None:
    """After the last acquisition, before trains are bought; an old train may go, and a local may be sold before."""
    table = a_table(profile="site").phase("c").locals(NWB="M5")
    table.has("NWB", price=60, held="A60", cash=300, trains="3c 2b 2+2c", stations="E12", operated=True)
    table.has("OFE", price=40, held="B50", cash=0, trains="2b", stations="C26")
    game = table.turn_of("NWB", "acquire").game().play(acquire("OFE", 40))
    mine, bought = [train for train, owned in game.state.trains.items() if owned.face == "2b" and owned.owner == "NWB"]
    assert game.why_not(KeepTrain(bought)) is not None
    over = game.play(FlipTrain(bought))
    assert trains_with(over, "NWB") == "3c 2b 2+2c 2+2b"
    assert kinds_offered(over) == {ReturnTrain, SellLocal}
    done = over.play(sell_local("M5")).play(ReturnTrain(mine))
    assert (trains_with(done, "NWB"), trains_with(done, POOL)) == ("3c 2+2c 2+2b", "2b")
    assert EndTrains in kinds_offered(done)


@rule("VIII.9.6", "VIII.9.8")
def test_trains_without_a_decision_yet_are_no_surplus() -> None:
    """Two own trains and three that came along, limit 3: a flip asks nobody to return a train to the pool."""
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=2000, trains="3Ed 2a")
    table.has("EKJ", price=60, held="A50", trains="3d 3d 2b")
    game = table.turn_of("SX", "acquire").game().play(acquire("EKJ", 30))
    game = game.play(flip(game, "3d"))
    assert asked(game).about.key == "decide-on-train"
    assert kinds_offered(game) == {ScrapTrain}
    game = game.play(scrap(game, "3d")).play(scrap(game, "2b"))
    assert (trains_with(game, "SX"), trains_with(game, POOL)) == ("3Ed 2a 3Ed", "")


@rule("VIII.9.6", "VIII.9.8", "VIII.10.9")
def test_kept_trains_come_to_the_company() -> None:
    """A large company may own smaller trains; it cannot run them this turn, nor turn them over later."""
    game = with_train("L", "3d")
    done = game.play(keep(game, "3d"))
    assert (trains_with(done, "SX"), asked(done).about.key) == ("3d", "buy-trains")
    assert why(done, FlipTrain(card(done, asked(done).about.params["company"], "3d"))) == ("not-asked", "VIII.3 ¶1")


@rule("VIII.9.1")
def test_acquiring_comes_between_dividend_and_trains() -> None:
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=500, trains="3Ed", operated=True)
    table.has("EKJ", price=70, held="A50")
    game = table.turn_of("SX", "dividend", revenue=0).game()
    assert (asked(game).about.key, share_price(game, "SX")) == ("acquire", 90)
    assert asked(game.play(NO_ACQUISITION)).about.key == "buy-trains"
