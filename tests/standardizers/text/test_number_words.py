"""Number words of other languages, beside the package that spells numbers out in them."""

import pytest
from num2words import num2words

from standardizers import count


@pytest.mark.parametrize("language", ["ar", "de", "es", "fr", "id", "it", "nl", "pl", "pt", "ru", "tr", "uk", "vi"])
def test_number_words_of_other_languages(language):
    for value in (*range(2, 13), 15, 19, 20, 21, 34, 99):
        assert count(num2words(value, lang=language), finished=True).value == value
