"""Things that a reply to "how many" names without a number: "the dog and the cat", "Salient objects: cup, plate"."""

from __future__ import annotations

import re
from itertools import pairwise

from ..text.numerals import WORDS
from .words import ANALYSIS, NOUNS, SALIENT, VAGUE

_LONGEST = 240
_LONGEST_ITEM = 60  # characters of a thing in a list with letters; longer items are aspects of a discussion
_DETERMINERS = r"(?:an?|one|the|another|his|her|its|their|my|this|that)"
_SALIENT = "|".join(sorted(SALIENT))
_NOUN = (
    r"(?:objects?|items?|things?|elements?|subjects?|figures?|focus|focal points?|foci|features?|targets?"
    r"|ones|what stands out(?: most)?|entit(?:y|ies))"
)
# Each names a list of things; the first group tells whether bare nouns may be things ("dog, cat").
_HEADED = re.compile(
    rf"(?:^|[.!\n]\s?)(?:[\w\s',-]{{0,60}}?\b)?(?P<noun>{_NOUN})\b[^.:\n?]{{0,60}}?(?:\b(?:are|is|being"
    rf"|includes?|would be)|:|\s-)"
    r" {1,3}(?:namely |just |only |simply |clearly )?(?P<names>[^.:\n?]{2,200})(?:[.\n]|$)",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"(?:in (?:this|the) (?:image|picture|photo|scene),? )?(?P<there>there(?: is|'s| are)|i (?:can )?(?:see"
    r"|notice|spot)|we (?:can )?see"
    r"|(?:the|this) (?:image|picture|photo|photograph|scene) (?:shows|depicts|contains|features|displays|has)"
    r"|it (?:shows|contains))"
    r"\s(?:only |just )?(?P<names>[^.:;\n?]{3,200})\.?",
    re.IGNORECASE,
)
_STANDING = re.compile(
    rf"(?:(?P<only>only|just|solely)\s)?(?P<names>[^.:;\n?]{{3,160}}?),?\s(?:are|is|both|all|were|was"
    rf"|(?:really |clearly )?(?:stands?|sticks?|pops?|catch|catches|draws?|attracts?|grabs?))\s"
    rf"(?:(?:the|all|both|clearly|visually|really|out|most|more|very|two|three|four|five|that|what"
    rf"|which)\s){{0,4}}(?:{_SALIENT}|out)\b[^.\n]{{0,60}}\.?",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"(?:just|only|nothing (?:but|except(?: for)?|other than))\s(?P<names>(?:the|an?|one|this)\s[^.,:;\n?]{2,60})\.?",
    re.IGNORECASE,
)
_ALONE_LAST = re.compile(r"(?P<names>the\s[^.,:;\n?]{2,60}?)\s(?:only|alone)\.?", re.IGNORECASE)
_AROUND = re.compile(  # "The salient objects surround the cup and the fork."
    r"(?:the )?salient objects (?:surround|mark|enclose|highlight|cover|contain|frame|point (?:at|to)"
    r"|(?:are|have been) (?:drawn |placed )?(?:around|on|over))\s(?P<names>[^.:;\n?]{3,160})\.?",
    re.IGNORECASE,
)
_BEARING = re.compile(
    r"(?P<names>the [^.:;\n?]{3,160}?),?\s(?:each |all |both )?(?:have|has|carry|bear|are in"
    r"|are marked with) (?:an? )?salient"
    r" objects?(?: each)?\.?",
    re.IGNORECASE,
)
_LETTER = re.compile(r"\b[A-Z]\b")
_LETTERS = re.compile(  # "Points A, C and D are salient."
    r"(?i:(?:only|just)\s)?(?i:objects?|points?|marks?|items?)?\s?(?P<letters>[A-Z](?:(?:\s?,\s(?:and\s)?|\s(?:and"
    r"|&)\s)[A-Z]\b){1,14})"
    r"(?:\s(?:are|is|have|carry)\b[^.\n]{0,40})?\W{0,3}"
)
_BETWEEN = re.compile(r"\s?(?:[,;&+•\n]|\bas well as\b|\band\b|\bplus\b|\balong with\b)\s?")
_THING = re.compile(rf"(?:(?P<determiner>{_DETERMINERS})\s)?(?P<name>(?:[\w'-]+\s){{0,4}}[\w'-]+)", re.IGNORECASE)
_PLACE = re.compile(
    r"\s(?:in|on|at|with|near|by|under|behind|beside|next|from|to|of|wearing|holding|sitting|standing|playing|running"
    r"|riding"
    r"|walking|that|which|who|above|below|against|inside|flying|lying|over|along|around)\b.*",
    re.IGNORECASE,
)
_SIZES = {"couple": 2, "pair": 2, "duo": 2, "trio": 3, "quartet": 4}
_GROUP = re.compile(  # of things that are one each; "a pair of shoes" is one thing
    r"(?:an?|the)\s(couple|pair|duo|trio|quartet) of (?!shoes|boots|glasses|sunglasses|scissors|trousers|jeans|pants"
    r"|shorts|gloves|socks|skis|headphones|binoculars|pliers|tongs|slippers|sandals|sneakers)[^:]{3,60}$",
    re.IGNORECASE,
)
_NO_NAME = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "be",
        "has",
        "have",
        "no",
        "not",
        "none",
        "many",
        "some",
        "any",
        "several",
        "all",
        "every",
        "each",
        "it",
        "they",
        "there",
        "which",
        "that",
        "who",
        "shows",
        "objects",
        "salient",
        "unclear",
        "visible",
        "i",
        "you",
        "we",
        "can",
        "cannot",
        "will",
        "do",
        "does",
        "because",
        "so",
        "as",
        "if",
        "or",
        "yes",
        "image",
        "picture",
        "photo",
        "scene",
        "view",
        "yes",
        "ok",
        "okay",
        "sure",
        "hello",
        "hi",
        "thanks",
        "thank",
        "sorry",
        "please",
        "maybe",
        "perhaps",
        "definitely",
        "probably",
        "certainly",
        "however",
        "well",
        "done",
        "answer",
        "count",
        "one",
        "ones",
        "following",
        "people",
        "children",
        "men",
        "women",
        "crowd",
        "background",
    ]
)
_PLURAL = re.compile(r"\w{2,}[^s\Wiu]s$")  # "dogs"; not "glass", "bus" or "tennis"
_TELLS = re.compile(
    r"(?<!that)(?<!which)(?<!it)\s(?:shows|says|reads|displays|bears|states)\s(?:\w+\s){0,2}\"?\d", re.IGNORECASE
)
_BOTH = re.compile(r"both(?:(?! and )[^.,:;\n?]){0,60}\.?", re.IGNORECASE)
_TURNS = re.compile(r"\b(one|another|the (?:other|second|third|fourth|fifth|last))\s(?:one |object )?is\b")
_CLOSES = re.compile(
    r"(?<=[.!;\n])\s{0,3}(?:that(?:'s| is| would be) (?:it|all|everything)|nothing (?:else|more)(?: (?:is"
    r"|stands) \w+)?|no others?"
    r"|those (?:are|would be) (?:it|all)|and that's (?:it|all))\W{0,3}$",
    re.IGNORECASE,
)
_TICKS = re.compile(r"[✓✔☑✅]|\[[xX]\]")
_CHECKED = re.compile(r"(?:^|[\n,;])\s{0,4}(?:[-*•]\s)?(?:[✓✔☑✅]|\[[xX✓]\])\s?\w")
_CROSSED = re.compile(r"(?:^|[\n,;])\s{0,4}(?:[-*•]\s)?(?:[✗✘☒❌✕✖☐⬜]|\[\s?\])\s?\w")
_LETTERED = re.compile(r"(?:^|[\s,;:])\(?(?P<mark>[a-h]|i{1,3}|iv|vi{0,3})\)\s{1,2}(?=[^\W\d])")
_HASHED = re.compile(r"(?:^|[\s,;:])#(?P<mark>\d{1,2})[:.]?\s{1,2}(?=[^\W\d])")
_OBJECTS = re.compile(r"\b(?:object|item|subject|element)\s#?(\d{1,2})\b", re.IGNORECASE)
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"]


