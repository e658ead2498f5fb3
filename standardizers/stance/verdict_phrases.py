"""Patterns at and between mentions of options: data for `standardizers.stance.verdict`."""

from __future__ import annotations

import re

from ..text.cued import Cued

HEADING_LABEL = re.compile(r"[\])}\"']{0,2}:[^\n]{0,120}\n")
ITEM = re.compile(r"\s{0,4}(?:[-|•]\s{0,2})?[\[(]?\w[\])]?\s{0,2}(?:[:=(,-]|[.)]\s)")
OVER = re.compile(
    r"[\])}\"']{0,3},?\s(?:over|rather than|instead of|and not|beats)\s(?:the |option |object )?[\[({\"']{0,2}",
    re.IGNORECASE,
)
DEPENDS = Cued(
    r"\b(?:depend(?:s|ing) (?:on|upon)|it depends|hängt (?:davon|von|ab)|dépend|depende|dipende|hangt af|beror på"
    r"|zależy|závisí|зависит|залежить|tergantung|phụ thuộc|bağlı|εξαρτάται)\b"
    r"|取决于|取決於|次第|에 따라 다르|によって異な",
    re.IGNORECASE,
)
RANGE_BEFORE = re.compile(
    r"\b(?:between|either|somewhere|anywhere from)\s(?:\w{1,12}\s){0,2}[\[({\"']{0,2}$", re.IGNORECASE
)
LABELLED = re.compile(
    r"[(,:;=-]\s?(?:i\.e\.,? )?(?:the )?(?:option|label|letter|choice|answer)\s[\[(\"']?$", re.IGNORECASE
)
DESCRIBES = re.compile(
    r"\b(?:scene|image|picture|photo|photograph) (?:shows|depicts|contains|features|displays|has|includes)\b"
    r"|^\W*(?:i|we) (?:can )?see an?\b|^\W*there (?:is|are) an?\b",
    re.IGNORECASE,
)
LOOKING = re.compile(r"\s{0,3}(?:looking|gazing|staring)(?: directly)? (?:at|towards?)(?: the| an?)?\s", re.IGNORECASE)
FEW_CHARACTERS = 24  # of a reply such as "Looks like the bunny"
MAY_REFUSE = re.findall(
    r"[^,]+", "not,n't,sorry,apolog,unable,impossible,insufficient,as an ai,unclear,no way,lo siento"
)
MAY_FAIL = ("image", "failed", "memory", "trace", "error", "out", "please", "could")
LINE = 60  # of a reply such as "She seems to gaze at something like a bunny"
FAR = 80  # characters that may stand between the beginning of a line and the answer on it
LATEST = 600  # the last mentions that are looked at for announcements
TAKES_IT = re.compile(
    r"\b(?:i(?:'d|'ll| would| will)?|so)\s(?:\w+\s)?(?:choose|pick|go (?:with|for)|select|take|prefer)\s(?:that"
    r"|this)(?: one)?\W*$"
    r"|\b(?:so|hence|therefore),? (?:that|this) one\W*$",
    re.IGNORECASE,
)
LABELS = re.compile(r"[\])]?[.:)]\s(?:(?:the|an?)\s)?", re.IGNORECASE)
GAP_CONFLICT = re.compile(r"[ \t.):,\]}\"'(\[-]{0,6}(?:(?:the|an?)\s)?", re.IGNORECASE)
SENTENCES = re.compile(r"(?<!\bno)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)[.!?。](?:\s|$)|\n")
CONCLUDING = re.compile(
    r"\b(?:overall|therefore|thus|so|hence|in conclusion|ultimately|finally|all in all|in the end|taken together)\b",
    re.I,
)
COORDINATES = re.compile(r"[\])}]{0,2}\s{0,2}[(\[]?\s?\d?\.\d")
CUT_LEADING = re.compile(r"[\])}\"'*]*(?:[.,;]\s|\s{0,2}\n|\s(?:because|since|as)\b)", re.IGNORECASE)
COMES_LATER = re.compile(
    r"(?:[,;]|\band)\s(?:then|finally|next|lastly|after that|afterwards|followed by|second(?:ly)?|third(?:ly)?)\s"
    r"(?:the |an? |option |object |comes ){0,2}[\[({\"']?$",
    re.IGNORECASE,
)
SUBJECT = re.compile(r"[\])}\"']{0,3}\s(?:is|are|was|has|es|ist|est|è|é|tiene|hat|tem|является|jest)\b", re.IGNORECASE)
TURNS = re.compile(
    r"[,;]\s(?:but|yet|however|though|pero|aber|mais|mas|ma|però|но|maar|ale|ama|fakat|nhưng|men|tapi"
    r"|tetapi)\s",
    re.IGNORECASE,
)
ANALYSES = re.compile(
    r"\W{0,4}(?:to (?:answer|determine|decide|find|identify|rank|solve)|in order to|let(?:'s| me| us)|first,"
    r"|i (?:need|have|will)"
    r"|we (?:need|have|must)|looking at|considering)\b",
    re.IGNORECASE,
)
ROMANCE_ARTICLE = re.compile(r"\W{0,3}(?:el|la|los|las|le|les|il|lo|gli|os?|as?)\s|\W{0,3}l'", re.IGNORECASE)
ADJECTIVE = re.compile(r"\s[^\W\d_]{3,14}\W{0,3}$")  # "el caballo blanco"
ENDS_PICTURE = re.compile(
    r"[\])}\"']{0,3}(?: (?:objekt|object|objet|objeto|oggetto|объект|one|item|option|answer|corner|part"
    r"|side|area|colou?r|vehicle|of (?:fixation )?(?:points|fixations)))?"
    r"(?: (?:of|in) the (?:whole |entire )?(?:image|picture|photo|scene"
    r"|frame))?[\s.!]{0,3}$",
    re.IGNORECASE,
)
ENDS_TEXT = re.compile(r"[\])}\"'.!\s]{0,8}$")
OWN_SENTENCE = re.compile(
    r"(?:(?<!\d)[.!?:]|->)[ \t]{0,3}(?:(?:however|rather|instead|still),?\s)?(?:(?:the|option|object|choice|it's|so"
    r"|point|i\.e\.?)\s){0,2}[\[({\"']{0,3}$",
    re.IGNORECASE,
)
OWN_CLAUSE = re.compile(
    r"(?:^|(?<!\d)[.!?:;,\n]|->|\s-|\bbut)[ \t]{0,3}(?:(?:the|option|object|choice|it's|so|point|maybe"
    r"|probably)\s){0,3}[\[({\"']{0,3}$",
    re.IGNORECASE,
)
ACTS = re.compile(
    r"(?: of fixations?| of points?)?\s[a-z]{3,14}(?:s|ed)(?: (?:on|in|at|from|to|over|with|the|a|an|and|under|by|along"
    r"|near|behind|into|above|below|through)\b)"
    r"|\s(?:displays|contains|holds|wears|carries|features|depicts)\s"
)
ANSWER_LINE = re.compile(r"[\])}\"']{0,2}(?:\s{0,2}\n|\.\s)")
STATED = re.compile(
    r"\b(?:answer|choice|option|final|conclusion|therefore|thus|so|choose|pick|select|go with|opt)\b", re.IGNORECASE
)
UNSURE_START = re.compile(
    r"\W{0,4}(?:(?:maybe|perhaps|probably|possibly|hmm|um|uh|option|box|the|so)\W{1,3}){0,3}", re.IGNORECASE
)
NAMED_VERDICT = re.compile(r"[.!]\s{1,2}\w")  # a sentence of its own, with the explanation on the same line
TOP = re.compile(
    r"\b(?:most|longest|highest|salient|fixation|focus|prominent|answer|target|points?|bbox\w{0,3}|click)\b",
    re.IGNORECASE,
)
TERMINATED = re.compile(r"[.!?。][\])}\"'\s]{0,4}$")
FIRST = re.compile(
    r"[\])}\"']{0,3}\s(?:first|1st|highest|best|at the top|on top|number one)\b|\s(?:only )?if (?:i|forced|any"
    r"|pressed|you|we)\b",
    re.IGNORECASE,
)
RELATION = re.compile(
    r"[\])}\"']{0,3}(?:'s)?\s(?:next to|near|beside|besides|on|in|under|behind|above|below|at|with|to the|closest"
    r"|close to|left of|right of|over|from"
    r"|that|which|who)\b",
    re.IGNORECASE,
)
INDEFINITE = re.compile(r"(?<!\w)(?:an?|une?|eine?n?|una|uno|uma?|een|ett?|en)\s{1,2}$", re.IGNORECASE)
OR_POSSIBLY = re.compile(
    r"[\])\"'*]{0,3}[,.;-]?\s{1,3}or (?:possibly|maybe|perhaps|even|is it|it could be|it might be) (?:the |an? )?"
    r"[\[(\"'*]{0,3}",
    re.IGNORECASE,
)
THERE_IS = re.compile(
    r"\b(?:there (?:is|are|'s)|there's|es gibt|il y a|hay|há|c'è|ci sono|(?:shows?|contains?|see|depicts?))\s"
    r"(?:(?:an?|the|some|several|two|un|une|una|ein|eine|einen|um|uma)\s)?(?:[^\W\d_]{2,12}\s(?:of\s)?){0,2}$",
    re.IGNORECASE,
)
