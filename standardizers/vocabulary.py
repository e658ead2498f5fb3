"""The words by which replies introduce, prefer and reject an option: data for `standardizers.stance`.

All words are lower-case, as `standardizers.text.plain` and `str.lower` leave them.
"""

from __future__ import annotations

import re

from .cued import Cued
from .text import fold


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(text).split())


ANSWERS = _words(
    """
    answer answers ans solution conclusion verdict choice selection pick response result output prediction guess
    decision
    winner réponse respuesta resposta risposta antwort ответ відповідь odpowiedź odpověď cevap yanıt svar svaret vastaus
    antwoord jawaban jawabannya válasz răspuns răspunsul απάντηση উত্তর उत्तर الإجابة الجواب תשובה תשובתי คำตอบ án wahl
    choix elección elegida escolha scelta выбор вибір keuze pilihan wniosek lösung ergebnis solución solução soluzione
     final fazit şık şıkkı target
    """
)
"""Nouns that stand for the answer: an option behind "<noun> is" or "<noun>:" is announced."""

QUALITIES = _words(
    """
    correct right best chosen selected appropriate suitable final preferred bonne correcta correcto correta correto
    richtige
    richtig corretta giusta правильный правильная верный верная rätt rätta juiste doğru benar beste poprawna prawidłowa
    správná جيدة الصحيحة الصحيح सही
    """
)
"""Adjectives that make "the ... option is" an announcement."""

MOST = _words(
    """
    most more best better longest longer highest higher greatest greater strongest stronger likeliest likelier largest
    plus  más mais meist meisten stärker stärkste am auffälligste auffälliger auffälligsten salienter
    salienteste più самый наиболее более больше bardziej najbardziej mer mest meer meest fazla paling lebih dominant
    dominates winner wins maior maiores mayor maggiore größte größten längste längsten längere longtemps più
    """
)

COPULAS = _words(
    """
    is are be was were = : -> being remains become becomes corresponds correspond matches est es é è ist sind wäre sería
    seria sarebbe serait является это jest je adalah là är er on este είναι है হল هي هو היא คือ lautet lauten soit
    sea seja sia fosse foi fue fut était war waren var byl była był было stato stata era será sarà sera
    """
)

FILLERS = _words(
    """
    that it it's its this is be would should must will can has have  most likely probably definitely clearly simply
    just indeed the a an as option options letter label number object item region box point view image list scanpath
    subject candidate one ones los las bounding fixation area alternative scan path set sequence participant person's
    lettre opción opção opzione вариант объект буква буквой buchstabe objekt objet objeto oggetto
    la el le l die der das dem den il lo los o os un une una uno um uma ein eine das l'option l'objet l'opzione
    l'oggetto l'élément l'opció alternativa
    letra lettera litera seçenek seçeneği विकल्प opcja opsi variante namely i.e ie also
    obviously easily certainly surely perhaps maybe still now then exactly marked labeled labelled called named tagged
    """
)
"""Words that may stand between a cue and the option."""

CHOOSES = _words(
    """
    choose chose chooses choosing pick picks picked picking select selects selected selecting prefer prefers preferred
    say guess answer leaves leaving leave favor favour favors favours expect follow follows submit  wähle
    wählen nehme
    choisis choisirais elijo elegiría escolho escolheria scelgo sceglierei выбираю выберу выбрал wybieram kies väljer
    direi diría diria dirais dirías chọn pilih memilih seçerim seçiyorum
    opt lean leaning seleccionaría seleccionaria selectionne sélectionne seleziono seleciono seleccionar
    """
)
"""Verbs whose object is announced."""

BELIEVES = _words(
    "think believe say guess suppose reckon feel assume estimate denke glaube crois pienso creo acho credo думаю"
)
"""Verbs of opinion: "I think B", but not "I think B is large"."""

PREPOSITIONS = {
    "with": _words("go going went gone stick sticking stay settle settled conclude answer"),
    "for": _words("opt opting opted vote voting go going settle settled argue plump tend tends"),
    "on": _words("settle settled decide decided bet land landed focused fixed fixated resting rests falls fixating"),
    "towards": _words("lean leaning leans inclined tend tending tilt points point"),
    "toward": _words("lean leaning leans inclined tend tending tilt points point"),
    "in": _words("confident"),
    "to": _words(
        "vote drawn belongs belong attracted corresponds correspond lean leaning leans inclined tend point boils"
        " change changing changed switch switching switched revise revising update updating"
    ),
    "of": _words("favor favour"),
    "de": _words("trata s'agit agit"),
    "di": _words("tratta"),
    "um": _words("handelt sich"),
    "für": _words("entscheide entscheiden entscheidet mich"),
    "por": _words("optaría optaria opto inclino decanto iría iria inclinaria decantaría"),
    "pour": _words("opte opterais penche pencherais vote"),
    "per": _words("opto opterei propendo"),
}
"""Prepositions that introduce the answer, with the verbs that they need in the three words before."""

