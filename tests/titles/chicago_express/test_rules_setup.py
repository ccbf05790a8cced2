"""[CE-1, CE-2, CE-3] «Montaje del plano de juego», «Preparación del juego», «Modo de jugar»."""

import pytest

import ferrovia
from ferrovia import Game
from ferrovia.model.ids import BANK
from ferrovia.model.message import Message
from ferrovia.titles.chicago_express.auction import Bid, Pass
from support.tables import asked, changed, reading, refused
from titles.chicago_express.tables import a_table, auction, decline, develop, expand

rule = pytest.mark.rule

PLAYING = "«Modo de jugar»"
EACH_HAS = {2: 60, 3: 40, 4: 30, 5: 24, 6: 20}


def a_new_game(players: str = "A B C", **options: str) -> Game:
    return ferrovia.new_game("chicago-express", players.split(), options)


def after(game: Game, *answers: object) -> Game:
    for answer in answers:
        game = game.play(answer)
    return game


# -------------------------------------------------------------------------------------------------------------- set-up


@rule("CE-1.1")
@pytest.mark.parametrize(("seats", "cash"), EACH_HAS.items())
def test_r1_120_dollars_are_shared_among_the_players(seats: int, cash: int) -> None:
    """Each of 2, 3, 4, 5, 6 players has 60, 40, 30, 24, 20."""
    seen = reading(a_new_game(" ".join("ABCDEF"[:seats])))
    assert [seen[f"cash {player}"] for player in "ABCDEF"[:seats]] == [cash] * seats


@rule("CE-1.1")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_only_2_to_6_can_play(seats: int) -> None:
    """One player is too few, seven are too many."""
    with pytest.raises(ferrovia.BadData, match=f"is for 2 to 6 players, not {seats}"):
        ferrovia.new_game("chicago-express", "ABCDEFG"[:seats])


@rule("CE-1.2")
def test_four_companies_stand_on_their_start_hex() -> None:
    """One locomotive each in Philadelphia, Baltimore, New York, Washington; 19, 21, 23, 25 and 11 on the charters."""
    seen = reading(a_new_game())
    on_map = {name: present for name, present in seen.items() if name.startswith("on ")}
    assert on_map == {"on R5": "PRR", "on Q7": "B&O", "on S3": "NYC", "on Q9": "C&O"}
    left = {company: seen[f"left {company}"] for company in ("PRR", "B&O", "NYC", "C&O", "Wabash")}
    assert left == {"PRR": 19, "B&O": 21, "NYC": 23, "C&O": 25, "Wabash": 11}


@rule("CE-1.3")
def test_incomes_start_on_the_coloured_spaces() -> None:
    """PRR 7, B&O 6, C&O 5, NYC 8, the Wabash not on the track; all treasuries empty."""
    seen = reading(a_new_game())
    incomes = {name: income for name, income in seen.items() if name.startswith("income ")}
    assert incomes == {"income PRR": 7, "income B&O": 6, "income C&O": 5, "income NYC": 8}
    assert [seen[f"treasury {c}"] for c in ("PRR", "B&O", "NYC", "C&O", "Wabash")] == [0] * 5


@rule("CE-1.4")
def test_dials_houses_and_industry_at_the_start() -> None:
    """All dials on START, 20 houses, Detroit 1, Wheeling 3, Pittsburgh 4."""
    gauges = {gauge.key: gauge.values[gauge.at] for gauge in a_new_game().view().gauges}
    dials = {"auction": 0, "expansion": 0, "development": 0}
    assert gauges == dials | {"Detroit": 1, "Wheeling": 3, "Pittsburgh": 4, "houses": 20}


@rule("CE-1.5")
def test_everything_is_public() -> None:
    """The one view for everybody shows shares, cash, treasuries, incomes and dials."""
    game = a_table().sold(PRR="A B B").cash(B=33).treasury(PRR=9).with_income(PRR=12).dials(auction=2).game()
    view = game.view()
    prr = next(company for company in view.companies if company.id == "PRR")
    assert prr.holders == {"A": 1, "B": 2}
    assert (prr.figures["treasury"], prr.figures["income"], prr.figures["unsold"]) == (9, 12, 0)
    b = next(player for player in view.players if player.id == "B")
    assert (b.cash, b.shares) == (33, {"PRR": 2})
    assert next(gauge.at for gauge in view.gauges if gauge.key == "auction") == 2


@rule("CE-1.6")
def test_the_bank_never_runs_out() -> None:
    """The box holds less than these dividends, and they are paid in full."""
    table = a_table().sold(PRR="A").with_income(PRR=5000).dials(auction=3, development=4).turn_of("B")
    before = table.state.cash[BANK]
    game = table.game()
    assert reading(game)["cash A"] == 40 + 5000 + 6 + 5 + 8
    assert game.state.cash[BANK] == before - 5019 < -5000


