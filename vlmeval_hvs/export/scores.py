"""All score files in one JSON object."""

from __future__ import annotations

import json
from collections.abc import Sequence

from vlmeval_hvs.results.collect import Result
from vlmeval_hvs.results.files import plain


def results_json(results: Sequence[Result]) -> bytes:
    """The content of every score file under ``runs``, each with the validity that it has now."""
    runs = [{**result.scores, "validity": result.validity, "validity_reason": result.reason} for result in results]
    text = json.dumps(plain({"kind": "results", "schema": 1, "runs": runs}), ensure_ascii=False, indent=1)
    return f"{text}\n".encode("utf-8", "replace")
