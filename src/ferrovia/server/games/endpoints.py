"""Games over HTTP."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

from litestar import Response, Router, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from ferrovia.server.accounts.endpoints import signed_in
from ferrovia.server.accounts.service import Person
from ferrovia.server.errors import errors
from ferrovia.server.gate import credential_of
from ferrovia.server.lobby.endpoints import GameId, Invite
from ferrovia.server.lobby.titles import rule_text, title_page
from ferrovia.server.quick import Quick
from ferrovia.server.schema import (
    ActionRequest,
    Chart,
    Chat,
    ChatLine,
    ChatRequest,
    ConsentRequest,
    GameFile,
    GameInfo,
    ImportRequest,
    Log,
    Notes,
    NotesRequest,
    Preview,
    RuleText,
    SeqRequest,
    TitlePage,
    UndoRequest,
    Update,
)
from ferrovia.server.services import AppRequest, services
from ferrovia.server.words import language_of

SeqQuery = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1, description="A position; without it the latest.")]
Since = Annotated[
    int | None,
    QueryParameter(ge=0, le=2**31 - 1, description="The position you knew: events tell everything after it."),
]
From = Annotated[int, QueryParameter(name="from", ge=0, le=2**31 - 1, description="The first seq wanted.")]
To = Annotated[int | None, QueryParameter(name="to", ge=0, le=2**31 - 1, description="The last seq wanted.")]
After = Annotated[int, QueryParameter(ge=0, le=2**31 - 1, description="The number of the last line you have.")]

ANSWERS = errors(400, 401, 403, 404, 409, 413)


def _user(request: AppRequest) -> str | None:
    return request.user.id if request.user else None


@get("/position", summary="A position", responses=errors(400, 404, 409))
async def position(
    request: AppRequest,
    game: GameId,
    seq: SeqQuery = None,
    since: Since = None,
    invite: Invite = None,
) -> Update:
    """Any position of a game, in constant time; at the latest one, who is asked gets the offers."""
    live = await services(request).games.fresh(game)
    live.refuse_strangers(_user(request), invite)
    wanted = live.seq if seq is None else seq
    return await services(request).games.update(live, _user(request), language_of(request), seq=wanted, since=since)


@post(
    "/actions",
    status_code=200,
    summary="Answer",
    responses=ANSWERS | errors(422),
    exclude_from_compression=True,  # some kilobytes: not worth the time of everybody else who waits
    response_class=Quick,
)
async def act(request: AppRequest, game: GameId, data: JSONBody[ActionRequest]) -> Update:
    """Plays an action at the position `seq`. Answered only once the move is safe on the disk.

    422 says by which rule it is refused; 409 brings the fresh position when somebody was quicker.
    """
    person, games = signed_in(request), services(request).games
    live = await games.live(game)
    live.refuse_strangers(person.id, None)
    return await games.submit(person, live, data.seq, data.action, language_of(request))


@post("/preview", status_code=200, summary="What if", responses=errors(400, 403, 404, 409, 413))
async def preview(request: AppRequest, game: GameId, data: JSONBody[ActionRequest], invite: Invite = None) -> Preview:
    """Why an action would be refused, how it could be grown piece by piece, and what it would do. Changes nothing."""
    live = await services(request).games.live(game)
    live.refuse_strangers(_user(request), invite)
    if live.seq < data.seq:
        live = await services(request).games.fresh(game)
    found = await services(request).games.position(live, data.seq)
    return await services(request).games.preview(live, found, _user(request), language_of(request), data.action)


@post("/undo", status_code=200, summary="Take back", responses=ANSWERS)
async def undo(request: AppRequest, game: GameId, data: JSONBody[UndoRequest]) -> Update:
    """Takes back your own last answer and what followed of itself.

    Free until another person or chance has acted; after that the others are asked and the request is pending.
    """
    person = signed_in(request)
    live = await services(request).games.fresh(game)
    live.refuse_strangers(person.id, None)
    return await services(request).games.undo(person, live, data.seq, data.to, language_of(request))


@post("/undo/answer", status_code=200, summary="Agree to an undo, or not", responses=ANSWERS)
async def answer_undo(request: AppRequest, game: GameId, data: JSONBody[ConsentRequest]) -> Update:
    """When everybody has agreed the game goes back; one refusal drops the request."""
    person = signed_in(request)
    live = await services(request).games.fresh(game)
    live.refuse_strangers(person.id, None)
    return await services(request).games.answer_undo(person, live, data.agree, language_of(request))


@post("/redo", status_code=200, summary="Give again", responses=ANSWERS)
async def redo(request: AppRequest, game: GameId, data: JSONBody[SeqRequest]) -> Update:
    """Gives again what you took back, as long as nothing else was played."""
    person = signed_in(request)
    live = await services(request).games.fresh(game)
    live.refuse_strangers(person.id, None)
    return await services(request).games.redo(person, live, data.seq, language_of(request))


@get("/log", summary="The log", responses=errors(400, 404, 409))
async def log(request: AppRequest, game: GameId, first: From = 1, last: To = None, invite: Invite = None) -> Log:
    """Every answer in words, whoever gave it; what was taken back is marked."""
    live = await services(request).games.fresh(game)
    live.refuse_strangers(_user(request), invite)
    return await services(request).history.log(
        live, language_of(request), first=first, last=live.seq if last is None else last
    )


@get("/chart", summary="Worth over time", responses=errors(400, 404, 409))
async def chart(request: AppRequest, game: GameId, invite: Invite = None) -> Chart:
    """What everybody was worth after each answer, and what a guess says it would bring in the end."""
    live = await services(request).games.fresh(game)
    live.refuse_strangers(_user(request), invite)
    return await services(request).history.chart(live)


@get("/chat", summary="The chat", responses=errors(400, 404))
async def chat(request: AppRequest, game: GameId, after: After = 0, invite: Invite = None) -> Chat:
    """The latest lines, at most 200."""
    await services(request).lobby.refuse_strangers(game, request.user, invite)
    return Chat(lines=await services(request).talk.lines(game, language_of(request), after=after))


@post("/chat", status_code=201, summary="Say something", responses=errors(400, 401, 403, 404, 413, 429))
async def say(request: AppRequest, game: GameId, data: JSONBody[ChatRequest], invite: Invite = None) -> ChatLine:
    """A line of chat for everybody who follows the game."""
    person = signed_in(request)
    await services(request).lobby.refuse_strangers(game, person, invite)
    return await services(request).talk.say(game, person, data.text, language_of(request))


@get("/notes", summary="My notes", responses=errors(400, 401, 404))
async def notes(request: AppRequest, game: GameId, invite: Invite = None) -> Notes:
    """Private notes on a game; nobody else sees them."""
    person = signed_in(request)
    await services(request).lobby.refuse_strangers(game, person, invite)
    return Notes(text=await services(request).talk.notes(game, person))


@put("/notes", summary="Keep my notes", responses=errors(400, 401, 403, 404, 413))
async def write_notes(request: AppRequest, game: GameId, data: JSONBody[NotesRequest], invite: Invite = None) -> Notes:
    """Replaces the notes."""
    person = signed_in(request)
    await services(request).lobby.refuse_strangers(game, person, invite)
    return Notes(text=await services(request).talk.write_notes(game, person, data.text))


@get("/export", summary="The game file", responses=errors(400, 404, 409))
async def export(request: AppRequest, game: GameId, invite: Invite = None) -> Response[GameFile]:
    """The whole game as a file that can be imported again, or opened by the terminal program."""
    live = await services(request).games.fresh(game)
    live.refuse_strangers(_user(request), invite)
    content = await services(request).files.export(live, language_of(request))
    name = f"{live.title.id}-{live.id}.json"
    return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'})


@post("/clone", status_code=201, summary="Try out from here", responses=errors(400, 401, 403, 404, 409, 429))
async def clone(request: AppRequest, game: GameId, data: JSONBody[SeqRequest], invite: Invite = None) -> GameInfo:
    """A copy of the game up to a position, all seats played by you on one screen."""
    person = signed_in(request)
    live = await services(request).games.fresh(game)
    live.refuse_strangers(person.id, invite)
    return await services(request).files.clone(live, data.seq, person, language_of(request))


@get("/title", summary="The title as this game plays it", responses=errors(400, 404, 409))
async def title(request: AppRequest, game: GameId, invite: Invite = None) -> TitlePage:
    """Everything printed: options and the number of players may make it differ from the title's usual page."""
    live = await services(request).games.live(game)
    live.refuse_strangers(_user(request), invite)
    return title_page(live.title, language_of(request))


