"""The way from a rule's key to its paragraph; a key without one is refused when the rulebook is read."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from ferrovia import titles
from ferrovia.engine.rulebook import ENGINE_KEYS, Cite, load_rulebook

ENGINE = "\n".join(f'{key} = "1.1"' for key in ENGINE_KEYS)


def written(folder: Path, paragraphs: str, keys: str) -> Path:
    file = folder / "rulebook.toml"
    file.write_text(f"[paragraphs]\n{paragraphs}\n[keys]\n{keys}\n", "utf-8")
    return file


def test_a_key_is_cited_by_paragraph_and_heading(tmp_path: Path) -> None:
    book = load_rulebook(written(tmp_path, '"1.1" = "Turnos"\n"2.3" = ""', f'{ENGINE}\nbid-higher = "2.3"'))
    assert book.cite("whose-turn") == Cite("1.1", "Turnos")
    assert (str(book.cite("whose-turn")), str(book.cite("bid-higher"))) == ("1.1 «Turnos»", "2.3")


def test_a_key_whose_paragraph_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"rulebook\.toml: no paragraph for 9\.9"):
        load_rulebook(written(tmp_path, '"1.1" = "Turnos"', f'{ENGINE}\nbid-higher = "9.9"'))


@pytest.mark.parametrize("key", ENGINE_KEYS)
def test_what_the_engine_refuses_needs_a_paragraph_too(key: str, tmp_path: Path) -> None:
    others = "\n".join(f'{other} = "1.1"' for other in ENGINE_KEYS if other != key)
    with pytest.raises(ValueError, match=f"no paragraph for {key}"):
        load_rulebook(written(tmp_path, '"1.1" = "Turnos"', others))


def test_a_rulebook_has_paragraphs_and_keys(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.toml"
    file.write_text('[paragraphs]\n"1.1" = "Turnos"\n', "utf-8")
    with pytest.raises(ValidationError):
        load_rulebook(file)


def test_a_key_that_nobody_wrote_down_cannot_be_cited(tmp_path: Path) -> None:
    book = load_rulebook(written(tmp_path, '"1.1" = "Turnos"', ENGINE))
    with pytest.raises(KeyError):
        book.cite("bid-higher")


def test_an_untimely_answer_has_a_key_with_a_paragraph(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no paragraph for one-tile"):
        load_rulebook(written(tmp_path, '"1.1" = "Turnos"', f'{ENGINE}\n[untimely]\nlay_tile = "one-tile"'))


def test_an_untimely_answer_is_one_that_its_title_knows() -> None:
    for title in titles():
        assert title.rulebook.untimely.keys() <= title.kinds.keys()
