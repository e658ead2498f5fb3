"""Checks of arguments that several metrics share."""

import operator
from typing import SupportsIndex


def whole_number(value: SupportsIndex, name: str, least: int = 1) -> int:
    """The value as int.

    Args:
        value: An int, or a whole number of numpy.
        name: Name of the argument, for the message.
        least: Smallest number that is allowed.

    Raises:
        ValueError: The value is no whole number (True and False are none), or is below `least`.

    Example:
        >>> whole_number(1000, "n_resamples")
        1000
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return number
