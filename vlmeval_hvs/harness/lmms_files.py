"""Task files for lmms-eval: one folder for its ``--include_path``, with a task and its rows for every dataset.

Usage: python -m vlmeval_hvs.harness.lmms_files FOLDER DATASET [DATASET ...] [--options NAME=VALUE ...] [--one-image]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from vlmeval_hvs.dataset import HVSDataset
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import write_atomically
from vlmeval_hvs.messages import ModelTraits
from vlmeval_hvs.names import DatasetName
from vlmeval_hvs.option_arguments import add_options, make_dataset, read_options

FUNCTIONS = ("doc_to_messages", "doc_to_text", "doc_to_visual", "process_results", "row_score", "overall")
UTILS = f"""from vlmeval_hvs.harness.lmms_task import {", ".join(FUNCTIONS)}

__all__ = {json.dumps(FUNCTIONS)}
"""
TASK = """task: {name}
dataset_path: json
dataset_kwargs:
  data_files:
    test: {rows}
test_split: test
output_type: {kind}
doc_to_messages: !function {utils}.doc_to_messages
doc_to_text: !function {utils}.doc_to_text
doc_to_visual: !function {utils}.doc_to_visual
doc_to_target: target
generation_kwargs:
  max_new_tokens: {tokens}
  do_sample: false
  temperature: 0
process_results: !function {utils}.process_results
metric_list:
  - metric: Overall
    aggregation: !function {utils}.overall
    higher_is_better: true
  - metric: row_score
    aggregation: !function {utils}.row_score
    higher_is_better: true
metadata:
  version: "{version}"
"""
MODULE = "hvs_functions"
TOKENS = 2048
"""Longest reply; `gen_kwargs` of lmms-eval has precedence."""


def main() -> None:
    """Write the files, and print the names of the tasks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("datasets", nargs="+")
    parser.add_argument("--one-image", action="store_true", help="for models that take one image per message")
    add_options(parser)
    options = parser.parse_args()
    for name in options.datasets:
        print(write_task(options.folder, make_dataset(name, options.options), options.options, options.one_image))


def write_task(folder: Path, dataset: HVSDataset, options: list[str] | None = None, one_image: bool = False) -> str:
    """Write the task of a dataset.

    Args:
        folder: Folder of the tasks; other tasks in it stay.
        dataset: The dataset.
        options: Its options, as on the command line.
        one_image: Whether the model takes one image per message.

    Returns:
        The task's name.

    Raises:
        DataError: The dataset has no rows.
    """
    if not len(dataset):
        raise DataError(f"{dataset.dataset_name} has no rows")
    traits = ModelTraits("lmms_eval", interleave=not one_image)
    name = f"hvs_{DatasetName.of(dataset.dataset_name).in_files}"
    several = any(dataset.pipeline(dataset.row(position), traits) is not None for position in range(len(dataset)))
    shared = {
        "dataset": dataset.dataset_name,
        "options": json.dumps(read_options(options), sort_keys=True),
        "one_image": one_image,
        "rounds": several,
    }
    lines = []
    for position in range(len(dataset)):
        row = dataset.row(position)
        target = str(row.get("truth") or row.get("answer") or "")
        lines.append(json.dumps({**shared, "index": int(row["index"]), "target": target}))
    rows = folder.absolute() / f"{name}.jsonl"
    task = TASK.format(
        name=name,
        rows=json.dumps(str(rows)),
        kind="generate_until_multi_round" if several else "generate_until",
        utils=MODULE,
        tokens=TOKENS,
        version=dataset.manifest.digest[:12],
    )
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(rows, "".join(f"{line}\n" for line in lines).encode())
    write_atomically(folder / f"{MODULE}.py", UTILS.encode())
    write_atomically(folder / f"{name}.yaml", task.encode())
    return name


if __name__ == "__main__":
    main()
