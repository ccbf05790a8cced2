"""Games over HTTP."""

import asyncio
from functools import partial
from typing import Annotated, Any

from litestar import Response, Router, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from ferrovia.render.thumbnail import draw_thumbnail
from ferrovia.server.accounts.service import Person
from ferrovia.server.errors import Fault, errors
from ferrovia.server.games.stream import Known
from ferrovia.server.games.visits import VISITS, AtDoor, GameId, Visiting, signed_in_only
from ferrovia.server.gate import credential_of
from ferrovia.server.lobby.titles import rule_text, title_page
from ferrovia.server.schema import (
    ActionRequest,
    BotReason,
    Chart,
    Chat,
    ChatLine,
    ChatRequest,
    ConsentRequest,
    Ending,
    GameFile,
    GameInfo,
    Log,
    Notes,
    NotesRequest,
    Preview,
    Reasons,
    Rounds,
    RuleText,
    SeqRequest,
    Table,
    TitlePage,
    UndoRequest,
    Update,
    WhyNotRequest,
)
from ferrovia.server.services import AppRequest, services

HIGHEST = 2**31 - 1
SeqQuery = Annotated[int | None, QueryParameter(ge=0, le=HIGHEST, description="A position; without it the latest.")]
Since = Annotated[
    int | None,
    QueryParameter(ge=0, le=HIGHEST, description="The position you knew: entries and events tell what came after it."),
]
From = Annotated[
    int | None,
    QueryParameter(name="from", ge=0, le=HIGHEST, description="The first seq wanted; without it the latest entries."),
]
To = Annotated[int | None, QueryParameter(name="to", ge=0, le=HIGHEST, description="The last seq wanted.")]
After = Annotated[int, QueryParameter(ge=0, le=HIGHEST, description="The number of the last line you have.")]

AT_ONCE = {"cache-control": "no-cache", "x-accel-buffering": "no"}
"""Events travel as they happen."""
ANSWERS = errors(400, 401, 403, 404, 409, 413)


@get("/table", summary="Sit down", responses=errors(400, 404, 409))
async def table(visit: Visiting) -> Table:
    """What is needed to draw a game and to answer: its card, its title and the latest position.

    The log and the chat have addresses of their own; `GET …/stream?since=…&said=…` goes on from here.
    """
    to, live, reader = visit.to, visit.live, visit.reader
    async with visit.turn():
        return Table(
            info=await to.lobby.info(live.id, reader),
            title=title_page(live.title, reader.language),
            update=await to.reading.latest(live, reader.user, reader.language),
        )


@get("/position", summary="A position", responses=errors(400, 404, 409))
async def position(visit: Visiting, seq: SeqQuery = None, since: Since = None) -> Update:
    """Any position of a game, in constant time; at the latest one, whoever is asked gets the offers."""
    wanted = visit.live.seq if seq is None else seq
    async with visit.turn():
        return await visit.to.reading.update(visit.live, visit.user, visit.language, seq=wanted, since=since)


@post(
    "/actions",
    status_code=200,
    summary="Answer",
    responses=ANSWERS | errors(422),
    exclude_from_compression=True,  # some kilobytes: not worth the time of everybody else who waits
)
async def act(players_visit: Visiting, data: JSONBody[ActionRequest]) -> Update:
    """Plays an action at the position `seq`. Answered only once the move is safe on the disk.

    422 says by which rule it is refused; 409 brings the fresh position when somebody was quicker.
    """
    visit = players_visit
    return await visit.to.answering.submit(
        visit.person, visit.live, data.seq, [data.action, *data.then], visit.language
    )


@post("/preview", status_code=200, summary="What if", responses=errors(400, 403, 404, 409, 413))
async def preview(quick_visit: Visiting, data: JSONBody[ActionRequest]) -> Preview:
    """Why an action would be refused, how it could be grown piece by piece, and what it would do. Changes nothing."""
    visit, live = quick_visit, quick_visit.live
    if live.seq < data.seq:
        live = await visit.to.shelf.fresh(live.id)
    async with visit.turn():
        found = await visit.to.shelf.position(live, data.seq)
        return await visit.to.reading.preview(live, found, visit.user, visit.language, [data.action, *data.then])


