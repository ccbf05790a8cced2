"""[5.1] [7.5] [7.14] Who may merge with whom, at what price, and who operates afterwards."""

import pytest

from ferrovia import Game
from ferrovia.model.ids import StopId
from ferrovia.rules.consent import Agree, Reject
from ferrovia.rules.rounds import CompanyTurn, GameFacts, OperatingFacts
from ferrovia.rules.track import EndTrack
from ferrovia.titles.t1862.companies import unhoused
from ferrovia.titles.t1862.mergers import Acquire, EndAcquiring, EndMerging, Merge
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
    kinds_offered,
    money,
    offers_of,
    price_of,
    told,
    trains,
    why,
)

rule = pytest.mark.rule


def merge(other: str, survivor: str) -> Merge:
    return Merge(company_id(other), company_id(survivor))


def acquire(other: str, survivor: str) -> Acquire:
    return Acquire(company_id(other), company_id(survivor))


def the_turn(game: Game) -> CompanyTurn:
    return next(frame.facts for frame in game.where() if isinstance(frame.facts, CompanyTurn))


def operated(game: Game) -> tuple[str, ...]:
    return next(frame.facts.operated for frame in game.where() if isinstance(frame.facts, OperatingFacts))


def rounds_begun(game: Game) -> int:
    return next(frame.facts.rounds_done for frame in game.where() if isinstance(frame.facts, GameFacts))


# ----------------------------------------------------------------------------------------------------------- connection


def ipswich_is_full() -> EasternTable:
    """Felixstowe and Colchester on both sides of Ipswich, which is full; Newmarket and Ely on their own, but for
    London."""
    table = a_table("A B C").phase("D").line("G12 F11 E12 D11").tiles("F11 791/1, E12 791/1")
    table.line("C8 C10 C12 C14").line("E12 D13 D15")
    for name, stations in {
        "FDR": "G12",
        "WVR": "F11",
        "ESR": "F11",
        "N&B": "F11",
        "EUR": "E12",
        "I&B": "E12",
        "SVR": "D11 B15.1",
        "NGC": "C10 B15.1",
        "E&H": "C8",
    }.items():
        table.has(
            name, price=100, held="A5 B5", trains="1F" if name in ("FDR", "SVR", "NGC") else "", stations=stations
        )
    return table


@rule("7.5.2")
@pytest.mark.parametrize(
    ("active", "partners"),
    [
        ("FDR", "WVR ESR N&B"),
        ("SVR", "WVR ESR N&B EUR I&B"),
        ("EUR", "WVR ESR N&B I&B SVR"),
        ("NGC", "E&H"),
        ("E&H", "NGC"),
    ],
)
def test_e12_who_can_merge_with_whom(active: str, partners: str) -> None:
    """A full city may be the end of the way, not a part of it; London connects nobody."""
    game = ipswich_is_full().turn_of(active, "merge_with_another").game()
    offered = {(each.company, each.survivor) for each in offers_of(game, Merge)}
    assert offered == {(other, one) for other in partners.split() for one in (active, other)}


@rule("7.5.2")
def test_e12_a_refusal_shows_where_the_way_is_blocked() -> None:
    """FDR cannot get through Ipswich; between NGC and SVR there is no way at all."""
    game = ipswich_is_full().turn_of("FDR", "merge_with_another").game()
    for other in ("EUR", "SVR", "I&B"):
        refusal = game.why_not(merge(other, "FDR"))
        assert refusal is not None
        assert (refusal.cite.paragraph, refusal.params["blocked"]) == ("7.5.2", ("F11.0",))
    game = ipswich_is_full().turn_of("NGC", "merge_with_another").game()
    refusal = game.why_not(merge("SVR", "NGC"))
    assert refusal is not None
    assert (refusal.cite.paragraph, refusal.params["blocked"]) == ("7.5.2", ())


# -------------------------------------------------------------------------------------------------- who, whom, and when


def neighbours(players: str = "A B C", *, profile: str = "rulebook") -> EasternTable:
    """Three companies in Norwich: ECR operates first, then ESR, then I&B; A directs all but the last."""
    table = a_table(players, profile=profile).phase("D").lies("F5 791/0").cash(A=300, B=300)
    table.has("ECR", price=110, held="A5 B3", trains="3F", stations="D13 F5", cash=100)
    table.has("ESR", price=90, held="A6 B4", trains="3E", stations="F11 F5", cash=10)
    return table.has("I&B", price=74, held="B6 A4", trains="3L", stations="D9 F5", cash=5)


