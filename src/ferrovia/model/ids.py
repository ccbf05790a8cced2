"""The names of things. Each kind of id is its own type, so that a hex cannot stand for a company."""

from typing import NewType

Owner = NewType("Owner", str)
"""Whoever can hold money or certificates: players, companies, and the places named below."""
PlayerId = NewType("PlayerId", Owner)
CompanyId = NewType("CompanyId", Owner)

CertId = NewType("CertId", str)
HexId = NewType("HexId", str)
TrainId = NewType("TrainId", str)
TileId = NewType("TileId", str)
"""A kind of tile; a printed hex is a tile too, under its own name."""
FaceId = NewType("FaceId", str)
"""What a train card shows: the train that it stands for."""
TurnId = NewType("TurnId", int)
"""How far a tile is turned, in sixths."""
StopId = NewType("StopId", str)
"""A stop on the map as it lies now: hex and number of the stop on its tile, as `E12.0`."""

BANK = Owner("bank")
IPO = Owner("ipo")
"""Certificates that were never sold."""
POOL = Owner("pool")
"""Certificates and trains that came back and can be bought again."""
DEPOT = Owner("depot")
"""Trains that were never sold."""
SCRAP = Owner("scrap")
"""Out of the game."""
CHANCE = PlayerId(Owner("chance"))
"""Chance is a player: it is asked, it answers, and its answer is logged."""

RESERVED: frozenset[str] = frozenset({BANK, CHANCE, DEPOT, IPO, POOL, SCRAP})
"""Names that no player may take."""
