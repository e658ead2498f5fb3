"""evalscope's VLMEvalKit backend behind the command line of the host: what `trial` calls instead of the host's main.

Run by the interpreter of a layer that has evalscope.
"""

from __future__ import annotations

import argparse
import importlib
from typing import Any


def main() -> None:
    """Read ``sys.argv`` as the host's runner does, and hand the task to evalscope in this process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", nargs="+")
    parser.add_argument("--model")
    parser.add_argument("--work-dir")
    parser.add_argument("--judge")
    parser.add_argument("--reuse", action="store_true")
    parser.add_argument("--base-url", default="", help="of a server; the model is asked there")
    task(**vars(parser.parse_args()))


def task(data: list[str], model: str, work_dir: str, judge: str, reuse: bool, base_url: str) -> None:
    """Run one task.

    Args:
        data: Names of datasets.
        model: Name of a model of the host, or of a served one.
        work_dir: Folder of the results.
        judge: The host's judge.
        reuse: Whether an earlier run in this folder is continued.
        base_url: The server's address up to ``/v1``; "" asks the host's own model.
    """
    evalscope = importlib.import_module("evalscope")
    config = {"data": data, "model": models(model, base_url), "judge": judge, "reuse": reuse}
    evalscope.run_task(
        evalscope.TaskConfig(eval_backend="VLMEvalKit", eval_config=config, work_dir=work_dir, no_timestamp=True)
    )


def models(name: str, base_url: str) -> list[Any]:
    """The entry ``model`` of evalscope's configuration."""
    if not base_url:
        return [name]
    address = f"{base_url}/chat/completions"
    return [{"name": "CustomAPIModel", "type": name, "api_base": address, "key": "EMPTY"}]
