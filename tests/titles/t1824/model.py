"""A small 1824 of its own: paper and pencil beside the table. It shares no rule with the game, only reads positions.

`judge(before, action, after)` compares what one answer has changed with arithmetic from the rulebook's numbers, written
here once more; `best_revenue` tries every set of routes on a small network.
"""

from collections.abc import Iterator
from typing import Any

from ferrovia import Game
from ferrovia.model.board import place_of
from ferrovia.model.state import State

GRID = """
100 110 120 130 140 155 170 190 210 235 260 290 320 350
90 100 110 120 130 145 160 180 200 225 250 280 310 340
80 90 100 110 120 135 150 170 190 215 240 270 300 330
70 80 90 100 110 125 140 160 180 200 220
60 70 80 90 100 115 130 150 170
50 60 70 80 90 105 120
40 50 60 70 80
"""
ROWS = [[int(price) for price in row.split()] for row in GRID.strip().splitlines()]
LISTED = {"2": 80, "3": 180, "4": 280, "5": 400, "6": 600, "8": 800, "10": 1000}
LISTED |= {"1g": 120, "2g": 240, "3g": 360, "4g": 600, "5g": 800}
REGIONAL, STATE = ("BK", "MS", "CL", "SB", "BH"), ("SD", "UG", "KK")
HEIR = {"EPP": "BK", "EOD": "MS", "MLB": "CL", "SPB": "SB"}
COAL = tuple(HEIR)

Space = tuple[int, int]


def right(at: Space) -> Space:
    row, column = at
    return (row, column + 1) if column + 1 < len(ROWS[row]) else (max(0, row - 1), column)


def left(at: Space) -> Space:
    row, column = at
    return (row, column - 1) if column else (min(len(ROWS) - 1, row + 1), 0)


def down(at: Space) -> Space:
    row, column = at
    return (row + 1, column) if row + 1 < len(ROWS) and column < len(ROWS[row + 1]) else at


def space(game: Game, company: str) -> Space:
    cell = game.title.data.market.cells[game.state.prices[company].cell]  # pyright: ignore[reportArgumentType]
    assert ROWS[cell.row][cell.column] == cell.price
    return cell.row, cell.column


def price(game: Game, company: str) -> int:
    row, column = space(game, company)
    return ROWS[row][column]


def worth_in_percent(certificate: str) -> int:
    """A certificate by its number: the first of a company is its double one."""
    company, _, number = certificate.rpartition("_")
    if not company:
        return 0  # a mountain railway
    return (20 if company in REGIONAL + STATE else 100) if number == "0" else 10


def held(state: State, owner: str, company: str) -> int:
    mine = (c for c, o in state.certs.items() if o == owner and c.rpartition("_")[0] == company)
    return sum(map(worth_in_percent, mine))


def with_players(state: State, company: str) -> int:
    return sum(held(state, player, company) for player in state.players)


def holder_of_double(state: State, company: str) -> str | None:
    owner = state.certs[f"{company}_0"]  # pyright: ignore[reportArgumentType]
    return owner if owner in state.players else None


def half_up(amount: int) -> int:
    return amount // 2 + amount % 2


# ------------------------------------------------------------------------------------------------------- every position


def judge_position(game: Game) -> None:
    """What holds on every table: all paper is somewhere, directors hold most, nobody bought above the limits."""
    state, directorless = game.state, game.state.extras.directorless
    for company in {c.rpartition("_")[0] for c in state.certs if "_" in c}:
        certs = [c for c in state.certs if c.rpartition("_")[0] == company]
        assert sum(map(worth_in_percent, certs)) == 100
    for company in state.floated:
        if company in REGIONAL + STATE and company != directorless:
            first = holder_of_double(state, company)
            if first is not None:
                assert all(held(state, p, company) <= held(state, first, company) for p in state.players), company
            elif company in REGIONAL:
                raise AssertionError(f"{company} is open without a director")
    for owner, amount in state.cash.items():
        assert amount >= 0 or owner in state.players or owner == "bank", owner


# ----------------------------------------------------------------------------------------------------------- one answer


def judge(before: Game, action: Any, after: Game) -> str:
    """Compares what an answer did; tells which arithmetic was used, or nothing."""
    check = JUDGES.get(type(action).__name__)
    judge_formations(before, after)
    return "" if check is None or check(before, action, after) is None else type(action).__name__


