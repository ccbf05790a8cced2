"""[7.9] [7.10] [7.11] Buying trains, warranties, and a train that must be bought."""

from typing import Any

import pytest

from ferrovia import Game
from ferrovia.model.ids import FaceId, TrainId
from ferrovia.model.state import trains_of
from ferrovia.rules.consent import Agree, Reject
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1862.forced import DeclareBankruptcy, Refinance, SellTreasuryShares
from ferrovia.titles.t1862.merging import RedeemOption, SellOption
from ferrovia.titles.t1862.trains import BuyTrain, TradeTrain
from support.tables import asked
from titles.t1862.tables import (
    EasternTable,
    a_table,
    company_id,
    director,
    holdings,
    kinds_offered,
    money,
    offers_of,
    price_of,
    told,
    trains,
    why,
)

rule = pytest.mark.rule

END, REFINANCE, GIVE_UP, REDEEM, SELL_OPTION = (
    EndTrains(),
    Refinance(),
    DeclareBankruptcy(),
    RedeemOption(),
    SellOption(),
)


def buy(face: str, warranties: int = 0) -> BuyTrain:
    return BuyTrain(FaceId(face), warranties)


def trade(game: Game, company: str, face: str) -> TradeTrain:
    """A company's train by what it was bought as."""
    cards = game.state.trains
    return TradeTrain(next(t for t in trains_of(game.state, company_id(company)) if cards[t].face == face))


def trains_step(table: EasternTable, name: str = "ESR", **facts: Any) -> Game:
    return table.turn_of(name, "buy_trains", **facts).game()


def esr(phase: str = "A", *, cash: int = 500, table: EasternTable | None = None, **company: Any) -> EasternTable:
    """ESR, directed by A, may buy trains."""
    given: dict[str, Any] = {"price": 82, "held": "A6", "stations": "F11"} | company
    return (table or a_table()).phase(phase).has("ESR", cash=cash, **given)


# -------------------------------------------------------------------------------------------------------- from the bank


@rule("7.9")
def test_any_number_of_trains_of_any_kind() -> None:
    """With or without a permit; the bank gets the printed price."""
    game = trains_step(esr(cash=250, permits="freight"))
    done = game.play(buy("2E")).play(buy("2L"))
    assert (trains(done, "ESR"), money(done, "ESR")) == (["2E*", "2L*"], 50)
    assert money(done, "bank") == money(game, "bank") + 200
    assert kinds_offered(done) == {"EndTrains"}


@rule("7.9")
def test_only_the_front_of_the_pile_is_for_sale() -> None:
    game = trains_step(esr(cash=2000))
    assert [why(game, buy(face)) for face in ("2/3E", "3F", "9F")] == ["7.9"] * 3
    assert why(trains_step(esr(cash=99, trains="2E")), buy("2E")) == "7.9"


@rule("7.9")
def test_e27_limits_by_kind() -> None:
    """(1) Two express-2/3 and an express-3: no express, but a local-3."""
    game = trains_step(esr("C", trains="2/3E 2/3E 3E"))
    assert why(game, buy("3E")) == "7.9"
    assert trains(game.play(buy("3L")), "ESR") == ["2/3E", "2/3E", "3E", "3L"]


@rule("7.9", "9")
def test_e27_the_limit_before_the_purchase_counts() -> None:
    """(2) In phase F two of a kind: no express; the freight-8 starts phase G and scraps both D trains."""
    game = trains_step(esr("F", cash=900, trains="4E 4/5E 5F").sold_out("F"))
    assert why(game, buy("5/6E")) == "7.9"
    done = game.play(buy("8F"))
    assert (done.state.phase, trains(done, "ESR")) == ("G", ["4/5E", "8F"])


