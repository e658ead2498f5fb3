"""What others think, other pictures, and what holds in general: words of `standardizers.stance.asserted`."""

from __future__ import annotations

OPINES = (
    r"(?:think|thinks|thought|believes?d?|say|says|said|guess(?:es|ed)?|argues?d?|claim(?:s|ed)?|expect(?:s|ed)?"
    r"|assumes?d?"
    r"|suggest(?:s|ed)?|insist(?:s|ed)?|find|finds|found|rank(?:s|ed)?|pick(?:s|ed)?|choose|chooses|chose|vote[sd]?"
    r"|answer(?:s|ed)?|go(?:es)? for|went for|call(?:s|ed)?|be (?:tempted|inclined)|prefer(?:s|red)?|name[sd]?"
    r"|select(?:s"
    r"|ed)?"
    r"|keeps?|kept|lists?|listed|report(?:s|ed)?|predict(?:s|ed)?|return(?:s|ed)?|count(?:s|ed)?|mistake)"
)
STRANGE = r"(?:another|casual|naive|careless|untrained|different|previous|earlier|some|other)"
OPINERS = (
    r"(?:colleagues?|friends?|annotators?|critics?|s[kc]eptics?|users?|baselines?|reviewers?|children|child|layman"
    r"|novice"
    r"|beginner|experts?|teacher|boss|wife|husband)"
)
OTHERS = (
    rf"(?:(?:an? |the |one )?{STRANGE}\s"
    r"(?:\w+\s){0,2}?(?:people|persons?|viewers?|observers?|readers?|annotators?|models?|users?|raters?|reviewers?"
    r"|experts?"
    r"|participants?|baselines?|systems?|ones?|algorithms?)"
    rf"|(?:my|a|an|one|the|two|some|your|his|her)\s(?:\w+\s){{0,2}}?{OPINERS}"
    r"|users|annotators|critics|some(?:one|body)(?: else)?|others|some)"
)
BELIEVES = r"(?:think|believe|expect|assume|be (?:tempted|inclined|fooled)|mistake|take it|guess)"
INDEFINITE = r"(?:one|you|people|many|we|anyone|a person|a viewer|viewers)\s(?:might|may|could|can)"
ASKED = r"you (?:want|wanted|asked|ask for|expect|requested|would like)\b"
OPINES_ABROAD = (
    r"\bwer\b[^.;!?]{3,50},?\s(?:würde|wählt|nimmt|könnte)\b"
    r"|\b(?:celui qui|qui ne regarde que|quien|chi)\b[^.;!?]{3,50}\s(?:choisirait|dirait|elegiría|diría|sceglierebbe"
    r"|direbbe)\b|"
    r"\b(?:alone|by itself|on its own) would\b[^.;]{0,20}?"
    r"\b(?:favou?r|suggest|point to|speak for|mean|give|imply|make)\b|"
    r"\b(?:manche|einige|andere|jemand|mancher|man)\s(?:könnten?|würden?|mag|mögen|kann)\b[^.;!?]{0,60}\b(?:denken"
    r"|meinen|sagen"
    r"|glauben|halten|vermuten|tippen|wählen)\b|\b(?:mein \w*kollege|meine \w*kollegin|manche|andere) (?:meint|meinen"
    r"|sagt|sagen|denkt"
    r"|denken|glaubt|glauben|hält|halten)\b"
    r"|\b(?:certains|d'autres|quelqu'un|on) (?:pourrai(?:en)?t|peu(?:ven)?t|dirai(?:en)?t)\b[^.;!?]{0,20}\b(?:penser"
    r"|croire|choisir)\b"
    r"|\b(?:certains|d'autres) (?:disent|pensent|diraient|choisissent)\b|\bmon collègue (?:dit|pense|croit)\b"
    r"|\b(?:algunos|otros|alguien|uno|se) (?:podrían?|puede[n]?)\b[^.;!?]{0,20}\b(?:pensar|creer|elegir)\b"
    r"|\b(?:algunos|otros) (?:dicen|dirían|piensan|creen|eligen)\b|\bmi colega (?:dice|piensa|cree)\b"
    r"|\b(?:alguns|outros|alguém) (?:poderiam?|podem?|diriam?|dizem|pensam)\b|\b(?:meu|minha) colega (?:diz|acha"
    r"|pensa)\b"
    r"|\b(?:alcuni|altri|qualcuno) (?:potrebbero?|possono|direbbero?|dicono|pensano)\b|\bil mio collega (?:dice|pensa"
    r"|crede)\b"
    r"|\b(?:некоторые|другие|кто-то|иные) (?:могут|могли бы|мог бы|может|скажут|скажет|считают|думают|сказали бы)\b"
    r"|\b(?:мой коллега|коллега) (?:говорит|считает|думает)\b|\b(?:niektórzy|inni|ktoś) (?:mog\w+|powie\w*|sądz\w+"
    r"|myśl\w+)\b"
    r"|\b(?:sommigen|anderen|iemand) (?:zouden?|kunnen|kan|zeggen|denken)\b|\b(?:vissa|andra|någon) (?:skulle|kan"
    r"|säger|tycker)\b"
    r"|\b(?:bazıları|başkaları|birisi) [^.;!?]{0,40}(?:düşünebilir|diyebilir|sanabilir)\b"
    r"|有(?:的)?人(?:会|可能|也许|或许)?(?:认为|觉得|说|以为)|别人(?:会|可能)?(?:认为|觉得|说)|也许有人|(?:と"
    r"|って)(?:言う|思う|考える)人も|人によっては"
    r"|누군가는|어떤 사람(?:은|들은)"
)
"""Others and what they say, believe or choose."""

