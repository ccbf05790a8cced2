"""What a single connection may do to the server: large heads and slow requests are refused, nobody else waits."""

import asyncio
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvicorn.config

from ferrovia.server import protocol, words
from ferrovia.server.protocol import Connections
from ferrovia.server.settings import Settings
from support.servers import Person, ServerProcess, a_server, eventually


def connected(address: str) -> socket.socket:
    place = urlsplit(address)
    return socket.create_connection((place.hostname, place.port), timeout=20)


def answer_to(address: str, *parts: bytes, pause: float = 0.0) -> bytes:
    """The first line that comes back before the server hangs up; nothing if it just does."""
    with connected(address) as line:
        try:
            for part in parts:
                line.sendall(part)
                time.sleep(pause)
            return line.recv(4096).partition(b"\r\n")[0]
        except ConnectionError:
            return b""


START = b"GET /api/me HTTP/1.1\r\nhost: x\r\n"
LARGE = {
    "one header in one piece": (START + b"x: " + b"y" * 20_000 + b"\r\n\r\n",),
    "one header in many pieces": (START + b"x: ", *[b"y" * 1_000] * 20),
    "many headers": (START + b"".join(b"x%d: y\r\n" % n for n in range(150)) + b"\r\n",),
    "a long address": (b"GET /" + b"y" * 20_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n",),
    "a head without end": (START, *[b"x: y\r\n" * 100] * 40),
}


@pytest.mark.parametrize("case", LARGE)
def test_a_large_head_is_refused(lone: str, case: str) -> None:
    assert answer_to(lone, *LARGE[case]) in (b"HTTP/1.1 431 Request Header Fields Too Large", b"")
    assert answer_to(lone, START + b"\r\n") == b"HTTP/1.1 200 OK"


def test_usual_heads_pass_one_after_another_on_one_line(lone: str) -> None:
    """The size of a head is counted for each request, not for the connection."""
    with connected(lone) as line:
        for _ in range(40):
            line.sendall(START + b"x: " + b"y" * 2_000 + b"\r\n\r\n")
            assert line.recv(65_536).startswith(b"HTTP/1.1 200 OK")


def test_nobody_waits_for_a_head_of_many_megabytes(lone: str) -> None:
    """A header of 100 MB held everybody up for seconds."""

    def attack() -> None:
        with connected(lone) as line:
            try:
                line.sendall(START + b"x: ")
                for _ in range(100):
                    line.sendall(b"y" * 1_000_000)
            except OSError:
                pass

    thread = threading.Thread(target=attack, daemon=True)
    begun = time.monotonic()
    thread.start()
    assert Person(lone).get("/api/me").status_code == 200
    thread.join(30)
    assert not thread.is_alive()
    assert time.monotonic() - begun < 20


SLOW = {
    "silence": (b"",),
    "half a head": (b"GET /api/me HT",),
    "half a body": (
        b"POST /api/guest HTTP/1.1\r\nhost: x\r\ncookie: csrftoken=x\r\nx-csrftoken: x\r\ncontent-length: 100\r\n\r\n{",
    ),
}
"""The last one is let in, so that somebody waits for the rest."""


@pytest.mark.parametrize("case", SLOW)
def test_a_request_that_never_ends_is_hung_up(lone: str, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    monkeypatch.setattr(protocol, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.3)
    begun = time.monotonic()
    with connected(lone) as line:
        line.sendall(SLOW[case][0])
        answer = line.recv(4096)
        while line.recv(4096):
            pass
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout")
    assert 0.2 < time.monotonic() - begun < 15


def test_bytes_that_drip_do_not_keep_a_line_open(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.4)
    assert answer_to(lone, *[b"G", b"E", b"T", b" ", *[b"/"] * 12], pause=0.1) in (
        b"HTTP/1.1 408 Request Timeout",
        b"",
    )


def test_only_what_browsers_usually_send_is_remembered() -> None:
    """Cookies and languages of any length were kept: 1,500 requests took 1.4 GB."""
    for n in range(50):
        assert words.accepted(f"es;q=0.9, {'x' * 10_000}{n}") == "es"
        assert words.language_asked(b"lang=es&x=" + b"y" * 10_000 + b"%d" % n) == "es"
    caches = (words._usual_header, words._usual_query)  # pyright: ignore[reportPrivateUsage]
    before = [cache.cache_info().currsize for cache in caches]
    words.accepted("es;q=0.5, " + "z" * 10_000)
    words.language_asked(b"lang=es&z=" + b"y" * 10_000)
    assert [cache.cache_info().currsize for cache in caches] == before


CHUNKED = b"POST /api/guest HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("end", [b"0\r\nx: ", b"5;x="], ids=["headers after a body", "words beside a size"])
def test_what_comes_beside_a_body_is_limited_too(lone: str, end: bytes) -> None:
    """Headers at the end of a body were gathered without end: 30 MB held everybody up for seconds."""
    with connected(lone) as line, pytest.raises(OSError):
        line.sendall(CHUNKED + end)
        for _ in range(100):
            line.sendall(b"y" * 100_000)
            time.sleep(0.01)
    assert answer_to(lone, START + b"\r\n") == b"HTTP/1.1 200 OK"


def test_a_body_in_small_pieces_passes(lone: str) -> None:
    body = b'{"name": "Ana"}' + b" " * 40_000
    pieces = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    assert answer_to(lone, CHUNKED + pieces) == b"HTTP/1.1 403 Forbidden"  # our page did not send it


def test_a_network_has_only_so_many_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand connections that said nothing left no place for anybody else."""
    monkeypatch.setattr(protocol, "AT_ONCE_SECONDS", 1e9)  # how often somebody comes is another limit
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, connections_per_address=5)
    with a_server(settings) as address:
        lines = [connected(address) for _ in range(5)]
        eventually(lambda: answer_to(address, START + b"\r\n") == b"")
        lines[0].close()
        eventually(lambda: answer_to(address, START + b"\r\n") == b"HTTP/1.1 200 OK")
        for line in lines:
            line.close()


def test_a_network_with_too_many_connections_costs_next_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader of requests and a clock were made for each, and taken away again; and whoever had gone before anybody
    looked was from nowhere, so they were not counted at all."""
    prepared: list[object] = []
    usual = protocol.Guarded.connection_made

    def noted(self: protocol.Guarded, transport: asyncio.BaseTransport) -> None:
        prepared.append(self)
        usual(self, transport)

    monkeypatch.setattr(protocol.Guarded, "connection_made", noted)
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, connections_per_address=5)
    with a_server(settings) as address:
        lines = [connected(address) for _ in range(40)]
        eventually(lambda: answer_to(address, START + b"\r\n") == b"")
        assert len(prepared) == 5
        for line in lines:
            line.close()


class Gone(asyncio.Transport):
    """Somebody who came and went before anybody looked: nobody can say any more from where."""

    aborted = False

    def get_extra_info(self, name: str, default: object = None) -> object:
        return default

    def abort(self) -> None:
        self.aborted = True


def test_who_is_gone_again_is_nobody() -> None:
    gone = Gone()
    protocol.entrance(Connections(5))().connection_made(gone)
    assert gone.aborted


@pytest.mark.parametrize(
    ("address", "proxies", "allowed"),
    [
        ("198.51.100.9", "", 2),
        ("2001:db8::1", "", 2),
        ("198.51.100.9", "127.0.0.1", 2),
        ("127.0.0.1", "10.0.0.0/8, 127.0.0.1", 9),
        ("10.1.2.3", "10.0.0.0/8", 9),
        ("198.51.100.9", "*", 9),
        ("", "", 9),
    ],
)
def test_connections_of_our_proxies_are_not_counted(address: str, proxies: str, allowed: int) -> None:
    counted = Connections(2, proxies)
    entered = [counted.enter(address) for _ in range(9)]
    assert sum(one is not None for one in entered) == allowed
    for one in entered:
        counted.leave(one or "")
    assert counted.enter(address) is not None


def test_a_network_comes_only_so_often() -> None:
    """Connections that came with rubbish and went were counted nowhere: thousands a second from one place."""
    clock = 0.0
    counted = Connections(10, clock=lambda: clock)

    def come(network: str) -> bool:
        entered = counted.enter(network)
        counted.leave(entered or "")
        return entered is not None

    assert sum(come("198.51.100.9") for _ in range(50)) == 20
    assert come("198.51.100.8")
    clock += 1.0
    assert sum(come("198.51.100.9") for _ in range(50)) == 5


def hang_up(line: socket.socket) -> None:
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def test_nobody_is_answered_who_is_gone(processes: Callable[..., ServerProcess], tmp_path: Path) -> None:
    """Of many requests on one connection those before the last one did not learn that it was broken: the answer to one
    that was held back was a mistake, with forty lines in the log."""
    server = processes(f"sqlite:///{tmp_path}/x.db", FERROVIA_RATE_LIMITS="yes")
    for _ in range(5):
        line = connected(server.address)
        line.sendall(b"GET /api/games/none/export HTTP/1.1\r\nhost: x\r\n\r\n" * 12)
        time.sleep(0.3)
        hang_up(line)
    time.sleep(1.0)
    assert answer_to(server.address, START + b"\r\n") == b"HTTP/1.1 200 OK"
    assert "Traceback" not in server.log.read_text()


def test_only_so_many_requests_wait_on_one_connection(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More were read with each answer, thousands at a time and without end: one connection filled the memory and held
    everybody up."""
    seen: list[object] = []
    usual = protocol.Guarded.on_headers_complete

    def noted(self: protocol.Guarded) -> None:
        seen.append(self)
        usual(self)

    monkeypatch.setattr(protocol.Guarded, "on_headers_complete", noted)
    request = b"GET /api/me HTTP/1.1\r\nhost: x\r\n\r\n"
    assert answer_to(lone, request * protocol.AHEAD) == b"HTTP/1.1 200 OK"
    seen.clear()
    told = b""
    with connected(lone) as line, suppress(ConnectionError):
        line.sendall(request * 5_000)
        while piece := line.recv(65_536):
            told += piece
    assert len(seen) == protocol.AHEAD + 1
    assert told.count(b"HTTP/1.1 ") <= protocol.AHEAD + 1
    assert answer_to(lone, request) == b"HTTP/1.1 200 OK"


def test_live_updates_end_with_their_reader_also_before_another_request(tmp_path: Path) -> None:
    """They went on for nobody, and counted as open."""
    settings = Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0, lines_per_address=1)
    with a_server(settings) as address:
        game = Person(address, "Ana").hotseat(public=True)
        request = f"GET /api/games/{game}/stream HTTP/1.1\r\nhost: x\r\n\r\n".encode()

        def opened() -> bool:
            line = connected(address)
            line.sendall(request + START + b"\r\n")
            told = line.recv(4096)
            hang_up(line)
            return told.startswith(b"HTTP/1.1 200")

        assert opened()
        eventually(opened, 8.0)


def test_rubbish_fills_no_log(processes: Callable[..., ServerProcess], tmp_path: Path) -> None:
    """Each piece was a line of the log, or two: some forty gigabytes a day from one client."""
    server = processes(f"sqlite:///{tmp_path}/x.db")
    said = server.log.read_text()
    upgrade = b"connection: upgrade\r\nupgrade: websocket\r\n\r\n"
    assert answer_to(server.address, b"\x00rubbish\r\n\r\n") == b"HTTP/1.1 400 Bad Request"
    assert answer_to(server.address, START + upgrade) == b"HTTP/1.1 200 OK"
    assert server.log.read_text() == said


def test_no_line_leaves_the_entrance_for_another_protocol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a library for WebSockets happened to be installed, whoever asked for one was handed over to it: past all
    limits, and counted as open for ever."""
    handed_over: list[object] = []
    monkeypatch.setitem(uvicorn.config.WS_PROTOCOLS, "auto", lambda **given: handed_over.append(given))
    with a_server(Settings(database=f"sqlite:///{tmp_path}/x.db", bot_processes=0)) as address:
        upgrade = b"connection: upgrade\r\nupgrade: websocket\r\n\r\n"
        assert answer_to(address, START + upgrade) == b"HTTP/1.1 200 OK"
    assert handed_over == []


BODY = b"POST /api/guest HTTP/1.1\r\nhost: x\r\n"
NEXT = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"
UNCLEAR = {
    "two lengths": BODY + b"content-length: 2\r\ncontent-length: 5\r\n\r\n{}abc",
    "the same length twice": BODY + b"content-length: 2\r\ncontent-length: 2\r\n\r\n{}",
    "a length and pieces": BODY + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n" + NEXT,
    "pieces and a length": BODY + b"transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n" + NEXT,
    "pieces that are none": BODY + b"transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n" + NEXT,
    "an unknown coding": BODY + b"transfer-encoding: xchunked\r\n\r\n0\r\n\r\n" + NEXT,
    "a space before the colon": BODY + b"transfer-encoding : chunked\r\n\r\n0\r\n\r\n" + NEXT,
    "a length with a sign": BODY + b"content-length: +2\r\n\r\n{}",
    "a length in sixteens": BODY + b"content-length: 0x2\r\n\r\n{}",
    "two lengths in one": BODY + b"content-length: 2, 2\r\n\r\n{}",
    "a piece of negative size": BODY + b"transfer-encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
    "a piece without end": BODY + b"transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n",
    "a folded header": START + b"x: y\r\n z\r\n\r\n",
    "bare line feeds": b"GET /healthz HTTP/1.1\nhost: x\n\n",
    "a NUL in a header": START + b"x: a\x00b\r\n\r\n",
    "no ASCII in the address": b"GET /\xff HTTP/1.1\r\nhost: x\r\n\r\n",
}


@pytest.mark.parametrize("case", UNCLEAR)
def test_where_a_request_ends_is_clear_or_it_is_refused(lone: str, case: str) -> None:
    """A proxy that reads it otherwise would take a part of it for the request of somebody else."""
    with connected(lone) as line:
        line.sendall(UNCLEAR[case])
        told = b""
        while piece := line.recv(4096):  # until the server hangs up: nothing that follows is answered
            told += piece
    assert told.startswith(b"HTTP/1.1 400 ")
    assert told.count(b"HTTP/1.1 ") == 1


def test_who_does_not_fetch_an_answer_is_hung_up(lone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers that nobody fetched were kept for ever."""
    monkeypatch.setattr(protocol, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(protocol, "STALLED_SECONDS", 0.3)
    monkeypatch.setattr(protocol, "AHEAD", 100_000)  # so many answers that no buffer on the way holds them
    with connected(lone) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        with pytest.raises(OSError):
            for _ in range(4_000):
                line.sendall(b"GET /api/titles/1862 HTTP/1.1\r\nhost: x\r\n\r\n")
                time.sleep(0.005)
