"""Patterns at, before and behind an option that prefer or reject it: data for `standardizers.stance.stance`."""

from __future__ import annotations

import re

from ..text.cleaning import fold
from ..text.cued import Cued
from .vocabulary import _words

SALIENT = (
    r"salient|salien[ct]y|salience|prominen\w{1,4}|notic\w{2,6}|strik\w{1,4}|eye-catching|attent\w{1,6}|likely"
    r"|appropriate|plausible"
    r"|natural\w{0,2}|realistic|reasonable|human-?like|human|typical|conspicuous|suitable|consistent|duration"
    r"|viewing|fixation|dwell"
    r"|answer|choice|option|fit|match|convincing|credible|outstanding|dominant|important|visible|attractive"
    r"|attractor|correct|weight"
    r"|standout|compelling|time|long|distinct\w{0,4}|relevant|closely|sense|believable|logical|coherent|obvious"
    r"|significant|saliently|scor\w{1,3}|rating|value|probabilit\w{1,3}|confidence|focus|focal"
)
"""What the most or more of makes an option the answer."""

_ABROAD_MORE = (
    r"(?:am |der |die |das |la |le |el |il |o |a )?(?:auffällig(?:er|ste|sten|ere)|salienter|dominanter"
    r"|prominenter|(?:le |la |el |il |o |lo )?"
    r"(?:plus|más|mais|più|более|наиболее|самый|bardziej|najbardziej|mest|mer|meer|meest) \w{3,20}"
    r"|заметнее|выделяется|sticht|fällt|zieht|destaca|ressort|spicca|attire|atrae|attira|llama|chama|привлекает"
    r"|(?:die |la |a |правильный )?"
    r"(?:richtige|bonne|correcta|correta|corretta|सही|doğru(?:dur)?|ответ|antwort|respuesta|réponse"
    r"|resposta|risposta))\b"
)
_ADVERB = r"(?!hardly|barely|scarcely|rarely|nearly|seemingly|supposedly|allegedly|formerly)\w{3,14}ly "
_SEEMS_ABROAD = (
    "(?:выглядит|кажется|смотрится|представляется|виглядає|wirkt|scheint|erscheint|klingt|parece|luce|resulta|semble"
    "|paraît|sembra|pare|appare|risulta|wydaje się|lijkt|oogt|verkar|virker|ser|görünüyor|tampak|terlihat)"
)
_ABROAD_BETTER = (  # comparatives in one word
    r"(?:\w{3,16}[её]е|лучше|правдоподобнее|\w{4,16}(?:licher|scher|bler|barer|typischer)|besser|passender|"
    r"mejor|melhor|meilleur\w?|migliore|mieux|meglio|lepsz[ya]|beter|bättre|bedre)\b"
)
_MORE_CJK = fold(
    r"(?!より|に比べ|보다|不如|不及|没有)[^.\n;!?,\u3002]{0,14}?(?:最|更|比较|比較|較|较|还要|一番|もっとも|もっと|の方が"
    r"|のほうが|가장|더|훨씬)[^.\n;!?\u3002]{0,10}?"
    r"(?:显著|顯著|突出|醒目|显眼|顯眼|引人|吸引|注目|合理|合适|合適|自然|符合|可能|长|長|久|目立|目を|顕著|適切|妥当"
    r"|눈에|두드러|적절|길|오래|현저|돋보)"
)
ANSWERS_CJK = fold(
    r"[\s\])}\"']{0,3}(?:(?:选项|選項|组|組|列表|项|項)?(?:是|为|為|就是|才是)?(?:正确|正確|最佳)?(?:的)?(?:答案|正确"
    r"|正確)"
    r"|を選|だと思|と考え|が正解|が答え|が適切|이\s?정답|가\s?정답|를\s?선택|을\s?선택|번?입니다\s?(?:[.!]|$)"
    r"|번\s?[.!]?$|です\s?(?:[.!]|$)"
    r"|胜出|勝出|が一番|の方が目立|सही (?:उत्तर|विकल्प|है))"
)
PREFERRED_AFTER = re.compile(
    r"[\])}\"']{0,3}(?:'s(?: [\w-]{1,20}){0,4}?)?\s{0,2}(?:\([^()\n]{0,60}\)\s{0,2}"
    r"|[(\[]?\d?\.\d[\d.,\s]{1,36}[)\]]?\s{0,2})?,?\s{0,2}"
    r"(?:(?:with|in|on|at|near|from|wearing|holding|being|due|because|thanks|,)\s[^.;\n!?()\[\]]{0,50}?[\s,])?"
    r"(?:(?:(?:(?:box|object|option|point|list|scanpath|area|region|path)s?|which|that)\s)?"
    rf"(?:{_ADVERB}|therefore |thus |also |likely |then |still )?"
    r"(?:is|was|are|has|have|had|seems?|appears?|looks?|would|should|must|will|could|may|might|can|stands?"
    r"|attracts?|draws?"
    r"|catch(?:es)?|grabs?"
    r"|makes?|fits?|matches|receives?|gets?|pops?|wins?|dominates?|likely|captures?|comes?|holds?|ranks?|shows?"
    r"|to be|as)\b"
    r"(?P<between>[^.\n;!?]{0,60}?)\b(?:correct\b|right (?:answer|choice|option)|(?:the|best"
    r"|my) (?:final )?(?:answer|choice|option|pick"
    r"|winner)\b"
    r"|the (?:only |really |clearly )?(?:plausible|realistic|believable|credible|convincing|human-?like|genuine|salient"
    r"|eye-catching|prominent|dominant|conspicuous) (?:one|list|sequence|scanpath|path|option|choice|candidate)\b"
    r"|(?<=stands )out|(?<=stand )out|(?<=pops )out|first\b(?=[ ,.](?:in saliency|in salience|place|$))"
    r"|(?:most|more|higher|highest|greater|greatest|longer|longest|better|best|likeliest|stronger"
    r"|strongest)(?: [\w-]{1,20}){0,2}?"
    rf" (?:{SALIENT})\b"
    r"|(?:like (?:an? )?(?:real )?(?:human|person|people)|human(?:-?like)?|natural|realistic|convincing|lifelike"
    r"|likeliest"
    r"|most likely)"
    r"\s?(?:[.,;!]|$)"
    r"|(?:closer|closest|similar|more like|most like)(?: to)?(?: [\w-]{1,20}){0,3}? (?:natural|human|realistic"
    r"|typical|real|humans?"
    r"|people|reality)\b"
    r"|dominates the\b|(?:stands|jumps|pops) out\b|(?:draws|catches|grabs|attracts) (?:the "
    r"|all )?(?:eyes?|attention|gaze)\b"
    r"|(?:better|best|longest|longer|more) (?:than|among|overall|of)\b|the winner"
    r"|(?:highest|greatest|strongest|longest|best"
    r"|better)\s?(?:[.,;!]|$|because\b|since\b|as\b|due\b|on\b|by\b)|(?<=\bis )(?:right|valid"
    r"|preferable)\s?(?:[.,;!]|$))"
    r"|(?:describes|fits|suits|matches|reflects|summari[sz]es|answers)\b[^.\n;!?]{0,40}?\bbest\b"
    r"|(?:is|are) (?:what|where|who|the one|the thing)\b[^.\n;!?]{0,24}\b(?:looks?|notices?|sees?|eyes?|gaze"
    r"|fixates?)\b"
    r"|best (?:describes|fits|suits|matches|reflects|summari[sz]es)\b"
    r"|(?:attracts?|draws?|catch(?:es)?|grabs?|captures?|holds?|gets?|receives?)\b[^.\n;!?]{0,50}?\b(?:most|more"
    r"|first|best|immediately|longest|strongest)\b"
    rf"|(?:{_ADVERB})?(?:beats|outranks|outshines|outweighs|trumps|outperforms|outdoes|surpasses|eclipses|overshadows"
    r"|overpowers|wins|dominates|prevails)\b"
    r"|(?:is|are|remains?) (?:the (?:only )?(?:one )?)?(?:left over|left standing|remaining)"
    r"\s?(?:[.,;!]|$)"
    r"|it is\s?[.,!]|edges (?:it|out)\b|(?:gets|has|wins) (?:my|the) vote\b|takes (?:it\b|the (?:prize"
    r"|crown|cake|lead|win))"
    r"|comes out (?:on top|ahead|first|best|as the)\b|tops the (?:list|ranking)\b"
    r"|is where (?:the|her|his|their|most|people|my)\b"
    r"|[^.\n;!?]{0,90}?(?:\b(?:makes|making|renders|consider|find|judge|rate|deem)\s(?:it|this(?: \w{1,12})?)"
    r"|\b(?:so|thus|therefore"
    r"|hence),? (?:it|this)(?:'s| is| should be| must be))\s"
    r"(?:\w{1,12}\s){0,2}?(?:the )?(?:most|more|best|likeliest|first|winner|answer)\b"
    rf"|(?:ist|est|es|é|è|é a|является|jest|är|is|{_SEEMS_ABROAD})\s(?P<abroad>(?:\w{{2,14}}\s){{0,3}}?){_ABROAD_MORE}"
    rf"|{_SEEMS_ABROAD}\s(?P<seems>(?:\w{{2,14}}\s){{0,2}}?){_ABROAD_BETTER}|{_ABROAD_MORE})",
    re.IGNORECASE,
)
"""An option's predicate that makes it the answer, matched where the option's mention ends."""
PREFERRED_AFTER_CJK = re.compile(rf"[\])}}\"'\s]{{0,3}}(?:{_MORE_CJK}|{ANSWERS_CJK})")
BESIDE_AFTER_CJK = re.compile(  # what a mention is only a landmark of: "椅子旁边的地板上", "椅子の横に", "의자 옆에"
    r"的?(?:旁邊?|旁边|附近|[左右前后後]面?(?:侧|側|边|邊|方)?)|の(?:横|隣|そば|近く)(?:に|の|で)"
    r"|\s(?:옆|근처|곁)(?:에|의)"
)
THAN_AFTER_CJK = re.compile(fold(r"[\s\])}\"']{0,3}(?:より|に比べ|に対し|보다)"))
REST_EXCLUDED = re.compile(
    r"[^.\n;!?]{0,60}?\b(?:excluded|wrong|incorrect|ruled out|eliminated|impossible|discarded|out|false"
    r"|background|dull|plain|irrelevant|less)\b",
    re.IGNORECASE,
)

