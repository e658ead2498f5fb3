"""Words for views and for what is done with them in scripts without spaces, and verbs of keeping and shifting."""

from __future__ import annotations

ANYWHERE: dict[str, str] = {
    " is excluded, but ": r"(?:で|じゃ)はなく(?:て)?|でなく(?:て)?|じゃなく(?:て)?|[이가]? ?아니라|[이가]? ?아니고",
    " is excluded, but all ": (
        r"以外(?:の|は)?(?:すべて|全て|全部)|を除(?:く|いた|き|いて)(?:すべて|全て|全部)?|[을를]? ?제외하?(?:고"
        r"|한)(?: 모두| 모든| 전부)?"
    ),
    " not needed ": (
        r"(?:都|均|并)?(?:不需要?|无需|無需|不用|不必|用不着|没必要|沒必要|没有必要|不太?重要)(?:再|要|进行"
        r"|進行)?(?:选择|放大|缩放|查看|看|选)?|(?:都"
        r"|均)?(?:与问题)?无关|不选|不選"
        r"|(?:は)?必要(?:は|が)?(?:ない|ありません|なし|無い)|(?:は)?不要(?:です|だ)?|必要とし(?:ない|ません)"
        r"|필요(?:가|는)? ?(?:없|하지 않)\S*|不想看|ไม่จำเป็น|ไม่ต้อง"
    ),
    " only shows ": r"[^,.;\s]{1,10}しか(?:写って|映って|見え|あり)[^,.;\s]{0,8}",
    " is irrelevant ": r"(?:に)?(?:は|も)?何も(?:あり|写って|映って|見え)[^,.;\s]{0,8}|没有(?:任何)?(?:相关|有用"
    r"|所需)(?:的)?(?:信息|内容)?|(?:只有|只显示|仅显示"
    r"|只是)(?=[^\d第,.;]{0,12}(?:天空|草地|背景|墙|树|建筑|路|地面))"
    r"|にはありません|에는 없\S*",
    " not ": r"而不是|而非|不是|不包括|不含|没有显示|沒有|并非|别看",
    " none ": r"一个都不|都不|没有|無し|なし|ありません|(?<![一-龥])[无無](?![一-龥])|以上皆非|없음|없습니다|없다"
    r"|아무것도|ไม่มี",
    " empty ": r"(?:是)?空(?:的|白的?|です|だ)|비어 ?있\S*",
    " all the ": r"全部(?:的)?|所有(?:的)?|每个|每一个|整张|整個|すべて(?:の)?|全て(?:の)?|모두|모든|전부|전체"
    r"|ทั้งหมด|ทุก",
    " except ": r"除了?(?=[^,.;]{0,12}\d)|除去|ยกเว้น",
    " but ": r"但是|但|而是|而(?=需要|选|看|应)|不过|しかし|でも|하지만|그러나|แต่",
    " therefore ": r"因此|所以|综上(?:所述)?|故(?=[选需])|于是|从而|したがって|従って|よって|そのため|따라서"
    r"|그러므로|그래서|ดังนั้น",
    " because ": r"因为|因為|由于|なぜなら|왜냐하면|때문|เพราะ",
    " answer: ": r"(?:最终)?答案(?:应该|應該)?(?:就)?(?:是|为|為|:)?|回答(?:は|是|:)?|答え(?:は|:)?|정답(?:은|는"
    r"|:)?|답(?:변)?(?:은|는|:)",
    " actually ": r"更正|不对|不對|等等|等一下|纠正|重新考虑|其实应|訂正|いや|아니,|정정|잠깐",
    " needed ": (
        r"(?:我)?(?:会|將|将|应该|應該|应)?(?:选择|選擇|选取|选|選(?![項项])|放大|缩放|查看|聚焦)(?:了|的|到)?"
        r"|(?:最)?(?:需要|必须|必須|必要|需)(?:使用|查看|看"
        r"|放大|选择|看到|关注|检查)?"
        r"|要看|看一?下|想看|見ます|見たい|見るべき|選択|選び|選ぶ|拡大|必要|見る必要|ズーム|선택|필요|확대|봐야"
        r"|살펴|เลือก|ต้อง|จำเป็น"
    ),
    " shows ": r"显示|顯示|展示|可以看到|能看到|看到|写着|示して|写って|映って|見え|보여|보입|보이",
    " middle ": r"(?:正?中央|中间|中間|正中|真ん中|가운데|중앙|중간|ตรงกลาง)(?:部|位置)?(?:的|の|의)?",
    " upper-left ": r"左上(?:角|方|侧)?|上左|왼쪽 ?(?:위|상단)|좌측? ?상단?|왼쪽위|상단 왼쪽",
    " lower-left ": r"左下(?:角|方|侧)?|下左|왼쪽 ?(?:아래|하단)|좌측? ?하단?|하단 왼쪽",
    " upper-right ": r"右上(?:角|方|侧)?|上右|오른쪽 ?(?:위|상단)|우측? ?상단?|상단 오른쪽",
    " lower-right ": r"右下(?:角|方|侧)?|下右|오른쪽 ?(?:아래|하단)|우측? ?하단?|하단 오른쪽",
    " upper half ": r"上半(?:部分|部|分)?|上(?:方|面|侧|側)?(?:的|の)\s?(?:两个|2个|2 parts|二つ|2つ"
    r"|两)(?:部分)?|上(?:方|面|侧|側)(?:部分)?|위쪽(?: 절반)?|상단",
    " lower half ": r"下半(?:部分|部|分)?|下(?:方|面|侧|側)?(?:的|の)\s?(?:两个|2个|2 parts|二つ|2つ"
    r"|两)(?:部分)?|下(?:方|面|侧|側)(?:部分)?|아래쪽(?: 절반)?|하단",
    " left half ": r"左半(?:部分|部|分|边)?|左(?:侧|側|边|邊|面)?(?:的|の)\s?(?:两个|2个|2 parts|二つ|2つ"
    r"|两)(?:部分)?|左(?:侧|側|边|邊|面)(?:部分)?|왼쪽(?: 절반)?",
    " right half ": r"右半(?:部分|部|分|边)?|右(?:侧|側|边|邊|面)?(?:的|の)\s?(?:两个|2个|2 parts|二つ|2つ"
    r"|两)(?:部分)?|右(?:侧|側|边|邊|面)(?:部分)?|오른쪽(?: 절반)?",
    " part ": (
        r"(?:个|個|块|塊|张|張|号|號|幅|片|的)?(?:部分|区域|區域|区块|區塊|视图|視圖|子图|圖像|图像|图片|象限|切片"
        r"|图块|方块|格子|タイル|ブロック|マス|타일|칸|画像|パート|パーツ|領域|ビュー|エリア)(?:の|は|が|を|に"
        r"|と)?"
        r"|图(?=\s?\d)|(?:부분|영역|파트|이미지|구역|뷰|조각)(?:을|를|이|가|은|는|과|와|도|만|에)?|ส่วน(?:ที่)?"
        r"|ภาพ(?:ที่)?"
    ),
    " others ": (
        r"(?<!特)别的(?:部分)?|其他(?:的)?(?:部分)?|其余(?:的)?(?:部分)?|剩下(?:的)?(?:部分)?|他の部分|나머지(?: 부분)?"
    ),
    " or ": r"或者?|または|もしくは|또는|หรือ",
    " and ": r"[和与與及跟]|以及|还有|(?<=[\d의])\s?と|(?<=[\d\s])및|그리고",
}

