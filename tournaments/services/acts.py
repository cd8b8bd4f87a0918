"""The contract of every form that changes something: it is done once, and only if what it showed still holds.

A form carries two unseen texts. Its *token* was made with the page and can be used once: a double click or a
replay sends it again, changes nothing and is led where the first one was. A browser that goes back, or a
second tab, may send the same words with a token of its own: what creates something is then done only if the
director says so. Its *stamp* is a digest of the values that the form showed: if one of them differs by now,
the form is refused with the values of both. A refused act leaves its token unused.

Entries of results carry the revision of their board instead, and undo carries the entry that it takes back.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..errors import Conflict, Stale
from ..models import Act, Event

# What a form shows of the database, by the name of its field or in a word.
Shown = Mapping[str, object]

JUST_NOW = timedelta(minutes=10)
KEPT = timedelta(days=14)  # a page that is open longer must be loaded again


@dataclass(frozen=True)
class Told:
    """A value that is too long to show: the words for it, and what it is compared by."""

    words: str
    value: str

    def __str__(self) -> str:
        return self.words


class Again(Conflict):
    """A question: the same words were sent and saved just now."""


class Repeated(Exception):  # noqa: N818 (an answer, not an error)
    """The form was done before; ``led`` is the page that it led to."""

    def __init__(self, led: str) -> None:
        super().__init__(led)
        self.led = led


def fresh_token(user: User) -> str:
    return _signer(user).sign(f"{user.pk}.{secrets.token_urlsafe(12)}")


def is_of(user: User, token: str) -> bool:
    """Whether a page of ours was made with this token, for this person."""
    try:
        _signer(user).unsign(token, max_age=KEPT)
    except BadSignature:
        return False
    return True


def made_for(token: str) -> User | None:
    """The person for whom a page of ours was made with this token."""
    key = token.partition(".")[0]
    person = User.objects.filter(pk=key).first() if key.isdecimal() and len(key) < 10 else None
    return person if person is not None and is_of(person, token) else None


def led_to(user: User, token: str) -> str:
    """Where this person's form with this token led when it was done; empty if it was not."""
    if not is_of(user, token):
        return ""
    done = Act.objects.filter(token=_nonce(user, token), user=user).first()
    return done.led if done else ""


def stamp(shown: Shown) -> str:
    """Each name and its value in a few letters.

    >>> stamp({"name": "Open", "rounds": 5}).count(".")
    1
    >>> stamp({"name": "Open"}) == stamp({"name": "Reserve"})
    False
    """
    return ".".join(f"{_digest(name)}-{_digest(_text(value))}" for name, value in shown.items())


def same_values(first: str, second: str) -> bool:
    """Whether two stamps are of the same fields, be the values what they may.

    >>> same_values(stamp({"name": "Open"}), stamp({"name": "Reserve"}))
    True
    """
    return _values(first).keys() == _values(second).keys()


def still(stamped: str, shown: Shown) -> bool:
    """Whether these values are as a stamp has them, be there others besides.

    >>> still(stamp({"name": "Open", "rounds": 5}), {"rounds": 5})
    True
    >>> still(stamp({"name": "Open", "rounds": 5}), {"rounds": 6})
    False
    """
    return _values(stamp(shown)).items() <= _values(stamped).items()


def carry_out(
    act: Callable[[], str],
    *,
    by: User,
    token: str,
    sent: Mapping[str, object],
    stamped: str = "",
    shows: Callable[[], Shown] | None = None,
    event: Event | None = None,
    again: bool = False,
    first: Callable[[], object] | None = None,
) -> str:
    """Do an act and return the page that it leads to.

    Every form of an event waits for the event, so that nothing it shows can change between the comparison
    and the act. ``shows`` reads the values again; without it, a form creates something, and asks before it
    creates the same ``again``. Raises :class:`Repeated` for a token that was used, :class:`Again` for words
    that were, and :class:`.Stale` for a stamp of other values.

    ``first`` does what takes too long to keep others waiting, and stores nothing: it comes before the lock,
    if the form still holds then.
    """
    nonce, now = _nonce(by, token), timezone.now()
    words = sha256(repr(sorted(sent.items())).encode()).hexdigest()

    def check() -> None:
        if (done := Act.objects.filter(token=nonce).first()) is not None:
            raise Repeated(done.led) if done.sent == words else _other_words()
        if shows is not None:
            _compare(stamped, shows())
        elif not again and Act.objects.filter(user=by, sent=words, at__gt=now - JUST_NOW).exists():
            raise _same_words()

    if first is not None:
        check()
        first()
    with transaction.atomic():
        if event is not None:
            Event.objects.select_for_update().get(pk=event.pk)
        else:
            User.objects.select_for_update(no_key=True).get(pk=by.pk)
        check()
        led = act()
        Act.objects.create(token=nonce, user=by, sent=words, led=led)
        Act.objects.filter(at__lt=now - KEPT).delete()
    return led


def _other_words() -> Conflict:
    return Conflict(
        _(
            "This form was already sent, and what it said then was saved. Nothing more was saved. To"
            " save this too, send it again."
        )
    )


def _same_words() -> Again:
    return Again(
        _(
            "You saved the same a few minutes ago. Nothing more was saved. To add it a second time, send the"
            " form again."
        )
    )


def _signer(user: User) -> TimestampSigner:
    return TimestampSigner(salt=f"act of {user.pk}")


def _nonce(user: User, token: str) -> str:
    try:
        return _signer(user).unsign(token, max_age=KEPT)
    except BadSignature:
        raise Conflict(
            _("This page was open for too long, or was not complete. Nothing was saved. Send the form again.")
        ) from None


def _compare(stamped: str, shown: Shown) -> None:
    before, now = _values(stamped), _values(stamp(shown))
    if before == now:
        return

    def showed(name: str, value: object) -> bool:
        return before.get(_digest(name)) == _digest(_text(value))

    changed = {name: value for name, value in shown.items() if not showed(name, value)}
    raise Stale(changed or shown, showed)


def _values(stamped: str) -> dict[str, str]:
    return {name: value for name, _dash, value in (each.partition("-") for each in stamped.split("."))}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:10]


def _text(value: object) -> str:
    if isinstance(value, Told):
        return value.value
    return "" if value is None else str(value)
