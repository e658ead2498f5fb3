"""The command ``vlmeval-hvs``."""

from __future__ import annotations

import argparse
import pkgutil
import sys
from collections.abc import Sequence
from importlib import import_module

from vlmeval_hvs import __version__, commands
from vlmeval_hvs.errors import HVSError

EPILOG = """\
examples:
  vlmeval-hvs list
  vlmeval-hvs run --data HVSBench_Searching_DEMO --model hvs-random
  vlmeval-hvs report outputs
  vlmeval-hvs build HVSBench
  vlmeval-hvs run --data HVSBench_Searching --model InternVL3-8B
"""


def build_parser() -> argparse.ArgumentParser:
    """The command line with every subcommand in `vlmeval_hvs.commands`."""
    parser = argparse.ArgumentParser(
        prog="vlmeval-hvs",
        description="Human-vision benchmarks for VLMEvalKit: build data, run models, read results.",
        epilog=EPILOG,
        formatter_class=commands.Help,
    )
    parser.add_argument("--version", action="version", version=f"vlmeval-hvs {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in sorted(module.name for module in pkgutil.iter_modules(commands.__path__)):
        import_module(f"{commands.__name__}.{module}").register(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status (0 fine, 1 refused or failed, 2 wrong usage)."""
    parser = build_parser()
    args, rest = parser.parse_known_args(argv)
    if rest and not getattr(args, "forward_unknown", False):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    args.rest = rest
    try:
        return args.run(args) or 0
    except BrokenPipeError:
        return 1
    except (HVSError, OSError) as error:  # a folder that cannot be written, a file that is a folder
        print(f"vlmeval-hvs: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
