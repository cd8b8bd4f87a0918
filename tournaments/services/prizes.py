"""Announcing prizes. Their lines stand in the order of value, and each line says itself what it is.

Buttons name a line by its words, not by where it stood: on a list that somebody else arranged meanwhile the
same place may be another prize.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.prizes import Prize
from tiebreaks.engine.prizes.notation import parse, read, show
from tiebreaks.engine.prizes.presets import PRIZE_PRESETS
from tiebreaks.engine.prizes.prize import TROPHY, Scope, in_order_of_value

from ..changes import SectionChange, section_change
from ..errors import Conflict, Refused, Trouble
from ..models import Player, Section, TeamTable, Verb
from ..text import wording
from .teams import edit_table

MOST_PRIZES = 500  # more have been given nowhere, and every entry of a result awards them anew


def place_prizes(trophies: int) -> str:
    """The announcement of trophies for the first places and nothing else."""
    return show([Prize(Scope.PLACE, nth, item=TROPHY) for nth in range(1, trophies + 1)])


def announce(section: Section, text: str, *, in_this_order: bool = False, by: User) -> TeamTable | None:
    """Announce these prizes and no others; :class:`Refused` with all that is wrong with the lines.

    They are put in the order of value of the rulebook (32B4, 32F), unless the director has one of her own.
    Lines of team trophies go to the one table of teams that draws on the section, which is answered: there
    they are announced and awarded, so that no page says two things of them.
    """
    prizes = _read(text)
    of_teams = [prize for prize in prizes if prize.scope is Scope.TEAM]
    of_players = [prize for prize in prizes if prize.scope is not Scope.TEAM]
    with transaction.atomic():
        table = _table_for(section, of_teams) if of_teams else None
        if table is not None:
            # The locks of all its sections come before the change of this one.
            edit_table(table, sections=list(table.sections.all()), place_trophies=len(of_teams), by=by)
        with section_change(section.pk, by=by, verb=Verb.PRIZES) as change:
            _announce(change, of_players if in_this_order else in_order_of_value(of_players))
    return table


def _table_for(section: Section, prizes: list[Prize]) -> TeamTable:
    """The table that gives these trophies, from the first place on; :class:`Refused` where none can."""
    whole = [Prize(Scope.TEAM, nth, item=TROPHY) for nth in range(1, len(prizes) + 1)]
    odd = [prize for prize in prizes if prize not in whole]
    tables = list(section.team_tables.order_by("pk"))
    names = ", ".join(table.name for table in tables)
    expected = ""
    if section.boards:
        expected = _("1st place trophy and the like: here it is teams that win every prize")
    elif odd:
        expected = _(
            "trophies from the first place on, such as 1st–3rd team trophies, without money or terms"
        )
    elif not tables:
        expected = _("a team table of this section, on whose page team trophies stand; make it first")
    elif len(tables) > 1:
        expected = _("one team table: say on the page of %(tables)s how many places take a trophy") % {
            "tables": names
        }
    if expected:
        read_ = show(odd or prizes)
        raise Refused(_("Nothing was stored."), [Trouble(_("prizes of teams"), read_, expected)])
    return tables[0]


def add_preset(section: Section, code: str, *, by: User) -> None:
    """Announce the prizes of a preset too, those that are not there yet."""
    with section_change(section.pk, by=by, verb=Verb.PRIZES) as change:
        here = parse(change.section.prizes)
        preset = parse(PRIZE_PRESETS[code].text) if code in PRIZE_PRESETS else ()
        new = [prize for prize in preset if prize not in here]
        own = list(here) != in_order_of_value(here)
        _announce(change, [*here, *new] if own else in_order_of_value([*here, *new]))


def move(section: Section, line: str, *, up: bool, by: User) -> None:
    """Move a line one up or down in the order of value; at an end nothing happens."""
    with section_change(section.pk, by=by, verb=Verb.PRIZES) as change:
        lines, at = _find(change.section, line)
        other = at - 1 if up else at + 1
        if 0 <= other < len(lines):
            lines[at], lines[other] = lines[other], lines[at]
        _announce(change, parse("\n".join(lines)))


def remove(section: Section, line: str, *, by: User) -> None:
    with section_change(section.pk, by=by, verb=Verb.PRIZES) as change:
        lines, at = _find(change.section, line)
        del lines[at]
        _announce(change, parse("\n".join(lines)))


def set_terms(
    section: Section,
    *,
    fund_based_on: int,
    fund_entries: int | None,
    unrated_limit: int | None,
    cash_playoff: bool,
    follow_money: bool,
    withdrawn_too: bool,
    by: User,
) -> None:
    """What holds for all prizes of the section."""
    with section_change(section.pk, by=by, verb=Verb.PRIZES) as change:
        change.update(
            change.section,
            fund_based_on=fund_based_on,
            fund_entries=fund_entries,
            unrated_limit=unrated_limit,
            cash_playoff=cash_playoff,
            follow_money=follow_money,
            withdrawn_too=withdrawn_too,
        )
        change.summary = _("What holds for all prizes")


def set_absent(section: Section, number: int, absent: bool, *, by: User) -> None:
    """Whether a player is at the ceremony: who is not wins no prize that asks for it."""
    with section_change(section.pk, by=by, verb=Verb.PRIZES) as change:
        player = Player.objects.filter(section=section, number=number).first()
        if player is None:
            raise Refused(_("There is no number %(number)d in this section.") % {"number": number})
        change.update(player, absent=absent)
        told = _("%(name)s is not at the ceremony") if absent else _("%(name)s is at the ceremony")
        change.summary = told % {"name": player.name}


def _announce(change: SectionChange, prizes: Sequence[Prize]) -> None:
    if len(prizes) > MOST_PRIZES:
        raise Refused(
            _("These are %(count)d prizes; a section can have %(most)d. Nothing was stored.")
            % {"count": len(prizes), "most": MOST_PRIZES}
        )
    change.update(change.section, prizes=show(prizes))
    lines = change.section.prizes.splitlines()
    change.summary = _("Prizes: %(prizes)s") % {"prizes": "; ".join(lines)} if lines else _("No prizes")


def _read(text: str) -> list[Prize]:
    prizes, errors = read(text)
    troubles = [
        Trouble(
            _("line %(line)d") % {"line": error.line},
            error.read,
            wording.translated(error.allowed),
        )
        for error in errors
    ]
    if troubles:
        message = ngettext(
            "Nothing was stored: there is %(count)d problem.",
            "Nothing was stored: there are %(count)d problems.",
            len(troubles),
        )
        raise Refused(message % {"count": len(troubles)}, troubles)
    plain = [replace(prize, value=None) for prize in prizes]
    if twice := next((str(prize) for at, prize in enumerate(plain) if prize in plain[:at]), ""):
        raise Refused(
            _("Nothing was stored: %(prize)s stands there twice, with different values.") % {"prize": twice}
        )
    return list(prizes)


def _find(section: Section, line: str) -> tuple[list[str], int]:
    lines = section.prizes.splitlines()
    if line not in lines:
        raise Conflict(_("The prizes were changed meanwhile: there is no line “%s” any more.") % line[:80])
    return lines, lines.index(line)
