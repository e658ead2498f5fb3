"""The command ``vlmeval-hvs``."""

import argparse
import os
import re
import sys
import textwrap
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module

from vlmeval_hvs import __version__, commands
from vlmeval_hvs.errors import INTERRUPTED, HVSError, UsageError
from vlmeval_hvs.files import output_is_data

PROGRAM = "vlmeval-hvs"
DESCRIPTION = "Human-vision benchmarks for VLMEvalKit: build data, run models, read results."
EPILOG = """\
examples:
  vlmeval-hvs list
  vlmeval-hvs run --data HVSBench_Searching_DEMO --model hvs-random
  vlmeval-hvs report outputs
  vlmeval-hvs build HVSBench
  vlmeval-hvs run --data HVSBench_Searching --model InternVL3-8B
"""

_SETS = dict.fromkeys(("list", "new", "build", "check"), "data")
GROUPS = {
    "data": {**_SETS, "preview": "preview", "prompts": "preview", "clean": "data"},
    "run": {"run": "run", "ask": "ask", "score": "results"},
    "results": dict.fromkeys(("report", "view", "compare", "tables", "figures", "verify"), "results"),
    "tools": {"doctor": "tools", "probe": "ask", "export-upstream": "tools"},
    "benchmarks": dict.fromkeys(("hvsbench", "actiview", "gaze", "visual-search", "vpb"), "benchmarks"),
}
"""Commands by topic, and the module of `vlmeval_hvs.commands` that declares each."""

FAMILIES = {
    "hvsbench": "make and export new questions of HVSBench",
    "actiview": "install the official wording of ActiView",
    "gaze": "test which cue gaze answers follow, head or eyes",
    "visual-search": "print the ViSioNS table with its compound score",
    "vpb": "find the best visual prompt of VP-Bench",
}
"""Commands that only have actions."""

REMOVED = {
    **dict.fromkeys(
        ("actiview tables", "actiview-summary", "vpb tables", "vpb-summary"),
        "`report WORK_DIR --papers` prints its tables",
    ),
    **dict.fromkeys(("vpb build", "vpb-build"), "`build VPB_Stage1 --source FOLDER` takes COCO, too"),
    **dict.fromkeys(("hvsbench check", "hvsbench-check"), "`hvsbench generate` keeps alike pictures on one side"),
    **dict.fromkeys(("vpb sheet", "contact-sheet"), "the function vlmeval_hvs.visual_prompts.render draws a style"),
    **dict.fromkeys(("gaze-tests", "gaze-reproduce"), "it is now `gaze tests`"),
    "actiview-wording": "it is now `actiview wording`",
    "best-visual-prompt": "it is now `vpb best-prompt`",
    "hvsbench-export": "it is now `hvsbench export`",
    "hvsbench-generate": "it is now `hvsbench generate`",
    "visions-score": "it is now `visual-search tables`",
}
"""Removed commands, and what does their work now; to be removed in the next version."""


def build_parser(only: str = "") -> commands.Parser:
    """The command line with every subcommand in `vlmeval_hvs.commands`.

    Args:
        only: The first argument. If it is a command, only that one is imported, to start fast; if it is not, none is
            imported, and only their names are known.
    """
    usage = f"{PROGRAM} [-h] [--version] COMMAND ..."
    parser = commands.Parser(prog=PROGRAM, usage=usage, description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"vlmeval-hvs {__version__}")
    subparsers = parser.add_subparsers(prog=PROGRAM, metavar="COMMAND", required=True, help=argparse.SUPPRESS)
    modules = {name: module for group in GROUPS.values() for name, module in group.items()}
    if only and not only.startswith("-") and only not in modules:
        for name in modules:
            subparsers.add_parser(name)
        return parser
    for name in [only] if only in modules else modules:
        import_module(f"{commands.__name__}.{modules[name]}")
        if name not in FAMILIES:
            commands.add_parser(subparsers, name)
            continue
        family = subparsers.add_parser(name, help=FAMILIES[name])
        actions = family.add_subparsers(metavar="ACTION", required=True)
        family.set_defaults(parser=family)
        for action in commands.DECLARED:
            if action.startswith(f"{name} "):
                commands.add_parser(actions, action)
    if len(subparsers.choices) > 1:
        parser.description = f"{DESCRIPTION}\n\n{_listing(subparsers)}"
    return parser


def _listing(subparsers: argparse._SubParsersAction) -> str:
    """All commands with their help, by `GROUPS`, in 80 columns."""
    about = {action.dest: action.help or "" for action in subparsers._choices_actions}
    lines = []
    for group, names in GROUPS.items():
        lines.append(f"{group}:")
        for name in names:
            lines += textwrap.wrap(about[name], 79, initial_indent=f"  {name:<17}", subsequent_indent=" " * 19)
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Returns:
        The exit status: 0 success, 1 refused or failed, 2 wrong usage or partial results, 130 after Ctrl-C.
    """
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt as stop:
        print("; ".join(["vlmeval-hvs: interrupted", *map(str, stop.args)]), file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Otherwise Python reports the closed pipe again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except HVSError as error:
        print(f"vlmeval-hvs: {error}", file=sys.stderr)
    except OSError as error:
        words = str(error)
        if error.filename is not None and error.strerror is not None:
            words = f"{error.filename}: {error.strerror}"
        if error.filename is not None and isinstance(error, (FileExistsError, NotADirectoryError)):
            words = (
                f"{error.filename}: this folder cannot be made, because a file has its name or that of a folder above"
            )
        print(f"vlmeval-hvs: {words}", file=sys.stderr)
    return 1


def _run(argv: Sequence[str]) -> int:
    for removed, instead in REMOVED.items():
        if list(argv[: len(removed.split())]) == removed.split():
            raise UsageError(f"`{removed}` is gone: {instead}")
    if argv and argv[0] in ("compare", "report", "vpb") and any(part.startswith("--dataset") for part in argv):
        print("vlmeval-hvs: `--dataset` is now `--data`; the old name will be removed", file=sys.stderr)
        argv = [re.sub(r"^--dataset(?=$|=)", "--data", part) for part in argv]
    parser = build_parser(argv[0] if argv else "")
    args, rest = parser.parse_known_args(argv)
    if rest:
        args.parser.unknown(rest)
    to_stdout = commands.STANDARD_OUTPUT in vars(args).values()  # messages then go to standard error
    with output_is_data() if to_stdout else nullcontext():
        status = args.run(args) or 0
        sys.stdout.flush()  # notices a closed pipe here, not at exit
    return status


if __name__ == "__main__":
    sys.exit(main())
