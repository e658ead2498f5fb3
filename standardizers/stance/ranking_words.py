"""Words by which replies rank, join, tie and restate options: data for `standardizers.orders.rankings`."""

from __future__ import annotations

import re

from ..text.cued import Cued

_SALIENT = (
    r"(?:salient|prominent|noticeable|striking|eye-catching|conspicuous|attention-grabbing|important|dominant|obvious"
    r"|visible|attractive|distinctive|significant|outstanding)"
)
_ORDINALS = (
    "first 1st|second 2nd runner-up|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th"
    "|tenth 10th"
)
_OTHER_ORDINALS = (
    "erste[rns]? erst|zweite[rns]? zweitauffälligste[rn]? zweit|dritte[rns]? drittauffälligste[rn]?"
    " dritt|vierte[rns]?|fünfte[rns]?",
    "premier première|deuxième second seconde|troisième|quatrième|cinquième",
    "primero primera primer|segundo segunda|tercero tercera tercer|cuarto cuarta|quinto quinta",
    "primeiro primeira|segundo segunda|terceiro terceira|quarto quarta|quinto quinta",
    "primo prima|secondo seconda|terzo terza|quarto quarta|quinto quinta",
    "pertama|kedua|ketiga|keempat|kelima",
    "eerste eerst|tweede|derde|vierde|vijfde",
    "birinci|ikinci|üçüncü|dördüncü|beşinci",
    r"pierwsz\w{1,3}|drugi\w{0,3} druga drugą|trzeci\w{0,3}|czwart\w{1,3}|piąt\w{1,3}",
    r"перв\w{2,3}|втор\w{2,3}|трет\w{2,4}|четв[её]рт\w{2,3}|пят\w{2,3}",
    r"перш\w{2,3}|друг\w{2,3}|треті\w{1,3}|четверт\w{2,3}|п'ят\w{2,3}",
    r"prvn\w{1,3}|druh\w{1,3}|třetí\w{0,2}|čtvrt\w{1,3}|pát\w{1,3}",
    "första|andra|tredje|fjärde|femte",
    "første|andre anden|tredje|fjerde|femte",
    "الأول الأولى|الثاني الثانية|الثالث الثالثة|الرابع الرابعة|الخامس",
    "पहल|दूसर|तीसर|चौथ|पाँचव पांचव",
)
ORDINAL: dict[str, int] = {}
for _line in (_ORDINALS, *_OTHER_ORDINALS):
    for _rank, _words in enumerate(_line.split("|"), 1):
        for _word in _words.split():
            ORDINAL.setdefault(re.split(r"[\[\\]", _word)[0], _rank)
_ORDINAL_WORDS = "|".join(
    sorted((word for line in (_ORDINALS, *_OTHER_ORDINALS) for word in re.split(r"[ |]", line)), key=len, reverse=True)
)
_NO_RANK = (  # "au premier plan", "por primera vez", "a third of the width": depth, time and shares
    r"half|plan|plano|piano|plane|planie|плане|план|vordergrund|vez|vezes|fois|volta|mal|time|times|raz|раз|few"
    r"|floor|storey|story|étage|stock|planta|andar|этаж|этаже|rangée|fila|reihe|ряд|ряду|hand|person"
    r"|of (?:the|its|their|his|her|my|this) (?:\w+ )?(?:width|height|area|frame|image|picture|photo|photograph|scene"
    r"|size"
    r"|surface|screen|canvas|space|time|body|field|half)"
    r"|(?:on|from|at) the (?:left|right)|von (?:links|rechts)|(?:à|de) (?:gauche|droite)"
    r"|(?:\d{1,4}|hundred|\w{3,6} hundred) (?:ms|milliseconds|seconds)"
)
_HAN_RANKS = "一二三四五六七八九十"
LAST = 99

