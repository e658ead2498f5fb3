"""Sentences that decide nothing, in many languages: questions back to the user, and alternatives left open.

`assertions` leaves them out of a reply; what remains is what the reply says.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..text.cued import Cued
from .asserted import asserted, without_openings

_MOST = 20_000
_FEW_CHARACTERS = 400
_ASKS = re.compile(  # how a question begins that asks the user, or oneself
    r"[\W]*(?:(?:so|okay|ok|and|or|but|hm+|well|also|then)[,\s]+)?(?:"
    r"(?:do|does|did|would|should|shall|can|could|may|might|will|want|is|are|am|was|were|has|have|which|where|who|why"
    r"|when"
    r"|what(?! about)|how(?! about)|you want|any)\b"
    r"|(?:soll(?:en|te|ten)?|m[oö]cht\w+|willst|wollen|kann|kannst|k[oö]nn\w+|darf|ist|sind|welche\w*|wo|wer|warum"
    r"|wie|hast"
    r"|brauchst|meinst|muss|gibt es)\b"
    r"|(?:voulez|veux|dois|puis|pouvez|peux|souhait\w+|faut|est-ce|avez|as-tu|quel\w*|où|qui|pourquoi|devrais"
    r"|vous voulez"
    r"|tu veux)\b"
    r"|(?:quieres?|quiere usted|desea\w*|debo|debería|puedo|puede\w*|prefieres?|cuál\w*|dónde|quién|por qué|hay"
    r"|te refieres)\b"
    r"|(?:quer\w*|você quer|devo|posso|pode\w*|prefere\w*|será|qual|quais|onde|quem)\b"
    r"|(?:vuoi|vuole|volete|puoi|preferisc\w+|quale|quali|dove|chi|c'è|intendi)\b"
    r"|(?:вы |ты |мне |нам )?(?:хот\w+|нужно ли|надо ли|можно|могу|можете|должен|стоит ли|следует|какая|какую|какие"
    r"|где|кто"
    r"|почему|увеличить|оставить|имеете)\b"
    r"|(?:ви |ти |мені )?(?:хочете|хочеш|чи|можна|яку|де|хто)\b"
    r"|(?:wil|wilt|moet|zal|kan|mag|welke?|waar|bedoel\w*)\b|(?:vill|ska|skal|kan|får|må|vil|vilken|hvilken|var|hvor)\b"
    r"|(?:czy|chcesz|mam|który|która|gdzie)\b|(?:chcete|chceš|mám|mohu|můžu|který|kde)\b"
    r"|(?:apakah|haruskah|bolehkah|mau|di mana|yang mana)\b|(?:bạn có|có phải|tôi có nên|phần nào|ở đâu)\b"
    r"|(?:هل|أين|من|أي)\b|(?:האם|איפה|מי|איזה)\b|(?:क्या|कौन|कहाँ)|(?:آیا|کدام|کجا)\b|(?:θέλε\w+|να|μήπως|πού|ποιο)\b"
    r"|(?:haluatko|pitäisikö|saanko)\b|(?:szeretné\w*|kell)\b"
    r")",
    re.IGNORECASE,
)
_ASKS_AT_END = re.compile(
    r"(?:[吗嗎]|ましょうか|ますか|ですか|でしょうか|까요|나요|습니까|(?:istiyor|ister|m[ıiuü]y|m[ıiuü]s|m[ıiuü])\w*|ไหม|หรือไม่)\s?\?\s*$"
    r"|(?:ましょうか|でしょうか|까요|吗|嗎)\s?[.。]?\s*$",
    re.IGNORECASE,
)
_DOUBT = (  # "It isn't clear whether it is A or B.", from the word of doubt on
    r"(?:(?:\bnot|n't) (?:\w+ ){0,2}(?:clear|sure|certain|obvious)|\b(?:unclear|uncertain|unsure"
    r"|undecided|torn)|\b(?:hard|difficult|impossible) to"
    r" (?:tell|say|decide)|\bcan(?:not|'t) (?:tell|say|decide)|\bdon't know)\b[^.!?;,\n]{0,20}\b(?:whether|if"
    r"|between)\b[^.!?;,\n]*\b(?:or|and)\b[^.!?;,\n]*[.!?]?"
)
_DOUBTS = Cued(_DOUBT, re.IGNORECASE)  # a first look without what stands before, which is slow to search for
_WHETHER = re.compile(rf"[^.!?;\n]*{_DOUBT}", re.IGNORECASE)
_SENTENCE_END = re.compile(r"((?<=[.!?])\s+|\n+)")
_CLARIFIES = re.compile(
    r"\b(?:could|can|would) you (?:please |kindly )?(?:tell me|clarify|specify|explain|let me know|point (?:out"
    r"|me)|confirm|provide|share|upload|send|attach|resend|rephrase)\b[^?.!]*\?"
    r"|\b(?:which|what|who)\b[^?.!]{0,40}\b(?:do|did) you mean\b[^?.!]{0,20}\?|\bdo you mean\b[^?.!]{0,60}\?"
    r"|\b(?:welche\w*|was|wen)\b[^?.!]{0,40}\b(?:meinst du|meinen sie)\b[^?.!]{0,20}\?|\b(?:kannst du|können sie"
    r"|könnten sie|könntest du)[^?.!]{0,40}"
    r"\b(?:sagen|klären|präzisieren|angeben|erklären|hochladen|schicken)\b[^?.!]{0,20}\?"
    r"|\b(?:pourriez|peux|pouvez|pourrais)[- ](?:vous|tu)[^?.!]{0,20}\b(?:préciser|indiquer|dire|envoyer|expliquer"
    r"|clarifier)\b[^?.!]*\?"
    r"|\b(?:puedes?|podrías?|podría)[^?.!]{0,20}\b(?:aclarar|indicar|decirme|especificar|enviar|precisar)\w*[^?.!]*\?"
    r"|\b(?:pode|poderia|podes)[^?.!]{0,20}\b(?:esclarecer|indicar|dizer|especificar|enviar)\w*[^?.!]*\?"
    r"|\b(?:puoi|potresti|può|potrebbe)[^?.!]{0,20}\b(?:chiarire|indicare|dirmi|specificare|inviare"
    r"|precisare)\w*[^?.!]*\?"
    r"|\b(?:можете|могли бы|можешь)[^?.!]{0,20}\b(?:уточнить|сказать|указать|прислать|пояснить)\w*[^?.!]*\?"
    r"|(?:请问|請問|能否|可以)(?:您|你)?[^?.!]{0,12}(?:说明|說明|指出|确认|確認|提供|告诉)[^?]*\?|(?:どの|どれ)[^?]{0,20}(?:ですか|でしょうか|のこと)\?|(?:어떤|어느)[^?]{0,20}(?:말씀|인가요)[^?]{0,6}\?",
    re.IGNORECASE,
)
_HEDGE = (
    r"(?:\b(?:maybe|perhaps|possibly|vielleicht|m[oö]glicherweise|eventuell|peut-[eê]tre|quiz[aá]s?|tal vez"
    r"|a lo mejor|talvez"
    r"|forse|magari|может быть|возможно|може|можливо|belki|misschien|wellicht|kanske|måske|kanskje|(?:być )?może"
    r"|możná|možná"
    r"|mungkin|barangkali|có lẽ|có thể|ehkä|talán|poate|ίσως|אולי|ربما|شاید)(?!\w)"
    r"|शायद|可能|也许|或许|อาจจะ?|もしかすると|아마)"
)
HEDGES = re.compile(_HEDGE, re.IGNORECASE)
"""Words by which a clause is only possible."""
_ALTERNATIVES = re.compile(
    rf"{_HEDGE}(?:[^.!?\n]{{1,80}}?{_HEDGE}){{1,6}}(?:\s?,)?[^.!?;,\n。]{{0,60}}[.!?;,。]?",
    re.IGNORECASE,
)
_CANNOT_CHOOSE = re.compile(
    r"[^.!?\n,;]{0,40}\b(?:n'arrive pas à|ne peux pas|impossible de) (?:choisir|trancher)\b[^.!?\n,;]{0,80}"
    r"|[^.!?\n,;]{0,40}\b(?:no puedo (?:decidir|elegir)|non riesco a (?:scegliere|decidere)"
    r"|não consigo (?:escolher|decidir)|не могу (?:выбрать|решить)|kan niet kiezen|nie mogę (?:wybrać|zdecydować))\b"
    r"[^.!?\n,;]{0,80}",
    re.IGNORECASE,
)
_NEITHER_CHOSEN = re.compile(
    r"[^,.\n]{0,20}(?:のどちらか|のいずれか|か[^,.か]{1,12}のどちら|둘 중 하나|中的一个)[^.\n]{0,20}"
)
_PAIRS = (
    *(
        ("entweder", "oder"),
        ("soit", "soit"),
        ("ou", "ou"),
        ("o la", "o la"),
        ("o el", "o el"),
        ("o il", "o il"),
        ("либо", "либо"),
        ("или", "или"),
        ("або", "або"),
    ),
    *(
        ("of", "of de"),
        ("of", "ofwel"),
        ("ya", "ya da"),
        ("albo", "albo"),
        ("buď", "nebo"),
        ("antingen", "eller"),
        ("enten", "eller"),
    ),
    *(
        ("vagy", "vagy"),
        ("είτε", "είτε"),
        ("או", "או"),
        ("إما", "أو"),
        ("joko", "tai"),
        ("fie", "fie"),
        ("hoặc", "hoặc"),
    ),
)
_EITHER = re.compile(
    "|".join(
        rf"(?:^|(?<=[\s,;:(]))(?:{one})\s[^.!?\n]{{1,60}}?[\s,](?:{other})\s[^.!?;,\n]{{1,60}}[.!?;,]?"
        for one, other in _PAIRS
    )
    + r"|要么[^.。\n]{1,30}要么[^.。,\n]{1,30}[.。,]?",
    re.IGNORECASE,
)
_OFFERS: dict[str, list[str]] = {}  # the word with which each pair begins, and what follows it in the text
for _one, _other in _PAIRS:
    _OFFERS.setdefault(_one.split()[0], []).append(f" {_other} ")
_HEDGES = (  # what each hedge contains: a fast first look
    *(
        "maybe",
        "perhaps",
        "possibly",
        "vielleicht",
        "glicherweise",
        "eventuell",
        "peut-",
        "quiz",
        "tal vez",
        "a lo mejor",
    ),
    *(
        "talvez",
        "forse",
        "magari",
        "может",
        "возможно",
        "може",
        "можливо",
        "belki",
        "misschien",
        "wellicht",
        "kansk",
        "måske",
    ),
    *(
        "może",
        "možná",
        "mungkin",
        "barangkali",
        "có lẽ",
        "có thể",
        "ehkä",
        "talán",
        "poate",
        "ίσως",
        "אולי",
        "ربما",
        "شاید",
    ),
    *("शायद", "可能", "也许", "或许", "อาจ", "もしかすると", "아마"),
)
_CHOOSING = ("choisir", "trancher", "no puedo", "non riesco", "não consigo", "не могу", "kan niet", "nie mog")
_HAS_HEDGES = Cued(_HEDGE, re.IGNORECASE)
_ASCII_HEDGES = tuple(word for word in _HEDGES if word.isascii())


def assertions(text: str) -> str:
    """Return a text without its questions to the user and without alternatives of which it takes none.

    Args:
        text: Plain text (`standardizers.text.plain`).

    Example:
        >>> assertions("The sign is small. Do you want me to keep part 1?")
        'The sign is small. '
    """
    if len(text) > _MOST:
        return text
    left = _assertions(text)
    return text if left == text else left


@lru_cache(maxsize=8)  # readers ask for the same text several times
def _assertions(text: str) -> str:
    text = without_openings(asserted(text))
    if "?" in text or (not text.isascii() and _ASKS_AT_END.search(text[-40:])):
        pieces = _SENTENCE_END.split(text)
        if sum(piece.endswith("?") for piece in pieces) > 1 and all(
            not piece.strip() or piece.endswith("?") for piece in pieces
        ):
            return ""  # "The upper row? The lower row?"
        text = "".join(piece for piece in pieces if not asks(piece))
    lowered = text.lower()
    if ("whether" in lowered or " if " in lowered or "between" in lowered) and _DOUBTS.search(text):
        text = _WHETHER.sub(" ", text)
    plain_letters = text.isascii()
    hedged = any([word in lowered for word in (_ASCII_HEDGES if plain_letters else _HEDGES)])
    first = _HAS_HEDGES.search(text) if hedged else None
    if first is not None and _HAS_HEDGES.search(text, first.end()) is not None:
        text = _ALTERNATIVES.sub(" ", text)
    if len(text) < _FEW_CHARACTERS and any([word in lowered for word in _CHOOSING]):
        text = _CANNOT_CHOOSE.sub(" ", text)
    if len(text) < _FEW_CHARACTERS and (_may_offer(lowered) or (not plain_letters and "要么" in text)):
        text = _EITHER.sub(" ", text)
    return _NEITHER_CHOSEN.sub(" ", text) if not plain_letters and _NEITHER_CHOSEN.search(text) else text


def _may_offer(lowered: str) -> bool:
    """Tell whether a text holds both words of a pair: English has many an "of", and rarely "of de" behind it."""
    words = lowered.split()
    begins = _OFFERS.keys() & words
    if not begins:
        return False
    spaced = " ".join(words).replace(",", " ").replace(";", " ")
    return any(other in spaced[spaced.find(word) + len(word) :] for word in begins for other in _OFFERS[word])


def clarifies(text: str) -> bool:
    """Tell whether a text asks the user what is meant, or for the image.

    Example:
        >>> clarifies("Could you tell me which person you mean? I see several.")
        True
    """
    return "?" in text and _CLARIFIES.search(text) is not None


def asks(sentence: str) -> bool:
    """Tell whether a sentence is a question to the user, or one that a reply asks itself.

    Example:
        >>> asks("Soll ich Teil 1 vergrößern?"), asks("What about part 1?")
        (True, False)
    """
    asked = sentence.rstrip(" \n\"')")
    if asked[-1:] != "?" and asked.isascii():
        return False
    if _ASKS_AT_END.search(asked[-40:]) is not None:
        return True
    return asked.endswith("?") and ("\u00bf" in sentence or _ASKS.match(sentence) is not None)
