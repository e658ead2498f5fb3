"""Sentences that say which parts were shown or what is in them, and choose none: "I see parts 2 and 3."."""

from __future__ import annotations

import re
from functools import lru_cache

from ..stance.lexicon import TOKEN

_LONGEST = 120
_NOUNS = (
    r"(?:parts?|views?|tiles?|sections?|quadrants?|images?|windows?|teile?n?|ansicht(?:en)?|parties?|vues?"
    r"|partes?|vistas?"
    r"|parti|viste|част[ьи]|delen|delar|dele|części|parças?ı?|bagian|phần)"
)
_NUMBERS = (
    r"\d{1,2}(?:(?:\s?[,;&-]\s?|\s(?:and|to|through|und|bis|et|à|y|e|a|и|до|en|och|og|i|ve|dan|và)\s)\d{1,2}){0,15}"
)
_PARTS = rf"(?:the |die |den |les |la |las |a |as |os |le |de |del |image )?{_NOUNS} {_NUMBERS}"
_SEEN = re.compile(
    r"\W*(?:(?:i|we) (?:can (?:only )?see|(?:only )?see|saw|have (?:already )?(?:seen|looked at|examined"
    r"|checked|viewed"
    r"|got|received)|looked at|(?:was|were|am|are|have been) (?:shown|given)|can view)"
    r"|you (?:showed|gave|sent|have (?:shown|given)) (?:me|us)|(?:ich|wir) sehen?|mir wurden?|je vois|on voit"
    r"|nous voyons"
    r"|j'ai vu|(?:yo )?veo|vemos|se ven|he visto|(?:eu )?vejo|vemos|(?:eu )?vi|vedo|si vedono|ho visto"
    r"|(?:я )?(?:вижу|видел|видела)|widzę|(?:ik|wij|we) zien?|(?:jag|jeg|vi) ser|saya melihat|tôi thấy|görüyorum)"
    rf"(?: now| only| just| nur| seulement| solo)? {_PARTS}(?: (?:gezeigt|only|so far|now|before))?\W*"
    rf"|\W*(?:ich habe|wir haben) {_PARTS} (?:gesehen|angesehen|betrachtet)\W*"
    rf"|\W*{_PARTS}'? (?:(?:is|are|was|were|has been|have been) (?:\w+ly |still |too |very |quite )?(?:shown|given"
    rf"|visible|displayed|provided"
    r"|blurry|blurred|unreadable|illegible|presented|cropped|seen|included|attached|available|zoomed(?: in)? already)"
    r"|(?:ist|sind|wird|werden|wurden?) (?:zu sehen|gezeigt|sichtbar|abgebildet|gegeben)|(?:est|sont) (?:visibles?"
    r"|montrées?|affichées?)|(?:es|son|está|están|é|são|estão) (?:visibles?|visível|visíveis|mostrad[ao]s?)"
    r"|(?:è|sono) (?:visibil[ei]|mostrat[ae])|(?:видна|видны|показана|показаны))\W*"
    r"|\W*(?:我|我们|我們)?(?:能)?(?:看到|看见|看見|看了|看过)(?:了)?第?\d[\d,、和与與第]*(?:部分|块|塊|张|張"
    r"|个|個)?\W*"
    r"|\W*\d[\d,、と]*(?:の?(?:部分|領域|画像))?(?:が見え(?:ます|る)|を見ました|が表示されています)\W*"
    r"|\W*\d[\d,와과 번]*(?:부분)?(?:이|가|을|를)? ?(?:보입니다|보인다|봤습니다|보았습니다)\W*",
    re.IGNORECASE,
)
_BOTH_GROUPS = re.compile(  # "The zoomed parts are 1 and 2, the remaining ones are 3 and 4."
    rf"\W*(?:the )?(?:already |currently )?(?:zoomed|seen|shown)(?: in)? (?:parts?|tiles?|views?"
    rf"|ones)(?: so far)? (?:is|are):? {_NUMBERS}"
    rf"[,;.]? (?:and |while )?(?:the )?(?:remaining|other|rest|others|unseen|hidden)(?: of the)?(?: (?:parts?"
    rf"|tiles?|views?|ones))? "
    rf"(?:is|are):? {_NUMBERS}\W*",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"\W*(?:the |image )?{_NOUNS} \d{{1,2}} (?:(?:only |just |mostly |also )?(?:shows?|contains?|depicts?"
    rf"|displays?|has"
    r"|holds) (?P<what>[^.;:!?,\n]{2,80})"
    r"|is (?:(?:very|too|quite|rather|completely|mostly|all) )?(?:dark|bright|blurry|blurred|empty|blank|black"
    r"|white|grey"
    r"|gray|sky|overexposed|out of focus))\W*"
    rf"|\W*there (?:is|are) (?P<there>[^.;:!?,\n]{{2,80}}) in (?:the |image )?{_NOUNS} \d{{1,2}}\W*",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    r"\W*[^.;:!?,\n\d]{2,60}\b(?:has|have|reads?|says?|shows?|bears?|wears?|carries) (?:the |a )?(?:number"
    r"|numeral|digit"
    r"|figure) \d{1,2}\W*$",
    re.IGNORECASE,
)
_STEM, _SHORTEST = 4, 3
_COMMON = frozenset(
    re.findall(r"\S+", "the and are was with has have from this that for not one two part image view what which")
)


@lru_cache(maxsize=64)
def _asked_of(question: str) -> frozenset[str]:
    return frozenset(_stems(question[:4_000]))


def _stems(text: str) -> list[str]:
    words = [word for word in TOKEN.findall(text.lower()) if len(word) >= _SHORTEST and word not in _COMMON]
    return [word[:_STEM] for word in words]


def only_sees(text: str, question: str | None) -> bool:
    """Tell whether a sentence only says which parts there are, or what else than the asked is in one.

    Args:
        text: Plain text.
        question: What was asked; without it what a part shows may be what is sought.

    Example:
        >>> only_sees("Part 2 shows the sky.", "What is on the sign?"), only_sees("I need part 2.", None)
        (True, False)
    """
    if len(text) > _LONGEST:
        return False
    if (
        _SEEN.fullmatch(text) is not None
        or _BOTH_GROUPS.fullmatch(text) is not None
        or _WRITTEN.fullmatch(text) is not None
    ):
        return True
    told = _TOLD.fullmatch(text) if question else None
    if told is None or not question:
        return False
    return _asked_of(question).isdisjoint(_stems(told["what"] or told["there"] or ""))
