import re

from django.db import migrations, models

# Bands in which nobody is: the lowest rating is 100. "Top 1–10" was read so where places were meant.
NOBODYS = re.compile(r"\b(?:under |U)(?:\d{1,2}|100)\b|\b\d{1,2}–\d{1,2}\b")


def leave_out_bands_below_every_rating(apps, schema_editor):
    """They are no prizes any more; a line that cannot be read would stop a section."""
    Section = apps.get_model("tournaments", "Section")
    for section in Section.objects.exclude(prizes="").only("prizes"):
        lines = section.prizes.split("\n")
        kept = [line for line in lines if not NOBODYS.search(re.sub("“.*?”", "", line))]
        if kept != lines:
            Section.objects.filter(pk=section.pk).update(prizes="\n".join(kept))


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0012_team_minimum")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="age",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="age"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("age__isnull", True), ("age__range", (1, 120)), _connector="OR"),
                name="player_has_a_sane_age",
            ),
        ),
        migrations.RunPython(leave_out_bands_below_every_rating, migrations.RunPython.noop),
    ]
