"""[VIII.10] [VIII.12] [VIII.13] Buying trains, phases, rusting, export."""

from collections.abc import Mapping

import pytest

from ferrovia import Game
from ferrovia.model.ids import DEPOT, POOL, FaceId
from ferrovia.rules.trains import BuyTrain, TradeTrain
from ferrovia.titles.t18cz.material import SIZES
from ferrovia.titles.t18cz.phases import ReturnTrain
from support.tables import asked
from titles.t18cz.answers import (
    AGREE,
    NO_TRAIN,
    REJECT,
    buy_local,
    buy_train,
    card,
    give_back,
    revenue,
    run,
    start,
    trade,
)
from titles.t18cz.tables import (
    CzTable,
    a_table,
    books_of,
    box_of,
    money,
    offers_of,
    share_price,
    the_offer,
    top_card,
    trains_with,
    why,
)

rule = pytest.mark.rule


def limits(game: Game) -> Mapping[str, int]:
    return box_of(game).phases[game.state.phase].limits


# -------------------------------------------------------------------------------------------------------------- rusting


def before_the_first_e() -> CzTable:
    """SX is about to buy the first e card; there are 2s with EKJ, KFN and in the pool."""
    table = a_table().phase("d", top="e").has("SX", price=100, held="A50", cash=1000, trains="3Ed", operated=True)
    table.has("EKJ", price=60, held="B50", trains="2a 3c").has("KFN", price=60, held="B60", trains="2b 2+2c")
    return table.trains(pool="2b").turn_of("SX", "trains")


@rule("VIII.12 discard 1", "VIII.12 e")
@pytest.mark.parametrize(
    ("face", "ekj", "kfn", "pool"),
    [("4e", "3c", "2+2c", ""), ("3+3e", "2a 3c", "2b 2+2c", "2b"), ("3Ee", "2a 3c", "2b 2+2c", "2b")],
)
def test_r3_rusting_by_colour(face: str, ekj: str, kfn: str, pool: str) -> None:
    """The first e: as a 4 it ends every 2, in companies and pool; as 3+3 or 3E nothing. In each case phase e begins."""
    game = before_the_first_e().game()
    done = game.play(buy_train(game, face))
    assert (trains_with(done, "EKJ"), trains_with(done, "KFN"), trains_with(done, POOL)) == (ekj, kfn, pool)
    assert (done.state.phase, limits(done)["S"]) == ("e", 2)


@rule("VIII.12 discard 2", "VIII.12 h", "VIII.13")
def test_r4_export_of_an_h_card() -> None:
    """As if 5, 5+5 and 5E were sold: 3, 2, 3+3 and 2+2 are gone, 3E stay. The first h: small companies have 1."""
    table = a_table().phase("g", top="h").has("EKJ", price=60, held="A50", trains="3c 2a")
    table.has("KFN", price=60, held="A60", trains="3+3d 2+2c").has("SX", price=90, held="A50", trains="3Ed 5g")
    game = table.round(6).end_of_set().game()
    assert [trains_with(game, company) for company in ("EKJ", "KFN", "SX")] == ["", "", "3Ed 5g"]
    assert (game.state.phase, limits(game)) == ("h", {"S": 1, "M": 2, "L": 3})
    assert (top_card(game), asked(game).about.key) == ("5h", "trade")


@rule("VIII.12 discard 2", "VIII.13")
def test_c55_export_of_an_e_card() -> None:
    """Not the first one: all 2 rust by its face 4; no medium and no large train does."""
    table = a_table().phase("e").has("EKJ", price=60, held="A50", trains="3c 2a")
    table.has("KFN", price=60, held="A60", trains="3+3d 2+2c").has("SX", price=90, held="A50", trains="3Ed")
    game = table.end_of_set().game()
    assert [trains_with(game, company) for company in ("EKJ", "KFN", "SX")] == ["3c", "3+3d 2+2c", "3Ed"]


