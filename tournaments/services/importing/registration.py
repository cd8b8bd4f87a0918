"""A registration file, all sections of an event at once: what it would do, and what must be answered first.

Nothing is written here: :mod:`.registering` does what a plan says. A plan is made of the file, of the choices
that a director made and of the rosters as they are; made again of the same, it is the same.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.prizes.prize import GIRL
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.models import FinalSheet

from ...errors import shortened
from ...formats.limits import limits_in
from ...formats.names import player_name_key
from ...formats.registration import ListedPlayer, Table, guessed, read_players
from ...models import Event, Player, Round
from ...schools.names import schools_of
from ...selectors.entries.check_in import expected
from ...text import wording
from . import doubts
from .doubts import KEEP, NEW, OUT, Doubts
from .from_list import completed_lines
from .lines import entries_of, stays
from .matching import are_two_people, digest
from .plans import Choices, OfSection, Plan, Target, Unknown, new_key
from .remembered import answers_of, columns_of, one_players
from .spellings import about_teams
from .who_is_here import under_other_names, who_is_here

# Fewer of those who are here than this share, and it may be the file of another event.
FEW = 0.2
ENOUGH = 8


def plan(event: Event, table: Table, choices: Choices) -> Plan:
    """What a file would do."""
    columns = list(choices.columns) or columns_of(event, table) or guessed(table)
    made = Plan(table, columns, targets=targets_of(event))
    listed, made.problems = read_players(table, columns)
    made.has_players = any(each.entry.name or each.beside for each in listed)
    if choices.girls:
        listed = [_marked(each) if each.entry.line in table.girls else each for each in listed]
    before = answers_of(event)
    asked = Doubts(choices.answers, before)
    here = _players(event)
    listed = doubts.about_unnamed(listed, asked)
    listed, left_out = doubts.about_not_coming(listed, asked)
    listed = doubts.about_names(listed, asked)
    listed = doubts.about_ids(listed, asked)
    teams = [player.team for player in here]
    listed = about_teams(listed, teams, schools_of(event.pk).names, asked)
    listed = doubts.about_twice(listed, asked)
    placed = _placed(listed, made, choices, _closed(event, made.targets), before)
    same = one_players(event)
    placed = under_other_names(placed, here, asked, same)
    placed, made.filled = completed_lines(placed, {player.uscf_id for player in here})
    placed = _within_limits(placed, made, here, asked)
    doubts.about_expired([each for each, _target in placed], first_day(event), asked, same)
    placed, known = who_is_here(placed, here, asked)
    made.entries = list(entries_of(placed, known, asked, made))
    _about_problems(made, asked)
    made.questions, made.same = asked.questions, asked.same
    made.sections = _by_section(made, here, left_out)
    made.notices = [*filter(None, [made.filled]), *_notices(event, made, here)]
    return made


def _marked(each: ListedPlayer) -> ListedPlayer:
    return replace(each, entry=replace(each.entry, marks=GIRL))


def first_day(event: Event) -> date:
    return event.starts_on or timezone.localdate()


def targets_of(event: Event) -> list[Target]:
    """The sections that a player can be in."""
    begun = set(
        Round.objects.filter(section__event=event, number=1, published_at__isnull=False).values_list(
            "section", flat=True
        )
    )
    final = FinalSheet.objects.filter(reopened_at=None).values("standings")
    sections = event.sections.filter(archived=False, boards=0).exclude(standings__in=final)
    return [
        Target(str(each.pk), each.name, each.limits, each, each.rounds, each.pk in begun)
        for each in sections.select_related("event").order_by("position", "pk")
    ]


def _closed(event: Event, targets: Iterable[Target]) -> dict[str, str]:
    """By the key of its name, why a section of the event takes nobody."""
    found = {}
    for section in event.sections.exclude(pk__in=[each.section.pk for each in targets if each.section]):
        if section.archived:
            said = _("%(name)s is archived. Bring it back to enter anyone there.")
        elif section.boards:
            said = _("%(name)s is a team section. Enter its players on the roster.")
        else:
            said = _("%(name)s is final. No one can be entered there now.")
        found[name_key(section.name)] = said % {"name": section.name}
    return found


def _players(event: Event) -> list[Player]:
    rows = Player.objects.filter(section__event=event, section__boards=0, section__archived=False)
    return list(expected(rows).select_related("section").order_by("section__position", "section", "number"))


# --- sections ----------------------------------------------------------------------------------------


def _placed(
    listed: list[ListedPlayer],
    made: Plan,
    choices: Choices,
    closed: Mapping[str, str],
    before: Mapping[str, str],
) -> list[tuple[ListedPlayer, Target]]:
    """Each player with a section; without one, until a director says which, or has said so ``before``."""
    by_key = {target.key: target for target in made.targets}
    if "section" not in made.columns:
        made.only = choices.only if choices.only in by_key else ""
        if len(by_key) == 1:
            made.only = next(iter(by_key))
        return [(each, by_key[made.only]) for each in listed] if made.only else []
    by_name = {name_key(target.name): target for target in made.targets}
    placed = []
    unknown: dict[str, list[ListedPlayer]] = {}
    for each in listed:
        if (target := by_name.get(name_key(each.section))) is not None:
            placed.append((each, target))
        else:
            unknown.setdefault(name_key(each.section), []).append(each)
    chosen: dict[str, str] = {}
    created: dict[str, Target] = {}
    # In an event without sections these are they, but for a name that may be a slip.
    has_none = not by_key and not closed
    for key, players in unknown.items():
        name = players[0].section
        usual = NEW if has_none and name and len(players) > 1 else ""
        chosen[key] = choices.sections.get(digest(key), before.get(digest(key), usual))
        if chosen[key] == NEW and name and key not in closed:
            target = Target(new_key(digest(key)), name, limits_in(name), rounds=choices.rounds)
            made.targets.append(target)
            by_key[target.key] = created[key] = target
    for key, players in unknown.items():
        into = created.get(key) or by_key.get(chosen[key])
        if into is None and chosen[key] != OUT:
            chosen[key] = ""
        made.unknown.append(
            Unknown(digest(key), players[0].section, len(players), chosen[key], closed.get(key, ""))
        )
        if into is not None:
            placed += [(each, into) for each in players]
    order = {each.entry.line: at for at, each in enumerate(listed)}
    return sorted(placed, key=lambda pair: order[pair[0].entry.line])


def _within_limits(
    placed: list[tuple[ListedPlayer, Target]],
    made: Plan,
    here: Sequence[Player],
    asked: Doubts,
) -> list[tuple[ListedPlayer, Target]]:
    by_key = {target.key: target for target in made.targets}
    others = {target.key: (target.name, target.limits) for target in made.targets}
    stay = _staying(placed, made, here, asked)
    # Who was let in before is not asked about again.
    let_in = {(player_name_key(row.name), str(row.section_id), row.grade, row.rating) for row in here}
    found = []
    for at, (each, target) in enumerate(placed):
        was = (player_name_key(each.entry.name), target.key, each.entry.grade, each.entry.rating)
        if at in stay or was in let_in:
            found.append((each, target))
            continue
        answer = doubts.about_limits(each, target.name, target.limits, others, asked)
        if answer != OUT:
            found.append((each, by_key.get(answer, target)))
    return found


def _staying(
    placed: list[tuple[ListedPlayer, Target]], made: Plan, here: Sequence[Player], asked: Doubts
) -> set[int]:
    """The lines whose players stay where they are, whatever section the file names: its limits are nothing
    to them. Whom a line means is asked afterwards."""
    by_key = {target.key: target for target in made.targets}
    if made.only is None and not any(target.begun for target in made.targets):
        return set()
    _lines, known = who_is_here(placed, here, Doubts(asked.answers, asked.before))
    return {
        at
        for at, player in known.items()
        if stays(player, target := placed[at][1], by_key)
        or (made.only is not None and str(player.section_id) != target.key)
    }


# --- what is said of the whole ----------------------------------------------------------------------


def _about_problems(made: Plan, asked: Doubts) -> None:
    """What could not be read is entered as nothing, once a director has seen it."""
    if not made.problems:
        return
    made.problems.sort()
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


def _by_section(made: Plan, here: Sequence[Player], left_out: Iterable[ListedPlayer]) -> list[OfSection]:
    found = {target.key: OfSection(target) for target in made.targets}
    for entry in made.entries:
        if entry.target.key in found:
            getattr(found[entry.target.key], entry.state).append(entry)
            found[entry.target.key].kept += [entry] if entry.kept else []
    there = {entry.player.pk for entry in made.entries if entry.player}
    # Of sections that the file does not name, nobody is missing.
    named = {entry.target.key for entry in made.entries}
    named |= {str(entry.player.section_id) for entry in made.entries if entry.player}
    gone = [player for player in here if player.pk not in there and player.withdrawn_after is None]
    words = _not_coming(left_out, gone)
    for player in gone:
        of = found.get(str(player.section_id))
        if of is not None and player.pk in words:
            of.not_coming.append((player, words[player.pk]))
        elif of is not None and of.target.key in named:
            of.missing.append(player)
    return [
        each
        for each in found.values()
        if each.added or each.changed or each.same or each.missing or each.not_coming
    ]


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


def _notices(event: Event, made: Plan, here: Sequence[Player]) -> Iterator[str]:
    """What a director should know before the rest."""
    files = event.registration.get("files", [])
    states = [state for state, _at in files]
    if made.table.state in states[:-1]:
        at = files[len(states) - 1 - states[::-1].index(made.table.state)][1]
        if made.table.state != states[-1]:
            yield _(
                "This file was imported before, %(at)s, and a later one since. It would bring back the older"
                " values."
            ) % {"at": wording.date_and_clock(datetime.fromisoformat(at))}
    found = sum(entry.player is not None for entry in made.entries)
    if (
        len(here) >= ENOUGH
        and len(made.entries) >= ENOUGH
        and found < FEW * min(len(here), len(made.entries))
    ):
        yield _(
            "Of the %(here)d players here, %(found)d are in this file. Is the file from another event?"
        ) % {"found": found, "here": len(here)}
    late = Counter(entry.target.name for entry in made.entries if entry.target.begun and not entry.player)
    for section, count in late.items():
        yield ngettext(
            "Round 1 of %(section)s is published: %(count)d entry is late. Give byes for the missed rounds"
            " at the desk (28K).",
            "Round 1 of %(section)s is published: %(count)d entries are late. Give byes for the missed rounds"
            " at the desk (28K).",
            count,
        ) % {"section": section, "count": count}
