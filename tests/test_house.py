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
    name: `prices = table.state.prices; prices[company] = …` is an assignment to the state like any other. What gets
    round this is found while games are played (`contract/test_verbs.py`)."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)):
        known = Known(function)
        for node in ast.walk(function):
            if any(known.changes_the_state(target) for target in targets_of(node)):
                yield node.lineno  # type: ignore[attr-defined]  # only statements and calls have targets


CHANGING_ITS_FIRST = {"setattr", "delattr", "__setattr__", "__delattr__", "setitem", "delitem", "shuffle"}
"""Functions that change what they are given first."""


def targets_of(node: ast.AST) -> list[ast.expr]:
    """What a statement, a loop or a call changes."""
    if isinstance(node, ast.Assign | ast.Delete):
        return [part for target in node.targets for part in parts_of(target)]
    if isinstance(node, ast.AugAssign):
        return [all_of(node.target)]
    if isinstance(node, ast.AnnAssign):
        return [node.target]
    if isinstance(node, ast.For):
        return parts_of(node.target)
    if isinstance(node, ast.With):
        return [part for item in node.items if item.optional_vars for part in parts_of(item.optional_vars)]
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in CHANGING_ITS_FIRST or (name in CHANGING and names(node.func, "value") in ("dict", "list")):
            return [all_of(one) for one in node.args[:1]]
        if isinstance(node.func, ast.Attribute) and (name in CHANGING or name in ("__setitem__", "__delitem__")):
            return [node.func]
    return []


def all_of(node: ast.expr) -> ast.expr:
    """What is changed itself, and not something in it: `x[:]`."""
    return ast.Subscript(node, ast.Slice())


def parts_of(target: ast.expr) -> list[ast.expr]:
    """The single targets of `a, (b, *c) = …`."""
    if isinstance(target, ast.Starred):
        return parts_of(target.value)
    return [part for one in getattr(target, "elts", ()) for part in parts_of(one)] or [target]


def names(node: ast.expr, *path: str) -> str:
    for step in path:
        node = getattr(node, step, node)
    return getattr(node, "attr", getattr(node, "id", ""))


class Known:
    """Under which names a function has a state, and tables of one."""

    def __init__(self, function: ast.FunctionDef | ast.Lambda) -> None:
        arguments = function.args
        given = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        self.states = {"state", *(one.arg for one in given if one.annotation and names(one.annotation) == "State")}
        self.tables = set[str]()
        bound = [pair for node in ast.walk(function) for pair in named_in(node)]
        for _ in range(2):  # a name may be given to what has got its own only further down
            for name, value in bound:
                if self.is_state(value):
                    self.states.add(name)
                elif self.is_table(value):
                    self.tables.add(name)

    def is_state(self, node: ast.expr) -> bool:
        if isinstance(node, ast.IfExp):
            return self.is_state(node.body) or self.is_state(node.orelse)
        if isinstance(node, ast.Call):
            called, first = names(node.func), node.args[:1]
            second = node.args[1].value if len(node.args) > 1 and isinstance(node.args[1], ast.Constant) else ""
            return (called == "getattr" and second == "state") or (called == "vars" and any(map(self.is_state, first)))
        name = names(node)
        return name == "state" or (isinstance(node, ast.Name) and name in self.states)

    def is_table(self, node: ast.expr) -> bool:
        """One of the tables of a state: `state.cash`."""
        if isinstance(node, ast.IfExp):
            return self.is_table(node.body) or self.is_table(node.orelse)
        if isinstance(node, ast.BoolOp):
            return any(map(self.is_table, node.values))
        if isinstance(node, ast.Name):
            return node.id in self.tables
        if isinstance(node, ast.Call):
            return names(node.func) == "getattr" and any(map(self.is_state, node.args[:1]))
        return isinstance(node, ast.Attribute | ast.Subscript) and self.is_state(node.value)

    def changes_the_state(self, target: ast.expr) -> bool:
        """Whether a target lies in a state: `table.state.phase`, `state.tokens[box.first(state)]`, a table by another
        name with something behind it; or is the state of a table itself."""
        if isinstance(target, ast.Attribute) and target.attr == "state":
            return True
        while isinstance(target, ast.Attribute | ast.Subscript):
            target = target.value
            if self.is_state(target) or self.is_table(target):
                return True
        return False


def named_in(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that are given to something: `a, b = table.state.cash, other`, `for a in (state.cash, state.debt)`."""
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
        pairs = [(node.target, node.value)]
    elif isinstance(node, ast.For | ast.comprehension):
        pairs = [(node.target, one) for one in getattr(node.iter, "elts", ())]
    else:
        pairs = []
    for target, value in pairs:
        parts, values = getattr(target, "elts", [target]), getattr(value, "elts", [value])
        for part, one in zip(parts, values, strict=False):
            if isinstance(part, ast.Name):
                yield part.id, one


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
        "now = table.state; now.phase = x",
        "now = table.state; prices = now.prices; prices[company] = 2",
        "a = cash = table.state.cash; cash[who] = 1",
        "cash: dict = state.cash; cash |= x",
        "(cash := table.state.cash).update(x); cash.clear()",
        "table.state.cash.__setitem__(who, 1)",
        "setattr(table.state, 'phase', x)",
        "object.__setattr__(state, 'phase', x)",
        "dict.update(table.state.cash, x)",
        "shuffle(state.stack)",
        "vars(state)['phase'] = x",
        "getattr(table, 'state').phase = x",
        "getattr(state, name)[who] = 1",
        "(who, (table.state.phase, *rest)) = x",
        "with x as table.state.phase: pass",
        "for table.state.phase in x: pass",
        "for held in (state.cash, state.debt): held.clear()",
        "held = state.cash if x else state.debt; held[who] = 1",
        "table.state.stack += [x]",
    ],
)
def test_a_change_of_the_state_is_found(line: str) -> None:
    assert set(writes_to_state(ast.parse(f"def f(table, state):\n    {line}\n"))) == {2}


def test_a_state_by_another_name_is_found() -> None:
    assert list(writes_to_state(ast.parse("def f(now: State):\n    now.phase = x\n"))) == [2]


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
        "cash = state.cash[who]; cash -= 1",
        "trial = table.state.copy(); trial.phase = x",
        "order = list(table.state.order); shuffle(order)",
        "for who in state.order: found[who] = 1",
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

SEARCHES = ("solve", "is_most", "search", "best_routes")


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
    tree = ast.parse("solve(p)\nsolve(p, budget_nodes=None)\nrunning.search(t, c)\nsolve(p, budget_nodes=nodes)\n")
    assert list(boundless_searches(tree)) == [1, 2, 3]
