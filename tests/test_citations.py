"""What `tools/citations.py` understands of the citations in our code."""

import runpy
from pathlib import Path

import pytest

CITATIONS = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "citations.py"))
BOOK = ("2", "2.1", "2.4", "7.8.1", "7.8.2", "7.8.3", "VIII.4.3.a", "VIII.4.3.b", "VIII.4.3.c", "VIII.4.4", "VIII.8 ¶1")
BOOK += ("VIII.8 ¶2", "VIII.8 pay a", "VIII.8 pay b", "CE-1.1", "CE-1.2", "CE-1.3", "CE-4.1")


@pytest.mark.parametrize(
    ("label", "named"),
    [
        ("2.4", ["2.4"]),
        ("2", ["2"]),  # a paragraph of its own, not all that follows
        ("CE-4.1, CE-1.2", ["CE-1.2", "CE-4.1"]),
        ("7.8.2–3", ["7.8.2", "7.8.3"]),
        ("VIII.4.3.a–c", ["VIII.4.3.a", "VIII.4.3.b", "VIII.4.3.c"]),
        ("VIII.8 ¶1–2", ["VIII.8 ¶1", "VIII.8 ¶2"]),
        ("VIII.8 pay a–b", ["VIII.8 pay a", "VIII.8 pay b"]),
        ("CE-1.1 to CE-1.3", ["CE-1.1", "CE-1.2", "CE-1.3"]),
        ("7.8.3 ¶2", ["7.8.3"]),
        ("VIII.4", ["VIII.4.3.a", "VIII.4.3.b", "VIII.4.3.c", "VIII.4.4"]),
    ],
)
def test_a_citation_names_its_paragraphs(label: str, named: list[str]) -> None:
    assert CITATIONS["paragraphs_of"](label, BOOK) == named


@pytest.mark.parametrize(
    "label", ["2.5", "7.8.2–9", "7.8.3–1", "VIII.8 ¶3", "VIII.8 pay c", "CE-1.1, CE-9.9", "7.", "V", "list"]
)
def test_what_the_rulebook_does_not_have_is_unknown(label: str) -> None:
    assert not CITATIONS["paragraphs_of"](label, BOOK)


def test_a_package_is_called_as_it_is_imported(tmp_path: Path) -> None:
    (tmp_path / "view").mkdir()
    (tmp_path / "view" / "__init__.py").write_text('"""[2.4]"""\n', "utf-8")
    (tmp_path / "view" / "ahead.py").write_text('"""[2.4]"""\n', "utf-8")
    assert [cited.where for cited in CITATIONS["citations_in"](tmp_path)] == ["view", "view.ahead"]


def test_citations_stand_in_docstrings_comments_and_data(tmp_path: Path) -> None:
    """Each belongs to the innermost definition around it; subscripts and code in backticks are none."""
    (tmp_path / "track.py").write_text(
        '"""[1] Track."""\n\nLIMIT = 2\n"""[2] A limit."""\n\n\ndef lay(tiles: list[int]) -> int:\n'
        '    """[3] Lays `tiles[0]`."""\n\n    def inner() -> int:\n'
        "        return tiles[0]  # [4] why\n\n    return inner()\n"
    )
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "game.toml").write_text("[cash]  # [5]\n")
    found = [(citation.label, citation.where) for citation in CITATIONS["citations_in"](tmp_path)]
    assert found == [
        ("1", "track"),
        ("2", "track.LIMIT"),
        ("3", "track.lay"),
        ("4", "track.lay.inner"),
        ("5", "data/game.toml"),
    ]


def test_a_key_belongs_to_the_first_room_that_names_it(tmp_path: Path) -> None:
    for room in ("own", "shared"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "stock.py").write_text('@rule("limit")\ndef within(table):\n    """limit"""\n')
    (tmp_path / "shared" / "stock.py").write_text('A = "limit"\n\n\n@rule("debt")\ndef has_none(table): ...\n')
    rooms = CITATIONS["modules_in"](tmp_path / "own"), CITATIONS["modules_in"](tmp_path / "shared", "rules.")
    users = CITATIONS["users_of"](("limit", "debt"), *rooms)
    assert users == {"limit": ["stock.within"], "debt": ["rules.stock.has_none"]}
