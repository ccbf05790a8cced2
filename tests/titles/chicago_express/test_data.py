"""The printed material: map, companies, dials, scales; and that it is what the facts say."""

import importlib.util
import json
import re
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ferrovia.model.board import Grid
from ferrovia.model.ids import CompanyId, HexId, Owner
from ferrovia.titles.chicago_express import material
from ferrovia.titles.chicago_express.material import MATERIAL
from ferrovia.titles.chicago_express.title import TITLE
from support.shared import shared

PROJECT = Path(__file__).parents[3]
MAP = Path(material.__file__).parent / "data" / "map.json"


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    return json.loads(shared("facts/chicago-express.json").read_text("utf-8"))


def derive_data() -> ModuleType:
    spec = importlib.util.spec_from_file_location("derive_data", PROJECT / "tools" / "derive_data.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ----------------------------------------------------------------------------------------------------------------- map


def test_160_hexes_of_six_kinds() -> None:
    kinds = Counter(printed.kind for printed in MATERIAL.hexes.values())
    assert kinds == {"city": 23, "plain": 73, "industrial": 3, "forest": 41, "mountain": 16, "start": 4}
    assert len(MATERIAL.hexes) == 160


def test_touching_is_mutual() -> None:
    adjacent = MATERIAL.grid.adjacent
    pairs = {(a, b) for a, around in adjacent.items() for b in around}
    assert pairs == {(b, a) for a, b in pairs}
    assert len(pairs) == 2 * 426
    assert not [hex_id for hex_id, around in adjacent.items() if hex_id in around]


def test_the_map_is_in_one_piece() -> None:
    assert set(MATERIAL.grid.distances([HexId("A2")])) == set(MATERIAL.hexes)


@pytest.mark.parametrize(("company", "hexes"), [("PRR", 17), ("B&O", 16), ("NYC", 18), ("C&O", 16), ("Wabash", 3)])
def test_distance_to_chicago(company: str, hexes: int) -> None:
    """Hexes to build from a start to Chicago, around the other starts."""
    home = MATERIAL.companies[CompanyId(Owner(company))].home
    passable = {h.id: (h.x, h.y) for h in MATERIAL.hexes.values() if h.kind != "start" or h.id == home}
    assert Grid("flat", passable).distances([home])[MATERIAL.numbers.chicago.hex] == hexes


@pytest.mark.parametrize(
    ("hex_id", "name", "kind", "cost", "income", "development", "developable"),
    [
        ("A2", "Chicago", "city", 3, 7, 0, False),
        ("Q3", "Binghamton", "city", 2, 1, 1, True),
        ("R3", "", "forest", 2, 0, 0, True),
        ("R2", "", "forest", 2, 0, 0, True),
        ("I9", "Charleston", "city", 3, 2, 1, True),
        ("I2", "Cleveland", "city", 1, 2, 2, True),
        ("I6", "Wheeling", "industrial", 3, 0, 0, True),
        ("K4", "Pittsburgh", "industrial", 4, 0, 0, True),
        ("E0", "Detroit", "industrial", 3, 0, 0, False),
        ("D3", "Fort Wayne", "city", 1, 1, 2, True),
        ("O6", "", "plain", 2, 0, 0, False),
        ("A3", "", "plain", 1, 0, 0, False),
        ("G9", "", "mountain", 3, 1, 2, True),
        ("S3", "New York", "start", 0, 0, 0, False),
    ],
)
def test_the_hexes_of_the_examples(
    hex_id: str, name: str, kind: str, cost: int, income: int, development: int, developable: bool
) -> None:
    h = MATERIAL.hexes[HexId(hex_id)]
    printed = (h.name, h.kind, h.cost, h.income, h.development, h.developable)
    assert printed == (name, kind, cost, income, development, developable)


def test_what_each_kind_of_hex_has() -> None:
    """Plains and forests bring nothing, mountains 1 and 2; everything that is built on costs something."""
    for h in MATERIAL.hexes.values():
        if h.kind in ("plain", "forest", "industrial", "start"):
            assert (h.income, h.development) == (0, 0), h
        if h.kind == "mountain":
            assert (h.income, h.development) == (1, 2), h
        assert (h.cost > 0) is (h.kind != "start"), h
        assert h.developable is (h.kind not in ("plain", "start") and h.name not in ("Chicago", "Detroit")), h


def test_every_city_has_a_name_of_its_own() -> None:
    named = [h.name for h in MATERIAL.hexes.values() if h.name]
    assert len(named) == len(set(named)) == 23 + 3 + 4


def test_the_map_is_what_the_tool_makes_of_the_facts(facts: dict[str, Any]) -> None:
    """Nobody edits map.json."""
    assert json.loads(MAP.read_text("utf-8")) == derive_data().chicago_express(facts)


def test_the_tool_writes_that_very_file(facts: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = derive_data()
    (tmp_path / "chicago_express" / "data").mkdir(parents=True)
    monkeypatch.setattr(tool, "TITLES", tmp_path)
    tool.main(shared("facts/chicago-express.json").parent)
    assert (tmp_path / "chicago_express" / "data" / "map.json").read_bytes() == MAP.read_bytes()


# --------------------------------------------------------------------------------------------------- the other numbers


def test_the_companies_are_those_of_the_facts(facts: dict[str, Any]) -> None:
    for fact in facts["companies"]:
        company = MATERIAL.companies[fact["id"]]
        assert company.name.startswith(fact["name"]["value"])  # ours may be the fuller name
        assert company.shares == fact["shares"]["value"]
        assert company.locomotives == fact["locomotives"]["value"]
        assert company.home == fact["start_hex"]["value"]
    assert len(facts["companies"]) == len(MATERIAL.companies)
    totals = facts["company_totals"]["value"]
    assert sum(c.shares for c in MATERIAL.companies.values()) == totals["shares"] == 20
    assert sum(c.locomotives for c in MATERIAL.companies.values()) == totals["locomotives"] == 103


def test_start_incomes_are_the_opening_bids(facts: dict[str, Any]) -> None:
    """Opening bid = income / 1 share."""
    bids = [(CompanyId(fact["company"]), fact["opening_bid"]) for fact in facts["initial_auctions"]["value"]]
    assert [company for company, _ in bids] == list(MATERIAL.numbers.initial_auctions.order)
    assert bids == [(company, MATERIAL.companies[company].income) for company, _ in bids]


def test_dials_scales_houses_and_ending_are_those_of_the_facts(facts: dict[str, Any]) -> None:
    numbers = MATERIAL.numbers
    assert dict(numbers.dials) == {dial: facts["dials"][dial]["value"] for dial in numbers.dials}
    assert numbers.dividends.red_dials == facts["dials"]["red_dials_for_general_dividend"]["value"]
    scales = {MATERIAL.hexes[hex_id].name: list(values) for hex_id, values in numbers.scales.items()}
    assert scales == {city: fact["value"] for city, fact in facts["industrial_scale"].items()}
    assert numbers.development.houses == facts["houses"]["general_supply"]["value"]
    assert numbers.development.forest_payment == facts["houses"]["forest_development_payment"]["value"]
    assert numbers.expansion.hexes == facts["expansion"]["max_hexes_per_action"]["value"]
    assert numbers.money.total == facts["players"]["total_start_money"]["value"]
    assert list(TITLE.seats) == facts["players"]["count"]["value"]
    opening = facts["wabash_opening"]
    assert numbers.wabash.income == opening["income_fort_wayne_undeveloped"]["value"]
    assert numbers.wabash.income_with_house == opening["income_fort_wayne_developed"]["value"]
    ends = {k: v for fact in facts["end_conditions"] for k, v in fact["value"].items() if k != "id"}
    assert numbers.ending.companies_without_locomotives == ends["companies_without_locomotives_at_least"]
    assert numbers.ending.companies_without_shares == ends["companies_without_shares_at_least"]
    assert numbers.ending.houses_left == ends["houses_in_supply_at_most"]
    assert numbers.scales[numbers.detroit.hex][-1] == ends["detroit_value"]


def test_colour_is_never_the_only_sign() -> None:
    """Letters and pattern tell companies apart, too."""
    companies = MATERIAL.companies.values()
    for sign in ("colour", "letters", "pattern"):
        assert len({getattr(company, sign) for company in companies}) == len(companies), sign


# ------------------------------------------------------------------------------------------------------------ rulebook


def test_the_paragraphs_are_those_of_the_rules() -> None:
    """No rule is missing in rulebook.toml and none is made up."""
    rules = shared("rules/chicago-express.md").read_text("utf-8")
    assert list(TITLE.rulebook.paragraphs) == re.findall(r"^- \*\*(CE-\d+\.\d+)\*\*", rules, re.MULTILINE)


def test_the_headings_stand_in_the_rulebook() -> None:
    printed = " ".join(shared("rulebooks/chicago-express.txt").read_text("utf-8").split())
    assert [heading for heading in set(TITLE.rulebook.paragraphs.values()) if heading not in printed] == []


def test_every_example_is_a_test() -> None:
    """R1, R2, … and C1, C2, … are in the names of tests."""
    examples = shared("rules/chicago-express-examples.md").read_text("utf-8")
    vectors = re.findall(r"^\| (R\d+) \||^- \*\*(C\d+)\*\*", examples, re.MULTILINE)
    names = {(r or c).lower() for r, c in vectors}
    assert len(names) == 17 + 35
    tests = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_rules_*.py"))
    assert names - set(re.findall(r"^def test_([rc]\d+)_", tests, re.MULTILINE)) == set()
