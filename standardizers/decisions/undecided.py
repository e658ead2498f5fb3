"""Phrases by which replies leave open whether they need to see more: data for `standardizers.decisions`.

All patterns are applied to lower-case text from `standardizers.text.plain`.
"""

from __future__ import annotations

import re

from ..text.cued import Cued

OPEN_BOTH = re.compile(  # "both options are reasonable here"
    r"\bboth (?:\w{1,10} ){0,2}(?:are|is|would be|seem|sound|remain|could be|can be|might be) (?:equally "
    r"|quite )?(?:argued|defended|true|possible|reasonable|plausible|fine|ok(?:ay)?|valid|defensible"
    r"|justified|acceptable|open|conceivable)\b|\b(?:leave|keep) it open\b|\bremains? open\b"
    r"|\b(?:my|the) (?:reply|answer|response) could (?:just as well |equally )?be (?:yes or no|no or yes|either)\b"
    r"|\b(?:i am|i'm) (?:still |really |honestly |quite |simply )?(?:undecided|torn|on the fence|of two minds)\W*$"
    r"|\bleaves (?:it )?open (?:which|what|whether)\b"
    r"|\b(?:arguments|reasons|points|things to be said|a case|cases) (?:on|for) both(?: sides| answers)?\b"
    r"|\b(?:reasons?|arguments?|pros?|points?) for (?:an? |answering )?[\"']?yes\b.{0,200}\bfor (?:an? "
    r"|answering )?[\"']?no\b[^.]*\W*$"
    r"|\breasons? for (?:more|further|another|other|additional)\b.{0,200}\breasons? against\b[^.]*\W*$"
    r"|\bpossible that\b[^.\n]{3,60}\bpossible that\b[^.\n]{0,40}\bnot\b"
    r"|\bin favou?r of (?:more|further|another|other|additional)\b.{0,200}\bagainst(?: it)?\s?:[^.]*\W*$"
    r"|\bcases? can be made (?:for|either)\b|\b(?:could|can|might) go either way\b"
    r"|\bargue(?:d)? (?:for|in favou?r)\b[^.]{0,60}\bargue(?:d)? against\b|\b(?:i'd|i would"
    r"|would) rather not (?:commit|decide|say|choose)"
    r"|\b(?:das|es) (?:möchte|will|muss) ich offen ?lassen\b|\b(?:das|es) lasse ich offen\b"
    r"|\b(?:ja oder nein|oui ou non|sí o no|sim ou não|sì o no|да или нет|ja of nee)\b[^.\n]{0,40}\b(?:offen|beides"
    r"|les deux"
    r"|ambas|entrambi|оба)\w*|\bje laisse (?:cela|ça|la question) ouverte?\b|\blo dejo abierto\b|\bdeixo em aberto\b"
    r"|\b(?:möchte|will) mich nicht festlegen\b|\bpréfère ne pas (?:trancher|me prononcer)\b"
    r"|\bprefiero no (?:decidir|pronunciarme)\b"
)
BARE_DOUBT = re.compile(  # "It's hard to tell.": behind a sentence that leaves it open
    r"\W*(?:(?:but|so|and|honestly|really)[, ]+)?(?:(?:i|we|it's|it is|that's|that is|this is) (?:really "
    r"|honestly |very )?)?(?:can(?:not|'t| not)|hard to|difficult to|impossible to|not"
    r" (?:sure|certain)|don't|do not)(?: (?:say|tell|decide|know|judge))?\W*"
)
EITHER = re.compile(
    r"^\W*(?:both )?(?:yes (?:and|&)(?: then)? no|no (?:and|&)(?: then)? yes|neither yes nor no)\b|^\W*(?:maybe"
    r"|perhaps|possibly"
    r"|probably)?\W{0,3}"
    r"(?:(?:it|that|this)(?: all)? )?depend(?:s|ing)\b|^\W*(?:maybe|perhaps) yes\W{1,3}(?:maybe|perhaps) no\W*$"
    r"|^\W*(?:undecided|(?:i(?:'m| am) )?(?:not (?:quite )?sure|unsure|undecided|uncertain)|(?:that's "
    r"|it's )?(?:hard|difficult) to (?:say"
    r"|tell|decide)|i (?:don't|do not) know|(?:i )?can(?:not|'t) (?:decide|say))(?: whether (?:i|we|more"
    r"|any)\b[^.,;]{0,60})?\W*$"
    r"|^\W*(?:yes\W{0,3}(?:or|/)\W{0,3}no|no\W{0,3}(?:or|/)\W{0,3}yes|maybe|perhaps|possibly|it depends|not sure"
    r"|unsure|可能|也许|はいまたはいいえ)\W*$"
)

