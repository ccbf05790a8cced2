"""[IV] [VI] Vectors A to C and I of the examples that need a longer story: stock rounds and exchanges."""

import pytest

from ferrovia import Game, Offer, new_game
from ferrovia.model.ids import IPO, CertId
from ferrovia.model.outlook import Outlook
from ferrovia.rules.dividends import PayDividend
from ferrovia.rules.rounds import OperatingFacts
from ferrovia.rules.stock import IN_IPO, BuyShare, EndStockTurn, SellShares, StartCompany
from ferrovia.rules.track import EndTrack
from ferrovia.rules.trains import EndTrains
from ferrovia.titles.t1824.exchange import ExchangeCoal, ExchangeMountain, GiveUpMountain
from ferrovia.titles.t1824.first_round import BuyRailway
from ferrovia.titles.t1824.trains import BuyTrain
from support.tables import asked
from titles.t1824.tables import (
    Table1824,
    a_table,
    box_of,
    certificates,
    director,
    events,
    money,
    mountain,
    name,
    offered,
    percent,
    price,
    train,
    trains_with,
    why,
)

rule = pytest.mark.rule
PASS, END = EndStockTurn(), EndTrains()
FULL = {"SD": "A A A A A", "UG": "A A A A A", "KK": "A A A A A"}
"""Fifteen certificates of A that cannot be sold: their companies have not operated."""


def buy(company: str) -> BuyShare:
    return BuyShare(name(company), IN_IPO)


def sell(company: str, shares: int = 1) -> SellShares:
    return SellShares(name(company), shares)


def for_mountain(number: str, company: str) -> ExchangeMountain:
    return ExchangeMountain(mountain(number), name(company))


def railway(company: str, at: int) -> BuyRailway:
    return BuyRailway(name(company), at)


def played(game: Game, *actions: object) -> Game:
    for action in actions:
        game = game.play(action)
    return game


def companies_of_round(game: Game) -> tuple[str, ...]:
    return next(f.facts.companies for f in game.where() if isinstance(f.facts, OperatingFacts))


# ---------------------------------------------------------------------------------------------------- the first round


@rule("VI.6.3", "VI.8.1c")
def test_a2_nobody_sells_once_the_bank_has_half() -> None:
    """A2: after A's sale exactly 50% lie in the bank; a further sale by anybody is refused."""
    game = a_table("A B C").open("BH", 100, "A20 B20 C20").stock_round("A").game().play(sell("BH"))
    assert (percent(game, IPO, "BH"), game.state.certs[CertId("BH_0")]) == (50, "B")
    game = game.play(PASS)
    assert why(game, sell("BH")) == "VI.8.1c"
    assert why(game.play(PASS), sell("BH")) == "VI.8.1c"


@rule("IV.4.2.3", "IV.2.16")
def test_b2_capital_and_what_the_coal_railway_had() -> None:
    """B2: issue price 90, EOD with 75 and a 2g: MS opens with 8 × 90 + 75 = 795 and the 2g."""
    table = a_table().phase("3").railway("EOD", "A", price=180, cash=75, trains="2g", at="A12").shares(MS="A B C")
    done = table.stock_round("A").game().play(ExchangeCoal(name("EOD")))
    assert (money(done, "MS"), trains_with(done, "MS")) == (795, "2g")


@rule("IV.4.2.3")
def test_bots_foresee_the_capital_of_a_regional_whose_coal_railway_is_gone() -> None:
    """Eight times 90, whether the coal railway still has its money or MS has it already."""
    game = a_table().phase("3").railway("EOD", "A", price=180, cash=75, at="A12").stock_round("A").game()
    done, outlook = game.play(ExchangeCoal(name("EOD"))), game.title.outlook
    assert isinstance(outlook, Outlook) and name("MS") not in done.state.floated
    assert [outlook.capital(position.state, name("MS")) for position in (game, done)] == [720 + 75, 720]


@rule("IV.4.2.4", "IV.4.3.1", "IV.4.3.3", "IV.2.17")
def test_b3_a_regional_whose_coal_railway_was_not_sold() -> None:
    """B3: the director's certificate of BK at 70 costs 140; at 50% it opens with 10 × 70 = 700."""
    game = a_table("A B C").stock_round("A").game().play(StartCompany(name("BK"), 70))
    assert (money(game, "A"), price(game, "BK"), "BK" in game.state.floated) == (820 - 140, "70@5,2", False)
    game = played(game, buy("BK"), buy("BK"), buy("BK"))
    assert ("BK" in game.state.floated, money(game, "BK")) == (True, 700)


