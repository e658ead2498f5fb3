"""The process of the host's runner, and how it ends with Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

RUNNER = """
    import pathlib, signal, time  # vlmeval
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored in the background
    pathlib.Path("began").touch()
    try:
        time.sleep(60)
    finally:
        pathlib.Path("kept").touch()
"""
COMMAND = [sys.executable, "-m", "vlmeval_hvs.cli", "run", "--data", "D", "--model", "m", "--work-dir", "out"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
@pytest.mark.parametrize("group", [True, False], ids=["sent to both", "sent to the command only"])
def test_ctrl_c_ends_a_run_in_one_line_and_the_host_keeps_what_it_has(tmp_path, group):
    (tmp_path / "run.py").write_text(textwrap.dedent(RUNNER))
    process = subprocess.Popen(
        COMMAND, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        for _ in range(600):
            time.sleep(0.1)
            if (tmp_path / "began").exists() or process.poll() is not None:
                break
        (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "vlmeval-hvs: interrupted\n")
    assert (tmp_path / "kept").exists()
