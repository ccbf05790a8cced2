"""Who may do what in which room."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import ferrovia

SOURCE = Path(ferrovia.__file__).parent
TITLE_FILES = sorted((SOURCE / "titles").rglob("*.py"))
RULE_FILES = sorted((SOURCE / "rules").glob("*.py"))
CHANGING = {
    "append",
    "clear",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "update",
}
"""What changes a dictionary or a list."""


# --------------------------------------------------------------------------------------------- how the state is changed


@pytest.mark.parametrize("file", TITLE_FILES, ids=lambda file: "/".join(file.parts[-2:]))
def test_titles_change_the_table_by_its_verbs(file: Path) -> None:
    assert not list(writes_to_state(ast.parse(file.read_text("utf-8"))))


def writes_to_state(tree: ast.AST) -> Iterator[int]:
    """The lines that change a state: its tables, what is in them, or what a function has taken out of one under another
    name: `prices = table.state.prices; prices[company] = …` is an assignment to the state like any other."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)):
        assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign)]
        aliases = {name for node in assigned for name in aliases_in(node)}
        for node in ast.walk(function):
            if any(changes_the_state(target, aliases) for target in targets_of(node)):
                yield node.lineno  # type: ignore[attr-defined]  # only statements and calls have targets


def targets_of(node: ast.AST) -> list[ast.expr]:
    """What a statement or a call changes."""
    if isinstance(node, ast.Assign | ast.Delete):
        return [part for target in node.targets for part in getattr(target, "elts", [target])]
    if isinstance(node, ast.AugAssign | ast.AnnAssign):
        return [node.target]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
        return [node.func]
    return []


def changes_the_state(target: ast.expr, aliases: set[str]) -> bool:
    """Whether a target lies in a state: `table.state.phase`, `state.tokens[box.first(state)]`, a table by another name
    with something behind it; or is the state of a table itself."""
    if isinstance(target, ast.Attribute) and target.attr == "state":
        return True
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
        name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
        if name == "state" or (isinstance(target, ast.Name) and name in aliases):
            return True
    return False


def aliases_in(node: ast.Assign) -> Iterator[str]:
    """The names that are given to tables of a state: `a, b = table.state.cash, other`."""
    names = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
    values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    for name, value in zip(names, values, strict=False):
        if isinstance(name, ast.Name) and isinstance(value, ast.Attribute):
            if "state" in (getattr(value.value, "attr", ""), getattr(value.value, "id", "")):
                yield name.id


@pytest.mark.parametrize(
    "line",
    [
        "table.state.phase = x",
        "table.state = other",
        "state.tokens[company] -= 1",
        "state.tokens[first[state]] = 1",
        "table.state.cash |= x",
        "who, table.state.phase = x, y",
        "del state.prices[company]",
        "table.state.stack.append(frame)",
        "state.cash.update(more)",
        "prices = table.state.prices; prices[company] = 2",
        "who, cash = 1, state.cash; cash.pop(who)",
    ],
)
def test_a_change_of_the_state_is_found(line: str) -> None:
    assert list(writes_to_state(ast.parse(f"def f(table, state):\n    {line}\n"))) == [2]


@pytest.mark.parametrize(
    "line",
    [
        "state = table.state",
        "found = dict(table.state.prices); found[1] = 2",
        "if state.phase == x: pass",
        "owner = state.trains[t].owner",
        "at = state.order.index(player)",
        "order = list(state.order); order.remove(player)",
        "tokens[company] -= 1",
    ],
)
def test_looking_at_the_state_changes_nothing(line: str) -> None:
    assert not list(writes_to_state(ast.parse(f"def f(table, state, tokens):\n    {line}\n")))


# ----------------------------------------------------------------------------------------------------- shared builders

MADE = ("Move", "Step", "Check", "Sale", "Deal", "Lending")
"""What a builder of rules returns."""


@pytest.mark.parametrize("file", RULE_FILES, ids=lambda file: file.name)
def test_a_builder_has_at_most_three_variation_points(file: Path) -> None:
    """Moves, checks and duties that are joined (`*checks`) vary nothing; a fourth point means two builders."""
    assert not {name: points for name, points in builders_in(ast.parse(file.read_text("utf-8"))) if len(points) > 3}


def builders_in(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """The functions that make rules, with what is handed in."""
    for made in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        returned = ast.unparse(made.returns) if made.returns else ""
        if any(word in returned for word in MADE) and not made.name.startswith("_"):
            given = [one.arg for one in (*made.args.posonlyargs, *made.args.args, *made.args.kwonlyargs)]
            yield made.name, [name for name in given if name not in ("self", "table")]


def test_builders_are_found() -> None:
    tree = ast.parse(
        "def buying(a, b, *checks: Check, c, d) -> Move[A]: ...\ndef pay(table, a, b, c, d) -> None: ...\n"
    )
    assert list(builders_in(tree)) == [("buying", ["a", "b", "c", "d"])]


# ----------------------------------------------------------------------------------------------------- searches by rule

SEARCHES = ("solve", "is_most")


@pytest.mark.parametrize("file", [*RULE_FILES, *TITLE_FILES], ids=lambda file: "/".join(file.parts[-2:]))
def test_rules_search_with_a_budget_of_nodes(file: Path) -> None:
    """What a rule or an offer depends on must be the same on every machine, and nobody waits for it for ever."""
    assert not list(boundless_searches(ast.parse(file.read_text("utf-8"))))


def boundless_searches(tree: ast.AST) -> Iterator[int]:
    """The lines in which routes are sought without a number of nodes."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in SEARCHES:
            budget = next((given.value for given in call.keywords if given.arg == "budget_nodes"), None)
            if budget is None or (isinstance(budget, ast.Constant) and budget.value is None):
                yield call.lineno


def test_boundless_searches_are_found() -> None:
    tree = ast.parse("solve(p)\nsolve(p, budget_nodes=None)\nrouting.is_most(p, 3)\nsolve(p, budget_nodes=nodes)\n")
    assert list(boundless_searches(tree)) == [1, 2, 3]
