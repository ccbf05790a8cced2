"""The way from a rule's key to its paragraph in the printed rulebook."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable

from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class Cite:
    """A paragraph and the heading it stands under."""

    paragraph: str
    heading: str

    def __str__(self) -> str:
        return f"{self.paragraph} «{self.heading}»" if self.heading else self.paragraph


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Which paragraphs there are, and which one each key stands for."""

    paragraphs: Mapping[str, str]
    keys: Mapping[str, str]
    untimely: Mapping[str, str] = field(default_factory=dict[str, str])
    """By an answer: the key of the rule that says when it is asked for, where there is one."""

    def cite(self, key: str) -> Cite:
        paragraph = self.keys[key]
        return Cite(paragraph, self.paragraphs[paragraph])


ENGINE_KEYS = ("whose-turn", "not-asked", "no-such-thing", "game-over")
"""What the engine itself refuses; every title says where its rulebook rules it."""
NOTHING_TO_CHOOSE = "nothing-to-choose"
"""Said where a kind of answer is asked for and there is not one thing that it could name; ruled like `not-asked`."""


def load_rulebook(file: Traversable) -> Rulebook:
    """Reads and checks a title's `rulebook.toml`."""
    book = TypeAdapter(Rulebook).validate_python(tomllib.loads(file.read_text("utf-8")))
    lost = sorted({p for p in book.keys.values() if p not in book.paragraphs})
    lost += [key for key in (*ENGINE_KEYS, *book.untimely.values()) if key not in book.keys]
    if lost:
        raise ValueError(f"{file.name}: no paragraph for {', '.join(lost)}")
    return book