UNDECIDED = Cued(  # sentences that say neither, or both
    r"\brather not (?:decide|say|answer|choose)\b"
    r"|\byes and no\b|\byes,? no,? (?:or )?maybe\b|\bcould be either\b|^\W*you (?:asked|want to know)\b"
    r"|^\W*let me (?:think|check|see|look)(?: [^.\n]{0,40}\b(?:again|one by one|carefully|closely|step by step))?\W*$|"
    r"\b(?:i|we) (?:might|may|could)(?: well| perhaps)? (?:need|want|require)\b|\b(?:yes|no)\W{0,2} means\b"
    r"|\b50\s?/\s?50\b"
    r"|\bfifty-fifty\b|^\W*if (?:i|you|we) (?:need|want|require)\b|\bboth (?:are |answers are |is )?possible\b"
    r"|^\W*either yes or no\b|^\W*(?:probably|perhaps|maybe) (?:yes|no)\W{1,3}(?:probably|perhaps|maybe) (?:yes|no)\W*$"
    r"|\b(?:yes|no)\b[^.;\n]{0,3}\bif\b|\bif\b[^.;\n]{0,80}(?:,|:|\bthen\b) ?(?:then )?(?:it is |it's |say "
    r"|answer )?(?:a )?(?:yes|no)\b"
    r"|\botherwise\b[^.;\n]{0,30}\b(?:yes|no|not)\b|\bwould be\b[^.;\n]{0,60}\bif\b|\bif (?:it|so|they)(?: (?:does|do"
    r"|is|are)(?: not|n't)?)?\W*$"
    r"|\bneither confirm nor\b|\b(?:can(?:not|'t)|could not|couldn't) decide\b|\b(?:either|both) ways?\b"
    r"|\b(?:perhaps|maybe|possibly)\b[^.\n]{1,80}\b(?:perhaps|maybe|possibly) not\b"
    r"|\bsome\b[^.\n]{1,60}\bothers\b[^.\n]{0,20}\bnot\b"
    r"|\b(?:unclear|uncertain|unsure|not (?:sure|certain|clear)|(?:hard|difficult|impossible)(?: for (?:me|anyone))? to"
    r" (?:say|tell|judge|know)|can(?:not|'t) (?:say|tell|judge)"
    r"|don't know|do not know|(?:will|'ll|shall|would) (?:tell|decide|see|check|say)|wonder\w*) (?:\w+ ){0,2}(?:whether"
    r"|if)\b[^.\n]{0,60}"
    r"\b(?:more|further|additional|others?|needs?|needed|windows?|views?|parts?|enough|suffic\w+|rest|help\w*)\b"
    r"|^\W*(?:the|this) (?:user|question|task|prompt|instruction)s? (?:asks?|wants?|says?|requires?|is (?:who|what"
    r"|which|where|how|when|why|whether|if|to))\b"
    r"|\bsome\b[^.\n]{1,40}\byes\b[^.\n]{0,20}\bothers\b[^.\n]{0,20}\bno\b|\b(?:might|may)\b[^.\n]{1,40}\b(?:might"
    r"|may) not\b"
    r"|\b(?:could|can|may|might) (?:answer|say|be|reply)[^.\n]{0,20}\byes or no\b"
    r"|\bdepend(?:s|ing)? on\b|\bhängt (?:davon |von \w+ )?(?:\w+ )?ab\b|\bdépend (?:de|du|des|si)\b"
    r"|\bdepende d[eoai]\w?\b"
    r"|\bdipende d\w{1,4}\b|\b(?:entscheiden|prüfen|wissen|beurteilen|klären|sagen), ob\b[^.\n]*"
    r"|\b(?:décider|savoir|déterminer|dire) s(?:i\b|'ils?\b)[^.\n]*|\b(?:decidir|saber|determinar|decir) si\b[^.\n]*"
    r"|\b(?:decidere|sapere|dire|stabilire) se\b[^.\n]*|\b(?:decidir|saber|dizer) se\b[^.\n]*"
    r"|\bapakah\b[^.\n]{0,80}\batau tidak\b|\bcó cần\b[^.\n]{0,40}\bhay không\b|\bзависит от\b|\bhangt (?:\w+ )?af\b"
    r"|\bzależy od\b"
    r"|^\W*it depends\b|\b(?:enough|sufficient|needed|required|necessary|adequate"
    r"|complete) or not\b"
)
_MEANINGS = re.compile(  # "If it means ..., this is enough. If it means ..., it isn't."
    r"(?:^|[.!?;:]\s)\W{0,3}if\b[^.!?;\n]{3,140}[.;,]\s(?:but |and |whereas )?(?:if|otherwise|else)\b[^.!?;\n]{3,140}"
)
_GENERALLY = re.compile(
    r"\b(?:usually|typically|generally|often|in general|commonly|normally|as a rule"
    r"|in (?:many|most|some) (?:cities|countries|towns|places|regions|cases|states|cultures))\b"
)
_OF_THIS = re.compile(
    r"\b(?:i|i'm|i'd|i'll|me|my|we|us|here|yes|no|not|none|please|need\w*|requir\w+|enough|suffic\w+|more|given|shown"
    r"|so|(?:this|given|current) (?:\w+[ -]){0,2}(?:part|view|image|picture|photo|crop|section|half|corner|window"
    r"|tile)s?)\b"
    r"|n't\b"
)


