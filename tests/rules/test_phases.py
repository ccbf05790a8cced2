"""What begins with a phase, on the little railway."""

from dataclasses import dataclass

import pytest

from ferrovia.rules.phases import from_phase
from support.little import a_table, why


@dataclass(frozen=True, slots=True)
class Take:
    thing: str


@pytest.mark.parametrize(("phase", "refused"), [("1", True), ("2", False)])
def test_something_is_possible_from_a_phase_on(phase: str, refused: bool) -> None:
    told = why(from_phase("a-rule", "2", "thing"), a_table(phase=phase), Take("crane"))
    assert told == (("a-rule", {"thing": "crane", "phase": "2"}) if refused else None)


def test_what_holds_from_the_start_is_never_refused() -> None:
    assert why(from_phase("a-rule", "1"), a_table(phase="2"), Take("crane")) is None
