"""How players' names are written, and when two spellings are one name."""

import re
import unicodedata
from collections.abc import Collection, Hashable, Mapping
from typing import TypeVar

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

Key = TypeVar("Key", bound=Hashable)

_APOSTROPHES = re.compile("['’`]")
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "v"})
# The small words of a last name of several.
PARTICLES = frozenset(
    {"de", "del", "della", "di", "da", "dos", "du", "el", "la", "le", "van", "von", "der", "den", "st"}
)


def with_suffix_beside_last(name: str) -> str:
    """The name with Jr., Sr., II, III, IV beside the last name, to which it belongs, and no comma between.

    What is last name and what is first is decided here, for every list, page and file.

    >>> with_suffix_beside_last("Fir, Jr., Eli"), with_suffix_beside_last("Fir, Eli, Jr.")
    ('Fir Jr., Eli', 'Fir Jr., Eli')
    >>> with_suffix_beside_last("King, Martin III"), with_suffix_beside_last("de la Cruz, Sr. Luis")
    ('King III, Martin', 'de la Cruz Sr., Luis')
    >>> with_suffix_beside_last("Al Nguyen, Jr."), with_suffix_beside_last("King Jr., Martin")
    ('Al Nguyen Jr.', 'King Jr., Martin')

    A V is a first name or an initial unless it stands between commas, as in *Li, V*.

    >>> [with_suffix_beside_last(each) for each in ("Li, V", "Li, Bo V", "Li, Jr.")]
    ['Li, V', 'Li, Bo V', 'Li, Jr.']
    """
    if "," not in name:
        return name
    last, *rest = [part.strip() for part in name.split(",") if part.strip()] or [""]
    suffix = ""
    for at in [0, len(rest) - 1] if len(rest) > 1 else []:
        if not suffix and is_suffix(rest[at]):
            suffix = rest.pop(at)
    if len(rest) == 1 and not suffix:
        words = rest[0].split()
        ends = [at for at in (0, -1) if is_suffix(words[at], sure=True)]
        if ends and (len(words) > 1 or len(last.split()) > 1):
            suffix = words.pop(ends[0])
            rest = [" ".join(words)] if words else []
    return ", ".join([f"{last} {suffix}", *rest]) if suffix else name


def is_suffix(word: str, *, sure: bool = False) -> bool:
    """Whether that is Jr. or the like; ``sure`` leaves out V, which may be a name."""
    plain = word.rstrip(".").casefold()
    return plain in SUFFIXES and not (sure and plain == "v")


def first_last(name: str) -> str:
    """The name as parents read it; rosters often have the last name first.

    >>> first_last("Mehta, Eleanor"), first_last("Ann Alder"), first_last("Martin King, Jr.")
    ('Eleanor Mehta', 'Ann Alder', 'Martin King Jr.')
    >>> first_last("Fir, Jr., Eli"), first_last("King, Martin III"), first_last("King, Jr.")
    ('Eli Fir Jr.', 'Martin King III', 'King, Jr.')
    """
    name = with_suffix_beside_last(name)
    last, _comma, first = (part.strip() for part in name.partition(","))
    if not first or not last or "," in first or is_suffix(first, sure=True):
        return name
    return f"{first} {last}"


def last_first(name: str) -> str:
    """The name as it stands in a list from A to Z; as it was typed if it was typed so.

    >>> last_first("Mei Lindqvist"), last_first("Lindqvist, Mei"), last_first("Pele")
    ('Lindqvist, Mei', 'Lindqvist, Mei', 'Pele')
    >>> last_first("Cal Ostrander Jr."), last_first("Ostrander, Jr., Cal"), last_first("Cal Ostrander, Jr.")
    ('Ostrander Jr., Cal', 'Ostrander Jr., Cal', 'Ostrander Jr., Cal')
    >>> last_first("Cole Jr."), last_first("Li V")
    ('Cole Jr.', 'V, Li')
    """
    name = with_suffix_beside_last(name)
    words = first_last(name).replace(",", " ").split()
    ends = 2 if len(words) > 2 and is_suffix(words[-1]) else 1
    if len(words) < 2 or first_last(name) != name or (len(words) == 2 and is_suffix(words[1], sure=True)):
        return name
    return f"{' '.join(words[-ends:])}, {' '.join(words[:-ends])}"


