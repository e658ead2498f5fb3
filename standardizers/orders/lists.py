"""Rankings in lists with one letter per line, and by ranks or scores next to the letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from ..choices.letters import MARK
from ..counts.words import ANALYSIS
from ..stance.ranking_words import (
    LAST,
    NAMES_OPTIONS,
    ORDINAL,
    RANK,
    RANKING_INTRO,
    RANKS,
    SCORES,
    WORKS,
    WORST_IS_ONE,
    ties,
)
from ..text.cleaning import breadth
from .rankings import FAR, goes_up
from .runs import Ranking, Run, mentions

_LINE = re.compile(
    r"^[ \t>|*]{0,8}(?:[-•·*+‣▪][ \t]{1,4})?(?:[(\[]?(?P<hash>#|no\.?\s?|rank\s|top\s)?(?P<rank>\d{1,2})(?:st|nd|rd"
    r"|th)?\s{0,2}(?:[.):\]]|-(?=\s)|,(?=\s?[A-Z]$)|(?(hash)\s|(?!)))[ \t]{0,4})?"
    r"(?P<item>[^\n]{1,600})$",
    re.MULTILINE | re.IGNORECASE,
)
_RANK_OF = re.compile(
    r"[\])}\"']{0,2}\s{0,2}(?:[:=(-]|->|\bis|\branks?|\branked|\bat|\brank|\bin|\bgets|\bcomes|\bas|\bthe|位|为|は"
    r"|\s){1,8}(?:#|no\.|number|rank)?\s{0,2}"
    r"(?P<rank>\d{1,2}|[a-zà-ÿ]{3,9})(?:st|nd|rd|th)?\b(?![.,]\d|\s?%|\s?/\s?\d)(?:(?<=\(\d)(?=\))"
    r"|(?!\s?[.):]\s?[A-Z]\b))",
    re.IGNORECASE,
)
_SCORE_OF = re.compile(
    r"[\])}\"']{0,2}(?:\s?\([^()\d\n]{1,40}\))?\s{0,2}(?:[:=(-]|->|\bis|\bhas|\bgets|\bwith|\ba|\bscore[sd]?"
    r"|\bsaliency|\bsalience|\battention|\bweight|\bprominence|\bimportance|\brating|\bconspicuity|\bscore|\bof|about|~|≈"
    rf"|\s|{MARK}|,(?=\s[a-z])){{1,12}}"
    r"(?P<score>\d{1,4}(?:\.\d{1,6})?)\s?(?P<unit>%|/\s?\d{1,4}|points?\b)?",
    re.IGNORECASE,
)
_OF_IMAGE = re.compile(
    r"\d\s?%\s?(?:of|in) (?:the |its )?(?:whole |entire |total )?(?:frame|image|picture|photo|area|scene|width"
    r"|height)\b"
)
_LABEL = re.compile(r"[A-Za-z ]{2,24}:\s?")
_NO_WORD = re.compile(r"\W")
_DIGIT = re.compile(r"\d")
_FRONT = re.compile(
    rf"[\s\"'(\[{{]{{0,4}}(?:(?:the\s)?(?:option|object|box|region|item|candidate|objekt|objeto|objet|объект|框"
    rf"|选项)\s)?(?:in\s)?[\s\"'(\[]{{0,3}}{MARK}?\s?$",
    re.IGNORECASE,
)
_LEVEL_OF = re.compile(
    r"[\])}\"']{0,2}\s?(?:[:=(-]|has|is|of|\s){1,5}(?P<very>very\s)?(?P<level>high(?:ly)?|medium|moderate(?:ly)?|low"
    r"|slightly|barely|hardly|extremely)\b",
    re.IGNORECASE,
)
_OUT_OF = re.compile(r"\d\s?/\s?(?:5|10|100)\b")
_LEVELS = {
    **{"extremely": 4.0, "high": 3.0, "highly": 3.0, "medium": 2.0, "moderate": 2.0, "moderately": 2.0},
    **{"low": 1.0, "slightly": 1.0, "barely": 0.5, "hardly": 0.5},
}
_PLACE = re.compile(
    r"(?<=place)|(?<=position)|\s?(?:place|position|rank|platz|stelle|rang|lugar|puesto|posición|posto|posizione|posição"
    r"|место|miejsce|plaats)\b"
)
_DESCRIBES = re.compile(
    r"\W{0,3}\w[\])]{0,2}\s{0,2}(?:[:=(–-]{1,2}\s{0,2}(?:an?|the|it|this|there|is)\b|(?:is|are|has|shows|contains|depicts)\b)",
    re.IGNORECASE,
)
"""The beginning of an item that says what an option is ("A: a man at the left"), not where it ranks."""
_SENTENCE = 80  # letters of an item that says more than which option it is
_FEW_CHARACTERS = 60  # of an item that ranks its letter, not describes it
_IN_ALL = re.compile(
    r"\b(?:total|overall|sum|all in all|in all|final|average|mean|altogether|combined|gesamt\w*|summe|durchschnitt"
    r"|somme|moyenne|suma|promedio|soma|média|somma|media|итог\w*|сумм\w*)\b|总|平均|合計|합계|평균",
    re.IGNORECASE,
)
"""What scores are called that are not those of one aspect."""
_BARE_SCORES = re.compile(  # "A: 95, B: 20": too large for ranks
    r"\s{0,9}(?:[-*]\s)?(?:[(\[]?[A-Z][)\]]?\s?[:=-]\s?\d{2,3}(?:\.\d{1,3})?[\s,;]{0,4}(?:[-*]\s)?){2,9}[.]?\s{0,9}"
)
_TIME = re.compile(  # "0.0-0.4 s: the face": when something is looked at
    r"^(?P<bullet>[ \t>|*•-]{0,8})(?:at |from |~|≈)?\d{1,4}(?:\.\d{1,3})?\s?(?:m?s\b|sec\w*)?(?:\s?(?:-|–"
    r"|to)\s?\d{1,4}(?:\.\d{1,3})?)?"
    r"\s?(?:ms|s|sec\w*|milliseconds)\b\s?[:)–-]{1,2}\s{0,2}",
    re.IGNORECASE | re.MULTILINE,
)
_IN_TIME = re.compile(r"\d\s?(?:ms|s|sec\w*|milliseconds)\b", re.IGNORECASE)
_MOST_ROWS = 3_000


def listed(text: str, letters: tuple[str, ...]) -> Ranking | None:
    """Return the last list that names every letter once, one per line, by its numbers or from top to bottom."""
    rows: list[tuple[int, int, str, str, bool]] = []  # start, rank (0 for none), letter, item, bare
    best: Ranking | None = None
    if "\n" not in text and not _DIGIT.search(text):
        return None
    text = _TIME.sub(r"\g<bullet>", text) if _IN_TIME.search(text) else text
    lines = _LINE.finditer(text) if "\n" in text else _inline(text)
    for line in islice(lines, _MOST_ROWS):
        item = line.group("item")
        letter = _letter_of(item, letters)
        if not letter:
            rows.clear()
            continue
        if any(letter == other for _, _, other, _, _ in rows):
            rows.clear()
        rank = int(line.group("rank") or 0)
        worded = None if rank else RANK.search(item[:30].partition(":")[0].lower()) if ":" in item[:30] else None
        rank = rank_of(worded) if worded else rank
        rows.append(
            (
                line.start(),
                len(letters) if rank == LAST else rank,
                letter,
                item,
                MARK not in item and len(_NO_WORD.sub("", item)) == 1,
            )
        )
        rows = rows[-len(letters) :]
        if len(rows) == len(letters) > 1:
            value = _of_rows(text, rows, letters)
            if value:
                best = Ranking(line.end(), value, "numbered" if rows[0][1] else "listed")
    return best


def _inline(text: str) -> list[re.Match[str]]:
    """Return the items of a list on one line, such as "1. B  2. C  3. A" or "1st: B, 2nd: C"."""
    return list(
        re.finditer(
            r"(?<![\w.,])[(\[]?(?P<rank>\d{1,2})(?:st|nd|rd|th)?(?:\s{0,2}[.):\]=-]\s{0,3}"
            r"|\s(?=[(\[]?[A-Z](?![^\W_])))(?P<item>[^\n]{1,120}?)"
            r"(?=[\s,;]{1,3}[(\[]?\d{1,2}(?:st|nd|rd|th)?(?:\s{0,2}[.):\]=-](?:\s|(?=[(\[]?[A-Z](?![^\W_])))"
            r"|\s[(\[]?[A-Z](?![^\W_]))|$)",
            text[:4000],
        )
    )


def _letter_of(item: str, letters: tuple[str, ...]) -> str:
    """Return the letter that a list's item stands for: the one at its beginning, or its only one in brackets."""
    found = mentions(item[:200], letters)
    if not found or len(found[0].letters) > 1:
        return ""
    if _FRONT.fullmatch(item, 0, found[0].start) or _LABEL.fullmatch(item, 0, found[0].start):
        return found[0].letters
    bracketed = [run for run in found if item[run.start - 1 : run.start] in ("(", "[")]
    return bracketed[0].letters if len({run.letters for run in bracketed}) == 1 and len(found) == len(bracketed) else ""


