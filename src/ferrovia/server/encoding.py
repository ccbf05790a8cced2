"""JSON, as the server writes and reads it."""

from typing import Any

import msgspec

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


def text_of(value: Any) -> str:
    """As it is stored."""
    return encode(value).decode()
