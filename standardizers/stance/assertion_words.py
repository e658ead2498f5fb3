"""Words by which replies say what they do not assert: conditions, what others think, other occasions.

Data for `standardizers.stance.asserted`.
Texts come from `standardizers.text.plain`, in lower case. Languages whose words are written without blanks stand in
entries of their own.
"""

from __future__ import annotations

import re

CONDITIONS = (
    r"\b(?:if|unless|suppose|supposing|assuming|provided|wenn|falls|sofern|angenommen|gesetzt den fall"
    r"|supposons|à supposer"
    r"|supongamos|suponiendo|supponiamo|supposto|supondo|suponhamos|если|якщо|якби|hvis|dersom|jeśli|jeżeli|gdyby"
    r"|pokud|kdyby|jestli|eğer|jika|kalau|apabila|seandainya|nếu|giả sử|εάν|αν|אם|אילו|לו|إذا|لو|اگر|अगर|यदि"
    r"|dacă|jos|mikäli)\b"
    r"|(?:如果|假如|要是|倘若|假设|假設|若是|もし|仮に|만약|만일|ถ้า|หาก)"
)
"""Words that begin a condition and mean nothing else."""

MAYBE_CONDITIONS = r"\b(?:si|s'il|s'ils|se|als|indien|om|ha|når)\b"
"""Words that begin a condition in one language and something else in another: the mood of the verb decides."""

INVERTED = (
    r"(?:were|had|should) (?:the|this|that|these|those|it|he|she|they|his|her|their|both|all|size|colou?r)\b"
    r"|(?:wäre[nt]?|hätte[nt]?|würde[nt]?|läge[nt]?|stünde[nt]?|käme[nt]?|sollte[nt]?|ginge[nt]?|schaute|blickte|sähe)"
    r" (?!ich|wir|meine?)(?:\w+)\b|(?:был[аои]?|будь) бы\b|будь\b"
)
"""Conditions without such a word: "Were the lamp on, ..."."""

CONCESSIONS = (
    r"\b(?:although|even though|though|obwohl|obgleich|obschon|bien que|quoique|aunque|embora|sebbene|benché"
    r"|anche se|хотя|хоча|choć|chociaż|mimo że|ačkoli|přestože|hoewel|ofschoon|även om|fastän|trots att|selv om|skønt"
    r"|meskipun|walaupun|mặc dù|deși|vaikka|αν και|למרות ש)\b"
)
"""Words that begin what is granted before the answer."""

JAPANESE_CONDITION = r"(?:たら|れば|なら|だったら|であれば)[,、]?(?!.{0,3}(?:いい|よい|な(?:い|りません)))"
KOREAN_CONDITION = r"(?:었|았|였|한|는|이|이었)다면|[들되지]면(?=[ ,])|(?:이|였)라면"
TURKISH_CONDITION = r"(?:saydı|seydi|saydi)"

WOULD = (
    r"\b(?:would|could|might|wäre[nt]?|würde[nt]?|hätte[nt]?|läge[nt]?|käme[nt]?|könnte[nt]?|müsste[nt]?"
    r"|\w{1,10}(?:rait|raient)|\w{1,10}r[íi]a[nm]?|\w{1,10}r[íi]amos|\w{2,10}r(?:ebbe|ebbero)|zou(?:den)?|skulle|ville"
    r"|volna|\w{2,}(?:ná|né)nak?|бы|би|byłby|byłaby|byłoby|byłbym|byłyby|byl[aoiy]? by|by byl[aoiy]?|bude|ar fi"
    r"|olisi)\b"
)
"""Verbs that say what would be; where the speaker would do something, they assert it ("I would say B")."""