@rule("VII.4.1", "VII.4.2", "VII.4.3", "VII.15.1", "VI.2.2")
def test_b6_from_the_first_round_to_the_first_export() -> None:
    """B6: the last action by seat 1 gives seat 2 the priority; railways operate by number; a 2-train is exported."""
    game = new_game("1824", ["A", "B", "C", "D"])
    papers = ("KK1", 240), ("UG1", 240), ("SD1", 240), ("EPP", 120), ("EOD", 120), ("MLB", 120), ("SPB", 120)
    small = ("SD2", 120), ("SD3", 120), ("UG2", 120), ("KK2", 120), ("", 0)
    for company, at in (*papers, *small):
        game = game.play(railway(company, at) if company else PASS)
    while game.where()[-1].script == "stock round":
        mine = asked(game).who == "A" and not game.state.cash[asked(game).who] < 120
        game = game.play(buy("SD") if mine else PASS)
    assert game.state.order[0] == "B"
    assert " ".join(companies_of_round(game)) == "EPP EOD MLB SPB SD1 SD2 SD3 UG1 UG2 KK1 KK2"
    exported: list[str] = []
    while game.where()[-1].script != "stock round":
        ways = game.offers()
        chosen = next((o for o in ways if isinstance(o.action, EndTrack | EndTrains)), None) or next(iter(ways))
        game = game.take(chosen)
        exported += [event["train"] for event in events(game, "train-exported")]
    assert exported == ["2"]


@rule("side 8")
def test_b9_two_holders_of_20_percent() -> None:
    """B9: KK1 unsold, KK2 sold; B reaches 20% before C and swaps; five 10% are buyable. On the site nobody swaps."""
    for profile, buyable, papers in (("rulebook", 5, 1), ("site", 3, 2)):
        game = new_game("1824", ["A", "B", "C"], {"profile": profile})
        game = played(game, PASS, PASS, railway("KK2", 120), PASS, buy("KK"), buy("KK"), PASS, buy("KK"), buy("KK"))
        while game.where()[-1].script == "stock round":
            game = game.play(PASS)
        assert (percent(game, "B", "KK"), percent(game, "C", "KK")) == (20, 20)
        assert game.state.certs[CertId("KK_0")] == ("B" if profile == "rulebook" else IPO)
        ordinary = box_of(game).papers.ordinary(game.state, IPO, name("KK"))  # pyright: ignore[reportArgumentType]
        assert (len(ordinary), certificates(game, "B"), certificates(game, "C")) == (buyable, papers, 2)


@rule("IV.4.3.2", "VI.5.1", "VI.5.3")
def test_b10_bh_operates_in_the_first_operating_round() -> None:
    """B10: BH at 80 in the first round, three more shares: 800 in its treasury, and a turn in OR 1."""
    game = played(new_game("1824", ["A", "B", "C"]), StartCompany(name("BH"), 80), buy("BH"), buy("BH"), buy("BH"))
    assert money(game, "BH") == 800
    while game.where()[-1].script == "stock round":
        game = game.play(PASS)
    assert companies_of_round(game) == ("BH",)


# --------------------------------------------------------------------------------------------------- certificate limit


@rule("VI.7.1", "VI.7.3", "IV.1.5", "IV.1.8")
def test_c8_i6_limits_do_not_stop_the_compulsory_exchange() -> None:
    """C8, I6: 16 of 16 and a mountain railway: 17 after the compulsory exchange; in the next stock round he sells."""
    table = a_table().phase("3").sold_out("3").shares(**FULL).mountains(A="B1").open("CL", 100, "B40 A10")
    table.railway("SD1", "C", cash=300, at="E12.0")
    game = table.turn_of("SD1", "trains").game()
    assert certificates(game, "A") == 16
    game = game.play(BuyTrain(train(game, "4")))
    done = game.play(for_mountain("B1", "CL"))
    assert certificates(done, "A") == 17
    later = a_table().phase("4").shares(**FULL).open("CL", 100, "B40 A20").stock_round("A").game()
    assert [why(later, action) for action in (PASS, buy("CL"))] == ["VI.7.3", "VI.7.3"]
    assert why(later.play(sell("CL")), PASS) == ""
    site = a_table(profile="site").shares(**FULL).railway("EPP", "A", price=140).mountains(A="B1 B2").stock_round("A")
    assert certificates(site.game(), "A") == 18


