"""First thoughts that a reply drops again ("Zuerst dachte ich an Teil 1, aber ..."), in many languages."""

from __future__ import annotations

import re
from functools import cache

from ..stance.lexicon import TOKEN, Lexicon
from ..stance.need_words import NEGATIONS
from ..text.cleaning import fold

_FIRST = """
first initially originally ersten première premier primera primer primo primeiro первый первоначально первинно
pierwszym první eerste första første zuerst zunächst anfangs anfänglich erst ursprünglich d'abord abord début départ
initialement principio primero inicialmente inicio início começo inizio inizialmente prima dapprima сначала вначале
поначалу сперва изначально спочатку спершу eerst aanvankelijk först ursprungligen først oprindeligt opprinnelig
początkowo najpierw początku nejprve nejdřív zpočátku původně önce başta ilk awalnya mulanya semula đầu αρχικά αρχή
בהתחלה תחילה أولا البداية ابتدا اول पहले शुरू először eredetileg ensin aluksi inițial
"""
_THOUGHT = """
sight glance coup blick vue vista regard sguardo взгляд погляд spojrzeniu pohled oogopslag ögonkastet øjekast øyekast
thought considered believed wanted dachte hielt glaubte meinte wollte tippte gedacht pensais pensé croyais voulais
hésitais penchais pensé pensaba creí creía quería pensei pensava achei queria pensavo pensato credevo volevo подумал
подумала думал думала считал считала хотел хотела предполагал думав думала вважав подумав dacht meende wilde trodde
tänkte ville troede tænkte trodde tenkte myślałem myślałam sądziłem pomyślałem chciałem myslel myslela chtěl
düşündüm sandım düşünmüştüm sanmıştım pikir mengira kira berpikir nghĩ tưởng νόμιζα σκέφτηκα חשבתי ظننت اعتقدت فکر
सोचा लगा gondoltam hittem luulin ajattelin crezut
"""
_BUT = """
but however yet aber doch jedoch mais cependant pourtant pero mas porém ma però tuttavia но однако але проте maar
echter men dock ale jednak však avšak ama fakat ancak tapi namun tetapi nhưng αλλά όμως אבל אך لكن ولكن لكنها اما ولی
लेकिन मगर पर de azonban mutta dar însă
"""
_ALSO = """
also too even both auch ebenfalls sogar aussi également también igualmente também anche pure тоже также також теж ook
eveneens även också også również też także také taky de da juga cũng επίσης גם أيضا نیز भी is myös și
"""
_UNSPACED = re.compile(
    r"[^.\n]{0,20}(?:最初|初め|はじめ|起初|一开始|开始|原本|原来|처음|원래)[^.\n]{0,24}?(?:思|考え|以为|认为|觉得|想|생각|여겼)"
    r"[^.\n]{0,16}?(?:が[,、]?|けど|しかし|[,，]但是?|[,，]不过|[,，]可是|지만|는데|으나|[,，]\s?하지만)(?!.?(?:也|还|도))"
)
_TURNS = frozenset(fold(_BUT).lower().split())
_PLAINLY = frozenset(("but", "however", "aber", "pero", "но", "maar", "ama", "nhưng", "tapi", "namun", "लेकिन"))
"""Words that mean nothing else in another language: "men", "mais" and "de" do, without a comma before them."""
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_WINDOW = 12  # words between "at first" and the thought, in either order
_LONGEST = 1_200


@cache
def _lexicon() -> Lexicon:
    return Lexicon({"FIRST": _FIRST, "THOUGHT": _THOUGHT, "BUT": _BUT, "ALSO": _ALSO, "NEGATIONS": NEGATIONS})


def without_first_thoughts(text: str) -> str:
    """Return a text without what its sentences thought at first, where they turn to something else.

    A first thought that denies ("at first I thought that part 1 is not needed, but") stays, as does one to which the
    sentence only adds.

    Example:
        >>> without_first_thoughts("Zuerst dachte ich an Teil 1, aber es ist Teil 2.")
        'es ist Teil 2.'
    """
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
        return text
    if not text.isascii() and _UNSPACED.match(text) is not None:
        return _UNSPACED.sub("", text, count=1)
    if _TURNS.isdisjoint(text.lower().split()):
        return text
    pieces = _SENTENCE.split(text)
    kept = [_turned(piece) for piece in pieces]
    return text if kept == pieces else " ".join(piece for piece in kept if piece)


def _turned(sentence: str) -> str:
    """Return what follows the first thought of a sentence, all of it where it has none."""
    words = [*TOKEN.finditer(sentence)][:60]
    said = [_lexicon().concepts(word.group().lower()) for word in words]
    first = next((at for at, one in enumerate(said) if "FIRST" in one), None)
    if first is None:
        return sentence
    thought = next((at for at, one in enumerate(said) if "THOUGHT" in one and abs(at - first) <= _WINDOW), None)
    if thought is None:
        return sentence
    behind = max(first, thought)
    turn = next((at for at in range(behind + 1, len(said)) if "BUT" in said[at] and _turns(sentence, words[at])), None)
    if turn is None or turn + 1 >= len(said):
        return sentence
    denied = any("NEGATIONS" in one and word.group() != "en" for word, one in zip(words[:turn], said, strict=False))
    if denied or any("ALSO" in one for one in said[turn:]):
        return sentence
    return sentence[words[turn + 1].start() :]


def _turns(sentence: str, word: re.Match[str]) -> bool:
    """Tell whether a word for "but" turns a sentence: most do so behind a comma only."""
    return word.group().lower() in _PLAINLY or sentence[: word.start()].rstrip()[-1:] in tuple(
        ",;:.-\u2013\u2014\u2026"
    )
