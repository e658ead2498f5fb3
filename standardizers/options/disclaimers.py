"""Sentences by which a reply says that it is no expert, before or after its answer: they take nothing back."""

from __future__ import annotations

import re

_EXPERT = (
    r"(?:a |an |your |any |licensed |qualified |medical |trained |certified |real )*"
    r"(?:doctor|physician|radiologist|clinician|medical (?:professional|expert|doctor)|health ?care (?:professional"
    r"|provider)|expert|specialist|professional|dermatologist|pathologist)"
)
_NO_ADVICE = (
    r"(?:an? |any |the |definitive |definite |formal |official |clinical |medical |professional |certain |reliable )*"
    r"(?:diagnos[ie]s|diagnoses|(?:medical|clinical|professional) (?:advice|opinion|assessments?|diagnos[ie]s"
    r"|judge?ment))"
)
_DISCLAIMS = re.compile(
    rf"(?:\b(?:as an ai(?: (?:language )?model| assistant)?,? )?(?:(?:please note that |note that |note: )?"
    rf"(?:i am|i'm) not {_EXPERT}|(?:this|it|that|the following)(?: answer| reply)? (?:is|isn't|does) (?:not |no )?"
    rf"(?:constitute |meant as |intended as |a substitute for )?{_NO_ADVICE}"
    rf"|(?:i am|i'm) (?:not able|unable|not qualified|not allowed) to (?:give|provide|make|offer|render) (?:you )?"
    rf"{_NO_ADVICE}|i (?:can't|cannot|can not|don't|do not) (?:give|provide|make|offer|render) (?:you )?{_NO_ADVICE})"
    rf"(?: (?:and|nor is|nor) (?:this is |this )?(?:no |not |a )?{_NO_ADVICE})?"
    r"|\b(?:please )?(?:consult|see|ask|contact|talk to|speak (?:to|with)) "
    rf"{_EXPERT}"
    r"|\bdisclaimer:? [^.;\n]{0,80})"
    r"[^.;,\n]{0,60}(?:[.;,]\s{0,2}|\n+|$)(?:(?:but|however|that said|that being said|still|nevertheless|yet"
    r"|nonetheless|having said that),?\s)?",
    re.IGNORECASE,
)


def without_disclaimers(text: str) -> str:
    """Return a reply without its disclaimers, or as it is when it is nothing but these.

    Example:
        >>> without_disclaimers("I'm not a doctor, but the heart is enlarged. Please consult a physician.")
        'the heart is enlarged. '
    """
    lowered = text.lower()
    if not any([word in lowered for word in _WORDS]):
        return text
    left = _DISCLAIMS.sub("", text)
    return left if any(map(str.isalpha, left)) else text


_WORDS = ("diagnos", "advice", "not a ", "opinion", "consult", "disclaimer", "professional", "physician", "doctor")