@rule("VI.7.4")
def test_c13_above_sixty_by_exchange() -> None:
    """C13: 50% of MS and two mountain railways: 60%, then 70%; buying is refused, nothing need be sold."""
    table = a_table("A B C").phase("3").open("MS", 90, "A50 B20").mountains(A="B1 B2").cash(A=900)
    game = table.stock_round("A").game().play(for_mountain("B1", "MS"))
    assert percent(game, "A", "MS") == 60
    game = played(game, PASS, PASS)
    assert why(game, buy("MS")) == "VI.7.4"
    game = game.play(for_mountain("B2", "MS"))
    assert percent(game, "A", "MS") == 70
    assert why(played(game, PASS, PASS), PASS) == ""


@rule("VI.7.3", "VI.6.1")
def test_c15_over_the_limit_through_a_new_director() -> None:
    """C15: X at 16 of 16 loses the directorship of CL to Z: two 10% for the 20%, 17; he must sell before he passes."""
    table = a_table().shares(**FULL).open("CL", 100, "A20 D20").order("D A B C").cash(D=500)
    game = table.stock_round("D").game()
    assert certificates(game, "A") == 16
    game = game.play(buy("CL"))
    assert (director(game, "CL"), certificates(game, "A"), asked(game).who) == ("D", 17, "A")
    assert why(game, PASS) == ""  # the bank has half of CL: nothing can be sold
    table = a_table().shares(**FULL).open("CL", 100, "A20 D20 B20").order("D A B C").cash(D=500)
    game = table.stock_round("D").game().play(buy("CL"))
    assert (certificates(game, "A"), why(game, PASS)) == (17, "VI.7.3")
    assert why(game.play(sell("CL")), PASS) == ""


@rule("VI.8.1b")
def test_c12_bought_before_the_formation() -> None:
    """C12: three 10% of SD bought at 120 in SR2; in SR3 none can be sold."""
    game = a_table("A B C").cash(A=400).stock_round("A", 2).game()
    for _ in range(3):
        game = played(game, buy("SD"), PASS, PASS)
    assert (money(game, "A"), percent(game, "A", "SD"), why(game, sell("SD"))) == (40, 30, "VI.8.1b")


@rule("VI.4.6")
def test_c11_in_the_next_round_one_may_buy_back() -> None:
    """C11: sold in SR4: SB cannot be bought in SR4, but in SR5."""
    game = a_table("A B C").open("SB", 100, "A40 B20").stock_round("A").game().play(sell("SB"))
    assert why(game, buy("SB")) == "VI.4.6"
    assert why(played(game, PASS, PASS, PASS), buy("SB")) == "VI.4.6"
    assert why(a_table("A B C").open("SB", 100, "A40 B20").stock_round("A", 5).game(), buy("SB")) == ""


# ---------------------------------------------------------------------------------------------- compulsory exchanges


def first_4(table: Table1824) -> Game:
    """SD1 of A buys the first 4-train."""
    table.phase("3").sold_out("3").railway("SD1", "A", at="E12.0", cash=300)
    game = table.turn_of("SD1", "trains").game()
    return game.play(BuyTrain(train(game, "4")))


@rule("IV.1.6", "IV.1.5")
def test_i1_in_the_order_of_their_numbers() -> None:
    """I1: B5 exchanged before: asked are B1, B2, B3, B4, then B6; when MS has no 10% left another company is taken."""
    table = a_table().mountains(B="B1 B4", D="B2", A="B3 B6").shares(MS="C C C C")
    game, asked_for = first_4(table), list[tuple[str, str]]()
    for _ in range(5):
        number = offered(game, ExchangeMountain)[0].mountain
        asked_for.append((number, asked(game).who))
        company = "MS" if why(game, for_mountain(number, "MS")) == "" else "SB"
        game = game.play(for_mountain(number, company))
    assert asked_for == [("B1", "B"), ("B2", "D"), ("B3", "A"), ("B4", "B"), ("B6", "A")]
    assert [percent(game, IPO, c) for c in ("MS", "SB")] == [20, 90]