@rule("VIII.12 discard 1")
def test_c62_a_later_face_ends_everything_older_of_its_colour() -> None:
    """No 4 was ever sold, so 2s still run in phase g; the first 5 ends 3s and 2s."""
    table = a_table().phase("g").has("EKJ", price=60, held="A50", cash=400, trains="2a")
    table.has("VBW", price=50, held="B50", trains="2b 3c")
    game = table.turn_of("EKJ", "trains").game()
    done = game.play(buy_train(game, "5g"))
    assert (trains_with(done, "EKJ"), trains_with(done, "VBW")) == ("5g", "")
    assert set(books_of(done).rusted) == {"2", "3"}


@rule("VIII.12 discard 1", "VIII.12 e", "VIII.12 f", "VIII.12 g", "VIII.12 h", "VIII.12 i", "VIII.12 j")
def test_what_each_face_ends() -> None:
    rusting = box_of(before_the_first_e().game()).numbers.rusting
    assert {kind: set(gone) for kind, gone in rusting.items()} == {
        "4": {"2"},
        "5": {"2", "3"},
        "4+4": {"2+2"},
        "5+5": {"2+2", "3+3"},
        "6E": {"3E"},
        "8E": {"3E", "4E"},
    }


@rule("VIII.12 discard 1")
def test_a_rusted_face_is_not_sold_any_more() -> None:
    """The 3+3 in the pool went with the first 5+5; a card there as a 4 cannot be bought as 3+3 either."""
    table = a_table().phase("h").rusted("2+2 3+3").has("KFN", price=60, held="A60", cash=900, trains="5+5h")
    game = table.trains(pool="4e").turn_of("KFN", "trains").game()
    assert why(game, buy_train(game, "3+3e", pool=True)) == ("face-rusted", "VIII.12 discard 1")
    assert trains_with(game.play(buy_train(game, "4e", pool=True)), "KFN") == "5+5h 4e"


# ---------------------------------------------------------------------------------------------------- phases and export


@rule("VIII.12 b", "VIII.13", "V ¶1")
def test_c54_phase_b_by_export() -> None:
    """After the first operating round the top card is the first b: phase b, medium companies can be started."""
    game = a_table().phase("a", top="b").round(1).end_of_set().game()
    assert (game.state.phase, asked(game).about.params) == ("b", {"number": 2})
    assert game.why_not(start("BN", 60)) is None
    assert len([t for t in game.state.trains.values() if t.owner == DEPOT and t.face == "2b"]) == 3


PHASES = {
    "a": ("yellow", 333),
    "b": ("yellow", 333),
    "c": ("yellow", 333),
    "d": ("green", 333),
    "e": ("green", 233),
    "f": ("green", 223),
    "g": ("brown", 223),
    "h": ("brown", 123),
    "i": ("gray", 113),
    "j": ("gray", 112),
}


@rule(*(f"VIII.12 {letter}" for letter in PHASES))
@pytest.mark.parametrize("letter", PHASES)
def test_a_phase_begins_with_the_first_card_of_its_letter(letter: str) -> None:
    """Bought, whatever its face: tiles and limits change."""
    if letter > "a":
        before = chr(ord(letter) - 1)
        table = a_table().phase(before, top=letter).has("EKJ", price=60, held="A50", cash=900, operated=True)
        game = table.turn_of("EKJ", "trains").game()
        assert game.state.phase == before
        game = game.play(buy_train(game, box_of(game).cards[top_card(game)].faces[0].name))
    else:
        game = a_table().stock_round(1).game()
    colour, limit = PHASES[letter]
    assert game.state.phase == letter
    assert box_of(game).phases[letter].colours[-1] == colour
    assert [limits(game)[size] for size in SIZES] == [int(digit) for digit in str(limit)]


