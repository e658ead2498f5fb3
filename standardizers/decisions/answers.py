"""Replies that decide nothing in words: whether they answer the question, or are no assertion about it at all."""

from __future__ import annotations

import re

from ..stance.lexicon import UNSPACED
from ..text.echoes import repeats_itself
from ..words.synonyms import root

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_LONGEST = 90
_FEW, _SEVERAL = 3, 8
_SENTENCE = re.compile(r"[.!?;]\s+\S|\n")
_ASSERTS = re.compile(  # how an answer begins
    r"\W*(?:(?:the|an?|it|it's|its|he|she|they|his|her|their|this|that|these|those|there(?:'s| is| are)|both|neither"
    r"|all|another|more|fewer|most|several|some|nobody|someone|on|in|at|to|from|behind|under|next|left|right|because"
    r"|since|about|around|exactly|only|no|one|two|three|four"
    r"|five|six|seven|eight|nine|ten|eleven|twelve|\d[\d.,:]*)\b|[$\u20ac\u00a3]\d)"
)
_NO_ANSWERS = re.compile(
    r"^\W*(?:(?:in order )?to (?:judge|decide|tell|determine|know|answer|see|find)|whether)\b|"
    r"^\W*(?:on|in|at) the (?:left|right|top|bottom|upper|lower|foreground|background|middle|cent\w+)\b.*\bthere\b|"
    r"\?|^\W*(?:you|ok(?:ay)?|hm+|understood|noted|got it|thanks?|thank you|hello|hi|hey|well|so|and|please|let|reply"
    r"|answer"
    r"|respond|tell|say|state|decide|write|use|give|lorem|welcome|sorry|what|who|which|where|how|when|why|is|are|do"
    r"|does|the (?:question|user|task|prompt|model|instructions?|image|picture|photo|view|windows?|tiles?|parts?"
    r"|rules?)\b|an? (?:image|picture|photo)|there(?:'s| is) an? (?:image|picture|photo)|this (?:request|is|image"
    r"|picture|question|task|window)"
    r"|i (?:will|would|shall|am|think|have|do|was|may|might|must|see)\b)"
    r"|\b(?:polic(?:y|ies)|service|server|unavailable|gateway|timeout|request|user|help|assist|guidelines?|filter"
    r"|blocked|permitted|allowed|authenticat\w+|token|quota|undefined|nan|null|error|image|input|prompt)\b"
    r"|[{}<>\\]|\.\.\.\s*$|\b\d{3} [a-z]"
)
_GENERAL = re.compile(  # "Trophies have been awarded since ancient times."
    r"\W*(?!(?:his|this|its|yes|us|as|is|was|has|does|gas|bus|glass|grass|across"
    r"|the)\b)[a-z-]{3,}s(?: \w+){0,3} (?:are|have"
    r"|were|can|may|usually|often|generally|typically|tend|differ|come|use|need|do)\b"
)
_GENERALLY = re.compile(
    r"\b(?:usually|often|generally|typically|in general|always|frequently|commonly|since \w+ times)\b"
)
_ASKS_NUMBER = re.compile(
    r"\b(?:how (?:many|much|old|far|long|tall|high)|what (?:number|time|price|year|date)|which (?:number|year)"
    r"|cost|price)\b[^?]*\?",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|\b(?:no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|hundred|dozen|both|all"
    r"|several|few|many|free|nobody|noon|midnight|quarter|half|young|old|tall|far|short|a|an)\b"
)
_QUESTIONS = re.compile(r"[^.?!:\n]{3,200}\?")
_PROMPTS = re.compile(r"\b(?:need|require|enough|sufficient)\b")
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|look|looks|seem|seems|can|will|would|does|do|did|needs?|wants?|\w+ing)\b|'s\b|'re\b"
)
_YES_OR_NO = re.compile(r"\W*(?:is|are|was|were|does|do|did|has|have|can)\b")
_ASKS_THING = re.compile(r"\b(?:who|whom|which)\b")
_ONE_THING = re.compile(r"\W*the (?:[\w-]+ ){1,3}(?:in|on|with|at|of|near|behind|from|by|under)\s")
_THING = re.compile(r"\W*(?:the|an?|his|her|their|its)\s")
_PRONOUN = re.compile(r"\W*(?:it|they|he|she|this|that|these|those|its|there)\b")
_SUBJECT = re.compile(
    r"(?:(?P<pronoun>he|she|it|they|there|one|both|all)|(?:the|an?|his|her|their|its|this|that|these|those|two|three"
    r"|four|five|six|some)(?:\s[\w'-]+){1,4}?|\w+)(?:\s|'(?=s|re))"
)
_OF_SOMEBODY = re.compile(r"s?he (?:is|does|has|was|did|can)")
_OF_VIEWS = re.compile(  # what a reply says that needs more, or has enough
    r"\b(?:not?|never|cannot|without|unless|if|whether|may|might|could|should|must|maybe|perhaps|possibly|probably|seems?"
    r"|appears?|only|partly|partially|barely|hardly|more|other|another|rest|need\w*|want\w*|requir\w+|necessary|further"
    r"|additional|enough|suffic\w+|views?|parts?|images?|pictures?|crops?|zoom\w*|closer|context|information|details?"
    r"|visible|seen?|shown?|hidden|cut|cropped|outside|unclear|blurr\w+|dark|small|far|beyond|elsewhere|missing|so|but"
    r"|however|because|before|check|confirm\w*|verify|determin\w+|tell|know|answer|question)\b|n't\b|\?"
)
_SMALL = frozenset(
    re.findall(
        r"\S+",
        """
        the a an of in on at to is are was were be it its and or for with by from that this what which who whose
        where how many much does do did has have you your me tell question image answer information more view need
        yes no not what's who's where's how's it's there's there
        they he she they're i we i'm
        """,
    )
)


