"""Phrases, and what `Words` makes of them."""

import pytest

import ferrovia
from ferrovia.model.message import Message
from ferrovia.text import LANGUAGES, Words, catalogue
from ferrovia.text.phrase import Slot, counted, grouped, listed, pieces_of, slots_of

TITLE = ferrovia.find_title("chicago-express")


def words(language: str) -> Words:
    names = {"p1": "Ana", "p2": "Ben"}
    return Words(language, title=TITLE.id, layout=TITLE.layout, currency=TITLE.currency, names=names)


def test_the_languages_are_english_and_spanish() -> None:
    assert LANGUAGES == ("en", "es")


def test_a_phrase_is_text_and_slots() -> None:
    assert pieces_of("{who:player} bids {amount:$}.") == (Slot("who", "player"), " bids ", Slot("amount", "$"), ".")
    assert slots_of("{who:player} bids {amount:$}, {amount}.") == {"who", "amount"}


@pytest.mark.parametrize("phrase", ["{", "a } b", "{two words}", "{}", "{a:{b}}"])
def test_a_brace_that_is_no_slot_is_an_error(phrase: str) -> None:
    with pytest.raises(ValueError, match="brace"):
        pieces_of(phrase)


@pytest.mark.parametrize(
    ("number", "forms", "text"),
    [
        (1, "share|shares", "1 share"),
        (3, "share|shares", "3 shares"),
        (0, "share|shares", "0 shares"),
        (0, "no shares|share|shares", "no shares"),
        (1, "no shares|share|shares", "1 share"),
        (1, "queda # acción|quedan # acciones", "queda 1 acción"),
        (12, "queda # acción|quedan # acciones", "quedan 12 acciones"),
    ],
)
def test_a_number_takes_its_noun_with_it(number: int, forms: str, text: str) -> None:
    assert counted(number, forms) == text


@pytest.mark.parametrize(
    ("items", "english", "spanish"),
    [
        ([], "", ""),
        (["Q3"], "Q3", "Q3"),
        (["Q3", "R4"], "Q3 and R4", "Q3 y R4"),
        (["Q3", "R4", "S5"], "Q3, R4 and S5", "Q3, R4 y S5"),
        (["H5", "I6 Wheeling"], "H5 and I6 Wheeling", "H5 e I6 Wheeling"),
        (["I6", "H5"], "I6 and H5", "I6 y H5"),
        (["padre", "hijo"], "padre and hijo", "padre e hijo"),
        (["agua", "hielo"], "agua and hielo", "agua y hielo"),
        (["Ohio", "Iowa"], "Ohio and Iowa", "Ohio y Iowa"),
    ],
)
def test_things_in_a_row(items: list[str], english: str, spanish: str) -> None:
    """Spanish «y» becomes «e» before the sound of i, but not before a diphthong."""
    assert listed(items, "en") == english
    assert listed(items, "es") == spanish


def test_money_stands_as_each_language_writes_it() -> None:
    assert words("en").money(8) == "$8"
    assert words("es").money(8) == "8\N{NO-BREAK SPACE}$"
    assert Words("en", currency="£").money(100) == "£100"


@pytest.mark.parametrize("language", LANGUAGES)
def test_money_in_letters_follows_the_number(language: str) -> None:
    assert Words(language, currency="K").money(120) == "120\N{NO-BREAK SPACE}K"


@pytest.mark.parametrize(
    ("number", "english", "spanish"),
    [
        (999, "999", "999"),
        (1000, "1,000", "1000"),
        (9999, "9,999", "9999"),
        (13231, "13,231", "13\u202f231"),
        (-13231, "-13,231", "-13\u202f231"),
        (1234567, "1,234,567", "1\u202f234\u202f567"),
    ],
)
def test_thousands_stand_apart_as_each_language_writes_them(number: int, english: str, spanish: str) -> None:
    assert grouped(number, "en") == english
    assert grouped(number, "es") == spanish


def test_much_money_is_easy_to_read() -> None:
    assert Words("en", currency="£").money(13231) == "£13,231"
    assert Words("es", currency="£").money(13231) == "13\u202f231\N{NO-BREAK SPACE}£"
    assert Words("es", currency="K").money(1200) == "1200\N{NO-BREAK SPACE}K"


