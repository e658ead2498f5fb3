"""What a question "how many red arrows" asks for among numbers of several colours, and numbers that count nothing."""

from __future__ import annotations

import re

from ..text.number_words import any_language

COLOURS = re.compile(
    r"\b(?:red|blue|green|yellow|orange|purple|pink|black|white|gr[ae]y|brown|cyan|magenta|turquoise"
    r"|violet)\b",
    re.IGNORECASE,
)
_NUMBER = r"(?P<number>\d{1,3}|[^\W\d_]{2,12})"
_DIRECTLY = r"\s(?P<number>\d{1,3})(?=\s?(?:[,;.\n]|$))"  # "red 3, blue 5"
_BEHIND = rf"\b[\"'*]{{0,3}}(?:\s[\w-]{{1,16}}){{0,2}}\s?(?:[:=|]|-|->)\s?[\"'*]{{0,3}}{_NUMBER}(?![\w.]*\d)"
_BEFORE = rf"(?<![\w.])(?<!\d[-–]){_NUMBER}(?:\s(?:of (?:them|these|those|which)|are|is|in|marked|drawn|the)){{0,3}}\s"
_MONTH = (
    r"(?:(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez)\.|(?:january|february|march|april|june|july"
    r"|august"
    r"|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|janvier|février|mars|avril"
    r"|juin"
    r"|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|junio|julio|agosto|septiembre|octubre"
    r"|noviembre|diciembre|janeiro|fevereiro|março|junho|julho|setembro|outubro|novembro|dezembro|gennaio|febbraio"
    r"|aprile"
    r"|maggio|giugno|luglio|settembre|ottobre|dicembre)|(?-i:May|Mai|mai|mayo|maio)(?=\s\d{4}))"
)
_ON = r"(?:\b(?:on|in|since|am|le|el|il|em|den)\s)?"
_MEASURE = re.compile(
    r"(?<![\w.])(?:\d[\d.,]*\s?(?:x|×|by|or|to|and|-)\s?)*\d[\d.,]*\s?-?(?:px|pixels?|dpi|fps|megapixels?|mp|mm|cm"
    r"|kb|mb|hz|°c?)\b"
    r"(?:\s(?:wide|long|high|tall|apart|thick))?"
    r"|(?<![\w.])\d{3,5}\s?[x×]\s?\d{3,5}\b|\b[xyf]\s?[=/]\s?\d+(?:[.,]\d+)*"
    r"|\b\d{1,2}[ -](?:colou?r )?(?:channels?|bits?)\b|\biso\s?\d{2,6}\b|(?<![\w.])1/\d{2,5}\s?s(?:ec\w*)?\b"
    rf"|{_ON}\b\d{{1,2}}(?:st|nd|rd|th|\.|er|º)?\s(?:of\s|de\s)?{_MONTH}\b(?:\s(?:de\s)?\d{{4}}\b)?"
    rf"|{_ON}\b{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?\b(?=[.,;)\s]|$)(?:,?\s\d{{4}}\b)?",
    re.IGNORECASE,
)
_VAGUE = re.compile(  # "un gran número de palomas"; Vietnamese "after that", which is "six" without its accent
    r"\b(?:une?|una|eine?|uma?|en|ett|een)\s(?:gran|grand|große|grosse|grande|stort?|groot|grote)\s"
    r"(?:número|nombre|anzahl|numero|menge|quantité|cantidad|quantità|quantidade|aantal|antall?)\b|\bsau (?=đó|khi"
    r"|này|cùng|lưng)"
    r"|\b(?:at least|al menos|por lo menos|au moins|mindestens|almeno|pelo menos|minstens)\s(?:one|une?|una|uno"
    r"|eine?n?|uma?|één)\b",
    re.IGNORECASE,
)
_MANY = (
    "núm",
    "nombre",
    "anzahl",
    "numero",
    "menge",
    "quant",
    "cantidad",
    "aantal",
    "antal",
    "sau ",
    "menos",
    "moins",
    "least",
    "mindest",
    "almeno",
    "minst",
)
_OF_STUDIES = re.compile(  # who looks, and how often: "180 fixations in total"
    r"(?<![\w.-])(?:\d{1,5}|[a-z]{2,12}(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)\s"
    r"(?:\w{3,14}\s)?(?:fixations|saccades|viewers|observers|annotators|participants)\b(?: in total| overall)?",
    re.IGNORECASE,
)
_HINTS = (
    "px",
    "pixel",
    "dpi",
    "fps",
    " mp",
    "mm",
    "cm",
    "kb",
    "mb",
    "hz",
    "°",
    "=",
    "/",
    "channel",
    "bit",
    " x ",
    "×",
    "0x",
    " iso",
    *("jan", "feb", "mar", "mär", "apr", "avr", "abr", "may", "mai", "mag", "giu", "jun", "juin", "jui", "jul", "lug"),
    *(
        "aug",
        "ago",
        "aoû",
        "sep",
        "set",
        "okt",
        "oct",
        "out",
        "ott",
        "nov",
        "dez",
        "dec",
        "déc",
        "dic",
        "fév",
        "ene",
        "gen",
    ),
)
_NONE_HAS = re.compile(
    r"\b(?:no|none|neither|not one|nothing|nobody)\b[^.;,\n\d]{0,30}?\s(?:has|have|got|carries|bears|shows?|wears?"
    r"|contains?|is|are)(?: [a-z]{2,12}ing)?"
    r" (?:one|any|it|such|marked)\b(?! of)"
    r"|\bkein\w*\b[^.;,\n\d]{0,30}\b(?:hat|trägt|zeigt) (?:eine[nsr]?|so)\b|\baucun\w*\b[^.;,\n\d]{0,30}\bn'en (?:a"
    r"|porte)\b"
    r"|\bning[uú]n\w*\b[^.;,\n\d]{0,30}\b(?:tiene|lleva)\b\W*$|\bnessun\w*\b[^.;,\n\d]{0,30}\bne ha\b"
    r"|\bnenhum\w*\b[^.;,\n\d]{0,30}\btem\b\W*$",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    r"\W{0,3}(?!the one)(?:(?:just|only|there is|there's|i see|es gibt|il y a|hay|há|c'è)\s){0,2}(?:a single"
    r"|exactly one"
    r"|the one"
    r"|one single"
    r"|ein(?:e|en)? einzige[rsn]?|un seul|une seule|un solo|una sola|um único|uma única|um só|uma só|un unico|un'unica)"
    r"\s[^.!?:;\n\d]{1,80}[.!]?\s{0,3}",
    re.IGNORECASE,
)
_THERE_IS = re.compile(  # "There is an object around the bus."
    r"\W{0,3}(?:there(?:'s| is)|i see) an? (?:salient )?object\b(?:(?!\b(?:not|that|which|can|could)\b"
    r"|n't)[^.!?:;\n\d]){0,60}"
    r"[.!]?\s{0,3}",
    re.IGNORECASE,
)
_ONE_NAMED = re.compile(  # "Une seule : celle qui ..."
    r"\W{0,3}(?:une? seule?|nur ein(?:er|e|es|en)?|sol[oa] un[oa]|un[oa] sol[oa]|apenas uma?|só uma?|uma? só"
    r"|soltanto un[oa]|seulement une?|(?:just|only) (?:the )?one|только од\w{2,3}|slechts één|tylko jed\w{2}|bara en"
    r"|kun én)"
    r"\s?[:,(-]\s?[^\d\n]{1,160}",
    re.IGNORECASE,
)
_ALONE = re.compile(  # "Just the balloon, nothing else competes with it."
    r"\W{0,3}(?:(?P<only>just|only|merely|solely|nothing but|(?:it(?:'s| is) )?(?:just|only)|nur|lediglich|allein"
    r"|seulement|uniquement|rien que"
    r"|sol[oa]|sólo|solamente|únicamente|apenas|somente|só|soltanto|solamente|alleen|bara|kun|tylko)\s)?"
    r"(?:the|an?|der|die|das|eine?|le|la|l'|une?|el|il|lo|o|de|het|een)\s?(?!most\b)"
    r"(?P<name>(?:(?!and\b|that\b|which\b)[^\W\d_][\w'-]{1,20})(?:\s(?!and\b)[\w'-]{1,20}){0,5})"
    r"(?:\W{0,3}|(?:,|;|\.|:|\s[-–]|\s?—|\sand)\s?(?P<else>(?:nothing|no one|nobody|everything"
    r"|sonst nichts|nichts sonst|rien d'autre|nada más|nada mais|nient'altro|niente altro)\b"
    r"[^\d\n.;:]{0,80})[.!]?\s{0,3})",
    re.IGNORECASE,
)
_ONLY_THAT = re.compile(
    r"\W{0,3}(?:just|only) (?:her|him|it|this one|that one|the one [^\d\n.,;]{2,60})\W{0,3}", re.IGNORECASE
)
_ONLY_STANDS = re.compile(  # "Of the 12 things that I see, only the bus with the number 38 stands out."
    r"\W{0,3}(?:(?:out )?of [^,.;:!?\n]{3,120}, )?only (?:the|this|that|one|an?)\s(?!(?:two|three|four|five|six"
    r"|most|few|\d)\b)"
    r"(?P<name>(?!and\b)[\w'-]{2,20}(?:\s(?!and\b|or\b)[\w'-]{1,20}){0,9}?)\s(?:really |clearly |truly "
    r"|actually )?(?:stands out"
    r"|sticks out|pops out|pops|catches (?:the|one's|my) eye|draws (?:the )?(?:eye|attention)|grabs attention"
    r"|attracts (?:the eye"
    r"|attention)|is (?:really |clearly |truly |visually )?(?:salient|prominent|eye-catching|conspicuous))\W{0,3}",
    re.IGNORECASE,
)
_NOT_THINGS = re.compile(  # what is named where nothing counts, or does not end in a single thing
    r"\b(?:sky|background|wall|landscape|scenery|two|three|four|five|six|few|several|some|both|same|answer|number"
    r"|others?|rest|people|men|women|children|pair|couple|group|et|und|y|e|with|or)\b|[^su]s$|[^su]s\s(?:in|on|at|of|with|stand|stick|pop|catch|draw|grab|attract|are|look|seem)\b",
    re.IGNORECASE,
)
_ELSE = re.compile(r"\b(?:else|sonst|autre|más|mais|altro)\b", re.IGNORECASE)
_SUMS_UP = re.compile(
    rf"[,;.:-]\s(?:so|which makes|that makes|making|also|donc|así que|quindi|então|portanto|alors|итого|значит)\s"
    rf"(?:(?:it's|that's|there are|es sind|ce sont|son|sono"
    rf"|são)\s)?{_NUMBER}\s[^\W\d]{{3,16}}(?:\s[^\W\d]{{3,16}})?\W{{0,3}}$",
    re.IGNORECASE,
)
_AND = re.compile(r"\b(?:and|plus|und|et|y|e|with|mit|avec|con|com)\b", re.IGNORECASE)


