"""The receipt of a run."""

import json
from dataclasses import asdict, replace

import pytest

from vlmeval_hvs.results.receipt import Receipt

RUN = Receipt("Toy", "digest", {"hint": "field", "prompts": [0, 11], "limit": None}, "1", model={"class": "Toy"})


def test_every_difference_is_named_with_both_values():
    now = Receipt("Toy", "another", {"hint": "none", "prompts": [0, 11], "limit": 5}, "2")
    assert RUN.differences(now) == [
        "hint='field' then, 'none' now", "limit=None then, 5 now",
        "another build of the data (digest then, another now)",
    ]  # fmt: skip


def test_it_is_read_from_json_and_other_forms_are_errors():
    run = replace(RUN, sent={"hint_sent_as": "text"}, seed=3)
    assert Receipt.read({**json.loads(json.dumps(asdict(run))), "later": 1}) == run
    for form in ([], {}, {**asdict(RUN), "settings": []}, {**asdict(RUN), "model": None}):
        with pytest.raises((TypeError, ValueError)):
            Receipt.read(form)


def test_what_is_compared_and_what_is_for_the_record():
    first = replace(RUN, model={"class": "Toy", "path": "/a"})
    others = [
        replace(first, dataset="Toy@x"), replace(first, digest="e"), replace(first, settings={"hint": "field"}),
        replace(first, wording="other words"), replace(first, model={"class": "Other", "path": "/a"}),
        replace(first, model={"class": "Toy", "path": "/b"}),
    ]  # fmt: skip
    assert [bool(first.differences(other)) for other in others] == [True] * 6
    same = replace(first, settings=dict(reversed(RUN.settings.items())), version="2", seed=5, sent={"a": "b"})
    same = replace(same, host={"name": "h"}, machine={"python": "3"})
    assert first.differences(same) == []
    assert first.differences(replace(first, model={})) == []
