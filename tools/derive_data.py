"""Derives the titles' maps, tiles and markets from a folder of facts: `python tools/derive_data.py FACTS`.

People write the TOML files by hand; what this tool writes is JSON and is never edited.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SPELT = {"Karolvy Vary": "Karlovy Vary", "Salzbug": "Salzburg", "Buda Pest": "Budapest"}
"""Names that the facts misspell."""

TITLES = Path(__file__).parents[1] / "src/ferrovia/titles"

Facts = Mapping[str, Any]


def chicago_express(facts: Facts) -> dict[str, Any]:
    """Hexes with doubled coordinates, flat top; columns of odd index lie half a hex lower."""
    hexes = [
        {
            "id": h["id"],
            "x": h["col"],
            "y": 2 * h["row"] + h["col"] % 2,
            "name": h.get("name", ""),
            "kind": h["kind"],
            "cost": h["cost"] or 0,
            "income": h["income"] or 0,
            "development": h["development_income"] or 0,
            "developable": h["developable"],
        }
        for h in facts["map"]["hexes"]
    ]
    return {"orientation": "flat", "hexes": sorted(hexes, key=lambda h: (h["x"], h["y"]))}


# ------------------------------------------------------------------------------------------------------ tiles and hexes


def said(data: Facts) -> dict[str, Any]:
    """Only what says something: what is left out has its default."""
    return {key: value for key, value in data.items() if value not in ("", [], {}, None, False)}


def number(edge: str) -> int:
    return int(edge.removeprefix("e"))


def stop(facts: Facts) -> dict[str, Any]:
    return said({key: facts.get(key) for key in ("kind", "slots", "revenue", "groups", "hidden")})


def track(facts: Any) -> Any:
    """Ordinary track is a pair of ends. Of two parallel tracks the ends are told apart as a and b."""
    if isinstance(facts, list):
        return facts
    lanes = facts.get("lanes", [[1, 0], [1, 0]])
    ends = [
        end + "ab"[lane] if end[0] == "e" and width == 2 else end
        for end, (width, lane) in zip(facts["between"], lanes, strict=True)
    ]
    more = said({"gauge": facts.get("gauge"), "terminal": "terminal" in facts})
    return {"ends": ends, **more} if more else ends


def printed(facts: Facts) -> dict[str, Any]:
    """What hexes and tiles have in common."""
    return {
        "id": facts["id"],
        "colour": facts["color"],
        "label": facts.get("label"),
        "stops": [stop(s) for s in facts.get("stops", [])],
        "tracks": [track(t) for t in facts.get("track", [])],
        "marks": facts.get("marks"),
    }


def piece(tile: Facts, ids: Iterable[str]) -> str:
    """The cardboard of a tile: both sides of it, or all its faces with and without markers, are one piece."""
    if "opposite" in tile:
        return "/".join(sorted((tile["id"], tile["opposite"]), key=list(ids).index))
    return tile["id"].partition("_")[0] if "_" in tile["id"] else ""


def tiles(facts: Facts) -> dict[str, Any]:
    ids = [tile["id"] for tile in facts["tiles"]]
    frames = {"#800080": "purple"}
    return {
        "tiles": [
            said(
                printed(tile)
                | {"count": None if tile["count"] == "unlimited" else tile["count"]}
                | {"piece": piece(tile, ids), "frame": frames[tile["frame"]] if "frame" in tile else ""}
            )
            for tile in facts["tiles"]
        ]
    }


def blocked(facts: Facts) -> dict[str, list[int]]:
    """Sides that are blocked from here or from the neighbour."""
    found = {h["id"]: {number(edge) for edge in h.get("blocked_edges", [])} for h in facts["hexes"]}
    for h in facts["hexes"]:
        for edge in h.get("blocked_edges", []):
            found[h["neighbors"][edge]].add((number(edge) + 3) % 6)
    return {hex_id: sorted(edges) for hex_id, edges in found.items()}


def board(facts: Facts) -> dict[str, Any]:
    closed = blocked(facts)
    hexes = [
        said(
            printed(h)
            | {"name": SPELT.get(h.get("name"), h.get("name")), "blocked": closed[h["id"]], "terrain": h.get("terrain")}
            | {"stubs": [number(edge) for edge in h.get("stubs", [])]}
            | {"reservations": reservations(h)}
            | {"borders": [{"edge": b["edge"], "kind": b.get("type", "open")} for b in h.get("borders", [])]}
            | {"dividers": [[p["a"], p["b"]] for p in h.get("partitions", [])]}
            | {"later_label": {f["color"]: f["label"] for f in [h.get("future_label")] if f}}
        )
        | {"x": h["x"], "y": h["y"]}
        for h in facts["hexes"]
    ]
    return {"orientation": facts["hex_layout"], "hexes": sorted(hexes, key=lambda h: (h["y"], h["x"]))}


def reservations(facts: Facts) -> list[dict[str, Any]]:
    at_stops = [{"company": r["for"], "stop": r["city"]} for r in facts.get("reservations", [])]
    return at_stops + [{"company": company} for company in facts.get("hex_reservations", [])]


def with_mines(facts: Facts) -> Facts:
    """1824: the facts list the mines, which are gray, as cities."""
    return facts | {"hexes": [_as_mine(h) if h["color"] == "gray" else h for h in facts["hexes"]]}


def _as_mine(facts: Facts) -> Facts:
    return facts | {"stops": [stop | {"kind": "mine"} for stop in facts.get("stops", [])]}


def good_times(facts: Facts) -> dict[str, Any]:
    """1824: the tiles that the Good Times add or have more of; the town tokens are tiles of the map's own colour."""
    town = {"kind": "town", "revenue": 0}
    tokens = [
        {"id": f"{number}-town", "color": "white", "count": "unlimited", "stops": [town] * number} for number in (1, 2)
    ]
    return tiles({"tiles": [*facts["good_times"]["tiles"], *tokens]})


