"""18CZ on 18xx.games."""

from ferrovia.interop.site import Site
from ferrovia.interop.t18cz.asking import FOLLOW
from ferrovia.interop.t18cz.facts import facts_at
from ferrovia.interop.t18cz.notes import Notes
from ferrovia.interop.t18cz.setup import NAME, TITLE, options, setup
from ferrovia.interop.t18cz.writing import write

SITE: Site[Notes] = Site(
    title=TITLE, names=(NAME,), options=options, setup=setup, follow=FOLLOW, facts=facts_at, write=write
)
