"""Lines of a registration file that may be one player's: one ID on two lines, or one name.

This is asked before anything else about these lines: which of them counts may leave nothing to ask.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ...formats.byes import written
from ...formats.fields import written_rating
from ...formats.names import player_name_key
from ...formats.registration import ListedPlayer
from ...text import wording
from .doubts import KEEP, Doubts, named, whose
from .matching import digest

# Of two lines with one ID and two names, the one that has it wrongly.
_FIRST_WITHOUT, _SECOND_WITHOUT = "first without", "second without"
# So many lines of one name are each asked about with each.
MOST_OF_ONE_NAME = 20


def about_twice(listed: list[ListedPlayer], doubts: Doubts, here: Container[str]) -> list[ListedPlayer]:
    """One ID on two lines, and one name on two lines that may be one player's (:func:`_may_be_one`); ``here``
    are the IDs of the rosters. Three lines of a name are asked about in one question with each way to enter
    them; of more lines there are too many ways."""
    listed, names = _about_three_lines(listed, doubts, here)
    return _about_one_name(about_one_id(listed, doubts, asked=names), doubts, names, here)


def _may_be_one(one: ListedPlayer, other: ListedPlayer, here: Container[str]) -> bool:
    """Whether two lines of one name may be one player's. In one section, one of two IDs may have a slip,
    unless both are those of players who are here."""
    ids = {one.entry.uscf_id, other.entry.uscf_id}
    if len(ids) == 1 or "" in ids:
        return True
    in_one_section = name_key(one.section) == name_key(other.section)
    return in_one_section and not all(each in here for each in ids)


def _about_three_lines(
    listed: list[ListedPlayer], doubts: Doubts, here: Container[str]
) -> tuple[list[ListedPlayer], frozenset[str]]:
    """The lines without those that are left out, and the names that were asked about."""
    by_name: dict[str, list[ListedPlayer]] = defaultdict(list)
    for each in listed:
        if each.entry.line not in doubts.waiting:
            by_name[player_name_key(each.entry.name)].append(each)
    three = {name: lines for name, lines in by_name.items() if len(lines) == 3 and _are_doubtful(lines, here)}
    out: set[int] = set()
    for name, lines in three.items():
        said = _("One name is on three lines: %(one)s; %(two)s; and %(three)s.")
        if _have_one_id(lines):
            said = _("US Chess ID %(id)s is on three lines: %(one)s; %(two)s; and %(three)s.")
        told = [f"{named(each)} ({_beside(each, lines)})" for each in lines]
        values = {"id": lines[0].entry.uscf_id, "one": told[0], "two": told[1], "three": told[2]}
        ways = _ways_to_enter(lines, here)
        choices = [(way, _entering(way, lines)) for way in ways]
        answer = doubts.ask(("three lines", name, *lines), said % values, choices)
        numbers = {each.entry.line for each in lines}
        doubts.undecided |= set() if answer else numbers
        doubts.waiting |= set() if answer else numbers - {lines[0].entry.line}
        out |= {each.entry.line for at, each in enumerate(lines) if answer and str(at) not in answer}
    return [each for each in listed if each.entry.line not in out], frozenset(three)


def _are_doubtful(lines: Sequence[ListedPlayer], here: Container[str]) -> bool:
    """Whether more than one pair of them may be one player's."""
    return sum(_may_be_one(*pair, here) for pair in combinations(lines, 2)) > 1


def _have_one_id(lines: Sequence[ListedPlayer]) -> bool:
    return bool(lines[0].entry.uscf_id) and len({each.entry.uscf_id for each in lines}) == 1


def _ways_to_enter(lines: Sequence[ListedPlayer], here: Container[str]) -> list[str]:
    """The indexes of the lines to enter, a text for each way. Two lines that are of two players are not one,
    and nobody is twice in a section."""
    least = 1 if all(_may_be_one(*pair, here) for pair in combinations(lines, 2)) else 2
    found = []
    for many in (1, 2, 3) if _have_one_id(lines) else (3, 1, 2):
        for those in combinations(range(3), many):
            seats = [(lines[at].entry.uscf_id, name_key(lines[at].section)) for at in those]
            of_players = [seat for seat in seats if seat[0]]
            if many >= least and len(set(of_players)) == len(of_players):
                found.append("".join(map(str, those)))
    return found


def _entering(way: str, lines: Sequence[ListedPlayer]) -> str:
    numbers = [lines[int(at)].entry.line for at in way]
    if len(numbers) == 1:
        return _("Enter only line %(line)d") % {"line": numbers[0]}
    if len(numbers) == 2:
        return _("Enter only lines %(one)d and %(two)d") % {"one": numbers[0], "two": numbers[1]}
    if _have_one_id(lines):
        return _("The player plays in all three sections")
    ids = [each.entry.uscf_id for each in lines if each.entry.uscf_id]
    if len(set(ids)) < len(ids):
        return _("Enter all three lines")
    return _("These are different people: enter all three")


