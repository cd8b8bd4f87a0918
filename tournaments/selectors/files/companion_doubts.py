"""What makes a file of another pairing program doubtful: a director is asked before it is taken."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.membership import name_key

from ...formats.names import player_name_key
from ...formats.records import PlayedSection
from ...models import Event, Player, Section
from ...text import wording
from .companion_comparison import Comparison
from .companion_files import Pair, fingerprint, from_kept, rounds_of
from .companion_people import in_numbers_of

# With fewer players here, or in the file, it says nothing that nobody is in both.
FEW = 4
# So many results are taken back in the other program, and the file is no older one for that.
_TAKEN_BACK = 2
# Days that lie so near each other may be those of one event, and a year ahead an event has a file.
NEAR, A_YEAR = timedelta(days=14), timedelta(days=366)


def of_another_event(event: Event, title: str, found: Sequence[Comparison]) -> bool:
    """Whether a file may be of another event: it is called otherwise, and has nobody who is here."""
    entries = [entry for each in found for entry in each.file.entries]
    if len(entries) < FEW or name_key(title) == name_key(event.name):
        return False
    here = list(Player.objects.filter(section__event=event).values_list("name", "uscf_id"))
    ids = {uscf_id for _name, uscf_id in here if uscf_id}
    names = {player_name_key(name) for name, _id in here}
    return len(here) >= FEW and not any(
        entry.uscf_id in ids or player_name_key(entry.name) in names for entry in entries
    )


def far_dates(event: Event, sections: Iterable[PlayedSection]) -> str:
    """In words, that a file is of other days than this event, or of days far ahead where the event has none.
    Empty where they are near."""
    said = next((each.event for each in sections if each.event.starts_on), None)
    if said is None or said.starts_on is None:
        return ""
    first, last = said.starts_on, said.ends_on or said.starts_on
    there = " – ".join(wording.calendar_date(day) for day in dict.fromkeys([first, last]))
    if event.starts_on is None:
        if first - timezone.localdate() <= A_YEAR:
            return ""
        said_so = _("The file is dated %(there)s. If that is wrong, correct it in the other program first.")
        return said_so % {"there": there}
    begins, ends = event.starts_on, event.ends_on or event.starts_on
    if begins - last <= NEAR and first - ends <= NEAR:
        return ""
    here = " – ".join(wording.calendar_date(day) for day in dict.fromkeys([begins, ends]))
    told = _("The file is dated %(there)s, this event %(here)s. Check that the file is the right one.")
    return told % {"there": there, "here": here}


def looks_older(found: Sequence[Comparison]) -> str:
    """In words, that a file is an older state than the one read last: one that was read before it, or one
    that lacks games, players, or more than a few results that were in it, and has none that are new. Empty
    for any other: results that are taken back stay here until somebody checks them."""
    games, players, news, unpaired = 0, 0, False, False
    for each in found:
        # As it was read, without what stayed here though the file had it no more.
        last = from_kept(each.companion.said) if each.companion and each.companion.said else None
        before = in_numbers_of(each.file, last) if last else None
        then, known = (_known(before.file), before.was) if before else (set(), {})
        now = _known(each.file)
        news = news or bool(now - then) or any(entry.number not in known for entry in each.file.entries)
        games += len({game[:2] for game in then - now})
        unpaired = unpaired or not all(has_result for _at, _pair, has_result in then - now)
        players += len(last.entries) - len(known) if last else 0
    was_read = _was_read(found)
    if news and not was_read:
        return ""
    if games <= _TAKEN_BACK and not (unpaired or players or was_read):
        return ""
    if games:
        words = ngettext(
            "This file looks older than the one read last: it lacks the pairing or the result of %(n)d game.",
            "This file looks older than the one read last: it lacks the pairing or the result of %(n)d"
            " games.",
            games,
        )
        return words % {"n": games}
    if players:
        words = ngettext(
            "This file looks older than the one read last: it lacks %(n)d player.",
            "This file looks older than the one read last: it lacks %(n)d players.",
            players,
        )
        return words % {"n": players}
    if was_read:
        return _(
            "This file looks older than the one read last: it was read before, and a newer one after it."
        )
    return ""


def _was_read(found: Sequence[Comparison]) -> bool:
    """Whether each section is as it was read before, and one of them was read otherwise since."""
    earlier = False
    for each in found:
        if each.empty:
            continue
        said = each.companion.said if each.companion else {}
        now = fingerprint(each.file)
        if said and now in said.get("earlier", []):
            earlier = True
        elif not said or now != fingerprint(from_kept(said)):
            return False
    return earlier


def without_results(found: Sequence[Comparison]) -> str:
    """In words, how many results that a file had and that are here it has no more. Empty where it has all."""
    if not (count := sum(len(each.taken_back) for each in found)):
        return ""
    words = ngettext(
        "This file is without %(n)d result that is here.",
        "This file is without %(n)d results that are here.",
        count,
    )
    return words % {"n": count}


def absent(event: Event, there: Iterable[Section | None]) -> list[Section]:
    """The sections that follow a file which has only the others, those ``there``. They stay."""
    known = [section.pk for section in there if section is not None]
    followed = Section.objects.filter(event=event, companion__isnull=False)
    return list(followed.exclude(pk__in=known).order_by("position", "pk"))


def _known(file: PlayedSection) -> set[tuple[int, Pair, bool]]:
    """The games that are paired, by round, and again those that have a result."""
    games = [(at, *game) for at, round in rounds_of(file).items() for game in round.games.items()]
    return {(at, pair, False) for at, pair, _result in games} | {
        (at, pair, True) for at, pair, result in games if not result.is_open
    }
