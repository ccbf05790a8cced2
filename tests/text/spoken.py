"""What is said anywhere: the keys and parameters written in the code, and those heard when games are played."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import ferrovia
from ferrovia import Game, Refusal, Title, automatic_answer, new_game
from ferrovia.bots import BOTS
from ferrovia.model.ids import RESERVED, TrainId
from ferrovia.model.message import Message
from ferrovia.model.route import Route
from ferrovia.model.view import PlayerView, View
from ferrovia.text.phrase import slots_of
from ferrovia.text.printed import Printed

ROOT = Path(ferrovia.__file__).parent
LOOKED_AT = 0.06
"""The part of all positions that is drawn and tried with wrong answers; it keeps the tests of long games quick."""

# ------------------------------------------------------------------------------------------------ written in the code


@dataclass(frozen=True)
class Said:
    """A key as it stands in the code with the parameters given to it; `how` is tell, Message, rule, Refusal or ui."""

    how: str
    key: str
    params: frozenset[str] | None
    """None where they are handed on as they came (`**params`)."""
    where: str

    def lacks(self, phrase: str) -> list[str]:
        """What the phrase speaks of and is not given."""
        return [] if self.params is None else sorted(slots_of(phrase) - self.params)


@dataclass(frozen=True)
class Code:
    """A module, or the definitions of it that matter."""

    file: Path
    parts: tuple[ast.AST, ...]
    renamed: tuple[ast.AST, ...] = ()
    """Parts whose checks the title has under rules of its own (`check.under("its-rule")`)."""

    def nodes(self) -> Iterator[ast.AST]:
        return (node for part in self.parts for node in ast.walk(part))


def said_in(codes: Iterable[Code]) -> list[Said]:
    """Everything said in some modules."""
    return [said for code in codes for said in _said_in_code(code)]


def modules_in(*names: str) -> list[Code]:
    """The modules of some rooms of the house; a room that is not built yet has none."""
    return [Code(file, (_tree(file),)) for name in names for file in sorted((ROOT / name).rglob("*.py"))]


def code_of(title: Title) -> list[Code]:
    """What a title is written in: the modules of its folder, and of the shared rules the definitions that it uses."""
    return _code_in(_folder_of(title))


@cache
def _code_in(folder: Path) -> list[Code]:
    own = modules_in(str(folder.relative_to(ROOT)))
    used = dict.fromkeys(found for code in own for node in code.nodes() if (found := _shared(code.file, node)))
    reached = list(used)
    for file, name in reached:
        reached += [found for found in _uses(file, name) if found not in reached]
    renamed = {found for code in own for found in _renamed(code.file)}
    files = {file: [(name, _definitions(file)[name]) for f, name in reached if f == file] for file, _ in reached}
    shared = (
        Code(file, tuple(node for _, node in named), tuple(node for name, node in named if (file, name) in renamed))
        for file, named in files.items()
    )
    return [*own, *shared]


def _folder_of(title: Title) -> Path:
    for folder in sorted((ROOT / "titles").iterdir()):
        if (folder / "title.py").exists():
            module = import_module(f"ferrovia.titles.{folder.name}.title")
            if any(value is title for value in vars(module).values()):
                return folder
    raise LookupError(f"no folder makes {title.id}")


Definition = tuple[Path, str]
"""A name that a module of the shared rules defines."""


@cache
def _shared_rules(file: Path) -> dict[str, Definition]:
    """What a module imports from `ferrovia.rules`, by the name that it has there."""
    found = dict[str, Definition]()
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.ImportFrom) and node.module:
            rules = ROOT.parent.joinpath(*node.module.split(".")).with_suffix(".py")
            if rules.is_relative_to(ROOT / "rules"):
                found |= {alias.asname or alias.name: (rules, alias.name) for alias in node.names}
    return found


@cache
def _shared_modules(file: Path) -> dict[str, Path]:
    """The modules of `ferrovia.rules` that a module imports as a whole, by the name that they have there."""
    imports = (node for node in ast.walk(_tree(file)) if isinstance(node, ast.ImportFrom))
    names = (alias for node in imports if node.module == "ferrovia.rules" for alias in node.names)
    return {alias.asname or alias.name: (ROOT / "rules" / alias.name).with_suffix(".py") for alias in names}


def _shared(file: Path, node: ast.AST) -> Definition | None:
    """The shared definition that a name stands for: `has_operated`, or `stock.has_operated`."""
    match node:
        case ast.Name(id=name):
            return _shared_rules(file).get(name)
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in _shared_modules(file):
            return _shared_modules(file)[module], name
    return None


def _renamed(file: Path) -> Iterator[Definition]:
    """The shared checks, and builders of checks, that a module puts under other rules."""
    for node in ast.walk(_tree(file)):
        match node:
            case ast.Attribute(attr="under", value=check):
                if isinstance(check, ast.Name) and check.id in _definitions(file):
                    continue  # a check of its own, which it has under its first rule too
                found = _shared(file, check.func if isinstance(check, ast.Call) else check)
                assert found is not None, ast.unparse(node)
                yield found


@cache
def _definitions(file: Path) -> dict[str, ast.AST]:
    """What a module defines, by name."""
    found = dict[str, ast.AST]()
    for node in _tree(file).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] = node
            case ast.Assign(targets=targets):
                found |= {n.id: node for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = node
    return found


def _uses(file: Path, name: str) -> Iterator[Definition]:
    """The shared definitions that a definition speaks of."""
    for node in ast.walk(_definitions(file)[name]):
        if isinstance(node, ast.Name) and node.id in _definitions(file):
            yield file, node.id
        elif found := _shared(file, node):
            yield found


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def _said_in_code(code: Code) -> Iterator[Said]:
    renamed = {node for part in code.renamed for node in ast.walk(part)}
    for node in code.nodes():
        where = _where(code.file, node)
        match node:
            case ast.FunctionDef():
                yield from () if node in renamed else _refused_by(node, where)
            case ast.Call(func=ast.Attribute(attr="under"), args=[ast.Constant(value=str(key))]):
                yield Said("rule", key, None, where)
            case ast.Call(func=ast.Attribute(attr="tell"), args=[key, *_]):
                yield from (Said("tell", text, _given(node), where) for text in _texts(key, where))
            case ast.Call(func=ast.Name(id="refused_by"), args=[ast.Constant() | ast.IfExp() as key]):
                yield from (Said("rule", text, _given(node), where) for text in _texts(key, where))
            case ast.Call(func=ast.Name(id="choosing"), args=[_, key, *_]):
                yield from (Said("rule", text, None, where) for text in _texts(key, where))
            case ast.Call(func=ast.Name(id="never"), args=[key, *told]):
                given = {*(_given(node) or ()), *(text for one in told for text in _texts(one, where))}
                yield from (Said("rule", text, frozenset(given), where) for text in _texts(key, where))
            case ast.Call(func=ast.Name(id=builder), args=[ast.Constant(value=str(key)), *_]) if builder in KEYED:
                how, form = KEYED[builder]
                yield Said(how, form.format(key), None, where)
            case ast.Call(func=ast.Name(id="bank_subsidy"), args=[_, ast.Constant(value=str(key))]):
                yield Said("tell", key, None, where)
            case ast.Call(func=ast.Name(id="carrying_out"), args=[ast.Dict(keys=kinds)]):
                yield from (
                    Said("Message", f"consent-{key}", None, where) for k in kinds if k for key in _texts(k, where)
                )
            case ast.Call(func=ast.Name(id="Refusal"), args=[ast.Attribute(attr="rule"), *_]):
                pass  # handed on as a check said it
            case ast.Call(func=ast.Name(id="Message" | "Refusal" as how), args=[key, *_, params]):
                yield from (Said(how, text, _keys(params), where) for text in _texts(key, where))
            case ast.Call(keywords=keywords):
                yield from (said for keyword in keywords for said in _handed_in(keyword, where))


KEYED = {
    "treasury_pays": ("rule", "{}"),
    "player_pays": ("rule", "{}"),
    "treasury_has_the_amount": ("rule", "{}"),
    "company_pays": ("rule", "{}"),
    "company_is": ("rule", "{}"),
    "its_company_is": ("rule", "{}"),
    "its_train_is": ("rule", "{}"),
    "once_a_turn": ("rule", "{}"),
    "player_has_the_amount": ("rule", "{}"),
    "amount_at_least": ("rule", "{}"),
    "amount_in_steps": ("rule", "{}"),
    "of_a_player": ("rule", "{}"),
    "at_most": ("rule", "{}"),
    "paying_income": ("tell", "{}"),
    "handing_over": ("tell", "{}-bought"),
}
"""Shared rules that a title hands a key of its own, before anything else, and what is said by it."""

HANDED_IN = {"event": "tell", "question": "Message", "rule": "rule"}
"""By which names a title hands its own keys to a shared rule."""


def _handed_in(keyword: ast.keyword, where: str) -> Iterator[Said]:
    if keyword.arg in HANDED_IN and isinstance(keyword.value, ast.Constant):
        yield Said(HANDED_IN[keyword.arg], str(keyword.value.value), None, where)


def asked_in(codes: Iterable[Code]) -> Iterator[Said]:
    """The words that programs ask for by a key written out; some put their keys together."""
    for code in codes:
        for node in code.nodes():
            match node:
                case ast.Call(func=ast.Attribute(attr="ui"), args=[ast.Constant(value=str(key))]):
                    yield Said("ui", key, _given(node), _where(code.file, node))


def _where(file: Path, node: ast.AST) -> str:
    return f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def _refused_by(check: ast.FunctionDef, where: str) -> Iterator[Said]:
    """The rule of a check, once for each way in which it refuses."""
    for mark in check.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
            for node in ast.walk(check):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refused":
                    yield from (Said("rule", key, _given(node), where) for key in _texts(mark.args[0], where))


def _texts(node: ast.expr, where: str) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return [*_texts(body, where), *_texts(orelse, where)]
        case ast.Attribute(attr=name) if name in HANDED_IN:
            return []
        case ast.Name(id=name) if where.startswith("rules/") and name in ("key", *HANDED_IN):
            return []  # as the title has it that hands it in
        case ast.JoinedStr() if where.startswith("rules/"):
            return []
    raise ValueError(f"{where}: a key is written out where it is said, or nobody can see which words are needed")


def _given(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name)


def _keys(node: ast.expr) -> frozenset[str] | None:
    if not isinstance(node, ast.Dict) or not all(isinstance(key, ast.Constant) for key in node.keys):
        return None
    return frozenset(str(key.value) for key in node.keys if isinstance(key, ast.Constant))


def texts_in(codes: Iterable[Code]) -> frozenset[str]:
    """Every string written in some modules."""
    nodes = (node for code in codes for node in code.nodes())
    return frozenset(n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))


# -------------------------------------------------------------------------------------------------- heard while playing


@dataclass
class Heard:
    """All that came up in some games of a title."""

    events: list[Message] = field(default_factory=list[Message])
    questions: list[Message] = field(default_factory=list[Message])
    stops: list[Message] = field(default_factory=list[Message])
    ahead: list[Message] = field(default_factory=list[Message])
    refusals: list[Refusal] = field(default_factory=list[Refusal])
    actions: list[Any] = field(default_factory=list[Any])
    terms: set[str] = field(default_factory=set[str])


@cache
def heard(title: str) -> Heard:
    """Random games of few and of many players, with much tried on the way that is not allowed."""
    found, seats = Heard(), ferrovia.find_title(title).seats
    for seed, count in enumerate((seats[0], seats[-1], seats[0])):
        _listen(new_game(title, [f"p{n}" for n in range(1, count + 1)]), Random(seed), found)
    return found


def _listen(game: Game, random: Random, found: Heard) -> None:
    bots = dict.fromkeys(game.state.players, BOTS["random"])
    while True:
        found.events += game.events
        if game.ask is None or random.random() < LOOKED_AT:
            view = game.view()
            found.stops += view.course.stops
            found.ahead += [effect for ahead in view.ahead for effect in ahead.effects]
            found.terms |= terms_of(view)
            found.refusals += _refusals(game, random)
        if game.ask is None:
            return
        found.questions.append(game.ask.about)
        answer = automatic_answer(game, random, bots)
        assert answer is not None
        found.actions.append(answer[0])
        game = game.play(answer[0])


def terms_of(view: View) -> set[str]:
    """The terms needed to draw a position."""
    figures = [f for things in (view.hexes, view.companies, view.players) for thing in things for f in thing.figures]
    marks = [mark for things in (view.hexes, view.companies, view.players) for thing in things for mark in thing.marks]
    return {
        *(f"figure.{name}" for name in figures),
        *(f"mark.{name}" for name in (*marks, *view.marks)),
        *(f"gauge.{gauge.key}" for gauge in view.gauges),
        *(f"goal.{goal.key}" for company in view.companies for goal in company.goals),
        *(f"figure.{name}" for company in view.companies for goal in company.goals for name in goal.figures),
    }


def _refusals(game: Game, random: Random) -> Iterator[Refusal]:
    """What is said to random answers, most of them wrong, by whoever gives them."""
    for kind in game.title.actions:
        by = random.choice((None, None, random.choice(game.state.players)))
        refusal = game.why_not(kind(**_any_fields(game, kind, random)), by)
        if refusal is not None:
            yield refusal


def _any_fields(game: Game, action: type[Any], random: Random) -> dict[str, Any]:
    def one(kind: str) -> Any:
        if kind == "amount":
            return random.randint(0, 60)
        if kind == "route":
            return Route(random.choice([*game.state.trains, TrainId("nowhere")]), (), ())
        known = game.title.pieces.get(kind) or {"train": game.state.trains}.get(kind, ())
        return random.choice([*sorted(known), "nowhere"])

    return {
        f.name: tuple(one(f.kind) for _ in range(random.randint(0, 4))) if f.many else one(f.kind)
        for f in game.title.forms[action].fields
    }


# --------------------------------------------------------------------------------------------------- the words needed


def needed_by(title: Title) -> set[str]:
    """The keys for which a title needs words, as far as its code and some games show."""
    book, forms, said_here = title.rulebook, title.forms.values(), said_in(code_of(title))
    return {
        "title.name",
        "title.summary",
        *(f"rule.{paragraph}" for paragraph in book.paragraphs),
        *(f"refusal.{key}" for key in book.keys),
        *(f"refusal.{said.key}" for said in said_here if said.how in ("rule", "Refusal")),
        *(f"event.{said.key}" for said in said_here if said.how == "tell"),
        *(f"{family}.{form.name}" for family in ("action", "action-name") for form in forms),
        *(f"field.{f.name}" for form in forms for f in form.fields),
        *(
            f"kind.{kind}"
            for kind in (*title.pieces, *(f.kind for form in forms for f in form.fields))
            if kind != "amount"
        ),
        *(f"{kind}.{name}" for kind, names in title.pieces.items() if kind not in PRINTED for name in names),
        *(f"option.{option.key}" for option in title.options),
        *(f"choice.{option.key}.{choice}" for option in title.options for choice in option.choices),
        *(f"terrain.{face.terrain}" for face in title.layout.hexes),
        *(f"area.{area.key}" for area in title.layout.areas),
        *(f"limit.{kind}" for phase in title.layout.phases for kind in phase.limits),
        *(f"family.{face.family}" for face in title.layout.trains if face.family),
        *(f"colour.{tile.colour}" for tile in title.layout.tiles),
        *(f"zone.{zone}" for cell in title.layout.market for zone in cell.zones),
        *(f"figure.{name}" for face in (*title.layout.hexes, *title.layout.privates) for name in face.figures),
        *(f"power.{face.id}" for face in title.layout.privates if face.rules),
        *(f"figure.{f.name}" for f in fields(PlayerView) if f.name not in ("id", "figures", "marks", "pledges")),
        *heard(title.id).terms,
        *(f"ask.{message.key}" for message in heard(title.id).questions),
        *(f"stop.{message.key}" for message in heard(title.id).stops),
    }


PRINTED = Printed().names.keys()
"""Kinds of pieces whose names are printed and not translated."""

PLACES = {f"owner.{place}" for place in RESERVED}
"""The words for places that can own things."""