SPEAKER = (
    r"\b(?:forced|pressed|force|press|must|have to|had to|choose|chosen|pick|select|guess\w*|i|me|my|ich|mich|mir|je"
    r"|j'|io"
    r"|mi|eu"
    r"|yo|я|мне|меня|ja|jag|jeg|ik|mij|saya|tôi|ben)\b|我|私|僕|제가|나는|저는"
)
ASSERTING = (
    r"^\W*(?:so|not|nicht|ja|nein|sí|no)\b"
    r"|\b(?:doubt\w*|zweifel\w*|doute|duda|dúvida|dubbio|сомн\w+|сумнів\w*|wątpliw\w+|tvivel|twijfel|şüphe\w*|ragu"
    r"|salient|prominent|main|conspicuous|asked|ask|insist\w*|required|needed|any(?:thing)?"
    r"|possible|necessary|mistaken|correct\w*|judg\w*"
    r"|counted? correctly)\b"
    r"|\b(?:we|you|one|someone|somebody|an?|people|viewers|observers|is|are)\s(?:\w+\s){0,2}?(?:follow\w*|consider\w*"
    r"|compar\w*|divid\w*|trac\w+|look\w*|see\w*|zoom\w*|search\w*|want\w*|view\w*|order\w*|rank\w*|sort\w*|read)\b"
    r"|\b(?:wählen|auswählen|entscheiden|raten|tippen|folgt|folge|betrachtet?|vergleicht|irre|täusche|nötig|möglich"
    r"|teilt|sieht"
    r"|choisir|deviner|trancher|suit|suivons|suivez|regardez|regarde bien|compare|trompe|possible|nécessaire|divise"
    r"|elegir|escoger|adivinar|decidir|seguimos|sigue|siguen|comparamos|miramos|equivoco|posible|divid\w+|optar"
    r"|tuviera que"
    r"|escolher|adivinhar|segu\w+|compar\w+|engano|possível|scegliere|indovinare|guard\w+|sbaglio|possibile|devo"
    r"|dovessi"
    r"|выб\w+|угад\w*|гада\w*|посмотр\w+|смотреть|след\w+|ошиба\w+|сравн\w+|судить|нужно|вибр\w+"
    r"|wybra\w+|zgad\w+|myl\w+|vybrat|hádat|mýlím|kiezen|raden|kijk\w*|volg\w*|välja|gissa|følger|vælge|gætte"
    r"|seç\w+|tahmin\w*|gerek\w*|harus|memilih|pilih|chọn|đoán|phải)\b"
    r"|必须|必須|一定要|非要|非得|只能|选|選|猜|没看错|没错|根据|沿着|仔细|比较|看图|見る|見れ|選|答|言|従|辿"
    r"|推測|間違|強いて|고르|꼽|말하|보면|따라|선택|추측"
)
"""What a condition says that is none: the speaker has to choose, looks closely, or may be mistaken."""

LIMITING = (
    r"\b(?:only(?! the (?:most |main|salient|prominent))|alone|merely|just by"
    r"|purely|nur|allein|bloß|seulement|uniquement|que (?:la|le|les)|solo|sólo|somente"
    r"|apenas"
    r"|soltanto|только|лишь|alleen|bara|kun|tylko|jen|sadece|hanya|chỉ)\b|只看|只|だけ|만 "
)
"""A condition that looks at one thing alone asserts nothing, even where the speaker looks."""

OTHERWISE = (
    r"\W{0,4}(?:(?:and|or|und|et|y|e|и)\s)?(?:otherwise|else|if not|sonst|andernfalls|sinon|si no|de lo contrario"
    r"|caso contrário"
    r"|senão|altrimenti|иначе|в противном случае|anders|annars|ellers|w przeciwnym razie|jinak|aksi halde|kalau tidak"
    r"|否则|不然)"
    r"(?![^\W_])"
)
"""Begins what holds where the condition before does not."""

SEEKS = (
    r"\b(?:tell|see|know|sure|certain|clear|check|determine|decide|say|wonder|ask|as|even|what|judge|unclear|question"
    r"|matters?"
    r"|depends?|verify|confirm|only|wie|als|auch|selbst|même|comme|como|incluso|come|anche|как|даже)\s?(?:on "
    r"|whether )?$"
)
"""Words before a condition that make it a question, or no condition at all ("as if", "even if")."""

TURNS = (
    r"\((?=(?:some|others|someone|although|though)\b)|,\s(?=(?:although |though |while )?(?:some|others)\b)"
    r"|\b(?:but|yet|however|nevertheless|nonetheless|still(?=,)|though(?=,)|in fact|in reality|in truth"
    r"|actually|here(?=,)|"
    r"so(?! (?:that|much|many|far|on|as)\b)|therefore|thus|hence|aber|doch|jedoch|daher|deshalb|trotzdem|mais|donc"
    r"|pourtant|cependant|pero|sin embargo|así que|por eso|mas|porém|portanto|então|ma|però|quindi|perciò|но|однако"
    r"|поэтому|зато|але|проте|тому|ale|jednak|więc|však|takže|maar|dus|toch|men|ändå|alltså|ama|fakat|yine de"
    r"|tapi|tetapi|namun|nhưng|vì vậy|αλλά|אבל|לכן|لكن|ولكن|لذلك|اما|लेकिन|पर)\b"
    r"|(?:但|但是|不过|其实|可是|然而|所以|因此|实际上|しかし|ですが|でも|だから|하지만|그러나|그래서|แต่|ดังนั้น)"
)
"""Where a sentence turns to what it asserts after all."""

