"""Letters and option texts in replies: one row for each form that models write."""

from standardizers import choice, option

POINTS = ["Point A", "Point B", "Point C", "Point D"]
IMAGES = ["the second image", "the third image"]
SHADES = ["A is darker", "B is darker", "about the same"]
THINGS = ["a red cup", "a kettle", "a toy bunny", "a bottle"]

LETTERS = [
    # nothing but the letter
    ("Answer: B", "B", "whole"), ("The answer is (B).", "B", "whole"),
    # slots
    ("<answer>C</answer>", "C", "tag"), ("<think>It must be A.</think> C", "C", "whole"),
    ("Some thoughts about A.</think>\nC", "C", "whole"), ("We add both sides. \\boxed{C}", "C", "boxed"),
    ('```json\n{"reason": "A is small", "answer": "C"}\n```', "C", "json"), ("{'choice': 'C'}", "C", "json"),
    ("<|channel|>analysis<|message|>A?<|channel|>final<|message|>C", "C", "whole"),
    # declarations, the last one
    ("A looks fine at first. The correct answer is D because it is larger.", "D", "declared"),
    ("Option A: small. Option B: dark. The most salient one is option D.", "D", "declared"),
    ("【解析】首先比较两者。\n【答案】C", "C", "declared"), ("所以正确答案是C。", "C", "declared"),
    ("综上所述，故选B。", "B", "declared"),
    # conclusions and last lines
    ("The left one is dim. Therefore, point C stands out.", "C", "concluded"),
    ("Both edges were compared at length, and only one of them continues the fence.\n\n(B)", "B", "last_line"),
    # an answer first, reasons behind it
    ("B. The cup is closer, while A is far away.", "B", "first_line"),
    # turns that the model made up
    ("The answer is (B).\n\nQuestion: What is 2 + 2?\nOptions: A. 3 B. 5 D. 4\nThe answer is (D).", "B", "whole"),
]  # fmt: skip

NO_LETTER = [
    ("", "empty"), (None, "empty"), (float("nan"), "empty"), ("<think>The answer is B, because", "unfinished"),
    ("I'm sorry, but I cannot see the picture.", "refusal"),
    ("It is not possible to tell which point is closer.", "refusal"),
    ("Neither the second nor the third image fits.", "refusal"), ("The answer is A or B.", "ambiguous"),
    ("None of the above", "none_of_options"),
    ('{"error": {"code": 429, "message": "limit reached for plan B"}}', "server_error"),
]  # fmt: skip

TEXTS = [
    ("The second image.", IMAGES, "A", "whole_text"),
    ("A\nThe second image has the same style.", IMAGES, "A", "first_line"),
    ("The second image is a photo, whereas the third image shows a painting.\nThus, the third image fits.", IMAGES,
     "B", "concluded"),
    ("(C) about the same\n\nA and B lie on one wall. Therefore, A and B are alike.", SHADES, "C", "first_line"),
    ("B is darker, since it lies in the shade and reflects less.", SHADES, "B", "only_mention"),
    ("The corresponding point on the second image would be point D.", POINTS, "D", "declared"),
    ("16", ["6", "16", "36", "66"], "B", "whole_text"),
    ("The total is 16.5 now.", ["6", "16", "36", "66"], "", "no_answer"),
    ("The answer is: cannot be determined.", ["left", "right", "cannot be determined"], "C", "declared"),
]  # fmt: skip

OPTIONS = [
    ("kettle", 1, "whole_text"), ("B", 1, "whole"), ("The person looks at the kettle.", 1, "first_sentence"),
    ("Her eyes point to the bottle, not to the kettle.", 3, "first_sentence"),
    ("The head is turned to the cup, but the eyes look at the kettle.", 1, "first_sentence"),
    ("Either the kettle or the bottle.", -1, "ambiguous"), ("I cannot tell.", -1, "refusal"),
    ("It is the spoon.", -1, "no_answer"),
]  # fmt: skip


def test_letters_texts_and_replies_without_an_answer():
    for reply, letter, rule in LETTERS:
        assert choice(reply, "ABCD") == (letter, rule, False)
    for reply, rule in NO_LETTER:
        assert choice(reply, "ABCD") == ("", rule, True)
    for reply, texts, letter, rule in TEXTS:
        assert choice(reply, "ABCD"[: len(texts)], options=texts) == (letter, rule, not letter)
    for reply, index, rule in OPTIONS:
        assert option(reply, THINGS) == (index, rule, index < 0)


def test_a_cut_reply_answers_only_by_what_it_declared_and_only_labels_are_returned():
    reply = "Point A is near the lamp and point C lies on the shelf, which is"
    assert choice(reply, "ABCD", finished=False) == ("", "unfinished", True)
    assert choice(f"The answer is C. {reply}", "ABCD", finished=False).value == "C"
    assert choice(f"{reply} far away" * 8, "ABCD").rule == "unfinished"  # breaks off visibly
    assert (choice("e", "abcde").value, choice("E", "ABCD")) == ("e", ("", "no_answer", True))
    assert choice("Option 2: the dog", "12", options=["the cat", "the dog"]).value == "2"