OPERATIONS: dict[str, str] = {
    "shift to none": (
        r"(?:移動|シフト|切り替え)(?:し|は|を)?(?:ません|ない|ず)|動か(?:しません|さない|さず)"
        r"|(?:이동|전환)하지 ?않\S*|옮기지 ?않\S*"
        r"|(?:fenster|fenêtre|ventana|finestra|janela|venster|fönstret|vinduet|окно|вікно|okno) (?:bleibt|reste"
        r"|se queda"
        r"|permanece|resta|fica|blijft|stannar|bliver|оста[её]тся|залишається|zostaje|zůstane)\b"
        r"|不(?:移动|移動|转移|轉移|切换|换)|bleib\w* (?:da|hier|dort)|(?:flytta|flytt|gå) (?:inte|ikke)|verschuif niet"
        r"|не (?:перемеща\w*|перехо\w*|(?:пере|с)?двига\w*|переключа\w*|зсува\w*|пересува\w*)"
        r"|nie (?:przesuwa\w*|przesuń|ruszaj)|neposouv\w*|kaydırma(?:yın)?\b|non (?:mi |ci )?(?:spost\w*|muov\w*"
        r"|cambi\w*)"
        r"|no (?:me |nos )?(?:muev\w*|desplaz\w*|cambi\w*)|ne (?:me |nous )?(?:déplac|deplac|boug|chang)\w* pas"
        r"|não (?:me |nos )?(?:deslo[cq]|mov|mud)\w*"
    ),
    "stays": (
        r"\bbleib(?:en|t)\b|\bblijven\b|\brestent\b|\bpermanecen\b|\brestano\b|остаются|остается|остаётся|\bzostają\b"
        r"|\bstannar\b|\bse quedan?\b|\brimangono\b|\bficam\b"
    ),
    "keep": (
        r"остав\w*|лиш(?:аю|и|ити)\b|ponech\w*|koru|houd|tieni|(?:me )?quedo(?: con)?|rimango(?: su| con)?"
        r"|bleibe bei|reste sur|fico com|behåll\w*|behold\b"
        r"|zachovej|ponech\w*|залиш\w*|κράτησε|κρατ\w+|保留|保持|留下|继续看|そのまま|残し|残す|維持"
        r"|유지\S{0,3}|남기|gard(?:er|e|ons)"
        r"|conserv(?:er|e|ons|ar|a"
        r"|o)|behalt\w*|behält"
        r"|mant(?:ener|engo|én|er|enho|enha|enere|engo|ieni)"
        r"|tenere|tengo|оставить|оставля\w*|сохран\w*|احتفظ|الاحتفاظ|نحتفظ"
        r"|ا?ل?[اإ]بقاء|[أا]بقي|रखें|रखना|giữ(?: lại)?|pertahankan"
        r"|simpan|\btut(?:uyorum|un)?\b|behoud\w*|zachow\w*"
    ),
    "shift to": (
        r"rück(?:en|e|t)\b|schauen? (?:mir |wir uns )?(?:zusätzlich|außerdem|noch)\b|beweg\w*|wander[nt]\w*"
        r"|schwenk\w*|muev[ae]\w*|\bmov[ae](?:r|rse)?\b(?= (?:la|a|o|el) )"
        r"|mova(?= )|(?:пере)?двин\w*|двига\w*|посун\w*|пересун\w*|posu[nň]\w*|flyt(?:tes?|ter)?\b|schuiven|schuift"
        r"|ajout(?:e|er|ons)|agreg(?:o|ar)|añad(?:o|ir)|aggiung\w+|adicion(?:o|ar)|acrescent\w+|anseh\w*|anschau\w*"
        r"|dazunehm\w*|przesuń|schuif\w*|kaydır\w*|flytta(?: till)?|dịch(?: chuyển)?(?: sang)?|сдвин\w*"
        r"|(?:ver)?schieb\w*"
        r"|flytt til|gå til(?:l)?|přejdi"
        r"|přesuň\w*|перейд\w*|μετακιν\w+"
        r"|追加\S?|추가\S{0,3}|chang(?:er|ez"
        r"|eons)|转移到?|改看|改为查看|转到|转向|移动到?|移到|切换到?|换到|再看"
        r"|動か[しす]\S{0,3}|シフト\S{0,3}|移動\S{0,3}|移る|切り替え\S{0,3}"
        r"|이동\S{0,4}|옮기\S{0,2}|전환\S{0,3}"
        r"|passe[rz]? (?:à|a|aux?|vers)|déplac\w+|décal\w+|alle[rz] (?:à|vers)|wechs\w*|verschieb\w*|gehe zu"
        r"|cambi\w+|mover\w*|muevo|desplaz\w+|pas(?:ar|o) a|ir a|deslo(?:c|qu)\w+|mud(?:ar|e|o)|pass(?:ar|o|a|e) para"
        r"|(?:ir|vou) para|(?:veux|voudrais|aimerais)(?: aussi| encore)? voir|quiero ver|quero ver|voglio vedere"
        r"|spost\w*|passare a|pass[oa] a(?:lla)?\b|перей\w*|перемест\w*|перехо[дж]\w*|добав\w+|переключ\w*|сдвиг\w*"
        r"|انتقل|الانتقال|ننتقل"
        r"|बदलें|जाएं"
        r"|chuyển(?: sang)?|pindah(?: ke)?|geser|beralih ke|geç\w*|verplaats\w*|verschuiv\w+"
        r"|ga naar|przejd\w*|przesun\w*"
    ),
    "drop": (
        r"丢弃|舍弃|放弃|去掉|버리\S{0,2}|제거\S{0,2}|捨て\S{0,2}|abandonn\w+|laisser|verw[ei]rf\w*|weglassen"
        r"|descart\w*|scart\w*"
        r"|отброс\w*|убрать|släpp\w*|odrzu[cć]\w*|\bzaho[dď]\w*|\bbırak\w*|відкин\w*|прибрати|\bsuelt[ao]\b"
        r"|\blaat (?=[\d, en]{1,16}(?:vallen|los|weg)\b)|\blepas(?:kan)?\b|\bbuang\b"
    ),
}