@rule("VIII.12 c")
def test_a_later_card_of_a_letter_changes_nothing() -> None:
    table = a_table().phase("c").has("EKJ", price=60, held="A50", cash=900, operated=True)
    game = table.turn_of("EKJ", "trains").game()
    done = game.play(buy_train(game, "3c"))
    assert (done.state.phase, books_of(done).rusted) == ("c", ())


@rule("VIII.13", "X.1")
def test_no_export_after_the_last_round() -> None:
    """Before the last set there is one; after it the game is over."""
    game = a_table().phase("g").round(10).end_of_set().game()
    assert asked(game).about.params == {"number": 8}
    over = a_table().phase("g").round(13).end_of_set().game()
    assert (over.ask, top_card(over)) == (None, "5g")


@rule("VIII.12 discard 3", "VIII.13")
def test_c77_export_with_surplus() -> None:
    """The first h: EKJ with two 4s returns one before the stock round; VBW has lost its 3 and returns nothing."""
    table = a_table().phase("g", top="h").has("EKJ", price=60, held="A50", trains="4e 4f")
    table.has("VBW", price=50, held="B50", trains="3d 4e").round(6)
    game = table.end_of_set().game()
    assert (asked(game).who, asked(game).about.key) == ("A", "give-up-train")
    assert trains_with(game, "VBW") == "4e"
    done = game.play(give_back(game, "EKJ", "4e"))
    assert (trains_with(done, "EKJ"), trains_with(done, POOL), asked(done).about.key) == ("4f", "4e", "trade")
    later = CzTable.on(done).has("MW", price=50, held="C50", cash=300).turn_of("MW", "trains").game()
    assert money(later.play(buy_train(later, "4e", pool=True)), "MW") == 50


@rule("VIII.12 discard 3", "VIII.12 e")
def test_c56_limit_by_purchase() -> None:
    """Phase e: EKJ with three trains returns one of its choice at once; a medium company buys it as 2+2 or as 2."""
    table = a_table().phase("d", top="e").has("BTE", price=100, held="A60", cash=500, trains="2+2c", stations="D3")
    table.has("EKJ", price=60, held="B50", trains="2b 2a 3c", stations="D5").turn_of("BTE", "trains")
    game = table.game()
    game = game.play(buy_train(game, "3+3e"))
    assert (asked(game).who, {game.state.trains[a.train].face for a in offers_of(game, ReturnTrain)}) == (
        "B",
        {"2b", "2a", "3c"},
    )
    game = game.play(give_back(game, "EKJ", "2b"))
    assert (trains_with(game, "EKJ"), trains_with(game, POOL)) == ("2a 3c", "2b")
    for face, cost in (("2+2b", 80), ("2b", 70)):
        bought = game.play(buy_train(game, face, pool=True))
        assert money(game, "BTE") - money(bought, "BTE") == cost
    small = CzTable.on(game).has("VBW", price=50, held="C50", cash=100).turn_of("VBW", "trains").game()
    assert money(small.play(buy_train(small, "2b", pool=True)), "VBW") == 30
    assert why(small, buy_train(small, "2+2b", pool=True)) == ("train-suits-small", "IV.2.b")


@rule("VIII.12 discard 3", "VIII.12 f")
def test_g15_discard_and_later_rust() -> None:
    """Phase f: BTE returns a 2+2b; PR buys a 4+4: that card and BTE's other 2+2 leave the game."""
    table = a_table(profile="site").phase("e", top="f").has("PR", price=100, held="A50", cash=2000, trains="3Ed")
    table.has("BTE", price=60, held="B60", trains="2+2b 2+2b 3+3e", stations="D3").turn_of("PR", "trains")
    game = table.game()
    game = game.play(buy_train(game, "4Ef"))
    game = game.play(give_back(game, "BTE", "2+2b"))
    assert (trains_with(game, "BTE"), trains_with(game, POOL)) == ("2+2b 3+3e", "2+2b")
    game = game.play(buy_train(game, "4+4f"))
    assert (trains_with(game, "BTE"), trains_with(game, POOL)) == ("3+3e", "")


