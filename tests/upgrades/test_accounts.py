"""Accounts of a database from before an account said itself whether its person may have events."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tests.factories import EventFactory, UserFactory
from tournaments.models import Role, Staff

BEFORE = ("tournaments", "0028_fees")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_who_came_by_an_invitation_or_with_a_backup_gets_no_events_of_her_own() -> None:
    director, guest = UserFactory.create(is_staff=False), UserFactory.create(is_staff=False)
    brought = UserFactory.create(is_staff=False)
    brought.set_unusable_password()
    brought.save()
    event = EventFactory.create()
    helper, chief = (UserFactory.create(is_staff=False) for _each in range(2))
    for user, role in ((helper, Role.SCOREKEEPER), (chief, Role.CHIEF)):
        Staff.objects.create(event=event, user=user, role=role)
    executor = MigrationExecutor(connection)
    executor.migrate([BEFORE])
    try:
        invitation = executor.loader.project_state([BEFORE]).apps.get_model("tournaments", "Invitation")
        used = {"used_at": timezone.now(), "used_by_id": guest.pk, "made_account": True}
        invitation.objects.create(
            event_id=event.pk, role="assistant", key="k", by_id=director.pk, until=timezone.now(), **used
        )
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes("tournaments"))
    marked = User.objects.filter(is_staff=True).values_list("pk", flat=True)
    assert {director.pk, chief.pk} <= set(marked)
    assert not {guest.pk, brought.pk, helper.pk} & set(marked)
