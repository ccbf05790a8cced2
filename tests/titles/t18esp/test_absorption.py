"""[4.6] [4.6.1] Absorbing small companies, in all four cases."""

import pytest

from ferrovia import Game
from ferrovia.engine.beginning import Beginning
from ferrovia.model.ids import CertId, HexId, StopId
from ferrovia.rules.consent import Agree, Reject
from ferrovia.rules.trains import BuyTrain, EndTrains
from ferrovia.text.words import Words
from ferrovia.titles.t18esp.absorption import Absorb, EndAbsorption, KeepStation, TakeStation
from ferrovia.titles.t18esp.homes import waiting_for_base
from ferrovia.titles.t18esp.phases import DiscardTrain
from ferrovia.titles.t18esp.track import EndBuild
from support.tables import asked
from titles.t18esp.tables import (
    EspTable,
    a_table,
    books_of,
    company_id,
    director,
    face,
    inside,
    kinds_offered,
    markers,
    money,
    offers_of,
    percent,
    price,
    stations_of,
    top,
    train_id,
    trains_with,
    why,
)

rule = pytest.mark.rule


def absorb(name: str) -> Absorb:
    return Absorb(company_id(name))


def badajoz(phase: str = "4", *, cash: int = 500, minor_of: str = "X", held: str = "X60", met: str = "") -> EspTable:
    """C19: CRB with two trains, and MS in Mérida, which has run."""
    table = (
        a_table().phase(phase).has("CRB", price=95, par=90, held=held, cash=cash, trains="4 4", stations="B26", met=met)
    )
    table.has("MS", price=132, held=f"{minor_of}100", cash=80, trains="3", stations="C27").ran("MS")
    return table.cash(X=0, Y=0).turn_of("CRB", "absorb")


@rule("4.6", "5.1.1", "5.1.3")
def test_c19_absorption_in_phase_4_by_the_same_director() -> None:
    """C19: absorption in phase 4 by the same director."""
    game = badajoz().game().play(absorb("MS"))
    assert kinds_offered(game) == {TakeStation, KeepStation}
    assert (money(game, "CRB", "X"), trains_with(game, "CRB")) == ((538, 132), "4 4 3")
    assert why(game, TakeStation(StopId("B26.0"))) == ("swap-place", "4.6")
    swapped = game.play(TakeStation(StopId("C27.0")))
    assert (stations_of(swapped, "CRB"), markers(swapped, "CRB")) == ("B26.0 C27.0", (2, 2))
    assert (percent(swapped, "X", "CRB"), "MS" in swapped.state.closed) == (70, True)
    kept = game.play(KeepStation())
    assert (stations_of(kept, "MS"), markers(kept, "CRB")) == ("", (3, 2))
    again = a_table().phase("4").has("MZ", price=80, held="X100", cash=0, trains="3", stations="F24.2").ran("MZ")
    again.has("CRB", price=95, held="X60", cash=500, trains="4", stations="B26", met="absorption")
    assert why_none(again, "MZ") == ("absorb-once", "4.6.1", 1)


def why_none(table: EspTable, minor: str, company: str = "CRB") -> tuple[str, str, int | None]:
    """Where nothing can be absorbed nobody is asked, but a begun absorption is still answered: the rule, its paragraph
    and the case."""
    game = table.turn_of(company, "absorb").game()
    assert asked(game).about.key == "buy-trains"
    told = game.why_not(Beginning(Absorb, {"company": minor}))
    whole = game.why_not(absorb(minor))
    assert told is not None and whole is not None
    assert (told.rule, told.params) == (whole.rule, whole.params)
    return told.rule, told.cite.paragraph, told.params.get("case")


@rule("4.6")
def test_c19_the_price_must_be_there_beforehand() -> None:
    """C19: MS holds 80 itself: that does not help."""
    assert why_none(badajoz(cash=120), "MS") == ("absorb-money", "4.6", 1)
    told = badajoz(cash=120).game().why_not(absorb("MS"))
    assert told is not None
    assert (told.params["cost"], told.params["treasury"]) == (132, 120)


