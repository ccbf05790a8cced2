"""Counting positions: the usual way to see at a glance whether the rules still offer what they did."""

from ferrovia import Game


def offers_to_depth(game: Game, depth: int) -> int:
    """How many offers there are after every row of `depth - 1` answers.

    An offer counts once: one with a span as one, played with its lowest amount; one that can be grown as it stands.
    """
    if depth <= 1:
        return len(game.offers())
    return sum(offers_to_depth(game.take(offer), depth - 1) for offer in game.offers())
