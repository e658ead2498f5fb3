"""Questions about made-up pictures: every answer is derived anew from the annotation, and nothing else tells it."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from dataset_builders.hvsbench.generate.questions import Distractors, questions
from dataset_builders.hvsbench.generate.sources import AnnotatedPicture, Oddities, SalientObject
from dataset_builders.hvsbench.generate.split import Split
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, box_in, labels_of, options_of, points_in


def asked_about(source):
    pictures = source.pictures(Path(), Oddities())
    distractors = of_one_side(pictures)
    return [(*one, picture) for picture in pictures for one in questions(picture, 0, distractors)]


def of_one_side(pictures):
    keys = [(picture.dataset, picture.name) for picture in pictures]
    return Distractors(pictures, Split(dict.fromkeys(keys, "train"), dict(zip(keys, keys, strict=True))))


def rounded(values, digits=2):
    return tuple(round(value, digits) for value in values)


def right_answer(kind, question, picture):
    options = options_of(question.text)
    ranks = {rounded(one.box): one.rank for one in picture.objects}
    paths = [one for one in picture.scanpaths if ("for a" in question.text) == bool(one.target)]
    paths = [one for one in paths if one.target in question.text]
    if kind == "Q2":
        return str(len(picture.objects))
    if kind in ("Q1", "Q3", "Q4"):
        found = {letter: ranks[box_in(text)] for letter, text in options.items()}
        order = "".join(sorted(found, key=found.get))
        assert kind != "Q1" or found[order[0]] == 1
        return order if kind == "Q3" else order[0]
    if kind == "Q6":
        return "ABC"[ranks[box_in(question.text)] - 1]
    if kind in ("Q8", "Q11"):
        shown = {letter: re.findall(r"\(([\d.]+), ([\d.]+)\) for (\d+)ms", text) for letter, text in options.items()}
        shown = {letter: [tuple(map(float, one)) for one in points] for letter, points in shown.items()}
        own = [[(*rounded((x, y)), round(t)) for x, y, t in zip(one.x, one.y, one.t, strict=True)] for one in paths]
        (letter,) = [letter for letter, points in shown.items() if points in [one[: len(points)] for one in own]]
        return letter
    if kind in ("Q9", "Q12"):
        return [[*rounded(one.x, 4), *rounded(one.y, 4), *rounded(one.t, 1)] for one in paths]
    every = [{rounded((x, y)): t for x, y, t in zip(one.x, one.y, one.t, strict=True)} for one in paths]
    places = [rounded(point) for point in points_in(question.text)]
    (times,) = [one for one in every if {*places} <= one.keys()]
    longest = sorted((times[place], letter) for letter, place in zip("ABCD", places, strict=True))
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
    assert (set(counts), min(counts.values()) > 15) == (set(TYPES) - {"Q5", "Q7"}, True)


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
    least = 0.001  # everything is fixed by seeds, so that the p-values are the same every time
    for (kind, letters), answers in asked.items():
        if len(answers) > 100:
            places = range(len(letters) if kind == "Q3" else 1)
            counts = [[sum(answer[place] == letter for answer in answers) for letter in letters] for place in places]
            assert min(chisquare(row).pvalue for row in counts) > least, (kind, counts)
    assert min(chisquare(counts).pvalue for counts in longer.values()) > least, longer


def row_of(number):
    return [(k / 40, 0.1, k / 40 + 0.5, 0.9) for k in range(number)]


def annotated(boxes, ranks=None, **more):
    found = [SalientObject(*one) for one in zip(boxes, ranks or range(1, len(boxes) + 1), strict=True)]
    return AnnotatedPicture("Some", "a.png", None, (100, 100), objects=tuple(found), **more)


def drawn(kind, picture):
    return [dict(questions(picture, seed, of_one_side([picture]))).get(kind) for seed in range(40)]


def test_ties_and_what_looks_alike_are_never_asked():
    for boxes, ranks, asked in (
        (row_of(4), [None] * 4, ()), (row_of(1), None, ()), (row_of(2), None, ("Q3", "Q4")),
        (row_of(4), [1, 2, 3, 3], ("Q3", "Q4")), (row_of(5), [1, 2, 3, 4, 4], ("Q1", "Q3", "Q4", "Q6")),
        ([(0.1, 0.1, 0.5, 0.5), (0.101, 0.1, 0.5, 0.5), *row_of(2)], None, ("Q3", "Q4", "Q6")),
        ([*row_of(3), (0.1, 0.1, 0.1004, 0.9)], [2, 3, 4, 1], ("Q3", "Q4", "Q6")),  # no width when rounded
    ):  # fmt: skip
        for kind in ("Q1", "Q3", "Q4", "Q6"):
            assert any(drawn(kind, annotated(boxes, ranks))) == (kind in asked), (kind, boxes, ranks)
    many = {",".join(f"{value:.2f}" for value in box): rank for rank, box in enumerate(row_of(20))}
    shown = [{many[text] for text in options_of(one.text).values()} for one in drawn("Q1", annotated(row_of(20)))]
    assert {len(some) for some in shown} == {17}  # there are no more letters
    assert set.intersection(*shown) == {0}
    for one, number in ((annotated(row_of(4), [None] * 4, counted=True), "4"), (annotated(row_of(4)), None)):
        assert {found and found.answer for found in drawn("Q2", one)} == {number}