def _of_rows(text: str, rows: Sequence[tuple[int, int, str, str, bool]], letters: tuple[str, ...]) -> str:
    ranks = [rank for _, rank, _, _, _ in rows]
    value = "".join(letter for _, _, letter, _, _ in rows)
    free = set(range(1, len(rows) + 1)) - set(ranks)
    if not any(ranks) and sorted(worded := [_worded_rank(item, len(rows)) for _, _, _, item, _ in rows]) == [*free]:
        ranks = worded
    if ranks.count(0) == 1 < len(rows) and len(free) == 1:
        ranks[ranks.index(0)] = free.pop()  # "In between: A"
    numbered = sorted(ranks) == list(range(1, len(rows) + 1))
    if any(ranks) and not numbered:
        return ""
    if numbered:
        value = "".join(letter for _, letter in sorted(zip(ranks, value, strict=True)))
    before = text[: rows[0][0]].rstrip()
    intro = before[-FAR:].rsplit("\n", 1)[-1] if len(before) - before.rfind("\n") < FAR else before[-FAR:]
    announced = RANKING_INTRO.search(intro) is not None and WORKS.search(intro) is None
    if ties("\n".join(item for _, _, _, item, _ in rows)):
        return ""
    if not announced and value == "".join(letters):
        bare = all(bare for _, _, _, _, bare in rows) or (numbered and (_in_brackets(rows) or _is_all(text, rows)))
        if not bare or ANALYSIS.search(intro) or NAMES_OPTIONS.search(intro[-40:]):
            return ""
    if not announced and not numbered and ANALYSIS.search(before[-300:]):
        return ""
    return value[::-1] if goes_up(text, rows[0][0]) else value