# What is not simply capitalized: Mc, numbers after a name, and the small words of two in a last name.
_ODD = re.compile(
    r"\b(?:Mc[^\W\d_]{2,}|Ii|Iii|Iv|De La|De Las|De Los|Van Der|Van Den|Von Der)\b(?=[\s,.-]|$)"
)


def in_natural_case(name: str) -> str:
    """A name that a program wrote in capitals, as people write it; any other as it is.

    >>> in_natural_case("MC DONALD, ANNA"), in_natural_case("MCKAY-O'BRIEN, ANN-MARIE")
    ('Mc Donald, Anna', "McKay-O'Brien, Ann-Marie")
    >>> in_natural_case("DE LA CRUZ, JOSÉ"), in_natural_case("VAN DER BERG III, PIET")
    ('de la Cruz, José', 'van der Berg III, Piet')
    >>> in_natural_case("KING JR, MARTIN L"), in_natural_case("JOHN SMITH II"), in_natural_case("LI, BO")
    ('King Jr, Martin L', 'John Smith II', 'Li, Bo')
    >>> in_natural_case("McKay, Ann"), in_natural_case("AJ"), in_natural_case("SMITH, J.R.")
    ('McKay, Ann', 'AJ', 'Smith, J.R.')
    """
    is_written = name.isupper() and ("," in name or " " in name.strip())
    return _ODD.sub(_as_usual, name.title()) if is_written else name


def _as_usual(word: "re.Match[str]") -> str:
    text = word[0]
    if " " in text:
        return text.lower()
    return f"Mc{text[2:].capitalize()}" if text.startswith("Mc") else text.upper()


def in_one(last: str, first: str) -> str:
    """The name of two columns.

    >>> in_one("Fir, Jr.", "Eli"), in_one("", "Eli")
    ('Fir Jr., Eli', 'Eli')
    """
    return with_suffix_beside_last(f"{last}, {first}") if last and first else last or first


def without_stray_spaces(name: str) -> str:
    """A name without spaces before its comma.

    >>> without_stray_spaces("Marlowe , Milo"), without_stray_spaces("Marlowe ,Milo")
    ('Marlowe, Milo', 'Marlowe, Milo')
    """
    return re.sub(r"\s+,\s*(?=\S)", ", ", name)


def with_parts(name: str, middle: str, suffix: str) -> str:
    """A name with its middle name and its suffix, as US Chess writes them, unless it has them: an initial
    without a dot, and the suffix beside the last name.

    >>> with_parts("Smith, John", "a.", "Jr."), with_parts("John Smith", "Ann", "iii")
    ('Smith Jr., John A', 'John Ann Smith III')
    >>> with_parts("Smith Jr, John A", "A", "Jr."), with_parts("Li, Bo", "", ""), with_parts("", "A", "II")
    ('Smith Jr, John A', 'Li, Bo', '')
    """
    has = {word.strip(".,").casefold() for word in name.split()}
    middle, suffix = middle.strip(" .,-"), suffix.strip(" ,-")
    if not name or middle.casefold() in has:
        middle = ""
    if not name or suffix.strip(".").casefold() in has:
        suffix = ""
    if not (middle or suffix):
        return name
    last, _comma, first = last_first(name).partition(", ")
    middle = middle.upper() if len(middle) == 1 else middle
    suffix = suffix.upper() if set(suffix.casefold()) <= set("iv") else suffix
    written = f"{' '.join(filter(None, [last, suffix]))}, {' '.join(filter(None, [first, middle]))}"
    return written if "," in name else first_last(written)


def given_name(name: str) -> str:
    """The first of the names, if it is more than an initial.

    >>> given_name("Eleanor Mehta"), given_name("J. R. Alder"), given_name("Ann")
    ('Eleanor', 'J. R. Alder', 'Ann')
    """
    first = name.split()[0] if name.strip() else name
    return name if len(first.rstrip(".")) < 2 else first


