"""Script of one rank: the host's own `infer_data_job` on both benchmarks, with gloo where a GPU machine has nccl.

Usage: torchrun --nproc_per_node 2 two_ranks.py MODEL_FOLDER WORK_DIR
"""

import os
import sys

import torch.distributed as dist
from vlmeval.dataset import build_dataset
from vlmeval.inference import infer_data_job
from vlmeval.vlm import InternS1Chat


def main(model_folder: str, work_dir: str) -> None:
    dist.init_process_group("gloo")
    model = InternS1Chat(model_path=model_folder, max_new_tokens=8, do_sample=False)
    for name in ("HVSBench", "TwoTurns"):
        dataset = build_dataset(name)
        infer_data_job(model, work_dir=work_dir, model_name="tiny", dataset=dataset)
        if int(os.environ["RANK"]) == 0:
            dataset.evaluate(os.path.join(work_dir, f"tiny_{name}.xlsx"))
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])
