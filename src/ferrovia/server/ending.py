"""The end of a process: live updates would never end by themselves, so they are ended first; and nobody waits for long
work whose result nobody will read."""

import asyncio
import atexit
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

Handler = Callable[[int, FrameType | None], Any]

SIGNALS = (signal.SIGTERM, signal.SIGINT)
LAST = 0.85
"""Seconds after which a process that was told to stop is gone, whatever it still does. That loses no more than a power
cut does, and a power cut loses nothing that was acknowledged."""


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
        loop.call_soon_threadsafe(work)
        end_soon()
        known(number, frame)

    return both


def when_told_to_stop(work: Callable[[], object]) -> None:
    """Does some work in the event loop when the process is told to stop, and nobody else does any."""

    def stop() -> None:
        end_soon()
        work()

    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        loop.add_signal_handler(number, stop)


def end_soon() -> None:
    """From now on the process has some time to put things in order; Python would wait for every thread."""
    threading.Thread(target=_end, name="end", daemon=True).start()


def _end() -> None:
    time.sleep(LAST)
    for child in multiprocessing.active_children():
        child.kill()
    sys.stderr.flush()
    os._exit(0)


def end_quickly() -> None:
    """At its end Python looks for garbage several times among some 200,000 objects, half a second of work for nothing:
    it need not look at what is there."""
    atexit.register(gc.freeze)