@rule("VIII.12 discard 3")
def test_c57_a_card_in_the_pool_may_be_bought_with_another_face() -> None:
    """A 5+5 of card h as 5E for 700."""
    table = a_table().phase("h").trains(pool="5+5h").has("SX", price=100, held="A50", cash=700, trains="4Ef")
    game = table.turn_of("SX", "trains").game()
    done = game.play(buy_train(game, "5Eh", pool=True))
    assert (trains_with(done, "SX"), money(done, "SX")) == ("4Ef 5Eh", 0)


@rule("VIII.12 discard 3")
def test_the_train_just_bought_may_be_the_one_returned() -> None:
    """EKJ's own purchase begins phase e and leaves it with three of two: any of the three may go."""
    table = a_table().phase("d", top="e").has("EKJ", price=60, held="A50", cash=300, trains="3c 3c", stations="D5")
    game = table.turn_of("EKJ", "trains").game()
    game = game.play(buy_train(game, "4e"))
    assert sorted(game.state.trains[a.train].face for a in offers_of(game, ReturnTrain)) == ["3c", "3c", "4e"]
    assert trains_with(game.play(give_back(game, "EKJ", "4e")), "EKJ") == "3c 3c"


@rule("VIII.12 discard 3")
def test_several_companies_return_trains_in_operating_order() -> None:
    """The site asks in the order of its list."""
    for profile, order in (("rulebook", ["VBW", "EKJ"]), ("site", ["EKJ", "VBW"])):
        table = a_table(profile=profile).phase("g", top="h").has("EKJ", price=60, held="A50", trains="4e 4f")
        table.has("VBW", price=65, held="B50", trains="4e 4f").round(6)
        game, asked_for = table.end_of_set().game(), list[str]()
        while asked(game).about.key == "give-up-train":
            asked_for.append(asked(game).about.params["company"])
            game = game.play(give_back(game, asked_for[-1], "4e"))
        assert asked_for == order


# ------------------------------------------------------------------------------------------------------- limit and duty


@rule("VIII.10.2")
def test_c58_at_the_limit() -> None:
    """One 3 of one: no 5, although it would end the 3."""
    game = a_table().phase("h").has("EKJ", price=60, held="A50", cash=900, trains="3c").turn_of("EKJ", "trains").game()
    assert why(game, buy_train(game, "5h")) == ("train-limit", "VIII.10.2")
    assert {type(offer.action) for offer in game.offers()} == {type(NO_TRAIN)}


def kfn_with_two_fours(*, pool: str = "") -> Game:
    """SX has bought the first f as 4+4: the 2+2 of KFN is gone, and its two 4s are all it may have."""
    table = a_table().phase("e", top="f").has("SX", price=100, held="A50", cash=900, trains="3Ed", operated=True)
    table.has("KFN", price=60, held="B60", cash=1000, trains="4e 4e 2+2c", stations="G20").trains(pool=pool)
    game = table.turn_of("SX", "trains").game()
    return game.play(buy_train(game, "4+4f"))


@rule("VIII.10.3", "VIII.12 f")
def test_c59_limit_exception() -> None:
    """KFN must buy a medium face although it is at its limit, then returns one of the 4s."""
    after_sx = kfn_with_two_fours()
    assert (asked(after_sx).who, trains_with(after_sx, "KFN"), trains_with(after_sx, POOL)) == ("A", "4e 4e", "")
    game = CzTable.on(after_sx).turn_of("KFN", "trains").game()
    assert why(game, NO_TRAIN) == ("train-duty", "VIII.10 ¶1")
    assert why(game, buy_train(game, "4f")) == ("train-limit", "VIII.10.2")
    bought = game.play(buy_train(game, "4+4f"))
    assert (money(bought, "KFN"), asked(bought).about.key) == (600, "give-up-train")
    assert why(bought, give_back(bought, "KFN", "4+4f")) == ("give-up-own-train", "VIII.12 discard 3")
    done = bought.play(give_back(bought, "KFN", "4e"))
    assert (trains_with(done, "KFN"), trains_with(done, POOL)) == ("4e 4+4f", "4e")
    assert why(done, buy_train(done, "4+4f")) == ("train-limit", "VIII.10.2")


