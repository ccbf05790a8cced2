"""Every key of the rulebook is one that some test here is refused by, with its paragraph."""

import ast
from pathlib import Path

from ferrovia.titles.t18cz.title import TITLE


def refusals_expected() -> set[tuple[str, str]]:
    """All pairs of two strings in the tests of this folder whose first is a key of the rulebook."""
    found: set[tuple[str, str]] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Tuple(elts=[ast.Constant(value=str(key)), ast.Constant(value=str(paragraph))]):
                    if key in TITLE.rulebook.keys:
                        found.add((key, paragraph))
    return found


def test_every_key_is_refused_by_with_its_paragraph() -> None:
    """A key that nothing refuses by is a rule that is not kept."""
    assert sorted(refusals_expected()) == sorted(TITLE.rulebook.keys.items())
