"""evalscope's VLMEvalKit backend behind the command line of the host: what `trial` calls instead of the host's main.

Run by the interpreter of a layer that has evalscope.
"""

from __future__ import annotations

import argparse
import importlib


def main() -> None:
    """Read ``sys.argv`` as the host's runner does, and hand the task to evalscope in this process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", nargs="+")
    parser.add_argument("--model")
    parser.add_argument("--work-dir")
    parser.add_argument("--judge")
    parser.add_argument("--reuse", action="store_true")
    given = parser.parse_args()
    evalscope = importlib.import_module("evalscope")
    config = {"data": given.data, "model": [given.model], "judge": given.judge, "reuse": given.reuse}
    task = {"eval_backend": "VLMEvalKit", "eval_config": config, "work_dir": given.work_dir, "no_timestamp": True}
    evalscope.run_task(evalscope.TaskConfig(**task))
