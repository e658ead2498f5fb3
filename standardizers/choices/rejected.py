"""Which of two options is left when a reply rejects the other one by a pronoun ("..., so I would not select it")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..stance.closing_words import OTHER
from ..stance.mentions import Mention
from ..text.cued import Cued

_REJECTS = Cued(
    r"\b(?:would|will|'d|'ll|do|can|could)(?:n't| not|not) (?:\w{1,10} )?(?:select|choose|pick|take|go with|go for)"
    r" (?:it|this|that|this one|that one|this option)\b"
    r"|\bwon't (?:select|choose|pick|take|go with|go for) (?:it|this|that|this one|that one)\b"
    r"|\b(?:would|will|'d|'ll|can|could|i) (?:therefore |also |thus )?(?:rule|discard|dismiss|exclude|reject|eliminate)"
    r" (?:it|this|that|this one|that one)\b"
    r"|\b(?:würde|werde|kann) ich (?:es|ihn|sie|das|den|diese\w?) (?:also |daher |deshalb |eher )?nicht (?:wählen"
    r"|nehmen)"
    r"|\b(?:wähle|nehme) ich (?:es|ihn|sie|das|den|diese\w?) (?:also |daher |deshalb )?nicht\b"
    r"|\b(?:schließe|scheidet) (?:ich )?(?:es|ihn|sie|das|den|diese\w?) (?:also |daher |deshalb )?aus\b"
    r"|\bne (?:le |la |l')?(?:choisirais|choisirai|choisis|retiens|retiendrais|prendrais)(?: donc)? pas\b"
    r"|\bno (?:lo |la )(?:elegiría|elijo|escogería|escojo|seleccionaría)\b|\bl[oa] descarto\b"
    r"|\bnão (?:[oa] )?(?:escolheria|escolho|selecionaria)\b|\bdescarto-[oa]\b"
    r"|\bnon (?:lo |la )(?:sceglierei|scelgo|selezionerei)\b|\bl[oa] scarto\b"
    r"|\b(?:его|её|ее) (?:бы )?(?:я )?(?:бы )?не (?:выбра\w+|выбираю|выберу)\b"
    r"|\bне (?:выбрал\w?|выбираю) бы (?:его|её|ее)\b"
    r"|\bnie wybrał(?:a)?bym (?:go|jej|tego)\b|\bzou (?:ik )?(?:het|die|hem|deze) (?:dus )?niet (?:kiezen|nemen)\b"
    r"|\bonu seçmem\b|\btidak akan memilihnya\b|\bsẽ không chọn nó\b"
    r"|所以(?:我)?不(?:会)?选(?:它|这个|這個)?|因此(?:我)?不(?:会)?选(?:它|这个)?|排除(?:它|这个)"
    r"|(?:なので|だから)?(?:これ|それ)は(?:選びません|選ばない|除外)",
    re.IGNORECASE,
)
_CHOOSE_ABROAD = (
    r"(?:ich )?(?:wähle|nehme)|(?:wähle|nehme) ich(?: also| daher)?|je (?:choisis|prends|retiens)|(?:yo )?(?:elijo"
    r"|escojo)"
    r"|(?:eu )?(?:escolho|fico com)|scelgo|prendo|(?:ik )?kies(?: ik)?(?: dus)?|(?:я )?выбираю|wybieram|jag väljer"
    r"|jeg vælger"
    r"|jeg velger"
)
_THE_OTHER = re.compile(  # "My answer is the other box."
    r"\b(?:(?:my |the )?(?:final )?(?:answer|choice|pick|vote)(?: is|:)|i(?:'d| would|'ll)? (?:choose|pick|select"
    r"|take|go with|go for))"
    r" the other(?: (?:one|box|option|object|list|scanpath|point))?\W*$"
    rf"|(?<!\w)(?:{_CHOOSE_ABROAD})\s(?:{OTHER})\W*$"
    r"|(?:所以|因此|故而?|则|就)?(?:我)?(?:选|選)?(?:另一个|另外一个|另一個|另一条|另一條)(?:更[^。.，,\n]{1,10})?[。.]?\s*$"
    r"|もう一方の?(?:方)?(?:が|です|を選)[^。\n]{0,12}[。.]?\s*$|다른 (?:하나|쪽)(?:가|이|를|을)[^.\n]{0,14}[.]?\s*$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?\u3002](?=\s|$|[\u3040-\u9fff])|\n")
_LETTER = re.compile(r"(?<![\w'(\[])[A-HJ-Z](?![\w'])")
_LONGEST = 4_000


def left_over(text: str, mentions: Sequence[Mention]) -> int:
    """Return the option that is left of two when the only one of a sentence is rejected at its end, or -1.

    Args:
        text: Text from `standardizers.text.plain`.
        mentions: Its mentions of the two options, by position.

    Example:
        >>> left_over("B is blurred, so I would not select it.", [Mention(0, 1, 1, False)])
        0
    """
    if len(text) > _LONGEST:
        return -1
    if (other := _THE_OTHER.search(text)) is not None:
        before = [mention.option for mention in mentions if mention.end <= other.start()]
        return 1 - before[-1] if before and len({mention.option for mention in mentions}) == 1 else -1
    rejected = set()
    known = {mention.start for mention in mentions}
    for found in _REJECTS.finditer(text):
        starts = [match.end() for match in _ENDS.finditer(text, 0, found.start())]
        for start in reversed([0, *starts]):  # the sentence that names what the pronoun stands for
            near = {mention.option for mention in mentions if start <= mention.start < found.start()}
            if any(letter.start() not in known for letter in _LETTER.finditer(text, start, found.start())):
                return -1  # "A" may be a word
            if near:
                if len(near) > 1:
                    return -1
                rejected |= near
                break
    return 1 - rejected.pop() if len(rejected) == 1 else -1