@post("/why-not", status_code=200, summary="Why not", responses=errors(400, 403, 404, 409, 413))
async def why_not(quick_visit: Visiting, data: JSONBody[WhyNotRequest]) -> Reasons:
    """Why no answer of a kind is possible, or none with some of its fields as they are filled. Changes nothing."""
    visit, live = quick_visit, quick_visit.live
    if live.seq < data.seq:
        live = await visit.to.shelf.fresh(live.id)
    async with visit.turn():
        found = await visit.to.shelf.position(live, data.seq)
        return await visit.to.reading.why_not(live, found, visit.user, visit.language, data.actions)


@get("/reason", summary="Why a bot answered so", responses=errors(400, 404, 409))
async def reason(visit: Visiting, seq: SeqQuery = None) -> BotReason:
    """In one sentence from its own figures: why a bot gave the answer that led to a position."""
    wanted = visit.live.seq if seq is None else seq
    async with visit.turn():
        after = await visit.to.shelf.position(visit.live, wanted)
        if after.change.by != "bot":
            raise Fault("not-found", "no-bot-answered")
        before = await visit.to.shelf.position(visit.live, after.change.parent)
        return await visit.to.reading.reason(visit.live, before, after, visit.language)


@post("/undo", status_code=200, summary="Take back", guards=[signed_in_only], responses=ANSWERS)
async def undo(visit: Visiting, data: JSONBody[UndoRequest]) -> Update:
    """Takes back your own last answer and what followed by itself.

    Free until another person or chance has acted; after that the others are asked and the request is pending.
    """
    return await visit.to.taking_back.undo(visit.reader, visit.live, data.seq, data.to)


@post("/undo/answer", status_code=200, summary="Agree to an undo, or not", guards=[signed_in_only], responses=ANSWERS)
async def answer_undo(visit: Visiting, data: JSONBody[ConsentRequest]) -> Update:
    """When everybody has agreed the game goes back; one refusal drops the request."""
    return await visit.to.taking_back.answer(visit.reader, visit.live, data)


@post("/redo", status_code=200, summary="Give again", guards=[signed_in_only], responses=ANSWERS)
async def redo(visit: Visiting, data: JSONBody[SeqRequest]) -> Update:
    """Gives again what you took back, as long as nothing else was played."""
    return await visit.to.taking_back.redo(visit.person, visit.live, data.seq, visit.language)


@get("/log", summary="The log", responses=errors(400, 404, 409))
async def log(visit: Visiting, first: From = None, last: To = None) -> Log:
    """Every answer in words, whoever gave it; what was taken back is marked. At most 500 entries at once."""
    async with visit.turn():
        return await visit.to.history.log(visit.live, visit.language, first=first, last=last)


@get("/chart", summary="Worth over time", responses=errors(400, 404, 409))
async def chart(visit: Visiting) -> Chart:
    """What everybody was worth after each answer, what a guess says it would bring in the end, and share prices."""
    async with visit.replay():
        return await visit.to.history.chart(visit.live)


@get("/ending", summary="Why it is over", responses=errors(400, 404, 409))
async def ending(visit: Visiting) -> Ending:
    """In one sentence what ended the game."""
    if visit.live.status != "finished":
        raise Fault("conflict", "not-over")
    async with visit.turn():
        return Ending(text=await visit.to.history.ending(visit.live, visit.language))


@get("/rounds", summary="Earnings by round", responses=errors(400, 404, 409))
async def rounds(visit: Visiting) -> Rounds:
    """The rounds so far: where each begins, and what each company earned in it."""
    async with visit.replay():
        return await visit.to.history.rounds(visit.live, visit.language)


@get("/chat", summary="The chat", responses=errors(400, 404))
async def chat(request: AppRequest, game: GameId, at_door: AtDoor, after: After = 0) -> Chat:
    """The latest lines, at most 200."""
    return Chat(lines=await services(request).talk.lines(game, at_door.language, after=after))


@post(
    "/chat",
    status_code=201,
    summary="Say something",
    guards=[signed_in_only],
    responses=errors(400, 401, 403, 404, 413, 429),
)
async def say(request: AppRequest, game: GameId, at_door: AtDoor, data: JSONBody[ChatRequest]) -> ChatLine:
    """A line of chat for everybody who follows the game."""
    return await services(request).talk.say(game, at_door, data.text)


@get("/notes", summary="My notes", guards=[signed_in_only], responses=errors(400, 401, 404))
async def notes(request: AppRequest, game: GameId, at_door: AtDoor) -> Notes:
    """Private notes on a game; nobody else sees them."""
    return Notes(text=await services(request).talk.notes(game, at_door.signed_in))


