"""In the hall: where an event is mirrored. Its printed codes lead there from then on."""

from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from ...errors import Refused
from ...models import Event, Mirroring
from ...selectors.event.addresses import THIS_MACHINE
from ...text.log import Summary
from ..people import LETTERS
from ..setup import change_event
from . import sending
from .granting import GROUPS, LENGTH


def join(event: Event, address: str, key: str, *, by: User) -> None:
    """Mirror an event at the server with this address from now on. An empty key keeps the one there is."""
    server, plain = server_of(address), _plain(key)
    with transaction.atomic():
        event = _locked(event)
        if plain or not Mirroring.objects.filter(event=event).exists():
            if len(plain) != GROUPS * LENGTH:
                message = _("This is not a whole key: one has %(count)d letters and digits.")
                raise Refused(message % {"count": GROUPS * LENGTH})
            grouped = "-".join(plain[at : at + LENGTH] for at in range(0, len(plain), LENGTH))
            Mirroring.objects.update_or_create(event=event, defaults={"key": grouped})
        change_event(event, {"mirror": server}, Summary.MIRRORED, by=by)
        transaction.on_commit(lambda: sending.try_now(event.pk))


def stop(event: Event, *, by: User) -> None:
    """Send nothing more. The server keeps what it shows; codes printed from now on lead to the hall."""
    with transaction.atomic():
        event = _locked(event)
        Mirroring.objects.filter(event=event).delete()
        change_event(event, {"mirror": ""}, Summary.NOT_MIRRORED, by=by)


def server_of(address: str) -> str:
    """The server of an address as it is typed or pasted, such as that of the event's page there.

    >>> server_of("chess.example/e/spring-open/")
    'https://chess.example'
    """
    typed = address.strip()
    nowhere = Refused(_("Type the address of the server, such as https://chess.example"))
    try:
        parts = urlsplit(typed if "://" in typed else f"https://{typed}")
        host, _port = parts.hostname, parts.port
    except ValueError:
        raise nowhere from None
    if not host or parts.username is not None or parts.scheme not in ("http", "https"):
        raise nowhere
    if parts.scheme == "http" and f"[{host}]" not in THIS_MACHINE and host not in THIS_MACHINE:
        raise Refused(_("The address must begin with https: others could read and change what is sent."))
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _plain(key: str) -> str:
    return "".join(each for each in key.upper() if each in LETTERS)


def _locked(event: Event) -> Event:
    return Event.objects.select_for_update().get(pk=event.pk)