def _gain(before: Game, after: Game, owner: str) -> int:
    return after.state.cash[owner] - before.state.cash[owner]  # pyright: ignore[reportArgumentType]


def _still_here(before: Game, after: Game) -> bool:
    """Whether nothing else happened after the answer: the same round, the same turn or the next one."""
    there, here = before.where(), after.where()
    return len(here) > 1 and there[1].script == here[1].script and there[0].facts == here[0].facts


def judge_purchase(before: Game, action: Any, after: Game) -> bool | None:
    player, company = before.ask.who, action.company  # pyright: ignore[reportOptionalMemberAccess]
    assert before.state.cash[player] >= price(before, company), "in debt or without money"
    if action.place == "ipo" and company != before.state.extras.directorless:
        assert held(before.state, player, company) < 60
    if not _still_here(before, after):
        return None
    assert _gain(before, after, player) == -price(before, company)
    assert held(after.state, player, company) == held(before.state, player, company) + 10
    opened = set(after.state.floated) - set(before.state.floated)
    for regional in opened:
        shares = 8 if regional in before.state.extras.linked else 10
        assert with_players(after.state, regional) >= 50
        assert _gain(before, after, regional) == shares * before.state.pars[regional]
    return True


def judge_sale(before: Game, action: Any, after: Game) -> bool | None:
    player, company = before.ask.who, action.company  # pyright: ignore[reportOptionalMemberAccess]
    assert company == before.state.extras.directorless or company in before.state.operated
    assert _gain(before, after, player) == action.shares * price(before, company)
    assert held(after.state, player, company) == held(before.state, player, company) - 10 * action.shares
    assert space(after, company) == down(space(before, company))
    if company != before.state.extras.directorless:
        assert with_players(after.state, company) >= 50
    return True


def judge_double_sale(before: Game, action: Any, after: Game) -> bool | None:
    player = before.ask.who  # pyright: ignore[reportOptionalMemberAccess]
    assert action.company == before.state.extras.directorless
    assert _gain(before, after, player) == (action.shares + 2) * price(before, action.company)
    return True


def judge_coal(before: Game, action: Any, after: Game) -> bool | None:
    player, coal = before.ask.who, action.company  # pyright: ignore[reportOptionalMemberAccess]
    regional, state = HEIR[coal], before.state
    if not _still_here(before, after):
        return None
    assert before.state.phase in ("3", "4")
    assert held(after.state, player, regional) == held(state, player, regional) + 20
    opens = with_players(state, regional) + 20 >= 50
    capital = 8 * state.pars[regional] if opens else 0  # pyright: ignore[reportArgumentType]
    assert after.state.cash[regional] == state.cash[coal] + state.cash[regional] + capital  # pyright: ignore[reportArgumentType]
    assert (regional in after.state.floated) == opens
    trains = {t for t, c in state.trains.items() if c.owner in (coal, regional)}
    assert {t for t, c in after.state.trains.items() if c.owner == regional} == trains
    return True


def judge_mountain(before: Game, action: Any, after: Game) -> bool | None:
    player, company = before.ask.who, action.company  # pyright: ignore[reportOptionalMemberAccess]
    assert company in REGIONAL
    assert after.state.certs[action.mountain] == "scrap"
    assert held(after.state, player, company) == held(before.state, player, company) + 10
    return True


def judge_train(before: Game, action: Any, after: Game) -> bool | None:
    """The treasury, then the director; what the director lacks is a debt with half of it on top."""
    company = next(f.facts.company for f in reversed(before.where()) if hasattr(f.facts, "subsidy"))
    director = before.ask.who  # pyright: ignore[reportOptionalMemberAccess]
    cost, treasury, cash = LISTED[action.train.split("-")[0]], before.state.cash[company], before.state.cash[director]
    missing = max(0, cost - treasury)
    debt = max(0, missing - max(0, cash))
    assert not missing or not [t for t, c in before.state.trains.items() if c.owner == company]
    if HEIR.get(company) is not None:
        assert action.train.split("-")[0].endswith("g")
    opened = set(after.state.floated) - set(before.state.floated)
    if not opened:
        assert after.state.cash[company] == max(0, treasury - cost)
        assert _gain(before, after, director) == -missing - half_up(debt)
    return True


