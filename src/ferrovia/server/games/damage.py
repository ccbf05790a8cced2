"""What is stored of a game may be of another release, or damaged: that is told as such, and is no mistake of whoever
asks."""

from collections.abc import Generator
from contextlib import contextmanager

import structlog

from ferrovia import IllegalAction
from ferrovia.server.database import Taken, Unavailable
from ferrovia.server.errors import Fault

LOG = structlog.get_logger("ferrovia.games")


@contextmanager
def as_stored(game: str) -> Generator[None]:
    """Around whatever reads what is stored of a game."""
    try:
        yield
    except (Fault, IllegalAction, Taken, Unavailable):  # these mean something else
        raise
    except Exception as error:  # whatever another release or a damaged disk has left there
        LOG.error("a stored game cannot be read", game=game, exc_info=error)
        raise Fault("conflict", "unreadable") from None
