"""The time, as the database keeps it."""

from datetime import UTC, datetime
from time import time_ns

DAY = 86_400_000
HOUR = DAY // 24


def now() -> int:
    """Milliseconds since 1970."""
    return time_ns() // 1_000_000


def moment(milliseconds: int) -> datetime:
    """As it is told; what is no time, in a damaged row, as the beginning of 1970."""
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)
