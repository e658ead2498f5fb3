"""Ordinal numbers of many languages, in the genders and cases of parts, rows and columns: data."""

from __future__ import annotations

ORDINALS = (  # "*" stands for any ending
    """
    first erste ersten erster erstes première premiere premier primera primer primeira primo prima eerste första første
    pierwsz* první перв* перш* birinci ilk pertama πρώτ* ראשונה הראשונה الأول الأولى اول पहली पहला पहले első ensimmäi*
    1st 1re 1e
    """,
    """
    second zweite zweiten zweiter zweites deuxième deuxieme seconde segunda segundo seconda secondo tweede andra anden
    andre drugi drugiej drugą druga druhý druhé druhá druhou втор* другий другій другого другою ikinci kedua δεύτερ*
    שנייה השנייה الثاني الثانية دوم दूसरी दूसरा दूसरे második toinen toise* doua 2nd 2e
    """,
    """
    third dritte dritten dritter drittes troisième troisieme tercera tercer terceira terza terzo derde tredje trzeci*
    třetí трет* üçüncü ketiga τρίτ* שלישית השלישית الثالث الثالثة سوم तीसरी तीसरा तीसरे harmadik kolmas kolmanne*
    treia 3rd 3e
    """,
    """
    fourth vierte vierten vierter viertes quatrième quatrieme cuarta cuarto quarta quarto vierde fjärde fjerde
    czwart* čtvrtý čtvrté čtvrtá четверт* четвёрт* dördüncü keempat τέταρτ* רביעית הרביעית الرابع الرابعة چهارم चौथी
    चौथा चौथे negyedik neljäs neljänne* patra 4th 4e
    """,
    """
    fifth fünfte fünften fünfter fünftes cinquième cinquieme quinta quinto vijfde femte piąt* pátý páté pátá пятый пятая
    пятую пятой пятое п'ят* beşinci kelima πέμπτ* חמישית החמישית الخامس الخامسة پنجم पाँचवाँ पाँचवीं पांचवां पांचवीं
    ötödik viides viidenne* cincea 5th 5e
    """,
    """
    sixth sechste sechsten sechster sechstes sixième sixieme sexta sexto sesta sesto zesde sjätte sjette szóst* šestý
    šesté šestá шест* шост* altıncı keenam έκτ* שישית השישית السادس السادسة ششم छठा छठी छठे hatodik kuudes kuudenne*
    șasea 6th 6e
    """,
    """
    seventh siebte siebten siebter siebtes septième septieme séptima séptimo sétima sétimo settima settimo zevende
    sjunde sjuende syvende siódm* sedmý sedmé sedmá седьм* сьом* yedinci ketujuh έβδομ* שביעית השביעית السابع السابعة
    सातवाँ सातवीं सातवां hetedik seitsemäs șaptea 7th 7e
    """,
    """
    eighth achte achten achter achtes huitième huitieme octava octavo oitava oitavo ottava ottavo achtste åttonde
    åttende ottende ósm* osmý osmé osmá восьм* sekizinci kedelapan όγδο* שמינית השמינית الثامن الثامنة आठवाँ आठवीं
    nyolcadik kahdeksas opta 8th 8e
    """,
    """
    ninth neunte neunten neunter neuntes neuvième neuvieme novena noveno nona nono negende nionde niende dziewiąt*
    devátý deváté devátá девят* дев'ят* dokuzuncu kesembilan ένατ* תשיעית התשיעית التاسع التاسعة नौवाँ नौवीं kilencedik
    yhdeksäs noua 9th 9e
    """,
    """
    tenth zehnte zehnten zehnter zehntes dixième dixieme décima décimo decima decimo tiende tionde dziesiąt* desátý
    desáté desátá десят* onuncu kesepuluh δέκατ* עשירית העשירית العاشر العاشرة दसवाँ दसवीं tizedik kymmenes zecea 10th 10e
    """,
    """
    eleventh elfte elften elfter elftes onzième onzieme undécima undécimo elfde elfte jedenast* jedenáctý одиннадцат*
    одинадцят* kesebelas ενδέκατ* 11th 11e
    """,
    """
    twelfth zwölfte zwölften zwölfter zwölftes douzième douzieme duodécima duodécimo twaalfde tolfte tolvte dwunast*
    dvanáctý двенадцат* дванадцят* δωδέκατ* 12th 12e
    """,
)
