"""What the views of forms share."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from ..errors import Namesakes, Refused
from ..models import HasStandings, TeamTable
from ..selectors import setup as selectors
from ..text.wording import problem


def about(owner: HasStandings) -> dict[str, Any]:
    """The context of every page of a section or team table."""
    return {owner.kind: owner, "owner": owner, "event": owner.event, "prefix": owner.prefix}


def warn_of_small_schools(request: HttpRequest, tables: Iterable[TeamTable]) -> None:
    """Warn about schools that are too small, or that are ranked with one player."""
    for table in tables:
        if small := selectors.small_schools(table):
            messages.warning(request, f"{table.name}: {small}")


def address_in(owner: HasStandings, page: str, *more: object) -> str:
    return reverse(owner.prefix + page, args=[owner.event.slug, owner.slug, *more])


def csv_file(name: str, text: str) -> HttpResponse:
    # Without the byte order mark, a spreadsheet on Windows does not recognize UTF-8.
    response = HttpResponse("\ufeff" + text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def done(form: Any, act: Callable[[], object]) -> bool:
    """Whether the form is right and a service did it. The form shows a refusal and keeps what was typed."""
    if not form.is_valid():
        return False
    try:
        act()
    except Refused as refused:
        troubles = [problem(trouble.read, trouble.expected) for trouble in refused.troubles]
        form.add_error(None, [refused.message, *troubles, *([refused.rest] if refused.rest else [])])
        if isinstance(refused, Namesakes):
            form.ask()
        return False
    return True


def status(form: Any) -> int:
    return 422 if form is not None and form.errors else 200
