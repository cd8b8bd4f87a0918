"""A registration file, all sections of an event at once: what it would do, and what must be answered first.

Nothing is written here: :mod:`.registering` does what a plan says. A plan is made of the file, of the choices
that a director made and of the rosters as they are; made again of the same, it is the same.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.prizes.prize import GIRL
from tiebreaks.engine.ranking.membership import name_key

from ...errors import shortened
from ...formats.grade_columns import read_as_both
from ...formats.limits import grade_name, grade_number
from ...formats.names import player_name_key
from ...formats.registration import ListedPlayer, Table, paid_without_amount, read_players
from ...formats.registration_columns import FIELDS
from ...models import Event, Player
from ...schools.names import schools_of
from ...selectors.entries.check_in import expected
from ...selectors.history.by_hand import removed_players
from ...text import wording
from . import doubts
from .doubts import KEEP, NEW, Doubts
from .from_list import completed_lines
from .lines import entries_of, without_removed
from .matching import are_two_people, digest
from .placing import Places, targets_of
from .plans import GIRLS, Choices, OfSection, Plan
from .remembered import answers_of, columns_of, imported_before, one_players
from .since_last import SinceLast
from .spellings import about_no_teams, about_teams, respelled
from .twice import about_one_id, about_twice
from .who_is_here import under_other_names, who_is_here

# Fewer of those who are here than this share, and it may be the file of another event.
FEW = 0.2
ENOUGH = 8
# A column with more names of sections that are not here has something else.
MOST_SECTIONS = 60


def plan(event: Event, table: Table, choices: Choices) -> Plan:
    """What a file would do."""
    remembered, chosen = columns_of(event, table)
    columns = list(choices.columns) or remembered
    made = Plan(table, columns, targets=targets_of(event))
    made.columns_before = {at for at in chosen if columns[at : at + 1] == remembered[at : at + 1]}
    listed, made.problems = read_players(table, columns)
    # A set has another order in each process.
    made.read = digest([(replace(each, none=frozenset()), sorted(each.none)) for each in listed])
    made.has_players = any(each.entry.name or each.beside for each in listed)
    sections_in_file = {name_key(each.section) for each in listed}
    made.no_sections = _no_sections(event, made, listed)
    if made.no_sections:
        return made
    before, older = answers_of(event), imported_before(event, table)
    made.girls_before = choices.girls is None and before.get(GIRLS) == NEW
    made.girls = choices.girls or made.girls_before
    if made.girls:
        listed = [_marked(each) if each.entry.line in table.girls else each for each in listed]
    made.is_older = older is not None
    asked, since = Doubts(choices.answers, before), SinceLast(choices.taken, made.is_older)
    here = _players(event)
    listed = doubts.about_unnamed(listed, asked)
    listed, left_out = doubts.about_not_coming(listed, asked)
    listed = doubts.about_names(listed, asked)
    listed = about_twice(listed, asked, {player.uscf_id for player in here})
    listed, typed = doubts.about_ids(listed, asked)
    listed = about_one_id(listed, asked, typed)
    listed = doubts.about_ratings(listed, asked)
    teams = [player.team for player in here]
    schools = schools_of(event.pk).names
    made.no_teams, made.are_teams = about_no_teams(listed, schools, asked)
    listed, spelled = about_teams(listed, teams, schools, asked)
    same = one_players(event)
    listed = [each for each, _none in under_other_names([(each, None) for each in listed], here, asked, same)]
    places = Places(event, made, here, choices, asked, since)
    placed = places.of(listed)
    placed, made.filled, made.on_list = completed_lines(placed, {player.uscf_id for player in here})
    placed = places.within_limits(placed)
    doubts.about_expired([each for each, _target in placed], first_day(event), asked, same)
    placed, known = who_is_here(placed, here, asked)
    placed, known = without_removed(placed, known, removed_players(event), since, made)
    made.entries = list(entries_of(placed, known, asked, made, since, places.elsewhere))
    there = {entry.player.pk for entry in made.entries if entry.player}
    those = [each for each in here if str(each.section_id) in places.by_key and each.pk not in there]
    made.respelled = respelled(those, spelled)
    _about_problems(made, asked)
    made.questions, made.same, made.undone = asked.questions, asked.same, asked.undone
    made.sections, absent = _by_section(made, here, left_out, asked, sections_in_file)
    of_final = places.of_final
    left = [*_left_as_they_are(of_final), *_absent(absent), *_notices(made, here, older, of_final.total())]
    made.notices = [*filter(None, [made.filled]), *places.merges, *left]
    return made


def _marked(each: ListedPlayer) -> ListedPlayer:
    return replace(each, entry=replace(each.entry, marks=GIRL))


def first_day(event: Event) -> date:
    return event.starts_on or timezone.localdate()


def _players(event: Event) -> list[Player]:
    rows = Player.objects.filter(section__event=event, section__boards=0, section__archived=False)
    return list(expected(rows).select_related("section").order_by("section__position", "section", "number"))


# --- what is said of the whole ----------------------------------------------------------------------


def _no_sections(event: Event, made: Plan, listed: Iterable[ListedPlayer]) -> str:
    """That the column of the sections has something else, if it has."""
    names = {name_key(each.section): each.section for each in listed if each.section}
    count = len(names)
    for section in event.sections.all():
        names.pop(name_key(section.name), None)
    if len(names) <= MOST_SECTIONS:
        return ""
    heading = made.table.headings[made.columns.index("section")]
    said = _(
        "The column %(column)s is read as Section and has %(count)d different values, such as %(examples)s."
        " At most %(most)d new sections can be imported at once. Nothing was saved. Choose another column as"
        " Section below."
    )
    examples = "; ".join(name[:40] for name in list(names.values())[:3])
    column = shortened(heading) or FIELDS["section"]
    return said % {"column": column, "count": count, "examples": examples, "most": MOST_SECTIONS}


def _about_problems(made: Plan, asked: Doubts) -> None:
    """What could not be read is entered as nothing, once a director has seen it."""
    if not made.problems:
        return
    # Byes decide who is paired, so they stand before what only describes players.
    of_byes = made.columns.index("byes") + 1 if "byes" in made.columns else 0
    made.problems.sort(key=lambda problem: (problem.column != of_byes, problem))
    said = ngettext(
        "%(count)d problem in the file. What could not be read is left empty.",
        "%(count)d problems in the file. What could not be read is left empty.",
        len(made.problems),
    )
    choices = [(KEEP, _("Import the rest. I will fix these by hand, or import the corrected file later"))]
    # The same lines in another order have the same problems. What is missing is missing in its line.
    rows = {row.line: row.fields for row in made.table.rows}
    about = sorted(
        {
            (each.expected, each.read, () if each.read else tuple(rows.get(each.line, ())))
            for each in made.problems
        },
        key=str,
    )
    asked.ask(("problems", *about), said % {"count": len(made.problems)}, choices)


def _by_section(
    made: Plan,
    here: Sequence[Player],
    left_out: Iterable[ListedPlayer],
    asked: Doubts,
    in_file: Container[str],
) -> tuple[list[OfSection], Counter[str]]:
    """What the file does in each section, and how many are here in those that are not ``in_file``."""
    found = {target.key: OfSection(target) for target in made.targets}
    waiting, of_whom = asked.undone, asked.of_whom
    for entry in made.entries:
        if entry.target.key in found:
            state = "waiting" if entry.listed.entry.line in waiting else entry.state
            getattr(found[entry.target.key], state).append(entry)
    for entry, again in made.removed:
        found[entry.target.key].removed.append((entry, again))
    for player, team in made.respelled:
        found[str(player.section_id)].respelled.append((player, team))
    there = {entry.player.pk for entry in made.entries if entry.player}
    named = {target.key for target in made.targets if name_key(target.name) in in_file}
    named |= {entry.target.key for entry in made.entries}
    named |= {str(entry.player.section_id) for entry in made.entries if entry.player}
    gone = [player for player in here if player.pk not in there and player.withdrawn_after is None]
    words = _not_coming(left_out, gone)
    absent: Counter[str] = Counter()
    for player in gone:
        of = found.get(str(player.section_id))
        if of is not None and player.pk in words:
            of.not_coming.append((player, words[player.pk]))
        elif of is not None and of_whom & {player.pk, player_name_key(player.name)}:
            continue
        elif of is not None and of.target.key in named:
            of.missing.append(player)
        elif of is not None and made.only is None:
            absent[of.target.name] += 1
    return [each for each in found.values() if each.added or each.same or each.is_open], absent


def _not_coming(left_out: Iterable[ListedPlayer], gone: Iterable[Player]) -> dict[int, str]:
    """Of those here who have no other line, by ID or else by name, the word of the line that is left out."""
    rows: dict[str, list[Player]] = defaultdict(list)
    for row in gone:
        for key in filter(None, (row.uscf_id, player_name_key(row.name))):
            rows[key].append(row)
    found: dict[int, str] = {}
    for each in left_out:
        of_name = rows.get(player_name_key(each.entry.name), [])
        meant = rows.get(each.entry.uscf_id, []) + [
            row for row in of_name if not are_two_people(each.entry, row)
        ]
        meant = [row for row in meant if row.pk not in found]
        # Who plays in two sections may have left one.
        in_section = [row for row in meant if name_key(row.section.name) == name_key(each.section)]
        for row in (in_section or meant)[:1]:
            found[row.pk] = shortened(each.not_coming)
    return found


def _of_both(made: Plan) -> Iterator[str]:
    """That one column of the file is read as two, with a line that shows it."""
    both = read_as_both(made.table.headings)
    taken = dict(enumerate(made.columns))
    if both is None or (taken.get(both.school), taken.get(both.grade)) != ("team", "grade"):
        return
    said = _("The column %(column)s has schools and grades, and is read as both: %(read)s.")
    example = _("%(school)s, grade %(grade)s")
    found = ((row.field(both.school), grade_number(row.field(both.grade))) for row in made.table.rows)
    for school, grade in found:
        if school and grade is not None:
            read = example % {"school": shortened(school), "grade": grade_name(grade)}
            yield said % {"column": shortened(both.heading), "read": read}
            return


def _left_as_they_are(of_final: Mapping[str, int]) -> Iterator[str]:
    for section, count in of_final.items():
        yield ngettext(
            "%(section)s is final. Its %(count)d player in the file stays as here. Type a new expiration date"
            " or ID on the page of the rating report.",
            "%(section)s is final. Its %(count)d players in the file stay as here. Type new expiration dates"
            " and IDs on the page of the rating report.",
            count,
        ) % {"section": section, "count": count}


def _absent(of_section: Mapping[str, int]) -> Iterator[str]:
    """The sections that the file does not name, as when it is of a part of the event."""
    if of_section:
        counted = [
            ngettext("%(section)s (%(count)d player)", "%(section)s (%(count)d players)", count)
            % {"section": section, "count": count}
            for section, count in of_section.items()
        ]
        yield _("Not in this file: %(sections)s. They stay as they are.") % {"sections": "; ".join(counted)}


def _notices(made: Plan, here: Sequence[Player], older: datetime | None, left: int) -> Iterator[str]:
    """What a director should know before the rest. ``older`` is when this file was imported, where another
    was imported since; ``left`` counts the lines that are left as they are."""
    if older is not None:
        yield _(
            "This file was imported before, %(at)s, and a later one since. What is here stays. Check a box"
            " below to bring back an older value."
        ) % {"at": wording.date_and_clock(older)}
    lines = left + len(made.entries)
    found = left + sum(entry.player is not None for entry in made.entries)
    if len(here) >= ENOUGH and lines >= ENOUGH and found < FEW * min(len(here), lines):
        yield _(
            "Of the %(here)d players here, %(found)d are in this file. Is the file from another event?"
        ) % {"found": found, "here": len(here)}
    yield from _of_both(made)
    column, paid = paid_without_amount(made.table, made.columns)
    if paid:
        yield ngettext(
            "The column %(column)s says of %(count)d player that they paid, not how much. They count as"
            " paid. Type the amounts at check-in, if the totals should have them.",
            "The column %(column)s says of %(count)d players that they paid, not how much. They count as"
            " paid. Type the amounts at check-in, if the totals should have them.",
            paid,
        ) % {"column": column, "count": paid}
    if worded := [entry.listed for entry in made.entries if entry.listed.id_word]:
        names = [
            _("%(who)s (%(word)s)") % {"who": doubts.named(each), "word": shortened(each.id_word)}
            for each in worded
        ]
        heading = shortened(made.table.headings[made.columns.index("id")]) or FIELDS["id"]
        yield ngettext(
            "The column %(column)s has a word that is not an ID: %(names)s.",
            "The column %(column)s has words that are not IDs: %(names)s.",
            len(worded),
        ) % {"column": heading, "names": doubts.in_a_row(names)}
    late = Counter(entry.target.name for entry in made.entries if entry.target.begun and not entry.player)
    for section, count in late.items():
        yield ngettext(
            "Round 1 of %(section)s is published: %(count)d entry is late. Give byes for the missed rounds"
            " at the desk (28K).",
            "Round 1 of %(section)s is published: %(count)d entries are late. Give byes for the missed rounds"
            " at the desk (28K).",
            count,
        ) % {"section": section, "count": count}