@rule("VIII.10.3")
def test_c59_also_from_pool_and_from_another_company() -> None:
    after_sx = kfn_with_two_fours(pool="3+3e")
    table = CzTable.on(after_sx).has("BN", price=50, held="B60", trains="3+3d")
    game = table.turn_of("KFN", "trains").game()
    pooled = game.play(buy_train(game, "3+3e", pool=True))
    assert asked(pooled).about.key == "give-up-train"
    traded = game.play(trade(game, "BN", "3+3d", 10))
    done = traded.play(give_back(traded, "KFN", "4e"))
    assert (trains_with(done, "KFN"), trains_with(done, POOL)) == ("4e 3+3d", "3+3e 4e")


@rule("VIII.10 ¶1")
def test_c60_the_last_place() -> None:
    """With two small trains of three only an E train fits; with one, another may come first, from own money."""
    table = a_table().phase("f").has("SX", price=100, held="A50", cash=700, trains="4e 4e", operated=True)
    game = table.turn_of("SX", "trains").game()
    assert {a.face for a in offers_of(game, BuyTrain)} == {"4Ef"}
    assert why(game, buy_train(game, "4f")) == ("last-place", "VIII.10 ¶1")
    assert why(game, buy_train(game, "4+4f")) == ("last-place", "VIII.10 ¶1")
    one = a_table().phase("f").has("SX", price=100, held="A50", cash=600, trains="4e", operated=True)
    game = one.turn_of("SX", "trains").game()
    assert {a.face for a in offers_of(game, BuyTrain)} == {"4f", "4+4f", "4Ef"}
    game = game.play(buy_train(game, "4f"))
    assert {a.face for a in offers_of(game, BuyTrain)} == {"4Ef"}
    rusting = a_table().phase("f").has("SX", price=100, held="A50", cash=700, trains="2a 2b", operated=True)
    game = rusting.turn_of("SX", "trains").game()
    assert {a.face for a in offers_of(game, BuyTrain)} == {"4f", "4Ef"}, "a 4 ends both 2, so the place is left"
    assert why(game, buy_train(game, "4+4f")) == ("last-place", "VIII.10 ¶1")
    poor = a_table().phase("f").has("SX", price=100, held="A50", cash=200, operated=True).turn_of("SX", "trains").game()
    assert why(poor, buy_train(poor, "4f")) == ("pay-for-train", "VIII.10.4")


@rule("VIII.10 ¶1", "VIII.12 f")
def test_the_last_place_is_counted_under_the_limit_of_the_phase_that_the_purchase_begins() -> None:
    """The first f leaves medium companies two places, not three: KFN, with one small train, buys no small one."""
    for top, faces in (("e", {"4e", "3+3e"}), ("f", {"4+4f"})):
        table = a_table().phase("e", top=top).has("KFN", price=60, held="A60", cash=900, trains="4e", operated=True)
        game = table.turn_of("KFN", "trains").game()
        assert {a.face for a in offers_of(game, BuyTrain)} == faces
    assert why(game, buy_train(game, "4f")) == ("last-place", "VIII.10 ¶1")


@rule("VIII.10 ¶1")
def test_c60_the_site_keeps_the_last_place_too() -> None:
    """Whoever sells: the exception of [VIII.10.3] is for phase changes."""
    table = a_table(profile="site").phase("f").has("SX", price=100, held="A50", cash=700, trains="4e 4e", operated=True)
    table.has("EKJ", price=60, held="B50", trains="4f", operated=True)
    game = table.turn_of("SX", "trains").game()
    assert why(game, buy_train(game, "4f")) == ("last-place", "VIII.10 ¶1")
    assert why(game, TradeTrain(card(game, table.company("EKJ"), "4f"), 1)) == ("last-place", "VIII.10 ¶1")


