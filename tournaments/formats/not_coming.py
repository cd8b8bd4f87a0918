"""What a registration file says of players who are not coming: by its status, or as directors note it."""

import re
from collections.abc import Mapping

# The column of a registration site that says who is entered and who is not any more.
_STATUS = re.compile(r"\bstatus\b", re.IGNORECASE)
_NOT_COMING = re.compile(
    r"cancel|withdr|refund|void|declin|wait\W?list|on the wait|not (?:coming|playing|attending)|deleted",
    re.IGNORECASE,
)
# The same written elsewhere: a field that says nothing else, or a word in what directors note.
_ONLY_NOT_COMING = re.compile(
    r"\W*(?:cancel(?:l?ed|lation)?|withdr[ae]wn?|withdrew|refunded|wait\W?list(?:ed)?"
    r"|(?:no longer|not|isn't) (?:coming|playing))\W*",
    re.IGNORECASE,
)
_NOTES = re.compile(r"\b(?:notes?|comments?|remarks?|memo)\b", re.IGNORECASE)
_NOTED = re.compile(
    r"\b(?:cancel|withdr[ae]w|wait\W?list|(?:no longer|not|isn't|won't be|can't|cannot)"
    r" (?:com|play|attend|mak))",
    re.IGNORECASE,
)
_SAYS_GONE = re.compile(r"(?:is |was )?(?:cancel+ed|withdrawn|withdrew)\W*(?:at|on|date)?\W*", re.IGNORECASE)
_NO = {"", "no", "n", "false", "0", "-"}
# In a name, and no name of anybody.
_BESIDE_NAME = re.compile(
    r"\W*\b(?:cancell?ed|withdrawn|withdrew|wait\W?list(?:ed)?)(?!\w)[^\w,]*", re.IGNORECASE
)


def gone_in(heading: str, field: str) -> str:
    """What a field that is taken for nothing says of a player who is not coming; empty where it says nothing.

    >>> gone_in("Order Status", "Refunded 3/1"), gone_in("Notes", "mom: he cancelled"), gone_in("", "CANCEL")
    ('Refunded 3/1', 'mom: he cancelled', 'CANCEL')
    >>> gone_in("Cancelled?", "yes"), gone_in("Cancelled?", "no"), gone_in("T-shirt", "void")
    ('Cancelled?: yes', '', '')
    """
    if _SAYS_GONE.fullmatch(heading):
        return "" if field.casefold() in _NO else f"{heading}: {field}"
    for where, says in ((_STATUS, _NOT_COMING.match), (_NOTES, _NOTED.search)):
        if where.search(heading) and says(field):
            return field
    return field if _ONLY_NOT_COMING.fullmatch(field) else ""


def without_gone(said: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """What the fields say of a player who is not coming, and the fields without it.

    >>> without_gone({"name": "Ngo, Amy (cancelled)", "byes": "2"})
    ('cancelled', {'name': 'Ngo, Amy', 'byes': '2'})
    >>> without_gone({"name": "Cancel, Amy", "byes": "CANCEL"})
    ('CANCEL', {'name': 'Cancel, Amy', 'byes': ''})
    """
    left, gone = dict(said), ""
    for field, text in said.items():
        if field == "name" and (found := _BESIDE_NAME.search(text)):
            rest = f"{text[: found.start()]} {text[found.end() :]}".strip()
            left[field], gone = (rest, found[0].strip(" -–—:;()[]*")) if rest else (text, gone)
        elif field not in ("name", "first", "last", "team") and _ONLY_NOT_COMING.fullmatch(text):
            left[field], gone = "", text
    return gone, left
