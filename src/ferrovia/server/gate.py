"""What every request passes: who is it, was it sent by our own page, and the headers that protect the answer."""

import secrets
from collections.abc import Mapping
from functools import lru_cache
from hmac import compare_digest
from time import perf_counter
from typing import cast

import structlog
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from ferrovia.server.accounts.service import SESSION, TOKEN, Accounts, Person
from ferrovia.server.errors import Fault
from ferrovia.server.metrics import Metrics
from ferrovia.server.words import language_asked
from ferrovia.text import LANGUAGES

LOG = structlog.get_logger("ferrovia.requests")

CSRF = "csrftoken"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

STARTED = "ferrovia_started"
CREDENTIAL = "ferrovia_credential"

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


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


@lru_cache(maxsize=4096)
def cookies_of(header: str) -> Mapping[str, str]:
    """The two cookies we set; anything else in the header is none of our business."""
    found: dict[str, str] = {}
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name in (SESSION, CSRF):
            found[name] = value
    return found


def credential_of(scope: HTTPScope) -> tuple[str, str] | None:
    """The kind of secret a request came with, and the secret."""
    return scope["state"].get(CREDENTIAL)


class Gate(ASGIMiddleware):
    """Finds out who sends a request and refuses what another site made a browser send."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        scope["state"][STARTED] = perf_counter()
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            _known_language(scope["query_string"])
            headers = dict(scope["headers"])
            cookies = cookies_of(headers.get(b"cookie", b"").decode("latin-1"))
            bearer = headers.get(b"authorization")
            if bearer is not None:
                scope["user"] = await self._by_token(scope, bearer.decode("latin-1"))
            else:
                if scope["method"] not in SAFE:
                    _sent_by_our_page(cookies.get(CSRF, ""), headers.get(b"x-csrftoken", b"").decode("latin-1"))
                scope["user"] = await self._by_session(scope, cookies.get(SESSION))
            scope["auth"] = cookies.get(SESSION)
        await next_app(scope, receive, send)

    async def _by_session(self, scope: HTTPScope, secret: str | None) -> Person | None:
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


def _known_language(query: bytes) -> None:
    asked = language_asked(query)
    if asked is not None and asked not in LANGUAGES:
        raise Fault("bad-request", "invalid", detail=f"lang: {', '.join(LANGUAGES)}")


def _sent_by_our_page(cookie: str, header: str) -> None:
    """Another site can make a browser send our cookies, but it cannot read them into a header."""
    if not cookie or not compare_digest(cookie.encode(), header.encode()):
        raise Fault("not-allowed", "csrf")


class Farewell:
    """Adds the protecting headers to every answer, gives a page its CSRF token, and counts."""

    def __init__(self, metrics: Metrics, *, secure: bool) -> None:
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
        if scope["path"] == "/api/me" and not _has_csrf_cookie(scope):
            value = f"{CSRF}={secrets.token_urlsafe(24)}{self._cookie_end}; Max-Age=31536000"
            headers.append((b"set-cookie", value.encode()))
        message["headers"] = headers
        self._count(scope, message["status"])

    def _count(self, scope: HTTPScope, status: int) -> None:
        path = cast("str | None", scope.get("path_template")) or "other"  # pyright: ignore[reportUnknownMemberType]
        started = scope["state"].get(STARTED)
        took = perf_counter() - started if started else 0.0
        self._metrics.answered(scope["method"], path, status, took)
        LOG.debug("answered", method=scope["method"], path=scope["path"], status=status, ms=round(took * 1e3, 1))


def _has_csrf_cookie(scope: HTTPScope) -> bool:
    return any(name == b"cookie" and CSRF in cookies_of(value.decode("latin-1")) for name, value in scope["headers"])
