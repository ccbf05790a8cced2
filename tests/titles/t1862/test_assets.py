"""[7.5.6] [7.5.7] What a survivor takes over, and the other company's new start."""

from random import Random

import pytest

from ferrovia import Game
from ferrovia.model.ids import HexId, StopId
from ferrovia.rules.consent import Agree
from ferrovia.titles.t1862.assets import RemoveStation
from ferrovia.titles.t1862.mergers import Merge
from ferrovia.titles.t1862.merging import RedeemOption
from support import laws
from support.tables import asked
from titles.t1862.tables import (
    EasternTable,
    a_table,
    books_of,
    company_id,
    director,
    holdings,
    money,
    offers_of,
    told,
    trains,
    why,
)

rule = pytest.mark.rule


def merged(table: EasternTable, active: str, other: str, survivor: str) -> Game:
    game = table.turn_of(active, "merge_with_another").game()
    game = game.play(Merge(company_id(other), company_id(survivor)))
    while asked(game).about.key in ("consent-merger", "merger-option"):
        game = game.play(Agree() if asked(game).about.key == "consent-merger" else RedeemOption())
    return game


def stops_of(game: Game, company: str) -> list[str]:
    return sorted(game.state.board.stations_of(company_id(company)))


def tokens(game: Game, company: str) -> int:
    return game.state.tokens[company_id(company)]


# ------------------------------------------------------------------------------------------------ money, trains, papers


def felixstowe_into_ipswich() -> EasternTable:
    table = a_table("A B").phase("C").line("G12 F11").cash(A=500)
    table.has("ESR", price=100, held="A6 B4", trains="2/3E 3E", stations="F11", tokens=2, cash=120, permits="express")
    table.permits(FDR="freight")
    return table.has(
        "FDR", price=90, held="A6 B2", treasury=2, trains="2F 3F*", stations="G12 H7", tokens=1, cash=80, chartered=True
    )


@rule("7.5.6", "5.2.4", "6.5.4.3", "7.10")
def test_e14_felixstowe_goes_into_ipswich() -> None:
    """Cash, trains with warranties, permit, a token; its stations are replaced; two of its shares are one of ESR's."""
    game = merged(felixstowe_into_ipswich(), "ESR", "FDR", "ESR")
    assert money(game, "ESR") == 200
    assert trains(game, "ESR") == ["2/3E", "3E", "2F", "3F*"]
    assert books_of(game).permits[company_id("ESR")] == ("express", "freight")
    assert (stops_of(game, "ESR"), tokens(game, "ESR")) == (["F11.0", "G12.0", "H7.0"], 3)
    assert (stops_of(game, "FDR"), tokens(game, "FDR"), money(game, "FDR"), trains(game, "FDR")) == ([], 0, 0, [])
    assert holdings(game, "ESR") == {"A": 6, "B": 3, "ESR": 1}


@rule("7.5.7", "3.2")
def test_the_other_company_can_be_started_again_with_its_first_permit() -> None:
    """Its papers lie in the offer, it has neither price nor par, and it has never operated."""
    game = merged(felixstowe_into_ipswich(), "FDR", "ESR", "ESR")
    own, fdr = books_of(game), company_id("FDR")
    assert holdings(game, "FDR") == {"ipo": 10}
    assert fdr not in game.state.prices
    assert fdr not in game.state.pars
    assert not {fdr} & {*game.state.floated, *game.state.operated, *own.chartered, *own.permits}
    assert own.permit_of[fdr] == "freight"
    assert told(game, "company-on-offer-again") == [{"company": "FDR"}]


@rule("7.5.6")
def test_trains_above_the_limit_are_kept() -> None:
    """Four trains in a phase that allows three in all."""
    table = a_table("A B").phase("G").lies("F5 791/0")
    table.has("ECR", price=100, held="A10", trains="4/5E 4/5E", stations="D13 F5")
    table.has("ESR", price=100, held="A10", trains="5E 5E", stations="F11 F5")
    game = merged(table, "ECR", "ESR", "ECR")
    assert len(trains(game, "ECR")) == 4


# ------------------------------------------------------------------------------------------------------------- stations


@rule("7.5.6")
def test_stations_keep_their_slots_and_their_turn_in_the_order_of_placing() -> None:
    """What ESR placed before and after I&B is before and after it still, under the survivor's name."""
    table = a_table("A B").phase("D").lies("F5 791/0, B9 791/0")
    table.has("ESR", price=100, held="A10", trains="3F", stations="F5")
    table.has("I&B", price=90, held="A10", trains="3F", stations="D9")
    table.has("ECR", price=74, held="B10", trains="3F", stations="F5 B9")
    table.stations(ESR="B9").stations(IB="F5 H7")
    game = merged(table, "ESR", "I&B", "I&B")
    assert game.state.board.stations[StopId("B9.0")] == ("ECR", "I&B", "")
    assert game.state.board.stations[StopId("F5.0")] == ("", "ECR", "I&B")
    named = [(str(hex_id), str(company)) for hex_id, company in books_of(game).placed]
    assert named == [("D9", "I&B"), ("F5", "ECR"), ("B9", "ECR"), ("B9", "I&B"), ("F5", "I&B"), ("H7", "I&B")]


