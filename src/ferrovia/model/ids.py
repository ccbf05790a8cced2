"""The names of things. Each kind of id is its own type, so that a hex cannot stand for a company."""

from typing import NewType

Owner = NewType("Owner", str)
"""Whoever can hold money or certificates: players, companies, and the places named below."""
PlayerId = NewType("PlayerId", Owner)
CompanyId = NewType("CompanyId", Owner)

CertId = NewType("CertId", str)
HexId = NewType("HexId", str)

BANK = Owner("bank")
CHANCE = PlayerId(Owner("chance"))
"""Chance is a player: it is asked, it answers, and its answer is logged."""

RESERVED: frozenset[str] = frozenset({BANK, CHANCE, "pool", "ipo"})
"""Names that no player may take."""
