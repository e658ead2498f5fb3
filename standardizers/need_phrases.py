"""Phrases by which replies say whether they need to see more: data for `standardizers.decisions`.

All patterns are applied to lower-case text from `standardizers.text.plain`; repeats are bounded so that matching is
linear. Entries of other languages stand beside the English ones: a reply is read for what it says, not for its
language.
"""

from __future__ import annotations

import re

from .cued import Cued
from .patterns import hoisted, in_ascii
from .text import fold

_MORE = (
    r"(?:more|additional|further|other|others|another|rest|remaining|extra|else|closer|different|adjacent"
    r"|neighbou?ring|next|missing|wider|larger|bigger|full|whole|entire|complete)"
)
_SEEN = (
    r"(?:views?|parts?|images?|information|info|visual|context|details?|sections?|quadrants?|regions?|pictures?"
    r"|scene|sides?|areas?|crops?|tiles?|zoom\w*|look|windows?|portions?|frames?|half|halves|surroundings|pieces?|close-?ups?|enlargements?|magnifications?)"
)
_FIND = (
    r"(?:determine|tell|answer|say|identify|know|see|conclude|count|decide|make out|recogni[sz]e|read|judge|confirm"
    r"|infer|find|verify|establish|work out|figure out|name"
    r"|be (?:told|determined|answered|seen|identified|said|concluded|counted|decided|read|known|confirmed"
    r"|established|found|recogni[sz]ed|made out|judged|inferred))"
)
NOT_ENOUGH = (
    r"\bnot (?:possible )?without (?:the|more|further|another|other)\b|"
    r"\b(?:does|do|did|will|would|can|could)(?: not|n't) (?:settle|do(?=\W*$)|decide|clarify)\b|\bwon't do\b"
    r"|\btoo (?:few|little|small a|narrow|limited|poor|low|coarse|grainy|pixelated|blurred)\b|\b(?:guessing"
    r"|guesswork|(?:just|only|mere|wild|be|'s) a guess)\b"
    r"|\b(?:i|we) lack\b|\bnot yet\W{0,3}$"
    r"|\bpremature\b|\b(?:not|n't) conclusive\b|\b(?:view|part|crop|window|tile)s? (?:is|are) (?:too |very "
    r"|rather )?(?:limited|partial|narrow)\b|\binformation is (?:partial|limited|missing)\b"
    r"|^\W*not (?:with|from|on|in) (?:only |just )?(?:this|these|that|the)\b|"
    rf"(?:\b(?:not|hardly|barely|without|lacks?|lacking)|n't)\b[^.;,\n]{{0,25}}\b(?:enough|sufficient"
    rf"|adequate|suffice)|\b(?:does|do|did|will|would)(?: not|n't) suffice|\b(?:insufficient|inadequate|incomplete"
    rf"|too little|inconclusive)\b"
    rf"|\b(?:can(?:not|'t| not)|could(?:n't| not)|unable to|not able to|not possible to|impossible to|hard to"
    rf"|difficult to|no way to|not clear|unclear|fails? to|isn't possible to"
    rf"|ability to)\b[^.;\n]{{0,25}}?\b{_FIND}\b"
    r"|\b(?:impossible|unclear|uncertain|undetermined|ambiguous|not sure|unsure)\b|\b(?:don't|do not|doesn't"
    r"|does not) (?:yet )?(?:know|show enough|contain enough|provide enough|have enough|give enough|allow)\b"
    r"|\bnothing (?:here )?(?:shows|tells|indicates|helps|relevant|useful|to go on)\b|\b(?:needs?|must"
    r"|has to) be (?:checked|seen|verified|examined|inspected)\b|\bcan only (?:be|guess)\b|\bonly guess\b"
    r"|不够|不足(?!为)|不充分|(?:无法|無法|不能|没法|难以|很难|不可能)(?:从|仅|直接|由|根据"
    r"|通过)?[^,.;\n]{0,12}?(?:判断|确定|確定|回答|看|得出|辨认|识别|知道|得知|确认"
    r"|分辨|推断|下结论|认出)|看不(?:到|清|出|见)|不确定|不清楚|不完整"
    r"|不十分|足りま?せん|足りな|(?:分か|わか)りま?せん|(?:分か|わか)らない|(?:判断|特定|確認|回答|判別|断定)(?:が"
    r"|は)?でき(?:ま|な)|答えられま?せん|答えられない|見えま?せん"
    r"|見えない|不明"
    r"|충분하지 ?않|불충분|부족|(?:알|판단할|답할|확인할|결정할|대답할|볼|식별할|파악할|셀) 수 ?(?:가 )?없"
    r"|보이지 않|모르겠|어렵습니다"
    r"|\b(?:reich(?:t|en)|genüg(?:t|en)) (?:\w{1,15} ){0,3}nicht|nicht (?:genug|genügend|ausreichend|aus\b"
    r"|zu (?:sehen|erkennen)|sichtbar|erkenn\w+|beantwort\w+|bestimm\w+|sagen|feststell\w+|entscheid\w+)"
    r"|unzureichend|unklar|unmöglich|lässt sich[^.;\n]{0,40}nicht"
    r"|\b(?:ne|n') ?(?:suffi(?:t|sent)|me suffit|permet(?:tent)?|peux|peut|sais|voit|est) (?:\w{1,12} ){0,2}pas"
    r"|pas (?:suffisan\w*|assez|possible|visibles?)|insuffisan\w*|impossible d[e']|(?:je )?ne (?:peux|vois"
    r"|sais) pas|on ne (?:peut|voit) pas"
    r"|\bno (?:es|son|hay|basta\w*|puedo|se (?:puede|ve\w*|distingue|aprecia|alcanza)|alcanza|tengo|me permite"
    r"|permite) (?:\w{1,14} ){0,3}?(?:suficientes?|bien|determinar|responder|saber|ver|decir|información"
    r"|identificar|visible|contar)?|insuficientes?|imposible"
    r"|\bnão (?!(?:é|são|há) (?:necess|precis))(?:é|são|há|basta\w*|posso|consigo|dá|se (?:vê|pode)|é possível|tenho"
    r"|está) (?:\w{1,14} ){0,3}?(?:suficientes?|determinar|responder|saber|ver|dizer|visível|contar)?|impossível"
    r"|\bnon (?:è|sono|basta\w*|posso|riesco|si (?:vede|può)|è possibile) (?:\w{1,14} ){0,3}?(?:sufficient\w"
    r"|determinare|rispondere|sapere|vedere|dire|visibile|contare)?|insufficient[ei]|impossibile"
    r"|недостаточно|не (?:достаточно|хватает|могу|видно|видна|виден|видны|вижу|ясно|понятно|позволяет|получается)"
    r"|нельзя|невозможно"
    r"|(?:غير|ليس|ليست) (?:كاف\w*|واضح\w*|مرئي\w*|ظاهر\w*)|لا (?:يكفي|تكفي|يمكن\w*|أستطيع|يظهر|تظهر|نستطيع|أرى)"
    r"|पर्याप्त नहीं|(?:नहीं|नही) (?:बता|कह|दिख|पता|देख)\w*|अपर्याप्त"
    r"|(?:chưa|không) (?:đủ|thể|thấy|rõ|nhìn)|tidak (?:cukup|bisa|dapat|terlihat|jelas)|belum cukup|yeterli değil"
    r"|yetersiz|yetmez|yetmiyor|belirlenemi?y\w*|göremiyorum|(?:niet|onvoldoende) (?:genoeg|voldoende|te zien"
    r"|te bepalen)|onvoldoende|nie (?:wystarcz\w+|mogę|widać|można)|niewystarczaj\w+"
)
NOT_NEEDED = (
    r"\b(?:nothing|no \w{3,12}|none|not|never|isn't|aren't) (?:\w{1,12} ){0,3}(?:missing|hidden|cut off|cropped"
    r"|obscured|lacking|covered)\b|\b(?:(?:i|we) (?:can |could |have )?)?(?:seen?|have|got|know) (?:everything|all"
    r"|what) (?:that )?(?:i|we) (?:need|have|want"
    r"|had|require)\w*\b(?: to)?(?: \w+)?"
    r"|\b(?:superfluous|redundant)\b|\badds? nothing\b|\b(?:do|manage|cope) without\b|\bnothing (?:else|more"
    r"|further)\b|\bi(?:'m| am) (?:good|fine|set|all set|done|ready|satisfied)\b"
    r"|^\W*(?:stop|finish(?:ed)?|done|halt|enough|that'?s (?:all|it|plenty|enough))\b|\b(?:that|this|it|which|these"
    r"|have|they) (?:will|'ll) do\b"
    r"|\b(?:would|will|does|do|could)(?: not|n't) (?:help|change|add|make)\b"
    r"|"
    r"\bneither (?:do i )?(?:need|want|require)s?\b"
    r"|\bneither [^.;\n]{0,60}\b(?:is|are) (?:needed|required|necessary)\b|"
    rf"\b(?:do|does|did|would|will|is|are|should)(?: not|n't) (?:\w{{1,12}} ){{0,2}}?(?:need|require|want|necessary"
    rf"|needed|required)|\bno (?:longer )?(?:need|necessity|reason)\b|\bneed(?:s|ed)? (?:no|nothing)\b"
    rf"|\brequires? (?:no|nothing)\b|\bnot (?:\w{{1,12}} )?(?:needed|required|necessary|need|require)\b"
    rf"|\b(?:unnecessary|needless)\b"
    rf"|^\W{{0,6}}not needed\b|\bno {_MORE}\b|\bnothing (?:more|else|further)\b|\bwithout (?:any )?(?:{_MORE}"
    rf"|needing|seeing|requiring"
    rf"|having to)\b|\bno (?:{_SEEN}) (?:is|are)? ?(?:needed|required|necessary)\b|\bnone (?:is |are )?(?:needed"
    rf"|required|necessary)\b|\bneedn't\b|\bn't have to\b"
    r"|不需要|无需|無需|不用|不必|没(?:有)?必要|用不着|不再需要"
    r"|必要(?:は|が|と)?(?:し)?(?:あり|な|無|し)?(?:ま|い)(?:せん)?(?<!必要)(?<!必要ま)|必要(?:は|が)?な(?:い|し)"
    r"|必要(?:は|が)?ありません|必要としま(?:せん)"
    r"|不要|これ以上"
    r"|필요(?:가|는|하지|치)? ?(?:없|않)|더 이상"
    r"|\b(?:brauch\w*|benötig\w*) (?:\w{1,15} ){0,4}?(?:keine\w*|nicht\w?|nichts)|\bkeine? (?:weitere\w*"
    r"|zusätzliche\w*|mehr|anderen?)|nicht (?:nötig|erforderlich|notwendig|mehr nötig)"
    r"|\b(?:n'ai|n'a|n'est|pas|plus|aucun) (?:\w{1,10} )?(?:besoin|nécessaire)|aucun(?:e)? (?:autre|information"
    r"|vue)|sans (?:autre|plus)|inutile"
    r"|\bno (?:necesito|se necesita\w*|hace falta|es necesari\w+|son necesari\w+|hacen falta|requiero)|\bsin (?:más"
    r"|necesidad)|innecesari\w+"
    r"|\bnão (?:preciso|precisa|é necessári\w+|são necessári\w+|há necessidade|necessito)|\bsem (?:mais|precisar"
    r"|necessidade)|desnecessári\w+"
    r"|\bnon (?:ho bisogno|serv\w+|è necessari\w+|sono necessari\w+|occorr\w+|mi serv\w+)|\bsenza (?:altr\w+"
    r"|ulterior\w+|bisogno)"
    r"|не (?:нужн\w+|нуж[её]н|требу\w+|понадоб\w+|надо|необходим\w*)|нет необходимости|без дополнительн\w+"
    r"|لا (?:أحتاج|نحتاج|حاجة|داعي|يلزم)|दरकार नहीं|(?:ज़रूरत|जरूरत|आवश्यकता|आवश्यक) नहीं|không cần|tidak (?:perlu"
    r"|butuh|membutuhkan|memerlukan|diperlukan)|gerek (?:yok|duymuyorum)|gerekmiyor|ihtiyacım yok|ihtiyaç yok"
    r"|(?:niet|geen) (?:\w{1,12} )?(?:nodig|meer)|nie (?:potrzeb\w+|jest potrzeb\w+)"
)
NEEDED = (
    r"\b(?:better|rather) (?:see|look|check|view)\b|\b(?:could|can) (?:really |certainly )?do with\b|"
    rf"^\W*(?:just |only )?(?:one|two|a few|some) more {_SEEN}\b|"
    r"(?:^|[.!;\n] )\W{0,3}(?:(?:please|yes|then|so),? ){0,2}(?:uncover|reveal|open up|unveil|continue|proceed"
    r"|keep going"
    r"|carry on|go on|go ahead)\b(?! (?:to )?(?:answer|the answer))|\b(?:called for|a must)\b"
    r"|\b(?:more|further|additional|another)\b[^.;\n]{0,20}\b(?:windows?|tiles?|views?|parts?)\b,? please\b|"
    rf"\b(?:needs?|needed|requir(?:es?|ed)|wants?|would like|i'd like|like to|must|have to|has to|should"
    rf"|request(?:ing|s)?"
    rf"|necessary|ask for|prefer)\b[^.;\n]{{0,50}}?\b(?:{_MORE}|{_SEEN}|see|seen|view|check|look|know|shown|examine"
    rf"|inspect)\b"
    rf"|\b{_MORE} (?:\w{{1,14}} ){{0,3}}?{_SEEN}(?: \w{{1,14}}){{0,5}}? (?:needed|required|necessary|helpful|useful"
    rf"|must|should|needs?|would help|essential|wanted|desirable|crucial|better)\b|\b(?:show|give|send|provide"
    rf"|let) me (?:\w{{1,12}} )?(?:the|see|more|another|have|with|a)\b|\bplease (?:show|provide|give|send|zoom|let"
    rf"|include|reveal)"
    rf"|\b(?:more|additional|further|other|rest)\b[^.;\n]{{0,40}}\b(?:is|are|be) (?:\w{{1,12}} ){{0,2}}(?:needed"
    rf"|required|necessary)"
    rf"|\b{_SEEN}(?: (?!is\b|are\b|not\b|no\b)\w{{1,12}}){{0,6}} (?:is|are|would be|seems?"
    rf"|will be) (?:\w{{1,12}} )?(?:needed|required"
    rf"|necessary|essential|indispensable)\b"
    rf"|\bneed(?:s|ed)? (?:more|to see|to look|further|another|it|them)\b|\bi need\b|\bmore is needed\b"
    rf"|\bzoom (?:in|out)\b|\b(?:could|can|may) (?:i|you) (?:\w{{1,10}} )?(?:see|show|provide|have|zoom)\b"
    rf"|\bmore,? please\b|\bcontinue (?:with|to) (?:the )?(?:next|other)|\blet's (?:see|look|check|view)\b"
    rf"|\b(?:other|remaining|another|next) (?:views?|parts?|images?) (?:may|might|could|would|will|should|must)\b"
    rf"|\bshift to\b|\bneed (?:it|that|those|the)\b|\bwould (?:be )?help(?:ful)?\b"
    r"|需要|还要|還需|想(?:再)?看|请(?:提供|给|展示|显示)|更多(?:的)?(?:视觉|信息|图|视图|部分)?|必须看"
    r"|其他(?:的)?(?:部分|视图|区域|图像)|应该看"
    r"|必要(?!な|は(?:な|あ)|ありま|がありま|とし)|必要があり(?:ます)|もっと|見たい|見せて|追加の|他の(?:部分"
    r"|ビュー|画像)|ほかの|見る必要"
    r"|필요(?:합니다|해요|함|하다|해|하|로)|봐야|더 (?:보여|많은|보고)|추가(?:적인)?|보여 ?주|다른 (?:부분|뷰"
    r"|이미지|영역)"
    r"|\b(?:brauch\w*|benötig\w*|möchte|zeig\w*|nötig|erforderlich|notwendig)\b|\bweitere\w*|\bmehr (?:bild\w*"
    r"|informationen|ansichten|details|ausschnitte|teile|sehen|kontext)|\bmuss (?:\w{1,12} ){0,4}sehen"
    r"|\b(?:besoin|il (?:me )?faut|il faudrait|nécessaires?|voudrais|aimerais|montre[rz]|requi(?:s|se|ert)s?)\b"
    r"|\bplus d(?:e|')\s?(?:informations?|vues?|détails?|contexte)|d'autres (?:vues?|parties?|images?)|davantage"
    r"|\b(?:necesit\w+|hace falta|hacen falta|quiero|quisiera|necesari\w+|requier\w+|muéstr\w+|falta\w*)\b"
    r"|\bmás (?:información|vistas?|partes?|imágenes|detalles|contexto)|otras? (?:vistas?|partes?)"
    r"|\b(?:preciso|precisa\w*|necessit\w+|necessári\w+|quero|gostaria|mostr[ea]\w*|falta\w*)\b"
    r"|\bmais (?:informaç\w+|vistas?|partes?|imagens|detalhes|visões|contexto)|outras? (?:vistas?|partes?|visões)"
    r"|\b(?:ho bisogno|mi serv\w+|serv(?:e|ono)|necessari\w+|vorrei|devo vedere|mostr\w+mi|occorr\w+)\b|\b(?:più"
    r"|altre|ulteriori) (?:informazioni|viste|parti|immagini|dettagli)"
    r"|нужн\w+|нуж[её]н|требу\w+|необходим\w*|хочу|хотел\w* бы|покаж\w+|надо|(?:больше"
    r"|дополнительн\w+) (?:информац\w+|вид\w*|част\w*|визуальн\w+|изображен\w+)|другие (?:части|виды)"
    r"|أحتاج|نحتاج|أريد|يلزم|مطلوب|المزيد|(?:चाहिए|आवश्यक|ज़रूरत|जरूरत|आवश्यकता)|(?<!không )cần (?:thêm|xem|thấy)?"
    r"|muốn xem|(?<!tidak )(?:perlu|membutuhkan|memerlukan|butuh|diperlukan)|lebih banyak|(?:gerek(?:iyor|li)"
    r"|ihtiyacım var|daha fazla|lazım)|(?:nodig|meer (?:informatie|beelden|context))|(?:potrzeb\w+|więcej)"
    r"|^\W{0,6}(?:more|next|continue|go on|proceed)\W{0,6}$"
)
ENOUGH = (
    rf"\b(?:enough|sufficient|sufficiently|adequate|suffices?|suffice|satisfactory|ample)\b|\b(?:i|we|one"
    rf"|you) can (?:\w{{1,12}} )?(?:{_FIND}|give|provide)\b|\b(?:able to|possible to"
    rf"|ready to) (?:\w{{1,12}} )?{_FIND}\b|\bcan (?:\w{{1,12}} )?be (?:\w{{1,12}} )?(?:answered|determined|told"
    rf"|identified|concluded|inferred|read)\b"
    r"|\b(?:everything|all (?:the )?(?:information|details|i need|that is needed|we need|necessary|relevant"
    r"|of it))\b[^.;\n]{0,60}?\b(?:visible|here|shown|present|seen|there|in view|included|available|given"
    r"|in this)\b|\balready (?:\w{1,12} )?(?:answers?|shows? everything|clear|visible|have|know|know)\b"
    r"|\bi (?:can )?already (?:recogni[sz]e|see|know|identify|make out|spot|tell)\b"
    r"|\bi (?:already )?(?:know|have) the answer\b|\bi have (?:all|everything|what)\b(?: (?:that )?(?:i"
    r"|we) needs?\b)?|\bcontains (?:all"
    r"|everything)\b|\bthat's all i need\b|\bis all i need\b|\bi'm done\b"
    r"|足够|足以|充足|充分|够了|(?<!才)可以(?:直接)?(?:回答|判断|确定|看出|得出|看到|看清)"
    r"|(?<!才)能(?:够)?(?:直接)?(?:回答|判断|确定|看出|看到|看清)|已经(?:可以|能"
    r"|知道|足)"
    r"|十分|足りま(?:す|した)|足ります|答えられます|答えることができ|(?:分か|わか)ります|判断できます|特定できます"
    r"|回答できます|確認できます"
    r"|충분|답할 수 있|알 수 있|판단할 수 있|대답할 수 있|확인할 수 있|볼 수 있"
    r"|\b(?:reich(?:t|en)|genüg(?:t|en|end)|ausreichend|genug|kann (?:(?!nicht\b|kein)\w{1,15} ){0,6}(?:beantworten"
    r"|erkennen|sehen"
    r"|sagen|bestimmen))\b"
    r"|\b(?:suffi(?:t|sent|sante?s?)|assez|(?:je|on) peu[xt] (?:\w{1,12} )?(?:répondre|voir|déterminer))\b"
    r"|\b(?:suficientes?|basta|bastan|(?:puedo|se puede) (?:\w{1,12} )?(?:responder|determinar|ver|saber))\b"
    r"|\b(?:suficientes?|basta|bastam|(?:posso|consigo|dá para|é possível) (?:\w{1,12} )?(?:responder|determinar"
    r"|ver|saber))\b"
    r"|\b(?:sufficient[ei]|basta|bastano|(?:posso|si può) (?:\w{1,12} )?(?:rispondere|determinare|vedere))\b"
    r"|(?<!не)достаточно|хватает|(?:могу|можно) (?:\w{1,14} )?(?:ответить|определить|сказать|увидеть)"
    r"|(?:كاف\w*|يكفي|تكفي|(?:يمكنني|أستطيع) (?:\w{1,12} )?(?:الإجابة|تحديد))|पर्याप्त|काफी|đủ"
    r"|(?<!không )có thể (?:trả lời|xác định)|cukup|(?:dapat|bisa) (?:menjawab|dijawab|menentukan)|yeterli"
    r"|cevaplayabilirim|voldoende|genoeg|wystarcz\w+|mogę odpowiedzieć"
    r"|\b(?:everything|all)\b[^.;\n]{0,30}\b(?:required|needed|necessary)(?: to| for|\W{0,3}$)"
)
HIDDEN = (
    r"\bonly (?:an? |the )?(?:half|part|third|quarter|fraction|bit|portion|corner|piece|edge)\b[^.;,\n]{0,50}"
    r"|\b(?:is|are|was|were) cut\b|\bn't (?:been |yet |fully |entirely |completely ){0,2}(?:visible|revealed"
    r"|uncovered|seen|shown|included)\b|"
    r"(?:\b(?:not|no|nowhere|neither|nor|barely|hardly|only partially|partially"
    r"|partly)|n't) (?:\w{1,14} ){0,3}?(?:visible|revealed|uncovered|seen|shown|in view|present|included|depicted"
    r"|legible|readable|clear"
    r"|in this|here|part|to be seen|in the (?:given|current|image|picture|view|part|frame))\b|\b(?:cut off"
    r"|out of (?:view|frame|sight)|outside|off[- ]screen|hidden|occluded|obscured|blurr\w+|too (?:small|blurry|far"
    r"|dark)|cropped|elsewhere|unseen|invisible|missing|covered|illegible|unreadable|obstructed|blocked|beyond)\b"
    r"|\b(?:only|just|merely) (?:\w{1,12} )?(?:shows?|see|contains?|visible|part of|half|a (?:small )?part"
    r"|the (?:sky|back|top|bottom|left|right|upper|lower))\b|\b(?:i|we) (?:can )?only see\b|\b(?:i"
    r"|we) see (?:only|just|nothing but)\b|^\W{0,4}(?:just|only) (?:an?|the)\b|\bshows? (?:only|just"
    r"|nothing|no)\b|\b(?:is|are) no(?!t)\b|\bthere(?:'s| is| are) no\b|\bdoes(?: not|n't) (?:show|contain|include"
    r"|reveal|display|depict|have)\b|\bdo(?: not|n't) (?:see|show|contain)\b"
    r"|没有(?:显示|出现|看到|包含)|只(?:能看到|显示|有|看到)|被(?:遮|挡|截)|不可见|写って(?:い)?ない"
    r"|写っていま?せん|だけ(?:が|しか)?(?:見|写)|보이지|가려"
)
SHOWN = (
    r"\b(?:clearly|fully|completely|entirely|well|plainly|easily|directly|already|perfectly|both"
    r"|all) (?:\w{1,12} ){0,2}?(?:visible|seen|shown|readable|legible|in view|depicted|displayed|identifiable"
    r"|recogni[sz]able|complete|present)\b|\b(?:visible|readable|legible|shown|seen) (?:clearly|in full|completely"
    r"|well|here|in this)\b|\bin full view\b|\b(?:reads|says|clearly shows?|is obvious|is evident|is clear)\b"
    r"|\b(?:whole|entire|complete)(?: \w{1,14}){1,3} (?:is|are|can be) (?:\w{1,12} )?(?:visible|seen|shown"
    r"|legible|readable|in view)\b"
    r"|\b(?:vollständig|ganz|komplett|gut) (?:lesbar|sichtbar|zu sehen|erkennbar)\b"
    r"|\b(?:entièrement|bien|parfaitement) (?:lisible|visible)s?\b"
    r"|\b(?:completamente|totalmente|perfectamente|perfettamente) (?:legible|visible|legível"
    r"|visível|leggibile|visibile)s?\b"
    r"|полностью (?:виден|видна|видно|видны|читается)|完全(?:可见|可以看到|清晰)"
    r"|清晰可见|清楚(?:地)?(?:可见|显示|看到)|はっきり|분명히|명확"
)
WANTS = re.compile(  # "the other parts, please"
    r"^\W*(?:(?:just|only|maybe|perhaps|all|some|any|of|the|a|show|see|view|give|with|zoom|into|to|on"
    r"|me) ){0,5}(?:more|others?"
    r"|another|rest|remaining|next|adjacent|neighbou?ring|missing|additional|further|full|whole|entire|complete"
    r"|remainder"
    r"|following)\b(?![^.;:!?]{0,40}\b(?:is|are|was|were|has|have|than|can)\b)"
    r"(?:[\s\w-]{0,30}\b(?:"
    + _SEEN[3:-1]
    + r"|ones?|half|halves|corners?|please|of (?:it|them|the (?:image|picture)))\b|(?=[\s,]{0,2}please\b)|(?=\W*$))"
    r"[^.;:!?]{0,40}\W*$|\b(?:get|show|request|see|load|fetch|open|zoom|shift"
    r"|next)\w{0,20}\((?![^()]{0,30}\b(?:false|no|none)\b)[^()]{0,40}\)"
)
REFUSES = (
    r"\bi (?:must |have to )?(?:decline|refuse)\b|"
    r"\b(?:can(?:not|'t| not)|unable to|not able to|n't able to|not have the ability to"
    r"|incapable of) (?:\w{1,12} (?:or|and) )?(?:view"
    r"|see|analy[sz]e|interpret|process|look at|open|display|examine|inspect|access"
    r"|directly \w{3,9})\b(?: \w{1,12}){0,3}?"
    r" (?:images?|pictures?|photos?|visual (?:content|data|input)s?)\b"
    r"|\b(?:images?|pictures?|photos?) (?:can(?:not|'t)|could not|couldn't) be (?:displayed|loaded|opened|shown"
    r"|processed)|"
    r"\b(?:sorry|apologi[sz]e)\b[^.\n]{0,80}\b(?:can(?:not|'t)|unable|not able|won't)\b|\b(?:can(?:not|'t| not)"
    r"|unable to|not able to|won't|must not|may not|mustn't|not (?:permitted|allowed) to) (?:help|assist|talk|speak"
    r"|comment"
    r"|discuss|comply|fulfil\w*|identify (?:people|persons|individuals|who"
    r"|real)|process|do that|engage|discuss|provide (?:that|this))\b|\bas an ai\b"
    r"|\b(?:can(?:not|'t| not)|don't|do not|unable to|didn't|did not) (?:\w{1,12} )?(?:see|view|access|receive|have"
    r"|open|load|find) (?:\w{1,12} )?(?:(?:any|an|the|your|attached|uploaded) ){0,2}(?:images?|pictures?|photos?"
    r"|files?)\b|\bno (?:image|picture|photo)s? (?:was|were|is|has|have|attached|provided|uploaded|found|available|here"
    r"|(?:in|with|to) (?:your|the|this|my) (?:message|prompt|request|question|chat|conversation|input|post))"
    r"|\b(?:is|to be|are) no (?:image|picture|photo)s?\W*$"
    r"|\b(?:don't|do not) understand (?:the|your|this|what)\b|\bimage not found\b|^\W{0,4}no (?:idea|clue|image"
    r"|picture)\b"
    r"|\bplease (?:upload|attach|re-?upload|share)\b"
    r"|\b(?:error|exception|traceback|failed to|out of memory|timed? ?out|status code|http|cuda|api|rate limit"
    r"|(?:content|request|response|prompt) (?:was |is |has been )?(?:blocked|filtered|rejected)"
    r"|overloaded|nan)\b|could(?: not|n't) (?:be )?(?:load|open|read|decode)|(?:无法|不能)(?:查看|看到|打开|加载"
    r"|处理|识别)(?:这|该)?(?:张|幅)?(?:图|照片)|抱歉|对不起|对不起|申し訳|죄송"
    r"|tut mir leid|désolé"
    r"|lo siento|desculpe|mi dispiace|извините|آسف|عذرا"
)
DESCRIBES = re.compile(
    r"^\W{0,6}(?:this|it|here) (?:shows?|depicts?|displays?)\b|"
    r"^\W{0,6}(?:this|it|here|that)(?:'s| is| are|) (?:shows?|depicts?|displays?|an? |the "
    r"|part of)(?:[^.\n]{0,40}?\b(?:views?|parts?"
    r"|images?|pictures?|photo\w*|scene|crop|section|quadrant|close-up)\b)|"
    r"^\W{0,6}(?:an? )?(?:photo(?:graph)?|picture|image|view|close-up) of\b|"
    r"^\W{0,6}(?:the |this |in the |in this )?(?:image|picture|photo(?:graph)?|view|part|scene|figure|screenshot"
    r"|upper|lower|left|right)\b[^.\n]{0,40}?\b(?:shows?|depicts?|displays?|features?|contains?|is (?:of|a)"
    r"|captures?|presents?|portrays?|illustrates?|there)\b|^\W{0,6}(?:图中|图片|这张图|图像|画像|この画像|이미지"
    r"|사진|das bild|l'image"
    r"|la imagen|a imagem|l'immagine|на изображении)|^\W{0,6}(?:i see|we see|i can see|let me|let's|to (?:answer"
    r"|determine|decide|find)|first)\b"
)
YES = (
    r"yes|yeah|yep|yup|sure(?!,? (?:let|i|what|here|happy|please|thing))|affirmative|(?:certainly|definitely"
    r"|absolutely|indeed|of course|surely|naturally)(?! not)|i do(?= ?[,.!;]| ?$)|是的?|要的?|需要(?:的)?|对|對|好的?"
    r"|有必要|はい|ええ"
    r"|うん|네|예|응|그렇습니다|ja|jawohl|doch|oui|sí|sim|sì|да|نعم|أجل|हाँ|हां|जी हाँ|có|vâng|ya|iya|evet|tak|ใช่"
)
NO = (
    r"no|nope|nah|negative|(?:certainly|definitely|absolutely|of course|surely) not|not at all|not (?:needed"
    r"|necessary|required)|否|不|不是|不需要|不用|不必|没有|沒有|没必要|无需?"
    r"|無需?|いいえ|いえ|いや|不要(?:です)?|아니(?:요|오)|아뇨|아닙니다|nein|non|não|нет|لا|كلا|नहीं|नही|जी नहीं"
    r"|không|tidak|hayır|nee|nie|ไม่"
)
_FOLDED_YES, _FOLDED_NO = fold(YES), fold(NO)
_END = r"(?=\s{0,3}(?:$|[\s.,;:!?)\]}\"'(-]))"
LEADING = re.compile(
    rf"^\W{{0,12}}(?:(?P<yes>{_FOLDED_YES})|(?P<no>{_FOLDED_NO}))(?![\w'])(?!\W{{0,3}}or\b)(?!\.?\s*\d)(?!\s(?:more"
    rf"|further|other"
    rf"|additional|one|idea|doubt|image|picture|views?|parts?|longer|need|zoom|extra|cake|way|such)\b)"
)
SAID = re.compile(
    r"(?:\b(?:(?:final |my |the )?(?:answer|response|decision|conclusion|verdict|output|reply|result)|therefore"
    r"|thus|hence|so|antwort|réponse|respuesta|resposta|risposta|ответ|say)\b|答案|回答|结论|因此|所以|答え|정답|답변?)"
    rf"\s{{0,3}}(?:is|are|would be|should be|must be|will be|:|=|是|为|は|은|는|,"
    rf"|\W){{0,3}}\W{{0,6}}(?:(?P<yes>{_FOLDED_YES})|(?P<no>{_FOLDED_NO}))(?![\w'])(?!\.?\s*\d)(?!\s(?:more|further"
    rf"|other|additional|one|idea|views?|parts?|longer|need|zoom)\b)"
)
WORDS = re.compile(r"(?<![\w'])(?:(?P<yes>yes|yeah|yep)|(?P<no>no|nope))(?=\s*(?:$|[.,;:!?)\]\"'\n-]))(?!\.?\s*\d)")
_CORRECTIONS = (
    r"\b(?:wait|actually|correction|scratch that|on second thoughts?|let me (?:correct|reconsider|rethink)|i mean"
    r"|i meant|hmm|oops|rather)\b|更正|等等|不对,|訂正|정정|korrektur|en fait|en realidad|точнее"
)


def _compiled(ascii_only: bool, **phrases: str) -> Cued:
    """Return an alternation of named groups; for ASCII texts without the phrases of other scripts."""
    prepared = {
        name: hoisted(in_ascii(fold(pattern)) if ascii_only else fold(pattern)) for name, pattern in phrases.items()
    }
    return Cued("|".join(f"(?P<{name}>{pattern})" for name, pattern in prepared.items()))


# Each for any text and, the second one, for ASCII texts.
STATEMENTS = tuple(
    _compiled(one, not_enough=NOT_ENOUGH, not_needed=NOT_NEEDED, needed=NEEDED, enough=ENOUGH) for one in (False, True)
)
EVIDENCE = tuple(_compiled(one, hidden=HIDDEN, shown=SHOWN) for one in (False, True))
REFUSAL = tuple(_compiled(one, refusal=REFUSES) for one in (False, True))
CORRECTS = tuple(_compiled(one, corrects=_CORRECTIONS) for one in (False, True))
