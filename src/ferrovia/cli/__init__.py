"""The terminal program `ferrovia`."""

from ferrovia.cli.program import app

__all__ = ["app"]