@rule("7.5", "5.2.1", "8")
def test_partners_that_are_refused() -> None:
    """Itself, a company that is not launched, a third survivor, one under state administration (C28)."""
    table = neighbours().has("WVR", price=60, launched=False, held="A3 B1")
    table.has("SVR", price=60, held="A2 B2", pool=3, administered=True, stations="D11")
    game = table.turn_of("ESR", "merge_with_another").game()
    assert why(game, merge("ESR", "ESR")) == "7.5"
    assert why(game, merge("WVR", "ESR")) == "7.5"
    assert why(game, merge("ECR", "I&B")) == "5.2.1"
    assert why(game, merge("SVR", "ESR")) == "8"
    assert {each.company for each in offers_of(game, Merge)} == {"ECR", "I&B"}


@rule("5.1.1", "5.1.2", "10.3")
def test_mergers_and_acquisitions_have_their_time() -> None:
    """The first at the start of the turn, the other at its end; neither after the LNER has formed."""
    game = neighbours().turn_of("ESR", "merge_with_another").game()
    assert why(game, acquire("ECR", "ESR")) == "5.1.2"
    assert why(game.play(EndMerging()), merge("ECR", "ESR")) == "5.1.1"
    table = neighbours().lner(20)
    late = table.turn_of("ESR", revenue=100).game()
    assert kinds_offered(late).isdisjoint({"Merge", "EndMerging", "LayTile"})
    assert (why(late, merge("ECR", "ESR")), why(late, acquire("ECR", "ESR"))) == ("10.3", "10.3")
    ended = table.turn_of("ESR", "acquire_another").game()
    assert the_turn(ended).company != "ESR"


@rule("7.5.1")
def test_nobody_merges_against_the_will_of_the_other_director() -> None:
    """B is asked, and told what comes of it; a refusal changes nothing and leaves everything open."""
    before = neighbours().turn_of("ESR", "merge_with_another").game()
    game = before.play(merge("I&B", "ESR"))
    assert (asked(game).who, asked(game).about.key) == ("B", "consent-merger")
    assert kinds_offered(game) == {"Agree", "Reject"}
    about = asked(game).about.params
    assert (about["company"], about["other"], about["survivor"]) == ("ESR", "I&B", "ESR")
    assert (about["price"], about["par"], about["director"]) == (116, 100, "A")
    assert about["holders"] == {
        "A": {"survivor": 6, "other": 4, "after": 5, "money": 0},
        "B": {"survivor": 4, "other": 6, "after": 5, "money": 0},
    }
    laws.asking_changes_nothing(game)
    laws.survives_storage(game)
    laws.can_be_told(game)
    refused = game.play(Reject())
    assert refused.state == before.state
    assert offers_of(refused, Merge) == offers_of(before, Merge)
    agreed = game.play(Agree())
    assert holdings(agreed, "ESR") == {"A": 5, "B": 5}
    assert (director(agreed, "ESR"), price_of(agreed, "ESR")) == ("A", 116)


@rule("7.5.1", "7.14")
def test_nobody_is_acquired_against_the_will_of_its_director() -> None:
    game = neighbours().turn_of("ESR", "acquire_another").game().play(acquire("I&B", "I&B"))
    assert (asked(game).who, asked(game).about.key) == ("B", "consent-acquisition")
    assert kinds_offered(game.play(Reject())) == {"Acquire", "EndAcquiring"}


@rule("7.5.1")
def test_whoever_directs_both_is_not_asked_and_on_the_site_nobody() -> None:
    own = neighbours().turn_of("ESR", "merge_with_another").game().play(merge("ECR", "ESR"))
    assert not told(own, "merger-rejected")
    assert told(own, "companies-merged") == [{"company": "ESR", "other": "ECR", "price": 142, "par": 100}]
    site = neighbours(profile="site").turn_of("ESR", "merge_with_another").game().play(merge("I&B", "ESR"))
    assert holdings(site, "I&B") == {"ipo": 10}


# ---------------------------------------------------------------------------------------------------------------- price


@rule("7.5.3")
@pytest.mark.parametrize(
    ("one", "two", "new"),
    [
        ((68, True), (100, True), 116),
        ((54, True), (62, True), 82),
        ((78, True), (116, False), 95),
        ((78, True), (116, True), 134),
        ((116, True), (68, False), 90),
        ((116, True), (68, True), 122),
        ((110, False), (90, False), 71),
    ],
)
def test_e13_the_new_price(one: tuple[int, bool], two: tuple[int, bool], new: int) -> None:
    """The lower price and half the higher; without a train a price is halved before. Either may survive."""
    for survivor in ("ECR", "ESR"):
        table = a_table("A B").phase("D").lies("F5 791/0").cash(A=500)
        for name, home, (price, train) in (("ECR", "D13", one), ("ESR", "F11", two)):
            table.has(name, price=price, held="A10", trains="3F" if train else "", stations=f"{home} F5")
        other = "ESR" if survivor == "ECR" else "ECR"
        game = table.turn_of("ECR", "merge_with_another").game().play(merge("ESR", survivor))
        assert price_of(game, survivor) == new
        assert other not in game.state.prices


