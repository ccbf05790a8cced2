"""The end of a process: live updates would never end by themselves, so they are ended first; and nobody waits for long
work whose result nobody will read."""

import asyncio
import atexit
import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from types import FrameType
from typing import Any

Handler = Callable[[int, FrameType | None], Any]

SIGNALS = (signal.SIGTERM, signal.SIGINT)
LAST = 0.85
"""Seconds after which a process that was told to stop is gone, whatever it still does. That loses no more than a power
cut does, and a power cut loses nothing that was acknowledged."""
PR_SET_PDEATHSIG = 1
"""As Linux calls it (prctl): the signal that a process gets when the thread that has started it ends."""
LAST_OF_ALL = 0.95
"""The same for whoever looks after several: each of them first ends what it has started itself."""


def before_stopping(work: Callable[[], None]) -> None:
    """Does some work in the event loop as soon as the process is told to stop, before whoever else wants to know."""
    if threading.current_thread() is not threading.main_thread():
        return  # only there Python hears signals: whoever runs a server in a thread ends it in another way
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        known = signal.getsignal(number)
        if callable(known):
            signal.signal(number, _first(work, known, loop))


def _first(work: Callable[[], None], known: Handler, loop: asyncio.AbstractEventLoop) -> Handler:
    def both(number: int, frame: FrameType | None) -> None:
        _do_in(loop, work)
        end_soon()
        known(number, frame)

    return both


def when_told_to_stop(work: Callable[[], object]) -> None:
    """Does some work in the event loop when the process is told to stop, and nobody else does any."""
    loop = asyncio.get_running_loop()

    def stop(_number: int, _frame: FrameType | None) -> None:
        end_soon()  # not from the event loop: it may be what hangs
        _do_in(loop, work)

    for number in SIGNALS:
        signal.signal(number, stop)


def _do_in(loop: asyncio.AbstractEventLoop, work: Callable[[], object]) -> None:
    with suppress(RuntimeError):  # told once more, after the loop has ended: systemd tells every process by itself
        loop.call_soon_threadsafe(work)


def end_soon(after: float = LAST) -> None:
    """From now on the process has some time to put things in order; Python would wait for every thread."""
    threading.Thread(target=_end, args=(after,), name="end", daemon=True).start()


def _end(after: float) -> None:
    time.sleep(after)
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(0)


def end_with_parent() -> None:
    """A process must not outlive the one that has started it, also where that one was killed. If it hangs, Linux ends
    it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def end_quickly() -> None:
    """At its end Python looks for garbage several times among some 200,000 objects, half a second of work for nothing:
    it need not look at what is there."""
    atexit.register(gc.freeze)