REJECTED_AFTER = re.compile(
    r"[\])}\"']{0,3}\s{0,2}(?:\([^()\n]{0,60}\)\s{0,2})?"
    r"(?:(?:implausible|unnatural|unrealistic|unconvincing)\b|(?:is|was)\s[^.,;\n]{0,30}?\b(?:can be "
    r"|should be )?(?:excluded|ruled out|eliminated|discarded)\b"
    r"|(?:(?:which|that)\s)?(?:is|was|are|seems|appears|looks|would be|can be|could be|option is|ist|est|es|é"
    r"|è)\s(?:\w{1,20}\s){0,2}?"
    r"(?:not|incorrect|wrong|less|least|false|eliminated|ruled out|excluded|out|unlikely|impossible|nicht|falsch"
    r"|weniger|pas|moins|no"
    r"|incorrecta|menos|não|meno|non)\b(?! (?:only|just|necessarily))"
    r"|(?:(?:também|tampoco|auch|aussi|anche|ook|тоже) )?(?:não|nicht|non|niet|нет|inte|ikke)(?=\s?(?:[.,;!]|$))"
    r"|(?:is|was|are|does|do|can|could|would)n't\b|cannot\b|can not\b|does not\b|can be (?:ruled|excluded|eliminated"
    r"|discarded)"
    r"|(?:'s(?: [\w-]{1,20}){0,3}?\s)?(?:is|are|seems?|appears?|looks?)\b[^.\n;!?]{0,50}?\bless (?:salient"
    r"|prominent|noticeable|appropriate|plausible|natural|likely|realistic|typical|consistent|striking"
    r"|eye-catching|suitable)"
    r"|(?:is|are|seems?|looks?|appears?)\s(?:(?:quite|rather|very|too|highly|just|pure|mere|totally"
    r"|completely)\s)?(?:implausible"
    r"|unnatural|unrealistic|random|noise|erratic|inhuman|artificial)\b"
    r"|(?:is|are|was|were)\s(?:little|nothing|hardly|barely|scarcely|not much) more than\b"
    r"|(?:is|are|was|were|has|have|lies?|looks?|seems?)\b[^.;!?\n]{0,70}[,;]\s(?:so|and|hence|thus|which is why) "
    r"(?:(?:i|we)(?:'d|'ll| can| could| would| will)? (?:\w{1,10} )?(?:rule|dismiss|discard|exclude|eliminate|discount"
    r"|set) (?:it|them)\b|(?:it|they) (?:can|could|may) be (?:dismissed|discarded|excluded|eliminated|discounted"
    r"|ruled out|set aside|ignored)\b)"
    r"|(?:attracts|draws|receives|gets|has) (?:much |far |the )?(?:less|least)\b|loses\b|falls short|menos\b"
    r"|\s?(?:では(?:な|あり)|じゃな|不是|不对|不正确|不如|不及|排除|错误|이 아니|가 아니|은 아니)"
    r"|\s(?:को |की ओर |की तरफ |पर )?नहीं(?!\w)|\sdeğil\b)",
    re.IGNORECASE,
)
MARK_AFTER = re.compile(
    r"[\])}\"']{0,3}\s{0,2}(?:[.:)|?-]|->){0,3}\s{0,2}(?:(?P<right>[✅✓✔☑🟢👍]|(?:correct|right(?!, (?:on|in|at|near"
    r"|by|beside)\b)|true|yes|richtig"
    r"|正确|correcto|correct\.)(?=\s*(?:[.:\n|,;(!-]|$)))"
    r"|(?P<wrong>[❌✗✘✖🔴👎❎]|(?:x|no|not? correct|not|incorrect|wrong|false|excluded|eliminated|ruled out|falsch|错误"
    r"|不正确|incorrecto|✕)(?=\s*(?:[.:\n|,;(!-]|$))))",
    re.IGNORECASE,
)
MARK_BEFORE = re.compile(
    r"(?:(?P<right>[✅✓✔☑🟢👍]|\[x\])|(?P<wrong>[❌✗✘✖🔴👎❎]|\[ \]))\s{0,2}[\[(\"']{0,2}$", re.IGNORECASE
)
MARKS = Cued(
    r"[✅✓✔☑🟢👍❌✗✘✖🔴👎❎✕]|\[x\]|\b(?:in)?correct|\bwrong|\bright|\bfalse|\btrue|\bno\b|\byes\b|正确|错误|richtig"
    r"|falsch",
    re.IGNORECASE,
)
RIGHT_MARKS = frozenset("✅✓✔☑🟢👍")
WRONG_MARKS = frozenset("❌✗✘✖🔴👎❎")

