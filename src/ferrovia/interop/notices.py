"""What could not be played exactly as recorded, or cannot be said there: plain English text that can be said in other
languages as well."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Self

from ferrovia.engine.play import Refusal
from ferrovia.text import LANGUAGES, Words


@cache
def _english() -> Words:
    return Words(LANGUAGES[0])


class Notice(str):
    """A sentence of the import. As text it is English; `in_words` says it in the language of a reader."""

    about: ClassVar = "import"
    key: str
    params: Mapping[str, Any]
    """What it speaks of, other notices among them."""

    def __new__(cls, key: str, **params: Any) -> Self:
        notice = super().__new__(cls, _english().ui(f"{cls.about}-{key}", **params))
        notice.key, notice.params = key, params
        return notice

    def in_words(self, words: Words) -> str:
        said = {
            name: value.in_words(words) if isinstance(value, Notice) else value for name, value in self.params.items()
        }
        return words.ui(f"{self.about}-{self.key}", **said)


class Remark(Notice):
    """A sentence of the export: what the other site will do otherwise."""

    about = "export"


class ByRule(Notice):
    """The paragraph that forbids what was recorded, and in a reader's language why."""

    refusal: Refusal

    def __new__(cls, refusal: Refusal) -> Self:  # pyright: ignore[reportInconsistentConstructor]
        notice = super().__new__(cls, "rule", cite=refusal.cite, rule=refusal.rule)
        notice.refusal = refusal
        return notice

    def in_words(self, words: Words) -> str:
        refusal = self.refusal
        return words.ui("import-rule", cite=refusal.cite, rule=words.refusal(refusal.rule, refusal.params))


def run_as_recorded(number: Any, company: str, revenue: int, reason: str) -> Notice:
    return Notice("run", number=number, company=company, revenue=revenue, reason=reason)