def weighs_meanings(text: str) -> bool:
    """Tell whether a lower-case text decides one way under one condition and the other way under another, no more.

    Example:
        >>> weighs_meanings("if it means puddles, this is enough; if it means damp, it isn't.")
        True
    """
    found = _MEANINGS.search(text) if "if " in text else None
    if found is None or ("enough" not in found.group() and "suffic" not in found.group()):
        return False
    return not any(map(str.isalnum, text[found.end() :]))


_PERHAPS = (
    r"(?:could|may|might|perhaps|maybe|possibly|könnte|vielleicht|peut-être|pourrait|quizás?|tal vez|podría"
    r"|talvez|poderia|forse|potrebbe|misschien|возможно|может)"
)
_ENOUGH_OR_NOT = re.compile(  # "it could be enough, it could also be too little"
    rf"\b{_PERHAPS}\b[^.;!?\n]{{0,40}}\b(?:enough|suffic\w+|do|reich\w+|genüg\w+|genug|ausreich\w+|suffi\w*|assez"
    rf"|basta\w*|sufici\w+|genoeg|хват\w+|достаточно)\b[^!?\n]{{0,20}}?\b{_PERHAPS}\b[^.;!?\n]{{0,40}}"
    r"(?:\b(?:not|too little|insufficient|nicht|zu wenig|pas|trop peu|no|poco|non|não|pouco"
    r"|niet|te weinig|не|нет|мало)\b|n't\b)[^.,;!?\n]{0,25}[.!]?"
)


def may_be_enough_or_not(text: str) -> bool:
    """Tell whether a lower-case text ends by saying that the view may be enough and may be too little.

    Example:
        >>> may_be_enough_or_not("it could be enough, it could also be too little.")
        True
    """
    found = _ENOUGH_OR_NOT.search(text)
    return found is not None and not any(map(str.isalnum, text[found.end() :]))


def talks_generally(text: str) -> bool:
    """Tell whether a lower-case text says what is usually so, and nothing of the view at hand or what it needs.

    Example:
        >>> talks_generally("whether a road is wet can be inferred from reflections. these are usually found below.")
        True
    """
    return _GENERALLY.search(text) is not None and _OF_THIS.search(text) is None


CONSIDERED = re.compile(  # what was thought of and not done: "I was about to say no. But ..."
    r"\b(?:was|were|am|felt) (?:about|going|inclined|tempted|ready|tending) to [^.;,\n]{1,80}"
    r"|\b(?:at first(?! (?:sight|glance|look))|initially|my first (?:thought|impulse|instinct|idea)|i first thought"
    r"|i (?:had )?(?:first )?thought(?: of)?"
    r"|needless to say|if\b[^.;\n]{1,60}\b(?:were|was|had)\b[^.;\n]{0,40}?\b(?:i'd|i would|it would|you'd)"
    r"|(?:one|you|someone|people|a viewer) (?:might|may|could) (?:well |also |perhaps |even )?(?:wish|want|like|ask"
    r"|hope|be curious)"
    r"|i (?:could|might|may) (?:also )?(?:ask|say|want|request))\b(?:(?!\sbut\b|\syet\b)[^.;,\n]){0,80}"
)