@rule("4.6.1")
def test_the_case_and_the_condition_in_words() -> None:
    """Which of the four cases it is, and what fails in it, in both languages."""

    def told(language: str, table: EspTable, minor: str) -> str:
        refusal = table.turn_of("CRB", "absorb").game().why_not(absorb(minor))
        assert refusal is not None
        return Words(language, title="18esp").refusal(refusal.rule, refusal.params)

    assert "caso 2: lanzada, pero nunca ha operado con un tren" in told("es", badajoz().ran(""), "MS")
    assert "case 3: never launched" in told("en", badajoz().ran(""), "ZP")
    poor = told("en", badajoz(cash=120), "MS")
    assert "case 1: it has run a train" in poor and "132" in poor and "120" in poor
    assert "caso 4" in told("es", badajoz().keep(staged=()), "MS")


@rule("4.6", "4.6.1", "6", "4")
def test_a_refusal_names_the_case_and_the_condition() -> None:
    assert why_none(badajoz().ran(""), "MS") == ("absorb-has-run", "4.6.1", 2)
    assert why_none(badajoz().ran(""), "ZP") == ("absorb-has-run", "4.6.1", 3)
    assert why_none(badajoz("2"), "MS") == ("absorb-phase", "6", 1)
    assert why_none(badajoz(cash=120), "N") == ("absorb-minor", "4.6", None)
    assert why_none(badajoz().keep(staged=()), "MS") == ("absorb-case-4", "4.6.1", 4)
    assert why_none(badajoz("5", cash=99).ran(""), "ZP") == ("absorb-money", "4.6", 3)
    assert why_none(badajoz("5", cash=99).ran(""), "MS") == ("absorb-money", "4.6", 2)
    north = badajoz().has("FdLR", price=80, held="X40", cash=500, trains="3+4", stations="H8")
    assert why_none(north, "MS", "FdLR") == ("absorb-southern", "4.6", None)
    told = badajoz().game().play(EndAbsorption()).why_not(absorb("MS"))
    assert told is not None
    assert (told.rule, told.cite.paragraph) == ("absorb-before-trains", "4")


@rule("4.6", "4.6.1")
def test_the_refusal_in_the_question_itself() -> None:
    """One minor can be absorbed, so the question is asked; of the others it says what is missing."""
    table = badajoz().has("ZP", price=90, held="X100", cash=0, trains="3", stations="J20")
    game = table.turn_of("CRB", "absorb").game()
    assert why(game, absorb("ZP")) == ("absorb-has-run", "4.6.1")
    assert why(game, absorb("SC")) == ("absorb-has-run", "4.6.1")
    begun = game.why_not(Beginning(Absorb, {"company": "SC"}))
    assert begun is not None and begun.params["case"] == 3


@rule("4.6")
def test_c19_another_director_is_asked() -> None:
    """C19: another director is asked."""
    game = badajoz(minor_of="Y").game().play(absorb("MS"))
    assert asked(game).who == "Y"
    refused = game.play(Reject())
    assert (money(refused, "CRB"), "MS" in refused.state.closed) == (500, False)
    assert asked(refused).about.key == "buy-trains"
    assert why(refused, absorb("MS")) == ("absorb-refused", "4.6")
    done = game.play(Agree()).play(KeepStation())
    assert (money(done, "Y"), percent(done, "Y", "CRB")) == (132, 10)


@rule("4.6")
def test_c20_surplus_trains_and_a_second_tender() -> None:
    """C20: surplus trains and a second tender."""
    table = badajoz().trains(CRB="4", MS="").tenders(CRB=1, MS=1).turn_of("CRB", "absorb")
    game = table.game().play(absorb("MS"))
    assert kinds_offered(game) == {DiscardTrain}
    assert books_of(game).tenders == {"CRB": 1, "pool": 1, "scrap": 3}
    assert asked(game.play(DiscardTrain(train_id(game, "CRB", "3")))).about.key == "take-station"


