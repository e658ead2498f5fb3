"""Visual search models that need no host: the Bayesian searchers and the invariant visual search network."""

from importlib import import_module
from types import ModuleType

from vlmeval_hvs.errors import MissingPackageError, install


def compiled(name: str) -> ModuleType:
    """The module ``integral`` or ``similarity`` of this package, or an error that says how to install numba."""
    try:
        return import_module(f"{__package__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise
        raise MissingPackageError(
            f"the visual searchers need numba: {install('search')} (the extra `host` has it, too)"
        ) from error
