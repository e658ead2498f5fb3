"""Words for views, choices and operations in other languages: data for `standardizers.view_languages`.

Keys are the English words that stand for them, values regular expressions. Latin, Cyrillic, Arabic and Devanagari
entries match whole words; Chinese, Japanese, Korean and Thai ones match anywhere.
"""

WHOLE_WORDS: dict[str, str] = {
    "empty": (
        r"leer|vac[ií][oa]s?|vides?|vazi[oa]s?|vuot[oaie]|leeg|pust[aye]|пуст\w*|порожн\w+|prázdn\w+|kosong|trống|κεν\w+"
        r"|ריק\w*|فارغ\w*|خالی|खाली|tyhjä|üres|goală"
    ),
    "not needed": (
        r"(?:nicht|nie|niet) (?:jest |sind |ist )?(?:nötig|benötigt|erforderlich|notwendig|relevant|gebraucht"
        r"|hilfreich|nodig|potrzebn\w+)"
        r"|brauche? (?:ich )?nicht|benötige? (?:ich )?nicht|ne?n?'(?:est|a|ai) pas (?:besoin|nécessaire)"
        r"|pas (?:besoin|nécessaires?|utiles?)"
        r"|inutiles?|no (?:es|son|hace|se|hay) (?:necesari\w+|falta|necesita\w*|necesidad)|no necesit\w+"
        r"|innecesari\w+|unnötig|überflüssig|superfl\w+|overbodig|onödig\w*|unødvendig\w*|zbędn\w+|gereksiz|περιττ\w+|лишн\w+"
        r"|não (?:é|são|há|preciso|precisa) ?(?:necessári\w+|necessidade)?|desnecessári\w+"
        r"|non (?:è|sono|serv\w+|occorr\w+|ho bisogno) ?(?:necessari\w+)?|не (?:нужн\w+|нуж[её]н|требу\w+"
        r"|понадоб\w+|важн\w+)"
        r"|غير (?:ضروري\w*|مطلوب\w*)|لا (?:حاجة|داعي|أحتاج|نحتاج|يلزم)|(?:ज़रूरत|जरूरत|आवश्यकता|आवश्यक|ज़रूरी) नहीं"
        r"|không cần(?: thiết)?|tidak (?:perlu|diperlukan|butuh|dibutuhkan)|gerek(?:li)? (?:yok|değil)"
    ),
    "needed": (
        r"wähl\w*|benötig\w*|brauch\w*|notwendig\w*|erforderlich\w*|nötig\w*|relevant\w*|entscheidend\w*|auswähl\w*"
        r"|ausgewählt\w*"
        r"|chois\w+|sélectionn\w+|besoin|nécessaires?|utilis\w+|zoomer\w*|examiner\w*"
        r"|eli[jg]\w+|seleccion\w+|necesit\w+|necesari\w+|hay que|hace falta|amplia\w*|escolh\w+|selecion\w+"
        r"|precis\w+|necessári\w+"
        r"|scelgo|sceglie\w*|scelt\w+|selezion\w+|necessari\w+|serv(?:e|ono)|bisogn\w+|выбира\w+|выбра\w+|выбер\w+"
        r"|нужн\w+|нуж[её]н"
        r"|необходим\w*|требу\w+|понадоб\w+|увелич\w+|أختار|اختر\w*|أحتاج|نحتاج|يجب|مطلوب\w*|ضروري\w*|तलब|चुन\w*"
        r"|चाहिए|आवश्यक\w*"
        r"|ज़रूरी|जरूरी|ज़रूरत|जरूरत|chọn|cần|memilih|pilih\w*|perlu|diperlukan|dibutuhkan|butuh|seç\w*|gerek\w*"
        r"|lazım|behövs|behöver|väljer?|nødvendig\w*|kies|nodig|wybieram|potrzebn\w+"
    ),
    "none": (
        r"kein(?:e[rsmn]?)?|nichts|aucune?|ningun[oa]?|ningún|nenhuma?|nessun[oa]?|нет|ни од\w+|никак\w+|ничего"
        r"|لا شيء|لا يوجد|بدون"
        r"|कोई नहीं|कुछ नहीं|không có|không|tidak ada|hiçbiri?|ingen|inga|geen(?: enkele?)?|żad\w+"
    ),
    "all the": (
        r"alle[rsmn]?|alles|sämtliche\w*|tous|toutes|tout|todos|todas|todo|tutt[ieo]|все[хм]?|кажд\w+|كل|جميع"
        r"|सभी|tất cả"
        r"|semua|seluruh|alla"
        r"|hepsi(?:ni)?|tüm|bütün|wszystk\w+"
    ),
    "except": (
        r"außer|bis auf|sauf|excepté|à l'exception d\w+|hormis|excepto|salvo|exceto|menos|tranne|eccetto|кроме"
        r"|за исключением"
        r"|ما عدا|باستثناء|ngoại trừ|trừ|kecuali|behalve|oprócz|z wyjątkiem|poza"
    ),
    "but": (
        r"aber|sondern|jedoch|mais|pero|sino|mas|porém|però|ma|но|однако|لكن|ولكن|а|лекин|लेकिन|nhưng|mà|tetapi|tapi"
        r"|melainkan|ama|fakat|maar|ale|lecz"
    ),
    "not": r"nicht|pas|não|non|не|ليس|ليست|وليس|नहीं|không phải|tidak|bukan|değil|niet|nie|inte",
    "therefore": (
        r"daher|deshalb|folglich|somit|donc|ainsi|par conséquent|c'est pourquoi|por lo tanto|por tanto|por eso"
        r"|así que|portanto|logo|por isso"
        r"|quindi|pertanto|dunque|perciò|поэтому|следовательно|итак|таким образом|لذلك|لذا|إذن|इसलिए|अतः|do đó"
        r"|vì vậy|vì thế|vậy"
        r"|oleh karena itu|jadi|maka|bu nedenle|bu yüzden|dolayısıyla|dus|daarom|więc|dlatego|zatem"
    ),
    "because": (
        r"weil|denn|parce qu\w*|car|puisque|porque|ya que|pois|perché|poiché|потому что|так как|поскольку|ведь"
        r"|لأن\w*|क्योंकि|bởi vì|vì"
        r"|karena|sebab|çünkü|omdat|want|ponieważ|gdyż"
    ),
    "shows": (
        r"zeigt|zeigen|enthält|enthalten|montren?t?|contien(?:t|nent)|muestran?|contiene[n]?|mostra[m]?|contém"
        r"|mostrano|показыва\w+"
        r"|видн\w+|содерж\w+|يظهر|تظهر|يحتوي|दिखाता|दिखाती|दिखाते|menunjukkan|berisi|gösteriyor|toont|pokazuje"
    ),
    "answer:": (
        r"antwort|réponse|respuesta|resposta|risposta|ответ|الجواب|الإجابة|उत्तर|trả lời|câu trả lời|jawaban|cevap"
        r"|yanıt|antwoord|odpowiedź"
    ),
    "actually": (
        r"korrektur|moment|tatsächlich|genauer gesagt|en fait|attendez|attends|correction|plutôt|perdón|corrección"
        r"|en realidad|mejor dicho"
        r"|aliás|na verdade|correção|anzi|in realtà|correzione|точнее|исправл\w+|на самом деле|поправка|عفوا|تصحيح"
        r"|بل|बल्कि|đúng hơn|maksud saya|düzeltme"
    ),
    "part": (
        r"(?:bild)?teil(?:e[ns]?|bild(?:er)?)?|ansicht(?:en)?|bild(?:er)?|abschnitte?[ns]?|bereiche?[ns]?"
        r"|ausschnitte?[ns]?|quadrant(?:en)?|nummern?|nr"
        r"|parties?|vues?|zones?|quadrants?|régions?|numéros?|morceaux?|partes?|vistas?|im[aá]gen(?:es)?"
        r"|secci[oó]n(?:es)?|regi[oó]n(?:es)?|cuadrantes?"
        r"|zonas?|n[uú]meros?|imagem|imagens|seç(?:ão|ões)|regi(?:ão|ões)|quadrantes?|parti|viste|immagin[ie]"
        r"|sezion[ei]|region[ei]|riquadr[oi]"
        r"|quadrant[ei]|numer[oi]|част(?:ь|и|ей|ях|ью)|вид(?:ы|а|ов)?|фрагмент(?:ы|а|ов|е)?|област(?:ь|и|ей)"
        r"|изображени[еяй]|номер(?:а|ов)?"
        r"|квадрант(?:ы|а)?|(?:ال)?(?:جزء|جزئين|أجزاء|اجزاء|منظر|صورة|قسم|أقسام|رقم)|والجزء|भाग|भागों|हिस्सा|हिस्से"
        r"|हिस्सों|दृश्य|phần|hình|vùng|ảnh|bagian"
        r"|gambar|tampilan|nomor|delarna|delar|del(?= \d)|bölüm\w*|parça\w*|görüntü|kısım|deel|delen|beeld|części?"
        r"|obraz"
    ),
    "first": (
        r"erste[rsmn]?|premi(?:ère|er)s?|primer[oa]?|primeir[oa]|prim[oa]|перв\w+|(?:ال)?أولى?|पहल[ाेी]|pertama|ilk"
        r"|birinci|eerste|pierwsz\w+|thứ nhất"
    ),
    "second": (
        r"zweite[rsmn]?|deuxièmes?|segund[oa]|second[oa]|втор\w+|(?:ال)?ثانية?|والثاني|दूसर[ाेी]|kedua|ikinci|tweede"
        r"|drug\w+|thứ hai"
    ),
    "third": (
        r"dritte[rsmn]?|troisièmes?|tercer[oa]?|terceir[oa]|terz[oa]|трет\w+|(?:ال)?ثالثة?|والثالث|तीसर[ाेी]|ketiga"
        r"|üçüncü|derde|trzeci\w*|thứ ba"
    ),
    "fourth": (
        r"vierte[rsmn]?|quatrièmes?|cuart[oa]|quart[oa]|четв[её]рт\w+|(?:ال)?رابعة?|والرابع|चौथ[ाेी]|keempat|dördüncü"
        r"|vierde|czwart\w*|thứ tư"
    ),
    " is excluded, but all ": r"hariç|dışında|को छोड़कर|के अलावा|छोड़कर",
    "half": (
        r"hälfte|moitié|mitad|metade|metà|половин\w+|(?:ال)?نصف|आधा|आधे|nửa|yarı(?:sı)?|separuh|setengah|helft|połow\w+"
        r"|połówk\w+"
    ),
    "upper-right": r"rechtsboven|rechtsoben|prawy górny",
    "upper-left": r"linksboven|linksoben",
    "lower-right": r"rechtsonder|rechtsunten",
    "lower-left": r"linksonder|linksunten",
    "left half": r"linkerhelft|linkerhälfte",
    "right half": r"rechterhelft|rechterhälfte",
    "one": r"eins|один|одна|واحد|एक|một|satu|bir|jeden",
    "two": r"zwei|beiden?|ambas|ambos|entramb[ei]|обе|оба|deux|dos|dois|duas|due|два|две|اثنان|اثنين|दो|hai|dua"
    r"|iki|twee|dwa|dwie",
    "three": r"drei|trois|tres|três|tre|три|ثلاثة|ثلاث|तीन|ba|tiga|üç|drie|trzy",
    "four": r"vier|fyra|quatre|cuatro|quatro|quattro|четыре|أربعة|चार|bốn|empat|dört|cztery",
    "the rest": r"der rest|die anderen|die übrigen|le reste|les autres|el resto|los demás|las demás|o resto|il resto"
    r"|остальн\w+|решта|reszta|zbytek|de rest|resten"
    r"|geri kalan\w*|sisanya|phần còn lại|τα υπόλοιπα|השאר|الباقي|بقیه|बाकी",
    "upper": (
        r"oben|gór[aęy]|górze|ober(?:e[rsmn]?|halb)|haut|supérieure?s?|en haut|superior(?:es)?|arriba|em cima|alto"
        r"|superiore"
        r"|верх\w*|вверху|сверху|أعلى|العلو\w+|بالأعلى"
        r"|ऊपर\S*|trên|atas|üst\w*|boven\w*|górn\w+|nahoře|horní\w*|övre|uppe|øverst\w*|öv[re]\w*|ylä\w*|felső|sus"
        r"|yukarı\w*|πάνω|επάνω|עליון|העליון|למעלה|بالا|بالای|верхн\w+"
    ),
    "lower": (
        r"unten|unter(?:e[rsmn]?)|bas|inférieure?s?|en bas|inferior(?:es)?|abajo|em baixo|embaixo|basso|inferiore"
        r"|нижн\w+|внизу|снизу|أسفل|السفل\w+"
        r"|नीचे|निचल\S*|dưới|bawah|alt|onder\w*|doln\w+|dole|dolní\w*|nedre|nere|nederst\w*|ala\w{3,6}|alsó|jos"
        r"|aşağı\w*|κάτω|תחתון|התחתון|למטה|پایین|нижн\w+|внизу"
    ),
    "left": (
        r"links|linke[rsmn]?|gauche|izquierd[oa]s?|esquerd[oa]s?|sinistr[oa]|лев\w+|слева|налево|يسار|اليسار|الأيسر"
        r"|اليسرى|बा[एयई]\w*|trái|kiri|sol|lewy?\w*|vlevo|lev[áýéo]\w*|vänstra|vänster|venstre|vasen|vasemm\w*|stânga"
        r"|αριστερ\w*|שמאל\w*|השמאלי|چپ|ліворуч|лів\w+"
    ),
    "right": (
        r"rechts|rechte[rsmn]?|droite?|derech[oa]s?|direit[oa]s?|destr[oa]|прав(?:ый|ая|ое|ом|ой|ую|ые|ого)|справа"
        r"|يمين|اليمين|الأيمن|اليمنى|दा[एयई]\w*|phải|kanan|sağ"
        r"|praw\w+|vpravo|prav[áýéo]\w*|högra|höger|højre|høyre|oikea\w*|dreapta|δεξι\w*|ימין|ימני\w*|הימני|راست"
        r"|праворуч"
    ),
}

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
        r"|图块|画像|パート|パーツ|領域|ビュー|エリア)(?:の|は|が|を|に"
        r"|と)?"
        r"|图(?=\s?\d)|(?:부분|영역|파트|이미지|구역|뷰|조각)(?:을|를|이|가|은|는|과|와|도|만|에)?|ส่วน(?:ที่)?"
        r"|ภาพ(?:ที่)?"
    ),
    " others ": r"其他(?:的)?(?:部分)?|其余(?:的)?(?:部分)?|剩下(?:的)?(?:部分)?|他の部分|나머지(?: 부분)?",
    " and ": r"[和与與及跟]|以及|还有|(?<=[\d의])\s?と|(?<=[\d\s])및|그리고",
}

