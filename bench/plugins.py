"""What Litestar's own plugins would cost a request, or a live update, in processor time; see decision 11.

Each is put around the same small handler and called without a network. Run alone: `python bench/plugins.py`.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from itertools import count
from time import process_time
from typing import Any

from litestar import Litestar, Request, post
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.config.csrf import CSRFConfig
from litestar.middleware.csrf import generate_csrf_token
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.middleware.session.server_side import ServerSideSessionConfig
from litestar.plugins.prometheus import PrometheusConfig
from litestar.response.sse import ServerSentEventMessage

from ferrovia.server.accounts.service import SESSION as SIGNED_IN
from ferrovia.server.accounts.service import Accounts, Person
from ferrovia.server.database import Database
from ferrovia.server.games.bus import Bus, Pulse
from ferrovia.server.games.stream import event
from ferrovia.server.gate import _sent_by_our_page as sent_by_our_page  # pyright: ignore[reportPrivateUsage]
from ferrovia.server.limits import Limiter
from ferrovia.server.metrics import Metrics

REQUESTS = 4_000
RUNS = 5
READERS = 200
UPDATE = b'{"seq":17,"view":"' + b"x" * 20_000 + b'"}'
SECRET = "0123456789abcdef0123456789abcdef"
TOKEN = generate_csrf_token(SECRET)
SESSION = secrets.token_hex(32)


@post("/", status_code=200, media_type="text/plain")
async def handler(request: Request[Any, Any, Any]) -> str:
    if "session" in request.scope:
        request.session["seen"] = True
    return "ok"


def scope() -> dict[str, Any]:
    cookies = f"csrftoken={TOKEN}; session={SESSION}"
    headers = [(b"cookie", cookies.encode()), (b"x-csrftoken", TOKEN.encode()), (b"host", b"bench")]
    return {
        "type": "http",
        "method": "POST",
        "path": "/",
        "raw_path": b"/",
        "root_path": "",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("bench", 80),
        "scheme": "http",
        "http_version": "1.1",
        "state": {},
    }


async def receive() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def send(_message: Any) -> None:
    return None


async def spent(work: Callable[[], Awaitable[Any]], times: int) -> float:
    """Microseconds of processor time for each, the best of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        begun = process_time()
        for _ in range(times):
            await work()
        best = min(best, process_time() - begun)
    return best / times * 1e6


async def a_request(**plugins: Any) -> float:
    app: Any = Litestar([handler], logging_config=None, openapi_config=None, **plugins)
    async with app.lifespan():
        return await spent(lambda: app(scope(), receive, send), REQUESTS)


async def ours(work: Callable[[], Any]) -> float:
    async def once() -> None:
        work()

    return await spent(once, REQUESTS)


async def to_all(readers: int) -> float:
    """A message through the channels' plugin to everybody who listens."""
    plugin = ChannelsPlugin(MemoryChannelsBackend(history=0), channels=["game"])
    app: Any = Litestar([], plugins=[plugin], logging_config=None, openapi_config=None)
    async with app.lifespan():
        listeners = [await plugin.subscribe("game") for _ in range(readers)]

        async def once() -> None:
            await plugin.wait_published("0123456789ab 17", "game")
            await asyncio.gather(*(anext(listener.iter_events()) for listener in listeners))

        return await spent(once, 50)


async def to_all_of_ours(readers: int) -> float:
    bus, seqs = Bus(Metrics()), count(1)
    with ExitStack() as lines:
        listeners = [lines.enter_context(bus.listening("game")) for _ in range(readers)]

        async def once() -> None:
            bus.publish("game", Pulse(seq=next(seqs)))
            await asyncio.gather(*(listener.news(1) for listener in listeners))

        return await spent(once, 50)


def somebody_known() -> Accounts:
    """Accounts that have seen a session a moment ago, as they have at almost every move."""
    accounts = Accounts(Database("sqlite://"), Limiter(active=False), session_days=1)
    accounts._remember(SIGNED_IN, SESSION, Person("1", "Ana", guest=True))  # pyright: ignore[reportPrivateUsage]
    return accounts


async def main() -> None:
    plain = await a_request()
    print(f"a request with nothing around it      {plain:7.1f} µs")
    limiter, metrics = Limiter(active=True), Metrics()
    pairs: list[tuple[str, float, float]] = [
        ("CSRF", await a_request(csrf_config=CSRFConfig(SECRET)), await ours(lambda: sent_by_our_page(TOKEN, TOKEN))),
        (
            "sessions",
            await a_request(middleware=[ServerSideSessionConfig().middleware]),
            await spent(partial(somebody_known().who, SIGNED_IN, SESSION), REQUESTS),
        ),
        (
            "rate limit",
            await a_request(middleware=[RateLimitConfig(("second", 10**9)).middleware]),
            await ours(lambda: limiter.spend("create", secrets.token_hex(4))),
        ),
        (
            "Prometheus",
            await a_request(middleware=[PrometheusConfig(app_name="bench").middleware]),
            await ours(lambda: metrics.answered("POST", "/", 200, 0.001)),
        ),
    ]
    for name, plugin, own in pairs:
        print(f"{name:<16} the plugin adds {plugin - plain:7.1f} µs, ours {own:5.1f} µs")
    message = ServerSentEventMessage(data=UPDATE, event="update", id=17)
    encoded = await ours(message.encode)
    own = await ours(lambda: event("update", UPDATE, 17))
    print(
        f"SSE              an update of 20 kB to {READERS} readers: {encoded * READERS:,.0f} µs, ours {own:.1f} µs once"
    )
    plugin, own = await to_all(READERS), await to_all_of_ours(READERS)
    print(f"channels         word of a move to {READERS} readers: {plugin:,.0f} µs, ours {own:,.0f} µs")


if __name__ == "__main__":
    asyncio.run(main())
