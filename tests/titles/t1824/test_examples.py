"""Every vector of the examples is a test: its letter and number stand in the name of one. Every deviation of the site
is one too, or `docs/deviations.md` says why nothing of it is played."""

import re
from pathlib import Path

from support.shared import shared

HERE = Path(__file__).parent
PLACES = (*HERE.glob("test_*.py"), HERE.parents[1] / "interop" / "test_1824.py")
STATED = (Path(__file__).parents[3] / "docs" / "deviations.md").read_text("utf-8")

SHOWN_BY_OTHERS = {
    1: "e6_how_many_rounds_a_set_has",
    2: "e3_the_prices_of_the_cards",
    5: "i2_the_site_asks_also_without_a_share",
    6: "i8_on_the_site_no_coal_exchange_after_a_sale",
    7: "c1_c16_one_drop_for_a_sale",
    8: "the_site_wants_new_track_to_be_open",
    10: "b9_two_holders_of_20_percent",
    13: "i9_compulsory_exchange_with_and_without_opening",
    15: "e19_no_export_before_the_first_2_train",
    16: "h4_formation_before_the_count",
    18: "g9_g20_three_in_cisleithania",
    19: "j2_who_buys_in_the_draft",
    20: "g2_g12_dividend_without_director",
    34: "b7_priority_to_the_left_of_the_last_buyer",
    39: "a_formation_at_the_end_of_the_last_round_breaks_the_bank",
    40: "h4_formation_before_the_count",
    42: "g18_dividends_of_the_pool",
    45: "g9_g20_three_in_cisleithania",
}
"""By number, where it is no `deviation_…`: the tests that show what the site plays."""
NOT_PLAYED = {
    35: "the order of the compulsory coal exchanges",
    48: "bankruptcy",
}
"""By number: what is said of a deviation that changes nothing in a valid record."""


def names_of_tests() -> list[str]:
    return [name for place in PLACES for name in re.findall(r"def test_(\w+)", place.read_text("utf-8"))]


def test_every_vector_has_a_test() -> None:
    vectors = re.findall(r"^\*\*([A-J]\d+b?)\b", shared("rules/1824-examples.md").read_text("utf-8"), re.MULTILINE)
    tested = {part.upper() for name in names_of_tests() for part in name.split("_")}
    assert len(vectors) >= 130
    assert [vector for vector in vectors if vector.upper() not in tested] == []


def test_every_deviation_is_shown_or_stated() -> None:
    found = {int(number) for number in re.findall(r"^\| D(\d+) \|", shared("rules/1824.md").read_text("utf-8"), re.M)}
    names = names_of_tests()
    shown = {int(number) for name in names for number in re.findall(r"^deviation_(\d+)_", name)}
    assert len(found) >= 40
    assert found - shown - SHOWN_BY_OTHERS.keys() - NOT_PLAYED.keys() == set()
    assert set(SHOWN_BY_OTHERS.values()) <= set(names)
    assert [said for said in NOT_PLAYED.values() if said not in STATED] == []