@rule("4.6.1", "6")
def test_e9_phase_5_freezes_the_minors() -> None:
    """E9: FdLR buys the first 4+5: MS, next in order, is skipped at its price; CRB absorbs it a round later,
    unasked."""
    table = a_table().phase("4", top="5").has("FdLR", price=180, held="Z40", cash=900, trains="3+4", stations="H8")
    table.has("MS", price=151, held="Y100", cash=0, trains="4", stations="C27").ran("MS").cash(Y=0)
    table.has("A", price=110, held="X60", cash=500, trains="4", stations="E33", met="absorption")
    table.has("CRB", price=95, par=90, held="X60", cash=400, trains="4", stations="B26")
    game = table.turn_of("FdLR", "trains").game()
    game = game.play(BuyTrain(top(game), face("4+5"))).play(EndTrains())
    assert (game.state.phase, price(game, "MS"), asked(game).about.params["company"]) == ("5", 151, "A")
    table.state = game.state.copy()
    assert why_none(table, "MS", "A") == ("absorb-once", "4.6.1", 1)
    assert why_none(table, "MS", "FdLR") == ("absorb-southern", "4.6", None)
    done = table.turn_of("CRB", "absorb").game().play(absorb("MS"))
    assert (money(done, "Y"), asked(done).who, asked(done).about.key) == (151, "X", "take-station")
    kept = done.play(KeepStation())
    assert (percent(kept, "Y", "CRB"), kept.state.board.stations_at(StopId("C27.0"))) == (10, ("",))
    assert books_of(kept).objectives[company_id("CRB")] == ("absorption",)


@rule("4.6.1")
def test_e9_case_1_in_phase_5_nobody_refuses() -> None:
    """E9, C38: the share makes the minor's director the larger holder, and he plays on."""
    table = (
        a_table()
        .phase("5")
        .has(
            "CRB",
            price=95,
            par=80,
            held="X30 Y30 Z20 market10",
            cash=300,
            trains="5 5",
            stations="B26",
            met="destination red-area",
        )
    )
    table.has("MS", price=151, held="Y100", cash=60, trains="3", stations="C27").ran("MS").cash(X=0, Y=0)
    game = table.tenders(CRB=1, MS=1).turn_of("CRB", "absorb").game().play(absorb("MS"))
    assert (money(game, "CRB", "Y"), asked(game).who) == ((449, 151), "X")
    assert (trains_with(game, "CRB"), books_of(game).tenders) == ("5 5 3", {"CRB": 1, "pool": 1, "scrap": 3})
    assert markers(game, "CRB") == (5, 0)
    done = game.play(TakeStation(StopId("C27.0")))
    assert (director(done, "CRB"), percent(done, "Y", "CRB"), asked(done).who) == ("Y", 40, "Y")


@rule("4.6.1")
def test_c39_case_2_launched_but_never_ran() -> None:
    """C39: case 2 launched but never ran."""
    table = a_table().phase("5").has("A", price=95, par=90, held="X60", cash=200, trains="5", stations="E33")
    table.has("AC", price=80, held="Y100", cash=160, operated=False).cash(Y=0)
    game = table.turn_of("A", "absorb").game().play(absorb("AC"))
    assert (money(game, "A", "Y"), kinds_offered(game)) == ((370, 80), {TakeStation, KeepStation})
    done = game.play(TakeStation(StopId("H28.0")))
    assert (stations_of(done, "A"), percent(done, "bank", "A"), percent(done, "Y", "A")) == ("E33.0 H28.0", 40, 0)


@rule("4.6.1", "4.3")
def test_c40_case_3_never_launched_on_an_oo_hex() -> None:
    """C40: case 3 never launched on an oo hex."""

    def sevilla(tiles: str = "") -> EspTable:
        table = a_table().phase("5").has("A", price=95, par=90, held="X60", cash=200, trains="5", stations="E33")
        return (table.lies(tiles) if tiles else table).turn_of("A", "absorb")

    game = sevilla().game().play(absorb("SC"))
    assert money(game, "A") == 200 - 100 + 90
    assert stations_of(game.play(TakeStation(StopId("C31.0"))), "A") == "C31.0 E33.0"
    green = sevilla("C31 8859/0").game().play(absorb("SC"))
    assert {o.action for o in green.offers()} == {
        TakeStation(StopId("C31.0")),
        TakeStation(StopId("C31.1")),
        KeepStation(),
    }
    done = green.play(KeepStation())
    assert ("SC" in done.state.closed, percent(done, "bank", "A"), stations_of(done, "A")) == (True, 40, "E33.0")


