"""Words that name the same thing: synonyms, translations, kinds, rewordings."""
