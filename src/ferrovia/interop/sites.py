"""All titles whose records travel, by what 18xx.games calls them."""

from collections.abc import Mapping
from typing import Any

from ferrovia import BadData
from ferrovia.interop.exported import Exported
from ferrovia.interop.site import Site
from ferrovia.interop.t18cz import SITE as T18CZ
from ferrovia.interop.t18esp import SITE as T18ESP
from ferrovia.interop.t1824 import SITE as T1824
from ferrovia.interop.t1862 import SITE as T1862

ALL: tuple[Site[Any], ...] = (T1824, T18CZ, T1862, T18ESP)
SITES: Mapping[str, Site[Any]] = {name: site for site in ALL for name in site.names}


def site_of(export: Exported) -> Site[Any]:
    if export.title not in SITES:
        raise BadData(f"exports of {export.title!r} cannot be read; those of {', '.join(SITES)} can")
    return SITES[export.title]


def site_for(title: str) -> Site[Any] | None:
    """The site's side of a title of ours."""
    return next((site for site in ALL if site.title == title), None)
