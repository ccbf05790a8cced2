"""Somebody comes to a game: it is found, and whoever may not see it is told that there is none."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Annotated

from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter, QueryParameter, SkipValidation

from ferrovia.server.access import Reader
from ferrovia.server.accounts.service import Person
from ferrovia.server.errors import Fault
from ferrovia.server.games.live import Live
from ferrovia.server.services import AppRequest, Services, reader_of, services, signed_in
from ferrovia.server.words import Connection

GameId = Annotated[str, PathParameter(description="The id of a game.")]
Invite = Annotated[
    str | None,
    QueryParameter(
        name="invite", max_length=60, description="The secret of an invitation link, for whoever is no member."
    ),
]


@dataclass(frozen=True, slots=True)
class Visit:
    """A reader at a game that has begun and that they may see."""

    to: Services
    reader: Reader
    live: Live

    @property
    def user(self) -> str | None:
        return self.reader.user

    @property
    def person(self) -> Person:
        """Refuses whoever is not signed in."""
        return self.reader.signed_in

    @property
    def language(self) -> str:
        return self.reader.language

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Long work begins when it is this network's turn."""
        return self.to.turns.of(self.reader.network)

    def replay(self) -> AbstractAsyncContextManager[None]:
        """The same for work that plays through a whole game."""
        return self.to.replays.of(self.reader.network)

    def search(self) -> AbstractAsyncContextManager[None]:
        """The same for a search that may take half a minute."""
        return self.to.searches.of(self.reader.network)


async def signed_in_only(connection: Connection, _handler: object) -> None:
    """Whoever is not signed in is asked to, before anything is said about the game. Litestar would do what is not async
    in a thread, each time."""
    if connection.user is None:
        raise Fault("not-signed-in", "sign-in-first")


async def _at_door(request: AppRequest, game: GameId, invite: Invite = None) -> Reader:
    """A reader of a game at any stage."""
    reader = reader_of(request, invite)
    await services(request).lobby.let_in(game, reader)
    return reader


async def _visit(request: AppRequest, game: GameId, invite: Invite = None) -> Visit:
    """A visit to a game as far as the database has it."""
    return await _visiting(request, game, invite, fresh=True)


async def _quick_visit(request: AppRequest, game: GameId, invite: Invite = None) -> Visit:
    """A visit to a game as this process knows it: for what is checked against the database later, or never changes."""
    return await _visiting(request, game, invite, fresh=False)


async def _players_visit(request: AppRequest, game: GameId, invite: Invite = None) -> Visit:
    """The same for a move, by somebody who is signed in. With a guard Litestar would copy the handler at each request,
    a tenth of all that a move takes."""
    signed_in(request)
    return await _visiting(request, game, invite, fresh=False)


async def _visiting(request: AppRequest, game: str, invite: str | None, *, fresh: bool) -> Visit:
    to, reader = services(request), reader_of(request, invite)
    return Visit(to, reader, await let_in(to, game, reader, fresh=fresh))


async def let_in(to: Services, game: str, reader: Reader, *, fresh: bool) -> Live:
    """A game that has begun, if this reader may see it."""
    try:
        live = await (to.shelf.fresh(game) if fresh else to.shelf.at_hand(game))
    except Fault as fault:
        if fault.sentence == "not-begun":  # which is for those to know who may see the game
            await to.lobby.let_in(game, reader)
        raise
    live.door.refuse_strangers(reader.user, reader.invite)
    return live


AtDoor = NamedDependency[SkipValidation[Reader]]
Visiting = NamedDependency[SkipValidation[Visit]]

VISITS = {
    "at_door": Provide(_at_door),
    "visit": Provide(_visit),
    "quick_visit": Provide(_quick_visit),
    "players_visit": Provide(_players_visit),
}
