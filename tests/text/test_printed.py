"""The names of printed things, and how they stand in the sentences of a title with tiles, trains and local railways."""

import pytest

from ferrovia.model.ids import CompanyId, HexId, Owner
from ferrovia.model.message import Message
from ferrovia.model.view import CompanyFace, HexFace, Layout, PrivateFace, StopFace, TileFace, TrainFace
from ferrovia.text import Words
from ferrovia.text.printed import Printed, marks_of


def a_hex(name: str, place: str, stops: int) -> HexFace:
    tile = TileFace(name, "white", "", "", (StopFace("city", 1, {"": 20}),) * stops, (), None)
    return HexFace(HexId(name), 0, 0, place, "plain", {}, tile)


def a_company(letters: str) -> CompanyFace:
    return CompanyFace(CompanyId(Owner(letters.lower())), letters, letters, "", "", "", 4, HexId("E12"))


def a_card(*faces: str) -> TrainFace:
    return TrainFace(faces[0], 4, dict.fromkeys(faces, 100))


LAYOUT = Layout(
    orientation="pointy",
    hexes=(a_hex("E12", "Praha", 2), a_hex("E16", "Pardubice", 1), a_hex("B15", "", 2), a_hex("F15", "", 0)),
    companies=(a_company("BCB"), a_company("SX")),
    trains=(a_card("2a"), a_card("3d", "3+3d", "3Ed"), a_card("5j", "5+5j", "8Ej")),
    privates=(PrivateFace("S3", "Zwittau – Politschka", {"price": 35}),),
)


def words(language: str) -> Words:
    return Words(language, title="18cz", layout=LAYOUT, currency="K", names={"p1": "Ana", "p2": "Ben", "p3": "Iván"})


@pytest.mark.parametrize(
    ("kind", "value", "name"),
    [
        ("company", "bcb", "BCB"),
        ("hex", "E16", "E16 Pardubice"),
        ("stop", "E16.0", "E16 Pardubice"),
        ("stop", "E12.0", "E12 Praha (1)"),
        ("stop", "E12.1", "E12 Praha (2)"),
        ("stop", "B15.1", "B15 (2)"),
        ("stop", "E16.2", "E16 Pardubice (3)"),
        ("local", "S3", "S3 Zwittau – Politschka"),
        ("tile", "14p", "14p"),
        ("train", "3+3d", "3+3d"),
        ("train", "8Ej", "8Ej"),
        ("train", "3d-0", "d1 (3/3+3/3E)"),
        ("train", "2a-4", "a5 (2)"),
        ("unnumbered", "2a-4", "a (2)"),
        ("face", "3Ed", "3Ed"),
        ("card", "3d", "d (3/3+3/3E)"),
        ("route", "3d-0: E16.0 F15 E12.1", "Pardubice – Praha"),
        ("route", "3d-0: E12.0 F15 B15.0 B15.1", "Praha – B15 – B15"),
    ],
)
def test_a_printed_thing_has_one_name_in_every_language(kind: str, value: str, name: str) -> None:
    assert words("en").named(kind, value) == words("es").named(kind, value) == name


@pytest.mark.parametrize("kind", sorted(Printed().names))
def test_what_is_not_printed_stands_for_itself(kind: str) -> None:
    assert words("en").named(kind, "nowhere") == "nowhere"
    assert Words("en").named(kind, "nowhere") == "nowhere"


@pytest.mark.parametrize(
    ("cards", "marks"),
    [
        ([a_card("2a"), a_card("2b", "2+2b")], {"2a": "a", "2b": "b"}),
        ([a_card("2"), a_card("3")], {}),
        ([a_card("2"), a_card("1g")], {}),
        ([a_card("A"), a_card("B")], {}),
        ([a_card("3E", "3+3E"), a_card("4E")], {}),
        ([a_card("3E", "3+3")], {}),
        ([], {}),
    ],
)
def test_a_letter_marks_a_card_only_if_every_card_has_its_own(cards: list[TrainFace], marks: dict[str, str]) -> None:
    assert marks_of(cards) == marks


def test_unmarked_trains_keep_their_names() -> None:
    printed = Printed(Layout("pointy", (), (), trains=(a_card("2"), a_card("1g"))))
    assert [printed.train(name) for name in ("2", "1g", "1g-3")] == ["2", "1g", "1g"]
    assert printed.card("1g") == "1g"


