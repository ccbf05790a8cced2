"""The time, as the database keeps it."""

from datetime import UTC, datetime
from time import time_ns

DAY = 86_400_000
HOUR = DAY // 24


def now() -> int:
    """Milliseconds since 1970."""
    return time_ns() // 1_000_000


def moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
