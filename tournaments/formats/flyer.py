"""The prizes of a flyer, as organizers write them, in the lines in which Wallchart announces prizes.

    Trophies to top 5 individuals, top 3 teams. Medals to all other players.

A line that is an announcement already stays as it is.
"""

import re
from collections.abc import Iterator

from tiebreaks.engine.prizes.notation import MOST_LETTERS, read
from tiebreaks.engine.prizes.prize import CLASSES

_DASH = r"[-‐‑‒–—−]"
_TH = r"(?:st|nd|rd|th)"
_BULLET = re.compile(r"^[•●▪*·>]+\s*|^[-–—]\s+")
_SENTENCE = re.compile(
    r"(?<=[\w)])[.!](?:\s+|$)|\s*;\s*|,?\s+plus\s+"
    r"|(?:,|\s+and)\s+(?=(?:troph(?:y|ies)|medals?)\s+(?:to|for)\b(?!\s+(?:all|every)))",
    re.IGNORECASE,
)
# A plaque is one more indivisible prize, as a trophy is (32F).
_PLAQUE = re.compile(r"\bplaque(s?)\b", re.IGNORECASE)
# What stands before prizes and says nothing of its own: "Class prizes: A $50".
_WORDS = (
    r"(?:prizes?|awards?|individuals?|cash|class|place|overall|sections?|trophies|trophy|special|\s|&|and)"
)
_LABEL = re.compile(rf"{_WORDS}+:\s*", re.IGNORECASE)
_ITEM = re.compile(r"(?P<item>troph(?:y|ies)|medals?)\b\s*(?:will be (?:given|awarded)\b)?", re.IGNORECASE)
_TO = re.compile(rf"\s*(?:(?:to|for|go to)\b|:|{_DASH})?\s*(?:the\b\s*)?", re.IGNORECASE)
_EVERYBODY = re.compile(r"\b(?:all|every(?:one|body)?|each|other|remaining|participation)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:without|not|other|others|else|remaining|n[o']t|non)\b", re.IGNORECASE)
_AND = re.compile(
    r"\s+(?:and|&)\s+(?!(?:below|under|lower|younger|up|above|over|older|higher|troph|medals?)\b|\$)",
    re.IGNORECASE,
)
# A comma parts prizes, unless a term or thousands follow it.
_COMMA = re.compile(
    r",(?!\d{3}\b)\s*"
    r"(?!\s*(?:on top|withdrawn too|unrated too|guaranteed|must be present|not with|value \d))",
    re.IGNORECASE,
)
# "1st: $100  2nd: $60" without a mark between.
_NEXT = re.compile(rf"(?<=[\d)])\s+(?=\d{{1,2}}{_TH}\b)")
_AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?!\d)"
_PURSES = re.compile(rf"\$+\s*{_AMOUNT}(?:\s*(?:{_DASH}|/)\s*\$?{_AMOUNT})+(?:\s*,)?")
# "$100 each" and "each $100".
_SUM = r"(\$[\d.,]+\d)"
_EACH = re.compile(rf":?\s*(?:{_SUM}\s+each|\beach\s+{_SUM})$", re.IGNORECASE)
# A dash before a sum is no sign: "1st-$100".
_DASH_BEFORE_SUM = re.compile(rf"(?<=[\w)])\s*{_DASH}\s*(?=\$)")
_PRIZE_OF = re.compile(
    r"\b(upset|women|girl|boy|female|senior|junior|unrated)(?:['’]?s['’]?)?\s+(?:prize|award)\b",
    re.IGNORECASE,
)
# "A" is a class too.
_LEADING = re.compile(r"^(?:(?:and|plus|also|one|the|for|to)\b|an?\b)\s*")
_COUNTED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_COUNTED, 2)} | {"fifteen": 15, "twenty": 20}
_TOP_IN_WORDS = re.compile(rf"(?<=top )(?:{'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_PEOPLE = re.compile(r"\s+(?:individuals?|players?|finishers?|overall|places?)(?=$|\s*[:$])", re.IGNORECASE)
_PLACES = ("first", "second", "third", "fourth", "fifth")
_PLACE_IN_WORDS = re.compile(rf"\b(?:{'|'.join(_PLACES)})\b(?!\s+half)", re.IGNORECASE)
# "Class A $75 Class B $50" without a mark between.
_NEXT_CLASS = re.compile(
    r"(\$[\d.,]*\d)\s+(?=(?:class\s+[a-j]|expert|top|best|unrated|u\d{3,4}|under\s+\d|\d{3,4}–)\b)",
    re.IGNORECASE,
)
# "U2000/U1800" of prizes that are worth the same each; "Classes A, B".
_CLASSES = re.compile(r"^classes\s+", re.IGNORECASE)
_SLASH = re.compile(r"\s*/\s*(?=u\d|unr)", re.IGNORECASE)
_BELOW = re.compile(r"^((?:top|best)\s+)?(?:below|less than)\s+(?=\d{3})", re.IGNORECASE)
# Two classes that one prize is for, and a class with all below it.
_TWO_CLASSES = re.compile(r"\b(?:class\s+)?([a-j])\s*/\s*([a-j])\b", re.IGNORECASE)
_CLASS_DOWN = re.compile(r"\bclass\s+([a-j])\s+(?:and|&|or)\s+(?:below|under|lower)\b", re.IGNORECASE)
# "U1800 $150-100": of one group.
_PURSES_OF = re.compile(rf"(?P<of>\D.*?)\s*:?\s*(?P<sums>\$\s*{_AMOUNT}(?:\s*(?:{_DASH}|/)\s*\$?{_AMOUNT})+)")
_MEDALS = re.compile(r"\bmedals?\b", re.IGNORECASE)
_TEAMS = re.compile(r"\b(?:teams?|schools?)\b", re.IGNORECASE)
_GRADER = re.compile(rf"(?:(?:top|best)\s+)?(?P<grade>\d{{1,2}}){_TH}[- ](?:graders?|grade)", re.IGNORECASE)
_ORDINAL = re.compile(rf"(?:(?:top|best)\s+)?(?P<grade>\d{{1,2}}){_TH}", re.IGNORECASE)
_TOP_OF = re.compile(r"(?:top|best)\s+(?P<many>\d{1,2})\s+(?P<of>\D.*)", re.IGNORECASE)
_KINDERGARTEN = re.compile(r"(?:top|best)\s+k(?:indergart(?:en|ner|ener)s?)?", re.IGNORECASE)


def prize_lines(line: str) -> list[str]:
    """The announcements that a line of a flyer makes; the line itself where that cannot be told.

    >>> prize_lines("Trophies to top 5 individuals, top 3 teams. Medals to all other players.")
    ['top 5 trophies', '1st–3rd team trophies', 'Everybody: medal, not with a trophy']
    >>> prize_lines("Top 3 wise men")
    ['Top 3 wise men']
    >>> prize_lines("Plaques: Top Female, Class A/B; First place $100 U1800 $50-25")
    ['Top Female trophies', '1600–1999 trophies', '1st $100', '1st U1800 $50', '2nd U1800 $25']
    """
    plain = _plainly(_BULLET.sub("", line.strip()))
    if len(plain) > MOST_LETTERS:
        return [line]
    if _reads(plain):
        return [plain]
    parts = [
        part for sentence in _SENTENCE.split(plain) if sentence.strip() for part in _of_sentence(sentence)
    ]
    return parts if parts and all(map(_reads, parts)) else [line]


def _plainly(line: str) -> str:
    """The line in the words that announcements have for the same."""
    line = _PLAQUE.sub(lambda plaque: "trophies" if plaque[1] else "trophy", line)
    line = _PLACE_IN_WORDS.sub(lambda word: _nth(_PLACES.index(word[0].casefold()) + 1), line)
    line = _TWO_CLASSES.sub(_band_of_classes, line)
    return _CLASS_DOWN.sub(lambda found: f"U{_bounds(found[1])[1]}", line)


def _bounds(letter: str) -> tuple[int, int]:
    return next(bounds for bounds, name in CLASSES.items() if name == f"Class {letter.upper()}")


def _band_of_classes(found: re.Match[str]) -> str:
    (low, _), (_, under) = sorted(map(_bounds, found.groups()))
    return f"{low}–{under - 1}"


def is_prize(line: str) -> bool:
    """Whether a line announces prizes, alone or behind a heading."""
    return any(all(map(_reads, prize_lines(part))) for part in (line, line.partition(":")[2]))


def is_label(line: str) -> bool:
    """Whether a line only says that prizes follow: ``Trophies:``."""
    return bool(_LABEL.fullmatch(f"{line.strip().rstrip(':')}:"))


def _reads(text: str) -> bool:
    found, errors = read(text)
    return bool(found) and not errors


def _of_sentence(sentence: str) -> Iterator[str]:
    text = sentence.strip().rstrip(".!:")
    if _EVERYBODY.search(text) and _MEDALS.search(text) and "," not in text:
        yield "Everybody: medal" + (", not with a trophy" if _OTHERS.search(text) else "")
        return
    of_teams = False
    if label := re.match(r"(?:teams?|schools?)(?:\s+(?:prizes|awards|trophies))?:\s*", text, re.IGNORECASE):
        text, of_teams = text[label.end() :], True
    if (label := _LABEL.match(text)) and not _ITEM.match(text):
        text = text[label.end() :]
    item = ""
    if found := _ITEM.match(text):
        item = " medals" if found["item"].casefold().startswith("m") else " trophies"
        to = _TO.match(text, found.end())
        text = text[to.end() if to else found.end() :]
    text = _TOP_IN_WORDS.sub(lambda word: str(_NUMBERS[word[0].casefold()]), text)
    if purses := _PURSES.match(text):
        amounts = re.findall(_AMOUNT, purses[0])
        yield from (f"{_nth(nth)} ${amount}" for nth, amount in enumerate(amounts, 1))
        text = text[purses.end() :]
    text = _NEXT_CLASS.sub(r"\1, ", text)
    if _CLASSES.match(text) or _EACH.search(text):
        text = _SLASH.sub(", ", _CLASSES.sub("", text))
    pieces = [each for piece in _COMMA.split(text) for each in _NEXT.split(piece)]
    parts = [part.strip() for piece in pieces for part in _AND.split(piece) if part.strip()]
    if each := _EACH.search(parts[-1]) if parts else None:
        parts[-1] = parts[-1][: each.start()]
        parts = [f"{part} {each[1] or each[2]}" for part in parts]
    if not item and [part for part in parts if _MEDALS.search(part)] == parts[-1:]:
        item = " medals"
    grades = any(map(_GRADER.fullmatch, parts))
    for part in parts:
        if purses := _PURSES_OF.fullmatch(part):
            amounts = re.findall(_AMOUNT, purses["sums"])
            of = re.sub(r"^(?:top|best)\s+", "", purses["of"], flags=re.IGNORECASE)
            yield from (f"{_nth(nth)} {of} ${amount}" for nth, amount in enumerate(amounts, 1))
        elif "$" in text and not item and not re.search(r"\$|\b(?:troph|medal)", part, re.IGNORECASE):
            yield ""  # a sum for some: whether the others have it too, nobody can tell
        else:
            yield _one(part, item, of_teams=of_teams, of_grade=grades)


def _one(part: str, item: str, *, of_teams: bool, of_grade: bool) -> str:
    """One prize, in the words of an announcement."""
    text = _LEADING.sub("", part)
    text = re.sub(rf"(\d+){_TH}\s+(?:through|thru|to)\s+(\d+){_TH}", r"\1–\2th", text, flags=re.IGNORECASE)
    text = re.sub(r"\bindividual\s", "", text, flags=re.IGNORECASE)
    text = _DASH_BEFORE_SUM.sub(" ", _PRIZE_OF.sub(r"\1", text))
    text = _BELOW.sub(r"\1U", text)
    said = bool(re.search(r"\$|\b(?:troph|medal)", text, re.IGNORECASE))
    if of_teams or (_TEAMS.search(text) and "fewest" not in text.casefold()):
        places = re.search(rf"(\d+)(?:{_TH})?(?:\s*(?:{_DASH}|to)\s*(\d+))?", text)
        if places:
            first, last = (places[1], places[2]) if places[2] else ("1", places[1])
            if re.match(r"\s*\d", text) and not places[2]:
                first = last
            return f"{_nth(int(first))}{f'–{_nth(int(last))}' if first != last else ''} team trophies"
    text = _PEOPLE.sub("", text)
    if grader := _GRADER.fullmatch(text) or (of_grade and _ORDINAL.fullmatch(text)):
        text = f"Best grade {grader['grade']}"
    elif _KINDERGARTEN.fullmatch(text):
        text = "Best grade K"
    elif top := _TOP_OF.fullmatch(text):
        text = f"1st–{_nth(int(top['many']))} {top['of']}"
    plain = re.fullmatch(r"(?:top\s+)?\d.*|(?:top|best)\s.*", text, re.IGNORECASE)
    return text + item if item and plain and not said else text


def _nth(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"
