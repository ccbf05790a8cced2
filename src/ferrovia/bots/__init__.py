"""Players in code. A bot sees what a person sees and answers with an action."""

from ferrovia import Bot
from ferrovia.bots.greedy import greedy
from ferrovia.bots.random import at_random

BOTS: dict[str, Bot] = {"greedy": greedy, "random": at_random}

__all__ = ["BOTS", "at_random", "greedy"]
