"""What the words that place a point in an image mean in many languages: data for `standardizers.points.spots`."""

from __future__ import annotations

LEFT = """
left lefthand leftmost links linke linken linker linkes linkem ganzlinks gauche gauches izquierd* esquerd* sinistr*
linker linkse lewo lewej lewa lewy lewym lewą lewego lewe лев* vänster vänstra venstre vlevo levá levé levém
levou levého levý sol soldaki kiri kirinya trái ліворуч лів*
"""
RIGHT = """
right righthand rightmost rechts rechte rechten rechter rechtes rechtem droite droit droites droits derech* direit*
destr* rechtse prawo prawej prawa prawy prawym prawą prawego prawe прав* höger högra højre høyre vpravo pravá
pravé pravém pravou pravého pravý sağ sağdaki kanan kanannya phải праворуч
"""
TOP = """
top upper uppermost topmost oben ober* haut supérieur* superior* arriba superiore alto acima cima topo boven bovenste
bovenkant bovenaan góra góry górze górn* górę верх* upp* övre översta överkant ovan øvre
øverste øverst oppe ovansida horní horním horního nahoře yukarı* üst* atas trên
"""
BOTTOM = """
bottom lower lowermost bottommost unten unter* bas inférieur* abajo inferior* abaixo baixo basso inferiore
onder onderste onderkant onderaan dół dołu dole doln* низ* нижн* ned* nere nedre nedersta underkant nederst
nederste dolní dolním dolního aşağı* alt altta alttaki bawah dưới
"""
FROM_LEFT = "слева зліва soldan zleva"
FROM_RIGHT = "справа sağdan zprava"
FROM_TOP = "сверху зверху згори uppifrån ovenfra oppefra shora üstten yukarıdan"
FROM_BOTTOM = "снизу знизу underifrån nedenfra nedefra zdola alttan aşağıdan"
MIDDLE = """
middle mid centre center central centred centered midmost mitte mittler* mittig* mittelpunkt* zentr* bildmitte milieu
mi centr* medio
media meio meia centro mezzo mezza metade midden middelste mitten mittersta mitt midt* środ* центр* середин* средн*
центральн* střed* prostřed* orta* merkez* tengah giữa
"""
WIDTH = """
width across horizontal horizontally x x-axis breite bildbreite breit waagerecht* horizontale* largeur horizontalement
ancho anchura horizontalmente largura larghezza orizzontal* breedte szerokości szerokość poziom* ширин* горизонтал*
bredd* bredde* horisont* šířk* vodorovn* genişli* yatay* lebar* ngang rộng
"""
HEIGHT = """
height down downwards downward vertical vertically y y-axis höhe bildhöhe senkrecht* vertikal* hauteur verticalement
altura verticalmente altezza vertical* hoogte wysokości wysokość pion* высот* вертикал* höjd* højde* høyde* vertik*
výšk* svisl* yüksekli* dikey* tinggi* dọc cao
"""
UP = "up upwards upward"
HALFWAY = "halfway midway halvvejs halvveis halvvägs halverwege halbwegs полпути"
HALF = """
half halb* hälfte bildhälfte moitié moitie demi mitad metà helft half halve połow* połówk* половин*
пол полов* halva hälft* halv halve halvt polovin* půlk* yarı* setengah separuh nửa
"""
THIRD = """
third thirds drittel* bilddrittel* tiers tercio* terço* terzo terzi derde derden trzeci* треть трети треті третин*
трет*
tredjedel* třetin* sepertiga pertiga
"""
QUARTER = """
quarter quarters fourth fourths quadrant quadrants viertel* bildviertel* quart quarts quadranten cuarto cuartos
cuadrante* quarto quarti quartos quadrante* kwart kwadran* czwart* ćwierć ćwiartk* ćwiartc* четверт* квадрант* чверт*
fjärdedel* fjerdedel* kvadrant* kvart* čtvrtin* çeyre* seperempat perempat kuadran
"""
FIFTH = """
fifth fifths fünftel* cinquième cinquièmes quinto quintos quinti vijfde piąt* пят* femtedel* pětin* seperlima perlima
"""
SIXTH = "sixth sixths sechstel* sixième sixièmes sexto sextos sesto sesti zesde szóst* шест* sjättedel* sjettedel*"
EIGHTH = (
    "eighth eighths achtel* huitième huitièmes octavo octavos ottavo ottavi achtste ósm* восьм* åttondel* ottendedel*"
)
NINTH = "ninth ninths neuntel* neuvième neuvièmes noveno novenos nono noni negende dziewiąt* девят* niondel* niendedel*"
TENTH = (
    "tenth tenths zehntel* dixième dixièmes décimo décimos decimo decimi tiende dziesiąt* десят* tiondel* tiendedel*"
)
SIXTEENTH = "sixteenth sechzehntel*"
CORNER = """
corner ecke bildecke coin esquina canto angolo hoek róg rogu narożnik* угол углу угла hörn* hjørne* roh rohu köşe*
pojok
sudut góc кут куту
"""
EDGE = """
edge side border margin rand* bildrand* seite bord borde lado borda bordo lato zijde kant kraw* край края краю sida
side* kant* okraj* stran* kenar* tepi sisi mép
"""
ROW = """
row rows zeile* reihe* rangée* ligne* rang fila* linha* fileira* riga righe fila rij rijen wiersz* rzęd* ряд* строк*
rad
raden rader række* rekke* řad* řád* satır* sıra* baris hàng
"""
COLUMN = """
column columns spalte* colonne* columna* coluna* colonna kolom kolommen kolumn* столб* колон* kolonne* sloup* sütun*
kolom cột
"""
CELL = """
cell cells square tile box zelle* feld* kachel* rasterfeld* case cellule* carreau casilla* celda* cuadro* célula*
quadrad* cella casella riquadro cel vak vakje komórk* pole polu kratk* клетк* ячейк* ruta rutan rude ruten buňk*
hücre* kotak sel ô
"""
GRID = """
grid grids matrix raster* gitter* grille quadrillage cuadrícula rejilla grade grelha griglia rooster siatk* сетк*
rutnät* rutenett* gitter* mříž* ızgara* kisi lưới imaginary gedacht* imaginär* imaginaire
"""
FROM = "from von vom depuis partant partir desde dal dalla dall od от с с fra från van dari từ ab"
OF = "of de du des del dell dello della di da do das der des den d van do för av af til"
"""Words for "of", some of which also mean "from"; "der" is an article as well."""
TO = "to at hacia bis vers jusqu' hasta até fino naar do до till til ke đến nach"
IN = "in im dans en nel nella nell' nello no na w we в во i inom inden di dalam trong u içinde into inside within ins"
THE = "the le la les l el los las lo il gli os as das die dem den het this that dit dieses"
ONE = """
an ein eine einem einen einer un une uno una um uma een en ett et
jeden jedna jedną jednej одной одну одна одній ett eins one
"""
AND = "and und et y e ed и та en och og ve dan và plus then"
IMAGE = """
image picture photo photograph scene frame screen bild* foto* photo* aufnahme cadre écran imagen escena imagem
immagine
quadro afbeelding beeld obraz* zdjęci* изображ* картин* снимк* фото* кадр* зображ* bilden billede* bildet obrázk*
snímk*
görüntü* resm* görsel* fotoğraf* gambar* ảnh hình khung total whole entire gesamt* full
"""
PERSON = """
człowiek person people man woman boy girl he she they viewer viewers observer eyes eye person's personen menschen
leute mann
frau junge mädchen er sie betrachter auge augen personne personnes gens homme femme garçon fille elle ils observateur
yeux œil persona personas gente hombre mujer niño niña él ella observador ojos pessoa pessoas homem mulher menino
menina ele ela olhos persone uomo donna ragazzo ragazza lui lei osservatore occhi persoon mensen vrouw jongen meisje
hij zij ze waarnemer ogen osoba ludzie mężczyzna kobieta chłopiec dziewczyna ona oni obserwator oczy человек люди
мужчина женщина мальчик девочка он она они глаза наблюдател* людина чоловік жінка він вона вони очі människor kvinna
pojke flicka han hon ögonen mennesker mand kvinde dreng pige hun øjnene øynene lidé muž žena chlapec dívka oči kişi
insanlar adam kadın gözler orang pria wanita dia mata người
"""
LOOK = """
moves moving jumps wanders
spojrzy упад* упаст* посмотрит landet wandert kijkt look looks looking looked gaze gazes gazing fixation fixations
fixate fixates fixated directed goes go falls lands
going attention blick blicke blickt blicken schaut schauen sieht sehen fixiert fixieren richtet gerichtet fällt geht
regard regards regarde regardent fixe porte dirigé tombe mirada miradas mira miran dirige dirigida fija cae fijación
olhar olhares olha olham dirigido fixação cai guarda guardano sguardo sguardi fissa diretto fissazione cade blikken
kijkt kijken gericht valt patrzy patrzą spojrzenie wzrok skierowany pada фиксаци* взгляд взгляды смотрит смотрят
направлен* падает погляд дивиться дивляться спрямован* tittar ser riktad riktas blikket blik kigger rettet faller
pohled dívá dívají směřuje padá bakış bakıyor bakar yönelik pandangan melihat menuju tertuju nhìn ánh
"""
FILLER = """
ll d ve re точк* way about around roughly approximately approx nearly almost exactly precisely just somewhere
right-hand left-hand hand
at by on is are it its that's would will be should lies point spot target location place position part area answer
first next his her their your measured counted as seen most likely i towards toward onto with fraction fractions
coordinate coordinates final prediction my starting etwa ungefähr circa ca rund knapp genau ziemlich irgendwo bei an
am auf liegt ist sind wird wäre befindet sich zu zum zur punkt stelle ziel ort bereich antwort zuerst als nächstes
nächste nächster gerichteter seines ihr ihre sein seine gemessen aus gesehen wahrscheinlich des teil es dort environ
approximativement presque exactement quelque vers à au aux sur se trouve situe situé située est sont sera serait cible
endroit zone partie réponse il d'abord premier prochaine prochain sa son ses mesuré vu probablement en peu près c'est
ce aproximadamente unos unas casi exactamente aproximado algún lugar hacia al a sobre encuentra está será sería punto
objetivo sitio posición región respuesta primero próxima próximo siguiente su sus medido visto probablemente por cerca
quase exatamente algum para ao às aos fica encontra alvo local posição região resposta primeiro seu sua provavelmente
pelo num numa é seria quasi esattamente approssimativamente qualche verso sul sulla si trova è sono sarà sarebbe
bersaglio luogo posizione zona risposta prima prossima prossimo suo misurato probabilmente all' alla allo ad ai
ongeveer bijna precies ergens op aan bij naar ligt staat zal zou plek doel plaats positie gebied antwoord eerst
volgende zijn haar gemeten gezien waarschijnlijk te ter foto het około mniej więcej prawie dokładnie gdzieś na przy ku
jest są będzie byłby znajduje się cel miejsce pozycja część odpowiedź najpierw następny następne jego jej mierząc
patrząc prawdopodobnie obszar części примерно около почти точно где-то где то на у к по это есть будет находится
расположен* точка цель место положение часть части области ответ сначала следующ* его её считая если смотреть вероятно
скорее всего приблизительно приблизно близько майже десь до це буде знаходиться ціль місце положення частина частині
відповідь спочатку наступн* його її ungefär cirka nästan exakt någonstans på vid mot ligger är blir punkten mål plats
läge del delen svar de först nästa hans hennes mätt räknat omtrent næsten nesten præcis nøjagtigt et sted ved mod
bliver punktet plads først næste neste målt asi zhruba přibližně téměř přesně někde u ke je jsou bude nachází bod cíl
místo poloha část části odpověď nejprve další jeho její yaklaşık neredeyse tam bir yerde noktası nokta hedef yer konum
kısmı kısmında bölümü bölümünde cevap o önce sonraki nın nin sekitar kira-kira hampir tepat di berada terletak adalah
titik tempat posisi bagian jawaban pertama berikutnya yang khoảng gần đúng ở tại là nằm điểm mục tiêu vị trí phần câu
trả lời mắt đàn ông phụ nữ đầu tiên tiếp theo vào phía bên của abord s c qu no deel
"""