@rule("7.9", "9")
def test_e27_nothing_is_discarded() -> None:
    """(3) Only a local may be bought; then five trains are more than three, and nothing more can be bought."""
    game = trains_step(esr("F", cash=2000, trains="4E 4/5E 4/5L 7F 7F").sold_out("F"))
    assert [why(game, buy(face)) for face in ("5/6E", "8F")] == ["7.9"] * 2
    done = game.play(buy("5/6L"))
    assert trains(done, "ESR") == ["4/5E", "4/5L", "7F", "7F", "5/6L"]
    assert [why(done, buy(face)) for face in ("6E", "6L", "9F")] == ["7.9"] * 3


@rule("11.1")
@pytest.mark.parametrize(("phase", "face", "fits"), [("D", "4E", True), ("E", "4/5E", False), ("F", "5E", False)])
def test_c31_simple_express(phase: str, face: str, fits: bool) -> None:
    """With three trains: one more in phase D, none from E on."""
    table = a_table(train_kinds="simple-express")
    game = trains_step(esr(phase, cash=900, table=table, trains="4/5E 5/6E 6E"))
    assert game.why_not(buy(face)) is None if fits else why(game, buy(face)) == "11.1"


@rule("11.1")
def test_c31_simple_express_late() -> None:
    table = a_table(train_kinds="simple-express")
    game = trains_step(esr("G", cash=900, table=table, trains="4/5E 5E"))
    assert why(game, buy("6E")) == "11.1"
    assert [why(game, buy(face)) for face in ("9F", "6L")] == ["11.1"] * 2


@rule("11.1")
def test_four_trains_in_a_simple_game() -> None:
    table = a_table(train_kinds="simple-freight")
    game = trains_step(esr(cash=500, table=table))
    for _ in range(4):
        game = game.play(buy("1F"))
    assert why(game, buy("1F")) == "11.1"


@rule("11.1")
def test_advanced_games_have_two_kinds() -> None:
    game = trains_step(esr(table=a_table(train_kinds="advanced-freight")))
    assert {action.face for action in offers_of(game, BuyTrain)} == {"1F", "2L"}
    assert why(game, buy("2E")) == "11.1"


# ----------------------------------------------------------------------------------------------------------- warranties


@rule("7.10", "7.10.1")
def test_e29_warranties() -> None:
    """An A train has one free, so at most two more for 100; a B train up to three for 150."""
    game = trains_step(esr(cash=200))
    done = game.play(buy("2L", 2))
    assert (trains(done, "ESR"), money(done, "ESR")) == (["2L***"], 0)
    rich = trains_step(esr(cash=1000))
    assert [why(rich, buy("2L", number)) for number in (3, -1)] == ["7.10"] * 2
    later = trains_step(esr("B", cash=1000))
    assert trains(later.play(buy("2F", 3)), "ESR") == ["2F***"]
    assert why(later, buy("2F", 4)) == "7.10"
    assert trains(trains_step(esr("D", cash=1000)).play(buy("5F", 2)), "ESR") == ["5F***"]


@rule("7.10")
def test_warranties_are_paid_by_the_treasury() -> None:
    game = trains_step(esr("B", cash=260))
    assert why(game, buy("2F", 2)) == "7.10"
    assert [offer.amount.high for offer in game.offers() if offer.amount] == [1, 1, 1]
    assert money(game.play(buy("2F", 1)), "ESR") == 10


@rule("11.3", "7.10.1")
def test_c46_newcomers_have_only_free_warranties() -> None:
    table = a_table(train_kinds="simple-express", newcomers="yes")
    game = trains_step(esr(table=table, chartered=True))
    assert why(game, buy("2E", 1)) == "11.3"
    assert trains(game.play(buy("2E")), "ESR") == ["2E*"]


# ---------------------------------------------------------------------------------------------------------- used trains


def with_seller(phase: str, seller_trains: str, *, cash: int = 700, owner: str = "B6", **company: Any) -> Game:
    table = a_table().phase(phase).has("EUR", price=60, held=owner, trains=seller_trains, stations="E12", **company)
    return trains_step(esr(phase, cash=cash, table=table, trains="2/3E"))