# These four are applied to lower-case text, which is faster than to ignore the case.
# What gives an option its rank. "second most salient" is read before "most salient".
RANK = Cued(
    rf"\b(?P<ordinal>{_ORDINAL_WORDS})\b(?![\s-](?:object|box|option|region|candidate|item|bounding|image|list|row"
    rf"|choice"
    r"|glance|look|sight|let|we|i|step|consider|note|of all"
    rf"|{_NO_RANK})\b)"
    rf"(?:[\s-](?:place|position|rank|most|{_SALIENT})){{0,3}}"
    r"|\b(?:rank(?:ed|s|ing)?|place|position|pick|number|no\.?|#|at|platz|rang|puesto|место)(?:\s(?:is|of|as|at"
    r"|number|in))?\s?[:#=]?\s?"
    r"(?P<digit>\d{1,2})\b(?![.,]\d|%)"
    r"|\bthứ\s(?P<viet>nhất|hai|ba|tư|năm)\b"
    rf"|第(?P<han>[{_HAN_RANKS}\d])|(?P<han_digit>\d)\s?(?:位|番目|번째|위\b)"
    rf"|(?P<last>\b(?:the\s)?(?:least(?:\s(?:visually\s)?{_SALIENT})?|last(?!\sbut)|lowest|bottom(?:\sof"
    rf"|(?=\s?[:,=]))|weakest"
    r"|(?:only )?at the (?:very )?end|(?:ends?|finish(?:es)?) (?:up )?(?:at|on|with)|least of all"
    r"|at the (?:very )?bottom(?! (?:of the (?:image|picture|photo|frame|scene)|left|right))|das schlusslicht"
    r"|passe inaperçue?"
    r"|ganz unten(?! (?:links|rechts|i[mn]|auf)\b)|en queue\b|in fondo(?! a)|ferme(?:nt)? la marche|chiude"
    r" la (?:fila|lista"
    r"|classifica)|cierra la (?:lista|marcha|fila"
    r"|clasificación)|fecha a (?:lista|fila)|bildet den schluss|rounds (?:things"
    r"|it|the list) off"
    rf"|trails|brings up the rear|(?:fades|blends|melts|disappears) into|(?:barely|hardly|scarcely) (?:visible"
    rf"|noticed|noticeable|salient)"
    r"|only at the end|(?:remains|is left(?: over)?)(?=\s?[.\n]|$)|(?:finish(?:es)?|ends?|closes|concludes"
    r"|rests) (?:up )?(?:at|on|with|in))\b"
    r"|\b(?:am (?:wenigsten|unauffälligsten|unscheinbarsten|schwächsten)|zuletzt"
    r"|zum schluss|zu guter letzt|pour finir|para (?:terminar|acabar|finalizar)"
    r"|per (?:finire|ultim[oa])|напоследок|schließlich|letzte[rns]?"
    r"|dernier|dernière|en dernier|le moins|por último|último|última"
    r"|menos|meno|ultimo|por fim|наименее|последн\w{2,3}|en az|terakhir|kém nhất|laatste|minst|tot slot"
    r"|till sist|sist|slutligen|nakonec|naposled|нарешті|останн\w{2,3}|در آخر|در نهایت|آخر|أخيرا"
    r"|לבסוף|ולבסוף|אחרון|τέλος|τελευταίο|til sidst|til slutt|viimeisenä|lopuksi|végül|utolsó|la final|ultimul|na końcu"
    r"|en son|akhirnya|cuối cùng|अंत में)\b|สุดท้าย"
    r"|最不|最后|最後|最低|(?:最も|一番)[^、,.。]{0,9}(?:ませ|ない|なく|低|弱)|가장 (?:낮|덜)|가장[^,.]{0,8}않|마지막)"
    rf"|(?P<first>\b(?:the\s)?(?:(?:most|more)\s(?:visually\s|clearly\s)?{_SALIENT}|most\b(?!\s(?:to|of|likely"
    rf"|people)\b)|highest"
    r"|strongest|top(?=\s?[:,;(]|\spriority|\sspot|\splace)|number one|stands?\sout(?:\sthe)?\smost|dominates"
    r"|comes\sout\son\stop"
    r"|nothing (?:\w+ )?(?:outranks|beats|tops|surpasses|comes before)|(?:beats|outranks|outshines|outdoes|trumps"
    r"|surpasses|dwarfs|dominates|overshadows|tops|comes before|wins over)"
    r"\s(?:all|every\w*|both|any\w*|the (?:others?|rest|remaining))|leads|tops|on top(?! of)|most of all|immediately"
    r"|(?:starts?|begins?) (?:out )?(?:with|at|on|from)|instantly|right away|attracts\sthe\smost"
    r"|draws\sthe\s(?:most|eye))\b"
    r"|\b(?:am (?:auffälligsten|meisten|stärksten)|auffälligste\w?|le plus|la plus|más|mais|più|zuerst|d'abord|наиболее"
    r"|самый|сначала|en (?:belirgin|dikkat|göze|öne|önde|çok)|paling|nổi bật nhất|meest|opvallendste|najbardziej"
    r"|först|mest"
    r"|nejdříve|nejprve|nejvíce?|спочатку|найбільше|найпомітніш\w+"
    r"|ابتدا|اول|أولا|קודם|ראשון|הכי|πρώτα|πρώτο|først|ensin|ensimmäi\w+|eniten|először|első|leginkább"
    r"|mai întâi|primul|önce"
    r"|đầu tiên|पहले|सबसे पहले|najpierw|nejnápadnější|nejvýraznější)\b"
    r"|\bganz oben\b(?! (?:links|rechts|i[mn]|auf)\b)|\ben tête\b|\bin cima\b(?! a)"
    r"|\ben cabeza\b"
    r"|\bat the (?:very )?top\b(?! (?:of the (?:image|picture|photo|frame|scene)|left|right))"
    r"|\blead\b(?=\s?[.,;]|$)|แรก|ที่สุด"
    r"|(?:显著|顯著|突出|醒目|程度|注意力?)[性度]?最(?:高|强|強|大)|最显著|最顯著|最突出|最明显|最醒目|最も|一番|가장|首先|まず)",
)
NEXT = re.compile(
    r"\b(?:followed|then|next|(?:jumps?|moves?|shifts?|drifts?|wanders?|travels?|goes|turns?|drops?|glances?|slides?|falls?|sweeps?|heads?"
    r"|proceeds?|continues?|on) (?:(?:on|down|up|over|across|back) )?(?:to|at|onto|towards?)"
    r"|reach(?:es)?(?=\s[\[(]?[a-z]\b)|settles?|via|later"
    r"|after(?:wards| that)?|subsequently|finally|lastly|behind|trailing|ahead of|before|over"
    r"|danach|dann|gefolgt|folgt|folgen|anschließend|puis|ensuite|suivie?|enfin|luego|después|seguid[oa]|entonces"
    r"|a continuación|depois|em seguida|a seguir"
    r"|poi|dopo|seguit[oa]|infine|затем|потом|далее|наконец|sonra|ardından|lalu|kemudian|ثم|يليه|يليها|इसके बाद|फिर"
    r"|tiếp theo|sau đó|daarna|vervolgens"
    r"|potem|następnie|sedan|därefter|pak|poté|potom|потім|далі|سپس|بعد|אחר כך|אחריו|אחריה|μετά|έπειτα"
    r"|derefter|deretter"
    r"|sitten|seuraavaksi|aztán|majd|apoi)\b|ตามด้วย|ถัดไป|其次|然后|然後|接着|次之|再次|接下来|次に|続いて|続き"
    r"|そして|다음|그\s?다음|뒤를",
)
CLAUSE = re.compile(
    r"[,;!?\n、|]|(?<!\d)\.(?!\d)|\s[-–]\s(?=[A-Z]\b)|\b(?:and|while|whereas|but|with|und|et|y|e|и|och|og|và|και"
    r"|während|tandis|mientras|dan|ve|en(?!\s(?:tête|queue|cabeza|premi|derni|deuxi|troisi|second|prim|segund|terc|últ))|i)\b|而|和"
    r"|(?<=고)\s|(?=\s(?:followed by|then|ثم|puis|luego|después|dann|danach|poi|depois|затем|потом|lalu|kemudian"
    r"|sonra|potem"
    r"|daarna)\b)|(?=其次|然后|接着|最后|次に|最後|(?<![가은는이]\s)그\s?다음|(?<![가은는이]\s)마지막)"
    r"|(?=\s(?:via|(?:jumps?|moves?|shifts?) (?:on )?to)\b)"
)
SENTENCE = re.compile(r"[!?\n]|(?<=[^\d\s])\.(?=\s|$)|[;]|\.\s")
MORE_THAN = re.compile(
    rf"\b(?:is|are|being|looks|appears|seems|stands out|attracts|draws|ranks?|has|would be|comes"
    rf"|also)?\s?(?:clearly |much |far |slightly )?"
    rf"(?:more (?:\w+ )?(?:{_SALIENT}|salience|saliency|attention)|more (?:strongly )?|higher|ahead|above"
    rf"|auffälliger|salienter|plus (?:saillante?|visible)|davantage(?: [\w']{{1,12}}){{0,3}}|plus fort(?:ement)?"
    r"|(?:mehr|meer|mer|plus|più|mais|más|больше|bardziej) (?:(?:la|l'|a|auf|op|die|d') ?)?(?:aufmerksamkeit|aandacht"
    r"|attention|attenzione|atención|atenção|внимания|uwagę|uwagi|aufmerksam|auf\b|op\b|blicke?|regards?|miradas?)"
    r"|stärker (?:hervor|heraus|ins auge|auf)|deutlicher (?:hervor|auf)"
    r"|más (?:destacad[oa]|saliente|prominente|llamativ[oa]|vistos[oa]|visible|notable)"
    r"|mais (?:saliente|destacad[oa]|proeminente|chamativ[oa]|visível|notável)"
    r"|più (?:salient[ei]|evidente|appariscente|vistos[oa]|visibile)|plus (?:frappante?|voyante?|marquante?)"
    r"|заметнее|более (?:заметн|выдел|ярк)\w*"
    r"|stands out more(?: clearly)?|dominates|beats|outranks|overshadows)\s?(?:than|over|of|als|que|di|del|чем)?\b",
)
WORKS = re.compile(  # what will be done or weighed is no ranking yet, even where it speaks of one
    r"\bto (?:rank|order|sort)\b|\bexamin|\blook|\bconsider|\banaly[sz]|\bdepends on\b|\bfactors?\b|\bone by one\b"
    r"|\b(?:para|per|pour|um|om|чтобы) (?:\w+ ){0,6}?(?:ordenar|clasificar|classificar|ordinare|classificare|classer"
    r"|ordonner|hiérarchiser|ordnen|sortieren|einzuordnen|bringen|rangschikken|упорядочить|ранжировать|расположить)\b"
    r"|\b(?:tengo en cuenta|considero|consideremos|analizo|analicemos|miro|vamos a|prendo in considerazione|considero"
    r"|analizzo|levo em conta|considere|analiso|je (?:prends|tiens|considère|regarde)|considérons|examinons"
    r"|berücksichtig|betracht|schau|ich gehe|рассмотр|учит|анализ)"
    r"|考虑|考慮|分析|逐一|依次看|看看|来看|检查|検討|見て|順に|고려|살펴|분석",
    re.IGNORECASE,
)
LESS_THAN = re.compile(
    rf"\b(?:less (?:\w+ )?(?:{_SALIENT}|salience|saliency|attention|than)|less|lower|below|behind|weniger auffällig"
    r"|unauffälliger|weniger|moins|menos|meno|менее|mindre|minder|mniej)\b",
)
TIE = re.compile(
    r"\b(?:about|roughly|nearly|almost|are|is) the same\b|\b(?:compete|vie|fight|contend) for (?:the )?(?:first|top"
    r"|second)"
    r"\b|\bneck and neck\b|\bon (?:a )?par\b|\bshare (?:the )?(?:first|top|second) (?:place|spot|rank|position)\b"
    r"|\b(?:equally|equal(?! to the)|tied?|ties|same (?:level"
    r"|degree|saliency|salience|rank|amount|prominence|importance)|identical"
    r"|(?:hard|difficult|impossible) to (?:compare|separate|distinguish)|no (?:clear )?(?:difference|order"
    r"|ranking)|indistinguishable|similar(?:ly)? salient|(?<!not )(?<!n't )(?<!quite )(?<!nearly )as salient as"
    r"|gleich (?:auffällig|stark|salient)"
    r"|également saillant\w*|aussi saillant\w*|même (?:niveau|saillance)|igual(?:mente|es)? (?:de )?(?:destacad"
    r"|salient)\w*|mism[oa] (?:nivel|saliencia)"
    r"|ugualmente|identi(?:que|co|sch)\w*|ebenso salient|stess[oa] salien\w*|одинаково|eşit)\b|同样显著|同樣"
    r"|一样显著|同等|相同的显著|[性度]{1,2}(?:都|均|是|也|完全|基本)?(?:相同|一样|一樣|相等|一致|相当)|不相上下|并列"
    r"|同じくらい|똑같이"
    r"|동일하게|[A-Z]\s?[=≈≃~]\s?[A-Z]\b",
    re.IGNORECASE,
)
SHARED = re.compile(
    r"\b[A-Z][\])]?,? (?:and|&) [\[(]?[A-Z][\])]? (?:are|both|share)\b[^.;,\n]{0,30}\b(?:most|least|first|second"
    r"|third|last)\b"
    r"(?![^.;\n]{0,60}\b(?:respectively|order)\b)"
)
LEVEL = re.compile(r"\b(?:high(?:ly)?|medium|moderate(?:ly)?|low|slightly|barely|hardly|extremely)\b", re.IGNORECASE)
UPWARD = Cued(
    r"\b(?:least|lowest|weakest|bottom)\b[^.\n:;]{0,24}\bfirst\b(?=\s?[:,)])|\blow\b[^.\n;]{0,20}\bto high\b"
    r"|\b(?:least|lowest|weakest|smallest)\b[^.\n;]{0,40}\bto (?:the )?(?:most"
    r"|highest|strongest|largest)\b"
    r"|\bfrom (?:the )?(?:least|lowest|weakest)\b(?=\W{0,3}[:,(])|\bascending\b|\bincreasing\b"
    r"|\bbottom[ -]to[ -]top\b|(?<![\s\S])bottom[ -]up\s?:|\b(?:rank|order|list|sort"
    r"|go)\w*\b[^.\n:;]{0,20}\bbottom[ -]up\b|\b(?:in"
    r"|the) reversed? order\b|\bstarting (?:with"
    r"|from) the (?:least|weakest|lowest)\b"
    r"|\bam wenigsten\b[^.\n]{0,30}\b(?:bis|zu)\b|\baufsteigend|\bdu moins\b|\bcroissant\b(?<!dé)|\b(?:menor"
    r"|menos)\b[^.\n]{0,30}\ba(?:l|o)?\s(?:más|mais|mayor|maior)\b"
    r"|\bdal meno\b|\bот наименее\b|\bот менее\b|\bпо возрастанию\b|从低到高|從低到高|由低到高|从最不|升序|低い順"
    r"|낮은 (?:것부터|순)|\bartan\b"
    r"|\b(?:least|lowest|weakest|smallest|weniger|schwächste\w?|moins|menos|menor|meno|наименее|terendah|paling rendah"
    r"|paling tidak|en az|minst|laagste|najmniej|thấp nhất|ít)\b[^.\n;:]{0,30}?(?:->|\b(?:to|bis|zu[mr]?|à|au"
    r"|aux|a|al|ke|до|к|do|tot"
    r"|till|đến)\b)[^.\n;:]{0,24}?\b(?:most|highest|strongest|largest|meisten|stärkste\w?|plus|más|mais|mayor|maior|più"
    r"|наиболее|tertinggi|paling tinggi|paling|en çok|mest|meest|hoogste|najbardziej|cao nhất|nhiều)\b",
    re.IGNORECASE,
)
ANNOUNCED = Cued(
    r"(?:\b(?:answer|order|orders|ordering|ranking|rankings|rank|ranked|sequence|result|output|prediction|should be"
    r"|would be|as follows"
    r"|arranged|sorted|i would rank|i'd rank|listed|listing)\b[^.\n;?!]{0,80}?(?:\b(?:is|are|be|as|follows|like"
    r"|this)\b|:|=|\n)"
    r"|\b(?:should be|would be|answer|ranking|order|ranked|rank (?:them|the objects)|therefore|thus|so|hence|final)\b"
    r"|答案|顺序|順序|排序|排名|排列|順番|順|순서|순위|정답|reihenfolge|rangfolge|antwort|ordre|classement|réponse"
    r"|orden|respuesta|ordem"
    r"|resposta|ordine|risposta|порядок|порядке|ответ|sıralama|urutan|thứ tự|volgorde|kolejność)",
    re.IGNORECASE,
)
RANKING_INTRO = re.compile(
    r"\bmost\b[^.\n]{0,40}\bleast\b|\bleast\b[^.\n]{0,40}\bmost\b|\b(?:rank(?:ing|ed|s)?|order(?:ing|ed)?|sort(?:ed"
    r"|ing)?)\b(?! (?:the|these|them) )"
    r"|\b(?:rank|order|sort) (?:them|these|the [a-z]{3,10}) (?:like this|as follows|thus|this way|in this way)\b"
    r"|\bhighest\b[^.\n]{0,30}\blowest\b|\blowest\b[^.\n]{0,30}\bhighest\b|排序|排名|顺序|順|순위|순서|reihenfolge"
    r"|rangfolge|classement|ordre|orden|ordem"
    r"|ordine|поряд|рейтинг|sırala|urutan|thứ tự|volgorde|kolejność",
    re.IGNORECASE,
)
NAMES_OPTIONS = re.compile(
    r"\b(?:between|among|amongst|about|of|options|objects|choices|from|letters?"
    r"|(?<!settle )(?<!opt )(?<!vote )(?<!go )for|compare|comparing|given|boxes|the|candidates?|labell?ed"
    r"|zwischen|entre|opciones|opções|tra|opzioni|между|e\.g\.|eg|example|not|n't|like|either)(?:[\s:,\[(\"'.]|the"
    r"|are|is|was|options?|objects?|boxes|answer|order|output|format)*$",
    re.IGNORECASE,
)
AS_SUBJECT = re.compile(
    r"[\])\"']{0,2}\s(?:are|were|have|all|both|can|each|could|do|need|show|represent|refer|correspond|contain"
    r"|seem|appear|depends?|var(?:y|ies)|remains? unclear|is (?:unclear|subjective|hard))\b",
    re.IGNORECASE,
)
REMAINING = re.compile(
    r"\b(?:remaining|others?|rest|last|left over|third|remainder|übrige|restante|autre|остальн\w+)\b|剩下|其余|残り"
    r"|나머지",
    re.IGNORECASE,
)
SCORES = Cued(
    r"\b(?:scor(?:e|es|ed)|total(?=:)|rating|ratings|rated|points|weights?|probabilit|confidence|saliency (?:value|of)"
    r"|out of|salienc[ey]:)|%|分|スコア|점수",
    re.IGNORECASE,
)
RANKS = re.compile(r"\brank(?!ing)|place|position|排名|名次|順位|순위|rang\b", re.IGNORECASE)
WORST_IS_ONE = re.compile(
    r"\b1\s?(?:=|is|being|means|for|:)\s?(?:the )?(?:least|lowest)|\b[2-9]\s?(?:=|is|being|means|for"
    r"|:)\s?(?:the )?(?:most|highest)",
    re.IGNORECASE,
)
EITHER = re.compile(
    r"\s?,\s?$|[\])\"'.]{0,2}[,;]?\s(?:(?:and|while|but)\s)?others?\b[\s,:]{0,2}(?:\w{1,7}\s){0,2}[\[(\"']{0,2}$"
    r"|[\])\"'.]{0,2},?\s{0,2}\(?(?:\b(?:or|oder|ou|o|или|або|чи|veya|ya da|lub|albo|nebo|alebo|of|eller"
    r"|hoặc|atau|tai|vagy|sau|ή|או|أو|او|یا)\b|หรือ|या|或者?|または|또는|/)(?:\s(?:perhaps|maybe|else"
    r"|possibly))?\s{0,2}[\[(\"']{0,2}$",
    re.IGNORECASE,
)
# What stands between the first and the last of three, in other languages.
MIDDLE = re.compile(
    r"\b(?:au milieu|entre les deux|entre (?:los|las) dos|entre [oa]s d(?:oi|ua)s|tra i due"
    r"|mittel|mittig|in der mitte|dazwischen|en (?:el )?medio|en (?:el )?centro|no meio|ao meio"
    r"|nel mezzo|in mezzo"
    r"|в середине|посередине|между ними|w środku|pośrodku|in het midden|i mitten|di tengah|ở giữa|ortada|arada"
    r"|uprostřed"
    r"|في الوسط|बीच में|در وسط|באמצע|στη μέση|midden)\b|中间|中間|居中|真ん中|중간|가운데",
    re.IGNORECASE,
)
# Parts of words without one of which the patterns of the same name find nothing in ASCII text: quick tests before them.
_TIE_PARTS = (
    "ompete",
    "vie ",
    "fight",
    "contend",
    "neck",
    "par",
    "share",
    "qual",
    "tie",
    "same",
    "dent",
    "no ",
    "ndist",
    "simil",
    "as s",
    "hard",
    "diff",
    "imposs",
    "=",
    "~",
    "leich",
    "auss",
    "igual",
    "mism",
    "stess",
)
_UPWARD_PARTS = (
    "low",
    "east",
    "west",
    "weak",
    "small",
    "bottom",
    "revers",
    "ending",
    "crea",
    "wenig",
    "auf",
    "moins",
    "croiss",
    "menor",
    "meno",
    "artan",
    "rendah",
    "schw",
    "paling",
    "minst",
    "laag",
    "najmniej",
    "en az",
)


_MAY_TIE = Cued("|".join(map(re.escape, _TIE_PARTS)), re.IGNORECASE)
_MAY_RISE = Cued("|".join(map(re.escape, _UPWARD_PARTS)), re.IGNORECASE)


def ties(text: str) -> bool:
    """Tell whether a text says that options are equal."""
    return (not text.isascii() or _MAY_TIE.search(text) is not None) and TIE.search(text) is not None


def upward(text: str) -> bool:
    """Tell whether a text announces a ranking from least to most."""
    return (not text.isascii() or _MAY_RISE.search(text) is not None) and UPWARD.search(text) is not None
