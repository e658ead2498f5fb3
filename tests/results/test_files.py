"""The two result files: whatever a reply holds comes back, and nothing breaks a line."""

import hashlib
import io
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vlmeval_hvs.results.files import plain, write_results

ODD = ["a\rb", "a\r\nb", "line\nline", "tab\there", 'a "quoted" word', "", "NA", "None", "\ue000", "x" * 200_000]
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | st.sampled_from(ODD)


@pytest.mark.long
@settings(max_examples=40)
@given(st.lists(TEXT, min_size=1))
def test_any_text_comes_back(tmp_path_factory, replies):
    import pandas as pd

    items = pd.DataFrame({"index": range(len(replies)), "reply": pd.Series(replies, dtype=object), "score": np.nan})
    table, _ = write_results(tmp_path_factory.mktemp("results"), "m", items, {})
    text = table.read_bytes().decode()
    read = pd.read_csv(io.StringIO(text, newline=""), sep="\t", dtype=str, keep_default_na=False, na_filter=False)
    assert read["reply"].tolist() == replies
    assert set(read["score"]) == {""}


def test_scores_are_plain_json(tmp_path):
    import pandas as pd

    scores = {"a": np.float64(0.5), "b": np.nan, "c": np.array([1, 2]), 3: (True, np.int64(4)), "d": "\ud800"}
    table, path = write_results(tmp_path, "m", pd.DataFrame({"index": [1]}), {**scores, "files": {"p.tsv": "x"}})
    files = {"p.tsv": "x", "m_hvs_items.tsv": hashlib.sha256(table.read_bytes()).hexdigest()}
    plain_scores = {"a": 0.5, "b": None, "c": [1, 2], "3": [True, 4], "d": "?"}
    assert json.loads(path.read_text()) == {**plain_scores, "files": files}
    assert plain({"x": [np.inf, -np.inf, float("nan")]}) == {"x": [None] * 3}
