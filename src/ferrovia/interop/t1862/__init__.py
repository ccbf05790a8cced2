"""1862 on 18xx.games."""

from ferrovia.interop.site import Site
from ferrovia.interop.t1862.asking import FOLLOW
from ferrovia.interop.t1862.facts import facts_at
from ferrovia.interop.t1862.notes import Notes
from ferrovia.interop.t1862.setup import NAME, TITLE, options, setup
from ferrovia.interop.t1862.writing import write

SITE: Site[Notes] = Site(
    title=TITLE, names=(NAME,), options=options, setup=setup, follow=FOLLOW, facts=facts_at, write=write
)