CUE_CJK = re.compile(
    fold(
        r"(?:(?:उत्तर|উত্তর|คำตอบ(?:ที่ถูกต้อง)?)(?:\s?(?:है|คือ|:|হল))?|(?:正确|正確|最终|最終|最佳|合适"
        r"|适合)?(?:的)?(?:答案"
        r"|正确选项|正確選項|选择|選擇|回答|答え?|正解|解答|结论|結論|정답|답변?|결론|정답은)"
        r"(?:应该|應該|应当|应|應)?(?:就|便)?(?:是|为|為|选|選|は|:|은|는|이|가)?"
        r"|(?<![挑备候])[选選](?:择|擇|定|取|了)*|倾向于?|傾向於?|觉得是|认为是|应该是|應該是|判断为|应为|應為|确定为"
        r"|确定是"
        r"|(?:看|盯|望|注视|注視)(?:着|著|向|的是)"
        r"|最(?:能|受|为|具|引|吸|显|突|醒|可能)[^.,;\n]{0,12}?(?:的)?(?:是|为)"
        r"|(?:より|最も|最|更|가장|더)(?:为|具|有|加)?(?:显著|顯著|突出|醒目|显眼|合适|合適|合理|适切|適切|目立つ"
        r"|顕著|符合"
        r"|引人注目|적절한|두드러진|눈에 띄는)[^.,;\n]{0,12}?"
        r"(?:是|为|為|は|:|은|는))"
        r"(?:选项|選項|组|組|第|オプション|选择肢|選択肢|物体|物體|옵션|보기|선택지|图中|的)?[\s\"'(\[:*]{0,4}$"
    )
)
CONCLUDES_CJK = re.compile(
    fold(
        r"(?:因此|所以|综上(?:所述)?|總之|总之|于是|故|よって|従って|したがって|따라서|그러므로)[,、 ]{0,2}"
        r"(?:应该|应|我)?(?:选|是|为|就是)?"
        r"(?:选项|選項)?[\s\"'(\[:]{0,3}$"
    )
)
LESS_THAN_CJK = re.compile(fold(r"(?:不如|不及|没有)(?:选项|選項)?[\s\"'(\[]{0,3}$"))
DENIED_CJK = re.compile(fold(r"(?:不是|而非|而不是|并非|不选|不選|아닌|比|除了)(?:选项|選項)?[\s\"'(\[]{0,3}$"))
DENIED_ABROAD = re.compile(  # "und nicht auf den Ballon": a negation right before an option, its preposition between
    r"(?<!\w)(?:nicht|pas|non|ni|no|não|nao|nem|не|ні|ни|nie|ani|ne|není|niet|geen|inte|ikke|varken|bukan"
    r"|không phải(?: là)?|chứ không|و?ليست?|ولا|لا|ולא|לא|nem|sem|όχι|ούτε|nici|nu(?= (?:la|spre|pe) )"
    r"|ไม่ใช่|ไม่ได้มอง)[ '](?:(?:auf|an|in|zu|nach|den|dem|der|die|das|eine?[nmr]?|au|aux|à|sur|vers|le|la|les|une?|du|de"
    r"|des|el|los|las|una|al|hacia|para|os?|as?|ao|um|uma|il|lo|gli|verso|alla|allo|на|в|у|к|за|na|w|ku|naar|het|een|op|på"
    r"|mot|mod|til|det|et|ke|pada|sebuah|quả|chiếc|cái|một|إلى|στο[νη]?|στην|το[νη]?|την|spre|pe|az|egy)[ ']){0,3}"
    r"[\"(\[]?$|(?:ไม่ใช่|ไม่ได้มอง)$",
    re.IGNORECASE,
)

