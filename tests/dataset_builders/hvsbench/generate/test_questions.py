"""Questions about made-up pictures: every answer is derived anew from the annotation, and nothing else tells it."""

import json
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from dataset_builders.hvsbench.generate.annotations import AnnotatedPicture, Oddities, SalientObject
from dataset_builders.hvsbench.generate.names import COLUMNS, Names, read_sheet, sheet
from dataset_builders.hvsbench.generate.questions import Asking, Distractors, ask, questions
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, box_in, labels_of, options_of, points_in
from vlmeval_hvs.errors import DataError

LEAST_P = 0.001  # everything is fixed by seeds, so that the p-values are the same every time


def asked_about(source):
    """Every question about all pictures of a source, with its picture."""
    pictures = source.pictures(Path(), Oddities())
    distractors = Distractors(pictures, {picture.name: "train" for picture in pictures}, seed=0)
    for picture in pictures:

        def other(target, draw, own=picture.name):
            return distractors.draw(target, "train", lambda name: name != own, draw)

        for kind, question in questions(picture, 0, Names(), other):
            yield kind, question, picture


def rounded(values, digits=2):
    return tuple(round(value, digits) for value in values)


def right_answer(kind, question, picture):
    """The answer that the printed question has by the picture's annotation."""
    options = options_of(question.text)
    ranks = {rounded(one.box): one.rank for one in picture.objects}
    by_name = {f"the {one.name}": one.rank for one in picture.objects if one.name}
    paths = [one for one in picture.scanpaths if ("for a" in question.text) == bool(one.target)]
    paths = [one for one in paths if one.target in question.text]
    if kind == "Q2":
        return str(len(picture.objects))
    if kind in ("Q1", "Q3", "Q4", "Q5"):
        found = {letter: by_name[text] if kind == "Q5" else ranks[box_in(text)] for letter, text in options.items()}
        order = "".join(sorted(found, key=found.get))
        assert kind != "Q1" or found[order[0]] == 1
        return order if kind == "Q3" else order[0]
    if kind in ("Q6", "Q7"):
        named = [rank for name, rank in by_name.items() if re.search(rf"{name}\b", question.text)]
        return "ABC"[(ranks[box_in(question.text)] if kind == "Q6" else named[0]) - 1]
    if kind in ("Q8", "Q11"):
        shown = {
            letter: [tuple(map(float, one)) for one in re.findall(r"\(([\d.]+), ([\d.]+)\) for (\d+)ms", text)]
            for letter, text in options.items()
        }
        own = [[(*rounded((x, y)), round(t)) for x, y, t in zip(one.x, one.y, one.t, strict=True)] for one in paths]
        (letter,) = [letter for letter, points in shown.items() if points in [one[: len(points)] for one in own]]
        first, second = (source.partition("#")[0] for source in question.source)
        assert first == picture.name != second
        assert len({source.rpartition("/")[2] for source in question.source}) == 1, "of one target"
        return letter
    if kind in ("Q9", "Q12"):
        assert question.participants == tuple(f"MadeUp/{one.participant}" for one in paths)
        return [[*rounded(one.x, 4), *rounded(one.y, 4), *rounded(one.t, 1)] for one in paths]
    (own,) = [one for one in paths if one.source == question.source[0]]
    times = {rounded((x, y)): t for x, y, t in zip(own.x, own.y, own.t, strict=True)}
    longest = sorted(
        (times[rounded(point)], letter) for letter, point in zip("ABCD", points_in(question.text), strict=True)
    )
    assert longest[-1][0] >= 1.15 * longest[-2][0]
    return longest[-1][1]


@pytest.mark.long
def test_every_answer_follows_from_the_annotation(made_up):
    counts = defaultdict(int)
    for kind, question, picture in asked_about(made_up(numbers=range(1, 61), objects=(3, 9), people=2)):
        answer = question.answer
        if kind in ("Q9", "Q12"):
            answer = [[*one["X"], *one["Y"], *one["T"]] for one in json.loads(answer)]
        assert answer == right_answer(kind, question, picture), (kind, question)
        options = list(options_of(question.text).values())
        assert len(set(options)) == len(options)
        counts[kind] += 1
    assert set(counts) == set(TYPES)
    assert min(counts.values()) > 15