def things(text: str) -> int:
    """Return how many single things a reply names as the salient ones; 0 when it names none, or an unknown number.

    Args:
        text: Text from `standardizers.text.plain`.
    """
    text = _CLOSES.sub("", text.strip())
    if ANALYSIS.search(text[:400]) or _TELLS.search(text) is not None:
        return 0
    marks = _marked(text)
    if marks:
        return marks
    if len(text) > _LONGEST:
        match = _HEADED.search(text)
        return _of_heading(match) if match else 0
    lettered = _LETTERS.fullmatch(text)
    if lettered is not None:
        return len(_LETTER.findall(lettered["letters"]))
    for pattern in (_ALONE, _ALONE_LAST, _AROUND, _BEARING, _STANDING):
        match = pattern.fullmatch(text)
        if match:
            found = _listed(match.group("names"), False)
            if found:
                return found
    match = _HEADED.search(text)
    if match and _of_heading(match):
        return _of_heading(match)
    if _BOTH.fullmatch(text):
        return 2
    turns = _TURNS.findall(text.lower())
    if len(turns) > 1 and turns[0] == "one":
        return len(turns)
    match = _SHOWN.fullmatch(text)
    if match:
        found = _listed(match.group("names"), False)
        is_one = match.group("there").lower() in ("there is", "there's") and not _PLACE.search(match.group("names"))
        return found if found > 1 or is_one else 0
    found = _listed(text, False)
    return found if found > 1 else 0


