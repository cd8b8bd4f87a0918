"""Who works on an event: invitations, roles, and the end of somebody's work.

An invitation's code is made from its seed and the server's secret; the database has a keyed hash of it alone.
A code is read off a screen by a camera or a child, so it has no letter that looks like another.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ..changes import read_only
from ..errors import Conflict, Refused
from ..models import Event, Invitation, Role, Staff
from ..models.people import VALID_FOR
from ..selectors.event.people import account_named, called_here, name_of, no_password, waiting_account
from . import sessions

# Of those that nobody used. The others tell who joined, and of which events somebody is on the staff no more.
KEPT = timedelta(days=7)
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
# 49 bits: with some tens of codes open for an hour, guessing is hopeless, and nobody need be made to wait.
LENGTH = 10


class NotValid(Refused):
    """An invitation that lets nobody in; the message says why."""

    status = 410


class NotKnown(NotValid):
    """A code of no invitation: nobody learns with it which names are taken."""

    status = 404

    def __init__(self) -> None:
        super().__init__(_("This invitation is not valid. The code is mistyped, or the event was removed."))


# --- invitations ------------------------------------------------------------------------------------


def invite(event: Event, role: Role, *, by: User) -> Invitation:
    """Make an invitation to this role, valid once and for an hour."""
    if role.leads:
        raise Refused(_("Nobody joins as chief. Invite an assistant, and change the role here afterwards."))
    if event.archived:
        raise read_only(event.name)
    now = timezone.now()
    Invitation.objects.filter(used_at__isnull=True, until__lt=now - KEPT).delete()
    seed = secrets.token_urlsafe(16)
    return Invitation.objects.create(
        event=event, role=role, seed=seed, key=_key(_code(seed)), by=by, until=now + VALID_FOR
    )


def withdraw(invitation: Invitation) -> None:
    """Withdraw an invitation. Raises :class:`Conflict` if somebody has used it."""
    if not Invitation.objects.filter(pk=invitation.pk, used_at__isnull=True).update(withdrawn=True):
        raise Conflict(_("Somebody has used this invitation. Remove the person instead."))


def code_of(invitation: Invitation) -> str:
    """The code that lets a person in, for the chief's page."""
    return _code(invitation.seed)


def invitation_for(code: str, *, lock: bool = False) -> Invitation:
    """The invitation with this code, still valid. Raises :class:`NotValid`."""
    rows = Invitation.objects.select_related("event", "by")
    rows = rows.select_for_update(of=("self",)) if lock else rows
    found = rows.filter(key=_key(plain(code))).first()
    if found is None:
        raise NotKnown
    chief = found.by.get_full_name() or found.by.get_username()
    if found.used_at is not None:
        raise NotValid(_("This invitation was already used. Ask %(chief)s for a new one.") % {"chief": chief})
    if found.withdrawn:
        raise NotValid(_("%(chief)s has withdrawn this invitation.") % {"chief": chief})
    if found.until <= timezone.now():
        raise NotValid(
            _("This invitation has expired: it was valid for an hour. Ask %(chief)s for a new one.")
            % {"chief": chief}
        )
    return found


def check_known(code: str) -> None:
    """Raise :class:`NotKnown` for a code of no invitation, valid or not."""
    if not Invitation.objects.filter(key=_key(plain(code))).exists():
        raise NotKnown


def join(code: str, user: User) -> Invitation:
    """Add a person to the staff of the invitation's event. Sent twice, it is used once."""
    with transaction.atomic():
        return _use(code, user)


@dataclass(frozen=True)
class Joined:
    """Who joined with which invitation; ``before`` is the role that a backup had brought them."""

    user: User
    invitation: Invitation
    before: Role | None = None


def who_used(code: str, name: str) -> User | None:
    """The account that joined with this code, if people know it by this name."""
    used = Invitation.objects.select_related("used_by").filter(key=_key(plain(code))).first()
    user = used.used_by if used is not None else None
    return user if user is not None and name_key(name_of(user)) == name_key(name) else None


def join_as_new(code: str, name: str, password: str) -> Joined:
    """Make an account for a person and add it to the staff. Sent twice, both find the one account.

    Who has one that a backup brought without a password gets that one.
    """
    hashed = make_password(password)
    try:
        with transaction.atomic():
            event = invitation_for(code).event  # before an account is made for nothing
            if (waiting := waiting_account(event, name)) is not None:
                return _use_with_password(code, waiting, hashed)
            named, called = account_named(name), called_here(event, name)
            for user in filter(None, (named, called)):
                if not user.has_usable_password():
                    raise Refused(
                        f"{no_password(user)} {_('If that is not you, add an initial to your name.')}"
                    )
            if named is not None:
                raise IntegrityError
            if called is not None:
                raise Refused(_is_named_here(name_of(called)))
            user = User.objects.create(username=name, password=hashed)
            return Joined(user, _use(code, user))
    except (NotValid, IntegrityError) as error:
        user_now = account_named(name) or who_used(code, name)
        if user_now is not None and check_password(password, user_now.password):
            return Joined(user_now, join(code, user_now))
        if isinstance(error, NotValid):
            raise
        raise Refused(name_is_taken(name)) from error


