"""What people write, before it is stored."""


def printable(text: str, *, also: str = "") -> str:
    """Without control characters: they show nothing, may turn around what stands beside them, and PostgreSQL knows no
    NUL."""
    return "".join(c for c in text if c.isprintable() or c in also)
