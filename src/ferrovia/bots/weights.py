"""The parameters of the valuation and of the plans: what cannot be read off a position, found by play.

What differs from title to title stands in `weights.json`; `ferrovia tune` finds better ones.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """One set of them for each title."""

    growth: float = 0.03
    """By how much a company's revenue grows from run to run, because track grows."""
    train_yield: float = 0.5
    """What a train earns in a run on grown track, as a part of its price."""
    ripening: float = 4.0
    """Runs until track has grown to what a train can do."""
    cards_per_round: float = 2.6
    """Train cards that leave the stack in an operating round."""
    treasury: float = 0.3
    """What a coin in a treasury is worth to its director, as a part of what one in hand will still grow by."""
    place: float = 10.0
    """What a free place for a certificate is worth in each round that is left, once few are left."""
    scarce_places: int = 6
    """This many free places are few."""
    interest: float = 0.25
    """By how much a coin in hand grows in each round that is left, because it can be invested."""
    ruin: float = 0.35
    """The part of what a director has that he would not survive to lose for trains."""
    calm: float = 3.0
    """In this many rounds before the end no director fears that a train will rust."""
    alarm: float = 8.0
    """This many rounds earlier each of them reckons with it."""
    friction: float = 40.0
    """What selling in order to buy something else must bring at least."""
    third_train: float = 0.3
    """What of the price of a third train must come back."""
    own_start: float = 1.5
    """How much less a coin may bring in a company of one's own than in a share of another: a director decides."""
    acquire: float = 1.4
    """How readily own companies are sold to own companies."""
    coin: float = 0.3
    """What a coin of a treasury is worth when track and stations are paid."""
    needed_coin: float = 3.0
    """The same while it is needed for one of the first trains."""
    next_train: float = 1.0
    """The weight of what the next train would run, when track is judged."""
    potential: float = 0.8
    """The weight of stops that are not reached yet."""
    nearness: float = 0.55
    """What is left of a stop's weight for each tile that is missing."""
    unfloated: float = 0.2
    """What is left of a company's prospects while others must help to float it."""

    first_trains: int = 2
    """How many trains a company wants at once, whatever they add on the track of the day."""


DEFAULT = Weights()

_STORED: Mapping[str, Mapping[str, float]] = json.loads((files(__package__ or "") / "weights.json").read_text("utf-8"))
WEIGHTS: Mapping[str, Weights] = {
    title: Weights(**stored)  # pyright: ignore[reportArgumentType]  # names and kinds are those of `Weights`
    for title, stored in _STORED.items()
    if set(stored) <= {field.name for field in fields(Weights)}
}
"""By title, as far as they differ."""
GUESSES: Mapping[str, Mapping[str, float]] = {t: stored for t, stored in _STORED.items() if t not in WEIGHTS}
"""Those of titles without trains, by name."""