@rule("7.9")
@pytest.mark.parametrize(
    ("phase", "face", "price"),
    [("B", "2F", 200), ("C", "2F", 100), ("B", "1F", 50), ("F", "6F", 250), ("F", "7F", 600), ("D", "3E", 140)],
)
def test_e26_c29_used_price(phase: str, face: str, price: int) -> None:
    """The printed price until a train of a later band is sold, then half; permanent trains too."""
    game = with_seller(phase, face)
    done = game.play(trade(game, "EUR", face)).play(Agree())
    assert [money(done, "ESR"), money(done, "EUR")] == [700 - price, price]
    assert (trains(done, "ESR"), trains(done, "EUR")) == (["2/3E", face], [])


@rule("7.9", "7.10")
def test_c40_a_used_train_changes_no_phase_and_keeps_its_warranties() -> None:
    game = with_seller("C", "2L**")
    done = game.play(trade(game, "EUR", "2L")).play(Agree())
    assert (done.state.phase, trains(done, "ESR"), told(done, "phase")) == ("C", ["2/3E", "2L**"], [])
    assert money(done, "EUR") == 50


@rule("7.9")
def test_the_other_director_is_asked() -> None:
    """He may refuse, and may be asked again; the same player is not asked, nor anybody on the site."""
    game = with_seller("C", "3F")
    put = game.play(trade(game, "EUR", "3F"))
    assert (asked(put).who, asked(put).about.key, asked(put).about.params["amount"]) == ("B", "consent-train", 280)
    refused = put.play(Reject())
    assert (asked(refused).who, trains(refused, "EUR")) == ("A", ["3F"])
    assert refused.why_not(trade(refused, "EUR", "3F")) is None
    own = with_seller("C", "3F", owner="A6")
    assert trains(own.play(trade(own, "EUR", "3F")), "ESR") == ["2/3E", "3F"]
    table = a_table(profile="site").phase("C").has("EUR", price=60, held="B6", trains="3F", stations="E12")
    site = trains_step(esr("C", table=table, trains="2/3E"))
    assert trains(site.play(trade(site, "EUR", "3F")), "ESR") == ["2/3E", "3F"]


@rule("7.9", "8", "10.3")
def test_trades_that_are_refused() -> None:
    """Without the money; over the limit; own trains; of the state; after the LNER."""
    poor = with_seller("C", "3F", cash=279)
    assert why(poor, trade(poor, "EUR", "3F")) == "7.9"
    assert why(poor, trade(poor, "ESR", "2/3E")) == "7.9"
    assert why(poor, TradeTrain(TrainId("X-9"))) == "7.9"
    table = a_table().phase("E").has("EUR", price=60, held="B6", trains="3E", stations="E12")
    full = trains_step(esr("E", table=table, trains="4E 4/5E"))
    assert why(full, trade(full, "EUR", "3E")) == "7.9"
    table = a_table().phase("C").has("EUR", price=60, held="B2", administered=True, trains="3F", stations="E12")
    state = trains_step(esr("C", table=table, trains="2/3E"))
    assert why(state, trade(state, "EUR", "3F")) == "8"
    table = a_table().phase("H").lner(12).has("EUR", price=60, held="B6", trains="3F", stations="E12")
    late = trains_step(esr("H", table=table, trains="6E"))
    assert why(late, trade(late, "EUR", "3F")) == "10.3"
    assert not offers_of(late, TradeTrain)


# --------------------------------------------------------------------------------------------- a train must be bought


@rule("7.11")
def test_nobody_ends_without_a_train() -> None:
    """While the bank's train can be paid, it or another is bought."""
    game = trains_step(esr("C", cash=280))
    assert why(game, END) == "7.11"
    assert [why(game, action) for action in (SellTreasuryShares(1), REFINANCE)] == ["7.11"] * 2
    assert why(game, GIVE_UP) == "7.12"
    assert game.play(buy("3L")).why_not(END) is None


