"""The words that flyers have for prizes, put as announcements put them.

A plaque is read as a trophy, and a ribbon or a certificate as a medal: their own words come back as those of
things, which are won as trophies are (32F).
"""

import re
from dataclasses import dataclass
from typing import Any

from tiebreaks.engine.prizes.prize import (
    CLASSES,
    MEDAL,
    MOST_GRADE,
    TROPHY,
    grade_label,
    grade_level,
    ordinal,
)

DASH = r"[-‐‑‒–—−]"
TH = r"(?:st|nd|rd|th)"
_COUNTED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS = {word: number for number, word in enumerate(_COUNTED, 2)} | {"fifteen": 15, "twenty": 20}
OR_SO = r"\s+(?:and|or|&)\s+(?:below|under|lower|younger|up|above|over|older|higher)"
N = rf"(?:\d{{1,2}}|{'|'.join(NUMBERS)})"
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PLAQUE = _words(r"\bplaque(s?)\b")
_RIBBON = _words(r"(?<!gift )\b(?:ribbon|certificate|medallion)(s?)\b")
# By what they are read as.
_OWN_WORDS = {
    TROPHY: (_words(r"\b(plaque)s?\b"), _words(r"\btroph")),
    MEDAL: (
        _words(r"(?<!gift )\b((?:participation\s+)?(?:ribbon|certificate|medallion))s?\b"),
        _words(r"\bmedals?\b"),
    ),
}
# What a line gives, by its own word; the words of one kind are read alike.
_WORDS_OF = {
    TROPHY: _words(r"\b(troph|plaque)(?:y|ies|s)?\b"),
    MEDAL: _words(r"(?<!gift )\b(medal|ribbon|certificate|medallion)s?\b"),
}
_PLAIN_WORDS = {"troph", "medal"}
_PIECE = _words(r"(?<=[\w)])[.!;](?:\s+|$)|,(?!\d{3}\b)\s*(?:and\s+)?|\s*;\s*|\s+(?:and|plus|&)\s+")
_BEGINS_WITH_WORD = _words(r"(?:an?\s+)?(?:[a-z]+\s+)?(?:troph|plaque|medal|ribbon|certificate)")
# What no box leaves out of a flyer, and the money that is no prize.
_OF_A_PRIZE = _words(r"\b(?:troph(?:y|ies)|medals?|plaques?|ribbons?|certificates?|medallions?)\b")
_OF_A_FEE = _words(
    r"\b(?:entry|entries|fees?|ef|regist\w*|pay\w*|paid|dues|members?(?:hips?)?|on-?site|site|door|late|early"
    r"|discounts?|refunds?|lunch|parking|t-?shirts?|hotel|rates?)\b"
)
# "$200 plus trophy" is of one winner.
_AND_AN_ITEM = _words(
    r"(\$\d[\d,.]*)\s*,?\s*(?:\+|\b(?:plus|and|with)\b|&)\s*(?:an?\s+)?(troph(?:y|ies)|medals?)\b(?!\s*(?:to|for)\b|:|\s+\d)"
)
_AND = r"\s*(?:\+|&|\b(?:plus|and)\b)\s*(?:an?\s+)?"
_BOTH_TO = _words(
    rf"^(?:an?\s+)?(?:(troph(?:y|ies)|medals?){_AND}(\$\d[\d,]*)|(\$\d[\d,]*){_AND}(troph(?:y|ies)|medals?))"
    r"\s+(?:to|for)\s+(?:the\s+)?([^,;]+)$"
)
_SEVERAL_CLASSES = _words(
    r"\b(?:class(?:es)?\s+(?:prizes?\s*:?\s*)?)?([a-j](?:\s*/\s*[a-j])+)\b(?=(?P<sum>\s*:?\s*\$[\d,]+\s+(?:each|apiece)\b)?)"
)
_EQUALS = _words(r"\s*=\s*(?=\$|troph|medal)")
_FIRST_TIME = _words(r"\b1st[-\s]time\b")
# Which trophies they are changes nobody's.
_LARGE = _words(r"(?:\b(?:large|big|small|giant|custom|beautiful|nice)|^individual)\s+(?=troph|medal)")
_RATED = _words(r"\brated\s+(?=(?:u|under)\s*\d)|(?<=\d)\s+rated\b")
_IN_BRACKETS = _words(r"\s*\((individuals?|teams?)\)")
_PRIZE_FOR_PLACE = _words(rf"\b(\d+{TH}(?:\s+place)?)\s+prize\b")
# A senior or a junior of an age that is said.
_OF_AN_AGE = _words(
    r"\b(?:seniors?|juniors?)\s*\(?\s*(?:ages?\s+)?"
    r"(?:(?P<least>\d{1,2})\s*(?:\+|(?:and|&|or)\s+(?:over|up|older|above))|(?:under|u)\s*(?P<below>\d{1,2}))\s*\)?"
)
# The heading says it.
_EACH_SECTION = _words(
    r"\s*(?:\b(?:in|of|for|per)\s+(?:(?:each|every|this|the)\s+section|section|all\s+sections)\b"
    r"|\((?:each|every|all)\s+sections?\))"
)
# So does that of the quads, each of which is a section.
EACH_QUAD = _words(
    r"\s*(?:\b(?:in|of|for|per)\s+(?:(?:each|every|all)(?:\s+the)?\s+)?quads?\b"
    r"|\((?:each|every|all)\s+quads?\))"
)
_QUAD_WINNER = _words(r"\b(?:the\s+)?winners?(?=\s+(?:in|of)\s+(?:each|every|all)(?:\s+the)?\s+quads?\b)")
# A club is a team, unless it is who wins something of its own: a member, a player.
_CLUB = _words(
    rf"(?:(?<=^)|(?<=\btop\s)|(?<=\bbest\s)|(?<=\bplace\s)|(?<={TH}\s)|(?<=\d\s)|(?<=\bscoring\s))"
    r"(?:chess\s+)?club(s?)\b(?!\s+(?:players?|members?|champions?)\b)"
)
# Instead of what another line gives.
INSTEAD = _words(rf"\s*,?\s*\(?\binstead(?:\s+of\s+(?:the\s+)?(?:top\s+|usual\s+)?{N})?(?=\W*$|[,;.)])\)?")
_TIES = _words(r"\s*\((?:no ties|ties? broken[^()]*)\)")
_HIGHEST = _words(r"\b(?:highest|top|best)[-\s](?:scoring|finishing|placing)\b")
_HIGH = _words(r"\bhigh(?=\s+(?:class|unrated|expert|[a-j]|u\s?\d{3,4})\b)")
_U_DASH = _words(r"\b(u|under)\s*-\s*(?=\d{3,4}\b)")
_FROM_FIRST = _words(rf"\b(?:1st|first)\s+place\s+(?:through|thru|to)\s+(\d+{TH})\b")
_WINNER = _words(r"^(?:the\s+)?(?:overall\s+|section\s+)?winner(?=\s*:)")
_UNRATED = _words(r"\bunr\b\.?")
# "First 10 places", "the first ten finishers", "places 1 to 10", "through 10th place".
_FIRST_N = _words(rf"\b(?:first|1st)\s+({N})\b(?!\s*\$)\s*(?:places?\b|finishers\b|players\b)?")
_PLACES_TO = _words(rf"\bplaces\s+(?:1|1st|first)\s*(?:{DASH}|to|thru|through)\s*(\d+)(?:{TH})?\b")
_THROUGH = _words(rf"(?<!{TH})(?<!\d)(?<!first)\s(?:down to|through|thru)\s+(\d+){TH}(?:\s+place)?\b")
_PLACE_IN_WORDS = _words(rf"\b(?:{'|'.join(_PLACES)})\b(?!\s+half|[-\s]time)")
_CHAMPION = _words(
    r"\b(?:1st\s+(?:places?\s*[-–,]?\s*)?)?(?:section(?:al)?\s+|overall\s+)?champion\b(?!\s+of)"
)
_RUNNER_UP = _words(r"\b(?:2nd\s+places?\s*[-–,]?\s*)?(?:section\s+)?runners?\s*-?\s*up\b")
# Two classes that one prize is for, and a class with all below it.
_TWO_CLASSES = _words(r"\b(?:class\s+)?([a-j])\s*/\s*([a-j])\b")
_CLASS_DOWN = _words(
    r"\b(?:class\s+([a-j])\s+(?:and|&|or)|(?:class\s+)?([a-j])\s*/|(?:(?<=^)|(?<=[,:]\s))([a-j])\s+(?:and|&|or))"
    r"\s*(?:below|under|lower)\b"
)
# "1st-2nd-3rd".
_PLACES_IN_A_CHAIN = _words(rf"\b\d{{1,2}}{TH}(?:\s*(?:{DASH}|/)\s*\d{{1,2}}{TH}){{2,}}\b")
# "Top K, 1, 2, 3": behind kindergarten, numbers that count on are grades.
_AND_NEXT = r"(?:\s*,\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+)"
_FROM_KINDERGARTEN = _words(
    rf"\b(?:top|best)\s+(?:(?P<many>{N})\s+)?(?:players?\s+in\s+)?k(?P<grades>(?:{_AND_NEXT}\d{{1,2}})+)"
    rf"(?:\s+(?:players?|students?|graders?)\b)?(?!\w|\s*[-‐‑‒–—−%]|{_AND_NEXT}\d|\s+(?!and\b|&)\w)"
)
# A flyer's kindergarten is grade K; "Kindergarten and below" and "Kindergarten to 2nd" are bands.
_KINDERGARTEN = _words(
    r"\b(?:in\s+|from\s+)?(?:grades?\s+)?kindergart(?:en|ner|ener)(?:e?r?s)?\b(?:\s+(?:players?|students?))?"
    rf"(?!\s*(?:{DASH}|to\b|thr|(?:and|&|or)\s+(?:below|under|lower|younger|up|above)))"
)
_GRADE_OR_SO = _words(rf"\b(?:grades\s+(\w+)|(\d{{1,2}}){TH}[- ]grade)(?={OR_SO}\b)")
_OF_A_GRADE = _words(
    rf"\b(top|best)\s+({N})\s+(?:players?\s+)?(?:in\s+|from\s+)?(?:the\s+)?"
    rf"(?:(\d{{1,2}}){TH}[- ]grad(?:ers?|e)|grade\s+(\w+))\b"
)
# "Top 10 finishers receive trophies": to whom, and what they get.
_RECEIVE = _words(
    r"^(?P<who>(?:the\s+)?(?:top|best|first|1st|\d)[^,;.]*?)\s+(?:will\s+)?(?:each\s+)?(?:receives?|gets?|wins?|earns?)\s+"
    r"(?:an?\s+|individual\s+)?(?P<item>troph(?:y|ies)|medals?)$"
)
# "$300 - 1st".
_SUM_FIRST = _words(rf"(?:^|(?<=, ))(\$\d[\d,]*)\s*(?:{DASH}|to|for)?\s*(\d+{TH}(?:\s+place)?)(?=$|,)")
# "5 individual trophies and 3 team trophies", "3 top teams".
_SO_MANY = _words(rf"(?<!top )(?<!best )\b({N})\s+(?=(?:individual|place|team|school)\s+troph)")
_MANY_TOP = _words(rf"\b({N})\s+top\s+(?=(?:teams?|schools?)\b)")
_TOP_IN_WORDS = _words(rf"(?<=top )(?:{'|'.join(NUMBERS)})\b")


