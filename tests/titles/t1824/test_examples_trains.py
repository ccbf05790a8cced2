"""[VII.11] to [VII.15] [IX] Vectors E and H of the examples that need a longer story: emergencies, exports, the end."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import BANK
from ferrovia.rules.dividends import PayDividend
from ferrovia.rules.loans import RepayDebt
from ferrovia.rules.rounds import GameFacts
from ferrovia.rules.stock import IN_IPO, BuyShare, EndStockTurn, SellShares
from ferrovia.rules.trains import EndTrains, TradeTrain
from ferrovia.titles.t1824.trains import BuyTrain, TradeIn
from titles.t1824.tables import Table1824, a_table, events, money, name, percent, price, train, trains_with, why
from titles.t1824.test_ending import poor_bank

rule = pytest.mark.rule
PASS, END = EndStockTurn(), EndTrains()


def bank(game: Game, face: str) -> BuyTrain:
    return BuyTrain(train(game, face))


def without_train(phase: str, treasury: int, cash: int, *, profile: str = "rulebook") -> Table1824:
    """UG2 of A has no train and must buy one."""
    table = a_table("A B C", profile=profile).phase(phase)
    return table.railway("UG2", "A", cash=treasury, at="H15").cash(A=cash)


def passes(game: Game) -> Game:
    for _ in game.state.players:
        game = game.play(PASS)
    return game


# ------------------------------------------------------------------------------------------------------- buying trains


@rule("VII.11.7", "VII.13.1", "VII.14.6")
def test_e18_a_chain_of_purchases() -> None:
    """E18: UG buys the first 6 for 600, a 5 of BK under the same director for 348, trades it in: 400; two 6s."""
    table = a_table().phase("5").sold_out("5").open("UG", 120, "A60", row=0, cash=1400, at="F17.1")
    game = table.open("BK", 90, "A60", trains="5 4", at="B9").turn_of("UG", "trains").game()
    game = game.play(bank(game, "6"))
    game = game.play(TradeTrain(train(game, "5", "BK"), 348))
    before = money(game, "UG")
    game = game.play(TradeIn(train(game, "6"), train(game, "5", "UG")))
    assert (before - money(game, "UG"), trains_with(game, "UG"), money(game, "UG")) == (400, "6 6", 1400 - 1348)


@rule("VII.11.8")
def test_e3_the_prices_of_the_cards() -> None:
    """E3: under another director a 3 costs 140, a 4g 420, a 2 80; on the site 180 and 600."""
    for profile, prices in (("rulebook", (140, 420, 80)), ("site", (180, 600, 80))):
        table = a_table(profile=profile).phase("3").open("MS", 90, "A60", cash=900, at="C12", trains="3")
        game = table.open("BK", 70, "B60", trains="3 4g 2").turn_of("MS", "trains").game()
        for face, fixed in zip(("3", "4g", "2"), prices, strict=True):
            card = train(game, face, "BK")
            found = [why(game, TradeTrain(card, amount)) for amount in (fixed - 1, fixed, fixed + 1)]
            assert found == ["VII.11.8", "", "VII.11.8"]


@rule("VII.1.3", "VII.14.5", "VII.14.6")
def test_e6_how_many_rounds_a_set_has() -> None:
    """E6: with the first 5 in OR 5.1 the set keeps its two rounds, and so has the next; with the first 6: three."""
    table = a_table().phase("4").sold_out("4").open("MS", 90, "A60", cash=900, at="C12", trains="4")
    game = table.turn_of("MS", "trains", rounds=2).game()
    game = game.play(bank(game, "5"))
    assert next(f.facts for f in game.where() if isinstance(f.facts, GameFacts)).rounds == 2
    for phase, profile, rounds in (("5", "rulebook", 2), ("5", "site", 3), ("6", "rulebook", 3), ("2", "rulebook", 1)):
        game = passes(a_table(profile=profile).phase(phase).open("MS", 90, "A60", at="C12").stock_round("A").game())
        assert game.where()[0].facts.rounds == rounds


@rule("VII.15.1")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_e19_one_export_for_each_set(rounds: int) -> None:
    """E19: exactly one train for a set, however many rounds it has."""
    game = a_table().phase("6").sold_out("6").operating_round(rounds=rounds, done=1).game()
    assert events(game, "train-exported") == [{"train": "8"}]


# ----------------------------------------------------------------------------------------------------------- emergency


@rule("VII.12.2", "VII.12.4", "VII.12.6", "VII.12.7")
def test_e8_from_the_overdraft_to_the_second_interest() -> None:
    """E8: −120; with dividends of 50 −70; after the stock round −105; after the next −158."""
    game = without_train("4", 100, 100).turn_of("UG2", "trains").game()
    game = game.play(bank(game, "4"))
    assert money(game, "A") == -120
    stock = a_table("A B C").cash(A=-120 + 50).open("BK", 100, "B60").stock_round("A").game()
    assert why(stock, BuyShare(name("BK"), IN_IPO)) == "VII.12.6"
    assert money(passes(stock), "A") == -105
    assert money(passes(a_table("A B C").cash(A=-105).stock_round("A").game()), "A") == -158
    site = without_train("4", 100, 100, profile="site").turn_of("UG2", "trains").game()
    site = site.play(bank(site, "4"))
    player = site.state.players[0]
    assert (money(site, "A"), site.state.debt[player]) == (0, 120)


@rule("VII.12.7")
def test_e8_on_the_site_cash_does_not_save_from_interest() -> None:
    """E8 on the site: a debt of 120 beside 50 in cash grows to 180 unless it is repaid. Whoever could do nothing else
    would have to repay: A may sell a share."""
    table = a_table("A B C", profile="site").cash(A=50).open("BK", 100, "B60 A10")
    table.state.debt[table.player("A")] = 120
    game = table.stock_round("A").game()
    assert passes(game).state.debt[table.player("A")] == 180
    repaid = game.play(RepayDebt())
    assert (money(repaid, "A"), repaid.state.debt[table.player("A")]) == (0, 70)


@rule("VII.12.4")
def test_e13_interest_on_the_new_debt_only() -> None:
    """E13: −120, treasury 0, a train for 180: 180 + 90 more, −390."""
    game = without_train("3", 0, -120).turn_of("UG2", "trains").game()
    assert money(game.play(bank(game, "3")), "A") == -390


@rule("VII.12.6", "IV.1.3")
def test_e14_income_clears_the_debt() -> None:
    """E14: −40 and two mountain railways: +10 at the start of the round, and no bar to buying. On the site 40, 50."""
    table = a_table("A B C").cash(A=-40).mountains(A="B1 B2").open("BK", 60, "B60", at="B9", trains="2")
    assert money(table.operating_round().game(), "A") == 10
    again = a_table("A B C").cash(A=110).open("BK", 100, "B60").stock_round("A").game()
    assert why(again, BuyShare(name("BK"), IN_IPO)) == ""
    site = a_table("A B C", profile="site").cash(A=0).mountains(A="B1 B2").open("BK", 60, "B60", at="B9", trains="2")
    site.state.debt[site.player("A")] = 40
    game = site.operating_round().game()
    assert (money(game, "A"), game.state.debt[site.player("A")]) == (50, 40)


@rule("VII.12.3", "VII.12.5")
def test_e10_a_sale_that_changes_no_director() -> None:
    """E10: one share at 90 first: no debt, 10 left, the price one down; another director: refused."""
    game = without_train("4", 100, 100).open("CL", 90, "B40 A20").turn_of("UG2", "trains").game()
    sold = game.play(SellShares(name("CL"), 1))
    done = sold.play(bank(sold, "4"))
    assert (money(done, "A"), price(done, "CL")) == (10, "80@4,2")
    other = without_train("4", 100, 100).open("CL", 90, "A30 B30").turn_of("UG2", "trains").game()
    assert why(other, SellShares(name("CL"), 1)) == "VII.12.3"


@rule("VII.12.1", "VII.12.8")
def test_e16_on_the_site_no_sale_but_a_loan() -> None:
    """E16 on the site: the treasury of 300 covers the cheapest train: no sale; the 3g can be bought with a loan."""
    table = without_train("4", 300, 0, profile="site").sold_out("1g").open("CL", 70, "B40 A20")
    game = table.turn_of("UG2", "trains").game()
    assert why(game, SellShares(name("CL"), 1)) == "VII.12.1"
    done = game.play(bank(game, "3g"))
    assert (done.state.debt[game.state.players[0]], trains_with(done, "UG2")) == (90, "3g")


@rule("VI.8.1c", "VII.12.3")
def test_e17_half_in_the_bank_counts_in_an_emergency() -> None:
    """E17: the bank has 40% of CL: one share may be sold, two may not. The site does not look."""
    for profile, found in (("rulebook", ["", "VI.8.1c"]), ("site", ["", ""])):
        table = without_train("4", 0, 0, profile=profile).open("CL", 60, "B30 A30").turn_of("UG2", "trains")
        assert [why(table.game(), SellShares(name("CL"), n)) for n in (1, 2)] == found


@rule("VII.12.8", "VII.14.8")
def test_e12_the_fives_are_removed() -> None:
    """E12: BH with 960 and no train: the director pays 40 for the 10; phase 8, the 5s are gone."""
    table = a_table("A B C").phase("7").sold_out("8").open("BH", 90, "A60", cash=960, at="J13").cash(A=100)
    game = table.open("BK", 100, "B60", at="B9", trains="5 6").turn_of("BH", "trains").game()
    assert why(game, bank(game, "5g")) == ""
    done = game.play(bank(game, "10"))
    assert (money(done, "A"), money(done, "BH"), done.state.phase, trains_with(done, "BK")) == (60, 0, "8", "6")


# ------------------------------------------------------------------------------------------------------------- the end


def played_out(game: Game) -> tuple[Game, list[int]]:
    """Goes on until the game is over with the first answer offered; tells the round of each answer."""
    rounds: list[int] = []
    while game.ask is not None:
        rounds.append(game.where()[0].facts.rounds_done)
        answers = list(game.offers())
        ending = [o for o in answers if type(o.action).__name__.startswith("End")]
        game = game.take((ending or answers)[0])
    return game, rounds


@rule("IX.1.1", "IX.1.2")
def test_h1_the_other_rounds_of_the_set_are_played() -> None:
    """H1: bank 30, a payment of 50 in the first of three rounds: all is credited, two more rounds are played."""
    table = a_table("A B C D").phase("6").open("BK", 90, "A50", at="B9", trains="6").cash(A=0)
    game = poor_bank(table, 30).turn_of("BK", "dividend", revenue=100, rounds=3).game().play(PayDividend())
    assert (money(game, "A"), game.state.cash[BANK]) == (50, -20)
    assert set(played_out(game)[1]) == {1, 2, 3}


@rule("IX.1.3")
def test_h2_the_bank_breaks_in_a_stock_round() -> None:
    """H2: the rest of the stock round and the whole set after it are played."""
    table = a_table("A B C D").phase("3").open("BK", 90, "A60 B20", at="B9", trains="3").cash(A=0)
    game = poor_bank(table, 30).stock_round("A").game().play(SellShares(name("BK"), 1))
    assert (money(game, "A"), game.state.extras.broken) == (90, True)
    assert set(played_out(game)[1]) == {0, 1, 2}


@rule("IX.1.1", "IV.3.5")
def test_h4_formation_before_the_count() -> None:
    """H4: KK forms in the last round: 240 for KK1's owner, 120 for KK2's. The site counts the papers at 240 and 120."""
    for profile in ("rulebook", "site"):
        table = a_table("A B C", profile=profile).phase("6").cash(A=0, B=0)
        table.railway("KK1", "A", at="E12.1").railway("KK2", "B", at="G10")
        table.keep(broken=True, due=(name("KK"),))
        step = "form_what_is_due" if profile == "rulebook" else "form_unless_over"
        game = table.operating_round(step, rounds=2, done=2).game()
        worth = {str(standing.player): standing.worth for standing in game.standings()}
        assert (game.ask, worth["A"], worth["B"]) == (None, 240, 120)
        assert (percent(game, "A", "KK") == 20) is (profile == "rulebook")


@rule("IX.2.1", "IX.2.2")
def test_h3_cash_below_zero_counts() -> None:
    """H3: −158 and five shares at 200 are 842; treasuries are ignored."""
    table = a_table("A B C").open("BK", 200, "A50", row=1, cash=900).cash(A=-158)
    worth = {s.player: s.worth for s in table.keep(broken=True).end_of_set().game().standings()}
    assert worth[table.player("A")] == 842