def _worded_rank(item: str, n_rows: int) -> int:
    """Return the only rank that an item of a list gives its letter in words ("... takes second place"), 0 for none."""
    lowered = item.lower()[:600]
    matches = list(RANK.finditer(lowered))
    if len({rank_of(match) for match in matches}) > 1:  # "in the first row, hence second place"
        matches = [match for match in matches if _PLACE.match(lowered, match.end()) or match["digit"]]
    found = {rank_of(match) for match in matches}
    rank = found.pop() if len(found) == 1 else 0
    return n_rows if rank == LAST else rank


def _is_all(text: str, rows: Sequence[tuple[int, int, str, str, bool]]) -> bool:
    """Tell whether a text is nothing but the list: one item a line, each with a few words about its letter."""
    last = rows[-1][0]
    return (
        not text[: rows[0][0]].strip()
        and "\n" not in text[last:].strip()
        and all(
            breadth(item) <= _FEW_CHARACTERS and MARK not in item and not _DESCRIBES.match(item)
            for _, _, _, item, _ in rows
        )
    )


def _in_brackets(rows: Sequence[tuple[int, int, str, str, bool]]) -> bool:
    """Tell whether each item is an option with its letter in brackets, without a description of it."""
    return all(
        re.search(rf"\w.*[(\[]{re.escape(letter)}[)\]]", item) and MARK not in item and breadth(item) <= _SENTENCE
        for _, _, letter, item, _ in rows
    )


