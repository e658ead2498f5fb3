"""Replies that only use the prompt's own words: the views to choose from, by name, and restatements of the task."""

from __future__ import annotations

import re
from functools import lru_cache

_OFFERED = re.compile(
    r"\bchoose from (?:these|the following) (?:views|parts|options):\s?(?P<names>[^.\n]{1,200})", re.I
)
_NAMED = re.compile(r"[^,;]{1,40}")
_AROUND = frozenset(
    [
        *(
            "and",
            "or",
            "the",
            "both",
            "part",
            "parts",
            "view",
            "views",
            "half",
            "image",
            "please",
            "of",
            "all",
            "three",
        ),
        *(
            "i",
            "we",
            "need",
            "needs",
            "want",
            "choose",
            "pick",
            "select",
            "request",
            "show",
            "me",
            "see",
            "to",
            "would",
        ),
        *("also", "plus", "then", "section", "sections", "piece", "yes", "answer", "response", "is", "are", "two"),
    ]
)
_WORD = re.compile(r"[a-z']+")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
_RESTATES = re.compile(
    r"\W*(?:(?:okay|ok|so|well|here|and|in this task),?\s)?(?:(?:the|this|my) (?:user|question|task|prompt|instruction"
    r"|request|problem)s?\b(?: here| itself)? (?:asks?|wants?|says?|requires? me|is (?:about|who|what|which|where|how"
    r"|when|why|whether|if|to))\b"
    r"|(?:i|we)(?: am|'m| was| have been|'ve been| are|'re) (?:being )?(?:asked|shown|given|told|presented|supposed"
    r"|instructed|expected)\b"
    r"|(?:i|we) (?:have|need|ought) to (?:decide|say|determine|judge|reply|respond|state) (?:whether|if|with)\b"
    r"|you (?:want|ask|asked|would like|are asking)\b"
    r"|the (?:windows?|views?|parts?|tiles?) (?:revealed|shown|given|seen|provided|uncovered)(?: so far)? (?:are|is)\b)"
    r"|[^.\n\u3002]{0,200}(?:かどうか(?:を|が)?(?:尋ね|聞|問)|(?:是否|要不要)[^\u3002\n]{0,20}(?:的问题|被问)|(?:询问|問|问)(?:的是|是否)"
    r"|问题是[:：]|(?:需要|要)(?:判断|确定|决定)是否|여부를 (?:묻|물)"
    r"|\b(?:fragt|gefragt ist), ob\b|\bdemande si\b|\bpregunta si\b|\bpergunta se\b|\bchiede se\b|\bспрашива\w+,)"
)
_ASKS_FOR_WORDS = re.compile(  # "はい、または、いいえで答えてください。"
    r"[^.\n\u3002]{0,30}?(?:はい[、,]?\s?(?:または|か|もしくは)[、,]?\s?いいえ(?:で|を|のどちらか)?[^\u3002.]{0,12}(?:答え|回答)"
    r"|(?:请|請)?(?:只|仅|用)?(?:回答|答)[\"「“]?是[\"」”]?(?:或|还是|還是)[\"「“]?(?:否|不是)|예 ?(?:또는|나"
    r"|아니면) ?아니[요오](?:로|라고)?[^.]{0,8}(?:답|대답)"
    r"|\b(?:antworte\w*|antwort)\b[^.]{0,12}\bja oder nein|\b(?:réponds|répondez"
    r"|répondre)\b[^.]{0,12}\boui ou (?:par )?non"
    r"|\b(?:responde|responda|contesta|conteste|responder)\b[^.]{0,12}\b(?:sí o no|sim ou não)|\b(?:rispondi"
    r"|rispondere)\b"
    r"[^.]{0,12}\bsì o no|\bответьте?\b[^.]{0,12}\bда или нет|\bantwoord\b[^.]{0,12}\bja of nee)[^.\n\u3002]{0,30}\W*"
)
_WHETHER = re.compile(r"\b(?:whether|if) (?:i|we|more|any|further|additional|the|this|these)\b[^.,;\n]{0,100}")
_DECIDES = re.compile(
    r"\b(?:so|therefore|hence|thus|but|cannot|can't|don't|not|need (?:more|to see|the|another)|enough|suffic\w+"
    r"|visible|cut|hidden|missing)\b"
)


@lru_cache(maxsize=64)
def _names(question: str) -> tuple[str, ...]:
    """Return the views that a prompt offers, the longest names first."""
    offered = _OFFERED.search(question)
    if offered is None:
        return ()
    names = (name.strip().lower().replace("-", " ") for name in _NAMED.findall(offered["names"]))
    return tuple(sorted(filter(None, names), key=lambda name: (-len(name), name)))


def only_names_views(text: str, question: str | None) -> bool:
    """Tell whether a lower-case reply is nothing but names of the views that the prompt offers.

    Example:
        >>> only_names_views("middle and right", "You can choose from these views: middle, right. Your Response:")
        True
    """
    if question is None or len(text) > 200:
        return False
    rest, named = text.replace("-", " "), False
    for name in _names(question):
        without = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest)
        named |= without != rest
        rest = without
    return named and _AROUND.issuperset(_WORD.findall(rest)) and not any(map(str.isdecimal, rest))


def only_restates(text: str) -> bool:
    """Tell whether each sentence of a lower-case reply tells what it was asked or given, and none decides.

    Example:
        >>> only_restates("the question is about the sign. i am asked to reply with yes or no.")
        True
    """
    if _ASKS_FOR_WORDS.fullmatch(text) is not None:
        return True
    if len(text) > 600 or _RESTATES.match(text) is None or _DECIDES.search(_WHETHER.sub(" ", text)):
        return False
    return all(_RESTATES.match(sentence) for sentence in _SENTENCE.split(text.strip()) if sentence.strip())
