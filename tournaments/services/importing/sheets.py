"""The preview of a registration file as sheets of a workbook."""

from collections.abc import Iterator, Sequence
from itertools import chain

from django.utils.translation import gettext as _

from ...errors import Trouble
from ...formats.registration_columns import FIELDS
from ...formats.workbooks import Cell, Sheet
from .doubts import Question
from .plans import Entry, OfSection, Plan, Stays


def sheets_of(
    made: Plan, columns: Sequence[tuple[str, str, Sequence[str]]], troubles: Sequence[Trouble]
) -> list[Sheet]:
    """What the page shows, but for sheets that nothing is on. Of the ``columns`` the heading, what it is
    taken for, and some cells."""
    does = Sheet(
        _("What the file does"),
        [_("Section"), _("What"), _("Name"), _("Line"), _("Details")],
        [[each.target.name, *row] for each in made.sections for row in _of_section(each)],
    )
    asked = Sheet(_("To check"), [_("Question"), _("Answer"), _("Note")], list(map(_asked, made.questions)))
    wrong = Sheet(_("Problems in the file"), [_("Where"), _("Read"), _("Expected")], [*map(list, troubles)])
    read = Sheet(
        _("Columns"),
        [_("Column"), _("Read as"), _("Examples")],
        [
            [name, str(FIELDS.get(taken, _("not imported"))), "; ".join(examples)]
            for name, taken, examples in columns
        ],
    )
    return [does, *(sheet for sheet in (asked, wrong, read) if sheet.rows)]


def _of_section(each: OfSection) -> Iterator[Sequence[Cell]]:
    yield from (_line(_("changed"), entry, "; ".join(entry.said)) for entry in each.changed)
    yield from chain.from_iterable(_stays(_("changed here and in the file"), row) for row in each.news)
    yield from chain.from_iterable(_stays(_("kept from here"), row) for row in each.kept)
    yield from (_line(_("removed here"), entry, "") for entry, _again in each.removed)
    yield from (_line(_("waiting for an answer"), entry, entry.known) for entry in each.waiting)
    yield from ([_("not in the file"), player.called, None, ""] for player in each.missing)
    yield from ([_("not coming"), player.called, None, word] for player, word in each.not_coming)
    yield from (_line(_("added"), entry, entry.known) for entry in each.added)
    yield from (_line(_("unchanged"), entry, "") for entry in each.same)


def _line(what: str, entry: Entry, details: str) -> list[Cell]:
    return [what, entry.name, entry.listed.entry.line, details]


def _stays(what: str, row: Stays) -> Iterator[list[Cell]]:
    return ([what, name, None, row.said] for name in row.names)


def _asked(question: Question) -> list[Cell]:
    answer = dict(question.choices).get(question.answer, question.answer)
    return [question.said, answer, _("answered before") if question.before else ""]
