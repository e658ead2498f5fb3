"""The words from which an answer was read: by hand, on the reply corpus, and on odd texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vlmeval_hvs.reply_corpus.cases import corpus_folder, read_cases
from vlmeval_hvs.reply_corpus.reading import Reading
from vlmeval_hvs.viewer.deciding import READINGS, Span, deciding_words, in_utf16, reader

FACTS = ("kind", "question", "labels", "options", "n_views", "size")
CHOICE = {"kind": "choice", "question": "Which one? A. x B. y C. z", "labels": "ABC"}
GAZE = {"kind": "option", "question": "Which object is looked at?", "options": ["cup", "red ball", "book"]}
COUNT = {"kind": "count", "question": "How many salient objects are there?"}

SCANPATH = "X=[0.1, 0.2]\nY=[0.3, 0.4]\nT=[200, 210]"
BY_HAND = [
    (CHOICE, "B", "B", "B"),
    (CHOICE, "<think>A? No, C is too far away. The answer is C.</think>\n\n**Answer: B**", "B", "**Answer: B**"),
    (CHOICE, "A and B are close, but the answer is C. I am sure.", "answer is C", "but the answer is C."),
    (CHOICE, '```json\n{"reason": "A is far", "answer": "B"}\n```', "B", '{"reason": "A is far", "answer": "B"}'),
    (CHOICE, "🙂🙂 The correct answer is B.", "B", "The correct answer is B."),
    (GAZE, "The head points at the cup.\nSo the person looks at the red ball.", "looks at the red ball",
     "the person looks at the red ball."),
    (COUNT, "There is a dog in front, and 2 cats behind it. Thus there are 3 salient objects.", "3 salient objects",
     "Thus there are 3 salient objects."),
    ({"kind": "scanpath", "question": "Give X, Y, T."}, f"Here it is:\n{SCANPATH}\nDone.", SCANPATH, SCANPATH),
    ({"kind": "fixation", "question": "Next?"}, "The eyes jump on. The next fixation is (0.31, 0.69).", "(0.31, 0.69)",
     "The next fixation is (0.31, 0.69)."),
    ({"kind": "order", "question": "Rank.", "labels": "ABC"}, "B is large. Final order: BCA", "BCA",
     "Final order: BCA"),
    ({"kind": "views", "question": "Which?"}, "I see much sky\n\nI would zoom into views 2 and 4.", "views 2 and 4",
     "I would zoom into views 2 and 4."),
    ({"kind": "need_more", "question": "More?"}, "The clock is cut off. Yes, I need another view.", "Yes",
     "Yes, I need another view."),
]  # fmt: skip
"""What is known of the question, a reply, what has to be marked, and the most that a person would mark."""


@pytest.mark.parametrize(("facts", "reply", "core", "most"), BY_HAND, ids=[case[1][:24] for case in BY_HAND])
def test_the_words_that_a_person_would_mark(facts, reply: str, core: str, most: str) -> None:
    span = deciding_words(reply, reader(facts, "robust"))
    assert span is not None
    marked = reply[span.start : span.end]
    assert core in marked
    assert marked in most


CASES = read_cases(corpus_folder())[::5]


@pytest.mark.parametrize("profile", ["robust", "paper"])
def test_the_marked_words_read_the_same_alone(profile: str) -> None:
    shorter = marked = 0
    for case in CASES:
        read = reader({name: getattr(case, name) for name in FACTS}, profile, case.finished)
        whole, span = read(case.reply), deciding_words(case.reply, read)
        assert (span is None) == (whole.value is None), case.id
        if span is not None:
            assert 0 <= span.start < span.end <= len(case.reply)
            assert read(case.reply[span.start : span.end]).value == whole.value, case.id
            marked += 1
            shorter += span.end - span.start < len(case.reply)
    assert marked > len(CASES) / 3  # the paper reading reads fewer
    assert shorter > marked / 2


def test_nothing_is_claimed_where_another_rule_decided() -> None:
    read = reader(CHOICE, "robust")
    assert deciding_words("I think the answer is B.", read, rule="phrase") is not None
    assert deciding_words("I think the answer is B.", read, rule="judge") is None
    assert deciding_words("I cannot tell.", read) is None
    assert deciding_words("", read) is None


@given(st.text(max_size=60), st.text(max_size=60))
def test_odd_texts_around_an_answer(before: str, after: str) -> None:
    reply, read = f"{before}\nThe answer is C.\n{after}", reader(CHOICE, "robust")
    whole, span = read(reply), deciding_words(reply, read)
    assert (span is None) == (whole.value is None)
    if span is not None:
        assert read(reply[span.start : span.end]).value == whole.value
        units = reply.encode("utf-16-le", "surrogatepass")
        start, end = in_utf16(reply, span)
        assert units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass") == reply[span.start : span.end]


def test_a_long_reply_costs_a_bounded_number_of_readings() -> None:
    asked = []

    def read(text: str) -> Reading:
        asked.append(text)
        return Reading("B" if "key" in text else None, "phrase")

    reply = "word. " * 3000 + "key. " + "word. " * 3000
    span = deciding_words(reply, read)
    assert reply[span.start : span.end] == "key."
    assert len(asked) <= READINGS
    asked.clear()
    assert deciding_words(reply, read, most=3) == Span(0, len(reply))


def test_a_page_marks_every_answer_that_was_read(content) -> None:
    seen = 0
    for name, book in content["samples"].items():
        for answer in (answer for answers in book["answers"] for answer in answers if answer):
            units = answer["reply"].encode("utf-16-le", "surrogatepass")
            if "lit" in answer:
                start, end = answer["lit"]
                assert units[2 * start : 2 * end].strip(), name
                seen += 1
            assert ("lit" in answer) <= (answer["verdict"] not in ("none", "failed", "left"))
            for turn in answer.get("turns", []):
                assert 0 <= turn.get("lit", [0, 1])[0] < turn.get("lit", [0, 1])[1]
    assert seen > 60
