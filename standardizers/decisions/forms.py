"""Forms in which replies decide: lines such as "more views needed: no", ticked boxes, calls of functions."""

from __future__ import annotations

import re

DECIDING = re.compile(
    r"\by(?:es)?/no?\b|need|more|answer|response|decision|require|result|output|verdict|continue|choice|action|status"
    r"|operation|views|tiles|windows"
    r"|step|command"
)
SETTLING = re.compile(r"enough|(?<!in)suffic|(?<!in)complete|cananswer|canbeanswered|stop|done|ready|answerable")
ACTIONS = frozenset(("action", "step", "command", "nextaction", "nextstep", "operation"))
_CALLS = re.compile(
    r"view|zoom|shift|look|request|show|crop|image|more|next|continue|reveal|uncover|window|tile|expand"
)
_STOPS = re.compile(r"stop|finish|done|answer|submit|final|conclude|terminate|\bend\b")
_NOTHING = re.compile(r"\b(?:false|none|no|0|null)\b")
CALL = re.compile(r"\W*([a-z_]{2,40})\(([^()]{0,200})\)\W*")
_TICKED = re.compile(r"(?:\[x\]|[\u2611\u2705\u2714])\s{0,2}(yes|no)\b")
_ASKS = re.compile(r"need|more|requir|additional|further|enough|suffic")
_FORM = re.compile(  # a line of its own: "more views needed: no"
    r"(?:^|\n)\W{0,4}([a-z_/]{1,40}(?: [a-z_/]{1,30}){0,5})\W{0,2}\s?[:=?>]{1,2}\W{0,4}"
    r"(?:(?P<yes>yes|y|true|1|more (?:views?|parts?|information|images?)|continue|shift|go on|required|needed"
    r"|necessary|incomplete|insufficient)"
    r"|(?P<no>no(?: more)?(?: views?| parts?| information| images?)?|n|false|0|none|stop|finish|done|not (?:required"
    r"|needed|necessary)|unnecessary|complete"
    r"|sufficient))\b\W{0,3}"
    r"(?:</\w+>\W{0,3})?$"
)


_YES_NO = (
    r"(?:(?P<yes>yes|true|required|needed|necessary|[\u2705\u2713\u2714])|(?P<no>no|none|false|not (?:required|needed"
    r"|necessary)|[\u274c\u2717\u2718]))"
)
_FIRST = re.compile(  # at the beginning: "need for more views\nno", "additional information needed: no. ..."
    r"\W{0,4}([a-z_/]{1,40}(?: [a-z_/]{1,30}){0,6})(?:\s?[:=?|]\s?|\s?[:?]?\W{0,3}\n\s{0,4})\W{0,3}?"
    rf"{_YES_NO}(?:\ufe0f)?(?!\w|[\"']?\s?(?:or\b|[/|]\s?\w)"
    r"| (?:more|further|other|additional|longer|need|views?|parts?|\w+ (?:is|are)))"
)


def called(name: str, arguments: str) -> str:
    """Return what a call of a function means: `stop()`, `get_more_views(needed=False)`, `zoom(1)`."""
    if _STOPS.search(name):
        return "no"
    if not _CALLS.search(name):
        return ""
    return "no" if _NOTHING.search(arguments) else "yes"


def keyed(text: str) -> str:
    """Return what a form says in its last line ("sufficient: no", "[x] yes"), "" when it is none."""
    ticked = _TICKED.findall(text)
    if len(ticked) == 1:
        return str(ticked[0])
    match = _FORM.search(text)
    if match is None and (first := _FIRST.match(text)) is not None and _ASKS.search(first.group(1)):
        match = first
    if match is None or (DECIDING.search(match.group(1)) is None and SETTLING.search(match.group(1)) is None):
        return ""
    found = "yes" if match.group("no") is None else "no"
    settles = SETTLING.search(match.group(1).replace(" ", "")) is not None
    return {"yes": "no", "no": "yes"}[found] if settles else found
