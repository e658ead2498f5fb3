"""The process in which MATLAB files are read: damaged ones can make SciPy's reader crash, hang, or fill the memory.

Run by `dataset_builders.visual_search.matlab`. Every line of the input is a JSON list of a file and the name of a
variable; every line of the output is a JSON object with ``value`` or ``error``.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from scipy.io import loadmat

MAX_MEMORY = 4 * 2**30
"""Bytes that the process may take, where the system can limit them."""


def main() -> None:
    """Answer requests until the input ends."""
    _limit_memory()
    for line in sys.stdin:
        path, variable = json.loads(line)
        try:
            content = loadmat(path, variable_names=[variable], simplify_cells=True, appendmat=False)
            answer = {"value": plain(content.get(variable))}
        except Exception as error:  # scipy raises many types for broken files
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def plain(value: Any) -> Any:
    """Structs as objects, arrays as lists, and whatever JSON does not have as text."""
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, (list, np.ndarray)):
        return [plain(part) for part in value] if np.ndim(value) else plain(value.item())  # type: ignore[union-attr]
    if isinstance(value, np.generic):
        value = value.item()
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or hard > MAX_MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, hard))


if __name__ == "__main__":
    main()
