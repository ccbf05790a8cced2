"""[IX] The market: two interleaved rows. [VIII.2] The order that follows from it."""

import pytest

from support.tables import asked
from titles.t18cz.answers import NO_TRAIN, PASS, PAY, WITHHOLD, sell
from titles.t18cz.tables import CzTable, a_table, box_of, money, order_of_companies, share_price

rule = pytest.mark.rule

MOVES = [
    (40, 50, 55, 40, 40, 45),
    (45, 53, 58, 45, 40, 50),
    (50, 55, 60, 40, 45, 53),
    (70, 80, 90, 65, 68, 75),
    (95, 105, 115, 85, 90, 100),
    (120, 132, 144, 110, 115, 126),
    (250, 275, 305, 231, 240, 260),
    (305, 335, 370, 275, 290, 320),
    (320, 350, 350, 290, 305, 335),
    (335, 370, 370, 305, 320, 350),
    (350, 350, 350, 320, 335, 370),
    (370, 370, 370, 335, 350, 370),
]
"""From; a small or medium company pays, a large one pays, none is paid, a sale, sold out."""

every_move = pytest.mark.parametrize("row", MOVES, ids=lambda row: str(row[0]))
Row = tuple[int, int, int, int, int, int]


@rule("IX.2.1", "VIII.8 pay c")
@every_move
def test_c20_dividend_of_a_small_company(row: Row) -> None:
    """One space right in its row; at the row's end it stays."""
    table = a_table().has("EKJ", price=row[0], held="A50", trains="2a", stations="D5")
    assert share_price(table.turn_of("EKJ", "dividend", revenue=40).game().play(PAY), "EKJ") == row[1]


@rule("IX.2.1", "VIII.8 pay c")
@every_move
def test_c20_dividend_of_a_medium_company(row: Row) -> None:
    table = a_table().phase("b").has("KFN", price=row[0], held="A60", trains="2+2b", stations="G20")
    assert share_price(table.turn_of("KFN", "dividend", revenue=40).game().play(PAY), "KFN") == row[1]


@rule("IX.2.1", "VIII.8 pay c")
@every_move
def test_c20_dividend_of_a_large_company(row: Row) -> None:
    """Two spaces right, each only if there is one."""
    table = a_table().phase("d").has("SX", price=row[0], held="A50", trains="3Ed")
    assert share_price(table.turn_of("SX", "dividend", revenue=40).game().play(PAY), "SX") == row[2]


@rule("IX.2.2", "VIII.8 withhold")
@every_move
def test_c20_no_dividend(row: Row) -> None:
    """One space left in its row, for every size."""
    table = a_table().phase("d").has("SX", price=row[0], held="A50", trains="3Ed")
    assert share_price(table.turn_of("SX", "dividend", revenue=40).game().play(WITHHOLD), "SX") == row[3]


@rule("IX.3.1")
@every_move
def test_c20_sale(row: Row) -> None:
    """One diagonal step down, which changes the row; at 40 it stays."""
    table = a_table().phase("d").has("SX", price=row[0], held="A50 B10")
    assert share_price(table.stock_round(5, "B").game().play(sell("SX")), "SX") == row[4]


@rule("IX.3.2")
@every_move
def test_c20_sold_out(row: Row) -> None:
    """One diagonal step up; at 370 it stays."""
    table = a_table().phase("d").has("SX", price=row[0], held="A60 B40")
    assert share_price(table.stock_round(5, "C", passes=2).game().play(PASS), "SX") == row[5]


@rule("IX.3.1")
@pytest.mark.parametrize(("before", "after"), [(40, 40), (45, 40)])
def test_c8_lower_end(before: int, after: int) -> None:
    table = a_table().has("EKJ", price=before, held="A50 B25")
    assert share_price(table.stock_round(2, "B").game().play(sell("EKJ")), "EKJ") == after


@rule("IX.2.1", "IX.3.1", "IX.3.2")
def test_c78_row_end_with_two_steps() -> None:
    """290 pays: 350. It pays again: stays. Sold out: 370. A sale then: 350."""

    def sx(price: int) -> CzTable:
        return a_table().phase("d").has("SX", price=price, held="A60 B40", trains="3Ed")

    for price in (290, 350):
        assert share_price(sx(price).turn_of("SX", "dividend", revenue=90).game().play(PAY), "SX") == 350
    assert share_price(sx(350).stock_round(5, "C", passes=2).game().play(PASS), "SX") == 370
    assert share_price(sx(370).stock_round(5, "B").game().play(sell("SX")), "SX") == 350


@rule("VIII.2 ¶2", "VIII.8 withhold", "VIII.8 pay d", "IX.3 ¶")
def test_c21_operating_order() -> None:
    """Highest price first, in one cell the earlier arrival; who moves goes under the stack of its new cell."""
    table = a_table().has("BCB", price=65, held="A50", trains="2a", stations="D17").has("VBW", price=65, held="A50")
    table.has("EKJ", price=70, held="A50").has("MW", price=60, held="B50")
    game = table.turn_of("BCB", "dividend", revenue=40).game()
    assert order_of_companies(game) == "EKJ BCB VBW MW"
    done = game.play(WITHHOLD)
    assert (share_price(done, "BCB"), order_of_companies(done)) == (60, "EKJ VBW MW BCB")
    paid = game.play(PAY)
    assert (share_price(paid, "BCB"), order_of_companies(paid)) == (70, "EKJ BCB VBW MW")


@rule("VIII.2 ¶2")
def test_the_order_of_a_round_is_fixed_at_its_beginning() -> None:
    """BCB moves behind VBW, which nevertheless comes next, and BCB does not operate twice."""
    table = a_table().has("BCB", price=65, held="A50", trains="2a", stations="D17")
    table.has("VBW", price=60, held="B50", trains="2a", stations="I10")
    game = table.turn_of("BCB", "dividend", revenue=40).game().play(WITHHOLD).play(NO_TRAIN)
    assert asked(game).about.params["company"] == "VBW"
    assert order_of_companies(game) == "VBW BCB"


@rule("IX.2.2", "VIII.8 ¶3")
def test_g5_first_operating_round_without_a_train() -> None:
    """BCB, started at 65, has no train: no dividend, 60."""
    table = a_table(profile="site").has("BCB", price=65, held="A50", cash=260)
    game = table.round(1).turn_of("BCB", "run").game()
    assert (share_price(game, "BCB"), money(game, "BCB"), asked(game).about.key) == (60, 260, "buy-trains")


@rule("IX.2.2")
def test_a_marker_that_cannot_move_keeps_its_place_in_the_stack() -> None:
    table = a_table().has("BCB", price=40, held="A50", trains="2a", stations="D17").has("VBW", price=40, held="B50")
    game = table.turn_of("BCB", "dividend", revenue=40).game().play(WITHHOLD)
    assert order_of_companies(game) == "BCB VBW"


@rule("VII.5.2")
def test_the_start_prices_lie_in_the_lower_row() -> None:
    box = box_of(a_table().stock_round(1).game())
    starts = {price for size in box.numbers.sizes.values() for price in size.start_prices}
    assert {box.market.cell_of(price) % 2 for price in starts} == {0}
