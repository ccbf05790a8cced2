"""What comes in goes out again: the same actions with the same names, and the passes that the site waits for."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest

from ferrovia.interop import export_game, import_text, read_export
from ferrovia.interop.course import parts_of
from ferrovia.interop.exported import ADDED_TO, Action, Exported
from recorded.games import TITLES, games_at_random, read
from support.recorded import RecordedGame, recorded_games

NOT_READ = ("id", "created_at", "user", "original_id", "tokener", "auto_actions", "ferrovia", "entity_type", ADDED_TO)
"""What the site does not read."""
FREE = ("buy_company", "sell_company", "special_buy")
"""What a company may do at any moment of its turn: here it is not noted between which of the site's questions."""

every_game = pytest.mark.parametrize(
    "game",
    [*games_at_random(*TITLES), *(game for title in TITLES for game in recorded_games(title))],
    ids=lambda game: f"{game}{'' if game.log.stem.startswith('r') else ' recorded'}",
)


def _said(action: Action, export: Exported) -> dict[str, Any]:
    said = {key: value for key, value in action.items() if key not in NOT_READ and value is not None}
    said["entity"] = export.players.get(action.entity, action.entity)
    if action.kind == "buy_train":
        said.pop("variant", None)  # old records leave it out
    if action.kind == "run_routes":
        said = _run(said)
    if action.kind == "payoff_player_debt_partial":
        said.pop("amount")  # more may be said than somebody has
    if action.kind == "place_token":
        said.pop("slot", None)  # people choose it, without effect
    if action.kind == "place_token" and str(action["city"]).startswith("B9-0-"):
        said["city"] = "B9-0"  # ATE's bare home, where both cities are one
    if "shares" in said and export.title.startswith("1824"):
        said["shares"] = sorted({cert.partition("_")[0] for cert in said["shares"]})  # any of them may be named
    return said


def _run(said: dict[str, Any]) -> dict[str, Any]:
    """What was earned, and where; the direction of a way is free, and so is what is written for people to read."""
    routes, about = said["routes"], {"type": said["type"], "entity": said["entity"]}
    earned = sum(route["revenue"] for route in routes) + said.get("extra_revenue", 0)
    paid = sum(route.get("subsidy", 0) for route in routes) or said.get("subsidy", 0)
    return about | {"revenue": earned, "subsidy": paid, "routes": [_route(route) for route in routes]}


def _route(route: dict[str, Any]) -> dict[str, Any]:
    connections = sorted(min(piece, piece[::-1]) for piece in route["connections"])
    hexes, paid = min(route["hexes"], route["hexes"][::-1]), route.get("subsidy", 0)
    told = {"train": route["train"], "connections": connections, "hexes": hexes, "subsidy": paid}
    return told | {"nodes": sorted(route["nodes"]) if "nodes" in route else None, "revenue": route["revenue"]}


def _compare_routes(went_out: list[dict[str, Any]], came_in: list[dict[str, Any]], export: Exported) -> None:
    """Route by route. A run that was taken as recorded has no routes of ours; old records name no nodes; how freight
    trains of 1862 that run as one share their revenue is free."""
    for ours, theirs in zip(went_out, came_in, strict=True):
        mine, its = ours.pop("routes", []), theirs.pop("routes", [])
        if mine and not mine[0]["connections"]:
            continue
        for one, other in zip(mine, its, strict=True):
            for free in ("nodes",) * (other["nodes"] is None) + ("revenue",) * (export.title == "1862"):
                del one[free], other[free]
            assert one == other


def _actions(export: Exported) -> Iterator[dict[str, Any]]:
    """Its actions, without those that change nothing; for each whether the site has added it for a company. What it has
    added for a player, somebody has programmed before."""
    for part in parts_of(export):
        action = part.action
        if action is None or action.kind == "end_game":
            continue
        is_tender = export.title == "18ESP" and action.kind == "choose" and str(action["choice"]).isdigit()
        added = action is not export.actions[part.number - 1] and not action.is_by_player
        added = added or action.kind == "destination_connection"  # older records got it later, by itself
        if not is_tender:
            yield _said(action, export) | {"by": action.get("entity_type"), "added": added}


def _in_turns(actions: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """Where a company has done something that is free, its passes and that stand in any order."""
    found: list[dict[str, Any]] = []
    for company, group in groupby(_with_company(actions), key=lambda pair: pair[0]):
        turn = [said for _, said in group]
        if company is not None and any(said["type"] in FREE or said["by"] == "company" for said in turn):
            turn = [said for said in turn if said["type"] not in ("pass", *FREE) and said["by"] == "corporation"]
        found += turn
    return found


def _with_company(actions: Iterator[dict[str, Any]]) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """Each action with the company that has its turn; locals and pioneers act in the turn of another."""
    company: str | None = None
    for said in actions:
        if said["by"] != "company":
            company = said["entity"] if said["by"] == "corporation" else None
        yield company, said


def _runs(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [said for said in actions if said["type"] == "run_routes"]


@every_game
def test_the_same_actions_go_out(game: RecordedGame) -> None:
    """Names of certificates, tiles and trains, prices, slots, routes, every pass, and what the site adds by itself."""
    export, record = read_export(read(game.log)), import_text(read(game.log)).record
    again = read_export(json.dumps(export_game(record)))
    came_in, went_out = _in_turns(_actions(export)), _in_turns(_actions(again))
    _compare_routes(_runs(went_out), _runs(came_in), export)
    assert went_out == came_in
