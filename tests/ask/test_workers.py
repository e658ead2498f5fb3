"""Threads that share jobs."""

import threading

import pytest

from vlmeval_hvs.ask.workers import work


def test_every_job_is_done_once_and_no_more_than_the_threads_at_a_time():
    done, running, most, lock = [], 0, 0, threading.Lock()
    together = threading.Barrier(4)

    def do(job):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        if job < 4:
            together.wait(10)  # all four threads are at work
        with lock:
            running -= 1
            done.append(job)

    work(range(50), do, 4, lambda: None)
    assert (sorted(done), most) == ([*range(50)], 4)


def test_the_first_error_ends_jobs_that_wait_and_no_more_are_taken():
    stopped, taken = threading.Event(), []

    def jobs():
        for number in range(100):
            taken.append(number)
            yield number

    def do(job):
        if job == 3:
            raise KeyError("first")
        if job > 0:
            stopped.wait(10)
            raise RuntimeError("told to stop")

    with pytest.raises(KeyError, match="first"):
        work(jobs(), do, 3, stopped.set)
    assert stopped.is_set()
    assert taken == [0, 1, 2, 3]


def test_jobs_that_cannot_be_made_are_an_error_too():
    def jobs():
        yield 1
        raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        work(jobs(), lambda job: None, 2, lambda: None)
