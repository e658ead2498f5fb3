"""What a reply to "how many" says in the course of a discussion, and what it says as its answer.

An analysis is full of numbers: of things in one part of the picture, of things of another kind, of metres and years.
Where it breaks off, the last one of them is no answer. A reply that does not begin with its answer gives it in its
last sentence, and says there what it counts: the asked things in the whole picture, or a total.
"""

from __future__ import annotations

import re

from ..stance.closing_words import CONCLUDES, CONCLUDES_UNSPACED
from ..stance.plans import PLANS, discusses
from ..text.cleaning import breadth
from ..text.numerals import Number, Words, numbers, words_of
from ..text.standing import IMPRESSION
from .claims import Claim, claims, concluding
from .kinds import ANSWER, OBJECTS, SALIENT_OBJECTS
from .words import IN_TOTAL, NOUN_STEMS, NOUNS, SALIENT, SALIENT_STEMS

_LONG = (
    120  # letters, see `breadth`, from which on a reply of several sentences may be a discussion, see `discusses`, ...
)
_LONG_WITH_TOTAL = 200  # ... and may be so although it gives a total
_TERSE = 8  # words of an opening that says its number at once
_AT_ONCE = 5  # words within which a sentence has said its number
_SENTENCE = 40  # letters from which on an introduction is more than a heading
_ALONE = 2  # words of a last sentence that is the answer even without a full stop
_TAIL = 6  # words of a last sentence that may be nothing but the answer
_ENDS = re.compile(
    r"(?:(?<=[^\W\d][.!?…])|(?<=[.!?…][\"'*)_\]])|(?<=[\"'*)_\]][.!?…])|(?<=\d\d[.!?])|(?<=\s\d[.!?]))\s+|\n+"
    r"|(?<=[。！？])(?!$)"
)
_CLOSES = re.compile(rf"\W*(?:(?:{CONCLUDES})\b|{CONCLUDES_UNSPACED})", re.IGNORECASE)
_SECTION = re.compile(  # what stands under the heading "Answer", wherever that is
    r"^[ \t#*_>\[]{1,8}(?:final |my |the )?(?:answer|count|result|conclusion|verdict|total|antwort|ergebnis|réponse"
    r"|respuesta"
    r"|resposta|risposta|ответ|答案|结论|結論|回答|정답)[ \t:*_\]]{0,6}\n\s{0,6}(?P<line>[^\n]{1,200})",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER_OF = re.compile(  # "Number of people: 7" where salient objects are asked
    r"\b(?:number|total|count|amount) of (?:the |all |visible ){0,3}"
    rf"(?!(?:{'|'.join(sorted(NOUNS | SALIENT))}|(?-i:[A-Z])|these|those|them|different|separate|distinct"
    rf"|\d)\b)[a-z]{{3,16}}\s?(?:[:=]|is\b)",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"\W*(?:and |but )?if (?!i |forced|pressed)[^.!?]{3,200}\b(?:would|might|could)\b", re.IGNORECASE
)
_CALLS = re.compile(
    r"\b(?:answer|count\w*|conclu\w+|makes?|gives?|results?|final\w*|sums?|adds?|leaves|leaving|zähl\w+|macht"
    r"|ergibt|compte\w*"
    r"|fait|cuent\w+|suma\w*|cont\w+|faz|fa)\b|答|结论|結論|正解|정답|답",
    re.IGNORECASE,
)
_TOTALS = frozenset(re.findall(r"\S+", "in altogether overall total insgesamt au en no ao всего итого 共 总 一 合"))
_TOTALS_ABROAD = ("共", "总共", "總共", "合計", "全部で", "計")
_GOES_ON = ("also", "then")  # words of theirs that continue an English sentence
_LABELLED = re.compile(  # "**Front row.** Three people", "- Left: two boxes"
    r"[ \t>]{0,4}(?:(?:[-*•+]|\(?\d{1,2}[.)])[ \t]{1,4})?(?P<label>\*\*[^*\n]{2,40}\*\*:?"
    r"|(?!(?:alright|all right|ok|okay|right|well|now|hmm|fine|good|also|gut|bon|bueno|vale|allora|bene|bom|ну"
    r"|хорошо)\b)[^\W\d_][^\n:.!?]{2,30}:)[ \t]|"
    r"[ \t]{0,4}(?:[-•+]|\(?\d{1,2}[.)])[ \t]{1,4}(?P<item>)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"^[ \t]{0,8}(?:[-*•+]|\(?(?:\d{1,2}|[a-z])[.)])[ \t]", re.MULTILINE)
_THINGS = re.compile(
    r"\b(?:image|picture|photo|scene|see|notic\w+|candidates?|bild|foto|imagen|imagem|immagine|изображени\w+)\b|图"
    r"|畫|画|사진|이미지",
    re.IGNORECASE,
)
_SURVEY = re.compile(  # what introduces all that a picture shows
    r"\W*(?:(?:what|everything|all that) (?:i|we|you|one|can be|is) (?:can )?(?:see|seen|visible|there)"
    r"|(?:my )?observations?"
    r"|inventory|contents?|(?:the )?scene(?: (?:overview|description))?|overview|description|candidates?|was ich sehe"
    r"|beobachtungen|ce que je vois|lo que veo|o que vejo|cosa vedo)\W*",
    re.IGNORECASE,
)
_BULLETS = ("-", "*", "\u2022", "+")
_LABEL = 3  # words of a label
_OF_IMAGE = re.compile(
    r"\b(?:image|picture|photo|scene|bild|foto|imagen|imagem|immagine)\b|图|圖|画|사진|이미지", re.IGNORECASE
)
_MARKS = frozenset("=\u2192>")
_ENDED = re.compile(r"[.!?…。！？।؟)\]}*`\"'”»」|]\s*$")
_PLACED = re.compile(  # what holds for one part of the picture
    r"[\s*_#>-]{0,8}(?:(?:and|but|then|also|next|further|here|there)[, ]{1,2}){0,2}"
    r"(?:(?:at|in|on|near|along|behind|below|beneath|above|beside|under|to|around|within|inside|outside|toward|towards"
    r"|over|across|between|next to|in front of)\s(?!all\b|total\b|summary\b|conclusion\b|short\b|sum\b|the end\b"
    r"|(?:the|this|that) (?:\w{1,12} )?(?:image|picture|photo|photograph|scene|end)\b|my\b|this\b)"
    r"|(?:im|am|in der|auf de[mr]|hinter|vor|neben|links|rechts|oben|unten|vorne?|hinten)\s(?!bild\b|foto\b"
    r"|ganzen\b|ende\b|ergebnis\b)"
    r"|(?:à|au|aux|dans|sur|devant|derrière|en)\s(?!tout\b|total\b|somme\b|fin de compte\b|résumé\b|conclusion\b"
    r"|l['’]image\b|la photo\b"
    r"|la imagen\b|el total\b|resumen\b|definitiva\b|conclusión\b)"
    r"|(?:al|detrás|delante|cerca|junto|abajo|arriba)\s(?!final\b)"
    r"|(?:на|в|за|перед|слева|справа)\s(?!итоге\b|изображени\w+\b|фото\w*\b|картинке\b|целом\b|общей\b|сумме\b))",
    re.IGNORECASE,
)
_BEFORE = re.compile(  # words before a number that call it the answer
    r"\b(?:answer|totals?|altogether|overall|counts?|conclu\w+|therefore|thus|hence|in all|all in all|so|final(?:ly)?"
    r"|sum|leaves|leaving|remain\w*|say|go with|make it|settle|arrive|end up|get|that s|that is|(?:that|this|which)"
    r" (?:makes|gives|leaves|brings)|in this (?:image|picture|photo)|exactly|number|only|just|brings?|results?"
    r"|summary)\b"
    r"|\b(?:antwort|insgesamt|somit|also|daher|deshalb|folglich|bleib\w*|macht|ergib\w+|ergeben|gesamt|zusammen|nur"
    r"|genau|anzahl)\b"
    r"|\b(?:réponse|au total|en tout|donc|ainsi|restent?|compte|seule?s?|nombre|dirais|exactement)\b"
    r"|\b(?:respuesta|en total|por (?:lo )?tanto|así que|entonces|pues|queda\w*|cuento|diría|exactamente|sol[oa]"
    r"|únic[oa]|número|resposta|no total|ao todo|portanto|então|restam?|conto|diria|exatamente|apenas"
    r"|risposta|in totale|quindi|dunque|restano?|rimang\w+|direi|esattamente|soltanto|numero)\b"
    r"|\b(?:ответ|всего|итого|поэтому|значит|итак|в итоге|оста[её]тся|только"
    r"|antwoord|in totaal|totaal|dus|houd het op|ik tel|alleen|aantal|odpowiedź|łącznie|razem|więc|zatem|toplam"
    r"|jadi|jumlah|totalt)\b"
    r"|答 ?案|答 ?え|总|總|一 ?共|共|因 ?此|所 ?以|综 ?上|綜 ?上|合 ?計|全 ?部|し ?た ?が|よ ?っ ?て|つ ?ま ?り"
    r"|数 ?[量目は]"
    r"|총|모두|따라서|그러므로|정답|답|개수|मिलाकर|इसलिए|कुल|उत्तर|المجموع|لذلك|إذن|الإجابة",
    re.IGNORECASE,
)
_BEHIND = re.compile(  # and behind it
    r"\b(?:total|altogether|overall|in all|answer|remain\w*|left|qualif\w+|surviv\w+|^it is$"
    r"|insgesamt|zusammen|übrig|au total|en tout|en total|no total|ao todo|in totale|всего|in totaal|łącznie|totalt)\b"
)

_RESTRICTS = re.compile(  # "How many people are looking at the camera?"
    r"\bhow many\b[^?.]{3,80}?\b(?:are|is|do|does|have|has|were)\s(?P<what>(?:looking|turning|facing|wearing|holding"
    r"|sitting|standing|walking"
    r"|running|riding|smiling|carrying|playing|pointing|watching|gazing|not|look|face|wear|hold|sit|stand|carry|smile)\b[^?.]{0,80})",
    re.IGNORECASE,
)
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_LOOKS = frozenset(("look", "turn", "faci", "face", "hold", "watc", "gazi", "poin", "thei", "with", "towa"))
"""Beginnings of words that say less than what is looked at or held."""
_STEM = 4  # letters by which forms of a verb are told


def answers_nowhere(text: str, value: int, rule: str) -> bool:
    """Tell whether a reply is a discussion that neither begins nor ends with a count.

    Args:
        text: The reply in general terms, see `standardizers.counts.terms`.
        value: What its numbers were read as.
        rule: How they were read.

    Example:
        >>> scene = "A market square in the rain, seen from a balcony, with a fountain. It is early and nobody buys. "
        >>> answers_nowhere(scene + "There are 18 in the car park.", 18, "only_number")
        True
        >>> answers_nowhere(scene + "So there are 2.", 2, "only_number")
        False
    """
    if rule == "enumeration":
        return _lists_something_else(text)
    sentences = _sentences(text)
    if not sentences:
        return False
    language = words_of(text).language
    first, last = (words_of(part)._replace(language=language) for part in (sentences[0], sentences[-1]))
    ended = _ENDED.search(text) is not None
    if len(sentences) < 2:
        weak = rule == "only_number" or (rule == "sum" and PLANS.match(text) is not None)
        if weak and not ended and IMPRESSION.search(text) is not None:
            return True
        doubtful = weak and not ended and len(last.words) > _TERSE
        return doubtful and not (_announces(last, value, rule) or _begins(last, value) or _answers(last, text, value))
    if not discusses(text, _LONG) or _leads(first, value):
        return False
    if _answers(first, sentences[0], value, "salient" in text.lower()):
        return False
    answered = _SECTION.search(text)
    if answered is not None and value in [number.value for number in numbers(words_of(answered["line"]))]:
        return False
    if _announces(last, value, rule) or _closes(sentences[-1], last):
        return False
    return not ended or _is_labelled(text) or not _answers(last, sentences[-1], value)


def in_last_section(text: str) -> int | None:
    r"""Return the number that alone stands in a last section "Answer"; None where there is no such section.

    Example:
        >>> in_last_section("## Scene\nA dog, 3 cats.\n\n## Verdict\n2")
        2
    """
    *_, last = [None, *_SECTION.finditer(text)]
    if last is None or text[last.end() :].strip():
        return None
    words = words_of(last["line"])
    found = numbers(words)
    return found[0].value if len(found) == 1 and len(words.words) <= _ALONE else None


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in _ENDS.split(text.strip()) if part.strip(" *_#-|")]


def totals_something_else(text: str, value: int) -> bool:
    """Tell whether a discussion calls a number a total that is one of other things than the asked ones.

    Args:
        text: The reply in general terms.
        value: The total.
    """
    sentences = _sentences(text)
    if len(sentences) < 2 or not discusses(text, _LONG_WITH_TOTAL):
        return False
    language = words_of(text).language
    for place, sentence in enumerate(sentences):
        words = words_of(sentence)._replace(language=language)
        stated = [claim for claim in claims(words, numbers(words))[0] if claim.value == value]
        found = [claim for claim in stated if claim.kind == ANSWER or concluding(words, claim)]
        if not found:
            continue
        if _NUMBER_OF.search(sentence) is not None or _SUPPOSES.match(sentence) is not None:
            continue
        if not all(claim.kind == ANSWER and _is_mere_total(words, claim) for claim in found):
            return False
        if _closes(sentence, words) or concluding(words, found[0]) or _CALLS.search(sentence):
            return False
        at_end = place in (0, len(sentences) - 1)
        if at_end and (_counts_asked(sentence, words) or words.words[0] in _TOTALS):
            return False
    return True


def totals_all(text: str, value: int, question: str) -> bool:
    """Tell whether a discussion has a number only where it says nothing of what the question restricts it to.

    Args:
        text: The reply.
        value: The total.
        question: What was asked ("How many people are looking at the camera?").

    Example:
        >>> text = "Let me see. So there are 9 people in total. Two of them look away. The man has closed eyes."
        >>> totals_all(text, 9, "How many people in the image are looking at the camera?")
        True
        >>> totals_all(text, 9, "How many people are in the image?")
        False
    """
    asked = _RESTRICTS.search(question)
    if asked is None or not discusses(text, _LONG_WITH_TOTAL):
        return False
    wanted = {word[:_STEM] for word in _LONG_WORD.findall(asked["what"].lower())}
    wanted = wanted - _LOOKS or wanted
    *before, last = ["", *_sentences(text)]
    having = [sentence for sentence in before if _has(sentence, value)]
    if not having or _has(last, value):
        return False
    return all(wanted.isdisjoint(word[:_STEM] for word in _LONG_WORD.findall(told.lower())) for told in having)


def _has(sentence: str, value: int) -> bool:
    return any(number.value == value for number in numbers(words_of(sentence)))


def _is_mere_total(words: Words, claim: Claim) -> bool:
    """Tell whether nothing but "in total" makes a number the answer."""
    before = "".join(words.words[max(0, claim.start - 3) : claim.start])
    return before.endswith(_TOTALS_ABROAD) or IN_TOTAL.search(" ".join(words.words[claim.end :])) is not None


def _counts_asked(text: str, words: Words) -> bool:
    stems = words.language != "en" and any(stems.search(text) for stems in (NOUN_STEMS, SALIENT_STEMS))
    return stems or not (NOUNS | SALIENT).isdisjoint(words.words)


def _is_marked(words: Words, number: Number) -> bool:
    """Tell whether a colon, an arrow or "=" sets off a number: "Objects: 3", but not "it deserves a place: 1"."""
    mark = words.gaps[number.start]
    item = words.gaps[0].strip() in _BULLETS
    labelled = (number.start <= _LABEL and not item) or _counts_asked("", words)
    return not _MARKS.isdisjoint(mark) or (":" in mark and labelled)


def _closes(text: str, words: Words) -> bool:
    """Tell whether a sentence begins as a conclusion ("En somme, deux objets")."""
    return _CLOSES.match(text) is not None and not (words.language == "en" and words.words[0] in _GOES_ON)


def _is_labelled(text: str) -> bool:
    """Tell whether the last line is an item, or behind a label that announces nothing."""
    line = text.rstrip()[text.rstrip().rfind("\n") + 1 :]
    label = _LABELLED.match(line)
    return label is not None and _BEFORE.search(line) is None and _OF_IMAGE.search(line) is None


def _lists_something_else(text: str) -> bool:
    """Tell whether what introduces a list does not say that things of the picture are listed."""
    item = _ITEM.search(text)
    introduction = text[: item.start()] if item is not None else ""
    if _SURVEY.fullmatch(introduction) is not None:
        return True
    if breadth(introduction.strip()) < _SENTENCE and PLANS.match(introduction) is None:
        return False  # a heading
    return _THINGS.search(introduction) is None and not _counts_asked(introduction, words_of(introduction))


def _begins(words: Words, value: int) -> bool:
    """Tell whether a sentence names a number at once."""
    return any(number.value == value and number.start < _AT_ONCE for number in numbers(words))


def _leads(words: Words, value: int) -> bool:
    """Tell whether a sentence is short and has a number."""
    found = numbers(words)
    sought = [number for number in found if number.value == value]
    return bool(sought) and len(words.words) <= _TERSE


def _answers(words: Words, text: str, value: int, restricted: bool = False) -> bool:
    """Tell whether a sentence is nothing but a number, or gives one of the asked things in the whole picture.

    Args:
        words: Its words.
        text: The sentence.
        value: The number.
        restricted: Not all things count, but those that are called salient.
    """
    found = numbers(words)
    if len(words.words) <= _TAIL and [number.value for number in found] == [value]:
        return True
    stated, _ = claims(words, found)
    kinds = {claim.kind for claim in stated if claim.value == value}
    asked = (SALIENT_OBJECTS,) if restricted else (OBJECTS, SALIENT_OBJECTS)
    return ANSWER in kinds or (not kinds.isdisjoint(asked) and _PLACED.match(text) is None)


def _without_additions(words: Words) -> list[str]:
    """Return the words, with "-" for an English "also", which concludes in German only."""
    return ["-" if words.language == "en" and word in _GOES_ON else word for word in words.words]


def _announces(words: Words, value: int, rule: str) -> bool:
    """Tell whether a sentence calls a number its answer, or is the number alone."""
    found = numbers(words)
    if found and len(words.words) <= _ALONE:
        return True
    stated, _ = claims(words, found)
    if any(claim.value == value and (claim.kind == ANSWER or concluding(words, claim)) for claim in stated):
        return True
    sought = [number for number in found if number.value == value]
    if not sought and rule in ("sum", "correction"):
        start = found[0].start if found else len(words.words)
        return _BEFORE.search(" ".join(words.words[:start])) is not None
    return any(
        _is_marked(words, number)
        or _BEFORE.search(" ".join(_without_additions(words)[: number.start]))
        or _BEHIND.search(" ".join(words.words[number.end :]))
        for number in sought
    )