@rule("7.5.4", "7.5.6")
@pytest.mark.parametrize(("one", "two", "new", "par"), [(31, 40, 50, 54), (54, 54, 78, 74), (100, 100, 150, 100)])
def test_the_new_par(one: int, two: int, new: int, par: int) -> None:
    """The highest that is not above the price, from 54 to 100."""
    table = a_table("A B").phase("D").lies("F5 791/0").cash(A=500)
    table.has("ECR", price=one, par=54, held="A10", chartered=True, trains="3F", stations="D13 F5")
    table.has("ESR", price=two, par=54, held="A10", chartered=True, trains="3F", stations="F11 F5")
    game = table.turn_of("ECR", "merge_with_another").game().play(merge("ESR", "ECR"))
    assert (price_of(game, "ECR"), game.state.pars) == (new, {"ECR": par})


@rule("7.5.4", "7.5.6")
@pytest.mark.parametrize("both", [True, False])
def test_the_side_of_the_par_marker(both: bool) -> None:
    """It stays on the side of chartered companies only if both were."""
    table = a_table("A B").phase("D").lies("F5 791/0").cash(A=500)
    table.has("ECR", price=54, held="A10", chartered=True, trains="3F", stations="D13 F5")
    table.has("ESR", price=54, held="A10", chartered=both, trains="3F", stations="F11 F5")
    game = table.turn_of("ECR", "merge_with_another").game().play(merge("ESR", "ECR"))
    assert books_of(game).chartered == (("ECR",) if both else ())


@rule("10.1", "7.5.3")
@pytest.mark.parametrize(("profile", "ends"), [("rulebook", True), ("site", False)])
def test_a_merger_onto_the_last_price_ends_the_game(profile: str, ends: bool) -> None:
    """950 and 950 make 1000; on the site it does not count."""
    table = a_table("A B", profile=profile).phase("F").lies("F5 791/0")
    table.has("ECR", price=950, held="A10", trains="5E", stations="D13 F5")
    table.has("ESR", price=950, held="A10", trains="5E", stations="F11 F5")
    game = table.turn_of("ECR", "merge_with_another").game().play(merge("ESR", "ESR"))
    assert (price_of(game, "ESR"), books_of(game).top_reached) == (1000, ends)
    last = table.turn_of("ECR", "acquire_another").game().play(acquire("ESR", "ESR"))
    assert (last.ask is None) is ends


@rule("7.12", "7.5.3")
def test_a_merger_onto_nothing_is_a_bankruptcy() -> None:
    """7 without trains is 3, and half of 3: both companies are on offer again, and the turn is over."""
    table = a_table("A B").phase("D").lies("F5 791/0").cash(A=100, B=100)
    table.has("ECR", price=7, held="A5 B5", stations="D13 F5", cash=50)
    table.has("ESR", price=7, held="A5 B5", stations="F11 F5", cash=40)
    table.has("I&B", price=7, held="B10", trains="3L", stations="D9", cash=5)
    game = table.turn_of("ECR", "merge_with_another").game().play(merge("ESR", "ECR"))
    assert (holdings(game, "ECR"), holdings(game, "ESR")) == ({"ipo": 10}, {"ipo": 10})
    assert [money(game, owner) for owner in ("A", "B", "ECR", "ESR")] == [100, 100, 0, 0]
    assert (the_turn(game).company, game.state.floated) == ("I&B", ("I&B",))


# ----------------------------------------------------------------------------------------------------------- whose turn


@rule("5.1.1", "7.5")
@pytest.mark.parametrize("survivor", ["ECR", "ESR"])
def test_c25_merged_with_a_company_that_has_operated_the_turn_ends(survivor: str) -> None:
    """The next company operates; nothing of the turn is made up for: no dividend, no move on the market."""
    game = neighbours().turn_of("ESR", "merge_with_another").game().play(merge("ECR", survivor))
    while asked(game).about.key == "merger-option":
        game = game.play(RedeemOption())
    assert (the_turn(game).company, price_of(game, survivor)) == ("I&B", 142)
    assert survivor in operated(game)
    assert kinds_offered(game) == {"Merge", "EndMerging"}