def per_letter(text: str, found: Sequence[Run], letters: tuple[str, ...]) -> Ranking | None:
    """Return the ranking by ranks or scores written behind the letters ("A: 2, B: 1" or "A = 92%, B = 15%")."""
    ranks: dict[str, int] = {}
    scores: dict[str, float] = {}
    levels = False
    several = False
    end = points = 0
    sizes = "%" in text and _OF_IMAGE.search(text) is not None  # shares of the image
    for run in found:
        if len(run.letters) > 1:
            continue
        rank = _RANK_OF.match(text, run.end)
        score = _SCORE_OF.match(text, run.end)
        if score and score.group("unit") == "%" and sizes:
            score = None
        value = _rank_value(rank.group("rank")) if rank else None
        if value is not None:
            ranks[run.letters] = value
            end = run.end
        level = _LEVEL_OF.match(text, run.end)
        if level:
            scores[run.letters] = _LEVELS[level.group("level").lower()] + bool(level.group("very")) / 2
            levels = True
            end = run.end
        if score:
            points += (score.group("unit") or "").startswith("point")
            several = several or run.letters in scores
            scores[run.letters] = float(score.group("score"))
            end = run.end
    n = len(letters)
    complete = sorted(n if rank == LAST else rank for rank in ranks.values()) == list(range(1, n + 1)) and n > 1
    scored = (
        points == n
        or _BARE_SCORES.fullmatch(text) is not None
        or (
            (levels or _OUT_OF.search(text) is not None or SCORES.search(text) is not None)
            and RANKS.search(text) is None
        )
    )
    if complete and len(ranks) == n and not (scored and len(scores) == n):
        by_rank = "".join(sorted(ranks, key=lambda letter: ranks[letter]))
        return Ranking(end, by_rank[::-1] if WORST_IS_ONE.search(text) else by_rank, "ranks")
    if several and _IN_ALL.search(text, text.rfind("\n", 0, max(0, end - 1)) + 1, end) is None:
        return None  # a score for each of several aspects
    fractions = any(score != int(score) for score in scores.values())
    if len(scores) == n > 1 and len(set(scores.values())) == n and (scored or (fractions and not RANKS.search(text))):
        return Ranking(end, "".join(sorted(scores, key=lambda letter: -scores[letter])), "scores")
    return None


def _rank_value(word: str) -> int | None:
    return (
        int(word)
        if word.isdecimal()
        else ORDINAL.get(word.lower(), LAST if word.lower() in ("last", "least") else None)
    )


def rank_of(match: re.Match[str]) -> int:
    """Return the rank that a match of `RANK` names; `LAST` for the last."""
    if match.group("last"):
        return LAST
    if match.group("first"):
        return 1
    if match.group("digit"):
        return int(match.group("digit"))
    han = match.group("han") or match.group("han_digit")
    if han:
        return int(han) if han.isdecimal() else "一二三四五六七八九十".index(han) + 1
    if match.group("viet"):
        return ["nhất", "hai", "ba", "tư", "năm"].index(match.group("viet").lower()) + 1
    word = match.group("ordinal").lower()
    return ORDINAL.get(word) or next((rank for key, rank in ORDINAL.items() if word.startswith(key)), 0)
