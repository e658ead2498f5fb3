"""Starts the host's runner in a process in which this package has been imported first.

So `vlmeval-hvs run` does not need the start-up hook, which is not there when the package comes from ``PYTHONPATH``, a
zip file, a checkout, or a folder that pip installed into with ``--target``.
"""

from __future__ import annotations

import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import vlmeval_hvs
from vlmeval_hvs.errors import INTERRUPTED

PATIENCE = 5.0
"""Seconds in which a command should end by itself after Ctrl-C."""

_CODE = "import sys; sys.path.append(sys.argv[1]); from vlmeval_hvs.host import start; start.start(sys.argv[2:])"


def started(runner: Sequence[str]) -> list[str]:
    """The command that starts a runner in this way.

    Args:
        runner: ``[python, "-m", module]`` or ``[python, script]`` (`vlmeval_hvs.host.runner.find_runner`).
    """
    interpreter, *what = runner
    return [interpreter, "-c", _CODE, str(Path(vlmeval_hvs.__file__).parents[1]), *what]


def start(arguments: Sequence[str]) -> None:
    """Run ``-m module ...`` or ``script ...`` as Python itself would.

    Args:
        arguments: What stands behind ``python`` on a command line.
    """
    by_name = arguments[0] == "-m"
    what, *rest = arguments[1:] if by_name else arguments
    if sys.path and sys.path[0] == "":  # not where Python was told to leave it out
        sys.path[0] = str(Path.cwd() if by_name else Path(what).resolve().parent)
    sys.argv = [what, *rest]
    try:
        if by_name:
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(what, run_name="__main__")
    except KeyboardInterrupt:  # `finished` in the command's own process tells it in one line
        sys.exit(INTERRUPTED)


def finished(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a command to its end; after Ctrl-C it has time to keep what it has.

    Args:
        command: From `started`.
        environment: Its environment variables.

    Returns:
        Its exit status.

    Raises:
        KeyboardInterrupt: Ctrl-C; the command has ended.
    """
    with subprocess.Popen(list(command), env=dict(environment)) as child:
        try:
            return child.wait()
        except KeyboardInterrupt:
            try:
                child.wait(timeout=PATIENCE)  # a terminal sends Ctrl-C to both
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGINT)
                child.wait()
            raise