def asked_colour(text: str, question: str | None) -> int | None:
    """Return the number that a text gives for the only colour that the question names, None without exactly one.

    Example:
        >>> asked_colour("Red: 4, blue: 2.", "How many objects are marked in red?")
        4
    """
    colours = {colour.lower() for colour in COLOURS.findall(question)} if question else set()
    if len(colours) != 1:
        return None
    colour = colours.pop()
    if colour not in text.lower():
        return None
    found = set()
    for form in (rf"\b{colour}{_BEHIND}", rf"\b{colour}{_DIRECTLY}", rf"{_BEFORE}{colour}\b"):
        for match in re.finditer(form, text, re.IGNORECASE):
            word = match["number"].lower()
            value = int(word) if word.isdecimal() else any_language().get(word)
            if value is not None:
                found.add(value)
    return found.pop() if len(found) == 1 else None


def concluded(text: str) -> int | None:
    """Return the number with which the last clause of a text sums up ("..., so 4 arrows."), None without one."""
    last = _SUMS_UP.search(text[-80:])
    if last is None:
        return None
    word = last["number"].lower()
    return int(word) if word.isdecimal() else any_language().get(word)


def without_measures(text: str) -> str:
    """Return a text without sizes in pixels and the like, coordinates with their letter, "a great number of".

    Example:
        >>> without_measures("Each is 40 pixels long, at x=120.")
        'Each is  , at  .'
        >>> without_measures("Some 180 fixations in total, 3 objects.")
        ' , 3 objects.'
    """
    lowered = text.lower()
    if any([noun in lowered for noun in _MANY]):
        text = _VAGUE.sub(" ", text)
    if any([who in lowered for who in ("fixation", "saccade", "viewer", "observer", "annotator", "participant")]):
        text = _OF_STUDIES.sub(" ", text)
    if not any([hint in lowered for hint in _HINTS]) or not any(map(str.isdecimal, text)):
        return text
    return _MEASURE.sub(" ", text)