def plainly(line: str) -> str:
    """A line, or a sentence of it, in the words that announcements have for the same.

    >>> plainly("Plaques to first ten places"), plainly("Top two kindergartners"), plainly("1st Champion")
    ('trophies to top 10', '1st–2nd grade K', '1st place')
    """
    line = _PLAQUE.sub(lambda plaque: "trophies" if plaque[1] else "trophy", line)
    line = _RIBBON.sub(lambda ribbon: "medals" if ribbon[1] else "medal", line)
    line = _BOTH_TO.sub(_whose_both, _AND_AN_ITEM.sub(r"\1 and \2", line))
    line = EACH_QUAD.sub("", _QUAD_WINNER.sub("1st place", line))
    line = INSTEAD.sub("", _EACH_SECTION.sub("", line))
    line = _CLUB.sub(r"team\1", line)
    line = _UPSET_OF.sub("Biggest upset", _HIGHEST.sub("top", _TIES.sub("", line)))
    line = _WINNER.sub("1st place", _FROM_FIRST.sub(r"1st–\1", _U_DASH.sub(r"\1 ", _HIGH.sub("top", line))))
    line = _EQUALS.sub(": ", _FIRST_TIME.sub("first-time", line))
    line = _LARGE.sub("", _RATED.sub("", _UNRATED.sub("unrated", line)))
    line = _IN_BRACKETS.sub(r" \1", _OF_AN_AGE.sub(_of_an_age, line))
    line = _FIRST_N.sub(lambda many: f"top {number(many[1])} ", line).rstrip()
    line = _PLACES_TO.sub(lambda last: f"top {last[1]}", line)
    line = _PLACE_IN_WORDS.sub(lambda word: ordinal(_PLACES.index(word[0].casefold()) + 1), line)
    line = _PRIZE_FOR_PLACE.sub(r"\1", line)
    line = _THROUGH.sub(lambda last: f" top {last[1]}", line)
    line = _CHAMPION.sub("1st place", line)
    line = _RUNNER_UP.sub("2nd place", line)
    line = _GRADE_OR_SO.sub(r"grade \1\2", _KINDERGARTEN.sub("grade K", line))
    line = _OF_A_GRADE.sub(lambda of: f"1st–{ordinal(number(of[2]))} grade {of[3] or of[4]}", line)
    line = _SO_MANY.sub(lambda many: f"top {number(many[1])} ", line)
    line = _MANY_TOP.sub(lambda many: f"top {number(many[1])} ", line)
    line = _TOP_IN_WORDS.sub(lambda word: str(number(word[0])), line)
    line = _SUM_FIRST.sub(r"\2 \1", line)
    line = _TWO_CLASSES.sub(_band_of_classes, _SEVERAL_CLASSES.sub(_classes, line))
    line = _CLASS_DOWN.sub(lambda found: f"U{_bounds(found[1] or found[2] or found[3])[1]}", line)
    line = _FROM_KINDERGARTEN.sub(_of_each_from_kindergarten, _PLACES_IN_A_CHAIN.sub(_in_a_row, line))
    return _RECEIVE.sub(lambda found: f"{found['item']} to {found['who']}", line)


