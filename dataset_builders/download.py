"""Downloads official releases from the hub."""

from __future__ import annotations

import os
from pathlib import Path

from vlmeval_hvs.errors import DataError


def snapshot(repo_id: str, patterns: list[str] | None = None, *, revision: str | None = None) -> Path:
    """Download a dataset repository from the Hugging Face hub (resumed and cached by huggingface_hub).

    Args:
        repo_id: ``owner/name`` of a dataset.
        patterns: Only files that match one of these globs; all when None.
        revision: Commit, tag or branch; the newest when None.

    Returns:
        Folder with the files.

    Raises:
        DataError: The hub cannot be reached or does not have it; says how to go on without it.
    """
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(repo_id, repo_type="dataset", allow_patterns=patterns, revision=revision))
    except Exception as error:  # the hub client raises errors of its own, of its HTTP library, and OSError
        offline = " (HF_HUB_OFFLINE is set)" if os.environ.get("HF_HUB_OFFLINE", "0") not in ("", "0") else ""
        raise DataError(
            f"the dataset {repo_id} could not be downloaded from the hub{offline}: {type(error).__name__}: "
            f"{str(error).splitlines()[0] if str(error) else 'no reason given'}\n"
            f"  Download https://huggingface.co/datasets/{repo_id} on a machine that can reach it, then give the "
            "folder or archive with --source."
        ) from error
