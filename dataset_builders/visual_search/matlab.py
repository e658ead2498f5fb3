"""Reads records (struct arrays) from MATLAB files; nothing in them is executed.

A process of its own does the reading, because damaged files can make SciPy's reader crash, hang, or fill the memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import numpy as np

from dataset_builders.visual_search import matlab_child
from vlmeval_hvs.errors import DataError
from vlmeval_hvs.metrics.arrays import Floats

MAX_BYTES = 64 * 2**20
"""Larger files are refused: a participant's trials take about 100 KB."""
SECONDS = 60.0
"""Longest time for one file; a participant's trials take some hundredths of a second."""


class MatlabReader:
    """Reads MATLAB files one after the other, in a process that ends with the ``with`` block.

    Args:
        seconds: Longest time for one file.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._child: subprocess.Popen[str] | None = None
        self._waiting = ThreadPoolExecutor(max_workers=1)

    def __enter__(self) -> MatlabReader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
        self._waiting.shutdown()

    def records(self, path: Path, variable: str) -> list[Mapping[str, Any]]:
        """The records of a struct array, as mappings from field to value; arrays are lists.

        Args:
            path: File of MATLAB 4 to 7.2 (a ``-v7.3`` file is HDF5, which is not read).
            variable: Name of the struct array; the other variables of the file are not read.

        Raises:
            DataError: The file cannot be read, or has no such records.
        """
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"{path}: {path.stat().st_size} bytes, more than a file of records has")
        answer = self._ask(path, variable)
        if "error" in answer:
            raise DataError(f"{path}: cannot be read as a MATLAB file ({answer['error']})")
        found = answer["value"]
        records = [found] if isinstance(found, Mapping) else found
        if not isinstance(records, list) or not all(isinstance(one, Mapping) for one in records):
            raise DataError(f"{path}: holds no records {variable!r}")
        return records

    def _ask(self, path: Path, variable: str) -> dict[str, Any]:
        child = self._child = self._child or self._start()
        reason = "the reader crashed on it"
        try:
            self._stream(child.stdin).write(json.dumps([str(path.resolve()), variable]) + "\n")
            self._stream(child.stdin).flush()
            line = self._waiting.submit(self._stream(child.stdout).readline).result(self.seconds)
        except TooLong:
            line, reason = "", f"not read within {self.seconds:g} s"
        except OSError:
            line = ""
        if not line:
            self._end()
            return {"error": f"{reason}; it is damaged"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    @staticmethod
    def _stream(stream: IO[str] | None) -> IO[str]:
        assert stream is not None
        return stream

    @staticmethod
    def _start() -> subprocess.Popen[str]:
        root = str(Path(matlab_child.__file__).resolve().parents[2])
        paths = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
        return subprocess.Popen(
            [sys.executable, "-m", matlab_child.__name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"},
        )

    def _end(self) -> None:
        if self._child is None:
            return
        self._child.kill()
        self._child.wait()
        with contextlib.suppress(OSError):
            self._stream(self._child.stdin).close()
        # A thread that waits for a line has it now, or none; only then may the stream be closed.
        self._waiting.submit(self._stream(self._child.stdout).close).result()
        self._child = None


def vector(record: Mapping[str, Any], field: str, place: str, length: int | None = None) -> Floats:
    """A numeric field as a flat array (a single number becomes one entry).

    Args:
        record: A record from `MatlabReader.records`.
        field: Name of the field.
        place: Where the record is, for errors.
        length: Number of entries that the field must have, if it must have one.

    Raises:
        DataError: The field is missing, not numeric, or has another length.
    """
    try:
        values = np.asarray(record[field], dtype=np.float64).ravel()
    except (KeyError, TypeError, ValueError) as error:
        reason = "missing" if field not in record else f"not numeric ({error})"
        raise DataError(f"{place}: field {field!r} is {reason}") from error
    if length is not None and values.size != length:
        raise DataError(f"{place}: field {field!r} has {values.size} entries, not {length}")
    return values