def own_words(line: str) -> dict[str, str]:
    """What a line calls all of its trophies, or all of its medals, that it does not call so.

    >>> own_words("Plaques to top 3, participation ribbons to all others"), own_words("Trophy or plaque")
    ({'trophy': 'plaque', 'medal': 'participation ribbon'}, {})
    """
    found = {item: said.search(line) for item, (said, plain) in _OWN_WORDS.items() if not plain.search(line)}
    return {item: " ".join(word[1].casefold().split()) for item, word in found.items() if word}


def by_their_words(line: str) -> list[str]:
    """The line, in parts if it gives two things that are read as one: each has those of one word. None where
    what stands between two of them may be of either.

    >>> by_their_words("Trophies to top 3, medals to 4th, 5th; ribbons for the rest")
    ['Trophies to top 3, medals to 4th, 5th', 'ribbons for the rest']
    >>> by_their_words("Plaques or trophies to all"), by_their_words("Medals to 1st, 2nd, 3rd ribbons")
    (['Plaques or trophies to all'], [])
    """
    own = set().union(*(said for kind in _WORDS_OF if len(said := _said_of(kind, line)) > 1)) - _PLAIN_WORDS
    if not own:
        return [line]
    # From where to where each part goes, and its own words.
    parts: list[tuple[int, int, set[str]]] = []
    at, before, stops = 0, "", True
    for mark in [*_PIECE.finditer(line), None]:
        end = mark.start() if mark else len(line)
        piece = line[at:end]
        words = {word for kind in _WORDS_OF for word in _said_of(kind, piece)} & own
        nothing = not _OF_A_PRIZE.search(piece)
        if not stops and words and not _OF_A_PRIZE.search(before) and not _BEGINS_WITH_WORD.match(piece):
            return []
        goes_on = not stops and nothing and parts and _BEGINS_WITH_WORD.match(line, parts[-1][0])
        if parts and (goes_on or parts[-1][2] == words):
            parts[-1] = (parts[-1][0], end, parts[-1][2])
        elif piece.strip():
            parts.append((at, end, words))
        at, before, stops = (
            (mark.end(), piece, mark[0].strip() in (".", "!", ";")) if mark else (end, "", True)
        )
    return [line[start:end] for start, end, _own in parts]