@rule("7.5.6", "7.6.5")
def test_of_two_stations_in_london_one_is_lost() -> None:
    """In whichever of its spaces they stand; a single one is taken over."""
    table = a_table("A B").phase("D").lies("F5 791/0")
    table.has("ESR", price=100, held="A10", trains="3F", stations="F5 B15.1")
    table.has("I&B", price=90, held="A10", trains="3F", stations="F5 D15.1")
    game = merged(table, "ESR", "I&B", "ESR")
    assert (stops_of(game, "ESR"), tokens(game, "ESR")) == (["B15.1", "F5.0"], 0)
    assert told(game, "stations-joined") == [{"company": "ESR", "other": "I&B", "lost": 2}]
    one = a_table("A B").phase("D").lies("F5 791/0")
    one.has("ESR", price=100, held="A10", trains="3F", stations="F5")
    one.has("I&B", price=90, held="A10", trains="3F", stations="F5 D15.1")
    assert stops_of(merged(one, "ESR", "I&B", "ESR"), "ESR") == ["D15.1", "F5.0"]


def many_stations(own: str, others: str, **options: str) -> EasternTable:
    table = a_table("A B", **options).phase("D").lies("F5 791/0").cash(A=500, B=500)
    table.has("ESR", price=100, held="A6 B4", trains="3F", stations=own, tokens=2)
    return table.has("I&B", price=90, held="A6 B4", trains="3F", stations=others, tokens=1)


@rule("7.5.6", "11.4")
@pytest.mark.parametrize(("eight", "left"), [("no", 1), ("yes", 2)])
def test_c18_unplaced_stations_are_added_up_to_the_limit(eight: str, left: int) -> None:
    """Three and four on the map, one of them lost in Norwich: six, and one or two more on the card."""
    table = many_stations("F11 F5 D13", "D9 F5 H7 C4", eight_stations=eight)
    game = merged(table, "ESR", "I&B", "ESR")
    assert (len(stops_of(game, "ESR")), tokens(game, "ESR"), tokens(game, "I&B")) == (6, left, 0)
    assert asked(game).about.key == "track"


def ten_stations(**options: str) -> EasternTable:
    return many_stations("F11 D13 H5 H7 G8 E8", "D9 C4 C6 F5", **options).line("F11 E10 D9")


@rule("7.5.6", "11.4")
@pytest.mark.parametrize(("eight", "excess"), [("no", 3), ("yes", 2)])
def test_c18_the_director_removes_what_is_too_much(eight: str, excess: int) -> None:
    """Ten on the map: three leave it, not the survivor's home; none is left on the card."""
    game = merged(ten_stations(eight_stations=eight), "ESR", "I&B", "ESR")
    for left in range(excess, 0, -1):
        about = asked(game).about
        assert (asked(game).who, about.key, about.params["excess"]) == ("A", "remove-station", left)
        assert len(offers_of(game, RemoveStation)) == 7 + (eight == "yes") + left - 1
        assert why(game, RemoveStation(StopId("F11.0"))) == "7.5.6"
        assert why(game, RemoveStation(StopId("B5.0"))) == "7.5.6"
        laws.survives_storage(game)
        laws.asking_changes_nothing(game)
        laws.legal_is_what_is_offered(game, Random(left), 20)
        game = game.play(offers_of(game, RemoveStation)[-1])
    assert (len(stops_of(game, "ESR")), tokens(game, "ESR"), asked(game).about.key) == (10 - excess, 0, "track")
    assert {hex_id for hex_id, company in books_of(game).placed if company == "ESR"} == {
        HexId(stop.split(".")[0]) for stop in stops_of(game, "ESR")
    }


@rule("7.5.6", "5.2.5")
def test_a_new_director_chooses_the_stations() -> None:
    """B has the most shares afterwards and is asked which stations to give up."""
    table = a_table("A B").phase("D").cash(A=0, B=500)
    table.has("ESR", price=100, held="A6 B4", trains="3F", stations="F11 D13 H5 H7 G8 E8")
    table.has("I&B", price=90, held="B8 A2", trains="3F", stations="D9 C4 C6 F5").line("F11 E10 D9")
    game = merged(table, "ESR", "I&B", "ESR")
    assert (director(game, "ESR"), asked(game).who, asked(game).about.key) == ("B", "B", "remove-station")
