"""A real server process with the built client, and Debian's chromium to look at it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from support.browser import PATIENCE, Visitors

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src" / "ferrovia" / "server" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = Path("/usr/bin/chromium")
START = 300
"""Seconds a server may take to start on a busy machine."""
CHROMIUM_ARGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def _need(path: Path, what: str) -> None:
    """CI has everything; elsewhere a missing thing is a notice, not a failure."""
    if path.exists():
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing: {path}")
    pytest.skip(f"{what} is missing: {path}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def client() -> Path:
    """The folder of the built client."""
    _need(CLIENT / "index.html", "the built web client")
    return CLIENT


@pytest.fixture(scope="session")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a database of its own; bots answer without a pause."""
    folder = tmp_path_factory.mktemp("server")
    address = f"http://127.0.0.1:{(port := _free_port())}"
    command = [
        sys.executable,
        "-m",
        "ferrovia.server",
        "--port",
        str(port),
        "--database",
        f"sqlite:///{folder}/games.db",
    ]
    settings = {"FERROVIA_RATE_LIMITS": "off", "FERROVIA_BOT_PAUSE": "0"}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, env=os.environ | settings, stdout=log, stderr=log)
        try:
            _wait_until_well(address, process, folder / "log")
            yield address
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait_until_well(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urlopen(f"{address}/healthz", timeout=5):
                return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    _need(CHROMIUM, "chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGS))
        expect.set_options(timeout=PATIENCE)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Visitors]:
    """Call it to open a page as somebody new: `page = visit("/help", size=PHONE, language="es")`."""
    visitors = Visitors(browser, server)
    yield visitors
    visitors.leave()
    assert visitors.complaints == []


@pytest.fixture
def faults() -> Callable[[Page], list[str]]:
    """What axe finds on a page, be it ever so small."""
    _need(AXE, "axe-core")
    script = AXE.read_text("utf-8")

    def look(page: Page) -> list[str]:
        page.evaluate(script)
        result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{fault['id']} ({fault['impact']}): {node['html'][:120]} {node['failureSummary'][:200]}"
            for fault in result["violations"]
            for node in fault["nodes"]
        ]

    return look