def none_has(text: str) -> bool:
    """Tell whether a short text says that nothing has what is asked for ("No object has one.")."""
    return len(text) <= 200 and _NONE_HAS.search(text) is not None


def is_single(text: str) -> bool:
    """Tell whether a text is one sentence about a single thing ("A single scribble, drawn over the lamp.")."""
    if len(text) > 200:
        return False
    if _THERE_IS.fullmatch(text) is not None:
        return _AND.search(text) is None
    if _ONLY_THAT.fullmatch(text) is not None:
        return _AND.search(text) is None
    stands = _ONLY_STANDS.fullmatch(text)
    if stands is not None:
        return re.search(r"(?:[^su]s|men|people|children)(?:\s(?:in|on|at|of|with)\b|$)", stands["name"]) is None
    alone = _ALONE.fullmatch(text)
    if alone is not None and (alone["only"] or (alone["else"] and _ELSE.search(alone["else"]))):
        stays = alone["else"] is None or _ELSE.search(alone["else"]) is not None
        return stays and _NOT_THINGS.search(alone["name"]) is None
    if _ONE_NAMED.fullmatch(text) is not None:
        return any_language().keys().isdisjoint(re.findall(r"[^\W\d_]{4,}", text.lower()))
    return _SINGLE.fullmatch(text) is not None and _AND.search(text) is None