OTHER_TIMES = (
    r"\b(?:(?:in|for|on|with|from|of|about) (?:a|the|my|your|an?other|some|our)?\s?(?:\w+ )?(?:previous|last"
    r"|earlier"
    r"|other|another|different"
    r"|prior|preceding|similar) (?:\w+ )?(?:images?|pictures?|photo\w*|examples?|questions?|rounds?|tasks?|cases?"
    r"|turns?"
    r"|attempts?|scenes?"
    r"|datasets?|samples?)|(?:in|for|on) (?:another|some other) (?:image|picture|photo)|(?:last|the other) time"
    r"|previously"
    r"|(?:your|the prompt's|the given) example|the example (?:above|you gave|given|in the prompt|has|had|says|shows"
    r"|lists))\b"
    r"|\b(?:im|beim|in einem|für ein) (?:letzten|vorigen|vorherigen|anderen?s?) (?:bild|foto|mal|beispiel)\b"
    r"|\b(?:dans|pour) (?:l'image précédente|une autre image|l'exemple)\b|\ben (?:la imagen anterior|otra imagen)\b"
    r"|\b(?:na imagem anterior|noutra imagem|em outra imagem)\b|\bnell'(?:immagine precedente|altra immagine)\b"
    r"|\b(?:на предыдущ\w+|на прошл\w+|на друг\w+) (?:картинк\w+|изображени\w+|фото)\b"
    r"|(?:上一张|另一张|别的|其他|前一张)(?:图|图片|照片|图像)|(?:別の|前の|他の)(?:画像|写真|例)"
    r"|(?:다른|이전) (?:이미지|사진|그림)"
)
"""Other pictures than the one that is asked about."""

TAKEN_FROM = (
    r"\b(?:that|this|it|which|they|those|these)(?:'s|\s(?:is|was|are|were|comes?|came|belongs?|refers?|relates?"
    r"|applies|applied|holds))"
    r"\s(?:(?:only|really|just|actually)\s)?(?:for|from|of|to|about|on)\s(?:an?\s|the\s|some\s)?(?:\w+\s)?"
    r"(?:different|another|other|similar|previous|earlier)\s(?:\w+\s)?(?:images?|pictures?|photo\w*|scenes?"
    r"|examples?|questions?|tasks?)\b"
    r"|\b(?:that|this|the same|the)\s(?:subject|person|participant|viewer|observer|annotator|model|user)\s(?:saw"
    r"|was shown|had seen|viewed"
    r"|looked at|was looking at)\s(?:an?\s|the\s)?(?:different|another|other|similar)\s(?:\w+\s)?(?:image|picture"
    r"|photo\w*|scene)\b"
    r"|\b(?:das|dies|die|sie|es)\s(?:ist|war|gilt|galt|gehört|stammt|bezieht sich)\s(?:aber\s)?(?:für|von|aus|zu"
    r"|auf)\s(?:ein(?:em|er|en)?\s)?"
    r"(?:ander\w+|ähnlich\w+)\s(?:bild\w*|foto\w*|aufnahme|szene)\b"
    r"|\b(?:c'est|c'était|cela vaut|ceci vaut)\s(?:pour|d')\s?une autre (?:image|photo)\b"
    r"|\b(?:eso|esto)\s(?:es|era|vale) (?:para|de) otra (?:imagen|foto)\b|\b(?:isso|isto)\s(?:é|era|vale) (?:para"
    r"|de) outra (?:imagem|foto)\b"
    r"|\b(?:questo|ciò)\s(?:è|era|vale) (?:per|di) un'altra (?:immagine|foto)\b|\bэто (?:для|из"
    r"|от) друг\w+ (?:изображени\w+|фото|картинк\w+)\b"
    r"|(?:这|那|這)(?:是|属于|来自)(?:另一张|别的|其他)(?:图|图片|照片|图像)"
    r"|(?:それ|これ)は(?:別の|他の)(?:画像|写真)|그것은 다른 (?:이미지|사진)"
)
"""What a text says of an answer before it that belongs to another picture."""
TAKEN_HINTS = (
    *("different ", "another ", "other ", "similar ", "previous ", "earlier ", " ander", "ähnlich", "autre ", "otra "),
    *("outra ", "altra ", "друг", "另一", "别的", "其他", "別の", "他の", "다른 "),
)

GENERALLY = (
    r"\b(?:typically|usually|generally|in general|often|tend to|as a rule|on average|most of the time|normalerweise"
    r"|üblicherweise|in der regel|meistens|oft|généralement|d'habitude|souvent|normalmente|generalmente|a menudo"
    r"|geralmente"
    r"|di solito|spesso|обычно|как правило|часто|zwykle|zazwyczaj|obvykle|meestal|gewoonlijk|vanligtvis|oftast"
    r"|genellikle"
    r"|biasanya|thường)\b|通常|一般(?:来说|而言)?|往往|普通は|一般に|たいてい|보통|일반적으로|대개"
)
PLURALS = (
    r"\b(?:such|these|those)\s[a-z]|\bin general\b|^\W*(?:boxes|lamps|photos|pictures|images)\b"
    r"|(?:这类|这种|此类|こうした|そのような|이런)"
)
"""Frequency, and a subject that is not this picture: together they say what holds of such things."""
