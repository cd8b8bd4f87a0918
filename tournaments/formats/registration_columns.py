"""What the columns of a registration file are taken for, by their headings."""

import re

from django.utils.translation import gettext_lazy

from .bye_columns import says_byes
from .headings import heading
from .private import LONGEST_HEADING, PAYMENTS, is_private

# What a column can be taken for.
FIELDS = {
    "name": gettext_lazy("Name"),
    "first": gettext_lazy("First name"),
    "last": gettext_lazy("Last name"),
    "middle": gettext_lazy("Middle name or initial"),
    "suffix": gettext_lazy("Jr., III"),
    "section": gettext_lazy("Section"),
    "id": gettext_lazy("US Chess ID"),
    "rating": gettext_lazy("Rating"),
    "assigned": gettext_lazy("Assigned rating"),
    "grade": gettext_lazy("Grade"),
    "team": gettext_lazy("Team or school"),
    "state": gettext_lazy("State"),
    "age": gettext_lazy("Age in years"),
    "byes": gettext_lazy("Byes"),
    "expires": gettext_lazy("Membership expires"),
    "fee": gettext_lazy("Fee paid"),
}
_MORE = {
    "first": "first firstname fname given givenname playerfirstname studentfirstname childfirstname"
    " attendeefirst attendeefirstname registrantfirstname participantfirstname",
    "last": "last lastname lname surname familyname playerlastname studentlastname childlastname"
    " attendeelast attendeelastname attendeesurname registrantlastname participantlastname",
    "middle": "mi middle middlename middleinitial minitial playermi playermiddlename middlenameorinitial"
    " middlenameinitial",
    "suffix": "suffix namesuffix sfx suffixname jrsr playersuffix generation",
    "section": "section sec sectionname sect division sectionentered entrysection tournamentsection"
    " chesssection sectionregistered sectionregisteredfor registeredsection eventsection playersection"
    " sectiondivision divisionsection sectiontoplay sections secname secn sctn div divn divisions",
    "name": "student studentname child childname participant participantname entrant attendee",
    "team": "schoolname schoolclub clubschool schoolteam teamname teamschool schoolorclub affiliation"
    " sch schl",
    "id": "uschessidnumber uscfidnumber uscfmemberid uschessmemberid uscfnumber uschessnumber uscfmembership"
    " mbrid membid",
    "rating": "currentrating uscfreg uscfregularrating uschessregularrating regrating regrtg playerrating"
    " chessrating",
    "grade": "grd gradelevel schgrade currentgrade schoolgrade studentgrade playergrade",
    "expires": "uscfexpiration uschessexpiration uscfexp membershipexpiration expirydate uscfexpires",
    "byes": "byerequest byesrequested requestedbye roundsoff byerds byesrds byerd",
}
# Of sites that sell tickets: a section, where no other column is one.
TICKETS = {"ticket", "ticket type", "ticket name", "registration type", "entry type"}
# What was paid, where it says how much, or that somebody paid.
PAID = {
    *("paid", "amount", "amt", "amt paid", "paid amount", "total", "registration fee", "price"),
    *("fee status", "fees status", "entry fee status", "paid status", *PAYMENTS),
}
_ALIASES = {alias: field for field, aliases in _MORE.items() for alias in aliases.split()}
# Words of a form around what it asks for.
_ASKING = re.compile(
    r"(?:player|child|student)(?:'?s)?|what(?:'?s|\s+is)?|of|the|your|current|requested|which|please|enter|select"
)
# Whatever expires in a list of players is a membership.
_EXPIRES = re.compile(
    r"\bexp(?:ires?|ired|iry|iration)?\b|\bmember(?:ship)?\b.*\b(?:thru|through|until|till)\b"
)
# What is longer is a question of a form.
_LONGEST_OF_BOTH = 100
_BETWEEN_NAMES = re.compile(r"[/|;,&+()\[\]]|\s[-–—]\s|\band\b", re.IGNORECASE)
_WORD = re.compile(r"what\s+is\b|[a-z0-9#']+")


def taken_for(text: str) -> str:
    """The field that a heading names; empty for none.

    >>> [taken_for(each) for each in ("Last Name", "USCF Rating", "Division", "Grade", "E-mail")]
    ['last', 'rating', 'section', 'grade', '']
    >>> taken_for("Membership Exp."), taken_for("Date USCF expires"), taken_for("Chess experience")
    ('expires', 'expires', '')
    """
    text = text[:LONGEST_HEADING]
    if is_private(text):
        return ""
    bare = re.sub(r"\(.*?\)", "", text.casefold()).replace("’", "'")
    asked = " ".join(word for word in _WORD.findall(bare) if not _ASKING.fullmatch(word))
    named = {_named(part) for part in bare.split("/")}
    found = _named(text) or _named(bare) or _named(asked) or (named.pop() if len(named) == 1 else "")
    if not found and says_byes(bare):
        return "byes"
    return found or ("expires" if _EXPIRES.search(bare) else "")


def _named(text: str) -> str:
    plain = re.sub(r"[^a-z0-9]", "", text.casefold())
    field = heading(text) if "#" in text else None
    field = field or _ALIASES.get(plain) or heading(text)
    return field if isinstance(field, str) and field in FIELDS else ""


def names_school_and_grade(text: str) -> bool:
    """Whether a heading names a school and a grade apart from each other.

    >>> [names_school_and_grade(each) for each in ("School/Grade", "Grade (School)", "School and Grade")]
    [True, True, True]
    >>> [names_school_and_grade(each) for each in ("Grade in School", "School Grade", "Grade/Age")]
    [False, False, False]
    """
    return len(text) <= _LONGEST_OF_BOTH and set(named_in(text)) == {"team", "grade"}


def named_in(text: str) -> list[str]:
    """The fields that the parts of a heading name, in their order."""
    return [field for part in _BETWEEN_NAMES.split(text) if (field := taken_for(part))]
