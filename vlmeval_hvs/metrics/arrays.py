"""Array types that the metrics take and return, and the check of whole numbers among their arguments."""

import operator
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.intp]  # positions in other arrays
Booleans = NDArray[np.bool_]


def whole_number(value: SupportsIndex, name: str, least: int = 1) -> int:
    """The value of an argument as int.

    Raises:
        ValueError: It is no whole number (True and False are none), or is below `least`; `name` is in the message.
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return number
