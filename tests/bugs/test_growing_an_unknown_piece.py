"""Asking how an action with a made-up company or hex could grow ended in an internal error."""

import pytest

from titles.chicago_express.tables import a_table, expand


@pytest.mark.parametrize("action", [expand("XYZ", "Q5"), expand("PRR", "Z99"), expand("", "")], ids=str)
def test_what_does_not_exist_cannot_grow(action: object) -> None:
    assert a_table().treasury(PRR=9).game().offers().longer(action) == ()