@rule("5.1.1", "7.5", "7.5.6")
@pytest.mark.parametrize("survivor", ["ESR", "I&B"])
def test_c25_merged_with_a_company_that_has_not_operated_the_survivor_does_now(survivor: str) -> None:
    """With all trains of both, and not a second time."""
    game = neighbours().turn_of("ESR", "merge_with_another").game().play(merge("I&B", survivor)).play(Agree())
    assert (the_turn(game).company, the_turn(game).first, asked(game).about.key) == (survivor, False, "track")
    assert (asked(game).who, sorted(trains(game, survivor))) == ("A", ["3E", "3L"])
    assert set(operated(game)) >= {"ESR", survivor}
    assert why(game, merge("ECR", survivor)) == "5.1.1"


@rule("5.1.2", "7.14")
@pytest.mark.parametrize("survivor", ["ESR", "I&B"])
def test_c25_what_was_acquired_has_no_turn_any_more(survivor: str) -> None:
    """The round is over, and the next one begins with ECR or the survivor, whichever is dearer."""
    game = neighbours().turn_of("ESR", "acquire_another").game().play(acquire("I&B", survivor)).play(Agree())
    assert (rounds_begun(game), the_turn(game).company) == (2, survivor)
    assert [price_of(game, name) for name in (survivor, "ECR")] == [116, 110]


@rule("7.14")
def test_a_company_may_acquire_after_it_has_merged() -> None:
    """Once each in a turn."""
    table = neighbours().turn_of("ESR", "acquire_another", done=("merging",))
    game = table.game().play(acquire("ECR", "ESR"))
    assert told(game, "companies-merged") == [{"company": "ESR", "other": "ECR", "price": 142, "par": 100}]
    done = neighbours().turn_of("ESR", "acquire_another").game().play(EndAcquiring())
    assert the_turn(done).company == "I&B"


@rule("5.2.5", "8")
def test_a_survivor_without_director_goes_on_under_the_state() -> None:
    """Nobody has three shares: the state runs the rest of the turn, and no merger can be proposed to it later."""
    table = a_table("A B C D").phase("D").lies("F5 791/0").cash(A=0, B=0)
    table.has("ECR", price=100, held="A3", pool=7, trains="3F", stations="D13 F5", cash=50)
    table.has("ESR", price=90, held="B3", pool=7, trains="3F", stations="F11 F5", cash=50)
    table.has("I&B", price=54, held="C6 D4", trains="3L", stations="D9 F5", cash=5)
    game = table.turn_of("ECR", "merge_with_another").game().play(merge("ESR", "ECR")).play(Agree())
    assert told(game, "state-administration") == [{"company": "ECR"}]
    assert holdings(game, "ECR") == {"A": 1, "B": 1, "pool": 8}
    assert (director(game, "ECR"), the_turn(game).company) == (None, "I&B")
    assert asked(game).about.key == "track"


# ------------------------------------------------------------------------------------------------------- the first turn


def ipswich_has_no_room() -> EasternTable:
    """ESR's first turn: its home is full, but green tiles are there to be laid."""
    table = a_table("A B").phase("B").line("E12 F11").cash(A=500, B=500)
    table.has("WVR", price=100, held="B10", trains="2/3E", stations="G8 F11", cash=9)
    table.has("EUR", price=90, held="A10", trains="2/3E", stations="E12 F11", cash=9)
    table.has("N&B", price=82, held="A10", trains="2/3E", stations="E8 E12", cash=9)
    return table.has("ESR", price=110, held="A10", stations="F11", operated=False, cash=700)


def first_turn(other: str, survivor: str) -> Game:
    table = ipswich_has_no_room().turn_of("ESR", "merge_with_another", done=("home",))
    return table.game().play(merge(other, survivor))


@rule("7.2", "7.5.2", "7.5.6")
@pytest.mark.parametrize(("survivor", "there"), [("EUR", ("WVR", "EUR")), ("ESR", ("WVR", "ESR"))])
def test_c24_a_merger_with_a_company_that_stands_in_the_home(survivor: str, there: tuple[str, ...]) -> None:
    """Of the two stations in Ipswich one is left, and in a slot: nothing has to be built."""
    game = first_turn("EUR", survivor)
    assert game.state.board.stations[StopId("F11.0")] == there
    assert unhoused(game.state.board, company_id(survivor)) is None
    assert (the_turn(game).company, the_turn(game).first) == (survivor, survivor == "ESR")
    assert game.why_not(EndTrack()) is None


@rule("7.2")
@pytest.mark.parametrize("survivor", ["N&B", "ESR"])
def test_c24_the_duty_to_build_goes_with_the_station(survivor: str) -> None:
    """N&B has no station in Ipswich: whoever survives must upgrade it now."""
    game = first_turn("N&B", survivor)
    assert game.state.board.stations[StopId("F11.0")] == ("WVR", "EUR", survivor)
    assert (the_turn(game).company, asked(game).about.key) == (survivor, "track")
    assert why(game, EndTrack()) == "7.2"