UNABLE = (
    r"(?:\b(?:can(?:not|'t| not)|could(?:n't| not)|unable to|not able to|impossible to|no way to|hard to|difficult to"
    r"|don't know how to|not possible to)\s(?:really\s|quite\s|possibly\s|simply\s|be\s|just\s){0,2}(?:decid\w+"
    r"|choose|chosen|tell"
    r"|told|say|said|determined?|pick(?:ed)?|rank(?:ed)?|order(?:ed)?|favou?r|settled?|distinguish(?:ed)?"
    r"|make up my mind"
    r"|established|separate)\b(?! (?:for (?:sure|certain)|with (?:certainty|confidence)|exactly|precisely))"
    r"|\b(?:i'm torn|i am torn|undecided|undecidable|(?:going|go) back and forth|toss-up|coin flip"
    r"|don't know which|not sure which|no idea which)\b"
    r"|\b(?:kann|lässt sich|konnte)\b[^.;:!?]{0,40}\bnicht\s(?:entscheiden|sagen|bestimmen|festlegen|unterscheiden"
    r"|ordnen)\b"
    r"|\bunentschieden\b|\bschwer zu sagen\b|\bweiß nicht,? welche\w*"
    r"|\b(?:n'arrive pas à|ne peux pas|ne saurais|impossible (?:de|d')|difficile (?:de|d'))\s?(?:me\s)?(?:décider"
    r"|choisir|trancher"
    r"|dire|déterminer|classer|départager)\b"
    r"|\b(?:no (?:puedo|sé|se puede|consigo|logro)|imposible|difícil)\s(?:\w+\s)?(?:decidir\w*|elegir|determinar"
    r"|decir|ordenar|distinguir"
    r"|cuál)\b|\b(?:não (?:consigo|posso|sei|dá para)|impossível|difícil)\s(?:\w+\s)?(?:decidir\w*|escolher"
    r"|determinar|dizer|ordenar"
    r"|qual)\b|\b(?:non (?:riesco a|posso|so|si può)|impossibile|difficile)\s(?:\w+\s)?(?:decidere|scegliere"
    r"|stabilire|dire"
    r"|ordinare|quale)\b|\b(?:не (?:могу|получается|знаю)|невозможно|трудно|сложно|нельзя)\s(?:\w+\s)?(?:решить"
    r"|выбрать|сказать"
    r"|определить|упорядочить|какой|какая|какое)\b|\bнемає змоги\b|\bне можу (?:вирішити|обрати)\b"
    r"|\b(?:kan|weet)\b[^.;:!?]{0,20}\bniet\s(?:kiezen|beslissen|zeggen|welke)\b|\bnie (?:mogę|potrafię|wiem|umiem)\s"
    r"(?:wybrać|zdecydować|powiedzieć|rozstrzygnąć|który|która)\b|\b(?:nemohu|nedokážu|nejde) (?:rozhodnout|vybrat"
    r"|říct)\b"
    r"|\bkan inte (?:välja|avgöra|säga)\b|\bkan ikke (?:vælge|velge|avgjøre|afgøre|sige|si)\b|karar verem\w+"
    r"|\bseçem\w+"
    r"|\btidak (?:bisa|dapat) (?:memutuskan|memilih|menentukan)\b|\bkhông thể (?:quyết định|chọn|xác định)\b"
    r"|(?:无法|無法|不能|很难|难以|没法)(?:决定|确定|判断|选择|排序|区分|選擇|決定)|(?:決め|選べ|判断でき"
    r"|決定でき|区別でき)(?:られ)?(?:ない|ません)"
    r"|(?:결정|판단|선택|구분)(?:할|하기가?) ?(?:수 ?없|어렵)|고를 수 ?없|정할 수 ?없)"
)
"""Words by which a reply says that it cannot choose."""

ALTERNATIVES = (
    r"\b(?:or|either|between|oder|ou|soit|u|o|или|либо|чи|або|of|eller|lub|albo|nebo|veya|ya da|atau|hoặc|hay|ή|או|أو"
    r"|یا|या)\b"
    r"|还是|或|か|とも|아니면|또는|이나|(?<![^\W_])[0-9a-z][)\]]?\s?(?:[,/]\s?|\s(?:vs\.?|and|und|et|y|e"
    r"|и)\s)[(\[]?[0-9a-z](?![^\W_])"
)
"""Words between what it cannot choose from."""

