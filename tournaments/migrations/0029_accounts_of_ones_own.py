"""Who may have events of her own is a column of the account: an invitation goes with its event."""

from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import migrations
from django.db.models import Exists, OuterRef


def mark(apps: Any, schema_editor: Any) -> None:
    """Mark all accounts but those that an invitation made, that lead none of the events they work on (their
    invitation may have gone with an event), or that a backup brought without a password."""
    using = schema_editor.connection.alias
    invitations = apps.get_model("tournaments", "Invitation").objects.using(using).filter(made_account=True)
    invited = invitations.exclude(used_by=None).values("used_by")
    accounts = apps.get_model("auth", "User").objects.using(using).exclude(pk__in=invited)
    works = apps.get_model("tournaments", "Staff").objects.using(using).filter(user=OuterRef("pk"))
    accounts = accounts.filter(Exists(works.filter(role="chief")) | ~Exists(works))
    accounts.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).update(is_staff=True)


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0028_fees"),
    ]
    operations = [
        migrations.RunPython(mark, migrations.RunPython.noop),
        migrations.RemoveField("invitation", "made_account"),
    ]
