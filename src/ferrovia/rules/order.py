"""In which order players have their turns: by cash, or clockwise from whoever has the priority deal."""

from ferrovia.engine.play import Table
from ferrovia.model.ids import PlayerId
from ferrovia.rules.stock import StockTurn


def clockwise_from(table: Table, player: PlayerId) -> tuple[PlayerId, ...]:
    """All players, this one first."""
    players = table.state.players
    at = players.index(player)
    return (*players[at:], *players[:at])


def from_the_priority_deal(table: Table) -> tuple[PlayerId, ...]:
    """Clockwise from whoever has it."""
    return clockwise_from(table, table.state.order[0])


def richest_first(table: Table) -> None:
    """New order by descending cash; among equals the earlier stays earlier."""
    _take_new_order(table, sorted(table.state.order, key=lambda player: -table.state.cash[player]))


def poorest_first(table: Table) -> None:
    """New order by ascending cash; among equals the earlier stays earlier."""
    _take_new_order(table, sorted(table.state.order, key=lambda player: table.state.cash[player]))


def _take_new_order(table: Table, order: list[PlayerId]) -> None:
    table.set_order(order)
    table.tell("new-order", players=tuple(order))


def pass_on_priority(table: Table) -> None:
    """At the end of a stock round, to the player with whom the passing began."""
    give_priority(table, table.here(StockTurn).passed[0])


def give_priority(table: Table, player: PlayerId) -> None:
    """Players have their turns clockwise from this one."""
    table.set_order(clockwise_from(table, player))
    table.tell("priority", player=player)
