"""Found by reading the rulebook sentence by sentence: what a train may leave uncounted, and moves at the wrong time."""

from typing import Any

import pytest

from ferrovia import Game
from ferrovia.cli.reading import Reader
from ferrovia.model.ids import FaceId
from ferrovia.rules.stations import EndStations
from ferrovia.rules.stock import EndStockTurn
from ferrovia.rules.track import EndTrack
from ferrovia.text import Words
from ferrovia.titles.t1862.dividends import PayWithHudson
from ferrovia.titles.t1862.parliament import Bid, Pass, StartAuction
from ferrovia.titles.t1862.redeeming import RedeemShare
from ferrovia.titles.t1862.trains import BuyTrain
from titles.t1862.mapwork import lay, link, marker, station
from titles.t1862.runs import built, income, revenue, run
from titles.t1862.tables import EasternTable, a_table, company_id, why

rule = pytest.mark.rule


# ---------------------------------------------------------------------------------------------- what a train must count


def harwich(trains: str, phase: str, permit: str, *, profile: str = "rulebook") -> Game:
    """ECR at Witham 20: London, Colchester 40, Harwich 30, Holland."""
    table = a_table(profile=profile).phase(phase)
    table.has("ECR", price=100, held="A5", permits=permit, trains=trains)
    built(table, "D13 20: D15 E12, E12 40: D13 F13, F13 30: E12 G14")
    return table.stations(ECR="D13 E12 B15.1").turn_of("ECR", "run_without_asking").game()


@rule("7.8.1")
@pytest.mark.parametrize("profile", ["rulebook", "site"])
@pytest.mark.parametrize(
    "way", ["(D15) D13", "(D15) (D13)", "D15 D13 (E12)", "(D15) D13 E12 F13 G14", "D15 D13 E12 (F13) G14"]
)
def test_a_freight_train_counts_both_its_ends(way: str, profile: str) -> None:
    """Start and goal count, whatever lies between never does: there is nothing to leave out."""
    game = harwich("5F", "D", "freight", profile=profile)
    assert revenue(game, "5F: D15 D13 E12 F13 G14") == 150 + 100 + 3 * 30
    assert why(game, run(game, f"5F: {way}")) == "7.8.1"


@rule("7.8.3")
def test_an_express_train_leaves_out_no_more_than_it_visits_too_many() -> None:
    """A 2/3E over three stations counts two of them; over two it counts both."""
    game = harwich("2/3E", "B", "express")
    assert [revenue(game, f"2/3E: {way}") for way in ("(D13) E12 F13", "D13 (E12) F13", "D13 E12")] == [70, 50, 60]
    for way in ("(D13) E12 (F13)", "(D13) (E12) (F13)", "D13 (E12)", "(D13) (E12)"):
        assert why(game, run(game, f"2/3E: {way}")) == "7.8.3", way


@rule("7.8.2")
def test_a_local_train_leaves_out_no_more_than_it_visits_too_many() -> None:
    game = harwich("2/3L", "B", "local")
    assert income(game, "2/3L: D13 (E12) F13").revenue == 50
    for way in ("(D13) E12 (F13)", "D13 (E12)"):
        assert why(game, run(game, f"2/3L: {way}")) == "7.8.2", way


@rule("7.8.2", "7.8.3")
@pytest.mark.parametrize(("face", "permit"), [("3E", "express"), ("3L", "local")])
def test_only_n_m_trains_leave_stations_out(face: str, permit: str) -> None:
    game = harwich(face, "C", permit)
    paragraph = "7.8.3" if permit == "express" else "7.8.2"
    assert why(game, run(game, f"{face}: D13 E12 (F13)")) == paragraph


@rule("7.8.3")
@pytest.mark.parametrize("way", ["D13 E12 F13 G14", "D13 (E12) F13 G14", "D13 (E12) (F13) G14"])
def test_no_brackets_make_a_route_shorter(way: str) -> None:
    """Four stations are too many for a 2/3E, however few it counts."""
    game = harwich("2/3E", "B", "express")
    refusal = game.why_not(run(game, f"2/3E: {way}"))
    assert refusal is not None and refusal.rule == "run-range-express"


# ----------------------------------------------------------------------------------------- building at the wrong time


def colchester(phase: str = "B", **more: Any) -> EasternTable:
    """EUR at Colchester with a line to Witham and London."""
    table = a_table().phase(phase).lies("E12 790/1, D13 6/4")
    return table.has("EUR", price=82, held="A5", stations="E12", tokens=2, trains="2F", **more)


BUILDING = (lay("F11 790/1"), marker("E14 16_2/0"), link("D15.1"))


@rule("7.6")
def test_a_company_builds_once_a_turn() -> None:
    """After an N tile, after an upgrade, and after going on without building."""
    first = colchester().turn_of("EUR", "lay_track").game()
    for build in (lay("F11 790/1"), lay("E12 791/1"), EndTrack()):
        after = first.play(build)
        assert [why(after, action) for action in (lay("F13 202/0"), *BUILDING)] == ["7.6"] * 4


