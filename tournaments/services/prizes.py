"""Announcing prizes: one line each, in the order of value.

Buttons name a line by its text, not by its position: after somebody else's change the position can hold
another prize.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tiebreaks.engine.prizes import Prize
from tiebreaks.engine.prizes.funds import fund
from tiebreaks.engine.prizes.notation import parse, read, show
from tiebreaks.engine.prizes.presets import PRIZE_PRESETS
from tiebreaks.engine.prizes.prize import BY_SIZE, TROPHY, Scope, in_order_of_value

from ..changes import SectionChange, lock_sections, section_change
from ..errors import Conflict, Refused, Trouble, refused_with
from ..formats.flyer_words import NOT_SAID, Counting
from ..formats.prize_list import is_terms
from ..models import Event, Player, Section, TeamTable, Verb
from ..text import wording
from ..text.log import Summary
from .teams import edit_table

MOST_PRIZES = 500  # more than any event gives; every entry of a result awards them again


def place_prizes(trophies: int) -> str:
    """The announcement of trophies for the first places only."""
    return show([Prize(Scope.PLACE, nth, item=TROPHY) for nth in range(1, trophies + 1)])


def announce(
    section: Section,
    text: str,
    *,
    in_this_order: bool = False,
    counting: Counting = NOT_SAID,
    based_on: int | None = None,
    by: User,
) -> TeamTable | None:
    """Announce these prizes and no others. Raises :class:`Refused` with everything wrong in the lines.

    The prizes follow the rulebook's order of value (32B4, 32F), or the text's with ``in_this_order``.
    Team trophies go to the one team table that draws on the section; its page announces and awards them.
    Those for the team with the fewest players and with the most stay in the list, where the table reads
    them. ``counting`` is how its teams count from now on, and ``based_on`` the entries of the fund (32C4), if
    the text says it.
    Returns that table, if the text has team trophies.
    """
    prizes = _read(text)
    of_teams = [prize for prize in prizes if prize.scope is Scope.TEAM]
    places = list(filter(is_of_a_table, of_teams))
    listed = [prize for prize in prizes if prize not in places]
    with transaction.atomic():
        table = _table_for(section, of_teams) if of_teams else None
        if table is not None and places:
            # All sections of both changes are locked before the table.
            _lock_fund(section, also=table.sections.values_list("pk", flat=True))
            edit_table(
                table,
                sections=list(table.sections.all()),
                place_trophies=len(places),
                by=by,
                **counting.fields,
            )
        with fund_change(section, by) as change:
            _announce(change, listed if in_this_order else in_order_of_value(listed))
            if based_on is not None and based_on != change.section.fund_based_on:
                change.update(change.section, fund_based_on=based_on)
                change.say(Summary.PRIZE_TERMS)
    return table


def is_of_a_table(prize: Prize) -> bool:
    """Whether a team table's page announces it, and no section's list."""
    return prize.scope is Scope.TEAM and prize.label not in BY_SIZE


def _table_for(section: Section, prizes: list[Prize]) -> TeamTable:
    """The table that awards these trophies. Raises :class:`Refused` if there is none."""
    if expected := lacking_for_teams(section, prizes):
        other = _not_of_tables(prizes)
        raise Refused(_("Nothing was saved."), [Trouble(_("team prizes"), show(other or prizes), expected)])
    return section.team_tables.order_by("pk")[0]


def lacking_for_teams(section: Section, prizes: list[Prize], *, new_table: bool = False) -> str:
    """What is expected so that a table awards these trophies; empty if one does, or if the section gets a
    ``new_table``."""
    tables = list(section.team_tables.order_by("pk"))
    if section.boards:
        return _("prizes such as 1st place trophy: in this section teams win every prize")
    if _not_of_tables(prizes):
        return _(
            "trophies from 1st place down, such as 1st–3rd team trophies, or Team with fewest players, or"
            " Team with most players, without money or conditions"
        )
    if not tables and not new_table:
        return _(
            "a team table that draws on this section. Create the table first, on the event’s Setup page, and"
            " save these lines again"
        )
    if len(tables) > 1:
        names = ", ".join(table.name for table in tables)
        return _("one team table. Set the number of trophies on the page of each table: %(tables)s") % {
            "tables": names
        }
    return ""


def _not_of_tables(prizes: list[Prize]) -> list[Prize]:
    """The team prizes that no table awards."""
    by_size = [Prize(Scope.TEAM, item=TROPHY, label=label) for label in BY_SIZE]
    allowed = [*by_size, *(Prize(Scope.TEAM, nth, item=TROPHY) for nth in range(1, len(prizes) + 1))]
    # That trophy may have a name, and go to a team on top of a place.
    plain = {each: replace(each, name="", on_top=False) if each.label else each for each in prizes}
    return [prize for prize in prizes if plain[prize] not in allowed]


def add_preset(section: Section, code: str, *, by: User) -> None:
    """Add the prizes of a preset that are not announced yet."""
    with fund_change(section, by) as change:
        announced = parse(change.section.prizes)
        preset = parse(PRIZE_PRESETS[code].text) if code in PRIZE_PRESETS else ()
        new = [prize for prize in preset if prize not in announced]
        arranged = list(announced) != in_order_of_value(announced)
        _announce(change, [*announced, *new] if arranged else in_order_of_value([*announced, *new]))


def move(section: Section, line: str, *, up: bool, by: User) -> None:
    """Move a line one up or down in the order of value. At the top or bottom it stays."""
    with section_change(section.pk, by=by, verb=Verb.PRIZES) as change:
        lines, at = _find(change.section, line)
        other = at - 1 if up else at + 1
        if 0 <= other < len(lines):
            lines[at], lines[other] = lines[other], lines[at]
        _announce(change, parse("\n".join(lines)))


def remove(section: Section, line: str, *, by: User) -> None:
    with fund_change(section, by) as change:
        lines, at = _find(change.section, line)
        del lines[at]
        _announce(change, parse("\n".join(lines)))


def set_terms(section: Section, *, by: User, **terms: int | None) -> None:
    """Set the terms of all prizes of the section."""
    with fund_change(section, by) as change:
        change.update(change.section, **terms)
        change.say(Summary.PRIZE_TERMS)


def set_absent(section: Section, number: int, absent: bool, *, by: User) -> None:
    """Mark a player absent from the ceremony, or present. Some prizes require presence."""
    with section_change(section.pk, by=by, verb=Verb.PRIZES) as change:
        player = Player.objects.filter(section=section, number=number).first()
        if player is None:
            raise Refused(_("There is no number %(number)d in this section.") % {"number": number})
        change.update(player, absent=absent)
        change.say(Summary.ABSENT if absent else Summary.PRESENT, name=player.called)


def choose(section: Section, choice: str, number: int | None, *, by: User, final_too: bool = False) -> bool:
    """Name the player who gets what no result decides, instead of the one named before; None takes the
    name back. Returns whether that changed anything."""
    with section_change(section.pk, by=by, verb=Verb.PRIZES, final_too=final_too) as change:
        if choice not in {p.choice for p in parse(change.section.prizes) if p.scope is Scope.CHOICE}:
            raise Conflict(
                _("Somebody changed the prizes: “%(prize)s” is gone. Reload the page.")
                % {"prize": choice[:80]}
            )
        players = {player.number: player for player in Player.objects.filter(section=section)}
        winner = players.get(number) if number is not None else None
        if number is not None and (winner is None or winner.house):
            raise Refused(
                _("There is no number %(number)d in this section who can win.") % {"number": number}
            )
        for player in players.values():
            if choice in player.chosen_for and player is not winner:
                change.update(player, chosen_for=[each for each in player.chosen_for if each != choice])
                change.say(Summary.NOT_CHOSEN, prize=capfirst(choice), name=player.called)
        if winner is not None and choice not in winner.chosen_for:
            change.update(winner, chosen_for=[*winner.chosen_for, choice])
            change.say(Summary.CHOSEN, prize=capfirst(choice), name=winner.called)
        return bool(change.rows)


@contextmanager
def fund_change(
    section: Section, by: User, *, verb: Verb = Verb.PRIZES, reason: str = ""
) -> Iterator[SectionChange]:
    """Change what a section announces. Sections that pay by the fund of the whole event (32C4) change too."""
    with transaction.atomic():
        of_the_fund = _lock_fund(section)
        with section_change(section.pk, by=by, verb=verb, reason=reason) as change:
            before = change.section.prizes
            yield change
        if change.section.prizes == before or fund(parse(change.section.prizes)) == fund(parse(before)):
            return
        for other in sorted(of_the_fund - {section.pk}):
            with section_change(other, by=by, verb=Verb.PRIZES) as paid_by_fund:
                paid_by_fund.touch()
                paid_by_fund.say(Summary.EVENT_FUND, section=section.name)


def _lock_fund(section: Section, *, also: Iterable[int] = ()) -> set[int]:
    """Lock the section, the other sections of the event that pay by the fund of all, and those ``also``.

    Returns those that pay by the fund. The event is locked before its sections: while one section announces
    its prizes, another may begin to pay by the fund of all, and would not see them.
    """
    # Without its key: a new team table refers to the event, and waits for none of its sections.
    Event.objects.select_for_update(no_key=True).filter(pk=section.event_id).first()
    others = Section.objects.filter(event=section.event_id, fund_based_on__gt=0, fund_alone=False)
    of_the_fund = set(others.values_list("pk", flat=True))
    lock_sections({section.pk, *of_the_fund, *also})
    return of_the_fund


def _announce(change: SectionChange, prizes: Sequence[Prize]) -> None:
    if len(prizes) > MOST_PRIZES:
        raise Refused(
            _("Nothing was saved: there are %(count)d prizes. A section can have at most %(most)d.")
            % {"count": len(prizes), "most": MOST_PRIZES}
        )
    change.update(change.section, prizes=show(prizes))
    lines = change.section.prizes.splitlines()
    if lines:
        change.say(Summary.PRIZES_ANNOUNCED, prizes=lines, count=len(prizes))
    else:
        change.say(Summary.PRIZES_CLEARED)


def _read(text: str) -> list[Prize]:
    prizes, errors = read(text)
    lines = text.splitlines()
    of_terms = _("a prize. What applies to all prizes goes under “Rules for all prizes”, below")
    troubles = [
        Trouble(
            _("line %(line)d") % {"line": error.line},
            line if is_terms(line) else error.read,
            of_terms if is_terms(line) else wording.message(error.allowed),
        )
        for error in errors
        for line in [lines[error.line - 1].strip()]
    ]
    if troubles:
        raise refused_with(troubles)
    plain = [replace(prize, value=None) for prize in prizes]
    if repeated := next((str(prize) for at, prize in enumerate(plain) if prize in plain[:at]), ""):
        raise Refused(
            _("Nothing was saved: %(prize)s is listed twice with different values. Keep one.")
            % {"prize": repeated}
        )
    return list(prizes)


def _find(section: Section, line: str) -> tuple[list[str], int]:
    lines = section.prizes.splitlines()
    if line not in lines:
        raise Conflict(
            _("Somebody changed the prizes: the line “%(line)s” is gone. Reload the page.")
            % {"line": line[:80]}
        )
    return lines, lines.index(line)
