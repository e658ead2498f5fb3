"""Whether a reply needs to see more before it can answer: the yes or no between the views of ActiView."""

import re

from .common import AMBIGUOUS, NO_ANSWER, REFUSAL, UNFINISHED, Standardized, checked_profile
from .literals import json_values
from .text import as_text, plain, said
from .view_phrases import BOXED, CUT, repeats, simplified

_LEADING = re.compile(
    r"\W*(?:(?P<yes>yes|yeah|yep|true|是的?|需要)|(?P<no>no|nope|false|否|不是?|不需要))"
    r"(?=\s{0,2}(?:[,.;:!)\n-]|$|because|since\b|as\b|i\b))(?!\.\s?\d)"
)
_CLOSING = re.compile(r"(?:^|[.!?:;\n])\W{0,9}(?:so\W{1,3})?(yes|no|是|否)\W{0,9}$")
_DECLARED = re.compile(
    r"(?:^|[\n.,;])\W{0,9}([^\n.,;:=]{0,60}?)\s{0,2}(?:[:=]|\bis\b)\W{0,9}(yes|no|true|false|是|否)"
    r"(?=\W{0,9}(?:[\n.,;!-]|$))"
)
_KEY = re.compile(r"answer|response|decision|conclusion|verdict|more|need|result|suffic|enough|request|views")
_SETTLES = re.compile(r"^(?!.*insuffic).*(?:suffic|enough|can_?answer)")
_OPEN = re.compile(
    r"\bhard to say\b|\bnot sure\b|\bmight\b[^.]{1,60}\bor\b[^.]{1,20}\bmight\b|\bmaybe\b.{1,20}\bmaybe not\b"
    r"|^\W*(?:yes|no)\W{1,4}(?:or\s)?(?:yes|no)\W*$|\bperhaps yes\b"
    r"|\bif\b[^.]{1,120}\bif\b|^\W*(?:no|yes)\W{1,3}but\b|\bdepends? on\b"
)
_SENTENCE = re.compile(r"[.!?;](?=\s|$|[^\x00-\x7f])|\n")
_REFUSES = re.compile(
    r"\b(?:sorry|as an ai|text-only|unable to (?:process|view|open)|(?:can't|cannot) (?:process|view|open|assist|help)"
    r"|no (?:image|picture)s? (?:was|is|were)|(?:not|n't) (?:see|receive) (?:any|an|the) image)\b|抱歉|对不起"
)
_MORE = r"(?:more|additional|further|other|another|the rest|remaining|closer|adjoining|missing)"
_MEANINGS = tuple(  # the first that fits a sentence tells what it says
    (meaning, re.compile(pattern))
    for meaning, pattern in (
        ("yes", r"\binsufficient\b|(?:\b(?:not|hardly|never)|n't) (?:\w+ ){0,3}?(?:enough|suffic\w+)\b|不够|不足"),
        ("no", r"(?:\b(?:not?|nothing|none|never)\b|n't\b)[^.;,]{0,50}\b(?:need|require|necess)|need no\b|不需要|无需"),
        ("yes", rf"\b{_MORE}\b[^.;]{{0,60}}\b(?:needed|required|necessary|would help)\b|\bmore is needed\b"),
        ("yes", rf"\b(?:need|require|want|request)s?\b[^.;]{{0,40}}\b(?:{_MORE}|see|zoom|look|part|view|them)\b"),
        ("yes", r"\b(?:need|have|want|like) (?:\w+ )?to (?:see|zoom|look|check)\b|\b(?:please|let me) (?:see|show)\b"),
        ("yes", r"\b(?:cannot|can't|couldn't|unable to|possible to) (?:\w+ )?(?:answer|tell|determine|say|judge)\b"),
        ("yes", r"需要(?:更多|查看|看|放大|其[他它])|无法(?:回答|确定|判断)|\bviews? needed: "),
        ("no", r"\b(?:enough|suffic(?:es?|ient))\b|\b(?:all|everything) (?:\w+ ){0,4}?(?:need|necessary|required)"),
        (
            "no",
            r"\bcan (?:already |now |also )?(?:answer|be answered)\b|\bunnecessary\b|足够|可以回答",
        ),
    )
)
_CALL = re.compile(r"\b(?:(?P<no>answer)\w*\(|(?:request|zoom|show|need|see|more)\w*\()|^(?:request|zoom|show)_\w+$")
_ONLY_VIEWS = re.compile(r"(?:(?:upper|lower|top|bottom|left|right|parts?|views?|the|and)(?![a-z])|[\W_]|和)+")
_OPTION = re.compile(r"\W*[A-Z][.):]\s")  # "B. I can answer now.", which a prompt may offer
_SCENE = re.compile(r"\b(?:image|picture|photo|part|view|scene|window|word)s?\b|\b(?:not|hidden|cut|too)\b|n't|\?")
_ASSERTS = re.compile(r"\W*(?:the|an?|his|her|it'?s?|s?he|they|there|this|two|three|four|\d+)\s[^.!\n]{3,160}[.!]?\W*")


