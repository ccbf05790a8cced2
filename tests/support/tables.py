"""Positions are written, not replayed: `a_table("chicago-express", players="A B C").cash(A=40).treasury(NYC=10)`.

Everything is moved, nothing made: money comes from the bank and goes to it, certificates and tokens come from their
charter. `game()` makes sure of it, so that a written position is one that could lie on a table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Self

import pytest

import ferrovia
from ferrovia import Ask, Game, IllegalAction, Title
from ferrovia.engine.record import start
from ferrovia.model.board import Board, Laid, stop_id
from ferrovia.model.ids import BANK, CompanyId, HexId, Owner, PlayerId, StopId, TileId, TrainId
from ferrovia.model.state import Frame, State, Train
from ferrovia.model.upgrades import Upgrade
from ferrovia.rules.stock import StockTurn


def a_table(title: str, *, players: str = "A B C", options: Mapping[str, str] | None = None) -> "TableInWriting":
    return TableInWriting(ferrovia.find_title(title), players=players, options=options)


class TableInWriting:
    """The set-up of a title, changed by name. A company may be written without signs: `BO` is the `B&O`."""

    def __init__(self, title: Title, *, players: str = "A B C", options: Mapping[str, str] | None = None) -> None:
        first = start(title, players.split(), options)
        self.title = first.title
        self.state: State = first.state.copy()
        self._box = self.title.counts(self.state)
        self._companies = {"".join(filter(str.isalnum, face.id)): face.id for face in self.title.layout.companies}

    def company(self, name: str) -> CompanyId:
        return self._companies["".join(filter(str.isalnum, name))]

    def player(self, name: str) -> PlayerId:
        return next(player for player in self.state.players if player == name)

    # What every title has.

    def cash(self, **amounts: int) -> Self:
        """Money of players."""
        return self._hold({self.player(name): amount for name, amount in amounts.items()})

    def treasury(self, **amounts: int) -> Self:
        """Money of companies."""
        return self._hold({self.company(name): amount for name, amount in amounts.items()})

    def _hold(self, amounts: Mapping[Any, int]) -> Self:
        for owner, amount in amounts.items():
            self.state.cash[BANK] += self.state.cash[owner] - amount
            self.state.cash[owner] = amount
        return self

    def sold(self, **holders: str) -> Self:
        """Who holds the shares of a company, one name a share: `sold(NYC="B C C")`; the rest is unsold."""
        for name, row in holders.items():
            company = self.company(name)
            everything = [cert for cert in self.state.certs if str(cert).startswith(f"{company}-")]
            owners: list[Owner] = [self.player(holder) for holder in row.split()]
            charter: list[Owner] = [company] * (len(everything) - len(owners))
            self.state.certs |= dict(zip(everything, [*owners, *charter], strict=True))
        return self

    def with_tokens(self, **rows: str) -> Self:
        """On which hexes exactly a company stands: `with_tokens(PRR="R5 Q5")`; the rest lies on its charter."""
        for name, row in rows.items():
            company = self.company(name)
            self._lift_tokens(company)
            for hex_id in row.split():
                self._stand(company, HexId(hex_id))
        return self

    def with_tokens_left(self, **counts: int) -> Self:
        """This many tokens on the charter: the others stand on the nearest empty hexes."""
        for name, left in counts.items():
            company = self.company(name)
            near = self.title.grid.distances(self.state.board.hexes_of(company))
            empty = [hex_id for hex_id in near if not self.state.board.tokens_on(hex_id)]
            free = sorted(empty, key=lambda hex_id: (near[hex_id], hex_id))
            for hex_id in free[: self.state.tokens[company] - left]:
                self._stand(company, hex_id)
        return self

    def _lift_tokens(self, company: CompanyId) -> None:
        board = self.state.board
        lifted = {h: tuple(c for c in present if c != company) for h, present in board.tokens.items()}
        self.state.tokens[company] += len(board.hexes_of(company))
        self.state.board = Board(board.grid, {hex_id: present for hex_id, present in lifted.items() if present})

    def _stand(self, company: CompanyId, hex_id: HexId) -> None:
        self.state.tokens[company] -= 1
        self.state.board = self.state.board.with_token(company, hex_id)

    def keep(self, **changes: Any) -> Self:
        """The tables that only this title has."""
        self.state.extras = replace(self.state.extras, **changes)
        return self

    def at(self, *frames: Frame) -> Self:
        """The open procedures, outermost first."""
        self.state.stack[:] = frames
        return self

    def game(self) -> Game:
        """The question that this position leads to."""
        made = {what: n for what, n in self.title.counts(self.state).items() if n != self._box[what]}
        assert not made, f"more or less than the box holds: {made}"
        return Game.at(self.title, self.state.copy())


class TrackInWriting(TableInWriting):
    """The set-up of a title with tiles and trains."""

    @property
    def board(self) -> Board:
        return self.state.board

    def tiles(self, row: str) -> Self:
        """Tiles as they lie, laid one after the other: `tiles("F11 790/1, G12 57/2")`."""
        for hex_id, laid in _written_tiles(row):
            self.state.board = self.board.with_tile(hex_id, laid.tile, laid.turn)
        return self

    def lies(self, row: str) -> Self:
        """Tiles that were put somewhere without asking what suits: later colours, or to empty the supply."""
        self.state.board = replace(self.board, tiles={**self.board.tiles, **dict(_written_tiles(row))})
        return self

    def line(self, row: str) -> Self:
        """Track along a row of hexes, of tiles in supply, as far as there is none yet."""
        hexes = [HexId(name) for name in row.split()]
        for at, hex_id in enumerate(hexes):
            sides = self._sides_in_line(hexes, at)
            if any(not self.board.exits(hex_id) >> side & 1 for side in sides):
                upgrade = self._joining(hex_id, sides)
                self.state.board = self.board.with_tile(hex_id, upgrade.tile.id, upgrade.turn, upgrade.stop_maps[0])
        return self

    def _joining(self, hex_id: HexId, sides: set[int]) -> Upgrade:
        """The first tile in supply that joins these sides."""
        for upgrade in self._in_supply(hex_id):
            if joins(upgrade, sides):
                return upgrade
        raise LookupError(f"no tile joins {sides} on {hex_id}")

    def _in_supply(self, hex_id: HexId) -> list[Upgrade]:
        upgrades = self.title.data.upgrades.over(hex_id, self.board.tiles.get(hex_id))
        return [upgrade for upgrade in upgrades if self.board.left(upgrade.tile.id)]

    def stations(self, **rows: str) -> Self:
        """Where a company stands: `stations(ATE="B9.1 E12.2")`; a hex alone means its first city."""
        for name, row in rows.items():
            for place in row.split():
                self.state.tokens[self.company(name)] -= 1
                self._put_station(self.company(name), place)
        return self

    def _put_station(self, company: CompanyId, place: str) -> None:
        stop = StopId(place) if "." in place else stop_id(HexId(place), 0)
        self.state.board = self.board.with_station(stop, company, beyond=not self.board.free_slots(stop))

    def order(self, row: str) -> Self:
        """In which order players have their turns, number 1 first."""
        self.state.order = tuple(self.player(name) for name in row.split())
        return self

    def _sides_in_line(self, hexes: list[HexId], at: int) -> set[int]:
        """The sides of a hex that lie towards those before and after it in a row."""
        around = self.board.map.neighbours[hexes[at]]
        near = [other for other in (hexes[at - 1 : at] + hexes[at + 1 : at + 2]) if other != hexes[at]]
        return {next(side for side, other in around.items() if other == there) for there in near}

    def _give(self, train: TrainId, owner: Owner, face: str | None = None) -> None:
        before = self.state.trains.get(train)
        card = Train(owner, face or (before.face if before else ""))
        self.state.trains = self.state.trains.without(train).with_card(train, card)


def _written_tiles(row: str) -> Iterator[tuple[HexId, Laid]]:
    for part in row.split(","):
        hex_id, laid = part.split()
        tile, _, turn = laid.partition("/")
        yield HexId(hex_id), Laid(TileId(tile), int(turn))


def joins(upgrade: Upgrade, sides: set[int]) -> bool:
    """Whether one stop or one track of a tile joins these sides."""
    picture = upgrade.tile.turned(upgrade.turn)
    joined = [set(reached) for reached in picture.stop_sides] + [set(pair) for pair in picture.plain]
    return any(sides <= reached for reached in joined)


def a_stock_turn(state: State, player: str, number: int, *, passes: int = 0, **facts: Any) -> StockTurn:
    """A player's turn in a stock round, after some others have passed."""
    turn = len(state.order) + state.order.index(PlayerId(Owner(player)))
    passed = tuple(state.order[at % len(state.order)] for at in range(turn - passes, turn))
    return StockTurn(number, turn, passed, **facts)


