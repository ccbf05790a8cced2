"""People over HTTP."""

from typing import Annotated

from litestar import Response, Router, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter

from ferrovia.server.accounts.service import Person
from ferrovia.server.errors import Fault, errors
from ferrovia.server.gate import Cookies, network_in
from ferrovia.server.schema import (
    DeleteMeRequest,
    GuestRequest,
    LoginRequest,
    Me,
    NewToken,
    PasswordRequest,
    RegisterRequest,
    TokenRequest,
    Tokens,
)
from ferrovia.server.services import AppRequest, services, signed_in
from ferrovia.server.settings import Settings


def by_session(request: AppRequest) -> Person:
    """A person at the keyboard: tokens may play, but not touch the account."""
    person = signed_in(request)
    if person.scopes is not None:
        raise Fault("not-allowed", "token-scope")
    return person


def without_token(request: AppRequest) -> Person | None:
    """Whoever sends this, at the keyboard: a token opens no session."""
    return None if request.user is None else by_session(request)


def _session_of(request: AppRequest) -> str:
    """The secret of the session that a request came with, empty where there is none."""
    return request.auth or ""


def _welcome(person: Person, secret: str, settings: Settings) -> Response[Me]:
    cookie = Cookie(
        key=Cookies.of(settings).session,
        value=secret,
        max_age=settings.session_days * 86_400,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
    )
    return Response(Me(user=person.user()), cookies=[cookie])


async def _end_session(request: AppRequest) -> None:
    """The session that comes with a request is over; nothing happens where there is none."""
    if request.auth:
        await services(request).accounts.logout(request.auth)


def _goodbye(settings: Settings) -> Response[Me]:
    gone = Cookie(
        key=Cookies.of(settings).session,
        value="",
        max_age=0,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
    )
    return Response(Me(user=None), cookies=[gone])


@get("/me", summary="Who am I", responses=errors())
async def me(request: AppRequest) -> Me:
    """The person signed in, or null. Sets the `csrftoken` cookie that unsafe requests must repeat in a header."""
    return Me(user=request.user.user() if request.user else None)


@post("/guest", status_code=200, summary="Play as a guest", responses=errors(400, 403, 409, 429))
async def guest(request: AppRequest, data: JSONBody[GuestRequest]) -> Response[Me]:
    """Signs in a new guest under a name."""
    without_token(request)
    found = await services(request).accounts.guest(data.name, address=network_in(request.scope))
    return _welcome(*found, services(request).settings)


@post("/register", status_code=200, summary="Make an account", responses=errors(400, 401, 403, 409, 429))
async def register(request: AppRequest, data: JSONBody[RegisterRequest]) -> Response[Me]:
    """Makes an account and signs it in. A guest who registers keeps the games played so far."""
    me = without_token(request)
    found = await services(request).accounts.register(
        data.name, data.password, me=me, session=_session_of(request), address=network_in(request.scope)
    )
    await _end_session(request)
    return _welcome(*found, services(request).settings)


@post("/login", status_code=200, summary="Sign in", responses=errors(400, 401, 403, 429))
async def login(request: AppRequest, data: JSONBody[LoginRequest]) -> Response[Me]:
    """Signs in by name and password."""
    without_token(request)
    found = await services(request).accounts.login(data.name, data.password, address=network_in(request.scope))
    await _end_session(request)
    return _welcome(*found, services(request).settings)


@post("/logout", status_code=200, summary="Sign out here", responses=errors(403))
async def logout(request: AppRequest) -> Response[Me]:
    """Ends this session; does nothing where there is none."""
    await _end_session(request)
    return _goodbye(services(request).settings)


@post("/logout-everywhere", status_code=200, summary="Sign out everywhere", responses=errors(400, 401, 403))
async def logout_everywhere(request: AppRequest) -> Response[Me]:
    """Ends all sessions of this person, and withdraws their tokens."""
    await services(request).accounts.logout_everywhere(by_session(request))
    return _goodbye(services(request).settings)


@post("/password", status_code=200, summary="Change my password", responses=errors(400, 401, 403, 429))
async def change_password(request: AppRequest, data: JSONBody[PasswordRequest]) -> Me:
    """From now on the new password counts. All other sessions of this person end, and all tokens are withdrawn."""
    person = by_session(request)
    await services(request).accounts.change_password(
        person, data.old, data.new, session=_session_of(request), address=network_in(request.scope)
    )
    return Me(user=person.user())


@delete("/me", status_code=200, summary="Delete my account", responses=errors(400, 401, 403, 429))
async def delete_me(
    request: AppRequest,
    data: JSONBody[DeleteMeRequest | None] = None,
) -> Response[Me]:
    """Forgets this person. Seats in games that have begun become a former player's; the games stay."""
    await services(request).accounts.delete(
        by_session(request),
        data.password if data else None,
        session=_session_of(request),
        address=network_in(request.scope),
    )
    return _goodbye(services(request).settings)


@get("/tokens", summary="My API tokens", responses=errors(400, 401, 403))
async def tokens(request: AppRequest) -> Tokens:
    """The personal tokens of this account, without their secrets."""
    return Tokens(tokens=await services(request).accounts.tokens(by_session(request)))


@post("/tokens", status_code=201, summary="Make an API token", responses=errors(400, 401, 403, 409, 429))
async def new_token(request: AppRequest, data: JSONBody[TokenRequest]) -> NewToken:
    """A token for programs, sent as `Authorization: Bearer …`. `read` allows reading, `play` everything in games."""
    person = by_session(request)
    return await services(request).accounts.new_token(person, data.label, data.scopes, session=_session_of(request))


@delete("/tokens/{token:str}", status_code=204, summary="Withdraw an API token", responses=errors(400, 401, 403, 404))
async def delete_token(
    request: AppRequest,
    token: Annotated[str, PathParameter(description="The id of the token.")],
) -> None:
    """From now on the token is worth nothing."""
    await services(request).accounts.delete_token(by_session(request), token)


ROUTES = Router(
    "/api",
    route_handlers=[
        me,
        guest,
        register,
        login,
        logout,
        logout_everywhere,
        change_password,
        delete_me,
        tokens,
        new_token,
        delete_token,
    ],
    tags=["People"],
)
