"""Numbers that a reply mentions to say that it does not give them: "(0.5, 0.5) would be a mere guess"."""

from __future__ import annotations

import re

from ..stance.refusals import refuses

_MARKS = (  # one of them is in every text that the patterns find
    *(
        "guess",
        "invent",
        "made up",
        "making up",
        "fabricat",
        "speculat",
        "arbitrary",
        "random",
        "meaningless",
        "such as",
    ),
    *("like", "e.g", "example", "format", "geraten", "erfunden", "erfind", "willk", "spekul", "wie", "beispiel", "z.b"),
    *("arbitra", "hasard", "devin", "spécul", "comme", "exemple", "adivin", "conjetur", "especul", "como", "ejemplo"),
    *("palpite", "chute", "exemplo", "arbitrari", "caso", "come", "esempio", "догадк", "выдум", "наугад", "вроде"),
    *("например", "формат", "вигад", "verzonnen", "gok", "zoals", "zmyśl", "zgadyw", "gissning", "påhitt", "gæt"),
    *("uydur", "tahmin", "猜", "编造", "編造", "例如", "比如", "像", "当てずっぽう", "推測", "例えば", "추측", "지어"),
)
_UNREAL = (
    r"(?:would|could|will not|won't|wäre|wären|würde|serait|seraient|sería|serían|seria|seriam|sarebbe|sarebbero"
    r"|бы|zou|zouden|byłby|byłoby|byłaby|skulle|ville|olurdu)\b"
)
_INVENTED = (
    r"(?:(?:mere|pure|purely|just|only|wild|blind|simply|nothing but|no more than)\s(?:an? )?(?:\w+ )?(?:guess\w*"
    r"|invent\w*|made up|fabricat\w*|speculat\w*|arbitrary|random)"
    r"|invented|made[ -]up|fabricat\w+|speculati\w+|arbitrary|meaningless|guesswork"
    r"|(?:nur|bloß|rein|lediglich)\s(?:\w+ ){0,2}(?:geraten|vermutung|spekulation|erfunden|raten)|geraten"
    r"|erfunden|willkürlich"
    r"|inventée?s?|arbitraires?|pure (?:spéculation|invention|conjecture)|au hasard"
    r"|inventad[oa]s?|arbitrari[oa]s?|(?:pura|mera|simple) (?:conjetura|especulación|invención|adivinanza)"
    r"|(?:só|apenas|mero|puro) (?:um )?(?:palpite|chute)|(?:pura|mera) (?:especulação|invenção)"
    r"|inventat[oaie]|arbitrari|(?:pura|mera) (?:speculazione|invenzione|congettura)|a caso"
    r"|(?:просто|лишь|только|чистой) (?:догадк\w+|выдумк\w+)|выдуман\w+|наугад|вигадан\w+"
    r"|verzonnen|(?:slechts|puur) (?:een )?(?:gok|giswerk)|zmyślon\w+|(?:tylko|czyste) zgadywani\w+"
    r"|(?:bara|ren) (?:en )?(?:gissning|spekulation)|påhittad\w*|opdigtet|(?:rent|kun) (?:et )?gæt\w*|uydurma)"
)
_NUMBERS = r"[(\[]?\s?[xX]?\s?=?\s?\d?[.,]?\d{1,4}\s?%?\s?[,;]\s?[yY]?\s?=?\s?\d?[.,]?\d{1,4}"
_SAYS_SO = re.compile(
    rf"{_NUMBERS}[^.!?\n]{{0,40}}?\b{_UNREAL}[^.!?\n]{{0,40}}?\b{_INVENTED}"
    rf"|\b{_UNREAL}[^.!?\n]{{0,40}}?\b{_INVENTED}[^.!?\n]{{0,40}}{_NUMBERS}"
    rf"|\b(?:will not|won't|don't want to|do not want to|refuse to|rather not|cannot|can't|shouldn't|should not)"
    r"\s(?:just |simply )?(?:invent|make up|fabricate|guess)\b"
    rf"[^.!?\n]{{0,40}}{_NUMBERS}"
    r"|(?:这样的|之类的)[^.。]{0,12}(?:猜|编造)|は(?:ただの)?(?:推測|当てずっぽう)(?:に過ぎ|にすぎ)",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"(?:\bsuch as|(?<!something )(?<!somewhere )\blike|\be\.g\.,?|\bfor (?:example|instance),?"
    r"|\bformat (?:would be|is|looks like)?:?"
    r"|\bz\.\s?b\.|\bzum beispiel|\b(?<!genau )wie|\b(?:par exemple|comme|por ejemplo|por exemplo|como|ad esempio|come"
    rf"|например|вроде|zoals|bijvoorbeeld|na przykład|som|till exempel)\b,?|例如|比如|像|例えば)\s{{0,2}}{_NUMBERS}"
    rf"|\bformat\b[^.!?\n\d]{{0,30}}{_NUMBERS}|{_NUMBERS}\s?[)\]]?,? (?:for example|for instance)",
    re.IGNORECASE,
)
_GUESSES = re.compile(
    r"\b(?:my|best|educated) (?:\w+ )?guess\b|\bi(?:'d| would) (?:say|guess|go|pick|choose)|\bif i (?:had|have) to\b"
    r"|\b(?:ich würde|je dirais|yo diría|diría|eu diria|direi|я бы сказал\w?|beste schätzung|meilleure estimation)\b",
    re.IGNORECASE,
)
_NO_IMAGE = re.compile(
    r"\b(?:without (?:seeing |access to )?|(?:cannot|can't|could not|couldn't|unable to|not able to)\s(?:\w+ )?"
    r"(?:view|see|open|access|process)\s)(?:the |an |any |this )?(?:image|picture|photo)s?\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"((?<=[.!?])(?<!\be\.g\.)(?<!\bz\.)(?<!b\.)\s+|\n+|(?<=[。！？]))")
_LONGEST = 1_500


def without_invented(text: str) -> str:
    """Return a text without sentences whose numbers it calls invented, or gives as an example where it refuses.

    Args:
        text: The answer as it was written.

    Example:
        >>> without_invented("Sorry, I see no image. Values like (0.5, 0.5) would be invented.")
        'Sorry, I see no image. '
    """
    lowered = text.lower()
    if len(text) > _LONGEST or not any([mark in lowered for mark in _MARKS]):
        return text
    refused = _NO_IMAGE.search(text) is not None or refuses(lowered)
    kept = []
    for sentence in _SENTENCE_END.split(text):
        invented = _SAYS_SO.search(sentence) or (refused and _EXAMPLE.search(sentence))
        if not invented or _GUESSES.search(sentence):
            kept.append(sentence)
    return "".join(kept)
