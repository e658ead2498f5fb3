"""How a model's last reply ended, where the host's model class gets to know it: the reason, and the tokens.

The host's API classes receive the server's answer, return its text and drop the rest. ``generate_inner`` is wrapped to
keep these facts until the caller of ``generate`` asks for them; both run in one thread. Local model classes do not
know them.
"""

from __future__ import annotations

import threading
from typing import Any

from vlmeval_hvs.results.endings import Ending, ending_of

_LAST = threading.local()


def noting(original: Any) -> Any:
    """Wrap ``generate_inner`` so that it remembers how the reply ended."""

    def generate_inner(self: Any, *args: Any, **kwargs: Any) -> Any:
        _LAST.ending = Ending()
        result = original(self, *args, **kwargs)
        if isinstance(result, tuple) and len(result) == 3:
            _LAST.ending = ending_of(result[2])
        return result

    return generate_inner


def take() -> Ending:
    """How the last reply of this thread ended. Asking again tells nothing."""
    ending: Ending = getattr(_LAST, "ending", Ending())
    _LAST.ending = Ending()
    return ending
