"""Who works on an event, and which invitations are open."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.membership import name_key

from ...models import Event, Invitation, LogEntry, Role, Staff
from ...text.commands import as_started, in_a_shell
from ...text.wording import day_and_clock


@dataclass(frozen=True)
class Worker:
    """A person at an event. ``entered`` is when they last changed something there."""

    pk: int
    name: str
    role: Role
    entered: datetime | None
    signed_in: datetime | None
    # A backup brought the account, and no password.
    lacks_password: bool = False

    @property
    def initials(self) -> str:
        words = self.name.split()
        return "".join(word[0] for word in [*words[:1], *words[1:][-1:]]).upper()


def name_of(user: User) -> str:
    return user.get_full_name() or user.get_username()


def account_named(name: str) -> User | None:
    """The account with this user name, however its letters are written: phones begin names with a capital."""
    exact = User.objects.filter(username=name).first()
    if exact is not None or name.isascii():
        return exact or User.objects.filter(username__iexact=name).order_by("pk").first()
    # SQLite knows the capitals of ASCII alone.
    names = User.objects.order_by("pk").values_list("pk", "username")
    alike = [pk for pk, username in names if username.casefold() == name.casefold()]
    return User.objects.filter(pk__in=alike[:1]).first()


def people(event: Event) -> list[Worker]:
    """Everybody on the staff: chiefs first, then by role and name."""
    entered = dict(_log_of(event).order_by().values_list("who").annotate(at=Max("at")))
    rows = Staff.objects.filter(event=event).select_related("user")
    found = [worker(row, entered.get(row.user_id)) for row in rows]
    order = list(Role)
    return sorted(found, key=lambda worker: (order.index(worker.role), worker.name.casefold(), worker.pk))


def _log_of(event: Event) -> "QuerySet[LogEntry]":
    here = Q(standings__section__event=event) | Q(standings__teamtable__event=event)
    return LogEntry.objects.filter(here)


def is_only_chief(row: Staff) -> bool:
    chiefs = Staff.objects.filter(event=row.event_id, role=Role.CHIEF)
    return Role(row.role).leads and not chiefs.exclude(pk=row.pk).exists()


def called_here(event: Event, name: str) -> User | None:
    """Who of the staff has this name, capitals and blanks aside: results show names."""
    rows = Staff.objects.filter(event=event).select_related("user").order_by("pk")
    return next((row.user for row in rows if name_key(name_of(row.user)) == name_key(name)), None)


def checks_in_at(user: User) -> Event | None:
    """The one event that somebody works on, if she checks in there and does nothing else."""
    rows = [*Staff.objects.filter(user=user, event__archived=False).select_related("event")[:2]]
    return rows[0].event if len(rows) == 1 and rows[0].role == Role.CHECK_IN else None


def removed_from(user: User) -> list[str]:
    """The events that this person joined by an invitation and works on no more."""
    joined = Event.objects.filter(invitations__used_by=user).exclude(staff__user=user)
    return list(joined.distinct().order_by("pk").values_list("name", flat=True))


def worker(row: Staff, entered: datetime | None = None) -> Worker:
    lacks = not row.user.has_usable_password()
    return Worker(row.user_id, name_of(row.user), Role(row.role), entered, row.user.last_login, lacks)


def waiting_account(event: Event, name: str) -> User | None:
    """The account of this name that a backup brought without a password, if an invitation to the event may
    give it one."""
    user = account_named(name) or called_here(event, name)
    return user if user is not None and _waits_for_an_invitation(user, event) else None


def _waits_for_an_invitation(user: User, event: Event) -> bool:
    """Whether nobody has signed in to an account without a password, which worked on this event alone, does
    not lead it and may make none: else a scorekeeper's code would make its holder a chief."""
    if user.has_usable_password() or user.last_login is not None or not user.is_active:
        return False
    theirs = list(Staff.objects.filter(user=user))
    if user.is_superuser or user.is_staff or any(Role(row.role).leads for row in theirs):
        return False
    if any(row.event_id != event.pk for row in theirs):
        return False
    return bool(theirs) or _log_of(event).filter(who=user).exists()


def who_cannot_sign_in(event: Event) -> list[str]:
    """Of the people whom a backup brought without a password, and how each gets one, a sentence each."""
    rows = Staff.objects.filter(event=event, user__is_active=True).select_related("user").order_by("pk")
    lacking = [row.user for row in rows if not row.user.has_usable_password()]
    waiting = [user for user in lacking if _waits_for_an_invitation(user, event)]
    said = []
    if invited := [name_of(user) for user in waiting]:
        message = ngettext(
            "%(names)s cannot sign in here yet: a backup has no password. Invite them to their role"
            " on the People page, and have them type this name with a new password.",
            "%(names)s cannot sign in here yet: a backup has no passwords. Invite each to their role"
            " on the People page, and have them type these names with a new password.",
            len(invited),
        )
        said.append(message % {"names": get_text_list(invited, _("and"))})
    return said + [no_password(user) for user in lacking if user not in waiting]


def no_password(user: User) -> str:
    """How an account that no invitation may give a password gets one."""
    message = _(
        "%(name)s has no password here yet. It is set on the computer that runs Wallchart: python manage.py"
        " changepassword %(username)s"
    )
    return as_started(message) % {"name": name_of(user), "username": in_a_shell(user.get_username())}


@dataclass(frozen=True)
class State:
    """What became of an invitation, in a sentence."""

    is_open: bool
    said: str


def state_of(invitation: Invitation) -> State:
    if invitation.used_at is not None:
        name = name_of(invitation.used_by) if invitation.used_by else _("somebody")
        said = _("Used by %(name)s, %(time)s.") % {"name": name, "time": day_and_clock(invitation.used_at)}
        return State(False, said)
    if invitation.withdrawn:
        return State(False, _("Withdrawn. The code no longer works."))
    until = day_and_clock(invitation.until)
    if invitation.until <= timezone.now():
        return State(False, _("Expired %(time)s. Make a new one for the next person.") % {"time": until})
    return State(True, _("Works once, until %(time)s.") % {"time": until})


def open_invitations(event: Event) -> list[Invitation]:
    """Those that still let somebody in, the newest first."""
    rows = Invitation.objects.filter(event=event, used_at__isnull=True, withdrawn=False)
    return list(rows.filter(until__gt=timezone.now()).select_related("by").order_by("-pk"))
