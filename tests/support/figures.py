"""The figures that an action names, as the other site knows them: places of the market, start prices, prices of trains,
tiles and how they lie, slots, parts of shares, choices, the form of a run.

    Figures(game, title).look(action)       one sentence about what is wrong, or None
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ferrovia import Game
from ferrovia.model.board import Laid

Said = Mapping[str, Any]

DIVIDENDS = {"1862": ("payout", "withhold", "hudson")}
"""By title; elsewhere there are two."""
ROUTE_KEYS = ("train", "connections", "hexes", "revenue", "revenue_str")
PIONEERS_TRAIN = "2-0"
"""18ESP: it comes with pioneer 2."""
CHOICES = ("first", "last", "redeem", "sell", "refinance")
"""1862: what is chosen besides a number of stations."""
STATIONS = range(2, 8)
"""1862: how many a company buys at its launch, also where eight are allowed (D18)."""
MOST_WARRANTIES = 3
WITH_MINORS = "1g"
"""1824: coal railways and some of the others begin with it."""


class Figures:
    """What lies on the map, and which trains were bought, one action after the other."""

    def __init__(self, game: Game, title: str) -> None:
        self.box: Any = game.title.data
        self.title = title
        self.laid: dict[str, Laid] = {str(hex_id): laid for hex_id, laid in game.state.board.tiles.items()}
        self.copies: dict[str, str] = {}
        """On which hex each single tile lies, by its name."""
        self.bought: set[str] = set()
        self.shown: dict[str, str] = {}
        """1862: the kind of a train, which never changes."""
        self.auctioned: str | None = None
        """1862: for which company the latest bid was."""
        self._looks: Mapping[str, Callable[[Said], str | None]] = {
            "bid": self._bid,
            "par": self._par,
            "choose": self._choose,
            "buy_train": self._train,
            "lay_tile": self._tile,
            "place_token": self._token,
            "buy_shares": self._shares,
            "sell_shares": self._shares,
            "dividend": self._dividend,
            "run_routes": self._run,
        }

    def look(self, action: Said) -> str | None:
        looks = self._looks.get(action["type"])
        return None if looks is None else looks(action)

    def _par(self, action: Said) -> str | None:
        """`100,0,5`: the price and its place; markets that zigzag are one row there."""
        market, said = self.box.market, action["share_price"]
        zigzag = market.form == "zigzag"
        cells = (
            (cell.price, 0 if zigzag else cell.row, number if zigzag else cell.column)
            for number, cell in enumerate(market.cells)
        )
        if said not in {f"{price},{row},{column}" for price, row, column in cells}:
            return f"the market has no place {said}"
        company, price = str(action["corporation"]), int(said.partition(",")[0])
        prices = self._start_prices(company)
        self.auctioned = None
        return f"{company} does not start at {price}" if prices and price not in prices else None

    def _bid(self, action: Said) -> None:
        self.auctioned = str(action.get("corporation"))

    def _start_prices(self, company: str) -> Sequence[int]:
        """18CZ: by its size; 1862: a charter has one of the pars."""
        if self.title == "18CZ":
            return tuple(self.box.rules(company).start_prices)
        if self.title != "1862":
            return ()
        return tuple(self.box.pars if company == self.auctioned else self.box.start_prices)

    def _choose(self, action: Said) -> str | None:
        """1862: how many stations, who survives, what becomes of an option."""
        choice = str(action["choice"])
        if self.title != "1862" or choice in CHOICES or (choice.isdigit() and int(choice) in STATIONS):
            return None
        return f"nobody may choose {choice}"

    # ----------------------------------------------------------------------------------------------------------- trains

    def _train(self, action: Said) -> str | None:
        """A card that nobody has bought yet costs what is printed on it, less with another one in exchange."""
        train, price = action["train"], action["price"]
        first, card = train not in self.bought, self.box.cards.get(train.rpartition("-")[0])
        self.bought.add(train)
        if card is None:
            return None  # that there is none, somebody else says
        if not isinstance(price, int) or price < 1:
            return f"{price} is no price"
        shown = [face for face in card.faces if face.name == action.get("variant")]
        if action.get("variant") is not None and not shown and first and self.title != "1862":
            return f"{train} has no face {action['variant']}"
        if self.title == "1862":
            return self._train_of_1862(action, card, first=first)
        if not first or train == PIONEERS_TRAIN or card.name == WITH_MINORS:
            return None
        printed = getattr(card, "price", None) or (shown or card.faces)[0].price
        if price == printed or (action.get("exchange") and price < printed):
            return None
        return f"{train} costs {printed}, not {price}"

    def _train_of_1862(self, action: Said, card: Any, *, first: bool) -> str | None:
        """Half of what is printed once a later band was sold, whoever sells; what companies without a director buy is
        not told. Warranties are bought with a train of the bank."""
        train, price, kind = action["train"], action["price"], str(action.get("variant", "")).rstrip("*")
        later = [name for name in map(_band, self.bought) if name > _band(train)]
        prices = (card.price // 2,) if later and not first else (card.price, card.price // 2)
        if price not in prices:
            return f"{train} costs {prices[0]}, not {price}"
        if kind and (kind not in {face.name for face in card.faces} or self.shown.setdefault(train, kind) != kind):
            return f"{train} has no face {kind}"
        warranties = action.get("warranties", 0)
        if not 0 <= warranties <= MOST_WARRANTIES - card.free_warranties or (warranties and not first):
            return f"{train} is not bought with {warranties} warranties"
        return None

    # ------------------------------------------------------------------------------------------------------- on the map

    def _tile(self, action: Said) -> str | None:
        """All track under a tile stays, and none leads off the map."""
        hex_id, turn, tile = action["hex"], action["rotation"], action["tile"].rpartition("-")[0]
        if hex_id not in self.box.map.hexes:
            return f"there is no hex {hex_id}"
        if turn not in range(6):
            return f"nothing is turned {turn} times"
        if tile not in self.box.map.tiles:
            return f"there is no tile {tile}"
        if not self._has_own_rule(tile) and not self._fits(hex_id, tile, turn):
            return f"{tile} does not lie on {hex_id} in turn {turn}"
        self.laid[hex_id] = Laid(tile, turn)
        self.copies[action["tile"]] = hex_id
        return None

    def _has_own_rule(self, tile: str) -> bool:
        """18CZ: the red tiles of the homes; 1862: small stations that are put on a tile."""
        return (self.title == "18CZ" and self.box.map.tiles[tile].colour == "red") or "_" in tile

    def _fits(self, hex_id: str, tile: str, turn: int) -> bool:
        return self.box.upgrades.find(hex_id, self.laid.get(hex_id), tile, turn) is not None

    def _token(self, action: Said) -> str | None:
        """A city is named by the tile on which it is, or by its hex."""
        city: str = action["city"]
        place, _, number = city.rpartition("-")
        name = place.rpartition("-")[0]
        hex_id = self.copies.get(place, name)
        if hex_id not in self.box.map.hexes:
            return f"{place} does not lie on the map"
        laid = self.laid.get(hex_id)
        if laid is None:
            return self._on_printed_hex(hex_id, action)
        if place in self.copies and laid.tile != name:
            return f"{place} does not lie on {hex_id} any more"
        stops = self.box.map.tiles[laid.tile].stops
        if int(number) >= len(stops):
            return f"{place} has no city {number}"
        if not 0 <= action.get("slot", 0) < max(1, stops[int(number)].slots):
            return f"city {number} of {place} has no slot {action['slot']}"
        return None

    def _on_printed_hex(self, hex_id: str, action: Said) -> str | None:
        """The numbers of printed cities leave gaps where an area has several, so only its slots are looked at."""
        slots = [max(1, stop.slots) for stop in self.box.map.hexes[hex_id].stops if stop.kind == "city"]
        if not slots:
            return f"there is no city on {hex_id}"
        return None if 0 <= action.get("slot", 0) < max(slots) else f"no city of {hex_id} has a slot {action['slot']}"

    # ----------------------------------------------------------------------------------------------------------- shares

    def _shares(self, action: Said) -> str | None:
        papers = self.box.papers.by_id
        unknown = [cert for cert in action["shares"] if cert not in papers]
        if unknown or not action["shares"]:
            return f"there is no certificate {unknown}"
        whole, said = sum(papers[cert].percent for cert in action["shares"]), action.get("percent")
        if said is None or said == whole:
            return None
        smaller = whole - max(papers[cert].percent for cert in action["shares"])
        if action["type"] == "buy_shares" or not smaller < said < whole:
            return f"{said} percent are not {action['shares']}"
        return None

    # ---------------------------------------------------------------------------------------------------------- running

    def _dividend(self, action: Said) -> str | None:
        known = DIVIDENDS.get(self.title, ("payout", "withhold"))
        return None if action["kind"] in known else f"there is no dividend {action['kind']}"

    def _run(self, action: Said) -> str | None:
        return next((wrong for route in action["routes"] for wrong in self._about(route)), None)

    def _about(self, route: Said) -> Iterator[str]:
        """A route names its train, the pieces between its stops, these, and what it earns."""
        for key in ROUTE_KEYS:
            if key not in route:
                yield f"a route lacks {key}"
        if not isinstance(route["revenue"], int) or route["revenue"] < 0:
            yield f"a route earns {route['revenue']}"
        for piece in route["connections"]:
            for one, other in pairwise(piece):
                if not self._are_neighbours(one, other):
                    yield f"{one} and {other} are no neighbours"
            if not {piece[0], piece[-1]} <= set(route["hexes"]):
                yield f"{piece} does not join two stops of the route"

    def _are_neighbours(self, one: str, other: str) -> bool:
        """Or one and the same, where two stops of a hex are joined."""
        hexes = self.box.map.hexes
        return one in hexes and (one == other or other in self.box.map.neighbours[one].values())


def _band(train: str) -> str:
    """1862: the letter of a train."""
    return train.partition("-")[0]
