"""Every vector of the examples is a test: its letter and number stand in the name of one."""

import re
from pathlib import Path

from support.shared import shared

HERE = Path(__file__).parent
PLACES = (*HERE.glob("test_*.py"), HERE.parents[1] / "interop" / "test_1824.py")


def test_every_vector_has_a_test() -> None:
    vectors = re.findall(r"^\*\*([A-J]\d+b?)\b", shared("rules/1824-examples.md").read_text("utf-8"), re.MULTILINE)
    names = [name for place in PLACES for name in re.findall(r"def test_(\w+)", place.read_text("utf-8"))]
    tested = {part.upper() for name in names for part in name.split("_")}
    assert len(vectors) >= 130
    assert [vector for vector in vectors if vector.upper() not in tested] == []
