"""The two result files: whatever a reply holds comes back, and nothing breaks a line."""

import hashlib
import io
import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vlmeval_hvs.results.files import plain, write_results

REPLIES = ["a\rb", "a\r\nb", "line\nline", "tab\there", 'a "quoted" word', "", "NA", "None", "\ue000", "x" * 200_000]


def test_replies_come_back_as_they_were(tmp_path) -> None:
    import pandas as pd

    items = pd.DataFrame({"index": range(len(REPLIES)), "reply": REPLIES, "score": [0.1, np.nan] + [1.0] * 8})
    table, _ = write_results(tmp_path, "m_D", items, {})
    read = pd.read_csv(table, sep="\t", dtype=str, keep_default_na=False, na_filter=False)
    assert read["reply"].tolist() == REPLIES
    assert read["score"].tolist()[:3] == ["0.1", "", "1.0"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=1))
def test_any_text_comes_back(tmp_path_factory, replies) -> None:
    import pandas as pd

    items = pd.DataFrame({"index": range(len(replies)), "reply": pd.Series(replies, dtype=object)})
    table, _ = write_results(tmp_path_factory.mktemp("results"), "m", items, {})
    text = table.read_bytes().decode()
    read = pd.read_csv(io.StringIO(text, newline=""), sep="\t", dtype=str, keep_default_na=False, na_filter=False)
    assert read["reply"].tolist() == replies


def test_scores_are_plain_json(tmp_path) -> None:
    import pandas as pd

    scores = {"a": np.float64(0.5), "b": np.nan, "c": np.array([1, 2]), 3: (True, np.int64(4)), "d": "\ud800"}
    table, path = write_results(tmp_path, "m", pd.DataFrame({"index": [1]}), {**scores, "files": {"p.tsv": "x"}})
    files = {"p.tsv": "x", "m_hvs_items.tsv": hashlib.sha256(table.read_bytes()).hexdigest()}
    plain_scores = {"a": 0.5, "b": None, "c": [1, 2], "3": [True, 4], "d": "?"}
    assert json.loads(path.read_text()) == {**plain_scores, "files": files}
    assert plain({"x": [np.inf, -np.inf, float("nan")]}) == {"x": [None] * 3}


def test_both_files_are_whole_before_either_takes_its_place(tmp_path, monkeypatch) -> None:
    import pandas as pd

    first = write_results(tmp_path, "m", pd.DataFrame({"index": [1]}), {"a": 1})
    old = [path.read_bytes() for path in first]

    replace = os.replace

    def killed(source: Path, target: Path) -> None:
        if Path(target) in first:
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_results(tmp_path, "m", pd.DataFrame({"index": [2]}), {"a": 2})
    assert [path.read_bytes() for path in first] == old
    assert len(list(tmp_path.iterdir())) == 4
    monkeypatch.undo()
    write_results(tmp_path, "m", pd.DataFrame({"index": [2]}), {"a": 2})
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in first)
    assert [path.read_bytes() != before for path, before in zip(first, old, strict=True)] == [True, True]
