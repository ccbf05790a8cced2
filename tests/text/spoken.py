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
from ferrovia import Game, Refusal, Title, answer_of_itself, new_game
from ferrovia.bots import BOTS
from ferrovia.model.ids import RESERVED
from ferrovia.model.message import Message
from ferrovia.model.view import PlayerView, View
from ferrovia.text.phrase import slots_of
from ferrovia.text.printed import Printed

ROOT = Path(ferrovia.__file__).parent
SEEDS = range(3)
LOOKED_AT = 0.2
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


def said_in(files: Iterable[Path]) -> list[Said]:
    """Everything said in some modules."""
    return [said for file in files for said in _said_in_file(file)]


def modules_in(*names: str) -> list[Path]:
    """The modules of some rooms of the house; a room that is not built yet has none."""
    return [file for name in names for file in sorted((ROOT / name).rglob("*.py"))]


def modules_of(title: Title) -> list[Path]:
    """The modules in which a title is written: its own folder, and the shared rules that it uses."""
    found = sorted(_folder_of(title).rglob("*.py"))
    for file in found:
        found += [rules for rules in _shared_rules(file) if rules not in found]
    return found


def _folder_of(title: Title) -> Path:
    for folder in sorted((ROOT / "titles").iterdir()):
        if (folder / "title.py").exists():
            module = import_module(f"ferrovia.titles.{folder.name}.title")
            if any(value is title for value in vars(module).values()):
                return folder
    raise LookupError(f"no folder makes {title.id}")


def _shared_rules(file: Path) -> Iterator[Path]:
    """The modules of `ferrovia.rules` that a module imports."""
    imported = set[str]()
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    paths = (ROOT.parent.joinpath(*name.split(".")).with_suffix(".py") for name in sorted(imported))
    return (path for path in paths if path.is_relative_to(ROOT / "rules") and path.exists())


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def _said_in_file(file: Path) -> Iterator[Said]:
    for node in ast.walk(_tree(file)):
        where = _where(file, node)
        match node:
            case ast.FunctionDef():
                yield from _refused_by(node, where)
            case ast.Call(func=ast.Attribute(attr="tell"), args=[key, *_]):
                yield from (Said("tell", text, _given(node), where) for text in _texts(key, where))
            case ast.Call(func=ast.Name(id="refused_by"), args=[ast.Constant(value=str(key))]):
                yield Said("rule", key, _given(node), where)
            case ast.Call(func=ast.Name(id="Refusal"), args=[ast.Attribute(attr="rule"), *_]):
                pass  # handed on as a check said it
            case ast.Call(func=ast.Name(id="Message" | "Refusal" as how), args=[key, *_, params]):
                yield from (Said(how, text, _keys(params), where) for text in _texts(key, where))


def asked_in(files: Iterable[Path]) -> Iterator[Said]:
    """The words that programs ask for by a key written out; some put their keys together."""
    for file in files:
        for node in ast.walk(_tree(file)):
            match node:
                case ast.Call(func=ast.Attribute(attr="ui"), args=[ast.Constant(value=str(key))]):
                    yield Said("ui", key, _given(node), _where(file, node))


def _where(file: Path, node: ast.AST) -> str:
    return f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def _refused_by(check: ast.FunctionDef, where: str) -> Iterator[Said]:
    """The rule of a check, once for each way in which it refuses."""
    for mark in check.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
            (key,) = _texts(mark.args[0], where)
            for node in ast.walk(check):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refused":
                    yield Said("rule", key, _given(node), where)


def _texts(node: ast.expr, where: str) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return [*_texts(body, where), *_texts(orelse, where)]
    raise ValueError(f"{where}: a key is written out where it is said, or nobody can see which words are needed")


def _given(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name)


def _keys(node: ast.expr) -> frozenset[str] | None:
    if not isinstance(node, ast.Dict) or not all(isinstance(key, ast.Constant) for key in node.keys):
        return None
    return frozenset(str(key.value) for key in node.keys if isinstance(key, ast.Constant))


def texts_in(files: Iterable[Path]) -> frozenset[str]:
    """Every string written in some modules."""
    nodes = (node for file in files for node in ast.walk(_tree(file)))
    return frozenset(n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))


# -------------------------------------------------------------------------------------------------- heard while playing


@dataclass
class Heard:
    """All that came up in some games of a title."""

    events: list[Message] = field(default_factory=list[Message])
    questions: list[Message] = field(default_factory=list[Message])
    stops: list[Message] = field(default_factory=list[Message])
    refusals: list[Refusal] = field(default_factory=list[Refusal])
    actions: list[Any] = field(default_factory=list[Any])
    terms: set[str] = field(default_factory=set[str])


@cache
def heard(title: str) -> Heard:
    """Random games of few and of many players, with much tried on the way that is not allowed."""
    found = Heard()
    seats = ferrovia.find_title(title).seats
    for seed in SEEDS:
        for count in {seats[0], seats[-1]}:
            players = [f"p{n}" for n in range(1, count + 1)]
            _listen(new_game(title, players), Random(seed), found)
    return found


def _listen(game: Game, random: Random, found: Heard) -> None:
    bots = dict.fromkeys(game.state.players, BOTS["random"])
    while True:
        found.events += game.events
        if game.ask is None or random.random() < LOOKED_AT:
            view = game.view()
            found.stops += view.course.stops
            found.terms |= terms_of(view)
            found.refusals += _refusals(game, random)
        if game.ask is None:
            return
        found.questions.append(game.ask.about)
        answer = answer_of_itself(game, random, bots)
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
        known = game.title.pieces.get(kind) or {"train": game.state.trains}.get(kind, ())
        return random.choice([*sorted(known), "nowhere"])

    return {
        f.name: tuple(one(f.kind) for _ in range(random.randint(0, 4))) if f.many else one(f.kind)
        for f in game.title.forms[action].fields
    }


# --------------------------------------------------------------------------------------------------- the words needed


def needed_by(title: Title) -> set[str]:
    """The keys for which a title needs words, as far as its code and some games show."""
    book, forms, said_here = title.rulebook, title.forms.values(), said_in(modules_of(title))
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
        *(f"colour.{tile.colour}" for tile in title.layout.tiles),
        *(f"zone.{zone}" for cell in title.layout.market for zone in cell.zones),
        *(f"figure.{name}" for face in (*title.layout.hexes, *title.layout.privates) for name in face.figures),
        *(f"figure.{f.name}" for f in fields(PlayerView) if f.name not in ("id", "figures", "marks", "pledges")),
        *heard(title.id).terms,
        *(f"ask.{message.key}" for message in heard(title.id).questions),
        *(f"stop.{message.key}" for message in heard(title.id).stops),
    }


PRINTED = Printed().names.keys()
"""Kinds of pieces whose names are printed and not translated."""

PLACES = {f"owner.{place}" for place in RESERVED}
"""The words for places that can own things."""
