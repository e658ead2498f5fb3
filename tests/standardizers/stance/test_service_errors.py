"""Error messages of servers, clients and programs are answers to nothing, whatever letters and numbers they hold."""

from __future__ import annotations

import pytest

from standardizers import choice, count, decision, fixation, option, order, scanpath, view_operations, views
from standardizers.stance.service_errors import is_error

_ERRORS = [
    '{"error": {"code": 403, "type": "policy", "message": "Blocked by rule B, see part 2."}}',
    '{"error": "Picture (8000, 6000) is larger than allowed", "part": null, "part_number": 1}',
    '{"detail": "Not found: model B"}',
    '{"detail": [{"loc": ["body", "messages", 1], "msg": "field required", "type": "value_error.missing"}]}',
    '{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}',
    '{"code": 3, "message": "invalid argument A", "status": "INVALID_ARGUMENT"}',
    '{"status": "failed", "reason": "image A not found"}',
    '{"success": false, "error": "could not load image 2"}',
    '{"ok": false, "error_code": 3, "description": "Bad Request: photo B is invalid"}',
    '{"object": "error", "message": "Your cat exceeded the context.", "param": null, "code": 400}',
    '{"fault": {"faultstring": "Quota violation. cat", "detail": {"errorcode": "ratelimit"}}}',
    "Error code: 400 - {'error': {'message': 'Image 2 could not be decoded', 'code': 400}}",
    'Traceback (most recent call last):\n  File "run.py", line 3\nValueError: part 2',
    "HTTP 502 Bad Gateway (upstream B)",
    "CUDA out of memory. Tried to allocate 2 GiB on device 3",
    "[ERROR] option B is unavailable on worker 2",
    "RESOURCE_EXHAUSTED: quota for tier B exceeded",
    "<html><head><title>504 Gateway Time-out</title></head><body>upstream 3</body></html>",
]


@pytest.mark.parametrize("reply", _ERRORS)
def test_errors_are_no_answers(reply):
    assert is_error(reply)
    assert option(reply, ["cat", "dog", "bird"], question="What is she looking at?").fallback
    assert option(reply, ["yes", "no"], question="Is she looking at the cat?").fallback
    assert choice(reply, "ABC", options=["a cat", "a dog", "a bird"]).fallback
    assert order(reply, options=["a cat", "a dog", "a bird"]).fallback
    for read in (count, fixation, scanpath, views, view_operations, decision):
        assert read(reply).fallback


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ('{"answer": "B", "error": null}', 1),
        ('{"answer": "B", "error": "a low confidence"}', 1),
        ('{"message": "The answer is B"}', 1),
        ('{"type": "choice", "status": "ok", "answer": "B"}', 1),
        ("Error: I mixed up two things. The answer is B.", 1),
        ("The error message", 0),
    ],
)
def test_answers_beside_the_word_error(reply, index):
    assert not is_error(reply)
    assert option(reply, ["error message", "dog", "bird"]).value == index


@pytest.mark.parametrize(
    "reply",
    [
        '{"x": 0.5, "y": 0.3, "error": 0.05}',
        '{"views": [1, 2], "error": ""}',
        '{"keep": "1", "shift": "none", "message": "part 3 is not available"}',
        '{"error_margin": 2, "count": 3}',
        '{"success": true, "message": "the cat"}',
        '{"detail": "The cat in front of the house"}',
        '{"type": "cat", "description": "not found in the dark"}',
        '{"code": "B"}',
        "Error bars: 3",
        "Not found: none of the objects.",
    ],
)
def test_other_objects_and_texts_are_no_errors(reply):
    assert not is_error(reply)