@rule("4.6", "4.3")
def test_c21_mz_leaves_its_space_to_mza() -> None:
    """C21: (a) MZA is in the game: the charter only, and the space stays MZA's."""
    table = a_table().phase("4").has("A", price=95, held="X60", cash=500, trains="4", stations="E33")
    table.has("MZ", price=100, held="X100", cash=0, trains="3", stations="F24.2").ran("MZ")
    done = table.turn_of("A", "absorb").game().play(absorb("MZ"))
    assert asked(done).about.key == "buy-trains"
    assert (done.state.board.stations_at(StopId("F24.2")), markers(done, "A")) == (("",), (3, 2))
    assert waiting_for_base(inside(done), HexId("F24")) == ["N", "MZA", "MCP"]


WITHOUT_MZA = "SFVA FdC MZA GSSR AVT CM MS AC"


@rule("4.6", "4.3")
def test_c21_without_mza_only_the_very_space_of_mz() -> None:
    """C21: (b) A takes over the right-hand space, no other; (c) N stands in Madrid already: the charter."""
    table = a_table(without=WITHOUT_MZA).phase("4").has("A", price=95, held="X60", cash=500, trains="4", stations="E33")
    table.has("MZ", price=100, held="X100", cash=0, trains="3", stations="F24.2").ran("MZ")
    game = table.turn_of("A", "absorb").game().play(absorb("MZ"))
    assert offers_of(game, TakeStation) == [TakeStation(StopId("F24.2"))]
    assert why(game, TakeStation(StopId("F24.0"))) == ("swap-place", "4.6")
    assert stations_of(game.play(TakeStation(StopId("F24.2"))), "A") == "E33.0 F24.2"
    there = a_table(without=WITHOUT_MZA).phase("4")
    there.has("N", price=95, held="X60", cash=500, trains="4", stations="F24.1")
    there.has("MZ", price=100, held="X100", cash=0, trains="3", stations="F24.2").ran("MZ")
    charter = there.turn_of("N", "absorb").game().play(absorb("MZ"))
    assert (asked(charter).about.key, stations_of(charter, "N"), markers(charter, "N")) == (
        "buy-trains",
        "F24.1",
        (3, 2),
    )


@rule("4.6.1", "4.5")
def test_e10_case_2_launched_but_never_ran() -> None:
    """E10: ZP launched at 100 has no train and no route: 90. In phase 5 ZPB absorbs it; its share goes to the bank."""
    table = (
        a_table().phase("4", top="5").has("ZPB", price=95, par=90, held="X60", cash=900, trains="4", stations="M21.1")
    )
    table.has("ZP", price=100, held="Y100", cash=200).cash(Y=0)
    idle = table.turn_of("ZP", "base").game().play(EndBuild())
    assert (price(idle, "ZP"), books_of(idle).has_run) == (90, ())
    table.state = idle.state.copy()
    bought = table.turn_of("ZPB", "trains").game()
    bought = bought.play(BuyTrain(top(bought), face("5")))
    assert bought.state.phase == "5"
    table.state = bought.state.copy()
    before = money(bought, "ZPB")
    game = table.turn_of("ZPB", "absorb").game().play(absorb("ZP"))
    assert money(game, "ZPB", "Y") == (before - 90 + 200 + 90, 90)
    assert kinds_offered(game) == {TakeStation, KeepStation}
    swapped = game.play(TakeStation(StopId("J20.0")))
    assert (stations_of(swapped, "ZPB"), stations_of(swapped, "ZP")) == ("J20.0 M21.1", "")
    assert (percent(swapped, "ZPB", "ZPB"), percent(swapped, "bank", "ZPB"), percent(swapped, "Y", "ZPB")) == (0, 40, 0)