def _said_of(kind: str, text: str) -> set[str]:
    return {word.casefold() for word in _WORDS_OF[kind].findall(text)}


def names_a_prize(text: str) -> bool:
    """Whether words that cannot be read may be a prize: what is won, or money that is no fee.

    >>> [names_a_prize(text) for text in ("wise man $25", "Trophies at 5 PM", "Entry fee: $40", "Noon")]
    [True, True, False, False]
    """
    return bool(_OF_A_PRIZE.search(text)) or ("$" in text and not _OF_A_FEE.search(text))


def number(text: str) -> int:
    """A number in digits or in words."""
    return int(text) if text.isdecimal() else NUMBERS[text.casefold()]


def _whose_both(found: re.Match[str]) -> str:
    return f"{found[5]} {found[1] or found[4]} and {found[2] or found[3]}"


def _classes(found: re.Match[str]) -> str:
    """Each of the classes; two of them share a prize unless each has the sum."""
    letters = re.findall(r"[a-j]", found[1], re.IGNORECASE)
    if len(letters) < 3 and not found["sum"]:
        return found[0]
    return ", ".join(f"Class {letter.upper()}" for letter in letters)


def _in_a_row(found: re.Match[str]) -> str:
    """From the first to the last of places that count on; the text itself of others."""
    places = [int(place) for place in re.findall(r"\d+", found[0])]
    counted = places == list(range(places[0], places[-1] + 1))
    return f"{ordinal(places[0])}–{ordinal(places[-1])}" if counted else found[0]


