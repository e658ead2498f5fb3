"""How yes-no questions ask for a fact and how replies state it: data for `standardizers.options.polar_facts`."""

from __future__ import annotations

import re
from collections.abc import Callable

from .colour_names import COLOURS

LAST_QUESTION = re.compile(r"[^.?!\n]{3,300}\?")
SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[\u3002])")
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ASKS_NUMBER = re.compile(
    r"\b(?:(?:is|are) there|(?:do|can) you (?:see|count|find|spot)"
    r"|(?:does|do) [^?]{2,60}? (?:have|show|contain|include|hold|display))\s(?:a total of )?"
    r"(?:(?P<bound>more than|fewer than|less than|at least|at most|no more than|exactly|only|just|over)\s)?"
    rf"(?P<number>\d{{1,3}}|{'|'.join(NUMBER_WORDS[1:])})\s(?P<thing>[a-z-]+(?:\s[a-z-]+){{0,2}}?)(?![a-z-])"
    r"(?=\s?(?:in|on|at|around|inside|drawn|visible|shown|marked|present|displayed|here|that|which|,|\?))"
)
MORE = re.compile(r"\b(?:another|other|others|second|third|also|plus|additional|additionally|more)\b")
AGREES: dict[str, Callable[[int, int], bool]] = {
    "more than": lambda found, asked: found > asked,
    "over": lambda found, asked: found > asked,
    "fewer than": lambda found, asked: found < asked,
    "less than": lambda found, asked: found < asked,
    "at least": lambda found, asked: found >= asked,
    "at most": lambda found, asked: found <= asked,
    "no more than": lambda found, asked: found <= asked,
}

