"""The server as one application."""

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State

from ferrovia.server.accounts import endpoints as people
from ferrovia.server.errors import EXCEPTION_HANDLERS, errors
from ferrovia.server.games import endpoints as playing
from ferrovia.server.games import whatif
from ferrovia.server.gate import Farewell, Gate
from ferrovia.server.lobby import endpoints as lobbying
from ferrovia.server.openapi import complete, configuration
from ferrovia.server.pages import load_pages, page_handler
from ferrovia.server.schema import Health
from ferrovia.server.services import AppRequest, Services, services
from ferrovia.server.settings import Settings, load_settings


@get("/healthz", summary="Is it well", responses=errors(), tags=["Operation"])
async def healthz(request: AppRequest) -> Health:
    """Answers once the database has answered."""
    database = services(request).database
    await database.read(lambda c: c.exec_driver_sql("SELECT 1").scalar_one())
    return Health(status="ok", database=database.kind)


@get("/metrics", summary="Figures for Prometheus", media_type="text/plain", responses=errors(), tags=["Operation"])
async def metrics_page(request: AppRequest) -> Response[str]:
    """Requests, answers, live updates and games in memory of this process."""
    return Response(services(request).metrics.page().decode(), media_type="text/plain; version=0.0.4; charset=utf-8")


def create_app(settings: Settings | None = None) -> Litestar:
    settings = settings or load_settings()
    put_together = Services(settings)
    app = Litestar(
        route_handlers=[
            people.ROUTES,
            lobbying.ROUTES,
            *playing.routes(settings.max_file),
            whatif.ROUTES,
            healthz,
            metrics_page,
            page_handler(load_pages()),
        ],
        exception_handlers=EXCEPTION_HANDLERS,
        middleware=[Gate(put_together.accounts)],
        before_send=[Farewell(put_together.metrics, secure=settings.secure)],
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
    complete(app.openapi_schema)
    return app