def _of_each_from_kindergarten(found: re.Match[str]) -> str:
    grades = [int(grade) for grade in re.findall(r"\d+", found["grades"])]
    if grades != list(range(1, len(grades) + 1)) or len(grades) > MOST_GRADE:
        return found[0]
    several = number(found["many"] or "1")
    first = "Best" if several == 1 else f"1st–{ordinal(several)}"
    return ", ".join(f"{first} grade {grade_label(level)}" for level in (0, *grades))


def _of_an_age(found: re.Match[str]) -> str:
    return f"age {found['least']} and over" if found["least"] else f"under {found['below']} years"


def _bounds(letter: str) -> tuple[int, int]:
    return next(bounds for bounds, name in CLASSES.items() if name == f"Class {letter.upper()}")


def _band_of_classes(found: re.Match[str]) -> str:
    (low, _), (_, under) = sorted(map(_bounds, found.groups()))
    return f"{low}–{under - 1}"


# --- a prize in each grade ------------------------------------------------------------------------

_GRADE_LABEL = r"(?:p(?:re)?-?k|k(?:indergarten)?|\d{1,2}(?:st|nd|rd|th)?)"
_IN_EACH_GRADE = _words(
    rf"(?:(?P<item>troph(?:y|ies)|medals?)(?:\s+(?:to|for)\s+|:\s*))?(?:the\s+)?(?:top|best)\s+(?:(?P<many>{N})\s+)?"
    r"(?:players?\s+)?(?:in|from|of|for|per)\s+(?:(?:each|every)\s+)?grade\s*(?::|\(|–|-)?\s*"
    rf"(?P<grades>{_GRADE_LABEL}(?:(?:\s*(?:,|&|{DASH})\s*|\s+|,?\s+(?:and|to)\s+){_GRADE_LABEL})+)\)?\.?"
)
_NEXT_GRADE = _words(rf"\W*(?:and\s+)?({_GRADE_LABEL})")
_RANGE_OF_GRADES = _words(rf"({_GRADE_LABEL})\s*(?:{DASH}|\bto\b)\s*({_GRADE_LABEL})")
_UPSET_OF = _words(r"\b(?:biggest\s+)?upset of the (?:day|event|tournament)\b")


