"""Rankings in replies."""

from standardizers import order

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
