"""What was said: markup, reasoning, end tokens, invented turns, errors; JSON in free text."""

from standardizers.literals import json_values
from standardizers.text import is_error, plain, said

SAID = [
    ("<think>a</think>\n\nB", "B"), ("a</think>B", "B"), ("<thinking>a</thinking><answer>B</answer> done", "B"),
    ("◁think▷a◁/think▷B", "B"), ("[THINK]a[/THINK]B", "B"), ("<|begin_of_thought|>a<|end_of_thought|>B", "B"),
    ("<think>B</think>", ""), ("B<eoa>A", "B"), ("<s>B</s></s>", "B"), ("<|im_start|>B<|im_end|>\nuser", "B"),
    ("B\n\n### Question: next\nA", "B"), ("B\nHuman: and now?", "B"), ("Question: which?\nB", "Question: which?\nB"),
]  # fmt: skip

PLAIN = [
    ("**B**", "B"), ("`B`", "B"), ("# Answer\n> B", " Answer\n B"), ("$\\text{B}$", " {B} "),
    ("A \\rightarrow B", "A  ->  B"), ("<b>B</b><br>", " B  "), ("not ~~A~~ B", "not   B"),
    ("“B” – 答案：Ｂ。①", '"B" - 答案:B.1'),
]  # fmt: skip

VALUES = [
    ('x {"a": 1} y [2]', [{"a": 1}, [2]]), ("{'a': (1, 2), b: None,}", [{"a": [1, 2], "b": None}]),
    ('{"a": 50%, "b": 186ms}', [{"a": "50%", "b": "186ms"}]), ('{"a": [1, 2, ...]} // note', [{"a": [1, 2]}]),
    ('{broken {"a": 1}', [{"a": 1}]), ("no values", []),
]  # fmt: skip


def test_what_was_said_plain_text_json_values_and_errors():
    for reply, text in SAID:
        assert said(reply).text == text
    for text, seen in PLAIN:
        assert plain(text) == seen
    for text, values in VALUES:
        assert json_values(text) == values
    errors = ("Error: timed out", "openai.RateLimitError: limit", "503 Service Unavailable", '{"detail": "no model"}')
    assert all(map(is_error, errors))
    replies = ("The error is in box B.", '{"answer": "B", "error": null}', "Error: none found. The answer is B.")
    assert not any(map(is_error, replies))
