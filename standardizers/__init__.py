"""Free text to typed answers: a letter, a number, an order, a scanpath, an option, a fixation, views, a yes or no.

Pure functions that need nothing but the standard library; any harness can use them. They never raise because of a text,
whatever it holds, they take time linear in its length, and they never guess: without an answer the result says
`fallback=True`, and `rule` says why.

Each takes `profile="paper"` (the algorithm that the benchmark's paper or official code prescribes, literally) or
`profile="robust"` (a careful reader; the default).

Example:
    >>> from standardizers import choice
    >>> choice("A and B are close, but the answer is C.")
    Standardized(value='C', rule='declared', fallback=False)
"""

from .choices import choice, option
from .common import Standardized
from .counts import count
from .decisions import decision
from .orders import order
from .paths import Scanpath, fixation, scanpath
from .views import ViewOperations, view_operations, views

__all__ = [
    "Scanpath",
    "Standardized",
    "ViewOperations",
    "choice",
    "count",
    "decision",
    "fixation",
    "option",
    "order",
    "scanpath",
    "view_operations",
    "views",
]