STILL_CHOOSES = (
    r"\b(?:probably|likely|guess|lean\w*|i'd|i would|go with|best|most|rather|wohl|vermutlich|wahrscheinlich|würde"
    r"|probablement"
    r"|sans doute|je dirais|probablemente|diría|provavelmente|diria|probabilmente|direi|скорее|наверное|вероятно)\b"
    r"|应该|大概|おそらく|多分|아마"
)

POSSIBLE = (
    r"\b(?:could|might|may|maybe|perhaps|possibly|könnten?|mag|vielleicht|pourrait|peut-être|podría|quizás?|tal vez"
    r"|poderia|talvez"
    r"|potrebbe|forse|может|возможно|może|możliwe|kan|zou|kanske|kanskje|måske|belki|mungkin|có thể|có lẽ|ίσως|אולי"
    r"|ربما)\b"
    r"|可能|也许|或许|かもしれ|아마|수도"
)
AS_WELL = (
    r"\b(?:but also|but (?:it )?(?:might|may|could) (?:also |as well |just as well |equally )?be|or (?:also|maybe"
    r"|perhaps|possibly|even)"
    r"|just as well|aber auch|oder (?:auch|vielleicht)|ebenso ?gut|mais aussi|ou (?:aussi|bien|peut-être)"
    r"|pero también|o (?:también|quizá)"
    r"|mas também|ou também|ma anche|oppure|но и|а может|или же|ale też|ale i|maar ook|men också|men også"
    r"|ama .{1,30} de olabilir"
    r"|tapi juga|nhưng cũng)\b|也可能|也许也|でもあり|かもしれないし|일 수도"
)
"""A possibility, and another one beside it."""

GIVES_UP = (
    r"\b(?:back and forth|decide|choose|favou?r|pick|prefer|tell|say|know|rank|sure|entscheiden|wählen"
    r"|festlegen|choisir|trancher"
    r"|elegir|decidir"
    r"|escolher|scegliere|decidere|выбрать|решить|kiezen|välja|wybrać)\b(?:\s(?:between|which|in which|one|either|any"
    r"|among"
    r"|zwischen|welche\w*|entre|tra|между)\b[^.!?]{0,50})?\W*$"
)
"""The end of a reply that cannot choose among what it named."""

MARKS = frozenset(
    re.findall(
        r"\S+",
        """
        unle
        if si se als om ha når were had should wäre würd hätt läge stün käme soll ging scha blic sähe был была было были
        будь supp assu prov wenn fall sofe ange gese à если якщо якби hvis ders jeśl jeże gdyb poku kdyb jest eğer jika
        kala apab sean nếu giả εάν αν אם אילו לו إذا لو اگر अगर यद dacă jos miką mikä s'il indi
        simi
        anot casu naiv care untr diff prev earl some othe coll frie anno crit skep scep user base revi chil laym novi
        begi expe teac boss wife husb migh may coul can want ask aske requ woul mayb perh poss könn mag viel pour peut
        podr
        quiz tal pode podi talv potr fors può может мож возм moż może możl kan zou kans måsk belk mung có ίσως אולי ربما
        last prio prec exam letz vori vorh ande auto autr d'au otra otro nout outr altr alcu algu alte прош друг пред
        manc eini jema mein cert quel qual неко иные кто ктой колл niek inni ktoś somm iema viss någo bazı başk biri
        pued sé peuv dira typi usua gene ofte tend rule aver most norm übli rege meis oft d'ha souv menu
        gera        di spes обыч как част zwyk zazw obvy meer gewo vanl bias thườ
        goin back
        cann can' coul unab impo hard way able don' torn unde toss coin sure idea know lass läss konn kann unen schw
        weiß n'ar peux saur impo difí cons logr sei dá ries so dire нево труд слож нель нема могу полу знаю можу weet
        mogę potr wiem umie nemo nedo nejd kara seçe tida khôn
        """,
    )
)
"""Of these words, or first four letters of longer ones, a text has one where a table above finds something."""
UNSPACED_MARKS = (
    "如假要倘若もし仮に만약일ถหたれなで었았였한는이들되지有别也と人누어上另其前別他다通一往普보대可或か수아无不很难"
    "没無決選判区결판선구고정"
)
