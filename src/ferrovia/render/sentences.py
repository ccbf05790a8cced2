"""The board in sentences, for ears and for whoever wants to know exactly what is there."""

from collections.abc import Iterable

from ferrovia.model.ids import HexId
from ferrovia.model.view import HexView, Layout, StopFace, View
from ferrovia.render.ground import Ground, Lying, worth
from ferrovia.text import Words
from ferrovia.text.phrase import listed

COLOURS = ("yellow", "green", "brown", "gray", "red", "blue", "orange")
"""The colours of tiles for which there are words: a white hex shows its terrain instead."""


def describe_hex(layout: Layout, view: View, hex_id: HexId, words: Words) -> str:
    """A hex in one sentence: "Q3 Binghamton, city, cost 2, income 1, development +1; PRR and NYC there; no house", or
    "E16 Pardubice, yellow tile 6; city 20, station of BCB, track to D17 and E14"."""
    ground = Ground(layout, view)
    lying = ground.lying(hex_id)
    return _untiled(ground, hex_id, words) if lying is None else _tiled(ground, hex_id, lying, words)


def describe_board(layout: Layout, view: View, words: Words) -> list[str]:
    """Every hex where something stands or lies, each in one sentence, as they are printed."""
    occupied = {t.id for t in view.hexes if t.tokens or t.marks or t.figures or t.tile or any(map(any, t.stations))}
    return [describe_hex(layout, view, face.id, words) for face in layout.hexes if face.id in occupied]


# ------------------------------------------------------------------------------------------------- a map without tiles


def _untiled(ground: Ground, hex_id: HexId, words: Words) -> str:
    there, figures = ground.there(hex_id), ground.figures(hex_id)
    printed = [words.hex(hex_id), words.term("terrain", ground.faces[hex_id].terrain)]
    printed += [_figure(name, value, words) for name, value in figures.items()]
    parts = [", ".join(printed), _who_is_there(there, words)]
    if there.marks:
        parts.append(", ".join(words.term("mark", mark) for mark in there.marks))
    elif "development" in figures:
        parts.append(words.ui("hex-no-house"))
    return "; ".join(parts)


def _figure(name: str, value: int, words: Words) -> str:
    sign = "+" if name == "development" else ""
    return f"{words.term('figure', name)} {sign}{value}"


def _who_is_there(there: HexView, words: Words) -> str:
    if not there.tokens:
        return words.ui("hex-nobody")
    companies = listed([words.company(company) for company in there.tokens], words.language)
    return words.ui("hex-present", companies=companies)


# --------------------------------------------------------------------------------------------------- a map with tiles


def _tiled(ground: Ground, hex_id: HexId, lying: Lying, words: Words) -> str:
    """What lies there, then each stop with who stands there and where its track leads, then track past the stops."""
    parts = [", ".join([words.hex(hex_id), *_what_lies(ground, hex_id, lying, words)])]
    for number, (stop, present) in enumerate(zip(lying.face.stops, ground.stations(hex_id), strict=True)):
        track = track_to(ground, hex_id, lying.sides_of(number), words)
        parts.append(", ".join([_stop(stop, lying.face.colour, words), *_slots(present, words), *track]))
    for a, b in lying.plain:
        ends = {"start": _across(ground, hex_id, a, words), "end": _across(ground, hex_id, b, words)}
        parts.append(words.ui("track-past", **ends))
    return "; ".join(parts)


def _what_lies(ground: Ground, hex_id: HexId, lying: Lying, words: Words) -> Iterable[str]:
    face, colour = ground.faces[hex_id], lying.face.colour
    if lying.laid:
        yield words.ui(f"tile-{colour}", tile=lying.face.id)
    elif colour in COLOURS:
        yield words.ui(f"printed-{colour}")
    if lying.face.label:
        yield words.ui("tile-label", label=lying.face.label)
    if not lying.laid:
        yield words.term("terrain", face.terrain)
        yield from (f"{words.term('figure', name)} {words.money(value)}" for name, value in face.figures.items())


def _stop(stop: StopFace, colour: str, words: Words) -> str:
    return f"{words.ui(f'stop-{_kind(stop, colour)}')} {worth(stop)}".rstrip()


def _kind(stop: StopFace, colour: str) -> str:
    """A halt is a harbour where the hex is blue, a mine anywhere else."""
    if stop.kind != "halt":
        return stop.kind
    return "harbour" if colour == "blue" else "mine"


def _slots(present: tuple[str, ...], words: Words) -> Iterable[str]:
    companies = [words.company(company) for company in present if company]
    if companies:
        yield words.ui("hex-present", companies=listed(companies, words.language))
    if "" in present:
        yield words.ui("slots-free", count=present.count(""))


def track_to(ground: Ground, hex_id: HexId, sides: Iterable[int], words: Words) -> list[str]:
    """Where track leads: one phrase, or none where there is no track."""
    places = [_across(ground, hex_id, side, words) for side in sides]
    return [words.ui("track-to", places=listed(places, words.language))] if places else []


def _across(ground: Ground, hex_id: HexId, side: int, words: Words) -> str:
    other = ground.neighbour(hex_id, side)
    return words.ui("off-the-map") if other is None else words.hex(other.id)
