"""Finds in a title's code which definition cites which paragraph of the rulebook.

A definition cites a paragraph in its docstring or a comment, `[7.6.2]`, or by the key of a rule that the title's
`rulebook.toml` leads to it. A citation may name one paragraph, several (`[CE-4.8, CE-2.4]`), a range (`[VIII.5.1–3]`,
`[CE-1.1 to CE-1.4]`), a place in a paragraph (`[7.2 ¶3]`) or a whole section (`[VIII.4]`).
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

BRACKETS = re.compile(r"(?<![\w\])`])\[([^\[\]`]+)\](?!\()")
"""What prose puts in square brackets is a citation; code in backticks and links are not."""
RANGE = re.compile(r"(?P<first>.+?)(?:–| to )(?P<last>.+)")
LAST_PART = re.compile(r"(?<=[. ¶])[^. ¶]+$")
"""The end of a label that a short range counts on: 3 in VIII.5.3, c in VIII.4.3.c, 2 in VIII.8 ¶2."""


@dataclass(frozen=True, slots=True)
class Citation:
    """What stands in one pair of brackets, and the definition it belongs to."""

    label: str
    where: str
    file: Path
    line: int


def paragraphs_of(label: str, known: Iterable[str]) -> list[str]:
    """The paragraphs that a citation names, in the order of the rulebook; none if it names one that does not exist."""
    book, found = list(known), list[str]()
    for part in label.split(", "):
        named = _range(part, book) or _one(part, book)
        if not named:
            return []
        found += named
    return [paragraph for paragraph in book if paragraph in found]


def is_section(label: str, known: Iterable[str]) -> bool:
    """Whether a citation names a heading under which several paragraphs stand, and no paragraph of its own."""
    book = list(known)
    return label not in book and len(_inside(label, book)) > 1


def _one(label: str, book: list[str]) -> list[str]:
    if label in book:
        return [label]
    paragraph, _, _place = label.partition(" ")
    return [paragraph] if paragraph in book and paragraph != label else _inside(label, book)


def _inside(section: str, book: list[str]) -> list[str]:
    return [paragraph for paragraph in book if paragraph.startswith((f"{section}.", f"{section} "))]


def _range(label: str, book: list[str]) -> list[str]:
    ends = RANGE.fullmatch(label)
    if ends is None:
        return []
    first, last = ends["first"], ends["last"]
    last = next((full for full in (LAST_PART.sub(last, first), last) if full in book), None)
    if first not in book or last is None:
        return []
    return book[book.index(first) : book.index(last) + 1]


# --------------------------------------------------------------------------------------------------------- reading code


class Code:
    """A module, its definitions, and the lines on which they stand."""

    def __init__(self, file: Path, name: str) -> None:
        self.file, self.name = file, name
        self.text = file.read_text("utf-8")
        self.tree = ast.parse(self.text)
        self._spans = sorted(self._definitions(self.tree, ()), key=lambda span: span[1] - span[0])

    def where(self, line: int) -> str:
        """The innermost definition around a line, else the module."""
        return next((f"{self.name}.{name}" for first, last, name in self._spans if first <= line <= last), self.name)

    def _definitions(self, node: ast.AST, outer: tuple[str, ...]) -> Iterator[tuple[int, int, str]]:
        """A function, a class, or a value at the top with the docstring that follows it."""
        inside = list(ast.iter_child_nodes(node))
        for child, after in zip(inside, [*inside[1:], None], strict=True):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = (*outer, child.name)
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                yield first, child.end_lineno or child.lineno, ".".join(name)
                yield from self._definitions(child, name)
            elif isinstance(child, ast.Assign | ast.AnnAssign) and not outer:
                target = child.targets[0] if isinstance(child, ast.Assign) else child.target
                ends = after if after is not None and _is_prose(after) else child
                yield child.lineno, ends.end_lineno or child.lineno, ast.unparse(target)

    def prose(self) -> Iterator[tuple[int, str]]:
        """Docstrings and comments, line by line."""
        for node in ast.walk(self.tree):
            if _is_prose(node):
                for number, line in enumerate(node.value.value.splitlines()):
                    yield node.lineno + number, line
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string

    def strings(self) -> Iterator[tuple[int, str]]:
        """The texts that the code itself uses."""
        prose = {id(node.value) for node in ast.walk(self.tree) if _is_prose(node)}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
                yield node.lineno, node.value


def _is_prose(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def modules_in(folder: Path, prefix: str = "") -> list[Code]:
    files = sorted(folder.rglob("*.py"))
    return [Code(file, prefix + _name_of(file.relative_to(folder))) for file in files]


def _name_of(file: Path) -> str:
    """As it is imported: a package inside the folder has the name of its own folder."""
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def citations_in(folder: Path) -> Iterator[Citation]:
    """All citations in the code of a folder and in the comments of its data."""
    for code in modules_in(folder):
        for line, prose in code.prose():
            for found in BRACKETS.finditer(prose):
                yield Citation(found[1], code.where(line), code.file, line)
    for file in sorted(folder.glob("data/*.toml")):
        for line, text in enumerate(file.read_text("utf-8").splitlines(), 1):
            for found in BRACKETS.finditer(text.partition("#")[2]):
                yield Citation(found[1], f"data/{file.name}", file, line)


def users_of(keys: Iterable[str], *rooms: list[Code]) -> Mapping[str, list[str]]:
    """For each key of a rule the definitions that name it, in the first of some rooms where there are any."""
    users: dict[str, list[str]] = {}
    for room in rooms:
        missing, here = set(keys) - set(users), dict[str, list[str]]()
        for code in room:
            for line, text in code.strings():
                if text in missing:
                    here.setdefault(text, []).append(code.where(line))
        users |= here
    return users
