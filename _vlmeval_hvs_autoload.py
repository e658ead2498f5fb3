"""Start-up hook: notifies the plugin when a VLMEvalKit module has been imported.

The interpreter runs `start()` at every start-up (`vlmeval_hvs.pth`, and `vlmeval_hvs.start` from Python 3.15 on), so
this module is outside the package and uses built-in modules only. The package is imported with the host, not before: a
start-up that imported it would pin the installed copy before the current directory is on `sys.path`, and a checkout
could not be run in place.

Nothing here may break an interpreter or an import: every failure ends in at most one line on stderr per process.
"""

import _thread
import os
import sys

SWITCH = "VLMEVAL_HVS_AUTOLOAD"

# Host module -> an attribute that it defines last, or None. With this attribute a module that is still being executed
# is complete enough, for example when a fork imports the plugin in the last line of one of its own modules.
HOST_MODULES = {
    "vlmeval.smp.file": "prepare_reuse_files",
    "vlmeval.vlm.base": "BaseModel",
    "vlmeval.api.base": "BaseAPI",
    "vlmeval.api": None,
    "vlmeval.vlm": None,
    "vlmeval.dataset": "build_dataset",
    "vlmeval.config": None,
    "vlmeval.inference": "infer_data_job",
    "vlmeval.inference_api": "APIEvalPipeline",
}

_IMPORT_SYSTEM = "<frozen importlib._bootstrap>"

_lock = _thread.allocate_lock()
_seen: dict[str, int] = {}  # host module name -> id of the module object that the plugin was notified of
# (thread, name): a finder that asks the whole path again must not reach this one a second time.
_searching: set[tuple[int, str]] = set()
_warned = False


def _of_the_import_system(function):
    """Let Python leave the frames of a function out of tracebacks, as it does with those of its import system.

    An error that a host raises on import is the host's own; its traceback should not point here.
    """
    function.__code__ = function.__code__.replace(co_filename=_IMPORT_SYSTEM)
    return function


class _Loader:
    """The module's own loader, followed by the notification; other attributes are the loader's."""

    def __init__(self, loader):
        self.loader = loader

    def __getattr__(self, name):
        return getattr(self.loader, name)

    @_of_the_import_system
    def create_module(self, spec):
        return self.loader.create_module(spec)

    @_of_the_import_system
    def exec_module(self, module):
        # The module must look as if it had been loaded without us: resources and `inspect` look at its loader.
        name = module.__name__
        spec = getattr(module, "__spec__", None)
        if spec is not None:
            spec.loader = self.loader
        module.__loader__ = self.loader
        self.loader.exec_module(module)
        _notify(name, sys.modules.get(name, module), again=True)


class HostFinder:
    """Puts `_Loader` around the loader that another finder gives for a host module."""

    vlmeval_hvs = True  # recognises a finder of an earlier load of this file

    @_of_the_import_system
    def find_spec(self, name, path=None, target=None):
        if name.startswith("vlmeval."):
            _catch_up()
        if name not in HOST_MODULES:
            return None
        key = (_thread.get_ident(), name)
        if key in _searching:
            return None
        _searching.add(key)
        try:
            for finder in list(sys.meta_path):
                find = getattr(finder, "find_spec", None)
                if finder is self or find is None:
                    continue
                spec = find(name, path, target)
                if spec is not None:
                    if hasattr(spec.loader, "exec_module"):
                        spec.loader = _Loader(spec.loader)
                    return spec
        finally:
            _searching.discard(key)
        return None


def start() -> None:
    """Entry point of the interpreter's start-up: installs the hook unless VLMEVAL_HVS_AUTOLOAD=0."""
    if os.environ.get(SWITCH, "").strip() != "0":
        install()


def install() -> None:
    """Watch for the host's modules, and notify the plugin of those already imported. Idempotent."""
    with _lock:
        if not any(getattr(finder, "vlmeval_hvs", False) is True for finder in sys.meta_path):
            sys.meta_path.insert(0, HostFinder())
    for name, last in HOST_MODULES.items():
        module = sys.modules.get(name)
        if module is not None and (not _running(module) or (last is not None and hasattr(module, last))):
            _notify(name, module)


def _catch_up() -> None:
    """Notify the plugin of modules that another thread was still executing during `install`."""
    for name in HOST_MODULES:
        module = sys.modules.get(name)
        if module is not None and _seen.get(name) != id(module) and not _running(module):
            _notify(name, module)


def _running(module) -> bool:
    return getattr(getattr(module, "__spec__", None), "_initializing", False)


def _notify(name, module, again=False) -> None:
    """Call the plugin's `on_import`: once per module object, or after every execution (`again`)."""
    with _lock:
        if _seen.get(name) == id(module) and not again:
            return
        _seen[name] = id(module)
    try:
        from vlmeval_hvs.host import register

        register.on_import(name, module)
    except Exception as error:
        if type(error).__name__ == "HostUnfit":  # its message is complete; its class is not imported at start-up
            _warn(str(error))
        else:
            _warn(f"the benchmarks are not available, {name} could not be extended ({type(error).__name__}: {error})")


def _warn(text) -> None:
    global _warned
    with _lock:
        first, _warned = not _warned, True
    if first and sys.stderr is not None:
        try:
            sys.stderr.write(f"vlmeval_hvs: {text}\n")
        except (OSError, ValueError):
            return  # a closed stream is no reason to fail an import