GAZE = _words(
    """
    look looks looking looked gaze gazes gazing stare stares staring glance glances glancing directed peering focused
    fixated
    gaze's eyes turned pointing oriented facing focusing
    """
)
"""Verbs of gaze: what is behind their "at" or "towards" is announced as the target."""
GAZE_AT = frozenset(("at", "to", "toward", "towards", "on", "onto", "into"))
POINTS = _words(
    "marks highlights encloses outlines surrounds indicates circles frames points encircles marking highlighting"
)
"""Verbs between a visual prompt and the option that it marks: "the dot marks B"."""
PROMPTS = _words(
    "dot arrow box circle contour mask point scribble marker highlight outline rectangle oval ellipse triangle line"
    " prompt"
)
WATCHES = _words(
    "watching watches facing faces regarde guarda mira mirando olha olhando betrachtet observa observe fixates "
    "observing "
    "смотрит kijkt tittar"
)
"""Verbs of gaze with an object of their own."""
LOOKS_ABROAD = {
    **dict.fromkeys(("auf", "zu", "zum", "zur"), _words("blickt schaut sieht guckt gerichtet blick starrt")),
    **dict.fromkeys(
        ("a", "al", "hacia", "verso", "para", "vers", "в", "на", "ao", "naar", "på", "au"),
        _words(
            "mira mirando guarda guardando olha olhando regarde dirigida rivolto tourné смотрит взгляд kijkt "
            "tittar dirige"
        ),
    ),
}