def of_each_grade(text: str) -> list[str]:
    """The announcements of prizes in each of the grades that a line lists.

    >>> of_each_grade("Top 2 in each grade: K, 1, 2"), of_each_grade("Top player in each grade (K-1)")
    (['1st–2nd grade K trophies', '1st–2nd grade 1 trophies', '1st–2nd grade 2 trophies'], \
['Best grade K', 'Best grade 1'])
    >>> of_each_grade("Top 3 in each grade")
    []
    """
    found = _IN_EACH_GRADE.fullmatch(text.strip())
    if found is None:
        return []
    many = number(found["many"] or "1")
    item = "medals" if (found["item"] or "").casefold().startswith("m") else "trophies"
    levels = _levels(found["grades"])
    if many == 1 and item == "trophies":
        return [f"Best grade {grade_label(level)}" for level in levels]
    first = f"1st–{ordinal(many)}" if many > 1 else "1st"
    return [f"{first} grade {grade_label(level)} {item}" for level in levels]


_IN_EACH_OF = _words(
    rf"(?:(?P<item>troph(?:y|ies)|medals?)(?:\s+(?:to|for)\s+|:\s*))?(?:the\s+)?(?:top|best)\s+(?:(?P<many>{N})\s+)?"
    r"(?:players?\s+)?(?:in|from|of)\s+each(?:\s+(?:of|class|group|category|rating\s+(?:class|group)))?\s*(?::|\()\s*"
    r"(?P<groups>[^:;()]+)\)?\.?"
)


def of_each_group(text: str) -> list[str]:
    """The announcements of prizes in each of the groups that a line lists.

    >>> of_each_group("Top 3 in each class: U800, U600")
    ['1st–3rd U800 trophies', '1st–3rd U600 trophies']
    """
    found = _IN_EACH_OF.fullmatch(text.strip())
    if found is None:
        return []
    item = "medals" if (found["item"] or "").casefold().startswith("m") else "trophies"
    last = number(found["many"] or "1")
    groups = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", found["groups"].strip())
    return [f"{'1st' if last == 1 else f'1st–{ordinal(last)}'} {each} {item}" for each in groups]


def _levels(text: str) -> list[int]:
    """The grades of a list; none if it has one that is none of school, or one twice."""
    found: list[int | None] = []
    at = 0
    while each := _NEXT_GRADE.match(text, at):
        several = _RANGE_OF_GRADES.search(text, at)
        if several and several.start(1) < each.end():
            first, last = map(grade_level, several.groups())
            if first is None or last is None or first >= last:
                return []
            found += range(first, last + 1)
            at = several.end()
        else:
            found.append(grade_level(each[1]))
            at = each.end()
    levels = [level for level in found if level is not None]
    return levels if len(set(levels)) == len(found) and at == len(text) else []


# --- the boards of teams ----------------------------------------------------------------------------

_WORTH = r"\$[\d,]*\d|troph(?:y|ies)|medals?"
_BOARD = _words(
    rf"(?:(?P<before>{_WORTH})\s+)?(?:(?:to|for)\s+)?(?:the\s+)?(?:(?:top|best|high(?:est)?)\s+)?"
    r"(?:individual\s+)?(?:(?:scores?|scorers?|players?|performances?|results?)\s+)?"
    r"(?:(?:on|at|for|of)\s+)?(?:the\s+)?"
    rf"(?:boards?\s*#?(?P<first>\d{{1,2}})(?:\s*(?:{DASH}|to|through|thru)\s*(?P<last>\d{{1,2}}))?"
    rf"|(?P<nth>\d{{1,2}}){TH}\s+board)"
    rf"(?:\s+(?:prizes?|awards?|winners?))?(?:\s*(?::|{DASH}))?"
    rf"(?:\s*(?:each\s+)?(?P<worth>{_WORTH})(?:\s+each)?)?\.?"
)
MOST_BOARDS = 20