@rule("7.6.5")
def test_whoever_links_london_builds_and_places_nothing_else() -> None:
    after = colchester().turn_of("EUR", "lay_track").game().play(link("D15.1"))
    assert [why(after, action) for action in (*BUILDING, station("D13.0"))] == ["7.6.5"] * 4


@rule("7.7")
def test_one_station_a_turn() -> None:
    game = colchester().turn_of("EUR", "place_station", done=("track",)).game()
    for answer in (station("D13.0"), EndStations()):
        assert why(game.play(answer), station("F11.0")) == "7.7"
    without = colchester().turn_of("EUR", "place_station", done=("track",))
    without.state.tokens[without.company("EUR")] = 0
    assert why(without.game(), station("D13.0")) == "7.7"


@rule("10.3")
def test_no_track_and_no_stations_after_the_lner() -> None:
    game = colchester("H").lner(12).turn_of("EUR", "lay_track").game()
    assert [why(game, action) for action in (*BUILDING, station("D13.0"))] == ["10.3"] * 4


@rule("7.3", "8")
def test_the_state_builds_nothing() -> None:
    """On the site the largest holder runs its trains, and still does not build for it."""
    table = (
        a_table(profile="site")
        .phase("C")
        .has("WNR", price=100, held="B2", pool=5, administered=True, permits="local", trains="3L", tokens=1)
    )
    built(table, "E2 30: D3, D3: E2 D5, D5 30: D3")
    game = table.stations(WNR="E2").turn_of("WNR", "run_without_asking").game()
    assert [why(game, action) for action in (*BUILDING, station("D5.0"))] == ["7.3"] * 4


@rule("7.1")
def test_track_and_stations_have_their_time_in_a_company_s_turn() -> None:
    stock = colchester().stock_round().game()
    assert [why(stock, action) for action in (*BUILDING, station("D13.0"))] == ["7.1"] * 4
    assert why(stock.play(EndStockTurn()), station("D13.0")) == "7.1"
    too_early = colchester().turn_of("EUR", "lay_track").game()
    assert why(too_early, station("D13.0")) == "7.1"


# ---------------------------------------------------------------------------------------------------------------- words


@rule("3")
@pytest.mark.parametrize(("language", "passing"), [("en", "p"), ("es", "p"), ("en", "pass"), ("es", "pasar")])
def test_what_is_always_refused_takes_no_words_from_what_is_asked(language: str, passing: str) -> None:
    """The beginning of a word is enough to pass in Parliament, and track can still be asked about."""
    game = a_table().parliament().game()
    reader = Reader(game.title, Words(language, title="1862"))
    assert reader.action(game, passing) == Pass()
    assert set(reader.action_names(game)) == {"start_auction", "buy_further_share", "pass"}
    assert reader.action(game, "lay F11 790 1") == lay("F11 790/1")


@rule("7.9")
def test_an_empty_pile_is_called_empty() -> None:
    """With six H trains only, and all of them sold."""
    table = a_table(h_trains="six").phase("H").sold_out("A B C D E F G H")
    table.has("EUR", price=82, held="A5", cash=900, trains="9F", stations="E12")
    refusal = table.turn_of("EUR", "buy_trains").game().why_not(BuyTrain(FaceId("9F"), 0))
    assert refusal is not None and (refusal.rule, refusal.cite.paragraph) == ("no-train-left", "7.9")


@rule("6.5.2", "7.10")
def test_spanish_says_what_is_meant() -> None:
    """«Vende más de una vez» was to sell more than once, just what is not allowed."""
    words = Words("es", title="1862")
    assert words.refusal("sell-down-enough", {"company": "ESR", "shares": 1, "limit": 13}).endswith("un bloque mayor.")
    assert "no se pueden comprar 4 garantías" in words.refusal("warranty-limit", {"warranties": 4, "most": 3})


@rule("4.3")
@pytest.mark.parametrize("language", ["en", "es"])
def test_one_share_is_spoken_of_as_one(language: str) -> None:
    """«1 share … are enough» was said before."""
    words = Words(language, title="1862")
    for key in ("fine-no-more", "fine-no-less"):
        said = words.refusal(key, {"company": "ESR", "shares": 1, "held": 3, "amount": 40})
        assert " are " not in said and "bastan" not in said.lower()


# ------------------------------------------------------------------------------------------------- at the wrong time


@rule("7.1")
def test_redeeming_and_hudson_at_another_step_name_the_order_of_the_turn() -> None:
    game = colchester().turn_of("EUR", "place_station", done=("track",)).game()
    refusals = [game.why_not(action) for action in (RedeemShare(), PayWithHudson(30))]
    assert [(r.rule, r.cite.paragraph) for r in refusals if r] == [("redeeming-time", "7.1"), ("hudson-time", "7.1")]


@rule("4.1")
def test_whoever_has_passed_is_told_so() -> None:
    table = a_table()
    game = table.at(table.game_frame(sets_done=0, opened=0)).game().play(StartAuction(company_id("EUR"))).play(Bid(0))
    passed = game.ask.who if game.ask else None
    after = game.play(Pass())
    refusal = after.why_not(Bid(10), by=passed)
    assert refusal is not None and (refusal.rule, refusal.cite.paragraph) == ("bid-after-passing", "4.1")
