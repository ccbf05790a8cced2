"""Titles and the lobby over HTTP."""

from typing import Annotated, Literal

from litestar import Router, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from ferrovia.server.accounts.endpoints import signed_in
from ferrovia.server.errors import errors
from ferrovia.server.lobby.titles import known_title, title_infos, usual_page
from ferrovia.server.schema import (
    BotSeatRequest,
    GameInfo,
    GameList,
    JoinRequest,
    NewGame,
    SeatRequest,
    SubstituteAnswer,
    SubstituteRequest,
    TitleInfo,
    TitlePage,
)
from ferrovia.server.services import AppRequest, services
from ferrovia.server.words import language_of

GameId = Annotated[str, PathParameter(description="The id of a game.")]
Invite = Annotated[
    str | None,
    QueryParameter(name="invite", max_length=60, description="The secret of an invitation link, for who is no member."),
]


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
        Literal["mine", "waiting", "open", "running", "finished"],
        QueryParameter(name="list", description="Mine, waiting for me, or by stage (public ones and mine)."),
    ] = "open",
    search: Annotated[str, QueryParameter(max_length=60, description="Part of a description, title or name.")] = "",
    page: Annotated[int, QueryParameter(ge=0, le=10_000, description="Counts from 0.")] = 0,
) -> GameList:
    """A page of games, the latest first."""
    return await services(request).lobby.listed(
        which, request.user, language_of(request), search=search.strip(), page=page
    )


@post("/games", status_code=201, summary="Make a game", responses=errors(400, 401, 403, 404, 409, 413, 429))
async def create(request: AppRequest, data: JSONBody[NewGame]) -> GameInfo:
    """A new game; with `start` it begins at once if no seat is open."""
    return await services(request).lobby.create(data, signed_in(request), language_of(request))


@get("/games/{game:str}", summary="A game's card", responses=errors(400, 404))
async def info(request: AppRequest, game: GameId, invite: Invite = None) -> GameInfo:
    """Title, options, seats and stage of a game."""
    return await services(request).lobby.info(game, request.user, language_of(request), invite=invite)


@post("/games/{game:str}/join", status_code=200, summary="Take a seat", responses=errors(400, 401, 403, 404, 409))
async def join(request: AppRequest, game: GameId, data: JSONBody[JoinRequest]) -> GameInfo:
    """Takes an open seat of a game that has not begun: the one named, or the first."""
    person = signed_in(request)
    return await services(request).lobby.join(game, person, language_of(request), invite=data.invite, seat=data.seat)


@post(
    "/games/{game:str}/leave", status_code=200, summary="Give the seat back", responses=errors(400, 401, 403, 404, 409)
)
async def leave(request: AppRequest, game: GameId) -> GameInfo | None:
    """Before the start only. When nobody is left the game is gone, and the answer is null."""
    return await services(request).lobby.leave(game, signed_in(request), language_of(request))


@post("/games/{game:str}/start", status_code=200, summary="Begin", responses=errors(400, 401, 403, 404, 409))
async def start(request: AppRequest, game: GameId) -> GameInfo:
    """The host begins the game once every seat is taken."""
    return await services(request).lobby.start(game, signed_in(request), language_of(request))


@post("/games/{game:str}/kick", status_code=200, summary="Free a seat", responses=errors(400, 401, 403, 404, 409))
async def kick(request: AppRequest, game: GameId, data: JSONBody[SeatRequest]) -> GameInfo:
    """The host frees a seat before the start."""
    return await services(request).lobby.kick(game, data.seat, signed_in(request), language_of(request))


@post("/games/{game:str}/seats", status_code=200, summary="Seat a bot", responses=errors(400, 401, 403, 404, 409))
async def seat_bot(request: AppRequest, game: GameId, data: JSONBody[BotSeatRequest]) -> GameInfo:
    """The host gives an open seat to a bot before the start; `kick` frees it again."""
    return await services(request).lobby.seat_bot(game, data, signed_in(request), language_of(request))


@delete("/games/{game:str}", status_code=204, summary="Drop a game", responses=errors(400, 401, 403, 404, 409))
async def drop(request: AppRequest, game: GameId) -> None:
    """The host drops a game that has not begun."""
    await services(request).lobby.delete(game, signed_in(request))


@post(
    "/games/{game:str}/substitute",
    status_code=200,
    summary="Ask for a substitute",
    responses=errors(400, 401, 403, 404, 409),
)
async def substitute(
    request: AppRequest, game: GameId, data: JSONBody[SubstituteRequest], invite: Invite = None
) -> GameInfo:
    """A seat is to be played by a bot or by yourself from now on; the others at the table must agree."""
    return await services(request).lobby.substitute(game, data, signed_in(request), language_of(request), invite=invite)


@post(
    "/games/{game:str}/substitute/answer",
    status_code=200,
    summary="Agree to a substitute, or not",
    responses=errors(400, 401, 403, 404, 409),
)
async def answer_substitute(request: AppRequest, game: GameId, data: JSONBody[SubstituteAnswer]) -> GameInfo:
    """One refusal is enough to drop the request; who asked may withdraw it."""
    person = signed_in(request)
    return await services(request).lobby.answer_substitute(game, data.seat, data.agree, person, language_of(request))


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
        substitute,
        answer_substitute,
    ],
    tags=["Lobby"],
)
