"""[CE-7] «Fase de reparto de dividendos»."""

import pytest

from ferrovia import Game
from ferrovia.model.message import Message
from support.tables import asked, changed, reading
from titles.chicago_express.tables import ChicagoTable, a_table, decline

rule = pytest.mark.rule


def a_table_without_shares(players: str = "A B C") -> ChicagoTable:
    """Nobody holds anything, so that only what a test writes is paid."""
    return a_table(players=players).sold(PRR="", BO="", NYC="", CO="")


def dividends_before_the_turn(table: ChicagoTable, of: str = "A") -> Game:
    """Two needles are red as this player's turn starts."""
    return table.dials(auction=3, development=4).turn_of(of).game()


def paid(game: Game) -> dict[str, int]:
    """What each dividend paid a share, by company and player."""
    return {
        f"{event.params['company']} {event.params['player']}": event.params["each"]
        for event in game.events
        if event.key == "dividend"
    }


# ------------------------------------------------------------------------------------------------------------- trigger


@rule("CE-7.1", "CE-7.4", "CE-7.5")
def test_c21_two_red_needles_before_a_choice() -> None:
    """C's turn leaves auction 3, development 4: dividends, dials 0, Detroit + 1, then A may choose any dial."""
    game = a_table().dials(auction=3, development=3).turn_of("C").game()
    done = game.play(decline("development"))
    assert changed(game, done) == {
        "cash A": 40 + 7 + 6 + 8 + 5,
        "dials auction": 0,
        "dials development": 0,
        "scales E0": 1,
        "dividends_paid": 1,
        "asked": "A",
    }
    for dial in ("auction", "expansion", "development"):
        assert done.why_not(decline(dial)) is None


@rule("CE-7.1")
@pytest.mark.parametrize(
    ("auction", "expansion", "development", "due"),
    [(3, 5, 0, True), (3, 0, 4, True), (0, 5, 4, True), (3, 4, 3, False), (2, 5, 3, False), (2, 4, 4, False)],
)
def test_any_two_dials(auction: int, expansion: int, development: int, due: bool) -> None:
    """Two red needles of three start the phase, one does not."""
    game = a_table().dials(auction=auction, expansion=expansion, development=development).turn_of("A").game()
    assert (reading(game)["dividends_paid"] == 1) is due
    assert asked(game).who == "A"


# ------------------------------------------------------------------------------------------------------------- payment


@rule("CE-7.2")
def test_r10_a_fraction_is_rounded_up_per_share() -> None:
    """NYC 16 on three shares: 6 each, Andy + 12, Ben + 6."""
    table = a_table_without_shares("Andy Ben Charly").sold(NYC="Andy Andy Ben").with_income(NYC=16)
    seen = reading(dividends_before_the_turn(table, "Andy"))
    assert (seen["cash Andy"], seen["cash Ben"], seen["cash Charly"]) == (52, 46, 40)


@rule("CE-7.2")
def test_r11_round_first_then_multiply() -> None:
    """NYC 17 on two shares: 9 each, Andy + 18, not 17."""
    table = a_table_without_shares("Andy Ben").sold(NYC="Andy Andy").with_income(NYC=17)
    seen = reading(dividends_before_the_turn(table, "Andy"))
    assert (seen["cash Andy"], seen["cash Ben"]) == (78, 60)


@rule("CE-7.2")
def test_c23_the_bank_pays_not_the_treasury() -> None:
    """Income 10 on four shares: 3 each, 12 in total; the treasury is unchanged."""
    table = a_table_without_shares().sold(CO="A B B C").with_income(CO=10).treasury(CO=5)
    game = dividends_before_the_turn(table)
    seen = reading(game)
    assert paid(game) == {"C&O A": 3, "C&O B": 3, "C&O C": 3}
    assert (seen["cash A"], seen["cash B"], seen["cash C"], seen["treasury C&O"]) == (43, 46, 43, 5)


@rule("CE-7.2")
def test_c24_a_company_without_sold_shares_pays_nothing() -> None:
    """The Wabash is open, income 3, nobody has a share: no payment and no error."""
    game = dividends_before_the_turn(a_table_without_shares().wabash_open(income=3))
    assert paid(game) == {}
    assert [reading(game)[f"cash {player}"] for player in "ABC"] == [40, 40, 40]


@rule("CE-7.2", "CE-7.5", "CE-8.5")
def test_c22_dividends_before_detroit_grows() -> None:
    """NYC 20 on 4 and Wabash 9 on 2 pay 5 a share; then Detroit 4, NYC 21, Wabash 10."""
    table = a_table_without_shares().sold(NYC="A A B C", Wabash="B C").wabash_open(income=9).with_income(NYC=20)
    table = table.with_locomotives(NYC="S3 E0", Wabash="D3 E0").dividends_paid(2)
    game = dividends_before_the_turn(table)
    assert paid(game) == {"NYC A": 5, "NYC B": 5, "NYC C": 5, "Wabash B": 5, "Wabash C": 5}
    seen = reading(game)
    assert (seen["cash A"], seen["cash B"], seen["cash C"]) == (50, 50, 50)
    assert (seen["scales E0"], seen["income NYC"], seen["income Wabash"]) == (3, 21, 10)
    assert game.title.data.numbers.scales["E0"][3] == 4


# ----------------------------------------------------------------------------------------------------- the other steps


@rule("CE-7.4")
def test_all_three_needles_go_back_to_start() -> None:
    """Also the one that was not red."""
    seen = reading(a_table().dials(auction=3, expansion=5, development=2).turn_of("B").game())
    assert [seen[f"dials {dial}"] for dial in ("auction", "expansion", "development")] == [0, 0, 0]


@rule("CE-7.5")
@pytest.mark.parametrize("paid_before", range(7))
def test_r12_detroit_grows_by_one(paid_before: int) -> None:
    """From d to d + 1, with an income more for each company there and none for the others."""
    table = a_table().dividends_paid(paid_before).with_locomotives(PRR="R5 E0", NYC="S3 E0")
    game = dividends_before_the_turn(table)
    seen = reading(game)
    assert game.title.data.numbers.scales["E0"][seen["scales E0"]] == paid_before + 2
    incomes = [seen[f"income {company}"] for company in ("PRR", "NYC", "B&O", "C&O")]
    assert incomes == [7 + 1, 8 + 1, 6, 5]


@rule("CE-7.5")
def test_detroit_grows_without_a_locomotive() -> None:
    """Nobody is there; it still grows, and says so."""
    game = dividends_before_the_turn(a_table())
    assert game.events[-1] == Message("scale-moved", {"hex": "E0", "value": 2})


@rule("CE-7.3", "CE-7.4", "CE-7.5")
def test_the_game_ends_between_payment_and_the_next_step() -> None:
    """With three houses left: paid, and neither needles nor Detroit move any more."""
    table = a_table().houses(supply=3).dividends_paid(2)
    game = dividends_before_the_turn(table)
    seen = reading(game)
    assert game.ask is None
    assert (seen["dividends_paid"], seen["cash A"], seen["scales E0"]) == (3, 66, 2)
    assert [seen[f"dials {dial}"] for dial in ("auction", "expansion", "development")] == [3, 0, 4]
