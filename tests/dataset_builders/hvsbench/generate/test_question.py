"""Paraphrases ask what the printed wordings ask: the readers of questions find the same in both."""

import pytest

from dataset_builders.hvsbench.generate.question import templates
from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, asked_length, box_in, example_in, labels_of, options_of

WORDS = {
    "options": "[A] 0.10,0.20,0.30,0.40\n[B] 0.50,0.20,0.90,0.40",
    "letters": "A, B",
    "box": "0.10,0.20,0.30,0.40",
    "name": "the red car",
    "first": "the red car",
    "second": "the tree on the left",
    "target": "oven",
    "article": "an",
}


@pytest.mark.parametrize("kind", TYPES)
def test_paraphrases_offer_the_same(kind):
    printed, all_wordings = (templates(wording)[kind] for wording in ("printed", "paraphrased"))
    assert all_wordings[: len(printed)] == printed
    assert len(set(all_wordings)) > len(printed)
    words = {**WORDS, "letters": "A, B, C"} if kind in ("Q6", "Q7") else WORDS
    first, *others = (wording.format(**words) for wording in all_wordings)
    for other in others:
        for read in (labels_of, options_of, box_in, asked_length, example_in):
            assert read(other) == read(first), read.__name__
        for word in ("target", "name", "second"):
            assert (WORDS[word] in other) == (WORDS[word] in first)
