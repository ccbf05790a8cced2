"""1824 on 18xx.games, with Cisleithania, which has a name of its own there."""

from ferrovia.interop.site import Site
from ferrovia.interop.t1824.asking import FOLLOW
from ferrovia.interop.t1824.facts import facts_at
from ferrovia.interop.t1824.notes import Notes
from ferrovia.interop.t1824.setup import CISLEITHANIA, NAME, TITLE, options, setup
from ferrovia.interop.t1824.writing import write

SITE: Site[Notes] = Site(
    title=TITLE, names=(NAME, CISLEITHANIA), options=options, setup=setup, follow=FOLLOW, facts=facts_at, write=write
)
