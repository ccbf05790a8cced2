"""Elements of an SVG drawing as text."""

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]

SERIF = "Georgia, 'Times New Roman', serif"
SANS = "Inter, 'Helvetica Neue', Arial, sans-serif"
INK = "#1c1a17"
PAPER = "#fbf8f1"
FAINT = "#6b645a"
LIGHT = "#fffdf6"


def number(value: float) -> str:
    """As short as it can be."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tag(name: str, *content: str, **attributes: object) -> str:
    """One element: `tag("circle", cx=3, r=2, stroke_width=1)`. What is None is left out."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(content)}</{name}>" if content else f"<{name}{given}/>"


def _value(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) else escape(str(value), quote=True)


def group(*content: str, at: Point | None = None, **attributes: object) -> str:
    move = None if at is None else f"translate({number(at[0])} {number(at[1])})"
    return tag("g", *content, transform=move, **attributes)


def words(
    text: str,
    at: Point,
    size: float,
    *,
    family: str = SANS,
    fill: str = INK,
    anchor: str = "middle",
    bold: bool = False,
    halo: str | None = None,
) -> str:
    """A text whose middle is at a point; a halo keeps it legible over lines."""
    around = {"stroke": halo, "stroke_width": size * 0.28, "paint_order": "stroke"} if halo else {}
    return tag(
        "text",
        escape(text),
        x=at[0],
        y=at[1] + size * 0.36,
        font_family=family,
        font_size=size,
        fill=fill,
        text_anchor=anchor,
        font_weight="bold" if bold else None,
        **around,
    )


def circle(at: Point, radius: float, **attributes: object) -> str:
    return tag("circle", cx=at[0], cy=at[1], r=radius, **attributes)


def polygon(points: Iterable[Point], **attributes: object) -> str:
    return tag("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def path(*steps: str | Point, **attributes: object) -> str:
    """A path of letters and points: `path("M", a, "Q", b, c)`."""
    d = " ".join(step if isinstance(step, str) else f"{number(step[0])} {number(step[1])}" for step in steps)
    return tag("path", d=d, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, **attributes)


def document(width: float, height: float, *content: str, title: str) -> str:
    size = {"width": number(width), "height": number(height), "viewBox": f"0 0 {number(width)} {number(height)}"}
    shown = (tag("title", escape(title)), box(0, 0, width, height, fill=PAPER), *content)
    return tag("svg", "\n".join(shown), xmlns="http://www.w3.org/2000/svg", role="img", **size) + "\n"
