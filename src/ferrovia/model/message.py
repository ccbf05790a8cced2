"""Something to be told: a key and what it speaks of. The words are made in `text`, never here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ferrovia.model.values import made_often


@made_often
@dataclass(frozen=True, slots=True)
class Message:
    """A key with its parameters, as `Message("dividend", {"company": "PRR", "amount": 8})`."""

    key: str
    params: Mapping[str, Any]
