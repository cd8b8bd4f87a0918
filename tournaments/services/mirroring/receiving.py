"""Which push of a hall is taken: from who has the key of the event, newer than the last, whole and readable.

Any other is refused with one line, and nothing of it is stored.
"""

import time

from django.db import transaction
from django.utils.translation import gettext as _

from tiebreaks.published import ENGINE, SCHEMA, read_players

from ...errors import Refused
from ...formats import mirror as formats
from ...formats.mirror import Push, StandingsPart
from ...models import Mirror, MirroredPart
from .granting import key_of
from .laying_out import UNREADABLE, OfStandings, lay_out

# The column's own; no hall sends that often.
MOST_COUNTER = 2**62


class NotTaken(Refused):
    """A push that is refused. ``status`` tells the hall what to do."""

    def __init__(self, message: str, status: int, counter: int = 0) -> None:
        super().__init__(message)
        self.status = status
        self.counter = counter


def receive(slug: str, *, counter: int, signature: str, body: bytes) -> None:
    """Take a push to the event at this address, or raise :class:`NotTaken`."""
    if len(body) > formats.MOST_BYTES:
        raise NotTaken(_("This push is too long. Nothing was stored."), 413)
    mirror = Mirror.objects.filter(event__slug=slug).exclude(seed="").first()
    # Whether there is such an event is nobody's business but its hall's.
    key = key_of(mirror) if mirror else "no key"
    signed = formats.is_signed(signature, key, slug, counter, body)
    if mirror is None or not signed:
        raise NotTaken(_("This key does not match this event. Nothing was stored."), 403)
    try:
        push = formats.read_push(body)
        if (push.schema, push.engine) != (SCHEMA, ENGINE):
            raise NotTaken(
                _("The server runs another release of Wallchart than the hall. Nothing was stored."), 422
            )
        with transaction.atomic():
            _take(mirror, counter, push)
    except UNREADABLE as error:
        raise NotTaken(_("This push cannot be read. Nothing was stored."), 422) from error


def _take(mirror: Mirror, counter: int, push: Push) -> None:
    mirror = Mirror.objects.select_for_update(of=("self",)).select_related("event").get(pk=mirror.pk)
    if not mirror.counter < counter < MOST_COUNTER:
        message = _("This push is not newer than the last one. Nothing was stored.")
        raise NotTaken(message, 409, mirror.counter)
    if push.pieces or push.gone or push.state != mirror.state:
        _store(mirror, push)
    mirror.counter, mirror.heard, mirror.state = counter, int(time.time()), push.state
    mirror.key_used = True
    mirror.save(update_fields=["counter", "heard", "state", "key_used"])


def _store(mirror: Mirror, push: Push) -> None:
    """Put what a push brings in the place of what was there, if the whole is then what the hall has."""
    before = dict(mirror.parts.values_list("name", "digest"))
    names = {piece.name for piece in push.pieces}
    bases = dict(mirror.parts.filter(name__in=names).values_list("name", "text"))
    texts = {piece.name: _text(piece, before, bases) for piece in push.pieces}
    after = before | {piece.name: piece.digest for piece in push.pieces}
    after = {name: digest for name, digest in after.items() if name not in push.gone}
    if formats.state(after) != push.state:
        raise _asks_for_all()
    for name, text in texts.items():
        if OfStandings.is_named(name) and name in bases:
            _check_not_older(text, bases[name])
        if name.startswith("s/") and name.endswith("/document"):
            _check_ranked(text)
    mirror.parts.filter(name__in=[*names, *push.gone]).delete()
    MirroredPart.objects.bulk_create(
        [
            MirroredPart(mirror=mirror, name=name, digest=after[name], text=text)
            for name, text in texts.items()
        ],
        batch_size=100,
    )
    lay_out(mirror, names.union(push.gone))


def _check_ranked(text: str) -> None:
    """The pages that explain a rank compute it again, from the cards: they must give the standings."""
    document = read_players(text)
    if document.ranking().standings != document.standings:
        raise ValueError("standings that the cards do not give")


def _text(piece: formats.Piece, before: dict[str, str], bases: dict[str, str]) -> str:
    if piece.base and piece.base != before.get(piece.name):
        raise _asks_for_all()
    return formats.unpacked(piece, bases.get(piece.name, ""))


def _asks_for_all() -> NotTaken:
    return NotTaken(_("The server lacks what this push builds on. Send everything."), 412)


def _check_not_older(text: str, base: str) -> None:
    new, old = (formats.read(each, StandingsPart) for each in (text, base))
    if new.epoch == old.epoch and new.version < old.version:
        raise NotTaken(_("The server has a newer version of this event. Nothing was stored."), 409)