def asked(game: Game) -> Ask:
    """The question of a game that is not over."""
    assert game.ask is not None, "the game is over"
    return game.ask


def reading(game: Game) -> dict[str, Any]:
    """Everything that can be read off the table, by name: `{"cash A": 40, "treasury NYC": 10, "on R3": "PRR", …}`.

    The bank is left out: it has what the others have not.
    """
    state = game.state
    companies = [face.id for face in game.title.layout.companies]
    told: dict[str, Any] = {"asked": game.ask.who if game.ask else None}
    told |= {f"cash {player}": state.cash[player] for player in state.players}
    for company in companies:
        certs = [cert for cert in state.certs if str(cert).startswith(f"{company}-")]
        told[f"treasury {company}"] = state.cash[company]
        told[f"left {company}"] = state.tokens[company]
        told[f"sold {company}"] = " ".join(sorted(state.certs[c] for c in certs if state.certs[c] != company))
    told |= {f"on {hex_id}": " ".join(present) for hex_id, present in state.board.tokens.items()}
    for field in fields(state.extras):
        value = getattr(state.extras, field.name)
        told |= (
            {f"{field.name} {k}": v for k, v in value.items()} if isinstance(value, Mapping) else {field.name: value}
        )
    return told


def changed(before: Game, after: Game) -> dict[str, Any]:
    """What reads differently afterwards, and how it reads now. Unnamed things did not change."""
    old, new = reading(before), reading(after)
    return {name: new.get(name) for name in {**old, **new} if old.get(name) != new.get(name)}


def refused(game: Game, action: Any, *, by: str | None = None) -> str:
    """Paragraph and heading by which an action is refused: asked beforehand and tried, which changes nothing."""
    who = None if by is None else next(player for player in game.state.players if player == by)
    before, refusal = game.state.copy(), game.why_not(action, who)
    assert refusal is not None, f"{action} is legal"
    with pytest.raises(IllegalAction) as raised:
        game.play(action, who)
    assert raised.value.refusal == refusal
    assert game.state == before
    return str(refusal.cite)
