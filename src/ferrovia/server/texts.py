"""What people write, before it is stored."""

import unicodedata

MARKS = 3
"""Accents on one letter: no language needs more, and a tower of them covers the lines above."""


def without_controls(text: str, *, also: str = "") -> str:
    """Control characters show nothing, may turn around what stands beside them, and PostgreSQL knows no NUL."""
    return "".join(c for c in text if c.isprintable() or c in also)


def printable(text: str, *, also: str = "") -> str:
    """Without control characters and towers of accents."""
    kept, marks = list[str](), 0
    for c in without_controls(text, also=also):
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        if marks <= MARKS:
            kept.append(c)
    return "".join(kept)