def test_a_kind_that_is_not_printed_has_words() -> None:
    assert words("en").named("size", "S") == "small"
    assert words("es").named("turn", 2) == "girada 120°"


def test_people_and_amounts_in_a_row() -> None:
    assert words("en").named("players", ("p2", "p1", "p3")) == "Ben, Ana and Iván"
    assert words("es").named("players", ("p2", "p3")) == "Ben e Iván"
    assert words("en").named("amounts", (50, 55)) == "50\N{NO-BREAK SPACE}K and 55\N{NO-BREAK SPACE}K"


@pytest.mark.parametrize(
    ("owner", "english", "spanish"), [("p1", "Ana", "Ana"), ("sx", "SX", "la SX"), ("pool", "the pool", "la reserva")]
)
def test_an_owner_is_a_player_a_company_or_a_place(owner: str, english: str, spanish: str) -> None:
    event = Message("train-rusted", {"train": "3+3d", "owner": owner})
    assert words("en").event(event) == f"{english[0].upper()}{english[1:]} loses a train 3+3d, now obsolete."
    assert words("es").event(event) == f"{spanish[0].upper()}{spanish[1:]} pierde un tren 3+3d, ya obsoleto."


def test_a_sentence_begins_with_a_capital_and_names_stay_as_people_write_them() -> None:
    spanish = Words("es", title="18esp", layout=LAYOUT, currency="pts", names={"p1": "ana"})
    paid = (Message("dividend", {"owner": owner, "company": "sx", "amount": 20}) for owner in ("sx", "p1"))
    assert [spanish.event(message).partition(" recibe")[0] for message in paid] == ["La SX", "ana"]


@pytest.mark.parametrize(("subsidy", "told"), [(0, "earns £140 ("), (20, "earns £140, with a subsidy of £20 (")])
def test_a_subsidy_is_told_where_there_is_one(subsidy: int, told: str) -> None:
    run = {"company": "EUR", "amount": 140, "subsidy": subsidy, "routes": ()}
    assert told in Words("en", title="1862", currency="£").event(Message("trains-run", run))


@pytest.mark.parametrize(
    ("subject", "english", "spanish"),
    [
        ("bcb", "BCB", "la BCB"),
        ("S3", "S3 Zwittau – Politschka", "S3 Zwittau – Politschka"),
        ("3d-1", "train d (3/3+3/3E)", "el tren d (3/3+3/3E)"),
    ],
)
def test_a_deal_is_about_a_company_a_local_railway_or_a_train(subject: str, english: str, spanish: str) -> None:
    event = Message("deal-rejected", {"player": "p1", "company": "sx", "subject": subject, "amount": 30})
    assert words("en").event(event) == f"Ana refuses the offer of SX for {english}: 30\N{NO-BREAK SPACE}K."
    assert words("es").event(event) == f"Ana rechaza la oferta de la SX por {spanish}: 30\N{NO-BREAK SPACE}K."


def test_routes_are_told_by_their_stops() -> None:
    run = {"company": "sx", "amount": 90, "routes": ["3d-0: E16.0 F15 E12.1", "2a-0: E16.0 B15.0"]}
    assert (
        words("en").event(Message("trains-run", run))
        == "SX earns 90\N{NO-BREAK SPACE}K (Pardubice – Praha; Pardubice – B15)."
    )
    nothing = {"company": "sx", "amount": 0, "routes": ()}
    assert words("es").event(Message("trains-run", nothing)) == "La SX gana 0\N{NO-BREAK SPACE}K (sin rutas)."


def test_an_answer_with_several_things() -> None:
    lay = {"hex": "E16", "tile": "57", "turn": 1, "local": "S3"}
    assert words("en").action("lay_tile", lay) == "lay tile 57 on E16 Pardubice, turned 60°"
    assert words("es").action("lay_purple_tile", lay) == (
        "usar S3 Zwittau – Politschka para colocar la ficha 57 en E16 Pardubice, girada 60°"
    )
    buy = {"train": "5j-2", "face": "8Ej"}
    assert words("es").action("buy_train", buy) == "comprar el tren 8Ej, carta j (5/5+5/8E)"