@put("/notes", summary="Keep my notes", guards=[signed_in_only], responses=errors(400, 401, 403, 404, 413))
async def write_notes(request: AppRequest, game: GameId, at_door: AtDoor, data: JSONBody[NotesRequest]) -> Notes:
    """Replaces the notes."""
    return Notes(text=await services(request).talk.write_notes(game, at_door, data.text))


@get("/board.svg", summary="The board, small", responses=errors(400, 404, 409), media_type="image/svg+xml")
async def board(visit: Visiting, seq: SeqQuery = None) -> Response[str]:
    """A small picture of the board for lists. A picture of a given position never changes."""
    wanted = visit.live.seq if seq is None else seq
    async with visit.turn():
        position = await visit.to.shelf.position(visit.live, wanted)
        picture = await asyncio.to_thread(lambda: draw_thumbnail(visit.live.title.layout, position.view))
    lasting = {"cache-control": "no-cache" if seq is None else "private, max-age=31536000, immutable"}
    return Response(picture, media_type="image/svg+xml", headers=lasting)


@get("/export", summary="The game file", responses=errors(400, 404, 409))
async def export(visit: Visiting) -> Response[GameFile]:
    """The whole game as a file that can be imported again, or opened by the terminal program."""
    async with visit.replay():
        content = await visit.to.files.export(visit.live, visit.language)
    name = f"{visit.live.title.id}-{visit.live.id}.json"
    return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'})


@get("/export/18xx", summary="The game as 18xx.games writes it", responses=errors(400, 404, 409))
async def export_for_18xx(visit: Visiting) -> Response[dict[str, Any]]:
    """The whole game in the format of 18xx.games; not every title has a form there."""
    async with visit.replay():
        content = await visit.to.files.export_for_18xx(visit.live, visit.language)
    name = f"{visit.live.title.id}-{visit.live.id}.18xx.json"
    return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'})


@post(
    "/clone",
    status_code=201,
    summary="Try out from here",
    guards=[signed_in_only],
    responses=errors(400, 401, 403, 404, 409, 429),
)
async def clone(visit: Visiting, data: JSONBody[SeqRequest]) -> GameInfo:
    """A copy of the game up to a position, all seats played by you on one screen."""
    await visit.to.files.refuse_more(visit.reader)
    async with visit.replay():
        return await visit.to.files.clone(visit.live, data.seq, visit.reader)


@get("/title", summary="The title as played here", responses=errors(400, 404, 409))
async def title(quick_visit: Visiting) -> TitlePage:
    """Everything printed: options and the number of players may make it differ from the title's usual page."""
    return title_page(quick_visit.live.title, quick_visit.language)


@get("/rules/{paragraph:str}", summary="A rule in short", responses=errors(400, 404, 409))
async def rule(
    quick_visit: Visiting,
    paragraph: Annotated[str, PathParameter(description="A paragraph of the rulebook, as CE-3.3.")],
) -> RuleText:
    """Our own short statement of a paragraph of the game's rulebook."""
    live = quick_visit.live
    return rule_text(live.title, paragraph, live.words_in(quick_visit.language))


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
    | errors(400, 404, 429),
)
async def stream(
    request: AppRequest,
    game: GameId,
    at_door: AtDoor,
    last: Annotated[
        str | None, HeaderParameter(name="Last-Event-ID", description="The seq of the last update you have.")
    ] = None,
    since: Annotated[
        int | None, QueryParameter(ge=0, le=HIGHEST, description="The same, for whoever opens the line first.")
    ] = None,
    said: Annotated[
        int | None, QueryParameter(ge=0, le=HIGHEST, description="The number of the last line of chat you have.")
    ] = None,
) -> Stream:
    """Everything that happens in a game from now on, after what was missed since the position you know."""
    to, seen = services(request), _seq_of(last)
    await to.lines.refuse_more(at_door.network)
    known = Known(seq=since if seen is None else seen, chat=said)
    still_here = partial(_is_still, request, request.user)
    return Stream(
        to.streams.follow(game, at_door, known, still_here=still_here),
        media_type="text/event-stream",
        headers=AT_ONCE,
    )


ROUTES = Router(
    "/api/games/{game:str}",
    route_handlers=[
        table,
        position,
        act,
        preview,
        why_not,
        reason,
        undo,
        answer_undo,
        redo,
        log,
        chart,
        ending,
        rounds,
        chat,
        say,
        notes,
        write_notes,
        board,
        export,
        export_for_18xx,
        clone,
        title,
        rule,
        stream,
    ],
    tags=["Games"],
    dependencies=VISITS,
)
