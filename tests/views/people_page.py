"""What tests of the people of an event begin with: invitations, and somebody on the staff."""

from django.contrib.auth.models import User
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory
from tournaments.models import Event, Role, Staff
from tournaments.services import people

NAME = {"name": "Dana Reyes", "password": PASSWORD}
NEW = dict.fromkeys(("new_password1", "new_password2"), "of the second hall")


def code_for(event: Event, role: Role = Role.SCOREKEEPER) -> str:
    chief = Staff.objects.filter(event=event, role=Role.CHIEF).select_related("user")[0].user
    return people.code_of(people.invite(event, role, by=chief))


def joining(code: str) -> str:
    return reverse("join-with", args=[code])


def an_assistant(event: Event, role: Role = Role.ASSISTANT, **named: str) -> User:
    user: User = UserFactory.create(**named)
    Staff.objects.create(event=event, user=user, role=role)
    return user
