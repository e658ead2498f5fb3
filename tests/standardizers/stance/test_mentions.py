"""Labels of options."""

from __future__ import annotations

import pytest

from standardizers import choice, order


@pytest.mark.parametrize("labels", [["A", "AB"], "AA", [1], ["-"]])
def test_labels_must_be_distinct_letters(labels):
    with pytest.raises(ValueError, match="labels"):
        choice("A", labels=labels)
    with pytest.raises(ValueError, match="labels"):
        order("A", labels=labels)