def _use_with_password(code: str, user: User, hashed: str) -> Joined:
    """Give the account that a backup brought its password, and the role of the invitation."""
    if not User.objects.filter(pk=user.pk, password=user.password).update(password=hashed):
        raise IntegrityError
    user.password = hashed
    here = Staff.objects.filter(event=invitation_for(code).event_id, user=user).first()
    if here is not None:
        here.delete()
    invitation = _use(code, user)
    return Joined(user, invitation, Role(here.role) if here is not None else None)


def name_is_taken(name: str) -> str:
    return _(
        "There is an account named %(name)s here already. If it is yours, type its password. If not, add an"
        " initial to your name."
    ) % {"name": name}


def _is_named_here(name: str) -> str:
    return _(
        "Somebody at this event is named %(name)s already. If that is you, sign in instead. If not, add an"
        " initial to your name."
    ) % {"name": name}


def _use(code: str, user: User) -> Invitation:
    try:
        # The event first: one person may use two codes at once, and a chief may be removing another.
        Event.objects.select_for_update().get(pk=invitation_for(code).event_id)
        invitation = invitation_for(code, lock=True)
    except NotValid:
        used = Invitation.objects.select_related("event").filter(key=_key(plain(code)), used_by=user).first()
        if used is None:
            raise
        return used
    here = Staff.objects.filter(event=invitation.event, user=user).first()
    if here is not None:
        message = _("You are at this event already: %(role)s. The invitation still works for someone else.")
        raise Conflict(message % {"role": Role(here.role).label})
    Staff.objects.create(event=invitation.event, user=user, role=invitation.role)
    invitation.used_at, invitation.used_by = timezone.now(), user
    invitation.save(update_fields=["used_at", "used_by"])
    return invitation


def _code(seed: str) -> str:
    number = int(salted_hmac("code of an invitation", seed, algorithm="sha256").hexdigest(), 16)
    letters = []
    for _place in range(LENGTH):
        number, at = divmod(number, len(LETTERS))
        letters.append(LETTERS[at])
    return "".join(letters)


def plain(code: str) -> str:
    """The code as it was made: people type it in small letters, with a dash or a blank."""
    return "".join(each for each in code.upper() if each in LETTERS)


def _key(code: str) -> str:
    return salted_hmac("key of an invitation", code, algorithm="sha256").hexdigest()


# --- who is here ------------------------------------------------------------------------------------


def change_role(person: Staff, role: Role, *, by: User) -> None:
    """Give a person another role. Raises :class:`Refused` if the event would have no chief."""
    with transaction.atomic():
        _check_still_chief(person.event_id, by)
        if not role.leads:
            _check_another_chief(person)
            _withdraw_known_to(person)
        Staff.objects.filter(pk=person.pk).update(role=role)


def remove(person: Staff, *, by: User) -> None:
    """Take a person off the staff: their next request finds nothing, on every device. Who works on no other
    event is signed out too. What they entered stays, with the name."""
    with transaction.atomic():
        _check_still_chief(person.event_id, by)
        _check_another_chief(person)
        _withdraw_known_to(person)
        Staff.objects.filter(pk=person.pk).delete()
        if not Staff.objects.filter(user=person.user_id).exists():
            sessions.end_with_a_note(person.user, person.event.name)


def _withdraw_known_to(person: Staff) -> None:
    """A chief has seen the open invitations, and could come back by one."""
    if Role(person.role).leads:
        Invitation.objects.filter(event=person.event_id, used_at=None).update(withdrawn=True)


def _check_still_chief(event: int, by: User) -> None:
    """Raise :class:`Conflict` if another chief was faster. Two chiefs who remove each other wait here."""
    Event.objects.select_for_update().get(pk=event)
    here = Staff.objects.filter(event=event, user=by).first()
    if here is None:
        raise Conflict(_("You were removed from this event a moment ago. Nothing was changed."))
    if not Role(here.role).leads:
        raise Conflict(_("You are no longer a chief of this event. Nothing was changed."))


def _check_another_chief(person: Staff) -> None:
    """Raise :class:`Refused` if this is the last chief of the locked event."""
    others = Staff.objects.filter(event=person.event_id, role=Role.CHIEF).exclude(pk=person.pk)
    if not others.exists():
        raise Refused(_("An event needs a chief. Make somebody else a chief first."))