@rule("7.9", "7.11")
def test_the_question_says_what_is_possible() -> None:
    """Going on is spoken of only where it is allowed, bankruptcy only where it is the way out."""
    others = a_table().phase("H").has("EUR", price=60, held="B6", trains="2F", stations="E12")
    games = {
        "buy-trains": trains_step(esr("C", cash=280, trains="2F")),
        "buy-a-train": trains_step(esr("C", cash=280)),
        "raise-money": in_need(),
        "train-or-bankruptcy": trains_step(esr("H", table=others, price=44, par=54, cash=100, chartered=True)),
    }
    assert [asked(game).about.key for game in games.values()] == list(games)
    possible = {key: kinds_offered(game) for key, game in games.items()}
    assert [key for key, kinds in possible.items() if "EndTrains" in kinds] == ["buy-trains"]
    assert [key for key, kinds in possible.items() if "DeclareBankruptcy" in kinds] == ["train-or-bankruptcy"]
    assert [key for key, kinds in possible.items() if "Refinance" in kinds] == ["raise-money"]


@rule("7.11")
def test_a_train_without_a_permit_is_a_train() -> None:
    assert trains_step(esr("C", cash=0, trains="2F", permits="local")).why_not(END) is None


@rule("7.11", "7.12")
def test_a_train_of_the_same_director_comes_before_raising_money() -> None:
    """Nobody else must agree to it: no shares are sold, nothing is refinanced, nobody is bankrupt; a train of another
    director does not count, for he may refuse. The site lets money be raised all the same."""
    table = a_table().phase("C").has("EUR", price=60, held="A6", trains="2F", stations="E12")
    game = trains_step(esr("C", table=table, price=100, cash=150, treasury=4))
    assert asked(game).about.key == "buy-a-train"
    assert kinds_offered(game) == {"TradeTrain"}
    refusals = [game.why_not(action) for action in (SellTreasuryShares(2), REFINANCE, GIVE_UP)]
    assert [(r.rule, str(r.cite.paragraph)) for r in refusals if r] == [
        ("own-train-first", "7.11"),
        ("own-train-first", "7.11"),
        ("own-train-before-bankruptcy", "7.12"),
    ]
    foreign = a_table().phase("C").has("EUR", price=60, held="B6", trains="2F", stations="E12")
    assert "Refinance" in kinds_offered(trains_step(esr("C", table=foreign, price=100, cash=150, treasury=4)))
    site = a_table(profile="site").phase("C").has("EUR", price=60, held="A6", trains="2F", stations="E12")
    assert "Refinance" in kinds_offered(trains_step(esr("C", table=site, price=100, cash=150, treasury=4)))


@rule("7.11.2", "5.2.4")
def test_refinancing_counts_the_option_of_the_companys_own_odd_share() -> None:
    """230 in the treasury, ten times par 54, and 31 for the option at 62: 801 pays for a train at 800. The site forgets
    the option."""
    for profile, legal in (("rulebook", True), ("site", False)):
        table = a_table(profile=profile).phase("G")
        game = trains_step(esr("G", table=table, price=62, par=54, cash=230, held="A5 B4", treasury=1))
        assert (game.why_not(REFINANCE) is None) == legal
    even = a_table().phase("G").has("EUR", price=60, held="B6", trains="2F", stations="E12")
    game = trains_step(esr("G", table=even, price=62, par=54, cash=230, held="A5 B3", treasury=2))
    assert why(game, REFINANCE) == "7.11.2"


@rule("7.11.2", "5.2.4")
def test_refinancing_that_brings_exactly_what_is_missing() -> None:
    """Ten times par 54, and 24 for the option at 47, half a price rounded up: with 236 in the treasury it is 800."""
    for cash, legal in ((236, True), (235, False)):
        game = trains_step(esr("G", table=a_table().phase("G"), price=47, par=54, cash=cash, held="A5 B4", treasury=1))
        assert (game.why_not(REFINANCE) is None) == legal


