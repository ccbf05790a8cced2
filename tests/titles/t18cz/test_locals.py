"""[IV.1] Local railways: bought by companies, sold to the bank, and their two abilities."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import SCRAP
from ferrovia.rules.track import LayTile
from ferrovia.titles.t18cz.locals import BuyLocal, SellLocal
from ferrovia.titles.t18cz.track import LayPurpleTile
from support.tables import asked
from titles.t18cz.answers import (
    AGREE,
    NO_STATION,
    NO_TRACK,
    PAY,
    REJECT,
    assign,
    best,
    buy_local,
    home,
    lay,
    lay_with,
    purple,
    run,
    sell_local,
)
from titles.t18cz.tables import (
    CzTable,
    a_table,
    books_of,
    certificates,
    kinds_offered,
    money,
    offers_of,
    order_of_companies,
    owner_of,
    stations_of,
    the_offer,
    tile_on,
    why,
)

rule = pytest.mark.rule


# ------------------------------------------------------------------------------------------------------ buying, selling


def buyer(company: str = "EKJ", *, phase: str = "b", cash: int = 200, locals_of_a: str = "S1 M1 L1") -> CzTable:
    """A company directed by A in the round with local value 55; A has locals."""
    held = {"EKJ": "A50", "KFN": "A60", "SX": "A50"}[company]
    table = a_table().phase(phase).has(company, price=60, held=held, cash=cash, operated=True).cash(A=0)
    return table.locals(A=locals_of_a).round(4).turn_of(company, "trains")


@rule("IV.1.4", "VIII.12 b", "VIII.3 ¶2")
def test_c46_price_of_a_local() -> None:
    """1 to 55 in this round, from phase b on."""
    game = buyer().game()
    span = the_offer(game, buy_local("S1", 1)).amount
    assert span is not None
    assert (span.low, span.high) == (1, 55)
    for amount in (0, 56):
        assert why(game, buy_local("S1", amount)) == ("local-price-range", "IV.1.4")
    done = game.play(buy_local("S1", 55))
    assert (money(done, "A"), money(done, "EKJ"), owner_of(done, "S1")) == (55, 145, "EKJ")
    assert why(buyer(phase="a").game(), buy_local("S1", 1)) == ("locals-from-phase-b", "IV.1.4")
    assert money(done.play(sell_local("S1")), "EKJ") == 200


@rule("IV.1.4")
def test_the_treasury_pays() -> None:
    game = buyer(cash=20).game()
    span = the_offer(game, buy_local("S1", 1)).amount
    assert span is not None
    assert span.high == 20
    assert why(game, buy_local("S1", 21)) == ("treasury-pays-local", "IV.1.4")


@rule("IV.2.b.4", "IV.2.c.4", "IV.2.d.4")
@pytest.mark.parametrize(
    ("company", "phase", "owned"), [("EKJ", "b", {"S1"}), ("KFN", "b", {"S1", "M1"}), ("SX", "d", {"S1", "M1", "L1"})]
)
def test_c46_size(company: str, phase: str, owned: set[str]) -> None:
    """Small companies own small locals, medium ones also medium ones, large ones all."""
    game = buyer(company, phase=phase).game()
    assert {action.local for action in offers_of(game, BuyLocal)} == owned
    if company == "EKJ":
        assert why(game, buy_local("M1", 1)) == ("local-suits-small", "IV.2.b.4")
    if company == "KFN":
        assert why(game, buy_local("L1", 1)) == ("local-suits-medium", "IV.2.c.4")


@rule("IV.1.4", "VIII.3 ¶2")
def test_from_players_only_and_with_their_consent() -> None:
    """Another player is asked; a company's local is not for sale."""
    table = buyer().locals(B="S2").has("MW", price=50, held="B50").locals(MW="S3").turn_of("EKJ", "trains")
    game = table.cash(B=0).game()
    asking = game.play(buy_local("S2", 30))
    assert (asked(asking).who, asked(asking).about.key) == ("B", "consent-local")
    assert asking.play(REJECT) == game
    done = asking.play(AGREE)
    assert (money(done, "B"), owner_of(done, "S2"), certificates(done, "B")) == (30, "EKJ", 1)
    assert why(game, buy_local("S3", 1)) == ("local-from-player", "IV.1.4")