OPERATIONS: dict[str, str] = {
    "shift to none": (
        r"(?:移動|シフト|切り替え)(?:し|は|を)?(?:ません|ない|ず)|(?:이동|전환)하지 ?않\S*|옮기지 ?않\S*"
        r"|不(?:移动|移動|转移|轉移|切换|换)|bleib\w* (?:da|hier|dort)|(?:flytta|flytt|gå) (?:inte|ikke)|verschuif niet"
        r"|не (?:перемеща\w*|перехо\w*|сдвига\w*|переключа\w*)|non (?:mi |ci )?(?:spost\w*|muov\w*|cambi\w*)"
        r"|no (?:me |nos )?(?:muev\w*|desplaz\w*|cambi\w*)|ne (?:me |nous )?(?:déplac|deplac|boug|chang)\w* pas"
        r"|não (?:me |nos )?(?:deslo[cq]|mov|mud)\w*"
    ),
    "keep": (
        r"koru|houd|tieni|(?:me )?quedo(?: con)?|rimango(?: su| con)?|bleibe bei|reste sur|fico com|behåll\w*|behold\b"
        r"|zachovej|ponech\w*|залиш\w*|κράτησε|κρατ\w+|保留|保持|留下|继续看|そのまま|残し|残す|維持"
        r"|유지\S{0,3}|남기|gard(?:er|e|ons)"
        r"|conserv(?:er|e|ons|ar|a"
        r"|o)|behalt\w*|behält"
        r"|mant(?:ener|engo|én|er|enho|enha|enere|engo|ieni)"
        r"|tenere|tengo|оставить|оставля\w*|сохран\w*|احتفظ|الاحتفاظ|نحتفظ|रखें|रखना|giữ(?: lại)?|pertahankan"
        r"|simpan|\btut(?:uyorum|un)?\b|behoud\w*|zachow\w*"
    ),
    "shift to": (
        r"przesuń|schuif\w*|kaydır\w*|flytta(?: till)?|dịch(?: chuyển)?(?: sang)?|сдвин\w*|(?:ver)?schieb\w*"
        r"|flytt til|gå til(?:l)?|přejdi"
        r"|přesuň\w*|перейд\w*|μετακιν\w+"
        r"|追加\S?|추가\S{0,3}|chang(?:er|ez"
        r"|eons)|转移到?|改看|改为查看|转到|转向|移动到?|移到|切换到?|换到|再看"
        r"|シフト\S{0,3}|移動\S{0,3}|移る|切り替え\S{0,3}"
        r"|이동\S{0,4}|옮기\S{0,2}|전환\S{0,3}"
        r"|passe[rz]? (?:à|a|aux?|vers)|déplac\w+|décal\w+|alle[rz] (?:à|vers)|wechs\w*|verschieb\w*|gehe zu"
        r"|cambi\w+|mover\w*|muevo|desplaz\w+|pas(?:ar|o) a|ir a|deslocar|mud(?:ar|e|o)|passar para|ir para|spost\w*"
        r"|passare a|passo a|перей\w*|перемест\w*|переключ\w*|сдвиг\w*|انتقل|الانتقال|ننتقل|बदलें|जाएं"
        r"|chuyển(?: sang)?|pindah(?: ke)?|geser|beralih ke|geç\w*|verplaats\w*|verschuiv\w+"
        r"|ga naar|przejd\w*|przesun\w*"
    ),
    "drop": (
        r"丢弃|舍弃|放弃|去掉|버리\S{0,2}|제거\S{0,2}|捨て\S{0,2}|abandonner|laisser|verwerf\w*|weglassen"
        r"|descart\w*|scart\w*"
        r"|отброс\w*|убрать"
    ),
}

