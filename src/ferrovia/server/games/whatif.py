"""What a company's trains could run best, at any position, for anybody who looks on."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated

from litestar import Router, get
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.view import BestRoutes
from ferrovia.server.errors import Fault, errors
from ferrovia.server.games.endpoints import SeqQuery
from ferrovia.server.games.live import encode
from ferrovia.server.games.stream import event
from ferrovia.server.lobby.endpoints import GameId, Invite
from ferrovia.server.services import AppRequest, services

PATIENCE = 5.0
"""Seconds after which the best routes found so far are the answer, with the bound that holds for them."""
LONG_PATIENCE = 30.0
"""The same for who is told of better ones meanwhile."""

Company = Annotated[str, QueryParameter(max_length=40, description="Whose trains shall run.")]


async def _search(
    request: AppRequest, game: str, company: str, seq: int | None, invite: str | None, patience: float
) -> AsyncGenerator[BestRoutes]:
    """The search of a company's routes at a position that the reader may see, ready to begin."""
    games = services(request).games
    live = await games.fresh(game)
    live.refuse_strangers(request.user.id if request.user else None, invite)
    position = await games.position(live, live.seq if seq is None else seq)
    if company not in {face.id for face in live.title.layout.companies}:
        raise Fault("not-found", "no-such-company")
    if live.title.routes is None:
        raise Fault("not-found", "no-trains-here")
    return services(request).scouts.better_and_better(position, CompanyId(Owner(company)), patience)


@get("/routes", summary="Best routes", responses=errors(400, 404, 409))
async def best_routes(
    request: AppRequest,
    game: GameId,
    company: Company,
    seq: SeqQuery = None,
    invite: Invite = None,
) -> BestRoutes:
    """The best routes of a company at a position, with a bound, and whether they are proved to be the best.

    They are sought beside the event loop; a title without trains answers 404.
    """
    async with aclosing(await _search(request, game, company, seq, invite, PATIENCE)) as better:
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
async def better_routes(
    request: AppRequest,
    game: GameId,
    company: Company,
    seq: SeqQuery = None,
    invite: Invite = None,
) -> Stream:
    """The same while they are sought: a first answer at once, then better ones, each with the bound that holds for it.

    The stream ends with the proof, or when the time is over; the search ends when nobody reads any more.
    """
    better = await _search(request, game, company, seq, invite, LONG_PATIENCE)
    return Stream(
        _events(better),
        media_type="text/event-stream",
        headers={"cache-control": "no-cache", "x-accel-buffering": "no"},
    )


async def _events(better: AsyncGenerator[BestRoutes]) -> AsyncIterator[bytes]:
    async with aclosing(better):
        async for found in better:
            yield event("message", encode(found))


ROUTES = Router("/api/games/{game:str}", route_handlers=[best_routes, better_routes], tags=["Games"])