def initials(name: str) -> str:
    """What stands for a name where there is little room.

    >>> initials("Eleanor Mehta"), initials("José García-López Jr."), initials("Oak Hill 2")
    ('EM', 'JG', 'OH2')
    """
    words = [word for word in name.split() if word.strip(".,").lower() not in SUFFIXES]
    return "".join([word[0] for word in words if word[0].isalnum()][:3]).upper()


# So many letters of a last name tell players of the same first name apart, and never all of it.
LETTERS = 3


def with_initials(names: Mapping[Key, str], *, numbered: bool = True) -> dict[Key, str]:
    """First name and initial of each player, by wall-chart number, as public pages write them.

    Who would be called the same gets the next letters of the last name, at most three and never all of it;
    whom they do not tell apart the wall-chart number does, where the keys are such numbers.

    >>> with_initials({1: "Anna Kane", 2: "Koch, Anna", 3: "Ana Del Campo Jr.", 4: "Pele"})
    {1: 'Anna Ka.', 2: 'Anna Ko.', 3: 'Ana C.', 4: 'Pele'}
    >>> with_initials({5: "Dana Lee", 7: "Dana Lee", 8: "Eli Li", 9: "Eli Lo"})
    {5: 'Dana L. (5)', 7: 'Dana L. (7)', 8: 'Eli L. (8)', 9: 'Eli L. (9)'}
    """
    parts = {key: _first_and_last(name) for key, name in names.items()}
    alike: dict[tuple[str, str], list[Key]] = {}
    for key, (first, last) in parts.items():
        alike.setdefault((folded(first), folded(last[:1])), []).append(key)

    def short(key: Key) -> str:
        first, last = parts[key]
        those = alike[folded(first), folded(last[:1])]
        letters = _letters(last, [folded(parts[other][1]) for other in those if other != key])
        number = "" if letters or not numbered else f" ({key})"
        return " ".join(filter(None, [first, last and f"{last[: letters or 1]}."])) + number

    return {key: short(key) for key in names}


def _letters(last: str, others: Collection[str]) -> int:
    """How many letters tell a last name from these others; 0 where no few of them do."""
    for letters in range(1, min(LETTERS, max(len(last) - 1, 1)) + 1):
        begins = folded(last[:letters])
        if not any(other.startswith(begins) for other in others):
            return letters
    return 0


def with_initial(name: str) -> str:
    """First name and initial of somebody who stands alone.

    >>> with_initial("Kane, Anna")
    'Anna K.'
    """
    return with_initials({0: name})[0]


def _first_and_last(name: str) -> tuple[str, str]:
    """The first of the names and the last, without a suffix; nothing between them is an initial's own."""
    words = [unicodedata.normalize("NFC", word) for word in first_last(name).replace(",", " ").split()]
    names = [word for word in words if any(letter.isalpha() for letter in word)]
    names = [word for word in names if word.rstrip(".").casefold() not in SUFFIXES] or names or [name]
    return (names[0], names[-1].lstrip("'’`\"“(")) if len(names) > 1 else (names[0], "")


def player_name_key(name: str) -> str:
    """The same text for every spelling of a name: first name first, without capitals and blanks."""
    last, _comma, first = with_suffix_beside_last(name).partition(",")
    return name_key(first + last)


def same_player_name(one: str, other: str) -> bool:
    """Whether two names differ only in capitals, blanks and the order of first and last name.

    >>> same_player_name("Ann Alder", "alder,  ann"), same_player_name("Ann Alder", "Anna Alder")
    (True, False)
    """
    return player_name_key(one) == player_name_key(other)


def title_of(event: str, section: str) -> str:
    """The title of a section in files that hold one section and have no name for its event."""
    return f"{event}: {section}"


def section_key(name: str) -> str:
    """The same text for every spelling of the name of a section: one program writes Under_1000.

    >>> section_key("Under_1000") == section_key("under 1000")
    True
    """
    return name_key(name.replace("_", " ").replace("-", " "))


# Letters that are others with no accent to take off: the table of static/js/plain.js.
_PLAIN = str.maketrans(
    {"æ": "ae", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "œ": "oe", "ø": "o", "ß": "ss", "þ": "th"}
    | {"ς": "σ"}
)


