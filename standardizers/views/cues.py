"""Phrases by which statements about views choose, conclude, correct, hedge or say none: data for `view_phrases`.

All patterns are applied to lower-case English text; repeats are bounded so that matching is linear.
"""

from __future__ import annotations

import re

from ..text.cued import Cued
from ..text.patterns import hoisted
from .mentions import CARDINAL, NOUN

SPEAKS_OF_VIEWS = re.compile(rf"\b(?:{NOUN}|all)\b")
STATEMENT_END = re.compile(
    r"(?:[.!?](?=[\s\"')\]]|$)|[;\n]"
    r"|:(?=\s(?:the )?(?:parts?|tiles?|views?)\s\d{1,2}(?:(?:,\s|\sand\s)\d{1,2}){0,9}\s(?:shows?|contains?|only|has"
    r"|have)\b))\s*"
)
LIST_LINE = re.compile(
    rf"\W{{0,6}}(?:(?:the |and ){{0,2}}(?:(?:{NOUN}|no|number)\b|\d|upper|lower|top\b|bottom|left\b|right\b|first"
    rf"|second|third|fourth))"
)

NONE = re.compile(
    hoisted(
        r"\b(?:resolution|size|quality|scale) (?:already )?(?:suffices|is (?:\w{1,8} )?(?:enough|sufficient|fine|ok"
        r"|okay|good))\b|"
        rf"^\W{{0,12}}(?:(?:answer|response|part|selected|selection|needed|my answer|the answer)s?\s?(?:is|are|:"
        rf"|=)?\W{{0,4}})?(?:none|nothing|null|nil|n/?a|no|0 parts?|zero|not (?:needed|necessary"
        rf"|required))(?: not)?\s?(?:not needed|needed"
        rf"|required|necessary|at all|of them|part|is needed|are needed)?\W*$"
        rf"|^\W{{0,12}}(?:none|nothing|null)\b(?=\s{{0,3}}(?:[,;:(-]|because|since|as\b|is\b|are\b|needed|required|of\b"
        rf"|needs?\b|part|not\b))"
        rf"|^\W{{0,12}}no\b(?=\s{{0,3}}[,;:-][^.!?]{{0,120}}\b(?:zoom\w*|{NOUN}|need\w*|necessary|visible|clear\w*"
        rf"|legible|readable"
        rf"|read|see|seen|details?|enough|image|picture|resolution|overview|that's all|nothing|none)\b)"
        rf"|\bnone (?:of (?:the|them|these|those)|not|are|is)\b|\bnone (?:{NOUN}|needed|zoom\w*)\b|\b(?:needed|answer:?"
        rf"|select(?:ion)?:?) none\b"
        rf"|\bno (?:(?:further|more|additional|other|extra|specific|particular|single|image|detailed"
        rf"|closer) ){{0,2}}(?:{NOUN}|zoom(?:ing|ed)?(?:[ -]in)?|selection|magnification|close-?up|look|inspection"
        rf"|enlargement)\b[^.;]{{0,60}}\b(?:needed?|required?|necessary|must|need|helpful|relevant)"
        rf"|\bno (?:{NOUN}|zoom(?:ing|ed)?(?:[ -]in)?|need|enlarging|magnification)\b(?=\W*$|\s(?:to zoom|for (?:zoom"
        rf"|any|a closer)|to (?:look|check|see)))"
        rf"|(?:\b(?:not|cannot|never|without|no need|not needed|unnecessary|needless)"
        rf"|n't)\b[^.;]{{0,30}}\b(?:any (?:of the |more |further |other |additional |specific )?(?:{NOUN}|zoom\w*"
        rf"|of them)|zoom(?:ing|ed)?)\b"
        rf"|\bzoom(?:ing)?(?: in)?(?: \w{{1,12}}){{0,3}} (?:is|are|would be|seems) (?:not|un)\s?(?:needed|required"
        rf"|necessary)\b|\bzoom(?:ing)?(?: in)? (?:is|are) unnecessary\b|\bzoom(?:ing)?(?: in)? isn't (?:needed"
        rf"|required|necessary)\b"
        r"|\b(?:the )?(?:full|whole|overall|original|entire|current|small|given) (?:image|picture"
        r"|view)(?: \w{1,12}){0,3} (?:is|are|seems|provides|shows|gives|has|contains)(?: \w{1,12}){0,3} (?:enough"
        r"|sufficient|adequate|suffices)"
        r"|\b(?:full|whole|overall|original|entire) (?:image|picture) (?:already )?(?:suffices|is enough)"
        r"|\bzoom(?:ing)?(?: in)? (?:would|will|does|could|can)(?:n't| not) (?:really )?(?:help|add|change|be (?:of"
        r"|any|useful|necessary))\b"
        r"|\b(?:the )?(?:overview|thumbnail|full view) (?:already )?(?:suffices|is (?:\w+ )?(?:enough|sufficient"
        r"|clear enough))\b"
        r"|\bcan (?:already )?answer (?:\w{1,10} ){0,2}(?:directly )?(?:from|with|using) (?:the )?(?:full|whole"
        r"|overview|entire"
        r"|given|current|original)\b"
        r"|\b(?:closer|detailed|second|further) look (?:is not|isn't|is un|would not be|wouldn't be)\s?(?:needed"
        r"|required|necessary)\b"
        r"|\bcan (?:already )?be answered (?:directly |already )?(?:from|with|without|using)\b[^.;]{0,30}\b(?:full"
        r"|whole|zoom|without)"
        rf"|\bno (?:single |further |other )?{NOUN} (?:has|have|needs?|ought) to be (?:zoom\w*|viewed|inspected|seen"
        rf"|shown)\b"
        rf"|\bno {NOUN} (?:must|should) be (?:zoom\w*|viewed|inspected|shown)\b"
        r"|\bnothing (?:needs|has) to be (?:zoomed|enlarged|magnified)|\bnot needed all the part\b"
        r"|^\W{0,9}not needed\b(?![^.]*\d)|\bnot needed\W*$"
        r"|\b(?:image|picture|photo) is (?:already |quite )?(?:clear|large|big|legible|sharp) enough\b"
        r"|[,:;-]\s?(?:so |hence |therefore |thus )?(?:the answer is )?none\W*$"
        r"|\bzoom(?:ing)?(?: in)? (?:isn't|is not) (?:needed|required|necessary|called for|helpful|useful)\b"
    )
)
_OR = (
    r"(?:\s?/\s?|\W{1,3}(?:or|oder|ou|o|u|или|або|of|eller|czy|lub|nebo"
    r"|veya|ya da|atau|hoặc|ή|או|أو|یا|या|หรือ)(?: maybe)?\s)"
)
_NO_PART = (
    r"(?:none|nothing|no parts?|keine[rsn]?|nichts|aucune?|rien|ningun[oa]|nada|nenhuma?|nessun[oa]|niente|ни одной"
    r"|нет|ничего"
    r"|geen(?: enkele)?|ingen|inga|żadna|nic|žádná|hiçbiri|tidak ada|không)"
)
NO_CHOICE = re.compile(  # "none or 5"
    rf"^\W{{0,4}}(?:(?:answer|part|the|parts)\W{{1,3}}){{0,2}}(?:{_NO_PART}{_OR}(?:\w{{1,8}}\s){{0,2}}\d{{1,2}}"
    rf"|(?:part )?\d{{1,2}}{_OR}{_NO_PART})\W*$"
    r"|\b(?:each|all|every\w*) (?:of \w+ )?(?:also )?(?:accepts?|allows?|permits?|supports?) [\"']?none\b"
)
WEAK_NONE = re.compile(r"\b(?:other|others|further|more|additional|rest|remaining|else)\b")
OF_OTHERS = re.compile(r"\b(?:the|all) (?:others?|rest|remaining)\b")
FINAL = re.compile(
    hoisted(
        rf"\b(?:final answer|answer|response|final selection|selections?|decision(?=\s?[:=])|(?:my|final"
        rf"|best) (?:choice|pick|decision)"
        rf"|final decision|(?<!first )(?<!second )(?<!third )choice|conclusion|output|result"
        rf"|selected(?: {NOUN})?(?: numbers?)?"
        rf"|selected numbers?(?: of parts?)?"
        rf"|(?:numbers? of (?:the )?|the |needed |required |relevant |necessary |chosen "
        rf"|best ){{1,3}}{NOUN}(?: numbers?)?(?= (?:i|that|which|to|you|needed|required|must|we)\b)[^\d.;:\n]{{0,80}}?"
        rf"|(?:needed|required|relevant|necessary|chosen|best|important|key|essential) {NOUN}(?: numbers?)?(?: here)?"
        rf"|(?<!no )(?<!other ){NOUN} (?:that are |i |to be )?(?:needed|required|selected|chosen|wanted"
        rf"|zoomed)(?=\s?:))"
        r"\s{0,2}(?:would be|should be|must be|is|are|:|=|->)(?!\s{0,2}(?:not|in|located|visible|clearly|shown"
        r"|likely)\b)"
        rf"|\bneeded (?:the |de |der |del )?{NOUN}\s?(?:is|are|:|=|shows?|est|ist|sind|es|son|é|è)?(?=\s{{0,3}}\d)"
    )
)
CONCLUDES = re.compile(
    r"^\W{0,6}(?:and )?(?:so|therefore|thus|hence|consequently|accordingly|finally|overall|in conclusion|in summary"
    r"|to sum up|conclusion|as a result|altogether|in short)\b"
    r"|\b(?:what (?:remains|is left)|what's left|(?:that|this|which) leaves|left with|the only one left)\b"
    r"|[,;-]\s{0,2}(?:and )?(?:so|therefore|thus|hence|consequently)\b|\btherefore\b"
)
CHOOSES = re.compile(
    r"\b(?:needs?|needed|needing|requir(?:es?|ed|ing)|must|necessary|essential|crucial|cho(?:ose|osing|se|sen)"
    r"|select(?:ed|ing|s)?|pick(?:ed|ing)?|zoom(?:ing|ed)?"
    r"|focus(?:ing)?|relevant|useful|helpful|sufficient|enough|suffices?|should|want(?:ed)?|would like"
    r"|go(?:ing)? (?:with|for)|opt(?:ing)? for|inspect(?:ing)?|key|vital|decisive"
    r"|prefer(?:red|s)?|use(?= (?:only |just )?(?:part|view|\d|the (?:upper|lower|left|right)))"
    r"|important|best|please|let's (?:take|use|pick|choose|go)|i take|i'd take|answer lies|show me|give me"
    r"|let me see|let's (?:see|look|zoom|check)|i would (?:check|look|take"
    r"|use|see|examine|view)|i'd (?:check|look|take|use|see|examine|view|like)"
    r"|i (?:will|'ll) (?:check|look|take|use|see|examine|view)|i'll (?:check|look|take|use|see|examine|view)"
    r"|i (?:think|guess|believe)(?= (?:(?:it's|it is|the) )?(?:part |view |no )?\d)|i(?:'d| would) say"
    r"|used to answer|contains? the (?:answer|information|relevant|key|needed)|worth|look at \d)\b"
)
CORRECTS = re.compile(
    r"^\W{0,6}(?:but )?(?:oh|oops|hmm|hm|wait|actually|correction|no(?=, )|sorry|scratch that|on second thoughts?"
    r"|let me (?:correct|revise|rethink|reconsider)|rather|i mean|i meant|my mistake|edit|revised|i take that back"
    r"|in truth|in reality|having looked again|after (?:checking|looking|reviewing))\b"
    r"|\b(?:wait|actually|scratch that|i mean|i meant|on second thoughts?|correction|let me correct|sorry|no(?=, ))\b"
)
ADDS = re.compile(r"\b(?:also|too|additionally|as well|in addition|furthermore|plus|besides|likewise)\b")
REFERS = re.compile(
    r"^\W{0,6}(?:it|they|this|these|that|both|so it|so they|so this|therefore it|thus it|this one|this part"
    r"|these parts)\b"
    r"|\b(?:take|choose|select|pick|use|need|inspect|go with|zoom (?:in )?(?:in)?to) (?:it|that|this|these|those"
    r"|them)(?: (?:one|ones|part|parts|view|views))?\W*$"
)
CONDITION = Cued(r"^\W{0,6}(?:if|whether|unless|when)\b|\bwhether\b|\bwould be if\b|\?\s*$")
UNSURE = re.compile(
    hoisted(
        r"\b(?:torn|undecided|hesitat\w+|not sure|unsure|uncertain|can(?:no|')t (?:\w{1,10} )?(?:tell|determine|decide"
        r"|say|see|identify|assist"
        r"|help|provide|choose|select)|cannot (?:\w{1,10} )?(?:tell|determine|decide|say|see|identify|assist|help"
        r"|provide|choose|select)"
        r"|(?:may|might|could|can|should) (?:well )?be (?:in|on|at) (?:one|some|any|either) of"
        r"|unable to|not able to|impossible to (?:tell|say|decide)|don't know|do not know|either|hard to (?:say"
        r"|tell)|could be any"
        r"|i(?:'m| am) (?:very )?sorry|sorry,? (?:but )?i (?:can|could|am|don)|apologi[sz]e)\b"
    )
)
_FIRST_DOUBTS = re.compile(  # "I am not sure that it is legible, but zoom into 3 please"
    r"(?:^|(?<=[.!?;\n]\s)|(?<=\n))\W{0,4}(?:(?:i|we)(?:'m| am|'re| are| was| were)? )?(?:honestly |really |still )?"
    r"(?:not"
    r" (?:quite |really |entirely |at all )?(?:sure|certain)|unsure|uncertain|undecided|torn|doubt"
    r"|(?:it(?:'s| is) )?(?:a bit |rather |quite |very )?(?:hard|difficult|tricky|tough|not easy) to (?:say|tell|see"
    r"|know|judge)"
    r"|(?:can(?:not|'t)|can not) (?:really |quite |fully )?(?:tell|be (?:sure|certain)))\b"
    r"(?! (?:which|what one|between|whether|if|where))[^.;!?\n\d]{0,100}?,\s?(?:but|still|yet|so|however),?\s"
    r"(?=[^.!?\n]*\b(?:zoom|parts?|tiles?|views?|look|check|enlarge|choose|want|need|take|pick|show|inspect|keep|shift)\b)",
    re.IGNORECASE,
)
FAILED = re.compile(
    hoisted(
        r"\b(?:error|(?<!one )(?<!the )(?<!only )(?<!single )(?<!sole )exception(?! of\b)|traceback|failed to"
        r"|out of memory|timed? ?out|could ?n[o']t (?:be )?(?:load|open|read"
        r"|decode|process)\w*|could not (?:be )?(?:load|open|read|decode|process)\w*|cannot (?:load|open|read|decode)"
        r"|unable to (?:load|open|read|decode|process|view|see)"
        r"|status code|http|no image (?:was|is|has)|image (?:was )?not (?:found|provided|attached)|i (?:don't|do not"
        r"|cannot|can't) (?:see|view) (?:any|an|the) image|api)\b"
    )
)
ASIDE = re.compile(  # "(3 tables)"
    r"\((?:about |only |with )?\d{1,3} (?!(?:and|or|is|are|has|have|shows?|contains?|only|to|not|because|needed|part"
    r"|no|does?|in)\b)[a-z][^()\n]{0,60}\)"
)
ADDRESS = re.compile(r"\b\w{2,8}://\S+")
ALL_KEPT = re.compile(  # "none of the parts can be left out"
    rf"\b(?:none|nothing|no {NOUN})(?: of (?:the |these |those )?(?:{NOUN}|them|these))? (?:can|may|should|must) be"
    r" (?:omitted|skipped|left out|ignored|dropped|excluded|discarded|missing)\b"
)
LAST_LINE = re.compile(
    rf"(?<![:=])[ \t]{{0,40}}\n{{1,40}}[\s#>=]{{0,8}}"
    rf"(?=(?:{NOUN}\s)?\d{{1,2}}(?:(?:\s?[,&]\s?|\sand\s)\d{{1,2}}){{0,15}}\W{{0,3}}\Z)"
)
CONSIDERED = re.compile(  # "I first thought of 1, but": what follows counts
    r"\b(?:i (?:had )?first (?:thought|considered|wanted|looked|chose|picked)|at first(?: glance)?,? i (?:thought"
    r"|wanted|considered)"
    r"|my first (?:thought|guess|idea|impulse|choice)(?: was| is)?|i(?:'d| would have| was) (?:going|about|tempted"
    r"|inclined"
    r"|have liked) to)\b[^.;:\n]{0,60}?(?=,|\sbut\b|\syet\b)(?=[^\n]*\d)"
)
ALL_LEGIBLE = re.compile(
    r"\b(?:everything|all)(?: of it)? (?:can|is|are)\b(?: \w{1,12}){0,3} (?:read|legible|visible|clear|readable|seen)\b"
)
PREPOSED = re.compile(
    r"\b(?!(?:the|part|tile|view|section|image|selected|my|right|correct|needed|required|relevant|only"
    r"|best)\b)[a-z]{2,15}"
    r" (?:number|no) is \d{1,2}\W*$|\b(?:in|at|about|around|by|after|before|since|over|till?) \d{1,2}\W*$"
)  # "mates in 2"
UNWANTED = re.compile(  # "Parts not needed: 1, 2"
    rf"(?:(?<=[\n.;,] )|(?<=\n)|^)\W{{0,4}}(?:(?:the )?{NOUN} (?:(?:that|which) (?:are|is) )?)?(?:not (?:needed"
    rf"|required|relevant|necessary|useful|used"
    rf"|selected)|unnecessary|irrelevant|useless|excluded|ignored?|skip(?:ped)?|discarded|dropped)(?: {NOUN})?\s?:\s?"
    r"((?:\d{1,2}(?:\s?[,;&]\s?|\sand\s|-)?){1,16})(?=\W*(?:$|\n|[.;(]))",
    re.MULTILINE,
)
IN_NUMBER = re.compile(  # "in 6 there is a board", "the board lies in 6 and 7."
    r"\b(?:is|are|lies?|appears?|visible|seen|found|located|shown|stands?|hangs?|sits?|continues?|extends?|spans?"
    r"|only|split"
    r"|divided|spread|distributed|partly)\s(?:in|into|across|over|between|among)\s(?P<list>\d{1,2}(?:(?:\s?[,&]\s?"
    r"|,?\sand\s)\d{1,2}){0,15})(?=\s?(?:[.;:()\n]|$|,? (?:because|so|while|but)\b))"
    r"|\bin (?P<one>\d{1,2})(?=,? (?:there|i|we|one|you|the)\b)"
)
ASKED_BACK = re.compile(  # "1? 2? 3?", "Should I choose 5?"
    r"^\W*(?:should|shall|do|does|is|are|which|what|am|was)\b[^.!\n?]{0,80}\d\s?\?\W*$"
    r"|\d\s?\?[^\d?]{0,40}\d\s?\?"
    r"|\b(?:which|what)\b[^.!?\n]{0,60}\b(?:would you like|do you (?:want|prefer|mean)|(?:should|shall"
    r"|may) i)\b[^.!?\n]{0,60}\?\W*$",
    re.IGNORECASE,
)
COUNTED_LIST = re.compile(  # "the sign runs over two tiles: 1, 2"
    r"\b((?:tiles|parts|views|sections|quadrants|pieces|cells|ones|them|these)\b[^.:;\n\d]{0,60}:[ \t]{0,2})"
    r"(?=(?:\d{1,2}(?:\s?[,&]\s?|,?\sand\s)){0,15}\d{1,2}\s?(?:[.;(\n]|$))"
)
ONLY_NUMBERS = re.compile(  # a whole sentence: "only 3", "just 2 and 4"
    r"\W{0,4}(?:so |that leaves |and )?(?:only|just|solely|simply)\s(?:\d{1,2}(?:\s?[,&]\s?"
    r"|,?\sand\s)){0,15}\d{1,2}\W{0,3}"
    r"|\W{0,4}(?:and )?\d{1,2} (?:alone )?(?:remains|is left|would do|will do|suffices|it is)\W{0,3}"
)
REMARK = re.compile(  # "(1 and 2 are only sky)"
    r"\s\(((?:the )?(?:(?:parts?|tiles?|views?|no) )?\d{1,2}\b(?! of\b)[^()\n]{0,60}"
    r"\b(?:is|are|shows?|has|have|only|contains?)\b[^()\n]{0,100})\)"
)
_ENLARGE = re.compile(
    r"\b(?:(?P<ing>(?:enlarg|magnify|expand)ing|blowing up)|(?P<ed>(?:enlarg|magnifi|expand)ed|blown up)"
    r"|(?P<noun>enlargements?|magnifications?|close-?ups?)|(?:enlarge|magnif(?:y|ies)|expand|blow up)s?)\b"
)
LAST_COLON = re.compile(  # the last sentence: "One enlargement will do: tile 3."
    r"(?:^|(?<=[.!?\n]))[^.!?\n:\d]{6,160}:\s{0,3}(?P<list>[^:.!?\n]{1,60})[.!]?\s*\Z"
)
DISCARDS = re.compile(
    r"^\W{0,6}(?:(?:so )?(?:i|we|you|one)(?:'d| can| could| would|'ll| will| may)?(?: also| safely| therefore)? )?"
    r"(?:discard|ignore|skip|drop|omit|exclude|leave out|rule out|eliminate|scratch|remove|forget(?: about)?)\b"
    r"|^\W{0,6}(?:and )?not (?:parts? |tiles? |views? )?\d"
)
LAST_ARROW = re.compile(rf"\s?[=-]{{0,1}}->\s?(?=(?:{NOUN}\s)?\d[\d\s,&]{{0,20}}\W{{0,3}}\Z)")
HEDGED = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|may|could|seems?|looks?|appears?|at first|tempting|interesting)\b"
)
SUBORDINATE = re.compile(
    r"^\W{0,6}(?:(?:although|though|even though|even if|while|whereas)\b[^,.;]{1,120},\s"
    r"|unless\b[^,.;]{1,120},\s"
    r"|between\b[^,.;]{1,40}\band\b[^,.;]{1,30},\s"
    r"|if (?:i |we |you )?[^,.;:]{0,40}\b(?:pick|choose|select|only one|just one|had to|forced"
    r"|one can be)\b[^,.;:]{0,40}[:,]\s"
    r"|(?:so as |in order )?to (?:see|tell|check|know|decide|determine|find out) (?:whether|if)\b[^,.;]{1,120},\s)"
    r"|[,\s]\s?\bunless\b[^.;]{1,120}$"
)
OTHERS = re.compile(
    rf"\b(?:the |all )?(?:other|remaining|every other|each other) (?:{CARDINAL}|ones?|{NOUN})\b"
    r"|\bthe (?:others|rest)\b|\ball others\b|\b(?:everything|anything|all) else\b"
)
EXCEPT_THAT = re.compile(  # "all of them but that one"
    rf"\b(?:all|every\w*|each|any)\b[^.;:\d]{{0,40}}\b(?:but|except(?: for)?|other than|apart from|besides"
    rf"|save(?: for)?"
    rf"|excluding|minus) (?:for )?(?:that|this|those|these|it|them)(?: (?:ones?|two|three|{NOUN}))?\b"
)
LAST_ONE = re.compile(  # where all other views are ruled out
    rf"\b(?:the|that|this) (?:only )?(?:remaining|last) (?:one|{NOUN})\b|\b(?:one|{NOUN}) (?:that is |that's "
    rf"|which is )?"
    r"(?:left|remaining|that remains|which remains)\b|\bwhat(?:'s| is) left\b|\bwhat remains\b"
)
ONLY_DENIED = re.compile(
    r"\bonly\b.{1,30}\b(?:unnecessary|not needed|irrelevant|not necessary|useless|not required|excluded)\b"
)
ONLY_CHOSEN = re.compile(
    r"\b(?:choose|take|pick|select|need|use|want)s? only\b|\bonly (?:need|choose|take|pick|select|use|want|zoom)\b"
)
KEYED = re.compile(r"\W{0,4}[a-z ]{3,20}:\s?(?:part )?\d{1,2}\W{0,3}")
BOTH = re.compile(r"\b(?:both|the two|all of them|all three)\b")
HOW_MANY = re.compile(rf"^\W{{0,4}}{CARDINAL}\s?[:(-]\s?(?={NOUN}\s?\d)")


LAYOUT = re.compile(
    r"\b(?:divided|split|numbered|partitioned|cut) (?:in ?to|from|into|\d)\b|\d (?:is|means|being) the (?:upper"
    r"|lower)[ -](?:left"
    r"|right) (?:part|view)\b"
)


def as_zooming(text: str) -> str:
    """Return lower-case text with other words for zooming ("enlarge", "magnified") in forms of "zoom"."""
    if not any(word in text for word in ("enlarg", "magnif", "expand", "blow", "close")):
        return text
    forms = {"ing": "zooming", "ed": "zoomed", "noun": "zooming", None: "zoom"}
    return _ENLARGE.sub(lambda match: forms[match.lastgroup], text)


def without_first_doubts(text: str) -> str:
    """Return a text without the doubts from which a sentence turns to what it wants.

    Example:
        >>> without_first_doubts("I'm not sure that it helps, but zoom into 3.")
        'zoom into 3.'
    """
    return _FIRST_DOUBTS.sub("", text) if "," in text else text
