"""Words for views, choices and operations in other languages: data for `standardizers.views.languages`.

Keys are the English words that stand for them, values regular expressions. Latin, Cyrillic, Arabic and Devanagari
entries match whole words; Chinese, Japanese, Korean and Thai ones match anywhere.
"""

_TILES_DE = r"(?:(?:bild)?teilen?|kacheln|felder[n]?|ausschnitten?|bereichen?|quadranten|fliesen|bilder[n]?)"
_TILES_SLAVIC = r"(?:част(?:и|ей|ях)|фрагмент(?:ы|ов)|плитк[аи]|плиток|клетки|квадрат[аы]|części|kafelki|pola|části)"
_TILES_NORTH = r"(?:delen|tegels|vakken|vlakken|delarna|rutorna|delene|rutene)"
WHOLE_WORDS: dict[str, str] = {
    "right parts": (
        rf"rechten? {_TILES_DE}|(?:правые|правых|праві|prawe|pravé) {_TILES_SLAVIC}"
        rf"|(?:rechter|rechtse|högra|høyre|højre) {_TILES_NORTH}"
    ),
    "left parts": (
        rf"linken? {_TILES_DE}|(?:левые|левых|ліві|lewe|levé) {_TILES_SLAVIC}"
        rf"|(?:linker|linkse|vänstra|venstre) {_TILES_NORTH}"
    ),
    "upper parts": (
        rf"ober(?:st)?en? {_TILES_DE}|(?:верхние|верхних|верхні|górne|horní) {_TILES_SLAVIC}"
        rf"|(?:bovenste|övre|översta|øvre|øverste) {_TILES_NORTH}"
    ),
    "lower parts": (
        rf"unter(?:st)?en? {_TILES_DE}|(?:нижние|нижних|нижні|dolne|dolní) {_TILES_SLAVIC}"
        rf"|(?:onderste|nedre|nedersta|nederste) {_TILES_NORTH}"
    ),
    "empty": (
        r"leer(?! (?:el|la|los|las|lo|un|una|este|esta|ese|esa|bien|mejor|su|qué)\b)|vac[ií][oa]s?|vides?|vazi[oa]s?"
        r"|vuot[oaie]|leeg|pust[aye]|пуст\w*|порожн\w+|prázdn\w+|kosong|trống|κεν\w+"
        r"|ריק\w*|فارغ\w*|خالی|खाली|tyhjä|üres|goală"
    ),
    "not needed": (
        r"(?:nicht|nie|niet) (?:jest |sind |ist )?(?:nötig|benötigt|erforderlich|notwendig|relevant|gebraucht"
        r"|hilfreich|nodig|potrzebn\w+)"
        r"|brauche? (?:ich )?nicht|benötige? (?:ich )?nicht|ne?n?'(?:est|a|ai) pas (?:besoin|nécessaire)"
        r"|pas (?:besoin|nécessaires?|utiles?)"
        r"|inutiles?|no (?:es|son|hace|se|hay) (?:necesari\w+|falta|necesita\w*|necesidad)|no necesit\w+"
        r"|innecesari\w+|unnötig|überflüssig|superfl\w+|overbodig|onödig\w*|unødvendig\w*|zbędn\w+|gereksiz"
        r"|περιττ\w+|лишн\w+"
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
        r"|lazım|behövs|behöver|väljer?|nødvendig\w*|kell|szüksége\w*|tarvit\w+|χρειάζ\w+|potřebuj\w*|צריך|kies"
        r"|nodig|wybieram|potrzebn\w+"
    ),
    "none": (
        r"kein(?:e[rsmn]?)?|nichts|rien|niente|niets|ingenting|nic|aucune?|ningun[oa]?|ningún|nenhuma?|nessun[oa]?"
        r"|нет|ни од\w+|никак\w+|ничего"
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
        r"|видн\w+|содерж\w+|vis[ae]r|tonen|pokazują|przedstawiaj?ą?|ukazuj[eí]|menampilkan|cho thấy|hiển thị|gösterir"
        r"|si ved(?:e|ono)|se ven?|on voit|sieht man|zu sehen"
        r"|يظهر|تظهر|يحتوي|दिखाता|दिखाती|दिखाते|menunjukkan|berisi|gösteriyor|toont|pokazuje"
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
        r"|obraz|kacheln?|fliesen?|felde?s?|felder|quadrate?s?|tuiles?|carreaux?|la case|les cases|une case"
        r"|celle|celles|casillas?|cuadros?|azulejos?|casell[ae]|tesser[ae]|piastrell[ae]|quadros?|blocos?|tegels?|vak"
        r"|vakken"
        r"|rutor|rutan|rutorna|felt(?:er|et|erne)?(?= \d)|ruta(?= \d)|dlaždic\w*|kare(?:yi|ler|leri|si|sini)?"
        r"|ô(?= \d)|kafel\w*|плитк\w+|клетк\w+|ячейк\w+|kotak|petak|ubin|karo\w*|mảnh|rész\w*|csempé\w*|osa[at]?"
        r"|laatta\w*|τμήμα\w*|μέρ(?:ος|η)|πλακίδι\w+|(?:ה)?חלק(?:ים)?|אריח\w*"
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
    "middle": (
        r"mittler(?:e[rsmn]?)?|mitte|zentrale[rsmn]?|milieu|central(?:[ea]s?)?|centraux|centraal|centrali|centro"
        r"|centre|mezzo"
        r"|meio|medio|midden|middelste|mitten|mittersta|mitt|midterste|midten|środk\w+|prostřed\w+|střed(?:u|ní\w*)?"
        r"|средн(?:ий|яя|ее|юю|ей|ем|его)|централь\w+|центр[еа]?|середин\w+|orta(?:da|daki|sı)?|tengah|giữa|μεσαί\w+"
        r"|κεντρικ\w+|(?:ال)?وسطى?|(?:ال)?أوسط|(?:ב)?אמצע\w*|मध्य|बीच"
    ),
    "upper": (
        r"oben|gór[aęy]|górze|ober(?:e[rsmn]?|halb)|haut|supérieure?s?|en haut|superior(?:es)?|arriba|em cima|alto"
        r"|superiore"
        r"|верх\w*|вверху|сверху|أعلى|العلو\w+|بالأعلى"
        r"|ऊपर\S*|trên|atas|üst\w*|boven\w*|górn\w+|nahoře|horní\w*|övre|uppe|upptill|øverst\w*|öv[re]\w*|ylä\w*"
        r"|felső|sus"
        r"|yukarı\w*|πάνω|επάνω|עליון|העליון|למעלה|بالا|بالای|верхн\w+"
    ),
    "lower": (
        r"unten|unter(?:e[rsmn]?)|bas|inférieure?s?|en bas|inferior(?:es)?|abajo|em baixo|embaixo|basso|inferiore"
        r"|нижн\w+|внизу|снизу|أسفل|السفل\w+"
        r"|नीचे|निचल\S*|dưới|bawah|alt|onder\w*|doln\w+|dole|dolní\w*|nedre|nere|nederst\w*|nere|nertill|ala\w{3,6}"
        r"|alsó|jos"
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