def decision(
    text: object, profile: str = "robust", finished: bool | None = None, question: str | None = None
) -> Standardized[str]:
    """Return whether a reply wants more visual information.

    Args:
        text: The reply to "do you need more visual information, yes or no?"; None and NaN count as "".
        profile: "paper" is the official code: the reply, lower-cased, is exactly "yes" or "no". "robust" reads what
            the reply says in its own words: a yes or a no, and otherwise that something is missing, that it suffices,
            or the answer itself (which needs nothing more).
        finished: False when the reply was cut by a token limit, None when unknown.
        question: The prompt, when it is known: a reply that repeats it decides nothing.

    Returns:
        "yes" (wants more) or "no" (can answer). Without a decision "" and `fallback=True`: a refusal, a failure, both
        at once, a mere description.

    Raises:
        ValueError: The profile is unknown. The text never raises.

    Example:
        >>> decision("No, the view is not sufficient").value
        'yes'
    """
    if checked_profile(profile) == "paper":
        word = as_text(text).lower()
        return Standardized(word if word in ("yes", "no") else "", "word", word not in ("yes", "no"))
    reply = said(text)
    if reply.problem or (repeats(reply.text, question) and not _OPTION.match(reply.text)):
        return Standardized("", reply.problem or NO_ANSWER, True)
    objects = [value for value in json_values(reply.text) if isinstance(value, dict)]
    for found in filter(None, map(_of_json, reversed(objects))):
        return Standardized(found, "json", False)
    if objects:
        return Standardized("", NO_ANSWER, True)
    boxes = BOXED.findall(reply.text)
    found, rule = _in_words(simplified(plain(boxes[-1] if boxes else reply.text)), finished is False)
    return Standardized(found, rule, not found)


def _of_json(value: dict[str, object]) -> str:
    """Return the decision of an object, "" when it has none; objects inside it are asked first."""
    for inner in value.values():
        if isinstance(inner, dict) and (found := next(filter(None, map(_of_item, inner, inner.values())), "")):
            return found
    keys = [key for key in value if _KEY.search(key.lower())] + [key for key in ("name", "tool") if key in value]
    return next(filter(None, (_of_item(key, value[key]) for key in keys)), "")


def _of_item(key: str, item: object) -> str:
    word = "yes" if item else "no" if item is False else ""
    if isinstance(item, str):
        word = _in_words(simplified(plain(item)), False)[0]
    return {"yes": "no", "no": "yes"}.get(word, "") if _SETTLES.search(key.lower()) else word


def _in_words(text: str, cut: bool) -> tuple[str, str]:
    """Return the decision of simplified text, or "", and the rule."""
    declared = [found for found in _DECLARED.findall(text) if _KEY.search(found[0])]
    if declared:
        key, word = declared[-1]
        return "no" if (word in ("yes", "true", "是")) == bool(_SETTLES.search(key)) else "yes", "declared"
    if cut or CUT.search(text[-40:]):
        return "", UNFINISHED
    if _OPEN.search(text):
        return "", AMBIGUOUS
    closing, leading = _CLOSING.search(text[-400:]), _LEADING.match(text)
    if closing:
        return "yes" if closing[1] in ("yes", "是") else "no", "closing"
    if leading is None and _REFUSES.search(text):
        return "", REFUSAL
    for sentence in reversed(_SENTENCE.split(text)):
        for meaning, pattern in _MEANINGS:
            if pattern.search(sentence):
                return meaning, "stated"
    if leading:
        return "yes" if leading["yes"] else "no", "leading"
    if _ONLY_VIEWS.fullmatch(text) and any(map(str.isalpha, text)):
        return "yes", "views"
    if call := _CALL.search(text):
        return "no" if call["no"] else "yes", "call"
    return ("no", "answer") if _ASSERTS.fullmatch(text) and not _SCENE.search(text) else ("", NO_ANSWER)
