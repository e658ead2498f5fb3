"""Threads that share a list of jobs; the first error, or Ctrl-C, ends them all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

_LOOK = 0.2  # seconds after which the main thread looks for Ctrl-C


def work(jobs: Iterable[T], do: Callable[[T], None], workers: int, stop: Callable[[], None]) -> None:
    """Do all jobs, in their order, several at once.

    Args:
        jobs: Taken one by one; never more than are being done.
        do: Does a job.
        workers: Number of threads.
        stop: Called when no more is to be done, so that a job that waits for something gives up.

    Raises:
        BaseException: The first that a job raised.
    """
    left, lock, ended = iter(jobs), threading.Lock(), threading.Event()
    faults: list[BaseException] = []

    def loop() -> None:
        while not ended.is_set():
            try:
                with lock:
                    job = next(left)
                do(job)
            except StopIteration:
                return
            except BaseException as error:  # told by the main thread
                faults.append(error)
                ended.set()
                return

    threads = [threading.Thread(target=loop, name=f"row-{number}", daemon=True) for number in range(workers)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive() and not ended.is_set():
                thread.join(_LOOK)
    finally:
        ended.set()
        stop()
        for thread in threads:
            thread.join()
    if faults:
        raise faults[0]