def asserts_answer(text: str, question: str | None) -> bool:
    """Tell whether a lower-case text without any decision answers the question itself ("Two dogs."), in one sentence.

    It takes up all that the question asks about ("The man on the left is taller." to "Who is taller?"), or is nothing
    but a thing or a number. A remark about something else is no answer.

    Args:
        text: The reply in plain words.
        question: What was asked, when it is known.
    """
    text = text.strip()
    if len(text) > _LONGEST or not text or _NO_ANSWERS.search(text) or _SENTENCE.search(text) or UNSPACED.search(text):
        return False
    words = _WORD.findall(text)
    if not words or repeats_itself(text) or _GENERAL.match(text) or _GENERALLY.search(text):
        return False
    if question is None:
        return _ASSERTS.match(text) is not None or len(words) <= _FEW
    asked = _asked(question)
    numbers = _ASKS_NUMBER.search(asked) is not None
    if numbers and not _NUMBER.search(text):
        return False
    wanted, said = _content(asked), _content(text)
    lacking = wanted - said
    if _VERB.search(text) is None and (numbers or _THING.match(text) or ", because" in text):
        if numbers and wanted and not lacking and len(said - wanted) == 1:
            return True  # "Three lamps hang above the table."
        definite = _ONE_THING.match(text) is not None and _ASKS_THING.search(asked) is not None
        return len(words) <= (_SEVERAL if definite else _FEW) or ", because" in text
    if not wanted & said or not said - wanted:
        return (numbers and len(words) <= _FEW) or _affirms(said, asked, wanted)
    return not lacking or (len(lacking) == 1 and _PRONOUN.match(text) is not None)


def affirms_question(text: str, question: str) -> bool:
    """Tell whether a lower-case sentence behind a "yes" says what a yes-or-no question asks, and nothing of the view.

    Example:
        >>> affirms_question("she is smiling at the customer.", "Is the clerk smiling? Do you need more views?")
        True
        >>> affirms_question("her smile is cut off.", "Is the clerk smiling? Do you need more views?")
        False
    """
    text = text.strip(" \n.,;:!-")
    asked = _asked(question)
    if _OF_SOMEBODY.fullmatch(text) is not None:
        return _YES_OR_NO.match(asked) is not None
    if len(text) > _LONGEST or _YES_OR_NO.match(asked) is None or _SENTENCE.search(text) or _OF_VIEWS.search(text):
        return False
    subject = _SUBJECT.match(text)
    words = [word for word in _WORD.findall(asked) if word not in _SMALL]
    if subject is None or not words or words[0] in ("there", "more", "you"):
        return False
    wanted, said = {root(word) for word in words}, _content(text)
    lacking = wanted - said
    if root(words[-1]) in lacking or not wanted & said:
        return False
    return not lacking or subject["pronoun"] is not None or len(lacking) < len(wanted) / 3


def _affirms(said: set[str], asked: str, wanted: set[str]) -> bool:
    """Tell whether words say nothing but what a yes-or-no question asks, up to its last word ("The road is wet.")."""
    last = _WORD.findall(asked)[-1:]
    return _YES_OR_NO.match(asked) is not None and len(said) > 1 and said <= wanted and root("".join(last)) in said


def _asked(question: str) -> str:
    """Return the question itself, without the prompt that asks whether more is needed."""
    found = [one for one in _QUESTIONS.findall(question.lower()) if not _PROMPTS.search(one)]
    return found[-1] if found else question.lower()


def _content(text: str) -> set[str]:
    return {root(word) for word in _WORD.findall(text) if word not in _SMALL}