def check_neighbours(facts: Facts) -> None:
    """Doubled coordinates say the same as the list of neighbours."""
    steps = {
        "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
        "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
    }[facts["hex_layout"]]
    at = {(h["x"], h["y"]): h["id"] for h in facts["hexes"]}
    for h in facts["hexes"]:
        around = {f"e{edge}": at.get((h["x"] + dx, h["y"] + dy)) for edge, (dx, dy) in enumerate(steps)}
        if said(around) != h["neighbors"]:
            raise ValueError(f"the neighbours of {h['id']} do not fit its place")


# -------------------------------------------------------------------------------------------------------------- markets


def zigzag(facts: Facts) -> dict[str, Any]:
    """One line of prices, drawn alternately in the lower and the upper row."""
    (line,) = facts["market"]
    return {"form": "zigzag", "cells": [cell(c, row=1 - at % 2, column=at // 2) for at, c in enumerate(line)]}


def grid(facts: Facts) -> dict[str, Any]:
    rows = enumerate(facts["market"])
    return {"form": "grid", "cells": [cell(c, row=at, column=n) for at, row in rows for n, c in enumerate(row) if c]}


def cell(facts: Facts, *, row: int, column: int) -> dict[str, Any]:
    return {"row": row, "column": column, "price": facts["price"]} | said({"zones": facts.get("zones")})


# -------------------------------------------------------------------------------------------------------------- writing


def write(title: str, name: str, data: Facts) -> None:
    """A line for each hex, tile or cell."""
    head = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items() if not isinstance(value, list)]
    lists = [
        f"{json.dumps(key)}: [\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in value) + "\n]"
        for key, value in data.items()
        if isinstance(value, list)
    ]
    folder = TITLES / title / "data"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text("{" + ", ".join((*head, *lists)) + "}\n", "utf-8")


def main(folder: Path) -> None:
    def facts_of(name: str) -> Facts:
        return json.loads((folder / f"{name}.json").read_text("utf-8"))

    write("chicago_express", "map", chicago_express(facts_of("chicago-express")))
    boards = {
        ("t18cz", "18CZ"): ("map", "tiles"),
        ("t1862", "1862"): ("map", "tiles"),
        ("t1824", "1824"): ("map", "tiles"),
        ("t1824", "1824-cisleithania"): ("cisleithania", "cisleithania_tiles"),
        ("t18esp", "18ESP"): ("map", "tiles"),
    }
    for (title, name), (map_file, tile_file) in boards.items():
        facts = facts_of(name)
        check_neighbours(facts)
        if title == "t1824":
            facts = with_mines(facts)
        write(title, map_file, board(facts))
        write(title, tile_file, tiles(facts))
        if map_file == "map":
            write(title, "market", grid(facts) if title == "t1824" else zigzag(facts))
    write("t1824", "good_times_tiles", good_times(facts_of("1824")))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
