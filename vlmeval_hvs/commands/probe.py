"""``vlmeval-hvs probe``: what can a model take in?"""

from __future__ import annotations

import argparse
from pathlib import Path

from vlmeval_hvs.commands import Help
from vlmeval_hvs.errors import UsageError

WORK_DIR = Path("outputs")


def register(subparsers: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "probe",
        help="measure what a model can take in: pictures and their order, JSON, long replies, the system message",
        description="Shows a model coloured tiles, 1, 2, 3 and 5 in one message, and asks for the colour at a place; "
        "asks for JSON, for a long reply, and for what a system message wants. About 80 short calls. The result is "
        "written into the working folder, where later runs of the model find it: they send pictures one by one or "
        "joined, as the model can see them, and are refused where the dataset needs what the model lacks "
        "(`vlmeval-hvs run --no-probe` runs all the same). Exit status: 0, or 1 when the model sees no picture.",
        epilog="examples:\n  vlmeval-hvs probe --model InternVL3-8B\n"
        "  vlmeval-hvs probe --model qwen --base-url http://localhost:8000/v1\n"
        "  vlmeval-hvs probe --model mine --config models.json",
        formatter_class=Help,
    )
    parser.add_argument(
        "--model", required=True, metavar="NAME", help="name in the host, in --config, or on the server"
    )
    parser.add_argument("--base-url", metavar="URL", help="a server with the OpenAI protocol, as for the host")
    parser.add_argument("--key", default="sk-admin", help="key for the server (default sk-admin, as the host's)")
    parser.add_argument("--max-tokens", type=int, default=2**15, metavar="N", help="of a served model (default 32768)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a configuration of the host with the model")
    parser.add_argument(
        "--work-dir", type=Path, default=WORK_DIR, metavar="DIR", help="that of the runs (default outputs)"
    )
    parser.add_argument("--seed", type=int, default=0, help="decides every question (default 0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Probe the model, write the result, and print it."""
    from vlmeval_hvs.probe.needs import NONE
    from vlmeval_hvs.probe.result import probe_path

    if args.base_url and args.config:
        raise UsageError("--base-url and --config name two models; give one of them")
    try:
        import vlmeval_hvs.host.probing as probing

        if args.base_url:
            model = probing.served_model(args.model, args.base_url, args.key, args.max_tokens)
        else:
            model = probing.configured_model(args.model, args.config)
    except ModuleNotFoundError as error:
        if error.name != "vlmeval":
            raise
        raise UsageError("no VLMEvalKit is installed here; see `vlmeval-hvs run`") from error
    result = probing.probe_model(model, args.model, args.seed)
    path = probe_path(args.work_dir, args.model)
    path.parent.mkdir(parents=True, exist_ok=True)
    result.write(path)
    for sentence in result.sentences():
        print(sentence)
    print(path)
    return 1 if result.strategy == NONE else 0
