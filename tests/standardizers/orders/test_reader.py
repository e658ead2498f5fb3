"""Orders: published replies, replies of many kinds, every phrasing, and the paper's algorithm to the letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from standardizers import order

DATA = Path(__file__).parents[2] / "data" / "standardizers"
CASES = json.loads((DATA / "order.json").read_text(encoding="utf-8"))["cases"]
KNOWN = json.loads((DATA / "order_options.json").read_text(encoding="utf-8"))
PUBLISHED = json.loads((DATA / "published.json").read_text(encoding="utf-8"))["order"]
STEP = 6  # characters between the prefixes of an analysis: neighbours are mostly read alike
ANALYSES = json.loads((DATA / "order_analyses.json").read_text(encoding="utf-8"))
PHRASINGS = json.loads((DATA / "phrasings.json").read_text(encoding="utf-8"))["order"]
SEPARATORS = ["", ", ", " > ", "＞", " ", "->", " → ", "-", "、", "/", ", then ", " and "]
both_profiles = pytest.mark.parametrize("profile", ["paper", "robust"])


def short(value: object) -> str:
    """A test id: the beginning of a reply, in ASCII."""
    return ascii(value)[:40]


@both_profiles
@pytest.mark.parametrize(("reply", "expected"), PUBLISHED, ids=short)
def test_published_orders(reply, expected, profile):
    assert order(reply, labels="ABCD", profile=profile)[::2] == (expected, False)
    if "D" not in expected:
        assert order(reply, profile=profile).value == expected


@pytest.mark.parametrize(("reply", "expected"), CASES, ids=short)
def test_order(reply, expected):
    assert order(reply)[::2] == (expected, not expected)


@pytest.mark.parametrize(("options", "reply", "expected"), KNOWN["cases"], ids=short)
def test_order_with_options(options, reply, expected):
    texts = KNOWN["options"][options]
    assert order(reply, labels="ABCDE"[: len(texts)], options=texts)[::2] == (expected, not expected)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("CBA\n\nC is in front, B is in the", "CBA"),
        ("The order is C, B, A. C is in the", "CBA"),
        ("The order from most to least is B, C,", ""),
        ("1. C\n2. B\n3. A", ""),
        ("BCA", ""),
    ],
)
def test_a_sentence_that_was_cut_is_no_ranking(reply, expected):
    assert order(reply, finished=False).value == expected


def test_a_ranking_of_some_options_is_none_when_they_are_known():
    assert order("B, A").value == "BA"
    assert order("B, A", options=["man", "dog", "cat"]) == ("", "partial", True)


def test_options_and_labels_must_match():
    with pytest.raises(ValueError, match="2 options for 3 labels"):
        order("BCA", options=["man", "dog"])


@pytest.mark.parametrize(
    "analysis",
    [
        "Let me look at them:\n\n- A: a man at the left.\n- B: a dog.\n- C: a tree.\n\nMen count.\n\nThe order is ABC.",
        "1. [A] is a chair.\n2. [B] is a lamp, which is larger than A.\n3. [C] is a cat.\n\nThe order is CBA.",
        "Object A stands out. B is small. C is behind B, so few would see it. The order is ABC.",
    ],
    ids=short,
)
def test_a_prefix_of_an_analysis_is_no_ranking(analysis):
    conclusion = analysis.rfind("The order is")
    assert not order(analysis, options=["man", "dog", "tree"]).fallback
    cuts = [end for end in range(1, conclusion) if not order(analysis[:end], options=["0,0,1,1"] * 3).fallback]
    assert cuts == []


def test_hardly_any_prefix_of_long_analyses_is_a_ranking():
    prefixes = [(item, end) for item in ANALYSES for end in range(1, item["conclusion"], STEP)]
    read = [not order(item["text"][:end], item["labels"], options=item["options"]).fallback for item, end in prefixes]
    assert sum(read) <= 0.01 * len(prefixes)
    for item in ANALYSES:
        assert order(item["text"], item["labels"], options=item["options"]).value == item["value"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"ranking": ["b", "c", "a"]}', "BCA"),
        ("C ist auffälliger als B, aber unauffälliger als A.", "ACB"),
        ("C est plus saillant que B, mais moins que A.", "ACB"),
        ("C es más llamativo que B, pero menos que A.", "ACB"),
        ("C比B显著，但不如A显著。", "ACB"),
        ("B is more salient than A, but not as much as C.", "CBA"),
        ("BはAより目立ちますが、Cほどではありません。", "CBA"),
        ("B는 A보다 눈에 띄지만 C만큼은 아닙니다.", "CBA"),
        ("In terms of size, the ranking is B, then A, then C.", "BAC"),
    ],
)
def test_relations_to_two_others(text, value):
    assert order(text)[::2] == (value, False)


@pytest.mark.parametrize(
    "text",
    [
        "In terms of size, C is the largest, followed by A and then B. However, size isn't all that counts for it.",
        "Der Größe nach: C, dann A, dann B. Die Auffälligkeit hängt aber nicht nur von der Größe ab.",
        "大きさではCが最も大きく、次にA、Bです。しかし、顕著性は大きさだけでは決まりません。",
        "Para ordenar, tengo en cuenta el color:\n- **A (perro):** rojo.\n- **B (mesa):** gris.\n- **C (cama):** azul.",
        "为了排序，我们需要考虑大小和颜色：\nA（老虎）：位于中央\nB（岩石）：在背景中\nC（树）：在右侧",
    ],
)
def test_another_criterion_and_a_description_rank_nothing(text):
    assert order(text).fallback


@pytest.mark.parametrize("phrasing", PHRASINGS, ids=short)
def test_every_phrasing_is_read_alike(phrasing):
    for separator in SEPARATORS:
        for letters in ("ABCD", "DCBA", "BADC"):
            assert order(phrasing.format(separator.join(letters)), labels="ABCD").value == letters, separator


@settings(max_examples=100, derandomize=True, deadline=None)
@given(
    st.permutations("ABCDE"),
    st.sampled_from([", ", " > ", " ", "", "->", "、", "＞", "\n"]),
    st.sampled_from(["{}", "**{}**", "```\n{}\n```"]),
)
def test_every_permutation_is_read(letters, separator, frame):
    assert order(frame.format(separator.join(letters)), labels="ABCDE").value == "".join(letters)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("The order A, B", "TAB"),
        ("I think A and B", "IAB"),
        ("The order is B. A is less salient", "B"),
        ("answer is C>A＞B", "CAB"),
    ],
)
def test_as_published(reply, expected):
    assert order(reply, profile="paper")[::2] == (expected, False)


@pytest.mark.parametrize(
    ("reply", "labels", "expected"),
    [
        ("D, C, A, B", "ABC", ""),
        ("The order is C, A, B, D.", "ABC", ""),
        ("D, C, A, B. Sorry, the order is C, A, B", "ABC", "CAB"),
        ("A is not as salient as C", "AC", "CA"),
        ("A isn't as prominent as C, and C is not as prominent as B.", "ABC", "BCA"),
        ("A is as salient as B", "AB", ""),
        ("AよりBの方が目立つ", "AB", "BA"),
        ("B가 A보다 더 눈에 띈다", "AB", "BA"),
        ("Vom schwächsten zum stärksten: A, C, B", "ABC", "BCA"),
        ('{"least_to_most": ["B", "A", "C"]}', "ABC", "CAB"),
        ('<item rank="1">B</item><item rank="2">A</item><item rank="3">C</item>', "ABC", "BAC"),
        ("C is last, A is second to last.", "ABC", "BAC"),
        ("🥇 B\n🥈 A\n🥉 C", "ABC", "BAC"),
    ],
    ids=short,
)
def test_notations_and_letters_that_are_not_offered(reply, labels, expected):
    assert order(reply, labels=labels).value == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("En göze çarpan B, ortada A, en sonda C.", "BAC"),
        ("На втором месте C, на первом A, на последнем B.", "ACB"),
        ("B is outranked by A, A by C.", "CAB"),
        ("C beats the rest. B trails A.", "CAB"),
        ("Ranking: A (dog) is in focus, C (cat) comes in sight next to it and B (hat) is far off.", "ACB"),
        ("ABC, pardon, ACB", "ACB"),
        ("C or A first? CAB or ACB? I'd settle for ACB.", "ACB"),
        ("Sorted by size: B, A, C.", ""),
        ("We look at sizes: A is 30 % of the image, B 20 %, C 10 %. Colour matters too.", ""),
        ("Please rank the objects. Answer with the order (e.g., CBA) only.", ""),
    ],
    ids=short,
)
def test_orders_told_in_clauses(reply, expected):
    assert order(reply).value == expected


@pytest.mark.parametrize(
    "reply",
    [
        "Dog. Hat. Cat.",
        "box 1, box 3, box 2",
        "Hund vor Hut vor Katze",
        "| thing | rank |\n|---|---|\n| hat | 2 |\n| cat | 3 |\n| dog | 1 |",
    ],
    ids=short,
)
def test_names_and_numbers_of_options(reply):
    assert order(reply, options=["the dog", "the cat", "the hat"]).value == "ACB"


@pytest.mark.parametrize(
    "reply", ["A > B, C > D", "DCBA is the example.", "Forse ABDC, forse ADBC.", "Peut-être DCBA, peut-être CDBA."]
)
def test_orders_left_open(reply):
    assert order(reply, "ABCD").fallback


@pytest.mark.parametrize("reply", ["order=C,A,B", "ranking = C, A, B", "Reihenfolge=C,A,B", 'order="C", "A", "B"'])
def test_an_equals_sign_names_the_order(reply):
    assert order(reply).value == "CAB"
    assert order("C=A>B").fallback


def test_a_ranking_that_a_text_without_a_full_stop_ends_with():
    reply = "B (least salient)... let me give it from most to least: C, A, B"
    assert order(reply).value == "CAB"
    assert order("B is the least salient. Then it goes on: C, A").fallback


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("CAB", "CAB"),
        ("The order is C, A, B.", "CAB"),
        ('{"ranking": ["C", "A", "B"]}', "CAB"),
        ("From least to most salient: C, A, B.", "CAB"),
        ("From most to least salient: B, A, C.", "CAB"),
        ("B is the most salient, followed by A, and C is the least salient.", "CAB"),
        ("A beats C but loses to B.", "CAB"),
        ("I cannot rank them.", ""),
    ],
)
def test_a_ranking_goes_the_way_that_was_asked(reply, expected):
    asked = "Rank objects A, B and C from the least to the most salient."
    assert order(reply, question=asked).value == expected
    downward = order(reply, question="Rank objects A, B and C from most to least salient.")
    assert downward == order(reply)


NAMED = ["the loom", "the weaver", "the cat", "the basket"]


@pytest.mark.parametrize(
    ("reply", "ranking"),
    [
        (
            "I'd rank them like this:\n\n"
            "**1.** A (loom) - big\n**2.** B (weaver) - busy\n**3.** C (cat) - black\n**4.** D (basket) - low",
            "ABCD",
        ),
        ("B (weaver, 90) A (loom, 70) D (basket, 40) C (cat, 10)", "BADC"),
        ("The loom is dark and the cat is small. In short, B is more salient than A, A than D, and D than C.", "BADC"),
        ("BADC or perhaps ABCD, both are possible.", None),
        ("least to most: A, B, C, D, so from first to last: D, C, B, A", "DCBA"),
        ("🥇 C 🥈 A 🥉 B, and D comes last", "CABD"),
    ],
)
def test_lists_annotations_and_sums_of_an_analysis(reply, ranking):
    found = order(reply, labels="ABCD", options=NAMED)
    assert (None if found.fallback else found.value) == ranking


def test_boxes_in_the_order_of_the_list_by_their_place():
    boxes = ["0.10,0.12,0.28,0.49", "0.40,0.33,0.69,0.80", "0.75,0.05,0.98,0.22"]
    assert order("the left box, the middle box, the right box", labels="ABC", options=boxes).value == "ABC"
