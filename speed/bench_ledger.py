"""What the ledger adds to a call of a model, and the memory of a run of 100,000 rows.

A model that does nothing is asked about rows of one turn with an image of 300 kB, and with words only, with and
without a ledger; the first time an image is met, its bytes are read and hashed, which is measured by itself.

Targets: under 0.2 ms a call without that first hashing; under 40 MB for what a continued run keeps of 100,000 known
replies and what it adds while it answers them from the ledger.

Usage: python -m speed.bench_ledger [--quick]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
import tracemalloc
from pathlib import Path

import numpy as np

from vlmeval_hvs.host.generate import answer
from vlmeval_hvs.host.run import Run, close_run, open_run
from vlmeval_hvs.messages import INTERLEAVED, Prompt, image, text
from vlmeval_hvs.results.ledger import Ledger, ledger_path
from vlmeval_hvs.results.receipt import Receipt
from vlmeval_hvs.results.run_record import read_answers

WORDS = "Which of these objects is the most salient one? Answer with the option's letter. " * 5
REPLY = "The person in the middle stands out most, because of the red coat. The answer is B. " * 5
RECEIPT = Receipt("D", "digest", {}, "1")
ROUNDS = 5


def prompt(index: int, path: Path | None) -> Prompt:
    """A question of one turn."""
    shown = [image(str(path))] if path else []
    return Prompt([*shown, text(WORDS)], row={"index": str(index)}, dataset="D")


def seconds(rows: int, path: Path | None) -> float:
    """Seconds per row of answering this many rows."""
    prompts = [prompt(index, path) for index in range(rows)]
    began = time.process_time()
    for each in prompts:
        answer(each, lambda turn: REPLY, INTERLEAVED)
    return (time.process_time() - began) / rows


def begin(folder: Path) -> Ledger:
    """Begin a run, or go on with it."""
    ledger = Ledger(folder, "m_D")
    ledger.begin(RECEIPT)
    open_run("D", Run("m_D", ledger))
    return ledger


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows")
    arguments = parser.parse_args()
    rows, many = (500, 10_000) if arguments.quick else (5_000, 100_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        picture = folder / "picture.png"
        picture.write_bytes(np.random.default_rng(0).bytes(300_000))
        began = time.process_time()
        begin(folder)
        answer(prompt(0, picture), lambda turn: REPLY, INTERLEAVED)
        first = time.process_time() - began
        for label, path in (("words", None), ("image", picture)):
            added = []
            for number in range(ROUNDS):
                begin(folder / f"{label}{number}")
                with_ledger = seconds(rows, path)
                close_run("D")
                added.append(1000 * (with_ledger - seconds(rows, path)))
            print(
                f"{label}: {statistics.median(added):.4f} ms added per call (median of {ROUNDS} rounds of {rows} rows)"
            )
        begin(folder / "many")
        seconds(many, None)
        close_run("D")
        size = ledger_path(folder / "many", "m_D", 0).stat().st_size
        tracemalloc.start()
        begin(folder / "many")
        kept = tracemalloc.get_traced_memory()[0]
        for index in range(many):  # one prompt at a time, as in a run
            answer(prompt(index, None), lambda turn: REPLY, INTERLEAVED)
        grown, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        close_run("D")
        began = time.process_time()
        begin(folder / "many")
        opening = time.process_time() - began
        began = time.process_time()
        replay = seconds(many, None)
        close_run("D")
        began = time.process_time()
        answers = read_answers(folder / "many", "m_D")
        reading = time.process_time() - began
        assert answers is not None
        assert len(answers.answers) == answers.calls == many
    print(f"{many} rows: a ledger of {size / 1e6:.0f} MB is opened in {opening:.1f} s, read whole in {reading:.1f} s")
    print(f"kept {kept / 1e6:.1f} MB, added while answering {(grown - kept) / 1e6:.2f} MB, peak {peak / 1e6:.1f} MB")
    print(f"a known reply is given in {1000 * replay:.3f} ms; the first image took {1000 * first:.2f} ms in all")


if __name__ == "__main__":
    main()
