"""Official releases from the Hugging Face hub, each of one commit with every file checked, and photographs of demos."""

import hashlib
import os
import re
from pathlib import Path

from vlmeval_hvs.errors import DataError
from vlmeval_hvs.files import content_digest
from vlmeval_hvs.store.writer import current_provenance

_SHA256, _GIT = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{40}")


def photograph(name: str) -> Path:
    """A photograph that scikit-image ships."""
    import skimage

    path = Path(skimage.__file__).parent / "data" / name
    if not path.is_file():
        raise DataError(f"this release of scikit-image does not ship {name}; install another")
    return path


def snapshot(repo_id: str, patterns: list[str] | None = None) -> Path:
    """Download the dataset repository ``owner/name`` from the Hugging Face hub; the folder with the files.

    The commit is the one that the user names, else that of the present version of the set, else the newest. The commit
    and the SHA-256 of every file go into the manifest of the set that is being built. With patterns (globs), only files
    that match one of these are downloaded.
    """
    from huggingface_hub import snapshot_download

    origin = current_provenance()
    earlier = origin.earlier if origin.earlier.get("repository") == repo_id else {}
    revision = origin.revision or earlier.get("commit") or None
    try:
        folder = Path(snapshot_download(repo_id, repo_type="dataset", allow_patterns=patterns, revision=revision))
    except Exception as error:  # the hub client raises errors of its own, of its HTTP library, and OSError
        offline = " (HF_HUB_OFFLINE is set)" if os.environ.get("HF_HUB_OFFLINE", "0") not in ("", "0") else ""
        of = f", commit {revision}," if revision else ""
        raise DataError(
            f"the dataset {repo_id}{of} could not be downloaded from the hub{offline}: {type(error).__name__}: "
            f"{str(error).splitlines()[0] if str(error) else 'no reason given'}\n"
            f"  Download https://huggingface.co/datasets/{repo_id} on a machine that can reach it, then give the "
            "folder or archive with --source."
        ) from error
    origin.release.update(repository=repo_id, commit=folder.name, files=_checked(folder, repo_id))
    return folder


def _checked(folder: Path, repo_id: str) -> dict[str, str]:
    """SHA-256 of every file of a snapshot, each compared with the digest that the hub states.

    The client's cache links every file to one that has the digest as its name: the SHA-256 of a large file, the git
    identity of a small one.
    """
    digests = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name, stated = path.relative_to(folder).as_posix(), path.resolve().name
        if name.startswith(".") or "/." in name:  # of the client, or an archive that is being unpacked
            continue
        digests[name] = found = content_digest(path)
        if _GIT.fullmatch(stated):
            data = path.read_bytes()  # the hub keeps large files by their SHA-256
            found = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
        if (_GIT.fullmatch(stated) or _SHA256.fullmatch(stated)) and found != stated:
            raise DataError(
                f"{name} of {repo_id} differs from the file on the hub ({found[:16]} instead of {stated[:16]}); delete "
                f"{path.resolve()} and build again"
            )
    return digests
