"""What may be answered by the rulebook, found out a second time: no check, offer or search of the game is used here.

`options(game)` lists the answers to a question about shares, track, stations or trains in the words that `spoken(game)`
uses for the offers of the game, so that both can be compared. Only positions and printed pictures are read.
"""

from collections.abc import Iterator
from typing import Any

from ferrovia import Game
from ferrovia.model.board import place_of
from titles.t1824.model import (
    COAL,
    LISTED,
    REGIONAL,
    STATE,
    TooLarge,
    held,
    holder_of_double,
    price,
    with_players,
)

Spoken = tuple[Any, ...]
BETWEEN = {"2": 80, "3": 140, "4": 190, "5": 260, "6": 400, "8": 500, "10": 600}
BETWEEN |= {"1g": 120, "2g": 180, "3g": 240, "4g": 420, "5g": 500}
NORMAL = ("2", "3", "4", "5", "6", "8", "10")
RELEASED = {"1g": 2, "2g": 3, "3g": 4, "4g": 6, "5g": 7}
LIMITS = {("standard", 3): 21, ("standard", 4): 16, ("standard", 5): 13, ("standard", 6): 11}
LIMITS |= {("cisleithania", 2): 14, ("cisleithania", 3): 16}
COLOURS = {"yellow": 1, "green": 3, "brown": 5, "gray": 7}
"""From which phase on tiles are laid."""
NEXT = {"white": "yellow", "yellow": "green", "green": "brown", "brown": "gray"}
HOMES = {"BK": "B9", "MS": "C12", "CL": "B23", "SB": "G26", "SD2": "G10", "SD3": "G4", "UG2": "H15"}
TOWARDS = {"SD1": "F11", "SD": "F11", "KK1": "E10", "KK": "E10", "KK2": "D11", "UG1": "E18", "UG": "E18"}
"""The circles of Wien and Budapest by the hex that their printed track leads to."""