@get("/rules/{paragraph:str}", summary="A rule in short", responses=errors(400, 404, 409))
async def rule(
    request: AppRequest,
    game: GameId,
    paragraph: Annotated[str, PathParameter(description="A paragraph of the rulebook, as CE-3.3.")],
    invite: Invite = None,
) -> RuleText:
    """Our own short statement of a paragraph of the game's rulebook."""
    live = await services(request).games.live(game)
    live.refuse_strangers(_user(request), invite)
    return rule_text(live.title, paragraph, live.words_in(language_of(request)))


def _seq_of(last: str | None) -> int | None:
    """A browser repeats our own ids; anything else says nothing."""
    return int(last) if last is not None and len(last) < 12 and last.isascii() and last.isdigit() else None


async def _is_still(request: AppRequest, person: Person | None) -> bool:
    """Whether a request that stays open is still that person's: sessions end, and tokens are withdrawn."""
    credential = credential_of(request.scope)
    if person is None or credential is None:
        return True
    found = await services(request).accounts.who(*credential)
    return found is not None and found.id == person.id


@get(
    "/stream",
    summary="Live updates",
    media_type="text/event-stream",
    responses={
        200: ResponseSpec(
            Update,
            media_type="text/event-stream",
            generate_examples=False,
            description=(
                "Server-sent events: `update` (id = seq, data = Update), `chat` (data = ChatLine), "
                "`info` (data = GameInfo), `gone` when its host has dropped the game; a comment every 15 seconds keeps "
                "the line open."
            ),
        )
    }
    | errors(400, 404),
)
async def stream(
    request: AppRequest,
    game: GameId,
    last: Annotated[
        str | None, HeaderParameter(name="Last-Event-ID", description="The seq of the last update you have.")
    ] = None,
    invite: Invite = None,
) -> Stream:
    """Everything that happens in a game from now on, after what was missed since `Last-Event-ID`."""
    await services(request).lobby.refuse_strangers(game, request.user, invite)
    chunks: AsyncIterator[Any] = services(request).streams.follow(
        game,
        request.user,
        language_of(request),
        invite=invite,
        last=_seq_of(last),
        still_here=partial(_is_still, request, request.user),
    )
    return Stream(
        chunks,
        media_type="text/event-stream",
        headers={"cache-control": "no-cache", "x-accel-buffering": "no"},
    )


@post(
    "/import", status_code=201, summary="Import a game file", responses=errors(400, 401, 403, 413, 429), tags=["Lobby"]
)
async def import_file(request: AppRequest, data: JSONBody[ImportRequest]) -> GameInfo:
    """A game from its file: every answer is played again and checked. All seats are then played by you."""
    return await services(request).files.take_in(data.file, signed_in(request), language_of(request))


def routes(max_file: int) -> list[Router]:
    """The addresses of games; a file may be larger than anything else."""
    playing = [
        position,
        act,
        preview,
        undo,
        answer_undo,
        redo,
        log,
        chart,
        chat,
        say,
        notes,
        write_notes,
        export,
        clone,
        title,
        rule,
        stream,
    ]
    return [
        Router("/api/games/{game:str}", route_handlers=playing, tags=["Games"]),
        Router("/api", route_handlers=[import_file], request_max_body_size=max_file),
    ]
