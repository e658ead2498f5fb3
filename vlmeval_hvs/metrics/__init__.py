"""Pure metrics on numpy arrays: no host, no files.

The names are loaded on first use, so that importing one metric does not pay for the libraries of all others.
"""

from importlib import import_module
from typing import Any

_MODULE_OF = {
    "MultiMatch": "scanpath_similarity", "multimatch": "scanpath_similarity",
    "multimatch_batch": "scanpath_similarity", "multimatch_between": "scanpath_similarity",
    "Scanpaths": "scanpath_similarity", "cluster_bootstrap": "bootstrap", "null_interval": "chance",
    "auc": "maps", "nss": "maps", "information_gain": "maps", "log_likelihood": "maps",
    "gaussian_kde_map": "kde", "select_bandwidth": "kde", "cumulative_performance": "search",
    "target_found": "search", "cut_at_target": "search", "lump_fixations": "search",
    "visions_score": "search", "wrongness": "table_distance", "Characterization": "characterization",
    "HumanReference": "characterization.results", "characterize": "characterization",
    "fit_mixed": "characterization.mixed",
    "CueModel": "characterization.cue_model", "fit_cue_model": "characterization.cue_model",
}  # fmt: skip
__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    # Module names differ from the names exported here: a submodule would otherwise hide its function.
    globals()[name] = value
    return value