@rule("7.11.1")
def test_treasury_shares_that_bring_exactly_what_is_missing() -> None:
    """200 short at 100: both shares of the treasury. With 79 in it they would not do."""
    for cash, legal in ((80, True), (79, False)):
        game = trains_step(esr("C", price=100, cash=cash, held="A5 B3", treasury=2))
        assert (game.why_not(SellTreasuryShares(2)) is None) == legal


@rule("7.11.1")
def test_c11_treasury_shares() -> None:
    """(a) 190 short at 100: exactly two shares, 200; the price falls twice; then the bank's train."""
    game = trains_step(esr("C", price=100, cash=90, treasury=4))
    assert [why(game, SellTreasuryShares(number)) for number in (1, 3, 0)] == ["7.11.1"] * 3
    sold = game.play(SellTreasuryShares(2))
    assert (money(sold, "ESR"), price_of(sold, "ESR"), holdings(sold, "ESR")["pool"]) == (290, 90, 2)
    assert (kinds_offered(sold), why(sold, END)) == ({"BuyTrain"}, "7.11")
    done = sold.play(buy("3F"))
    assert (money(done, "ESR"), trains(done, "ESR"), done.why_not(END)) == (10, ["3F"], None)


@rule("7.11.1", "7.11.2")
def test_c11_too_few_shares() -> None:
    """(b) Three shares at 74 are not 300: none may be sold; the company is refinanced."""
    game = trains_step(esr("D", price=74, cash=60, held="A7", treasury=3))
    assert [why(game, SellTreasuryShares(number)) for number in (3, 5)] == ["7.11.1"] * 2
    assert kinds_offered(game) == {"Refinance"}


@rule("7.11.1")
def test_c11_no_exemption_in_the_green_area() -> None:
    """(c) At 210 one share sold: 200."""
    game = trains_step(esr("C", price=210, cash=100, held="A7", treasury=3))
    assert price_of(game.play(SellTreasuryShares(1)), "ESR") == 200


@rule("7.11")
def test_c11_either_but_never_both() -> None:
    """(d) Both ways would do: a free choice, and after one the other is closed."""
    game = trains_step(esr("C", price=100, cash=90, treasury=4))
    assert kinds_offered(game) == {"SellTreasuryShares", "Refinance"}
    sold = game.play(SellTreasuryShares(2))
    assert [why(sold, action) for action in (SellTreasuryShares(1), REFINANCE)] == ["7.11"] * 2
    refusals = [sold.why_not(action) for action in (SellTreasuryShares(1), REFINANCE)]
    assert [refusal.rule for refusal in refusals if refusal] == ["raise-once"] * 2


@rule("7.11", "7.12")
def test_what_was_raised_must_suffice() -> None:
    """Whoever has raised money and still cannot pay has no second try, nor another company's train: bankrupt."""
    table = a_table().phase("C").has("EUR", price=60, held="B6", trains="2F", stations="E12")
    game = trains_step(esr("C", table=table, price=100, cash=270, treasury=4), done=("refinanced",))
    assert "ESR" not in game.state.floated


@rule("7.11")
def test_c29_after_raising_money_the_train_comes_from_the_bank() -> None:
    table = a_table().phase("C").has("EUR", price=60, held="B6", trains="2F", stations="E12")
    game = trains_step(esr("C", table=table, price=100, cash=110, treasury=4))
    assert game.why_not(trade(game, "EUR", "2F")) is None
    sold = game.play(SellTreasuryShares(2))
    assert why(sold, trade(sold, "EUR", "2F")) == "7.11"
    bought = sold.play(buy("3F"))
    assert why(bought, trade(bought, "EUR", "2F")) == "7.9"


@rule("7.9", "7.11")
def test_buying_goes_on_after_the_bank_train() -> None:
    """Once the bank's train is there, one of another company may follow."""
    table = a_table().phase("C").has("EUR", price=60, held="B6", trains="1F*", stations="E12")
    game = trains_step(esr("C", table=table, price=100, cash=235, treasury=4)).play(SellTreasuryShares(1))
    done = game.play(buy("3F"))
    assert trains(done.play(trade(done, "EUR", "1F")).play(Agree()), "ESR") == ["3F", "1F*"]