CONCLUDES = _words(
    "so therefore thus hence consequently finally overall accordingly ergo i.e. namely conclusion ultimately "
    "eventually pressed forced daher deshalb also somit folglich donc "
    "ainsi luego entonces portanto logo quindi dunque perciò tanto lanto поэтому следовательно итак значит dlatego"
)
CORRECTS = _words(
    "actually wait no correction edit sorry scratch rather instead hmm oops sondern sino nein non mean meant revised"
)
DOUBTS = _words("cannot can't couldn't unable impossible unclear unsure sorry insufficient")
UNDONE = _words(
    """
    not isn't wasn't aren't don't doesn't can't cannot won't wouldn't less least than second third other incorrect wrong
    neither nor if whether either never nicht kein keine pas non не ni wenn si если least-salient worst
    false alternative question
    """
)
DENIES = _words(
    """
    not cannot nor neither never than except unlike without excluding whether non nicht kein keine keinen pas не
    incorrect
    wrong eliminate eliminates eliminated eliminating exclude excluded discard rule rejects reject isn't wasn't don't
    doesn't
    wouldn't can't aren't ni als que чем che unlikely
    """
)

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
_MORE_CJK = fold(
    r"(?!より|に比べ|보다|不如|不及|没有)[^.\n;!?,]{0,14}?(?:最|更|比较|比較|較|较|还要|一番|もっとも|もっと|の方が"
    r"|のほうが|가장|더|훨씬)[^.\n;!?]{0,10}?"
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
    r"(?:(?:(?:(?:box|object|option|point|list|scanpath|area|region|path)s?|which|that)\s)?(?:clearly "
    r"|definitely |easily |really "
    r"|therefore |thus |also |simply |probably |likely |obviously |then |still )?"
    r"(?:is|was|are|has|have|had|seems?|appears?|looks?|would|should|must|will|could|may|might|can|stands?"
    r"|attracts?|draws?"
    r"|catch(?:es)?|grabs?"
    r"|makes?|fits?|matches|receives?|gets?|pops?|wins?|dominates?|likely|captures?|comes?|holds?|ranks?|shows?"
    r"|to be|as)\b"
    r"(?P<between>[^.\n;!?]{0,60}?)\b(?:correct\b|right (?:answer|choice|option)|(?:the|best"
    r"|my) (?:final )?(?:answer|choice|option|pick"
    r"|winner)\b"
    r"|(?<=stands )out|(?<=stand )out|(?<=pops )out|first\b(?=[ ,.](?:in saliency|in salience|place|$))"
    r"|(?:most|more|higher|highest|greater|greatest|longer|longest|better|best|likeliest|stronger"
    r"|strongest)(?: [\w-]{1,20}){0,2}?"
    rf" (?:{SALIENT})\b"
    r"|(?:like (?:an? )?(?:real )?(?:human|person|people)|human|natural|realistic|convincing|lifelike|likeliest"
    r"|most likely)"
    r"\s?(?:[.,;!]|$)"
    r"|(?:closer|closest|similar|more like|most like)(?: to)?(?: [\w-]{1,20}){0,3}? (?:natural|human|realistic"
    r"|typical|real|humans?"
    r"|people|reality)\b"
    r"|dominates the\b|(?:stands|jumps|pops) out\b|(?:draws|catches|grabs|attracts) (?:the "
    r"|all )?(?:eyes?|attention|gaze)\b"
    r"|(?:better|best|longest|longer|more) (?:than|among|overall|of)\b|the winner"
    r"|(?:highest|greatest|strongest|longest|best"
    r"|better)\s?(?:[.,;!]|$|because\b|since\b|as\b|due\b|on\b|by\b)|(?<=\bis )(?:right|valid)\s?(?:[.,;!]|$))"
    r"|(?:describes|fits|suits|matches|reflects|summari[sz]es|answers)\b[^.\n;!?]{0,40}?\bbest\b"
    r"|(?:is|are) (?:what|where|who|the one|the thing)\b[^.\n;!?]{0,24}\b(?:looks?|notices?|sees?|eyes?|gaze"
    r"|fixates?)\b"
    r"|best (?:describes|fits|suits|matches|reflects|summari[sz]es)\b"
    r"|(?:attracts?|draws?|catch(?:es)?|grabs?|captures?|holds?|gets?|receives?)\b[^.\n;!?]{0,50}?\b(?:most|more"
    r"|first|best|immediately|longest|strongest)\b"
    r"|(?:beats|outranks|outshines|outweighs|trumps|outperforms)\b|wins\b|(?:clearly |easily )?(?:dominates|prevails)\b"
    r"|(?:is|are|remains?) (?:the (?:only )?(?:one )?)?(?:left over|left standing|remaining)"
    r"\s?(?:[.,;!]|$)"
    r"|it is\s?[.,!]|edges (?:it|out)\b|(?:gets|has|wins) (?:my|the) vote\b|takes (?:it\b|the (?:prize"
    r"|crown|cake|lead|win))"
    r"|is where (?:the|her|his|their|most|people|my)\b"
    r"|[^.\n;!?]{0,90}?(?:\b(?:makes|making|renders)\s(?:it|this(?: \w{1,12})?)|\b(?:so|thus|therefore"
    r"|hence),? (?:it|this)(?:'s| is| should be| must be))\s"
    r"(?:\w{1,12}\s){0,2}?(?:the )?(?:most|more|best|likeliest|first|winner|answer)\b"
    rf"|(?:ist|est|es|é|è|é a|является|jest|är|is)\s(?P<abroad>(?:\w{{2,14}}\s){{0,3}}?){_ABROAD_MORE}|{_ABROAD_MORE})",
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
    r"(?:(?:is|was)\s[^.,;\n]{0,30}?\b(?:can be |should be )?(?:excluded|ruled out|eliminated|discarded)\b"
    r"|(?:(?:which|that)\s)?(?:is|was|are|seems|appears|looks|would be|can be|could be|option is|ist|est|es|é"
    r"|è)\s(?:\w{1,20}\s){0,2}?"
    r"(?:not|incorrect|wrong|less|least|false|eliminated|ruled out|excluded|out|unlikely|impossible|nicht|falsch"
    r"|weniger|pas|moins|no"
    r"|incorrecta|menos|não|meno|non)\b(?! (?:only|just|necessarily))"
    r"|(?:is|was|does|do|can|could|would)n't\b|cannot\b|can not\b|does not\b|can be (?:ruled|excluded|eliminated"
    r"|discarded)"
    r"|(?:'s(?: [\w-]{1,20}){0,3}?\s)?(?:is|are|seems?|appears?|looks?)\b[^.\n;!?]{0,50}?\bless (?:salient"
    r"|prominent|noticeable|appropriate|plausible|natural|likely|realistic|typical|consistent|striking"
    r"|eye-catching|suitable)"
    r"|(?:is|are|seems?|looks?|appears?)\s(?:(?:quite|rather|very|too|highly|just|pure|mere|totally"
    r"|completely)\s)?(?:implausible"
    r"|unnatural|unrealistic|random|noise|erratic|inhuman|artificial)\b"
    r"|(?:attracts|draws|receives|gets|has) (?:much |far |the )?(?:less|least)\b|loses\b|falls short|menos\b"
    r"|\s?(?:では(?:な|あり)|じゃな|不是|不对|不正确|不如|不及|排除|错误|이 아니|가 아니|은 아니))",
    re.IGNORECASE,
)
MARK_AFTER = re.compile(
    r"[\])}\"']{0,3}\s{0,2}(?:[.:)|?-]|->){0,3}\s{0,2}(?:(?P<right>[✅✓✔☑🟢👍]|(?:correct|right|true|yes|richtig|正确"
    r"|correcto|correct\.)(?=\s*(?:[.:\n|,;(!-]|$)))"
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
    r"|misread|mistaken|i was wrong|hold on|hang on|typo|let me think|eigentlich|korrektur|moment|en fait"
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
COPULA_AFTER = re.compile(
    r"[\])}\"']{0,2}(?:\s?(?:में\s)?(?:है|हैं|हो|হল|হবে|است|ہے)|'?\s?(?:şıkkı|seçeneği)?'?[dt][iıuü]r\b)", re.IGNORECASE
)
"""Copulas of the languages that put them behind the option."""
POSITIVE_AFTER = re.compile(
    rf"[\])}}\"']{{0,3}}(?:'s)?(?: [\w-]{{1,20}}){{0,3}}? (?:is|are|looks?|seems?|appears?|feels?)"
    rf"(?: (?:\w{{2,14}}ly|very|quite|so|more|rather|the|a)){{0,2}} (?:{SALIENT})\b",
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
