from django.db import migrations, models

import tournaments.zones


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_clean_lines")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="time_zone",
            field=models.CharField(
                default=tournaments.zones.default, max_length=64, verbose_name="time zone"
            ),
        ),
    ]