class Lawyer:
    """One position, and what the rulebook allows in it."""

    def __init__(self, game: Game) -> None:
        assert game.ask is not None
        self.game, self.state, self.who = game, game.state, str(game.ask.who)
        self.own = game.state.extras
        self.phase = int(game.state.phase)
        self.facts = game.where()[-1].facts
        self.cash: dict[str, int] = dict(game.state.cash)  # type: ignore[arg-type]
        self.standard = "F17" in game.title.data.map.hexes

    def owner(self, cert: str) -> str:
        return self.state.certs.get(cert, "")  # type: ignore[call-overload, no-any-return]

    def singles(self, owner: str, company: str) -> int:
        return sum(self.owner(f"{company}_{n}") == owner for n in range(1, 9))

    def companies(self) -> list[str]:
        return [c for c in (*REGIONAL, *STATE) if f"{c}_0" in self.state.certs]

    def director(self, company: str) -> str | None:
        return None if company == self.own.directorless else holder_of_double(self.state, company)

    def others(self, company: str) -> list[int]:
        return [held(self.state, player, company) for player in self.state.players if player != self.who]

    # -------------------------------------------------------------------------------------------------------- shares

    def sales(self) -> Iterator[Spoken]:
        """[VI.8] Blocks of one company; the director's certificate never reaches the bank."""
        for company in self.companies():
            single, mine = self.singles(self.who, company), held(self.state, self.who, company)
            double = self.owner(f"{company}_0") == self.who
            if company in self.facts.sold_now:
                continue
            if company == self.own.directorless:
                yield from (("SellShares", company, n) for n in range(1, single + 1))
                yield from (("SellDouble", company, n) for n in range(single + 1) if double)
            elif company in self.state.operated:
                for number in range(1, single + 2 * double + 1):
                    left = mine - 10 * number
                    heir = any(other >= 20 and other > left for other in self.others(company))
                    if with_players(self.state, company) - 10 * number >= 50 and (number <= single or heir):
                        yield "SellShares", company, number

    def certificates(self) -> int:
        building = [f"{railway}_0" for railway in self.own.construction]
        return sum(o == self.who and "_" in c and c not in building for c, o in self.state.certs.items())

    def stock(self) -> set[Spoken]:
        first, limit = self.facts.number == 1, self.game.title.data.certificate_limit
        assert limit == LIMITS["standard" if self.standard else "cisleithania", len(self.state.players)]
        sales = [] if first else list(self.sales())
        count = self.certificates()
        if count > limit and sales:
            return set(sales)
        found = {*sales, ("EndStockTurn",)}
        if count < limit:
            found |= {*self.purchases(), *(self.railways() if first else ())}
        if first:
            cheap = self.cash[self.who] >= 120
            return found | {("BuyMountain", m) for m in self.mountains("ipo") if cheap}
        return found | set(self.exchanges(room=count < limit))

    def mountains(self, owner: str) -> list[str]:
        return [str(c) for c, o in self.state.certs.items() if "_" not in c and o == owner]

    def purchases(self) -> Iterator[Spoken]:
        """[VI.4] [VI.7.4] [X.4] One certificate, at the price on the market."""
        cash, sold = self.cash[self.who], [c for p, c in self.facts.sold if p == self.who]
        for company in self.companies():
            if company not in self.state.pars:
                if company in REGIONAL and self.owner(f"{company}_0") == "ipo":
                    if held(self.state, self.who, company) < 60:
                        yield from (("StartCompany", company, p) for p in (60, 70, 80, 90, 100) if cash >= 2 * p)
                continue
            cost = price(self.game, company)
            if company in sold:
                continue
            if cash >= cost and self.singles("pool", company):
                yield "BuyShare", company, "pool"
            if cash >= cost and self.singles("ipo", company) and held(self.state, self.who, company) < 60:
                yield "BuyShare", company, "ipo"
            if company == self.own.directorless and self.owner(f"{company}_0") == "pool" and cash >= 2 * cost:
                yield "BuyDouble", company

    def railways(self) -> Iterator[Spoken]:
        """[VI.3] Coal railways at five prices, the others at one."""
        for cert, owner in self.state.certs.items():
            railway, _, number = cert.rpartition("_")
            if number == "0" and owner == "ipo" and railway not in REGIONAL + STATE:
                prices = range(120, 201, 20) if railway in COAL else (240 if railway.endswith("1") else 120,)
                yield from (("BuyRailway", railway, p) for p in prices if self.cash[self.who] >= p)

    def exchanges(self, *, room: bool) -> Iterator[Spoken]:
        if self.phase < 3:
            return
        for mountain in self.mountains(self.who) if room else ():
            for company in self.companies():
                if company in REGIONAL and (self.singles("ipo", company) or self.singles("pool", company)):
                    yield "ExchangeMountain", mountain, company
        for coal in COAL:
            if self.owner(f"{coal}_0") == self.who and coal not in self.own.construction:
                yield "ExchangeCoal", coal

    # -------------------------------------------------------------------------------------------------------- trains

    def fleet(self, owner: str) -> dict[str, str]:
        return {str(t): c.face for t, c in self.state.trains.items() if c.owner == owner}

    def on_offer(self, company: str) -> list[str]:
        left = set(self.fleet("depot").values())
        normal = [kind for kind in NORMAL if kind in left][:1]
        goods = [kind for kind, phase in RELEASED.items() if kind in left and self.phase >= phase]
        return [kind for kind in (*normal, *goods) if company not in COAL or kind.endswith("g")]

    def places(self, company: str) -> int:
        """[VII.14] By kind and phase."""
        if company in STATE:
            return 4 if self.phase < 6 else 3
        return 2 if company not in REGIONAL else 4 if self.phase < 4 else 3 if self.phase < 6 else 2

    def trains(self) -> set[Spoken]:
        company = self.facts.company
        own, treasury, offers = self.fleet(company), self.cash[company], self.on_offer(company)
        must, room = not own and bool(offers), len(own) < self.places(company)
        covered = self.facts.covered
        found: set[Spoken] = set() if must else {("EndTrains",)}
        for kind in offers if room else ():
            if (treasury >= LISTED[kind] or must) and (covered is None or LISTED[kind] > covered):
                found.add(("BuyTrain", kind))
        if "trade-in" not in self.facts.done:
            for given, old in own.items():
                for kind in offers:
                    smaller = int(old.rstrip("g")) < int(kind.rstrip("g")) and old.endswith("g") == kind.endswith("g")
                    if smaller and treasury >= LISTED[kind] - LISTED[old] // 2:
                        found.add(("TradeIn", kind, given))
        if room and self.phase >= 3:
            found |= set(self.trades(company, must=must))
        if must:
            found |= set(self.sales_for(company, max(LISTED[kind] for kind in offers)))
        return found

    def trades(self, company: str, *, must: bool) -> Iterator[Spoken]:
        treasury, covered = self.cash[company], self.facts.covered
        for seller in self.state.running:
            if seller == company or self.director(seller) is None:
                continue
            for train, kind in self.fleet(seller).items():
                if company in COAL and not kind.endswith("g"):
                    continue
                if self.director(seller) == self.director(company):
                    low, high = 1 + (covered or 0), max(treasury, LISTED[kind] if must else 0)
                    if max(1, low) <= high:
                        yield "TradeTrain", train, max(1, low), high
                elif (treasury >= BETWEEN[kind] or must) and (covered is None or BETWEEN[kind] > covered):
                    yield "TradeTrain", train, BETWEEN[kind], BETWEEN[kind]

    def sales_for(self, company: str, dearest: int) -> Iterator[Spoken]:
        """[VII.12] Not more than is needed for the dearest train, and never a change of director."""
        treasury = self.cash[company]
        money = treasury + self.cash[self.who]
        if max(treasury, money) >= dearest:
            return
        for sale in self.sales():
            kind, sold, number = sale
            each = price(self.game, sold)
            if kind == "SellDouble":
                before = money + (number + (1 if number else 0)) * each
            else:
                left = held(self.state, self.who, sold) - 10 * number
                directs = self.director(sold) == self.who
                if number > self.singles(self.who, sold) or (directs and left < max(self.others(sold))):
                    continue
                before = money + (number - 1) * each
            if before < dearest:
                yield sale

    # --------------------------------------------------------------------------------------------------------- track

    def walk(self, company: str, most: int = 20_000) -> tuple[set[str], set[tuple[str, int]]]:
        """Every stop that its track leads to, and every side of a hex at which it arrives, by trying all ways."""
        board, left = self.state.board, [most]
        stops: set[str] = set()
        sides: set[tuple[str, int]] = set()

        def through(stop: Any) -> bool:
            hex_id = place_of(stop)[0]
            kind, present = board.stop(stop).kind, board.stations_at(stop)
            if company in present:
                return True
            if kind in ("mine", "offboard") or board.tile(hex_id).colour == "red":
                return False
            return kind != "city" or not all(present)

        def leave(stop: Any, used: frozenset[tuple[str, int]]) -> None:
            stops.add(stop)
            hex_id, number = place_of(stop)
            if through(stop):
                for side in board.picture(hex_id).stop_sides[number]:
                    if (hex_id, side) not in used:
                        go(hex_id, side, used | {(hex_id, side)})

        def go(hex_id: Any, side: int, used: frozenset[tuple[str, int]]) -> None:
            left[0] -= 1
            if left[0] < 0:
                raise TooLarge
            there, back = board.map.neighbours[hex_id].get(side % 6), (side + 3) % 6 + 6 * (side // 6)
            if there is None or (there, back) in used:
                return
            sides.add((there, back % 6))
            used |= {(there, back)}
            picture = board.picture(there)
            for number, around in enumerate(picture.stop_sides):
                if back in around:
                    leave(board.stops_on(there)[number], used)
            for pair in picture.plain:
                if back in pair:
                    out = next(s for s in pair if s != back)
                    if (there, out) not in used:
                        go(there, out, used | {(there, out)})

        for stop in board.stations_of(company):  # type: ignore[arg-type]
            leave(stop, frozenset())
        return stops, sides

    def lays(self) -> set[Spoken]:
        company, board = self.facts.company, self.state.board
        sides = self.walk(company)[1]
        standing = {place_of(stop)[0] for stop in board.stations_of(company)}
        found: set[Spoken] = {("EndTrack",)}
        for hex_id in {hex_id for hex_id, _ in sides} | standing:
            old = board.tile(hex_id)  # type: ignore[arg-type]
            printed = board.map.hexes[hex_id]  # type: ignore[index]
            laid = board.tiles.get(hex_id)  # type: ignore[call-overload]
            if printed.colour in ("red", "gray") or not self.at_home(company, hex_id):
                continue
            bare = laid is None or old.colour == "white"
            cost = 0 if not bare or company in self.own.construction else printed.cost
            if cost > self.cash[company]:
                continue
            arriving = {side for at, side in sides if at == hex_id}
            for tile in board.map.tiles.values():
                if not self.may_lie(tile, old, bare=bare):
                    continue
                for turn in range(6):
                    new = tile.turned(turn)
                    exits = {s for s in range(6) if new.exits >> s & 1}
                    joined = hex_id in standing or exits & arriving
                    if joined and self.leads_on(hex_id, exits) and kept(board.picture(hex_id), new, old.label):  # type: ignore[arg-type]
                        found.add(("LayTile", hex_id, tile.id, *pictured(new)))
        return found

    def at_home(self, company: str, hex_id: Any) -> bool:
        """[VII.6.4a] The first tile lies at home, where something can still be laid for the first time."""
        home = HOMES.get(company)
        if not self.facts.first or home is None:
            return True
        laid = self.state.board.tiles.get(home)  # type: ignore[call-overload]
        return laid is not None or hex_id == home

    def may_lie(self, tile: Any, old: Any, *, bare: bool) -> bool:
        """[VII.6.4d] [VII.6.4f] [VII.7.1] [VII.7.9] The right colour, letter and locations, and one is left."""
        before = "white" if bare and old.colour not in COLOURS else old.colour
        if bare and old.label in ("W", "Bu"):
            before = "white"
        if tile.colour not in COLOURS or self.phase < COLOURS[tile.colour] or tile.colour != NEXT.get(before):
            return False
        if tile.count is not None and sum(one.tile == tile.id for one in self.state.board.tiles.values()) >= tile.count:
            return False
        if (tile.label or "") != (old.label or ""):
            return False
        kinds = [stop.kind for stop in tile.stops], [stop.kind for stop in old.stops]
        return old.label in ("W", "Bu") or (kinds[0] == kinds[1] and not (before == "yellow" and len(kinds[1]) == 2))

    def leads_on(self, hex_id: Any, exits: set[int]) -> bool:
        """[VII.6.4i] [VII.6.4j]"""
        around, board = self.state.board.map.neighbours[hex_id], self.state.board
        for side in exits:
            there = around.get(side)  # type: ignore[call-overload]
            if there is None:
                return False
            if board.map.hexes[there].colour in ("red", "gray"):
                picture = board.picture(there)
                track = {s % 6 for sides in picture.stop_sides for s in sides} | {
                    s % 6 for p in picture.plain for s in p
                }
                if (side + 3) % 6 not in track:
                    return False
        return True

    # ------------------------------------------------------------------------------------------------------ stations

    def stations(self) -> set[Spoken]:
        company, board = self.facts.company, self.state.board
        mine = board.stations_of(company)
        found: set[Spoken] = {("EndStations",)}
        if self.cash[company] < (0, 40, 100, 100, 100)[len(mine)]:
            return found
        for stop in self.walk(company)[0]:
            hex_id, number = place_of(stop)  # type: ignore[arg-type]
            tile = board.tile(hex_id)
            if tile.stops[number].kind != "city" or tile.colour == "red" or hex_id in {place_of(s)[0] for s in mine}:
                continue
            free = board.free_slots(stop)  # type: ignore[arg-type]
            if free > sum(self.kept_for(other, hex_id, number) for other in (*HOMES, *TOWARDS)):
                found.add(("PlaceStation", stop))
        return found

    def kept_for(self, company: str, hex_id: Any, number: int) -> bool:
        """[VII.8.7] [IV.4.4.6] Whether a circle is kept for a home that is not there yet."""
        state, board = self.state, self.state.board
        if f"{company}_0" not in state.certs or company in state.closed or company in state.operated:
            return False
        if board.stations_of(company):  # type: ignore[arg-type]
            return False
        if company in STATE:
            railways = [f"{company}{n}" for n in "123" if f"{company}{n}_0" in state.certs]
            if not all(railway in state.closed for railway in railways):
                return False
        if company in HOMES:
            return HOMES[company] == hex_id
        wien = {"SD": "E12", "KK": "E12", "UG": "F17"}[company[:2]]
        if hex_id != wien or wien not in board.map.hexes:
            return False
        side = next((s for s, there in board.map.neighbours[hex_id].items() if there == TOWARDS[company]), None)
        return side in board.picture(hex_id).stop_sides[number]


def kept(old: Any, new: Any, label: str) -> bool:
    """[VII.7.8] [VII.7.9] No track is lost, and every location keeps its connections."""
    if not old.plain <= new.plain:
        return False
    before, after = [set(s) for s in old.stop_sides], [set(s) for s in new.stop_sides]
    if label in ("W", "Bu"):
        return all(any(sides <= wide for wide in after) for sides in before)
    if len(before) != len(after):
        return False
    orders = [after, after[::-1]] if len(after) == 2 else [after]
    return any(all(a <= b for a, b in zip(before, order, strict=True)) for order in orders)


def pictured(picture: Any) -> Spoken:
    """A turned tile as it looks: some look alike in several turns."""
    stops = tuple(sorted(tuple(sorted(sides)) for sides in picture.stop_sides))
    return stops, frozenset(frozenset(pair) for pair in picture.plain)


# ---------------------------------------------------------------------------------------------------------- comparison

QUESTIONS = {"trade": Lawyer.stock, "track": Lawyer.lays, "station": Lawyer.stations, "buy-trains": Lawyer.trains}


def options(game: Game) -> set[Spoken] | None:
    """What may be answered; None where the question is another."""
    assert game.ask is not None
    found = QUESTIONS.get(game.ask.about.key)
    return None if found is None else found(Lawyer(game))


def spoken(game: Game) -> set[Spoken]:
    """The offers of the game in the same words."""
    return {_said(game, offer) for offer in game.offers()}


def _said(game: Game, offer: Any) -> Spoken:
    action, trains = offer.action, game.state.trains
    kind = type(action).__name__
    match kind:
        case "LayTile":
            return kind, action.hex, action.tile, *pictured(game.state.board.map.tiles[action.tile].turned(action.turn))
        case "BuyTrain":
            return kind, trains[action.train].face
        case "TradeIn":
            return kind, trains[action.train].face, action.given
        case "TradeTrain":
            span = offer.amount
            return kind, action.train, span.low if span else action.amount, span.high if span else action.amount
        case _:
            return kind, *(getattr(action, name) for name in action.__dataclass_fields__)