FAILS = re.compile(
    r"\b(?:no image|image (?:is |was )?(?:not|missing|unavailable)|(?:could|can) ?not be (?:loaded|opened"
    r"|read|found|displayed)|failed to (?:load|open|process|fetch|download)|out of memory|traceback|runtimeerror"
    r"|valueerror|timed? ?out|http error"
    r"|(?:please|could you) (?:provide|upload|attach|share|resend))\b",
    re.IGNORECASE,
)
"""What a reply says in which no image was read at all."""
CORRECTION = Cued(
    r"\b(?:actually|wait|scratch that|strike that|correction|corrected|edit|edited|on second thoughts?"
    r"|on reflection|on second look"
    r"|reconsider\w{0,5}|re-?check\w{0,4}|re-?examin\w{1,4}|let me correct|i mean|i meant|sorry|no,|hmm"
    r"|never ?mind|my mistake|oops|apologies"
    r"|in fact|change my|looking again|looking (?:more )?closely|looking closer|(?:up)?on closer"
    r"|(?:up)?on further|update|revised|revise"
    r"|but no(?=\s?[:,;])|misread|mistaken|i was wrong|hold on|hang on|typo|let me think|eigentlich|korrektur|moment"
    r"|en fait"
    r"|en realidad|corrección|perdón|na verdade"
    r"|correção|in realtà"
    r"|correzione|на самом деле|точнее|поправка|исправление|wacht|egentligen)\b"
    r"|更正|不对|不對|等等|等一下|稍等|其实|其實|修正|仔细|訂正|いや|待って|実は|아니|다시|정정|사실",
    re.IGNORECASE,
)

