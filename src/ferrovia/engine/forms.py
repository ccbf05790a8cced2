"""An action as a form: which fields it has, what kind of thing each one names, in the order they are filled."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NewType, get_args, get_origin, get_type_hints

from ferrovia.model.route import Route


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `kind` is the kind of piece it names (`hex`, `company`), `amount` or `route`; `many` for a row."""

    name: str
    kind: str
    many: bool


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of an action. Its `name` is the word for it in logs and files."""

    name: str
    fields: tuple[Field, ...]

    def names_in(self, action: Any) -> Iterator[tuple[str, Any]]:
        """Every piece and every route that an action speaks of, with its kind."""
        for field in self.fields:
            if field.kind == "amount":
                continue
            value = getattr(action, field.name)
            for name in value if field.many else (value,):
                yield field.kind, name


def form_of(action: type[Any]) -> Form:
    """Reads the form off an action's annotations: `HexId` names a hex, `tuple[HexId, ...]` a row of hexes."""
    hints = get_type_hints(action)
    return Form(spelt(action), tuple(_field(f.name, hints[f.name]) for f in fields(action)))


def name_of(action: object) -> str:
    """A `BuyTrain` is called `buy_train`."""
    return spelt(action.__class__)


@cache
def spelt(action: type[Any]) -> str:
    """The kind `BuyTrain` is called `buy_train`."""
    return "".join("_" + c.lower() if c.isupper() else c for c in action.__name__).lstrip("_")


def _field(name: str, hint: Any) -> Field:
    many = get_origin(hint) is tuple
    inner = get_args(hint)[0] if many else hint
    if inner is int:
        return Field(name, "amount", many)
    if inner is Route:
        return Field(name, "route", many)
    if isinstance(inner, NewType):
        return Field(name, inner.__name__.removesuffix("Id").lower(), many)
    raise TypeError(f"field {name!r}: {hint} is neither an amount nor a route nor an id")
