"""How long to wait before a request is tried again."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

LONGEST = 60.0
"""Longest pause, in seconds, that is chosen here; a server may ask for more."""

_MOST_ASKED = 3600.0


def backoff(attempt: int) -> float:
    """Seconds before the next try: doubled from try to try, with a random part, so that requests do not come in step.

    Args:
        attempt: Number of the try that failed, from 0.
    """
    longest = min(LONGEST, 2.0 ** min(attempt, 10))
    return longest * (0.5 + random.random() / 2)


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that a server asks to wait, by its header ``Retry-After``; None where it does not.

    Args:
        headers: Of the answer.
        now: The present time, where a date is given (now by default).
    """
    text = headers.get("Retry-After", "").strip()
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            until = parsedate_to_datetime(text)
        except ValueError:
            return None
        until = until if until.tzinfo else until.replace(tzinfo=timezone.utc)
        seconds = (until - (now or datetime.now(timezone.utc))).total_seconds()
    if not seconds >= 0:  # a date that is over, or no number
        return 0.0
    return min(seconds, _MOST_ASKED)
