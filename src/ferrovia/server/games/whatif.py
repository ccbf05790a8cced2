"""What a company's trains could run best and what its shares will bring, at any position, for whoever looks on."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated

from litestar import Router, get
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from ferrovia.bots import share_hint
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.view import BestRoutes, Network
from ferrovia.server.encoding import encode
from ferrovia.server.errors import Fault, errors
from ferrovia.server.games.aside import aside
from ferrovia.server.games.endpoints import SeqQuery
from ferrovia.server.games.stream import event
from ferrovia.server.games.visits import VISITS, Visit, Visiting
from ferrovia.server.schema import ShareHint

ANSWER_SECONDS = 5.0
"""Seconds after which the best routes found so far are the answer, with the bound that holds for them."""
STREAM_SECONDS = 30.0
"""The same for whoever is told of better ones meanwhile."""

Company = Annotated[str, QueryParameter(max_length=40, description="Which company is meant.")]


async def _search(visit: Visit, company: str, seq: int | None, seconds: float) -> AsyncGenerator[BestRoutes]:
    """The search of a company's routes at a position, ready to begin."""
    live = visit.live
    position = await visit.to.shelf.position(live, live.seq if seq is None else seq)
    if company not in {face.id for face in live.title.layout.companies}:
        raise Fault("not-found", "no-such-company")
    if live.title.routes is None:
        raise Fault("not-found", "no-trains-here")
    return visit.to.scouts.better_and_better(position, CompanyId(Owner(company)), seconds)


@get("/routes", summary="Best routes", responses=errors(400, 404, 409))
async def best_routes(visit: Visiting, company: Company, seq: SeqQuery = None) -> BestRoutes:
    """The best routes of a company at a position, with a bound, and whether they are proved to be the best.

    They are sought beside the event loop; a title without trains answers 404.
    """
    async with visit.search(), aclosing(await _search(visit, company, seq, ANSWER_SECONDS)) as better:
        found = [one async for one in better]
    return found[-1]


@get(
    "/routes/stream",
    summary="Better and better routes",
    media_type="text/event-stream",
    responses={
        200: ResponseSpec(
            BestRoutes,
            media_type="text/event-stream",
            generate_examples=False,
            description="Server-sent events, `message` (data = BestRoutes): each better, or with a lower bound.",
        )
    }
    | errors(400, 404, 409),
)
async def better_routes(visit: Visiting, company: Company, seq: SeqQuery = None) -> Stream:
    """The same while they are sought: a first answer at once, then better ones, each with the bound that holds for it.

    The stream ends with the proof, or when the time is over; the search ends when nobody reads any more.
    """
    await visit.to.lines.refuse_more(visit.reader.network)
    better = await _search(visit, company, seq, STREAM_SECONDS)
    return Stream(
        _events(visit, better),
        media_type="text/event-stream",
        headers={"cache-control": "no-cache", "x-accel-buffering": "no"},
    )


@get("/reach", summary="What a company reaches", responses=errors(400, 404, 409))
async def reach(quick_visit: Visiting, company: Company, seq: SeqQuery = None) -> Network:
    """Where a company's track leads at a position, and the stops at which others block it."""
    visit, live = quick_visit, quick_visit.live
    if company not in {face.id for face in live.title.layout.companies}:
        raise Fault("not-found", "no-such-company")
    async with visit.turn():
        position = await visit.to.shelf.position(live, live.seq if seq is None else seq)
        return await aside(live.title, lambda: position.game.network(CompanyId(Owner(company))))


@get("/hint", summary="What a share will bring", responses=errors(400, 403, 404, 409))
async def hint(visit: Visiting, company: Company, seq: SeqQuery = None) -> ShareHint:
    """What a share of a company will bring, as the bots see it. 403 where the table plays without hints."""
    live, wanted = visit.live, visit.live.seq if seq is None else seq
    if not live.hints:
        raise Fault("not-allowed", "no-hints-here")
    async with visit.turn():
        position = await visit.to.shelf.position(live, wanted)
        known = await aside(live.title, lambda: share_hint(position.game, CompanyId(Owner(company))))
    if known is None:
        raise Fault("not-found", "no-such-hint", company=company)
    return ShareHint(seq=wanted, company=company, text=live.words_in(visit.language).thought(known))


async def _events(visit: Visit, better: AsyncGenerator[BestRoutes]) -> AsyncIterator[bytes]:
    async with visit.to.lines.open(visit.reader.network) as may_stay, aclosing(better):
        if not may_stay:
            return
        async with visit.search():
            async for found in better:
                yield event("message", encode(found))


ROUTES = Router(
    "/api/games/{game:str}",
    route_handlers=[best_routes, better_routes, reach, hint],
    tags=["Games"],
    dependencies=VISITS,
)
