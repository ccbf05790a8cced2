"""Frozen values that are made by the thousand, quickly.

@made_often                 writes fields straight into their slots: half the time of what `dataclass` makes
changed(value, cash=3)      a value with some fields changed, in a fifth of the time of `dataclasses.replace`
"""

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


Write = Callable[[Any, Any], None]


@cache
def _writers(kind: type[Any]) -> dict[str, Write]:
    """How each field of a kind is written."""
    return {field.name: getattr(kind, field.name).__set__ for field in fields(kind)}


@cache
def _changer(kind: type[Any], names: tuple[str, ...]) -> Callable[..., Any]:
    """A function that copies a value of this kind, field by field, but for these fields, which it is given anew."""
    for name in names:
        if name not in _writers(kind):
            raise TypeError(f"{kind.__name__} has no {name}")
    given = "".join([f", new_{name}" for name in names])
    writes = [f"    write_{n}(new, {f'new_{n}' if n in names else f'value.{n}'})" for n in _writers(kind)]
    return _made(kind, [f"def change(value{given}):", "    new = make(kind)", *writes, "    return new"])["change"]


def _made(kind: type[Any], lines: list[str], **known: Any) -> dict[str, Any]:
    """Code that knows how the fields of a kind are written."""
    names = {f"write_{name}": write for name, write in _writers(kind).items()}
    made: dict[str, Any] = {**names, **known, "kind": kind, "make": object.__new__}
    exec("\n".join(lines), made)
    return made


def changed(value: T, **changes: Any) -> T:
    """A frozen value with some fields changed. It must be a dataclass with slots and without anything to do after its
    making."""
    return _changer(type(value), tuple(changes))(value, *changes.values())


def made_often(kind: type[T]) -> type[T]:
    """For a frozen dataclass with slots, plain defaults and nothing to do after its making: the same `__init__`, but
    without asking for each field whether it may be written."""
    usual: dict[str, Any] = {}
    taken: dict[bool, list[str]] = {False: ["self"], True: []}
    for field in fields(kind):  # pyright: ignore[reportArgumentType]
        if field.default is not MISSING:
            usual[f"usual_{field.name}"] = field.default
        taken[bool(field.kw_only)].append(field.name + (f"=usual_{field.name}" if field.default is not MISSING else ""))
    parameters = [*taken[False], *(["*"] if taken[True] else []), *taken[True]]
    writes = [f"    write_{name}(self, {name})" for name in _writers(kind)]
    made = _made(kind, [f"def __init__({', '.join(parameters)}):", *writes], **usual)["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    kind.__init__ = made
    return kind
