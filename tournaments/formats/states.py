"""The states of the United States, with the district and the territories that US Chess rates in."""

import re

LETTERS = re.compile("[A-Z]{2}")
_NAMES = (
    "AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut; DE Delaware;"
    "DC District of Columbia; FL Florida; GA Georgia; GU Guam; HI Hawaii; ID Idaho; IL Illinois; IN Indiana;"
    "IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine; MD Maryland; MA Massachusetts; MI Michigan;"
    "MN Minnesota; MS Mississippi; MO Missouri; MT Montana; NE Nebraska; NV Nevada; NH New Hampshire;"
    "NJ New Jersey; NM New Mexico; NY New York; NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma;"
    "OR Oregon; PA Pennsylvania; PR Puerto Rico; RI Rhode Island; SC South Carolina; SD South Dakota;"
    "TN Tennessee; TX Texas; UT Utah; VT Vermont; VA Virginia; VI Virgin Islands; WA Washington;"
    "WV West Virginia; WI Wisconsin; WY Wyoming"
)
_BY_NAME = {
    name.casefold(): letters
    for letters, _blank, name in (each.strip().partition(" ") for each in _NAMES.split(";"))
}
_ALL = frozenset(_BY_NAME.values())


def letters_of(text: str) -> str:
    """The two letters of a state from its name; what is none stays, in capitals.

    >>> letters_of("Iowa"), letters_of("new  york"), letters_of("or"), letters_of("Orgon")
    ('IA', 'NY', 'OR', 'ORGON')
    """
    return _BY_NAME.get(" ".join(text.split()).rstrip(".").casefold(), text.strip().upper())


def city_and_state(city: str, state: str) -> tuple[str, str]:
    """A city without the state that stands behind it, and the state.

    >>> city_and_state("Cedar Falls, IA", ""), city_and_state("Cedar Falls, Iowa", "IA")
    (('Cedar Falls', 'IA'), ('Cedar Falls', 'IA'))
    >>> city_and_state("Cedar Falls, IA", "WI"), city_and_state("Hall 2, Ames", "")
    (('Cedar Falls, IA', 'WI'), ('Hall 2, Ames', ''))
    """
    before, comma, after = city.rpartition(",")
    letters = letters_of(after)
    if comma and before.strip() and letters in _ALL and state in ("", letters):
        return before.strip(), letters
    return city, state