@rule("IV.1.8", "IV.1.4")
def test_c70_bought_cheap_and_sold_dear() -> None:
    """For 1 from its director and for 45 to the bank in one turn: +44, one certificate less, the local is gone."""
    table = a_table().phase("b").has("EKJ", price=60, held="A50", cash=10, operated=True).cash(A=0).locals(A="S1")
    game = table.round(2).turn_of("EKJ", "trains").game()
    done = game.play(buy_local("S1", 1)).play(sell_local("S1"))
    assert (money(done, "EKJ"), money(done, "A"), owner_of(done, "S1")) == (54, 1, SCRAP)
    assert (certificates(game, "A"), certificates(done, "A")) == (2, 1)


@rule("IV.1.8", "IV.1.5")
def test_only_a_companys_own_local_is_sold_to_the_bank() -> None:
    """Used or not; a player's cannot be."""
    table = buyer().locals(EKJ="S2").used("S2")
    game = table.turn_of("EKJ", "trains").game()
    assert offers_of(game, SellLocal) == [sell_local("S2")]
    assert why(game, sell_local("S1")) == ("own-local", "IV.1.6")
    assert money(game.play(sell_local("S2")), "EKJ") == 255


@rule("VIII.3 ¶2", "IV.1.6.a")
def test_at_any_moment_of_the_turn() -> None:
    """Buying, selling and the purple tile are offered at track, station, run, dividend, acquisition and trains."""
    for step, facts in (
        ("track", {}),
        ("station", {}),
        ("run", {}),
        ("dividend", {"revenue": 30}),
        ("acquire", {}),
        ("trains", {}),
    ):
        table = a_table().phase("d").has("KFN", price=60, held="A60", cash=100, trains="2+2c", stations="G20")
        table.has("EKJ", price=50, held="A50").locals(A="S1", KFN="S2").line("G20 G18")
        game = table.turn_of("KFN", step, **facts).game()
        assert {BuyLocal, SellLocal, LayPurpleTile} <= kinds_offered(game), step


@rule("IV.1.1", "IV.1.6")
def test_income_goes_to_the_treasury_not_to_the_director() -> None:
    table = a_table().phase("b").has("EKJ", price=60, held="A50", cash=0, trains="2a", stations="D5").locals(EKJ="S1")
    game = table.cash(A=0).operating_round().game()
    assert (money(game, "EKJ"), money(game, "A")) == (5, 0)


@rule("IV.1.2")
def test_locals_do_not_operate() -> None:
    """They only pay: no turn for them, no track with one that is still a player's."""
    table = a_table().phase("d").has("EKJ", price=60, held="A50", trains="2a", stations="D5").tiles("D5 57/1")
    game = table.locals(A="L1", B="S1").operating_round().game()
    assert order_of_companies(game) == "EKJ"
    assert asked(game).about.params["company"] == "EKJ"
    assert why(game, purple("L1", "D5 15p/1")) == ("own-local", "IV.1.6")


# --------------------------------------------------------------------------------------------------------- purple tiles


def owner(company: str, phase: str, locals_: str, *tiles: str, stations: str = "G12") -> Game:
    """A company with locals on a board."""
    held = {"EKJ": "A50", "KFN": "A60", "SX": "A50"}[company]
    table = (
        a_table().phase(phase).has(company, price=60, held=held, cash=100, stations=stations).tiles(", ".join(tiles))
    )
    return table.locals(**{company: locals_}).turn_of(company).game()


def purples(game: Game, hex_id: str) -> set[str]:
    return {a.tile for a in offers_of(game, LayPurpleTile) if a.hex == hex_id}


@rule("IV.1.6.a", "VIII.5.7", "T1", "XI.4")
def test_c44_a_small_local_lays_green_purple_tiles() -> None:
    """Town 58 to 887p, double town 55 to 888p, city 57 to 15p; not on an empty town, and no brown one."""
    town = owner("EKJ", "d", "S1", "G12 57/1", "G14 9/1", "G16 57/1", "G18 58/1")
    assert purples(town, "G18") == {"887p", "888p", "8866p"}
    assert tile_on(town.play(purple("S1", "G18 887p/1")), "G18") == "887p/1"
    assert "15p" in purples(town, "G16")
    double = owner("EKJ", "d", "S1", "E16 57/1", "E14 55/0", stations="E16")
    assert purples(double, "E14") == {"888p"}
    assert tile_on(double.play(purple("S1", "E14 888p/2")), "E14").startswith("888p/")
    empty = owner("EKJ", "d", "S1", "G12 57/1", "G14 9/1", "G16 57/1")
    assert why(empty, purple("S1", "G18 887p/1")) == ("purple-is-upgrade", "IV.1.6.a")
    green = owner("EKJ", "g", "S1", "G12 57/1", "G14 9/1", "G16 57/1", "G18 887p/1")
    assert why(green, purple("S1", "G18 889p/1")) == ("purple-colour", "IV.1.6.a")
    assert why(town, purple("S1", "G16 14/0")) == ("purple-colour", "IV.1.6.a")


