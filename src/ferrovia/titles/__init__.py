"""The titles, listed one by one."""

from ferrovia.engine.codec import BadData
from ferrovia.engine.play import Title
from ferrovia.titles.chicago_express.title import TITLE as CHICAGO_EXPRESS
from ferrovia.titles.t18cz.title import TITLE as T18CZ
from ferrovia.titles.t18esp.title import TITLE as T18ESP
from ferrovia.titles.t1824.title import TITLE as T1824
from ferrovia.titles.t1862.title import TITLE as T1862

TITLES: dict[str, Title] = {title.id: title for title in (CHICAGO_EXPRESS, T1824, T18CZ, T1862, T18ESP)}


def find_title(name: str) -> Title:
    if name not in TITLES:
        raise BadData(f"there is no title {name!r}; there is {', '.join(TITLES)}")
    return TITLES[name]
