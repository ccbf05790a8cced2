"""What every request passes: who is it, was it sent by our own page, and the headers that protect the answer."""

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from time import perf_counter
from typing import cast

import structlog
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ferrovia.server.access import Reader
from ferrovia.server.accounts.service import SESSION, TOKEN, Accounts, Person
from ferrovia.server.errors import Fault
from ferrovia.server.limits import COSTS, LOOKING, Limiter
from ferrovia.server.metrics import Metrics
from ferrovia.server.networks import UNKNOWN, network_of
from ferrovia.server.settings import Settings
from ferrovia.server.words import language_asked, language_in
from ferrovia.text import LANGUAGES

LOG = structlog.get_logger("ferrovia.requests")

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

STARTED = "ferrovia_started"
CREDENTIAL = "ferrovia_credential"
NETWORK = "ferrovia_network"

HELD = 0.5
"""Seconds for which a refusal is held back: a program that comes again at once is slowed down at no cost."""

SECURITY_HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


API_HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
}
"""Data is no page: nothing in it may be loaded or framed, and the rest has no meaning for it."""


PRIVATE = (b"cache-control", b"no-store")
"""What one person is told is kept by nobody on the way."""


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


@dataclass(frozen=True, slots=True)
class Cookies:
    """What our two cookies are called. Under https no other site of the same domain can set or replace them."""

    session: str
    csrf: str

    @staticmethod
    def of(settings: Settings) -> "Cookies":
        prefix = "__Host-" if settings.secure else ""
        return Cookies(f"{prefix}{SESSION}", f"{prefix}csrftoken")

    def read(self, header: str) -> tuple[str, str]:
        """The secret of the session and the CSRF token, if they are there; anything else is none of our business."""
        session = csrf = ""
        for part in header.split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.session:
                session = value
            elif name == self.csrf:
                csrf = value
        return session, csrf


def network_in(scope: HTTPScope) -> str:
    """The network from which a request came."""
    return scope["state"].get(NETWORK, UNKNOWN)


def reader_in(scope: HTTPScope, invite: str | None = None) -> Reader:
    """Whoever sent a request, signed in or not."""
    return Reader(scope["user"], language_in(scope), invite, network_in(scope))


def credential_of(scope: HTTPScope) -> tuple[str, str] | None:
    """The kind of secret a request came with, and the secret."""
    return scope["state"].get(CREDENTIAL)


class Gate(ASGIMiddleware):
    """Finds out who sends a request and refuses what another site made a browser send."""

    def __init__(self, accounts: Accounts, limiter: Limiter, cookies: Cookies) -> None:
        self._cookies = cookies
        self._accounts = accounts
        self._limiter = limiter

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if scope["type"] == "http":
            await self.let_pass(scope)
        await next_app(scope, receive, send)

    async def let_pass(self, scope: HTTPScope) -> None:
        """Notes who sends a request; raises where it is not to be answered."""
        scope["state"][STARTED] = perf_counter()
        await self._count(scope)
        if scope["path"].startswith("/api/"):
            _known_language(scope["query_string"])
            headers = dict(scope["headers"])
            session, csrf = self._cookies.read(headers.get(b"cookie", b"").decode("latin-1"))
            bearer = headers.get(b"authorization")
            if bearer is not None:
                scope["user"] = await self._by_token(scope, bearer.decode("latin-1"))
            else:
                if scope["method"] not in SAFE:
                    _sent_by_our_page(csrf, headers.get(b"x-csrftoken", b"").decode("latin-1"))
                scope["user"] = await self._by_session(scope, session)
            scope["auth"] = session or None

    async def _count(self, scope: HTTPScope) -> None:
        """Every network has its share of requests; whoever wants more than that is kept waiting for the refusal."""
        client = scope["client"]
        network = scope["state"][NETWORK] = network_of(client[0] if client else "")
        what = _template_of(scope).rpartition("/")[2]  # the path itself may be written in several ways
        kind = "read" if scope["method"] in SAFE or what in LOOKING else "write"
        try:
            await self._limiter.spend(kind, network, COSTS.get(what, 1))
        except Fault:
            await asyncio.sleep(HELD)
            raise

    async def _by_session(self, scope: HTTPScope, secret: str) -> Person | None:
        if not secret:
            return None
        scope["state"][CREDENTIAL] = SESSION, secret
        return await self._accounts.who(SESSION, secret)

    async def _by_token(self, scope: HTTPScope, authorization: str) -> Person:
        scheme, _, secret = authorization.partition(" ")
        if scheme.lower() != "bearer" or not secret:
            raise Fault("not-signed-in", "bad-token")
        scope["state"][CREDENTIAL] = TOKEN, secret
        person = await self._accounts.who(TOKEN, secret)
        if person is None or person.scopes is None:
            raise Fault("not-signed-in", "bad-token")
        if ("read" if scope["method"] in SAFE else "play") not in person.scopes:
            raise Fault("not-allowed", "token-scope")
        return person


def _template_of(scope: HTTPScope) -> str:
    """The address as it is described, without what stands for its parts."""
    return cast("str | None", scope.get("path_template")) or "other"  # pyright: ignore[reportUnknownMemberType]


def _known_language(query: bytes) -> None:
    asked = language_asked(query)
    if asked is not None and asked not in LANGUAGES:
        raise Fault("bad-request", "invalid", detail=f"lang: {', '.join(LANGUAGES)}")


def _sent_by_our_page(cookie: str, header: str) -> None:
    """Another site can make a browser send our cookies, but it cannot read them into a header."""
    if not cookie or not compare_digest(cookie.encode(), header.encode()):
        raise Fault("not-allowed", "csrf")


class Outgoing:
    """Adds the protecting headers to every answer, gives a page its CSRF token, and counts."""

    def __init__(self, metrics: Metrics, cookies: Cookies, *, secure: bool) -> None:
        self._cookies = cookies
        self._metrics = metrics
        self._cookie_end = "; Path=/; SameSite=Lax" + ("; Secure" if secure else "")
        always = {"strict-transport-security": "max-age=31536000"} if secure else {}
        self._for_pages = _raw({**SECURITY_HEADERS, **always})
        self._for_data = _raw({**API_HEADERS, **always})

    async def __call__(self, message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start" or scope["type"] != "http":
            return
        is_data = scope["path"].startswith("/api/")
        headers = [*message["headers"], *(self._for_data if is_data else self._for_pages)]
        if is_data and not any(name == b"cache-control" for name, _ in headers):
            headers.append(PRIVATE)
        if scope["path"] == "/api/me" and not self._has_csrf_cookie(scope):
            value = f"{self._cookies.csrf}={secrets.token_urlsafe(24)}{self._cookie_end}; Max-Age=31536000"
            headers.append((b"set-cookie", value.encode()))
        message["headers"] = headers
        self._count(scope, message["status"])

    def _has_csrf_cookie(self, scope: HTTPScope) -> bool:
        given = (value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie")
        return any(self._cookies.read(cookies)[1] for cookies in given)

    def _count(self, scope: HTTPScope, status: int) -> None:
        started = scope["state"].get(STARTED)
        took = perf_counter() - started if started else 0.0
        template = _template_of(scope)
        self._metrics.answered(scope["method"], template, status, took)
        path = scope["path"] if scope["path"].startswith("/api/") else template  # an invitation is the path of a page
        LOG.debug("answered", method=scope["method"], path=path, status=status, ms=round(took * 1e3, 1))
