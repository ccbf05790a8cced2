"""Data files become checked, frozen values; what does not belong is refused when they are read."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from ferrovia.model.data import Data, load


class Wheel(Data):
    spokes: int
    name: str = ""


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    return file


def test_people_write_toml_and_tools_write_json(tmp_path: Path) -> None:
    by_hand = load(written(tmp_path, "wheel.toml", 'spokes = 12  # [1.2]\nname = "ñ"'), Wheel)
    by_tool = load(written(tmp_path, "wheel.json", '{"spokes": 12, "name": "ñ"}'), Wheel)
    assert by_hand == by_tool == Wheel(spokes=12, name="ñ")


def test_printed_material_cannot_be_changed() -> None:
    wheel = Wheel(spokes=12)
    with pytest.raises(ValidationError, match="frozen"):
        wheel.spokes = 13


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('{"spokes": 12, "tyre": 1}', "tyre"),
        ("{}", "spokes"),
        ('{"spokes": "many"}', "spokes"),
        ('{"spokes": 1.5}', "spokes"),
    ],
)
def test_unknown_missing_and_wrong_fields_are_refused(text: str, wrong: str, tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match=wrong):
        load(written(tmp_path, "wheel.json", text), Wheel)
