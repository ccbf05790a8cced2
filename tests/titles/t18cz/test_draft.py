"""[III] [VI] Set-up and the pre-stock round."""

import pytest

from ferrovia import Game
from ferrovia.engine.record import start as start_game
from ferrovia.model.ids import IPO, SCRAP
from ferrovia.rules.stock import EndStockTurn
from ferrovia.titles.t18cz.title import TITLE
from support.tables import asked
from titles.t18cz.answers import PASS_DRAFT, draft
from titles.t18cz.tables import a_table, box_of, kinds_offered, offers_of, owner_of, why

rule = pytest.mark.rule


def new_game(players: str, **options: str) -> Game:
    return start_game(TITLE, players.split(), options)


@rule("III.2", "VII.4.1", "XI.8")
@pytest.mark.parametrize(("players", "cash", "limit"), [(3, 380, 14), (4, 300, 12), (5, 250, 10)])
def test_c1_cash_and_limit(players: int, cash: int, limit: int) -> None:
    """Three players begin with 380 (not 350), four with 300, five with 250; the limits are 14, 12, 10."""
    game = new_game(" ".join("ABCDE"[:players]))
    assert [game.state.cash[player] for player in game.state.players] == [cash] * players
    assert box_of(game).certificate_limit == limit


@rule("XI.8")
def test_the_cash_of_the_appendix_is_an_option() -> None:
    """The appendix says 350 for three players; it changes nothing for four."""
    assert new_game("A B C", **{"cash-for-three": "350"}).state.cash[asked(new_game("A B C")).who] == 350
    assert set(new_game("A B C D", **{"cash-for-three": "350"}).state.cash.values()) >= {300}


@rule("2P")
@pytest.mark.parametrize(("players", "cash", "limit"), [(2, 280, 14), (6, 210, 9)])
def test_two_and_six_players_of_the_published_game(players: int, cash: int, limit: int) -> None:
    game = new_game(" ".join("ABCDEF"[:players]))
    assert [game.state.cash[player] for player in game.state.players] == [cash] * players
    assert box_of(game).certificate_limit == limit


@rule("III.3.5", "III.3.6", "III.3.8", "VIII.12 a")
def test_what_lies_ready() -> None:
    """All papers are in the bank, phase a is in force with yellow tiles only, and player 1 begins."""
    game = new_game("A B C D")
    assert set(game.state.certs.values()) == {IPO}
    assert (game.state.phase, box_of(game).phases["a"].colours) == ("a", ("yellow",))
    assert asked(game).who == "A"
    assert asked(game).about.key == "draft"


@rule("III.1.4", "III.1.6")
def test_all_holdings_are_public() -> None:
    """Everybody sees what players and companies have."""
    table = a_table().phase("b").has("KFN", price=80, held="A40 B20", cash=123, trains="2+2b", stations="G20")
    view = table.locals(A="S1", KFN="M2").cash(A=17).turn_of("KFN").game().view()
    company = next(c for c in view.companies if c.id == "KFN")
    assert (company.figures["treasury"], company.privates) == (123, ("M2",))
    assert [view.faces[train] for train in company.trains] == ["2+2b"]
    player = next(p for p in view.players if p.id == "A")
    assert (player.cash, player.shares, player.privates) == (17, {"KFN": 2}, ("S1",))


@rule("VI.2")
def test_r1_snake() -> None:
    """Four players: 1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 3, 4, 4, 3."""
    game, turns = new_game("1 2 3 4"), ""
    for _ in range(14):
        turns += asked(game).who
        game = game.play(min(offers_of(game, type(draft("S1"))), key=lambda a: box_of(game).locals[a.local].price))
    assert turns == "12344321123443"


@rule("VI.2", "VI.4")
def test_c2_draft_end_in_the_snake() -> None:
    """After a purchase by 2 on the way up 3 passes twice and 2 once: not over until 1 has passed since, too."""
    game = a_table("1 2 3").drafting(turn=1).game().play(draft("S1"))
    for player in "332":
        assert asked(game).who == player
        game = game.play(PASS_DRAFT)
    assert (asked(game).who, asked(game).about.key) == ("1", "draft")
    bought = game.play(draft("S2"))
    assert (asked(bought).who, asked(bought).about.key) == ("1", "draft")
    over = game.play(PASS_DRAFT)
    assert asked(over).about.key == "trade"
    assert owner_of(over, "S1") == "2"
    assert {owner_of(over, local) for local in box_of(over).locals if local != "S1"} == {SCRAP}


@rule("VI.3", "III.3.4")
def test_any_local_at_its_printed_price() -> None:
    """Not only the cheapest one may be chosen; who cannot pay is refused; what is sold is gone."""
    game = a_table("A B C").cash(B=79).drafting().game()
    assert len(offers_of(game, type(draft("S1")))) == 18
    bought = game.play(draft("L6"))
    assert (bought.state.cash[asked(game).who], owner_of(bought, "L6")) == (300, "A")
    assert why(bought, draft("L6")) == ("local-for-sale", "VI.3")
    assert why(bought, draft("L5"), by="A") == ("draft-turn", "VI.2")
    assert why(a_table("A B C").cash(A=79).drafting().game(), draft("L6")) == ("local-price", "VI.3")


@rule("VI.3")
def test_whoever_can_afford_nothing_can_only_pass() -> None:
    game = a_table("A B C").cash(A=24).drafting().game()
    assert [offer.action for offer in game.offers()] == [PASS_DRAFT]


@rule("VI.4", "V ¶1")
def test_the_draft_ends_when_everything_is_sold() -> None:
    everything = "S1 S2 S3 S4 S5 S6 M1 M2 M3 M4 M5 M6 L1 L2 L3 L4 L5"
    game = a_table("A B C").locals(B=everything).drafting().game()
    assert asked(game.play(draft("L6"))).about.key == "trade"


@rule("VI.5")
def test_whoever_passed_may_buy_later() -> None:
    game = a_table("A B C").drafting().game().play(PASS_DRAFT).play(draft("S1")).play(PASS_DRAFT)
    for _ in range(2):
        game = game.play(PASS_DRAFT)
    assert asked(game).who == "A"
    assert owner_of(game.play(draft("S2")), "S2") == "A"


@rule("VI.6")
def test_g1_order_after_the_draft() -> None:
    """250, 275 and 160 of 380 spent: the poorest is first."""
    table = a_table("P1 P2 P3", profile="site").cash(P1=130, P2=105, P3=220)
    game = table.drafting(turn=2, passed="P1 P2").game().play(PASS_DRAFT)
    assert game.state.order == ("P2", "P1", "P3")


@rule("VI.6")
def test_of_equals_the_earlier_stays_earlier() -> None:
    game = a_table("A B C").cash(A=50, B=20, C=50).drafting(turn=2, passed="A B").game().play(PASS_DRAFT)
    assert game.state.order == ("B", "A", "C")


@rule("VI.7", "VII.2.1")
def test_the_first_stock_round_follows() -> None:
    game = a_table("A B C").cash(A=50, B=20, C=30).drafting(turn=2, passed="A B").game().play(PASS_DRAFT)
    assert (asked(game).who, asked(game).about.params) == ("B", {"number": 1})
    assert kinds_offered(game) == {EndStockTurn}