@rule("4.6.1")
def test_e11_case_3_never_launched() -> None:
    """E11: N absorbs ZP for 100 to the bank, a station in Zaragoza at once or later for 50; MZ leaves none."""
    table = a_table().phase("5").has("N", price=95, par=90, held="X60", cash=200, trains="5", stations="F24.1")
    game = table.turn_of("N", "absorb").game()
    bank = money(game, "bank")
    zp = game.play(absorb("ZP"))
    assert (money(zp, "N"), money(zp, "bank") - bank) == (200 - 100 + 90, 100 - 90)
    now = zp.play(TakeStation(StopId("J20.0")))
    assert (stations_of(now, "N"), markers(now, "N"), percent(now, "bank", "N")) == ("F24.1 J20.0", (2, 2), 40)
    later = zp.play(KeepStation())
    assert (stations_of(later, "N"), markers(later, "N")) == ("F24.1", (3, 2))
    assert "ZP" not in waiting_for_base(inside(later), HexId("J20"))
    mz = game.play(absorb("MZ"))
    assert (asked(mz).about.key, markers(mz, "N"), "MZ" in mz.state.closed) == ("buy-trains", (3, 2), True)


@rule("4.6.1", "3.2.2")
def test_c41_reserved_shares_when_phase_5_begins() -> None:
    """C41: MZA with a par and ZPB untouched give theirs up; N keeps its own while a minor that has run is left."""
    table = a_table().phase("4", top="5").has("FdLR", price=90, held="X40", cash=900, trains="3+4", stations="H8")
    table.has("N", price=100, held="X60", stations="F24.1").has("MZA", price=100, held="Y30", floated=False)
    table.has("MS", price=90, held="Y100", trains="4", stations="C27").ran("MS")
    game = table.turn_of("FdLR", "trains").game()
    top = next(t for t, card in game.state.trains.items() if card.owner == "depot")
    game = game.play(BuyTrain(top, game.title.data.cards["5"].faces[1].name))
    reserved = {name: percent(game, name, name) for name in ("N", "MZA", "ZPB")}
    assert (reserved, percent(game, "bank", "MZA")) == ({"N": 10, "MZA": 0, "ZPB": 0}, 70)
    none = table.ran("").turn_of("FdLR", "trains").game()
    none = none.play(BuyTrain(top, none.title.data.cards["5"].faces[1].name))
    assert percent(none, "N", "N") == 0


def test_the_site_absorbs_as_often_as_it_likes_and_gives_a_share_of_the_bank() -> None:
    table = a_table(profile="site").phase("4").has("CRB", price=95, par=90, held="X40", cash=500, stations="B26")
    table.has("MS", price=132, held="Y100", cash=80, trains="3", stations="C27").cash(Y=0)
    game: Game = table.turn_of("CRB", "absorb").game().play(absorb("MS"))
    assert money(game, "CRB") == 500
    done = game.play(TakeStation(StopId("C27.0")))
    assert (money(done, "CRB", "Y"), percent(done, "Y", "CRB")) == ((500 - 132 + 80, 132), 10)
    assert EndAbsorption not in kinds_offered(done)


@rule("4.6.1")
def test_in_cases_2_and_3_the_reserved_share_goes_to_the_bank_whoever_else_may_still_absorb() -> None:
    """MS has run and waits for somebody: N keeps its share, A has used its own up."""
    table = a_table().phase("5").has("A", price=95, par=90, held="X60", cash=300, trains="5", stations="E33")
    table.has("N", price=90, held="Y60", trains="5", stations="F24.1")
    table.has("MS", price=90, held="Y100", cash=0, stations="C27").ran("MS")
    done = table.turn_of("A", "absorb").game().play(absorb("CM")).play(KeepStation())
    assert (percent(done, "A", "A"), percent(done, "bank", "A"), percent(done, "N", "N")) == (0, 40, 10)


@rule("4.6", "2.2")
def test_the_pioneers_of_a_minor_come_along() -> None:
    game = badajoz().pioneers(MS="P4").turn_of("CRB", "absorb").game().play(absorb("MS"))
    assert game.state.certs[CertId("P4")] == "CRB"
