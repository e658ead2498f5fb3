"""Seconds that each standardizer needs for a reply of a million characters, in both profiles.

Two replies: a long list of sentences that offer answers, and a text that opens brackets and never closes them.

Usage: python -m speed.bench_standardizers [--quick]
"""

import argparse
import time
from collections.abc import Callable

import standardizers as read
from speed import record

LENGTH = 1_000_000
TEXTS = {"sentences": "The answer is (B), not A; 3 objects at (0.5, 0.25). ", "open brackets": '[{"answer": ['}
READERS: dict[str, Callable[[str, str], object]] = {
    "choice": lambda text, profile: read.choice(text, profile=profile),
    "count": lambda text, profile: read.count(text, profile=profile),
    "order": lambda text, profile: read.order(text, profile=profile),
    "scanpath": lambda text, profile: read.scanpath(text, profile=profile),
    "option": lambda text, profile: read.option(text, ["bottle", "bunny", "kettle"], profile=profile),
    "fixation": lambda text, profile: read.fixation(text, profile=profile),
    "views": lambda text, profile: read.views(text, profile=profile),
    "view_operations": lambda text, profile: read.view_operations(text, profile=profile),
}


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the characters")
    arguments = record.parse(parser)
    length = LENGTH // 10 if arguments.quick else LENGTH
    rows = []
    for name, reader in READERS.items():
        for profile in ("robust", "paper"):
            times = []
            for unit in TEXTS.values():
                text = (unit * (length // len(unit) + 1))[:length]
                start = time.process_time()
                reader(text, profile)
                times.append(time.process_time() - start)
            rows.append({"function": name, "profile": profile, "seconds": max(times)})
            print(f"{name:16s} {profile:7s} {max(times):7.3f} s for {length} characters")
    record.save(arguments.record, __file__, {"characters": length, "texts": len(TEXTS), "rows": rows})


if __name__ == "__main__":
    main()