@rule("VIII.10 ¶1")
def test_every_company_ends_its_turn_with_a_train_of_its_size() -> None:
    """Even without any route."""
    game = a_table().has("EKJ", price=60, held="A50", cash=240, operated=True).turn_of("EKJ", "trains").game()
    assert why(game, NO_TRAIN) == ("train-duty", "VIII.10 ¶1")
    assert game.play(buy_train(game, "2a")).why_not(NO_TRAIN) is None


@rule("VIII.10 ¶2")
def test_a_new_train_waits_for_the_next_round() -> None:
    """Bought after running: the price has fallen for want of a dividend, and only then the train is there."""
    table = a_table().has("EKJ", price=60, held="A50", cash=100, stations="D5").tiles("D5 57/1, D3 57/1")
    game = table.turn_of("EKJ", "run").game()
    assert (asked(game).about.key, share_price(game, "EKJ")) == ("buy-trains", 55)
    bought = game.play(buy_train(game, "2a"))
    assert why(bought, run(bought, "2a: D5 D3")) == ("not-asked", "VIII.3 ¶1")
    later = CzTable.on(bought).turn_of("EKJ", "run").game()
    assert revenue(later, "2a: D5 D3") == 40


# ----------------------------------------------------------------------------------------------- where trains come from


@rule("VIII.10.4", "VIII.10.5", "IV.2.b", "IV.2.c", "IV.2.d")
def test_the_top_card_at_its_printed_price() -> None:
    """Any face that the size may own: small ones S, medium ones S and M, large ones all."""
    for company, held, faces in (
        ("EKJ", "A50", {"3d": 120}),
        ("KFN", "A60", {"3d": 120, "3+3d": 180}),
        ("SX", "A50", {"3d": 120, "3+3d": 180, "3Ed": 250}),
    ):
        table = a_table().phase("d").has(company, price=60, held=held, cash=1000, operated=True)
        game = table.turn_of(company, "trains").game()
        assert {a.face: money(game, company) - money(game.play(a), company) for a in offers_of(game, BuyTrain)} == faces
    small = a_table().phase("d").has("EKJ", price=60, held="A50", cash=1000).turn_of("EKJ", "trains").game()
    assert why(small, buy_train(small, "3+3d")) == ("train-suits-small", "IV.2.b")
    medium = a_table().phase("d").has("KFN", price=60, held="A60", cash=1000).turn_of("KFN", "trains").game()
    assert why(medium, buy_train(medium, "3Ed")) == ("train-suits-medium", "IV.2.c")


@rule("VIII.10.5")
def test_in_ascending_order() -> None:
    """Only the top card is for sale; what lies below it is not, nor another company's by this way."""
    table = a_table().has("EKJ", price=60, held="A50", cash=1000).has("MW", price=50, held="A50", trains="2a")
    game = table.turn_of("EKJ", "trains").game()
    below = next(t for t in game.state.trains if t.startswith("2b"))
    assert why(game, BuyTrain(below, FaceId("2b"))) == ("train-for-sale", "VIII.10.5")
    assert why(game, BuyTrain(card(game, table.company("MW"), "2a"), FaceId("2a"))) == ("train-for-sale", "VIII.10.5")
    assert why(game, buy_train(game, "3c")) == ("face-on-card", "VIII.10.4")


@rule("VIII.12 j")
def test_the_last_cards_never_run_out() -> None:
    table = a_table().phase("j").has("SX", price=100, held="A50", cash=9000, operated=True)
    game = table.turn_of("SX", "trains").game()
    for _ in range(2):
        game = game.play(buy_train(game, "8Ej"))
    assert (trains_with(game, "SX"), top_card(game), money(game, "SX")) == ("8Ej 8Ej", "5j", 7000)


