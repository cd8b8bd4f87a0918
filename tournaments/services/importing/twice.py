"""Lines of a registration file that may be one player's: one ID on two lines, or one name.

This is asked before anything else about these lines: which of them counts may leave nothing to ask.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace

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


def about_twice(listed: list[ListedPlayer], doubts: Doubts) -> list[ListedPlayer]:
    """One ID on two lines, and one name on two lines that no IDs tell apart."""
    return _about_one_name(about_one_id(listed, doubts), doubts)


def about_one_id(
    listed: list[ListedPlayer], doubts: Doubts, only: Container[int] | None = None
) -> list[ListedPlayer]:
    """``only`` are the lines that have another ID now, where the others were asked about before."""
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


def _about_one_name(listed: list[ListedPlayer], doubts: Doubts) -> list[ListedPlayer]:
    out: set[int] = set()
    by_name: dict[str, list[ListedPlayer]] = defaultdict(list)
    pairs: Counter[tuple[str, ...]] = Counter()
    before_names = frozenset(doubts.waiting)
    for each in listed:
        if each.entry.line in before_names:
            continue
        name = player_name_key(each.entry.name)
        so_far = by_name[name]
        # A column that is no name has one value on thousands of lines: not each is asked about with each.
        for before in so_far if len(so_far) < MOST_OF_ONE_NAME else so_far[:1]:
            if before.entry.line in out or (before.entry.uscf_id and each.entry.uscf_id):
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


def _beside(each: ListedPlayer, other: ListedPlayer) -> str:
    """The section of a line, and what it says otherwise than the other one."""
    mine, theirs = map(_said_of, (each, other))
    differing = [said for said, of_other in zip(mine, theirs, strict=True) if said != of_other]
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
    values |= {"first": _beside(one, other), "second": _beside(other, one)}
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
