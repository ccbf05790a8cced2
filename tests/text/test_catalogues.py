"""Every key has words in every language, every word has a use, and all of it can be said."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ferrovia import Title, action_to_json, find_title, new_game, titles
from ferrovia.bots import BOTS
from ferrovia.engine.rulebook import ENGINE_KEYS, NOTHING_TO_CHOOSE
from ferrovia.model.ids import Owner
from ferrovia.model.message import Message
from ferrovia.model.view import Layout
from ferrovia.text import LANGUAGES, Words
from ferrovia.text.catalogue import COMMON, phrases, phrases_for, read_catalogue
from ferrovia.text.phrase import COUNT, Slot, pieces_of, slots_of
from ferrovia.titles.chicago_express.dividends import end_conditions
from ferrovia.titles.chicago_express.material import MATERIAL
from text.spoken import PLACES, ROOT, Said, asked_in, code_of, heard, modules_in, needed_by, said_in, texts_in

TITLES = [title.id for title in titles()]
CATALOGUES = [COMMON, *TITLES]
FILES = list(product(LANGUAGES, CATALOGUES))
TOLD = list(product(TITLES, LANGUAGES))
PROGRAMS = modules_in("cli", "render", "server")

SAME_IN_BOTH = {
    "limit.staatsbahn",
    "format.money-in-letters",
    "title.name",
    "gauge.Detroit",
    "gauge.Wheeling",
    "gauge.Pittsburgh",
    "ui.arena-bot",
    "ui.arena-interval",
    "ui.bot",
    "ui.command-hex",
    "ui.import-rule",
    "owner.vaclav",
    "ui.director",
    "chapter.CE-8",
    "heading.Local",
}
"""Proper names, and the few words that are the same in both languages."""

SENTENCES = ("event.", "ask.", "refusal.", "rule.", "thought.", "title.summary", "ahead.")


def words_for(title: Title, language: str) -> Words:
    return Words(language, title=title.id, layout=title.layout, currency=title.currency, names={"p1": "Ana"})


def file_of(language: str, name: str) -> Path:
    return ROOT / "text" / "catalogues" / language / f"{name}.po"


# ------------------------------------------------------------------------------------------------------- the PO files


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_catalogue_for_every_title_and_no_other(language: str) -> None:
    found = {file.stem for file in file_of(language, COMMON).parent.iterdir()}
    assert found == set(CATALOGUES)


@pytest.mark.parametrize(("language", "name"), FILES)
def test_a_catalogue_is_a_correct_po_file(language: str, name: str) -> None:
    catalogue = read_catalogue(language, name)
    assert str(catalogue.locale) == language
    assert catalogue.charset == "utf-8"
    assert (catalogue.num_plurals, catalogue.plural_expr) == (2, "(n != 1)")
    assert not catalogue.fuzzy
    assert not catalogue.obsolete
    assert [message.id for message in catalogue if message.fuzzy or not message.string] == []


@pytest.mark.parametrize(("language", "name"), FILES)
def test_no_key_stands_twice_in_a_catalogue(language: str, name: str) -> None:
    lines = file_of(language, name).read_text("utf-8").splitlines()
    keys = [line for line in lines if line.startswith("msgid ") and line != 'msgid ""']
    assert sorted(keys) == sorted(set(keys))
    assert len(keys) == len(phrases(language, name))


@pytest.mark.parametrize("name", CATALOGUES)
def test_both_languages_have_the_same_keys_with_the_same_parameters(name: str) -> None:
    english, spanish = ({key: slots_of(text) for key, text in phrases(lang, name).items()} for lang in LANGUAGES)
    assert english == spanish


# -------------------------------------------------------------------------------------------------- nothing is missing


@pytest.mark.parametrize(("title", "language"), TOLD)
def test_no_key_of_a_title_lacks_words(title: str, language: str) -> None:
    assert sorted(needed_by(find_title(title)) - phrases_for(language, title).keys()) == []


@pytest.mark.parametrize("title", TITLES)
def test_every_question_and_stop_written_in_a_title_has_words(title: str) -> None:
    """The code does not show whether a message is one of them or tells what is ahead: it is at least one of these."""
    known = phrases_for("en", title)
    written = {said.key for said in said_in(code_of(find_title(title))) if said.how == "Message"}
    assert sorted(key for key in written if not any(f"{family}.{key}" in known for family in MESSAGES)) == []


def thoughts_in_bots() -> set[str]:
    """Every reason that a bot can give."""
    sources = "".join(file.read_text("utf-8") for file in (ROOT / "bots").glob("*.py"))
    return set(re.findall(r'because\(\s*"([a-z-]+)"', sources))


def test_the_programs_and_bots_have_their_words() -> None:
    asked = {f"ui.{said.key}" for said in asked_in(PROGRAMS)}
    asked |= {f"bot.{name}" for name in BOTS} | {f"thought.{key}" for key in thoughts_in_bots()}
    assert sorted(asked - phrases("en", COMMON).keys()) == []


# ------------------------------------------------------------------------------------------------ nothing is left over


def used_by(title: Title) -> set[str]:
    """What a title needs, and what its code could ask for although the games played did not."""
    written, texts = said_in(code_of(title)), {*texts_in(code_of(title)), *"0123456789"}  # cases have numbers
    named = {*DRAWN, *(slot.kind for text in phrases_for("en", title.id).values() for slot in slots(text) if slot.kind)}
    return {
        *needed_by(title),
        *PLACES,
        TOLD_BY_THE_TABLE,
        *(f"field.{form.name}.{field.name}" for form in title.forms.values() for field in form.fields),
        *(f"{family}.{said.key}" for said in written if said.how == "Message" for family in MESSAGES),
        *(f"ending.{said.key}" for said in written if said.how == "tell"),
        *(f"together.{said.key}" for said in written if said.how == "tell"),
        "ending.usual",
        *(f"heading.{heading}" for heading in title.rulebook.paragraphs.values()),
        *(f"chapter.{chapter_of(paragraph)}" for paragraph in title.rulebook.paragraphs),
        *phrases("en", COMMON),  # which a title may say in its own way
        *(f"{family}.{text}" for family in named for text in texts),
    }


DRAWN = ("figure", "mark", "gauge", "range", "area", "family", "goal")

MESSAGES = ("ask", "stop", "ahead")
"""What a message can be: a question, a stop of the course, something that is ahead."""

TOLD_BY_THE_TABLE = "event.phase"
"""The engine tells of a new phase, whatever the title."""

FORMATS = {
    "format.money",
    "format.money-in-letters",
    "format.company-as-owner",
    "format.train-as-subject",
    "format.no-routes",
    "format.no-stops",
}
"""Used by `Words` itself; a title may have its own."""


def slots(phrase: str) -> Iterator[Slot]:
    return (piece for piece in pieces_of(phrase) if isinstance(piece, Slot))


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_no_words_that_nothing_uses(title: str) -> None:
    assert sorted(phrases("en", title).keys() - used_by(find_title(title)) - FORMATS) == []


def chapter_of(paragraph: str) -> str:
    """What stands before the first dot or space."""
    return re.split(r"[. ](?=\S)", paragraph)[0]


@pytest.mark.parametrize(("title", "language"), TOLD)
def test_every_chapter_and_heading_of_the_rulebook_is_told_in_the_readers_language(title: str, language: str) -> None:
    words, paragraphs = Words(language, title=title), find_title(title).rulebook.paragraphs
    for paragraph, heading in paragraphs.items():
        assert words.term("chapter", chapter_of(paragraph))
        assert f"heading.{heading}" in phrases(language, title)
        if language == "es":
            assert words.heading(heading) == heading


def test_there_are_no_common_words_that_nothing_uses() -> None:
    used = set[str]().union(*(used_by(title) for title in titles()))
    used |= {f"refusal.{key}" for key in (*ENGINE_KEYS, NOTHING_TO_CHOOSE)} | {f"bot.{name}" for name in BOTS} | FORMATS
    used |= {f"ui.seat-{name}" for name in BOTS} | {f"thought.{key}" for key in thoughts_in_bots()}
    texts = texts_in(PROGRAMS)
    used |= {key for key in phrases("en", COMMON) if key.startswith("ui.") and is_in(texts, key.removeprefix("ui."))}
    assert sorted(phrases("en", COMMON).keys() - used) == []


def is_in(texts: frozenset[str], key: str) -> bool:
    """Whether a program writes a key: whole, or put together as `f"command-{name}"`."""
    return key in texts or any(key[:at] in texts and key[at:] in texts for at in range(1, len(key)))


# ------------------------------------------------------------------------------------------------------ it can be said


@pytest.mark.parametrize("title", TITLES)
def test_a_phrase_speaks_only_of_what_the_code_gives_it(title: str) -> None:
    families = {"tell": ("event", "ending"), "rule": ("refusal",), "Refusal": ("refusal",), "Message": MESSAGES}
    known = phrases_for("en", title)

    def unknown(said: Said) -> Iterator[str]:
        for key in (f"{family}.{said.key}" for family in families.get(said.how, ())):
            for name in said.lacks(known.get(key, "")):
                yield f"{said.where} does not give {name!r} to {key}"

    assert [line for said in said_in(code_of(find_title(title))) for line in unknown(said)] == []


def test_the_programs_give_their_phrases_all_they_speak_of() -> None:
    known = phrases("en", COMMON)
    assert [said.where for said in asked_in(PROGRAMS) if said.lacks(known.get(f"ui.{said.key}", ""))] == []


@pytest.mark.parametrize(("title", "language"), TOLD)
def test_an_action_has_the_parameters_of_its_form(title: str, language: str) -> None:
    for form in find_title(title).forms.values():
        phrase = phrases_for(language, title)[f"action.{form.name}"]
        assert slots_of(phrase) == {field.name for field in form.fields}


def examples(layout: Layout) -> dict[str, Any]:
    """For each kind of slot something to fill it with; most of it only where the layout prints such a thing."""
    company, hexes = layout.companies[0].id, [face.id for face in layout.hexes]
    cards = [face.card for face in layout.trains]
    routes = [f"{card}-0: {hexes[0]}.0 {hexes[1]} {hexes[2]}.1" for card in cards]
    found: dict[str, list[Any]] = {
        "amounts": [[50, 60]],
        "card": cards,
        "companies": [[company]],
        "company": [company],
        "face": [face for train in layout.trains for face in train.faces],
        "hex": hexes,
        "hexes": [hexes[:3]],
        "local": [face.id for face in layout.privates],
        "owner": [company],
        "pioneer": [face.id for face in layout.privates],
        "player": ["p1"],
        "players": [["p1", "p2"]],
        "route": routes,
        "routes": [routes],
        "stop": [f"{hexes[0]}.0"],
        "stops": [[f"{hexes[0]}.0", f"{hexes[1]}.0"]],
        "subject": [company],
        "tile": [face.id for face in layout.tiles],
        "train": [*(f"{card}-0" for card in cards), "2-0"],
        "unnumbered": [*(f"{card}-0" for card in cards), "2-0"],
    }
    return {kind: things[0] for kind, things in found.items() if things}


@pytest.mark.parametrize(("title", "language"), TOLD)
def test_every_phrase_can_be_filled(title: str, language: str) -> None:
    """With things of the kind that each slot names: also the phrases that no random game reaches."""
    printed, known = find_title(title), phrases_for(language, title)
    things = examples(printed.layout)

    def example(slot: Slot) -> Any:
        if slot.kind is None or slot.kind == "$" or slot.kind.startswith(COUNT):
            return 3
        terms = (key.partition(".")[2] for key in known if key.startswith(f"{slot.kind}."))
        return things[slot.kind] if slot.kind in things else next(terms, None)

    spoken, common = words_for(printed, language), phrases(language, COMMON)
    for key, phrase in known.items():
        given = {slot.name: example(slot) for slot in slots(phrase)}
        if key in common and None in given.values():
            continue  # speaks of things that this title does not have, as trains
        assert "{" not in spoken.say(key, given)


@pytest.mark.parametrize(("title", "language"), TOLD)
def test_no_word_is_taken_for_a_company(title: str, language: str) -> None:
    """Pages draw the letters of a company as its mark: "A train is exported" would begin with the Andaluces."""
    letters = {face.letters for face in find_title(title).layout.companies if len(face.letters) == 1}

    def words_in(phrase: str) -> set[str]:
        return {word for piece in pieces_of(phrase) if isinstance(piece, str) for word in re.findall(r"\w+", piece)}

    told = ("event.", "ask.", "refusal.", "thought.")
    known = phrases_for(language, title)
    assert [key for key, phrase in known.items() if key.startswith(told) and words_in(phrase) & letters] == []


@pytest.mark.parametrize(("title", "language"), TOLD)
def test_whole_games_can_be_told(title: str, language: str) -> None:
    spoken, found = words_for(find_title(title), language), heard(title)
    told = [
        *(spoken.event(message) for message in found.events),
        *(spoken.question(message) for message in found.questions),
        *(spoken.stop(message) for message in found.stops),
        *(spoken.ahead(message) for message in found.ahead),
        *(spoken.refusal(refusal.rule, refusal.params) for refusal in found.refusals),
        *(spoken.action(str(fields["type"]), fields) for fields in map(action_to_json, found.actions)),
    ]
    assert len(set(told)) > 100
    assert [text for text in told if not text.strip() or "  " in text or "{" in text] == []


def test_a_game_of_chicago_express_can_end_for_each_reason() -> None:
    """Random games seldom run out of locomotives or houses."""
    state = new_game("chicago-express", ["p1", "p2"]).state.copy()
    state.tokens = dict.fromkeys(state.tokens, 0)
    state.certs |= dict.fromkeys(state.certs, Owner("p1"))
    last = {city: len(values) - 1 for city, values in MATERIAL.numbers.scales.items()}
    state.extras = replace(state.extras, house_supply=0, scales=last)
    reasons = end_conditions(state)
    assert len(reasons) == 4
    for language in LANGUAGES:
        spoken = words_for(find_title("chicago-express"), language)
        assert len({spoken.event(Message("end-in-sight", {"reason": reason})) for reason in reasons}) == 4


# ------------------------------------------------------------------------------------------------------ it sounds right


def test_spanish_is_not_english_but_for_a_few_names() -> None:
    both = [(phrases("en", name), phrases("es", name)) for name in CATALOGUES]
    assert {key for english, spanish in both for key in english if english[key] == spanish[key]} == SAME_IN_BOTH


@pytest.mark.parametrize(("language", "name"), FILES)
def test_a_sentence_ends_like_one(language: str, name: str) -> None:
    sentences = {key: text for key, text in phrases(language, name).items() if key.startswith(SENTENCES)}
    assert [key for key, text in sentences.items() if not text.endswith((".", "?"))] == []


@pytest.mark.parametrize("name", CATALOGUES)
def test_spanish_is_spelt_as_spanish(name: str) -> None:
    """Questions and exclamations open as well as close, quotes are angled; no point parts thousands, as in amounts."""
    texts = phrases("es", name)
    assert [key for key, text in texts.items() if re.search(r"(?<![\d.])\d{1,3}\.\d{3}(?!\d)", text)] == []
    assert [key for key, text in texts.items() if text.count("?") != text.count("¿")] == []
    assert [key for key, text in texts.items() if text.count("!") != text.count("¡")] == []
    assert [key for key, text in texts.items() if "“" in text or '"' in text] == []


UNITS = re.compile(rf"[\d}}] (?:%|{'|'.join({re.escape(title.currency) for title in titles()})})(?!\w)")


@pytest.mark.parametrize(("language", "name"), FILES)
def test_a_number_is_not_torn_from_its_unit(language: str, name: str) -> None:
    assert [key for key, text in phrases(language, name).items() if UNITS.search(text)] == []