@rule("VIII.10.6")
def test_c61_no_trade_in_phase_a() -> None:
    """The site allows it."""
    for profile in ("rulebook", "site"):
        table = a_table(profile=profile).has("EKJ", price=60, held="A50", cash=100, trains="2a")
        game = table.has("MW", price=50, held="A50", trains="2a").turn_of("EKJ", "trains").game()
        offer = trade(game, "MW", "2a", 1)
        if profile == "site":
            assert trains_with(game.play(offer), "EKJ") == "2a 2a"
        else:
            assert why(game, offer) == ("trade-from-phase-b", "VIII.10.6")


def traders() -> CzTable:
    table = a_table().phase("d").has("SX", price=100, held="A50", cash=300, trains="3Ed", operated=True)
    return table.has("KFN", price=60, held="B60", trains="3+3d 2b", stations="G20").turn_of("SX", "trains")


@rule("VIII.10.6", "VIII.10.7", "VIII.9.8")
def test_trade_between_companies() -> None:
    """Any price from 1 to the treasury, agreed by both; the face stays, no phase begins, nothing rusts."""
    game = traders().game()
    span = the_offer(game, trade(game, "KFN", "3+3d", 1)).amount
    assert span is not None
    assert (span.low, span.high) == (1, 300)
    asking = game.play(trade(game, "KFN", "3+3d", 100))
    assert (asked(asking).who, asked(asking).about.key) == ("B", "consent-train")
    assert asking.play(REJECT) == game
    done = asking.play(AGREE)
    assert (trains_with(done, "SX"), money(done, "SX"), money(done, "KFN")) == ("3Ed 3+3d", 200, 100)
    assert (done.state.phase, books_of(done).rusted) == ("d", ())
    assert why(game, trade(game, "KFN", "3+3d", 301)) == ("trade-within-treasury", "VIII.10.6")
    assert why(game, trade(game, "KFN", "3+3d", 0)) == ("trade-within-treasury", "VIII.10.6")
    own = card(game, asked(game).about.params["company"], "3Ed")
    assert why(game, TradeTrain(own, 1)) == ("train-of-company", "VIII.10.6")


@rule("VIII.10.7")
def test_a_company_buys_in_its_own_turn_only() -> None:
    """In KFN's turn SX's trains can be bought by KFN as far as it may own them, and none can be sold."""
    table = traders().treasury(KFN=50)
    game = table.turn_of("KFN", "trains").game()
    assert why(game, trade(game, "SX", "3Ed", 1)) == ("train-suits-medium", "IV.2.c")
    assert offers_of(game, TradeTrain) == []


@rule("VIII.10.8", "VIII.10.9")
def test_trains_are_never_sold_to_the_bank_nor_given_back_at_will() -> None:
    game = traders().game()
    own = card(game, asked(game).about.params["company"], "3Ed")
    assert why(game, ReturnTrain(own)) == ("not-asked", "VIII.3 ¶1")


@rule("VIII.12 b", "IV.1.4", "VIII.10.6")
def test_c69_the_first_b_in_the_same_turn() -> None:
    """MW buys it: phase b. Still in this turn it buys a local of its director, and a train of another company."""
    table = a_table().phase("a", top="b").has("MW", price=60, held="A50", cash=240, operated=True)
    table.has("EKJ", price=50, held="A50", trains="2a").locals(A="S1").round(2).turn_of("MW", "trains")
    game = table.game()
    assert why(game, buy_local("S1", 1)) == ("locals-from-phase-b", "IV.1.4")
    game = game.play(buy_train(game, "2b"))
    assert game.state.phase == "b"
    span = the_offer(game, buy_local("S1", 1)).amount
    assert span is not None
    assert (span.low, span.high) == (1, 45)
    done = game.play(buy_local("S1", 45)).play(trade(game, "EKJ", "2a", 5))
    assert (trains_with(done, "MW"), money(done, "MW")) == ("2b 2a", 240 - 70 - 45 - 5)