@pytest.mark.nightly
def test_letters_and_lengths_tell_nothing(made_up):
    from scipy.stats import chisquare

    asked, longer = defaultdict(list), {"Q8": [0, 0], "Q11": [0, 0]}
    for kind, question, _ in asked_about(made_up(numbers=range(1, 2001), objects=(3, 9), people=2)):
        if letters := labels_of(question.text):
            asked[kind, letters].append(question.answer)
        if kind in longer:
            lengths = {letter: text.count("ms") for letter, text in options_of(question.text).items()}
            if len(set(lengths.values())) > 1:
                longer[kind][question.answer == max(lengths, key=lengths.get)] += 1
    for (kind, letters), answers in asked.items():
        if len(answers) > 100:
            places = range(len(letters) if kind == "Q3" else 1)
            counts = [[sum(answer[place] == letter for answer in answers) for letter in letters] for place in places]
            assert min(chisquare(row).pvalue for row in counts) > LEAST_P, (kind, counts)
    assert min(chisquare(counts).pvalue for counts in longer.values()) > LEAST_P, longer


def row_of(number):
    """So many boxes that read differently, in the order of their ranks."""
    return [(k / 40, 0.1, k / 40 + 0.5, 0.9) for k in range(number)]


def annotated(boxes, ranks=None, names=None, **more):
    ranks, names = ranks or range(1, len(boxes) + 1), names or [""] * len(boxes)
    found = [SalientObject(*one, f"source {k}") for k, one in enumerate(zip(boxes, ranks, names, strict=True))]
    return AnnotatedPicture("Some", "a.png", None, (100, 100), objects=tuple(found), **more)


def drawn(kind, picture, other=None):
    return [ask(Asking(kind, picture, Names(), other, np.random.default_rng(seed))) for seed in range(40)]


def test_ties_and_what_looks_alike_are_never_asked():
    for boxes, ranks, asked in (
        (row_of(4), [None] * 4, ()), (row_of(1), None, ()), (row_of(2), None, ("Q3", "Q4")),
        (row_of(4), [1, 2, 3, 3], ("Q3", "Q4")), (row_of(5), [1, 2, 3, 4, 4], ("Q1", "Q3", "Q4", "Q6")),
        ([(0.1, 0.1, 0.5, 0.5), (0.101, 0.1, 0.5, 0.5), *row_of(2)], None, ("Q3", "Q4", "Q6")),
        ([*row_of(3), (0.1, 0.1, 0.1004, 0.9)], [2, 3, 4, 1], ("Q3", "Q4", "Q6")),  # no width when rounded
    ):  # fmt: skip
        for kind in ("Q1", "Q3", "Q4", "Q6"):
            assert any(drawn(kind, annotated(boxes, ranks))) == (kind in asked), (kind, boxes, ranks)
    assert set(drawn("Q5", annotated(row_of(2), names=["dog", "Dog"]))) == {None}
    many = {",".join(f"{value:.2f}" for value in box): rank for rank, box in enumerate(row_of(20))}
    shown = [{many[text] for text in options_of(one.text).values()} for one in drawn("Q1", annotated(row_of(20)))]
    assert {len(some) for some in shown} == {17}  # there are no more letters
    assert set.intersection(*shown) == {0}
    for one, number in ((annotated(row_of(4), [None] * 4, counted=True), "4"), (annotated(row_of(4)), None)):
        assert {found and found.answer for found in drawn("Q2", one)} == {number}


def test_a_sheet_comes_back_as_it_was_and_errors_name_its_row(tmp_path):
    names = {("D", "a", "0.3"): 'the "big" dog, left', ("=D", "ü/b.png", "0.1"): "the fox"}
    path, head = tmp_path / "sheet.csv", ",".join(COLUMNS) + "\n"
    path.write_bytes(b"\xef\xbb\xbf" + sheet(names).replace(b"\n", b"\r\n"))  # as spreadsheets save it
    assert read_sheet(path) == names
    for text, message in (
        ("dataset,picture\na,b\n", "no column box, name"), (head + "D,a,b,[A] fox\n", "row 2: .* is no name"),
        (head + f"D,a,b,{'x' * 81}\n", "row 2: .* is no name"), (b"\xff\xfe", "cannot be read as CSV"),
    ):  # fmt: skip
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(DataError, match=message):
            read_sheet(path)
