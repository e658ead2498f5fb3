"""Questions about objects: every answer is derived anew from the printed question and the annotation."""

import numpy as np
import pytest

from dataset_builders.hvsbench.generate import objects
from dataset_builders.hvsbench.sources.annotations import AnnotatedPicture, SalientObject
from vlmeval_hvs.benchmarks.hvsbench.questions import box_in, labels_of, options_of


def picture(boxes, ranks=None, names=None, counted=True):
    found = tuple(
        SalientObject(
            box, place + 1 if ranks is None else ranks[place], names[place] if names else "", f"source {place}"
        )
        for place, box in enumerate(boxes)
    )
    return AnnotatedPicture("Some", "a.png", None, (100, 100), objects=found, counted=counted)


def row_of(number):
    """So many boxes that read differently, in the order of their ranks."""
    return [(k / 40, 0.1, k / 40 + 0.5, 0.9) for k in range(number)]


def drawn(make, *parts, tries=60):
    return [make(*parts, "printed", np.random.default_rng(seed)) for seed in range(tries)]


def ranks_by_letter(boxes, question):
    """Rank of each option, found by its printed box."""
    printed = {tuple(round(value, 2) for value in box): rank for rank, box in enumerate(boxes, 1)}
    return {letter: printed[box_in(text)] for letter, text in options_of(question.text).items()}


@pytest.mark.parametrize("number", [3, 5, 17, 20])
def test_the_most_salient_object_is_among_the_options_and_is_the_answer(number):
    boxes = row_of(number)
    for question in drawn(objects.most_salient, objects.ranked(picture(boxes))):
        ranks = ranks_by_letter(boxes, question)
        assert len(ranks) == min(number, 17)
        assert ranks[question.answer] == 1
        assert "".join(ranks) == labels_of(question.text)


def test_every_object_beyond_the_letters_is_sometimes_left_out():
    boxes = row_of(20)
    shown = [
        set(ranks_by_letter(boxes, one).values()) for one in drawn(objects.most_salient, objects.ranked(picture(boxes)))
    ]
    assert set.union(*shown) == set(range(1, 21))
    assert set.intersection(*shown) == {1}


@pytest.mark.parametrize("number", [2, 4, 5, 9])
def test_the_order_is_that_of_the_ranks(number):
    boxes = row_of(number)
    questions = drawn(objects.order, objects.ranked(picture(boxes)))
    for question in questions:
        ranks = ranks_by_letter(boxes, question)
        assert question.answer == "".join(sorted(ranks, key=ranks.get))
        assert len(ranks) == min(number, 5)
    assert len({question.answer for question in questions}) > 1


def test_of_two_objects_the_one_of_the_smaller_rank_is_the_answer():
    boxes = row_of(6)
    questions = drawn(objects.pair, objects.ranked(picture(boxes)))
    for question in questions:
        ranks = ranks_by_letter(boxes, question)
        assert ranks[question.answer] == min(ranks.values())
        assert len(ranks) == 2
    assert {question.answer for question in questions} == {"A", "B"}


def test_the_rank_is_that_of_the_printed_box():
    boxes = row_of(7)
    answers = set()
    for question in drawn(objects.rank, objects.ranked(picture(boxes))):
        rank = [tuple(round(value, 2) for value in box) for box in boxes].index(box_in(question.text)) + 1
        assert question.answer == "ABC"[rank - 1]
        answers.add(question.answer)
    assert answers == set("ABC")


def test_the_count_is_of_all_objects():
    assert objects.count(picture(row_of(4)), "printed", np.random.default_rng(0)).answer == "4"
    assert objects.count(picture(row_of(4), [None] * 4), "printed", np.random.default_rng(0)).answer == "4"
    assert objects.count(picture(row_of(4), counted=False), "printed", np.random.default_rng(0)) is None
    assert objects.count(picture([]), "printed", np.random.default_rng(0)) is None


def test_names_stand_for_their_objects():
    found = objects.ranked(picture(row_of(3), names=["fox", "owl", "elk"]))

    def naming(one):
        return f"the {one.name}"

    order = ["the fox", "the owl", "the elk"]
    answers = set()
    for question in drawn(objects.named_pair, found, naming):
        options = options_of(question.text)
        assert options[question.answer] == min(options.values(), key=order.index)
        answers.add(question.answer)
    assert answers == {"A", "B"}
    for question in drawn(objects.named_rank, found, naming):
        name = next(name for name in order if name in question.text)
        assert question.answer == "ABC"[order.index(name)]


def test_two_objects_with_one_name_are_not_asked_about():
    found = objects.ranked(picture(row_of(2), names=["dog", "Dog"]))
    assert drawn(objects.named_pair, found, lambda one: one.name) == [None] * 60


@pytest.mark.parametrize(
    ("boxes", "ranks", "asked"),
    [
        (row_of(4), [None] * 4, ()),  # no ranks: only counted
        (row_of(1), None, ()),
        (row_of(2), None, ("order", "pair")),
        (row_of(3), [1, 1, 2], ()),  # a tie for the first rank leaves one object with a rank of its own
        (row_of(4), [1, 2, 2, 3], ("order", "pair")),
        (row_of(4), [1, 2, 3, 3], ("order", "pair")),
        (row_of(5), [1, 2, 3, 4, 4], ("most_salient", "order", "pair", "rank")),
        # Boxes that read alike when rounded.
        ([(0.1, 0.1, 0.5, 0.5), (0.101, 0.1, 0.5, 0.5), *row_of(2)], None, ("order", "pair", "rank")),
        ([*row_of(3), (0.1, 0.1, 0.1004, 0.9)], [2, 3, 4, 1], ("order", "pair", "rank")),  # no width when rounded
    ],
)
def test_ties_and_options_that_look_alike_are_never_asked(boxes, ranks, asked):
    found = objects.ranked(picture(boxes, ranks))
    for name in ("most_salient", "order", "pair", "rank"):
        questions = [one for one in drawn(getattr(objects, name), found) if one]
        assert bool(questions) == (name in asked), name
        for question in questions:
            options = options_of(question.text)
            assert len(set(options.values())) == len(options)


def test_a_rank_whose_box_reads_like_another_is_passed_over():
    boxes = [(0.1, 0.1, 0.5, 0.5), (0.1, 0.1, 0.5, 0.5), *row_of(3)]
    found = objects.ranked(picture(boxes, [1, 5, 2, 3, 4]))
    answers = {question.answer for question in drawn(objects.rank, found) if question}
    assert answers == {"B", "C"}


def test_questions_tell_their_annotations():
    question = objects.pair(objects.ranked(picture(row_of(2))), "printed", np.random.default_rng(0))
    assert question.source == ("source 0", "source 1")
    assert question.participants == ()
