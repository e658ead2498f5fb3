"""Set phrases that say whether the view suffices, and analyses that were cut before they say it."""

import pytest

from standardizers import decision

ASKED = "Do you need more visual information to answer the question: What does the shop sell?"


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        ("The name over the door settles the matter.", "no"),
        ("Der Rest ändert nichts.", "no"),
        ("Le reste n'ajoute rien.", "no"),
        ("As far as I can judge, the other half adds nothing.", "no"),
        ("I thought this was sufficient until I noticed a second shop.", "yes"),
        ("I cannot describe what I was not shown.", "yes"),
        ("NO. Wait, that sign belongs to the bank. YES.", "yes"),
        ("Ja. Moment, das Schild steht doch im Fenster. Nein.", "no"),
        ("Nothing here settles it.", ""),
        ("I'd rather not commit.", ""),
        ("In order to know whether this view is enough, I look at the", ""),
        ("Um zu entscheiden, ob das genügt, sehe ich mir die", ""),
    ],
)
def test_whether_more_is_needed(reply, wanted):
    assert decision(reply, question=ASKED).value == wanted
