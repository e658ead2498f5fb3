"""What the pipelines add to the model's own time: a model that does nothing, on 1,000 ActiView questions.

Target: under 1 ms per turn, prompt building, image checks, parsing and the record included; view images encoded once.

Usage: python -m speed.bench_pipeline_driver [--quick]
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from speed import record

REPLIES = {
    "select": "1, 3",
    "decide": "Yes",
    "mix_init": '{"part": "1,2", "reason": ""}',
    "mix_revise": '{"keep": "1", "shift": "4"}',
    "answer": "A. something",
    "describe": "A photograph.",
}


def main() -> None:
    """Measure, print and, if asked, record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="100 questions")
    arguments = record.parse(parser)
    rows = 100 if arguments.quick else 1000
    cases = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LMUData"] = folder
        import vlmeval.dataset  # noqa: F401  the host first, as in every run

        from vlmeval_hvs.benchmarks.actiview.dataset import ActiViewDataset
        from vlmeval_hvs.host.generate import drive
        from vlmeval_hvs.messages import ModelTraits

        print(f"{'pipeline':<22}{'turns':>7}{'plugin ms/turn':>16}{'no-op loop ms/turn':>20}{'ratio':>8}")
        for name in ("Full", "Zooming", "ShiftingR", "Mixed"):
            for profile in ("robust", "paper"):  # the third needs texts that are not part of the package
                dataset = ActiViewDataset(f"ActiView_{name}_DEMO", profile=profile)
                turns = 0
                began = time.process_time()
                for index in range(rows):
                    prompt = dataset.build_prompt(index % len(dataset))
                    driven = drive(prompt, lambda turn: REPLIES[turn.step], ModelTraits("noop", True))
                    turns += len(driven[1]) if driven else 1
                plugin = 1000 * (time.process_time() - began) / turns
                message = list(dataset.build_prompt(0))
                began = time.process_time()
                for _ in range(turns):
                    (lambda message: "A")([dict(item) for item in message])
                bare = 1000 * (time.process_time() - began) / turns
                print(f"{name + ' ' + profile:<22}{turns:>7}{plugin:>16.3f}{bare:>20.4f}{plugin / bare:>8.0f}")
                cases.append({"dataset": f"ActiView_{name}", "profile": profile, "turns": turns, "ms_per_turn": plugin})

        dataset = ActiViewDataset("ActiView_Zooming_DEMO", n_splits=9)
        for label in ("first", "second"):
            began = time.perf_counter()
            for index in range(min(rows, 16)):
                drive(dataset.build_prompt(index), lambda turn: REPLIES[turn.step], ModelTraits("noop", True))
            files = list((Path(folder) / "vlmeval_hvs" / "_views").rglob("*.png"))
            newest = max(path.stat().st_mtime for path in files)
            print(
                f"9 views, {label} pass: {time.perf_counter() - began:.2f} s, {len(files)} files, newest {newest:.0f}"
            )
    record.save(arguments.record, __file__, {"questions": rows, "cases": cases})


if __name__ == "__main__":
    main()
