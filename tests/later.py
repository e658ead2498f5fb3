"""What takes long to load is loaded when a test first uses it, not while tests are collected."""

import importlib


class Later:
    """Stands for a module, or for one of its functions or classes: ``pd = Later("pandas")``."""

    def __init__(self, module, name=""):
        self._place = module, name

    def __getattr__(self, attribute):
        return getattr(_loaded(*self._place), attribute)

    def __call__(self, *arguments, **named):
        return _loaded(*self._place)(*arguments, **named)


def _loaded(module, name):
    found = importlib.import_module(module)
    return getattr(found, name) if name else found