# Words that tell in an otherwise ASCII text that it is not English.
FOREIGN = frozenset(
    [
        *(
            "behalte",
            "wechsle",
            "conservar",
            "conserva",
            "pasar",
            "behoud",
            "houd",
            "mantieni",
            "mantengo",
            "passa",
            "passo",
        ),
        *(
            "sposta",
            "sposto",
            "quedo",
            "rimango",
            "fico",
            "bleibe",
            "reste",
            "muevo",
            "garde",
            "mantenere",
            "pertahankan",
            "pindah",
            "simpan",
            "flytta",
            "zachowaj",
            "koru",
            "muda",
            "mantenho",
            "zachovej",
        ),
        "vpravo",
        "vlevo",
        "nederst",
        "venstre",
        "abajo",
        "alle",
        "alleen",
        "alles",
        "alto",
        "ansicht",
        "ansichten",
        "antwort",
        "apenas",
        "arriba",
        "atas",
        "aucun",
        "aucune",
        "ausschnitt",
        "bagian",
        "bas",
        "basso",
        "bawah",
        "behalten",
        "behalve",
        "bereich",
        "besoin",
        "bild",
        "bilder",
        "bovenste",
        "brauche",
        "cambiar",
        "changer",
        "choisis",
        "conserver",
        "czesc",
        "deel",
        "delen",
        "derecha",
        "destra",
        "direita",
        "droite",
        "elijo",
        "escolho",
        "esquerda",
        "gambar",
        "garde",
        "garder",
        "gauche",
        "geen",
        "hanya",
        "haut",
        "helft",
        "hepsi",
        "imagem",
        "imagen",
        "immagine",
        "inferior",
        "inferiore",
        "izquierda",
        "jawaban",
        "kanan",
        "kecuali",
        "kein",
        "keine",
        "keiner",
        "keines",
        "kiri",
        "linkerhelft",
        "links",
        "linksboven",
        "linksonder",
        "mantener",
        "mantenere",
        "manter",
        "menos",
        "metade",
        "mitad",
        "mover",
        "mudar",
        "necesito",
        "nenhum",
        "nenhuma",
        "nessuna",
        "nessuno",
        "nichts",
        "ninguna",
        "ninguno",
        "nodig",
        "numero",
        "nummer",
        "nur",
        "oben",
        "obere",
        "oberer",
        "onderste",
        "parte",
        "partes",
        "parti",
        "partie",
        "parties",
        "passer",
        "pilih",
        "preciso",
        "quadrant",
        "quadrante",
        "quadranten",
        "rechterhelft",
        "rechts",
        "rechtsboven",
        "rechtsonder",
        "resposta",
        "respuesta",
        "risposta",
        "sauf",
        "scelgo",
        "seleciono",
        "semua",
        "separuh",
        "setengah",
        "seule",
        "sinistra",
        "sol",
        "solamente",
        "solo",
        "soltanto",
        "spostare",
        "superior",
        "superiore",
        "teil",
        "teile",
        "teilen",
        "tidak",
        "todas",
        "todo",
        "todos",
        "tous",
        "tout",
        "toutes",
        "tranne",
        "tutte",
        "tutti",
        "tutto",
        "tylko",
        "und",
        "unten",
        "untere",
        "unterer",
        "ust",
        "vista",
        "vistas",
        "viste",
        "vue",
        "vues",
        "wechseln",
        "wszystkie",
        "zona",
        "zone",
    ]
)
