"""Derives the titles' map files from a folder of facts: `python tools/derive_data.py FACTS`.

People write the TOML files by hand; what this tool writes is JSON and is never edited.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TITLES = Path(__file__).parents[1] / "src/ferrovia/titles"


def chicago_express(facts: Mapping[str, Any]) -> dict[str, Any]:
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


def main(folder: Path) -> None:
    facts = json.loads((folder / "chicago-express.json").read_text("utf-8"))
    written = json.dumps(chicago_express(facts), ensure_ascii=False, indent=None)
    target = TITLES / "chicago_express/data/map.json"
    target.write_text(written.replace("}, {", "},\n{") + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
