"""The built web client, held in memory: everything that is no address of the API is its single page."""

import gzip
import json
import mimetypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

FOLDER = Path(__file__).parent / "static"
INDEX = "index.html"
HASHED = "assets/"
"""What Vite puts here has the hash of its content in its name."""
MANIFEST = ".vite/manifest.json"
"""Vite's own list of what it has built from what."""
GAME = "game/"
GAME_SOURCES = ("src/game/Game.svelte", "src/game/rail/index.ts")
"""What the page of a game fetches once it runs: a browser that is told at once need not wait for that."""
WORTH_COMPRESSING = ("text/", "application/javascript", "application/json", "image/svg+xml", "application/manifest")

UNBUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Ferrovía</title>
<h1>Ferrovía</h1><p>The server runs, but the web client is not built. Build it with <code>make setup</code>,
or <code>npm run build</code> in the folder <code>web</code>, and start the server again.</p></html>"""


@dataclass(frozen=True, slots=True)
class Page:
    content: bytes
    packed: bytes | None
    kind: str
    tag: str
    lasting: bool
    ahead: str = ""
    """A `link` header: what else to fetch meanwhile."""

    @staticmethod
    def of(name: str, content: bytes) -> "Page":
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        packed = gzip.compress(content, 9, mtime=0) if kind.startswith(WORTH_COMPRESSING) else None
        tag = blake2b(content, digest_size=12).hexdigest()
        return Page(content, packed, kind, f'"{tag}"', name.startswith(HASHED))


def load_pages(folder: Path = FOLDER) -> dict[str, Page]:
    """Every built file by its path; a plain page where nothing is built."""
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
    pages = {
        path.relative_to(folder).as_posix(): Page.of(path.relative_to(folder).as_posix(), path.read_bytes())
        for path in files
    }
    pages.setdefault(INDEX, Page.of(INDEX, UNBUILT.encode()))
    listed = pages.pop(MANIFEST, None)
    built: dict[str, Any] = json.loads(listed.content) if listed else {}
    files = dict.fromkeys(file for source in GAME_SOURCES for file in _needed(built, source))
    pages[GAME] = replace(pages[INDEX], ahead=", ".join(map(_hint, files)))
    return pages


def _needed(built: Mapping[str, Any], source: str) -> Iterator[str]:
    """The files of a module and of those it imports, but for what every page has anyway."""
    chunk = built.get(source, {"isEntry": True})
    if not chunk.get("isEntry"):
        yield from (chunk["file"], *chunk.get("css", ()))
        for imported in chunk.get("imports", ()):
            yield from _needed(built, imported)


def _hint(file: str) -> str:
    return f"</{file}>; rel=" + ("preload; as=style; crossorigin" if file.endswith(".css") else "modulepreload")


def page_handler(pages: dict[str, Page]) -> HTTPRouteHandler:
    @get(["/", "/{path:path}"], include_in_schema=False, exclude_from_compression=True)  # they are packed already
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return answer(pages, request.scope["path"].lstrip("/"), request)

    return page


def answer(pages: dict[str, Page], path: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file; or the single page, which then shows what the path means."""
    found = pages.get(path)
    missing_file = found is None and (path.startswith(("api/", HASHED)) or "." in path.rpartition("/")[2])
    page = found or pages[GAME if path.startswith(GAME) else INDEX]
    if missing_file:
        return Response(b"", status_code=404, media_type="text/plain")
    headers = {
        "etag": page.tag,
        "vary": "accept-encoding",
        "cache-control": "public, max-age=31536000, immutable" if page.lasting else "no-cache",
    }
    if page.ahead:
        headers["link"] = page.ahead
    if request.headers.get("if-none-match") == page.tag:
        return Response(b"", status_code=304, headers=headers, media_type=page.kind)
    if page.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(page.packed, headers={**headers, "content-encoding": "gzip"}, media_type=page.kind)
    return Response(page.content, headers=headers, media_type=page.kind)
