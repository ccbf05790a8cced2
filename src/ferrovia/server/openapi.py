"""The description of the addresses, from which the web client's types are made."""

from inspect import cleandoc
from typing import Any

from litestar.enums import ParamType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    Components,
    OpenAPI,
    OpenAPIMediaType,
    OpenAPIType,
    Parameter,
    Reference,
    RequestBody,
    Schema,
    SecurityScheme,
    Tag,
)

from ferrovia import __version__
from ferrovia.model import message, view
from ferrovia.server import schema
from ferrovia.text import LANGUAGES

DESCRIPTION = """Railway share-trading games over HTTP.

Every text comes in English or Spanish (`lang`). Unsafe requests repeat the cookie `csrftoken`, which `GET /api/me`
sets, in the header `x-csrftoken`; or they carry a personal token as `Authorization: Bearer …`. Errors are
`{"error": kind, "message": sentence}`.
"""

LANG = Parameter(
    name="lang",
    param_in=ParamType.QUERY,
    required=False,
    description="The language of the texts; without it `Accept-Language`, then English.",
    schema=Schema(type=OpenAPIType.STRING, enum=list(LANGUAGES)),
)
"""Every address takes it: the gate reads it, so that no endpoint needs to."""

FILE = schema.ImportRequest.__name__
A_FILE = Schema(
    title=FILE,
    type=OpenAPIType.OBJECT,
    required=["file"],
    properties={"file": Schema(type=OpenAPIType.OBJECT, additional_properties=Schema())},
)
"""What an import takes: it is read as it comes and taken apart later, so the framework does not know it."""
SENT = RequestBody(
    required=True, content={"application/json": OpenAPIMediaType(Reference(f"#/components/schemas/{FILE}"))}
)

TAGS = {
    "People": "Guests, accounts, tokens.",
    "Titles": "What can be played.",
    "Lobby": "Making and finding games, taking seats.",
    "Games": "Playing, looking back, talking.",
    "Operation": "For those who run the server.",
}


def configuration() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Ferrovía",
        version=__version__,
        description=DESCRIPTION,
        path="/schema",
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        use_handler_docstrings=True,
        operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        tags=[Tag(name, about) for name, about in TAGS.items()],
        components=Components(
            security_schemes={
                "session": SecurityScheme(type="apiKey", name="session", security_scheme_in="cookie"),
                "token": SecurityScheme(type="http", scheme="bearer"),
            }
        ),
        security=[{"session": []}, {"token": []}, {}],
    )


def complete(document: OpenAPI) -> None:
    """Says what the framework leaves out: what each shape is, and that nothing is ever missing from an answer."""
    shapes = document.components.schemas if document.components else {}
    shapes[FILE] = A_FILE
    for name, shape in shapes.items():
        kind = _kind(name)
        shape.description = shape.description or _own_words(kind)
        if not issubclass(kind, schema.Asked):
            shape.required = sorted(shape.properties or {})
    for path, item in (document.paths or {}).items():
        if path.startswith("/api/"):
            for operation in filter(None, (item.get, item.post, item.put, item.delete)):
                operation.parameters = [*(operation.parameters or ()), LANG]
        if path.startswith("/api/import") and item.post:
            item.post.request_body = SENT


def _own_words(kind: type[Any]) -> str | None:
    """What is written under a class, not what it inherits or what a dataclass makes up."""
    written: str | None = vars(kind).get("__doc__")
    return None if written is None or written.startswith(f"{kind.__name__}(") else cleandoc(written)


def _kind(name: str) -> type[Any]:
    return next(getattr(module, name) for module in (schema, view, message) if hasattr(module, name))
