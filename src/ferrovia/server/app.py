"""The server as one application."""

from litestar import Litestar, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State

from ferrovia.server.accounts import endpoints as people
from ferrovia.server.errors import EXCEPTION_HANDLERS, errors
from ferrovia.server.games import endpoints as playing
from ferrovia.server.games import taking_in, whatif
from ferrovia.server.games.straight import StraightWay
from ferrovia.server.gate import Cookies, Gate, Outgoing
from ferrovia.server.lobby import endpoints as lobbying
from ferrovia.server.openapi import complete, configuration
from ferrovia.server.pages import load_pages, page_handler
from ferrovia.server.schema import Health
from ferrovia.server.services import AppRequest, Services, services
from ferrovia.server.settings import Settings, load_settings


@get("/healthz", summary="Is it alive", responses=errors(), tags=["Operation"])
async def healthz(request: AppRequest) -> Health:
    """Answers as long as the process does, with or without its database."""
    return Health(status="ok", database=services(request).database.kind)


@get("/readyz", summary="Can it store", responses=errors(), tags=["Operation"])
async def readyz(request: AppRequest) -> Health:
    """Answers once the database has taken a transaction that writes."""
    database = services(request).database
    await database.prove_writing()
    return Health(status="ok", database=database.kind)


def create_app(settings: Settings | None = None) -> Litestar:
    settings = settings or load_settings()
    put_together, cookies = Services(settings), Cookies.of(settings)
    gate = Gate(put_together.accounts, put_together.limiter, cookies)
    app = Litestar(
        route_handlers=[
            people.ROUTES,
            lobbying.ROUTES,
            playing.ROUTES,
            taking_in.routes(settings.max_file),
            whatif.ROUTES,
            healthz,
            readyz,
            page_handler(load_pages()),
        ],
        exception_handlers=EXCEPTION_HANDLERS,
        middleware=[gate],
        before_send=[Outgoing(put_together.metrics, cookies, secure=settings.secure)],
        lifespan=[put_together.running],
        openapi_config=configuration(),
        request_max_body_size=settings.max_body,
        compression_config=CompressionConfig(
            "gzip",
            minimum_size=2_000,
            gzip_compress_level=2,
            exclude=["/stream$"],
            exclude_opt_key="exclude_from_compression",
        ),
        state=State({"services": put_together}),
        logging_config=None,
    )
    app.asgi_handler = StraightWay(app.asgi_handler, gate, put_together)
    complete(app.openapi_schema)
    return app