def judge_lay(before: Game, action: Any, after: Game) -> bool | None:
    company = before.where()[-1].facts.company
    first = action.hex not in before.state.board.tiles or before.state.board.tile(action.hex).colour == "white"
    cost = before.title.data.map.hexes[action.hex].cost if first else 0
    if company in before.state.extras.construction:
        cost = 0
    if _has_earned(after, company):
        return None
    assert before.state.cash[company] - after.state.cash[company] == cost
    return True


def _has_earned(after: Game, company: str) -> bool:
    """Whether its turn is over."""
    return not after.where() or getattr(after.where()[-1].facts, "company", None) != company


def judge_station(before: Game, action: Any, after: Game) -> bool | None:
    company = before.where()[-1].facts.company
    stations = len(before.state.board.stations_of(company))
    if _has_earned(after, company):
        return None
    assert before.state.cash[company] - after.state.cash[company] == (0, 40, 100, 100, 100)[stations]
    return True


def judge_payment(before: Game, action: Any, after: Game) -> bool | None:
    turn = before.where()[-1].facts
    company, revenue = turn.company, turn.revenue
    assert space(after, company) == right(space(before, company))
    for player in before.state.players:
        assert _gain(before, after, player) == revenue * held(before.state, player, company) // 100
    assert _gain(before, after, company) == turn.subsidy
    return True


def judge_withholding(before: Game, action: Any, after: Game) -> bool | None:
    turn = before.where()[-1].facts
    assert space(after, turn.company) == left(space(before, turn.company))
    assert _gain(before, after, turn.company) == turn.revenue + turn.subsidy
    return True


def judge_formations(before: Game, after: Game) -> None:
    """Capital, treasuries and certificates of Staatsbahnen that have just formed."""
    old, new = before.state, after.state
    for company in set(new.floated) - set(old.floated):
        if company not in STATE:
            continue
        railways = [f"{company}{n}" for n in "123"]
        sold = [r for r in railways if new_owner(old, r) and r not in old.extras.construction]
        capital = 1200 - sum(240 if r.endswith("1") else 120 for r in sold)
        treasury = sum(old.cash[r] for r in sold)  # pyright: ignore[reportArgumentType]
        assert new.cash[company] == capital + treasury, (company, sold)
        assert all(r in new.closed for r in railways if f"{r}_0" in old.certs)
        best = max(held(new, p, company) for p in new.players)
        assert (holder_of_double(new, company) is None) == (best < 20)


def new_owner(state: State, railway: str) -> str | None:
    return holder_of_double(state, railway) if f"{railway}_0" in state.certs else None


JUDGES = {
    "BuyShare": judge_purchase,
    "SellShares": judge_sale,
    "SellDouble": judge_double_sale,
    "ExchangeCoal": judge_coal,
    "ExchangeMountain": judge_mountain,
    "BuyTrain": judge_train,
    "LayTile": judge_lay,
    "PlaceStation": judge_station,
    "PayDividend": judge_payment,
    "Withhold": judge_withholding,
}


# -------------------------------------------------------------------------------------------------------- the best runs

Side = tuple[str, int]
Trip = tuple[tuple[str, ...], frozenset[Side]]
"""The stops of a route, and every side of a hex that it uses."""


class TooLarge(Exception):
    """A network with too many routes to try them all."""