@rule("CE-1.6")
def test_a_player_may_hold_every_share() -> None:
    """With five of the six C&O shares in hand, the player still wins the last one."""
    game = a_table().sold(CO="A A A A A").turn_of("A").game()
    done = after(game, auction("C&O"), Bid(1), Pass(), Pass())
    assert reading(done)["sold C&O"] == "A A A A A A"


# ---------------------------------------------------------------------------------------------------- initial auctions


@rule("CE-2.1", "CE-2.2", "CE-2.5")
def test_r2_four_first_shares_in_order_and_the_prr_owner_moves_first() -> None:
    """PRR 7, B&O 6, C&O 5, NYC 8; the receiver of a share starts the next auction; no dial moves."""
    game, opened = a_new_game(), list[tuple[str, int, str]]()
    for bidder in ("B", "C", "A", "C"):
        opened.append((asked(game).about.params["company"], asked(game).about.params["opening"], asked(game).who))
        while asked(game).who != bidder:
            game = game.play(Pass())
        game = after(game, Bid(asked(game).about.params["opening"]))
        while game.ask and asked(game).about.key == "bid":
            game = game.play(Pass())
    assert opened == [("PRR", 7, "A"), ("B&O", 6, "B"), ("C&O", 5, "C"), ("NYC", 8, "A")]
    assert (asked(game).who, asked(game).about) == ("B", Message("choose-action", {}))
    seen = reading(game)
    assert [seen[f"dials {dial}"] for dial in ("auction", "expansion", "development")] == [0, 0, 0]


@rule("CE-2.1")
def test_the_wabash_is_not_offered_before_the_game() -> None:
    """After NYC turns are taken; both Wabash shares are still on the charter."""
    game = after(a_new_game(), *[Pass()] * 12)
    assert asked(game).about.key == "choose-action"
    assert reading(game)["sold Wabash"] == ""


@rule("CE-2.2")
@pytest.mark.parametrize(("chosen", "first"), [("1", "A"), ("2", "B"), ("3", "C")])
def test_the_host_says_who_is_the_oldest(chosen: str, first: str) -> None:
    """The first seat starts the PRR auction unless the host sets another."""
    ask = a_new_game(**{"first-bidder": chosen}).ask
    assert ask is not None and ask.who == first


@rule("CE-2.3", "CE-4.4", "CE-4.5", "CE-4.6")
def test_initial_auctions_are_bid_like_all_others() -> None:
    """Opening bid, higher bids, cash and passing hold before the game, too."""
    game = after(a_new_game(), Bid(9), Pass())
    assert refused(game, Bid(9)) == "CE-4.4 «Subastar una acción»"
    assert refused(game, Bid(41)) == "CE-4.6 «Subastar una acción»"
    assert refused(game, Bid(10), by="B") == "CE-4.5 «Subastar una acción»"


@rule("CE-2.4")
def test_r15_without_a_bid_the_starting_bidder_gets_the_share_for_free() -> None:
    """Nobody bids: the share goes to who started, no money moves."""
    game = a_new_game()
    done = after(game, Pass(), Pass(), Pass())
    assert changed(game, done) == {"sold PRR": "A"}
    assert done.events[-1] == Message("share-free", {"player": "A", "company": "PRR"})


@rule("CE-2.4", "CE-2.2", "CE-2.5")
def test_c1_a_free_prr_share() -> None:
    """A gets PRR for 0, starts the B&O auction at 6 and will take the first turn."""
    game = after(a_new_game(), *[Pass()] * 3)
    seen = reading(game)
    assert (seen["cash A"], seen["treasury PRR"], seen["sold PRR"]) == (40, 0, "A")
    assert asked(game).who == "A"
    assert asked(game).about == Message("first-bid", {"company": "B&O", "opening": 6})
    first_turn = after(game, Pass(), Bid(6), Pass(), *[Pass()] * 6)
    assert (asked(first_turn).who, asked(first_turn).about.key) == ("A", "choose-action")


@rule("CE-2.3", "CE-4.5", "CE-4.8", "CE-2.2")
def test_c2_the_highest_bidder_pays_the_treasury_and_starts_the_next() -> None:
    """A passes, B 7, C 8, B passes: C has 32, PRR has 8; A is not asked again; C starts the B&O auction."""
    game = a_new_game()
    answered = list[str]()
    done = game
    for answer in (Pass(), Bid(7), Bid(8), Pass()):
        answered.append(asked(done).who)
        done = done.play(answer)
    assert answered == ["A", "B", "C", "B"]
    assert changed(game, done) == {"cash C": 32, "treasury PRR": 8, "sold PRR": "C", "asked": "C"}
    assert asked(done).about == Message("first-bid", {"company": "B&O", "opening": 6})