def about_one_id(
    listed: list[ListedPlayer],
    doubts: Doubts,
    only: Container[int] | None = None,
    asked: Container[str] = (),
) -> list[ListedPlayer]:
    """``only`` are the lines that have another ID now, where the others were asked about before; so were
    those of one of the names ``asked``."""
    out: set[int] = set()
    without_id: set[int] = set()
    by_id: dict[str, ListedPlayer] = {}
    for each in listed:
        if each.entry.line in doubts.waiting:
            continue
        before = by_id.setdefault(each.entry.uscf_id, each)
        if not each.entry.uscf_id or before is each or {before.entry.line, each.entry.line} & out:
            continue
        if only is not None and each.entry.line not in only and before.entry.line not in only:
            continue
        name = player_name_key(each.entry.name)
        if name in asked and name == player_name_key(before.entry.name):
            continue
        said = _("US Chess ID %(id)s is on two lines: %(one)s (%(first)s) and %(other)s (%(second)s).")
        about = ("twice", each.entry.uscf_id, before, each)
        answer = _keep_which(about, said, before, each, doubts)
        out |= {each.entry.line} if answer == "first" else set()
        doubts.waiting |= set() if answer else {each.entry.line}
        without_id |= {each.entry.line} if answer == _SECOND_WITHOUT else set()
        if answer in ("second", _FIRST_WITHOUT):
            (out if answer == "second" else without_id).add(before.entry.line)
            by_id[each.entry.uscf_id] = each
    return [
        replace(each, entry=replace(each.entry, uscf_id="")) if each.entry.line in without_id else each
        for each in listed
        if each.entry.line not in out
    ]


def _about_one_name(
    listed: list[ListedPlayer], doubts: Doubts, asked: Container[str], here: Container[str]
) -> list[ListedPlayer]:
    out: set[int] = set()
    by_name: dict[str, list[ListedPlayer]] = defaultdict(list)
    pairs: Counter[tuple[str, ...]] = Counter()
    before_names = frozenset(doubts.waiting)
    for each in listed:
        name = player_name_key(each.entry.name)
        if each.entry.line in before_names or name in asked:
            continue
        so_far = by_name[name]
        # A column that is no name has one value on thousands of lines: not each is asked about with each.
        for before in so_far if len(so_far) < MOST_OF_ONE_NAME else so_far[:1]:
            have_one_id = bool(each.entry.uscf_id) and before.entry.uscf_id == each.entry.uscf_id
            if before.entry.line in out or have_one_id or not _may_be_one(before, each, here):
                continue
            said = _("One name is on two lines: %(one)s (%(first)s) and %(other)s (%(second)s).")
            pair = ("name twice", *whose(before), *whose(each))
            # Not by where the lines are: a line above may go. Of lines that say the same, each pair counts.
            pairs[pair] += 1
            kept_as = digest(*pair, pairs[pair])
            about = ("name twice", name, before, each)
            answer = _keep_which(about, said, before, each, doubts, different=True, kept_as=[kept_as])
            doubts.waiting |= set() if answer else {each.entry.line}
            if answer in ("first", "second"):
                out.add(each.entry.line if answer == "first" else before.entry.line)
            if answer == "first":
                break
        so_far.append(each)
    return [each for each in listed if each.entry.line not in out]


def _beside(each: ListedPlayer, lines: Sequence[ListedPlayer]) -> str:
    """The section of a line, and what not all the lines say alike."""
    alike = [len(set(said)) == 1 for said in zip(*map(_said_of, lines), strict=True)]
    differing = [said for said, same in zip(_said_of(each), alike, strict=True) if not same]
    return ", ".join([each.section or _("no section"), *differing])


def _said_of(each: ListedPlayer) -> list[str]:
    entry, expires = each.entry, each.entry.expires_on
    ends = _("expires %(day)s") % {"day": wording.calendar_date(expires)} if expires else ""
    return [
        each.wrong_id or entry.uscf_id or _("no ID"),
        written_rating(entry.rating, entry.provisional) or _("unrated"),
        _("grade %(grade)s") % {"grade": entry.grade} if entry.grade else _("no grade"),
        entry.team or _("no team"),
        _("byes %(byes)s") % {"byes": written(entry.byes)} if entry.byes else _("no byes"),
        _("age %(age)d") % {"age": entry.age} if entry.age else _("no age"),
        entry.state or _("no state"),
        ends or (_("expired") if each.is_expired else _("no expiration")),
    ]


def _keep_which(
    about: Sequence[object],
    said: str,
    one: ListedPlayer,
    other: ListedPlayer,
    doubts: Doubts,
    *,
    different: bool = False,
    kept_as: Iterable[str] = (),
) -> str:
    values = {"id": one.entry.uscf_id, "one": named(one), "other": named(other)}
    values |= {"first": _beside(one, (one, other)), "second": _beside(other, (one, other))}
    line = _("Enter only line %(line)d")
    choices = [
        ("first", line % {"line": one.entry.line}),
        ("second", line % {"line": other.entry.line}),
    ]
    if different:
        choices.insert(0, (KEEP, _("These are different people: enter both")))
    elif player_name_key(one.entry.name) != player_name_key(other.entry.name):
        without = _("They are two players: enter line %(line)d without the ID")
        choices.append((_FIRST_WITHOUT, without % {"line": one.entry.line}))
        choices.append((_SECOND_WITHOUT, without % {"line": other.entry.line}))
    if not different and name_key(one.section) != name_key(other.section):
        choices.append((KEEP, _("The player plays in both sections")))
    answer = doubts.ask(about, said % values, choices, kept_as=kept_as)
    if not answer and player_name_key(one.entry.name) == player_name_key(other.entry.name):
        doubts.undecided |= {one.entry.line, other.entry.line}
    return answer
