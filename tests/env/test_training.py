"""The training loop of docs/training.md makes a better player."""

from pathlib import Path
from runpy import run_path

import pytest

pytest.importorskip("pettingzoo", reason="ferrovia[env] is not installed")

TRAIN = Path(__file__).parents[2] / "tools" / "train.py"


@pytest.mark.long
def test_a_short_training_beats_playing_at_random() -> None:
    """On games of other seeds than those it was trained on."""
    tool = run_path(str(TRAIN))
    player = tool["train"](batches=8, games=12, seed=1)
    fresh = range(200_000, 200_024)
    untrained = sum(tool["play"](tool["Player"](len(player.weights), 1), fresh)[1]) / len(fresh)
    trained = sum(tool["play"](player, fresh)[1]) / len(fresh)
    print(f"untrained {untrained:+.3f}, trained {trained:+.3f}")
    assert trained > untrained + 0.05
