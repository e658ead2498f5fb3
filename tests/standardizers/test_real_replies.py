"""Replies of real models, read as the sources' authors read them; they lie beside the checkout, for measuring only."""

import gzip
import json
from collections import defaultdict

import pytest

from standardizers import decision, fixation, order, scanpath, view_operations, views

LEAST = {
    ("blink", "choice"): 96.5, ("tempcompass", "choice"): 98.5, ("mmlu_pro", "choice"): 95.7,
    ("scienceqa", "choice"): 99.5, ("gaokao", "choice"): 94, ("bbh_choice", "choice"): 96,
    ("bbh_option", "option"): 99.5, ("mathvista_count", "count"): 87, ("zeroeval_gsm", "count"): 99,
    ("bbh_order", "order"): 90, ("actiview", "views"): 100, ("actiview", "view_operations"): 100,
    ("screenspot_pro", "point"): 96,
}  # fmt: skip
"""Source and kind to the least agreement with its authors, %."""

INVENTED = {"fixation": 95, "need_more": 85, "order": 95, "scanpath": 95, "view_operations": 95, "views": 95}
"""Kinds of which no real replies are public, to the least share, %, of invented ones that are read as a person would.
Of "need more", English and Chinese replies are all read."""


@pytest.fixture(scope="module")
def found(shared):
    from speed.real_replies import readings, replies

    folder = shared / "data" / "real_replies"
    if not folder.is_dir():
        pytest.skip("no replies of real models beside the checkout")
    rows = list(replies(folder))
    return rows, readings(rows).groupby(["source", "kind"])["right"].mean().to_dict()


@pytest.mark.long
def test_real_replies_are_read_as_their_authors_do_and_refusals_are_no_answers(found):
    from speed.real_replies import read

    rows, shares = found
    assert {key: shares[key] for key in LEAST if shares[key] < LEAST[key]} == {}
    refused = [row for row in rows if row["source"] == "blink" and row["authors_reading"] == ""]
    assert sum(read(row)[0] != "" for row in refused) <= 0.1 * len(refused)


def test_invented_replies_of_kinds_without_real_ones(request):
    path = request.config.rootpath / "tests" / "data" / "invented_replies.jsonl.gz"
    right = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["half"] == "first":
                right[row["kind"]].append(_same(row, _read(row)))
    shares = {kind: 100 * sum(each) / len(each) for kind, each in right.items()}
    assert {kind: share for kind, share in shares.items() if share < INVENTED[kind]} == {}


def _read(row):
    facts, reply, size = {"finished": row.get("finished"), "question": row["question"]}, row["reply"], row.get("size")
    found, shown = {
        "order": lambda: (order(reply, row["labels"], options=row["options"], **facts), str),
        "views": lambda: (views(reply, row["n_views"], **facts), list),
        "view_operations": lambda: (view_operations(reply, row["n_views"], **facts), _sorted),
        "need_more": lambda: (decision(reply, **facts), str),
        "fixation": lambda: (fixation(reply, size=size, **facts), lambda points: [list(point) for point in points]),
        "scanpath": lambda: (scanpath(reply, size=size, finished=facts["finished"]), _lists),
    }[row["kind"]]()
    return None if found.fallback else shown(found.value)


def _lists(path):
    return {axis: list(values) for axis, values in path._asdict().items()}


def _sorted(operations):
    return {name: None if part is None else sorted(part) for name, part in operations._asdict().items()}


def _same(row, got):
    wanted = row["reading"]
    if got is None or wanted is None or row["kind"] not in ("fixation", "scanpath"):
        return got == wanted
    if row["kind"] == "scanpath":
        limits = {"x": 0.0051, "y": 0.0051, "t": 1.01}
        return all(_close(got[axis], wanted[axis], limit) for axis, limit in limits.items())
    return len(got) == len(wanted) and all(_close(a, b, 0.021) for a, b in zip(got, wanted, strict=True))


def _close(got, wanted, limit):
    return len(got) == len(wanted) and all(abs(a - b) <= limit for a, b in zip(got, wanted, strict=True))