def checked(text: str) -> int:
    """Return how many items of a checklist are ticked; 0 without a checklist of two."""
    ticked = len(_CHECKED.findall(text)) if _TICKS.search(text) else 0
    return ticked if ticked and ticked + len(_CROSSED.findall(text)) > 1 else 0


def _marked(text: str) -> int:
    """Return the number of things in a list with letters or "#1" ("(a) dog (b) cat")."""
    hashed = [match.group("mark") for match in _HASHED.finditer(text[:4000])] if "#" in text else []
    if len(hashed) > 1 and hashed == [str(number + 1) for number in range(len(hashed))]:
        return len(hashed)
    objects = _OBJECTS.findall(text[:4000])
    if len(objects) > 1 and objects == [str(number + 1) for number in range(len(objects))]:
        return len(objects)
    marks = [*_LETTERED.finditer(text[:4000])] if ")" in text else []
    lettered = [match.group("mark") for match in marks]
    short = all(two.start() - one.end() <= _LONGEST_ITEM for one, two in pairwise(marks))
    if len(lettered) > 1 and short and lettered in (list("abcdefgh")[: len(lettered)], _ROMAN[: len(lettered)]):
        return len(lettered)
    return 0


def _of_heading(match: re.Match[str]) -> int:
    head = match.group()[: match.start("names") - match.start()].lower()
    words = set(re.findall(r"[a-z-]+", head))
    if SALIENT.isdisjoint(words) and not head.rstrip().endswith((":", "-")):
        return 0
    if (
        not {"not", "no", "non", "less", "which", "how", "what", "background", "other"}.isdisjoint(words)
        or "n't" in head
    ):
        return 0
    noun = match.group("noun").lower()
    plural = noun.endswith("s") and noun != "focus"
    if "most" in words and not plural:
        return 0  # what is most salient is not all that is salient
    found = _listed(match.group("names"), head.rstrip().endswith((":", "-")))
    if found == 1 and plural and head.rstrip().endswith("are") and "the" not in words:
        return 0  # "Blue arrows are a common visual prompt."
    return found if plural or found == 1 or head.rstrip().endswith((":", "-")) else 0


def _listed(names: str, bare: bool) -> int:
    """Return how many single things a list of names holds; 0 when one of them is no single thing.

    Args:
        names: Names with commas and "and" between them.
        bare: Whether nouns without an article are things ("dog, cat").
    """
    names = re.sub(r"\([^()\d\n]{0,80}\)", "", names.strip(" .\n-")).removeprefix("both ").removeprefix("Both ")
    parts = [part.strip(" .-") for part in _BETWEEN.split(names)]
    parts = [part for part in parts if part]
    first = _THING.fullmatch(_PLACE.sub("", parts[0])) if len(parts) > 1 else None
    bare = bare or (first is not None and first.group("determiner") is not None)  # "the knife, fork and spoon"
    total = 0
    for part in parts:
        group = _GROUP.match(part) if len(parts) > 1 else None
        amount = _SIZES[group[1].lower()] if group is not None else _amount(_PLACE.sub("", part), bare)
        if not amount:
            return 0
        total += amount
    return total


def _amount(part: str, bare: bool) -> int:
    match = _THING.fullmatch(part)
    if match is None:
        return 0
    words = match.group("name").lower().split()
    if not _NO_NAME.isdisjoint(words) or not VAGUE.isdisjoint(words) or not NOUNS.isdisjoint(words[:-1] or words):
        return 0
    if words[0] in WORDS or any(map(str.isdecimal, words)):
        return WORDS.get(words[0], 0) if len(words) > 1 else 0
    determiner = (match.group("determiner") or "").lower()
    if _PLURAL.fullmatch(words[-1]) and determiner not in ("a", "an", "one"):
        return 0
    return 1 if determiner or (bare and len(words) < 4) else 0