def of_boards(text: str) -> list[str]:
    """The announcements of prizes for the best score on a board, which a director gives by hand.

    >>> of_boards("Best score on board 2"), of_boards("1st board $50"), of_boards("Top 3")
    (['Director’s choice “Best score on board 2”'], ['Director’s choice “Best score on board 1” $50'], [])
    """
    found = _BOARD.fullmatch(text.strip())
    if found is None:
        return []
    first = int(found["first"] or found["nth"])
    last = int(found["last"] or first)
    if not 0 < first <= last <= MOST_BOARDS:
        return []
    said = (found["before"] or found["worth"] or "").casefold()
    worth = f" {said.removesuffix('s').replace('trophie', 'trophy')}" if said else ""
    return [f"Director’s choice “Best score on board {board}”{worth}" for board in range(first, last + 1)]


# --- medals for everybody -------------------------------------------------------------------------

_EVERYBODY = _words(
    r"\bplayers\s+(?:not|without|who\s+(?:do|did)\s?n[o'’]t)\b"
    r"|\b(?:all|every(?:one|body)?|each|others?|rest|remaining|participation|participants)\b"
)
_OTHERS = _words(
    r"\b(?:without|not|others?|rest|else|remaining|no|non)\b|\w+n['’]t\b|\b(?:troph(?:y|ies))\s+or\b|\bor\s+(?:an?\s+)?troph"
)
# What a sentence about everybody is made of. "To all who play all rounds" is not about everybody.
_OF_EVERYBODY = _set(
    "all every everyone everybody each other others rest else remaining participation non without not no "
    "or and a an the to for of in will be is are given awarded receive receives get gets win wins "
    "winning winner winners earn earns who that does do did trophy trophies medal medals player "
    "players participant participants child children kid kids student students section this "
    "individual award awards place doesn't don't didn't"
)
_MEDALS = _words(r"\bmedals?\b")
_TROPHIES = _words(r"\btroph(?:y|ies)\b")
_AT_SCORE = _words(
    r"(?P<points>\d+(?:\.\d+)?[½¼¾]?|[½¼¾])\s*(?:(?:points?|pts\.?)\s*)?"
    r"(?:(?:or|and)\s+(?:more|better|higher|up|above|over)|\+)(?:\s*(?:points?|pts))?"
)
_PERFECT = _words(r"\b(?:an?\s+)?perfect\s+scores?\b")
_SCORE_IS = _words(r"\b(?:score[sd]?|scoring|scores? of|with|have|has|at least|a)\b")


_AT_SHARE = _words(
    r"\b(?P<share>\d{1,2}|100)\s*(?:%|percent\b)(?:\s+scores?)?\s*(?:(?:or|and)\s+(?:more|better|higher|up|above|over)\b|\+)(?:\s+scores?\b)?"
)