class Network:
    """Every route of a company on the tiles as they lie."""

    def __init__(self, game: Game, company: str, most: int) -> None:
        self.game, self.company, self.left = game, company, most
        self.board = game.state.board
        self.colours = game.title.data.phases[game.state.phase].colours

    def kind(self, stop: str) -> str:
        return self.board.stop(stop).kind  # pyright: ignore[reportArgumentType]

    def place(self, stop: str) -> str:
        """What may be visited once: a red zone, or all circles of one hex with several."""
        printed = self.board.stop(stop)  # pyright: ignore[reportArgumentType]
        hex_id = place_of(stop)[0]  # pyright: ignore[reportArgumentType]
        if printed.kind == "offboard" and printed.groups:
            return printed.groups[0]
        return hex_id if self.board.tile(hex_id).label in ("W", "Bu") else stop

    def ends_here(self, stop: str) -> bool:
        red = self.board.tile(place_of(stop)[0]).colour == "red"  # pyright: ignore[reportArgumentType]
        if red or self.kind(stop) in ("mine", "offboard"):
            return True
        present = self.board.stations_at(stop)  # pyright: ignore[reportArgumentType]
        free = not all(present)
        return self.kind(stop) == "city" and not free and self.company not in present

    def trips(self) -> Iterator[Trip]:
        for hex_id in self.board.map.hexes:
            for stop in self.board.stops_on(hex_id):
                yield from self._from(stop, (stop,), frozenset())

    def _from(self, stop: str, stops: tuple[str, ...], used: frozenset[Side]) -> Iterator[Trip]:
        hex_id, number = place_of(stop)  # pyright: ignore[reportArgumentType]
        for side in self.board.picture(hex_id).stop_sides[number]:
            if (hex_id, side) not in used:
                yield from self._along(hex_id, side, stops, used | {(hex_id, side)})

    def _along(self, hex_id: str, side: int, stops: tuple[str, ...], used: frozenset[Side]) -> Iterator[Trip]:
        """Over a side of a hex into the next one."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        around, lane = self.board.map.neighbours[hex_id], side // 6  # pyright: ignore[reportArgumentType]
        there, back = around.get(side % 6), (side + 3) % 6 + 6 * lane  # only Sarajevo has several lanes on a side
        if there is None or (there, back) in used:
            return
        picture, used = self.board.picture(there), used | {(there, back)}
        for number, sides in enumerate(picture.stop_sides):
            stop = self.board.stops_on(there)[number]
            if back in sides and self.place(stop) not in map(self.place, stops):
                yield (*stops, stop), used
                if not self.ends_here(stop):
                    yield from self._from(stop, (*stops, stop), used)
        for one, other in picture.plain:
            if back in (one, other):
                out = other if back == one else one
                if (there, out) not in used:
                    yield from self._along(there, out, stops, used | {(there, out)})

    def earns(self, train: str, stops: tuple[str, ...]) -> int | None:
        """What a train earns on a route, without mines; None where it may not run there."""
        box, kinds = self.game.title.data, [self.kind(stop) for stop in stops]
        if not any(self.company in self.board.stations_at(stop) for stop in stops):  # pyright: ignore[reportArgumentType]
            return None
        mines, size = [s for s, k in zip(stops, kinds, strict=True) if k == "mine"], int(train.rstrip("g"))
        if train.endswith("g"):
            cities = sum(kind in ("city", "offboard") for kind in kinds)
            home = box.companies[self.company].home  # pyright: ignore[reportArgumentType]
            own = self.company not in COAL or place_of(mines[0])[0] == home if mines else False  # pyright: ignore[reportArgumentType]
            if len(mines) != 1 or cities > size or not own:
                return None
        elif mines or len(stops) > size:
            return None
        paid = sum(self.board.stop(s).value(self.colours) for s in stops if s not in mines)  # pyright: ignore[reportArgumentType]
        hexes = {place_of(stop)[0] for stop in stops}  # pyright: ignore[reportArgumentType]
        east = {"D25", "E24", "E26"} & hexes and {"E12", "B9"} & hexes and box.bonus_between
        return paid + (50 if east else 0)


def best_revenue(game: Game, company: str, most: int = 4000) -> int:
    """The most that all trains of a company can earn together, by trying everything."""
    network = Network(game, company, most)
    trips = list(network.trips())
    faces = [card.face for card in game.state.trains.values() if card.owner == company]
    runs: list[list[tuple[int, frozenset[Side]]]] = []
    for face in faces:
        best: dict[frozenset[Side], int] = {}
        for stops, used in trips:
            paid = network.earns(face, stops)
            if paid is not None:
                best[used] = max(paid, best.get(used, 0))
        runs.append(sorted(((paid, used) for used, paid in best.items()), key=lambda run: -run[0]))
    if len(faces) > 3 or any(len(found) > 300 for found in runs):
        raise TooLarge
    return _packed(runs, frozenset())


def _packed(runs: list[list[tuple[int, frozenset[Side]]]], used: frozenset[Side]) -> int:
    if not runs:
        return 0
    apart = (paid + _packed(runs[1:], used | sides) for paid, sides in runs[0] if not sides & used)
    return max(apart, default=0) if not len(runs) > 1 else max([*apart, _packed(runs[1:], used)])