@rule("IV.1.6.a", "VIII.5.7")
def test_c44_a_medium_local_merges_oo() -> None:
    """Phase g: 8863 becomes 8894p, for which there is no normal tile; anybody upgrades 15p to 611."""
    game = owner("KFN", "g", "M1", "C8 8863/3", stations="C8")
    assert purples(game, "C8") == {"8894p"}
    assert not [action for action in offers_of(game, LayTile) if action.hex == "C8"]
    merged = game.play(purple("M1", "C8 8894p/0"))
    assert tile_on(merged, "C8") == "8894p/0"
    later = owner("EKJ", "g", "S1", "G12 57/1", "G14 9/1", "G16 15p/1")
    assert tile_on(later.play(lay("G16 611/1")), "G16") == "611/1"


@rule("IV.1.6.a", "VIII.5.10", "VIII.5.11")
def test_merged_cities_keep_their_stations() -> None:
    """Both stations of a green OO tile stand in the two slots of the brown one."""
    table = a_table().phase("g").has("KFN", price=60, held="A60", cash=100).has("EKJ", price=50, held="B50")
    table.tiles("C8 8863/3").stations(KFN="C8.0", EKJ="C8.1").locals(KFN="M1")
    game = table.turn_of("KFN").game().play(purple("M1", "C8 8894p/0"))
    assert (stations_of(game, "KFN"), stations_of(game, "EKJ")) == ("C8.0", "C8.0")


@rule("IV.1.6.a")
def test_purple_tiles_obey_the_phase() -> None:
    game = owner("SX", "d", "L1", "G12 57/1", "G14 9/1", "G16 15/1")
    assert why(game, purple("L1", "G16 611p/1")) == ("tile-brown", "VIII.5.5")


@rule("IV.1.6.a")
def test_purple_tiles_are_connected_and_free() -> None:
    """In reach of the company; the hill costs nothing, and the track action is still there."""
    game = owner("EKJ", "d", "S1", "G12 57/1", "G14 9/1", "G16 57/1", "D5 57/1")
    assert why(game, purple("S1", "D5 15p/1")) == ("upgrade-usable", "VIII.5.8")
    done = game.play(purple("S1", "G16 15p/1"))
    assert (money(done, "EKJ"), asked(done).about.key) == (100, "track")
    assert tile_on(done.play(lay("G18 4/1")), "G18") == "4/1"


@rule("IV.1.6.a")
def test_c71_two_purple_tiles_on_one_hex() -> None:
    """Phase g, two medium locals: town 4 to 888p to 889p in one turn, and the normal track action."""
    game = owner("KFN", "g", "M1 M2", "G12 57/1", "G14 9/1", "G16 57/1", "G18 4/1")
    game = game.play(purple("M1", "G18 888p/0")).play(purple("M2", "G18 889p/1"))
    assert (tile_on(game, "G18"), books_of(game).used_locals) == ("889p/1", ("M1", "M2"))
    assert tile_on(game.play(lay("G16 14/0")), "G16") == "14/0"


@rule("IV.1.6.a")
def test_after_a_normal_tile_on_that_hex() -> None:
    game = owner("EKJ", "d", "S1", "G12 57/1", "G14 9/1").play(lay("G16 57/1"))
    assert tile_on(game.play(purple("S1", "G16 15p/1")), "G16") == "15p/1"


@rule("IV.1.6.a")
def test_c72_after_running() -> None:
    """Phase i: 611 becomes 595p after the run; it earns only in the next round."""
    table = a_table().phase("i").has("SX", price=60, held="A50", trains="5Eh", stations="G12").locals(SX="L1")
    table.tiles("G12 57/1, G14 9/1, G16 611/0")
    game = table.turn_of("SX", "run").game()
    assert best(game) == 60
    done = game.play(run(game, "5Eh: G12 G14 G16")).play(purple("L1", "G16 595p/0"))
    assert (tile_on(done, "G16"), asked(done).about.params["amount"]) == ("595p/0", 60)
    assert best(CzTable.on(done.play(PAY)).turn_of("SX", "run").game()) == 80