def in_points(line: str, most_points: int) -> str:
    """The line with a share of all points there are in points, up to the next half.

    >>> in_points("Medals for 50% or better", 5), in_points("60%+: medal", 5), in_points("60% guaranteed", 5)
    ('Medals for 2.5 points or better', '3 points or better: medal', '60% guaranteed')
    """

    def points(found: re.Match[str]) -> str:
        halves = -(-int(found["share"]) * most_points * 2 // 100)
        return f"{halves // 2}{'.5' if halves % 2 else ''} points or better"

    return _AT_SHARE.sub(points, line)


def of_everybody(text: str) -> str:
    """The announcement of what everybody gets, or everybody at a score; empty if the sentence is none.

    >>> of_everybody("Medals to all other players"), of_everybody("medals for 3+ points")
    ('Everybody: medal, not with a trophy', '3 points or more: medal')
    >>> of_everybody("Medals to all who play all rounds"), of_everybody("Medals to top 3")
    ('', '')
    """
    item = "medal" if _MEDALS.search(text) else "trophy" if _TROPHIES.search(text) else ""
    score = _AT_SCORE.search(text) or _PERFECT.search(text)
    if not item or not (score or _EVERYBODY.search(text)):
        return ""
    rest = text.replace(score[0], " ") if score else text
    rest = _SCORE_IS.sub(" ", rest) if score else rest
    words = re.findall(r"[^\s,:()]+", rest.casefold().replace("’", "'").replace("-", " "))
    if not _OF_EVERYBODY.issuperset(words):
        return ""
    points = "Everybody"
    if score:
        of_points = score.groupdict().get("points")
        points = f"{of_points} points or more" if of_points else "Perfect score"
    others = item == "medal" and _OTHERS.search(rest.replace(" or more", ""))
    return f"{points}: {item}" + (", not with a trophy" if others else "")


# --- how teams count ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counting:
    """How many of a team count, and how many it needs, as a flyer says it; None where it does not."""

    best: int | None = None
    minimum: int | None = None

    def with_(self, other: "Counting") -> "Counting":
        """What either says; what is said last counts."""
        return Counting(other.best or self.best, other.minimum or self.minimum)

    @property
    def fields(self) -> dict[str, Any]:
        """As the fields of a team table."""
        said = {"best": self.best, "minimum": self.minimum}
        return {name: value for name, value in said.items() if value is not None}


NOT_SAID = Counting()
MOST_COUNTED = 20

_CHUNK = _words(r"\s*(?:\(([^()]*)\)|[,;.]\s*([^,;.()]*?)(?=$|[,;.]))")
_TEAMS = _words(r"\b(?:teams?|schools?|clubs?)\b")
_MINIMUM = _words(r"\b(min)\.")
_COUNT = _set(
    "top best highest the a of by from on in per each every school schools team teams school's team's "
    "club clubs club's "
    "one same "
    "player players score scores scorers scorer members member finishers individual individuals count "
    "counts counting will sum total combined points point student students result results add added "
    "up are is and"
)
_LEAST = _set("min minimum least at must have needed need needs required or more")
# In parentheses a number says it; elsewhere a word must.
_SAYS_COUNT = _set("count counts counting combined sum total highest added")


def counting(line: str) -> tuple[str, Counting]:
    """The line without what it says of how teams count.

    >>> counting("Top 3 teams (top 4 players count)")
    ('Top 3 teams', Counting(best=4, minimum=None))
    >>> counting("Team trophies to top 3, best four scores count, minimum 2 players")
    ('Team trophies to top 3', Counting(best=4, minimum=2))
    >>> counting("Top 3 players (4 rounds)")
    ('Top 3 players (4 rounds)', Counting(best=None, minimum=None))
    """
    said: dict[str, int] = {}
    if not _TEAMS.search(line):
        return line, NOT_SAID

    def taken(chunk: re.Match[str]) -> str:
        in_brackets = chunk[1] is not None
        parts = re.split(r"[,;]", chunk[1]) if in_brackets else [chunk[2] or ""]
        counts = [_count_in(part, in_brackets=in_brackets) for part in parts]
        if not all(counts):
            return chunk[0]
        said.update(filter(None, counts))
        return ""

    return _CHUNK.sub(taken, _MINIMUM.sub(r"\1", line)).strip(), Counting(**said)


def _count_in(text: str, *, in_brackets: bool) -> tuple[str, int] | None:
    """The field of :class:`Counting` that words set, and its number; None if they say nothing of counting."""
    words = re.findall(r"[\w'’]+", text.casefold().replace("’", "'"))
    figures = [number(word) for word in words if word.isdecimal() or word in NUMBERS]
    others = {word for word in words if not (word.isdecimal() or word in NUMBERS)}
    if len(figures) != 1 or not 0 < figures[0] <= MOST_COUNTED or not (_COUNT | _LEAST).issuperset(others):
        return None
    least = bool(others & _LEAST)
    if not in_brackets and not least and not others & _SAYS_COUNT:
        return None
    return "minimum" if least else "best", figures[0]
