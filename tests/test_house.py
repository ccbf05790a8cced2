"""Who may do what in which room."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ferrovia

SOURCE = Path(ferrovia.__file__).parent
WRITES_STATE = re.compile(r"\bstate\.\w+(\[[^\]]*\])? *[-+|]?= *[^=]")
"""An assignment to a table of the state, or into one."""
TITLE_FILES = sorted((SOURCE / "titles").rglob("*.py"))


@pytest.mark.parametrize("file", TITLE_FILES, ids=lambda file: "/".join(file.parts[-2:]))
def test_titles_change_the_table_by_its_verbs(file: Path) -> None:
    lines = enumerate(file.read_text("utf-8").splitlines(), 1)
    assert not [f"{number}: {line.strip()}" for number, line in lines if WRITES_STATE.search(line)]


@pytest.mark.parametrize("file", TITLE_FILES, ids=lambda file: "/".join(file.parts[-2:]))
def test_titles_do_not_change_a_table_under_another_name(file: Path) -> None:
    """`prices = table.state.prices; prices[company] = …` is an assignment to the state like any other."""
    assert not list(writes_to_aliases(ast.parse(file.read_text("utf-8"))))


def writes_to_aliases(tree: ast.AST) -> Iterator[int]:
    """The lines of functions that write into what they have taken out of a state."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign | ast.AugAssign)]
        aliases = {name for node in assigned if isinstance(node, ast.Assign) for name in aliases_in(node)}
        for node in assigned:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Subscript) and getattr(target.value, "id", "") in aliases:
                    yield node.lineno


def aliases_in(node: ast.Assign) -> Iterator[str]:
    """The names that are given to tables of a state: `a, b = table.state.cash, other`."""
    names = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
    values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    for name, value in zip(names, values, strict=False):
        if (
            isinstance(name, ast.Name)
            and isinstance(value, ast.Attribute)
            and getattr(value.value, "attr", "") == "state"
        ):
            yield name.id


def test_aliases_are_found() -> None:
    bad = "def f(table):\n    who, prices = 1, table.state.prices\n    prices[who] = 2\n"
    good = "def f(table):\n    found = dict(table.state.prices)\n    found[1] = 2\n"
    assert (list(writes_to_aliases(ast.parse(bad))), list(writes_to_aliases(ast.parse(good)))) == ([3], [])


def test_the_pattern_finds_what_it_should() -> None:
    for bad in ("table.state.phase = x", "state.tokens[company] -= 1", "table.state.board = b", "state.cash |= x"):
        assert WRITES_STATE.search(bad)
    for good in ("if state.phase == x:", "game.state.order[0] == y", "state.trains[t].owner != DEPOT"):
        assert not WRITES_STATE.search(good)
