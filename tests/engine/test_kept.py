"""Positions that are kept: the latest few and every n-th one."""

import pytest

from ferrovia.engine.kept import Kept


def kept_up_to(last: int, *, spacing: int = 4, settled: list[str] | None = None) -> Kept[str]:
    kept = Kept[str](recent=3, spacing=spacing, settle=None if settled is None else settled.append)
    kept.start_from(0, "0")
    for number in range(1, last + 1):
        kept.keep(number, str(number))
    return kept


def test_the_latest_and_one_in_every_few_are_kept() -> None:
    kept = kept_up_to(10)
    assert [n for n in range(11) if kept.get(n) is not None] == [0, 4, 8, 9, 10]
    assert len(kept) == 5


def test_without_spacing_only_the_start_and_the_latest_are_kept() -> None:
    kept = kept_up_to(10, spacing=0)
    assert [n for n in range(11) if kept.get(n) is not None] == [0, 8, 9, 10]


def test_a_position_that_stays_lets_go_of_what_it_can_work_out_again() -> None:
    settled: list[str] = []
    kept_up_to(11, settled=settled)
    assert settled == ["4", "8"]


@pytest.mark.parametrize(("number", "near"), [(0, 0), (3, 0), (4, 4), (7, 4), (9, 9), (99, 10)])
def test_any_position_is_a_few_answers_after_a_kept_one(number: int, near: int) -> None:
    assert kept_up_to(10).nearest(number) == (near, str(near))


def test_what_is_taken_back_is_forgotten() -> None:
    kept = kept_up_to(10)
    kept.forget_after(8)
    assert (kept.get(8), kept.get(9), kept.get(10)) == ("8", None, None)


def test_what_was_asked_for_again_pushes_out_what_was_kept_longest_ago() -> None:
    kept = kept_up_to(10, spacing=0)
    kept.keep(2, "2")
    assert (kept.get(2), kept.get(8), kept.get(10)) == ("2", None, "10")
