"""Rankings in replies, and numbers in replies to "how many"."""

from standardizers import count, order
from standardizers.counts import GT_AVERAGE, numbers

THINGS = ["the girl", "the swing", "the fence"]

ORDERS = [
    ("BCA", "BCA", "whole"), ("b, c, a", "BCA", "whole"), ("B > C > A", "BCA", "whole"),
    ("A < C < B", "BCA", "whole"), ("[B][C][A]", "BCA", "whole"), ('{"ranking": ["B", "C", "A"]}', "BCA", "json"),
    ('{"order": {"A": 3, "B": 1, "C": 2}}', "BCA", "json"), ("So \\boxed{B, C, A}", "BCA", "boxed"),
    ("My first idea was ABC, but the final ranking is BCA.", "BCA", "declared"),
    ("From least to most salient, the order is A, C, B.", "BCA", "declared"), ("1. B\n2. C\n3. A", "BCA", "numbered"),
    ("| 1 | B |\n| 2 | C |\n| 3 | A |", "BCA", "numbered"), ("A: 3, B: 1, C: 2", "BCA", "ranks"),
    ("First they look at B, then C, and A last.", "BCA", "sequence"),
    ("The swing stands out most, then the fence, and finally the girl.", "BCA", "mentions"),
]  # fmt: skip

NO_ORDER = [
    ("", "empty"), ("It could be ABC or BAC; I cannot decide.", "refusal"), ("Either ABC or BAC.", "ambiguous"),
    ("B is the most salient.", "partial"), ("A and B are less salient than C.", "ambiguous"),
    ("Error: request timed out", "server_error"),
]  # fmt: skip


def test_orders_and_replies_without_one():
    for reply, letters, rule in ORDERS:
        assert order(reply, "ABC", options=THINGS) == (letters, rule, False)
    for reply, rule in NO_ORDER:
        assert order(reply, "ABC", options=THINGS) == ("", rule, True)
    words = ["pear", "apple", "fig", "plum"]
    reply = 'We have "apple" < "fig" < ["pear" ? "plum"]. So the answer is apple fig pear plum.'
    assert order(reply, "ABCD", options=words).value == "BCAD"
    # Options that are called equal have no order.
    for reply in ("A > B = C", "A = B = C", "Order: A = B > C", "The ranking is [A] > [B] ≈ [C]."):
        assert order(reply) == ("", "ambiguous", True), reply
    for reply in ("B => C => A", "B >= C >= A", "order = BCA"):
        assert order(reply).value == "BCA", reply


COUNTS = [
    (3, 3, "whole"), ("3", 3, "whole"), ("3.0", 3, "whole"), ("Three.", 3, "whole"),
    ("There are 12 objects.", 12, "whole"), ("about twenty-one people", 21, "whole"), ("两个", 2, "whole"),
    ("none", 0, "none"), ('{"count": 4, "objects": ["a", "b"]}', 4, "json"), ("<answer>5</answer>", 5, "tag"),
    ("$$\\boxed{7}$$", 7, "boxed"), ("I see a dog, a cat and 2 birds. The answer is 4.", 4, "declared"),
    ("Two on the left, one on the right, so there are 3 objects left.", 3, "concluded"),
    ("There are 3 red cars and a bus in the street scene before the old bridge.", 3, "last_sentence"),
    ("There are 3 main objects on the desk. The most prominent one is the lamp.", 3, "first_sentence"),
    ("We look at every row of the shelf.\nRow one is empty.\nThe number of books is 14.", 14, "last_sentence"),
]  # fmt: skip

NO_COUNT = [
    ("", "empty"), ("<think>1, 2, 3", "unfinished"), ("I cannot count objects without an image.", "refusal"),
    ("It is between 3 and 5, or 8, maybe 10.", "ambiguous"), ("A quiet street at night.", "no_answer"),
    ("Failed to obtain answer after 5 tries: timeout", "server_error"),
    ("The 3D scene from the 2nd floor, v1.5", "no_answer"), ("It is " + "9" * 99, "no_answer"),
]  # fmt: skip


def test_counts_replies_without_one_and_places_of_numbers():
    for reply, value, rule in COUNTS:
        assert count(reply) == (value, rule, False)
    for reply, rule in NO_COUNT:
        assert count(reply) == (GT_AVERAGE, rule, True)
    assert count("no idea", default=2.5) == (2.5, "no_answer", True)
    assert count("In the first row there are 3 and then", finished=False).rule == "unfinished"
    text = "In 1,200 homes and two hundred and five flats, 3.5 km away, -4 or x^2"
    found = [(text[one.start : one.end], one.value) for one in numbers(text)]
    assert found == [("1,200", 1200), ("two hundred and five", 205)]
