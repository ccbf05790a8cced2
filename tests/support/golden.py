"""Goldens: texts that are compared exactly, rewritten by one command (`pytest --rewrite`) and reviewed as text."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Golden:
    rewrite: bool

    def check(self, file: Path, text: str) -> None:
        if self.rewrite:
            file.write_text(text, "utf-8")
        written = file.read_text("utf-8") if file.exists() else ""
        assert text.splitlines() == written.splitlines(), f"{file.name} says otherwise; --rewrite writes it anew"
