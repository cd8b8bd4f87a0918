"""Who works on an event, and which invitations are open."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.ranking.membership import name_key

from ..models import Event, Invitation, LogEntry, Role, Staff
from ..text.wording import day_and_clock


@dataclass(frozen=True)
class Worker:
    """A person at an event. ``entered`` is when they last changed something there."""

    pk: int
    name: str
    role: Role
    entered: datetime | None
    signed_in: datetime | None

    @property
    def initials(self) -> str:
        words = self.name.split()
        return "".join(word[0] for word in [*words[:1], *words[1:][-1:]]).upper()


def name_of(user: User) -> str:
    return user.get_full_name() or user.get_username()


def account_named(name: str) -> User | None:
    """The account with this user name, however its letters are written: phones begin names with a capital."""
    exact = User.objects.filter(username=name).first()
    return exact or User.objects.filter(username__iexact=name).order_by("pk").first()


def people(event: Event) -> list[Worker]:
    """Everybody on the staff: chiefs first, then by role and name."""
    here = Q(standings__section__event=event) | Q(standings__teamtable__event=event)
    logged = LogEntry.objects.filter(here)
    entered = dict(logged.order_by().values_list("who").annotate(at=Max("at")))
    rows = Staff.objects.filter(event=event).select_related("user")
    found = [worker(row, entered.get(row.user_id)) for row in rows]
    order = list(Role)
    return sorted(found, key=lambda worker: (order.index(worker.role), worker.name.casefold(), worker.pk))


def is_only_chief(row: Staff) -> bool:
    chiefs = Staff.objects.filter(event=row.event_id, role=Role.CHIEF)
    return Role(row.role).leads and not chiefs.exclude(pk=row.pk).exists()


def is_named_here(event: Event, name: str) -> bool:
    """Whether somebody on the staff has this name, capitals and blanks aside: results show names."""
    rows = Staff.objects.filter(event=event).select_related("user")
    return name_key(name) in (name_key(name_of(row.user)) for row in rows)


def removed_from(user: User) -> list[str]:
    """The events that this person joined by an invitation and works on no more."""
    joined = Event.objects.filter(invitations__used_by=user).exclude(staff__user=user)
    return list(joined.distinct().order_by("pk").values_list("name", flat=True))


def worker(row: Staff, entered: datetime | None = None) -> Worker:
    return Worker(row.user_id, name_of(row.user), Role(row.role), entered, row.user.last_login)


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
        return State(False, _("Withdrawn. The code lets nobody in."))
    until = day_and_clock(invitation.until)
    if invitation.until <= timezone.now():
        return State(False, _("Expired %(time)s. Make a new one for the next person.") % {"time": until})
    return State(True, _("Works once, until %(time)s.") % {"time": until})


def open_invitations(event: Event) -> list[Invitation]:
    """Those that still let somebody in, the newest first."""
    rows = Invitation.objects.filter(event=event, used_at__isnull=True, withdrawn=False)
    return list(rows.filter(until__gt=timezone.now()).select_related("by").order_by("-pk"))