MAKES = _words("makes making make marks marking renders rendering crowns puts")
"""Verbs between which and "the ..." an option is concluded: "that makes B the natural focus"."""
AFTER_MAKES = re.compile(r"[\])}\"']{0,3}\s(?:as\s)?(?:the|my|our|most|more|stand)\b", re.IGNORECASE)
CORRECTED_AFTER = re.compile(
    r"[\])}\"']{0,3}\s?[,(-]{1,2}\s?(?:typo|sorry|corrected|correction|i mean|i meant|rather)\b", re.IGNORECASE
)
"""What follows an option that replaces the one before: "A ... B (typo)"."""
CONCLUDED_AFTER = re.compile(
    r"[\])}\"']{0,3},?\s(?:then|after all|final answer|it is)\s?[.!)]{0,2}\s*(?:\n|$)", re.IGNORECASE
)
CLEFT_BEFORE = re.compile(
    r"\b(?:c'est|es|é|è|ist es|it is|it's)\s(?:(?:donc|bien|alors|pues|entonces|então|portanto|quindi|dunque"
    r"|therefore|thus)\s)?"
    r"(?:sur|en|em|su|in|auf|bei|on|at|à|a|por|no|na|al)\s(?:[^\W\d_]{1,9}\s){0,2}[(\[\"']{0,2}$",
    re.IGNORECASE,
)
CLEFT_BEHIND = re.compile(
    r"[\])}\"']{0,3},?\s(?:que|qu'|où|donde|onde|dove|che|wo|that|where)\s[^.\n]{0,30}\b(?:regard|mirada|olhar|sguardo|blick"
    r"|gaze|eyes?|yeux|ojos|olhos|occhi|fixation|attention|atención|atenção|attenzione|aufmerksamkeit|person\w{0,2}"
    r"|observat\w{1,3}|viewer|observador|osservatore)\b",
    re.IGNORECASE,
)
"""What frames an option in "C'est donc sur D que le regard s'est posé"."""
COPULA_AFTER = re.compile(
    r"[\])}\"']{0,2}(?:\s?(?:में\s)?(?:है|हैं|हो|হল|হবে|است|ہے)|'?\s?(?:şıkkı|seçeneği)?'?[dt][iıuü]r\b)", re.IGNORECASE
)
"""Copulas of the languages that put them behind the option."""
POSITIVE_AFTER = re.compile(
    rf"[\])}}\"']{{0,3}}(?:'s)?(?: [\w-]{{1,20}}){{0,3}}? (?:is|are|looks?|seems?|appears?|feels?)"
    rf"(?: (?:\w{{2,14}}ly|very|quite|so|more|rather|the|a)){{0,2}} (?:{SALIENT})\b"
    r"|[\])}\"']{0,3} is the (?:biggest|largest|brightest|closest|nearest|sharpest|clearest|boldest|tallest"
    r"|most (?:central"
    r"|colou?rful|vivid|isolated|detailed|contrast\w*))\b",
    re.IGNORECASE,
)
"""A quality that makes the only option of a reply its answer ("A's scanpath is typical")."""
COMPARED_AFTER = re.compile(
    r"[\])}\"']{0,3}(?:'s(?: \w{1,20}){0,3}?)? (?:clearly |definitely |also )?(?:is|are|was|has|have|had"
    r"|shows?|looks?|seems?"
    r"|appears?|sits?|stands?)(?: (?:a|the|much|far|clearly|slightly|a bit|significantly|visibly|noticeably|even))?"
    r" (?:more|higher|greater|stronger|better"
    r"|(?!(?:under|over|after|never|either|rather|another|other|neither|her|however|together|water|paper|inner|outer"
    r"|less|lower|weaker|smaller)\b)[a-z]{3,9}er)\b(?P<rest>[^.\n!?]{0,60})",
    re.IGNORECASE,
)
"""A comparison that an option wins: "has higher contrast", "is farther"."""
PLAYED_DOWN = re.compile(
    r"[\])}\"']{0,3} (?:is|are|shows|has|contains|covers)(?: (?:just|only|merely|simply|mostly|mere|nothing but"
    r"|no more than|little more than)\b)",
    re.IGNORECASE,
)
HEDGES = re.compile(
    r"\b(?:not (?:\w{1,12} )?(?:sure|certain|confident)|hard to (?:say|tell)|difficult to (?:say|tell)|unsure|unclear"
    r"|i guess|just a guess|my best guess)\b",
    re.IGNORECASE,
)
"""Doubt that does not take an answer back."""