ASKS_WAY = re.compile(
    r"\b(?:point|fac|look|turn|mov|head|go|lead|tilt|lean|aim|direct|walk|fly|driv)(?:e?s|e?d|ing|e)?\s"
    r"(?:(?:to|towards?|in) )?(?:the )?(?P<way>[^?]{2,40})\?"
)
GOES = re.compile(  # the verbs of a reply, in many languages
    r"\b(?:point(?:s|ing|ed)?|fac(?:es|ing)|look(?:s|ing)|turn(?:s|ed)|mov(?:es|ing)|head(?:s|ed|ing)|go(?:es|ing)"
    r"|leads?|leading|aim(?:s|ed|ing)|directed|arrowhead|tip|tilted|walking|walks|flying|flies|driving|drives"
    r"|zeig\w*|weist|gerichtet|schaut|blickt|pointe\w*|orienté\w*|dirigée?|apunta\w*|señala|dirigid[ao]|aponta\w*"
    r"|punta|indica|rivolt[ao]|указыв\w*|показыв\w*|направлен\w*|вказу\w*|wskazuje|skierowan\w*|ukazuje|míří|wijst"
    r"|pekar|peger|peker|gösteriyor|menunjuk|chỉ|δείχνει|mutat|osoittaa|arată)\b"
    r"|指|朝|向|가리|향하|向い|पर इशारा|تشير|يشير",
    re.IGNORECASE,
)
NOT_BEFORE = re.compile(
    r"(?:\b(?:not|never|nicht|non?|não|не|nie|ne|niet|inte|ikke)|n't)\s(?:be\s|being\s|\w{1,9}ly\s)?$|不|没"
)
NOT_BEHIND = re.compile(r"\s?(?:is |are )?(?:not|nicht|pas|niet|inte|ikke|nie|never)\b")
BUT = re.compile(
    r"[\s,](?:but|sondern|mais|sino|mas sim|mas|ma|bensì|а|но|lecz|ale|maar|utan|men|instead|rather)\b"
    r"|而是|でなく|아니라"
)
WAY_WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        to the towards toward left right up down leftwards rightwards upwards downwards upward downward straight side
        nach links rechts oben unten à a la gauche droite hacia izquierda derecha para direita esquerda
        """,
    )
)

ASKS_TAG = re.compile(r"\b(?:numbered|labell?ed|(?:with|of|has|bearing) (?:the )?(?:number|tag|label))\s(\d{1,3})\b")
TAGGED = re.compile(r"\b(?:tags?|numbered|numbers?|labell?ed|labels?|numerals?)\b")
_LACKS = r"(?:missing|absent|skipped|omitted|lacking|left out|nowhere)"
ABSENT_TAG = re.compile(  # "number 3 has been skipped", "3 fehlt", "there are all but tag 3"
    rf"(?<![\d.])(?P<behind>\d{{1,3}}) (?:(?:is|was|are|has|have|been|seems|appears|also|simply|just|clearly"
    rf"|completely|to|be) ){{0,4}}{_LACKS}\b"
    r"|(?<![\d.])(?P<abroad>\d{1,3}) (?:fehlt|manque|falta|manca|ontbreekt|saknas|mangler)\b"
    r"|(?<!nothing is )(?<!none is )(?<!not )(?<!n't )(?<!no tag is )(?<!no number is )"
    rf"\b(?:{_LACKS}(?: only)?(?: (?:number|tag|one))?(?: is)?|skips|skipping|omits|lacks|except(?: for)?|fehlt|falta"
    r"|manca|manque)(?: only)?(?: (?:the|die|el|le|il|o))?"
    r"(?: (?:tag|number|one|nummer|numéro|número|numero)){0,2}:? (?P<ahead>\d{1,3})\b(?!\.\d)"
)
PRESENT_TAG = re.compile(r"(?<![\d.])(\d{1,3}) (?:is not|isn't|was not|wasn't) (?:missing|absent|skipped)\b")
JUMP = re.compile(
    r"\b(?:jump|skip|leap)(?:s|ed|ping|ing)? (?:straight |directly )?from (\d{1,3})"
    r" (?:straight |directly )?to (\d{1,3})\b"
)
ONLY = re.compile(r"\bonly\b|\bjust\b|\bnur\b")

COLOUR = "|".join((*COLOURS, "gray"))
ASKS_COLOURED = re.compile(rf"\b(?:is|are) there (?:an?|any|some) (?P<colour>{COLOUR}) (?P<thing>[a-z]+)")
ASKS_COLOUR = re.compile(
    rf"\b(?:is|are) (?:the|this|that|his|her|its) (?P<thing>(?:[a-z]+ ){{1,4}}?)(?P<colour>{COLOUR})\?"
)
IS_COLOURED = re.compile(
    r"\b(?:is|are|was|were|looks|appears|has|in)\s(?:(?:drawn|shown|painted|marked|all|both|actually|in|a|the|colou?r"
    rf"|clearly|bright|dark|light)\s){{0,3}}(?P<colour>{COLOUR})\b(?!\s(?!and\b|or\b|one\b|instead\b|rather\b)[a-z])"
)
PLACED_AT = re.compile(r"\b(?:around|on|over|inside|near|at) (?:the|a) (?:[a-z]+ )?([a-z]+)\?")
NEAR = 3  # characters between a colour and its thing
DEFINITE = re.compile(r"\b(?:the|all|both|every|only|der|die|das|la|le|el|il|los|las|alle|todas)\b")
ASKS_TARGET = re.compile(
    r"\b(?P<verb>look|point|star|gaz|aim)(?:s|ed|ing|e|es)?\s(?:straight |directly )?(?:at|into|towards?|to) "
    r"(?:the |a |an |his |her )?(?P<target>[a-z ]{2,40})\?"
)
AIMED = re.compile(
    r"\b(?P<verb>look|point|star|gaz|aim)(?:s|ed|ing|e|es)\s(?:\w{1,10} ){0,2}?(?:at|into|towards?|to)"
    r" (?:the|a|an|his|her)\s"
)
INTO_LENS = re.compile(
    r"\b(?:look|star|gaz|glanc|smil)(?:s|ed|ing|e|es)\s(?:\w{1,10} ){0,2}?(?:at|into|towards?|to)"
    r" (?:(?:the |our )(?:lens|viewers?|photographer|observer)|us|me|you)\b"
)
RELATIONS = {
    **dict.fromkeys(("to the left of", "left of"), -1),
    **dict.fromkeys(("to the right of", "right of"), 1),
    **dict.fromkeys(("above", "higher than", "over"), 2),
    **dict.fromkeys(("below", "lower than", "under", "underneath", "beneath"), -2),
    **dict.fromkeys(("in front of",), 3),
    **dict.fromkeys(("behind",), -3),
}
RELATION = re.compile(rf"\b(?:{'|'.join(sorted(RELATIONS, key=len, reverse=True))})\b")
ASKS_RELATION = re.compile(
    rf"\b(?:is|are) the (?P<one>[a-z ]{{2,40}}?) (?P<relation>{RELATION.pattern[2:-2]}) the"
    r" (?P<other>[a-z ]{2,40}?)\?"
)
ASKS_ABOUT = re.compile(
    r"\bis (?:there an?|the|any) (?P<thing>(?:[a-z]+ ){1,3}?)(?:drawn |placed )?(?P<where>around|on|over|inside|under"
    r"|behind|above|below)"
    r" (?:the|a) (?P<target>[a-z ]{2,40})\?"
)


AROUND_NUMBER = frozenset(
    re.findall(
        r"\S+",
        """
        just only exactly there are is it's a single i see count in total of them here
        """,
    )
)
