"""What a company's trains could run best, at any position, for anybody who looks on."""

import asyncio
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from ferrovia import Search
from ferrovia.model.ids import CompanyId, Owner
from ferrovia.model.view import BestRoutes
from ferrovia.server.errors import Fault, errors
from ferrovia.server.games.endpoints import SeqQuery
from ferrovia.server.lobby.endpoints import GameId, Invite
from ferrovia.server.services import AppRequest, services

PATIENCE = 5.0
"""Seconds after which the best routes found so far are the answer, with the bound that holds for them."""

Company = Annotated[str, QueryParameter(max_length=40, description="Whose trains shall run.")]


@get("/routes", summary="Best routes", responses=errors(400, 404, 409), tags=["Games"])
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
    live = await services(request).games.fresh(game)
    live.refuse_strangers(request.user.id if request.user else None, invite)
    position = await services(request).games.position(live, live.seq if seq is None else seq)
    wanted = CompanyId(Owner(company))
    if company not in {face.id for face in position.game.title.layout.companies}:
        raise Fault("not-found", "no-such-company")
    found = await asyncio.to_thread(position.game.best_routes, wanted, Search(budget_seconds=PATIENCE))
    if found is None:
        raise Fault("not-found", "no-trains-here")
    return found