@rule("CE-4.4", "CE-4.6")
def test_c3_below_the_opening_bid_and_above_cash() -> None:
    """After A's pass B still needs 7, and may bid 40 but not 41."""
    game = a_new_game().play(Pass())
    assert refused(game, Bid(6)) == "CE-4.4 «Subastar una acción»"
    assert refused(game, Bid(41)) == "CE-4.6 «Subastar una acción»"
    assert changed(game, game.play(Bid(40))) == {"asked": "C"}


# --------------------------------------------------------------------------------------------------------------- turns


@rule("CE-3.1")
def test_turns_go_clockwise() -> None:
    """A, B, C, A; and the others are told that it is not their turn."""
    game, answered = a_table().turn_of("A").game(), list[str]()
    for dial in ("auction", "expansion", "development", "expansion"):
        answered.append(asked(game).who)
        game = game.play(decline(dial))
    assert answered == ["A", "B", "C", "A"]
    assert refused(game, decline("auction"), by="C") == f"CE-3.1 {PLAYING}"


@rule("CE-3.2")
def test_r4_a_declined_auction_uses_its_space() -> None:
    """The dial goes to 1; no share is offered, no money moves, it is B's turn."""
    game = a_table().game()
    assert changed(game, game.play(decline("auction"))) == {"dials auction": 1, "asked": "B"}


@rule("CE-3.2")
def test_no_turn_without_a_needle_move() -> None:
    """Whatever A chooses, exactly one needle moves by one; to pass is not among the choices."""
    game = a_table().treasury(PRR=3).with_tokens(PRR="R5 Q3").game()
    for action in (auction("PRR"), expand("PRR", "Q5"), develop("Q3"), decline("expansion")):
        moved = {name: at for name, at in changed(game, game.play(action)).items() if name.startswith("dials ")}
        assert list(moved.values()) == [1], action
    assert refused(game, Pass()) == f"CE-3.2 {PLAYING}"


@rule("CE-3.3")
@pytest.mark.parametrize(("dial", "spaces"), [("auction", 3), ("expansion", 5), ("development", 4)])
def test_an_action_can_be_chosen_once_for_each_space(dial: str, spaces: int) -> None:
    """Three auctions, five expansions, four developments; then the needle is in red."""
    game = a_table(players="A B").game()
    for _ in range(spaces):
        game = game.play(decline(dial))
    assert refused(game, decline(dial)) == f"CE-3.3 {PLAYING}"


@rule("CE-3.3")
def test_c8_a_needle_in_red_cannot_be_chosen_even_to_decline() -> None:
    """Auction dial at 3: neither an auction nor a declined one."""
    game = a_table().dials(auction=3).game()
    assert refused(game, auction("PRR")) == f"CE-3.3 {PLAYING}"
    assert refused(game, decline("auction")) == f"CE-3.3 {PLAYING}"


@rule("CE-3.3")
def test_a_red_needle_also_stops_expansion_and_development() -> None:
    """Also where the network could grow and a hex be developed."""
    table = a_table().treasury(PRR=3).with_tokens(PRR="R5 Q3")
    assert refused(table.dials(expansion=5).game(), expand("PRR", "Q5")) == f"CE-3.3 {PLAYING}"
    assert refused(table.dials(expansion=0, development=4).game(), develop("Q3")) == f"CE-3.3 {PLAYING}"


@rule("CE-3.4")
def test_a_refused_move_moves_no_needle() -> None:
    """Choice and execution are one move: with illegal content nothing at all happens."""
    game = a_table().treasury(PRR=0).game()
    assert refused(game, expand("PRR", "Q5")) == "CE-5.9 «Costes de la ampliación de una red»"
    assert changed(game, game.play(decline("expansion"))) == {"dials expansion": 1, "asked": "B"}


@rule("CE-3.4")
def test_declining_is_legal_whether_or_not_the_action_is_possible() -> None:
    """Possible: PRR could expand. Impossible: A holds nothing, nothing can be developed, nothing is left to sell."""
    possible = a_table().treasury(PRR=9).game()
    impossible = (
        a_table()
        .sold(PRR="B B B", BO="B B B B", NYC="B B B B B", CO="B B B B B B")
        .houses(supply=0)
        .turn_of("A")
        .game()
    )
    for game in (possible, impossible):
        for dial in ("auction", "expansion", "development"):
            assert game.why_not(decline(dial)) is None
    assert {type(offer.action).__name__ for offer in impossible.offers()} == {"Decline"}


@rule("CE-3.5")
def test_after_an_auction_the_turn_passes_from_the_active_player() -> None:
    """A auctions, C wins: B is next."""
    game = after(a_table().game(), auction("B&O"), Pass(), Pass(), Bid(3))
    assert (asked(game).who, asked(game).about.key, reading(game)["sold B&O"]) == ("B", "choose-action", "A C")