def folded(text: str, apostrophe: str = "") -> str:
    """The text without accents, capitals, apostrophes: as it is typed to look for it, and as lists sort it.

    >>> folded("García-López"), folded("O'Brien"), folded("Łucja Bjørn"), folded("Đặng Weiß")
    ('garcia-lopez', 'obrien', 'lucja bjorn', 'dang weiss')
    """
    if text.isascii():
        plain = text.lower()
    else:
        apart = unicodedata.normalize("NFKD", text)
        plain = "".join(c for c in apart if not unicodedata.category(c).startswith("M")).lower()
        plain = plain.translate(_PLAIN)
    return _APOSTROPHES.sub(apostrophe, plain)


def name_parts(name: str) -> tuple[str, ...]:
    """The parts of a name, first name first, without accents, capitals, marks and suffixes.

    >>> name_parts("García-López, José Jr."), name_parts("Dana M. O'Brien")
    (('jose', 'garcia', 'lopez'), ('dana', 'm', 'obrien'))
    """
    last, _comma, first = name.partition(",")
    parts = tuple(re.findall(r"\w+", folded(f"{first} {last}")))
    return tuple(part for part in parts if part not in SUFFIXES) or parts


def near_names(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names in parts may be one player's: as one is written with less, or in another order.

    >>> near = lambda one, other: near_names(name_parts(one), name_parts(other))
    >>> near("José García", "Jose Garcia"), near("Dana Lee", "Dana M Lee"), near("Lee Dana", "Dana Lee")
    (True, True, True)
    >>> near("Mary-Ann Lee", "Maryann Lee"), near("D. Lee", "Dana Lee"), near("Dana Lee Jr.", "Lee, Dana")
    (True, True, True)
    >>> near("Dana Lee", "Dan Lee"), near("Dana M Lee", "Dana K Lee"), near("Lee", "Dana Lee")
    (False, False, False)
    """
    if sorted(one) == sorted(other) or "".join(one) == "".join(other):
        return True
    short, long = sorted((one, other), key=len)
    following = iter(long)
    return len(short) > 1 and all(any(_same_part(part, each) for each in following) for part in short)


def may_be_one(one: str, other: str) -> bool:
    """Whether two names may be one player's.

    >>> may_be_one("García-López, José", "Jose Garcia Lopez"), may_be_one("Grant, Kai", "Tara Ibarra")
    (True, False)
    """
    return near_names(name_parts(one), name_parts(other))


def _same_part(one: str, other: str) -> bool:
    """Whether two parts are the same, or one is the initial of the other."""
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])


def short_names(one: str, other: str) -> tuple[str, str]:
    """The last names of two who play each other; where these are the same, the names.

    >>> short_names("Mei Lindqvist", "Caleb Ostrander Jr.")
    ('Lindqvist', 'Ostrander')
    >>> short_names("Ada Quill", "Ben Quill")
    ('Ada Quill', 'Ben Quill')
    """
    last = _last(one), _last(other)
    return last if last[0] != last[1] else (one, other)


def _last(name: str) -> str:
    names = [word for word in name.split() if any(letter.isalpha() for letter in word)]
    words = [word for word in names if word.strip(".,").lower() not in SUFFIXES]
    return words[-1] if words else name


_LINK = re.compile(r"[a-z]+://\S*|\bwww\.\S+", re.IGNORECASE)
_EMAIL = re.compile(r"[^\s,;:<>()\"“”]+@[^\s,;:<>()\"“”]+\.\w+")
_DATE = re.compile(
    r"(?<![\d.\-/])(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))(?![\d]|[.\-/]\d)"
)
# As they are written in America; with a plus sign; in groups with marks between; and as nothing but digits.
# Eight digits in a row are a US Chess ID.
_PHONE = re.compile(
    r"(?<!\d)(?:1[ .\-–])?\(?\d{3}\)?[ .\-–/]*\d{3}[ .\-–]*\d{4}(?!\d)"
    r"|\+\d[\d ().\-–/]{5,}\d"
    r"|(?<![\d.\-–])(?=(?:[.\-–]*\d){7})(?!(?:\d*[.\-–])*\d{8}(?!\d))\d{2,}(?:[.\-–]\d{2,})+(?!\d)"
    r"|(?<!\d)(?:\d{7}|\d{9,})(?!\d)"
)


def contact_in(text: str) -> tuple[str, str] | None:
    """What looks like an email address, a phone number, a birth date or a web address in a name, and what
    belongs there.

    Most players are children: none of it is stored. A rating or a US Chess ID is none of it.

    >>> [contact_in(each)[0] for each in ("Dev Das dev@example.com 1600", "Una Upton 555-123-4567")]
    ['dev@example.com', '555-123-4567']
    >>> [contact_in(each)[0] for each in ("Una +44 20 7946 0958", "Una (555) 123 4567", "Una 5/23/2014")]
    ['+44 20 7946 0958', '(555) 123 4567', '5/23/2014']
    >>> [contact_in(each)[0] for each in ("https://example.com/entries", "see www.example.com")]
    ['https://example.com/entries', 'www.example.com']
    >>> [contact_in(each) for each in ("Dev Das 12345678 1600", "Dev Das 1432/12 1502", "Das, Dev @ K-3")]
    [None, None, None]
    """
    if ("://" in text or "www." in text.casefold()) and (found := _LINK.search(text)):
        return found[0], _("a name. Wallchart does not open web addresses. Paste what is on that page")
    if "@" not in text and sum(map(str.isdecimal, text)) < 4:
        return None
    if found := _EMAIL.search(text):
        return found[0], _(
            "a name without an email address, which Wallchart never stores. Take the address out"
        )
    if found := _DATE.search(text):
        return found[0], _("a name without a birth date, which Wallchart never stores. Take the date out")
    if found := _PHONE.search(text):
        return found[0], _("a name without a phone number, which Wallchart never stores. Take the number out")
    return None


def without_contact(text: str) -> str:
    """What is left of a text without addresses, phone numbers and days, if that may be a name.

    >>> without_contact("Das, Dev <dev@example.com>"), without_contact("Una Upton (555) 123-4567")
    ('Das, Dev', 'Una Upton')
    >>> without_contact("dev@example.com"), without_contact("Ann 5/23/2014 1200")
    ('', '')
    """
    for pattern in (_LINK, _EMAIL, _DATE, _PHONE):
        text = pattern.sub(" ", text)
    text = re.sub(r"\s+", " ", re.sub(r"[<>()\[\]\"“”]", " ", text)).strip(" ,;:-–—/|")
    return text if len(re.findall(r"[^\W\d_]", text)) > 1 and not re.search("[0-9]", text) else ""


# As sections are called: 800-1200, 801-999. Of three digits and four, only ratings that a section may begin
# or end at: others are a phone number.
_LIMIT = r"[1-9]\d?(?:[05][01]|[27]5|[49]9)"
_RATINGS = re.compile(rf"(?<![\d.\-–])(?:{_LIMIT}[\-–]{_LIMIT}|[1-9]\d{{3}}[\-–][1-9]\d{{3}})(?![\d.\-–])")


# A local number with a blank. In a line with ratings these are two of them, and after a limit comes a year.
_LOCAL = re.compile(rf"(?<!\d)(?!{_LIMIT} )[2-9]\d\d +(?!(?:19|20)\d\d)\d{{4}}(?!\d)")


def contact_in_field(text: str) -> tuple[str, str] | None:
    """The same in a field that has nothing but a name.

    >>> contact_in_field("Una Upton 555 1234")[0], contact_in_field("PS 912 2026"), contact_in("Una 555 1234")
    ('555 1234', None, None)
    """
    if (contact := contact_in(text)) is not None or not (found := _LOCAL.search(text)):
        return contact
    return found[0], _("a name without a phone number, which Wallchart never stores. Take the number out")


def contact_in_title(text: str) -> tuple[str, str] | None:
    """The same in the title of an event or a section, which may name the days of play and who may enter.

    >>> [contact_in_title(each) for each in ("1000-1200", "Open 5/2/2026", "U800 2026", "600 1200")]
    [None, None, None, None]
    >>> [contact_in_title(each)[0] for each in ("Open 5/2/2026, 555-010-0123", "Open, call 555 1234")]
    ['555-010-0123', '555 1234']
    """
    return contact_in_field(_RATINGS.sub(" ", _DATE.sub(" ", text)))
