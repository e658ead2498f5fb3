"""Agreement of two readers on the same replies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def cohen_kappa(first: Iterable[object], second: Iterable[object]) -> float | None:
    """Cohen's kappa: agreement beyond that of two readers who give the same answers in random order.

    Args:
        first: (n,) answers, any values that can be compared.
        second: (n,) answers of the other reader.

    Returns:
        1 for full agreement, 0 for that of chance; None where both give one and the same answer throughout, so that
        chance alone agrees fully.

    Raises:
        ValueError: Lengths differ, or nothing is given.

    Source:
        Cohen, A coefficient of agreement for nominal scales (1960).
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        raise ValueError("no answers: there is nothing to agree on")
    n = len(pairs)
    observed = sum(one == other for one, other in pairs) / n
    counts = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    expected = sum(number * counts[1][answer] for answer, number in counts[0].items()) / n**2
    return None if expected == 1 else (observed - expected) / (1 - expected)
