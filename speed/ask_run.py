"""One run of `vlmeval_hvs.ask` in a process of its own, with times and memory of its parts as JSON.

Usage: python -m speed.ask_run URL DATASET WORK_DIR [--concurrency N] [--only-ask]
"""

import argparse
import json
import resource
import time
from pathlib import Path
from typing import Any


def main() -> None:
    """Load, ask and score; print what each took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("dataset")
    parser.add_argument("work_dir", type=Path)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--only-ask", action="store_true", help="do not score")
    options = parser.parse_args()

    from vlmeval_hvs.ask.run import ask, finish, places
    from vlmeval_hvs.ask.settings import Served
    from vlmeval_hvs.configs import make_dataset

    figures: dict[str, Any] = {}
    began = wall_and_cpu()

    def passed(name: str) -> None:
        nonlocal began
        now = wall_and_cpu()
        figures[name] = {"seconds": now[0] - began[0], "cpu": now[1] - began[1], "peak_mb": peak()}
        began = now

    dataset = make_dataset(options.dataset, None)
    passed("loading")
    served = Served(options.url, "m")
    runs = places([dataset], served, options.work_dir)
    ask(runs, served, options.concurrency, bar=False)
    passed("asking")
    if not options.only_ask:
        (scored,) = finish(runs, options.work_dir, served)
        passed("scoring")
        figures["validity"] = scored.validity
    print(json.dumps({"rows": len(dataset), **figures}))


def wall_and_cpu() -> tuple[float, float]:
    """Seconds on the clock, and of this process on all cores."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return time.perf_counter(), used.ru_utime + used.ru_stime


def peak() -> float:
    """The most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
