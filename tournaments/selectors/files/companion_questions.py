"""What is asked about players of another pairing program's file before it is imported, as of those of a
registration file: who is outside a section's limits, and who is in another section than here."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...formats.limits import Limits, limits_in
from ...formats.names import first_last, same_player_name
from ...formats.records import RosterEntry
from ...models import Player
from .companion_comparison import Comparison, Doubt

KEEP, OUT = "keep", "out"


def ask(found: Sequence[Comparison]) -> None:
    """Ask of each section of a file what nobody has answered: of who is new there, or has another rating or
    grade. Once it is imported, it is not asked again."""
    for each in found:
        if not each.held and (outside := list(_outside(each))):
            each.doubts.append(_about_limits(each, outside))
    for each in found:
        for player in each.gone:
            there = next((other for other in found if other is not each and _comes(player, other)), None)
            if there is not None and player.withdrawn_after is None and not there.held:
                doubt = _about_section(player, each, there)
                each.doubts.append(doubt)
                each.leaving[doubt.key] = player


def unanswered(found: Sequence[Comparison], answers: Mapping[str, str]) -> list[Doubt]:
    """What is asked, and not answered by one of its choices."""
    return [
        doubt for each in found for doubt in each.doubts if answers.get(doubt.key) not in dict(doubt.choices)
    ]


def leaving(found: Sequence[Comparison], answers: Mapping[str, str]) -> list[Player]:
    """Who is withdrawn from the section that the file has them in no more."""
    return [player for each in found for key, player in each.leaving.items() if answers.get(key) == OUT]


def moved_in(found: Sequence[Comparison], to: Comparison) -> list[RosterEntry]:
    """Who is new in a section of the file and leaves another one here, if somebody says so."""
    asked = [(each, player) for each in found for player in each.leaving.values()]
    return [
        entry for entry in to.added if any(each is not to and _is(player, entry) for each, player in asked)
    ]


def _outside(found: Comparison) -> Iterator[str]:
    file, section = found.file, found.section
    of_file = Limits(None, None, file.lowest_rating, file.highest_rating).or_else(limits_in(file.name))
    limits = section.limits if section else of_file
    for entry in found.added:
        yield from _told(first_last(entry.name), limits.outside(entry.grade, entry.rating))
    for number, fields in found.corrections.items():
        if fields.keys() & {"grade", "rating"}:
            player = found.people[number]
            grade, rating = (fields.get(name, getattr(player, name)) for name in ("grade", "rating"))
            yield from _told(player.called, limits.outside(grade, rating))


def _told(name: str, wrong: Iterator[str]) -> Iterator[str]:
    if why := "; ".join(wrong):
        yield _("%(name)s: %(why)s") % {"name": name, "why": why}


def _about_limits(found: Comparison, outside: Sequence[str]) -> Doubt:
    said = ngettext(
        "%(n)d player of %(section)s is outside its limits. %(who)s.",
        "%(n)d players of %(section)s are outside its limits. %(who)s.",
        len(outside),
    )
    unasked = ngettext(
        "Imported anyway. If that is wrong, move the player in the other program and save its file, or"
        " correct the limits on the section’s Setup page.",
        "Imported anyway. If that is wrong, move the players in the other program and save its file, or"
        " correct the limits on the section’s Setup page.",
        len(outside),
    )
    values = {"n": len(outside), "section": found.name, "who": ". ".join(outside)}
    return Doubt(
        f"limits:{found.file.name}",
        said % values,
        ((KEEP, _("Import in %(section)s anyway") % {"section": found.name}),),
        unasked,
    )


def _about_section(player: Player, here: Comparison, there: Comparison) -> Doubt:
    values = {"name": player.called, "here": here.name, "there": there.name}
    said = _("%(name)s is in %(here)s here, and in %(there)s in the file.")
    choices = (
        (OUT, _("Withdraw from %(here)s. Games played there stay.") % values),
        (KEEP, _("Leave in %(here)s too.") % values),
    )
    return Doubt(f"moves:{player.pk}", said % values, choices)


def _comes(player: Player, found: Comparison) -> bool:
    return any(_is(player, entry) for entry in found.added)


def _is(player: Player, entry: RosterEntry) -> bool:
    if player.uscf_id and entry.uscf_id:
        return player.uscf_id == entry.uscf_id
    return same_player_name(player.name, entry.name)