@rule("10.3", "7.11.1")
@pytest.mark.parametrize(("profile", "price"), [("rulebook", 100), ("site", 90)])
def test_c45_no_fall_after_the_lner(profile: str, price: int) -> None:
    table = a_table(profile=profile).phase("H").lner(12)
    game = trains_step(esr("H", table=table, price=100, cash=600, treasury=4))
    done = game.play(SellTreasuryShares(2))
    assert (price_of(done, "ESR"), money(done, "ESR")) == (price, 800)


@rule("7.11.1", "7.12")
def test_a_sale_to_nothing_ends_the_company() -> None:
    """At 14 two shares bring what is short, and the price to the lowest space."""
    game = trains_step(esr("C", price=14, par=54, cash=260, treasury=4))
    done = game.play(SellTreasuryShares(2))
    assert "ESR" not in done.state.floated
    assert (money(done, "A"), money(done, "ESR")) == (600, 0)


# --------------------------------------------------------------------------------------------------------- refinancing


def in_need() -> Game:
    """C8: X at 82 without a train, 40 in the treasury; the bank's train costs 500."""
    table = a_table("A B").phase("E").has("ESR", price=82, par=82, held="A5 B5", cash=40, stations="F11")
    return trains_step(table.permits(ESR="local freight"))


@rule("7.11.2", "5.1.3")
def test_c8_refinancing_with_the_same_director() -> None:
    """(a) Both redeem: A has 3 and stays director; 860, of which the E train costs 500. The price stays."""
    game = in_need().play(REFINANCE).play(REDEEM).play(REDEEM)
    assert (holdings(game, "ESR"), director(game, "ESR")) == ({"A": 3, "B": 3, "pool": 4}, "A")
    assert (money(game, "ESR"), price_of(game, "ESR"), asked(game).who) == (860, 82, "A")
    refusal = game.why_not(REFINANCE)
    assert (why(game, END), refusal and refusal.rule) == ("7.11", "raise-once")
    done = game.play(buy("4/5L"))
    assert (money(done, "ESR"), done.why_not(END)) == (360, None)


@rule("7.11.2", "7.11")
def test_c8_refinancing_with_a_new_director() -> None:
    """(b) A sells, B redeems: B directs now and chooses the train."""
    game = in_need().play(REFINANCE).play(SELL_OPTION).play(REDEEM)
    assert (director(game, "ESR"), asked(game).who, money(game, "ESR")) == ("B", "B", 860)
    assert trains(game.play(buy("6F")), "ESR") == ["6F"]


@rule("7.11.2", "8")
def test_c8_refinancing_into_administration() -> None:
    """(c) Both sell: the state buys the first of express, freight, local that is permitted."""
    game = in_need().play(REFINANCE).play(SELL_OPTION).play(SELL_OPTION)
    assert (holdings(game, "ESR"), director(game, "ESR")) == ({"B": 2, "pool": 8}, None)
    assert (trains(game, "ESR")[:1], told(game, "train-bought")[0]["amount"]) == (["6F"], 500)


@rule("7.11.2")
def test_refinancing_that_does_not_suffice() -> None:
    """Another company's train could still be bought, so the director is asked; refinancing is refused."""
    table = a_table().phase("H").has("EUR", price=60, held="B6", trains="2F", stations="E12")
    game = trains_step(esr("H", table=table, price=44, par=54, cash=100, chartered=True))
    assert why(game, REFINANCE) == "7.11.2"
    assert kinds_offered(game) == {"TradeTrain", "DeclareBankruptcy"}
    refused = game.play(trade(game, "EUR", "2F")).play(Reject())
    ended = refused.play(GIVE_UP)
    assert "ESR" not in ended.state.floated
    bought = refused.play(trade(refused, "EUR", "2F")).play(Agree())
    assert (trains(bought, "ESR"), bought.why_not(END), why(bought, GIVE_UP)) == (["2F"], None, "7.12")
