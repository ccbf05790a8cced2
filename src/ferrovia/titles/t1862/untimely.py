"""Moves at any other time than their own: always refused, with the paragraph that says when they are allowed."""

from typing import Any

from ferrovia.engine.moves import forbidding, never
from ferrovia.engine.play import Move, Refused, Table, refused, refused_by, rule
from ferrovia.rules.rounds import open_turn
from ferrovia.rules.stations import PlaceStation
from ferrovia.rules.track import LayTile, track_is_over
from ferrovia.titles.t1862.dividends import PayWithHudson
from ferrovia.titles.t1862.material import is_administered, lner_formed
from ferrovia.titles.t1862.mergers import Acquire, Merge
from ferrovia.titles.t1862.redeeming import RedeemShare
from ferrovia.titles.t1862.track import ALLOWANCE, LinkLondon, PlaceSmallStation


def why_nothing_is_built(table: Table) -> Refused | None:
    """[10.3] [7.3] [7.6.5] What keeps a company from track and stations alike."""
    turn = open_turn(table)
    if lner_formed(table):
        return refused_by("no-building-after-lner")
    if turn is not None and is_administered(table, turn.company):
        return refused_by("state-builds-nothing", company=turn.company)
    if turn is not None and "london" in turn.done:
        return refused_by("london-is-all", company=turn.company)
    return None


@rule("building-time")
def it_is_time_to_build(table: Table, action: LayTile | PlaceSmallStation | LinkLondon) -> Refused | None:
    """[7.1] [7.6] In a company's turn, once, before stations are placed and trains run."""
    reason, turn = why_nothing_is_built(table), open_turn(table)
    if reason is None and turn is not None and track_is_over(turn, ALLOWANCE):
        return refused_by("building-over", company=turn.company)
    return reason or refused()


@rule("station-time")
def it_is_time_for_a_station(table: Table, action: PlaceStation) -> Refused | None:
    """[7.1] [7.7] In a company's turn, one beside the home, after building and before its trains run."""
    reason, turn = why_nothing_is_built(table), open_turn(table)
    if reason is None and turn is not None and "stations" in turn.done:
        return refused_by("one-station-a-turn", company=turn.company)
    if reason is None and turn is not None and not table.state.tokens[turn.company]:
        return refused_by("station-token", company=turn.company)
    return reason or refused()


@rule("merging-time")
def it_is_time_to_merge(table: Table, action: Merge | Acquire) -> Refused | None:
    if lner_formed(table):
        return refused_by("no-merger-after-lner", company=action.company)
    return refused(company=action.company)


UNTIMELY: tuple[Move[Any], ...] = (
    forbidding(Merge, it_is_time_to_merge),
    forbidding(Acquire, it_is_time_to_merge.under("acquiring-time")),
    forbidding(LayTile, it_is_time_to_build),
    forbidding(PlaceSmallStation, it_is_time_to_build),
    forbidding(LinkLondon, it_is_time_to_build),
    forbidding(PlaceStation, it_is_time_for_a_station),
    forbidding(RedeemShare, never("redeeming-time")),
    forbidding(PayWithHudson, never("hudson-time")),
)
"""[7.1] Every one in its own part of a company's turn."""
