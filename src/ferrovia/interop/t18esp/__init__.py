"""18ESP on 18xx.games."""

from ferrovia.interop.site import Site
from ferrovia.interop.t18esp.asking import FOLLOW
from ferrovia.interop.t18esp.facts import facts_at
from ferrovia.interop.t18esp.notes import Notes
from ferrovia.interop.t18esp.setup import NAME, TITLE, options, setup
from ferrovia.interop.t18esp.writing import write

SITE: Site[Notes] = Site(
    title=TITLE, names=(NAME,), options=options, setup=setup, follow=FOLLOW, facts=facts_at, write=write
)
