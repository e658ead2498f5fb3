"""Words and phrases around the mention of an option: data for `standardizers.stance.stance`."""

from __future__ import annotations

import re

from .vocabulary import (
    FILLERS,
)

REJECTED, CONTRASTED, MENTIONED, IDENTIFIED, PREFERRED, CONCLUDED, CORRECTED, ANNOUNCED = -2, -1, 0, 1, 2, 3, 4, 5
"""Stances, from "not this one" over "is" ("the dog is B") and "is the most salient" to "the answer is"."""

BACK = 110  # characters before a mention that are looked at
# Letters of all scripts with their vowel signs and accents, which "\\w" lacks.
_LETTER = r"[A-Za-z\u00c0-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uf900-\ufaff]"
TOKEN = re.compile(rf"i\.e\.|\d+(?:[.,]\d+)*%?|{_LETTER}+(?:'{_LETTER}+)?|->|\.{{2,}}|[^\w\s]|\n|\w")
BREAKS = frozenset((".", "!", "?", ";", "\n", "but", "however", "aber", "pero", "although", "though"))
SKIPPED = frozenset(("(", "[", "{", "<", '"', "'", "-", "*", "..", "...", "~", "#", "|"))
AMONG_DENIED = FILLERS | frozenset(
    re.findall(
        r"\S+",
        """
        likely necessarily only even simply be at on in towards looking it is its either or choice for of
        about ( [ { " ' le la mit
        look looks pointing point points pointed aimed aiming directed to toward gazing facing staring stare
        """,
    )
)
THAN = frozenset(("than", "als", "que", "чем", "che", "niż", "än", "dan", "como", "wie"))
LESS = frozenset(
    ("less", "fewer", "weniger", "moins", "menos", "meno", "менее", "lower", "smaller", "shorter", "lesser")
)
COMPARING = frozenset(
    (
        "instead",
        "compared",
        "compare",
        "comparing",
        "except",
        "opposed",
        "contrast",
        "relative",
        "ruled",
        "ruling",
        "rule",
        "rules",
        "unlike",
        "against",
        "prior",
        "similar",
        "comparison",
        "anstelle",
        "statt",
    )
)
PRONOUNS = frozenset(("it", "it's", "that", "this", "that's", "c'est"))
# An answer's noun that needs no "is" before the letter ("answer B"); others do ("the choice B covers" says nothing).
NOT_ADJACENT = frozenset(
    re.findall(
        r"\S+",
        """
        choice selection pick result output final solution response decision guess wahl choix
        """,
    )
)
IS = frozenset(("is", "are", "be", "was"))
ALL = frozenset(("all", "every", "everything", "each", "both", "others"))
BUT = frozenset(("but", "except", "excluding", "besides", "than", "apart"))
SEVERAL = frozenset(("two", "three", "four", "five", "points", "options", "boxes", "objects", "lists"))
RANKS = ("rank", "come", "place", "platz", "rang")
WHAT = frozenset(("what", "what's", "all", "only", "that's", "which"))
WAS = frozenset(("was", "were", "had"))
CONTRACTED = frozenset(("it's", "that's", "c'est", "there's"))
TENTATIVE = frozenset(
    (
        "thought",
        "instinct",
        "impression",
        "initial",
        "initially",
        "originally",
        "almost",
        "tempted",
        "tempting",
        "considered",
        "torn",
        "hesitated",
        "wavered",
        "previously",
        "earlier",
    )
)
FAVOURS = frozenset(("favor", "favour", "favors", "favours", "points", "point", "speaks", "speak", "leans", "argues"))
"""Verbs whose subject may be one aspect of an option only."""
ASPECTS = frozenset(
    re.findall(
        r"\S+",
        """
        size colour color contrast position location placement content semantics semantic brightness luminance
        saturation proximity centrality sharpness focus distance area context motion texture shape hue scale lighting
        cue cues isolation novelty animacy meaning
        """,
    )
)
FIRST_THOUGHTS = frozenset(("considered", "tempted", "hesitated", "wavered"))
SENTENCE_ENDS = frozenset((".", "!", "?", ";", "\n", ":"))
SECONDARY = frozenset(("runner", "secondary", "distractor", "backup"))
NEAR = 6
ENDED = ("", ".", ":")  # behind these nothing is said about the mention itself
NO = frozenset(("no", "non", "não", "ne", "n'", "не", "nicht"))
NEGATES = frozenset(
    [
        "no",
        "não",
        "nao",
        "non",
        "không",
        "nem",
        "nie",
        "ne",
        "inte",
        "ikke",
        "ikkje",
        "niet",
        "tidak",
        "bukan",
        "jangan",
        "nu",
        "en",
        "δεν",
        "לא",
        "لا",
        "не",
        "nicht",
    ]
)
COPULAS_ABROAD = frozenset(
    ["es", "é", "è", "est", "ist", "sei", "fosse", "jest", "är", "er", "on", "adalah", "είναι", "era", "fue", "foi"]
)
ASSERTED_IF = frozenset(
    [
        "forced",
        "pressed",
        "force",
        "press",
        "must",
        "have",
        "had",
        "asked",
        "ask",
        "insist",
        "required",
        "need",
        "needed",
        "choose",
        "pick",
        "select",
        "guess",
        "any",
    ]
)
SOMEONE = frozenset(["i", "you", "one", "we", "someone", "some", "people", "others"])
SUPPOSES = frozenset(("could", "might", "may", "would"))
OTHERS = frozenset(("some", "others", "people", "many", "everyone", "everybody", "anyone", "anybody"))
# "It would have been A, but ..."
COUNTERFACTUAL_BEFORE = re.compile(
    r"(?:would|could|might|'d|'would) (?:have|'ve) (?:been|said|chosen|picked|answered|selected|gone (?:with|for)|won)"
    r"(?: (?:the|a|an|option|box|object|that))*\W{0,3}$",
    re.IGNORECASE,
)
COUNTERFACTUAL_AFTER = re.compile(r"[^.!?\n]{0,40}[,;:-]\s?(?:but|yet|however|only that)\b", re.IGNORECASE)
# "A would be my choice if it were sharp", "B, by the way, is the least salient"
SUPPOSED = re.compile(
    r"[\])}\"']{0,3}\s(?:would|could|might)(?:'ve)? (?:be|have been|win|have won|come first"
    r"|rank)\b[^.;\n]{0,60}?\s(?:if|had)\b(?! (?:i|forced|any|pressed|you|we)\b)",
    re.IGNORECASE,
)
ASIDE = re.compile(
    r"[\])}\"']{0,3},\s(?:by the way|however|though|on the other hand|in turn|of course|in contrast|by contrast"
    r"|meanwhile|also|too|for (?:its|his|her) part),(?=\s)",
    re.IGNORECASE,
)
NONE_THERE = re.compile(
    r"\bthere (?:is|are|was|were) no [^.,;:\n]*\b(?:at|in|on|near|from|of)\b[^.,;:\n]*$", re.IGNORECASE
)
LEAST_BEFORE = re.compile(  # "Less eye-catching: the parrot", "the least salient is A"
    r"\b(?:less|least|lowest|weakest|worst)\b[ -]?[\w-]{0,20}(?: (?:one|object|option|of (?:all|the \w+)))?(?::| is)\s"
    r"(?:the |option |object |clearly |probably ){0,2}[\[({\"']?$",
    re.IGNORECASE,
)
SURPASSED = frozenset(
    ["outshone", "beaten", "surpassed", "outranked", "overshadowed", "dominated", "eclipsed", "outdone", "outweighed"]
)
NOBODY = frozenset(("nobody", "niemand", "personne", "nadie", "ninguém", "nessuno", "никто"))
LISTS = frozenset(("options", "choices", "candidates", "alternatives", "labels", "letters", "answers"))
WHERE = frozenset(
    (
        "for",
        "with",
        "at",
        "in",
        "by",
        "around",
        "inside",
        "within",
        "en",
        "bei",
        "à",
        "em",
        "ved",
        "в",
        "на",
        "عند",
        "في",
    )
)
WITHOUT_COPULA = frozenset(
    ["самый", "самая", "самое", "самую", "дольше", "наиболее", "أطول", "أكثر", "الأكثر", "الأطول", "الأبرز"]
)
