"""Titles and the lobby over HTTP."""

from typing import Annotated, Literal

from litestar import Router, delete, get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter

from ferrovia.server.errors import errors
from ferrovia.server.games.visits import GameId, Invite
from ferrovia.server.lobby.store import Wanted
from ferrovia.server.lobby.titles import known_title, title_infos, usual_page
from ferrovia.server.schema import (
    ArchiveRequest,
    BotSeatRequest,
    GameInfo,
    GameList,
    JoinRequest,
    NameRequest,
    NewGame,
    Pace,
    SeatRequest,
    SubstituteAnswer,
    SubstituteRequest,
    TitleInfo,
    TitlePage,
)
from ferrovia.server.services import AppRequest, player_of, reader_of, services
from ferrovia.server.words import language_of


@get("/titles", summary="What can be played", responses=errors(400), tags=["Titles"])
async def all_titles(request: AppRequest) -> list[TitleInfo]:
    """Every title with its options, its numbers of players and the bots that play it."""
    return title_infos(language_of(request))


@get("/titles/{title:str}", summary="A title in full", responses=errors(400, 404), tags=["Titles"])
async def one_title(
    request: AppRequest, title: Annotated[str, PathParameter(description="The id of a title.")]
) -> TitlePage:
    """Everything printed, the forms of its actions, its words, and its rules in short."""
    return usual_page(known_title(title).id, language_of(request))


@get("/games", summary="Lists of games", responses=errors(400))
async def games(
    request: AppRequest,
    which: Annotated[
        Literal["mine", "waiting", "open", "running", "finished", "analyses", "archived"],
        QueryParameter(
            name="list",
            description="Mine, waiting for me, by stage (public ones and mine), my analyses, or what I have put away.",
        ),
    ] = "open",
    search: Annotated[str, QueryParameter(max_length=60, description="Part of a description, title or name.")] = "",
    title: Annotated[str | None, QueryParameter(max_length=60, description="Only this title.")] = None,
    players: Annotated[int | None, QueryParameter(ge=1, le=12, description="Only for this number of players.")] = None,
    pace: Annotated[Pace | None, QueryParameter(description="Only those played so quickly.")] = None,
    others: Annotated[bool, QueryParameter(description="Only games in which I have no part.")] = False,
    resting: Annotated[bool, QueryParameter(description="Only games that do not wait for me.")] = False,
    page: Annotated[int, QueryParameter(ge=0, le=10_000, description="Counts from 0.")] = 0,
) -> GameList:
    """A page of games, the latest first."""
    wanted = Wanted(search.strip(), title, players, pace, others=others, resting=resting)
    to, reader = services(request), reader_of(request)
    async with to.lists.of(reader.network):
        return await to.lobby.listed(which, reader, wanted, page=page)


@post("/games", status_code=201, summary="Make a game", responses=errors(400, 401, 403, 404, 409, 413, 429))
async def create(request: AppRequest, data: JSONBody[NewGame]) -> GameInfo:
    """A new game; with `start` it begins at once if no seat is open."""
    return await services(request).lobby.create(data, player_of(request))


@get("/games/{game:str}", summary="A game's card", responses=errors(400, 404))
async def info(request: AppRequest, game: GameId, invite: Invite = None) -> GameInfo:
    """Title, options, seats and stage of a game."""
    return await services(request).lobby.info(game, reader_of(request, invite))


@post("/games/{game:str}/join", status_code=200, summary="Take a seat", responses=errors(400, 401, 403, 404, 409))
async def join(request: AppRequest, game: GameId, data: JSONBody[JoinRequest]) -> GameInfo:
    """Takes an open seat of a game that has not begun: the one named, or the first."""
    return await services(request).lobby.join(game, player_of(request, data.invite), seat=data.seat)


@post(
    "/games/{game:str}/leave", status_code=200, summary="Give the seat back", responses=errors(400, 401, 403, 404, 409)
)
async def leave(request: AppRequest, game: GameId) -> GameInfo | None:
    """Before the start only. When nobody is left the game is gone, and the answer is null."""
    return await services(request).lobby.leave(game, player_of(request))


@post("/games/{game:str}/start", status_code=200, summary="Begin", responses=errors(400, 401, 403, 404, 409))
async def start(request: AppRequest, game: GameId) -> GameInfo:
    """The host begins the game once every seat is taken."""
    return await services(request).lobby.start(game, player_of(request))


@post("/games/{game:str}/kick", status_code=200, summary="Free a seat", responses=errors(400, 401, 403, 404, 409))
async def kick(request: AppRequest, game: GameId, data: JSONBody[SeatRequest]) -> GameInfo:
    """The host frees a seat before the start."""
    return await services(request).lobby.kick(game, data.seat, player_of(request))


@post("/games/{game:str}/seats", status_code=200, summary="Seat a bot", responses=errors(400, 401, 403, 404, 409))
async def seat_bot(request: AppRequest, game: GameId, data: JSONBody[BotSeatRequest]) -> GameInfo:
    """The host gives an open seat to a bot before the start; `kick` frees it again."""
    return await services(request).lobby.seat_bot(game, data, player_of(request))


@delete("/games/{game:str}", status_code=204, summary="Drop a game", responses=errors(400, 401, 403, 404, 409))
async def drop(request: AppRequest, game: GameId) -> None:
    """The host drops a game that has not begun, an analysis, or one in which nobody else has played."""
    await services(request).lobby.delete(game, player_of(request))


@put("/games/{game:str}/name", summary="Name a game", responses=errors(400, 401, 403, 404, 409))
async def rename(request: AppRequest, game: GameId, data: JSONBody[NameRequest]) -> GameInfo:
    """The host says what a game is called."""
    return await services(request).lobby.rename(game, data.name, player_of(request))


@put("/games/{game:str}/archived", summary="Put a game away", responses=errors(400, 401, 403, 404))
async def archive(request: AppRequest, game: GameId, data: JSONBody[ArchiveRequest]) -> GameInfo:
    """A game that you have put away is in no list of yours but the archive; others notice nothing."""
    return await services(request).lobby.archive(game, data.archived, player_of(request))


@post(
    "/games/{game:str}/substitute",
    status_code=200,
    summary="Ask for a substitute",
    responses=errors(400, 401, 403, 404, 409, 429),
)
async def substitute(
    request: AppRequest, game: GameId, data: JSONBody[SubstituteRequest], invite: Invite = None
) -> GameInfo:
    """A seat is to be played by a bot or by yourself from now on; the others at the table must agree."""
    return await services(request).substitutes.ask(game, data, player_of(request, invite))


@post(
    "/games/{game:str}/substitute/answer",
    status_code=200,
    summary="Agree to a substitute, or not",
    responses=errors(400, 401, 403, 404, 409),
)
async def answer_substitute(request: AppRequest, game: GameId, data: JSONBody[SubstituteAnswer]) -> GameInfo:
    """One refusal is enough to drop the request; whoever asked may withdraw it."""
    return await services(request).substitutes.answer(game, data.seat, data.agree, player_of(request))


ROUTES = Router(
    "/api",
    route_handlers=[
        all_titles,
        one_title,
        games,
        create,
        info,
        join,
        leave,
        start,
        kick,
        seat_bot,
        drop,
        rename,
        archive,
        substitute,
        answer_substitute,
    ],
    tags=["Lobby"],
)
