"""Ctrl-C while compiled games are played, which do not hear it."""

from __future__ import annotations

import os
import select
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["PATIENCE", "second_ctrl_c_ends_at_once"]

PATIENCE = 3.0
"""Seconds after Ctrl-C before it is said that a second one ends a command at once."""


@contextmanager
def second_ctrl_c_ends_at_once() -> Iterator[None]:
    """Let Ctrl-C wait for the games that are being played, and a second one for nothing.

    Compiled games do not hear Python's own handler: a strategy that never answers would be
    ended by nothing else.
    """
    is_ours = (
        os.name == "posix"
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if not is_ours:
        yield
        return
    heard, hears = os.pipe()
    os.set_blocking(hears, False)
    before = signal.set_wakeup_fd(hears, warn_on_full_buffer=False)
    watch = threading.Thread(target=_watch, args=(heard,), daemon=True)
    watch.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(hears)
        watch.join()


def _watch(heard: int) -> None:
    """End the process at the second Ctrl-C of a pipe of signals; until the pipe is closed."""
    times = 0
    while True:
        if times == 1 and not select.select([heard], [], [], PATIENCE)[0]:
            os.write(2, b"\nstill busy; Ctrl-C once more ends it at once\n")
        signals = os.read(heard, 64)
        if not signals:
            os.close(heard)
            return
        times += signals.count(signal.SIGINT)
        if times > 1:
            os.write(2, b"\ninterrupted\n")
            os._exit(130)
