"""Addresses for events that halls elsewhere keep, each with a key."""

import secrets

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tiebreaks.models import Standings

from ...errors import Conflict, Refused
from ...models import Event, Mirror
from ..people import LETTERS
from ..setup import RESERVED

# 40 letters of 31: nobody guesses them, and a director can type them.
GROUPS, LENGTH = 8, 5


def give_out(slug: str, *, by: User) -> Mirror:
    """Keep the address ``/e/SLUG/`` for the event of a hall, and make its first key.

    Nothing is shown there before the first push.
    """
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise Refused(
            _("Type the event's address as it is in the hall: letters, digits, and hyphens.")
        ) from error
    taken = Conflict(_("There is already an event at this address here. No key was issued.") % {"slug": slug})
    if slug in RESERVED:
        raise taken
    try:
        with transaction.atomic():
            event = Event.objects.create(name=slug, slug=slug, hidden=True, archived=True)
            return Mirror.objects.create(event=event, by=by, seed=_new_seed(), given_at=timezone.now())
    except IntegrityError as error:
        raise taken from error


def renew(mirror: Mirror) -> None:
    """Make another key, as for another laptop. The old one is worth nothing from now on."""
    _set_seed(mirror, _new_seed())


def take_back(mirror: Mirror) -> None:
    """Take no more pushes. What is shown stays at its address."""
    _set_seed(mirror, "")


def remove(mirror: Mirror) -> None:
    """Remove the mirror with all that it shows. The hall still has its event."""
    with transaction.atomic():
        locked = Mirror.objects.select_for_update().filter(pk=mirror.pk).first()
        if locked is not None:
            of_event = Q(section__event=locked.event_id) | Q(teamtable__event=locked.event_id)
            Standings.objects.filter(of_event).delete()
            Event.objects.filter(pk=locked.event_id).delete()


def key_of(mirror: Mirror) -> str:
    """The key of a mirror that has one."""
    drawn = int(salted_hmac("key of a mirror", mirror.seed, algorithm="sha512").hexdigest(), 16)
    letters = []
    for _place in range(GROUPS * LENGTH):
        drawn, at = divmod(drawn, len(LETTERS))
        letters.append(LETTERS[at])
    key = "".join(letters)
    return "-".join(key[at : at + LENGTH] for at in range(0, len(key), LENGTH))


def _new_seed() -> str:
    return secrets.token_urlsafe(16)


def _set_seed(mirror: Mirror, seed: str) -> None:
    """The next push counts from where the last one was: an old one stays old under a new key."""
    Mirror.objects.filter(pk=mirror.pk).update(seed=seed, given_at=timezone.now(), key_used=False)
