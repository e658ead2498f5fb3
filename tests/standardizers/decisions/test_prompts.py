"""Replies in the words of the prompt, headings that decide, and replies that leave the decision open."""

from __future__ import annotations

import pytest

from standardizers import decision
from standardizers.decisions.prompts import only_names_views, only_restates

PROMPT = (
    "Given image 0, please determine if you need more visual information to answer the question: Is the road wet? "
    "Otherwise, response with other image parts, you can choose from these views: middle, right. Your Response:"
)


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        pytest.param("middle, right", "yes", id="only names of views"),
        pytest.param("The middle part, please.", "yes", id="one view"),
        pytest.param("### Additional views required\n\nNo.\n\n### Reason\nAll is here.", "no", id="under a heading"),
        pytest.param("Need more views: ❌", "no", id="a cross"),
        pytest.param("Additional information needed: no. The road is visible.", "no", id="first line"),
        pytest.param("Additional information needed: yes. The road is cut off.", "yes", id="first line, yes"),
        pytest.param("NO. Wait, that is a river bed. I do need more: right.", "yes", id="corrected by a need"),
        pytest.param("No - sorry, yes. The road is cut off.", "yes", id="sorry"),
        pytest.param("There's a rack, not a road. I need another view.", "yes", id="a rack is no Swedish verb"),
        pytest.param("The road is in sight here; the other parts may stay covered.", "no", id="may stay covered"),
        pytest.param("That is all the question asks for.", "no", id="all that is asked"),
        pytest.param("This view suffices. One might wish for a wider look, but that goes beyond it.", "no", id="wish"),
        pytest.param("I don't have to see anything else.", "no", id="need not see"),
        pytest.param("Je n'ai besoin d'aucune autre partie.", "no", id="French elisions"),
        pytest.param("Ich müsste die Mitte sehen.", "yes", id="would have to see"),
        pytest.param("The road is wet.", "no", id="affirms the question"),
        pytest.param("Maybe. I need to see the middle.", "yes", id="a need behind maybe"),
        pytest.param("Maybe. The light makes it hard to judge.", "", id="maybe"),
        pytest.param("If it means puddles, this is enough; if it means damp, it isn't.", "", id="two meanings"),
        pytest.param("It might help, it might not; I'm undecided.", "", id="undecided at the end"),
        pytest.param("It's hard for me to say whether the rest is required.", "", id="cannot say whether"),
        pytest.param("Probably not.", "no", id="hedged no"),
        pytest.param("No road is visible in this part.", "yes", id="no thing is visible"),
        pytest.param("No further part is visible to me, and none is required.", "no", id="none is required"),
        pytest.param("The provided image does not show the road.", "yes", id="the image came, the road is missing"),
        pytest.param("The provided image could not be loaded.", "", id="the image did not come"),
        pytest.param("The whole road is here.", "no", id="the whole thing"),
        pytest.param("While the kerb is visible, the road isn't.", "yes", id="isn't"),
        pytest.param("I can't see the surface well enough.", "yes", id="not well enough"),
        pytest.param("The necessary information is present.", "no", id="what is needed is present"),
        pytest.param("The necessary information isn't present.", "yes", id="what is needed is absent"),
        pytest.param("This is far from enough.", "yes", id="far from enough"),
        pytest.param("I'd rather see the middle first.", "yes", id="rather is no correction here"),
        pytest.param("I was unsure at first, but the surface shines: no.", "no", id="no behind a colon"),
        pytest.param("Let me analyze the image.", "", id="an announcement"),
        pytest.param("Please provide the image.", "", id="asks for the picture"),
        pytest.param("Wet roads can be told from reflections. They are usually dark.", "", id="general talk"),
        pytest.param("The task is about a road. I am asked to reply with yes or no.", "", id="restates the task"),
    ],
)
def test_decisions(reply, wanted):
    assert decision(reply, question=PROMPT).value == wanted


def test_names_need_a_prompt_that_offers_them():
    assert only_names_views("middle & right", PROMPT)
    assert not only_names_views("the middle of the road", PROMPT)
    assert not only_names_views("middle", "Is the road wet?")
    assert not only_names_views("middle", None)


def test_a_restatement_that_decides_is_more_than_one():
    assert only_restates("the question is about a road. i am given a part.")
    assert not only_restates("i am given only the left part, so i need more.")
    assert not only_restates("the road is wet.")
