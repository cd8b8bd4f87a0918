"""Rows into a backup file."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from tiebreaks.models import Standings

from ...formats import backup
from ...formats.backup import Header, InFile, Row, Written
from ...models import Event, Mirror
from .schema import ACCOUNT, IN_AN_EVENT, OF_EVENT, OF_MIRROR, OF_STANDINGS, columns, keys_of, table
from .snapshot import snapshot


def one_event(event: Event, file: IO[bytes]) -> Header:
    """Write one event, with the names of the people who worked on it, and no account's password."""
    with snapshot() as using:
        return _write(file, _event(using, event.pk, IN_AN_EVENT), complete=False)


def everything(
    file: IO[bytes], passwords_of: Iterable[int] | None = None, using: str | None = None
) -> Header:
    """Write all events and all accounts; with the passwords' hashes of all, or of these accounts."""
    kept = None if passwords_of is None else set(passwords_of)

    def parts(using: str) -> Iterator[Row | Written]:
        for account in User.objects.using(using).order_by("pk").values(*ACCOUNT):
            if kept is not None and account["id"] not in kept:
                del account["password"]
            yield Row("user", account)
        # Who takes a file along by the pages has no mirrors: only who runs a server restores them.
        events = Event.objects.using(using).filter(Q() if kept is None else Q(mirrored=None))
        for pk in events.order_by("pk").values_list("pk", flat=True):
            yield from _event(using, pk, ())

    if using is not None:
        return _write(file, parts(using), complete=True)
    with snapshot() as using:
        return _write(file, parts(using), complete=True)


def file_name(event: Event | None = None, at: datetime | None = None) -> str:
    """A name that says what is in the file and when it was written, by the hall's clock."""
    written = timezone.localtime(at)
    return f"{event.slug if event else 'wallchart'}-{written:%Y-%m-%d-%H%M%S}.wallchart"


def _write(file: IO[bytes], parts: Iterable[Row | Written], *, complete: bool) -> Header:
    return backup.write(file, parts, release=settings.VERSION, at=timezone.now(), complete=complete)


def _event(using: str, pk: int, account: tuple[str, ...]) -> Iterator[Row | Written]:
    """The rows of an event, the people who are named in them if these columns of accounts are wanted."""
    counted: Counter[str] = Counter()
    people: set[int] = set()
    for model, rows in _rows(using, pk):
        name = table(model)
        for row in rows.order_by("pk").values(*columns(model)).iterator(chunk_size=500):
            people.update(key for of, key in keys_of(name, row) if of == "user")
            counted[name] += 1
            yield Row(name, row)
    event = Event.objects.using(using).get(pk=pk)
    if account:
        for person in User.objects.using(using).filter(pk__in=people).order_by("pk").values(*account):
            yield Row("user", person)
    yield Written(InFile(event.name, event.slug, dict(counted)))


def _rows(using: str, pk: int) -> Iterator[tuple[type[Model], "QuerySet[Any]"]]:
    is_mirrored = Mirror.objects.using(using).filter(event=pk).exists()
    for model, of_event in OF_EVENT.items():
        if model in OF_MIRROR or not is_mirrored:
            yield model, model._default_manager.using(using).filter(**{of_event: pk})
    if is_mirrored:
        return
    owned = Standings.objects.using(using).filter(Q(section__event=pk) | Q(teamtable__event=pk))
    for model, of_standings in OF_STANDINGS.items():
        yield model, model._default_manager.using(using).filter(**{f"{of_standings}__in": owned})
