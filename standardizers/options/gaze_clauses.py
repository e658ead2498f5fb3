"""What a person looks at, clause by clause: the eyes decide, not the head, and not a neighbour of the thing.

A clause speaks of the eyes or of the head by its words in some thirty languages, or goes on with what the clause before
it spoke of. A thing that the eyes are on is the answer when it is the only one; things that a clause denies, that only
the head points to, or that only tell where another one lies, are not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ..choices import words as choice_words
from ..stance.lexicon import TOKEN, UNSPACED, Lexicon
from ..stance.mentions import Mention
from ..stance.need_words import NEGATIONS
from . import gaze_words

_ASKS_GAZE = re.compile(
    r"\b(?:look(?:s|ing)?(?: at)?|gaz(?:e|es|ing)|star(?:e|es|ing)|eyes|line of sight)\b", re.IGNORECASE
)
_LONGEST = 2_000
_SENTENCE = re.compile(r"(?<=[.!?])(?:\s+|$)|(?<=[\u3002\uff01\uff1f])|\n+|;\s")
_CLAUSE = re.compile(
    r",\s?|\u3001|\s(?=with (?:his|her|their|the) (?:head|face|body|nose)\b)|\s[\u2013\u2014-]{1,2}\s|:\s"
    r"|(?<=\s)(?:but|while|whereas|although|though|yet|and|however|aber"
    r"|doch|obwohl|während|sondern|und|mais|alors que|bien que"
    r"|tandis que|et|pero|aunque|mientras|sino|mas|embora|enquanto|ma|mentre|anche se|sebbene|bensì|но|а|хотя"
    r"|однако|але|хоча|ale|lecz|choć|chociaż"
    r"|ačkoli|maar|hoewel|terwijl|men|medan|mens|selv om|ama|fakat|ancak|ise|tapi|tetapi|namun|meskipun|melainkan"
    r"|nhưng|mặc dù|αλλά|ενώ|אבל|למרות|لكن|ولكن|اما"
    r"|لیکن|लेकिन|मगर|जबकि|परन्तु|mutta|vaikka|hanem|azonban|dar|deși|utan|mà)(?=\s)|\s?->\s?"
    r"|(?<=\s)(?:en|y|e|och|og|i|a|dan|và|și|și|και|και|és|ja)"
    r"(?=\s(?:niet|no|non|não|nao|inte|ikke|nie|ne|bukan|không|nu|όχι|nem|ei)\s)|(?<=\s)(?=وليس\s|ולא\s)"
    r"|但是|但|而是|而|不过|虽然|ですが|けれど|けど|しかし|ものの|ではなく|じゃなく|지만|는데|아니라|แต่|\bdeğil(?=\s\w)"
)
_CONDITION = re.compile(
    r"\bwould (?:make sense|explain|require|mean|have to|need to)\b"
    r"|\bwould be (?:logical|plausible|natural|possible|odd|strange)\b"
    r"|\b(?:if|wenn|falls|si|se|если|якщо|jeśli|když|als|om|hvis|eğer|jika|nếu|αν|אם|إذا|اگر|यदि|अगर)\b"
)
_NOT_BEHIND = frozenset(("ではなく", "じゃなく", "아니라", "değil"))
_HEDGED = re.compile(
    r"\b(?:might|may|could|maybe|perhaps|possibly|könnte|vielleicht|peut-être|pourrait|podría|quizás?|talvez|poderia"
    r"|forse|potrebbe|может|возможно|może"
    r"|misschien|kanske|måske|belki|mungkin)\b"
)
_ONLY = re.compile(
    r"(?:\W|\b(?:the|an?|her|his|their|so|thus|hence|therefore|at|to|on|answer|final|der|die|das|den|le|la|les|el"
    r"|los|il|lo|o|os|as|it's|it is)\b)*"
)
_NOT_EVERYWHERE = ("en",)  # "in" in French and Spanish
_TURNS = re.compile(
    r"(?:\b(?:but|however|yet|aber|doch|jedoch|mais|cependant|pero|mas|ma|però|но|однако|але|ale|maar|men|ama|fakat)"
    r"\W{0,3}|但是?|しかし|하지만)$",
    re.IGNORECASE,
)
_OF_IT = re.compile(
    r"\b(?:it|them|that|ihn|es|sie|darauf|dahin|dorthin|l[ae]?|les|y|l[oa]s?|ci|vi|него|неё|нее|них|його|неї|niego|nią"
    r"|ervan|erop|erheen|den|det|dit)\b|它|それ|그것"
)
_NO_ATTENTION = re.compile(
    r"\b(?:attention to|interested in|interest in|notic\w{1,3}|mind(?:s|ing)?|focus\w* on) (?:it|them|that)\b"
)
_THEIR_EYES = re.compile(  # how a last sentence begins that tells where the eyes are after all
    r"(?:(?:his|her|their|the (?:\w+'s )?)\s?(?:\w+ )?(?:eyes|gaze|line of sight)|(?:he|she) (?:is |'s )?(?:clearly "
    r"|actually |really )?(?:looks|looking|gazing|gazes|staring|stares)"
    r"|(?:seine?|ihre?) (?:augen|blicke?)|s(?:es|on) (?:yeux|regards?)|sus? (?:ojos|miradas?)|i suoi occhi"
    r"|il suo sguardo"
    r"|(?:os )?seus olhos|(?:o )?seu olhar|(?:его|её|ее) (?:глаза|взгляд))\b"
)
_IS_LOOKING = re.compile(
    r"\s(?:(?:is|are) )?(?:also |then |now )?(?:looking|looks?|stares?|staring|gazes?|gazing|schaut|blickt|sieht"
    r"|regarde"
    r"|mira|guarda|olha|смотрит|kijkt|patrzy)\s(?:at|into|back|up|down|towards?|out|away|auf|zu|in|nach|le|la|les|l'|un"
    r"|une|al?|el|il|lo|para|o|на|в|naar|na)\s"
)
_RELATIVE_END = re.compile(r"\b(?:what|where|that|which|whom)\s(?:the\s)?$", re.IGNORECASE)
_POSSESSIVE = re.compile(
    r"'s?\s(?:\w+\s)?(?:arms?|hands?|lap|side|shoulders?|back|left|right|feet|head|face|car|bag)\b"
)
_BREAKS = re.compile(
    r"(?<=[.!?;])\s+|\n+|,\s(?=(?:but|yet|though|aber|mais|pero|mas|ma|но|але)\s)|,?\s(?=(?:but|yet)\s)"
)
_BEFORE = 28
_BEHIND = 14


class _Clause(NamedTuple):
    text: str
    start: int
    said: frozenset[str]


@cache
def _lexicon() -> Lexicon:
    return Lexicon(
        {
            "EYES": gaze_words.EYES,
            "HEAD": gaze_words.HEAD,
            "RELATIVE": gaze_words.RELATIVE,
            "BESIDE": gaze_words.BESIDE,
            "PASSES": gaze_words.PASSES,
            "ANSWER": choice_words.ANSWER,
            "NEGATIONS": " ".join(word for word in NEGATIONS.split() if word not in _NOT_EVERYWHERE)
            + " وليس وليست ولا",
        }
    )


_UNSPACED = {
    "EYES": re.compile(gaze_words.UNSPACED_EYES),
    "HEAD": re.compile(gaze_words.UNSPACED_HEAD),
    "ANSWER": re.compile(r"答案|答え|回答|정답|답은|คำตอบ"),
    "NEGATIONS": re.compile(gaze_words.UNSPACED_NOT),
}
_BESIDE_UNSPACED = re.compile(gaze_words.UNSPACED_BESIDE)
_PASSES_UNSPACED = re.compile(gaze_words.UNSPACED_PASSES)
_AWAY = frozenset(("BESIDE", "PASSES"))
_EARLIER = re.compile(gaze_words.EARLIER)
_INSTEAD = re.compile(gaze_words.INSTEAD)
_NOT_FACE = re.compile(r"\ben (?:face|frente)\b|\bface (?:à|au|aux) ")


@lru_cache(256)
def asks_gaze(question: str | None) -> bool:
    """Tell whether a question asks what somebody looks at."""
    return question is not None and _ASKS_GAZE.search(question) is not None


_CONCLUDED_GAZE = re.compile(  # "He's looking at the window."
    r"(?:^|[.!?;\n]\s{0,3})(?:(?:so|thus|hence|therefore|in fact|instead),? )?(?:he|she|it|they|the [a-z]{3,14})"
    r"(?:'s|'re| is| are) (?:really |actually |clearly |just )?(?:looking|gazing|staring) (?:at|into|out of|through"
    r"|towards?)"
    r" (?P<thing>(?:the|an?|his|her|their) (?:[a-z-]{2,14} )?[a-z-]{3,14})\.?\s*$",
    re.IGNORECASE,
)


def concluded_gaze(text: str) -> str:
    """Return what the last sentence of a text, in English, says that somebody looks at, "" where it says nothing else.

    Example:
        >>> concluded_gaze("His eyes pass over the loupe. He's looking at the window.")
        'the window'
    """
    found = _CONCLUDED_GAZE.search(text[-200:])
    return found["thing"] if found is not None and len(text) > len(found.group()) else ""


def _is_first(clause: _Clause, one: Mention, text: str) -> bool:
    """Tell whether a reply begins with a clause that is nothing but the name of a thing."""
    behind = text[clause.start + len(clause.text) :].lstrip()
    if text[: clause.start].strip() or (behind and behind[0] not in ".,;:!"):
        return False
    around = clause.text[: one.start - clause.start] + " " + clause.text[one.end - clause.start :]
    return _ONLY.fullmatch(around) is not None


def without_earlier(text: str) -> str | None:
    """Return a text without the clauses about an impression that it does not keep, None when there is none.

    Example:
        >>> without_earlier("I would have said a bus at first; yet it is a truck.")
        'yet it is a truck.'
    """
    if not _EARLIER.search(text.lower()):
        return None
    pieces = _BREAKS.split(text)
    kept = [piece for piece in pieces if piece.strip() and not _EARLIER.search(piece.lower())]
    return " ".join(kept) if 0 < len(kept) < len(pieces) else None


def contrasted(text: str, mentions: Sequence[Mention]) -> int:
    """Return the only option that a reply does not deny where it denies others ("not the bus but the truck"), or -1."""
    kept: set[int] = set()
    denied: set[int] = set()
    for sentence in _clauses(lowered(text)):
        for clause in sentence:
            named = [one for one in mentions if clause.start <= one.start < clause.start + len(clause.text)]
            if named and (_EARLIER.search(clause.text) or _CONDITION.search(clause.text)):
                return -1
            for one in named:
                (denied if _is_denied(clause, one) else kept).add(one.option)
    kept -= denied
    return kept.pop() if denied and len(kept) == 1 else -1


def only_lookers(text: str, mentions: Sequence[Mention]) -> bool:
    """Tell whether the options that a text mentions are what looks there, and not what is looked at.

    Example:
        >>> only_lookers("The parrot looks at the man.", [Mention(4, 10, 3, True)])
        True
    """
    return bool(mentions) and all(
        _IS_LOOKING.match(text, one.end) is not None and _RELATIVE_END.search(text[: one.start]) is None
        for one in mentions
    )


def speaks_of_eyes(text: str) -> bool:
    """Tell whether a text has a word for eyes or looking, or calls something the answer."""
    return bool({"EYES", "ANSWER"} & _said(lowered(text)))


def denies(text: str) -> bool:
    """Tell whether a text holds a negation of any language."""
    return "NEGATIONS" in _said(text.lower())


def gaze_target(text: str, mentions: Sequence[Mention]) -> int:
    """Return the only option that a reply says the eyes are on, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: The options that it mentions, in the order of their positions.
    """
    if not mentions or len(text) > _LONGEST:
        return -1
    seen: set[int] = set()
    headed: set[int] = set()
    denied: set[int] = set()
    spoken_of: set[int] = set()
    weak: set[int] = set()
    answered: set[int] = set()
    first: set[int] = set()
    turned: set[int] = set()
    last: set[int] = set()
    for sentence in _clauses(lowered(text)):
        speaks = frozenset[str]()
        beside = False
        last = set()
        for clause in sentence:
            stop = clause.start + len(clause.text)
            named = [one for one in mentions if clause.start <= one.start < stop]
            own = clause.said & {"EYES", "HEAD"}
            if "RELATIVE" in clause.said and not own:
                beside = True
            if not beside and not own:
                own = speaks
            elif own:
                beside = False
                speaks = own
            if not named and len(last) == 1 and _ignores_it(clause):
                denied |= last  # "The cone has been dropped and he isn't paying attention to it."
            last |= {one.option for one in named}
            if not named or _EARLIER.search(clause.text):
                continue
            for place, one in enumerate(named):
                if _is_denied(clause, one):
                    denied.add(one.option)
                elif own == {"HEAD"}:
                    headed.add(one.option)
                elif beside or _is_neighbour(clause, one, named[place - 1].end if place else 0):
                    continue
                elif "ANSWER" in clause.said or text[: clause.start].rstrip().endswith("->"):
                    answered.add(one.option)
                elif _is_first(clause, one, text):
                    first.add(one.option)
                elif "EYES" in own and not _CONDITION.search(clause.text):
                    (weak if _HEDGED.search(clause.text) else seen).add(one.option)
                    turns = _TURNS.search(text[: clause.start]) or _THEIR_EYES.match(clause.text)
                    if "EYES" in clause.said and turns and place + 1 == len(named):
                        turned.add(one.option)
                else:
                    spoken_of.add(one.option)
                    turned.clear()
    answered -= denied
    if len(answered) == 1 and not seen - answered - headed - denied:
        return answered.pop()
    if first and not (seen | spoken_of | answered) - first - headed - denied:
        return first.pop()
    if (answered | first) - seen:
        turned.clear()
    spoken_of |= answered | first
    seen = seen - denied or weak - denied
    if len(seen) == 1 and len(turned - denied) == 1 and turned >= seen:
        return seen.pop()  # "There's a mug in her hand, but her eyes are on the car."
    if len(seen) > 1:
        seen -= headed
    return seen.pop() if len(seen) == 1 and not spoken_of - seen - headed - denied else -1


def lowered(text: str) -> str:
    """Return a text in lower case with each character in its place: "İ" would become two."""
    found = text.lower()
    return found if len(found) == len(text) else "".join(one.lower() if len(one.lower()) == 1 else "i" for one in text)


@lru_cache(maxsize=4)  # one reply is read for several facts
def _clauses(text: str) -> list[list[_Clause]]:
    found: list[list[_Clause]] = []
    start = 0
    for match in [*_SENTENCE.finditer(text), None]:
        stop = len(text) if match is None else match.start()
        sentence = text[start:stop]
        if sentence.strip() and not sentence.rstrip().endswith("?"):
            found.append(_pieces(sentence, start))
        start = stop if match is None else match.end()
    return found


def _pieces(sentence: str, offset: int) -> list[_Clause]:
    pieces: list[_Clause] = []
    start = 0
    for match in [*_CLAUSE.finditer(sentence), None]:
        stop = len(sentence) if match is None else match.start()
        # "not A": the negation of Japanese and Korean ends the clause that it denies
        stop = match.end() if match is not None and match.group() in _NOT_BEHIND else stop
        piece = sentence[start:stop]
        if piece.strip():
            pieces.append(_Clause(piece, offset + start, _said(piece)))
        start = stop if match is None else match.end()
    return pieces


def _said(piece: str) -> frozenset[str]:
    words = _NOT_FACE.sub(" ", piece)
    said, _ = _lexicon().clause(words)
    found = said & {"EYES", "HEAD", "RELATIVE", "ANSWER", "NEGATIONS"}
    if UNSPACED.search(piece):
        found |= {name for name, pattern in _UNSPACED.items() if pattern.search(piece)}
    return frozenset(found)


def _ignores_it(clause: _Clause) -> bool:
    """Tell whether a clause denies that the eyes are on the thing that it calls "it"."""
    if "NEGATIONS" not in clause.said:
        return False
    return ("EYES" in clause.said and _OF_IT.search(clause.text) is not None) or _NO_ATTENTION.search(
        clause.text
    ) is not None


def _is_denied(clause: _Clause, one: Mention) -> bool:
    if "NEGATIONS" in clause.said:
        return True
    before = clause.text[max(0, one.start - clause.start - _BEFORE) : one.start - clause.start]
    return _INSTEAD.search(before) is not None


def _is_neighbour(clause: _Clause, one: Mention, since: int) -> bool:
    """Tell whether a mention only tells where another thing is: "next to the vase", "花瓶的左边"."""
    at = one.start - clause.start
    before = clause.text[max(0, at - _BEFORE, since - clause.start) : at]
    behind = clause.text[one.end - clause.start : one.end - clause.start + _BEHIND]
    if _POSSESSIVE.match(behind):
        return True  # "in her mother's arms"
    if UNSPACED.search(behind[:6]):
        return any(_BESIDE_UNSPACED.match(behind, start) for start in range(4)) or bool(
            _PASSES_UNSPACED.match(behind[1:5])
        )
    if _PASSES_UNSPACED.search(before[-6:]):
        return True
    words = [_lexicon().concepts(word) for word in TOKEN.findall(before)]
    if since and words and "PASSES" in words[0]:
        del words[0]  # "an dem Apfel vorbei auf die Schere"
    if any(_AWAY & said for said in words[-4:]):
        return True
    following = [_lexicon().concepts(word) for word in TOKEN.findall(behind)[:2]]
    return any("PASSES" in said for said in following[:1]) or (
        not behind.isascii() and any("BESIDE" in said for said in following)
    )
