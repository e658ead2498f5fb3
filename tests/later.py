"""What takes long to load is loaded when a test first uses it, not while tests are collected.

The imports of this block give stand-ins, which load what they stand for when they are called or asked for a part:

    with later():
        import pandas as pd
"""

import builtins
import importlib
from contextlib import contextmanager


class Later:
    """Stands for a module, or for a function, a class or a module in it."""

    def __init__(self, module, name=""):
        self._place = module, name

    def __getattr__(self, attribute):
        if attribute.startswith(("__", "_pytest")) or attribute in ("pytestmark", "hypothesis", "is_hypothesis_test"):
            raise AttributeError(attribute)  # what pytest looks for in all that a file of tests holds
        return getattr(_loaded(*self._place), attribute)

    def __call__(self, *arguments, **named):
        return _loaded(*self._place)(*arguments, **named)


def _loaded(module, name):
    if not name:
        return importlib.import_module(module)
    try:
        return getattr(importlib.import_module(module), name)
    except AttributeError:
        return importlib.import_module(f"{module}.{name}")


class _Parts:
    """Of ``from module import name``: whatever name is asked for, its stand-in."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        return Later(self._module, name)


@contextmanager
def later():
    """Imports in this block are stand-ins."""
    real = builtins.__import__
    builtins.__import__ = lambda name, names=None, more=None, fromlist=(), level=0: (
        _Parts(name) if fromlist else Later(name)
    )
    try:
        yield
    finally:
        builtins.__import__ = real