@rule("IV.1.8")
def test_i2_the_site_asks_also_without_a_share() -> None:
    """I2: without a share left nobody is asked; the site lets them pass."""
    taken = dict.fromkeys(("MS", "CL", "SB", "BH"), "C C C C C C C C")
    rest = {"BK": "C C C C C C C"}
    game = first_4(a_table("A B C").mountains(A="B1", B="B2", C="B4").shares(**taken).shares(**rest))
    done = game.play(for_mountain("B1", "BK"))
    assert [e["mountain"] for e in events(done, "mountain-removed")] == ["B2", "B4"]
    site = first_4(a_table("A B C", profile="site").mountains(A="B1", B="B2", C="B4").shares(**taken).shares(**rest))
    site = site.play(for_mountain("B1", "BK"))
    assert (asked(site).who, {type(o.action) for o in site.offers()}) == ("B", {GiveUpMountain})


@rule("IV.1.7")
def test_i3_the_new_share_is_paid_in_the_same_round() -> None:
    """I3: 25 for B1 at the start of the round, 9 of SB's dividend of 90 at its end."""
    table = a_table("A B C").phase("3").sold_out("3").mountains(A="B1").open("MS", 100, "B60", cash=300, at="C12")
    table.open("SB", 90, "C60", at="G26", trains="3").line("G26 G28").cash(A=25)
    game = table.turn_of("MS", "trains").game()
    game = played(game, BuyTrain(train(game, "4")), for_mountain("B1", "SB"), END)
    while PayDividend not in [move.action for move in asked(game).moves]:
        game = game.take(next(iter(game.offers())) if not game.offers().of(EndTrack) else offer_of(game, EndTrack))
    revenue = game.where()[-1].facts.revenue
    assert money(game.play(PayDividend()), "A") == 25 + revenue // 10


def offer_of(game: Game, kind: type[object]) -> Offer:
    return next(o for o in game.offers() if isinstance(o.action, kind))


@rule("IV.2.13", "VI.6.1")
def test_i7_on_the_site_the_certificate_stays() -> None:
    """I7: MS opens with 780 and a 1g; B directs it, with the certificate by the rulebook, without it on the site."""
    for profile, holder in (("rulebook", "B"), ("site", "A")):
        table = a_table(profile=profile).phase("3").railway("EOD", "A", price=180, cash=60, trains="1g", at="A12")
        game = table.shares(MS="B B B").stock_round("A").game().play(ExchangeCoal(name("EOD")))
        assert (money(game, "MS"), trains_with(game, "MS"), director(game, "MS")) == (780, "1g", "B")
        assert (game.state.certs[CertId("MS_0")], percent(game, "A", "MS"), percent(game, "B", "MS")) == (
            holder,
            20,
            30,
        )


@rule("IV.2.14", "IV.4.2.3")
@pytest.mark.parametrize(("profile", "at_once"), [("rulebook", False), ("site", True)])
def test_i9_compulsory_exchange_with_and_without_opening(profile: str, at_once: bool) -> None:
    """I9: CL stays closed with MLB's 135 until two more shares bring 640; SB opens with 8 × 80 + 130 = 770."""
    table = a_table("A B C", profile=profile).phase("4").sold_out("4")
    table.railway("MLB", "A", price=160, cash=135, trains="2g", at="A22").shares(CL="A")
    table.railway("SPB", "B", price=160, cash=130, at="H25").shares(SB="A B C C")
    table.open("BK", 100, "C60", cash=500, at="B9", trains="4")
    game = table.turn_of("BK", "trains").game()
    game = game.play(BuyTrain(train(game, "5")))
    assert (percent(game, "A", "CL"), money(game, "CL"), trains_with(game, "CL")) == (30, 135, "2g")
    assert (money(game, "SB") == 770, "SB" in game.state.floated) == (at_once, at_once)
    end = game.play(END)
    assert (money(end, "SB"), "CL" in end.state.floated) == (770, False)
    shares = a_table("A B C").phase("5").priced("CL", 80).held(CL="A30").treasury(CL=135).cash(A=900, B=900)
    stock = shares.keep(linked=(name("CL"),)).stock_round("A").game()
    assert money(played(stock, buy("CL"), buy("CL")), "CL") == 640 + 135


@rule("IV.2.11")
def test_i10_exchange_at_the_limit() -> None:
    """I10: 16 of 16, one of them EPP: the exchange is legal and leaves 16."""
    table = a_table().phase("3").shares(**FULL).railway("EPP", "A", price=140).stock_round("A")
    assert certificates(table.game(), "A") == 16
    assert certificates(table.game().play(ExchangeCoal(name("EPP"))), "A") == 16