# --------------------------------------------------------------------------------------------------------- free terrain


@rule("IV.1.6.b", "IV.1.7", "IV.1.6", "IV.1.8", "T1")
def test_c45_the_ability_is_spent() -> None:
    """A small local saves 10 at the river of C12; a later purple tile by it is refused; it can still be sold."""
    game = owner("EKJ", "d", "S1", "B11 57/2", stations="B11")
    done = game.play(lay_with("S1", "C12 4/2"))
    assert (money(done, "EKJ"), books_of(done).used_locals, tile_on(done, "C12")) == (100, ("S1",), "4/2")
    assert why(done, purple("S1", "B11 15p/2")) == ("local-used", "IV.1.7")
    assert asked(done).about.key == "station"
    table = CzTable.on(done)
    assert money(table.operating_round().game(), "EKJ") == 105
    assert money(done.play(sell_local("S1")), "EKJ") == 145


@rule("IV.1.6.b", "T1", "XI.4")
def test_c45_which_terrain() -> None:
    """Small: river; medium: also hills; large: also mountains."""
    hill = ("G12 57/1",)
    small = owner("EKJ", "d", "S1", *hill)
    assert why(small, lay_with("S1", "G14 9/1")) == ("local-terrain", "IV.1.6.b")
    medium = owner("KFN", "d", "M1 S1", *hill)
    assert money(medium.play(lay_with("M1", "G14 9/1")), "KFN") == 100
    assert money(medium.play(lay("G14 9/1")), "KFN") == 80
    mountain = owner("SX", "d", "M1 L1", "I10 57/1", stations="I10")
    assert why(mountain, lay_with("M1", "I8 7/3")) == ("local-terrain", "IV.1.6.b")
    assert money(mountain.play(lay_with("L1", "I8 7/3")), "SX") == 100


@rule("IV.1.6.b")
def test_nothing_to_waive_on_open_land_or_for_an_upgrade() -> None:
    game = owner("EKJ", "d", "S1", "D5 57/1", stations="D5")
    assert why(game, lay_with("S1", "D7 9/1")) == ("local-terrain", "IV.1.6.b")
    tiled = owner("EKJ", "d", "S1", "B11 57/2", "C12 4/2", "D13 9/0", stations="B11")
    assert why(tiled, lay_with("S1", "B11 14/1")) == ("local-terrain", "IV.1.6.b")


@rule("IV.1.6", "IV.1.7")
def test_only_own_unused_locals() -> None:
    table = a_table().phase("d").has("EKJ", price=60, held="A50", cash=100, stations="B11").tiles("B11 57/2")
    game = table.locals(A="S1", EKJ="S2").used("S2").turn_of("EKJ").game()
    assert why(game, lay_with("S1", "C12 4/2")) == ("own-local", "IV.1.6")
    assert why(game, lay_with("S2", "C12 4/2")) == ("local-used", "IV.1.7")


@rule("IV.1.6.b")
def test_the_tile_counts_as_the_track_action() -> None:
    game = owner("EKJ", "d", "S1", "B11 57/2", stations="B11").play(lay_with("S1", "C12 4/2"))
    assert asked(game).about.key == "station"
    assert why(game, NO_TRACK) == ("not-asked", "VIII.3 ¶1")
    assert game.why_not(NO_STATION) is None


@rule("IV.1.6.b", "VIII.4.3.g")
def test_c73_fee_waived_on_b9() -> None:
    """ATE's first turn in phase d with a small local: the green tile costs nothing."""
    table = a_table().phase("d").has("ATE", price=80, held="A60", cash=0).locals(ATE="S1").turn_of("ATE", "home")
    game = table.game().play(home("B9.0"))
    assert why(game, lay("B9 8859/0")) == ("terrain-cost", "VIII.4.3.g")
    done = game.play(lay_with("S1", "B9 8859/0")).play(assign("B9.0"))
    assert (tile_on(done, "B9"), money(done, "ATE"), books_of(done).used_locals) == ("8859/0", 0, ("S1",))