def test_a_field_is_called_as_its_answer_means_it() -> None:
    """An amount is a bid, a number of stations or warranties; where an answer has no word of its own, the usual one."""
    english, spanish = (Words(language, title="1862") for language in LANGUAGES)
    assert english.label("buy_tokens", "amount") == "Number of stations"
    assert spanish.label("buy_train", "amount") == "Garantías adicionales"
    assert (english.label("bid", "price"), english.label("start_company", "price")) == ("Bid", "Par price")
    assert english.label("lay_tile", "hex") == "Hex"


def test_the_names_of_things() -> None:
    spoken = words("en")
    assert spoken.company("Wabash") == "WAB"
    assert spoken.hex("Q3") == "Q3 Binghamton"
    assert spoken.hex("R3") == "R3"
    assert spoken.player("p2") == "Ben"
    assert spoken.player("Carlos") == "Carlos"
    assert spoken.term("terrain", "forest") == "forest"
    assert words("es").term("terrain", "forest") == "bosque"


def test_what_happens_is_asked_and_is_refused() -> None:
    english, spanish = words("en"), words("es")
    event = Message("expanded", {"player": "p1", "company": "PRR", "hexes": ["J5", "I6"], "cost": 6})
    assert english.event(event) == "Ana expands PRR to J5 and I6 Wheeling for $6."
    assert spanish.event(event) == "Ana amplía la red de la PRR a J5 e I6 Wheeling por 6\N{NO-BREAK SPACE}$."
    question = Message("first-bid", {"company": "B&O", "opening": 6})
    assert english.question(question) == "Bid at least $6 for a share of B&O, or pass."
    assert english.stop(Message("dividend-round", {"number": 3})) == "Round 3"
    assert english.refusal("dial-in-red", {"dial": "auction"}).startswith("The auction needle is in the red")
    assert spanish.action("decline", {"dial": "expansion"}) == "renunciar a la construcción de red"
    assert "START" in english.rule("CE-7.4")


def test_a_train_that_lies_open_goes_by_its_face() -> None:
    """In a question as in an answer."""
    title = ferrovia.find_title("18cz")
    spoken, faces = Words("en", title=title.id, layout=title.layout, currency=title.currency), {"a-0": "2a"}
    question = Message("consent-train", {"company": "MW", "subject": "a-0", "amount": 3})
    assert "for train 2a." in spoken.question(question, faces=faces)
    assert spoken.action("trade_train", {"train": "a-0", "amount": 3}, faces).endswith("for train 2a")


def test_spanish_verbs_agree_with_their_numbers() -> None:
    def left(count: int) -> str:
        return words("es").refusal("locomotives-left", {"company": "PRR", "left": count, "count": count + 1})

    assert left(0) == "A la PRR no le quedan locomotoras; para esta ampliación hace falta 1."
    assert left(1) == "A la PRR le queda 1 locomotora; para esta ampliación hacen falta 2."
    assert left(2) == "A la PRR le quedan 2 locomotoras; para esta ampliación hacen falta 3."


def test_an_unknown_key_raises() -> None:
    with pytest.raises(KeyError, match=r"event\.eaten"):
        words("en").event(Message("eaten", {}))


def test_a_missing_parameter_raises() -> None:
    with pytest.raises(KeyError, match="'amount', which is not given"):
        words("en").action("bid", {})


def test_an_unknown_language_raises() -> None:
    with pytest.raises(ValueError, match="'fr'; there is en, es"):
        Words("fr")


def test_without_a_title_only_the_common_words_are_known() -> None:
    assert Words("en").term("bot", "simple") == "Easy bot"
    with pytest.raises(KeyError):
        Words("en").term("terrain", "forest")


def test_a_titles_own_words_come_before_the_common_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"common": {"kind.hex": "hex", "kind.company": "company"}, "mine": {"kind.hex": "county"}}
    monkeypatch.setattr(catalogue, "phrases", lambda language, name: both[name])
    found = catalogue.phrases_for.__wrapped__("en", "mine")
    assert found == {"kind.hex": "county", "kind.company": "company"}


def test_terms_are_the_words_for_things_and_no_sentences() -> None:
    terms = words("es").terms()
    assert terms["figure.treasury"] == "caja"
    assert terms["kind.hex"] == "casilla"
    families = {key.partition(".")[0] for key in terms}
    assert families.isdisjoint({"event", "ask", "refusal", "rule", "ui", "format"})
    assert {"terrain", "gauge", "mark", "dial", "figure", "action-name", "field", "title"} <= families


def test_a_catalogue_is_read_once() -> None:
    assert catalogue.phrases("en", "common") is catalogue.phrases("en", "common")
