"""The command ``vlmeval-hvs``."""

from __future__ import annotations

import argparse
import os
import pkgutil
import re
import sys
import textwrap
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module

from vlmeval_hvs import __version__, commands
from vlmeval_hvs.errors import INTERRUPTED, HVSError
from vlmeval_hvs.files import output_is_data

EPILOG = """\
examples:
  vlmeval-hvs list
  vlmeval-hvs run --data HVSBench_Searching_DEMO --model hvs-random
  vlmeval-hvs report outputs
  vlmeval-hvs build HVSBench
  vlmeval-hvs run --data HVSBench_Searching --model InternVL3-8B
"""

PROGRAM = "vlmeval-hvs"
DESCRIPTION = "Human-vision benchmarks for VLMEvalKit: build data, run models, read results."

GROUPS = {
    "data": ("list", "new", "build", "check", "preview", "prompts", "clean"),
    "run": ("run", "ask", "score"),
    "results": ("report", "view", "compare", "tables", "figures", "verify"),
    "tools": ("doctor", "probe", "export-upstream"),
    "benchmarks": ("hvsbench", "actiview", "gaze", "visual-search", "vpb"),
}
"""Commands by topic."""

RENAMED = {
    "actiview-summary": ("actiview", "tables"),
    "actiview-wording": ("actiview", "wording"),
    "best-visual-prompt": ("vpb", "best-prompt"),
    "gaze-reproduce": ("gaze", "tests"),
    "gaze-tests": ("gaze", "tests"),
    "hvsbench-check": ("hvsbench", "generate"),
    "hvsbench-export": ("hvsbench", "export"),
    "hvsbench-generate": ("hvsbench", "generate"),
    "visions-score": ("visual-search", "tables"),
    "vpb-build": ("vpb", "build"),
    "vpb-summary": ("vpb", "tables"),
}
"""Names of earlier versions, to be removed in the next one."""


def build_parser(only: str = "") -> commands.Parser:
    """The command line with every subcommand in `vlmeval_hvs.commands`.

    Args:
        only: The first argument. If it is a command, only that one is imported, to start fast; if it is not, none is
            imported, and only their names are known.
    """
    parser = commands.Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [-h] [--version] COMMAND ...",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"vlmeval-hvs {__version__}")
    subparsers = parser.add_subparsers(prog=PROGRAM, metavar="COMMAND", required=True, help=argparse.SUPPRESS)
    modules = sorted(module.name for module in pkgutil.iter_modules(commands.__path__))
    chosen = only.replace("-", "_")
    if chosen and not chosen.startswith("_") and chosen not in modules:
        for module in modules:
            subparsers.add_parser(module.replace("_", "-"))
        return parser
    for module in [chosen] if chosen in modules else modules:
        import_module(f"{commands.__name__}.{module}").register(subparsers)
    if len(subparsers.choices) > 1:
        parser.description = f"{DESCRIPTION}\n\n{_listing(subparsers)}"
    _set_own_parsers(subparsers)
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


def _set_own_parsers(subparsers: argparse._SubParsersAction) -> None:
    """Let every parser, also of a command's action, refuse unknown arguments itself."""
    for child in subparsers.choices.values():
        child.set_defaults(parser=child)
        for action in child._actions:
            if isinstance(action, argparse._SubParsersAction):
                _set_own_parsers(action)


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
        return 1
    except HVSError as error:
        print(f"vlmeval-hvs: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"vlmeval-hvs: {_os_error_in_words(error)}", file=sys.stderr)
        return 1


def _run(argv: Sequence[str]) -> int:
    if argv and argv[0] in RENAMED:
        renamed = RENAMED[argv[0]]
        print(f"vlmeval-hvs: `{argv[0]}` is now `{' '.join(renamed)}`; the old name will be removed", file=sys.stderr)
        argv = [*renamed, *argv[1:]]
    renamed_options = [re.sub(r"^--dataset(?=$|=)", "--data", argument) for argument in argv]
    if argv and argv[0] in ("compare", "report", "vpb") and renamed_options != list(argv):
        print("vlmeval-hvs: `--dataset` is now `--data`; the old name will be removed", file=sys.stderr)
        argv = renamed_options
    parser = build_parser(argv[0] if argv else "")
    args, rest = parser.parse_known_args(argv)
    if rest and not getattr(args, "forward_unknown", False):
        args.parser.unknown(rest)
    args.rest = rest
    with _prints_data(args):
        status = args.run(args) or 0
        sys.stdout.flush()  # notices a closed pipe here, not at exit
    return status


def _os_error_in_words(error: OSError) -> str:
    """The file and its problem."""
    if error.filename is None or error.strerror is None:
        return str(error)
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        return f"{error.filename}: this folder cannot be made, because a file has its name or that of a folder above"
    return f"{error.filename}: {error.strerror}"


def _prints_data(args: argparse.Namespace) -> AbstractContextManager[None]:
    """Keeps messages off standard output if the written file is standard output."""
    return output_is_data() if commands.STANDARD_OUTPUT in vars(args).values() else nullcontext()


if __name__ == "__main__":
    sys.exit(main())
